//! The strength of the Blokus player: matches of its software model, which makes the machine's
//! moves, against other players and itself.

use serde::Serialize;

use super::BenchError;
use crate::blokus::evaluation::{Evaluation, INFLUENCE, TERRITORY};
use crate::blokus::search::search;
use crate::blokus::simple::first_legal;
use crate::blokus::{Move, Player, Position};
use crate::netlist::testing::Random;

/// Plies of each game that lots draw, so that games differ.
const DRAWN: usize = 2;

/// Standard deviations to each side of a 95 % interval.
const SIGMAS: f64 = 1.96;

/// A player.
#[derive(Clone, Copy, Debug)]
enum Who {
    /// The player, by evaluation and plies.
    Search(&'static Evaluation, u32),
    /// The first legal move by row, column, piece and rotation of its code: the competitions'
    /// simplest opponent.
    FirstLegal,
    /// The largest piece that fits, on the first corner from the top.
    LargestFirst,
}

impl Who {
    fn name(self) -> String {
        match self {
            Self::Search(evaluation, 1) => format!("{}, 1 ply", evaluation.name),
            Self::Search(evaluation, depth) => format!("{}, {depth} plies", evaluation.name),
            Self::FirstLegal => "first legal move".into(),
            Self::LargestFirst => "largest piece first".into(),
        }
    }

