//! The parts that the Blokus cores share: the registers of the position and of the move held, the
//! table of covers, and the logic that places a move and takes it back.

use super::fits::runs;
use super::planes::either;
use super::stream::{COVER, WAY};
use super::window::{AROUND, without_centre};
use crate::blokus::cover::covers;
use crate::blokus::piece::PIECES;
use crate::blokus::plane::{BOARD, CELLS};
use crate::describe::{Builder, ModuleHandle, Outputs, RegisterBuilder, Wire, concat, mux};
use crate::parts::decode::{one_hot, word};
use crate::parts::rows::{Rows, row_name};

/// The registers that are the position and the move held.
pub struct Registers {
    /// The rows of each player's cells.
    pub players: [Vec<RegisterBuilder>; 2],
    /// The pieces each has left.
    pub left: [RegisterBuilder; 2],
    /// Player 2 is to move.
    pub second: RegisterBuilder,
    /// Passes in a row.
    pub passes: RegisterBuilder,
    /// The corner that the move held covers first.
    pub x: RegisterBuilder,
    /// See `x`.
    pub y: RegisterBuilder,
    /// The way in which it covers it.
    pub cover: RegisterBuilder,
    /// It is a pass.
    pub pass: RegisterBuilder,
    /// The move before it was one.
    pub passed: RegisterBuilder,
}

impl Registers {
    /// A position without a piece; player 1 is to move.
    pub fn new(b: &Builder) -> Self {
        let rows = |name: &str| {
            (0..CELLS as usize).map(|y| b.register(&row_name(name, y), CELLS).resets_to(0)).collect()
        };
        let all = (1 << PIECES) - 1;
        let left =
            |name: &str| b.register(name, PIECES as u32).resets_to(all).comment("pieces left, a in bit 0");
        Self {
            players: [rows("player_1"), rows("player_2")],
            left: [left("left_1"), left("left_2")],
            second: b.register("second", 1).resets_to(0).comment("player 2 is to move"),
            passes: b.register("passes", 2).resets_to(0).comment("passes in a row"),
            x: b.register("held_x", 4).comment("the corner that the move held covers first"),
            y: b.register("held_y", 4),
            cover: b.register("held_cover", COVER).comment("how it covers it"),
            pass: b.register("held_pass", 1),
            passed: b.register("held_passed", 1).comment("the move before the one held was a pass"),
        }
    }
}

impl Registers {
    /// The cells of a player.
    pub fn cells(&self, player: usize) -> Rows {
        Rows::from_rows(BOARD, |y| self.players[player][y].output())
    }

    /// Both passed, or one has placed all.
    pub fn over(&self) -> Wire {
        ((self.passes.bit(1) | self.left[0].none()) | self.left[1].none()).named("over")
    }

    /// The pieces of who is to move.
    pub fn left_to_move(&self) -> Wire {
        mux(&self.second, &self.left[1], &self.left[0]).named("left")
    }

    /// The usable corners and the other open cells of a player: the second, or the first.
    pub fn sites(&self, b: &Builder, planes: &ModuleHandle, second: &Wire) -> Sites {
        let players = [self.cells(0), self.cells(1)];
        let own = either(second, &players[1], &players[0]);
        let other = either(second, &players[0], &players[1]);
        let mut connections = b.instance("planes", planes).input("second", second);
        for (name, set) in [("own", &own), ("other", &other)] {
            for (y, row) in set.words().iter().enumerate() {
                connections = connections.input(&row_name(name, y), row);
            }
        }
        let outputs = connections.outputs();
        Sites {
            corners: Rows::from_outputs(BOARD, &outputs, "corners"),
            rest: Rows::from_outputs(BOARD, &outputs, "rest"),
        }
    }

    /// The side to move and the passes: turned when a move is placed or taken back, loaded.
    pub fn keep_turn(&self, b: &Builder, on: &Outputs, data: &Wire) {
        let (place, take_back, load) = (on.get("place"), on.get("take_back"), on.get("load_state"));
        let turned = (&place | &take_back).named("turns");
        self.second.next_when(&(&turned | &load), &mux(&load, &data.bit(0), &!&*self.second));
        let after_pass = (&*self.passes + &b.constant(2, 1)).when(&self.pass);
        let before = self.passed.extend(2);
        let passes = mux(&load, &data.slice(1, 2), &mux(&place, &after_pass, &before));
        self.passes.next_when(&(&turned | &load), &passes);
    }

