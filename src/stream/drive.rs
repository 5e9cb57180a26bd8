//! A driver of the threads of a simulated machine.

use std::marker::PhantomData;

use super::{PositionOf, Streamed};
use crate::describe::Bundle;
use crate::netlist::Value;
use crate::simulate::{Ports, PortsError};

/// A machine whose threads are given commands, one in each of their turns.
pub struct StreamDriver<P, S> {
    ports: P,
    threads: u32,
    game: PhantomData<S>,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The fields of the move, in the order of [`Streamed::Found`].
    pub told: Vec<u64>,
    /// The position after the move, in the order of the fields of a stored one.
    pub child: Vec<Value>,
}

/// The output of a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The thread whose turn it was.
    pub of: u32,
    /// The answer to an earlier command.
    pub answer: Option<PassResult>,
    /// The position offered has become its thread's first node.
    pub loaded: bool,
}

impl<P: Ports, S: Streamed> StreamDriver<P, S> {
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
        Ok(Self { ports, threads, game: PhantomData })
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
    pub fn offer(&mut self, thread: u32, position: &PositionOf<S>) -> Result<(), PortsError> {
        for ((name, _), value) in S::Board::FIELDS.iter().zip(S::board(position)) {
            self.ports.poke_value(&format!("load_{name}"), &value)?;
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
        let told = S::Found::FIELDS.iter().map(|(name, _)| field(&format!("answer_{name}")));
        let told: Vec<u64> = told.collect::<Result<_, _>>()?;
        let [thread, ply, error] = ["answer_thread", "answer_ply", "answer_error"].map(field);
        let child = S::Board::FIELDS.iter().map(|(name, _)| self.ports.peek_value(&format!("child_{name}")));
        Ok(Some(PassResult {
            thread: thread? as u32,
            ply: ply? as u32,
            error: error? == 1,
            found: told.first() == Some(&1),
            last: told.get(1) == Some(&1),
            child: child.collect::<Result<_, _>>()?,
            told,
        }))
    }

    /// Begins a waveform trace, or ends it where there is no file.
    ///
    /// # Errors
    /// The file cannot be written, or the simulator writes none.
    pub fn trace(&mut self, file: Option<&std::path::Path>) -> Result<(), PortsError> {
        match file {
            Some(file) => self.ports.trace(file),
            None => self.ports.finish_trace(),
        }
    }
}
