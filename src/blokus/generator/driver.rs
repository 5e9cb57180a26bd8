//! A driver of the machine's command port, on any simulator.

use super::command::Command;
use crate::blokus::code::{Move, Placement};
use crate::blokus::piece::Piece;
use crate::blokus::plane::Cell;
use crate::blokus::position::{Player, Position};
use crate::chess::machine::{MachineError, PerftCount};
use crate::simulate::Ports;
use crate::simulate::command_port::{Answer, PATIENCE, Pins, PinsError, Watch};

/// A move as the machine reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The move.
    pub mv: Move,
    /// Clock cycles from the request to the answer.
    pub cycles: u64,
}

/// A Blokus machine in a simulator.
pub struct BlokusMachine<P> {
    pins: Pins<P>,
    stack: u32,
    /// Moves from the root to the present node.
    ply: u32,
    holding: bool,
}

/// The commands that put a position on the board.
pub(super) fn load_commands(position: &Position) -> Vec<(Command, u64)> {
    let has = |set: [bool; 2]| u64::from(set[0]) | u64::from(set[1]) << 1;
    let cells = Cell::all().map(|cell| {
        let covered = Player::BOTH.map(|player| position.cells(player).has(cell));
        (Command::LoadCell, u64::from(cell.x) | u64::from(cell.y) << 4 | has(covered) << 8)
    });
    let pieces = Piece::all().map(|piece| {
        let left = Player::BOTH.map(|player| position.left(player).has(piece));
        (Command::LoadPiece, piece.index() as u64 | has(left) << 5)
    });
    let state = position.to_move().index() as u64 | u64::from(position.passes()) << 1;
    cells.chain(pieces).chain([(Command::LoadState, state)]).collect()
}

/// Puts a position on the board of a machine.
///
/// # Errors
/// The simulator failed.
pub(in crate::blokus) fn load(pins: &mut Pins<impl Ports>, position: &Position) -> Result<(), PinsError> {
    load_commands(position)
        .into_iter()
        .try_for_each(|(command, data)| pins.command(command, data, PATIENCE).map(drop))
}

/// The move in an answer: `Some(None)` if there is no move, `None` if the word is no valid move.
pub(in crate::blokus) fn decode(word: u64) -> Option<Option<Move>> {
    let field = |low: u32, width: u32| (word >> low & ((1 << width) - 1)) as u8;
    if field(32, 1) == 0 {
        return Some(None);
    }
    if field(24, 1) == 1 {
        return Some(Some(Move::Pass));
    }
    let piece = Piece::from_index(field(8, 5).into())?;
    let placement = Placement::new(piece, field(13, 3), Cell { x: field(0, 4), y: field(4, 4) })?;
    Some(Some(Move::Place(placement)))
}

impl<P: Ports> BlokusMachine<P> {
    /// Resets the machine behind the ports; `stack` is its stack depth in plies, `simulator` a name
    /// for errors.
    ///
    /// # Errors
    /// The simulator failed, as in every method.
    pub fn new(ports: P, simulator: &'static str, stack: u32) -> Result<Self, MachineError> {
        Ok(Self { pins: Pins::new(ports, simulator)?, stack, ply: 0, holding: false })
    }

    /// The ports, to trace them or to look inside.
    pub fn ports(&mut self) -> &mut P {
        self.pins.ports()
    }

    /// Tells this closure the clock cycles of a long command so far, now and then.
    pub fn watch(&mut self, watch: Watch) {
        self.pins.watch(watch);
    }

    /// Puts a position on the board. It is the root, and no move is held.
    ///
    /// # Errors
    /// See [`BlokusMachine::new`].
    pub fn load(&mut self, position: &Position) -> Result<(), MachineError> {
        load(&mut self.pins, position)?;
        self.ply = 0;
        self.holding = false;
        Ok(())
    }

    /// The node's next move; `None` if it has no more. A node without a placement has one move, a
    /// pass.
    ///
    /// # Errors
    /// See [`BlokusMachine::new`].
    pub fn generate(&mut self) -> Result<Option<Generated>, MachineError> {
        let Answer { data, cycles, .. } = self.pins.command(Command::Next, 0, PATIENCE)?;
        let mv = decode(data).ok_or_else(|| self.pins.failed(format!("{data:#x} is not a move word")))?;
        self.holding = mv.is_some();
        Ok(mv.map(|mv| Generated { mv, cycles }))
    }

    /// All moves of the node from the next on.
    ///
    /// # Errors
    /// See [`BlokusMachine::new`].
    pub fn rest(&mut self) -> Result<Vec<Generated>, MachineError> {
        std::iter::from_fn(|| self.generate().transpose()).collect()
    }

    /// Places the move held and goes to the node below.
    ///
    /// # Errors
    /// No move is held, or the stack is full.
    pub fn down(&mut self) -> Result<(), MachineError> {
        let why = match self.holding {
            false => Some("no move is held; ask for one first"),
            true if self.ply + 1 >= self.stack => Some("the move stack is full; build a deeper one"),
            true => None,
        };
        if let Some(why) = why {
            return Err(MachineError::Walk { direction: "down", why });
        }
        self.pins.command(Command::Down, 0, PATIENCE)?;
        self.ply += 1;
        self.holding = false;
        Ok(())
    }

    /// Goes back to the node above. The move that led down is held again.
    ///
    /// # Errors
    /// This is the root.
    pub fn up(&mut self) -> Result<(), MachineError> {
        if self.ply == 0 {
            return Err(MachineError::Walk { direction: "up", why: "this is the root" });
        }
        self.pins.command(Command::Up, 0, PATIENCE)?;
        self.ply -= 1;
        self.holding = true;
        Ok(())
    }

    /// Counts the leaves of the game tree below the present node, with the walker in hardware. No
    /// move is held.
    ///
    /// # Errors
    /// The depth does not fit the stack, or a move is held.
    pub fn perft(&mut self, depth: u32) -> Result<PerftCount, MachineError> {
        if self.ply + depth > self.stack {
            return Err(MachineError::Depth { depth, stack: self.stack - self.ply });
        }
        let nodes = self.pins.command(Command::Perft, depth.into(), u64::MAX)?.data;
        let cycles = self.pins.command(Command::ReadCounter, 1, PATIENCE)?.data;
        Ok(PerftCount { nodes, cycles, moves: nodes })
    }
}
