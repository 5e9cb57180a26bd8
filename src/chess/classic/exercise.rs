//! A stimulus to compare simulators with: everything the command port can do, in some thousands of
//! cycles.

use super::{ClassicMachine, Command};
use crate::chess::{CHESS, Position};
use crate::game::{Machine, MachineError, Session, Walk};
use crate::parts::board::Board;
use crate::simulate::Ports;
use crate::simulate::command_port::{self, CommandError};

/// The positions to walk through, and the purpose of each.
struct Course {
    positions: &'static [&'static str],
    /// Gone down into, and counted with checks first.
    deep: usize,
    /// Counted.
    counted: usize,
    /// Counted until a reset.
    interrupted: usize,
    /// After the reset.
    last: usize,
}

/// On the chess board: every special move, and positions without any.
const CHESS_COURSE: Course =
    Course { positions: &CHESS_POSITIONS, deep: 4, counted: 2, interrupted: 0, last: 6 };

/// On smaller boards, which neither castle nor promote: what fits on 4 by 4 squares.
const SMALL_COURSE: Course =
    Course { positions: &SMALL_POSITIONS, deep: 0, counted: 1, interrupted: 0, last: 2 };

/// Positions with every special move, mate and stalemate.
pub(in crate::chess) const CHESS_POSITIONS: [&str; 9] = [
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

const SMALL_POSITIONS: [&str; 6] = [
    // Every kind but pawns, each side to move.
    "8/8/8/8/nq1k4/8/1N6/KBR5 w - - 0 1",
    "8/8/8/8/nq1k4/8/1N6/KBR5 b - - 0 1",
    // Pawns that push, take and are in the way.
    "8/8/8/8/3k4/1p6/P1P5/K7 w - - 0 1",
    "8/8/8/8/3k4/1p6/P1P5/K7 b - - 0 1",
    // Mate, stalemate.
    "8/8/8/8/R2k4/1R6/8/K7 b - - 0 1",
    "8/8/8/8/3k4/1Q6/8/K7 b - - 0 1",
];

/// Kings and a rook, white to move, on squares of every board; the other squares are empty after a
/// reset. The walk is of the same position.
pub fn session() -> Session {
    let piece = |piece: u64, square: u64| Command::LoadSquare.with(piece << 6 | square);
    let board = [piece(6, 4), piece(4, 7), piece(14, 60)];
    Session {
        load: [&board[..], &[Command::LoadState.with(1 << 9 | 1 << 1)]].concat(),
        walk: vec![Command::LoadState.with(0), Walk::Perft.with(3)],
    }
}

/// Drives a machine with a stack of `stack` plies through positions with every special move, down
/// and up, walks, an answer that waits while the port's inputs change, commands that are refused,
/// and a reset in the middle of a walk. The positions are those of the chess board, or fit on 4 by
/// 4 squares.
///
/// # Errors
/// The simulator failed, or the machine does not answer.
pub fn exercise(ports: &mut impl Ports, board: Board, stack: u32) -> Result<(), MachineError> {
    let course = if board == CHESS { CHESS_COURSE } else { SMALL_COURSE };
    let mut machine = ClassicMachine::new(ports, NAME, stack)?;
    let position = |number: usize| {
        Position::from_fen(course.positions[number]).map_err(|error| MachineError::simulator(NAME, error))
    };
    for number in 0..course.positions.len() {
        machine.load(&position(number)?)?;
        while machine.next()?.is_some() {}
    }
    // Down to a node, through it, and up again to go on where the root was left.
    machine.load(&position(course.deep)?)?;
    for _ in 0..3 {
        machine.next()?;
        machine.down()?;
        machine.next()?;
        machine.next()?;
        machine.up()?;
    }
    machine.read_board()?;
    machine.load(&position(course.deep)?)?;
    machine.perft(2, true)?;
    machine.load(&position(course.counted)?)?;
    machine.perft(2, false)?;

    at_the_port(machine.ports()).map_err(failed)?;
    // A reset in the middle of a walk; then all is as at the start.
    machine.load(&position(course.interrupted)?)?;
    interrupt(machine.ports()).map_err(failed)?;
    machine.load(&position(course.last)?)?;
    while machine.next()?.is_some() {}
    Ok(())
}

const NAME: &str = "exercise";

/// Clock cycles of a walk before the reset.
const WALK: u64 = 200;

fn failed(error: CommandError) -> MachineError {
    MachineError::simulator(NAME, error)
}

/// Answers that nobody takes for a while, and commands that are refused.
pub(in crate::chess) fn at_the_port(ports: &mut impl Ports) -> Result<(), CommandError> {
    [
        Walk::Next.with(0),
        Command::ReadSquare.with(4),
        Walk::ReadCounter.with(1),
        Walk::Up.with(0),
        Walk::Perft.with(100),
    ]
    .into_iter()
    .try_for_each(|word| command_port::answer_late(ports, word.code.into(), word.data))
}

/// A walk that only a reset ends.
pub(in crate::chess) fn interrupt(ports: &mut impl Ports) -> Result<(), CommandError> {
    command_port::interrupt(ports, Walk::Perft.into(), 4, WALK)
}
