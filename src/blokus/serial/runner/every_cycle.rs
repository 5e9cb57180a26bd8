//! The parts that hold in every cycle, before and after the state's own part.

use rust_hdl::prelude::*;

use super::{Beginning, Ended, GameRunner, Looks, Refused, Running, Told, Waits};
use crate::describe::KernelPart;

/// Before the state: registers keep their values, and nothing happens in this cycle.
impl KernelPart<Beginning> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            waiting,
            in_game,
            opened,
            second,
            theirs,
            former_placed,
            restoring,
            troubled
        );
        self.core_reset.next = false;
        self.command_valid.next = false;
        self.command.next = self.next_move.val();
        self.command_data.next = 0.into();
        self.look_at_former.next = self.two.val() && !self.former_placed.q.val();
        self.look_at_own.next = self.restoring.q.val();
        self.keeps.next = false;
        self.send.next = false;
        self.greets.next = false;
        self.looks.next = false;
        self.refuses.next = false;
        self.answered.next = self.waiting.q.val() && self.response_valid.val();
    }
}

/// A move that was told is sought among the moves of the position; a pass is placed at once.
impl KernelPart<Looks> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        if self.looks.val() {
            self.state.d.next = Running::Seek;
            if self.pass.val() {
                self.state.d.next = Running::Place;
            }
        }
    }
}

/// The move told is against the rules. If the former of two was placed, the board is emptied, and
/// the machine's own move is placed again.
impl KernelPart<Refused> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        if self.refuses.val() {
            self.troubled.d.next = true;
            self.state.d.next = Running::Idle;
            if self.former_placed.q.val() {
                self.former_placed.d.next = false;
                self.restoring.d.next = true;
                self.theirs.d.next = false;
                self.state.d.next = Running::Clear;
            }
        }
    }
}

/// The core has taken the command, or has answered it.
impl KernelPart<Waits> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        if self.command_valid.val() && self.command_ready.val() {
            self.waiting.d.next = true;
        }
        if self.answered.val() {
            self.waiting.d.next = false;
        }
    }
}

/// What is no message, a greeting, and the end of a game.
impl KernelPart<Ended> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        if self.wrong.val() {
            self.troubled.d.next = true;
        }
        if self.hello.val() || self.ended.val() {
            self.core_reset.next = true;
            self.waiting.d.next = false;
            self.in_game.d.next = false;
            self.troubled.d.next = false;
            self.state.d.next = Running::Idle;
            if self.hello.val() {
                self.state.d.next = Running::Greet;
            }
        }
        if self.reset.val() {
            self.waiting.d.next = false;
            self.in_game.d.next = false;
            self.troubled.d.next = false;
            self.state.d.next = Running::Idle;
        }
    }
}

/// What the runner says to its surroundings.
impl KernelPart<Told> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.response_ready.next = self.waiting.q.val();
        self.busy.next = self.state.q.val() != Running::Idle;
        self.trouble.next = self.troubled.q.val();
    }
}
