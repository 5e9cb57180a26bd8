"""One face for two bus masters that others wrote: the AXI4-Lite master of cocotbext-axi and the one of cocotbext-wishbone.

Both ends of an access return whether it failed.
"""

from cocotb.triggers import with_timeout
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp
from cocotbext.wishbone import driver
from cocotbext.wishbone.driver import WBOp, WishboneMaster


def deposit(signal, value):
    """Icarus does not pass on what is written to a port without delay."""
    signal.value = value


driver.set_immediate = deposit

ACKNOWLEDGED = 1


class Axi:
    """AXI4-Lite; addresses count bytes."""

    def __init__(self, dut):
        self.master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "axi"), dut.clock, dut.reset)

    async def read(self, address):
        reply = await with_timeout(self.master.read(address, 4), 50, "ms")
        return int.from_bytes(reply.data, "little"), reply.resp != AxiResp.OKAY

    async def write(self, address, value):
        reply = await with_timeout(self.master.write(address, value.to_bytes(4, "little")), 50, "ms")
        return reply.resp != AxiResp.OKAY


class Wishbone:
    """Wishbone, classic cycles; the slave's addresses count words."""

    SIGNALS = {
        "cyc": "cyc", "stb": "stb", "we": "we", "adr": "adr", "datwr": "dat_w", "datrd": "dat_r", "ack": "ack",
    }

    def __init__(self, dut):
        self.master = WishboneMaster(dut, "wb", dut.clock, width=32, timeout=5000, signals_dict=self.SIGNALS)

    async def access(self, operation):
        return (await with_timeout(self.master.send_cycle([operation]), 50, "ms"))[0]

    async def read(self, address):
        reply = await self.access(WBOp(address // 4))
        return int(reply.datrd), reply.ack != ACKNOWLEDGED

    async def write(self, address, value):
        return (await self.access(WBOp(address // 4, value))).ack != ACKNOWLEDGED


MASTERS = {"axi4-lite": Axi, "wishbone": Wishbone}
