//! Positions: the perft tables, and the traps into which move generators fall.

use movewright::chess::Position;
use movewright::chess::epd::{EpdLine, parse_epd};

/// Published positions with counts that many programs agree on.
pub fn perft_table() -> Vec<EpdLine> {
    parse_epd(include_str!("../data/chess_perft.epd")).unwrap()
}

/// The 128 positions over which cycles are averaged.
pub fn perft_suite() -> Vec<EpdLine> {
    parse_epd(include_str!("../data/chess_perft_suite.epd")).unwrap()
}

/// Both tables.
pub fn tables() -> Vec<EpdLine> {
    perft_table().into_iter().chain(perft_suite()).collect()
}

/// Traps by name; each is tried as it is and with colours exchanged.
const TRAPS: [(&str, &str); 63] = [
    ("queen-side castling with b1 occupied", "r3k2r/8/8/8/8/8/8/RN2K2R w KQkq -"),
    ("queen-side castling with an enemy on b1", "4k3/8/8/8/8/8/8/Rn2K2R w KQ -"),
    ("castling with c1 or g1 occupied", "4k3/8/8/8/8/8/8/R1B1K1NR w KQ -"),
    ("castling with d1 or f1 occupied", "4k3/8/8/8/8/8/8/R2QKB1R w KQ -"),
    ("castling out of check", "4k3/8/8/8/8/4r3/8/R3K2R w KQ -"),
    ("castling across f1 attacked by a rook", "4k3/8/8/8/8/5r2/8/R3K2R w KQ -"),
    ("castling across d1 attacked by a queen", "4k3/8/8/8/8/3q4/8/R3K2R w KQ -"),
    ("castling across d1 attacked by a bishop", "4k3/8/8/8/6b1/8/8/R3K2R w KQ -"),
    ("castling across f1 attacked by a knight", "4k3/8/8/8/8/6n1/8/R3K2R w KQ -"),
    ("castling across f1 attacked by a pawn", "4k3/8/8/8/8/8/6p1/R3K2R w KQ -"),
    ("castling beside a pawn that attacks d1 and f1", "4k3/8/8/8/8/8/4p3/R3K2R w KQ -"),
    ("castling beside a pawn that gives check", "4k3/8/8/8/8/8/3p4/R3K2R w KQ -"),
    ("castling into check on g1", "4k3/8/8/8/8/6r1/8/R3K2R w KQ -"),
    ("castling into check on c1", "4k3/8/8/8/8/2r5/8/R3K2R w KQ -"),
    ("castling into check by a pawn", "4k3/8/8/8/8/8/7p/R3K2R w KQ -"),
    ("castling with only b1 attacked", "4k3/8/8/8/8/1r6/8/R3K2R w KQ -"),
    ("castling with the rooks attacked", "4k3/8/8/3b4/8/6b1/8/R3K2R w KQ -"),
    ("castling that gives check", "5k2/8/8/8/8/8/8/4K2R w K -"),
    ("long castling that gives check", "3k4/8/8/8/8/8/8/R3K3 w Q -"),
    ("no castling without rights", "4k3/8/8/8/8/8/8/R3K2R w - -"),
    ("the rook captured on its corner", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq -"),
    ("the rook captured on its corner by a promoting pawn", "r3k2r/1P4P1/8/8/8/8/8/4K3 w kq -"),
    ("en passant round the a-file and the h-file", "4k3/8/8/p6P/8/8/8/4K3 w - a6"),
    ("en passant round the edge to the next rank", "4k3/8/8/p7/7P/8/8/4K3 w - a6"),
    ("en passant round the h-file", "4k3/8/8/P6p/8/8/8/4K3 w - h6"),
    ("pawns that take round the edge", "4k3/8/p6p/P6P/p6p/8/8/4K3 w - -"),
    ("en passant from both sides", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6"),
    ("en passant gone a move later", "4k3/3p4/8/4P3/8/8/8/4K3 b - -"),
    ("en passant that uncovers a check along the rank", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3"),
    ("the same with a rook and a longer way", "4k3/8/8/KPp4r/8/8/8/8 w - c6"),
    ("en passant with the capturing pawn pinned on a diagonal", "7k/5b2/8/2pP4/2K5/8/8/8 w - c6"),
    ("en passant along the diagonal of the pin", "7k/5b2/8/3Pp3/2K5/8/8/8 w - e6"),
    ("en passant with the capturing pawn pinned on its file", "3rk3/8/8/2pP4/8/8/8/3K4 w - c6"),
    ("en passant as the only way out of check", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3"),
    ("en passant that does not end a check", "1b5k/8/8/2pPK3/8/8/8/8 w - c6"),
    ("en passant that gives check", "8/4k3/8/3pP3/8/8/8/4K3 w - d6"),
    ("en passant that discovers a check along the rank", "8/8/8/R2pP2k/8/8/8/K7 w - d6"),
    ("en passant that discovers a check on a diagonal", "8/6k1/8/3pP3/3B4/8/8/K7 w - d6"),
    ("218 moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -"),
    ("a double check to give", "4k3/8/8/8/4N3/8/8/K3R3 w - -"),
    ("a double check to leave", "4k3/8/5N2/8/8/8/8/K3R3 b - -"),
    ("a double check with two sliders", "4k3/8/8/8/4B3/8/8/K3R3 w - -"),
    ("a check discovered by a pawn's push", "8/8/8/R2P3k/8/8/8/K7 w - -"),
    ("a check discovered by a double step", "8/8/8/8/8/8/R2P3k/K7 w - -"),
    ("a check discovered by a pawn's capture", "8/8/8/8/8/2p1p3/R2P3k/K7 w - -"),
    ("a pawn that stays on the line", "7k/8/8/8/3P4/8/1B6/K7 w - -"),
    ("a pawn on the file of rook and king", "3k4/8/8/8/3P4/8/8/K2R4 w - -"),
    ("a check discovered by the king", "8/8/8/8/R2K3k/8/8/8 w - -"),
    ("a check discovered by the king on a diagonal", "7k/8/8/4K3/8/8/1B6/8 w - -"),
    ("a check discovered by castling's rook alone", "8/8/8/8/8/8/8/R3K2k w Q -"),
    ("a queen before a rook on the line", "3k4/8/8/8/3N4/3Q4/3R4/K7 w - -"),
    ("a bishop where a queen would give check", "4k3/8/8/8/8/8/1Q3B2/K7 w - -"),
    ("two rooks and two queens to one square", "4k3/8/8/QR3RQ1/8/8/8/K7 w - -"),
    ("promotion that gives check", "8/5P1k/8/8/8/8/8/K7 w - -"),
    ("promotion that discovers a check", "8/R2P3k/8/8/8/8/8/K7 w - -"),
    ("promotion by capture, and a pinned pawn", "rn2k3/PP6/8/8/8/8/8/K7 w - -"),
    ("a pawn one step from promotion, pinned", "6kr/6P1/8/8/8/8/8/6RK w - -"),
    ("fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -"),
    ("smothered mate", "6rk/5Npp/8/8/8/8/8/K7 b - -"),
    ("mate by double check", "6rk/5Np1/8/8/8/8/8/K6R b - -"),
    ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - -"),
    ("stalemate with a blocked pawn", "k7/P7/K7/8/8/8/8/8 b - -"),
    ("stalemate with a pinned piece", "k6R/1n6/K7/8/4B3/8/8/8 b - -"),
];

/// The traps: name and position.
pub fn traps() -> Vec<(String, Position)> {
    let read =
        |name: &str, fen: &str| Position::from_fen(fen).unwrap_or_else(|error| panic!("{name}: {error}"));
    let exchanged =
        |(name, fen): &(&str, &str)| (format!("{name}, colours exchanged"), exchange(&read(name, fen)));
    let given = TRAPS.iter().map(|(name, fen)| (name.to_string(), read(name, fen)));
    given.chain(TRAPS.iter().map(exchanged)).collect()
}

/// The tables' positions and the traps.
pub fn all() -> Vec<Position> {
    let tables = tables().into_iter().map(|line| line.position);
    tables.chain(traps().into_iter().map(|(_, position)| position)).collect()
}

/// The board turned upside down with the other colours: everything black can do white can do.
fn exchange(position: &Position) -> Position {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |letter: char| match letter.is_ascii_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        };
        text.chars().map(other).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passed = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let text = format!("{} {side} {} {passed} 0 1", ranks.join("/"), swap(fields[2]));
    Position::from_fen(&text).unwrap_or_else(|error| panic!("{error}"))
}
