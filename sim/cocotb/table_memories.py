"""Memories behind a table: on its own port, a slave of pipelined Wishbone, and the AXI4 memory of cocotbext-axi. All begin with
rubbish, are ready at random, and answer in order after a time at random. At a fault of the table they raise AssertionError.
"""

from collections import deque
from itertools import repeat

from cocotb.triggers import ReadOnly, RisingEdge
from cocotb.types import LogicArray
from cocotbext.axi import AxiBus, AxiRam
from table_twin import CLUSTER, ENTRY, ENTRIES


class Memory:
    """The bytes, and the answers that are due. `most` is the greatest time of an answer, in cycles."""

    def __init__(self, dut, random, count, most):
        self.dut, self.random, self.count, self.most = dut, random, count, most
        self.bytes = bytearray(random.randbytes(count * CLUSTER))
        self.due, self.cycle = deque(), 0

    def is_busy(self):
        """Whether something is due."""
        return bool(self.due)

    def write(self, at, data, enable, size):
        for byte in range(size):
            if enable >> byte & 1:
                self.bytes[at + byte] = data >> (8 * byte) & 0xFF

    def read(self, at, size):
        return int.from_bytes(self.bytes[at : at + size], "little")

    def owe(self, answer):
        """An answer comes after a time at random, and behind all earlier ones."""
        self.due.append((self.cycle + self.random.randint(1, self.most), answer))

    def answer(self):
        """What is answered now, if anything is."""
        if self.due and self.due[0][0] <= self.cycle:
            return self.due.popleft()[1]
        return None

    async def run(self):
        """Drives its signals behind each edge, and takes what is asked before the next."""
        while True:
            await RisingEdge(self.dut.clock)
            self.cycle += 1
            self.drive(self.answer(), self.random.random() < 0.7)
            await ReadOnly()
            if not self.dut.reset.value:
                self.take()


class Port(Memory):
    """The table's own port, for whole clusters."""

    OUTSTANDING = 8

    def drive(self, answer, ready):
        self.dut.mem_ready.value = int(ready)
        self.dut.mem_answer.value = int(answer is not None)
        # What stands there without an answer means nothing.
        self.dut.mem_read.value = self.random.getrandbits(8 * ENTRY * ENTRIES) if answer is None else answer

    def take(self):
        dut = self.dut
        if not (dut.mem_request.value and dut.mem_ready.value):
            return
        cluster = int(dut.mem_cluster.value)
        assert cluster < self.count, f"cluster {cluster} of {self.count}"
        if dut.mem_write.value:
            self.write(cluster * CLUSTER, int(dut.mem_data.value), int(dut.mem_enable.value), CLUSTER)
            return
        self.owe(self.read(cluster * CLUSTER, ENTRY * ENTRIES))
        assert len(self.due) <= self.OUTSTANDING, "too many reads under way"


class Wishbone(Memory):
    """Wishbone B4, pipelined, words of 32 bits."""

    def drive(self, answer, ready):
        self.dut.wb_stall.value = int(not ready)
        self.dut.wb_ack.value = int(answer is not None)
        self.dut.wb_err.value = 0
        self.dut.wb_dat_r.value = answer or 0

    def take(self):
        dut = self.dut
        if not (dut.wb_stb.value and not dut.wb_stall.value):
            return
        assert dut.wb_cyc.value, "a word outside a cycle of the bus"
        at = 4 * int(dut.wb_adr.value)
        assert at < len(self.bytes), f"byte {at} of {len(self.bytes)}"
        if dut.wb_we.value:
            self.write(at, int(dut.wb_dat_w.value), int(dut.wb_sel.value), 4)
            self.owe(0)
        else:
            self.owe(self.read(at, 4))
    

class Missing:
    """A signal that the other side has and the table has not: 0 for who reads it, and unread by who drives it."""

    @property
    def value(self):
        return LogicArray("0")

    @value.setter
    def value(self, value):
        pass

    def __len__(self):
        return 1

    def setimmediatevalue(self, value):
        pass


class WithoutIdentifiers:
    """A table's ports, and those that it does without: all its transfers have the identifier 0."""

    def __init__(self, dut):
        self.dut = dut
        self.missing = {f"axi_{channel}id": Missing() for channel in ["aw", "b", "ar", "r"]} | {"axi_rlast": Missing()}

    def __dir__(self):
        return [*dir(self.dut), *self.missing]

    def __getattr__(self, name):
        return self.missing[name] if name in self.missing else getattr(self.dut, name)


class Axi4:
    """The AXI4 memory that others wrote; each channel pauses at random. It may let a read overtake a write."""

    def __init__(self, dut, random, count, most):
        self.ram = AxiRam(AxiBus.from_prefix(WithoutIdentifiers(dut), "axi"), dut.clock, dut.reset, size=count * CLUSTER)
        self.ram.write(0, random.randbytes(count * CLUSTER))
        self.size = count * CLUSTER
        read, write = self.ram.read_if, self.ram.write_if
        pause = min(0.8, 1 - 1.5 / (most + 1))
        for channel in [read.ar_channel, read.r_channel, write.aw_channel, write.w_channel, write.b_channel]:
            # Pauses at random, longer ones of a slow memory.
            channel.set_pause_generator(random.random() < pause for _ in repeat(None))

    @property
    def bytes(self):
        return bytearray(self.ram.read(0, self.size))

    def is_busy(self):
        return False

    def drive(self, answer, ready):
        """It drives its signals itself."""

    async def run(self):
        """It runs already."""


MEMORIES = {"port": Port, "wishbone": Wishbone, "axi4": Axi4}
