//! Checks first: what the enemy king sees, and which squares are pivots.

use rust_hdl::prelude::*;

/// What the checks-first cycles add to a square.
///
/// In the *look* cycle the enemy king transmits as super-piece and every square keeps how the king sees it. A *pivot* is
/// a square the acting side can reach with a piece that would give check from there: the kinds that arrive must fit the
/// way the king sees the square, so a bishop is not mistaken for a queen. Own pieces the king sees along a line may hide
/// a slider: they are the candidates for discovered checks. One register stage, then two LUT levels.
///
/// Source: find-pivot of Boulé & Zilic 2002, where both sides transmit at once and every line carries a colour bit.
/// Keeping the king's view costs a cycle a node instead, and no bit on any line.
#[derive(LogicBlock, Default)]
pub struct Sight {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// The acting side is black.
    pub acting_black: Signal<In, Bit>,
    /// Keep what arrives now: the enemy king is the super-piece.
    pub look: Signal<In, Bit>,
    /// Victims must be pivots.
    pub find_pivot: Signal<In, Bit>,
    /// Victims must not be pivots.
    pub spare_pivots: Signal<In, Bit>,
    /// Own pieces the king sees along a line are candidates.
    pub find_discoverer: Signal<In, Bit>,
    /// A straight ray arrives.
    pub straight_hit: Signal<In, Bit>,
    /// A diagonal ray arrives.
    pub diagonal_hit: Signal<In, Bit>,
    /// A knight's line arrives.
    pub knight_hit: Signal<In, Bit>,
    /// A pawn can come here.
    pub pawn_hit: Signal<In, Bit>,
    /// Pawn lines from the two diagonals below.
    pub pawns_below: Signal<In, Bits<2>>,
    /// Pawn lines from the two diagonals above.
    pub pawns_above: Signal<In, Bits<2>>,
    /// Queens' marks on the four straight lines.
    pub queens_straight: Signal<In, Bits<4>>,
    /// Queens' marks on the four diagonals.
    pub queens_diagonal: Signal<In, Bits<4>>,
    /// The square may be a victim.
    pub allowed: Signal<Out, Bit>,
    /// The own piece here is a candidate discoverer.
    pub sighted: Signal<Out, Bit>,
    seen_straight: DFF<Bit>,
    seen_diagonal: DFF<Bit>,
    seen_knight: DFF<Bit>,
    seen_pawn: DFF<Bit>,
    pivot: Signal<Local, Bit>,
}

impl Logic for Sight {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, seen_straight, seen_diagonal, seen_knight, seen_pawn);
        if self.look.val() {
            self.seen_straight.d.next = self.straight_hit.val();
            self.seen_diagonal.d.next = self.diagonal_hit.val();
            self.seen_knight.d.next = self.knight_hit.val();
            // A white pawn gives check upwards: the king's lines come from above.
            self.seen_pawn.d.next = (self.acting_black.val() && self.pawns_below.val().any())
                || (!self.acting_black.val() && self.pawns_above.val().any());
        }
        self.pivot.next = (self.seen_straight.q.val()
            && (self.straight_hit.val() || self.queens_diagonal.val().any()))
            || (self.seen_diagonal.q.val() && (self.diagonal_hit.val() || self.queens_straight.val().any()))
            || (self.seen_knight.q.val() && self.knight_hit.val())
            || (self.seen_pawn.q.val() && self.pawn_hit.val());
        self.allowed.next =
            (self.pivot.val() && !self.spare_pivots.val()) || (!self.pivot.val() && !self.find_pivot.val());
        self.sighted.next =
            self.find_discoverer.val() && (self.seen_straight.q.val() || self.seen_diagonal.q.val());
    }
}

/// The queen's mark on every ray, which tells a queen from a rook or bishop at the far end. Combinational.
#[derive(LogicBlock, Default)]
pub struct QueenTransmitter {
    /// The piece transmits as itself and is a queen.
    pub queen: Signal<In, Bit>,
    /// Rays pass through this square.
    pub open: Signal<In, Bit>,
    /// From the north neighbour.
    pub from_north: Signal<In, Bit>,
    /// From the north-east neighbour.
    pub from_north_east: Signal<In, Bit>,
    /// From the east neighbour.
    pub from_east: Signal<In, Bit>,
    /// From the south-east neighbour.
    pub from_south_east: Signal<In, Bit>,
    /// From the south neighbour.
    pub from_south: Signal<In, Bit>,
    /// From the south-west neighbour.
    pub from_south_west: Signal<In, Bit>,
    /// From the west neighbour.
    pub from_west: Signal<In, Bit>,
    /// From the north-west neighbour.
    pub from_north_west: Signal<In, Bit>,
    /// To the north neighbour.
    pub to_north: Signal<Out, Bit>,
    /// To the north-east neighbour.
    pub to_north_east: Signal<Out, Bit>,
    /// To the east neighbour.
    pub to_east: Signal<Out, Bit>,
    /// To the south-east neighbour.
    pub to_south_east: Signal<Out, Bit>,
    /// To the south neighbour.
    pub to_south: Signal<Out, Bit>,
    /// To the south-west neighbour.
    pub to_south_west: Signal<Out, Bit>,
    /// To the west neighbour.
    pub to_west: Signal<Out, Bit>,
    /// To the north-west neighbour.
    pub to_north_west: Signal<Out, Bit>,
}

impl Logic for QueenTransmitter {
    #[hdl_gen]
    fn update(&mut self) {
        self.to_north.next = self.queen.val() || (self.open.val() && self.from_south.val());
        self.to_north_east.next = self.queen.val() || (self.open.val() && self.from_south_west.val());
        self.to_east.next = self.queen.val() || (self.open.val() && self.from_west.val());
        self.to_south_east.next = self.queen.val() || (self.open.val() && self.from_north_west.val());
        self.to_south.next = self.queen.val() || (self.open.val() && self.from_north.val());
        self.to_south_west.next = self.queen.val() || (self.open.val() && self.from_north_east.val());
        self.to_west.next = self.queen.val() || (self.open.val() && self.from_east.val());
        self.to_north_west.next = self.queen.val() || (self.open.val() && self.from_south_east.val());
    }
}
