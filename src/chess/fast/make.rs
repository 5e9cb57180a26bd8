//! The position after a move, seen from the other side.

use super::masks::Planes;
use super::node::Board;
use crate::chess::CHESS;
use crate::describe::{Wire, concat, mux};
use crate::parts::choose::Choice;
use crate::parts::decode::word;
use crate::parts::rows::Rows;

/// A move to make. Fields without a stated width are 1 bit.
pub struct Made<'a> {
    /// Its origin.
    pub from: &'a Choice,
    /// Its destination.
    pub to: &'a Choice,
    /// The code of the piece that moves: 3 bits.
    pub kind: &'a Wire,
    /// It is a pawn.
    pub pawn: &'a Wire,
    /// It is the king.
    pub king: &'a Wire,
    /// A pawn is promoted.
    pub promotes: &'a Wire,
    /// The promotion piece: 0 queen, 1 rook, 2 bishop, 3 knight.
    pub promotion: &'a Wire,
    /// The file of a pawn that is captured en passant, a rank behind the destination: 8 bits, none
    /// of them set if there is no such pawn.
    pub passed: &'a Wire,
}

/// The position after the move, and the code of the piece that now stands on its destination: 3
/// bits. Combinational, about 300 LUT4.
pub fn make(board: &Board, planes: &Planes, made: &Made) -> (Board, Wire) {
    let Made { from, to, kind, pawn, king, promotes, promotion, passed } = *made;
    // Queen 5, rook 4, bishop 3, knight 2: the code falls as the promotion counts up.
    let becomes = word(&[!promotion.bit(0), promotion.bit(1), !promotion.bit(1)]);
    let stands = mux(promotes, &becomes, kind).named("arriving_kind");

    // The king goes two files only to castle; its rook passes to the other side of it.
    let home = (king & from.rank.bit(0) & from.file.bit(4)).named("king_leaves_e1");
    let short = (&home & to.file.bit(6)).named("castles_short");
    let long = (&home & to.file.bit(2)).named("castles_long");
    let b = short.builder().clone();
    let zero = |width| b.constant(width, 0);
    let rook_from = concat(&[short.clone(), zero(6), long.clone()]);
    let rook_to = concat(&[zero(2), short, zero(1), long, zero(3)]);

    let after: Vec<Rows> = (board.kinds().iter().enumerate())
        .map(|(bit, kinds)| {
            let kinds = Rows::of(CHESS, kinds);
            let bit_stands = stands.bit(bit as u32).repeat(8);
            Rows::from_rows(CHESS, |rank| {
                let gone = from.square.row(rank) | to.square.row(rank);
                let kept = kinds.row(rank) & !gone;
                let placed = kept | (to.square.row(rank) & &bit_stands);
                match rank {
                    // The code of a rook is 4.
                    0 if bit == 2 => (&placed & !&rook_from) | &rook_to,
                    4 => &placed & !passed,
                    _ => placed,
                }
            })
        })
        .collect();
    // What is left of the enemy is what the next side owns.
    let enemy = Rows::from_rows(CHESS, |rank| {
        let kept = planes.enemy.row(rank) & !to.square.row(rank);
        if rank == 4 { &kept & !passed } else { kept }
    });

    // A right is lost when king or rook leaves, or when the rook is captured at home.
    let leaves = |file: u32| from.rank.bit(0) & from.file.bit(file);
    let captured = |file: u32| to.rank.bit(7) & to.file.bit(file);
    let keeps = |right: u32, lost: Wire| &board.castling.bit(right) & !lost;
    let castling = word(&[
        keeps(2, captured(7)),
        keeps(3, captured(0)),
        keeps(0, king | &leaves(7)),
        keeps(1, king | &leaves(0)),
    ]);
    let two = pawn & from.rank.bit(1) & to.rank.bit(3);
    let flipped = |set: &Rows| Rows::from_rows(CHESS, |rank| set.row(7 - rank).clone()).word();
    let [kind_0, kind_1, kind_2] = [0, 1, 2].map(|bit: usize| flipped(&after[bit]));
    let child = Board {
        own: flipped(&enemy),
        kind_0,
        kind_1,
        kind_2,
        castling,
        en_passant: concat(&[two.clone(), to.number.slice(0, 3).when(&two)]),
    };
    (child, stands)
}
