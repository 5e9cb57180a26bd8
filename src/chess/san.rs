//! Moves as people write them: `Nf3`, `exd5`, `O-O`, `e8=Q+`, or from square to square, `g1f3`.

use cozy_chess::util;
use thiserror::Error;

use super::fen::shown;
use super::{Move, PieceKind, Position, Square, rules};

/// The reasons why a text is no move of a position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MoveError {
    /// It is written like no move.
    #[error("this is no move; write one such as Nf3, exd5, O-O or g1f3")]
    Unreadable,
    /// No legal move is written so.
    #[error("no legal move of {side}; {}", legal(.near))]
    Illegal {
        /// The side to move.
        side: super::Color,
        /// The legal moves near it; if there is none, all legal moves.
        near: Vec<String>,
    },
    /// Several legal moves are written so.
    #[error("{} moves may be meant; write {}", .meant.len(), .meant.join(" or "))]
    Ambiguous {
        /// These moves, each in its unique spelling.
        meant: Vec<String>,
    },
    /// There is no move at all.
    #[error("the game is over: {}", .0)]
    Over(End),
    /// The rules library does not know the position.
    #[error("moves of this position are not known: the rules library refuses it")]
    Unknown,
}

/// A line of moves that cannot be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("move {ply}, `{text}`: {error}")]
pub struct MovesError {
    /// The number of the move in the line, from 1.
    pub ply: usize,
    /// Its text, shortened and with control characters escaped.
    pub text: String,
    /// The problem.
    pub error: MoveError,
}

/// The end of a game for the side to move when it has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Its king is attacked.
    Checkmate,
    /// Its king is not attacked.
    Stalemate,
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
        })
    }
}

/// The facts that a text states about a move.
struct Said {
    /// The kind; without one, the text is a move from square to square, of any piece, or a pawn's
    /// move.
    kind: Option<PieceKind>,
    file: Option<u8>,
    rank: Option<u8>,
    to: Option<Square>,
    promotion: Option<PieceKind>,
    /// The file that a castling king goes to.
    castling: Option<u8>,
}

impl Position {
    /// The end of the game if the side to move has no move.
    pub fn end(&self) -> End {
        let attacked = self.king(self.side).is_some_and(|king| self.attacked(king, self.side.other()));
        if attacked { End::Checkmate } else { End::Stalemate }
    }

    /// A legal move in standard algebraic notation; `None` if the move is not legal.
    pub fn san(&self, mv: Move) -> Option<String> {
        let board = rules::board(self)?;
        let (_, known) = rules::moves(&board).into_iter().find(|(legal, _)| *legal == mv)?;
        Some(util::display_san_move(&board, known).to_string())
    }

    /// Reads a move of this position, in standard algebraic notation or from square to square.
    /// Signs of checks, captures and promotions may be missing, and the text may give more of the
    /// origin than is needed.
    ///
    /// # Errors
    /// See [`MoveError`].
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let said = Said::read(text).ok_or(MoveError::Unreadable)?;
        let legal = rules::legal_moves(self).ok_or(MoveError::Unknown)?;
        if legal.is_empty() {
            return Err(MoveError::Over(self.end()));
        }
        let meant: Vec<Move> = legal.iter().copied().filter(|&mv| said.means(self, mv)).collect();
        match meant[..] {
            [mv] => Ok(mv),
            [] => Err(MoveError::Illegal { side: self.side, near: said.near(self, &legal) }),
            _ => Err(MoveError::Ambiguous { meant: self.written(&meant, false) }),
        }
    }

    /// The position after these moves, each as [`Position::read_move`] reads it. It skips numbers
    /// of moves, such as `1.` and `3...`.
    ///
    /// # Errors
    /// The first move that cannot be made.
    pub fn after_line<'a>(&self, moves: impl IntoIterator<Item = &'a str>) -> Result<Self, MovesError> {
        let texts = moves.into_iter().map(without_number).filter(|text| !text.is_empty());
        let mut position = self.clone();
        for (index, text) in texts.enumerate() {
            let error = |error| MovesError { ply: index + 1, text: shown(text), error };
            position = position.after(position.read_move(text).map_err(error)?);
        }
        Ok(position)
    }

    /// Moves as text, from square to square or in algebraic notation, sorted.
    fn written(&self, moves: &[Move], squares: bool) -> Vec<String> {
        let text = |&mv: &Move| if squares { None } else { self.san(mv) }.unwrap_or_else(|| mv.to_string());
        let mut texts: Vec<String> = moves.iter().map(text).collect();
        texts.sort();
        texts
    }

    fn kind_at(&self, square: Square) -> Option<PieceKind> {
        self.piece(square).map(|piece| piece.kind)
    }
}

