//! Every move of the trees below the positions of both perft tables, with its place in the order
//! and the position after it. The pass of chess-stream and an independent rules library have to
//! agree.

use serde::Serialize;

use super::BenchError;
use crate::chess::fast::stream::{AT_ONCE, Expected, Pass, PassLanes, order, pass_logic};
use crate::chess::{Position, rules};

/// The result of the passes.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TreeMoves {
    /// Positions whose trees were gone through.
    pub positions: usize,
    /// Half moves of each tree.
    pub depth: u32,
    /// Whether moves that give check come before all others.
    pub checks_first: bool,
    /// Nodes whose moves were all compared.
    pub nodes: u64,
    /// Their moves.
    pub moves: u64,
    /// Moves out of place, and positions after moves that differ from the library's; the run ends
    /// with the first.
    pub differences: u64,
    /// The first difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_difference: Option<String>,
}

/// Goes through all moves this many half moves below each of these positions, in either order. Each
/// position is reported to `done`.
///
/// # Errors
/// The logic cannot be built or simulated.
pub fn measure_moves(
    roots: &[Position],
    depth: u32,
    checks_first: bool,
    mut done: impl FnMut(),
) -> Result<TreeMoves, BenchError> {
    let mut passes = PassLanes::new(&Pass::new(1_000, pass_logic("pass", checks_first))?)?;
    let mut seen = TreeMoves { positions: roots.len(), depth, checks_first, ..TreeMoves::default() };
    for root in roots {
        // The deepest last, so that few wait.
        let mut waiting = vec![(root.clone(), depth)];
        while !waiting.is_empty() {
            let group = waiting.split_off(waiting.len().saturating_sub(AT_ONCE));
            let nodes: Result<Vec<Expected>, String> =
                group.iter().map(|(position, _)| expected(position, checks_first)).collect();
            let difference = match &nodes {
                Ok(nodes) => passes.compare(nodes)?,
                Err(difference) => Some(difference.clone()),
            };
            if difference.is_some() {
                return Ok(TreeMoves { differences: 1, first_difference: difference, ..seen });
            }
            for (node, (_, depth)) in nodes.unwrap_or_default().into_iter().zip(group) {
                seen.nodes += 1;
                seen.moves += node.moves.len() as u64;
                if depth > 1 {
                    waiting.extend(node.moves.into_iter().map(|(_, child)| (child, depth - 1)));
                }
            }
        }
        done();
    }
    Ok(seen)
}

/// The library's moves in the machine's order, and the positions after them; or the difference of
/// one of those positions from the library's.
fn expected(position: &Position, checks_first: bool) -> Result<Expected, String> {
    let fen = || position.to_fen();
    let board = rules::board(position).ok_or_else(|| format!("the library refuses {}", fen()))?;
    let child = |(mv, its_move)| {
        let (child, its_child) = (position.after(mv), rules::after(&board, its_move));
        let first = checks_first && !its_child.checkers().is_empty();
        match rules::board(&child) == Some(its_child) {
            true => Ok((order::place(position, mv, first), (mv, child))),
            false => Err(format!("{} after {mv} is not {}", fen(), child.to_fen())),
        }
    };
    let mut moves: Vec<_> = rules::moves(&board).into_iter().map(child).collect::<Result<_, String>>()?;
    moves.sort_by_key(|&(place, _)| place);
    let moves = moves.into_iter().map(|(_, mv)| mv).collect();
    Ok(Expected { position: position.clone(), moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::table_positions;

    #[test]
    fn all_moves_of_both_tables_come_in_their_place() {
        // `make bench` goes a half move deeper.
        let roots = table_positions().unwrap();
        for (checks_first, depth, least) in [(false, 3, 600_000), (true, 2, 25_000)] {
            let mut told = 0;
            let seen = measure_moves(&roots, depth, checks_first, || told += 1).unwrap();
            assert_eq!((seen.differences, told), (0, seen.positions), "{seen:?}");
            assert!(seen.positions > 128 && seen.moves > least && 25 * seen.nodes > least, "{seen:?}");
        }
    }
}
