//! FEN: a position in one line of text, read strictly and written back.

use std::fmt;

use thiserror::Error;

use super::{CastlingRights, Color, Piece, PieceKind, Position, Square};

/// The six fields of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FenField {
    /// The line as a whole.
    Line,
    /// 1: the pieces, from the eighth rank down.
    Board,
    /// 2: the side to move.
    Side,
    /// 3: the rights to castle.
    Castling,
    /// 4: the square a pawn has just passed.
    EnPassant,
    /// 5: half moves since the last capture or pawn move.
    Halfmove,
    /// 6: the number of the move.
    Fullmove,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Line => "whole line",
            Self::Board => "field 1 (board)",
            Self::Side => "field 2 (side to move)",
            Self::Castling => "field 3 (castling)",
            Self::EnPassant => "field 4 (en passant)",
            Self::Halfmove => "field 5 (halfmove clock)",
            Self::Fullmove => "field 6 (move number)",
        })
    }
}

/// The reason why a text is no FEN of a position that a game can reach: the field, its text, the
/// problem and the remedy.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("FEN {field} `{text}`: {problem}")]
pub struct FenError {
    /// The field.
    pub field: FenField,
    /// The field's text, or the wrong part of it, shortened and with control characters escaped.
    pub text: String,
    /// The problem and its remedy.
    pub problem: FenProblem,
}

/// The problems of a FEN. Every message ends with the remedy.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FenProblem {
    /// Too few or too many fields.
    #[error("it has {0} of the 4 to 6 fields; write one such as `{start}`", start = Position::START)]
    FieldCount(usize),
    /// Not eight ranks.
    #[error("{0} ranks; give 8, from the eighth down, with `/` between them")]
    RankCount(usize),
    /// A rank of more or fewer than eight squares.
    #[error("rank {rank} has {width} squares; pieces and the numbers of empty squares must add up to 8")]
    RankWidth {
        /// The rank, 1 to 8.
        rank: u8,
        /// The number of its squares.
        width: usize,
    },
    /// A character that is no piece and no number of empty squares.
    #[error("`{}` in rank {rank} is no piece; use PNBRQK for white, pnbrqk for black, 1 to 8 for empty squares", .letter.escape_debug())]
    Letter {
        /// The rank, 1 to 8.
        rank: u8,
        /// The character.
        letter: char,
    },
    /// Two numbers side by side.
    #[error("`{pair}` in rank {rank}: two numbers side by side; write their sum")]
    TwoNumbers {
        /// The rank, 1 to 8.
        rank: u8,
        /// The two digits.
        pair: String,
    },
    /// A side without a king, or with several.
    #[error("{color} has {count} kings; each side needs exactly one")]
    Kings {
        /// The side.
        color: Color,
        /// Its kings.
        count: usize,
    },
    /// More than 16 pieces of a side.
    #[error("{color} has {count} pieces; a side has at most 16")]
    Pieces {
        /// The side.
        color: Color,
        /// Its pieces.
        count: usize,
    },
    /// More than 8 pawns of a side.
    #[error("{color} has {count} pawns; a side has at most 8")]
    Pawns {
        /// The side.
        color: Color,
        /// Its pawns.
        count: usize,
    },
    /// More promoted pieces than missing pawns.
    #[error(
        "{color} has more pieces than its pawns can have become (promoted: {promoted}, pawns gone: {missing}); remove pieces or pawns"
    )]
    Promoted {
        /// The side.
        color: Color,
        /// The pieces it can only have by promotion.
        promoted: usize,
        /// The pawns it does not have any more.
        missing: usize,
    },
    /// A pawn on the first or last rank.
    #[error("a {color} pawn on {square}; no pawn can stand on the first or the eighth rank, remove it")]
    PawnRank {
        /// The pawn's side.
        color: Color,
        /// The place of the piece.
        square: Square,
    },
    /// The two kings side by side.
    #[error("the kings on {white} and {black} touch; move one away")]
    KingsTouch {
        /// The white king's square.
        white: Square,
        /// The black king's square.
        black: Square,
    },
    /// Not `w` or `b`.
    #[error("no side to move; use `w` for white or `b` for black")]
    Side,
    /// The side that has just moved left its king attacked.
    #[error(
        "{to_move} is to move, but {other}'s king on {king} is attacked from {from} and could be taken; \
         change the side to move or the board"
    )]
    OtherSideInCheck {
        /// The side to move.
        to_move: Color,
        /// The side that has just moved.
        other: Color,
        /// Its king.
        king: Square,
        /// A square it is attacked from.
        from: Square,
    },
    /// More than two pieces give check.
    #[error(
        "{count} pieces check {color}'s king on {king}; one move can give two checks at most, remove one"
    )]
    Checkers {
        /// The side in check.
        color: Color,
        /// Its king.
        king: Square,
        /// The number of pieces that give check.
        count: usize,
    },
    /// Not a set of `KQkq`.
    #[error("no castling rights; use `-` or some of the letters KQkq (or HAha), in any order")]
    Castling,
    /// A right to castle told twice; one of the two may stand for another.
    #[error("`{right}` is told twice; leave one out, or write the right that it stands for")]
    CastlingTwice {
        /// The right's letter of `KQkq`.
        right: char,
    },
    /// A right to castle with a king or a rook that begins elsewhere.
    #[error(
        "`{right}` is a castling of Chess960, which is not played here; in ordinary chess the king castles from the \
         e-file with a rook in a corner, so remove the letter"
    )]
    Chess960 {
        /// The right's letter.
        right: char,
    },
    /// A right to castle with king or rook away from home.
    #[error("`{right}` needs the {color} {missing} on {square}; remove the letter or put it there")]
    CastlingHome {
        /// The right's letter.
        right: char,
        /// The side.
        color: Color,
        /// The king or the rook.
        missing: PieceKind,
        /// The square where it should stand.
        square: Square,
    },
    /// Not a square or `-`.
    #[error("no square; use `-` or a square such as `e3`")]
    EnPassant,
    /// The wrong rank for the side to move.
    #[error("with {side} to move the square passed is on rank {rank}; use `-` or a square there")]
    EnPassantRank {
        /// The side to move.
        side: Color,
        /// The rank, 1 to 8, on which the passed square must be.
        rank: u8,
    },
    /// No pawn that can just have made a double step.
    #[error("no {color} pawn stands on {square} that could just have passed it; use `-`")]
    EnPassantPawn {
        /// The pawn's side.
        color: Color,
        /// The square where the pawn must stand.
        square: Square,
    },
    /// Something stands where the pawn came from or passed.
    #[error("{square}, which the pawn left or passed, is not empty; use `-` or clear it")]
    EnPassantBlocked {
        /// The square that must be empty.
        square: Square,
    },
    /// The double step would have been made while its own side's opponent was already in check.
    #[error(
        "before the double step {color}'s king on {king} would have been attacked from {from}, with {other} to move; use `-`"
    )]
    EnPassantCheck {
        /// The side to move.
        color: Color,
        /// Its king.
        king: Square,
        /// From where it would have been attacked.
        from: Square,
        /// The side that has just moved.
        other: Color,
    },
    /// Not a number, or one too large or too small.
    #[error("no number from {low} to {high}; use {usual}")]
    Counter {
        /// The smallest allowed.
        low: u16,
        /// The largest allowed.
        high: u16,
        /// The usual value.
        usual: &'static str,
    },
}

