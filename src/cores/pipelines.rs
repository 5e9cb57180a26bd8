//! Parameters that cores with a pipeline share.

use super::{CoreError, CoreInfo, ParameterInfo, Range, STACK_DEPTH, Setting, Settings};
use crate::describe::{EveryCycleOptions, PipelineError};
use crate::stream::{FastError, MOST_THREADS, StreamOptions};

/// Makes an error of a pipeline's description one of the core.
pub(super) fn failed(core: &CoreInfo) -> impl FnOnce(FastError) -> CoreError {
    move |error| match error {
        FastError::Threads { .. } | FastError::Pipeline(PipelineError::NoCut { .. }) => {
            CoreError::setting(core)(error)
        }
        error => CoreError::build(core)(error),
    }
}

/// The places of registers.
pub(super) const LEVELS: ParameterInfo = ParameterInfo {
    name: "levels",
    about: "most lookup tables of four inputs between two registers",
    range: Range::Number { low: 1, high: 100 },
    default: Setting::Number(2),
    smallest: Some(Setting::Number(100)),
    only_with: None,
};

/// The places of further registers.
pub(super) const CUTS: ParameterInfo = ParameterInfo {
    name: "cuts",
    about: "named signals of the pipeline with a register behind each, however few tables come before",
    range: Range::Names,
    default: Setting::Names(Vec::new()),
    smallest: None,
    only_with: None,
};

/// The threads that take turns.
pub(super) const THREADS: ParameterInfo = ParameterInfo {
    name: "threads",
    about: "threads that take turns at a pipeline; 0 for as many as fill it",
    range: Range::Number { low: 0, high: MOST_THREADS },
    default: Setting::Number(0),
    smallest: Some(Setting::Number(0)),
    only_with: None,
};

/// The nodes of each thread.
pub(super) const NODES: ParameterInfo = ParameterInfo {
    name: STACK_DEPTH,
    about: "nodes of a thread's stack: its deepest ply",
    range: Range::PowerOfTwo { low: 4, high: 64 },
    default: Setting::Number(64),
    smallest: Some(Setting::Number(4)),
    only_with: None,
};

/// The lookup tables between two registers.
pub(super) fn levels(settings: &Settings) -> u32 {
    settings.number(LEVELS.name).unwrap_or(2)
}

/// The signals with a register behind them.
pub(super) fn cuts(settings: &Settings) -> Vec<String> {
    match settings.get(CUTS.name) {
        Some(Setting::Names(names)) => names.clone(),
        _ => Vec::new(),
    }
}

/// The threads, if a number is asked for.
pub(super) fn threads(settings: &Settings) -> Option<u32> {
    settings.number(THREADS.name).filter(|&threads| threads > 0)
}

/// The nodes of each thread.
pub(super) fn nodes(settings: &Settings) -> u32 {
    settings.number(STACK_DEPTH).unwrap_or(64)
}

/// The options of a machine that takes its inputs in every clock cycle.
pub(super) fn every_cycle(core: &CoreInfo, settings: &Settings) -> EveryCycleOptions {
    EveryCycleOptions { name: core.name.into(), levels: levels(settings), cuts: cuts(settings) }
}

/// The options of a machine that gives moves to threads.
pub(super) fn stream(core: &CoreInfo, settings: &Settings) -> StreamOptions {
    StreamOptions {
        name: core.name.into(),
        levels: levels(settings),
        cuts: cuts(settings),
        threads: threads(settings),
        stack_depth: nodes(settings),
    }
}
