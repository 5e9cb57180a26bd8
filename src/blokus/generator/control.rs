//! The control state machine: it begins the moves of a node, and decides about each of them.

use rust_hdl::prelude::*;

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

/// The control state machine. A move is placed in one cycle and taken back in one; everything it decides on is a register, or a few
/// levels behind one.
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

impl Logic for Control {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, holding, seen, live, perft, error);
        self.command_ready.next = false;
        self.response_valid.next = false;
        self.refused.next = self.error.q.val();
        self.holds.next = self.holding.q.val();
        self.load_cell.next = false;
        self.load_piece.next = false;
        self.load_state.next = false;
        self.start.next = false;
        self.resume.next = self.holding.q.val();
        self.take.next = false;
        self.take_pass.next = false;
        self.place.next = false;
        self.pop.next = false;
        self.take_back.next = false;
        self.start_perft.next = false;
        self.counting.next = self.perft.q.val();
        self.count_leaf.next = false;
        self.leave.next = false;
        self.must_pass.next = self.no_more.val() && !self.seen.q.val() && !self.over.val();

        match self.state.q.val() {
            State::Idle => {
                self.command_ready.next = true;
                if self.command_valid.val() {
                    self.error.d.next = false;
                    self.state.d.next = State::Respond;
                    match self.command.val().index() {
                        1 => self.load_cell.next = true,
                        2 => {
                            self.load_state.next = true;
                            self.holding.d.next = false;
                            self.seen.d.next = false;
                            self.live.d.next = false;
                        }
                        3 => {
                            self.state.d.next = State::Start;
                            if self.live.q.val() {
                                self.state.d.next = State::Seek;
                            }
                        }
                        4 => {
                            if self.holding.q.val() && self.below.val() {
                                self.state.d.next = State::Place;
                            } else {
                                self.error.d.next = true;
                            }
                        }
                        5 => {
                            if self.above.val() {
                                self.state.d.next = State::Pop;
                            } else {
                                self.error.d.next = true;
                            }
                        }
                        6 => {
                            if self.holding.q.val() || !self.depth_fits.val() {
                                self.error.d.next = true;
                            } else {
                                self.start_perft.next = true;
                                if !self.depth_zero.val() {
                                    self.perft.d.next = true;
                                    self.state.d.next = State::Start;
                                }
                            }
                        }
                        8 => {}
                        9 => self.load_piece.next = true,
                        _ => self.error.d.next = true,
                    }
                }
            }
            State::Start => {
                self.start.next = true;
                self.seen.d.next = self.holding.q.val();
                self.live.d.next = true;
                self.state.d.next = State::Seek;
                if self.perft.q.val() && self.leaf.val() {
                    self.state.d.next = State::Count;
                }
            }
            State::Seek => {
                self.take.next = self.move_ready.val();
                self.take_pass.next = self.must_pass.val();
                if self.move_ready.val() || self.must_pass.val() {
                    self.holding.d.next = true;
                    self.seen.d.next = true;
                    self.state.d.next = State::Respond;
                    if self.perft.q.val() {
                        self.state.d.next = State::Place;
                    }
                } else {
                    if self.no_more.val() {
                        self.holding.d.next = false;
                        self.leave.next = self.perft.q.val();
                        self.state.d.next = State::Respond;
                    }
                }
            }
            State::Count => {
                self.take.next = self.move_ready.val();
                self.count_leaf.next = self.move_ready.val() || self.must_pass.val();
                if self.move_ready.val() {
                    self.seen.d.next = true;
                }
                self.leave.next = self.no_more.val();
            }
            State::Place => {
                self.place.next = true;
                self.holding.d.next = false;
                self.seen.d.next = false;
                self.live.d.next = false;
                self.state.d.next = State::Respond;
                if self.perft.q.val() {
                    self.state.d.next = State::Start;
                }
            }
            State::Pop => {
                self.pop.next = true;
                self.holding.d.next = true;
                self.live.d.next = false;
                self.state.d.next = State::TakeBack;
            }
            State::TakeBack => {
                self.take_back.next = true;
                self.state.d.next = State::Respond;
                if self.perft.q.val() {
                    self.state.d.next = State::Start;
                }
            }
            State::Respond => {
                self.response_valid.next = true;
                // No walk goes on now; said here, it is proven that the counters in an answer stand still.
                self.counting.next = false;
                if self.response_ready.val() {
                    self.state.d.next = State::Idle;
                }
            }
        }

        // A walk goes back up; at its root the node can be generated again.
        if self.leave.val() {
            self.state.d.next = State::Pop;
            if self.at_root.val() {
                self.perft.d.next = false;
                self.live.d.next = false;
                self.state.d.next = State::Respond;
            }
        }
        if self.reset.val() {
            self.state.d.next = State::Idle;
            self.holding.d.next = false;
            self.seen.d.next = false;
            self.live.d.next = false;
            self.perft.d.next = false;
            self.error.d.next = false;
        }
    }
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
