//! A driver of the machine's command port, on any simulator.

use super::command::{Command, DEEPEN};
use super::deepening::LIMIT_PART;
use super::model::Found;
use super::options::{DEEPEST, LIMIT, LONGEST};
use crate::blokus::game::decode;
use crate::blokus::{Blokus, Generated, Position};
use crate::game::{CommandPort, Driver, Machine, MachineError, Walk};
use crate::simulate::Ports;
use crate::simulate::command_port::Pins;

/// The machine's result, and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The same as the software finds.
    pub found: Found,
    /// Plies of the last search that ended.
    pub depth: u32,
    /// Clock cycles of the search.
    pub cycles: u64,
}

/// A machine that searches, behind its command port.
pub struct SearchMachine<C> {
    machine: Driver<Blokus, C>,
}

impl<P: Ports> SearchMachine<Pins<P>> {
    /// Resets the machine behind the ports; `simulator` is a name for errors.
    ///
    /// # Errors
    /// The simulator failed, as in every method.
    pub fn new(ports: P, simulator: &'static str) -> Result<Self, MachineError> {
        Ok(Self::behind(Pins::new(ports, simulator)?))
    }

    /// The ports, to trace them or to look inside.
    pub fn ports(&mut self) -> &mut P {
        self.machine.ports()
    }
}

impl<C: CommandPort> SearchMachine<C> {
    /// A machine that was just reset, behind this port.
    pub fn behind(port: C) -> Self {
        Self { machine: Driver::behind(port, DEEPEST) }
    }

    /// Puts a position on the board.
    ///
    /// # Errors
    /// See [`SearchMachine::new`].
    pub fn load(&mut self, position: &Position) -> Result<(), MachineError> {
        self.machine.load(position)
    }

    /// The next of the position's moves, which is then held; `None` after the last. After the last,
    /// and after the position was loaded, searched or played from, the moves begin again.
    ///
    /// # Errors
    /// See [`SearchMachine::new`].
    pub fn generate(&mut self) -> Result<Option<Generated>, MachineError> {
        self.machine.next()
    }

    /// Places the move that the last search or [`SearchMachine::generate`] gave.
    ///
    /// # Errors
    /// There is none.
    pub fn play(&mut self) -> Result<(), MachineError> {
        self.machine.ask(Command::Play.with(0)).map(drop)
    }

    /// Passes, forced or not.
    ///
    /// # Errors
    /// It would be the player's first move, or the game is over.
    pub fn pass(&mut self) -> Result<(), MachineError> {
        self.machine.ask(Command::Play.with(1)).map(drop)
    }

    /// Searches the position this many plies deep. The best move is held.
    ///
    /// # Errors
    /// The depth is none of the machine's.
    pub fn search(&mut self, depth: u32) -> Result<Searched, MachineError> {
        self.found(plies(depth)?)
    }

    /// Searches one ply deep, then one ply more each time up to `depth`, as long as clock cycles
    /// are left, up to [`super::LONGEST`]. A search under way when the time is over is given up;
    /// one ply is always searched. The best move is held.
    ///
    /// # Errors
    /// The depth is none of the machine's.
    pub fn deepen(&mut self, depth: u32, limit: u32) -> Result<Searched, MachineError> {
        let plies = plies(depth)?;
        let limit = limit.min(LONGEST);
        for low in (0..LIMIT).step_by(LIMIT_PART as usize).rev() {
            let part = limit >> low & ((1 << LIMIT_PART) - 1);
            self.machine.ask(Command::SetLimit.with(part.into()))?;
        }
        self.found(plies | DEEPEN)
    }

    /// Makes a search, and reads its result.
    fn found(&mut self, data: u64) -> Result<Searched, MachineError> {
        let port = self.machine.port();
        let word = port.run(&[Command::Search.with(data)], u64::MAX)?.data;
        let best = decode(word).ok_or_else(|| MachineError::Simulator {
            simulator: port.name(),
            problem: format!("{word:#x} is not a move word"),
        })?;
        let score = i32::from((word >> 48) as u16 as i16);
        let mut counter =
            |which| Ok::<_, MachineError>(self.machine.ask(Walk::ReadCounter.with(which))?.data);
        let [nodes, leaves, sorted, cycles] = [counter(0)?, counter(1)?, counter(2)?, counter(3)?];
        let depth = (word >> 33 & 0xf) as u32;
        Ok(Searched { found: Found { best, score, nodes, leaves, sorted }, depth, cycles })
    }
}

/// The plies of a search as the command has them.
fn plies(depth: u32) -> Result<u64, MachineError> {
    match depth {
        1..=DEEPEST => Ok(depth.into()),
        _ => Err(MachineError::Depth { depth, stack: DEEPEST }),
    }
}
