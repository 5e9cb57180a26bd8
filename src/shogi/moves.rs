//! Moves, as USI writes them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Kind, Square};

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece goes from a square to another.
    Board {
        /// The square it leaves.
        from: Square,
        /// The square it goes to.
        to: Square,
        /// It promotes there.
        promotes: bool,
    },
    /// A piece from the hand is put on an empty square.
    Drop {
        /// The piece.
        kind: Kind,
        /// The square.
        to: Square,
    },
}

impl Move {
    /// The square it goes to.
    pub fn to(self) -> Square {
        match self {
            Self::Board { to, .. } | Self::Drop { to, .. } => to,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Board { from, to, promotes } => write!(f, "{from}{to}{}", if promotes { "+" } else { "" }),
            Self::Drop { kind, to } => write!(f, "{}*{to}", kind.letter()),
        }
    }
}

/// A text that is no move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{text}` is no move; write `7g7f`, `8h2b+` where it promotes, or `P*5e` for a drop")]
pub struct MoveError {
    /// The text.
    pub text: String,
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let square = |from: usize| text.get(from..from + 2).and_then(Square::parse);
        let dropped = || {
            let kind = text.chars().next().and_then(Kind::of_letter)?;
            let fits = text.get(1..2) == Some("*") && text.len() == 4 && kind != Kind::King;
            Some(Self::Drop { kind, to: square(2).filter(|_| fits)? })
        };
        let moved = || {
            let promotes = text.get(4..) == Some("+");
            let fits = promotes || text.len() == 4;
            Some(Self::Board { from: square(0)?, to: square(2).filter(|_| fits)?, promotes })
        };
        dropped().or_else(moved).ok_or_else(|| MoveError { text: shortened(text) })
    }
}

/// As much of a text as an error should show.
pub(super) fn shortened(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        None => text.into(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
