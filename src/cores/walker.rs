//! The core that counts game trees, at a whole node's moves a clock, behind a command port.

use super::pipelines::{self, LEVELS, THREADS};
use super::{CoreError, CoreInfo, Kind, ParameterInfo, Range, STACK_DEPTH, Setting, Settings};
use crate::chess::fast::perft::{self, PerftOptions};
use crate::netlist::Design;
use crate::prove::Property;
use crate::prove::properties::{self, States};
use crate::simulate::Ports;

pub(super) const PERFT: CoreInfo = CoreInfo {
    name: "chess-perft",
    top: "chess_perft",
    about: "counts the leaves of game trees: threads walk through inner nodes, and counters count the moves of the last ones",
    kind: Kind::Walker,
    parameters: &[
        ParameterInfo {
            name: PAIRS,
            about: "pairs that share the work, each of a pipeline for inner nodes and a counter",
            range: Range::Number { low: 1, high: 16 },
            default: Setting::Number(1),
            smallest: Some(Setting::Number(1)),
            only_with: None,
        },
        LEVELS,
        THREADS,
        ParameterInfo {
            name: STACK_DEPTH,
            about: "nodes of a thread's stack; the deepest count is two plies more",
            range: Range::PowerOfTwo { low: 4, high: 16 },
            default: Setting::Number(8),
            smallest: Some(Setting::Number(4)),
            only_with: None,
        },
    ],
};

const PAIRS: &str = "pairs";

fn options(core: &CoreInfo, settings: &Settings) -> PerftOptions {
    PerftOptions {
        name: core.name.into(),
        levels: pipelines::levels(settings),
        threads: pipelines::threads(settings),
        stack_depth: settings.number(STACK_DEPTH).unwrap_or(8),
        pairs: pairs(settings),
    }
}

/// The pairs of a core with these settings.
pub fn pairs(settings: &Settings) -> u32 {
    settings.number(PAIRS).unwrap_or(1)
}

/// The deepest count of a core with these settings, in half moves.
pub(super) fn deepest(core: &CoreInfo, settings: &Settings) -> u32 {
    options(core, settings).deepest()
}

/// The netlist of the core with these settings.
pub(super) fn design(core: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
    perft::perft(&options(core, settings))
        .map_err(|error| CoreError::Fast { core: core.name, error: Box::new(error) })
}

/// The properties that have to hold of the core; `design` is its netlist.
pub(super) fn properties(design: &Design) -> Result<Vec<Property>, CoreError> {
    let walkers = ["chess_perft_pair"];
    let states = States { used: perft::STATES, settling: perft::SETTLING_STATE };
    Ok(vec![
        properties::command_port(design, &walkers)?,
        properties::answered_at_rest(design, states, &walkers)?,
    ])
}

/// Positions loaded and counted, read back, refused, and a reset in the middle of a count.
pub(super) fn exercise(
    core: &CoreInfo,
    settings: &Settings,
    ports: &mut impl Ports,
) -> Result<(), CoreError> {
    Ok(perft::exercise(ports, deepest(core, settings))?)
}
