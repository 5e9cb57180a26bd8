//! A driver of the classic machine's command port.

use std::path::Path;

use super::command::Command;
use crate::chess::machine::{Generated, Machine, MachineError, PerftCount};
use crate::chess::{Color, MOST_MOVES, Move, MoveKind, PieceKind, Position, Square};
use crate::simulate::Ports;
use crate::simulate::command_port::{PATIENCE, Pins, Watch};

/// A way to the command port of a classic machine: pins in a simulator, or a line to a board.
pub trait CommandPort {
    /// Carries out commands in order, and returns the answer to the last one. No command takes more
    /// than `limit` cycles.
    ///
    /// # Errors
    /// The machine refused one, or does not answer.
    fn run(&mut self, commands: &[(Command, u64)], limit: u64) -> Result<Answered, MachineError>;

    /// The link to the machine, for errors.
    fn name(&self) -> &'static str;

    /// Sets the watcher that is told how long a command has taken; ignored by a machine whose clock
    /// is not at hand.
    fn watch(&mut self, _watch: Watch) {}

    /// Starts a waveform of the machine.
    ///
    /// # Errors
    /// The file cannot be written, or there are no waveforms here.
    fn trace(&mut self, path: &Path) -> Result<(), MachineError>;

    /// Ends the waveform, if there is one.
    ///
    /// # Errors
    /// The file cannot be written.
    fn finish_trace(&mut self) -> Result<(), MachineError>;
}

/// The answer to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The word at the port.
    pub data: u64,
    /// Clock cycles from the edge that takes the command to the one that takes the answer.
    pub cycles: u64,
}

/// The classic machine in a simulator.
pub type ClassicMachine<P> = Driver<Pins<P>>;

/// A classic machine behind its command port.
pub struct Driver<C> {
    port: C,
    stack: u32,
    /// Half moves from the root to the present node.
    ply: u32,
    holding: bool,
}

impl<P: Ports> Driver<Pins<P>> {
    /// Resets the machine behind the ports; `stack` is its stack depth in plies, `simulator` a name
    /// for errors.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn new(ports: P, simulator: &'static str, stack: u32) -> Result<Self, MachineError> {
        Ok(Self::behind(Pins::new(ports, simulator)?, stack))
    }

    /// The ports, for tests that look inside.
    pub fn ports(&mut self) -> &mut P {
        self.port.ports()
    }
}

impl<C: CommandPort> Driver<C> {
    /// A machine that was just reset; `stack` is its stack depth in plies.
    pub fn behind(port: C, stack: u32) -> Self {
        Self { port, stack, ply: 0, holding: false }
    }

    /// The way to the machine.
    pub fn port(&mut self) -> &mut C {
        &mut self.port
    }

    fn failed(&self, problem: String) -> MachineError {
        MachineError::Simulator { simulator: self.port.name(), problem }
    }

    fn command(&mut self, command: Command, data: u64, limit: u64) -> Result<Answered, MachineError> {
        self.port.run(&[(command, data)], limit)
    }

    fn counter(&mut self, number: u64) -> Result<u64, MachineError> {
        Ok(self.command(Command::ReadCounter, number, PATIENCE)?.data)
    }

    /// The board as the machine holds it, square by square.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn read_board(&mut self) -> Result<[Option<crate::chess::Piece>; 64], MachineError> {
        let mut board = [None; 64];
        for square in Square::all() {
            let code = self.command(Command::ReadSquare, square.index() as u64, PATIENCE)?.data;
            board[square.index()] = crate::chess::Piece::from_code(code as u8);
        }
        Ok(board)
    }

    /// Puts a position on the board, with or without checks first. A machine without the logic for
    /// checks first ignores the mode.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn load_in_mode(&mut self, position: &Position, checks_first: bool) -> Result<(), MachineError> {
        self.port.run(&load_commands(position, checks_first), PATIENCE)?;
        self.ply = 0;
        self.holding = false;
        Ok(())
    }
}

/// More clock cycles than the walk of any tree of this depth takes.
fn longest_walk(depth: u32) -> u64 {
    const OF_A_MOVE: u64 = 16;
    PATIENCE.max((MOST_MOVES as u64).saturating_pow(depth).saturating_mul(OF_A_MOVE))
}

