//! The core that counts game trees of shogi, at a whole node's moves a clock, behind a command
//! port.

use super::pairs::{NODES, PAIRS, Walker};
use super::pipelines::{LEVELS, THREADS};
use super::shogi_count::board;
use super::{Ability, CoreInfo, Help, ParameterInfo, Setting};
use crate::sections;
use crate::shogi::ShogiText;
use crate::shogi::machine::perft;

/// The text of its positions and moves.
static TEXT: ShogiText = ShogiText;

pub(super) static SHOGI_PERFT: CoreInfo = CoreInfo {
    name: "shogi-perft",
    top: "shogi_perft",
    about: "counts the leaves of game trees of shogi: threads walk through inner nodes, and counters count the moves of the last ones",
    game: &TEXT,
    abilities: &[Ability::Perft, Ability::Picture],
    core: &WALKER,
    parameters: &[PAIRS, ParameterInfo { default: Setting::Number(3), ..LEVELS }, THREADS, NODES],
};

/// A middle game that is known from perft tables of shogi.
const MIDDLE_GAME: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

/// The behaviour of the core.
static WALKER: Walker = Walker {
    help: Help {
        page: "the board and the hands; a count deep enough to keep its threads busy: each pair in each cycle; its stages",
        notes: &[("check", "shogi-perft has a long pipeline, and takes more than ten minutes.")],
        examples: &[("perft", "movewright perft --core shogi-perft --depth 4 --against rules")],
    },
    design: perft::perft,
    exercise: |mut ports, deepest| perft::exercise(&mut ports, deepest),
    page: sections::shogi_walker,
    picture: Some(board),
    pair: "shogi_perft_pair",
    answered: 89,
    middle_game: (MIDDLE_GAME, 3),
};
