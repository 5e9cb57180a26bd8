//! The control's commands to the board in a cycle: broadcasts and selected squares.

use super::{Core, ROOK};
use crate::chess::classic::board::{CastlingSelection, Selection, SightSelection};
use crate::chess::classic::lines::last_rank;
use crate::chess::classic::square::{Broadcast, SightBroadcast};
use crate::describe::{Wire, concat, mux};

impl Core<'_> {
    /// The broadcast to all squares in this cycle.
    pub(super) fn broadcast(&self) -> Broadcast {
        let (b, control, current) = (&self.b, &self.control, &self.current);
        let on = |name: &str| control.get(name);
        let opt = |name: &str| self.optional(name);
        let phase = on("phase");
        let promoting = phase.is(2).named("promoting");
        let capturing_en_passant = phase.is(4).named("capturing_en_passant");
        let piece = |colour: &Wire, kind: &Wire| concat(&[colour.clone(), kind.clone()]);
        let rook = b.constant(3, ROOK);

        // After a move is made the side to move is the enemy; before, it is the mover.
        let not_side = !&self.side;
        let promoted = &b.constant(3, 5) - &self.r.promotion.extend(3);
        let made = piece(&self.side, &mux(&promoting, &promoted, &self.aggressor_kind));
        let captured = piece(&self.side, &current.captured).when(&current.captured.any());
        let choose = |choices: &[(&str, Wire)]| {
            choices
                .iter()
                .rev()
                .fold(self.port.data.slice(6, 4), |otherwise, (name, wire)| mux(&on(name), wire, &otherwise))
        };
        let nothing = b.constant(4, 0);
        let destination_piece = choose(&[
            ("make", made),
            ("undo", captured),
            ("make_rook", piece(&not_side, &rook)),
            ("undo_rook", nothing.clone()),
        ]);
        let undone = mux(&on("undo"), &piece(&not_side, &current.moved), &nothing);
        let origin_piece = mux(&on("undo_rook"), &piece(&self.side, &rook), &undone);

        let tests = (on("test") | on("castle_test") | opt("check_test") | opt("lift_test")).named("tests");
        // On the last rank pawns promote, in their own phase only.
        let on_last_rank = last_rank(&self.victim.square).named("victim_on_last_rank");
        let pieces = on("find_aggressor") & !(&promoting | &capturing_en_passant);
        let pawns = on("find_aggressor") & (&promoting | &!&on_last_rank);
        let capture = !&self.victim.priority.is(1);
        let advance = (&pawns & !&capture).named("seek_advance");
        let take = ((&pawns & &capture) | opt("look")).named("seek_take");
        // The super-piece's pawn lines run against the way the acting side's pawns go.
        let down = !&self.side;
        let victims = on("find_victim") & !on("pawns_only");
        Broadcast {
            acting_black: &self.side ^ &(on("castle_test") | opt("check_test")),
            transmit_pieces: &victims | &tests,
            transmit_pawns: victims | &tests,
            transmit_promoting: on("pawns_only") | &tests,
            super_pieces: pieces | opt("look"),
            advance_up: &advance & &self.side,
            advance_down: &advance & &down,
            take_up: &take & &self.side,
            take_down: &take & &down,
            point_alone: opt("find_discovered"),
            point_lifted: opt("lift_test"),
            find_aggressor: on("find_aggressor") | opt("find_discoverer"),
            attack: tests,
            ignore_masks: on("ignore_masks"),
            hide: on("hide"),
            mask_destination: on("mask_victim"),
            mask_origin: on("mask_aggressor"),
            clear_own: on("clear_own"),
            clear_others: on("clear_others"),
            write: on("make") | on("undo") | on("make_rook") | on("undo_rook") | on("load_square"),
            destination_piece,
            origin_piece,
            load_depth: self.step.load.clone(),
        }
    }

    /// The selection of the squares pointed at and written.
    pub(super) fn selection(&self) -> Selection {
        let (b, current) = (&self.b, &self.current);
        let on = |name: &str| self.control.get(name);
        let asked = self.port.data.slice(0, 6);
        let en_passant_made = on("make") & on("phase").is(4);
        let en_passant_undone = (on("undo") & current.phase.is(4)).named("en_passant_undone");
        let rank = |square: &Wire| square.slice(3, 3);
        let beside = concat(&[rank(&current.origin), current.destination.slice(0, 3)]);
        let kings_side = current.destination.bit(2);
        let rook_at = |king_side: u64, queen_side: u64| {
            let file = mux(&kings_side, &b.constant(3, king_side), &b.constant(3, queen_side));
            concat(&[rank(&current.destination), file])
        };
        let rook = (on("make_rook") | on("undo_rook")).named("moves_rook");
        let choose = |undone: &Wire, rook_square: &Wire, found: &Wire| {
            let other = mux(&on("load_square"), &asked, found);
            mux(&on("undo"), undone, &mux(&rook, rook_square, &other))
        };
        let restored = mux(&en_passant_undone, &beside, &current.destination);
        Selection {
            victim: self.victim.square.clone(),
            point_victim: on("point_victim"),
            asked: asked.clone(),
            point_asked: on("point_asked"),
            aggressor: self.aggressor.square.clone(),
            destination: choose(&restored, &rook_at(5, 3), &self.victim.square),
            origin: choose(&current.origin, &rook_at(7, 0), &self.aggressor.square),
            clear_beside: en_passant_made,
            clear_behind: en_passant_undone,
        }
    }

    /// The squares that the checks-first cycles point at.
    pub(super) fn sight_selection(&self, enemy_king: &Wire) -> SightSelection {
        let on = |name: &str| self.control.get(name);
        let king = enemy_king.clone();
        SightSelection {
            king,
            point_king: on("look"),
            point_aggressor: on("find_discovered") | on("lift_test"),
        }
    }

    /// The additions of the checks-first cycles.
    pub(super) fn sighting(&self) -> SightBroadcast {
        let on = |name: &str| self.control.get(name);
        SightBroadcast {
            keep_sight: on("take_sight"),
            find_pivot: on("find_pivot"),
            spare_pivots: on("find_discovered"),
            find_discoverer: on("find_discoverer"),
        }
    }

    /// The kings whose lines may pass, and the ways that are watched.
    pub(super) fn castling_selection(&self) -> CastlingSelection {
        let b = &self.b;
        let on = |name: &str| self.control.get(name);
        let sides = mux(&self.side, &b.constant(4, 0b1100), &b.constant(4, 0b0011));
        let finds = on("find_aggressor") | (on("find_victim") & !on("pawns_only"));
        let wings = mux(&self.victim.square.bit(2), &b.constant(4, 0b0101), &b.constant(4, 0b1010));
        CastlingSelection {
            castle_open: (&*self.r.castling & &sides).when(&finds),
            castle_watch: (&sides & &wings).when(&on("castle_test")),
        }
    }
}
