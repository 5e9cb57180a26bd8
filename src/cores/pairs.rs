//! Parameters and paces that cores with pairs share.

use super::pipelines;
use super::{
    CoreError, CoreInfo, Pace, ParameterInfo, Range, STACK_DEPTH, Setting, Settings, Simulator, deepest,
    machine,
};
use crate::pairs::PerftOptions;

/// The pairs.
pub(super) const PAIRS: ParameterInfo = ParameterInfo {
    name: "pairs",
    about: "pairs that share the work, each of a pipeline for inner nodes and a counter",
    range: Range::Number { low: 1, high: 16 },
    default: Setting::Number(1),
    smallest: Some(Setting::Number(1)),
    only_with: None,
};

/// The nodes of each thread.
pub(super) const NODES: ParameterInfo = ParameterInfo {
    name: STACK_DEPTH,
    about: "nodes of a thread's stack; the deepest count is two plies more",
    range: Range::PowerOfTwo { low: 4, high: 16 },
    default: Setting::Number(8),
    smallest: Some(Setting::Number(4)),
    only_with: None,
};

/// The options of the machine of a core with these settings.
pub(super) fn options(core: &CoreInfo, settings: &Settings) -> PerftOptions {
    PerftOptions {
        name: core.name.into(),
        levels: pipelines::levels(settings),
        threads: pipelines::threads(settings),
        stack_depth: settings.number(STACK_DEPTH).unwrap_or(8),
        pairs: pairs(settings),
    }
}

/// The number of pairs.
pub(super) fn pairs(settings: &Settings) -> u32 {
    settings.number(PAIRS.name).unwrap_or(1)
}

/// The approximate clock cycles of a count: a pipeline makes a move in each cycle, and makes no
/// leaves.
pub(super) fn cycles_of_a_count(settings: &Settings, plies: &[f64]) -> f64 {
    let made: f64 = plies.iter().rev().skip(1).sum();
    made / f64::from(pairs(settings).max(1)) + 100.0
}

/// The leaves in a clock cycle, in a middle game that keeps all threads busy.
///
/// # Errors
/// The core cannot be simulated.
pub(super) fn pace(
    core: &CoreInfo,
    settings: &Settings,
    (position, depth): (&str, u32),
) -> Result<Pace, CoreError> {
    let mut machine = machine(core, settings, Simulator::BuiltIn)?;
    machine.load(&core.game.read(Some(position), &[]).map_err(CoreError::build(core))?)?;
    let found = machine.perft(depth.min(deepest(core, settings)?), false)?;
    Ok(Pace::new(found.nodes, found.cycles, "leaves"))
}
