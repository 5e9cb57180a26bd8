//! The search in software: the specification of the machine, to the last node and leaf.
//!
//! It is [`AlphaBeta`] with any [`Evaluation`], one killer a ply, and lists of up to [`LISTED`]
//! moves unless told otherwise. The moves of a position come in the order of
//! [`Position::placements`].
//!
//! A move is the same as another if it covers the same corner first, in the same way; the same
//! cells alone do not make it a killer.

use super::options::{DEEPEST, LISTED};
use crate::blokus::cover::Cover;
use crate::blokus::evaluation::Evaluation;
use crate::blokus::{Cell, Move, Position};
use crate::search::{AlphaBeta, GameTree, Rules};

/// The result of a search.
pub type Found = crate::search::Found<Move>;

/// Searches this many plies deep, 1 to [`DEEPEST`]. Other depths count as the nearest of these.
pub fn search(position: &Position, evaluation: &Evaluation, depth: u32) -> Found {
    search_listing(position, evaluation, depth, LISTED)
}

/// The same search; moves are not put in order if there are more than `listed`.
pub(super) fn search_listing(position: &Position, evaluation: &Evaluation, depth: u32, listed: u32) -> Found {
    let depth = depth.clamp(1, DEEPEST);
    as_moves(AlphaBeta::search(&Tree(evaluation), rules(evaluation, listed), position, depth))
}

/// Searches one ply deep, then one ply deeper each time up to `depth`. Returns the result of the
/// last search, and the counts of all.
pub fn deepen(position: &Position, evaluation: &Evaluation, depth: u32) -> Found {
    let depth = depth.min(DEEPEST);
    as_moves(AlphaBeta::deepen(&Tree(evaluation), rules(evaluation, LISTED), position, depth))
}

fn rules(evaluation: &Evaluation, listed: u32) -> Rules {
    Rules { infinite: evaluation.infinite(), killers: 1, listed: Some(listed as usize), scouts: false }
}

fn as_moves(found: crate::search::Found<Candidate>) -> Found {
    let crate::search::Found { best, score, nodes, leaves, sorted } = found;
    Found { best: best.map(Candidate::as_move), score, nodes, leaves, sorted }
}

/// A move as the generator names it.
#[derive(Clone, Copy, PartialEq)]
enum Candidate {
    Covers { cover: &'static Cover, corner: Cell },
    Pass,
}

impl Candidate {
    fn as_move(self) -> Move {
        match self {
            Self::Covers { cover, corner } => cover.placed(corner).map_or(Move::Pass, Move::Place),
            Self::Pass => Move::Pass,
        }
    }
}

/// The game by an evaluation.
struct Tree<'a>(&'a Evaluation);

impl GameTree for Tree<'_> {
    type Position = Position;
    type Move = Candidate;

    fn moves(&self, position: &Position) -> Vec<Candidate> {
        let mut all = Vec::new();
        position.each_cover(|cover, corner| all.push(Candidate::Covers { cover, corner }));
        all
    }

    fn pass(&self, position: &Position) -> Option<Candidate> {
        (!position.is_over()).then_some(Candidate::Pass)
    }

    fn after(&self, position: &Position, mv: Candidate) -> Position {
        position.after(mv.as_move())
    }

    fn value(&self, position: &Position) -> i32 {
        self.0.value(position, position.to_move())
    }

    fn value_of_move(&self, below: &Position) -> i32 {
        // An evaluation may give the sides values that are not opposite.
        self.0.value(below, below.to_move().other())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blokus::evaluation::{EVALUATIONS, INFLUENCE};
    use crate::blokus::reference::random_positions;

    /// Without windows, killers and order.
    fn negamax(position: &Position, evaluation: &Evaluation, depth: u32, leaves: &mut u64) -> i32 {
        let moves = position.moves();
        if moves.is_empty() || moves == [Move::Pass] && depth == 1 {
            *leaves += 1;
            return evaluation.value(position, position.to_move());
        }
        let below = moves.into_iter().map(|mv| {
            let below = position.play(mv).unwrap();
            match depth {
                1 => {
                    *leaves += 1;
                    evaluation.value(&below, position.to_move())
                }
                _ => -negamax(&below, evaluation, depth - 1, leaves),
            }
        });
        below.max().unwrap()
    }

    #[test]
    fn the_score_is_that_of_the_whole_tree() {
        let mut fewer = 0;
        for (number, position) in random_positions(120).iter().enumerate() {
            let moves = position.count();
            let depth = if moves < 15 { 3 } else { 1 + number as u32 % 2 };
            if moves > 120 {
                continue;
            }
            let evaluation = EVALUATIONS[number / 2 % EVALUATIONS.len()];
            let found = search(position, evaluation, depth);
            let mut leaves = 0;
            let score = negamax(position, evaluation, depth, &mut leaves);
            assert_eq!(found.score, score, "{depth} {} {position}", evaluation.name);
            assert!(found.leaves <= leaves, "{found:?} of {leaves}");
            fewer += u32::from(found.leaves < leaves);
            match found.best {
                None => assert!(position.is_over()),
                Some(best) => {
                    let mut leaves = 0;
                    let value = match depth {
                        1 if best != Move::Pass => {
                            evaluation.value(&position.after(best), position.to_move())
                        }
                        1 => evaluation.value(position, position.to_move()),
                        _ => -negamax(&position.after(best), evaluation, depth - 1, &mut leaves),
                    };
                    assert_eq!(value, found.score, "{best} {position}");
                }
            }
        }
        assert!(fewer > 10, "{fewer}");
    }

    /// Deepening finds the value of the last depth, mostly with fewer nodes at that depth than
    /// without the searches before.
    #[test]
    fn deepening_finds_the_score_of_the_last_depth() {
        for (number, position) in random_positions(60).iter().enumerate() {
            let depth = if position.count() < 60 { 3 } else { 1 + number as u32 % 2 };
            let evaluation = EVALUATIONS[number % EVALUATIONS.len()];
            let (deepened, searched) =
                (deepen(position, evaluation, depth), search(position, evaluation, depth));
            assert_eq!(deepened.score, searched.score, "{depth} {} {position}", evaluation.name);
            assert_eq!(deepened.best.is_some(), searched.best.is_some());
            assert!(depth > 1 || deepened == searched, "{position}");
        }
    }

    #[test]
    fn a_finished_game_is_worth_what_it_evaluates_to() {
        let position = random_positions(200).into_iter().find(Position::is_over).unwrap();
        let score = INFLUENCE.value(&position, position.to_move());
        let expected = Found { best: None, score, nodes: 1, leaves: 1, sorted: 0 };
        let found = [3, 0].map(|depth| search(&position, &INFLUENCE, depth));
        assert_eq!(found, [expected, expected]);
    }
}
