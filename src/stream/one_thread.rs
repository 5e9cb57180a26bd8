//! A machine of threads in a simulator, of which one walks and the others rest: what shows the
//! moves of a position one by one.

use std::path::Path;

use super::{MoveOf, PassResult, PositionOf, Stream, StreamDriver, Streamed};
use crate::game::{Game, Machine, MachineError, PerftCount};
use crate::simulate::command_port::Watch;
use crate::simulate::{Ports, PortsError};

/// A move as a machine of this game reports it.
type GeneratedOf<S> = <<S as Streamed>::Game as Game>::Generated;

/// What software makes of an answer.
#[derive(Debug)]
pub struct Telling<S: Streamed> {
    /// The move of a position in these fields of [`Streamed::Found`]; `None` if they are none.
    pub told: fn(&PositionOf<S>, &[u64]) -> Option<MoveOf<S>>,
    /// A move that took so many clock cycles.
    pub generated: fn(MoveOf<S>, u64) -> GeneratedOf<S>,
}

/// A machine whose first thread walks.
pub struct OneThread<S: Streamed> {
    driver: StreamDriver<Box<dyn Ports>, S>,
    simulator: &'static str,
    telling: Telling<S>,
    stack_depth: usize,
    /// The nodes from the root to the present one, each with the move held there.
    line: Vec<(PositionOf<S>, Option<MoveOf<S>>)>,
    cycles: u64,
    watch: Option<Watch>,
}

/// The thread that walks.
const THREAD: u32 = 0;

/// Clock cycles between two reports to a watcher.
const GLANCE: u64 = 1 << 10;

impl<S: Streamed> OneThread<S> {
    /// The machine after a reset, without a position.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn new(
        ports: Box<dyn Ports>,
        simulator: &'static str,
        machine: &Stream,
        stack_depth: u32,
        telling: Telling<S>,
    ) -> Result<Self, MachineError> {
        let driver = StreamDriver::new(ports, machine.threads);
        let driver = driver.map_err(|error| MachineError::simulator(simulator, error))?;
        let (stack_depth, line) = (stack_depth as usize, Vec::new());
        Ok(Self { driver, simulator, telling, stack_depth, line, cycles: 0, watch: None })
    }

    fn failed(&self, problem: impl ToString) -> MachineError {
        MachineError::simulator(self.simulator, problem)
    }

    /// A clock cycle, in which the thread may ask for a move at this ply.
    fn cycle(&mut self, asks: &mut Option<u32>) -> Result<super::Turn, PortsError> {
        self.cycles += 1;
        if let Some(watch) = self.watch.as_mut().filter(|_| self.cycles.is_multiple_of(GLANCE)) {
            watch(self.cycles);
        }
        self.driver.cycle(|thread| if thread == THREAD { asks.take() } else { None })
    }

    /// More cycles than anything takes: a load waits three rounds of turns.
    fn patience(&self) -> u32 {
        4 * self.driver.threads()
    }

    /// The answer to a command at the present node.
    fn answer(&mut self) -> Result<PassResult, MachineError> {
        let ply = self.line.len().checked_sub(1);
        let mut asks = Some(ply.ok_or_else(|| self.failed("no position was loaded; load one"))? as u32);
        for _ in 0..self.patience() {
            let turn = self.cycle(&mut asks).map_err(|error| self.failed(error))?;
            if let Some(answer) = turn.answer {
                return Ok(answer);
            }
        }
        Err(self.failed(format!("no answer for {} cycles", self.patience())))
    }

    /// The leaves this many plies below the present node, and the moves made for it.
    fn leaves(&mut self, depth: u32) -> Result<(u64, u64), MachineError> {
        let (mut leaves, mut moves) = (0, 0);
        while self.next()?.is_some() {
            moves += 1;
            if depth == 1 {
                leaves += 1;
                continue;
            }
            self.down()?;
            let below = self.leaves(depth - 1)?;
            self.up()?;
            (leaves, moves) = (leaves + below.0, moves + below.1);
        }
        Ok((leaves, moves))
    }
}

impl<S: Streamed> Machine<S::Game> for OneThread<S> {
    fn load(&mut self, position: &PositionOf<S>) -> Result<(), MachineError> {
        self.driver.offer(THREAD, position).map_err(|error| self.failed(error))?;
        for _ in 0..self.patience() {
            if self.cycle(&mut None).map_err(|error| self.failed(error))?.loaded {
                self.line = vec![(position.clone(), None)];
                return Ok(());
            }
        }
        Err(self.failed(format!("the position was not taken in {} cycles", self.patience())))
    }

    fn next(&mut self) -> Result<Option<GeneratedOf<S>>, MachineError> {
        let before = self.cycles;
        let answer = self.answer()?;
        let cycles = self.cycles - before;
        let Some((position, held)) = self.line.last_mut() else { return Ok(None) };
        *held = None;
        if answer.error || !answer.found {
            let ends = (!answer.error).then_some(None);
            return ends.ok_or_else(|| self.failed(format!("there is no node at ply {}", answer.ply)));
        }
        match (self.telling.told)(position, &answer.told) {
            Some(mv) => {
                *held = Some(mv);
                Ok(Some((self.telling.generated)(mv, cycles)))
            }
            None => Err(self.failed(format!("it gives no move: {:?}", answer.told))),
        }
    }

    fn down(&mut self) -> Result<(), MachineError> {
        let refused = |why| MachineError::Walk { direction: "down", why };
        let held = self.line.last().and_then(|(position, held)| held.map(|mv| S::Game::after(position, mv)));
        let below = held.ok_or(refused("no move is held; ask for the next one first"))?;
        if self.line.len() == self.stack_depth {
            return Err(refused("the stack is full; build a deeper one"));
        }
        self.line.push((below, None));
        Ok(())
    }

    fn up(&mut self) -> Result<(), MachineError> {
        if self.line.len() < 2 {
            return Err(MachineError::Walk { direction: "up", why: "this is the root; stay here" });
        }
        self.line.pop();
        Ok(())
    }

    fn perft(&mut self, depth: u32, _ordered: bool) -> Result<PerftCount, MachineError> {
        if depth == 0 {
            return Ok(PerftCount { nodes: 1, cycles: 0, moves: 0 });
        }
        let before = self.cycles;
        let (nodes, moves) = self.leaves(depth)?;
        Ok(PerftCount { nodes, cycles: self.cycles - before, moves })
    }

    fn watch(&mut self, watch: Watch) {
        self.watch = Some(watch);
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        self.driver.trace(Some(path)).map_err(|error| self.failed(error))
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        self.driver.trace(None).map_err(|error| self.failed(error))
    }
}
