# What to run, and in which order. `make demo` needs Rust and make, nothing else.

MOVEWRIGHT := target/release/movewright
KIWIPETE := r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
PROMOTION := rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8

# The figures of `make bench` are a workflow of Snakemake, which `make tools` installs.
SNAKEMAKE := $(firstword $(wildcard .tools/bin/snakemake) snakemake) --snakefile scripts/bench.smk --rerun-triggers mtime --rerun-incomplete --nolock
SEEDS := 8

.PHONY: help demo test passed tools tools-full cluster-test bench keep fmt lint doc build clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

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
	cargo test --workspace --no-fail-fast

passed: export MOVEWRIGHT_REQUIRE_TOOLS := 1
passed: export MOVEWRIGHT_PASSED := anew
passed: tools ## run what tests/data/passed.txt spares, and write it anew
	cargo test --test all -- bitstream:: boards:: bus:: core_lint:: cosimulation:: floorplan:: fuzz:: proofs:: synth:: testbench::
	cargo test --lib -- prove::tests hash::hardware

tools: ## install verilator, ghdl, yosys, iverilog, g++, fpga-icestorm, stockfish and chromium, and nextpnr into .tools, where they are missing
	scripts/tools.sh

tools-full: ## install nextpnr built with Python into .tools-full, for floorplans and Artix-7 (Debian only; no test needs it)
	scripts/tools_full.sh

cluster-test: build ## place eight seeds through a Slurm of this machine alone, and kill one on the way (Debian, as root)
	scripts/cluster_test.sh

bench: tools build ## measure every figure of the README and compare its tables, hours in all: what build/bench has is not measured again
	$(SNAKEMAKE) --cores all --config seeds=$(SEEDS)
	@cat build/bench/*.json
	@MOVEWRIGHT_ALL_FIGURES=1 cargo test --quiet --test all readme_figures -- --nocapture
	cargo test --quiet --test all -- --ignored
	cargo test --quiet --lib -- --ignored a_million_positions ten_thousand_positions published_trees trees_at_random two_hundred_games

keep: ## copy the figures of build/bench to tests/data/figures, with which the tests compare the README
	mkdir -p tests/data/figures && cp build/bench/*.json tests/data/figures

# One figure alone.
build/bench/%.json: build
	$(SNAKEMAKE) --cores all --config seeds=$(SEEDS) -- $@

fmt: ## format the Rust sources
	cargo fmt

lint: ## clippy, with every warning an error; of the library alone too
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --lib --no-default-features -- -D warnings

doc: export RUSTDOCFLAGS := -D warnings
doc: ## the library's documentation, with every warning an error
	cargo doc --no-deps

build:
	cargo build --release

clean: ## remove everything that was built
	cargo clean
	rm -rf build
