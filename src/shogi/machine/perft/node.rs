//! The moves left to try at a node of a tree that is counted, where their order means nothing.

use crate::bundle;
use crate::describe::Wire;
use crate::parts::choose::Choice;
use crate::shogi::machine::SHOGI;

bundle! {
    /// What is left to try at a node.
    pub struct Left {
        /// Destinations that are not done with.
        destinations: 81,
        /// Origins not tried yet for the first destination left.
        origins: 81,
        /// Kinds not dropped yet on it: bit 0 pawn, 6 rook.
        kinds: 7,
        /// The next move is the last one again, without the promotion.
        unpromoted: 1,
    }
}

/// A move of a node.
pub struct Tried<'a> {
    /// Its origin; none for a drop.
    pub from: &'a Choice,
    /// Its destination.
    pub to: &'a Choice,
    /// The kind dropped alone: 7 bits.
    pub dropped: &'a Wire,
    /// The same move without its promotion comes next: 1 bit.
    pub again: &'a Wire,
    /// Its destination is done with then: 1 bit.
    pub done: &'a Wire,
}

impl Left {
    /// Everything, where the 1-bit `fresh` is set.
    pub fn or_all(&self, fresh: &Wire) -> Self {
        let squares = SHOGI.files * SHOGI.ranks;
        Self {
            destinations: &self.destinations | fresh.repeat(squares),
            origins: &self.origins | fresh.repeat(squares),
            kinds: &self.kinds | fresh.repeat(7),
            unpromoted: &self.unpromoted & !fresh,
        }
    }

    /// These moves, or, where the 1-bit `fresh` is set, everything on the files whose bits are set
    /// (9 bits).
    pub fn or_files(&self, fresh: &Wire, files: &Wire) -> Self {
        Self {
            destinations: self.destinations.when(&!fresh) | files.repeat(SHOGI.ranks),
            ..self.or_all(fresh)
        }
    }

    /// The moves left after a move.
    pub fn after(&self, tried: &Tried) -> Self {
        let Tried { from, to, dropped, again, done } = *tried;
        let squares = SHOGI.files * SHOGI.ranks;
        let origin = from.square.word() & (!again).repeat(squares);
        Self {
            destinations: &self.destinations & !(to.square.word() & done.repeat(squares)),
            origins: (&self.origins & !origin) | done.repeat(squares),
            kinds: (&self.kinds & !dropped) | done.repeat(7),
            unpromoted: again.clone(),
        }
    }
}
