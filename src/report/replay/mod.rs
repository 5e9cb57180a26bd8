//! The replay of a node: what the array does in each clock cycle, and the waveforms of the command port beside it.

mod data;
mod record;
mod tell;
#[cfg(test)]
mod tests;

use askama::Template;

pub use record::{Answer, Node, record};
pub(super) use tell::command;

use super::{ReportError, Section, waves};
use crate::chess::Figures;

#[derive(Template)]
#[template(path = "report_replay.html")]
struct Replay<'a> {
    fen: String,
    drawn: String,
    side: String,
    moves: &'a [Answer],
    last: usize,
    data: String,
}

/// The replay and the waveforms that go with it.
///
/// # Errors
/// A template or the data cannot be written: a defect of them.
pub(super) fn sections(node: &Node) -> Result<[Section; 2], ReportError> {
    let replay = Replay {
        fen: node.position.to_fen(),
        drawn: node.position.draw(Figures::Letters),
        side: node.position.side.to_string(),
        moves: &node.answers,
        last: node.cycles.len().saturating_sub(1),
        data: data::data(node)?,
    };
    let body = replay.render()?;
    let title = "A node, cycle by cycle".into();
    let script = Some(include_str!("../../../templates/report_replay.js"));
    Ok([Section { id: "replay", title, body, script }, waves::section(node)?])
}
