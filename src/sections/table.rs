//! The pages of the hash table and of its index unit.

use super::strip::{self, Kind, Strip};
use super::{Fact, Own, Rate, SectionError, thumbnail};
use crate::hash::Width;
use crate::hash::hardware::memory::{MemoryLink, MemoryOptions};
use crate::hash::hardware::{
    ANSWER_LATENCY, INDEX_LATENCY, KEYS_LATENCY, ProbeAnswer, TableOptions, WIDE_INDEX_LATENCY,
};
use crate::readable::thousands;

/// Clock cycles of the run that the page of a table shows.
pub(crate) const CYCLES: u32 = 32 * COLUMNS as u32;

/// Cells of a row.
const COLUMNS: usize = 64;

/// The kinds of the answers of a table.
const ANSWERS: &[Kind] = &[
    Kind { what: "no probe", useful: false },
    Kind { what: "no entry of the key", useful: true },
    Kind { what: "an entry of the key", useful: true },
];

/// The kinds of what an index unit gives.
const INDICES: &[Kind] = &[Kind { what: "not yet", useful: false }, Kind { what: "an index", useful: true }];

/// The kinds of what a table asks of its memory.
const MEMORY: &[Kind] = &[Kind { what: "no request", useful: false }, Kind { what: "a read", useful: true }];

/// Clock cycles from a key to the read of its cluster.
const FIRST_READ: u32 = INDEX_LATENCY + FIFO_LATENCY;

/// Clock cycles that the queue takes.
const FIFO_LATENCY: u32 = 6;

/// The kinds of what a unit of keys gives.
const KEYS: &[Kind] = &[Kind { what: "not yet", useful: false }, Kind { what: "a key", useful: true }];

/// The sections of a table: what it answers in each cycle of a run.
///
/// # Errors
/// A template cannot be rendered: a defect of it.
pub(crate) fn table(options: &TableOptions, answers: Vec<ProbeAnswer>) -> Result<Own, SectionError> {
    let cells = answers.into_iter().map(|answered| answered as usize).collect();
    let strip = Strip { kinds: ANSWERS, columns: COLUMNS, cells };
    let facts = vec![
        Fact::new(thousands(options.clusters().into()), "clusters"),
        Fact::new(options.layout.entries(), "entries of a cluster"),
        Fact::new(ANSWER_LATENCY, "clock cycles from a probe to its answer"),
        Fact::new(thousands(options.clusters().into()), "clock cycles until it is clear after a reset"),
    ];
    let about = format!(
        "In the built-in simulator the table is given probes and stores at random, most of them of 15 keys of three \
         clusters: a probe in four cycles of five, a store in four of five, and a new search now and then. All answers \
         are those of the table in software. The first comes {ANSWER_LATENCY} cycles after its probe."
    );
    let rate = Rate {
        units: ["look-up", "look-ups"],
        cycles: Some(1.0),
        told: "A key is looked up and an entry stored in every clock cycle, whatever the clusters.".into(),
    };
    own("Answers", facts, about, rate, strip)
}

/// The sections of an index unit.
///
/// # Errors
/// A template cannot be rendered: a defect of it.
pub(crate) fn index_unit(width: Width) -> Result<Own, SectionError> {
    let (latency, multipliers) = match width {
        Width::Bits32 => (INDEX_LATENCY, 4),
        Width::Bits64 => (WIDE_INDEX_LATENCY, 16),
    };
    let strip = from_then_on(INDICES, latency);
    let facts = vec![
        Fact::new(latency, "clock cycles from a key to its index"),
        Fact::new(multipliers, "multipliers of 16 by 16 bits"),
    ];
    let about = format!(
        "A key is given in every cycle from the first on. Its index comes {latency} cycles later, whatever the key \
         and the number of clusters."
    );
    let rate = Rate {
        units: ["index", "indices"],
        cycles: Some(1.0),
        told: "A key is taken and an index given in every clock cycle.".into(),
    };
    own("Indices", facts, about, rate, strip)
}

