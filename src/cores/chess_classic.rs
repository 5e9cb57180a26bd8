//! The cores with an array of squares, on the whole board and on a small one.

use super::line::{BAUD_RATE, CLOCK, HOST, exercise_linked, inner};
use super::{
    Ability, Core, CoreError, CoreInfo, Help, ParameterInfo, Range, STACK, Setting, Settings, stack_depth,
};
use crate::chess::classic::{self, properties as array};
use crate::chess::{CHESS, ChessText, ON_64_SQUARES};
use crate::game::{Root, Session};
use crate::netlist::Design;
use crate::parts::arbiter::Order;
use crate::parts::board::Board;
use crate::picture;
use crate::prove::{Property, properties};
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

/// Chess on 4 by 4 squares.
static ON_16_SQUARES: ChessText =
    ChessText { board: Board { files: 4, ranks: 4 }, start: "8/8/8/8/3k4/8/8/RK6 w - - 0 1" };

/// The array of squares, on a board.
#[derive(Debug)]
struct Array {
    board: Board,
}

/// The machine after Belle, which most commands take where none is named.
pub static CLASSIC: CoreInfo = CoreInfo {
    name: "chess-classic",
    top: "chess_classic",
    about: "64-square chess move generator after Belle, Deep Blue and Boulé & Zilic 2002",
    game: &ON_64_SQUARES,
    abilities: ABILITIES,
    core: &Array { board: CHESS },
    parameters: CLASSIC_PARAMETERS,
};

pub(super) static SMALL: CoreInfo = CoreInfo {
    name: "chess-small",
    top: "chess_small",
    about: "the same machine on 4 by 4 squares, without castling and promotion, for small devices",
    game: &ON_16_SQUARES,
    abilities: ABILITIES,
    core: &Array { board: ON_16_SQUARES.board },
    parameters: CLASSIC_PARAMETERS,
};

const ABILITIES: &[Ability] = &[Ability::Moves, Ability::Perft, Ability::Board, Ability::Picture];

const CLASSIC_PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo {
        name: "checks_first",
        about: "moves that give check come before all others",
        range: Range::Switch,
        default: Setting::Switch(true),
        smallest: Some(Setting::Switch(false)),
        only_with: None,
    },
    ParameterInfo {
        name: "legality",
        about: "moves that leave the own king attacked are taken back and not reported",
        range: Range::Switch,
        default: Setting::Switch(true),
        smallest: Some(Setting::Switch(false)),
        only_with: None,
    },
    ParameterInfo {
        name: "order",
        about: "most valuable victim and least valuable aggressor first, or by square alone",
        range: Range::Choice(&["mvv_lva", "plain"]),
        default: Setting::Word("mvv_lva"),
        smallest: Some(Setting::Word("plain")),
        only_with: None,
    },
    ParameterInfo { about: "plies of masks and of the move stack: the deepest node", ..STACK },
    HOST,
    CLOCK,
    BAUD_RATE,
];

/// What the help of commands says of chess.
const NOTES: &[(&str, &str)] = &[(
    "perft",
    "\
Chess has EPD of either of these forms, and ignores its other operations:
  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400; id \"the start\";
--checks-first walks with the moves first that give check.",
)];

const EXAMPLES: &[(&str, &str)] = &[
    (
        "moves",
        "movewright moves --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'",
    ),
    ("moves", "movewright moves --moves e4 e5 Nf3 Nc6"),
    ("moves", "movewright moves --piece knight"),
    ("moves", "movewright moves --set checks_first=off --format json"),
    ("perft", "movewright perft --depth 3 --moves e4 e5 --divide"),
    ("perft", "movewright perft --depth 2 --divide --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'"),
    ("perft", "movewright perft --depth 3 --epd tests/data/chess_perft.epd --format json"),
    ("perft", "grep KQkq tests/data/chess_perft.epd | movewright perft --depth 2 --epd -"),
    ("perft", "movewright perft --depth 2 --epd tests/data/chess_perft_suite.epd --lanes"),
    ("trace", "movewright trace --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' -o node.fst"),
    (
        "report",
        "movewright report chess-classic --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' -o report.html",
    ),
    ("gen", "movewright gen chess-classic --set checks_first=off --set stack_depth=16 -o build/small"),
    (
        "check",
        "movewright check chess-classic --set checks_first=off --only netlist --only vhdl --format json",
    ),
    ("host", "movewright host --sim moves --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'"),
];

