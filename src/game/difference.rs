//! The shortest line of moves to a position whose counts differ between two counters.

use super::{Game, Machine, MachineError};

/// A counter of the leaves of game trees.
pub trait Counter<G: Game> {
    /// The leaves this many plies below a position.
    ///
    /// # Errors
    /// It cannot count them.
    fn leaves(&mut self, position: &G::Position, depth: u32) -> Result<u64, MachineError>;
}

impl<G: Game> Counter<G> for &mut (dyn Machine<G> + '_) {
    fn leaves(&mut self, position: &G::Position, depth: u32) -> Result<u64, MachineError> {
        self.load(position)?;
        Ok(self.perft(depth, false)?.nodes)
    }
}

impl<G: Game> Counter<G> for Box<dyn Machine<G>> {
    fn leaves(&mut self, position: &G::Position, depth: u32) -> Result<u64, MachineError> {
        self.as_mut().leaves(position, depth)
    }
}

/// The rules of a game in software.
#[derive(Debug)]
pub struct Rules;

impl<G: Game> Counter<G> for Rules {
    fn leaves(&mut self, position: &G::Position, depth: u32) -> Result<u64, MachineError> {
        G::leaves(position, depth).ok_or_else(|| refused::<G>(position))
    }
}

fn refused<G: Game>(position: &G::Position) -> MachineError {
    let problem = format!("they refuse the position {position:?}");
    MachineError::Simulator { simulator: "the rules in software", problem }
}

/// A difference between two counters.
#[derive(Clone, Debug)]
pub struct Difference<G: Game> {
    /// The moves from the root.
    pub line: Vec<G::Move>,
    /// The position after them.
    pub position: G::Position,
    /// Plies below that position. It is one if the number of its moves differs. It is more if both
    /// count each position after one of its moves alike when it is loaded by itself.
    pub depth: u32,
    /// The leaves by the one and by the other.
    pub leaves: [u64; 2],
}

/// The shortest line from this root to a position on which the two counters differ. They have to
/// differ on the root, to this depth or to a smaller one. Moves are those of the rules.
///
/// # Errors
/// One of them cannot count, or the rules refuse a position.
pub fn difference<G: Game>(
    root: &G::Position,
    deepest: u32,
    one: &mut dyn Counter<G>,
    other: &mut dyn Counter<G>,
) -> Result<Option<Difference<G>>, MachineError> {
    let mut counts = |position: &G::Position, depth| -> Result<_, MachineError> {
        let leaves = [one.leaves(position, depth)?, other.leaves(position, depth)?];
        Ok((leaves[0] != leaves[1]).then_some(leaves))
    };
    for depth in 1..=deepest {
        if let Some(leaves) = counts(root, depth)? {
            let mut found = Difference { line: Vec::new(), position: root.clone(), depth, leaves };
            'down: while found.depth > 1 {
                let moves = G::moves(&found.position).ok_or_else(|| refused::<G>(&found.position))?;
                for mv in moves {
                    let child = G::after(&found.position, mv);
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
    use crate::chess::{Chess, Move, Position, rules};

    /// Counts by the rules, but without captures en passant.
    struct Forgetful;

    impl Counter<Chess> for Forgetful {
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

    impl Counter<Chess> for Inner {
        fn leaves(&mut self, position: &Position, depth: u32) -> Result<u64, MachineError> {
            Ok(Counter::<Chess>::leaves(&mut Rules, position, depth)? + u64::from(depth == 3))
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
        assert!(difference(&root, 1, &mut Forgetful, &mut Rules).unwrap().is_none());
        assert!(difference(&Position::start(), 3, &mut Forgetful, &mut Rules).unwrap().is_none());
    }

    #[test]
    fn what_differs_only_within_a_tree_is_told_where_it_is() {
        let found = difference(&Position::start(), 4, &mut Inner, &mut Rules).unwrap().unwrap();
        assert_eq!((found.line, found.position), (Vec::new(), Position::start()));
        assert_eq!((found.depth, found.leaves), (3, [8_903, 8_902]));
    }
}
