# What to run, and in which order. `make demo` needs Rust and make, nothing else.

MOVEWRIGHT := target/release/movewright
KIWIPETE := r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
ROOK := 8/8/8/8/3k4/8/8/RK6 w - - 0 1
PROMOTION := rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8

# Where `make tools-full` puts what it brings, this among it.
FULL_TOOLS := $(or $(MOVEWRIGHT_TOOLS_FULL),.tools-full)/bin
XILINX_PLACER := $(FULL_TOOLS)/nextpnr-himbaechel-xilinx

# The figures of `make bench`: each is a file in build/bench, and `make build/bench/cycles.json` measures one. Times are measured alone,
# seeds as many at a time as there are processors, and everything else takes one processor each.
SEEDS := 8
PIPELINED := chess-count chess-evaluate chess-stream chess-perft blokus blokus-player blokus-serial shogi-count shogi-stream shogi-perft shogi-check kpp hash hash-index hash-keys hash-memory
FAMILIES := xcv xc7 cycloneive ecp5 ice40 gowin
# Machines of other families that are placed, with one seed.
PLACED_ONCE := chess-count.xc7 chess-count.gowin blokus.xc7 blokus.gowin blokus.ice40 \
	$(foreach core,blokus-player blokus-serial,$(core).xc7 $(core).gowin)
TIMES := generation simulator hash
SWEPT := area.chess-classic area.chess-small $(PIPELINED:%=synth.%.ecp5) synth.chess-perft-pairs.ecp5 floorplan fuzz
SINGLE := cycles positions stream moves blokus blokus-games blokus-4-plies strength \
	$(foreach core,$(PIPELINED),$(patsubst %,synth.$(core).%,$(filter-out ecp5,$(FAMILIES)))) \
	synth.chess-stream-checks-first.ecp5 synth.chess-stream-small.gowin synth.blokus-serial-small.xcv \
	$(foreach family,ecp5 cycloneive,synth.blokus-player-territory.$(family) synth.blokus-player-three.$(family)) \
	check.chess-classic check.chess-count check.chess-count-sets check.chess-stream check.chess-stream-checks-first check.chess-perft check.chess-perft-pairs check.chess-perft-filled \
	check.blokus-player check.blokus-player-territory check.blokus-player-three check.blokus check.blokus-serial check.chess-small check.shogi-count check.shogi-stream check.shogi-perft check.shogi-perft-pairs check.shogi-check check.kpp check.hash check.hash-index check.hash-keys check.hash-memory \
	$(foreach link,wishbone axi4 sdram,check.hash-memory-$(link)) \
	perft.chess-perft perft.chess-perft-suite perft.chess-perft-pairs perft.chess-perft-pairs-suite perft.chess-perft-6 \
	perft.chess-small perft.blokus perft.shogi-perft perft.shogi-perft-5 bitstream.icebreaker
FIGURES := $(TIMES) $(SWEPT) $(SINGLE)
MEASURED = $(patsubst %,build/bench/%.json,$(1))

.PHONY: help demo test tools tools-full cluster-test bench keep fmt lint doc build clean

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
	cargo test --workspace

tools: ## install verilator, ghdl, yosys, iverilog, g++, fpga-icestorm, stockfish and chromium, and nextpnr into .tools, where they are missing
	scripts/tools.sh

tools-full: ## install nextpnr built with Python into .tools-full, for floorplans and Artix-7 (Debian only; no test needs it)
	scripts/tools_full.sh

cluster-test: ## place eight seeds through a Slurm of this machine alone, and kill one on the way (Debian, as root)
	scripts/cluster_test.sh

bench: build ## measure every figure of the README and compare its tables, hours in all: what build/bench has is not measured again
	$(MAKE) --jobs=1 $(call MEASURED,$(TIMES) $(SWEPT))
	$(MAKE) --jobs=$(shell getconf _NPROCESSORS_ONLN) $(call MEASURED,$(SINGLE))
	@cat $(call MEASURED,$(FIGURES))
	@MOVEWRIGHT_ALL_FIGURES=1 cargo test --quiet --test all readme_figures -- --nocapture
	cargo test --quiet --test all -- --ignored
	cargo test --quiet --lib -- --ignored a_million_positions ten_thousand_positions published_trees trees_at_random

