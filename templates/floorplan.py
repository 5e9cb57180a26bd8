# Floorplan of <$ plan.floorplan.core $> on <$ plan.device.name $>, for nextpnr --pre-place.
import re

# Region: first and last column and row of tiles, its lookup tables, the instances that belong there.
REGIONS = {
<%- for region in plan.regions %><% let tiles = self.tiles(region.rectangle) %>
    "<$ region.name $>": (<$ tiles.left $>, <$ tiles.low $>, <$ tiles.right $>, <$ tiles.high $>, <$ region.luts $>, (
<%- for part in region.parts %>"<$ scope $><$ part $>", <% endfor %>)),
<%- endfor %>
}
# Around them all, for the logic whose name says no instance: without it the placer may heap that far from what it is wired to.
<%- let machine = self.tiles(plan.machine) %>
MACHINE = (<$ machine.left $>, <$ machine.low $>, <$ machine.right $>, <$ machine.high $>)
LOGIC = re.compile(r"LUT|COMB|FF|FD[RS]E|CCU2|CARRY|ALU|MUX|LC$")
<% if let Some(control) = control -%>
# Registers and memories that stand with the state machines.
CONTROL = "<$ control.name $>"
NAMES = {
<%- for register in plan.floorplan.control.registers %>
    "<$ scope $><$ register.path $>",
<%- endfor %>
<%- for memory in plan.floorplan.control.memories %>
    "<$ scope $><$ memory $>",
<%- endfor %>
}
<%- else -%>
CONTROL, NAMES = None, set()
<%- endif %>
# What stands in a cell's name for each step away from the signal it is named after.
STEP = re.compile(r"_(?=(?:LUT|TRELLIS_|CCU2C|PFUMX|L6MUX|DP16KD|SB_|DFF|ALU|MUX|RAM16|FDRE|FDSE|CARRY4)[A-Z0-9]*(?:_|$|\$))")
REGISTER = re.compile(r"FF|FD[RS]E|DFF|RAM|DP16KD|SDPB|DPB|ICESTORM_LC")
# Held nowhere: carry chains, which move as one and may be longer than a region, and memories of lookup tables that few tiles take.
FREE = re.compile(r"CCU2|CARRY|ALU|RAM16SDP|BLOCKER|/ADDR")
# Inputs that stand where their driver does: a register's, those of a wide multiplexer's halves, and those of a CARRY4.
TIED = {"DI", "F1", "FXA", "FXB"}
CARRIED = re.compile(r"(DI|S)[0-3]")
FULL = 0.9

owner = {part: name for name, region in REGIONS.items() for part in region[5]}


def region_of(cell, kind):
    """The region a cell belongs to, and its steps from a name that is surely there."""
    signal = STEP.split(cell)[0]
    steps = len(STEP.findall(cell))
    words = signal.split(".")
    for end in range(len(words), 0, -1):
        name = owner.get(".".join(words[:end]))
        if name is not None:
            return name, steps
    if CONTROL and REGISTER.search(kind) and signal.split("[")[0] in NAMES and steps <= 1:
        return CONTROL, 0
    return None, steps


leader = {}


def leader_of(cell):
    """The cell that speaks for those which move as one with this."""
    while leader.get(cell, cell) != cell:
        cell = leader[cell]
    return cell


regions = {}
rest = set()
free = set()
for cell, data in ctx.cells:
    cell, kind = str(cell), str(data.type)
    name, steps = region_of(cell, kind)
    if FREE.search(f"{cell} {kind}"):
        free.add(cell)
    if cell.startswith("<$ scope $>") and LOGIC.search(kind):
        rest.add(cell)
    regions[cell] = (name if steps <= <$ steps $> else None, steps)
    for port, wire in data.ports:
        tied = port in TIED or port == "D" and REGISTER.search(kind) or kind == "CARRY4" and CARRIED.fullmatch(port)
        driver = wire.net.driver.cell if tied and wire.net is not None else None
        if driver is not None and LOGIC.search(str(driver.type)):
            leader[leader_of(cell)] = leader_of(str(driver.name))

together = {}
for cell in regions:
    together.setdefault(leader_of(cell), []).append(cell)

# What moves as one goes where the cell does whose name is surest: registers bear their own.
members = {name: [] for name in REGIONS}
for cells in together.values():
    if not free.isdisjoint(cells):
        rest.difference_update(cells)
        continue
    known = [cell for cell in cells if regions[cell][0] is not None]
    if known:
        name, steps = min((regions[cell] for cell in known), key=lambda region: region[1])
        members[name].extend((steps, cell) for cell in cells)

for name, (left, low, right, high, room, _) in REGIONS.items():
    ctx.createRectangularRegion(name, left, low, right, high)
    for _, cell in sorted(members[name])[: int(room * FULL)]:
        ctx.constrainCellToRegion(cell, name)
        rest.discard(cell)
ctx.createRectangularRegion("machine", *MACHINE)
for cell in sorted(rest):
    ctx.constrainCellToRegion(cell, "machine")
