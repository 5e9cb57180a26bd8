//! How much a core does in a clock cycle.

use serde::{Deserialize, Serialize};

use super::{Ability, CoreError, CoreInfo, HOST, Setting, Settings, Simulator, machine, port};
use crate::game::Root;

/// The results of a core in a clock cycle, on the mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pace {
    /// Results a cycle.
    pub per_cycle: f64,
    /// A result, in a word such as `moves`.
    pub of: String,
}

/// The cycles after which a mean says something.
const ENOUGH: u64 = 10_000;

/// The deepest walk or search that is tried for that.
const DEEPEST: u32 = 8;

impl Pace {
    /// So many results in so many cycles.
    pub fn new(results: u64, cycles: u64, of: &str) -> Self {
        Self { per_cycle: results as f64 / cycles.max(1) as f64, of: of.into() }
    }
}

/// The pace in the built-in simulator, from the first position: leaves of a search, or moves of a
/// walk, as deep as takes some thousand cycles. A core that does neither gives a result a cycle.
pub(super) fn measured(core: &CoreInfo, settings: &Settings) -> Result<Pace, CoreError> {
    // A link to a host takes no part in it.
    let settings = settings.with(HOST.name, Setting::Word("port"));
    let root = match core.core.trees().first() {
        Some((text, _)) => core.game.read(Some(text), &[]).map_err(CoreError::build(core))?,
        None => core.start()?,
    };
    if core.can(Ability::Search) {
        return searched(core, &settings, &root);
    }
    if core.can(Ability::Perft) && core.core.pipelines(&settings).is_none() {
        return walked(core, &settings, &root);
    }
    Ok(Pace { per_cycle: 1.0, of: "results".into() })
}

fn searched(core: &CoreInfo, settings: &Settings, root: &Root) -> Result<Pace, CoreError> {
    let mut pace = Pace::new(0, 0, "leaves");
    for depth in 1..=core.core.deepest_search().unwrap_or(1).min(DEEPEST) {
        let mut port = port(core, settings, Simulator::BuiltIn)?;
        let found = core.core.search(core, &mut port, root, depth)?;
        pace = Pace::new(found.leaves, found.cycles, "leaves");
        if found.cycles >= ENOUGH {
            break;
        }
    }
    Ok(pace)
}

fn walked(core: &CoreInfo, settings: &Settings, root: &Root) -> Result<Pace, CoreError> {
    let mut machine = machine(core, settings, Simulator::BuiltIn)?;
    machine.load(root)?;
    let mut pace = Pace::new(0, 0, "moves");
    for depth in 1..=core.core.deepest(core, settings)?.min(DEEPEST) {
        let found = machine.perft(depth, false)?;
        pace = Pace::new(found.moves, found.cycles, "moves");
        if found.cycles >= ENOUGH {
            break;
        }
    }
    Ok(pace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cores::find;

    fn of(core: &str, given: &[(&str, &str)]) -> Pace {
        let core = find(core).unwrap();
        core.core.pace(core, &Settings::parse(core, given).unwrap()).unwrap()
    }

    #[test]
    fn a_walker_is_measured_and_a_pipeline_gives_a_result_a_cycle() {
        let small = of("chess-small", &[]);
        assert!((0.2..0.4).contains(&small.per_cycle) && small.of == "moves", "{small:?}");
        assert_eq!(of("chess-small", &[("host", "uart")]), small);
        assert_eq!(of("hash-index", &[]), Pace { per_cycle: 1.0, of: "results".into() });
        assert_eq!(of("shogi-count", &[]).per_cycle, 1.0);
    }
}
