//! A position as a command port loads it, and its planes as the side to move sees them.

use super::node::Board;
use crate::describe::{Builder, Wire, concat, mux};
use crate::pairs::{Turning, plane};
use crate::parts::pages::Pages;

/// The position at a command port.
pub struct Root {
    /// The position, seen from the side to move.
    pub board: Board,
    /// It is there: 1 bit, for a cycle.
    pub stands: Wire,
    /// The squares as they were loaded.
    pub squares: Pages,
    /// Black is to move: 1 bit.
    pub black: Wire,
    /// A square that is turned: what stands on it (kind and colour, 4 bits), whether that is the
    /// side's to move, and whether there is such a square in this cycle.
    pub turning: [Wire; 3],
}

impl Root {
    /// Loads squares and state by the operand of the commands, 10 bits, when one of the two bits is
    /// set. While `turning` is set, the squares are turned to the side to move, one a cycle, until
    /// the position stands.
    pub fn new(b: &Builder, [load_square, load_state]: [&Wire; 2], operand: &Wire, turning: &Wire) -> Self {
        let zero = |width| b.constant(width, 0);
        let number = |width, value: u32| b.constant(width, value.into());
        // The position as it is loaded; then it is read square by square as the side to move sees
        // it.
        let squares = Pages::new(b, "squares", 4, 64, "colour and kind of the piece on each square");
        squares.write(load_square, &operand.slice(0, 6), &operand.slice(6, 4));
        let game = b.register("game", 9).resets_to(0).comment("black to move, castling rights, en passant");
        game.next_when(load_state, &operand.slice(0, 9));
        let black = game.bit(0);
        let square = b.register("square", 6).resets_to(0).comment("the square that is turned");
        let turning = Turning::new(b, turning);
        let turns = turning.turns.clone();
        let stands = turning.stands(&square.all());
        square.next(&(&*square + &number(6, 1)).when(&turns));
        let seen = &*square ^ &concat(&[black.repeat(3), zero(3)]);
        let piece = squares.read("turned_piece", &seen).later("piece");
        let turns = turns.later("piece_comes").later("piece_turns");
        let kind = piece.slice(0, 3);
        let own = kind.any() & !(piece.bit(3) ^ &black);
        let plane = |name: &str, bit: &Wire| plane(b, name, bit, &turns, 64);
        let rights = game.slice(1, 4);
        let castling = mux(&black, &concat(&[rights.slice(0, 2), rights.slice(2, 2)]), &rights);
        let board = Board {
            own: plane("root_own", &own),
            kind_0: plane("root_kind_0", &kind.bit(0)),
            kind_1: plane("root_kind_1", &kind.bit(1)),
            kind_2: plane("root_kind_2", &kind.bit(2)),
            castling,
            en_passant: concat(&[game.bit(5), game.slice(6, 3).when(&game.bit(5))]),
        };
        Self { board, stands, squares, black, turning: [piece, own, turns] }
    }
}
