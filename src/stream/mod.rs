//! An ordered legal move in every clock cycle, whatever the game: the next move of a node and the
//! position after it, in one pass through a pipeline.
//!
//! A node is a position and the moves left to try there. Threads take turns at the pipeline, and
//! each has a stack of nodes in memory. A game describes the pass, as logic, and its bundles here.

mod drive;
mod error;
mod exercise;
mod lanes;
mod one_thread;
mod passes;
mod threads;
mod walk;

use std::fmt::Debug;

pub use drive::{PassResult, StreamDriver, Turn};
pub(crate) use error::threads;
pub use error::{FastError, MOST_THREADS};
pub use exercise::exercise;
pub use lanes::{AT_ONCE, Expected, LanePass, PassLanes};
pub use one_thread::{OneThread, Telling};
pub(crate) use passes::WAITS;
pub use passes::{READERS, cut_pass, either};
pub use threads::{Stream, StreamOptions, stream};
pub use walk::{Walk, Walks, all_moves, walk};

use crate::describe::{Builder, Bundle};
use crate::game::Game;
use crate::netlist::Value;

/// A position of a game.
pub type PositionOf<S> = <<S as Streamed>::Game as Game>::Position;

/// A move of a game.
pub type MoveOf<S> = <<S as Streamed>::Game as Game>::Move;

/// A game with a pass: its words in the hardware, and their values for software.
pub trait Streamed: Debug + 'static {
    /// The game.
    type Game: Game;
    /// A position as a node stores it.
    type Board: Bundle;
    /// The moves left to try at a node.
    type Left: Bundle;
    /// A move as it leaves. The first two fields are `found` and `last`, 1 bit each: there was a
    /// move, and it was the node's last.
    type Found: Bundle;

    /// A position as people write it.
    fn text(position: &PositionOf<Self>) -> String;

    /// The fields of a position, in their order.
    fn board(position: &PositionOf<Self>) -> Vec<Value>;

    /// The fields of a legal move of a position, in their order; `last` says whether it is the
    /// last.
    fn found(position: &PositionOf<Self>, mv: MoveOf<Self>, last: bool) -> Vec<u64>;
}

/// A pass as logic: a module with inputs for a node ([`Streamed::Board`]; [`Streamed::Left`] behind
/// `left_`; `fresh`, 1 bit, where nothing has been tried), and outputs for its next move
/// ([`Streamed::Found`]), the position after it (behind `child_`), and what is left then (behind
/// `after_`).
pub struct PassLogic {
    /// The module.
    pub logic: Builder,
    /// An input and an output of one bit that is kept with the moves left.
    pub beside: Option<[&'static str; 2]>,
    /// See [`crate::describe::PipelineOptions::apart`]; only in stages of few levels.
    pub apart: Option<u32>,
}
