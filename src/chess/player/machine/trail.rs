//! The last moves before a node: they tell whether the next one repeats a position.

use super::node::Node;
use crate::bundle;
use crate::chess::fast::stream::Passed;
use crate::chess::player::Code;
use crate::chess::player::machine::model;
use crate::describe::{Wire, concat};

/// Bits of a move without promotion: origin in bits 5 to 0, destination in bits 11 to 6.
const WAY: u32 = 12;

bundle! {
    /// The last moves before a node, as far as a move can undo them. Squares are seen from the side
    /// that moved.
    pub struct Trail {
        /// The last move of the side to move: origin below, destination above.
        own: WAY,
        /// There is one that can be undone.
        own_known: 1,
        /// The last move of the other side.
        enemy: WAY,
        /// There is one that can be undone.
        enemy_known: 1,
        /// That move undid the one before it of the other side.
        undone: 1,
    }
}

/// What a move makes of the last moves.
pub struct Trailed {
    /// The position after it is the one four plies before: 1 bit.
    pub repeats: Wire,
    /// The last moves then.
    pub after: Trail,
}

impl Trail {
    /// After the move of a pass. A null move counts as one that cannot be undone. Combinational,
    /// about 40 LUT4.
    pub fn after(&self, node: &Node, pass: &Passed) -> Trailed {
        let found = &pass.found;
        let kept = &node.board.castling;
        let loses = kept.slice(0, 2) ^ pass.child.castling.slice(2, 2);
        // The right to take a pawn that has just gone two squares does not come again.
        let stepped = node.board.en_passant.bit(3);
        let final_move = found.moved.is(1) | found.captured.any() | loses.any() | stepped;
        let reversible = (&found.found & !final_move).named("can_be_undone");
        let back = concat(&[found.origin.clone(), found.destination.clone()]);
        let undoes = (&reversible & &self.own_known & self.own.eq(&back)).named("undoes");
        let after = Self {
            own: self.enemy.clone(),
            own_known: &self.enemy_known & &reversible,
            enemy: concat(&[found.destination.clone(), found.origin.clone()]),
            undone: undoes.clone(),
            enemy_known: reversible,
        };
        Trailed { repeats: (undoes & &self.undone).named("repeats"), after }
    }
}

/// Bits of the last moves as commands bring them.
pub const TRAIL_BITS: u32 = 2 * WAY + 3;

/// The last moves of a game as commands bring them, in `TRAIL_BITS` bits; 0 if none is known.
pub fn number(trail: &model::Trail, black: bool) -> u32 {
    let turned = |code: Code, black: bool| code.bits() & 0xfff ^ if black { 0xe38 } else { 0 };
    let known = |code: Option<Code>, black| code.map_or(0, |code| turned(code, black) | 1 << WAY);
    let own = known(trail.own, black);
    let enemy = known(trail.enemy, !black);
    own | enemy << (WAY + 1) | u32::from(trail.undone) << (2 * WAY + 2)
}
