//! The search in software: what a machine has to find, to the last node and leaf.
//!
//! The search is negamax with alpha-beta, to a fixed depth. A node's value is cut to its window
//! (fail-hard). The killers come first among a node's moves, the latest first: the moves that last
//! cut nodes of the same depth, if they are moves here. The others follow in this order:
//!
//! - Above the last ply, by the value of the position after them for the side that moves, greatest
//!   first; of equal values, the move generated first. If there are more moves than are listed, they
//!   come as generated.
//! - At the last ply as generated.
//!
//! With scouts, a move is searched in the whole window only if it is a node's first, or if a search
//! with no room between alpha and beta has found it better than alpha.
//!
//! In a series of searches, each one ply deeper, every search except the first has the best move of
//! the search before as the only killer at its root. The other killers are kept.
//!
//! The value of a finished position is its evaluation, whatever depth is left. The same holds for a
//! position at the last ply in which only a pass is left.

use std::cmp::Reverse;

/// A game as a search sees it.
pub trait GameTree {
    /// A position.
    type Position;
    /// A move; equal moves are the same killer.
    type Move: Copy + PartialEq;

    /// The moves in the order of the generator, without a pass.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move>;

    /// The pass in a position without such a move; `None` if the game is over.
    fn pass(&self, _position: &Self::Position) -> Option<Self::Move> {
        None
    }

    /// The position after a move.
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The value of a position for the side that is to move.
    fn value(&self, position: &Self::Position) -> i32;

    /// The value of a position for the side that made the last move.
    fn value_of_move(&self, below: &Self::Position) -> i32 {
        -self.value(below)
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The best move; `None` if the game is over.
    pub best: Option<M>,
    /// The value of the position for the side to move.
    pub score: i32,
    /// Nodes begun, the root among them, without leaves.
    pub nodes: u64,
    /// Positions evaluated for their value, up to the one that cut.
    pub leaves: u64,
    /// Positions evaluated to put moves in order.
    pub sorted: u64,
}

/// The rules of a search.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// More than any position is worth.
    pub infinite: i32,
    /// Killers of a ply.
    pub killers: usize,
    /// The most moves that are put in order; `None` if they always come as generated.
    pub listed: Option<usize>,
    /// Whether the moves above the last ply, except a node's first, are only asked at first whether
    /// they are better than alpha. Those that are get searched again with the whole window.
    pub scouts: bool,
}

/// A search of a game tree.
pub struct AlphaBeta<'a, T: GameTree> {
    tree: &'a T,
    rules: Rules,
    /// By the plies below the node's children, the latest first.
    killers: Vec<Vec<T::Move>>,
    nodes: u64,
    leaves: u64,
    sorted: u64,
}

impl<'a, T: GameTree> AlphaBeta<'a, T> {
    fn new(tree: &'a T, rules: Rules, depth: u32) -> Self {
        let killers = (0..depth).map(|_| Vec::new()).collect();
        Self { tree, rules, killers, nodes: 0, leaves: 0, sorted: 0 }
    }

    /// Searches this many plies deep, at least 1.
    pub fn search(tree: &'a T, rules: Rules, position: &T::Position, depth: u32) -> Found<T::Move> {
        let depth = depth.max(1);
        let mut search = Self::new(tree, rules, depth);
        let ended = search.root(position, depth, None);
        search.found(ended)
    }

    /// Searches one ply deep, then one ply deeper each time up to `depth`. Returns the result of
    /// the last search, and the counts of all.
    pub fn deepen(tree: &'a T, rules: Rules, position: &T::Position, depth: u32) -> Found<T::Move> {
        let mut search = Self::new(tree, rules, depth.max(1));
        let mut ended = search.root(position, 1, None);
        // A finished game has nothing to deepen.
        let over = tree.moves(position).is_empty() && tree.pass(position).is_none();
        for depth in (2..=depth).take_while(|_| !over) {
            ended = search.root(position, depth, ended.1);
        }
        search.found(ended)
    }

