"""A hash table of the default layout as docs/hash.md describes it: three entries of ten bytes in a cluster of 32."""

CLUSTER, ENTRY, ENTRIES = 32, 10, 3
WIDTHS = {"key": 16, "depth": 8, "generation": 5, "bound": 2, "pv": 1, "move": 16, "value": 16, "eval": 16}
EXACT = 3


def unpacked(number):
    """The fields of an entry."""
    entry = {}
    for name, width in WIDTHS.items():
        entry[name] = number & ((1 << width) - 1)
        number >>= width
    return entry


def packed(entry):
    number, low = 0, 0
    for name, width in WIDTHS.items():
        number |= entry[name] << low
        low += width
    return number


class Twin:
    """The table; a key has its low 33 bits, and above them the 16 that are stored."""

    def __init__(self, count):
        self.count, self.generation, self.bytes = count, 0, bytearray(count * CLUSTER)

    def index(self, key):
        return ((key >> 1 & 0xFFFFFFFF) * self.count >> 32) & ~1 | key & 1

    def entry_at(self, index, place):
        at = index * CLUSTER + place * ENTRY
        return at, unpacked(int.from_bytes(self.bytes[at : at + ENTRY], "little"))

    def place(self, key):
        """The first place of the key; else that of least worth. And whether there is an entry of it."""
        entries = [self.entry_at(self.index(key), place)[1] for place in range(ENTRIES)]
        for place, entry in enumerate(entries):
            if entry["key"] == key >> 33:
                return place, entry["depth"] != 0
        worth = [entry["depth"] - 8 * ((self.generation - entry["generation"]) % 32) for entry in entries]
        return worth.index(min(worth)), False

    def probe(self, key):
        """The place and the entry, or None."""
        place, hit = self.place(key)
        return (place, self.entry_at(self.index(key), place)[1]) if hit else None

    def store(self, key, new):
        if new["depth"] == 0:
            return
        at, old = self.entry_at(self.index(key), self.place(key)[0])
        other = old["key"] != key >> 33
        move = new["move"] if new["move"] or other else old["move"]
        deep = new["depth"] + 2 * new["pv"] > old["depth"] - 4
        older = old["generation"] != self.generation
        if new["bound"] == EXACT or other or deep or older:
            old = dict(new, key=key >> 33, generation=self.generation)
        self.bytes[at : at + ENTRY] = packed(dict(old, move=move)).to_bytes(ENTRY, "little")

    def new_search(self):
        self.generation = (self.generation + 1) % 32