/// The sections of a table in another memory, by what it is linked to.
///
/// # Errors
/// A template cannot be rendered: a defect of it.
pub(crate) fn memory_table(options: &MemoryOptions) -> Result<Own, SectionError> {
    let mut facts = vec![Fact::new(options.outstanding, "reads under way, at most")];
    let (words, of) = match &options.link {
        MemoryLink::Port => (1, "a memory that takes a whole cluster in every cycle".to_string()),
        MemoryLink::Wishbone(bits) => (words_of(options, *bits), format!("a Wishbone bus of {bits} bits")),
        MemoryLink::Axi4(bits) => (words_of(options, *bits), format!("an AXI4 bus of {bits} bits")),
        MemoryLink::Sdram(sdram) => {
            facts.push(Fact::new(thousands(sdram.clusters(options.layout)), "clusters that the chip holds"));
            facts.push(Fact::new(sdram.times.cas, "clock cycles of the CAS latency"));
            facts.push(Fact::new(
                thousands(sdram.times.refi.into()),
                "clock cycles from one refresh to the next",
            ));
            (words_of(options, sdram.bits), format!("an SDRAM chip with words of {} bits", sdram.bits))
        }
    };
    facts.push(Fact::new(words, "clock cycles of a cluster on the wires of its memory"));
    let about = format!(
        "A key is given in every cycle from the first on, to {of}. The table asks for its first cluster after {FIRST_READ} \
         cycles, and then for one in every {} at best.",
        if words == 1 { "cycle".into() } else { format!("{words} cycles") }
    );
    let read_at = |cycle: usize| {
        let since = cycle.checked_sub(FIRST_READ as usize);
        usize::from(since.is_some_and(|since| since.is_multiple_of(words as usize)))
    };
    let strip = Strip { kinds: MEMORY, columns: COLUMNS, cells: (0..COLUMNS).map(read_at).collect() };
    let rate = Rate {
        units: ["look-up", "look-ups"],
        cycles: None,
        told: format!(
            "Keys are looked up at the speed of the memory, at most one in {}.",
            if words == 1 { "a clock cycle".into() } else { format!("{words} clock cycles") }
        ),
    };
    own("Reads", facts, about, rate, strip)
}

/// Words of this many bits in a cluster.
fn words_of(options: &MemoryOptions, bits: u32) -> u32 {
    options.layout.cluster_bytes() * 8 / bits
}

/// The sections of the unit of keys.
///
/// # Errors
/// A template cannot be rendered: a defect of it.
pub(crate) fn keys(seed: u64, kept: &str) -> Result<Own, SectionError> {
    let strip = from_then_on(KEYS, KEYS_LATENCY);
    let facts = vec![
        Fact::new(KEYS_LATENCY, "clock cycles from a move to the key after it"),
        Fact::new(seed, "the seed of the constants"),
    ];
    let about = format!(
        "A move is given in every cycle from the first on, to be made or to be taken back. The key after it comes \
         {KEYS_LATENCY} cycles later, with {kept}."
    );
    let rate = Rate {
        units: ["key", "keys"],
        cycles: Some(1.0),
        told: "A move is made or taken back in every clock cycle.".into(),
    };
    own("Keys", facts, about, rate, strip)
}

/// Cells of the first kind for so many cycles, and of the second from then on.
fn from_then_on(kinds: &'static [Kind], cycles: u32) -> Strip {
    let cells = (0..COLUMNS).map(|cycle| usize::from(cycle >= cycles as usize)).collect();
    Strip { kinds, columns: COLUMNS, cells }
}

fn own(name: &str, facts: Vec<Fact>, about: String, rate: Rate, strip: Strip) -> Result<Own, SectionError> {
    let picture = thumbnail::strip(&strip);
    let runs = vec![strip::section(about, "a row is 64 cycles", &[(name.to_string(), strip)])?];
    Ok(Own { facts, picture, structure: Vec::new(), rate, runs })
}
