//! The receiver of a square: it reduces the arriving lines to a priority for the arbiters.

use rust_hdl::prelude::*;

/// Reduces the lines that arrive at a square to a priority; 0 is no candidate.
///
/// As a victim (find-victim) the square's priority is the kind of its piece + 1: king 7, queen 6
/// ... pawn 2, empty 1. As an aggressor (find-aggressor) it is 7 - kind: pawn 6 ... king 1.
/// Combinational. Rays come last, so all else is decided beforehand for each kind of line, and a
/// ray passes three LUT levels. Source: the receiver of Boulé & Zilic 2002; the thermometer code is
/// ours.
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
    /// The checks-first logic lets this square be the victim of a straight ray.
    pub allow_straight: Signal<In, Bit>,
    /// The same of a diagonal ray.
    pub allow_diagonal: Signal<In, Bit>,
    /// The same of a knight's line.
    pub allow_knight: Signal<In, Bit>,
    /// The same of a king's line.
    pub allow_king: Signal<In, Bit>,
    /// The same of a pawn's line.
    pub allow_pawn: Signal<In, Bit>,
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
    /// How good a candidate the square is: the thermometer code of its priority.
    pub prio: Signal<Out, Bits<7>>,
    /// A straight ray arrives.
    pub straight_hit: Signal<Out, Bit>,
    /// A diagonal ray arrives.
    pub diagonal_hit: Signal<Out, Bit>,
    /// A knight's line arrives.
    pub knight_hit: Signal<Out, Bit>,
    /// A pawn takes here.
    pub take_hit: Signal<Out, Bit>,
    king_hit: Signal<Local, Bit>,
    advance_hit: Signal<Local, Bit>,
    officer: Signal<Local, Bit>,
    candidate: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    straight_on: Signal<Local, Bit>,
    diagonal_on: Signal<Local, Bit>,
    knight_on: Signal<Local, Bit>,
    king_on: Signal<Local, Bit>,
    take_on: Signal<Local, Bit>,
    advance_on: Signal<Local, Bit>,
    slide_arrives: Signal<Local, Bit>,
    step_arrives: Signal<Local, Bit>,
    rank: Signal<Local, Bits<3>>,
    code: Signal<Local, Bits<7>>,
}

impl Logic for Receiver {
    #[hdl_gen]
    fn update(&mut self) {
        self.straight_hit.next = self.straight.val().any();
        self.diagonal_hit.next = self.diagonal.val().any();
        self.knight_hit.next = self.knights.val().any();
        self.king_hit.next = self.kings.val().any();
        self.take_hit.next = self.takes.val().any();
        self.advance_hit.next = self.advances.val().any();

        // Which lines count. An own piece that the super-piece's lines reach can move to where they
        // come from; of its kind only the bits are looked at that tell the kinds 1 to 6 apart. A
        // pawn takes diagonally and advances straight.
        self.officer.next = self.kind.val().get_bit(1) || self.kind.val().get_bit(2);
        self.taken.next = self.kind.val().any() || self.watched.val();
        if self.find_aggressor.val() {
            self.straight_on.next = self.kind.val().get_bit(2) && !self.kind.val().get_bit(1);
            self.diagonal_on.next = self.kind.val().get_bit(0) && self.officer.val();
            self.knight_on.next = self.kind.val().get_bits::<2>(0) == 2 && !self.kind.val().get_bit(2);
            self.king_on.next = self.kind.val().get_bits::<2>(1) == 3;
            self.take_on.next = !self.officer.val();
            self.advance_on.next = !self.officer.val();
        } else {
            self.straight_on.next = self.allow_straight.val();
            self.diagonal_on.next = self.allow_diagonal.val();
            self.knight_on.next = self.allow_knight.val();
            self.king_on.next = self.allow_king.val();
            self.take_on.next = self.allow_pawn.val() && self.taken.val();
            self.advance_on.next = self.allow_pawn.val() && !self.taken.val();
        }
        self.slide_arrives.next = (self.straight_hit.val() && self.straight_on.val())
            || (self.diagonal_hit.val() && self.diagonal_on.val());
        self.step_arrives.next = (self.knight_hit.val() && self.knight_on.val())
            || (self.king_hit.val() && self.king_on.val())
            || (self.take_hit.val() && self.take_on.val())
            || (self.advance_hit.val() && self.advance_on.val())
            || self.sighted.val();

        // What the square is worth if anything arrives: its rank + 1 as a thermometer code. The
        // rank is the kind of a victim, and 6 - kind of an aggressor.
        self.rank.next = self.kind.val();
        self.candidate.next = !self.own.val()
            && !self.masked.val()
            && (!self.attack.val() || self.kind.val().get_bits::<2>(1) == 3 || self.watched.val());
        if self.find_aggressor.val() {
            self.rank.next = Bits::<3>::from(6) - self.kind.val();
            self.candidate.next = self.own.val() && !self.masked.val();
        }
        self.code.next = 0.into();
        if self.candidate.val() {
            match self.rank.val().index() {
                0 => self.code.next = 0x01.into(),
                1 => self.code.next = 0x03.into(),
                2 => self.code.next = 0x07.into(),
                3 => self.code.next = 0x0F.into(),
                4 => self.code.next = 0x1F.into(),
                5 => self.code.next = 0x3F.into(),
                _ => self.code.next = 0x7F.into(),
            }
        }
        self.prio.next = 0.into();
        if self.slide_arrives.val() || self.step_arrives.val() {
            self.prio.next = self.code.val();
        }
    }
}
