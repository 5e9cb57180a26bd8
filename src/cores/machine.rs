//! Machines of cores with a command port, in a simulator.

use std::path::Path;

use super::{CoreError, CoreInfo, Range, STACK_DEPTH, Settings, player};
use crate::chess::classic::{ClassicLanes, ClassicMachine};
use crate::chess::machine::Machine;
use crate::netlist::Design;
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

/// The deepest node a core with these settings reaches, in half moves below its root.
///
/// # Errors
/// [`CoreError::NoCommands`]: it has no command port; [`CoreError::NoWalker`]: it searches, and counts nothing.
pub fn deepest(core: &CoreInfo, settings: &Settings) -> Result<u32, CoreError> {
    core.core.deepest(core, settings)
}

/// Whether the core can be built with a deeper stack than that of these settings.
pub fn has_a_deeper_stack(core: &CoreInfo, settings: &Settings) -> bool {
    let depths = core.parameters.iter().find(|known| known.name == STACK_DEPTH).map(|known| known.range);
    matches!(depths, Some(Range::PowerOfTwo { high, .. }) if settings.number(STACK_DEPTH) < Some(high))
}

/// A machine of a core with these settings, in a simulator, at the start of the game.
///
/// # Errors
/// See [`super::design`]; or the simulator cannot run it.
pub fn machine(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
) -> Result<Box<dyn Machine>, CoreError> {
    machine_in(core, settings, simulator, &outside::default_cache())
}

/// The same as [`machine`], with a folder that keeps Verilator's output.
///
/// # Errors
/// See [`machine`].
pub fn machine_in(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
    cache: &Path,
) -> Result<Box<dyn Machine>, CoreError> {
    let stack = deepest(core, settings)?;
    let (ports, name) = simulator.run(&core.core.with_port(core, settings)?, cache)?;
    let mut machine = Box::new(ClassicMachine::new(ports, name, stack)?);
    machine.load(&player::start(core)?)?;
    Ok(machine)
}

/// 64 machines of a core with these settings at once, in the built-in simulator.
///
/// # Errors
/// See [`machine`].
pub fn lanes(core: &CoreInfo, settings: &Settings) -> Result<ClassicLanes, CoreError> {
    let stack = deepest(core, settings)?;
    Ok(ClassicLanes::new(Lanes::new(&core.core.with_port(core, settings)?)?, stack)?)
}
