//! The core that generates the moves of Blokus Duo.

use super::{
    Ability, Core, CoreError, CoreInfo, Game, ParameterInfo, Range, STACK_DEPTH, Setting, Settings, Simulator,
};
use crate::blokus::generator::{self, BlokusMachine, Options};
use crate::netlist::Design;
use crate::prove::{Property, properties};
use crate::report::{self, Own, ReportError, Request};
use crate::simulate::Ports;
use crate::simulate::outside;

pub(super) static BLOKUS: CoreInfo = CoreInfo {
    name: "blokus",
    top: "blokus",
    about: "Blokus Duo move generator: a legal move in every clock cycle, largest pieces first",
    game: Game::Blokus,
    abilities: &[Ability::Moves, Ability::Perft, Ability::Picture],
    core: &Generator,
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
fn stack_depth(settings: &Settings) -> u32 {
    settings.number(STACK_DEPTH).unwrap_or_else(|| Options::default().stack_depth)
}

/// The behaviour of the core.
#[derive(Debug)]
struct Generator;

impl Core for Generator {
    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        let options = Options { name: info.name.into(), stack_depth: stack_depth(settings) };
        generator::design(&options)
            .map_err(|error| CoreError::Blokus { core: info.name, error: Box::new(error) })
    }

    fn properties(
        &self,
        _info: &CoreInfo,
        _settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        Ok(vec![properties::command_port(design, &[])?])
    }

    fn exercise(
        &self,
        _info: &CoreInfo,
        settings: &Settings,
        mut ports: &mut dyn Ports,
    ) -> Result<(), CoreError> {
        Ok(generator::exercise(&mut ports, stack_depth(settings))?)
    }

    fn page(&self, request: &Request, design: &Design) -> Result<Own, ReportError> {
        report::generator(request, design, stack_depth(&request.settings))
    }

    fn deepest(&self, _info: &CoreInfo, settings: &Settings) -> Result<u32, CoreError> {
        Ok(stack_depth(settings))
    }

    fn with_port(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        self.design(info, settings)
    }
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
    let (ports, name) = simulator.run(&core.core.design(core, settings)?, &outside::default_cache())?;
    Ok(BlokusMachine::new(ports, name, stack_depth(settings))?)
}