    /// The move held as the port's move word, in 32 bits.
    pub fn move_word(&self, b: &Builder, held: &Held) -> Wire {
        let place = |corner: &Wire, by: &Wire| corner - &concat(&[by.bit(2), by.clone()]);
        concat(&[
            b.constant(7, 0),
            self.pass.output(),
            self.y.output(),
            self.x.output(),
            held.rotation.clone(),
            held.piece.clone(),
            place(&self.y, &held.cell[1]),
            place(&self.x, &held.cell[0]),
        ])
    }
}

/// The cells where a player may place.
pub struct Sites {
    /// The usable corners.
    pub corners: Rows,
    /// The other open cells.
    pub rest: Rows,
}

/// The entry of the table of covers for the move held.
pub struct Held {
    /// Its cells around the corner.
    pub mask: Wire,
    rotation: Wire,
    /// The corner, seen from the centre of the piece.
    cell: [Wire; 2],
    /// Its piece.
    pub piece: Wire,
    /// Its number among the ways of the piece.
    pub way: Wire,
}

impl Held {
    const WIDTH: u32 = AROUND + 3 + 3 + 3 + 5 + WAY;

    fn words() -> Vec<u64> {
        let mut words = Vec::new();
        for (piece, first, count) in runs() {
            for (way, cover) in covers()[first..first + count].iter().enumerate() {
                let fields = [
                    (without_centre(cover.mask), AROUND),
                    (cover.rotation.into(), 3),
                    (cover.cell.0 as u64 & 7, 3),
                    (cover.cell.1 as u64 & 7, 3),
                    (piece.index() as u64, 5),
                    (way as u64, WAY),
                ];
                let packed = fields
                    .iter()
                    .fold((0, 0), |(word, low), (field, width)| (word | field << low, low + width));
                words.push(packed.0);
            }
        }
        words
    }

    /// The table of covers, read a cycle ahead, so that its word belongs to the move held.
    pub fn read(b: &Builder, next_cover: &Wire) -> Self {
        let table = b.memory("cover_table", Self::WIDTH, 1 << COVER).contents(&Self::words());
        let table = table
            .comment("each cover's mask, rotation, cell on the corner, piece, and number within the piece");
        Self::unpack(&table.read_next("cover_word", next_cover))
    }

    fn unpack(word: &Wire) -> Self {
        let field = |low: u32, width: u32, name: &str| word.slice(AROUND + low, width).named(name);
        Self {
            mask: word.slice(0, AROUND).named("held_mask"),
            rotation: field(0, 3, "held_rotation"),
            cell: [field(3, 3, "held_dx"), field(6, 3, "held_dy")],
            piece: field(9, 5, "held_piece"),
            way: field(14, WAY, "held_way"),
        }
    }
}

/// The cells and the pieces left of both players: loaded, placed, taken back.
/// Gives the cells of the move held.
pub fn keep_position(
    b: &Builder,
    r: &Registers,
    on: &Outputs,
    data: &Wire,
    held: &Held,
    stamp: &ModuleHandle,
) -> Rows {
    let (place, take_back) = (on.get("place"), on.get("take_back"));
    let (load_cell, load_piece) = (on.get("load_cell"), on.get("load_piece"));
    let second = r.second.output();
    let stamped = b
        .instance("stamp", stamp)
        .input("mask", &held.mask.when(&!&load_cell))
        .input("x", &mux(&load_cell, &data.slice(0, 4), &r.x))
        .input("y", &mux(&load_cell, &data.slice(4, 4), &r.y))
        .outputs();
    let stamped = Rows::from_outputs(BOARD, &stamped, "cells");
    let piece = mux(&load_piece, &data.slice(0, 5), &held.piece).named("piece");
    let piece = word(&one_hot(&piece, PIECES as u32));
    let put =
        |set: &Wire, these: &Wire, value: &Wire| (set & &!these) | (these & &value.repeat(these.width()));
    for (number, (rows, left)) in r.players.iter().zip(&r.left).enumerate() {
        // After a move the other player is to move.
        let moves = if number == 1 { second.clone() } else { !&second };
        let changes = ((&place & &moves) | (&take_back & &!&moves)) & !&*r.pass;
        let changes = changes.named(&format!("player_{}_changes", number + 1));
        let cell = mux(&load_cell, &data.bit(8 + number as u32), &place);
        for (row, stamped) in rows.iter().zip(stamped.words()) {
            row.next_when(&(&changes | &load_cell), &put(row, stamped, &cell));
        }
        let has = mux(&load_piece, &data.bit(5 + number as u32), &take_back);
        left.next_when(&(&changes | &load_piece), &put(left, &piece, &has));
    }
    stamped
}
