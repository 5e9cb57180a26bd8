//! The page of the machine that finds checks: the positions of a game tree, one a clock cycle.

use super::every_cycle::{drive, tree};
use super::strip::{self, Kind, Strip};
use super::{Fact, Own, Rate, SectionError, shogi_position, thumbnail};
use crate::describe::EveryCycle;
use crate::readable::thousands;
use crate::shogi::machine::check::{ByteBoard, Checks};
use crate::shogi::{Position, Shogi};
use crate::simulate::{Ports, Simulation};

/// Cells of a row.
const COLUMNS: usize = 64;

/// Positions given.
const GIVEN: usize = 4_000;

/// The possible outputs.
const KINDS: &[Kind] = &[
    Kind { what: "the first positions are on their way", useful: false },
    Kind { what: "no check and no blocker", useful: true },
    Kind { what: "blockers, but no check", useful: true },
    Kind { what: "a check", useful: true },
];

/// The place of an output in [`KINDS`].
fn kind(found: &Checks) -> usize {
    match (found.checkers, found.blockers) {
        (0, 0) => 1,
        (0, _) => 2,
        _ => 3,
    }
}

/// The sections of the machine: the board, and what is found on it and on those after it.
///
/// # Errors
/// The simulator failed, or a template cannot be rendered.
pub(crate) fn own(position: &Position, machine: &EveryCycle) -> Result<Own, SectionError> {
    let tree = tree::<Shogi>(position, GIVEN);
    let positions: Vec<&Position> = tree.iter().cycle().take(GIVEN).collect();
    let mut simulation = Simulation::new(&machine.design)?;
    let out = drive(
        &mut simulation,
        machine.latency,
        positions.iter().copied(),
        |ports, position| ByteBoard::of(position).poke(ports),
        |ports| match Ports::peek(ports, "found_valid")? {
            0 => Ok(None),
            _ => Checks::peek(ports).map(Some),
        },
    )?;
    let cells: Vec<usize> = out.iter().map(|found| found.as_ref().map_or(0, kind)).collect();
    let found: Vec<Checks> = out.into_iter().flatten().collect();
    let expected = positions.iter().map(|position| Checks::of(&ByteBoard::of(position)));
    let same = expected.zip(&found).filter(|(expected, found)| expected == *found).count();
    let strip = Strip { kinds: KINDS, columns: COLUMNS, cells };
    let first = found.first().copied().unwrap_or_default();
    let facts = vec![
        Fact::new(machine.latency, "clock cycles from a board to the pieces found"),
        Fact::new(first.checkers.count_ones(), "checkers in the position"),
        Fact::new(first.blockers.count_ones(), "blockers"),
        Fact::new(first.pinned.count_ones(), "of them pinned"),
        Fact::new(thousands(strip.count(3) as u64), "of the positions of the run with a check"),
    ];
    let about = format!(
        "In the built-in simulator the machine is given the positions of the game tree, level by level, one in every \
         cycle. For {} of {} it finds the pieces that its twin in software does. The first come {} cycles after their position.",
        thousands(same as u64),
        thousands(found.len() as u64),
        machine.latency
    );
    let rate = Rate {
        units: ["position", "positions"],
        cycles: Some(1.0),
        told: "A board is taken and its pieces given in every clock cycle, whatever the position.".into(),
    };
    let picture = thumbnail::strip(&strip);
    let runs = vec![strip::section(about, "a row is 64 cycles", &[("Checks".to_string(), strip)])?];
    Ok(Own { facts, picture, structure: vec![shogi_position::section(position)?], rate, runs })
}

#[cfg(test)]
mod tests {
    use crate::cores::{self, Settings};
    use crate::report::{Request, page};

    /// The page says what the machine finds in the position, and that its twin finds the same.
    #[test]
    fn the_page_says_what_is_found() {
        let core = cores::find("shogi-check").unwrap();
        let settings = Settings::parse(core, &[("levels", "100")]).unwrap();
        let sfen = "k8/9/4r4/9/4P4/r1s1K4/3n5/9/9 b - 1";
        let root = core.game.read(Some(sfen), &[]).unwrap();
        let page =
            page(&Request { core, settings, root, measured: Vec::new(), figures: Vec::new() }).unwrap();
        assert!(page.contains("For 4,000 of 4,000 it finds"), "{page}");
        for (number, fact) in [(0, "checkers in the position"), (2, "blockers"), (1, "of them pinned")] {
            let told = format!("<strong>{number}</strong> {fact}");
            assert!(page.contains(&told), "{told}");
        }
    }
}
