//! A driver of the machine's command port, on any simulator.

use super::deepening::{DEEPENS, LIMIT_PART};
use super::model::Found;
use super::options::{DEEPEST, LIMIT, LONGEST};
use crate::blokus::Position;
use crate::blokus::generator::driver::{decode, load};
use crate::blokus::generator::{Command, Generated};
use crate::chess::machine::MachineError;
use crate::simulate::Ports;
use crate::simulate::command_port::{Answer, PATIENCE, Pins};

/// The command that searches: the depth in data bits 3..0, and [`DEEPEN`]. The others are those of
/// the generator, except [`PLAY`] and [`SET_LIMIT`].
pub(in crate::blokus) const SEARCH: u64 = 7;

/// With [`SEARCH`]: one ply deep first, then one ply more each time up to the depth, as long as
/// there is time.
pub(in crate::blokus) const DEEPEN: u64 = 1 << DEEPENS;

/// The command that brings ten bits of the time limit in clock cycles, the most significant bits
/// first. Three commands set all of it.
const SET_LIMIT: u64 = 10;

/// The command that places the move held for good; with data bit 0, a pass, whatever move is held.
pub(in crate::blokus) const PLAY: u64 = 4;

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

/// A machine that searches, in a simulator.
pub struct SearchMachine<P> {
    pins: Pins<P>,
}

impl<P: Ports> SearchMachine<P> {
    /// Resets the machine behind the ports; `simulator` is a name for errors.
    ///
    /// # Errors
    /// The simulator failed, as in every method.
    pub fn new(ports: P, simulator: &'static str) -> Result<Self, MachineError> {
        Ok(Self { pins: Pins::new(ports, simulator)? })
    }

    /// The ports, to trace them or to look inside.
    pub fn ports(&mut self) -> &mut P {
        self.pins.ports()
    }

    /// Puts a position on the board.
    ///
    /// # Errors
    /// See [`SearchMachine::new`].
    pub fn load(&mut self, position: &Position) -> Result<(), MachineError> {
        Ok(load(&mut self.pins, position)?)
    }

    /// The next of the position's moves, which is then held; `None` after the last. After the last,
    /// and after the position was loaded, searched or played from, the moves begin again.
    ///
    /// # Errors
    /// See [`SearchMachine::new`].
    pub fn generate(&mut self) -> Result<Option<Generated>, MachineError> {
        let Answer { data, cycles, .. } = self.pins.command(Command::Next, 0, PATIENCE)?;
        let mv = decode(data).ok_or_else(|| self.pins.failed(format!("{data:#x} is not a move word")))?;
        Ok(mv.map(|mv| Generated { mv, cycles }))
    }

    /// Places the move that the last search or [`SearchMachine::generate`] gave.
    ///
    /// # Errors
    /// There is none.
    pub fn play(&mut self) -> Result<(), MachineError> {
        self.pins.command(PLAY, 0, PATIENCE)?;
        Ok(())
    }

    /// Passes, forced or not.
    ///
    /// # Errors
    /// It would be the player's first move, or the game is over.
    pub fn pass(&mut self) -> Result<(), MachineError> {
        self.pins.command(PLAY, 1, PATIENCE)?;
        Ok(())
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
            self.pins.command(SET_LIMIT, (limit >> low & ((1 << LIMIT_PART) - 1)).into(), PATIENCE)?;
        }
        self.found(plies | DEEPEN)
    }

    /// Makes a search, and reads its result.
    fn found(&mut self, data: u64) -> Result<Searched, MachineError> {
        let word = self.pins.command(SEARCH, data, u64::MAX)?.data;
        let best = decode(word).ok_or_else(|| self.pins.failed(format!("{word:#x} is not a move word")))?;
        let score = i32::from((word >> 48) as u16 as i16);
        let mut counter =
            |which| Ok::<_, MachineError>(self.pins.command(Command::ReadCounter, which, PATIENCE)?.data);
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
