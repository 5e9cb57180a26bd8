//! The hash table in software.

use super::turn::Node;
use crate::chess::player::Board;
use crate::chess::player::machine::key;
use crate::chess::player::rules::MATES;
use crate::chess::{Color, PieceKind, Position};

/// What the table keeps of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    key: u32,
    value: i32,
    depth: u32,
    lower: bool,
    upper: bool,
    /// The destination of the best move.
    pub square: Option<usize>,
}

impl Entry {
    /// Of a node that is left with this alpha, perhaps by a cut.
    pub fn of(node: &Node, alpha: i32, cut: bool) -> Self {
        let lower = cut || alpha > node.floor;
        let (key, depth) = (node.key, node.depth_now());
        Self { key, value: alpha, depth, lower, upper: !cut, square: node.best }
    }

    /// The same with this best move's destination.
    pub fn with(self, square: usize) -> Self {
        Self { square: Some(square), ..self }
    }

    /// The value of a node so deep, if the entry decides it in this window.
    pub fn tells(&self, depth: u32, [alpha, beta]: [i32; 2]) -> Option<i32> {
        let decides = self.lower && self.value >= beta || self.upper && self.value <= alpha;
        (decides && self.depth >= depth && self.value.abs() < MATES).then_some(self.value)
    }
}

/// A table of entries, each at the place that its key says. It lasts longer than a search.
#[derive(Clone, Debug)]
pub struct Table {
    entries: Vec<Option<Entry>>,
    /// What is written in this cycle: a look-up of the same place finds nothing.
    stored: Option<Entry>,
}

impl Table {
    /// An empty table of this many entries; without a number, one that keeps nothing.
    pub fn new(entries: Option<u32>) -> Self {
        Self { entries: vec![None; entries.unwrap_or(0) as usize], stored: None }
    }

    /// Whether it keeps anything.
    pub fn keeps(&self) -> bool {
        !self.entries.is_empty()
    }

    fn place(&self, key: u32) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    /// The entry of a position, in a table that keeps any.
    pub fn entry(&self, key: u32) -> Option<Entry> {
        let busy = self.stored.is_some_and(|stored| self.place(stored.key) == self.place(key));
        let here = self.entries[self.place(key)];
        here.filter(|entry| !busy && entry.key == key)
    }

    /// A cycle ends, at whose end this entry is written.
    pub fn step(&mut self, stores: Option<Entry>) {
        if let Some(entry) = self.stored.take() {
            let place = self.place(entry.key);
            self.entries[place] = Some(entry);
        }
        self.stored = stores.filter(|_| self.keeps());
    }
}

/// The key of a position.
pub fn key(board: &Board, passing: Option<u32>) -> u32 {
    let pieces = Color::ALL.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| (color, kind)));
    let squares = |(color, kind)| {
        let squares = cozy_chess::BitBoard(board.sets.of(color, kind)).into_iter();
        squares.map(move |square| key::of_piece(color, kind, square as usize))
    };
    let pieces = pieces.flat_map(squares).fold(0, |all, number| all ^ number);
    pieces ^ key::beside(board.castling, passing, board.side)
}

/// The key of a position where a search begins. Whether its pawn can be taken is not asked.
pub fn root_key(position: &Position, board: &Board) -> u32 {
    key(board, position.en_passant.map(|square| u32::from(square.file())))
}

/// The key of a position behind a move.
pub fn key_below(board: &Board) -> u32 {
    let passing = (board.passed != 0).then(|| board.passed.trailing_zeros() & 7);
    key(board, passing)
}
