//! The core that counts the moves of shogi: a position in every clock cycle, without commands.

use super::pipelines::{self, CUTS, LEVELS};
use super::{Ability, Core, CoreError, CoreInfo, Help, ParameterInfo, Setting, Settings, Simulator, failed};
use crate::describe::EveryCycle;
use crate::game::{Counted, Counting, Root, TextMachine, Told};
use crate::netlist::Design;
use crate::picture;
use crate::prove::Property;
use crate::prove::properties::{self, Comes};
use crate::sections::{self, Asked, Own};
use crate::shogi::machine;
use crate::shogi::{Shogi, ShogiText};
use crate::simulate::Ports;
use crate::simulate::outside;

/// The text of its positions and moves.
static TEXT: ShogiText = ShogiText;

/// The core that counts the moves of a position of shogi.
pub static SHOGI_COUNT: CoreInfo = CoreInfo {
    name: "shogi-count",
    top: "shogi_count",
    about: "counts the legal moves of a whole position of shogi in every clock cycle",
    game: &TEXT,
    abilities: &[Ability::Moves, Ability::Perft, Ability::Picture],
    core: &Counter,
    parameters: &[ParameterInfo { default: Setting::Number(3), ..LEVELS }, CUTS],
};

/// The machine of the core with these settings, and how long a position takes through it.
///
/// # Errors
/// The description breaks a rule of the netlist, or a cut names no signal.
pub fn shogi_count_machine(core: &CoreInfo, settings: &Settings) -> Result<EveryCycle, CoreError> {
    machine::count(&pipelines::every_cycle(core, settings)).map_err(pipelines::failed(core))
}

/// The behaviour of the core.
#[derive(Debug)]
struct Counter;

impl Core for Counter {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "the board and the hands; the positions of a game tree, one a cycle; the stages of the pipeline",
            notes: &[],
            examples: &[
                ("moves", "movewright moves --core shogi-count --moves 7g7f 3c3d"),
                ("perft", "movewright perft --core shogi-count --depth 3 --against rules"),
            ],
        }
    }

    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        Ok(shogi_count_machine(info, settings)?.design)
    }

    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let latency = shogi_count_machine(info, settings)?.latency;
        Ok(vec![properties::constant_latency(design, Comes::SHOGI_COUNT, latency)?])
    }

    /// Some thousand positions, with gaps between them and a reset on the way.
    fn exercise(
        &self,
        _info: &CoreInfo,
        _settings: &Settings,
        mut ports: &mut dyn Ports,
    ) -> Result<(), CoreError> {
        Ok(machine::exercise(&mut ports).map_err(failed)?)
    }

    /// The rules in software go as deep as one has time for.
    fn deepest(&self, _info: &CoreInfo, _settings: &Settings) -> Result<u32, CoreError> {
        Ok(machine::DEEPEST)
    }

    /// It takes no commands: the positions of a tree are given to it one by one.
    fn machine(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        simulator: Simulator,
    ) -> Result<Box<dyn TextMachine>, CoreError> {
        let EveryCycle { design, latency } = shogi_count_machine(info, settings)?;
        let (ports, name) = simulator.run(&design, &outside::default_cache())?;
        let counting = Counting::<Shogi> { latency, give: machine::give, told: machine::told };
        let mut machine = Told::new(&TEXT, Counted::new(ports, name, counting)?);
        machine.load(&info.start()?)?;
        Ok(Box::new(machine))
    }

    /// The positions just above the leaves.
    fn cycles_of_a_count(&self, _settings: &Settings, plies: &[f64], _ordered: bool) -> f64 {
        plies.len().checked_sub(2).and_then(|above| plies.get(above)).copied().unwrap_or(1.0)
    }

    fn pipelines(&self, _settings: &Settings) -> Option<u32> {
        Some(1)
    }

    fn picture(&self, info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
        board(info, root)
    }

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        _design: &Design,
    ) -> Result<Own, CoreError> {
        let machine = shogi_count_machine(info, settings)?;
        Ok(sections::shogi_counter(asked, &machine)?)
    }
}

/// A picture of the board and the hands with this position.
pub(super) fn board(info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
    Ok(picture::shogi(info.position::<Shogi>(root)?))
}
