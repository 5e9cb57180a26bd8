//! The speed of counts of game trees: the core that makes them fastest, the time that a count will
//! take, and the time it took.

use std::io::{self, IsTerminal};
use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::tell;
use crate::cores::{self, Ability, CoreInfo, Settings};
use crate::game::Root;

/// Stands for the core that counts fastest, until the positions are known.
pub static AUTO: CoreInfo = CoreInfo {
    name: "auto",
    top: "auto",
    about: "the fastest core that can make these counts",
    abilities: &[Ability::Perft],
    parameters: &[],
    ..cores::CLASSIC
};

/// Reads the name of a core that counts game trees, or `auto`.
pub fn counter_parser() -> impl TypedValueParser<Value = &'static CoreInfo> {
    let known = cores::cores().filter(|core| core.can(Ability::Perft)).map(|core| core.name);
    PossibleValuesParser::new(known.chain([AUTO.name]).collect::<Vec<_>>()).try_map(|name| {
        let auto = (name == AUTO.name).then_some(&AUTO);
        auto.or_else(|| cores::find(&name)).ok_or("no such core; the command `cores` lists them")
    })
}

/// From this depth on, the pipelines' machine, which takes longer to begin, is ahead in the
/// simulator.
const DEEP: u32 = 4;

/// The counts to make.
#[derive(Clone, Copy)]
pub struct Course {
    /// The greatest depth, in half moves.
    pub depth: u32,
    /// In an order of moves, which only a core that plays has.
    pub ordered: bool,
}

impl Course {
    /// The core that makes such counts fastest with its defaults, of those that play as the first
    /// core; `None` if no core does.
    pub fn fastest(self) -> Option<&'static CoreInfo> {
        self.fastest_like(cores::cores().find(|core| core.can(Ability::Perft))?)
    }

    fn fastest_like(self, core: &CoreInfo) -> Option<&'static CoreInfo> {
        let alike = || cores::cores().filter(|other| other.can(Ability::Perft) && other.plays_as(core));
        alike().find(|other| self.is_for(other)).or_else(|| alike().next())
    }

    /// Whether this is a core with pipelines that makes them, and is faster.
    fn is_for(self, core: &CoreInfo) -> bool {
        let Ok(settings) = Settings::parse::<&str, &str>(core, &[]) else { return false };
        let deepest = cores::deepest(core, &settings).ok();
        let pipelined = core.core.pipelines(&settings).is_some();
        pipelined && !self.ordered && self.depth >= DEEP && deepest >= Some(self.depth)
    }

    /// A hint about counts that took this long, if another core is faster.
    pub fn hint(self, core: &CoreInfo, seconds: f64) -> Option<String> {
        let faster = self.fastest_like(core).filter(|fastest| fastest.name != core.name)?;
        (seconds > PATIENCE).then(|| {
            format!("{} counts this faster: add --core {}, or --core auto", faster.name, faster.name)
        })
    }
}

/// Seconds that nobody minds.
const PATIENCE: f64 = 5.0;

/// Prints the time of counts, for anybody who watches at a terminal. Results are the same each
/// time, and this is not.
pub fn tell_speed(nodes: u64, begun: Instant) {
    if io::stderr().is_terminal() {
        tell(&speed(nodes, begun.elapsed().as_secs_f64()));
    }
}

/// The time of counts in words.
fn speed(nodes: u64, seconds: f64) -> String {
    let rate = nodes as f64 / seconds.max(0.001);
    let rate = match rate {
        1e6.. => format!("{:.1} million", rate / 1e6),
        1e3.. => format!("{:.0} thousand", rate / 1e3),
        _ => format!("{rate:.0}"),
    };
    format!("{nodes} nodes in {seconds:.1} s, {rate} nodes a second")
}

/// The leaves of a ply up to which the rules in software count the next ply.
const EXACT: f64 = 10_000.0;

