//! Clock cycles a move, counted by the machine's own walker over a table of positions.

use serde::Serialize;

use super::{BenchError, settings_and_name};
use crate::chess::epd::{EpdLine, parse_epd};
use crate::chess::{Chess, Position};
use crate::cores::{self, CoreInfo, Simulator};
use crate::game::{Machine, PerftCount};

/// A way to build and run the machine.
#[derive(Clone, Copy, Debug)]
pub struct CycleSetting {
    /// Parameters that differ from the core's defaults.
    pub parameters: &'static [(&'static str, &'static str)],
    /// Whether the walker asks for checks first.
    pub checks_first: bool,
}

/// The settings compared. The figure of 2002 stands beside the first one.
pub const CYCLE_SETTINGS: [CycleSetting; 5] = [
    CycleSetting { parameters: &[("checks_first", "off")], checks_first: false },
    CycleSetting { parameters: &[], checks_first: false },
    CycleSetting { parameters: &[], checks_first: true },
    CycleSetting { parameters: &[("legality", "off")], checks_first: false },
    CycleSetting { parameters: &[("order", "plain")], checks_first: false },
];

/// A position, how deep it is walked, and the leaves it has there.
#[derive(Clone, Debug)]
pub struct SuitePosition {
    /// The position.
    pub position: Position,
    /// Half moves.
    pub depth: u32,
    /// The leaves stated for this depth.
    pub nodes: u64,
}

/// The result of a setting over all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cycles {
    /// The core.
    pub core: &'static str,
    /// Its parameters: `default`, or those that differ.
    pub settings: String,
    /// Whether the walker asked for checks first.
    pub checks_first: bool,
    /// Positions walked.
    pub positions: usize,
    /// The position, where it is one only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The greatest depth in half moves.
    pub depth: u32,
    /// Leaves counted.
    pub nodes: u64,
    /// Pseudo-legal moves generated, made and taken back.
    pub moves: u64,
    /// Clock cycles.
    pub cycles: u64,
    /// All cycles by all moves.
    pub cycles_per_move: f64,
    /// The mean of the positions' own cycles a move.
    pub mean_of_positions: f64,
    /// The number of positions whose leaves are not those stated; no value if moves that leave the
    /// king attacked count too.
    pub differences: Option<usize>,
}

const TABLE: &str = include_str!("../../tests/data/chess_perft.epd");
const SUITE: &str = include_str!("../../tests/data/chess_perft_suite.epd");

/// The depth of a smaller board's first position, and the leaves it has there on 4 by 4 squares.
const SMALL: (u32, u64) = (6, 8954);

/// The suite's positions that state a count for depth 3 (at most 97,862 leaves), to that depth. A
/// core on fewer squares walks its first position.
///
/// # Errors
/// The table cannot be read; the core does not play.
pub fn suite(core: &CoreInfo) -> Result<Vec<SuitePosition>, BenchError> {
    if !core.plays_as(&cores::CLASSIC) {
        let (depth, nodes) = SMALL;
        return Ok(vec![SuitePosition {
            position: core.position::<Chess>(&core.start()?)?.clone(),
            depth,
            nodes,
        }]);
    }
    Ok(parse_epd(SUITE)?.iter().filter_map(|line| at_depth(line, 3)).collect())
}

/// The start of the game and the position called Kiwipete, to depth 4.
///
/// # Errors
/// The table cannot be read.
pub fn deep_positions() -> Result<Vec<SuitePosition>, BenchError> {
    let lines = parse_epd(SUITE)?;
    let deep = lines
        .iter()
        .filter(|line| [Position::START, Position::KIWIPETE].contains(&line.position.to_fen().as_str()));
    Ok(deep.filter_map(|line| at_depth(line, 4)).collect())
}

/// The positions of both perft tables, each once.
///
/// # Errors
/// A table cannot be read.
pub fn table_positions() -> Result<Vec<Position>, BenchError> {
    let mut positions: Vec<Position> = Vec::new();
    for line in parse_epd(TABLE)?.into_iter().chain(parse_epd(SUITE)?) {
        if !positions.contains(&line.position) {
            positions.push(line.position);
        }
    }
    Ok(positions)
}

