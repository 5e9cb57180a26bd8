//! A replay as data for the page's script: each cycle holds its differences from the one before.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::record::Recording;
use super::tell::{PHASES, tell};
use crate::chess::KNIGHT_STEPS;
use crate::chess::Piece;
use crate::chess::classic::observe::{Choice, Cycle, SIGNALS};
use crate::parts::board::Compass;
use crate::sections::SectionError;

/// The constants of a run, and its cycles.
#[derive(Serialize)]
struct Data<'a> {
    files: u32,
    ranks: u32,
    names: Vec<String>,
    /// Files and ranks to the neighbour, in the order of the bits of `slides`, `kings` and `pawns`.
    ways: [(i32, i32); 8],
    jumps: [(i32, i32); 8],
    leaves: &'a [u32],
    tree: &'a [[usize; 2]],
    phases: [&'static str; 6],
    control: &'a [String],
    signals: &'static [&'static str],
    moves: Vec<Value>,
    opens: usize,
    cycles: Vec<Map<String, Value>>,
}

/// The replay as JSON that can stand in a script element.
///
/// # Errors
/// It cannot be written: a defect of it.
pub fn data(node: &Recording) -> Result<String, SectionError> {
    let moves = node.answers.iter().map(|answer| {
        let generated = &answer.generated;
        json!({ "cycle": answer.cycle, "move": generated.mv.to_string(), "kind": generated.kind.to_string() })
    });
    let data = Data {
        files: node.board.files,
        ranks: node.board.ranks,
        names: (0..node.board.squares()).map(|at| node.board.name(at)).collect(),
        ways: Compass::ALL.map(Compass::step),
        jumps: KNIGHT_STEPS,
        leaves: &node.leaves,
        tree: &node.tree,
        phases: PHASES,
        control: &node.control,
        signals: &SIGNALS,
        moves: moves.collect(),
        opens: node.opens(),
        cycles: differences(node.cycles.iter().map(|cycle| frame(node, cycle))),
    };
    script(&data)
}

/// The differences of each cycle from the one before.
pub(in crate::sections) fn differences(
    frames: impl Iterator<Item = Map<String, Value>>,
) -> Vec<Map<String, Value>> {
    let mut before = Map::new();
    let changed = frames.map(|now| {
        let differs = |(name, value): &(&String, &Value)| before.get(*name) != Some(*value);
        let changed = now.iter().filter(differs).map(|(name, value)| (name.clone(), value.clone())).collect();
        before = now;
        changed
    });
    changed.collect()
}

/// Data as JSON that can stand in a script element.
pub(in crate::sections) fn script(data: &impl Serialize) -> Result<String, SectionError> {
    // A script element ends at `</script`, wherever it stands.
    Ok(serde_json::to_string(data)?.replace('<', "\\u003c"))
}

/// All of a cycle. The only signal wider than 32 bits is the answer. That of *next* has 33 bits,
/// and a script's numbers hold them.
fn frame(node: &Recording, cycle: &Cycle) -> Map<String, Value> {
    let state = node.states.iter().find(|(number, _)| *number == cycle.state).map(|(_, name)| name.as_str());
    let set = |squares: u64| json!(format!("{squares:x}"));
    let bytes = |values: &[u8]| json!(values.iter().map(|value| format!("{value:02x}")).collect::<String>());
    let pieces = cycle.pieces.iter().map(|&code| Piece::from_code(code).map_or('.', Piece::letter));
    let choices = cycle.choices.iter().map(|choice| match choice {
        Choice::Nothing => '.',
        Choice::First => '1',
        Choice::Second => '2',
    });
    let priorities = cycle.priorities.iter().map(|priority| priority.to_string());
    [
        ("state", json!(state.map(|name| name.replace('_', " ")))),
        ("tells", json!(tell(node, cycle))),
        ("control", json!(cycle.control)),
        ("signals", json!(cycle.signals)),
        ("pieces", json!(pieces.collect::<String>())),
        ("slides", bytes(&cycle.slides)),
        ("kings", bytes(&cycle.kings)),
        ("pawns", bytes(&cycle.pawns)),
        ("knights", set(cycle.knights)),
        ("transmits", set(cycle.transmits)),
        ("pointed", set(cycle.pointed)),
        ("masks", set(cycle.masks)),
        ("masked", set(cycle.masked)),
        ("destination", set(cycle.destination)),
        ("origin", set(cycle.origin)),
        ("cleared", set(cycle.cleared)),
        ("priorities", json!(priorities.collect::<String>())),
        ("choices", json!(choices.collect::<String>())),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into_iter()
    .collect()
}
