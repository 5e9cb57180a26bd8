//! The next values of the core's registers.

use super::Core;
use crate::chess::classic::move_word::{MoveWord, two_ranks};
use crate::describe::{Outputs, Wire, concat, mux};
use crate::netlist::RamStyle;
use crate::parts::arbiter::priority;
use crate::parts::decode::word;

impl Core<'_> {
    /// Victim, aggressor and test results: the registers at the end of the path through the board.
    /// Kings that touch give no check.
    pub(super) fn keep_finds(&self, found: &Outputs, kings_touch: Option<&Wire>) {
        let (b, r, current) = (&self.b, &self.r, &self.current);
        let (code, square) = (found.get("best_prio"), found.get("best_square"));
        let (any, prio) = (code.bit(0), priority(&code).named("best_priority"));
        let reload = self.on("reload");

        let take_victim = self.on("take_victim");
        let take = &take_victim | &self.on("take_en_passant") | &reload;
        let sixth_rank = mux(&self.side, &b.constant(3, 2), &b.constant(3, 5));
        let en_passant_square = concat(&[sixth_rank, r.en_passant.slice(0, 3)]);
        let new_square = mux(&take_victim, &square, &en_passant_square);
        r.victim_square.next_when(&take, &mux(&reload, &current.destination, &new_square));
        let captured = &current.captured + &b.constant(3, 1);
        let new_priority = mux(&take_victim, &prio, &b.constant(3, 2));
        r.victim_priority.next_when(&take, &mux(&reload, &captured, &new_priority));

        let take_aggressor = self.on("take_aggressor");
        let take = &take_aggressor | &reload;
        r.aggressor_square.next_when(&take, &mux(&reload, &current.origin, &square));
        r.aggressor_priority.next_when(&take, &mux(&reload, &!&current.moved, &prio));
        r.aggressor_several.next_when(&take, &mux(&reload, &!&current.last, &found.get("best_several")));
        let next_promotion = &mux(&reload, &current.promotion, &r.promotion) + &b.constant(2, 1);
        let on_next = self.on("next_promotion");
        r.promotion.next_when(&(&take | &on_next), &next_promotion.when(&on_next));

        let tests = self.on("test") | self.on("castle_test") | self.optional("lift_test");
        r.attacked.next_when(&tests, &any);
        let check_test = self.optional("check_test");
        let decides = &check_test | &self.on("make");
        let checks = &check_test & &any;
        let checks = if let Some(touch) = kings_touch { checks & !touch } else { checks };
        r.checking.next_when(&decides, &checks);
        // Only with the command: the answer has to stay while the port's inputs go on.
        let accepted = &self.port.valid & &self.on("command_ready");
        r.read_piece.next_when(&accepted, &found.get("pointed_piece"));
        if let Some(promotable) = &r.promotable {
            promotable.next(&found.get("promotable"));
        }
    }

    /// The move on the board, and the stack of the moves above it.
    pub(super) fn keep_moves(&self) {
        let (b, r, step) = (&self.b, &self.r, &self.step);
        let plies = self.options.stack_depth;
        let stack =
            b.memory("stack", 32, plies).style(RamStyle::Block).comment("the moves that led to this ply");
        stack.write(&self.on("push"), &r.ply, &r.current_move);
        // The word above is read ahead, so that it is there in the cycle it is popped.
        let above = &mux(&step.load, &step.next, &r.ply) - &b.constant(r.ply.width(), 1);
        b.drive(&self.feedback.stack_top, &stack.read_next("stack_word", &above));
        let made = MoveWord {
            origin: self.aggressor.square.clone(),
            destination: self.victim.square.clone(),
            moved: self.aggressor_kind.clone(),
            captured: self.victim_kind.clone(),
            promotion: r.promotion.output(),
            last: !&*r.aggressor_several,
            phase: self.on("phase"),
            castling: r.castling.output(),
            en_passant: r.en_passant.output(),
        };
        let make = self.on("make");
        let word = mux(&make, &made.pack(), &self.feedback.stack_top);
        r.current_move.next_when(&(&make | &self.on("pop")), &word);
    }

    /// Side, rights and en passant: moves made change them, moves taken back restore them.
    pub(super) fn keep_game_state(&self) {
        let (r, data, current) = (&self.r, &self.port.data, &self.current);
        let (make, undo, load) = (self.on("make"), self.on("undo"), self.on("load_state"));
        let changes = (&make | &undo | &load).named("state_changes");
        let choose =
            |made: &Wire, undone: &Wire, loaded: &Wire| mux(&make, made, &mux(&undo, undone, loaded));
        let turned = !&self.side;
        r.side.next_when(&changes, &choose(&turned, &turned, &data.bit(0)));
        r.castling.next_when(&changes, &choose(&self.kept_rights(), &current.castling, &data.slice(1, 4)));
        let double_step = self.aggressor_kind.is(1) & two_ranks(&self.aggressor.square, &self.victim.square);
        let passed = concat(&[double_step, self.victim.square.slice(0, 3)]);
        let loaded = concat(&[data.bit(5), data.slice(6, 3)]);
        r.en_passant.next_when(&changes, &choose(&passed, &current.en_passant, &loaded));
        if let Some((node, perft)) = &r.modes {
            node.next_when(&load, &data.bit(9));
            perft.next_when(&self.on("start_perft"), &data.bit(9));
        }
        r.ply.next_when(&self.step.load, &self.step.next);
    }

    /// The rights a move leaves: a king or rook that moves, or a rook captured at home, loses them.
    fn kept_rights(&self) -> Wire {
        let touched = |square: u64| self.aggressor.square.is(square) | self.victim.square.is(square);
        let kept: Vec<Wire> = [(4, 7), (4, 0), (60, 63), (60, 56)]
            .iter()
            .zip(0..)
            .map(|(&(king, rook), side)| self.r.castling.bit(side) & !(touched(king) | touched(rook)))
            .collect();
        word(&kept).named("kept_rights")
    }

    /// The perft walker's depth and counters: nodes (64 bits), cycles and moves (48 bits: a month
    /// at 100 MHz).
    pub(super) fn count(&self) -> [Wire; 3] {
        let (b, r) = (&self.b, &self.r);
        let (start, push, counting) = (self.on("start_perft"), self.on("push"), self.on("counting"));
        let width = r.remaining.width();
        let depth = self.port.data.slice(0, width);
        r.root_ply.next_when(&start, &r.ply);
        let one = b.constant(width, 1);
        let moved = mux(&push, &(&*r.remaining - &one), &(&*r.remaining + &one));
        r.remaining.next_when(&(&start | &push | &self.step.up), &mux(&start, &depth, &moved));
        [
            (&r.nodes, depth.none(), self.on("count_node") & &counting),
            (&r.cycles, b.bit(false), counting.clone()),
            (&r.moves, b.bit(false), self.on("count_move") & &counting),
        ]
        .map(|(counter, first, counts)| {
            let width = counter.width();
            let next = mux(&start, &first.extend(width), &(&**counter + &b.constant(width, 1)));
            counter.next_when(&(&start | &counts), &next);
            counter.extend(64)
        })
    }
}
