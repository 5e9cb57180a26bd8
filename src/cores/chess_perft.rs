//! The core that counts game trees, at a whole node's moves a clock, behind a command port.

use super::pairs::{self, NODES, PAIRS, options};
use super::pipelines::{self, LEVELS, THREADS};
use super::{Ability, Core, CoreError, CoreInfo, Help, Pace, Settings};
use crate::chess::ON_64_SQUARES;
use crate::chess::fast::perft;
use crate::netlist::Design;
use crate::prove::Property;
use crate::prove::properties::{self, States};
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

pub(super) static PERFT: CoreInfo = CoreInfo {
    name: "chess-perft",
    top: "chess_perft",
    about: "counts the leaves of game trees: threads walk through inner nodes, and counters count the moves of the last ones",
    game: &ON_64_SQUARES,
    abilities: &[Ability::Perft],
    core: &Walker,
    parameters: &[PAIRS, LEVELS, THREADS, NODES],
};

/// Kiwipete, by Peter McKenzie.
const MIDDLE_GAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The behaviour of the core.
#[derive(Debug)]
struct Walker;

impl Core for Walker {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "a count deep enough to keep its threads busy: each pair in each cycle; its stages",
            notes: &[("check", "chess-perft has a long pipeline, and takes five to ten minutes.")],
            examples: &[(
                "perft",
                "movewright perft --depth 3 --core chess-perft --against chess-classic --epd tests/data/chess_perft.epd",
            )],
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
        let walkers = ["chess_perft_pair"];
        let states = States { used: perft::STATES, settling: perft::SETTLING_STATE, most: 72 };
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

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        design: &Design,
    ) -> Result<Own, CoreError> {
        Ok(sections::chess_walker(asked, design, options(info, settings).deepest())?)
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
        pairs::pace(info, settings, (MIDDLE_GAME, 4))
    }
}
