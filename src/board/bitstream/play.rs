//! A game on the pins of a bitstream: moves and counts of game trees over its serial line, compared
//! answer by answer with the core in the built-in simulator.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use serde::Serialize;

use super::shared::Shared;
use super::twins::{LONGEST, Record, Twins};
use super::{BitstreamError, Unpacked};
use crate::board::CircuitBoard;
use crate::cores::{self, CoreError, CoreInfo, Settings, Simulator};
use crate::game::{MachineError, Root, TextMachine};
use crate::host::frame::message;
use crate::host::{HostError, Line, LineError, SimulatedLine, connect};
use crate::link::uart::protocol::{ANSWER_BYTES, SESSION};
use crate::simulate::Ports;
use crate::simulate::outside::{Runs, Traces, Verilated};

/// The answers of a bitstream, all as they should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of answers that were compared, each with its clock cycles.
    pub answers: usize,
    /// The leaves of the first position's deepest tree.
    pub leaves: u64,
    /// Clock cycles of the machine's own work.
    pub cycles: u64,
}

/// An answer of a bitstream that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "finding", rename_all = "snake_case")]
pub enum Difference {
    /// Another answer, or none.
    Answer {
        /// The start before it: `after power-up` or `after a reset`.
        begun: &'static str,
        /// The answers that were right before.
        right: usize,
        /// The commands.
        commands: String,
        /// The answer of the built-in simulator.
        expected: String,
        /// What came over the line.
        found: String,
    },
    /// The session does not begin.
    Session {
        /// The start before it.
        begun: &'static str,
        /// The trouble.
        problem: String,
    },
    /// The machine answers while the button is pressed that resets it.
    Reset,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Answer { begun, right, commands, expected, found } => write!(
                f,
                "{begun}, after {right} right answers, to {commands}: {found}, where the built-in simulator has {expected}"
            ),
            Self::Session { begun, problem } => write!(f, "{begun}, the session does not begin: {problem}"),
            Self::Reset => f.write_str("it answers while the button of the reset is pressed"),
        }
    }
}

/// Names of the two starts.
const POWER_UP: &str = "after power-up";
const RESET: &str = "after a reset";

/// Clock cycles for which the button is pressed.
const PRESSED: u64 = 100;

/// The objects of a play.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// The board that the bitstream is for.
    pub board: &'a CircuitBoard,
    /// The core on it.
    pub core: &'static CoreInfo,
    /// Its settings.
    pub settings: &'a Settings,
    /// The deepest count of game trees, in plies.
    pub depth: u32,
}

impl Unpacked {
    /// Runs the logic behind a serial line at the board's rate: from its power-up state, without a
    /// reset, and then after the board's reset, if it has one. Every command goes to the core in
    /// the built-in simulator too. The cache keeps the compiled simulator. Each part is announced
    /// to `doing`.
    ///
    /// # Errors
    /// A tool is missing, or the simulator of one side does not work.
    pub fn play(
        &self,
        game: Game,
        cache: &Path,
        mut doing: impl FnMut(&str),
    ) -> Result<Result<Played, Difference>, BitstreamError> {
        if !game.core.can(cores::Ability::Perft) {
            return Err(BitstreamError::NoCommands { core: game.core.name });
        }
        doing("compiling the logic with Verilator; this takes a minute, once");
        let built = (Traces::Without, Runs::Long);
        let chip = Verilated::of_verilog(&self.files, self.interface.clone(), built, cache)?;
        on_chip(chip, game, doing)
    }
}

/// Plays at the pins of a running chip.
pub(super) fn on_chip(
    chip: impl Ports + 'static,
    game: Game,
    mut doing: impl FnMut(&str),
) -> Result<Result<Played, Difference>, BitstreamError> {
    let mut pins = Shared::new(chip, LONGEST);
    doing("playing after power-up");
    press(&mut pins, game.board, false)?;
    let mut played = match session(&pins, game, POWER_UP)? {
        Ok(played) => played,
        different => return Ok(different),
    };
    if game.board.reset.is_some() {
        doing("playing after a reset");
        press(&mut pins, game.board, true)?;
        if answers(&pins, game)? {
            return Ok(Err(Difference::Reset));
        }
        press(&mut pins, game.board, false)?;
        match session(&pins, game, RESET)? {
            Ok(again) => {
                played.answers += again.answers;
                played.cycles += again.cycles;
            }
            different => return Ok(different),
        }
    }
    Ok(Ok(played))
}

