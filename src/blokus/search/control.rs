//! The control state machine of the search: it decides which move is tried next, and when a node is
//! left.

mod commands;
mod deepening;
mod every_cycle;
mod leaves;
mod node;
mod state;

use rust_hdl::prelude::*;

use crate::describe::kernel;
use state::State;

/// The control state machine. Everything it decides on is a register, or a few levels behind one.
#[derive(LogicBlock, Default)]
pub struct Control {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// Back to idle.
    pub reset: Signal<In, Bit>,
    /// A command waits.
    pub command_valid: Signal<In, Bit>,
    /// Which command.
    pub command: Signal<In, Bits<4>>,
    /// The answer is taken in this cycle.
    pub response_ready: Signal<In, Bit>,
    /// There is a search of the depth asked for.
    pub depth_fits: Signal<In, Bit>,
    /// A pass is asked for.
    pub wants_pass: Signal<In, Bit>,
    /// The rules allow one.
    pub may_pass: Signal<In, Bit>,
    /// The present node is the first.
    pub at_root: Signal<In, Bit>,
    /// A search one ply deeper is wanted behind this one, and there is time for it.
    pub deepens: Signal<In, Bit>,
    /// The time is over: what is not finished is given up.
    pub stop: Signal<In, Bit>,
    /// What is below this node is evaluated.
    pub last: Signal<In, Bit>,
    /// The game is over.
    pub over: Signal<In, Bit>,
    /// There is a killer of this depth.
    pub killer_known: Signal<In, Bit>,
    /// The move held is that.
    pub is_killer: Signal<In, Bit>,
    /// The move held is a pass.
    pub held_pass: Signal<In, Bit>,
    /// The stream's next move is there.
    pub move_ready: Signal<In, Bit>,
    /// No further one will come.
    pub no_more: Signal<In, Bit>,
    /// The list of moves in order is made.
    pub settling: Signal<In, Bit>,
    /// All moves are in it.
    pub list_fits: Signal<In, Bit>,
    /// It has a further one.
    pub listed_ready: Signal<In, Bit>,
    /// Positions are on their way through the evaluation.
    pub evaluating: Signal<In, Bit>,
    /// A value comes out of it.
    pub value_valid: Signal<In, Bit>,
    /// It is not below beta.
    pub value_cuts: Signal<In, Bit>,
    /// It cuts the node below, and the reply could be placed.
    pub value_refutes: Signal<In, Bit>,
    /// It is that of the position itself.
    pub value_bare: Signal<In, Bit>,
    /// Moves of this node can be refuted by the reply.
    pub replies: Signal<In, Bit>,
    /// Alpha is not below beta.
    pub window_closed: Signal<In, Bit>,
    /// On the stack: the move was the killer.
    pub top_killing: Signal<In, Bit>,
    /// On the stack: the killer was tried.
    pub top_killed: Signal<In, Bit>,
    /// On the stack: moves are taken from the list.
    pub top_listed: Signal<In, Bit>,
    /// No core has claimed the root move held.
    pub unclaimed: Signal<In, Bit>,
    /// This core may claim it now.
    pub may_claim: Signal<In, Bit>,
    /// All cores are through with the root.
    pub all_done: Signal<In, Bit>,

