//! Positions: the perft tables, and the traps into which move generators fall.

use movewright::chess::Position;
use movewright::chess::epd::{EpdLine, parse_epd};

/// Published positions with counts that many programs agree on.
pub fn perft_table() -> Vec<EpdLine> {
    parse_epd(include_str!("../../data/chess_perft.epd")).unwrap()
}

/// The 128 positions over which cycles are averaged.
pub fn perft_suite() -> Vec<EpdLine> {
    parse_epd(include_str!("../../data/chess_perft_suite.epd")).unwrap()
}

/// Both tables.
pub fn tables() -> Vec<EpdLine> {
    perft_table().into_iter().chain(perft_suite()).collect()
}

/// The traps, as they are and with colours exchanged: name and position.
pub fn traps() -> Vec<(String, Position)> {
    let read = |line: &str| {
        let (fen, name) = line.split_once(" ;").unwrap();
        (name.into(), Position::from_fen(fen).unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    include_str!("../../data/chess_traps.txt").lines().map(read).collect()
}

/// The tables' positions and the traps.
pub fn all() -> Vec<Position> {
    let tables = tables().into_iter().map(|line| line.position);
    tables.chain(traps().into_iter().map(|(_, position)| position)).collect()
}
