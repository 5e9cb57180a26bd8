//! Driving the threads of a simulated machine from outside.

use super::node::Board;
use crate::chess::Position;
use crate::describe::Bundle;
use crate::simulate::{Ports, PortsError};

/// A machine whose threads are given commands, one in each of their turns.
pub struct Driver<P> {
    ports: P,
    threads: u32,
}

/// The answer to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whose it is.
    pub thread: u32,
    /// The node's ply.
    pub ply: u32,
    /// The command was refused: there is no such node.
    pub error: bool,
    /// There was a move; without one the rest means nothing.
    pub found: bool,
    /// It was the node's last.
    pub last: bool,
    /// Origin and destination as the side to move sees them.
    pub squares: [u32; 2],
    /// The codes of what moved, what is captured, and what stands on the destination then.
    pub kinds: [u8; 3],
    /// The position after the move, in the order of the fields of a stored one.
    pub child: [u64; 6],
}

impl<P: Ports> Driver<P> {
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

    /// Makes a position a thread's first node. Takes as long as the thread's next turn and a way through the pipeline.
    ///
    /// # Errors
    /// The simulator failed; the machine does not take it.
    pub fn load(&mut self, thread: u32, position: &Position) -> Result<(), PortsError> {
        for ((name, _), value) in Board::FIELDS.iter().zip(Board::values(position)) {
            self.ports.poke(&format!("load_{name}"), value)?;
        }
        self.ports.poke("load_thread", thread.into())?;
        self.ports.poke("load_valid", 1)?;
        let taken = self.ports.step_until("load_ready", u64::from(3 * self.threads))?;
        if taken.is_none() || self.ports.peek("load_error")? == 1 {
            let problem = format!("a position for thread {thread} is not taken");
            return Err(PortsError::Outside { simulator: "the machine", problem });
        }
        self.ports.step()?;
        self.ports.poke("load_valid", 0)
    }

    /// One cycle: the thread whose turn it is may get a command, the ply of a node to give the next move of; what was asked
    /// earlier is answered.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn cycle(&mut self, command: impl FnOnce(u32) -> Option<u32>) -> Result<Option<Answer>, PortsError> {
        let turn = self.ports.peek("turn_of")? as u32;
        let command = command(turn);
        self.ports.poke("command_valid", u64::from(command.is_some()))?;
        self.ports.poke("ply", command.unwrap_or(0).into())?;
        let answer = self.answer()?;
        self.ports.step()?;
        Ok(answer)
    }

    fn answer(&mut self) -> Result<Option<Answer>, PortsError> {
        if self.ports.peek("answer_valid")? == 0 {
            return Ok(None);
        }
        let mut field = |name: &str| self.ports.peek(name);
        let mut child = [0; 6];
        for (value, (name, _)) in child.iter_mut().zip(Board::FIELDS) {
            *value = field(&format!("child_{name}"))?;
        }
        Ok(Some(Answer {
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
