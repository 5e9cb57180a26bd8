//! The transmitter of a square: it puts the lines of its piece on the neighbour and knight buses.

use rust_hdl::prelude::*;

/// An occupied square drives its own piece's lines; an empty square passes what comes in straight
/// through.
///
/// Combinational: two LUT levels to the lines, one more for each square a ray passes. Sources: the
/// transmitter of Belle, Deep Blue and Boulé & Zilic 2002. Lines carry no colour, because only one
/// side transmits at a time.
#[derive(LogicBlock, Default)]
pub struct Transmitter {
    /// Kind of the piece on the square, 0 for none.
    pub kind: Signal<In, Bits<3>>,
    /// The piece is black.
    pub black: Signal<In, Bit>,
    /// The piece belongs to the acting side.
    pub own: Signal<In, Bit>,
    /// The acting side's pieces other than pawns transmit.
    pub transmit_pieces: Signal<In, Bit>,
    /// The acting side's pawns transmit.
    pub transmit_pawns: Signal<In, Bit>,
    /// This square is the one pointed at.
    pub pointed: Signal<In, Bit>,
    /// The square pointed at transmits every way to move but a pawn's: the super-piece.
    pub super_pieces: Signal<In, Bit>,
    /// The super-piece's pawn line to the square above.
    pub advance_up: Signal<In, Bit>,
    /// The super-piece's pawn line to the square below.
    pub advance_down: Signal<In, Bit>,
    /// The super-piece's pawn lines to the two diagonals above.
    pub take_up: Signal<In, Bit>,
    /// The super-piece's pawn lines to the two diagonals below.
    pub take_down: Signal<In, Bit>,
    /// The square pointed at transmits its own piece, whoever else does.
    pub point_alone: Signal<In, Bit>,
    /// The square pointed at lets rays through, as if it were empty.
    pub point_lifted: Signal<In, Bit>,
    /// A pawn's advance goes on through this square if it is empty: the double step.
    pub double_step: Signal<In, Bit>,
    /// A king's line goes on along the rank: castling.
    pub castle_pass: Signal<In, Bit>,
    /// Sliding ray from the north neighbour.
    pub slide_from_north: Signal<In, Bit>,
    /// Sliding ray from the north-east neighbour.
    pub slide_from_north_east: Signal<In, Bit>,
    /// Sliding ray from the east neighbour.
    pub slide_from_east: Signal<In, Bit>,
    /// Sliding ray from the south-east neighbour.
    pub slide_from_south_east: Signal<In, Bit>,
    /// Sliding ray from the south neighbour.
    pub slide_from_south: Signal<In, Bit>,
    /// Sliding ray from the south-west neighbour.
    pub slide_from_south_west: Signal<In, Bit>,
    /// Sliding ray from the west neighbour.
    pub slide_from_west: Signal<In, Bit>,
    /// Sliding ray from the north-west neighbour.
    pub slide_from_north_west: Signal<In, Bit>,
    /// Pawn line from the south neighbour.
    pub pawn_from_south: Signal<In, Bit>,
    /// Pawn line from the north neighbour.
    pub pawn_from_north: Signal<In, Bit>,
    /// King line from the west neighbour.
    pub king_from_west: Signal<In, Bit>,
    /// King line from the east neighbour.
    pub king_from_east: Signal<In, Bit>,
    /// Sliding ray to the north neighbour.
    pub slide_north: Signal<Out, Bit>,
    /// Sliding ray to the north-east neighbour.
    pub slide_north_east: Signal<Out, Bit>,
    /// Sliding ray to the east neighbour.
    pub slide_east: Signal<Out, Bit>,
    /// Sliding ray to the south-east neighbour.
    pub slide_south_east: Signal<Out, Bit>,
    /// Sliding ray to the south neighbour.
    pub slide_south: Signal<Out, Bit>,
    /// Sliding ray to the south-west neighbour.
    pub slide_south_west: Signal<Out, Bit>,
    /// Sliding ray to the west neighbour.
    pub slide_west: Signal<Out, Bit>,
    /// Sliding ray to the north-west neighbour.
    pub slide_north_west: Signal<Out, Bit>,
    /// King line to all neighbours on other ranks.
    pub king_line: Signal<Out, Bit>,
    /// King line to the east neighbour.
    pub king_east: Signal<Out, Bit>,
    /// King line to the west neighbour.
    pub king_west: Signal<Out, Bit>,
    /// Pawn line to the north neighbour: an advance.
    pub pawn_north: Signal<Out, Bit>,
    /// Pawn line to the south neighbour: an advance.
    pub pawn_south: Signal<Out, Bit>,
    /// Pawn line to the two diagonals above: a capture.
    pub pawn_above: Signal<Out, Bit>,
    /// Pawn line to the two diagonals below: a capture.
    pub pawn_below: Signal<Out, Bit>,
    /// To the squares a knight's jump away.
    pub knight_line: Signal<Out, Bit>,
    alone: Signal<Local, Bit>,
    active: Signal<Local, Bit>,
    passing: Signal<Local, Bit>,
    super_piece: Signal<Local, Bit>,
    straight: Signal<Local, Bit>,
    diagonal: Signal<Local, Bit>,
    king: Signal<Local, Bit>,
    pawn: Signal<Local, Bit>,
    pawn_up: Signal<Local, Bit>,
    pawn_down: Signal<Local, Bit>,
    stepping: Signal<Local, Bit>,
}

