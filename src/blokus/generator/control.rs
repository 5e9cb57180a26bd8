//! The control state machine: it begins the moves of a node, and decides about each of them.

mod commands;
mod every_cycle;
mod node;

use rust_hdl::prelude::*;

use crate::describe::kernel;

/// What the machine is about.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    /// Waiting for a command.
    Idle,
    /// The moves of the node begin: from the first, or behind the one held.
    Start,
    /// Waiting for the next move.
    Seek,
    /// Perft: the moves are leaves, one a cycle.
    Count,
    /// Place the move held; the node below begins.
    Place,
    /// The move that led here comes from the stack.
    Pop,
    /// Take it back.
    TakeBack,
    /// The answer waits to be taken.
    Respond,
}

/// The control state machine. A move is placed in one cycle and taken back in one; everything it
/// decides on is a register, or a few levels behind one.
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
    /// The ply below exists.
    pub below: Signal<In, Bit>,
    /// The present ply is not the first.
    pub above: Signal<In, Bit>,
    /// The depth asked for fits between the present ply and the last.
    pub depth_fits: Signal<In, Bit>,
    /// The depth asked for is zero.
    pub depth_zero: Signal<In, Bit>,
    /// Perft stands at its first node.
    pub at_root: Signal<In, Bit>,
    /// Moves of this node are leaves.
    pub leaf: Signal<In, Bit>,
    /// The game is over.
    pub over: Signal<In, Bit>,
    /// The node's next move is there.
    pub move_ready: Signal<In, Bit>,
    /// No further one will come.
    pub no_more: Signal<In, Bit>,

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
    /// Set the side to move; this is the root.
    pub load_state: Signal<Out, Bit>,
    /// The node's moves begin.
    pub start: Signal<Out, Bit>,
    /// They begin behind the move held.
    pub resume: Signal<Out, Bit>,
    /// The next move is taken.
    pub take: Signal<Out, Bit>,
    /// There was none: the move is a pass.
    pub take_pass: Signal<Out, Bit>,
    /// The move held is placed and goes on the stack.
    pub place: Signal<Out, Bit>,
    /// The move on top of the stack is held.
    pub pop: Signal<Out, Bit>,
    /// The move held is taken back.
    pub take_back: Signal<Out, Bit>,
    /// A walk begins.
    pub start_perft: Signal<Out, Bit>,
    /// A walk is on.
    pub counting: Signal<Out, Bit>,
    /// A leaf was found.
    pub count_leaf: Signal<Out, Bit>,

    state: DFF<State>,
    /// A move is held.
    holding: DFF<Bit>,
    /// The node has given a move, if only a pass.
    seen: DFF<Bit>,
    /// The moves that come are this node's.
    live: DFF<Bit>,
    perft: DFF<Bit>,
    error: DFF<Bit>,
    /// The node has nothing but a pass.
    must_pass: Signal<Local, Bit>,
    /// The node is left.
    leave: Signal<Local, Bit>,
}

kernel! {
    Control: Beginning;
    match state: State { Idle, Start, Seek, Count, Place, Pop, TakeBack, Respond };
    Left, Reset
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Control;
    use crate::describe::differential::differential;

    /// rust-hdl's simulation of the control against that of its lowered module, on random stimulus.
    #[test]
    fn the_control_is_lowered_right() {
        let mut states = BTreeSet::new();
        differential(
            Control::default(),
            "control",
            30_000,
            |cell, draw| {
                states.insert(format!("{:?}", cell.state.q.val()));
                cell.command_valid.next = draw.value();
                cell.command.next = draw.value();
                cell.response_ready.next = draw.value();
                cell.below.next = draw.value();
                cell.above.next = draw.value();
                cell.depth_fits.next = draw.value();
                cell.depth_zero.next = draw.value();
                cell.at_root.next = draw.value();
                cell.leaf.next = draw.value();
                cell.over.next = draw.value();
                cell.move_ready.next = draw.value();
                cell.no_more.next = draw.value();
                cell.reset.next = (0..6).all(|_| draw.value());
            },
            Some(|cell, level| cell.clock.next = level.into()),
        );
        assert_eq!(states.len(), 8, "every state is visited: {states:?}");
    }
}
