//! The board as text, with colours on a terminal.

use super::colour_of;
use crate::blokus::plane::SIDE;
use crate::blokus::{Cell, Move, Piece, Player, Position};

/// The board with columns and rows as in codes, the usable corners of who moves, and the pieces left.
pub fn draw(position: &Position, last: Option<Move>, colour: bool) -> String {
    let placed: Vec<Cell> = match last {
        Some(Move::Place(placement)) => placement.cells().collect(),
        _ => Vec::new(),
    };
    let corners = position.corners(position.to_move());
    let of = |cell| Player::BOTH.into_iter().find(|&player| position.cells(player).has(cell));
    let mut text = String::from("    1 2 3 4 5 6 7 8 9 a b c d e\n");
    for y in 0..SIDE {
        text += &format!(" {:x} ", y + 1);
        for x in 0..SIDE {
            let cell = Cell { x, y };
            text += &match (of(cell), colour) {
                (Some(player), true) => paint(player, placed.contains(&cell)),
                (Some(Player::One), false) => " B".into(),
                (Some(Player::Two), false) => " W".into(),
                (None, _) if !position.is_over() && corners.has(cell) => " +".into(),
                (None, _) => " .".into(),
            };
        }
        text.push('\n');
    }
    for player in Player::BOTH {
        let name = colour_of(player);
        let left: Vec<String> = Piece::all()
            .filter(|&piece| position.left(player).has(piece))
            .map(|piece| piece.to_string())
            .collect();
        let squares = position.left(player).squares();
        text += &match squares {
            0 => format!("{name} has placed all\n"),
            _ => format!("{name} has {squares} squares left: {}\n", left.join(" ")),
        };
    }
    text
}

/// A cell in the colour of its player, brighter where it was placed last.
fn paint(player: Player, new: bool) -> String {
    let background = match (player, new) {
        (Player::One, false) => 44,
        (Player::One, true) => 104,
        (Player::Two, false) => 43,
        (Player::Two, true) => 103,
    };
    format!("\x1b[{background}m  \x1b[0m")
}
