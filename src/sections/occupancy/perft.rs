//! A count of a game tree by pairs, with the output of each pipeline in every cycle.

use crate::chess::classic::observe::ObserveError;
use crate::game::{Game, Machine, PerftCount, Simulated};
use crate::netlist::Design;
use crate::sections::SectionError;
use crate::sections::seen::{Observe, Seen};
use crate::sections::strip::{Kind, Strip};
use crate::simulate::{Net, SimulateError, Simulation};

/// The possible outputs of a pair's pipeline.
const KINDS: [Kind; 5] = [
    Kind { what: "a move whose position goes to the counter", useful: true },
    Kind { what: "a move whose position becomes an item", useful: true },
    Kind { what: "any other move: the thread goes below it, or another pair gets it", useful: true },
    Kind { what: "a node without a move", useful: false },
    Kind {
        what: "a thread without work, or a turn that lets a position from another pair in",
        useful: false,
    },
];

/// The least number of cycles of a count: the count goes one half move deeper until it takes so
/// many, because the beginning and the end keep few threads busy.
const LONG: u64 = 4_000;

/// The end of the name of a pair's module.
const PAIR: &str = "_pair";

/// A count.
pub(super) struct Run {
    /// The depth of the count.
    pub depth: u32,
    /// The machine's count.
    pub count: PerftCount,
    /// The threads of a pair.
    pub threads: u64,
    /// The output of each pair's pipeline in the cycles of the count.
    pub strips: Vec<Strip>,
}

/// The signals of a pair, all of the cycle in which is decided what follows from a move.
struct Pair {
    thread: Net,
    moved: Net,
    counts: Net,
    keeps: Net,
    there_is_room: Net,
    active: Net,
}

/// A pair in a cycle: whose turn ends, and what left the pipeline.
#[derive(Clone, Copy)]
struct Left {
    thread: u64,
    kind: usize,
}

struct Observer(Vec<Pair>);

impl Observer {
    fn new(design: &Design, simulation: &Simulation) -> Result<Self, SimulateError> {
        let top = design.top().map(|top| design.module(top));
        let instances = top.iter().flat_map(|top| &top.instances);
        let pairs = instances.filter(|instance| design.module(instance.module).name.ends_with(PAIR));
        let pair = |name: &str| {
            let find = |signal: &str| simulation.find(&format!("{name}.{signal}"));
            Ok(Pair {
                thread: find("thinking")?,
                moved: find("move_made")?,
                counts: find("counts")?,
                keeps: find("keeps_here")?,
                there_is_room: find("free_there")?,
                active: find("had_turn")?,
            })
        };
        Ok(Self(pairs.map(|instance| pair(&instance.name)).collect::<Result<_, _>>()?))
    }
}

impl Observe for Observer {
    type Cycle = Vec<Left>;

    fn observe(&mut self, simulation: &mut Simulation) -> Vec<Left> {
        let left = |pair: &Pair| {
            let mut on = |net: Net| simulation.peek(net) == 1;
            let kind = match () {
                () if on(pair.moved) && on(pair.counts) => 0,
                () if on(pair.keeps) && on(pair.there_is_room) => 1,
                () if on(pair.moved) => 2,
                () if on(pair.active) => 3,
                () => 4,
            };
            Left { thread: simulation.peek(pair.thread), kind }
        };
        self.0.iter().map(left).collect()
    }
}

/// Counts the leaves below a position.
///
/// # Errors
/// A signal that is to be seen is missing, or the machine does not answer as it should.
pub(super) fn run<G: Game>(
    design: &Design,
    deepest: u32,
    position: &G::Position,
) -> Result<Run, SectionError> {
    let simulation = Simulation::new(design)?;
    let observer = Observer::new(design, &simulation).map_err(ObserveError::from)?;
    let pairs = observer.0.len();
    let mut machine = Simulated::<G, _>::new(Seen::new(simulation, observer), "built-in simulator", deepest)?;
    machine.load(position)?;
    machine.ports().looking = true;
    let mut depth = 0;
    let count = loop {
        depth += 1;
        machine.ports().cycles.clear();
        let count = machine.perft(depth, false)?;
        if count.cycles >= LONG || depth == deepest {
            break count;
        }
    };
    // Behind the cycle that takes the command come those that the machine counts itself; the last
    // ones read its counters.
    let seen = machine.ports().cycles.iter().skip(1).take(count.cycles as usize);
    // Turns come in order, so the greatest number seen is that of the last thread.
    let threads = seen.clone().flatten().map(|left| left.thread + 1).max().unwrap_or(1);
    let strip = |pair: usize| Strip {
        kinds: &KINDS,
        columns: threads as usize,
        cells: seen.clone().filter_map(|cycle| cycle.get(pair)).map(|left| left.kind).collect(),
    };
    Ok(Run { depth, count, threads, strips: (0..pairs).map(strip).collect() })
}