/// Half moves without capture or pawn move after which the game is over (the rule of 75 moves).
pub(super) const MAX_HALFMOVE: u16 = 150;
/// More moves than any game has.
pub(super) const MAX_FULLMOVE: u16 = 9999;

impl Position {
    /// Reads a FEN, and checks as a chess program would that a game could reach the position.
    ///
    /// Any number of blanks may stand before, after and between the fields. The two counters may be
    /// missing (0 and 1). Rights to castle may stand in any order, and may be given by the files of
    /// the rooks, `HAha` for `KQkq`, as some programs write them. A move number of 0, which some
    /// programs write, is read as 1. The half-move clock may be any that a FEN has, because no
    /// moves depend on it.
    ///
    /// # Errors
    /// The first rule broken, in the order of the fields; see [`FenProblem`].
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (&[board, side, castling, en_passant], counters) = match fields.split_first_chunk::<4>() {
            Some((four, rest)) if rest.len() <= 2 => (four, rest),
            _ => return Err(FenError::new(FenField::Line, text, FenProblem::FieldCount(fields.len()))),
        };
        let at = |field, text| move |problem| FenError::new(field, text, problem);
        let counter = |place: usize, field, low, high, usual| {
            counters.get(place).map_or(Ok(low), |text| {
                let problem = FenProblem::Counter { low, high, usual };
                let digits = text.bytes().all(|byte| byte.is_ascii_digit());
                text.parse().ok().filter(|value| digits && (low..=high).contains(value)).ok_or(at(
                    field, text,
                )(
                    problem
                ))
            })
        };
        let position = Self {
            board: parse_board(board).map_err(at(FenField::Board, board))?,
            side: parse_side(side).map_err(at(FenField::Side, side))?,
            castling: parse_castling(castling).map_err(at(FenField::Castling, castling))?,
            en_passant: parse_en_passant(en_passant).map_err(at(FenField::EnPassant, en_passant))?,
            halfmove: counter(0, FenField::Halfmove, 0, MAX_HALFMOVE, "`0` when unknown")?,
            fullmove: counter(1, FenField::Fullmove, 0, MAX_FULLMOVE, "`1` for the first move")?.max(1),
        };
        position.check_board().map_err(at(FenField::Board, board))?;
        position.check_side().map_err(at(FenField::Side, side))?;
        position
            .check_castling()
            .map_err(|problem| at(FenField::Castling, castling)(problem.with_letter_of(castling)))?;
        position.check_en_passant().map_err(at(FenField::EnPassant, en_passant))?;
        Ok(position)
    }

    /// The position as a FEN of six fields.
    pub fn to_fen(&self) -> String {
        let ranks: Vec<String> = (0..8).rev().map(|rank| self.rank_to_fen(rank)).collect();
        let en_passant = self.en_passant.map_or("-".to_string(), |square| square.to_string());
        format!(
            "{} {} {} {en_passant} {} {}",
            ranks.join("/"),
            self.side.letter(),
            self.castling,
            self.halfmove,
            self.fullmove
        )
    }

    fn rank_to_fen(&self, rank: u8) -> String {
        let mut text = String::new();
        let mut empty = 0;
        let mut count = |text: &mut String, piece: Option<Piece>| {
            if piece.is_some() && empty > 0 {
                *text += &std::mem::take(&mut empty).to_string();
            }
            match piece {
                Some(piece) => text.push(piece.letter()),
                None => empty += 1,
            }
        };
        for file in 0..8 {
            count(&mut text, self.piece(Square::wrapped(file, rank)));
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    }
}

