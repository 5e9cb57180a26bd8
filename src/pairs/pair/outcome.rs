//! The consequences of the answer of the passes.

use super::recall::Recall;
use super::sizes::Sizes;
use super::turn::Turn;
use crate::describe::{Builder, Wire};
use crate::parts::decode::{one_hot, word};

/// The outcome of a turn. Whether a move was found is known late. So its consequences are decided
/// in the next cycle, and written in the one after.
pub struct Outcome {
    /// Whether a move was found; driven by the passes.
    pub found: Wire,
    /// Whether it was the node's last; driven by the passes.
    pub last: Wire,
    /// It was made, in the cycle of the answer.
    pub moved: Wire,
    /// The plies at which moves are left: this and all below in the cycle after.
    pub more: Wire,
    /// The position after the move is an inner node, and kept.
    pub keeps: Wire,
    /// The thread had a turn.
    pub on: Wire,
    /// The thread.
    pub thread: Wire,
    /// Its item.
    pub item: Wire,
    /// Half moves below the item.
    pub item_height: Wire,
    /// The ply of the node.
    pub ply: Wire,
    /// Half moves below the position after the move.
    pub height: Wire,
}

impl Outcome {
    /// The outcome of the recalled turn.
    pub fn new(b: &Builder, sizes: &Sizes, turn: &Turn, recall: &Recall) -> Self {
        let (plies, awake, was) = (sizes.widths.plies, &turn.beginning.awake, &recall.was);
        let [found, last] = [b.forward("found", 1), b.forward("last", 1)];
        let moved = (&found & &was.active & awake).named("moved");
        let here = word(&one_hot(&recall.ahead.ply, plies)).later("ply_answered");
        let left = (&moved & !&last).repeat(plies);
        let more = ((&was.more & !&here) | (&here & left)).later("more_after");
        let keeps = (&moved & &recall.inner).later_cleared("keeps");
        let on = (&was.active & awake).later_cleared("had_turn");
        Self {
            found,
            last,
            moved,
            more,
            keeps,
            on,
            thread: recall.thread.later("thinking"),
            item: was.item.later("item_of"),
            item_height: was.height.later("height_of"),
            ply: was.ply.later("ply_of"),
            height: recall.height.later("height_of_child"),
        }
    }
}
