//! The page of the evaluator of shogi: the words that it reads, cycle by cycle.

use super::strip::{self, Kind, Strip};
use super::{Asked, Fact, Own, Rate, SectionError, shogi_position, thumbnail};
use crate::readable::thousands;
use crate::shogi::Shogi;
use crate::shogi::kpp::hardware::{self, Held, KppOptions, Pace, Run, Stored};
use crate::shogi::kpp::{Numbering, Seeded};
use crate::simulate::Simulation;

/// Cells of a row.
const COLUMNS: usize = 64;

/// What is asked of the memory in a cycle.
const WORDS: &[Kind] = &[
    Kind { what: "no word", useful: false },
    Kind { what: "a word over both kings", useful: true },
    Kind { what: "a word of pairs", useful: true },
];

/// Clock cycles of the memory of the run.
const LATENCY: usize = 20;

/// The sections of a unit: an evaluation from nothing, on a memory that takes a read in every
/// cycle, and the board with the hands.
///
/// # Errors
/// The core cannot be simulated, or does not answer as its twin.
pub(crate) fn own(asked: &Asked, numbering: Numbering, options: &KppOptions) -> Result<Own, SectionError> {
    let position = asked.position::<Shogi>()?;
    let shape = hardware::Shape::new(numbering.codes() as u32, 81, options.shape.word_bits());
    let options = shape.map(|shape| KppOptions { shape, ..options.clone() }).map_err(refused)?;
    let design = hardware::kpp(&options).map_err(refused)?;
    let mut simulation = Simulation::new(&design)?;
    let table = Stored(Seeded { numbering, seed: 0 });
    let mut run = Run::new(&mut simulation, &options, &table, &Pace::steady(LATENCY))?;
    for command in hardware::whole_of(numbering, position) {
        run.give(&command)?;
    }
    let answer = run.settle()?;
    let kind = |word: &Option<u64>| match word.and_then(|word| options.shape.held(word)) {
        None => 0,
        Some(Held::Kings { .. }) => 1,
        Some(Held::Pairs { .. }) => 2,
    };
    let strip = Strip { kinds: WORDS, columns: COLUMNS, cells: run.asked().iter().map(kind).collect() };
    let counts = run.counts();
    let facts = vec![
        Fact::new(answer.value, "the value, with weights made from the seed 0"),
        Fact::new(thousands(counts.reads), "weights of the sums"),
        Fact::new(thousands(counts.words), "words read for them"),
        Fact::new(thousands(counts.cycles), "clock cycles, with the commands"),
    ];
    let about = format!(
        "The built-in simulator is given the entries of the position, one a cycle, and sums them from nothing. The memory \
         takes a read in every cycle, and answers after {LATENCY}. Rows are opened in the order of their codes; a word \
         brings all its weights that count."
    );
    let rate = Rate {
        units: ["evaluation", "evaluations"],
        cycles: Some(counts.cycles as f64),
        told: "Cycles of the run above, on a memory that takes a word in every cycle.".into(),
    };
    let picture = thumbnail::strip(&strip);
    let runs = vec![strip::section(about, "a row is 64 cycles", &[("Words".to_string(), strip)])?];
    Ok(Own { facts, picture, structure: vec![shogi_position::section(position)?], rate, runs })
}

fn refused(refusal: crate::game::Refusal) -> SectionError {
    crate::game::MachineError::simulator("kpp", refusal).into()
}
