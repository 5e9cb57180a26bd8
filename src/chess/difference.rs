//! The shortest line of moves to a position whose counts differ between two counters.

use super::machine::{Machine, MachineError};
use super::{Move, Position, rules};

/// A counter of the leaves of game trees.
pub trait Counter {
    /// The leaves this many half moves below a position.
    ///
    /// # Errors
    /// It cannot count them.
    fn leaves(&mut self, position: &Position, depth: u32) -> Result<u64, MachineError>;
}

impl Counter for &mut (dyn Machine + '_) {
    fn leaves(&mut self, position: &Position, depth: u32) -> Result<u64, MachineError> {
        self.load(position)?;
        Ok(self.perft(depth, false)?.nodes)
    }
}

impl Counter for Box<dyn Machine> {
    fn leaves(&mut self, position: &Position, depth: u32) -> Result<u64, MachineError> {
        self.as_mut().leaves(position, depth)
    }
}

/// The rules library.
pub struct Rules;

impl Counter for Rules {
    fn leaves(&mut self, position: &Position, depth: u32) -> Result<u64, MachineError> {
        rules::leaves(position, depth).ok_or_else(|| refused(position))
    }
}

fn refused(position: &Position) -> MachineError {
    let problem = format!("it refuses the position {}", position.to_fen());
    MachineError::Simulator { simulator: "the rules library", problem }
}

/// A difference between two counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The moves from the root.
    pub line: Vec<Move>,
    /// The position after them.
    pub position: Position,
    /// Half moves below that position. It is one if the number of its moves differs. It is more if
    /// both count each position after one of its moves alike when it is loaded by itself.
    pub depth: u32,
    /// The leaves by the one and by the other.
    pub leaves: [u64; 2],
}

/// The shortest line from this root to a position on which the two counters differ. They have to
/// differ on the root, to this depth or to a smaller one. Moves are those of the rules library.
///
/// # Errors
/// One of them cannot count, or the library refuses a position.
pub fn difference(
    root: &Position,
    deepest: u32,
    one: &mut dyn Counter,
    other: &mut dyn Counter,
) -> Result<Option<Difference>, MachineError> {
    let mut counts = |position: &Position, depth| -> Result<_, MachineError> {
        let leaves = [one.leaves(position, depth)?, other.leaves(position, depth)?];
        Ok((leaves[0] != leaves[1]).then_some(leaves))
    };
    for depth in 1..=deepest {
        if let Some(leaves) = counts(root, depth)? {
            let mut found = Difference { line: Vec::new(), position: root.clone(), depth, leaves };
            'down: while found.depth > 1 {
                let moves = rules::legal_moves(&found.position).ok_or_else(|| refused(&found.position))?;
                for mv in moves {
                    let child = found.position.after(mv);
                    if let Some(leaves) = counts(&child, found.depth - 1)? {
                        found.line.push(mv);
                        (found.position, found.depth, found.leaves) = (child, found.depth - 1, leaves);
                        continue 'down;
                    }
                }
                break;
            }
            return Ok(Some(found));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts by the rules, but without captures en passant.
    struct Forgetful;

    impl Counter for Forgetful {
        fn leaves(&mut self, position: &Position, depth: u32) -> Result<u64, MachineError> {
            let known = Position { en_passant: None, ..position.clone() };
            let moves = rules::legal_moves(&known).unwrap();
            if depth == 1 {
                return Ok(moves.len() as u64);
            }
            moves.into_iter().map(|mv| self.leaves(&known.after(mv), depth - 1)).sum()
        }
    }

    /// A machine that counts one leaf too many for every position except the root.
    struct Inner;

    impl Counter for Inner {
        fn leaves(&mut self, position: &Position, depth: u32) -> Result<u64, MachineError> {
            Ok(Rules.leaves(position, depth)? + u64::from(depth == 3))
        }
    }

    fn read(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn the_line_to_a_forgotten_move_is_found() {
        let root = read("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
        let found = difference(&root, 4, &mut Forgetful, &mut Rules).unwrap().unwrap();
        assert_eq!(found.line, [Move::from_uci("d7d5").unwrap()]);
        assert_eq!((found.depth, found.leaves), (1, [6, 7]));
        assert_eq!(found.position, root.after(found.line[0]));
        assert_eq!(difference(&root, 1, &mut Forgetful, &mut Rules).unwrap(), None);
        assert_eq!(difference(&Position::start(), 3, &mut Forgetful, &mut Rules).unwrap(), None);
    }

    #[test]
    fn what_differs_only_within_a_tree_is_told_where_it_is() {
        let found = difference(&Position::start(), 4, &mut Inner, &mut Rules).unwrap().unwrap();
        assert_eq!(
            found,
            Difference { line: Vec::new(), position: Position::start(), depth: 3, leaves: [8_903, 8_902] }
        );
    }
}
