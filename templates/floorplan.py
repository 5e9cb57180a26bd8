# Floorplan of <$ plan.floorplan.core $> on <$ plan.device.name $>, for nextpnr --pre-place.
import re

# Region: first and last column and row of tiles, its lookup tables, the instances that belong there.
REGIONS = {
<%- for region in plan.regions %><% let tiles = self.tiles(region) %>
    "<$ region.name $>": (<$ tiles.left $>, <$ tiles.low $>, <$ tiles.right $>, <$ tiles.high $>, <$ region.luts $>, (
<%- for part in region.parts %>"<$ scope $><$ part $>", <% endfor %>)),
<%- endfor %>
}
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


members = {name: [] for name in REGIONS}
for cell, data in ctx.cells:
    name, steps = region_of(str(cell), str(data.type))
    if name is not None and steps <= <$ steps $>:
        members[name].append((steps, str(cell)))

for name, (left, low, right, high, room, _) in REGIONS.items():
    ctx.createRectangularRegion(name, left, low, right, high)
    for _, cell in sorted(members[name])[: int(room * FULL)]:
        ctx.constrainCellToRegion(cell, name)
