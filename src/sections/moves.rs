//! The page of any core that gives moves one by one and counts game trees: what a game of a user's
//! own gets without a line of HTML.

use askama::Template;

use super::{Fact, Own, Rate, Section, SectionError};
use crate::game::{Column, MachineError, PerftCount, Play, Root, Row, Signs, Unit};
use crate::netlist::Design;
use crate::readable::thousands;
use crate::simulate::Simulation;
use crate::simulate::command_port::Pins;

#[derive(Template)]
#[template(path = "report_moves.html")]
struct Moves<'a> {
    heading: String,
    columns: &'a [Column],
    rows: &'a [Row],
}

/// Leaves of the deepest count that a page makes.
const LEAVES: u64 = 10_000;

/// The plies of that count, at most.
const PLIES: u32 = 6;

/// What such a core adds to its page: the moves of the position with their cycles, and a count. The
/// design has its command port outside, and a stack of `stack` plies. `picture` shows the position,
/// if there is a picture.
///
/// # Errors
/// The core cannot be simulated, or the machine does not answer as it should.
pub(crate) fn own(
    game: &'static dyn Play,
    root: &Root,
    picture: Option<String>,
    design: &Design,
    stack: u32,
) -> Result<Own, SectionError> {
    let pins = Pins::new(Simulation::new(design)?, "built-in simulator").map_err(MachineError::from)?;
    let mut machine = game.machine(Box::new(pins), stack);
    machine.load(root)?;
    let rows = machine.rest()?;
    let depth = depth(game, root, stack);
    let PerftCount { nodes, cycles, moves } = machine.perft(depth, false)?;
    let (units, of) = match game.unit() {
        Unit::Move => (["move", "moves"], moves),
        Unit::Leaf => (["leaf", "leaves"], nodes),
    };
    let heading = game.heading(root, Signs::Usual);
    let body = Moves { heading, columns: game.columns(), rows: &rows }.render()?;
    Ok(Own {
        facts: vec![
            Fact::new(rows.len(), "moves in the position shown"),
            Fact::new(thousands(nodes), "leaves of the count"),
            Fact::new(thousands(cycles), "clock cycles of the count"),
        ],
        picture: picture.unwrap_or_else(|| NO_PICTURE.into()),
        structure: Vec::new(),
        rate: Rate {
            units,
            cycles: (of > 0).then(|| cycles as f64 / of as f64),
            told: format!("Cycles a {} are those of a count of {depth} plies, simulated.", units[0]),
        },
        runs: vec![Section { id: "moves", title: "The moves one by one".into(), body, script: None }],
    })
}

/// Stands for the picture of a core that has none.
const NO_PICTURE: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 1'/>";

/// The plies of a count that is soon done.
fn depth(game: &dyn Play, root: &Root, stack: u32) -> u32 {
    let is_short = |plies: &u32| game.leaves(root, *plies).is_some_and(|leaves| leaves <= LEAVES);
    (1..=stack.min(PLIES)).take_while(is_short).last().unwrap_or(1)
}