impl Said {
    /// Reads it from its end, where it is always a square or a promotion.
    fn read(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let castling = match text {
            "O-O" | "0-0" | "o-o" => Some(6),
            "O-O-O" | "0-0-0" | "o-o-o" => Some(2),
            _ => None,
        };
        if castling.is_some() {
            let kind = Some(PieceKind::King);
            return Some(Self { kind, file: None, rank: None, to: None, promotion: None, castling });
        }
        let promotion = text.chars().next_back().and_then(promotion);
        let text = if promotion.is_some() { text.get(..text.len() - 1)? } else { text };
        let text = text.strip_suffix('=').filter(|_| promotion.is_some()).unwrap_or(text);
        let (text, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let to = Some(Square::from_name(to)?);
        let text = text.strip_suffix(['x', '-', ':']).filter(|from| !from.is_empty()).unwrap_or(text);
        let mut letters = text.chars().peekable();
        let kind = letters.next_if(char::is_ascii_uppercase);
        let kind = kind.map(|letter| PieceKind::from_letter(letter.to_ascii_lowercase()).ok_or(()));
        let kind = kind.transpose().ok()?;
        let file = letters.next_if(|letter| ('a'..='h').contains(letter)).map(|file| file as u8 - b'a');
        let rank = letters.next_if(|letter| ('1'..='8').contains(letter)).map(|rank| rank as u8 - b'1');
        let all = letters.next().is_none();
        all.then_some(Self { kind, file, rank, to, promotion, castling })
    }

    /// The square it leaves, if the text names it.
    fn from(&self) -> Option<Square> {
        Square::at(self.file?, self.rank?)
    }

    /// Whether it is written from square to square.
    fn squares(&self) -> bool {
        self.kind.is_none() && self.from().is_some()
    }

    /// Whether the text means this legal move.
    fn means(&self, position: &Position, mv: Move) -> bool {
        let kind = position.kind_at(mv.from);
        if let Some(file) = self.castling {
            let castles = mv.from.file().abs_diff(mv.to.file()) == 2;
            return kind == Some(PieceKind::King) && castles && mv.to.file() == file;
        }
        let moves = self.squares() || kind == Some(self.kind.unwrap_or(PieceKind::Pawn));
        moves
            && Some(mv.to) == self.to
            && self.file.is_none_or(|file| file == mv.from.file())
            && self.rank.is_none_or(|rank| rank == mv.from.rank())
            && (self.promotion.is_none() || self.promotion == mv.promotion)
    }

    /// The legal moves that share a square or the piece with it (for a pawn, the file), spelt in
    /// its way; if there is none, all legal moves.
    fn near(&self, position: &Position, legal: &[Move]) -> Vec<String> {
        let files = [self.file, self.to.map(Square::file)];
        let near = |mv: &&Move| {
            let kind = position.kind_at(mv.from);
            let piece = match self.kind {
                None | Some(PieceKind::Pawn) => {
                    kind == Some(PieceKind::Pawn) && files.contains(&Some(mv.from.file())) && !self.squares()
                }
                said => kind == said,
            };
            piece || Some(mv.to) == self.to || Some(mv.from) == self.from()
        };
        let near: Vec<Move> = legal.iter().filter(near).copied().collect();
        position.written(if near.is_empty() { legal } else { &near }, self.squares())
    }
}

/// The piece that a pawn becomes, by its letter at the end of a move.
fn promotion(letter: char) -> Option<PieceKind> {
    PieceKind::from_letter(letter.to_ascii_lowercase()).filter(|kind| PieceKind::PROMOTIONS.contains(kind))
}

/// The text without a move's number before it: `1.`, `12...`, `3.Nf3`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let numbered = rest.len() < text.len() && rest.starts_with('.');
    if numbered { rest.trim_start_matches('.') } else { text }
}

/// Legal moves, as many as a line has room for.
fn legal(moves: &[String]) -> String {
    const MOST: usize = 12;
    let shown = moves[..moves.len().min(MOST)].join(" ");
    match moves.len().saturating_sub(MOST) {
        0 => format!("legal here: {shown}"),
        more => format!("legal here: {shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests;
