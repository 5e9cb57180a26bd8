//! A stimulus to compare simulators with: a run of the machine through everything its port can do.

use super::Command;
use crate::game::{Machine, MachineError, Simulated, UNKNOWN, Walk, Word};
use crate::shogi::{Position, Shogi};
use crate::simulate::Ports;
use crate::simulate::command_port;

const NAME: &str = "exercise";

/// Positions, and the depths to which each is counted: with none, one and many inner nodes. Drops,
/// promotions that are optional and forced, pins, checks, and pawn drops that would give mate.
const TREES: [(&str, &[u32]); 8] = [
    (Position::START, &[3]),
    ("7lk/9/8G/9/9/9/9/9/K8 b P 1", &[0, 2]),
    ("k8/9/9/9/9/9/g8/9/KL7 w p 1", &[1, 2]),
    ("8k/P1L6/N7N/4N4/4L4/9/9/9/4K4 b - 1", &[3]),
    ("4r4/9/9/9/9/1b7/9/9/4K3k b G 1", &[2]),
    ("8k/8G/8G/9/9/9/9/9/K8 w - 1", &[3]),
    ("ln1ks1pb1/2r4pl/2g3R1p/p3p4/3p3n1/P3P2N1/1P1P4P/2S2S1g1/LN1G3KL b BGS5P2p 1", &[2]),
    ("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", &[2]),
];

/// Clock cycles of a count before the reset.
const WALK: u64 = 200;

/// Loads positions and counts their trees, reads squares back, lets answers wait, gives commands
/// that are refused, and resets the machine in the middle of a count.
///
/// # Errors
/// The simulator failed, or the machine does not answer.
pub fn exercise(ports: &mut impl Ports, deepest: u32) -> Result<(), MachineError> {
    let failed = |problem: String| MachineError::simulator(NAME, problem);
    let mut machine = Simulated::<Shogi, _>::new(ports, NAME, deepest)?;
    for (number, (sfen, depths)) in TREES.into_iter().enumerate() {
        let position: Position = sfen.parse().map_err(|error| failed(format!("{sfen}: {error}")))?;
        machine.load(&position)?;
        for &depth in depths {
            machine.perft(depth, false)?;
        }
        let ports = machine.ports();
        let late = |ports: &mut _, word: Word| command_port::answer_late(ports, word.code.into(), word.data);
        if number == 1 {
            for word in refused(deepest) {
                late(ports, word).map_err(|error| failed(error.to_string()))?;
            }
            for square in (0..81).step_by(4) {
                late(ports, Command::ReadSquare.with(square)).map_err(|error| failed(error.to_string()))?;
            }
        }
        if number == 2 {
            let count = Walk::Perft.with(4);
            command_port::interrupt(ports, count.code.into(), count.data, WALK)
                .map_err(|error| failed(error.to_string()))?;
        }
    }
    Ok(())
}

/// Commands that are refused.
fn refused(deepest: u32) -> [Word; 5] {
    let deep = Walk::Perft.with(u64::from(deepest) + 1);
    [Walk::Next.with(0), Walk::Down.with(0), Walk::Up.with(0), deep, UNKNOWN]
}