/// The commands that put a position on the board, with checks first or not.
pub(super) fn load_commands(position: &Position, checks_first: bool) -> Vec<(Command, u64)> {
    let squares = Square::all().map(|square| {
        let code = position.piece(square).map_or(0, |piece| u64::from(piece.code()));
        (Command::LoadSquare, square.index() as u64 | code << 6)
    });
    let rights = Position::castlings()
        .zip(0..)
        .filter(|((color, king_side), _)| position.castling.get(*color, *king_side))
        .fold(0, |rights, (_, bit)| rights | 1 << bit);
    let en_passant = position.en_passant.map_or(0, |square| 1 | u64::from(square.file()) << 1);
    let black = u64::from(position.side == Color::Black);
    let mode = u64::from(checks_first) << 9;
    squares.chain([(Command::LoadState, black | rights << 1 | en_passant << 5 | mode)]).collect()
}

/// The fields of the move word, see `move_word.rs`.
fn decode(word: u64) -> Option<(Move, PieceKind, Option<PieceKind>, MoveKind)> {
    let field = |low: u32, width: u32| (word >> low & ((1 << width) - 1)) as u8;
    let square = |low: u32| Square::all().nth(usize::from(field(low, 6)));
    let moved = PieceKind::from_code(field(12, 3))?;
    let captured = PieceKind::from_code(field(15, 3));
    let phase = field(21, 3);
    let pieces = [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];
    let promotion = (phase == 2).then(|| pieces[usize::from(field(18, 2))]);
    let kind = match (phase, captured) {
        (0 | 1, _) => MoveKind::Check,
        (2, _) => MoveKind::Promotion,
        (_, Some(_)) => MoveKind::Capture,
        (_, None) => MoveKind::Quiet,
    };
    Some((Move { from: square(0)?, to: square(6)?, promotion }, moved, captured, kind))
}

impl<C: CommandPort> Machine for Driver<C> {
    fn load(&mut self, position: &Position) -> Result<(), MachineError> {
        self.load_in_mode(position, true)
    }

    fn next(&mut self) -> Result<Option<Generated>, MachineError> {
        let Answered { data: word, cycles } = self.command(Command::Next, 0, PATIENCE)?;
        self.holding = word >> 32 & 1 == 1;
        if !self.holding {
            return Ok(None);
        }
        let (mv, moved, captured, kind) =
            decode(word).ok_or_else(|| self.failed(format!("{word:#x} is not a move word")))?;
        Ok(Some(Generated { mv, kind, captured, moved, cycles }))
    }

    fn down(&mut self) -> Result<(), MachineError> {
        let why = match self.holding {
            false => Some("no move is held; ask for one first"),
            true if self.ply + 1 >= self.stack => Some("the move stack is full; build a deeper one"),
            true => None,
        };
        if let Some(why) = why {
            return Err(MachineError::Walk { direction: "down", why });
        }
        self.command(Command::Down, 0, PATIENCE)?;
        self.ply += 1;
        self.holding = false;
        Ok(())
    }

    fn up(&mut self) -> Result<(), MachineError> {
        if self.ply == 0 {
            return Err(MachineError::Walk { direction: "up", why: "this is the root" });
        }
        self.command(Command::Up, 0, PATIENCE)?;
        self.ply -= 1;
        self.holding = true;
        Ok(())
    }

    fn perft(&mut self, depth: u32, checks_first: bool) -> Result<PerftCount, MachineError> {
        if self.ply + depth > self.stack {
            return Err(MachineError::Depth { depth, stack: self.stack - self.ply });
        }
        let mode = u64::from(checks_first) << 9;
        let nodes = self.command(Command::Perft, u64::from(depth) | mode, longest_walk(depth))?.data;
        Ok(PerftCount { nodes, cycles: self.counter(1)?, moves: self.counter(2)? })
    }

    fn watch(&mut self, watch: Watch) {
        self.port.watch(watch);
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        self.port.trace(path)
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        self.port.finish_trace()
    }
}
