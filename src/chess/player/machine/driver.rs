//! A driver of the machine's command port, on any simulator.

use super::command::Command;
use super::model::{Start, WHOLE};
use super::node::VALUE;
use super::options::{LIMIT, LIMIT_PART, LONGEST};
use super::trail::{self, TRAIL_BITS};
use crate::chess::player::Code;
use crate::chess::{Chess, Color, Move};
use crate::game::{CommandPort, Driver, Machine, MachineError, Walk, Word};
use crate::simulate::Ports;
use crate::simulate::command_port::Pins;

/// The machine's result, and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The best move; `None` if there is no legal one, or the limit was too short.
    pub best: Option<Move>,
    /// The value for the side to move.
    pub score: i32,
    /// Moves made.
    pub nodes: u64,
    /// Turns of threads that searched.
    pub turns: u64,
    /// Clock cycles of the search.
    pub cycles: u64,
    /// The limit ended it. The result is the best of the moves that were searched.
    pub halted: bool,
}

/// A machine that searches, behind its command port.
pub struct SearchMachine<C> {
    machine: Driver<Chess, C>,
    stack_depth: u32,
}

impl<P: Ports> SearchMachine<Pins<P>> {
    /// Resets the machine behind the ports; `simulator` is a name for errors.
    ///
    /// # Errors
    /// The simulator failed, as in every method.
    pub fn new(ports: P, simulator: &'static str, stack_depth: u32) -> Result<Self, MachineError> {
        Ok(Self::behind(Pins::new(ports, simulator)?, stack_depth))
    }

    /// The ports, to trace them or to look inside.
    pub fn ports(&mut self) -> &mut P {
        self.machine.ports()
    }
}

impl<C: CommandPort> SearchMachine<C> {
    /// A machine that was just reset, behind this port.
    pub fn behind(port: C, stack_depth: u32) -> Self {
        Self { machine: Driver::behind(port, stack_depth), stack_depth }
    }

    /// Puts a position on the board, with the last moves before it and the window of its searches.
    /// A machine that looks for no repetitions does not know these moves.
    ///
    /// # Errors
    /// See [`SearchMachine::new`].
    pub fn load<'p>(&mut self, start: impl Into<Start<'p>>) -> Result<(), MachineError> {
        let Start { position, trail, window } = start.into();
        self.machine.load(position)?;
        self.machine.ask(Command::LoadQuiet.with(position.halfmove.min(127).into()))?;
        match trail::number(&trail, position.side == Color::Black) {
            0 => {}
            number => self.parts(Command::LoadTrail, number, TRAIL_BITS)?,
        }
        if window == WHOLE {
            return Ok(());
        }
        let [alpha, beta] = window.map(|end| end.clamp(WHOLE[0], WHOLE[1]) as u32 & 0xffff);
        self.parts(Command::SetWindow, alpha | beta << VALUE, 2 * VALUE)
    }

    /// Sends a number of so many bits by as many commands as it takes, the highest bits first.
    fn parts(&mut self, command: Command, number: u32, bits: u32) -> Result<(), MachineError> {
        for low in (0..bits).step_by(LIMIT_PART as usize).rev() {
            let part = number >> low & ((1 << LIMIT_PART) - 1);
            self.machine.ask(command.with(part.into()))?;
        }
        Ok(())
    }

    /// Sets how many threads search; 0 for all.
    ///
    /// # Errors
    /// There are fewer.
    pub fn use_threads(&mut self, threads: u32) -> Result<(), MachineError> {
        self.machine.ask(Command::UseThreads.with(threads.into())).map(drop)
    }

    /// Clears the hash table; the next search begins when that is done.
    ///
    /// # Errors
    /// There is no table.
    pub fn clear_table(&mut self) -> Result<(), MachineError> {
        self.machine.ask(Command::ClearTable.with(0)).map(drop)
    }

    /// Sets the most clock cycles of a search, up to [`LONGEST`]; 0 for no limit.
    ///
    /// # Errors
    /// See [`SearchMachine::new`].
    pub fn limit(&mut self, cycles: u32) -> Result<(), MachineError> {
        self.parts(Command::SetLimit, cycles.min(LONGEST), LIMIT)
    }

    /// Searches the position this many plies deep.
    ///
    /// # Errors
    /// The depth is none of the machine's.
    pub fn search(&mut self, depth: u32) -> Result<Searched, MachineError> {
        let word = self.command(depth)?;
        let word = self.machine.port().run(&[word], u64::MAX)?.data;
        self.found(word)
    }

    /// Searches as [`SearchMachine::search`] does. `goes_on` is asked now and then whether it may
    /// go on, in a simulator after each `piece` of clock cycles, and is told the cycles so far. If
    /// it may not, the search ends as at a limit; or the machine is reset, and `None` says so: then
    /// threads, limit and position have to be set again. See [`CommandPort::run_while`].
    ///
    /// # Errors
    /// The depth is none of the machine's, or the machine does not answer.
    pub fn search_while(
        &mut self,
        depth: u32,
        piece: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Searched>, MachineError> {
        let word = self.command(depth)?;
        let answer = self.machine.port().run_while(word, Command::Stop.with(0), piece, goes_on)?;
        answer.map(|answer| self.found(answer.data)).transpose()
    }

    /// The command that searches so deep.
    fn command(&self, depth: u32) -> Result<Word, MachineError> {
        match depth == 0 || depth >= self.stack_depth {
            true => Err(MachineError::Depth { depth, stack: self.stack_depth }),
            false => Ok(Command::Search.with(depth.into())),
        }
    }

    /// What a search found, by its answer and the counters.
    fn found(&mut self, word: u64) -> Result<Searched, MachineError> {
        let mut counter =
            |which| Ok::<_, MachineError>(self.machine.ask(Walk::ReadCounter.with(which))?.data);
        let [nodes, cycles, turns] = [counter(0)?, counter(1)?, counter(2)?];
        let best = Code::of_bits(word as u32).mv().filter(|_| word >> 15 & 1 == 1);
        let score = i32::from((word >> 16) as u16 as i16);
        Ok(Searched { best, score, nodes, turns, cycles, halted: word >> 32 & 1 == 1 })
    }
}
