//! A run of the machine that uses everything its command port can do.

use super::command::Command;
use super::machine::ClassicMachine;
use crate::chess::machine::{Machine, MachineError};
use crate::chess::{FenError, Position};
use crate::simulate::Ports;

/// Every special move, and positions without any.
const POSITIONS: [&str; 9] = [
    // Castling to both sides, for both colours.
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    // A castling whose king would cross an attacked square, and one allowed.
    "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1",
    // En passant that opens the own king's rank; and one that may be made.
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    // All promotions, with and without capture.
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    // Double check, mate, stalemate.
    "4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1",
    "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

/// A middle game with every kind of piece and every kind of check.
const MIDDLE_GAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A number of no command.
const NO_COMMAND: u64 = 15;

/// Drives the machine, which was just reset, through positions with every special move, *next* to the end of a node, *down*
/// and *up*, perft in both orders, reading back, an answer that is not taken at once, refused commands, and a reset in the
/// middle of a perft: some thousand cycles. Only for the chess board.
///
/// # Errors
/// The simulator failed, or the machine hangs.
pub fn exercise(machine: &mut ClassicMachine<impl Ports>) -> Result<(), MachineError> {
    for fen in POSITIONS {
        machine.load(&position(machine, fen)?)?;
        while machine.next()?.is_some() {}
    }
    let (king_in_line, attacked_way) = (POSITIONS[4], POSITIONS[2]);
    for (fen, checks_first) in [(MIDDLE_GAME, true), (king_in_line, false)] {
        machine.load_in_mode(&position(machine, fen)?, checks_first)?;
        down_and_up(machine)?;
        machine.read_board()?;
    }
    machine.load(&position(machine, king_in_line)?)?;
    machine.perft(2, true)?;
    machine.load(&position(machine, attacked_way)?)?;
    machine.perft(2, false)?;
    wait_with_the_answer(machine)?;
    for (command, data) in
        [(Command::Up as u64, 0), (Command::Down as u64, 0), (Command::Perft as u64, 100), (NO_COMMAND, 0)]
    {
        machine.give(command, data)?;
        machine.wait_for_answer()?;
        machine.step()?;
    }
    machine.load(&position(machine, POSITIONS[0])?)?;
    machine.give(Command::Perft as u64, 4)?;
    for _ in 0..100 {
        machine.step()?;
    }
    machine.poke("reset", 1)?;
    machine.step()?;
    machine.poke("reset", 0)?;
    machine.load(&position(machine, MIDDLE_GAME)?)?;
    while machine.next()?.is_some() {}
    Ok(())
}

fn position<P: Ports>(machine: &ClassicMachine<P>, fen: &str) -> Result<Position, MachineError> {
    Position::from_fen(fen).map_err(|error: FenError| machine.failed(error))
}

/// Down to a node, through some of it, and up again to go on where the root was left.
fn down_and_up(machine: &mut ClassicMachine<impl Ports>) -> Result<(), MachineError> {
    for _ in 0..3 {
        if machine.next()?.is_some() {
            machine.down()?;
            machine.next()?;
            machine.next()?;
            machine.up()?;
        }
    }
    Ok(())
}

/// An answer that nobody takes for a while, with another command behind it.
fn wait_with_the_answer(machine: &mut ClassicMachine<impl Ports>) -> Result<(), MachineError> {
    machine.poke("response_ready", 0)?;
    machine.give(Command::Next as u64, 0)?;
    machine.wait_for_answer()?;
    machine.poke("command_valid", 1)?;
    for _ in 0..5 {
        machine.step()?;
    }
    machine.poke("command_valid", 0)?;
    machine.poke("response_ready", 1)?;
    machine.step()
}
