# What to run, and in which order. `make demo` needs Rust and make, nothing else.

MOVEWRIGHT := target/release/movewright
KIWIPETE := r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
PROMOTION := rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8

.PHONY: help demo test tools tools-full bench fmt lint doc build clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## run the simulated machine on real positions and write it as Verilog and VHDL
	@echo '== The start of the game: moves in the order the hardware generates them, and the clock cycles of each'
	@$(MOVEWRIGHT) moves
	@echo
	@echo '== A middle game: checks first, then captures of the most valuable by the least, then the rest'
	@$(MOVEWRIGHT) moves --fen '$(KIWIPETE)'
	@echo
	@echo '== A position where white promotes'
	@$(MOVEWRIGHT) moves --fen '$(PROMOTION)'
	@echo
	@echo '== Counts of the game tree by the walker in hardware, compared with the published ones'
	@$(MOVEWRIGHT) perft --epd tests/data/chess_perft.epd --depth 2
	@echo
	@echo '== The same machine as Verilog-2005 and VHDL-2008'
	@$(MOVEWRIGHT) gen chess-classic -o build/chess-classic

test: export MOVEWRIGHT_REQUIRE_TOOLS := 1
test: tools ## install the tools and prove everything
	cargo fmt --check
	$(MAKE) lint doc
	cargo test

tools: ## install verilator, ghdl, yosys, iverilog, g++, and nextpnr into .tools, where they are missing
	scripts/tools.sh

tools-full: ## install nextpnr built with Python into .tools-full, for floorplans and Artix-7 (Debian only; no test needs it)
	scripts/tools_full.sh

bench: build ## measure every figure of the README: two or three hours (needs what `make tools` installs)
	$(MOVEWRIGHT) bench
	$(MOVEWRIGHT) bench area --core chess-small
	$(MOVEWRIGHT) synth chess-count --target ecp5 --pnr --seeds 8
	$(MOVEWRIGHT) synth chess-count --target ecp5 --pnr --set levels=1
	$(MOVEWRIGHT) synth chess-stream --target ecp5 --pnr --seeds 8
	$(MOVEWRIGHT) synth chess-perft --target ecp5 --pnr --seeds 8
	$(MOVEWRIGHT) synth blokus --target ecp5 --pnr --seeds 8
	$(MOVEWRIGHT) perft --core chess-perft --epd tests/data/chess_perft_suite.epd --depth 4 --lanes
	$(MOVEWRIGHT) check chess-stream
	$(MOVEWRIGHT) check chess-perft

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
