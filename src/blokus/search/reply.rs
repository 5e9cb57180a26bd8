//! The reply: the move that last cut a node of the last ply, tried on all moves of the node above
//! as they come.
//!
//! The killer, which is the first leaf, cuts nearly every node of the last ply. So the node above
//! does not begin each of these nodes. It sends its moves through the evaluation, one a clock, with
//! the killer placed on top. As long as the value says that the killer cuts, a search would only
//! have added a node and a leaf. The first move for which that is not so is taken out of the stream
//! and searched in full, and the stream goes on after it. So results and counts are those of a
//! program that takes one node after the other.

use super::kept::Kept;
use crate::blokus::generator::board::{Held, Registers, Sites};
use crate::blokus::piece::PIECES;
use crate::blokus::plane::{BOARD, CELLS};
use crate::describe::{Builder, Outputs, RegisterBuilder, Wire};
use crate::parts::decode::{one_hot, word};
use crate::parts::pick::from_index;
use crate::parts::rows::{Rows, row_name};

/// The registers of the reply.
pub struct Reply {
    x: RegisterBuilder,
    y: RegisterBuilder,
    piece: RegisterBuilder,
    rows: Vec<RegisterBuilder>,
    fits: RegisterBuilder,
}

impl Reply {
    /// Registers without a reply.
    pub fn new(b: &Builder) -> Self {
        let rows = (0..CELLS as usize).map(|y| b.register(&row_name("reply", y), CELLS)).collect();
        Self {
            x: b.register("reply_x", 4).comment("the corner that the reply covers first"),
            y: b.register("reply_y", 4),
            piece: b.register("reply_piece", 5),
            rows,
            fits: b.register("reply_fits", 1).comment("the opponent could place it here"),
        }
    }

    /// Its cells.
    pub fn cells(&self) -> Rows {
        Rows::from_rows(BOARD, |y| self.rows[y].output())
    }

    /// Its piece, one-hot.
    pub fn piece(&self) -> Wire {
        word(&one_hot(&self.piece, PIECES as u32))
    }

    /// The opponent can place it here, as far as was weighed.
    pub fn fits(&self) -> Wire {
        self.fits.output()
    }

    /// One bit for each row in which the reply and these cells meet. Combinational; seven LUT4 a
    /// row, and the *or* of them.
    pub fn clash(&self, cells: &Rows) -> Wire {
        self.cells().zip(cells, |reply, cells| reply & cells).occupied()
    }

    /// Takes the move held, with these cells, as the reply when the control learns it. Weighs it
    /// when the control has the sites of the opponent: there too, it has to cover this corner
    /// first, so no earlier usable corner is among its cells.
    ///
    /// A reply learnt below this node fits here as well, because there is one piece less of the
    /// other colour here.
    pub fn keep(
        &self,
        on: &Outputs,
        r: &Registers,
        (held, cells): (&Held, &Rows),
        sites: &Sites,
        left: &Wire,
    ) {
        let (learn, weigh) = (on.get("learn"), on.get("weigh"));
        let mv = Kept::held(r);
        self.x.next_when(&learn, &mv.x);
        self.y.next_when(&learn, &mv.y);
        self.piece.next_when(&learn, &held.piece);
        for (register, row) in self.rows.iter().zip(cells.words()) {
            register.next_when(&learn, row);
        }
        let from = from_index(&self.x, CELLS, false).named("columns_from_reply");
        let column = word(&one_hot(&self.x, CELLS)).named("reply_column");
        let beside: Vec<Wire> = (self.rows.iter().zip(0..))
            .map(|(row, y)| {
                let corners = sites.corners.row(y);
                let behind = row.builder().constant(4, y as u64).gt(&self.y).repeat(CELLS);
                let here = self.y.is(y as u64).repeat(CELLS);
                let missed = (&column & &here) & &!corners;
                let open = sites.rest.row(y) | &(corners & &(behind | (&from & &here)));
                (&missed | &(&**row & &!&open)).any()
            })
            .collect();
        let open = word(&beside).none();
        let has = (left & &self.piece()).any();
        self.fits.next_when(&(&learn | &weigh), &(&learn | &(&open & &has).named("reply_weighed")));
    }
}
