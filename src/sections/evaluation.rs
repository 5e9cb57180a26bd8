//! The page of the evaluator: the positions of a game tree, a value a clock cycle.

use super::every_cycle::{drive, tree};
use super::strip::{self, Kind, Strip};
use super::{Fact, Own, Rate, SectionError, thumbnail};
use crate::chess::evaluation::hardware::{Found, Given};
use crate::chess::evaluation::{Term, Weights};
use crate::chess::{Chess, Position};
use crate::describe::EveryCycle;
use crate::readable::thousands;
use crate::simulate::{Ports, Simulation};

/// Cells of a row.
const COLUMNS: usize = 64;

/// Positions given.
const GIVEN: usize = 2_000;

/// The possible outputs, by the value in pawns.
const KINDS: &[Kind] = &[
    Kind { what: "the first positions are on their way", useful: false },
    Kind { what: "a value below -50", useful: true },
    Kind { what: "a value from -50 to 50", useful: true },
    Kind { what: "a value above 50", useful: true },
];

/// The sections of an evaluator: the values of a position and of those after it.
///
/// # Errors
/// The simulator failed, or a template cannot be rendered.
pub(crate) fn own(position: &Position, machine: &EveryCycle, weights: &Weights) -> Result<Own, SectionError> {
    let mut positions = tree::<Chess>(position, GIVEN);
    positions.truncate(GIVEN);
    let mut simulation = Simulation::new(&machine.design)?;
    let out = drive(
        &mut simulation,
        machine.latency,
        positions.iter(),
        |ports, position| Given::of(position, weights).give(ports),
        |ports| match Ports::peek(ports, "value_valid")? {
            0 => Ok(None),
            _ => Found::peek(ports).map(Some),
        },
    )?;
    let kind = |found: &Found| 2 + usize::from(found.value > 50) - usize::from(found.value < -50);
    let cells = out.iter().map(|found| found.as_ref().map_or(0, kind)).collect();
    let found: Vec<Found> = out.into_iter().flatten().collect();
    let expected = positions.iter().map(|position| Found::expected(position, weights));
    let same = expected.zip(&found).filter(|(expected, found)| expected == *found).count();
    let strip = Strip { kinds: KINDS, columns: COLUMNS, cells };
    let value = found.first().map_or("-".into(), |found| found.value.to_string());
    let terms = Term::ALL.iter().filter(|term| term.features().any(|of| weights[of] != Default::default()));
    let facts = vec![
        Fact::new(value, "value of the position, for the side to move"),
        Fact::new(terms.count(), "terms with weights"),
        Fact::new(machine.latency, "clock cycles from a position to its value"),
    ];
    let about = format!(
        "In the built-in simulator the evaluator is given the positions of the game tree, level by level, one in every \
         cycle. {} of {} values are those of the evaluation in software. The first comes {} cycles after its position.",
        thousands(same as u64),
        thousands(found.len() as u64),
        machine.latency
    );
    let rate = Rate {
        units: ["value", "values"],
        cycles: Some(1.0),
        told: "A position is taken and a value given in every clock cycle.".into(),
    };
    let picture = thumbnail::strip(&strip);
    let runs = vec![strip::section(about, "a row is 64 cycles", &[("Values".to_string(), strip)])?];
    Ok(Own { facts, picture, structure: Vec::new(), rate, runs })
}
