"""A machine on a bus: positions are loaded and their moves read, an address a command.

BUS names the bus, POSITIONS a file with a line of command addresses for each position; the moves go to the file MOVES, a line of
move words for each. docs/bus.md has the addresses.
"""

import os
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from masters import MASTERS

LOW, HIGH, STATUS, CYCLES = 0x10000, 0x10004, 0x10008, 0x1000C
BUSY, REFUSED = 1, 2
NEXT, UP, PERFT, READ_SQUARE = 3, 5, 6, 7


def command(number, data=0):
    """The byte address that says a command."""
    return (number << 10 | data) << 2


async def start(dut):
    """A machine after its reset, and a master."""
    cocotb.start_soon(Clock(dut.clock, 10, "ns").start())
    master = MASTERS[os.environ["BUS"]](dut)
    dut.reset.value = 1
    await ClockCycles(dut.clock, 4)
    dut.reset.value = 0
    await ClockCycles(dut.clock, 4)
    return master


def positions():
    """The addresses that load each position."""
    lines = Path(os.environ["POSITIONS"]).read_text().splitlines()
    return [[int(address) for address in line.split()] for line in lines]


async def load(master, addresses):
    """Loads a position; a load fails nowhere."""
    for address in addresses:
        _, failed = await master.read(address)
        assert not failed, hex(address)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def moves_by_single_reads(dut):
    """One read takes the move held back, generates the next, makes it and returns it; zero when there is none."""
    master = await start(dut)
    with open(os.environ["MOVES"], "w") as moves:
        for position in positions():
            await load(master, position)
            while True:
                word, failed = await master.read(command(NEXT))
                assert not failed
                high, failed = await master.read(HIGH)
                assert not failed and high == (1 if word else 0)
                assert await master.read(LOW) == (word, False)
                cycles, _ = await master.read(CYCLES)
                assert 1 <= cycles < 1000
                if not word:
                    break
                print(word, end=" ", file=moves)
            print(file=moves)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_refused_command_is_an_error_and_the_bus_goes_on(dut):
    """No node is above the root; and what is no command is refused."""
    master = await start(dut)
    await load(master, positions()[0])
    for number in [UP, 0, 15]:
        _, failed = await master.read(command(number))
        assert failed
        assert await master.read(STATUS) == (REFUSED, False)
    piece, failed = await master.read(command(READ_SQUARE, 4))
    assert (piece, failed) == (6, False), "the white king on e1"
    assert await master.read(STATUS) == (0, False)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_walk_longer_than_a_read_may_wait_is_asked_for(dut):
    """The read ends with an error, other commands fail meanwhile, and the answer is there in the end."""
    master = await start(dut)
    await load(master, positions()[0])
    _, failed = await master.read(command(PERFT, 2))
    assert failed
    assert await master.read(STATUS) == (BUSY, False)
    assert (await master.read(command(NEXT)))[1]
    while (await master.read(STATUS))[0] & BUSY:
        pass
    assert await master.read(STATUS) == (0, False)
    assert await master.read(LOW) == (400, False)
    assert await master.read(HIGH) == (0, False)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_write_resets_the_core_or_fails(dut):
    """Only the status register is written; a walk ends with it."""
    master = await start(dut)
    await load(master, positions()[0])
    for address in [command(NEXT), LOW, HIGH, CYCLES]:
        assert await master.write(address, 1)
    assert (await master.read(command(PERFT, 30)))[1]
    assert not await master.write(STATUS, 0)
    assert await master.read(STATUS) == (BUSY, False)
    assert not await master.write(STATUS, 1)
    assert await master.read(STATUS) == (0, False)
    await load(master, positions()[0])
    word, failed = await master.read(command(NEXT))
    assert word and not failed
