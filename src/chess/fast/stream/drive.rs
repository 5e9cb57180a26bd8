//! A driver of the threads of a simulated machine.

use super::super::node::Board;
use crate::chess::Position;
use crate::describe::Bundle;
use crate::simulate::{Ports, PortsError};

/// A machine whose threads are given commands, one in each of their turns.
pub struct StreamDriver<P> {
    ports: P,
    threads: u32,
}

/// The answer to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassResult {
    /// Whose it is.
    pub thread: u32,
    /// The node's ply.
    pub ply: u32,
    /// The command was refused: there is no such node.
    pub error: bool,
    /// Whether there was a move; without one the other fields mean nothing.
    pub found: bool,
    /// It was the node's last.
    pub last: bool,
    /// Origin and destination as the side to move sees them.
    pub squares: [u32; 2],
    /// The codes of the piece moved, the piece captured, and the piece on the destination
    /// afterwards.
    pub kinds: [u8; 3],
    /// The position after the move, in the order of the fields of a stored one.
    pub child: [u64; 6],
}

/// The output of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The thread whose turn it was.
    pub of: u32,
    /// The answer to an earlier command.
    pub answer: Option<PassResult>,
    /// The position offered has become its thread's first node.
    pub loaded: bool,
}

impl<P: Ports> StreamDriver<P> {
    /// Resets the machine behind the ports; its threads know no node then.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn new(mut ports: P, threads: u32) -> Result<Self, PortsError> {
        ports.poke("command_valid", 0)?;
        ports.poke("load_valid", 0)?;
        ports.poke("reset", 1)?;
        ports.step()?;
        ports.poke("reset", 0)?;
        (0..threads).try_for_each(|_| ports.step())?;
        Ok(Self { ports, threads })
    }

    /// The number of threads.
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Offers a position to be a thread's first node. [`Turn::loaded`] says when it is: within
    /// three rounds of turns, after the turn that the thread leaves to it and the time of a pass.
    ///
    /// # Errors
    /// The simulator failed; there is no such thread.
    pub fn offer(&mut self, thread: u32, position: &Position) -> Result<(), PortsError> {
        for ((name, _), value) in Board::FIELDS.iter().zip(Board::values(position)) {
            self.ports.poke(&format!("load_{name}"), value)?;
        }
        self.ports.poke("load_thread", thread.into())?;
        self.ports.poke("load_valid", 1)?;
        if self.ports.peek("load_error")? == 1 {
            self.ports.poke("load_valid", 0)?;
            let problem = format!("there are {} threads, and no number {thread}", self.threads);
            return Err(PortsError::Outside { simulator: "the machine", problem });
        }
        Ok(())
    }

    /// One cycle. The thread whose turn it is may get a command: the ply of a node whose next move
    /// is wanted. The answer to an earlier command comes out.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn cycle(&mut self, command: impl FnOnce(u32) -> Option<u32>) -> Result<Turn, PortsError> {
        let turn = self.ports.peek("turn_of")? as u32;
        let command = match self.ports.peek("command_ready")? {
            0 => None,
            _ => command(turn),
        };
        self.ports.poke("command_valid", u64::from(command.is_some()))?;
        self.ports.poke("ply", command.unwrap_or(0).into())?;
        let (answer, loaded) = (self.answer()?, self.ports.peek("load_ready")? == 1);
        self.ports.step()?;
        if loaded {
            self.ports.poke("load_valid", 0)?;
        }
        Ok(Turn { of: turn, answer, loaded })
    }

    fn answer(&mut self) -> Result<Option<PassResult>, PortsError> {
        if self.ports.peek("answer_valid")? == 0 {
            return Ok(None);
        }
        let mut field = |name: &str| self.ports.peek(name);
        let mut child = [0; 6];
        for (value, (name, _)) in child.iter_mut().zip(Board::FIELDS) {
            *value = field(&format!("child_{name}"))?;
        }
        Ok(Some(PassResult {
            thread: field("answer_thread")? as u32,
            ply: field("answer_ply")? as u32,
            error: field("answer_error")? == 1,
            found: field("answer_found")? == 1,
            last: field("answer_last")? == 1,
            squares: [field("answer_origin")? as u32, field("answer_destination")? as u32],
            kinds: [
                field("answer_moved")? as u8,
                field("answer_captured")? as u8,
                field("answer_stands")? as u8,
            ],
            child,
        }))
    }
}
