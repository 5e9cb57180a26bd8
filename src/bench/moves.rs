//! Every move of the trees below the positions of both perft tables, in its place and with the position after it, by the pass of chess-stream
//! and by a rules library nobody here wrote.

use serde::Serialize;

use super::BenchError;
use crate::chess::fast::stream::{AT_ONCE, Expected, Pass, PassLanes, order};
use crate::chess::{Move, Position, rules};

/// What the passes gave.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TreeMoves {
    /// Positions whose trees were gone through.
    pub positions: usize,
    /// Half moves of each tree.
    pub depth: u32,
    /// Nodes whose moves were all compared.
    pub nodes: u64,
    /// Their moves.
    pub moves: u64,
    /// Moves out of place, and positions after them that are not the library's; it ends with the first.
    pub differences: u64,
    /// What it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_difference: Option<String>,
}

/// Goes through all moves so many half moves below each of these positions; `done` is told of each position.
///
/// # Errors
/// The logic cannot be built or simulated.
pub fn measure_moves(
    roots: &[Position],
    depth: u32,
    mut done: impl FnMut(),
) -> Result<TreeMoves, BenchError> {
    let mut passes = PassLanes::new(&Pass::new(1_000, false)?)?;
    let mut seen = TreeMoves { positions: roots.len(), depth, ..TreeMoves::default() };
    for root in roots {
        // The deepest last, so that few wait.
        let mut waiting = vec![(root.clone(), depth)];
        while !waiting.is_empty() {
            let group = waiting.split_off(waiting.len().saturating_sub(AT_ONCE));
            let nodes: Result<Vec<Expected>, String> =
                group.iter().map(|(position, _)| expected(position)).collect();
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

/// The library's moves in the machine's order, and the positions after them; or how one of those is not the library's.
fn expected(position: &Position) -> Result<Expected, String> {
    let fen = || position.to_fen();
    let board = rules::board(position).ok_or_else(|| format!("the library refuses {}", fen()))?;
    let child = |(mv, its_move)| {
        let child = position.after(mv);
        match rules::board(&child) == Some(rules::after(&board, its_move)) {
            true => Ok((mv, child)),
            false => Err(format!("{} after {mv} is not {}", fen(), child.to_fen())),
        }
    };
    let mut moves: Vec<(Move, Position)> =
        rules::moves(&board).into_iter().map(child).collect::<Result<_, _>>()?;
    moves.sort_by_key(|&(mv, _)| order::place(position, mv, false));
    Ok(Expected { position: position.clone(), moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::table_positions;

    #[test]
    fn all_moves_of_both_tables_come_in_their_place() {
        let mut told = 0;
        // `make bench` goes a half move deeper.
        let roots = table_positions().unwrap();
        let seen = measure_moves(&roots, 3, || told += 1).unwrap();
        assert_eq!((seen.differences, told), (0, seen.positions), "{seen:?}");
        assert!(seen.positions > 128 && seen.moves > 600_000 && seen.nodes > 25_000, "{seen:?}");
    }
}
