//! SFEN: a position as text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::moves::shortened;
use super::rules::has_a_future;
use super::{Hand, Kind, Piece, Position, Side, Square};

impl Position {
    /// The start of the game.
    pub const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
}

/// A text that is no position. The error says the field, the place and the mend.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SfenError {
    /// There are too few or too many fields.
    #[error(
        "SFEN has {0} fields; write board, side, hands and, if you like, the number of the move, such as `{start}`",
        start = Position::START
    )]
    Fields(usize),
    /// There are too few or too many ranks.
    #[error("SFEN field 1 (board): {0} ranks; write 9, with `/` between them")]
    Ranks(usize),
    /// A rank has too few or too many squares.
    #[error("SFEN field 1 (board), rank {rank}: {squares} squares in `{text}`; write 9")]
    Squares {
        /// The letter of the rank.
        rank: char,
        /// The squares that are told.
        squares: usize,
        /// The rank.
        text: String,
    },
    /// A character is no piece.
    #[error(
        "SFEN field 1 (board), rank {rank}: `{sign}` is no piece; write PLNSGBRK for black, small letters for white, `+` before a promoted piece, and 1 to 9 for empty squares"
    )]
    Sign {
        /// The letter of the rank.
        rank: char,
        /// The character.
        sign: char,
    },
    /// A `+` stands before something that cannot promote.
    #[error(
        "SFEN field 1 (board), rank {rank}: `+` stands before no pawn, lance, knight, silver general, bishop or rook; remove it"
    )]
    Promotion {
        /// The letter of the rank.
        rank: char,
    },
    /// The side to move is unknown.
    #[error("SFEN field 2 (side to move): `{0}`; write b for black or w for white")]
    Side(String),
    /// The hands are no list of pieces.
    #[error(
        "SFEN field 3 (hands): `{0}`; write each kind once, with its number before it if it is not 1, such as `RB2G5p`, or `-`"
    )]
    Hands(String),
    /// The number of the move is none.
    #[error("SFEN field 4 (number of the move): `{0}`; write a number from 1 to {max}", max = u32::MAX)]
    Number(String),
    /// There are more pieces than a set has.
    #[error("SFEN: {count} {kind} on the board and in hand; there are at most {most}")]
    TooMany {
        /// The kind, in the plural.
        kind: &'static str,
        /// How many are told.
        count: u32,
        /// How many there are.
        most: u8,
    },
    /// A side has no king or several.
    #[error("SFEN field 1 (board): {side} has {count} kings; each side needs exactly one")]
    Kings {
        /// The side.
        side: &'static str,
        /// Its kings.
        count: usize,
    },
    /// A side has two unpromoted pawns on a file.
    #[error("SFEN field 1 (board): {side} has two unpromoted pawns on file {file}; only one is allowed")]
    TwoPawns {
        /// The side.
        side: &'static str,
        /// The file.
        file: i8,
    },
    /// A piece could never move again.
    #[error(
        "SFEN field 1 (board): {side}'s {sign} on {square} has no move left; promote it with `+`, or move it"
    )]
    Stuck {
        /// The side.
        side: &'static str,
        /// The piece's letter.
        sign: char,
        /// The square.
        square: Square,
    },
    /// The side that is not to move is in check.
    #[error("SFEN: {side} is in check and it is not its move; let it move, or end the check")]
    Check {
        /// The side in check.
        side: &'static str,
    },
}

impl FromStr for Position {
    type Err = SfenError;

    fn from_str(text: &str) -> Result<Self, SfenError> {
        let text = text.trim();
        let text = text.strip_prefix("sfen ").unwrap_or(text);
        let text = if text == "startpos" { Self::START } else { text };
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, side, hands, number) = match fields[..] {
            [board, side, hands] => (board, side, hands, "1"),
            [board, side, hands, number] => (board, side, hands, number),
            _ => return Err(SfenError::Fields(fields.len())),
        };
        let board = read_board(board)?;
        let side = match side {
            "b" => Side::Black,
            "w" => Side::White,
            _ => return Err(SfenError::Side(shortened(side))),
        };
        let hands = read_hands(hands).ok_or_else(|| SfenError::Hands(shortened(hands)))?;
        let first = number.parse().ok().filter(|number| *number > 0);
        let number = first.ok_or_else(|| SfenError::Number(shortened(number)))?;
        // A set has two kings in all, which is told before what else is wrong with their number.
        check_kings(&board)?;
        check_set(&board, &hands)?;
        check_places(&board)?;
        let position =
            Self::new(board, hands, side, number).ok_or(SfenError::Kings { side: side.name(), count: 0 })?;
        let other = side.other();
        match position.is_attacked(position.king(other), side) {
            true => Err(SfenError::Check { side: other.name() }),
            false => Ok(position),
        }
    }
}

type Pieces = [Option<Piece>; Square::COUNT];

