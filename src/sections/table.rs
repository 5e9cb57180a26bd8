//! The pages of the hash table and of its index unit.

use super::strip::{self, Kind, Strip};
use super::{Fact, Own, Rate, SectionError, thumbnail};
use crate::hash::hardware::{ANSWER_LATENCY, INDEX_LATENCY, ProbeAnswer, TableOptions};
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
pub(crate) fn index_unit() -> Result<Own, SectionError> {
    let cells = (0..COLUMNS).map(|cycle| usize::from(cycle >= INDEX_LATENCY as usize)).collect();
    let strip = Strip { kinds: INDICES, columns: COLUMNS, cells };
    let facts = vec![
        Fact::new(INDEX_LATENCY, "clock cycles from a key to its index"),
        Fact::new(4, "multipliers of 16 by 16 bits"),
    ];
    let about = format!(
        "A key is given in every cycle from the first on. Its index comes {INDEX_LATENCY} cycles later, whatever the key \
         and the number of clusters."
    );
    let rate = Rate {
        units: ["index", "indices"],
        cycles: Some(1.0),
        told: "A key is taken and an index given in every clock cycle.".into(),
    };
    own("Indices", facts, about, rate, strip)
}

fn own(name: &str, facts: Vec<Fact>, about: String, rate: Rate, strip: Strip) -> Result<Own, SectionError> {
    let picture = thumbnail::strip(&strip);
    let runs = vec![strip::section(about, "a row is 64 cycles", &[(name.to_string(), strip)])?];
    Ok(Own { facts, picture, structure: Vec::new(), rate, runs })
}
