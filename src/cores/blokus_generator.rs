//! The core that generates the moves of Blokus Duo.

use super::{Ability, Core, CoreError, CoreInfo, Help, STACK, Settings, stack_depth};
use crate::blokus::generator::{self, Options};
use crate::blokus::{Blokus, BlokusText};
use crate::game::Root;
use crate::netlist::Design;
use crate::picture;
use crate::prove::{Property, properties};
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

pub(super) static BLOKUS: CoreInfo = CoreInfo {
    name: "blokus",
    top: "blokus",
    about: "Blokus Duo move generator: a legal move in every clock cycle, largest pieces first",
    game: &BlokusText,
    abilities: &[Ability::Moves, Ability::Perft, Ability::Picture],
    core: &Generator,
    parameters: &[STACK],
};

/// The behaviour of the core.
#[derive(Debug)]
struct Generator;

impl Core for Generator {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "a node's moves: board, usable corners, the stages of the stream, the command port",
            notes: &[],
            examples: &[
                ("moves", "movewright moves --core blokus --position '45g2 9at5'"),
                ("moves", "movewright moves --core blokus --position '45g2 9at5' --piece t u"),
                ("perft", "movewright perft --core blokus --depth 2"),
                ("trace", "movewright trace --core blokus --position '45g2 9at5' -o blokus.vcd"),
                ("picture", "movewright picture blokus --position '45g2 9at5' -o board.svg"),
                ("report", "movewright report blokus --position '45g2 9at5' -o blokus.html"),
                ("gen", "movewright gen blokus --prefix duo_ -o build/duo"),
                ("gen", "movewright gen blokus --hdl vhdl --library duo -o build/duo_vhdl"),
                ("gallery", "movewright gallery chess-classic blokus -o gallery"),
            ],
        }
    }

    fn with_port(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        let options = Options { name: info.name.into(), stack_depth: stack_depth(settings) };
        generator::design(&options).map_err(CoreError::build(info))
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

    fn page(
        &self,
        _info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        design: &Design,
    ) -> Result<Own, CoreError> {
        Ok(sections::generator(asked, design, stack_depth(settings))?)
    }

    /// A leaf takes a cycle, and a move that is made some 25.
    fn cycles_of_a_count(&self, _settings: &Settings, plies: &[f64], _ordered: bool) -> f64 {
        let (last, inner) =
            plies.split_last().map_or((0.0, 0.0), |(last, inner)| (*last, inner.iter().sum()));
        last + 25.0 * (inner + 1.0)
    }

    fn picture(&self, info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
        board(info, root)
    }
}

/// A picture of the board with this position.
pub(super) fn board(info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
    picture::board(info.position::<Blokus>(root)?).map_err(CoreError::build(info))
}
