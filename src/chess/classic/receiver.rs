//! The receiver of a square: what arrives, reduced to a 3-bit priority for the arbiters.

use rust_hdl::prelude::*;

/// Reduces the lines that arrive at a square to a priority; 0 is no candidate.
///
/// As a victim (find-victim) the square's priority is the kind of its piece + 1: king 7, queen 6 ... pawn 2, empty 1. As
/// an aggressor (find-aggressor) it is 7 - kind: pawn 6 ... king 1. Combinational, four LUT levels. Source: the receiver
/// of Boulé & Zilic 2002.
#[derive(LogicBlock, Default)]
pub struct Receiver {
    /// Kind of the piece on the square, 0 for none.
    pub kind: Signal<In, Bits<3>>,
    /// The piece belongs to the acting side.
    pub own: Signal<In, Bit>,
    /// The acting side is black.
    pub acting_black: Signal<In, Bit>,
    /// The square is masked at this ply.
    pub masked: Signal<In, Bit>,
    /// The square lies on the first or last rank, where pawns promote.
    pub last_rank: Signal<In, Bit>,
    /// A king passes or stands here while castling.
    pub watched: Signal<In, Bit>,
    /// Own pieces are sought (find-aggressor), not their targets (find-victim).
    pub find_aggressor: Signal<In, Bit>,
    /// Only a king or a watched square is a target.
    pub attack: Signal<In, Bit>,
    /// Find-victim, promotion: pawns reach the last rank now and at no other time.
    pub pawns_only: Signal<In, Bit>,
    /// The victim is captured, not walked to.
    pub capture: Signal<In, Bit>,
    /// Kinds that may be aggressors: king, straight, diagonal, knight, pawn.
    pub fit: Signal<In, Bits<5>>,
    /// The checks-first logic lets this square be a victim.
    pub allowed: Signal<In, Bit>,
    /// The checks-first logic makes this own piece a candidate.
    pub sighted: Signal<In, Bit>,
    /// Rook and queen rays from west, south, east, north.
    pub straight: Signal<In, Bits<4>>,
    /// Bishop and queen rays from the diagonals.
    pub diagonal: Signal<In, Bits<4>>,
    /// King lines from the eight neighbours.
    pub kings: Signal<In, Bits<8>>,
    /// Knight lines from the squares a jump away.
    pub knights: Signal<In, Bits<8>>,
    /// Pawn line from the square below: it comes up.
    pub pawn_below: Signal<In, Bit>,
    /// Pawn line from the square above: it comes down.
    pub pawn_above: Signal<In, Bit>,
    /// Pawn lines from the two diagonals below.
    pub pawns_below: Signal<In, Bits<2>>,
    /// Pawn lines from the two diagonals above.
    pub pawns_above: Signal<In, Bits<2>>,
    /// How good a candidate the square is.
    pub priority: Signal<Out, Bits<3>>,
    /// A straight ray arrives.
    pub straight_hit: Signal<Out, Bit>,
    /// A diagonal ray arrives.
    pub diagonal_hit: Signal<Out, Bit>,
    /// A knight's line arrives.
    pub knight_hit: Signal<Out, Bit>,
    /// A pawn can come here.
    pub pawn_hit: Signal<Out, Bit>,
    king_hit: Signal<Local, Bit>,
    king_here: Signal<Local, Bit>,
    pawn_may_come: Signal<Local, Bit>,
    arrival: Signal<Local, Bit>,
    victim: Signal<Local, Bit>,
    pawn_goes: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    aggressor: Signal<Local, Bit>,
}

impl Logic for Receiver {
    #[hdl_gen]
    fn update(&mut self) {
        self.straight_hit.next = self.straight.val().any();
        self.diagonal_hit.next = self.diagonal.val().any();
        self.knight_hit.next = self.knights.val().any();
        self.king_hit.next = self.kings.val().any();
        self.king_here.next = self.kind.val() == 6 || self.watched.val();

        // A pawn takes diagonally and advances straight; on the last rank it is a promotion, with a cycle of its own.
        if self.last_rank.val() {
            self.pawn_may_come.next = self.pawns_only.val() || self.king_here.val();
        } else {
            self.pawn_may_come.next = !self.pawns_only.val();
        }
        if self.kind.val().any() || self.watched.val() {
            self.pawn_hit.next =
                self.pawn_may_come.val() && (self.pawns_below.val().any() || self.pawns_above.val().any());
        } else {
            self.pawn_hit.next = self.pawn_may_come.val() && (self.pawn_below.val() || self.pawn_above.val());
        }
        self.arrival.next = self.straight_hit.val()
            || self.diagonal_hit.val()
            || self.knight_hit.val()
            || self.king_hit.val()
            || self.pawn_hit.val();
        self.victim.next = self.arrival.val()
            && self.allowed.val()
            && !self.own.val()
            && !self.masked.val()
            && (self.king_here.val() || !self.attack.val());

        // An own piece that the super-piece's lines reach can move to where they come from.
        if self.capture.val() {
            self.pawn_goes.next = (self.acting_black.val() && self.pawns_below.val().any())
                || (!self.acting_black.val() && self.pawns_above.val().any());
        } else {
            self.pawn_goes.next = (self.acting_black.val() && self.pawn_below.val())
                || (!self.acting_black.val() && self.pawn_above.val());
        }
        match self.kind.val().index() {
            1 => self.goes.next = self.pawn_goes.val() && self.fit.val().get_bit(0),
            2 => self.goes.next = self.knight_hit.val() && self.fit.val().get_bit(1),
            3 => self.goes.next = self.diagonal_hit.val() && self.fit.val().get_bit(2),
            4 => self.goes.next = self.straight_hit.val() && self.fit.val().get_bit(3),
            5 => {
                self.goes.next = (self.straight_hit.val() || self.diagonal_hit.val())
                    && (self.fit.val().get_bit(2) || self.fit.val().get_bit(3))
            }
            6 => self.goes.next = self.king_hit.val() && self.fit.val().get_bit(4),
            _ => self.goes.next = false,
        }
        self.aggressor.next = (self.goes.val() || self.sighted.val()) && self.own.val() && !self.masked.val();

        self.priority.next = 0.into();
        if self.find_aggressor.val() {
            if self.aggressor.val() {
                self.priority.next = !self.kind.val();
            }
        } else {
            if self.victim.val() {
                self.priority.next = self.kind.val() + 1;
            }
        }
    }
}
