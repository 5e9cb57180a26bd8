//! The units of keys for a hash table of chess or shogi positions.

use super::{Core, CoreError, CoreInfo, ParameterInfo, Range, Setting, Settings};
use crate::chess::ON_64_SQUARES;
use crate::hash::hardware::{self, KeyPorts};
use crate::hash::zobrist::{self, shogi};
use crate::netlist::Design;
use crate::prove::Property;
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

pub(super) static KEYS: CoreInfo = CoreInfo {
    name: "hash-keys",
    top: "hash_keys",
    about: "makes the key of a chess or shogi position move by move, and takes moves back: a move in every cycle",
    game: &ON_64_SQUARES,
    abilities: &[],
    core: &Keys,
    parameters: &[
        ParameterInfo {
            name: GAME,
            about: "the game of the positions",
            range: Range::Choice(&["chess", SHOGI]),
            default: Setting::Word("chess"),
            smallest: None,
            only_with: None,
        },
        ParameterInfo {
            name: SEED,
            about: "the seed of the constants, as of the table in software",
            range: Range::Number { low: 0, high: u32::MAX },
            default: Setting::Number(zobrist::Constants::SEED as u32),
            smallest: None,
            only_with: None,
        },
    ],
};

const GAME: &str = "game";

const SHOGI: &str = "shogi";

const SEED: &str = "seed";

/// Moves of the games that the unit is compared with.
const MOVES: u32 = 3200;

/// Its behaviour.
#[derive(Debug)]
struct Keys;

fn is_of_shogi(settings: &Settings) -> bool {
    settings.is(GAME, SHOGI)
}

fn seed(settings: &Settings) -> u64 {
    settings.number(SEED).map_or(zobrist::Constants::SEED, u64::from)
}

impl Core for Keys {
    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        let (name, seed) = (info.top, seed(settings));
        let unit = match is_of_shogi(settings) {
            true => hardware::shogi_keys(name, &shogi::Constants::new(seed)),
            false => hardware::keys(name, &zobrist::Constants::new(seed)),
        };
        let mut design = unit.map_err(CoreError::build(info))?;
        design.name = info.name.into();
        design.settings = settings.effective(info);
        Ok(design)
    }

    fn properties(
        &self,
        _: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let ports = if is_of_shogi(settings) { KeyPorts::SHOGI } else { KeyPorts::CHESS };
        Ok(vec![hardware::moves_are_taken_back(design, ports)?])
    }

    /// Games at random, beside the keys in software.
    fn exercise(&self, _: &CoreInfo, settings: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        let seed = seed(settings);
        match is_of_shogi(settings) {
            true => hardware::exercise_shogi_keys(ports, &shogi::Constants::new(seed), MOVES)?,
            false => hardware::exercise_keys(ports, &zobrist::Constants::new(seed), MOVES)?,
        }
        Ok(())
    }

    fn page(&self, _: &CoreInfo, settings: &Settings, _: &Asked, _: &Design) -> Result<Own, CoreError> {
        let kept = match is_of_shogi(settings) {
            true => "the number of pieces in hand",
            false => "the rights to castle and the file of an en passant",
        };
        Ok(sections::keys(seed(settings), kept)?)
    }
}