/// Presses the button of the reset or lets it go, if the board has one.
fn press(pins: &mut impl Ports, board: &CircuitBoard, down: bool) -> Result<(), BitstreamError> {
    let Some(button) = &board.reset else { return Ok(()) };
    pins.poke("board_reset", u64::from(down != button.active_low))?;
    // After power-up not even a cycle passes before.
    if down { Ok(pins.step_by(PRESSED)?) } else { Ok(()) }
}

/// A serial line at the board's rate.
fn line<P: Ports>(pins: &Shared<P>, board: &CircuitBoard) -> Result<SimulatedLine<Shared<P>>, LineError> {
    pins.left().set(LONGEST);
    let options = board.uart_options();
    let bit = u64::from(options.clock_hz) * 1000 / u64::from(options.baud.max(1));
    let mut line = SimulatedLine::quiet(pins.clone(), bit)?.standing_for(options);
    line.hold(true, 20)?;
    Ok(line)
}

/// Whether anything comes back to the first message of a session.
fn answers<P: Ports>(pins: &Shared<P>, game: Game) -> Result<bool, BitstreamError> {
    let failed = |error: LineError| CoreError::from(HostError::from(error));
    let mut line = line(pins, game.board).map_err(failed)?;
    line.send(&message(SESSION, &[0])).map_err(failed)?;
    Ok(line.receive(3 * ANSWER_BYTES as u32).map_err(failed)?.is_some())
}

/// A session with the machine: all that is compared.
fn session<P: Ports + 'static>(
    pins: &Shared<P>,
    game: Game,
    begun: &'static str,
) -> Result<Result<Played, Difference>, BitstreamError> {
    let Game { core, settings, .. } = game;
    let line = line(pins, game.board).map_err(HostError::from).map_err(CoreError::from)?;
    let client = match connect(line, game.board.uart_options().pause_bits) {
        Ok(client) => client,
        Err(error) => return Ok(Err(Difference::Session { begun, problem: error.to_string() })),
    };
    let known = Box::new(cores::port(core, settings, Simulator::BuiltIn)?);
    let record = Rc::new(RefCell::new(Record::default()));
    let twins = Twins::new(client, known, record.clone(), pins.left());
    let mut machine = core.game.machine(Box::new(twins), cores::deepest(core, settings)?);
    let mut positions = core.positions()?;
    if begun == RESET {
        // What the reset has to clear is not in positions.
        positions.truncate(1);
    }
    let walked = walks(machine.as_mut(), &positions, game.depth);
    let record = record.take();
    match (walked, record.different) {
        (_, Some([commands, expected, found])) => {
            Ok(Err(Difference::Answer { begun, right: record.same, commands, expected, found }))
        }
        (Err(error), None) => Err(CoreError::from(error).into()),
        (Ok(leaves), None) => Ok(Ok(Played { answers: record.same, leaves, cycles: record.cycles })),
    }
}

/// Walks below the first position, and moves and a count of each of the others; the leaves of the
/// first.
fn walks(machine: &mut dyn TextMachine, positions: &[Root], depth: u32) -> Result<u64, MachineError> {
    let Some((first, others)) = positions.split_first() else { return Ok(0) };
    let leaves = walk(machine, first, depth)?;
    for position in others {
        machine.load(position)?;
        machine.rest()?;
        machine.load(position)?;
        machine.perft(depth, true)?;
    }
    Ok(leaves)
}

/// A position, its moves one by one, those below its first one, and its counts; the leaves of the
/// last.
fn walk(machine: &mut dyn TextMachine, root: &Root, depth: u32) -> Result<u64, MachineError> {
    machine.load(root)?;
    machine.rest()?;
    machine.load(root)?;
    if machine.next()?.is_some() {
        machine.down()?;
        machine.rest()?;
        machine.up()?;
    }
    machine.load(root)?;
    let mut leaves = 0;
    for plies in 1..=depth {
        for ordered in [false, true] {
            leaves = machine.perft(plies, ordered)?.nodes;
        }
    }
    Ok(leaves)
}
