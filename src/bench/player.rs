//! The cost of a move of the Blokus player: the cycles of the machine, and the time of the same
//! search in software.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::BenchError;
use crate::blokus::search::{Found, HZ, Searched, search};
use crate::blokus::{Player, Position};
use crate::cores::{self, CoreInfo, PLAYERS, Setting, Settings, Simulator};
use crate::netlist::testing::Random;

/// Plies of each game that lots draw, so that games differ.
const DRAWN: usize = 2;

/// Search cores that share the root in the machine beside that of one.
const CORES: u32 = 3;

/// The cost of searches.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSpeed {
    /// The core.
    pub core: &'static str,
    /// The evaluation: the value of a leaf.
    pub evaluation: &'static str,
    /// Plies searched.
    pub depth: u32,
    /// Games, one for each seed from 1.
    pub games: u64,
    /// Positions searched: the first of each game.
    pub positions: u64,
    /// Means of a search: nodes, leaves, positions evaluated to find the first move, clock cycles.
    pub nodes_per_move: f64,
    /// See `nodes_per_move`.
    pub leaves_per_move: f64,
    /// See `nodes_per_move`.
    pub sorted_per_move: f64,
    /// See `nodes_per_move`.
    pub cycles_per_move: f64,
    /// The mean at 50 MHz.
    pub ms_per_move_50mhz: f64,
    /// The longest.
    pub longest_ms_50mhz: f64,
    /// The mean of three search cores that share the root.
    pub ms_per_move_50mhz_3_cores: f64,
    /// The longest.
    pub longest_ms_50mhz_3_cores: f64,
    /// The time of one core by that of three.
    pub speed_up_3_cores: f64,
    /// Positions evaluated in a second of search, those for the order among them.
    pub leaves_per_second_50mhz: f64,
    /// The same searches in software on this processor, on one of its cores.
    pub cpu_ms_per_move: f64,
    /// The processor's time divided by the machine's.
    pub cpu_ratio: f64,
    /// Searches in which the machine found something else than the software, or three cores found
    /// another move or score.
    pub differences: u64,
}

/// The options of a measurement of games.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    /// The number of games, one for each seed from 1.
    pub games: u64,
    /// Plies of each game that are searched, from the first; fewer if a game ends before.
    pub plies: usize,
    /// Plies searched from each position.
    pub depth: u32,
}

/// Plays games in which both sides search. Measures the search of every position by a machine of
/// one core, by one of three, and by the software. The number of cores in the settings is ignored.
///
/// # Errors
/// The core cannot be built, or the simulator failed.
pub fn measure_player(
    core: &'static CoreInfo,
    settings: &Settings,
    Games { games, plies, depth }: Games,
    mut done: impl FnMut(),
) -> Result<PlayerSpeed, BenchError> {
    let evaluation = cores::evaluation(settings);
    let machine = |players| {
        let settings = settings.with(PLAYERS, Setting::Number(players));
        cores::search_machine(core, &settings, Simulator::BuiltIn)
    };
    let (mut machine, mut several) = (machine(1)?, machine(CORES)?);
    let mut all: Vec<Searched> = Vec::new();
    let mut shared: Vec<u64> = Vec::new();
    let (mut cpu, mut differences) = (Duration::ZERO, 0);
    for seed in 1..=games {
        let mut random = Random(seed);
        let mut position = Position::start(Player::One);
        for ply in 0..plies {
            machine.load(&position)?;
            several.load(&position)?;
            let (searched, together) = (machine.search(depth)?, several.search(depth)?);
            let begin = Instant::now();
            let expected = search(&position, evaluation, depth);
            cpu += begin.elapsed();
            differences += u64::from(searched.found != expected);
            let result = |found: Found| (found.best, found.score);
            differences += u64::from(result(together.found) != result(expected));
            all.push(searched);
            shared.push(together.cycles);
            let moves = position.moves();
            let drawn = moves.get(random.below(moves.len())).copied().filter(|_| ply < DRAWN);
            let Some(mv) = drawn.or(expected.best) else { break };
            position = position.play(mv)?;
        }
        done();
    }
    let count = all.len().max(1) as f64;
    let mean = |of: fn(&Searched) -> u64| all.iter().map(of).sum::<u64>() as f64 / count;
    let (leaves, sorted) = (mean(|one| one.found.leaves), mean(|one| one.found.sorted));
    let cycles = mean(|one| one.cycles);
    let longest = all.iter().map(|one| one.cycles).max().unwrap_or(0);
    let in_ms = |cycles: f64| cycles / HZ * 1e3;
    let (ms, cpu) = (in_ms(cycles), cpu.as_secs_f64() * 1e3 / count);
    let shared_ms = in_ms(shared.iter().sum::<u64>() as f64 / count);
    Ok(PlayerSpeed {
        core: core.name,
        evaluation: evaluation.name,
        depth,
        games,
        positions: all.len() as u64,
        nodes_per_move: mean(|one| one.found.nodes),
        leaves_per_move: leaves,
        sorted_per_move: sorted,
        cycles_per_move: cycles,
        ms_per_move_50mhz: ms,
        longest_ms_50mhz: in_ms(longest as f64),
        ms_per_move_50mhz_3_cores: shared_ms,
        longest_ms_50mhz_3_cores: in_ms(shared.iter().copied().max().unwrap_or(0) as f64),
        speed_up_3_cores: ms / shared_ms,
        leaves_per_second_50mhz: (leaves + sorted) / cycles * HZ,
        cpu_ms_per_move: cpu,
        cpu_ratio: cpu / ms,
        differences,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shallow_game_is_measured() {
        let core = cores::find("blokus-player").unwrap();
        let settings = Settings::parse::<&str, &str>(core, &[]).unwrap();
        let speed = measure_player(core, &settings, Games { games: 1, plies: 20, depth: 1 }, || ()).unwrap();
        assert_eq!((speed.positions, speed.differences, speed.sorted_per_move), (20, 0, 0.0));
        assert!(speed.cycles_per_move > speed.leaves_per_move && speed.cpu_ms_per_move > 0.0, "{speed:?}");
        // All cores go through the leaves of the root.
        assert!((0.9..1.0).contains(&speed.speed_up_3_cores), "{speed:?}");
    }
}