    /// Its move; `None` if the game is over.
    fn choose(self, position: &Position) -> Option<Move> {
        match self {
            Self::Search(evaluation, depth) => search(position, evaluation, depth).best,
            Self::FirstLegal => first_legal(position),
            Self::LargestFirst => position.moves().first().copied(),
        }
    }
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Match {
    /// Whose results these are.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// Games: two for each seed, with sides changed. The side that moves first changes with the
    /// seed.
    pub games: u64,
    /// The first seed of the lot by which each side's first move is drawn.
    pub first_seed: u64,
    /// The last.
    pub last_seed: u64,
    /// Games won.
    pub wins: u64,
    /// Games with equal scores.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The player's final score less the opponent's, on average.
    pub mean_score_difference: f64,
    /// Wins and half of the draws, in percent of the games.
    pub score_percent: f64,
    /// The 95 % interval of that after E. B. Wilson 1927, as if games were independent.
    pub low_percent: f64,
    /// See `low_percent`.
    pub high_percent: f64,
}

/// Plays all matches to this depth: each evaluation against the simple opponents and against itself
/// at one ply less, and the evaluations against each other. Each game is reported to `done`, each
/// match to `found`.
///
/// # Errors
/// A player made a move against the rules: a defect of it.
pub fn measure_strength(
    games: u64,
    depth: u32,
    seed: u64,
    done: impl Fn(),
    mut found: impl FnMut(&Match),
) -> Result<(), BenchError> {
    for pair in pairs(depth) {
        found(&play_match(pair, games, seed, &done)?);
    }
    Ok(())
}

/// The number of those games.
pub fn strength_games(games: u64, depth: u32) -> u64 {
    games * pairs(depth).len() as u64
}

fn pairs(depth: u32) -> Vec<[Who; 2]> {
    let mut pairs = Vec::new();
    for evaluation in [&INFLUENCE, &TERRITORY] {
        let player = Who::Search(evaluation, depth);
        let shallower = (depth > 1).then(|| Who::Search(evaluation, depth - 1));
        let opponents = [Some(Who::FirstLegal), Some(Who::LargestFirst), shallower];
        pairs.extend(opponents.into_iter().flatten().map(|opponent| [player, opponent]));
    }
    pairs.push([&TERRITORY, &INFLUENCE].map(|evaluation| Who::Search(evaluation, depth)));
    pairs
}

fn play_match(pair: [Who; 2], games: u64, seed: u64, done: impl Fn()) -> Result<Match, BenchError> {
    let mut differences = Vec::new();
    for game in 0..games {
        let turn = |of: u64| if of.is_multiple_of(2) { Player::One } else { Player::Two };
        // Both sides of an opening, then the next.
        let lot = seed.wrapping_add(game / 2);
        differences.push(play(pair, turn(game), turn(game / 2), lot)?);
        done();
    }
    let count = |wanted: fn(&&i32) -> bool| differences.iter().filter(wanted).count() as u64;
    let (wins, draws, losses) = (count(|d| **d > 0), count(|d| **d == 0), count(|d| **d < 0));
    let score = (wins as f64 + draws as f64 / 2.0) / games.max(1) as f64;
    let (low, high) = interval(score, games);
    Ok(Match {
        player: pair[0].name(),
        opponent: pair[1].name(),
        games,
        first_seed: seed,
        last_seed: seed.wrapping_add(games.saturating_sub(1) / 2),
        wins,
        draws,
        losses,
        mean_score_difference: rounded(
            differences.iter().sum::<i32>() as f64 / differences.len().max(1) as f64,
            100.0,
        ),
        score_percent: rounded(score * 100.0, 10.0),
        low_percent: rounded(low * 100.0, 10.0),
        high_percent: rounded(high * 100.0, 10.0),
    })
}

/// A game in which the first of the pair has the pieces of `side`. Returns its score minus the
/// other's.
fn play(pair: [Who; 2], side: Player, first: Player, seed: u64) -> Result<i32, BenchError> {
    let mut random = Random(seed);
    let mut position = Position::start(first);
    for ply in 0.. {
        let mv = if ply < DRAWN {
            let moves = position.moves();
            moves.get(random.below(moves.len())).copied()
        } else {
            pair[usize::from(position.to_move() != side)].choose(&position)
        };
        let Some(mv) = mv else { break };
        position = position.play(mv)?;
    }
    Ok(position.score(side) - position.score(side.other()))
}

/// The interval of a share of this many trials, with 95 % certainty (E. B. Wilson 1927).
fn interval(share: f64, trials: u64) -> (f64, f64) {
    let (n, z) = (trials.max(1) as f64, SIGMAS);
    let scale = 1.0 + z * z / n;
    let centre = (share + z * z / (2.0 * n)) / scale;
    let reach = z / scale * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    ((centre - reach).max(0.0), (centre + reach).min(1.0))
}

fn rounded(number: f64, scale: f64) -> f64 {
    (number * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;
    use crate::blokus::Placement;
    use crate::blokus::piece::ROTATIONS;

    #[test]
    fn shallow_matches_are_played_from_both_sides() {
        let (told, matches) = (Cell::new(0), RefCell::new(Vec::new()));
        let done = || told.set(told.get() + 1);
        measure_strength(4, 1, 1, done, |one| matches.borrow_mut().push(one.clone())).unwrap();
        let matches = matches.into_inner();
        assert_eq!((matches.len(), told.get()), (5, strength_games(4, 1)));
        for one in &matches {
            assert_eq!(one.wins + one.draws + one.losses, 4, "{one:?}");
            assert!(one.low_percent <= one.score_percent && one.score_percent <= one.high_percent, "{one:?}");
            assert_eq!((one.first_seed, one.last_seed), (1, 2));
        }
        assert_eq!(matches[4].player, "territory, 1 ply");
        assert_eq!(matches[0].wins, 4, "{:?}", matches[0]);
    }

    /// A match against oneself is even: what one side of an opening gains, the other loses.
    #[test]
    fn sides_change_and_the_lot_does_not() {
        let even = play_match([Who::LargestFirst; 2], 8, 5, || ()).unwrap();
        assert_eq!((even.wins, even.mean_score_difference, even.score_percent), (even.losses, 0.0, 50.0));
        assert!(even.draws < 8, "{even:?}");
    }

    #[test]
    fn the_first_move_is_the_first_of_all_codes() {
        for record in ["", "45g2 9at5", "45g2 9at5 64i1"] {
            let Ok(position) = record.parse::<Position>() else { continue };
            let codes = crate::blokus::Cell::all().flat_map(|cell| {
                let pieces = crate::blokus::Piece::all();
                pieces.flat_map(move |piece| (0..ROTATIONS).map(move |turned| (piece, turned, cell)))
            });
            let mut moves = codes.filter_map(|(piece, turned, cell)| Placement::new(piece, turned, cell));
            let first = moves.find(|&placement| position.play(Move::Place(placement)).is_ok());
            assert_eq!(first_legal(&position), first.map(Move::Place), "{record}");
        }
    }

    /// The table in common textbooks: 10 of 20, and none of 10.
    #[test]
    fn an_interval_is_that_of_wilson() {
        let near = |(low, high): (f64, f64), expected: (f64, f64)| {
            assert!((low - expected.0).abs() < 5e-4 && (high - expected.1).abs() < 5e-4, "{low} {high}");
        };
        near(interval(0.5, 20), (0.2993, 0.7007));
        near(interval(0.0, 10), (0.0, 0.2775));
    }
}
