//! The core that finds checks on a board of bytes: a position in every clock cycle, without
//! commands.

use super::pipelines::{self, CUTS, LEVELS};
use super::shogi_count::board;
use super::{Ability, Core, CoreError, CoreInfo, Help, Settings, failed};
use crate::describe::EveryCycle;
use crate::game::Root;
use crate::netlist::Design;
use crate::prove::Property;
use crate::prove::properties::{self, Comes};
use crate::sections::{self, Asked, Own};
use crate::shogi::machine::check;
use crate::shogi::{Shogi, ShogiText};
use crate::simulate::Ports;

/// The text of its positions.
static TEXT: ShogiText = ShogiText;

/// The core that finds the checks of a position of shogi.
pub static SHOGI_CHECK: CoreInfo = CoreInfo {
    name: "shogi-check",
    top: "shogi_check",
    about: "finds the checkers, blockers and pinned pieces of a king of shogi on a board of bytes, in every clock cycle",
    game: &TEXT,
    abilities: &[Ability::Picture],
    core: &Checker,
    parameters: &[LEVELS, CUTS],
};

/// The machine of the core with these settings, and how long a board takes through it.
///
/// # Errors
/// The description breaks a rule of the netlist, or a cut names no signal.
pub fn shogi_check_machine(core: &CoreInfo, settings: &Settings) -> Result<EveryCycle, CoreError> {
    check::check(&pipelines::every_cycle(core, settings)).map_err(pipelines::failed(core))
}

/// The behaviour of the core.
#[derive(Debug)]
struct Checker;

impl Core for Checker {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "the board and the hands; the checks in a game tree, a position a cycle; the stages of the pipeline",
            notes: &[],
            examples: &[],
        }
    }

    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        Ok(shogi_check_machine(info, settings)?.design)
    }

    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let latency = shogi_check_machine(info, settings)?.latency;
        Ok(vec![properties::constant_latency(design, Comes::SHOGI_CHECK, latency)?])
    }

    /// Some thousand boards, with gaps between them and a reset on the way.
    fn exercise(
        &self,
        _info: &CoreInfo,
        _settings: &Settings,
        mut ports: &mut dyn Ports,
    ) -> Result<(), CoreError> {
        Ok(check::exercise(&mut ports).map_err(failed)?)
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
        let machine = shogi_check_machine(info, settings)?;
        Ok(sections::shogi_checks(asked.position::<Shogi>()?, &machine)?)
    }
}
