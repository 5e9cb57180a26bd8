//! A position as a command port loads it, and its planes as the side to move sees them.

use crate::describe::{Builder, Wire, concat, mux};
use crate::pairs::{Root, Turning, plane};
use crate::parts::pages::Pages;
use crate::shogi::machine::SHOGI;
use crate::shogi::machine::stream::{Board, HELD};

/// Bits of a piece: its code, and whose it is.
const PIECE: u32 = 5;

/// The number of the last square.
const LAST: u64 = 80;

/// The position at the port. `loads` has a bit for each command: choose a square, load a piece,
/// load a hand, load the side.
pub fn root(b: &Builder, loads: &[Wire], operand: &Wire, turning: &Wire) -> Root<Board> {
    let [choose, load_piece, load_hand, load_side] = [0, 1, 2, 3].map(|load: usize| &loads[load]);
    let number = |value: u64| b.constant(7, value);
    let squares =
        Pages::new(b, "squares", PIECE, LAST as u32 + 1, "code and side of the piece on each square");
    let chosen = b.register("chosen", 7).resets_to(0).comment("the square that the next piece comes to");
    squares.write(load_piece, &chosen, &operand.slice(0, PIECE));
    let following = (&*chosen + &number(1)).when(&!chosen.is(LAST));
    chosen.next_when(&(choose | load_piece), &mux(choose, &operand.slice(0, 7), &following));
    let white = b.register("white", 1).resets_to(0).comment("White is to move");
    white.next_when(load_side, &operand.bit(0));
    let [of_black, of_white] = [("black", !operand.bit(9)), ("white", operand.bit(9))]
        .map(|(side, here)| hand(b, side, &(load_hand & here), operand));

    // Read square by square as the side to move sees them, which begins at its near left corner.
    let turning = Turning::new(b, turning);
    let turns = turning.turns.clone();
    let seen = b.register("square", 7).resets_to(0).comment("the square that is turned");
    let following = mux(&white, &(&*seen - &number(1)), &(&*seen + &number(1)));
    seen.next(&mux(&turns, &following, &mux(&white, &number(LAST), &number(0))));
    let piece = squares.read("turned_piece", &seen).later("piece");
    // Counted by itself, and to the last number or beyond: so the end comes from whatever state.
    let count = b.register("squares_turned", 7).resets_to(0).comment("squares that have been turned");
    count.next(&(&*count + &number(1)).when(&turns));
    let last = count.bit(6) & (count.bit(5) | count.bit(4));
    let stands = turning.stands(&last);
    let turns = turns.later("piece_comes").later("piece_turns");
    let kind = piece.slice(0, PIECE - 1);
    let own = kind.any() & !(piece.bit(PIECE - 1) ^ &*white);
    let plane = |name: &str, bit: &Wire| plane(b, name, bit, &turns, SHOGI.files * SHOGI.ranks);
    let board = Board {
        own: plane("root_own", &own),
        kind_0: plane("root_kind_0", &kind.bit(0)),
        kind_1: plane("root_kind_1", &kind.bit(1)),
        kind_2: plane("root_kind_2", &kind.bit(2)),
        kind_3: plane("root_kind_3", &kind.bit(3)),
        hand: mux(&white, &of_white, &of_black),
        enemy_hand: mux(&white, &of_black, &of_white),
    };
    Root { board, stands, squares }
}

/// The hand of a side, a register for each kind, which a command loads that names it.
fn hand(b: &Builder, side: &str, loads: &Wire, operand: &Wire) -> Wire {
    const NAMES: [&str; 7] = ["pawns", "lances", "knights", "silvers", "golds", "bishops", "rooks"];
    let kind = operand.slice(6, 3);
    let counts = NAMES.iter().zip(HELD).zip(1..).map(|((name, width), number)| {
        let count = b.register(&format!("{side}_{name}"), width).comment("in hand");
        count.next_when(&(loads & kind.is(number)), &operand.slice(0, width));
        count.output()
    });
    let mut counts: Vec<Wire> = counts.collect();
    counts.reverse();
    concat(&counts)
}
