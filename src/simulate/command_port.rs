//! The command port of a simulated machine, pin by pin. All drivers and stimuli of machines with a
//! command port share it.

use std::fmt;
use std::path::Path;

use thiserror::Error;

use super::{Ports, PortsError};

/// A limit of cycles: no command waits longer to be taken, and none takes longer unless its answer
/// is the count of a tree.
pub const PATIENCE: u64 = 100_000;

/// A command of a machine's port, with its operand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// The number of the command, as on the pins `command`.
    pub code: u8,
    /// Its name, for errors.
    pub name: &'static str,
    /// The operand, as on the pins `command_data`.
    pub data: u64,
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.data)
    }
}

/// The answer of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The word.
    pub data: u64,
    /// The command means nothing, or not now.
    pub refused: bool,
    /// Clock cycles from the edge that takes the command to the one that takes the answer.
    pub cycles: u64,
}

/// The reasons why there is no answer.
#[derive(Debug, Error)]
pub enum CommandError {
    /// The simulator failed.
    #[error(transparent)]
    Ports(#[from] PortsError),
    /// The machine does not go on.
    #[error("{port} stayed low for {cycles} cycles: the machine hangs")]
    Hangs {
        /// The output that was waited for.
        port: &'static str,
        /// The cycles waited.
        cycles: u64,
    },
}

/// The pins of a machine in a simulator.
pub struct Pins<P> {
    ports: P,
    simulator: &'static str,
    watch: Option<Watch>,
}

/// Is told the clock cycles of a long command so far, now and then.
pub type Watch = Box<dyn FnMut(u64)>;

/// Clock cycles between two of these reports.
const GLANCE: u64 = 1 << 14;

/// The reason why a machine in a simulator did not do its work.
#[derive(Debug, Error)]
#[error("{simulator}: {problem}")]
pub struct PinsError {
    /// The simulator.
    pub simulator: &'static str,
    /// The problem.
    pub problem: String,
}

impl<P: Ports> Pins<P> {
    /// Resets the machine behind the ports; `simulator` is a name for errors.
    ///
    /// # Errors
    /// The simulator failed, as in every method.
    pub fn new(ports: P, simulator: &'static str) -> Result<Self, PinsError> {
        let mut pins = Self { ports, simulator, watch: None };
        reset(&mut pins.ports).map_err(|error| pins.failed(error))?;
        Ok(pins)
    }

    /// The ports.
    pub fn ports(&mut self) -> &mut P {
        &mut self.ports
    }

    /// The simulator of the machine.
    pub fn simulator(&self) -> &'static str {
        self.simulator
    }

    /// Sets the watcher that is told how long a command has taken.
    pub fn watch(&mut self, watch: Watch) {
        self.watch = Some(watch);
    }

    /// An error of this machine.
    pub fn failed(&self, problem: impl ToString) -> PinsError {
        PinsError { simulator: self.simulator, problem: problem.to_string() }
    }

    /// Carries out a command, whose answer comes within `limit` cycles.
    ///
    /// # Errors
    /// The machine refused it, or hangs.
    pub fn command(&mut self, word: Word, limit: u64) -> Result<Answer, PinsError> {
        let mut nobody: Watch = Box::new(|_| ());
        let watch = self.watch.as_mut().unwrap_or(&mut nobody);
        let answer = command_watched(&mut self.ports, word.code.into(), word.data, limit, watch)
            .map_err(|error| self.failed(error))?;
        match answer.refused {
            true => Err(self.failed(format!("the machine refused {word:?}"))),
            false => Ok(answer),
        }
    }

    /// Carries out a command that another one ends early, see [`command_while`].
    ///
    /// # Errors
    /// The machine refused it, or hangs.
    pub fn command_while(
        &mut self,
        word: Word,
        stop: Word,
        piece: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Answer, PinsError> {
        let answer =
            command_while(&mut self.ports, word, stop, piece, goes_on).map_err(|error| self.failed(error))?;
        match answer.refused {
            true => Err(self.failed(format!("the machine refused {word:?}"))),
            false => Ok(answer),
        }
    }

    /// Starts a waveform trace. The file's name ends in `.vcd` or `.fst`.
    ///
    /// # Errors
    /// The file cannot be written, or the simulator has no traces.
    pub fn trace(&mut self, path: &Path) -> Result<(), PinsError> {
        self.ports.trace(path).map_err(|error| self.failed(error))
    }

    /// Ends the trace, if there is one, and writes the rest of it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish_trace(&mut self) -> Result<(), PinsError> {
        self.ports.finish_trace().map_err(|error| self.failed(error))
    }
}

/// Resets the machine, and leaves the port without a command and ready for answers.
///
/// # Errors
/// The simulator failed.
pub fn reset(ports: &mut impl Ports) -> Result<(), PortsError> {
    for (port, value) in
        [("command_valid", 0), ("command", 0), ("command_data", 0), ("response_ready", 1), ("reset", 1)]
    {
        ports.poke(port, value)?;
    }
    ports.step()?;
    ports.poke("reset", 0)
}

