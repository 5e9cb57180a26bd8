//! Checks first: the squares that the enemy king sees, and the squares that are pivots.

use rust_hdl::prelude::*;

/// What the checks-first cycles add to a square.
///
/// In the *look* cycle the enemy king transmits as super-piece and every square keeps how the king
/// sees it. A *pivot* is a square the acting side can reach with a piece that would give check from
/// there: a line arrives of the kind in which the king sees the square. A queen may come by one
/// kind of line and give check by the other; whether the piece that comes so is a queen the control
/// finds out with the aggressor, so a bishop is not mistaken for one. Own pieces the king sees
/// along a line may hide a slider: they are the candidates for discovered checks. One register
/// stage, then one LUT level, beside the rays and not behind them.
///
/// Source: find-pivot of Boulé & Zilic 2002, where both sides transmit at once and every line
/// carries a colour bit and the whole piece word. Keeping the king's view costs a cycle a node
/// instead, and no bit on any line.
#[derive(LogicBlock, Default)]
pub struct Sight {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// Keep what arrives now: the enemy king is the super-piece.
    pub keep_sight: Signal<In, Bit>,
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
    /// A pawn takes here.
    pub take_hit: Signal<In, Bit>,
    /// The square may be the victim of a straight ray.
    pub allow_straight: Signal<Out, Bit>,
    /// The same of a diagonal ray.
    pub allow_diagonal: Signal<Out, Bit>,
    /// The same of a knight's line.
    pub allow_knight: Signal<Out, Bit>,
    /// The same of a king's line.
    pub allow_king: Signal<Out, Bit>,
    /// The same of a pawn's line.
    pub allow_pawn: Signal<Out, Bit>,
    /// The own piece here is a candidate discoverer.
    pub sighted: Signal<Out, Bit>,
    seen_straight: DFF<Bit>,
    seen_diagonal: DFF<Bit>,
    seen_knight: DFF<Bit>,
    seen_pawn: DFF<Bit>,
}

impl Logic for Sight {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, seen_straight, seen_diagonal, seen_knight, seen_pawn);
        if self.keep_sight.val() {
            self.seen_straight.d.next = self.straight_hit.val();
            self.seen_diagonal.d.next = self.diagonal_hit.val();
            self.seen_knight.d.next = self.knight_hit.val();
            self.seen_pawn.d.next = self.take_hit.val();
        }
        if self.find_pivot.val() {
            self.allow_straight.next = self.seen_straight.q.val() || self.seen_diagonal.q.val();
            self.allow_diagonal.next = self.seen_straight.q.val() || self.seen_diagonal.q.val();
            self.allow_knight.next = self.seen_knight.q.val();
            self.allow_king.next = false;
            self.allow_pawn.next = self.seen_pawn.q.val();
        } else {
            self.allow_straight.next = !(self.spare_pivots.val() && self.seen_straight.q.val());
            self.allow_diagonal.next = !(self.spare_pivots.val() && self.seen_diagonal.q.val());
            self.allow_knight.next = !(self.spare_pivots.val() && self.seen_knight.q.val());
            self.allow_king.next = true;
            self.allow_pawn.next = !(self.spare_pivots.val() && self.seen_pawn.q.val());
        }
        self.sighted.next =
            self.find_discoverer.val() && (self.seen_straight.q.val() || self.seen_diagonal.q.val());
    }
}
