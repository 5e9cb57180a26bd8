//! The speed of counts of game trees: the core that makes them fastest, the time that a count will
//! take, and the time it took.

use clap::builder::{PossibleValuesParser, TypedValueParser};

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

/// The time of counts, for anybody who watches.
pub fn speed(nodes: u64, seconds: f64) -> String {
    let rate = nodes as f64 / seconds.max(0.001);
    let rate = match rate {
        1e6.. => format!("{:.1} million", rate / 1e6),
        1e3.. => format!("{:.0} thousand", rate / 1e3),
        _ => format!("{rate:.0}"),
    };
    format!("{nodes} nodes in {seconds:.1} s, {rate} nodes a second")
}

/// Plies whose leaves the library of rules counts. Leaves of further plies grow as from the last
/// but one to the last.
const EXACT: u32 = 4;

/// The approximate clock cycles of a count: a move of the tree takes three in the classic machine,
/// and one in one of these pipelines, which make no leaves. `None` if the library refuses the
/// position.
pub fn expected_cycles(
    pipelines: Option<u32>,
    position: &Position,
    depth: u32,
    checks_first: bool,
) -> Option<u64> {
    let mut leaves: Vec<f64> = Vec::new();
    for ply in 1..=depth {
        leaves.push(match leaves.as_slice() {
            [.., before, last] if ply > EXACT => last * last / before.max(1.0),
            _ => rules::leaves(position, ply)? as f64,
        });
    }
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
}
