//! EPD, extended position description: files of positions, with stated facts about each.
//!
//! A line is a position and its operations. It has the form of the PGN standard,
//! `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "start";`, or that of perft
//! tables, `FEN ;D1 20 ;D2 400`. The reader takes `D1`, `D2` and so on, the leaves of the game tree
//! at a depth, and `hmvc` and `fmvn` for a position without counters. It ignores every other
//! operation, empty lines, and lines that begin with `#`.

use thiserror::Error;

use super::Position;
use super::fen::{FenError, shown};

/// One position of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdLine {
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// The position.
    pub position: Position,
    /// Depths and the leaves stated for them, in the order of the line; no depth comes twice.
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

/// The errors of a file of positions.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum EpdError {
    /// The position of a line.
    #[error("line {line}: {error}")]
    Fen {
        /// The line, from 1.
        line: usize,
        /// The problem with its FEN.
        error: FenError,
    },
    /// Something after the position that is no operation.
    #[error(
        "line {line}: `{text}` is no operation; write a word and what is stated by it, such as `D3 8902;` or `bm e4;`"
    )]
    Operation {
        /// The line, from 1.
        line: usize,
        /// The text between two semicolons.
        text: String,
    },
    /// An operation directly after the position has no end.
    #[error("line {line}: `{text}`, behind the position, does not end; put a `;` behind each operation")]
    Endless {
        /// The line, from 1.
        line: usize,
        /// The text after the position.
        text: String,
    },
    /// A text in quotation marks that does not end.
    #[error("line {line}: a quotation mark is missing; there has to be one before and one behind a text")]
    Quotation {
        /// The line, from 1.
        line: usize,
    },
    /// A depth without a number of leaves.
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

/// Reads a file of positions.
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
    let parts = split(text).ok_or(EpdError::Quotation { line })?;
    let (fields, first) = split_position(parts[0]);
    if !first.is_empty() && parts.len() == 1 {
        return Err(EpdError::Endless { line, text: shown(first) });
    }
    let texts = [first].into_iter().chain(parts[1..].iter().copied());
    let operations = texts
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(|text| Operation::read(text).ok_or_else(|| EpdError::Operation { line, text: shown(text) }));
    let operations: Vec<Operation> = operations.collect::<Result<_, _>>()?;
    let fen = with_counters(fields, &operations);
    let position = Position::from_fen(&fen).map_err(|error| EpdError::Fen { line, error })?;
    let mut counts: Vec<PerftStatement> = Vec::new();
    for operation in operations.iter().filter(|operation| operation.counts()) {
        let count = operation.count().ok_or_else(|| EpdError::Count { line, text: shown(operation.text) })?;
        if counts.iter().any(|earlier| earlier.depth == count.depth) {
            return Err(EpdError::Twice { line, depth: count.depth });
        }
        counts.push(count);
    }
    Ok(EpdLine { line, position, counts })
}

/// The parts of a line between semicolons outside quotation marks; `None` if a quotation does not
/// end.
fn split(text: &str) -> Option<Vec<&str>> {
    let mut quoted = false;
    let parts = text.split(|letter| {
        quoted ^= letter == '"';
        letter == ';' && !quoted
    });
    let parts = parts.collect();
    (!quoted).then_some(parts)
}

/// Splits the text before the first semicolon into the fields of the position and an operation
/// after them, which begins with a letter.
fn split_position(text: &str) -> (&str, &str) {
    let mut rest = text.trim_start();
    for field in 0.. {
        let operation = field >= 4 && rest.starts_with(|letter: char| letter.is_alphabetic());
        if rest.is_empty() || operation {
            break;
        }
        rest = rest.trim_start_matches(|letter: char| !letter.is_whitespace()).trim_start();
    }
    text.split_at(text.len() - rest.len())
}

/// The position's fields, with counters from operations if it has none.
fn with_counters(fields: &str, operations: &[Operation]) -> String {
    let stated = |code| operations.iter().find(|operation| operation.code == code).map(|found| found.operand);
    match (fields.split_whitespace().count(), stated("hmvc"), stated("fmvn")) {
        (4, halfmove, fullmove) if halfmove.or(fullmove).is_some() => {
            format!("{} {} {}", fields.trim(), halfmove.unwrap_or("0"), fullmove.unwrap_or("1"))
        }
        _ => fields.into(),
    }
}

/// A stated fact about a position.
struct Operation<'a> {
    text: &'a str,
    code: &'a str,
    operand: &'a str,
}

