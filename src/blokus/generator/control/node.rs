//! A node: its moves come one by one, and one of them leads down or back up.

use rust_hdl::prelude::*;

use super::{Control, Count, Place, Pop, Seek, Start, State, TakeBack};
use crate::describe::KernelPart;

/// The moves of the node begin.
impl KernelPart<Start> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.start.next = true;
        self.seen.d.next = self.holding.q.val();
        self.live.d.next = true;
        self.state.d.next = State::Seek;
        if self.perft.q.val() && self.leaf.val() {
            self.state.d.next = State::Count;
        }
    }
}

/// The next move is awaited. A node without any has a pass.
impl KernelPart<Seek> for Control {
    #[hdl_gen]
    fn update(&mut self) {
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
}

/// Perft counts a leaf in each cycle.
impl KernelPart<Count> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.take.next = self.move_ready.val();
        self.count_leaf.next = self.move_ready.val() || self.must_pass.val();
        if self.move_ready.val() {
            self.seen.d.next = true;
        }
        self.leave.next = self.no_more.val();
    }
}

/// The move held is placed.
impl KernelPart<Place> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.place.next = true;
        self.holding.d.next = false;
        self.seen.d.next = false;
        self.live.d.next = false;
        self.state.d.next = State::Respond;
        if self.perft.q.val() {
            self.state.d.next = State::Start;
        }
    }
}

/// The move that led to this node comes from the stack.
impl KernelPart<Pop> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.pop.next = true;
        self.holding.d.next = true;
        self.live.d.next = false;
        self.state.d.next = State::TakeBack;
    }
}

/// It is taken back.
impl KernelPart<TakeBack> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.take_back.next = true;
        self.state.d.next = State::Respond;
        if self.perft.q.val() {
            self.state.d.next = State::Start;
        }
    }
}