const EXAMPLES_SMALL: &[(&str, &str)] =
    &[("build", "movewright build chess-small --board icebreaker -o build/icebreaker")];

/// Positions with moves of every kind, at least some of them ordered by what they take; the first is
/// that with which the game begins.
const TREES: &[(&str, u32)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2),
    ("8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1", 2),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 2),
];

/// The same on 4 by 4 squares.
const TREES_SMALL: &[(&str, u32)] = &[
    (ON_16_SQUARES.start, 3),
    ("8/8/8/8/nq1k4/8/1N6/KBR5 w - - 0 1", 3),
    ("8/8/8/8/3k4/1p6/P1P5/K7 b - - 0 1", 3),
];

fn order(settings: &Settings) -> Order {
    if settings.is("order", "plain") { Order::Plain } else { Order::Priority }
}

impl Core for Array {
    fn help(&self, _info: &CoreInfo) -> Help {
        let page =
            "a node's moves: lines on the board, priorities, the arbiters' choices, masks, the command port";
        match self.board == CHESS {
            true => Help { page, notes: NOTES, examples: EXAMPLES },
            false => Help { page, notes: &[], examples: EXAMPLES_SMALL },
        }
    }

    /// Of a core linked to a host they are proven of the core, which is the same modules.
    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let design = &*inner(info, settings, design)?;
        let mut properties = Vec::from(array::arbiter_tree(design, order(settings))?);
        properties.push(array::lines_exclude_each_other(design)?);
        properties.push(array::one_square_a_line(design)?);
        properties.push(array::make_then_undo(design, self.board)?);
        properties.push(properties::command_port(design, &[array::ARRAY])?);
        Ok(properties)
    }

    /// Positions with every special move, moves one by one, down and up, walks, answers that wait,
    /// commands that are refused, a reset in the middle of a walk. For a core linked to a host, the
    /// run drives the link: a position, some moves, and requests that the link refuses.
    fn exercise(&self, info: &CoreInfo, settings: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        exercise_linked(info, settings, ports, |mut ports| {
            Ok(classic::exercise(&mut ports, self.board, stack_depth(settings))?)
        })
    }

    fn trees(&self) -> &'static [(&'static str, u32)] {
        if self.board == CHESS { TREES } else { TREES_SMALL }
    }

    fn session(&self, _info: &CoreInfo) -> Result<Session, CoreError> {
        Ok(classic::session())
    }

    /// The replay drives the core at its command port, whatever it is linked to outside.
    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        design: &Design,
    ) -> Result<Own, CoreError> {
        let design = inner(info, settings, design)?;
        Ok(sections::array(asked, self.board, &design, stack_depth(settings))?)
    }

    fn with_port(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        let options = classic::Options {
            name: info.name.into(),
            checks_first: settings.is_on("checks_first"),
            legality: settings.is_on("legality"),
            order: order(settings),
            board: self.board,
            stack_depth: stack_depth(settings),
        };
        classic::design(&options).map_err(CoreError::build(info))
    }

    fn cycles_of_a_count(&self, _settings: &Settings, plies: &[f64], ordered: bool) -> f64 {
        plies.iter().sum::<f64>() * if ordered { 4.6 } else { 3.0 }
    }

    fn picture(&self, info: &CoreInfo, _root: &Root) -> Result<String, CoreError> {
        picture::array(self.board).map_err(CoreError::build(info))
    }
}
