//! The control state machine of the search: which move is tried next, and when a node is left.

mod state;

use rust_hdl::prelude::*;

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

impl Logic for Control {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            is_killing,
            is_listed,
            was_killed,
            is_sorting,
            is_refuting,
            goes_on,
            launched,
            seen,
            was_cut,
            holding,
            listing,
            error
        );
        self.command_ready.next = false;
        self.response_valid.next = false;
        self.refused.next = self.error.q.val();
        self.holds.next = self.holding.q.val();
        self.load_cell.next = false;
        self.load_piece.next = false;
        self.load_state.next = false;
        self.start_search.next = false;
        self.load_limit.next = false;
        self.deepen.next = false;
        self.finish.next = false;
        self.start.next = false;
        self.ready.next = self.move_ready.val();
        self.none.next = self.no_more.val();
        if self.is_listed.q.val() {
            self.ready.next = self.listed_ready.val();
            self.none.next = !self.listed_ready.val();
        }
        self.resume.next = self.goes_on.q.val() || self.is_killing.q.val();
        self.killing.next = self.is_killing.q.val();
        self.listed.next = self.is_listed.q.val();
        self.killed.next = self.was_killed.q.val();
        self.sorting.next = self.is_sorting.q.val();
        self.take.next = false;
        self.take_pass.next = false;
        self.hold_killer.next = false;
        self.hold_leaf.next = false;
        self.hold_best.next = false;
        self.refuting.next = self.is_refuting.q.val();
        self.refuted.next = false;
        self.weigh.next = false;
        self.learn.next = false;
        self.launch.next = self.launched.q.val() && !(self.was_killed.q.val() && self.is_killer.val());
        self.launched.d.next = false;
        self.bare.next = false;
        self.flush.next = false;
        self.pop.next = false;
        self.cut.next = self.was_cut.q.val();
        self.take_back.next = false;
        self.improves.next = false;
        self.kills.next = false;
        self.claims.next = false;
        self.yields.next = false;
        self.done.next = false;
        self.fresh.next = false;
        self.begins.next = false;
        self.descends.next = false;
        self.works.next = true;
        self.ends.next = false;
        self.abandons.next = false;
        self.anew.next = false;

        match self.state.q.val() {
            State::Idle => {
                self.command_ready.next = true;
                self.works.next = false;
                self.is_killing.d.next = false;
                self.is_sorting.d.next = false;
                self.is_refuting.d.next = false;
                self.is_listed.d.next = false;
                self.goes_on.d.next = false;
                if self.command_valid.val() {
                    self.error.d.next = false;
                    self.state.d.next = State::Respond;
                    match self.command.val().index() {
                        1 => {
                            self.load_cell.next = true;
                            self.anew.next = true;
                        }
                        2 => {
                            self.load_state.next = true;
                            self.anew.next = true;
                        }
                        3 => {
                            self.state.d.next = State::List;
                            if self.listing.q.val() {
                                self.state.d.next = State::Next;
                            }
                        }
                        4 => {
                            if self.wants_pass.val() {
                                self.take_pass.next = self.may_pass.val();
                            }
                            if (self.wants_pass.val() && self.may_pass.val())
                                || (!self.wants_pass.val() && self.holding.q.val())
                            {
                                self.state.d.next = State::Play;
                            } else {
                                self.error.d.next = true;
                            }
                        }
                        7 => {
                            if self.depth_fits.val() {
                                self.start_search.next = true;
                                self.anew.next = true;
                                self.state.d.next = State::Enter;
                            } else {
                                self.error.d.next = true;
                            }
                        }
                        8 => {}
                        9 => {
                            self.load_piece.next = true;
                            self.anew.next = true;
                        }
                        10 => self.load_limit.next = true,
                        _ => self.error.d.next = true,
                    }
                }
            }
            State::Respond => {
                self.response_valid.next = true;
                self.works.next = false;
                if self.response_ready.val() {
                    self.state.d.next = State::Idle;
                }
            }
            State::Enter => {
                self.fresh.next = true;
                self.abandons.next = self.stop.val();
                self.is_killing.d.next = self.killer_known.val() && !self.over.val();
                if self.over.val() {
                    self.bare.next = true;
                    self.launch.next = true;
                    self.state.d.next = State::Drain;
                } else {
                    if self.killer_known.val() {
                        self.hold_killer.next = true;
                        self.state.d.next = State::Start;
                    } else {
                        self.begins.next = true;
                    }
                }
            }
            State::Start => {
                self.abandons.next = self.stop.val();
                // The buckets of an order that was given up may not be empty yet.
                if !(self.is_sorting.q.val() && self.settling.val()) {
                    self.start.next = !self.is_listed.q.val();
                    self.state.d.next = State::Seek;
                    if !self.is_killing.q.val() {
                        if self.last.val() || self.is_sorting.q.val() {
                            self.state.d.next = State::Stream;
                        } else {
                            if self.replies.val() {
                                self.is_refuting.d.next = true;
                                self.state.d.next = State::Refute;
                            }
                        }
                    }
                }
            }
            State::Seek => {
                self.abandons.next = self.stop.val();
                self.take.next = self.ready.val();
                if self.ready.val() {
                    self.state.d.next = State::Place;
                } else {
                    if self.none.val() {
                        if self.is_killing.q.val() {
                            self.begins.next = true;
                        } else {
                            self.state.d.next = State::Leave;
                        }
                    }
                }
            }
            State::Place => {
                if self.is_killing.q.val() && (self.last.val() || !self.is_killer.val()) {
                    // At the last ply the killer is a leaf; where another move came first, it is none here.
                    self.was_killed.d.next = self.is_killer.val();
                    self.launch.next = self.is_killer.val();
                    self.begins.next = true;
                } else {
                    if !self.is_killing.q.val()
                        && !self.held_pass.val()
                        && self.was_killed.q.val()
                        && self.is_killer.val()
                    {
                        self.state.d.next = State::Seek;
                    } else {
                        self.descends.next = true;
                        if self.at_root.val() {
                            // A root move belongs to the core that claims it.
                            self.claims.next = self.unclaimed.val() && self.may_claim.val();
                            self.descends.next = self.unclaimed.val() && self.may_claim.val();
                            if !self.unclaimed.val() {
                                self.yields.next = true;
                                self.state.d.next = State::Seek;
                                if self.is_killing.q.val() {
                                    self.was_killed.d.next = true;
                                    self.begins.next = true;
                                }
                            }
                        }
                    }
                }
            }
            State::Stream => {
                self.abandons.next = self.stop.val();
                self.take.next = self.ready.val();
                self.launched.d.next = self.ready.val();
                if self.ready.val() {
                    self.seen.d.next = true;
                }
                if self.none.val() {
                    self.state.d.next = State::Drain;
                    if !self.seen.q.val() && !self.was_killed.q.val() {
                        if self.last.val() {
                            self.bare.next = true;
                            self.launch.next = true;
                        } else {
                            self.take_pass.next = true;
                            self.is_sorting.d.next = false;
                            self.state.d.next = State::Place;
                        }
                    }
                }
            }
            State::Settle => {
                self.abandons.next = self.stop.val();
                if !self.settling.val() {
                    self.is_listed.d.next = self.list_fits.val();
                    self.state.d.next = State::Weigh;
                }
            }
            State::Weigh => {
                self.abandons.next = self.stop.val();
                self.weigh.next = true;
                self.state.d.next = State::Start;
            }
            State::Refute => {
                self.abandons.next = self.stop.val();
                self.take.next = self.ready.val();
                self.launched.d.next = self.ready.val();
                if self.none.val() {
                    self.state.d.next = State::Drain;
                }
            }
            State::Learn => {
                self.learn.next = true;
                self.state.d.next = State::Leave;
            }
            State::Drain => {
                self.abandons.next = self.stop.val();
                if !self.evaluating.val() {
                    self.state.d.next = State::Leave;
                    if self.is_sorting.q.val() {
                        self.state.d.next = State::Settle;
                    }
                    self.is_sorting.d.next = false;
                }
            }
            State::Leave => {
                if self.at_root.val() {
                    self.done.next = true;
                    if self.all_done.val() {
                        self.finish.next = !self.stop.val();
                        self.state.d.next = State::Close;
                        if self.deepens.val() && !self.stop.val() {
                            self.state.d.next = State::Deepen;
                        }
                    }
                } else {
                    self.pop.next = true;
                    self.is_killing.d.next = self.top_killing.val();
                    self.is_listed.d.next = self.top_listed.val();
                    self.is_refuting.d.next = false;
                    self.was_killed.d.next = self.top_killed.val();
                    self.state.d.next = State::TakeBack;
                }
            }
            State::TakeBack => {
                self.take_back.next = true;
                self.improves.next = !self.was_cut.q.val() && !self.stop.val();
                self.was_cut.d.next = self.window_closed.val();
                if self.window_closed.val() || self.held_pass.val() || self.stop.val() {
                    self.kills.next = !self.held_pass.val() && !self.stop.val();
                    self.state.d.next = State::Leave;
                } else {
                    if self.is_killing.q.val() {
                        self.was_killed.d.next = true;
                        self.begins.next = true;
                    } else {
                        self.goes_on.d.next = true;
                        self.state.d.next = State::Start;
                    }
                }
            }
            State::Deepen => {
                self.deepen.next = true;
                self.hold_best.next = true;
                self.state.d.next = State::Recall;
            }
            State::Recall => {
                // What the search before found is the killer of the root.
                self.fresh.next = true;
                self.kills.next = !self.held_pass.val();
                self.is_killing.d.next = true;
                self.state.d.next = State::Start;
                self.begins.next = self.held_pass.val();
            }
            State::Close => {
                self.hold_best.next = true;
                self.holding.d.next = !self.over.val();
                self.state.d.next = State::Respond;
            }
            State::List => {
                self.works.next = false;
                self.start.next = true;
                self.seen.d.next = false;
                self.listing.d.next = true;
                self.state.d.next = State::Next;
            }
            State::Next => {
                self.works.next = false;
                self.take.next = self.move_ready.val();
                if self.move_ready.val() {
                    self.holding.d.next = true;
                    self.seen.d.next = true;
                    self.state.d.next = State::Respond;
                } else {
                    if self.no_more.val() {
                        self.state.d.next = State::Respond;
                        if self.seen.q.val() || self.over.val() {
                            self.anew.next = true;
                        } else {
                            // A position without a placement has one move, a pass.
                            self.take_pass.next = true;
                            self.holding.d.next = true;
                            self.seen.d.next = true;
                        }
                    }
                }
            }
            State::Play => {
                self.works.next = false;
                self.descends.next = true;
                self.anew.next = true;
            }
        }

        self.enter.next = self.fresh.val();
        if self.fresh.val() {
            self.seen.d.next = false;
            self.was_killed.d.next = false;
            self.was_cut.d.next = false;
            self.is_sorting.d.next = false;
            self.is_refuting.d.next = false;
            self.is_listed.d.next = false;
            self.goes_on.d.next = false;
        }
        if self.begins.val() {
            self.is_killing.d.next = false;
            self.is_sorting.d.next = !self.last.val();
            self.goes_on.d.next = false;
            self.state.d.next = State::Start;
        }
        if self.anew.val() {
            self.holding.d.next = false;
            self.listing.d.next = false;
        }
        self.searching.next = self.works.val();
        self.place.next = self.descends.val();
        if self.descends.val() {
            self.state.d.next = State::Enter;
            if !self.works.val() {
                self.state.d.next = State::Respond;
            }
        }
        if self.works.val() && self.value_valid.val() && !self.is_sorting.q.val() {
            if self.is_refuting.q.val() {
                self.refuted.next = self.value_refutes.val();
                // A move is not refuted so: it is searched, and the others go on behind it.
                self.ends.next = !self.value_refutes.val();
            } else {
                // A leaf cuts: those behind it are no longer wanted.
                self.ends.next = self.value_cuts.val();
            }
        }
        if self.ends.val() || self.abandons.val() {
            self.flush.next = true;
            self.launch.next = false;
            self.launched.d.next = false;
        }
        if self.ends.val() {
            self.hold_leaf.next = !self.value_bare.val();
            self.was_cut.d.next = !self.is_refuting.q.val();
            self.state.d.next = State::Learn;
            if self.value_bare.val() {
                self.state.d.next = State::Leave;
            }
            if self.is_refuting.q.val() {
                self.state.d.next = State::Place;
            }
        }
        if self.abandons.val() {
            self.is_sorting.d.next = false;
            self.state.d.next = State::Leave;
        }
        if self.reset.val() {
            self.state.d.next = State::Idle;
            self.launched.d.next = false;
            self.holding.d.next = false;
            self.listing.d.next = false;
            self.error.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests;
