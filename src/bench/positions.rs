//! Positions of random games through the whole-position counter, each compared with an independent
//! rules library.

use std::time::{Duration, Instant};

use cozy_chess::{Board, GameStatus};
use serde::Serialize;

use super::{BenchError, suite};
use crate::chess::fast::lanes::CountLanes;
use crate::chess::fast::side::Side;
use crate::chess::{Position, rules};
use crate::cores::{self, Settings, count_machine};
use crate::netlist::testing::Random;

/// Plies of a game, at most: later there are few pieces.
const PLIES: usize = 60;

/// Positions that are counted at a time.
const GROUP: usize = 64 * 256;

/// The result of the counter on many positions.
#[derive(Clone, Debug, Serialize)]
pub struct PositionCounts {
    /// The core.
    pub core: &'static str,
    /// Positions counted.
    pub positions: u64,
    /// The seed of the games.
    pub seed: u64,
    /// Legal moves of all of them.
    pub moves: u64,
    /// Positions of which the counter gives another number of moves than the library.
    pub differences: u64,
    /// The first of them.
    pub first_difference: Option<String>,
    /// Positions a second in the simulator, 64 at a time, with their way in.
    pub simulated_per_second: f64,
    /// Positions a second in the library on one of this processor's cores.
    pub library_per_second: f64,
}

/// Counts the moves of this many positions of games. Lots draw each move of a game. The games begin
/// in turn with the positions of the perft suite.
///
/// # Errors
/// The core cannot be built or simulated, or the suite cannot be read.
pub fn measure_positions(
    positions: u64,
    seed: u64,
    mut done: impl FnMut(u64),
) -> Result<PositionCounts, BenchError> {
    let core = cores::find("chess-count").ok_or(BenchError::NoCore)?;
    let settings = Settings::parse::<&str, &str>(core, &[])?;
    let mut lanes = CountLanes::new(&count_machine(core, &settings)?)?;
    let mut counts = PositionCounts {
        core: core.name,
        positions: 0,
        seed,
        moves: 0,
        differences: 0,
        first_difference: None,
        simulated_per_second: 0.0,
        library_per_second: 0.0,
    };
    let (mut simulated, mut library) = (Duration::ZERO, Duration::ZERO);
    let mut games = Games::new(seed)?;
    while counts.positions < positions {
        let group = usize::try_from(positions - counts.positions).map_or(GROUP, |left| left.min(GROUP));
        let boards: Vec<Board> = games.by_ref().take(group).collect();
        let sides = boards.iter().map(side).collect::<Result<Vec<Side>, _>>()?;
        let begin = Instant::now();
        let expected: Vec<u64> = boards.iter().map(|board| rules::leaves_below(board, 1)).collect();
        library += begin.elapsed();
        let begin = Instant::now();
        let found = lanes.counts(&sides)?;
        simulated += begin.elapsed();
        counts.moves += expected.iter().sum::<u64>();
        // A count that never came out is a difference too.
        let found = found.into_iter().map(Some).chain(std::iter::repeat(None));
        for ((board, expected), found) in boards.iter().zip(expected).zip(found) {
            if found != Some(expected) {
                counts.differences += 1;
                counts.first_difference.get_or_insert_with(|| board.to_string());
            }
        }
        counts.positions += group as u64;
        done(group as u64);
    }
    let per_second = |time: Duration| counts.positions as f64 / time.as_secs_f64();
    (counts.simulated_per_second, counts.library_per_second) = (per_second(simulated), per_second(library));
    Ok(counts)
}

fn side(board: &Board) -> Result<Side, BenchError> {
    Ok(Side::of(&Position::from_fen(&board.to_string())?))
}

/// Positions of random games, one after the other, without end.
struct Games {
    starts: Vec<Board>,
    random: Random,
    started: usize,
    plies: usize,
    board: Board,
}

impl Games {
    fn new(seed: u64) -> Result<Self, BenchError> {
        let starts = suite(cores::find("chess-classic").ok_or(BenchError::NoCore)?)?;
        // The library refuses no position of the suite; a test says so.
        let starts = starts.iter().filter_map(|line| line.position.to_fen().parse().ok()).collect();
        Ok(Self { starts, random: Random(seed), started: 0, plies: PLIES, board: Board::default() })
    }
}

impl Iterator for Games {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        self.plies += 1;
        let mut moves = Vec::new();
        if self.plies < PLIES && self.board.status() == GameStatus::Ongoing {
            self.board.generate_moves(|of_piece| {
                moves.extend(of_piece);
                false
            });
        }
        match moves.get(self.random.below(moves.len())) {
            Some(&mv) => self.board.play_unchecked(mv),
            None => {
                self.board =
                    self.starts.get(self.started % self.starts.len().max(1)).cloned().unwrap_or_default();
                (self.started, self.plies) = (self.started + 1, 0);
            }
        }
        Some(self.board.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_games_are_counted_right() {
        // `make bench` counts a hundred times as many.
        let mut told = 0;
        let counts = measure_positions(50_000, 1, |count| told += count).unwrap();
        assert_eq!((counts.positions, counts.differences, told), (50_000, 0, 50_000), "{counts:?}");
        assert!(counts.moves > 500_000 && counts.library_per_second > 0.0, "{counts:?}");
        let games = Games::new(1).unwrap();
        assert_eq!(games.starts.len(), suite(cores::find("chess-classic").unwrap()).unwrap().len());
        // Games end, and others begin.
        assert!(games.take(3_000).filter(|board| board.status() != GameStatus::Ongoing).count() > 0);
    }
}
