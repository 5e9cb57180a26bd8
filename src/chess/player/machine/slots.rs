//! The two slots of each place of the hash table, and which of them a store goes to.
//!
//! The first slot keeps the deeper entry. Its worth is the depth of its entry, less one for every
//! eighth store that it has kept out, so an entry that is old gives way at last. The second slot
//! keeps the newest of the others. Worths have a memory of their own, because a store reads one
//! while turns look entries up.

use super::key::KEY;
use super::node::PLY;
use super::table::{Clearing, Entry, Stored};
use crate::describe::{Builder, Bundle, Project, Waits, Wire, concat, delay, mux};
use crate::netlist::NetlistError;
use crate::parts::banks::{Banks, Write};

/// The slots' names.
const NAMES: [&str; 2] = ["table_deep", "table_newest"];

/// A store that is kept out ages the first slot if so many bits of its key, the highest, are clear.
pub const AGES: u32 = 3;

/// Clock cycles from a store until it is written: its worth is read, and compared.
pub const DECIDING: u32 = Banks::LATENCY + 1;

/// The memories.
pub struct Slots {
    /// Of one slot of all places.
    entries: Banks,
    worths: Banks,
    /// Bits of a place.
    bits: u32,
}

/// What is written in a cycle, [`DECIDING`] cycles after it came.
struct Written {
    /// To the first slot, and to the second: 1 bit each.
    slots: [Wire; 2],
    /// Neither is cleared, but an entry comes: 1 bit.
    stores: Wire,
    place: Wire,
    data: Wire,
}

impl Slots {
    /// Slots for this many entries, a power of two.
    ///
    /// # Errors
    /// A mistake in the description.
    pub fn new(project: &mut Project, top: &str, entries: u32) -> Result<Self, NetlistError> {
        let places = entries / 2;
        let bits = places.trailing_zeros();
        let width = KEY - bits + Entry::width();
        Ok(Self {
            entries: Banks::new(project, &format!("{top}_table"), width, places)?,
            worths: Banks::new(project, &format!("{top}_worths"), PLY, places)?,
            bits,
        })
    }

    /// Bits of a place.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The place of a key, and the bits that are compared.
    fn split(&self, key: &Wire) -> [Wire; 2] {
        [key.slice(0, self.bits), key.slice(self.bits, KEY - self.bits)]
    }

    /// Stores, or clears. Gives the entry of the key of [`Banks::LATENCY`] cycles ago, all zeros if
    /// there is none: the deeper one if there are two. Combinational behind registers.
    ///
    /// # Errors
    /// A mistake in the description.
    pub fn connect(
        &self,
        project: &mut Project,
        b: &Builder,
        clearing: &Clearing,
        (key, stored): (&Wire, &Stored),
    ) -> Result<Entry, NetlistError> {
        let [place, tag] = self.split(key);
        let written = self.written(project, b, clearing, stored)?;
        let missed = (&written.stores & written.place.eq(&place)).named("is_stored_now");
        let asked = delay(project, &concat(&[tag, missed]), Banks::LATENCY, "table_asks", Waits::REGISTERS)?;
        let (wanted, missed) = (asked.slice(1, KEY - self.bits), asked.bit(0));
        let [deep, newest] = [0, 1].map(|slot: usize| {
            let placed = self.entries.place(b, NAMES[slot]);
            let found = placed.word();
            let Written { slots, place: address, data, .. } = &written;
            placed.connect(&place, &Write { enable: &slots[slot], address, data });
            let hits = found.slice(Entry::width(), KEY - self.bits).eq(&wanted) & !&missed;
            (found.slice(0, Entry::width()), hits.named(&format!("{}_hits", NAMES[slot])))
        });
        let answer = mux(&deep.1, &deep.0, &newest.0.when(&newest.1));
        Ok(Entry::unpacked(&answer.named("table_says")))
    }

    /// Finds the slot of a store. A store that reads a worth at the edge of its write does not know
    /// it, and goes to the second slot.
    fn written(
        &self,
        project: &mut Project,
        b: &Builder,
        clearing: &Clearing,
        stored: &Stored,
    ) -> Result<Written, NetlistError> {
        let worths = self.worths.place(b, "table_worths");
        let worth_written = b.register("worth_written", 1).comment("the worth of a first slot changes");
        let place_written = b.register("place_written", self.bits).comment("the place that is written");
        let [place, _] = self.split(&stored.key);
        let unknown = &*worth_written & place.eq(&place_written.output());
        let comes = concat(&[stored.entry.packed(), stored.key.clone(), unknown, stored.stores.clone()]);
        let comes = delay(project, &comes, Banks::LATENCY, "store_waits", Waits::REGISTERS)?;
        let [stores, unknown] = [0, 1].map(|bit| comes.bit(bit));
        let key = comes.slice(2, KEY);
        let entry = Entry::unpacked(&comes.slice(2 + KEY, Entry::width()));
        let [own, tag] = self.split(&key);

        let worth = worths.word();
        let kept_out = entry.depth.lt(&worth).named("is_kept_out");
        let deep = (!&kept_out & !&unknown).named("goes_to_first_slot");
        let ages = &kept_out & !&unknown & key.slice(KEY - AGES, AGES).none();
        let decided = |name: &str, wire: Wire| (&stores & wire).later(name);
        let slots = [decided("first_slot_comes", deep.clone()), decided("second_slot_comes", !&deep)];
        worth_written.next(&(&stores & (&deep | &ages)));
        place_written.next(&own);
        let less = &worth - &b.constant(PLY, 1);
        let worth_next = mux(&deep, &entry.depth, &less).later("worth_next");
        let data = concat(&[tag, entry.packed()]).later("entry_next");

        let place = mux(&clearing.on, &clearing.place, &place_written.output()).named("place_next");
        let unless = !&clearing.on;
        let enable = (&*worth_written | &clearing.on).named("worths_write");
        worths.connect(
            &self.split(&stored.key)[0],
            &Write { enable: &enable, address: &place, data: &worth_next.when(&unless).named("worth_word") },
        );
        Ok(Written {
            stores: (&slots[0] | &slots[1]).named("slot_comes"),
            slots: slots.map(|slot| slot | &clearing.on),
            place,
            data: data.when(&unless).named("table_word"),
        })
    }
}
