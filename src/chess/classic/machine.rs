//! Driving the classic machine through its command port.

use std::path::Path;

use super::command::Command;
use crate::chess::machine::{Generated, Machine, MachineError, PerftCount};
use crate::chess::{Color, Move, MoveKind, PieceKind, Position, Square};
use crate::simulate::{Ports, PortsError};

/// The classic machine in a simulator.
pub struct ClassicMachine<P> {
    ports: P,
    simulator: &'static str,
    stack: u32,
    /// Half moves from the root to the present node.
    ply: u32,
    holding: bool,
}

/// More cycles than any single move or command other than perft takes.
const PATIENCE: u64 = 100_000;

impl<P: Ports> ClassicMachine<P> {
    /// Resets the machine behind the ports; `stack` is its stack depth in plies, `simulator` a name for errors.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn new(ports: P, simulator: &'static str, stack: u32) -> Result<Self, MachineError> {
        let mut machine = Self { ports, simulator, stack, ply: 0, holding: false };
        for (port, value) in
            [("command_valid", 0), ("command", 0), ("command_data", 0), ("response_ready", 1), ("reset", 1)]
        {
            machine.poke(port, value)?;
        }
        machine.step()?;
        machine.poke("reset", 0)?;
        Ok(machine)
    }

    /// The ports, for tests that look inside.
    pub fn ports(&mut self) -> &mut P {
        &mut self.ports
    }

    pub(super) fn failed(&self, problem: impl ToString) -> MachineError {
        MachineError::Simulator { simulator: self.simulator, problem: problem.to_string() }
    }

    fn check<T>(&self, result: Result<T, PortsError>) -> Result<T, MachineError> {
        result.map_err(|error| self.failed(error))
    }

    pub(super) fn poke(&mut self, port: &str, value: u64) -> Result<(), MachineError> {
        let result = self.ports.poke(port, value);
        self.check(result)
    }

    fn peek(&mut self, port: &str) -> Result<u64, MachineError> {
        let result = self.ports.peek(port);
        self.check(result)
    }

    pub(super) fn step(&mut self) -> Result<(), MachineError> {
        let result = self.ports.step();
        self.check(result)
    }

    fn wait_for(&mut self, port: &str, limit: u64) -> Result<u64, MachineError> {
        let result = self.ports.step_until(port, limit);
        self.check(result)?
            .ok_or_else(|| self.failed(format!("{port} stayed low for {limit} cycles: the machine hangs")))
    }

    /// Offers a command until it is taken.
    pub(super) fn give(&mut self, command: u64, data: u64) -> Result<(), MachineError> {
        self.poke("command_valid", 1)?;
        self.poke("command", command)?;
        self.poke("command_data", data)?;
        self.wait_for("command_ready", PATIENCE)?;
        self.step()?;
        self.poke("command_valid", 0)
    }

    /// Steps until there is an answer, which is not taken yet.
    pub(super) fn wait_for_answer(&mut self) -> Result<(), MachineError> {
        self.wait_for("response_valid", PATIENCE).map(drop)
    }

    /// One command and its answer, and the cycles from the one's acceptance to the other.
    fn command(&mut self, command: Command, data: u64, limit: u64) -> Result<(u64, u64), MachineError> {
        self.give(command as u64, data)?;
        let cycles = self.wait_for("response_valid", limit)?;
        let answer = self.peek("response_data")?;
        if self.peek("response_error")? != 0 {
            return Err(self.failed(format!("the machine refused {command:?} {data}")));
        }
        self.step()?;
        Ok((answer, cycles + 1))
    }

    fn counter(&mut self, number: u64) -> Result<u64, MachineError> {
        Ok(self.command(Command::ReadCounter, number, PATIENCE)?.0)
    }

    /// The board as the machine holds it, square by square.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn read_board(&mut self) -> Result<[Option<crate::chess::Piece>; 64], MachineError> {
        let mut board = [None; 64];
        for square in Square::all() {
            let code = self.command(Command::ReadSquare, square.index() as u64, PATIENCE)?.0;
            board[square.index()] = crate::chess::Piece::from_code(code as u8);
        }
        Ok(board)
    }

    /// Puts a position on the board, with checks first or not; a machine without the logic for it ignores the mode.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn load_in_mode(&mut self, position: &Position, checks_first: bool) -> Result<(), MachineError> {
        for square in Square::all() {
            let code = position.piece(square).map_or(0, |piece| u64::from(piece.code()));
            self.command(Command::LoadSquare, square.index() as u64 | code << 6, PATIENCE)?;
        }
        let rights = Position::castlings()
            .zip(0..)
            .filter(|((color, king_side), _)| position.castling.get(*color, *king_side))
            .fold(0, |rights, (_, bit)| rights | 1 << bit);
        let en_passant = position.en_passant.map_or(0, |square| 1 | u64::from(square.file()) << 1);
        let black = u64::from(position.side == Color::Black);
        let mode = u64::from(checks_first) << 9;
        self.command(Command::LoadState, black | rights << 1 | en_passant << 5 | mode, PATIENCE)?;
        self.ply = 0;
        self.holding = false;
        Ok(())
    }
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

impl<P: Ports> Machine for ClassicMachine<P> {
    fn load(&mut self, position: &Position) -> Result<(), MachineError> {
        self.load_in_mode(position, true)
    }

    fn next(&mut self) -> Result<Option<Generated>, MachineError> {
        let (word, cycles) = self.command(Command::Next, 0, PATIENCE)?;
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
        let (nodes, _) = self.command(Command::Perft, u64::from(depth) | mode, u64::MAX)?;
        Ok(PerftCount { nodes, cycles: self.counter(1)?, moves: self.counter(2)? })
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        let result = self.ports.trace(path);
        self.check(result)
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        let result = self.ports.finish_trace();
        self.check(result)
    }
}
