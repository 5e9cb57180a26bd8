# The figures of `make bench`, as a workflow of Snakemake. Each is a file in build/bench: a command of Movewright, printed as JSON.
#
#     snakemake --snakefile scripts/bench.smk --cores 2                      all of them, here
#     snakemake --snakefile scripts/bench.smk --cores 2 build/bench/cycles.json
#     snakemake --snakefile scripts/bench.smk --executor slurm --jobs 50     all of them, on a cluster
#
# A file that is there is not made again. `--config seeds=1` places with one seed. `make bench` builds Movewright before, and
# compares the README with the figures afterwards.

import os
import shlex

localrules: all, tools_full

MOVEWRIGHT = "target/release/movewright"
SEEDS = int(config.get("seeds", 8))
# A figure that takes every processor is measured alone on this machine; on a cluster it gets a few.
ALL = workflow.cores or 8
# Where `make tools-full` puts the compiled nextpnr.
FULL = os.environ.get("MOVEWRIGHT_TOOLS_FULL", ".tools-full") + "/bin"
PLACER = f"{FULL}/nextpnr-himbaechel-xilinx"

ROOK = "8/8/8/8/3k4/8/8/RK6 w - - 0 1"
# As many pairs as an ECP5-85F takes.
PAIRS = "--set pairs=3 --set levels=3"
SHALLOW = "--set levels=10 --set stack_depth=4"
TEXTS = "--only lint --only netlist --only vhdl"

FAMILIES = ["xcv", "xc7", "cycloneive", "ecp5", "ice40", "gowin"]
# Machines in the README's table of families, and how an ECP5 is placed. What limits pipelines is wire, of which the static placer
# needs less. Mapped by itself, no stage is made deeper than it has to be because the control around it is.
STATIC = "--placer static"
KEPT = "--placer static --hierarchy keep"
MACHINES = {
    "chess-count": STATIC,
    "chess-evaluate": STATIC,
    "chess-stream": KEPT,
    "chess-perft": f"{KEPT} --own-tables",
    "chess-player": STATIC,
    "blokus": "",
    "blokus-player": "",
    "blokus-serial": "",
    "shogi-count": STATIC,
    "shogi-stream": KEPT,
    "shogi-perft": f"{KEPT} --own-tables",
    "shogi-check": STATIC,
    "kpp": "",
    "hash": STATIC,
    "hash-index": "",
    "hash-keys": "",
    "hash-memory": "",
}
# Placed on other families too, with one seed.
PLACED_ONCE = {
    "chess-count": ["xc7", "gowin"],
    "blokus": ["xc7", "gowin", "ice40"],
    "blokus-player": ["xc7", "gowin"],
    "blokus-serial": ["xc7", "gowin"],
}
# With all seeds.
PLACED = {("hash-index", "xc7")}

# Name of a figure -> its command, the processors it takes, and whether it needs the compiled placer.
figures = {}


def figure(name, command, threads=1, full=False, tools=""):
    figures[name] = (f"{tools}{MOVEWRIGHT} {command} --format json", threads, full)


# Times, measured alone, and seeds, as many at a time as there are processors.
for name in ["generation", "simulator", "simulators", "hash", "fuzz"]:
    figure(name, f"bench {name}", ALL)
for core in ["chess-classic", "chess-small"]:
    figure(f"area.{core}", f"bench area --core {core} --seeds {SEEDS}", ALL, full=True)
figure("floorplan", f"bench floorplan --seeds {SEEDS}", ALL, full=True)
for core, way in MACHINES.items():
    figure(f"synth.{core}.ecp5", f"synth {core} --target ecp5 --pnr --seeds {SEEDS} {way}", ALL)
# The pairs that fill a device are placed by the compiled nextpnr, in ten minutes a seed; the portable one takes up to hours.
figure(
    "synth.chess-perft-pairs.ecp5",
    f"synth chess-perft --target ecp5 --pnr --seeds {SEEDS} {STATIC} --own-tables --patience 90 {PAIRS}",
    ALL,
    full=True,
    tools=f"MOVEWRIGHT_TOOLS={shlex.quote(FULL)} ",
)

for name in ["cycles", "positions", "stream", "moves", "blokus"]:
    figure(name, f"bench {name}")
