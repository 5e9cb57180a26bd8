//! The core that counts: a position in every clock cycle, without commands.

use super::pipelines::{self, CUTS, LEVELS};
use super::{CoreError, CoreInfo, Kind, ParameterInfo, Range, Setting, Settings, failed};
use crate::chess::fast::{self, Count, CountOptions};
use crate::netlist::Design;
use crate::prove::{Property, properties};
use crate::simulate::Ports;

pub(super) const COUNT: CoreInfo = CoreInfo {
    name: "chess-count",
    top: "chess_count",
    about: "counts the legal moves of a whole position in every clock cycle",
    kind: Kind::Counter,
    parameters: &[
        LEVELS,
        CUTS,
        ParameterInfo {
            name: SETS,
            about: "adds a count of the moves from one origin, with their destinations as a set",
            range: Range::Switch,
            default: Setting::Switch(false),
            smallest: Some(Setting::Switch(false)),
            only_with: None,
        },
    ],
};

const SETS: &str = "sets";

/// The machine of the core with these settings, and how long a position takes through it.
///
/// # Errors
/// The description breaks a rule of the netlist.
pub fn count_machine(core: &CoreInfo, settings: &Settings) -> Result<Count, CoreError> {
    let levels = pipelines::levels(settings);
    let sets = settings.is_on(SETS);
    let options = CountOptions { name: core.name.into(), levels, cuts: pipelines::cuts(settings), sets };
    fast::count(&options).map_err(|error| CoreError::Fast { core: core.name, error: Box::new(error) })
}

/// The netlist of the core with these settings.
pub(super) fn design(core: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
    Ok(count_machine(core, settings)?.design)
}

/// The properties that have to hold of the core with these settings; `design` is its netlist.
pub(super) fn properties(
    core: &CoreInfo,
    settings: &Settings,
    design: &Design,
) -> Result<Vec<Property>, CoreError> {
    Ok(vec![properties::constant_latency(design, count_machine(core, settings)?.latency)?])
}

/// A run through some thousand positions, with gaps between them and a reset on the way.
pub(super) fn exercise(ports: &mut impl Ports) -> Result<(), CoreError> {
    Ok(fast::exercise(ports).map_err(failed)?)
}
