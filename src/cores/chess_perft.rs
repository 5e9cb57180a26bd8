//! The core that counts game trees, at a whole node's moves a clock, behind a command port.

use super::pairs::{NODES, PAIRS, Walker};
use super::pipelines::{LEVELS, THREADS};
use super::{Ability, CoreInfo, Help};
use crate::chess::ON_64_SQUARES;
use crate::chess::fast::perft;
use crate::sections;

pub(super) static PERFT: CoreInfo = CoreInfo {
    name: "chess-perft",
    top: "chess_perft",
    about: "counts the leaves of game trees: threads walk through inner nodes, and counters count the moves of the last ones",
    game: &ON_64_SQUARES,
    abilities: &[Ability::Perft],
    core: &WALKER,
    parameters: &[PAIRS, LEVELS, THREADS, NODES],
};

/// Kiwipete, by Peter McKenzie.
const MIDDLE_GAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The behaviour of the core.
static WALKER: Walker = Walker {
    help: Help {
        page: "a count deep enough to keep its threads busy: each pair in each cycle; its stages",
        notes: &[("check", "chess-perft has a long pipeline, and takes five to ten minutes.")],
        examples: &[(
            "perft",
            "movewright perft --depth 3 --core chess-perft --against chess-classic --epd tests/data/chess_perft.epd",
        )],
    },
    design: perft::perft,
    exercise: |mut ports, deepest| perft::exercise(&mut ports, deepest),
    page: sections::chess_walker,
    picture: None,
    pair: "chess_perft_pair",
    answered: 72,
    middle_game: (MIDDLE_GAME, 4),
};
