//! The unit of keys for a hash table of chess positions.

use super::{Core, CoreError, CoreInfo, ParameterInfo, Range, Setting, Settings};
use crate::chess::ON_64_SQUARES;
use crate::hash::hardware;
use crate::hash::zobrist::Constants;
use crate::netlist::Design;
use crate::prove::Property;
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

pub(super) static KEYS: CoreInfo = CoreInfo {
    name: "hash-keys",
    top: "hash_keys",
    about: "makes the key of a chess position move by move, and takes moves back: a move in every cycle",
    game: &ON_64_SQUARES,
    abilities: &[],
    core: &Keys,
    parameters: &[ParameterInfo {
        name: SEED,
        about: "the seed of the constants, as of the table in software",
        range: Range::Number { low: 0, high: u32::MAX },
        default: Setting::Number(Constants::SEED as u32),
        smallest: None,
        only_with: None,
    }],
};

const SEED: &str = "seed";

/// Moves of the games that the unit is compared with.
const MOVES: u32 = 3200;

/// Its behaviour.
#[derive(Debug)]
struct Keys;

fn constants(settings: &Settings) -> Constants {
    Constants::new(settings.number(SEED).map_or(Constants::SEED, u64::from))
}

impl Core for Keys {
    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        let mut design = hardware::keys(info.top, &constants(settings)).map_err(CoreError::build(info))?;
        design.name = info.name.into();
        Ok(design)
    }

    fn properties(&self, _: &CoreInfo, _: &Settings, _: &Design) -> Result<Vec<Property>, CoreError> {
        Ok(Vec::new())
    }

    /// Games at random, beside the keys in software.
    fn exercise(&self, _: &CoreInfo, settings: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        Ok(hardware::exercise_keys(ports, &constants(settings), MOVES)?)
    }

    fn page(&self, _: &CoreInfo, settings: &Settings, _: &Asked, _: &Design) -> Result<Own, CoreError> {
        Ok(sections::keys(constants(settings).seed())?)
    }
}