impl Logic for Transmitter {
    #[hdl_gen]
    fn update(&mut self) {
        self.super_piece.next = self.pointed.val() && self.super_pieces.val();
        self.alone.next = self.pointed.val() && self.point_alone.val();
        self.active.next = self.own.val() && (self.transmit_pieces.val() || self.alone.val());
        self.pawn.next =
            self.own.val() && (self.transmit_pawns.val() || self.alone.val()) && self.kind.val() == 1;
        self.passing.next = self.kind.val() == 0 || (self.pointed.val() && self.point_lifted.val());

        // The extended piece word: one bit for each way to move. The upper two bits alone tell rook
        // 4 and queen 5, and the king, 6.
        self.straight.next =
            self.super_piece.val() || (self.active.val() && self.kind.val().get_bits::<2>(1) == 2);
        self.diagonal.next =
            self.super_piece.val() || (self.active.val() && (self.kind.val() == 3 || self.kind.val() == 5));
        self.king.next =
            self.super_piece.val() || (self.active.val() && self.kind.val().get_bits::<2>(1) == 3);
        self.knight_line.next = self.super_piece.val() || (self.active.val() && self.kind.val() == 2);
        self.pawn_up.next = self.pawn.val() && !self.black.val();
        self.pawn_down.next = self.pawn.val() && self.black.val();

        // An empty square lets rays through.
        self.slide_north.next = self.straight.val() || (self.passing.val() && self.slide_from_south.val());
        self.slide_north_east.next =
            self.diagonal.val() || (self.passing.val() && self.slide_from_south_west.val());
        self.slide_east.next = self.straight.val() || (self.passing.val() && self.slide_from_west.val());
        self.slide_south_east.next =
            self.diagonal.val() || (self.passing.val() && self.slide_from_north_west.val());
        self.slide_south.next = self.straight.val() || (self.passing.val() && self.slide_from_north.val());
        self.slide_south_west.next =
            self.diagonal.val() || (self.passing.val() && self.slide_from_north_east.val());
        self.slide_west.next = self.straight.val() || (self.passing.val() && self.slide_from_east.val());
        self.slide_north_west.next =
            self.diagonal.val() || (self.passing.val() && self.slide_from_south_east.val());

        self.king_line.next = self.king.val();
        self.king_east.next = self.king.val() || (self.castle_pass.val() && self.king_from_west.val());
        self.king_west.next = self.king.val() || (self.castle_pass.val() && self.king_from_east.val());

        self.stepping.next = self.double_step.val() && self.passing.val();
        self.pawn_north.next = self.pawn_up.val()
            || (self.pointed.val() && self.advance_up.val())
            || (self.stepping.val() && self.pawn_from_south.val());
        self.pawn_south.next = self.pawn_down.val()
            || (self.pointed.val() && self.advance_down.val())
            || (self.stepping.val() && self.pawn_from_north.val());
        self.pawn_above.next = self.pawn_up.val() || (self.pointed.val() && self.take_up.val());
        self.pawn_below.next = self.pawn_down.val() || (self.pointed.val() && self.take_down.val());
    }
}