    /// A command is taken in this cycle if one waits.
    pub command_ready: Signal<Out, Bit>,
    /// The answer is there.
    pub response_valid: Signal<Out, Bit>,
    /// The command was refused.
    pub refused: Signal<Out, Bit>,
    /// A move is held.
    pub holds: Signal<Out, Bit>,
    /// Write the cell that the command names.
    pub load_cell: Signal<Out, Bit>,
    /// Set who has the piece that the command names.
    pub load_piece: Signal<Out, Bit>,
    /// Set the side to move.
    pub load_state: Signal<Out, Bit>,
    /// A search begins.
    pub start_search: Signal<Out, Bit>,
    /// The next bits of the limit come.
    pub load_limit: Signal<Out, Bit>,
    /// A deeper search begins.
    pub deepen: Signal<Out, Bit>,
    /// A search has ended: its best move is what was found.
    pub finish: Signal<Out, Bit>,
    /// A search is on.
    pub searching: Signal<Out, Bit>,
    /// A node begins.
    pub enter: Signal<Out, Bit>,
    /// Moves begin to come.
    pub start: Signal<Out, Bit>,
    /// They begin at the move held or behind it.
    pub resume: Signal<Out, Bit>,
    /// The move held is the killer.
    pub killing: Signal<Out, Bit>,
    /// The killer was tried.
    pub killed: Signal<Out, Bit>,
    /// Moves are taken from the list, not the stream.
    pub listed: Signal<Out, Bit>,
    /// Values are those of moves to be sorted.
    pub sorting: Signal<Out, Bit>,
    /// Values are those of moves with the reply on top.
    pub refuting: Signal<Out, Bit>,
    /// A move is refuted.
    pub refuted: Signal<Out, Bit>,
    /// The sites are those of the opponent, to weigh the reply.
    pub weigh: Signal<Out, Bit>,
    /// The move held is the reply from now on.
    pub learn: Signal<Out, Bit>,
    /// The next move is taken.
    pub take: Signal<Out, Bit>,
    /// There was none: the move is a pass.
    pub take_pass: Signal<Out, Bit>,
    /// The killer is held.
    pub hold_killer: Signal<Out, Bit>,
    /// The move is held whose value comes out.
    pub hold_leaf: Signal<Out, Bit>,
    /// What was found is held.
    pub hold_best: Signal<Out, Bit>,
    /// The position after the move held goes to the evaluation.
    pub launch: Signal<Out, Bit>,
    /// The position itself does.
    pub bare: Signal<Out, Bit>,
    /// What is on the way through the evaluation is forgotten.
    pub flush: Signal<Out, Bit>,
    /// The move held is placed and goes on the stack.
    pub place: Signal<Out, Bit>,
    /// The move on top of the stack is held.
    pub pop: Signal<Out, Bit>,
    /// The node that is left was cut.
    pub cut: Signal<Out, Bit>,
    /// The move held is taken back.
    pub take_back: Signal<Out, Bit>,
    /// It is better than those before it.
    pub improves: Signal<Out, Bit>,
    /// It cuts its node.
    pub kills: Signal<Out, Bit>,
    /// A root move is claimed.
    pub claims: Signal<Out, Bit>,
    /// A root move is left to the core that claimed it.
    pub yields: Signal<Out, Bit>,
    /// This core is through with the root.
    pub done: Signal<Out, Bit>,

    state: DFF<State>,
    is_killing: DFF<Bit>,
    is_listed: DFF<Bit>,
    was_killed: DFF<Bit>,
    is_sorting: DFF<Bit>,
    is_refuting: DFF<Bit>,
    /// Moves go on behind the one held.
    goes_on: DFF<Bit>,
    /// A move was taken for the evaluation.
    launched: DFF<Bit>,
    /// The node has given a move.
    seen: DFF<Bit>,
    was_cut: DFF<Bit>,
    /// A move is held.
    holding: DFF<Bit>,
    /// The moves that come are those of the position.
    listing: DFF<Bit>,
    error: DFF<Bit>,
    /// The next move is there, or no further one will come: from the stream or the list.
    ready: Signal<Local, Bit>,
    none: Signal<Local, Bit>,
    /// A node begins.
    fresh: Signal<Local, Bit>,
    /// All moves begin to come: to be sorted first, above the last ply.
    begins: Signal<Local, Bit>,
    /// The move held is placed.
    descends: Signal<Local, Bit>,
    /// A search is on.
    works: Signal<Local, Bit>,
    /// What is on its way to the evaluation is no longer wanted.
    ends: Signal<Local, Bit>,
    /// The node is given up.
    abandons: Signal<Local, Bit>,
    /// No move is held any more, and the moves of the position begin anew.
    anew: Signal<Local, Bit>,
}

kernel! {
    Control: Beginning;
    match state: State {
        Idle, Respond,
        Enter, Start, Seek, Place,
        Stream, Settle, Weigh, Refute, Learn, Drain,
        Leave, TakeBack, Deepen, Recall, Close,
        List, Next, Play
    };
    NodeBegun, Placed, Valued, Flushed, Reset
}

#[cfg(test)]
mod tests;
