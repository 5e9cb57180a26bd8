"""Runs a module of tests on a machine's Verilog with Icarus: run.py TESTS BUS TOP FOLDER, where FOLDER holds the Verilog.

The tests bus_test read FOLDER/positions.txt and write FOLDER/moves.txt; the exit status is 1 when a test fails.
"""

import sys
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

tests, bus, top, folder = *sys.argv[1:4], Path(sys.argv[4]).resolve()
here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
runner = get_runner("icarus")
runner.build(
    sources=sorted(folder.glob("*.v")),
    hdl_toplevel=top,
    build_dir=folder / "build",
    build_args=["-g2005"],
    timescale=("1ns", "1ps"),
)
results = runner.test(
    hdl_toplevel=top,
    test_module=tests,
    build_dir=folder / "build",
    test_dir=folder,
    extra_env={
        "BUS": bus,
        "POSITIONS": str(folder / "positions.txt"),
        "MOVES": str(folder / "moves.txt"),
        "PYTHONPATH": str(here),
    },
)
run, failed = get_results(results)
print(f"{run} tests, {failed} failed")
sys.exit(1 if failed or run == 0 else 0)
