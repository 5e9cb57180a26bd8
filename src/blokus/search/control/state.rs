//! The states of the search's control.

use rust_hdl::prelude::*;

/// What the machine is about.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    /// Waiting for a command.
    Idle,
    /// The answer waits to be taken.
    Respond,
    /// A node begins, with the killer if there is one.
    Enter,
    /// Moves begin to come: the killer, all, or those behind the one held.
    Start,
    /// Waiting for the next move.
    Seek,
    /// Place the move held; the node below begins. A move that was tried is passed over.
    Place,
    /// Moves go to the evaluation, one a cycle.
    Stream,
    /// Waiting for the last values.
    Drain,
    /// Waiting for the list of moves in order.
    Settle,
    /// Is the reply a move of the opponent here?
    Weigh,
    /// Moves with the reply on top go to the evaluation, one a cycle, up to the first that is not
    /// refuted.
    Refute,
    /// The leaf that cut is the reply from now on.
    Learn,
    /// The node is left; the move that led to it comes from the stack.
    Leave,
    /// Take it back, and look at what it was worth.
    TakeBack,
    /// A search one ply deeper begins.
    Deepen,
    /// What was found is held, and tried first.
    Recall,
    /// What was found is held.
    Close,
    /// The moves of the position begin, to be given one by one.
    List,
    /// Waiting for the next of them.
    Next,
    /// Place the move held, for good.
    Play,
}