fn at_depth(line: &EpdLine, depth: u32) -> Option<SuitePosition> {
    let stated = line.counts.iter().find(|count| count.depth == depth)?;
    Some(SuitePosition { position: line.position.clone(), depth, nodes: stated.nodes })
}

/// Walks the positions with one setting, in the built-in simulator. Each position is reported to
/// `done`.
///
/// # Errors
/// The core cannot be built with these parameters, or fails.
pub fn measure_cycles(
    core: &'static CoreInfo,
    setting: CycleSetting,
    positions: &[SuitePosition],
    done: impl FnMut(),
) -> Result<Cycles, BenchError> {
    let (settings, name) = settings_and_name(core, setting.parameters)?;
    let mut machine = cores::driver::<Chess>(core, &settings, Simulator::BuiltIn)?;
    let counts = walk(&mut machine, setting.checks_first, positions, done)?;
    let all_moves_count = setting.parameters.contains(&("legality", "off"));
    let differences =
        counts.iter().zip(positions).filter(|(count, stated)| count.nodes != stated.nodes).count();
    let sum = |part: fn(&PerftCount) -> u64| counts.iter().map(part).sum::<u64>();
    let (nodes, moves, cycles) = (sum(|c| c.nodes), sum(|c| c.moves), sum(|c| c.cycles));
    // A position without a move has no cycles a move.
    let own: Vec<f64> =
        counts.iter().filter(|c| c.moves > 0).map(|c| c.cycles as f64 / c.moves as f64).collect();
    Ok(Cycles {
        core: core.name,
        settings: name,
        checks_first: setting.checks_first,
        positions: positions.len(),
        fen: match positions {
            [only] => Some(only.position.to_fen()),
            _ => None,
        },
        depth: positions.iter().map(|position| position.depth).max().unwrap_or(0),
        nodes,
        moves,
        cycles,
        cycles_per_move: rounded(cycles as f64 / moves.max(1) as f64),
        mean_of_positions: rounded(own.iter().sum::<f64>() / own.len().max(1) as f64),
        differences: (!all_moves_count).then_some(differences),
    })
}

fn walk(
    machine: &mut dyn Machine<Chess>,
    checks_first: bool,
    positions: &[SuitePosition],
    mut done: impl FnMut(),
) -> Result<Vec<PerftCount>, BenchError> {
    let counts = positions.iter().map(|wanted| {
        machine.load(&wanted.position)?;
        let count = machine.perft(wanted.depth, checks_first)?;
        done();
        Ok(count)
    });
    counts.collect()
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cores::find;

    #[test]
    fn the_suite_is_walked_as_deep_as_announced() {
        let suite = suite(find("chess-classic").unwrap()).unwrap();
        assert!(suite.len() == 126 && suite.iter().all(|position| position.depth == 3));
        assert_eq!(suite.iter().map(|position| position.nodes).max(), Some(97_862));
        let deep: Vec<u64> = deep_positions().unwrap().iter().map(|position| position.nodes).collect();
        assert_eq!(deep, [197_281, 4_085_603]);
    }

    #[test]
    fn cycles_are_summed_and_wrong_counts_found() {
        let core = find("chess-classic").unwrap();
        let mut positions = suite(core).unwrap();
        positions.truncate(3);
        positions.iter_mut().for_each(|position| position.depth = 1);
        positions[0].nodes = 20;
        let mut told = 0;
        let cycles = measure_cycles(core, CYCLE_SETTINGS[0], &positions, || told += 1).unwrap();
        assert_eq!((cycles.positions, told, cycles.differences), (3, 3, Some(2)));
        assert_eq!(cycles.settings, "checks_first=off");
        assert_eq!(cycles.cycles_per_move, rounded(cycles.cycles as f64 / cycles.moves as f64));
        assert!(cycles.mean_of_positions > 1.0);
    }
}
