//! Tables of positions with stated counts, in a form for every game.

use thiserror::Error;

use super::{Refusal, Stated, Text};

/// The reasons why a line of a table is refused.
#[derive(Debug, Error)]
pub enum TableError {
    /// No position.
    #[error("line {line}: {error}")]
    Position {
        /// The line, from 1.
        line: usize,
        /// The problem.
        error: Refusal,
    },
    /// No count.
    #[error("line {line}: `{text}` is no count; write plies and leaves, such as `;D3 8902`")]
    Count {
        /// The line, from 1.
        line: usize,
        /// The text between two semicolons.
        text: String,
    },
}

/// Reads lines of a position and its stated counts, `POSITION ;D1 20 ;D2 400`. Lines that are empty
/// or begin with `#` are passed over.
///
/// # Errors
/// A line is none of these.
pub fn read<T: Text>(game: &T, text: &str) -> Result<Vec<Stated<T::Game>>, TableError> {
    let lines = text.lines().map(str::trim).zip(1..);
    let told = lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
    told.map(|(text, line)| {
        let mut parts = text.split(';').map(str::trim);
        let from = parts.next().unwrap_or_default();
        let position = game.read(from).map_err(|error| TableError::Position { line, error })?;
        let counts = parts
            .filter(|part| !part.is_empty())
            .map(|part| count(part).ok_or_else(|| TableError::Count { line, text: part.into() }));
        Ok((game.write(&position, from, &[]), position, counts.collect::<Result<_, _>>()?))
    })
    .collect()
}

/// `D3 8902`.
fn count(text: &str) -> Option<(u32, u64)> {
    let (depth, leaves) = text.strip_prefix('D')?.split_once(char::is_whitespace)?;
    let depth = depth.parse().ok().filter(|&depth| depth > 0)?;
    Some((depth, leaves.trim().parse().ok()?))
}
