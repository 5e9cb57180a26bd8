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
    /// The square is masked at this ply.
    pub masked: Signal<In, Bit>,
    /// A king passes or stands here while castling.
    pub watched: Signal<In, Bit>,
    /// Own pieces are sought (find-aggressor), not their targets (find-victim).
    pub find_aggressor: Signal<In, Bit>,
    /// Only a king or a watched square is a target.
    pub attack: Signal<In, Bit>,
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
    /// Pawn lines from the squares above and below: advances.
    pub advances: Signal<In, Bits<2>>,
    /// Pawn lines from the four diagonals: captures.
    pub takes: Signal<In, Bits<4>>,
    /// How good a candidate the square is.
    pub prio: Signal<Out, Bits<3>>,
    /// A straight ray arrives.
    pub straight_hit: Signal<Out, Bit>,
    /// A diagonal ray arrives.
    pub diagonal_hit: Signal<Out, Bit>,
    /// A knight's line arrives.
    pub knight_hit: Signal<Out, Bit>,
    /// A pawn takes here.
    pub take_hit: Signal<Out, Bit>,
    /// A pawn can come here.
    pub pawn_hit: Signal<Out, Bit>,
    king_hit: Signal<Local, Bit>,
    king_here: Signal<Local, Bit>,
    arrival: Signal<Local, Bit>,
    victim: Signal<Local, Bit>,
    advance_hit: Signal<Local, Bit>,
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
        self.king_here.next = self.kind.val().get_bits::<2>(1) == 3 || self.watched.val();

        // A pawn takes diagonally and advances straight.
        self.take_hit.next = self.takes.val().any();
        self.advance_hit.next = self.advances.val().any();
        if self.kind.val().any() || self.watched.val() {
            self.pawn_hit.next = self.take_hit.val();
        } else {
            self.pawn_hit.next = self.advance_hit.val();
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
        match self.kind.val().index() {
            1 => self.goes.next = self.advance_hit.val() || self.take_hit.val(),
            2 => self.goes.next = self.knight_hit.val(),
            3 => self.goes.next = self.diagonal_hit.val(),
            4 => self.goes.next = self.straight_hit.val(),
            5 => self.goes.next = self.straight_hit.val() || self.diagonal_hit.val(),
            6 => self.goes.next = self.king_hit.val(),
            _ => self.goes.next = false,
        }
        self.aggressor.next = (self.goes.val() || self.sighted.val()) && self.own.val() && !self.masked.val();

        self.prio.next = 0.into();
        if self.find_aggressor.val() {
            if self.aggressor.val() {
                self.prio.next = !self.kind.val();
            }
        } else {
            if self.victim.val() {
                self.prio.next = self.kind.val() + 1;
            }
        }
    }
}
