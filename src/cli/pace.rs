//! The speed of counts of game trees: the core that makes them fastest, the time that a count will
//! take, and the time it took.

use std::io::{self, IsTerminal};
use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::tell;
use crate::blokus;
use crate::chess::{CHESS, Position, rules};
use crate::cores::{self, Ability, CoreInfo};

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
        auto.or_else(|| cores::find(&name)).ok_or("no such core; `movewright cores` lists them")
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
    /// The core that makes such counts fastest with its defaults; `None` if no core does.
    pub fn fastest(self) -> Option<&'static CoreInfo> {
        let pipelined = cores::find("chess-perft").filter(|core| self.is_for(core));
        pipelined.or_else(|| cores::find("chess-classic"))
    }

    /// Whether this core with pipelines makes them, and is faster.
    fn is_for(self, core: &CoreInfo) -> bool {
        let deepest = cores::Settings::parse::<&str, &str>(core, &[])
            .ok()
            .and_then(|settings| cores::deepest(core, &settings).ok());
        !self.ordered && self.depth >= DEEP && deepest >= Some(self.depth)
    }

    /// A hint about counts that took this long, if another core is faster.
    pub fn hint(self, core: &CoreInfo, seconds: f64) -> Option<String> {
        let plays_chess = core.player().is_ok_and(|player| player.board == CHESS);
        let faster = self.fastest().filter(|fastest| plays_chess && fastest.name != core.name)?;
        (seconds > PATIENCE).then(|| {
            format!("{} counts this faster: add --core {}, or --core auto", faster.name, faster.name)
        })
    }
}

/// Seconds that nobody minds.
const PATIENCE: f64 = 5.0;

/// Prints the time of counts, for anybody who watches at a terminal. Results are the same each time,
/// and this is not.
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

/// Plies whose leaves the library of rules counts.
const EXACT: u32 = 4;

/// The leaves of a ply of Blokus up to which the rules in software count the next ply.
const EXACT_OF_BLOKUS: f64 = 10_000.0;

/// The approximate leaves of each ply from the first on. `exact` gets a ply and the leaves of the ply
/// before it, and says whether to count it. Leaves of any other ply grow as from the last but one to
/// the last.
fn leaves_by_ply(
    depth: u32,
    exact: impl Fn(u32, f64) -> bool,
    counted: impl Fn(u32) -> Option<u64>,
) -> Option<Vec<f64>> {
    let mut leaves: Vec<f64> = Vec::new();
    for ply in 1..=depth {
        leaves.push(match leaves.as_slice() {
            [.., before, last] if !exact(ply, *last) => last * last / before.max(1.0),
            _ => counted(ply)? as f64,
        });
    }
    Some(leaves)
}

/// The approximate clock cycles of a count: a move of the tree takes three in the classic machine,
/// and one in one of these pipelines, which make no leaves. `None` if the library refuses the
/// position.
pub fn expected_cycles(
    pipelines: Option<u32>,
    position: &Position,
    depth: u32,
    checks_first: bool,
) -> Option<u64> {
    let mut leaves = leaves_by_ply(depth, |ply, _| ply <= EXACT, |ply| rules::leaves(position, ply))?;
    if pipelines.is_some() {
        leaves.pop();
    }
    let moves: f64 = leaves.iter().sum();
    let cycles = match pipelines {
        Some(pipelines) => moves / f64::from(pipelines.max(1)) + 100.0,
        None if checks_first => moves * 4.6,
        None => moves * 3.0,
    };
    Some(cycles as u64)
}

/// The same of a count of Blokus games: a leaf takes a cycle, and a move that is made some 25.
pub fn expected_cycles_of_blokus(position: &blokus::Position, depth: u32) -> u64 {
    let exact = |_, before| before <= EXACT_OF_BLOKUS;
    let leaves = leaves_by_ply(depth, exact, |ply| Some(position.perft(ply))).unwrap_or_default();
    let (last, inner) = leaves.split_last().map_or((0.0, 0.0), |(last, inner)| (*last, inner.iter().sum()));
    (last + 25.0 * (inner + 1.0)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cores::{Settings, Simulator};

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

    /// A bar that ends at a half, or stands at its end for long, tells nothing.
    #[test]
    fn what_is_expected_comes_about() {
        for (name, pipelines, depth) in [("chess-classic", None, 3), ("chess-perft", Some(1), 4)] {
            let core = cores::find(name).unwrap();
            let settings = Settings::parse::<&str, &str>(core, &[]).unwrap();
            let mut machine = cores::machine(core, &settings, Simulator::BuiltIn).unwrap();
            for fen in [Position::START, Position::KIWIPETE] {
                let position = Position::from_fen(fen).unwrap();
                machine.load(&position).unwrap();
                let cycles = machine.perft(depth, false).unwrap().cycles as f64;
                let expected = expected_cycles(pipelines, &position, depth, false).unwrap() as f64;
                assert!((0.7..1.4).contains(&(expected / cycles)), "{name} {fen}: {expected}, not {cycles}");
            }
        }
    }

    /// Near the end of a game, where the machine is quick enough for a test.
    #[test]
    fn so_does_what_is_expected_of_blokus() {
        let core = cores::find("blokus").unwrap();
        let settings = Settings::parse::<&str, &str>(core, &[]).unwrap();
        let mut machine = cores::blokus_machine(core, &settings, Simulator::BuiltIn).unwrap();
        let codes =
            "54m1 abm1 41o2 cal2 86f6 89e2 b4s2 57t0 c6l7 34o5 93k0 ddg2 12b0 d7d2 e4d1 28s0 25i2 2bp0";
        let position: blokus::Position = codes.parse().unwrap();
        for depth in [2, 3] {
            machine.load(&position).unwrap();
            let cycles = machine.perft(depth).unwrap().cycles as f64;
            let expected = expected_cycles_of_blokus(&position, depth) as f64;
            assert!((0.5..2.0).contains(&(expected / cycles)), "{depth}: {expected}, not {cycles}");
        }
    }
}
