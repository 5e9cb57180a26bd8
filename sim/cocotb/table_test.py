"""hash-memory before a memory in Python, beside a twin in Python. BUS names the memory."""

import os
import random
from collections import deque

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ReadOnly, RisingEdge
from table_memories import MEMORIES
from table_twin import Twin

COUNT = 6
FIELDS = {"depth": 8, "bound": 2, "pv": 1, "move": 16, "value": 16, "eval": 16}


class Table:
    """A table after its reset, its memory and its twin; answers are compared as they come."""

    def __init__(self, dut, seed, most):
        self.dut, self.random, self.twin = dut, random.Random(seed), Twin(COUNT)
        self.memory = MEMORIES[os.environ["BUS"]](dut, self.random, COUNT, most)
        self.expected, self.answers, self.hits, self.held = deque(), 0, 0, 0

    async def start(self):
        dut = self.dut
        cocotb.start_soon(Clock(dut.clock, 10, "ns").start())
        for name in ["ask", "ask_store", "ask_tag", "ask_key", "new_search"]:
            getattr(dut, name).value = 0
        for name in FIELDS:
            getattr(dut, f"store_{name}").value = 0
        dut.pairs.value = COUNT // 2
        dut.reset.value = 1
        self.memory.drive(None, False)
        for _ in range(4):
            await RisingEdge(dut.clock)
        dut.reset.value = 0
        cocotb.start_soon(self.memory.run())
        cocotb.start_soon(self.listen())
        while True:
            await self.settled()
            if dut.ready.value:
                break
        await self.quiet()
        assert not any(self.memory.bytes), "the table is not clear"

    async def settled(self):
        """The next cycle, when nothing changes any more in it."""
        await RisingEdge(self.dut.clock)
        await ReadOnly()

    async def quiet(self):
        """Nothing has been due for some time."""
        quiet = 0
        while quiet < 400:
            await self.settled()
            quiet = 0 if self.expected or self.memory.is_busy() else quiet + 1

    async def listen(self):
        """Each answer is that of the oldest look-up, with its tag."""
        dut = self.dut
        while True:
            await self.settled()
            if dut.reset.value or not dut.answer.value:
                continue
            assert self.expected, "an answer without a look-up"
            tag, found = self.expected.popleft()
            assert int(dut.answer_tag.value) == tag
            assert int(dut.answer_hit.value) == int(found is not None)
            if found is not None:
                place, entry = found
                assert int(dut.answer_place.value) == place
                for name in [*FIELDS, "generation"]:
                    assert int(getattr(dut, f"answer_{name}").value) == entry[name], name
            self.answers += 1
            self.hits += found is not None

    async def operate(self):
        """An operation at random, held until it is taken. A store that is dropped changes nothing."""
        dut, draw = self.dut, self.random
        store, search = draw.random() < 0.5, draw.random() < 0.02
        # Few keys, so that many of them meet.
        key = draw.randrange(12) * 0x123456789 & (1 << 33) - 1 | (1 + draw.randrange(5)) << 33
        new = {name: draw.getrandbits(min(width, 6)) for name, width in FIELDS.items()}
        tag = draw.getrandbits(8)
        await RisingEdge(dut.clock)
        values = {"ask": 1, "ask_store": int(store), "ask_key": key, "ask_tag": tag, "new_search": int(search)}
        values |= {f"store_{name}": value for name, value in new.items()}
        for name, value in values.items():
            getattr(dut, name).value = value
        while True:
            await ReadOnly()
            dropped = int(dut.dropped.value)
            if dut.ask_ready.value:
                break
            self.held += 1
            await RisingEdge(dut.clock)
            dut.new_search.value = 0
            self.twin_searches(search)
            search = False
        await RisingEdge(dut.clock)
        dut.ask.value, dut.new_search.value = 0, 0
        await ReadOnly()
        if not store:
            self.expected.append((tag, self.twin.probe(key)))
        elif int(dut.dropped.value) == dropped:
            self.twin.store(key, new)
        self.twin_searches(search)

    def twin_searches(self, search):
        if search:
            self.twin.new_search()

    async def finish(self):
        """Waits for the last answers and writes; then the bytes are those of the twin."""
        await self.quiet()
        assert self.memory.bytes == self.twin.bytes


async def compare(dut, seed, most, operations):
    table = Table(dut, seed, most)
    await table.start()
    for _ in range(operations):
        await table.operate()
    await table.finish()
    assert table.answers > operations // 4 and table.hits > operations // 20
    return table


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_quick_memory(dut):
    await compare(dut, 1, 3, 1500)


@cocotb.test(timeout_time=4, timeout_unit="ms")
async def a_slow_memory_holds_look_ups_back_and_drops_stores(dut):
    """Answers that take up to 60 cycles: the queue fills, and what is dropped is counted."""
    table = await compare(dut, 2, 60, 800)
    assert table.held > 0 and int(dut.dropped.value) > 0
