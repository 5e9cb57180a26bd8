//! The page of the evaluator: the positions of a game tree, a value a clock cycle.

use super::strip::{self, Kind, Strip};
use super::{Fact, Own, Rate, SectionError, thumbnail};
use crate::chess::evaluation::hardware::{Evaluator, Found, Given};
use crate::chess::evaluation::{Term, Weights};
use crate::chess::{Position, rules};
use crate::readable::thousands;
use crate::simulate::{Ports, PortsError, Simulation};

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
pub(crate) fn own(position: &Position, machine: &Evaluator, weights: &Weights) -> Result<Own, SectionError> {
    let positions = tree(position);
    let mut simulation = Simulation::new(&machine.design)?;
    let (found, cells) = drive(&mut simulation, machine, &positions, weights)?;
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

/// The first positions of the game tree, level by level.
fn tree(position: &Position) -> Vec<Position> {
    let mut tree = vec![position.clone()];
    let mut next = 0;
    while tree.len() < GIVEN && next < tree.len() {
        let moves = rules::legal_moves(&tree[next]).unwrap_or_default();
        let after: Vec<Position> = moves.into_iter().map(|mv| tree[next].after(mv)).collect();
        tree.extend(after);
        next += 1;
    }
    tree.truncate(GIVEN);
    tree
}

/// What the machine gives for each position, and what came out in each cycle.
fn drive(
    simulation: &mut Simulation,
    machine: &Evaluator,
    positions: &[Position],
    weights: &Weights,
) -> Result<(Vec<Found>, Vec<usize>), PortsError> {
    let (mut found, mut cells) = (Vec::new(), Vec::new());
    let mut coming = positions.iter();
    Ports::poke(simulation, "valid", 0)?;
    Ports::poke(simulation, "reset", 1)?;
    Ports::step(simulation)?;
    Ports::poke(simulation, "reset", 0)?;
    for _ in 0..positions.len() + machine.latency as usize {
        let given = coming.next();
        Ports::poke(simulation, "valid", given.is_some().into())?;
        for (port, value) in given.iter().flat_map(|position| Given::of(position, weights).ports()) {
            Ports::poke(simulation, port, value)?;
        }
        let mut out = [0; Found::PORTS.len()];
        for (value, port) in out.iter_mut().zip(Found::PORTS) {
            *value = Ports::peek(simulation, port)?;
        }
        match Ports::peek(simulation, "value_valid")? {
            0 => cells.push(0),
            _ => {
                let here = Found::read(out);
                cells.push(2 + usize::from(here.value > 50) - usize::from(here.value < -50));
                found.push(here);
            }
        }
        Ports::step(simulation)?;
    }
    Ok((found, cells))
}
