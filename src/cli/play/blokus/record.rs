//! The moves with which a game of Blokus Duo begins.

use crate::blokus::Position;
use crate::blokus::position::RecordError;
use crate::cli::position::is_start;

/// Moves that can be made from the beginning of a game.
#[derive(Clone, Debug)]
pub struct Record(String);

impl Record {
    /// The codes of the moves.
    pub fn codes(&self) -> Vec<String> {
        self.0.split_whitespace().map(Into::into).collect()
    }
}

/// Reads the moves so far; `startpos` stands for none.
pub fn parse_record(text: &str) -> Result<Record, RecordError> {
    let text = if is_start(text) { "" } else { text };
    text.parse::<Position>()?;
    Ok(Record(text.into()))
}