fn read_board(text: &str) -> Result<Pieces, SfenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 9 {
        return Err(SfenError::Ranks(ranks.len()));
    }
    let mut board = [None; Square::COUNT];
    for (text, row) in ranks.into_iter().zip((0..9).rev()) {
        let pieces = read_rank(text, (b'i' - row as u8) as char)?;
        for (piece, square) in pieces.into_iter().zip((0..9).filter_map(|column| Square::at(column, row))) {
            board[square.index()] = piece;
        }
    }
    Ok(board)
}

/// The nine squares of a rank.
fn read_rank(text: &str, rank: char) -> Result<Vec<Option<Piece>>, SfenError> {
    let mut squares = Vec::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        if let Some(empty) = sign.to_digit(10).filter(|empty| *empty > 0) {
            squares.extend((0..empty).map(|_| None));
            continue;
        }
        let promoted = sign == '+';
        let letter = if promoted { signs.next().unwrap_or('+') } else { sign };
        let side = if letter.is_ascii_uppercase() { Side::Black } else { Side::White };
        let kind = Kind::of_letter(letter.to_ascii_uppercase());
        let kind = kind.ok_or(SfenError::Sign { rank, sign: letter })?;
        if promoted && !kind.promotes() {
            return Err(SfenError::Promotion { rank });
        }
        squares.push(Some(Piece { side, kind, promoted }));
    }
    match squares.len() {
        9 => Ok(squares),
        count => Err(SfenError::Squares { rank, squares: count, text: shortened(text) }),
    }
}

/// The hands of both sides; `None` if the text tells none.
fn read_hands(text: &str) -> Option<[Hand; 2]> {
    let mut hands = [Hand::default(); 2];
    if text == "-" {
        return Some(hands);
    }
    let mut digits = String::new();
    for sign in text.chars() {
        if sign.is_ascii_digit() {
            digits.push(sign);
            continue;
        }
        let kind = Kind::of_letter(sign.to_ascii_uppercase()).filter(|kind| *kind != Kind::King)?;
        let hand = &mut hands[usize::from(sign.is_ascii_lowercase())];
        let count = if digits.is_empty() { Some(1) } else { digits.parse().ok() };
        let count = count.filter(|count| *count > 0 && hand.count(kind) == 0)?;
        hand.set(kind, count);
        digits.clear();
    }
    (digits.is_empty() && !text.is_empty()).then_some(hands)
}

fn check_kings(board: &Pieces) -> Result<(), SfenError> {
    for side in Side::ALL {
        let king = Piece { side, kind: Kind::King, promoted: false };
        let count = board.iter().flatten().filter(|piece| **piece == king).count();
        if count != 1 {
            return Err(SfenError::Kings { side: side.name(), count });
        }
    }
    Ok(())
}

/// No more pieces than a set has. Fewer are allowed: a problem may leave some in the box.
fn check_set(board: &Pieces, hands: &[Hand; 2]) -> Result<(), SfenError> {
    for kind in Kind::ALL {
        let standing = board.iter().flatten().filter(|piece| piece.kind == kind).count() as u32;
        let count = hands.iter().map(|hand| u32::from(hand.count(kind))).sum::<u32>() + standing;
        if count > kind.in_a_set().into() {
            return Err(SfenError::TooMany { kind: kind.plural(), count, most: kind.in_a_set() });
        }
    }
    Ok(())
}

fn check_places(board: &Pieces) -> Result<(), SfenError> {
    let mut files = [[false; 9]; 2];
    for square in Square::all() {
        let Some(Piece { side, kind, promoted: false }) = board[square.index()] else { continue };
        if !has_a_future(kind, square, side) {
            return Err(SfenError::Stuck { side: side.name(), sign: kind.letter(), square });
        }
        let has_pawn = &mut files[side as usize][square.column() as usize];
        if kind == Kind::Pawn && std::mem::replace(has_pawn, true) {
            return Err(SfenError::TwoPawns { side: side.name(), file: 9 - square.column() });
        }
    }
    Ok(())
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..9).rev() {
            let mut empty = 0;
            for square in (0..9).filter_map(|column| Square::at(column, row)) {
                let Some(piece) = self.piece(square) else {
                    empty += 1;
                    continue;
                };
                write_empty(f, std::mem::take(&mut empty))?;
                f.write_str(&piece.sfen())?;
            }
            write_empty(f, empty)?;
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        f.write_str(if self.side == Side::Black { "b " } else { "w " })?;
        if Side::ALL.iter().all(|side| self.hand(*side).is_empty()) {
            f.write_str("-")?;
        }
        for side in Side::ALL {
            for kind in Kind::IN_HAND.into_iter().rev() {
                let letter = Piece { side, kind, promoted: false }.sfen();
                match self.hand(side).count(kind) {
                    0 => {}
                    1 => f.write_str(&letter)?,
                    count => write!(f, "{count}{letter}")?,
                }
            }
        }
        write!(f, " {}", self.number)
    }
}

fn write_empty(f: &mut fmt::Formatter<'_>, empty: u32) -> fmt::Result {
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}