impl<'a> Operation<'a> {
    /// Reads `D3 8902`, `id "a text"`, `draw_offer`.
    fn read(text: &'a str) -> Option<Self> {
        let (code, operand) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let begins = code.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let goes_on = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'_' | b'-');
        let is_code = begins && code.bytes().all(goes_on);
        is_code.then_some(Self { text, code, operand: operand.trim() })
    }

    /// Whether it states the leaves at a depth.
    fn counts(&self) -> bool {
        let depth = self.code.strip_prefix(['D', 'd']);
        depth.is_some_and(|depth| depth.bytes().all(|digit| digit.is_ascii_digit()))
    }

    /// The leaves at a depth, if it says both.
    fn count(&self) -> Option<PerftStatement> {
        let depth = self.code[1..].parse().ok().filter(|&depth| depth > 0)?;
        Some(PerftStatement { depth, nodes: self.operand.parse().ok()? })
    }
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

    /// The same two counts and the same position, as perft tables and as the standard write them.
    #[test]
    fn operations_are_read_or_passed_over() {
        let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for operations in [
            "0 1 ;D1 20 ;D2 400",
            "D1 20; D2 400;",
            "0 1 D1 20; D2 400;",
            "0 D1 20; D2 400",
            ";D1 20;D2 400;",
            "d1 20; d2 400;",
            "bm e4 d4; am f3; D1 20; id \"one; two\"; D2 400; c0 \"D1 21\"; noop;",
            "hmvc 0; fmvn 1; D1 20; D2 400;",
        ] {
            let lines = parse_epd(&format!("{board} {operations}")).unwrap();
            let counts: Vec<_> = lines[0].counts.iter().map(|count| (count.depth, count.nodes)).collect();
            assert_eq!(
                (&lines[0].position, counts),
                (&Position::start(), vec![(1, 20), (2, 400)]),
                "{operations}"
            );
        }
        let counters = |text: &str| {
            let position =
                parse_epd(&format!("4k3/8/8/8/8/8/8/4K3 w - - {text}")).unwrap().remove(0).position;
            (position.halfmove, position.fullmove)
        };
        assert_eq!(counters("hmvc 12; fmvn 34;"), (12, 34));
        assert_eq!(counters("fmvn 34;"), (0, 34));
        assert_eq!(counters("5 6 hmvc 12; fmvn 34;"), (5, 6));
        assert_eq!(counters("id \"a\";"), (0, 1));
    }

    #[test]
    fn errors_name_the_line() {
        let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let wrong = |text: &str| parse_epd(text).unwrap_err().to_string();
        assert!(wrong("").starts_with("no position"));
        assert!(wrong("\n8/8 w - -").starts_with("line 2: FEN field 1 (board) `8/8`: 2 ranks"));
        for count in ["D0 1", "D1", "D1 x", "D1 -1", "D 5 5", "D1 99999999999999999999", "d2 x"] {
            let error = wrong(&format!("# comment\n{kings} ;{count}"));
            assert!(error.starts_with(&format!("line 2: `{count}` is no perft count")), "{error}");
        }
        for text in ["é", "5x", "\"a\"", "D1=5", ".", "bm; +"] {
            let error = wrong(&format!("{kings} ;{text}"));
            let text = text.trim_start_matches("bm; ");
            let told = format!("line 1: `{}` is no operation; write a word", text.escape_debug());
            assert!(error.starts_with(&told), "{error}");
        }
        let endless = wrong("8/8/8/4k3/8/8/8/4K3 w - - D1 5");
        assert!(endless.starts_with("line 1: `D1 5`, behind the position, does not end"), "{endless}");
        assert!(
            wrong(&format!("\n{kings} ;id \"a; D1 5;")).starts_with("line 2: a quotation mark is missing")
        );
        let clock = wrong("4k3/8/8/8/8/8/8/4K3 w - - hmvc 151;");
        assert!(clock.starts_with("line 1: FEN field 5 (halfmove clock) `151`"), "{clock}");
        assert!(wrong("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2;").contains("it has 7 of the 4 to 6 fields"));
        assert!(wrong(&format!("{kings} ;D1 5 ;D1 5")).starts_with("line 1: depth 1 is stated twice"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

        #[test]
        fn no_text_makes_it_panic(text in "([0-9a-hkqrnKQRNBPwb /;D#\"\n-]|\\PC){0,120}") {
            let _ = parse_epd(&text);
        }
    }
}