impl std::str::FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

impl FenProblem {
    /// The same with the letter by which this field calls the right to castle: X-FEN and
    /// Shredder-FEN have their own.
    fn with_letter_of(self, castling: &str) -> Self {
        let written = |right: char| {
            let is_right = |color, king_side| Position::castling_letter(color, king_side) == right;
            let found = Position::castlings().find(|&(color, king_side)| is_right(color, king_side));
            let file = found.map(|(color, king_side)| Position::castling_file(color, king_side));
            file.filter(|&file| !castling.contains(right) && castling.contains(file)).unwrap_or(right)
        };
        match self {
            Self::Chess960 { right } => Self::Chess960 { right: written(right) },
            Self::CastlingHome { right, color, missing, square } => {
                Self::CastlingHome { right: written(right), color, missing, square }
            }
            other => other,
        }
    }
}

impl FenError {
    fn new(field: FenField, text: &str, problem: FenProblem) -> Self {
        Self { field, text: shown(text), problem }
    }
}

/// A text from outside as an error shows it: at most 80 characters, without control characters.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown += "...";
    }
    shown
}

fn parse_board(text: &str) -> Result<[Option<Piece>; 64], FenProblem> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenProblem::RankCount(ranks.len()));
    }
    let mut board = [None; 64];
    for (rank, text) in (0..8).rev().zip(ranks) {
        let (mut width, mut before) = (0, None);
        for letter in text.chars() {
            if let Some(first) = before.replace(letter).filter(|before| both_numbers(*before, letter)) {
                return Err(FenProblem::TwoNumbers { rank: rank + 1, pair: format!("{first}{letter}") });
            }
            match (letter, Piece::from_letter(letter)) {
                ('1'..='8', _) => width += letter as usize - '0' as usize,
                (_, Some(piece)) => {
                    if let Some(square) = u8::try_from(width).ok().and_then(|file| Square::at(file, rank)) {
                        board[square.index()] = Some(piece);
                    }
                    width += 1;
                }
                (_, None) => return Err(FenProblem::Letter { rank: rank + 1, letter }),
            }
        }
        if width != 8 {
            return Err(FenProblem::RankWidth { rank: rank + 1, width });
        }
    }
    Ok(board)
}

fn both_numbers(one: char, other: char) -> bool {
    [one, other].iter().all(|letter| matches!(letter, '1'..='8'))
}

fn parse_side(text: &str) -> Result<Color, FenProblem> {
    Color::ALL.into_iter().find(|color| text == color.letter().to_string()).ok_or(FenProblem::Side)
}

fn parse_castling(text: &str) -> Result<CastlingRights, FenProblem> {
    let mut rights = CastlingRights::default();
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        if matches!(letter, 'B'..='G' | 'b'..='g') {
            return Err(FenProblem::Chess960 { right: letter });
        }
        let (color, king_side) = Position::castlings()
            .find(|&(color, king_side)| {
                let letters = [Position::castling_letter, Position::castling_file];
                letters.iter().any(|of| letter == of(color, king_side))
            })
            .ok_or(FenProblem::Castling)?;
        if rights.get(color, king_side) {
            return Err(FenProblem::CastlingTwice { right: Position::castling_letter(color, king_side) });
        }
        rights.set(color, king_side, true);
    }
    Ok(rights)
}

fn parse_en_passant(text: &str) -> Result<Option<Square>, FenProblem> {
    match text {
        "-" => Ok(None),
        name => Square::from_name(name).map(Some).ok_or(FenProblem::EnPassant),
    }
}

#[cfg(test)]
mod tests;
