//! The core that generates the moves of Blokus Duo.

use super::{CoreError, CoreInfo, Kind, ParameterInfo, Range, STACK_DEPTH, Setting, Settings, Simulator};
use crate::blokus::generator::{self, BlokusMachine, Options};
use crate::netlist::Design;
use crate::prove::{Property, properties};
use crate::simulate::Ports;
use crate::simulate::outside;

pub(super) const BLOKUS: CoreInfo = CoreInfo {
    name: "blokus",
    top: "blokus",
    about: "Blokus Duo move generator: a legal move in every clock cycle, largest pieces first",
    kind: Kind::Blokus,
    parameters: &[ParameterInfo {
        name: STACK_DEPTH,
        about: "plies of the move stack: the deepest node",
        range: Range::PowerOfTwo { low: 8, high: 64 },
        default: Setting::Number(64),
        smallest: Some(Setting::Number(8)),
        only_with: None,
    }],
};

/// The deepest node of a core with these settings, in plies.
pub(super) fn stack_depth(settings: &Settings) -> u32 {
    settings.number(STACK_DEPTH).unwrap_or_else(|| Options::default().stack_depth)
}

/// The netlist of the core with these settings.
pub(super) fn design(core: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
    let options = Options { name: core.name.into(), stack_depth: stack_depth(settings) };
    generator::design(&options).map_err(|error| CoreError::Blokus { core: core.name, error: Box::new(error) })
}

/// The properties that have to hold of the core; `design` is its netlist.
pub(super) fn properties(design: &Design) -> Result<Vec<Property>, CoreError> {
    Ok(vec![properties::command_port(design, &[])?])
}

/// A run through everything its port can do.
pub(super) fn exercise(settings: &Settings, ports: &mut impl Ports) -> Result<(), CoreError> {
    Ok(generator::exercise(ports, stack_depth(settings))?)
}

/// A machine of the core with these settings, in a simulator, at the start of a game with player 1
/// to move.
///
/// # Errors
/// See [`super::design`]; or the simulator cannot run it.
pub fn blokus_machine(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
) -> Result<BlokusMachine<Box<dyn Ports>>, CoreError> {
    let (ports, name) = simulator.run(&design(core, settings)?, &outside::default_cache())?;
    Ok(BlokusMachine::new(ports, name, stack_depth(settings))?)
}
