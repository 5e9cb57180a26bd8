//! Trees that all threads walk at once, with every answer compared with the expected one.

use std::vec::IntoIter;

use super::drive::{PassResult, StreamDriver};
use super::{MoveOf, PositionOf, Streamed};
use crate::game::Game;
use crate::simulate::{Ports, PortsError};

/// The results of a walk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Moves that were answered.
    pub moves: u64,
    /// Clock cycles in which every thread had a node with moves left.
    pub busy_cycles: u64,
    /// Moves that were answered in them.
    pub busy_moves: u64,
    /// The ply of the deepest node.
    pub deepest: u32,
    /// The first answer that differs from the expected one. The walk ended there.
    pub difference: Option<String>,
}

/// A thread: its nodes from the root down.
struct Walker<S: Streamed> {
    nodes: Vec<TreeNode<S>>,
}

/// A node on the way.
struct TreeNode<S: Streamed> {
    position: PositionOf<S>,
    /// The moves that are still to come.
    moves: IntoIter<MoveOf<S>>,
    /// The number of them to ask for before the node is left.
    wanted: usize,
}

impl<S: Streamed> TreeNode<S> {
    fn is_over(&self) -> bool {
        self.wanted == 0 || self.moves.len() == 0
    }
}

/// The way of a walk through a tree.
pub struct Walks<O, W> {
    /// Nodes from the root down to the deepest.
    pub depth: usize,
    /// The moves of a position, in the order in which they are expected.
    pub ordered: O,
    /// The number of moves to ask for at a node of this ply, before it is left for the one above.
    pub wanted: W,
}

/// Every move of every node.
pub fn all_moves(_ply: usize) -> usize {
    usize::MAX
}

/// Walks through the trees of all positions, each by a thread. Compares every move, its place among
/// those expected at its node, and the position after it.
///
/// # Errors
/// The simulator failed.
pub fn walk<P: Ports, S: Streamed>(
    driver: &mut StreamDriver<P, S>,
    positions: &[PositionOf<S>],
    walks: &Walks<impl Fn(&PositionOf<S>) -> Vec<MoveOf<S>>, impl Fn(usize) -> usize>,
) -> Result<Walk, PortsError> {
    let node = |position: &PositionOf<S>, ply| TreeNode {
        position: position.clone(),
        moves: (walks.ordered)(position).into_iter(),
        wanted: (walks.wanted)(ply),
    };
    let mut waiting = positions.iter();
    let mut walkers: Vec<Walker<S>> = (0..driver.threads()).map(|_| Walker { nodes: Vec::new() }).collect();
    let mut offered: Option<(usize, &PositionOf<S>)> = None;
    let (mut seen, mut idle) = (Walk::default(), 0);
    while idle <= 3 * driver.threads() {
        if offered.is_none()
            && let Some(thread) = walkers.iter().position(|walker| walker.nodes.is_empty())
            && let Some(position) = waiting.next()
        {
            driver.offer(thread as u32, position)?;
            offered = Some((thread, position));
        }
        let turn = driver.cycle(|thread| {
            let walker = walkers.get(thread as usize)?;
            walker.nodes.len().checked_sub(1).map(|ply| ply as u32)
        })?;
        let busy = u64::from(walkers.iter().all(|walker| !walker.nodes.is_empty()));
        seen.busy_cycles += busy;
        if turn.loaded
            && let Some((thread, position)) = offered.take()
        {
            walkers[thread].nodes.push(node(position, 0));
        }
        idle = if turn.answer.is_some() || turn.loaded { 0 } else { idle + 1 };
        let Some(answer) = turn.answer else { continue };
        seen.deepest = seen.deepest.max(answer.ply);
        let expected = match walkers.get_mut(answer.thread as usize) {
            Some(walker) => walker.takes(&answer, walks.depth, node),
            None => Err(format!("there is no thread {}", answer.thread)),
        };
        match expected {
            Ok(moves) => {
                seen.moves += moves;
                seen.busy_moves += busy * moves;
            }
            Err(difference) => {
                seen.difference = Some(difference);
                return Ok(seen);
            }
        }
    }
    if waiting.next().is_some() || walkers.iter().any(|walker| !walker.nodes.is_empty()) {
        seen.difference = Some(format!("no answer for {idle} cycles"));
    }
    Ok(seen)
}

impl<S: Streamed> Walker<S> {
    /// Goes on with the answered move. Returns its number of moves, or its difference from the
    /// expected one.
    fn takes(
        &mut self,
        answer: &PassResult,
        depth: usize,
        node: impl Fn(&PositionOf<S>, usize) -> TreeNode<S>,
    ) -> Result<u64, String> {
        let ply = self.nodes.len();
        let Some(TreeNode { position, moves: expected, wanted }) = self.nodes.last_mut() else {
            return Err(format!("an answer that nobody asked for: {answer:?}"));
        };
        let next = expected.next();
        *wanted = wanted.saturating_sub(1);
        let wrong = || {
            let expected = next.map_or("no move".into(), |mv: MoveOf<S>| mv.to_string());
            Err(format!("{}: {expected} is expected, the answer is {answer:?}", S::text(position)))
        };
        if answer.error || answer.ply as usize + 1 != ply || answer.found != next.is_some() {
            return wrong();
        }
        let mut below = None;
        if let Some(mv) = next {
            let child = S::Game::after(position, mv);
            let told = S::found(position, mv, expected.len() == 0);
            if answer.told != told || answer.child != S::board(&child) {
                return wrong();
            }
            below = Some(child).filter(|_| ply < depth);
        }
        match below {
            Some(child) => self.nodes.push(node(&child, ply)),
            // Back to the last node that is not over.
            None => {
                while self.nodes.last().is_some_and(TreeNode::is_over) {
                    self.nodes.pop();
                }
            }
        }
        Ok(u64::from(next.is_some()))
    }
}
