//! The core that counts game trees of shogi, at a whole node's moves a clock, behind a command
//! port.

use super::pairs::{self, NODES, PAIRS, options};
use super::pipelines::{self, LEVELS, THREADS};
use super::{Ability, Core, CoreError, CoreInfo, Help, Pace, ParameterInfo, Setting, Settings};
use crate::game::Root;
use crate::netlist::Design;
use crate::picture;
use crate::prove::Property;
use crate::prove::properties::{self, States};
use crate::sections::{self, Asked, Own};
use crate::shogi::machine::perft;
use crate::shogi::{Shogi, ShogiText};
use crate::simulate::Ports;

/// The text of its positions and moves.
static TEXT: ShogiText = ShogiText;

pub(super) static SHOGI_PERFT: CoreInfo = CoreInfo {
    name: "shogi-perft",
    top: "shogi_perft",
    about: "counts the leaves of game trees of shogi: threads walk through inner nodes, and counters count the moves of the last ones",
    game: &TEXT,
    abilities: &[Ability::Perft, Ability::Picture],
    core: &Walker,
    parameters: &[PAIRS, ParameterInfo { default: Setting::Number(3), ..LEVELS }, THREADS, NODES],
};

/// A middle game that is known from perft tables of shogi.
const MIDDLE_GAME: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

/// The behaviour of the core.
#[derive(Debug)]
struct Walker;

impl Core for Walker {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "the board and the hands; a count deep enough to keep its threads busy: each pair in each cycle; its stages",
            notes: &[("check", "shogi-perft has a long pipeline, and takes more than ten minutes.")],
            examples: &[("perft", "movewright perft --core shogi-perft --depth 4 --against rules")],
        }
    }

    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        perft::perft(&options(info, settings)).map_err(pipelines::failed(info))
    }

    fn properties(
        &self,
        _info: &CoreInfo,
        _settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let walkers = ["shogi_perft_pair"];
        let states = States { used: perft::STATES, settling: perft::SETTLING_STATE, most: 89 };
        Ok(vec![
            properties::command_port(design, &walkers)?,
            properties::answered_at_rest(design, states, &walkers)?,
        ])
    }

    /// Positions loaded and counted, read back, refused, and a reset in the middle of a count.
    fn exercise(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        mut ports: &mut dyn Ports,
    ) -> Result<(), CoreError> {
        Ok(perft::exercise(&mut ports, options(info, settings).deepest())?)
    }

    fn picture(&self, info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
        Ok(picture::shogi(info.position::<Shogi>(root)?))
    }

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        design: &Design,
    ) -> Result<Own, CoreError> {
        Ok(sections::shogi_walker(asked, design, options(info, settings).deepest())?)
    }

    fn deepest(&self, info: &CoreInfo, settings: &Settings) -> Result<u32, CoreError> {
        Ok(options(info, settings).deepest())
    }

    fn with_port(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        self.design(info, settings)
    }

    fn cycles_of_a_count(&self, settings: &Settings, plies: &[f64], _ordered: bool) -> f64 {
        pairs::cycles_of_a_count(settings, plies)
    }

    fn pipelines(&self, settings: &Settings) -> Option<u32> {
        Some(pairs::pairs(settings))
    }

    fn pace(&self, info: &CoreInfo, settings: &Settings) -> Result<Pace, CoreError> {
        pairs::pace(info, settings, (MIDDLE_GAME, 3))
    }
}
