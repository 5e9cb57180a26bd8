//! The core: how it is built, proven, driven and shown.

use movewright::cores::{
    Ability, BAUD_RATE, CLOCK, Core, CoreError, CoreInfo, HOST, STACK, Settings, stack_depth,
};
use movewright::game::Root;
use movewright::netlist::Design;
use movewright::picture;
use movewright::prove::{Property, properties};

use crate::machine;
use crate::rules::{BOARD, Othello};
use crate::text::OthelloText;

/// The core `othello`.
pub static OTHELLO: CoreInfo = CoreInfo {
    name: "othello",
    top: "othello",
    about: "Othello move generator: all moves of a position at once, and a count of game trees",
    game: &OthelloText,
    abilities: &[Ability::Moves, Ability::Perft, Ability::Board, Ability::Picture],
    parameters: &[STACK, HOST, CLOCK, BAUD_RATE],
    core: &Generator,
};

/// The behaviour of the core.
#[derive(Debug)]
struct Generator;

impl Core for Generator {
    fn with_port(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        machine::design(info.top, stack_depth(settings)).map_err(CoreError::build(info))
    }

    /// They are proven of the core, whatever it is linked to.
    fn properties(&self, info: &CoreInfo, set: &Settings, _: &Design) -> Result<Vec<Property>, CoreError> {
        Ok(vec![properties::command_port(&self.with_port(info, set)?, &["legal_moves", "turned_discs"])?])
    }

    /// A middle game, a side that has to pass, and the end of a game.
    fn trees(&self) -> &'static [(&'static str, u32)] {
        &[
            ("...X..../..XXX.../.OXXXO../OOXXOX../.OOOXXX./..OXXXO./...O..../........ O", 4),
            ("XO....../......../......../......../......../......../......../.......O O", 3),
            ("XXXXXXXX/OOOOOOOO/XXXXXXXX/OOOOOOOO/XXXXXXXX/OOOOOOOO/XXXXXXXX/OOOOOOO. X", 4),
        ]
    }

    /// Four cycles for each node above the leaves.
    fn cycles_of_a_count(&self, _settings: &Settings, plies: &[f64], _ordered: bool) -> f64 {
        plies.split_last().map_or(0.0, |(_, inner)| 4.0 * (inner.iter().sum::<f64>() + 1.0))
    }

    fn picture(&self, info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
        let position = root.of::<Othello>().ok_or(CoreError::NoPicture { core: info.name })?;
        let disc = |at| ["#111", "#fff"].get(position.symbol(at)).copied();
        Ok(picture::discs(BOARD, "#2a7a4b", disc))
    }
}
