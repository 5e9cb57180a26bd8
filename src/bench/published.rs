//! Published figures of earlier machines, shown beside measured ones.

use crate::blokus::Blokus;
use crate::chess::Chess;
use crate::game::Game;

/// A machine as its authors tell of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The name of the game that it plays.
    pub game: &'static str,
    /// Its authors, or its name.
    pub machine: &'static str,
    /// The year of publication.
    pub year: u32,
    /// The device.
    pub device: &'static str,
    /// Lookup tables of four inputs.
    pub luts: Option<u64>,
    /// Flip-flops.
    pub ff: Option<u64>,
    /// Block memories.
    pub bram: Option<u64>,
    /// Its clock.
    pub mhz: Option<f64>,
    /// Millions of moves a second: generated, made and taken back.
    pub million_moves_per_second: Option<f64>,
    /// Other facts about it.
    pub note: &'static str,
    /// The source.
    pub source: &'static str,
}

impl Published {
    /// Clock cycles a move, where clock and rate are known.
    pub fn cycles_per_move(&self) -> Option<f64> {
        Some(self.mhz? / self.million_moves_per_second?)
    }
}

/// The machines, the one to compare with first.
pub const PUBLISHED: [Published; 2] = [BOULE_ZILIC, PLAYER_2014];

const BOULE_ZILIC: Published = Published {
    game: Chess::NAME,
    machine: "Boulé & Zilic",
    year: 2002,
    device: "XCV800-4",
    luts: Some(7_000),
    ff: Some(1_000),
    bram: Some(2),
    mhz: Some(33.0),
    million_moves_per_second: Some(8.0),
    note: "a later note of the author has 10,104 lookup tables, 700 of them as memory",
    source: "M. Boulé and Z. Zilic, “An FPGA based move generator for the game of chess”, CICC 2002",
};

const PLAYER_2014: Published = Published {
    game: Blokus::NAME,
    machine: "Blokus Duo player",
    year: 2014,
    device: "EP4CE115",
    luts: Some(21_291),
    ff: Some(4_246),
    bram: None,
    mhz: Some(50.0),
    million_moves_per_second: None,
    note: "logic elements, with the serial port; a move of three plies took 36,130 ms",
    source: "the player of 2014 that docs/blokus.md compares with",
};
