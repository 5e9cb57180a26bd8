//! The replay of a node: the array in each clock cycle, and the waveforms of the command port
//! beside it.

mod data;
mod record;
mod tell;
#[cfg(test)]
mod tests;

use askama::Template;

pub(super) use data::{differences, script};
pub use record::{Recording, ReportedMove, Walk, record};
use tell::command;

use super::waves::{PORT, Port};
use super::{Asked, Fact, Figure, Own, Rate, Section, SectionError, figure, thumbnail, waves};
use crate::chess::{Chess, Figures};
use crate::netlist::Design;
use crate::parts::board::Board;
use crate::picture;
use crate::readable::thousands;

/// Stepping through the cycles, and what the array does in one.
const SCRIPT: &str = concat!(
    include_str!("../../../templates/report_steps.js"),
    include_str!("../../../templates/report_replay.js")
);

#[derive(Template)]
#[template(path = "report_replay.html")]
struct Replay<'a> {
    fen: String,
    drawn: String,
    side: String,
    moves: &'a [ReportedMove],
    answers: Vec<(usize, String)>,
    last: usize,
    data: String,
}

/// The sections that an array of squares adds to its page: its picture, the rate of its walker, and
/// a node cycle by cycle. The design has a command port outside.
///
/// # Errors
/// The core cannot be simulated, or a signal the replay shows is not there.
pub(crate) fn own(
    asked: &Asked,
    board: Board,
    design: &Design,
    stack_depth: u32,
) -> Result<Own, SectionError> {
    let node = record(design, board, stack_depth, asked.position::<Chess>()?)?;
    let walk = &node.walk;
    let facts = vec![
        Fact::new(board.squares(), "square cells"),
        Fact::new(board.squares() - 1, "arbiters"),
        Fact::new(node.answers.len(), "moves in the node shown"),
        Fact::new(thousands(node.cycles.len() as u64), "clock cycles to generate them one by one"),
        Fact::new(format!("{:.2}", walk.cycles_per_move()), "cycles a move of the walker"),
    ];
    let rate = Rate {
        units: ["move", "moves"],
        cycles: Some(walk.cycles_per_move()),
        told: format!(
            "Cycles a move are those of the walker in hardware, simulated: {} moves, made and taken back, in {} cycles from \
             the position of the replay, to depth {}. A move counts as in 2002: generated, made and taken back.",
            thousands(walk.count.moves),
            thousands(walk.count.cycles),
            walk.depth
        ),
    };
    let wanting = (!asked.has_figures).then_some(asked.core);
    let picture =
        node.cycles.get(node.opens()).map_or_else(String::new, |cycle| thumbnail::array(board, cycle));
    Ok(Own { facts, picture, structure: vec![array(board, wanting)?], rate, runs: sections(&node)?.into() })
}

/// The picture of the array. With the name of the core, it also says how to draw its floorplan.
fn array(board: Board, wanting: Option<&str>) -> Result<Section, SectionError> {
    let figure = Figure {
        title: "The array".into(),
        svg: picture::array(board)?,
        caption: format!(
            "{} squares pass lines to their neighbours; a tree of {} arbiters, each between the blocks it joins, picks one \
             square a cycle.",
            board.squares(),
            board.squares() - 1
        ),
    };
    figure::section("array", "The array", &[figure], wanting)
}

/// The replay and the waveforms that go with it.
///
/// # Errors
/// A template or the data cannot be written: a defect of them.
fn sections(node: &Recording) -> Result<[Section; 2], SectionError> {
    let answered = |answer: &ReportedMove| {
        (answer.cycle, format!("{} ({})", answer.generated.mv, answer.generated.kind))
    };
    let replay = Replay {
        fen: node.position.to_fen(),
        drawn: node.position.draw(Figures::Letters),
        side: node.position.side.to_string(),
        moves: &node.answers,
        answers: node.answers.iter().map(answered).collect(),
        last: node.cycles.len().saturating_sub(1),
        data: data::data(node)?,
    };
    let body = replay.render()?;
    let title = "A node, cycle by cycle".into();
    let port: Vec<Port> = node.cycles.iter().map(|cycle| PORT.map(|name| cycle.signal(name))).collect();
    let answers = node.answers.iter().map(|answer| (answer.cycle, answer.generated.mv.to_string()));
    Ok([
        Section { id: "replay", title, body, script: Some(SCRIPT) },
        waves::section(&port, answers, command)?,
    ])
}