    /// The value of the root and its best move. `first` is tried before the others.
    fn root(&mut self, position: &T::Position, depth: u32, first: Option<T::Move>) -> (i32, Option<T::Move>) {
        let (infinite, remaining) = (self.rules.infinite, depth as usize - 1);
        self.killers[remaining] = first.into_iter().collect();
        self.node(position, remaining, (-infinite, infinite))
    }

    fn found(&self, (score, best): (i32, Option<T::Move>)) -> Found<T::Move> {
        let Self { nodes, leaves, sorted, .. } = *self;
        Found { best, score, nodes, leaves, sorted }
    }

    /// The value of a node whose children have this many plies below them, and its best move if one
    /// is better than the window.
    fn node(
        &mut self,
        position: &T::Position,
        remaining: usize,
        (mut alpha, beta): (i32, i32),
    ) -> (i32, Option<T::Move>) {
        self.nodes += 1;
        let mut moves = self.tree.moves(position);
        if moves.is_empty() {
            return self.without_moves(position, remaining, (alpha, beta));
        }
        let killers = self.killers_first(&mut moves, remaining);
        let mut best = None;
        for tried in 0..moves.len() {
            // A killer may have cut the node.
            if remaining > 0 && tried == killers {
                self.sort(position, &mut moves[tried..]);
            }
            let mv = moves[tried];
            let below = self.tree.after(position, mv);
            let value = match remaining.checked_sub(1) {
                None => {
                    self.leaves += 1;
                    self.tree.value_of_move(&below)
                }
                Some(remaining) => self.below(&below, remaining, (alpha, beta), tried),
            };
            if value > alpha {
                (alpha, best) = (value, Some(mv));
            }
            if alpha >= beta {
                self.kill(remaining, mv);
                return (beta, best);
            }
        }
        (alpha, best)
    }

    /// The value of a move above the last ply, for the side that makes it. So many were `tried`.
    fn below(
        &mut self,
        below: &T::Position,
        remaining: usize,
        (alpha, beta): (i32, i32),
        tried: usize,
    ) -> i32 {
        let scout = alpha + 1;
        if self.rules.scouts && tried > 0 && scout < beta {
            let value = -self.node(below, remaining, (-scout, -alpha)).0;
            if value <= alpha {
                return value;
            }
        }
        -self.node(below, remaining, (-beta, -alpha)).0
    }

    /// Moves the killers of the ply to the front, and counts those that are moves here.
    fn killers_first(&self, moves: &mut [T::Move], remaining: usize) -> usize {
        let mut first = 0;
        for killer in &self.killers[remaining] {
            if let Some(place) = moves.iter().position(|mv| mv == killer) {
                moves[first..=place].rotate_right(1);
                first += 1;
            }
        }
        first
    }

    /// The move is the latest killer of the ply.
    fn kill(&mut self, remaining: usize, mv: T::Move) {
        let killers = &mut self.killers[remaining];
        killers.retain(|killer| *killer != mv);
        killers.insert(0, mv);
        killers.truncate(self.rules.killers);
    }

    /// The value and the move of a node where there is at most a pass.
    fn without_moves(
        &mut self,
        position: &T::Position,
        remaining: usize,
        (alpha, beta): (i32, i32),
    ) -> (i32, Option<T::Move>) {
        let pass = self.tree.pass(position);
        let value = match (pass, remaining.checked_sub(1)) {
            (Some(pass), Some(remaining)) => {
                -self.node(&self.tree.after(position, pass), remaining, (-beta, -alpha)).0
            }
            _ => {
                self.leaves += 1;
                self.tree.value(position)
            }
        };
        (value.clamp(alpha, beta), pass)
    }

    /// Sorts the moves by their values, if they are not too many.
    fn sort(&mut self, position: &T::Position, moves: &mut [T::Move]) {
        let Some(listed) = self.rules.listed else { return };
        self.sorted += moves.len() as u64;
        if moves.len() <= listed {
            let value = |mv: &T::Move| self.tree.value_of_move(&self.tree.after(position, *mv));
            moves.sort_by_cached_key(|mv| Reverse(value(mv)));
        }
    }
}