/// Carries out a command, whose answer comes within `limit` cycles.
///
/// # Errors
/// The simulator failed, or the machine hangs.
pub fn command(ports: &mut impl Ports, command: u64, data: u64, limit: u64) -> Result<Answer, CommandError> {
    command_watched(ports, command, data, limit, &mut |_| ())
}

fn command_watched(
    ports: &mut impl Ports,
    command: u64,
    data: u64,
    limit: u64,
    watch: &mut dyn FnMut(u64),
) -> Result<Answer, CommandError> {
    const PORT: &str = "response_valid";
    give(ports, command, data)?;
    let mut waited = 0;
    let cycles = loop {
        let glance = GLANCE.min(limit - waited);
        if let Some(cycles) = ports.step_until(PORT, glance)? {
            break waited + cycles + 1;
        }
        waited += glance;
        if waited == limit {
            return Err(CommandError::Hangs { port: PORT, cycles: limit });
        }
        watch(waited);
    };
    let answer =
        Answer { data: ports.peek("response_data")?, refused: ports.peek("response_error")? != 0, cycles };
    ports.step()?;
    Ok(answer)
}

/// Carries out a command of any length. `goes_on` is asked after each `piece` of clock cycles (at
/// least 1) whether it may go on, and is told the cycles so far. If it may not, the command `stop`
/// is offered: the machine sees it and ends what it does, and takes it after the answer.
///
/// # Errors
/// The simulator failed, or the machine hangs, or goes on though it was told to stop.
pub fn command_while(
    ports: &mut impl Ports,
    word: Word,
    stop: Word,
    piece: u64,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Answer, CommandError> {
    const PORT: &str = "response_valid";
    give(ports, word.code.into(), word.data)?;
    let (mut waited, mut stops) = (0, false);
    let cycles = loop {
        let piece = if stops { PATIENCE } else { piece.max(1) };
        if let Some(cycles) = ports.step_until(PORT, piece)? {
            break waited + cycles + 1;
        }
        waited += piece;
        if stops {
            return Err(CommandError::Hangs { port: PORT, cycles: PATIENCE });
        }
        if !goes_on(waited) {
            stops = true;
            offer(ports, stop.code.into(), stop.data)?;
        }
    };
    let answer =
        Answer { data: ports.peek("response_data")?, refused: ports.peek("response_error")? != 0, cycles };
    ports.step()?;
    if stops {
        taken(ports)?;
        wait_for(ports, PORT, PATIENCE)?;
        ports.step()?;
    }
    Ok(answer)
}

/// Offers a command until it is taken, without waiting for the answer.
///
/// # Errors
/// The simulator failed, or the machine hangs.
pub fn give(ports: &mut impl Ports, command: u64, data: u64) -> Result<(), CommandError> {
    offer(ports, command, data)?;
    taken(ports)
}

/// Offers a command.
fn offer(ports: &mut impl Ports, command: u64, data: u64) -> Result<(), CommandError> {
    ports.poke("command_valid", 1)?;
    ports.poke("command", command)?;
    Ok(ports.poke("command_data", data)?)
}

/// Waits until the command that is offered is taken.
fn taken(ports: &mut impl Ports) -> Result<(), CommandError> {
    wait_for(ports, "command_ready", PATIENCE)?;
    ports.step()?;
    Ok(ports.poke("command_valid", 0)?)
}

/// Gives a command and takes its answer only after the port's inputs have changed a few times.
///
/// # Errors
/// The simulator failed, or the machine hangs.
pub fn answer_late(ports: &mut impl Ports, command: u64, data: u64) -> Result<(), CommandError> {
    ports.poke("response_ready", 0)?;
    give(ports, command, data)?;
    wait_for(ports, "response_valid", PATIENCE)?;
    for other in [0x3ff, 0x155, 0x0aa] {
        ports.poke("command_data", other)?;
        ports.step()?;
    }
    ports.poke("response_ready", 1)?;
    Ok(ports.step()?)
}

/// Gives a command and resets the machine after this many cycles, or when the answer is there.
///
/// # Errors
/// The simulator failed, or the machine hangs.
pub fn interrupt(ports: &mut impl Ports, command: u64, data: u64, cycles: u64) -> Result<(), CommandError> {
    give(ports, command, data)?;
    ports.step_until("response_valid", cycles)?;
    ports.poke("reset", 1)?;
    ports.step()?;
    Ok(ports.poke("reset", 0)?)
}

fn wait_for(ports: &mut impl Ports, port: &'static str, cycles: u64) -> Result<u64, CommandError> {
    ports.step_until(port, cycles)?.ok_or(CommandError::Hangs { port, cycles })
}
