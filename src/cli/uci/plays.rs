//! What plays behind the protocol: the twin in software, or the machine, as its model, in a
//! simulator or on a board.

use crate::chess::player::machine::{Engine, MachinePlayer};
use crate::chess::player::{Found, Limits, Player, Watch};
use crate::chess::{Move, Position};
use crate::game::MachineError;
use crate::hash::TableError;

/// A player of chess.
pub trait Plays {
    /// A new game begins.
    fn clear(&mut self);

    /// Gives it a table of so many megabytes.
    fn resize(&mut self, megabytes: u64) -> Result<(), TableError>;

    /// Lets so many threads search.
    fn set_threads(&mut self, count: u32);

    /// Sets the position to search: that after these legal moves from this one.
    fn set_game(&mut self, start: &Position, moves: &[Move]);

    /// The legal moves of its position.
    fn moves(&self) -> Vec<Move>;

    /// Searches one ply deeper each time, until a limit is met or the watcher ends it.
    fn search(&mut self, limits: &Limits, watch: &mut dyn Watch) -> Result<Found, MachineError>;
}

impl Plays for Player {
    fn clear(&mut self) {
        self.clear();
    }

    fn resize(&mut self, megabytes: u64) -> Result<(), TableError> {
        self.resize(megabytes)
    }

    fn set_threads(&mut self, count: u32) {
        self.set_threads(count as usize);
    }

    fn set_game(&mut self, start: &Position, moves: &[Move]) {
        self.set_game(start, moves);
    }

    fn moves(&self) -> Vec<Move> {
        self.moves()
    }

    fn search(&mut self, limits: &Limits, watch: &mut dyn Watch) -> Result<Found, MachineError> {
        Ok(self.search(limits, watch))
    }
}

impl<E: Engine> Plays for MachinePlayer<E> {
    fn clear(&mut self) {
        self.clear();
    }

    /// Its table, if there is one, is as large as it was built.
    fn resize(&mut self, _megabytes: u64) -> Result<(), TableError> {
        Ok(())
    }

    fn set_threads(&mut self, count: u32) {
        self.set_threads(count);
    }

    fn set_game(&mut self, start: &Position, moves: &[Move]) {
        self.set_game(start, moves);
    }

    fn moves(&self) -> Vec<Move> {
        self.moves()
    }

    fn search(&mut self, limits: &Limits, watch: &mut dyn Watch) -> Result<Found, MachineError> {
        self.search(limits, watch)
    }
}
