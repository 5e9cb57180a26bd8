//! The core: how it is built, proven, driven and shown.

use movewright::cores::{
    Ability, BAUD_RATE, CLOCK, Core, CoreError, CoreInfo, HOST, STACK, Settings, exercise_linked, stack_depth,
};
use movewright::game::{Root, Text, exercise};
use movewright::netlist::Design;
use movewright::prove::{Property, properties};
use movewright::simulate::Ports;

use crate::machine;
use crate::rules::{BOARD, Othello, Position};
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

/// A middle game, a side that has to pass, and the end of a game, each with the plies of its walk.
const TREES: [(&str, u32); 3] = [
    ("...X..../..XXX.../.OXXXO../OOXXOX../.OOOXXX./..OXXXO./...O..../........ O", 4),
    ("XO....../......../......../......../......../......../......../.......O O", 3),
    ("XXXXXXXX/OOOOOOOO/XXXXXXXX/OOOOOOOO/XXXXXXXX/OOOOOOOO/XXXXXXXX/OOOOOOO. X", 4),
];

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

    fn exercise(&self, info: &CoreInfo, set: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        let tree = |(text, depth)| Ok((OthelloText.read(text).map_err(CoreError::build(info))?, depth));
        let trees: Vec<_> = TREES.into_iter().map(tree).collect::<Result<_, CoreError>>()?;
        exercise_linked(set, ports, |mut ports| {
            Ok(exercise::<Othello>(&mut ports, stack_depth(set), &trees)?)
        })
    }

    /// Four cycles for each node above the leaves.
    fn cycles_of_a_count(&self, _settings: &Settings, plies: &[f64], _ordered: bool) -> f64 {
        plies.split_last().map_or(0.0, |(_, inner)| 4.0 * (inner.iter().sum::<f64>() + 1.0))
    }

    fn picture(&self, info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
        root.of::<Othello>().map(picture).ok_or(CoreError::NoPicture { core: info.name })
    }
}

/// The board with its discs, as SVG.
fn picture(position: &Position) -> String {
    let disc = |at: u32| {
        let (x, y) = BOARD.coordinates(at);
        let side = position.discs.iter().position(|discs| discs >> at & 1 == 1)?;
        let (x, y, fill) = (30 * x + 15, 30 * y + 15, ["#111", "#fff"][side]);
        Some(format!("<circle cx='{x}' cy='{y}' r='12' fill='{fill}'/>"))
    };
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 240 240' width='240' height='240'>\
         <path fill='#2a7a4b' d='M0 0h240v240H0z'/>{}</svg>",
        (0..64).filter_map(disc).collect::<String>()
    )
}
