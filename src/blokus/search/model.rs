//! The search in software: the specification of the machine, to the last node and leaf.
//!
//! The search is negamax with alpha-beta, to a fixed depth, with any [`Evaluation`]. A node's value
//! is cut to its window (fail-hard). The killer comes first among a node's moves: the move that
//! last cut a node of the same depth, if it is a move here. The others follow in this order:
//!
//! - Above the last ply, by the value of the position after them for the side that moves, greatest
//!   first; of equal values, the move generated first. If there are more moves than the machine can
//!   list, they come as generated.
//! - At the last ply as generated, in the order of [`Position::placements`].
//!
//! In a series of searches, each one ply deeper, every search except the first has the best move of
//! the search before as the killer at its root. The other killers are kept.
//!
//! A move is the same as another if it covers the same corner first, in the same way; the same
//! cells alone do not make it a killer. The value of a finished position is its evaluation,
//! whatever depth is left. The same holds for a position at the last ply in which only a pass is
//! left.

use std::cmp::Reverse;

use super::options::{DEEPEST, LISTED};
use crate::blokus::cover::Cover;
use crate::blokus::evaluation::Evaluation;
use crate::blokus::{Cell, Move, Position};

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The value of the position for the side to move.
    pub score: i32,
    /// Nodes begun, the root among them, without leaves.
    pub nodes: u64,
    /// Positions evaluated for their value, up to the one that cut.
    pub leaves: u64,
    /// Positions evaluated to put moves in order.
    pub sorted: u64,
}

/// Searches this many plies deep, 1 to [`DEEPEST`]. Other depths count as the nearest of these.
pub fn search(position: &Position, evaluation: &Evaluation, depth: u32) -> Found {
    search_listing(position, evaluation, depth, LISTED)
}

/// The same search; moves are not put in order if there are more than `listed`.
pub(super) fn search_listing(position: &Position, evaluation: &Evaluation, depth: u32, listed: u32) -> Found {
    let mut search = Search::new(evaluation, listed);
    let ended = search.root(position, depth.clamp(1, DEEPEST), None);
    search.found(ended)
}

/// Searches one ply deep, then one ply deeper each time up to `depth`. Returns the result of the
/// last search, and the counts of all.
pub fn deepen(position: &Position, evaluation: &Evaluation, depth: u32) -> Found {
    let mut search = Search::new(evaluation, LISTED);
    let mut ended = search.root(position, 1, None);
    // A finished game has nothing to deepen.
    for depth in (2..=depth.min(DEEPEST)).take_while(|_| !position.is_over()) {
        ended = search.root(position, depth, ended.1);
    }
    search.found(ended)
}

/// A placement as the generator names it.
#[derive(Clone, Copy, PartialEq)]
struct Candidate {
    cover: &'static Cover,
    corner: Cell,
}

impl Candidate {
    fn all(position: &Position) -> Vec<Self> {
        let mut all = Vec::new();
        position.each_cover(|cover, corner| all.push(Self { cover, corner }));
        all
    }

    fn as_move(self) -> Move {
        self.cover.placed(self.corner).map_or(Move::Pass, Move::Place)
    }
}

struct Search<'a> {
    evaluation: &'a Evaluation,
    /// The most moves that are put in order.
    listed: usize,
    /// By the plies below the node's children.
    killers: [Option<Candidate>; DEEPEST as usize],
    nodes: u64,
    leaves: u64,
    sorted: u64,
}

impl<'a> Search<'a> {
    fn new(evaluation: &'a Evaluation, listed: u32) -> Self {
        let killers = [None; DEEPEST as usize];
        Self { evaluation, listed: listed as usize, killers, nodes: 0, leaves: 0, sorted: 0 }
    }

    /// The value of the root and its best move. `first` is tried before the others.
    fn root(&mut self, position: &Position, depth: u32, first: Option<Move>) -> (i32, Option<Move>) {
        let (infinite, remaining) = (self.evaluation.infinite(), depth as usize - 1);
        let first = |mv: &Candidate| Some(mv.as_move()) == first;
        self.killers[remaining] = Candidate::all(position).into_iter().find(first);
        self.node(position, remaining, (-infinite, infinite))
    }

    fn found(&self, (score, best): (i32, Option<Move>)) -> Found {
        let Self { nodes, leaves, sorted, .. } = *self;
        Found { best, score, nodes, leaves, sorted }
    }

    /// The value of a node whose children have this many plies below them, and its best move if one
    /// is better than the window.
    fn node(
        &mut self,
        position: &Position,
        remaining: usize,
        (mut alpha, beta): (i32, i32),
    ) -> (i32, Option<Move>) {
        self.nodes += 1;
        let mut moves = Candidate::all(position);
        if moves.is_empty() {
            return self.without_placement(position, remaining, (alpha, beta));
        }
        let killer = moves.iter().position(|mv| Some(*mv) == self.killers[remaining]);
        if let Some(place) = killer {
            moves[..=place].rotate_right(1);
        }
        let mut best = None;
        for tried in 0..moves.len() {
            // The killer may have cut the node.
            if remaining > 0 && tried == usize::from(killer.is_some()) {
                self.sort(position, &mut moves[tried..]);
            }
            let mv = moves[tried].as_move();
            let below = position.after(mv);
            let value = match remaining.checked_sub(1) {
                None => self.leaf(&below, position),
                Some(remaining) => -self.node(&below, remaining, (-beta, -alpha)).0,
            };
            if value > alpha {
                (alpha, best) = (value, Some(mv));
            }
            if alpha >= beta {
                self.killers[remaining] = Some(moves[tried]);
                return (beta, best);
            }
        }
        (alpha, best)
    }

    /// The same where no piece can be placed.
    fn without_placement(
        &mut self,
        position: &Position,
        remaining: usize,
        (alpha, beta): (i32, i32),
    ) -> (i32, Option<Move>) {
        let pass = (!position.is_over()).then_some(Move::Pass);
        let value = match (pass, remaining.checked_sub(1)) {
            (Some(pass), Some(remaining)) => -self.node(&position.after(pass), remaining, (-beta, -alpha)).0,
            _ => self.leaf(position, position),
        };
        (value.clamp(alpha, beta), pass)
    }

    /// The value of a position for the side that moves in the position before.
    fn leaf(&mut self, below: &Position, position: &Position) -> i32 {
        self.leaves += 1;
        self.evaluation.value(below, position.to_move())
    }

    /// Sorts the moves by their values, if they are not too many.
    fn sort(&mut self, position: &Position, moves: &mut [Candidate]) {
        self.sorted += moves.len() as u64;
        if moves.len() <= self.listed {
            let value =
                |mv: &Candidate| self.evaluation.value(&position.after(mv.as_move()), position.to_move());
            moves.sort_by_cached_key(|mv| Reverse(value(mv)));
        }
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