# Whole games, the machine against the software.
figure("blokus-games", "bench blokus --games 200 --plies 46 --depth 2")
figure("blokus-4-plies", "bench blokus --games 3 --depth 4")
figure("strength", "bench strength --seed 1")

for core in MACHINES:
    for family in FAMILIES:
        once = family in PLACED_ONCE.get(core, [])
        if family != "ecp5":
            seeds = (core, family) in PLACED
            placed = f"--pnr --seeds {SEEDS}" if seeds else "--pnr" if once else ""
            full = family == "xc7" and (once or seeds)
            figure(f"synth.{core}.{family}", f"synth {core} --target {family} {placed}", full=full)
figure("synth.chess-stream-checks-first.ecp5", "synth chess-stream --target ecp5 --set checks_first=on")
figure("synth.chess-stream-small.gowin", "synth chess-stream --target gowin --pnr --set levels=16 --set stack_depth=16")
figure("synth.blokus-serial-small.xcv", "synth blokus-serial --target xcv --set listed=64 --set levels=100 --set reading=own")
for family, way in [("ecp5", "--pnr"), ("cycloneive", "")]:
    figure(f"synth.blokus-player-territory.{family}", f"synth blokus-player --target {family} {way} --set evaluation=territory")
    figure(f"synth.blokus-player-three.{family}", f"synth blokus-player --target {family} {way} --set players=3")

# Proofs of the defaults, and of settings that the README has a row of.
for core in [*MACHINES, "chess-classic", "chess-small"]:
    figure(f"check.{core}", f"check {core}")
# A quick line and shallow searches.
figure("check.blokus-serial", "check blokus-serial --set depth=1 --set clock_hz=1000000 --set baud=125000 --set pause_bits=20")
figure("check.blokus-player-territory", f"check blokus-player --set evaluation=territory {TEXTS}")
figure("check.blokus-player-three", f"check blokus-player --set players=3 {TEXTS}")
figure("check.chess-count-sets", "check chess-count --set levels=10 --set sets=on")
figure("check.chess-stream-checks-first", f"check chess-stream {SHALLOW} --set checks_first=on")
figure("check.chess-perft-pairs", f"check chess-perft {SHALLOW} --set pairs=2")
figure("check.chess-perft-filled", f"check chess-perft {PAIRS}")
figure("check.shogi-perft-pairs", f"check shogi-perft {SHALLOW} --set pairs=2")
for link, way in [("wishbone", ""), ("axi4", ""), ("sdram", "--set start_up=100")]:
    figure(f"check.hash-memory-{link}", f"check hash-memory --set memory={link} {way}")
# The bitstream itself, at its pins, a ply deeper than the tests.
figure("bitstream.icebreaker", "check chess-small --board icebreaker --bitstream --depth 4")

# Game trees.
for name, way in [("", ""), ("-pairs", PAIRS)]:
    walk = f"perft --core chess-perft {way} --depth 5 --against rules --epd tests/data"
    figure(f"perft.chess-perft{name}", f"{walk}/chess_perft.epd")
    figure(f"perft.chess-perft{name}-suite", f"{walk}/chess_perft_suite.epd")
figure("perft.chess-perft-6", "perft --core chess-perft --depth 6 --against rules")
figure("perft.chess-small", f"perft --core chess-small --fen {shlex.quote(ROOK)} --depth 6")
figure("perft.blokus", "perft --core blokus --depth 2")
figure("perft.shogi-perft", "perft --core shogi-perft --epd tests/data/shogi_perft.txt --depth 3")
figure("perft.shogi-perft-5", "perft --core shogi-perft --depth 5 --against rules")


rule all:
    input:
        [f"build/bench/{name}.json" for name in figures],


rule tools_full:
    output: PLACER
    shell: "scripts/tools_full.sh"


for name, (command, threads, full) in figures.items():

    rule:
        name: "figure_" + name.replace("-", "_").replace(".", "_")
        input: ancient([PLACER] if full else [])
        output: f"build/bench/{name}.json"
        params: command=command
        threads: threads
        priority: threads
        resources: mem_mb=4000
        shell: "{params.command} > {output}"