/// The approximate clock cycles of a count. The leaves of the first plies are counted by the rules
/// in software; those of any other ply grow as from the last but one to the last. `None` if the
/// rules refuse the position.
pub fn expected_cycles(
    core: &CoreInfo,
    settings: &Settings,
    root: &Root,
    depth: u32,
    ordered: bool,
) -> Option<u64> {
    let mut plies: Vec<f64> = Vec::new();
    for ply in 1..=depth {
        plies.push(match plies.as_slice() {
            [.., before, last] if *last > EXACT => last * last / before.max(1.0),
            _ => core.game.leaves(root, ply)? as f64,
        });
    }
    Some(core.core.cycles_of_a_count(settings, &plies, ordered) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::position::PositionArgs;
    use crate::cores::Simulator;

    fn course(depth: u32, ordered: bool) -> Course {
        Course { depth, ordered }
    }

    #[test]
    fn the_fastest_core_can_make_the_counts() {
        let fastest = |depth, ordered| course(depth, ordered).fastest().unwrap().name;
        assert_eq!([5, 10].map(|depth| fastest(depth, false)), ["chess-perft"; 2]);
        // Too shallow for it, too deep for its stack, and in an order.
        assert_eq!([1, 11].map(|depth| fastest(depth, false)), ["chess-classic"; 2]);
        assert_eq!(fastest(5, true), "chess-classic");
    }

    #[test]
    fn a_long_count_is_followed_by_a_hint() {
        let [classic, perft, small] =
            ["chess-classic", "chess-perft", "chess-small"].map(|name| cores::find(name).unwrap());
        let hint = course(5, false).hint(classic, 60.0).unwrap();
        assert_eq!(hint, "chess-perft counts this faster: add --core chess-perft, or --core auto");
        assert_eq!(course(5, false).hint(classic, 1.0), None);
        assert_eq!(course(2, false).hint(classic, 60.0), None);
        assert_eq!([perft, small].map(|core| course(5, false).hint(core, 60.0)), [None, None]);
    }

    #[test]
    fn speed_is_told_in_words_for_its_size() {
        assert_eq!(speed(4_085_603, 2.0), "4085603 nodes in 2.0 s, 2.0 million nodes a second");
        assert_eq!(speed(8_902, 1.0), "8902 nodes in 1.0 s, 9 thousand nodes a second");
        assert_eq!(speed(20, 0.5), "20 nodes in 0.5 s, 40 nodes a second");
    }

    /// A bar that ends at a half, or stands at its end for long, tells nothing. Blokus near the end
    /// of a game, where the machine is quick enough for a test.
    #[test]
    fn what_is_expected_comes_about() {
        let codes =
            "54m1 abm1 41o2 cal2 86f6 89e2 b4s2 57t0 c6l7 34o5 93k0 ddg2 12b0 d7d2 e4d1 28s0 25i2 2bp0";
        let kiwipete = crate::chess::Position::KIWIPETE;
        for (name, positions, depths, most) in [
            ("chess-classic", ["startpos", kiwipete], [3, 3], 1.4),
            ("chess-perft", ["startpos", kiwipete], [4, 4], 1.4),
            ("blokus", [codes, codes], [2, 3], 2.0),
        ] {
            let core = cores::find(name).unwrap();
            let settings = Settings::parse::<&str, &str>(core, &[]).unwrap();
            let mut machine = cores::machine(core, &settings, Simulator::BuiltIn).unwrap();
            for (text, depth) in positions.into_iter().zip(depths) {
                let root = PositionArgs::of(Some(text), &[]).root(core).unwrap();
                machine.load(&root).unwrap();
                let cycles = machine.perft(depth, false).unwrap().cycles as f64;
                let expected = expected_cycles(core, &settings, &root, depth, false).unwrap() as f64;
                let range = 1.0 / most..most;
                assert!(range.contains(&(expected / cycles)), "{name} {text}: {expected}, not {cycles}");
            }
        }
    }
}
