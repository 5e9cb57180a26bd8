//! Games at random, on a machine and by the rules: the test that any new machine needs first.

use thiserror::Error;

use super::{Game, Generated, Machine, MachineError};
use crate::netlist::testing::Random;

/// The reasons why a machine does not play by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Disagreement {
    /// The machine did not answer, or not as any machine does.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// It does not give the moves of a position.
    #[error("{position}: the machine gives [{given}], and the rules [{ruled}]")]
    Moves {
        /// The position.
        position: String,
        /// The moves of the machine.
        given: String,
        /// Those of the rules, or that they refuse the position.
        ruled: String,
    },
}

/// Plays games from a position to their ends, or this many plies, by moves at random. Compares the
/// moves of the machine with those of the rules in each position, in whatever order they come, and
/// has the machine go down by the move that is made. `below` is then told the machine, the move,
/// and the position after it by the rules.
///
/// # Errors
/// The machine does not answer, or moves differ.
pub fn play_at_random<G: Game, M: Machine<G>>(
    machine: &mut M,
    start: &G::Position,
    (games, plies): (usize, usize),
    random: &mut Random,
    mut below: impl FnMut(&mut M, G::Move, &G::Position),
) -> Result<(), Disagreement> {
    for _ in 0..games {
        let mut position = start.clone();
        for _ in 0..plies {
            machine.load(&position)?;
            let given: Vec<G::Move> = machine.rest()?.iter().map(Generated::mv).collect();
            let moves = ruled::<G>(&position, &given)?;
            let Some(&chosen) = moves.get(random.below(moves.len())) else { break };
            machine.load(&position)?;
            while machine.next()?.is_some_and(|generated| generated.mv() != chosen) {}
            machine.down()?;
            position = G::after(&position, chosen);
            below(machine, chosen, &position);
        }
    }
    Ok(())
}

/// The moves of a position by the rules, which are those given.
fn ruled<G: Game>(position: &G::Position, given: &[G::Move]) -> Result<Vec<G::Move>, Disagreement> {
    let moves = G::moves(position);
    let sorted = |moves: &[G::Move]| {
        let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.sort();
        texts.join(" ")
    };
    let (given, ruled) = (sorted(given), moves.as_deref().map(sorted));
    match moves {
        Some(moves) if ruled.as_ref() == Some(&given) => Ok(moves),
        _ => Err(Disagreement::Moves {
            position: format!("{position:?}"),
            given,
            ruled: ruled.unwrap_or_else(|| "refuse it".into()),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::reference::ReferenceMachine;
    use crate::chess::{Chess, Position};

    #[test]
    fn a_machine_by_the_rules_passes_and_one_that_leaves_a_move_out_does_not() {
        let start = Position::start();
        let (mut machine, mut moves) = (ReferenceMachine::new(), 0);
        play_at_random::<Chess, _>(&mut machine, &start, (2, 30), &mut Random(1), |_, _, position| {
            moves += 1;
            assert_eq!(position.side, if moves % 2 == 0 { start.side } else { start.side.other() });
        })
        .unwrap();
        assert!(moves > 20, "{moves}");
        let error = ruled::<Chess>(&start, &[]).unwrap_err().to_string();
        assert!(error.contains("the machine gives [], and the rules [a2a3 a2a4 b1a3"), "{error}");
    }
}
