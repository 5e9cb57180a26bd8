# What to run, and in which order. `make demo` needs Rust and make, nothing else.

MOVEWRIGHT := target/release/movewright
KIWIPETE := r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1

.PHONY: help demo test tools bench fmt lint doc build clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## run the simulated machine on real positions and write it as Verilog and VHDL
	$(MOVEWRIGHT) moves
	$(MOVEWRIGHT) moves --fen '$(KIWIPETE)'
	$(MOVEWRIGHT) perft --epd tests/data/chess_perft.epd --depth 2
	$(MOVEWRIGHT) gen chess-classic -o build/chess-classic

test: export MOVEWRIGHT_REQUIRE_TOOLS := 1
test: tools ## install the tools and prove everything
	cargo fmt --check
	$(MAKE) lint doc
	cargo test

tools: ## install verilator, ghdl, yosys, iverilog and g++ where they are missing
	scripts/tools.sh

bench: build ## measure simulators, logic cells and clock cycles a move; needs verilator and yosys (make tools)
	$(MOVEWRIGHT) bench

fmt: ## format the Rust sources
	cargo fmt

lint: ## clippy, with every warning an error
	cargo clippy --all-targets -- -D warnings

doc: export RUSTDOCFLAGS := -D warnings
doc: ## the library's documentation, with every warning an error
	cargo doc --no-deps

build:
	cargo build --release

clean: ## remove everything that was built
	cargo clean
	rm -rf build
