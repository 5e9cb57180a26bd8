//! Perft tables: files of positions, each with the number of leaves of its game tree at some depths.
//!
//! A line is `FEN ;D1 20 ;D2 400`; empty lines and lines that begin with `#` are skipped.

use thiserror::Error;

use super::Position;
use super::fen::{FenError, shown};

/// One position of a perft table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdLine {
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// The position.
    pub position: Position,
    /// Depths and the leaves stated for them, in the order of the line; no depth twice.
    pub counts: Vec<PerftStatement>,
}

/// The number of leaves at a depth, as a table states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftStatement {
    /// The depth in half moves, from 1.
    pub depth: u32,
    /// The number of leaves.
    pub nodes: u64,
}

/// What is wrong in a perft table.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum EpdError {
    /// The position of a line.
    #[error("line {line}: {error}")]
    Fen {
        /// The line, from 1.
        line: usize,
        /// What is wrong with its FEN.
        error: FenError,
    },
    /// Something after a `;` that is no count.
    #[error(
        "line {line}: `{text}` is no perft count; write `;D3 8902`, a depth from 1 and a number of nodes"
    )]
    Count {
        /// The line, from 1.
        line: usize,
        /// The text between two semicolons.
        text: String,
    },
    /// A depth stated twice in one line.
    #[error("line {line}: depth {depth} is stated twice; keep one of the two counts")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The depth.
        depth: u32,
    },
    /// No position in the whole file.
    #[error("no position in it; write one a line, such as `{start} ;D1 20`", start = Position::START)]
    Empty,
}

/// Reads a perft table.
///
/// # Errors
/// The first line that is wrong, by number, or that no line holds a position.
pub fn parse_epd(text: &str) -> Result<Vec<EpdLine>, EpdError> {
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines: Vec<EpdLine> = numbered
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| parse_line(number, line))
        .collect::<Result<_, _>>()?;
    if lines.is_empty() { Err(EpdError::Empty) } else { Ok(lines) }
}

fn parse_line(line: usize, text: &str) -> Result<EpdLine, EpdError> {
    let mut parts = text.split(';');
    let fen = parts.next().unwrap_or_default();
    let position = Position::from_fen(fen).map_err(|error| EpdError::Fen { line, error })?;
    let mut counts: Vec<PerftStatement> = Vec::new();
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        let count = parse_count(part).ok_or_else(|| EpdError::Count { line, text: shown(part) })?;
        if counts.iter().any(|earlier| earlier.depth == count.depth) {
            return Err(EpdError::Twice { line, depth: count.depth });
        }
        counts.push(count);
    }
    Ok(EpdLine { line, position, counts })
}

/// Reads `D3 8902`.
fn parse_count(text: &str) -> Option<PerftStatement> {
    let (depth, nodes) = text.strip_prefix('D')?.split_once(char::is_whitespace)?;
    let depth = depth.parse().ok().filter(|&depth| depth > 0)?;
    Some(PerftStatement { depth, nodes: nodes.trim().parse().ok()? })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::reference::SUITES;

    #[test]
    fn the_tables_read_and_write_back() {
        let mut positions = 0;
        for table in SUITES {
            for (text, line) in table.lines().zip(parse_epd(table).unwrap()) {
                let counts: String =
                    line.counts.iter().map(|c| format!(" ;D{} {}", c.depth, c.nodes)).collect();
                assert_eq!(line.position.to_fen() + &counts, text);
                positions += 1;
            }
        }
        assert_eq!(positions, 19 + 128);
    }

    #[test]
    fn comments_and_blanks_are_free() {
        let lines = parse_epd("# a table\n\n  4k3/8/8/8/8/8/8/4K3   w - -  ;D1   5;  D2 25 ; \r\n").unwrap();
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].line, 3);
        assert_eq!(lines[0].counts[1], PerftStatement { depth: 2, nodes: 25 });
    }

    #[test]
    fn errors_name_the_line() {
        let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let wrong = |text: &str| parse_epd(text).unwrap_err().to_string();
        assert!(wrong("").starts_with("no position"));
        assert!(wrong("\n8/8 w - -").starts_with("line 2: FEN field 1 (board) `8/8`: 2 ranks"));
        for count in ["D0 1", "D1", "D1 x", "D1 -1", "bm e4", "D 5 5", "D1 99999999999999999999", "é"] {
            let error = wrong(&format!("# comment\n{kings} ;{count}"));
            assert!(error.starts_with(&format!("line 2: `{count}` is no perft count")), "{error}");
        }
        assert!(wrong(&format!("{kings} ;D1 5 ;D1 5")).starts_with("line 1: depth 1 is stated twice"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

        #[test]
        fn no_text_makes_it_panic(text in "([0-9a-hkqrnKQRNBPwb /;D#\n-]|\\PC){0,120}") {
            let _ = parse_epd(&text);
        }
    }
}
