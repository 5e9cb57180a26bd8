# A placer's cells and regions, as a floorplan's script meets them: the script comes from standard input, and each cell's region is printed.
import sys
from types import SimpleNamespace as Is


class Context:
    def __init__(self, cells):
        self.cells = cells.items()
        self.regions = {name: "none" for name in cells}
        self.known = set()

    def createRectangularRegion(self, name, left, low, right, high):
        assert left <= right and low <= high, name
        self.known.add(name)

    def constrainCellToRegion(self, cell, region):
        assert region in self.known, region
        assert self.regions[cell] == "none", f"{cell} is held twice"
        self.regions[cell] = region


cells = {}


def cell(name, kind, **drivers):
    ports = [(port, Is(net=Is(driver=Is(cell=Is(name=name, type=cells[name].type))))) for port, name in drivers.items()]
    cells[name] = Is(type=kind, ports=ports + [("Z", Is(net=None))])


# Of a square: logic one step away, and a register with the table before it, which is named after something far away.
cell("core.board.square_a1.hit_LUT4_Z", "TRELLIS_COMB")
cell("core.far_LUT4_Z_LUT4_A_LUT4_B", "TRELLIS_COMB")
cell("core.board.square_a1.piece_TRELLIS_FF_Q", "TRELLIS_FF", DI="core.far_LUT4_Z_LUT4_A_LUT4_B")
# Of the control: a register of the top.
cell("core.side_TRELLIS_FF_Q", "TRELLIS_FF")
# Of no part.
cell("core.other_LUT4_Z", "TRELLIS_COMB")
cell("core.board.square_a1.hit_LUT4_Z_LUT4_A_LUT4_B_LUT4_C", "TRELLIS_COMB")
# A constant and a pin tie nothing together.
cell("core.zero", "GND")
cell("core.board.square_d4.piece_TRELLIS_FF_Q", "TRELLIS_FF", DI="core.zero")
# Held nowhere: carry chains with the registers behind them and the tables before them, memories, what is not the core.
cell("core.nodes_CCU2C_S0", "TRELLIS_COMB")
cell("core.board.square_a1.count_TRELLIS_FF_Q", "TRELLIS_FF", DI="core.nodes_CCU2C_S0")
cell("core.table_LUT2_O", "SLICE_LUTX")
cell("core.sum", "CARRY4", S0="core.table_LUT2_O")
cell("core.board.square_a1.masks.0.0", "RAM16SDP4")
cell("core.stack.0.1", "SPRAM")
cell("harness_LUT4_Z", "TRELLIS_COMB")

ctx = Context(cells)
exec(sys.stdin.read(), {"ctx": ctx})
for name, region in ctx.regions.items():
    print(region, name)