keep: ## copy the figures of build/bench to tests/data/figures, with which the tests compare the README
	mkdir -p tests/data/figures && cp build/bench/*.json tests/data/figures

# By the program as it is now.
$(call MEASURED,$(FIGURES)): | build
$(call MEASURED,area.chess-classic area.chess-small floorplan synth.chess-perft-pairs.ecp5 $(patsubst %,synth.%,$(filter %.xc7,$(PLACED_ONCE)))): | $(XILINX_PLACER)

$(XILINX_PLACER):
	$(MAKE) tools-full

# A figure is there once its command has ended well; how long that took is said, because a bench takes hours.
FIGURE = mkdir -p $(@D) && { began=$$(date +%s) && $(MOVEWRIGHT) $(1) --format json > $@.part && mv $@.part $@ && \
	echo "$@: $$(( $$(date +%s) - began )) s" || { rm -f $@.part; exit 1; }; }

# generation, simulator, hash, cycles, positions, stream, moves, blokus, strength, fuzz
build/bench/%.json:
	$(call FIGURE,bench $*)

build/bench/area.%.json:
	$(call FIGURE,bench area --core $* --seeds $(SEEDS))

build/bench/floorplan.json:
	$(call FIGURE,bench floorplan --seeds $(SEEDS))

# Whole games, the machine against the software.
build/bench/blokus-games.json:
	$(call FIGURE,bench blokus --games 200 --plies 46 --depth 2)

build/bench/blokus-4-plies.json:
	$(call FIGURE,bench blokus --games 3 --depth 4)

build/bench/strength.json:
	$(call FIGURE,bench strength --seed 1)

# synth.CORE.TARGET: mapped; and placed where the families' table says clocks
build/bench/synth.%.json:
	$(call FIGURE,synth $(subst ., --target ,$*) $(if $(filter $*,$(PLACED_ONCE)),--pnr))

build/bench/synth.%.ecp5.json:
	$(call FIGURE,synth $* --target ecp5 --pnr --seeds $(SEEDS))

# What limits pipelines is wire, of which this placer needs less. Mapped by itself, no stage is made deeper than it has to be because the
# control around it is.
build/bench/synth.chess-count.ecp5.json:
	$(call FIGURE,synth chess-count --target ecp5 --pnr --seeds $(SEEDS) --placer static)

build/bench/synth.shogi-count.ecp5.json build/bench/synth.shogi-check.ecp5.json build/bench/synth.chess-evaluate.ecp5.json build/bench/synth.hash.ecp5.json: \
build/bench/synth.%.ecp5.json:
	$(call FIGURE,synth $* --target ecp5 --pnr --seeds $(SEEDS) --placer static)

build/bench/synth.shogi-stream.ecp5.json:
	$(call FIGURE,synth shogi-stream --target ecp5 --pnr --seeds $(SEEDS) --placer static --hierarchy keep)

build/bench/synth.shogi-perft.ecp5.json:
	$(call FIGURE,synth shogi-perft --target ecp5 --pnr --seeds $(SEEDS) --placer static --hierarchy keep --own-tables)

build/bench/synth.chess-stream.ecp5.json:
	$(call FIGURE,synth chess-stream --target ecp5 --pnr --seeds $(SEEDS) --placer static --hierarchy keep)

build/bench/synth.chess-perft.ecp5.json:
	$(call FIGURE,synth chess-perft --target ecp5 --pnr --seeds $(SEEDS) --placer static --hierarchy keep --own-tables)

build/bench/synth.chess-stream-checks-first.ecp5.json:
	$(call FIGURE,synth chess-stream --target ecp5 --set checks_first=on)

build/bench/synth.chess-stream-small.gowin.json:
	$(call FIGURE,synth chess-stream --target gowin --pnr --set levels=16 --set stack_depth=16)

build/bench/synth.blokus-serial-small.xcv.json:
	$(call FIGURE,synth blokus-serial --target xcv --set listed=64 --set levels=100 --set reading=own)

# As many pairs as an ECP5-85F takes, and what they count. Compiled for this machine, the placer takes ten minutes a seed; the portable
# one takes up to hours.
PAIRS := --set pairs=3 --set levels=3

build/bench/synth.chess-perft-pairs.ecp5.json: export MOVEWRIGHT_TOOLS := $(FULL_TOOLS)
build/bench/synth.chess-perft-pairs.ecp5.json:
	$(call FIGURE,synth chess-perft --target ecp5 --pnr --seeds $(SEEDS) --placer static --own-tables --patience 90 $(PAIRS))

build/bench/perft.chess-perft-pairs.json:
	$(call FIGURE,perft --core chess-perft $(PAIRS) --epd tests/data/chess_perft.epd --depth 5 --against rules)

build/bench/perft.chess-perft-pairs-suite.json:
	$(call FIGURE,perft --core chess-perft $(PAIRS) --epd tests/data/chess_perft_suite.epd --depth 5 --against rules)

# Families that are placed.
PLACED.ecp5 := --pnr

build/bench/synth.blokus-player-territory.%.json:
	$(call FIGURE,synth blokus-player --target $* $(PLACED.$*) --set evaluation=territory)

build/bench/synth.blokus-player-three.%.json:
	$(call FIGURE,synth blokus-player --target $* $(PLACED.$*) --set players=3)

build/bench/check.%.json:
	$(call FIGURE,check $*)

# Settings that are not the default, with few registers.
build/bench/check.chess-count-sets.json:
	$(call FIGURE,check chess-count --set levels=10 --set sets=on)

build/bench/check.chess-stream-checks-first.json:
	$(call FIGURE,check chess-stream --set levels=10 --set stack_depth=4 --set checks_first=on)

build/bench/check.chess-perft-pairs.json:
	$(call FIGURE,check chess-perft --set levels=10 --set stack_depth=4 --set pairs=2)

build/bench/check.shogi-perft-pairs.json:
	$(call FIGURE,check shogi-perft --set levels=10 --set stack_depth=4 --set pairs=2)

build/bench/check.hash-memory-%.json:
	$(call FIGURE,check hash-memory --set memory=$* $(if $(filter sdram,$*),--set start_up=100))

# Those of the README's tables.
build/bench/check.chess-perft-filled.json:
	$(call FIGURE,check chess-perft $(PAIRS))

build/bench/check.blokus-player-territory.json:
	$(call FIGURE,check blokus-player --set evaluation=territory --only lint --only netlist --only vhdl)

build/bench/check.blokus-player-three.json:
	$(call FIGURE,check blokus-player --set players=3 --only lint --only netlist --only vhdl)

# A quick line and shallow searches.
build/bench/check.blokus-serial.json:
	$(call FIGURE,check blokus-serial --set depth=1 --set clock_hz=1000000 --set baud=125000 --set pause_bits=20)

build/bench/perft.chess-perft.json:
	$(call FIGURE,perft --core chess-perft --epd tests/data/chess_perft.epd --depth 5 --against rules)

build/bench/perft.chess-perft-suite.json:
	$(call FIGURE,perft --core chess-perft --epd tests/data/chess_perft_suite.epd --depth 5 --against rules)

build/bench/perft.chess-perft-6.json:
	$(call FIGURE,perft --core chess-perft --depth 6 --against rules)

build/bench/perft.chess-small.json:
	$(call FIGURE,perft --core chess-small --fen '$(ROOK)' --depth 6)

build/bench/perft.shogi-perft.json:
	$(call FIGURE,perft --core shogi-perft --epd tests/data/shogi_perft.txt --depth 3)

build/bench/perft.shogi-perft-5.json:
	$(call FIGURE,perft --core shogi-perft --depth 5 --against rules)

build/bench/perft.blokus.json:
	$(call FIGURE,perft --core blokus --depth 2)

# The bitstream itself, at its pins, a ply deeper than the tests.
build/bench/bitstream.%.json:
	$(call FIGURE,check chess-small --board $* --bitstream --depth 4)

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
