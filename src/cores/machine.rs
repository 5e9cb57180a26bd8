//! Machines of cores with a command port, in a simulator.

use std::path::Path;

use super::{CoreError, CoreInfo, Range, STACK_DEPTH, Settings, host};
use crate::game::{CommandPort, Driver, Game, GameLanes, Machine, TextLanes, TextMachine};
use crate::netlist::Design;
use crate::simulate::command_port::Pins;
use crate::simulate::lanes::Lanes;
use crate::simulate::outside::{self, Traces, Verilated};
use crate::simulate::{Ports, Simulation};

/// The simulator of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulator {
    /// Movewright's own simulator; it needs no other program.
    BuiltIn,
    /// Verilator, on the emitted Verilog. What it compiles is kept, see [`outside::default_cache`].
    Verilator(Traces),
}

impl Simulator {
    /// A design in the simulator, and the simulator's name for errors. The folder keeps Verilator's
    /// output.
    ///
    /// # Errors
    /// The simulator cannot run it.
    pub(super) fn run(
        self,
        design: &Design,
        cache: &Path,
    ) -> Result<(Box<dyn Ports>, &'static str), CoreError> {
        Ok(match self {
            Self::BuiltIn => (Box::new(Simulation::new(design)?), "built-in simulator"),
            Self::Verilator(traces) => (Box::new(Verilated::new(design, traces, cache)?), "verilator"),
        })
    }
}

/// The deepest node a core with these settings reaches, in plies below its root.
///
/// # Errors
/// [`CoreError::NoCommands`]: it has no command port; [`CoreError::NoWalker`]: it searches, and
/// counts nothing.
pub fn deepest(core: &CoreInfo, settings: &Settings) -> Result<u32, CoreError> {
    core.core.deepest(core, settings)
}

/// Whether the core can be built with a deeper stack than that of these settings.
pub fn has_a_deeper_stack(core: &CoreInfo, settings: &Settings) -> bool {
    let depths = core.parameters.iter().find(|known| known.name == STACK_DEPTH).map(|known| known.range);
    matches!(depths, Some(Range::PowerOfTwo { high, .. }) if settings.number(STACK_DEPTH) < Some(high))
}

/// The netlist of a core with these settings, which has its command port outside.
fn with_port(core: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
    match host(settings) {
        "port" => core.core.with_port(core, settings),
        host => Err(CoreError::NoPort { core: core.name, host }),
    }
}

/// The pins of a machine of a core with these settings, in a simulator, after a reset.
///
/// # Errors
/// See [`super::design`]; or the simulator cannot run it.
pub fn port(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
) -> Result<Pins<Box<dyn Ports>>, CoreError> {
    port_in(core, settings, simulator, &outside::default_cache())
}

/// The same as [`port`], with a folder that keeps Verilator's output.
///
/// # Errors
/// See [`port`].
pub fn port_in(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
    cache: &Path,
) -> Result<Pins<Box<dyn Ports>>, CoreError> {
    let (ports, name) = simulator.run(&with_port(core, settings)?, cache)?;
    Ok(Pins::new(ports, name).map_err(crate::game::MachineError::from)?)
}

/// A machine of a core with these settings, in a simulator, at the start of its game, driven by
/// text.
///
/// # Errors
/// See [`port`].
pub fn machine(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
) -> Result<Box<dyn TextMachine>, CoreError> {
    core.core.machine(core, settings, simulator)
}

/// The same for a core with a command port.
pub(super) fn behind_port(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
) -> Result<Box<dyn TextMachine>, CoreError> {
    // A core that searches gives moves, but goes nowhere.
    let stack = deepest(core, settings).or_else(|error| match error {
        CoreError::NoWalker { .. } => Ok(1),
        error => Err(error),
    })?;
    started(core, Box::new(port(core, settings, simulator)?), stack)
}

/// A machine of a core behind this port, at the start of its game.
pub(super) fn started(
    core: &CoreInfo,
    port: Box<dyn CommandPort>,
    stack: u32,
) -> Result<Box<dyn TextMachine>, CoreError> {
    let mut machine = core.game.machine(port, stack);
    machine.load(&core.start()?)?;
    Ok(machine)
}

/// A machine of a core with these settings, in a simulator, at the start of its game, driven by
/// positions and moves.
///
/// # Errors
/// See [`port`]; or the core is of another game.
pub fn driver<G: Game>(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
) -> Result<Driver<G, Pins<Box<dyn Ports>>>, CoreError> {
    driver_in(core, settings, simulator, &outside::default_cache())
}

/// The same as [`driver`], with a folder that keeps Verilator's output.
///
/// # Errors
/// See [`driver`].
pub fn driver_in<G: Game>(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
    cache: &Path,
) -> Result<Driver<G, Pins<Box<dyn Ports>>>, CoreError> {
    let mut machine = Driver::behind(port_in(core, settings, simulator, cache)?, deepest(core, settings)?);
    machine.load(core.position::<G>(&core.start()?)?)?;
    Ok(machine)
}

/// 64 machines of a core with these settings at once, in the built-in simulator.
///
/// # Errors
/// See [`machine`].
pub fn lanes(core: &CoreInfo, settings: &Settings) -> Result<Box<dyn TextLanes>, CoreError> {
    let stack = deepest(core, settings)?;
    Ok(core.game.lanes(Lanes::new(&with_port(core, settings)?)?, stack)?)
}

/// The same, driven by positions of the core's game.
///
/// # Errors
/// See [`machine`].
pub fn lanes_of<G: Game>(core: &CoreInfo, settings: &Settings) -> Result<GameLanes<G>, CoreError> {
    let stack = deepest(core, settings)?;
    Ok(GameLanes::new(Lanes::new(&with_port(core, settings)?)?, stack)?)
}
