//! The hash table in software.

use std::collections::VecDeque;

use super::turn::Node;
use crate::chess::player::Board;
use crate::chess::player::machine::key::{self, KEY};
use crate::chess::player::machine::slots::{AGES, DECIDING};
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

/// A store whose slot is known.
#[derive(Clone, Copy, Debug)]
struct Store {
    entry: Entry,
    /// It goes to the slot by depth.
    deep: bool,
    /// The new worth of that slot.
    worth: Option<u32>,
}

/// A table of entries, with two slots at each place. It lasts longer than a search.
///
/// The first slot keeps the deeper entry, and has a worth: the depth of its entry, less one for
/// every eighth store that it has kept out. The second slot keeps the newest of the others.
#[derive(Clone, Debug)]
pub struct Table {
    deep: Vec<Option<Entry>>,
    worths: Vec<u32>,
    newest: Vec<Option<Entry>>,
    /// The stores of the last cycles, the oldest first.
    on_the_way: VecDeque<Option<Store>>,
    /// What is written in this cycle: a look-up of the same place finds nothing.
    written: Option<Store>,
}

impl Table {
    /// An empty table of this many entries; without a number, one that keeps nothing.
    pub fn new(entries: Option<u32>) -> Self {
        let places = entries.unwrap_or(0) as usize / 2;
        Self {
            deep: vec![None; places],
            worths: vec![0; places],
            newest: vec![None; places],
            on_the_way: [None; DECIDING as usize].into(),
            written: None,
        }
    }

    /// Whether it keeps anything.
    pub fn keeps(&self) -> bool {
        !self.newest.is_empty()
    }

    fn place(&self, key: u32) -> usize {
        key as usize & (self.newest.len() - 1)
    }

    /// Whether this place is written in this cycle.
    fn is_busy(&self, place: usize) -> bool {
        self.written.is_some_and(|store| self.place(store.entry.key) == place)
    }

    /// The entry of a position, in a table that keeps any.
    pub fn entry(&self, key: u32) -> Option<Entry> {
        let place = self.place(key);
        let mut slots = [self.deep[place], self.newest[place]].into_iter().flatten();
        slots.find(|entry| !self.is_busy(place) && entry.key == key)
    }

    /// A cycle ends, in which this entry is to be stored.
    pub fn step(&mut self, stores: Option<Entry>) {
        if let Some(store) = self.written.take() {
            self.write(store);
        }
        self.written = self.on_the_way.pop_front().flatten();
        let stores = stores.filter(|_| self.keeps());
        self.on_the_way.push_back(stores.map(|entry| self.decided(entry)));
    }

    /// All that is to be stored is written.
    pub fn settle(&mut self) {
        (0..=DECIDING + 1).for_each(|_| self.step(None));
    }

    /// The slot of an entry. While the worth is being written, nobody knows it.
    fn decided(&self, entry: Entry) -> Store {
        let place = self.place(entry.key);
        let is_written = self.is_busy(place) && self.written.is_some_and(|store| store.worth.is_some());
        let worth = self.worths[place];
        let deep = !is_written && entry.depth >= worth;
        let ages = !is_written && entry.key >> (KEY - AGES) == 0;
        Store { entry, deep, worth: if deep { Some(entry.depth) } else { ages.then(|| worth - 1) } }
    }

    fn write(&mut self, Store { entry, deep, worth }: Store) {
        let place = self.place(entry.key);
        let slots = if deep { &mut self.deep } else { &mut self.newest };
        slots[place] = Some(entry);
        self.worths[place] = worth.unwrap_or(self.worths[place]);
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
