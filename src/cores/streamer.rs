//! The core that gives an ordered legal move in every clock cycle, to threads that take turns.

use super::pipelines::{self, CUTS, LEVELS, THREADS};
use super::{CoreError, CoreInfo, Kind, ParameterInfo, Range, STACK_DEPTH, Setting, Settings, failed};
use crate::chess::fast::stream::{self, Stream, StreamOptions, stream};
use crate::netlist::Design;
use crate::prove::{Property, properties};
use crate::simulate::Ports;

pub(super) const STREAM: CoreInfo = CoreInfo {
    name: "chess-stream",
    top: "chess_stream",
    about: "gives an ordered legal move, and the position after it, in every clock cycle, to threads that take turns",
    kind: Kind::Streamer,
    parameters: &[
        LEVELS,
        CUTS,
        THREADS,
        ParameterInfo {
            name: STACK_DEPTH,
            about: "nodes of a thread's stack: its deepest ply",
            range: Range::PowerOfTwo { low: 4, high: 64 },
            default: Setting::Number(64),
            smallest: Some(Setting::Number(4)),
            only_with: None,
        },
        ParameterInfo {
            name: CHECKS_FIRST,
            about: "moves that give check come before all others",
            range: Range::Switch,
            default: Setting::Switch(false),
            smallest: Some(Setting::Switch(false)),
            only_with: None,
        },
    ],
};

const CHECKS_FIRST: &str = "checks_first";

/// The machine of the core with these settings, and its times.
///
/// # Errors
/// The description breaks a rule of the netlist.
pub fn stream_machine(core: &CoreInfo, settings: &Settings) -> Result<Stream, CoreError> {
    let options = StreamOptions {
        name: core.name.into(),
        levels: pipelines::levels(settings),
        cuts: pipelines::cuts(settings),
        threads: pipelines::threads(settings),
        stack_depth: settings.number(STACK_DEPTH).unwrap_or(64),
        checks_first: settings.is_on(CHECKS_FIRST),
    };
    stream(&options).map_err(|error| CoreError::Fast { core: core.name, error: Box::new(error) })
}

/// The netlist of the core with these settings.
pub(super) fn design(core: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
    Ok(stream_machine(core, settings)?.design)
}

/// The properties that have to hold of the core with these settings; `design` is its netlist.
pub(super) fn properties(
    core: &CoreInfo,
    settings: &Settings,
    design: &Design,
) -> Result<Vec<Property>, CoreError> {
    let Stream { latency, threads, .. } = stream_machine(core, settings)?;
    Ok(vec![
        properties::answered_in_turn(design, latency, threads)?,
        properties::taken_in_time(design, latency, threads)?,
    ])
}

/// Trees walked by all threads at once, commands that are refused, and a reset on the way.
pub(super) fn exercise(
    core: &CoreInfo,
    settings: &Settings,
    ports: &mut impl Ports,
) -> Result<(), CoreError> {
    Ok(stream::exercise(ports, stream_machine(core, settings)?.threads).map_err(failed)?)
}
