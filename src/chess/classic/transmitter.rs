//! The transmitter of a square: what its piece puts on the neighbour and knight buses.

use rust_hdl::prelude::*;

/// An occupied square drives its own piece's lines; an empty square passes what comes in straight through.
///
/// Combinational: two LUT levels to the lines, one more for each square a ray passes. Sources: the transmitter of Belle,
/// Deep Blue and Boulé & Zilic 2002. Lines carry no colour, because only one side transmits at a time.
#[derive(LogicBlock, Default)]
pub struct Transmitter {
    /// Kind of the piece on the square, 0 for none.
    pub kind: Signal<In, Bits<3>>,
    /// The piece is black.
    pub black: Signal<In, Bit>,
    /// The piece belongs to the acting side.
    pub own: Signal<In, Bit>,
    /// The acting side's pieces transmit.
    pub transmit: Signal<In, Bit>,
    /// Of these only the pawns.
    pub pawns_only: Signal<In, Bit>,
    /// This square is the one pointed at.
    pub pointed: Signal<In, Bit>,
    /// The square pointed at transmits every way to move: the super-piece.
    pub point_super: Signal<In, Bit>,
    /// The square pointed at transmits its own piece, whoever else does.
    pub point_alone: Signal<In, Bit>,
    /// The square pointed at lets rays through, as if it were empty.
    pub point_lifted: Signal<In, Bit>,
    /// The super-piece looks for pawns that capture, not for pawns that advance.
    pub capture: Signal<In, Bit>,
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
    /// To the north neighbour: pawn, king, slide.
    pub to_north: Signal<Out, Bits<3>>,
    /// To the north-east neighbour: pawn, king, slide.
    pub to_north_east: Signal<Out, Bits<3>>,
    /// To the east neighbour: king, slide.
    pub to_east: Signal<Out, Bits<2>>,
    /// To the south-east neighbour: pawn, king, slide.
    pub to_south_east: Signal<Out, Bits<3>>,
    /// To the south neighbour: pawn, king, slide.
    pub to_south: Signal<Out, Bits<3>>,
    /// To the south-west neighbour: pawn, king, slide.
    pub to_south_west: Signal<Out, Bits<3>>,
    /// To the west neighbour: king, slide.
    pub to_west: Signal<Out, Bits<2>>,
    /// To the north-west neighbour: pawn, king, slide.
    pub to_north_west: Signal<Out, Bits<3>>,
    /// To the squares a knight's jump away.
    pub to_knights: Signal<Out, Bit>,
    /// The piece transmits as itself.
    pub active: Signal<Out, Bit>,
    /// Rays pass through this square.
    pub open: Signal<Out, Bit>,
    super_piece: Signal<Local, Bit>,
    straight: Signal<Local, Bit>,
    diagonal: Signal<Local, Bit>,
    king: Signal<Local, Bit>,
    pawn: Signal<Local, Bit>,
    pawn_up: Signal<Local, Bit>,
    pawn_down: Signal<Local, Bit>,
    advance: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
}

impl Logic for Transmitter {
    #[hdl_gen]
    fn update(&mut self) {
        self.super_piece.next = self.pointed.val() && self.point_super.val();
        self.pawn.next = self.kind.val() == 1;
        self.active.next = self.own.val()
            && ((self.transmit.val() && (self.pawn.val() || !self.pawns_only.val()))
                || (self.pointed.val() && self.point_alone.val()));
        self.open.next = self.kind.val() == 0 || (self.pointed.val() && self.point_lifted.val());

        // The extended piece word: one bit for each way to move.
        self.straight.next =
            self.super_piece.val() || (self.active.val() && (self.kind.val() == 4 || self.kind.val() == 5));
        self.diagonal.next =
            self.super_piece.val() || (self.active.val() && (self.kind.val() == 3 || self.kind.val() == 5));
        self.king.next = self.super_piece.val() || (self.active.val() && self.kind.val() == 6);
        self.to_knights.next = self.super_piece.val() || (self.active.val() && self.kind.val() == 2);
        self.pawn_up.next = self.active.val() && self.pawn.val() && !self.black.val();
        self.pawn_down.next = self.active.val() && self.pawn.val() && self.black.val();
        self.advance.next = self.super_piece.val() && !self.capture.val();
        self.take.next = self.super_piece.val() && self.capture.val();

        self.to_north.next = (bit_cast::<3, 1>(
            (self.pawn_up.val()
                || self.advance.val()
                || (self.double_step.val() && self.open.val() && self.pawn_from_south.val()))
            .into(),
        ) << 2)
            | (bit_cast::<3, 1>(self.king.val().into()) << 1)
            | bit_cast::<3, 1>(
                (self.straight.val() || (self.open.val() && self.slide_from_south.val())).into(),
            );
        self.to_south.next = (bit_cast::<3, 1>(
            (self.pawn_down.val()
                || self.advance.val()
                || (self.double_step.val() && self.open.val() && self.pawn_from_north.val()))
            .into(),
        ) << 2)
            | (bit_cast::<3, 1>(self.king.val().into()) << 1)
            | bit_cast::<3, 1>(
                (self.straight.val() || (self.open.val() && self.slide_from_north.val())).into(),
            );
        self.to_east.next = (bit_cast::<2, 1>(
            (self.king.val() || (self.castle_pass.val() && self.king_from_west.val())).into(),
        ) << 1)
            | bit_cast::<2, 1>(
                (self.straight.val() || (self.open.val() && self.slide_from_west.val())).into(),
            );
        self.to_west.next = (bit_cast::<2, 1>(
            (self.king.val() || (self.castle_pass.val() && self.king_from_east.val())).into(),
        ) << 1)
            | bit_cast::<2, 1>(
                (self.straight.val() || (self.open.val() && self.slide_from_east.val())).into(),
            );
        self.to_north_east.next = (bit_cast::<3, 1>((self.pawn_up.val() || self.take.val()).into()) << 2)
            | (bit_cast::<3, 1>(self.king.val().into()) << 1)
            | bit_cast::<3, 1>(
                (self.diagonal.val() || (self.open.val() && self.slide_from_south_west.val())).into(),
            );
        self.to_north_west.next = (bit_cast::<3, 1>((self.pawn_up.val() || self.take.val()).into()) << 2)
            | (bit_cast::<3, 1>(self.king.val().into()) << 1)
            | bit_cast::<3, 1>(
                (self.diagonal.val() || (self.open.val() && self.slide_from_south_east.val())).into(),
            );
        self.to_south_east.next = (bit_cast::<3, 1>((self.pawn_down.val() || self.take.val()).into()) << 2)
            | (bit_cast::<3, 1>(self.king.val().into()) << 1)
            | bit_cast::<3, 1>(
                (self.diagonal.val() || (self.open.val() && self.slide_from_north_west.val())).into(),
            );
        self.to_south_west.next = (bit_cast::<3, 1>((self.pawn_down.val() || self.take.val()).into()) << 2)
            | (bit_cast::<3, 1>(self.king.val().into()) << 1)
            | bit_cast::<3, 1>(
                (self.diagonal.val() || (self.open.val() && self.slide_from_north_east.val())).into(),
            );
    }
}
