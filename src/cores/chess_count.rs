//! The core that counts: a position in every clock cycle, without commands.

use super::chess_classic::CLASSIC;
use super::pipelines::{self, CUTS, LEVELS};
use super::{
    Core, CoreError, CoreInfo, Help, ParameterInfo, Range, Setting, Settings, Simulator, driver, failed,
};
use crate::chess::fast::{self, CountOptions};
use crate::chess::{Chess, ON_64_SQUARES, Position};
use crate::describe::EveryCycle;
use crate::game::Machine;
use crate::netlist::Design;
use crate::prove::Property;
use crate::prove::properties::{self, Comes};
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

pub(super) static COUNT: CoreInfo = CoreInfo {
    name: "chess-count",
    top: "chess_count",
    about: "counts the legal moves of a whole position in every clock cycle",
    game: &ON_64_SQUARES,
    abilities: &[],
    core: &Counter,
    parameters: &[
        LEVELS,
        CUTS,
        ParameterInfo {
            name: SETS,
            about: "adds a count of the moves from one origin, with their destinations as a set",
            range: Range::Switch,
            default: Setting::Switch(false),
            smallest: Some(Setting::Switch(false)),
            only_with: None,
        },
    ],
};

const SETS: &str = "sets";

/// The machine of the core with these settings, and how long a position takes through it.
///
/// # Errors
/// The description breaks a rule of the netlist.
pub fn count_machine(core: &CoreInfo, settings: &Settings) -> Result<EveryCycle, CoreError> {
    let options =
        CountOptions { machine: pipelines::every_cycle(core, settings), sets: settings.is_on(SETS) };
    fast::count(&options).map_err(pipelines::failed(core))
}

/// The behaviour of the core.
#[derive(Debug)]
struct Counter;

impl Core for Counter {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "the positions of a game tree, one a cycle; the stages of the pipeline",
            notes: &[],
            examples: &[],
        }
    }

    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        Ok(count_machine(info, settings)?.design)
    }

    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let latency = count_machine(info, settings)?.latency;
        Ok(vec![properties::constant_latency(design, Comes::COUNT, latency)?])
    }

    /// Some thousand positions, with gaps between them and a reset on the way.
    fn exercise(
        &self,
        _info: &CoreInfo,
        _settings: &Settings,
        mut ports: &mut dyn Ports,
    ) -> Result<(), CoreError> {
        Ok(fast::exercise(&mut ports).map_err(failed)?)
    }

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        _design: &Design,
    ) -> Result<Own, CoreError> {
        let machine = count_machine(info, settings)?;
        let walked = walked(settings, asked.position::<Chess>()?)?;
        Ok(sections::counter(asked, &machine, walked)?)
    }
}

/// The leaves of two plies, by the walker of chess-classic.
pub(super) fn walked(settings: &Settings, position: &Position) -> Result<u64, CoreError> {
    let mut machine = driver::<Chess>(&CLASSIC, &settings.of(&CLASSIC), Simulator::BuiltIn)?;
    machine.load(position)?;
    Ok(machine.perft(2, false)?.nodes)
}
