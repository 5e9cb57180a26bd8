//! The page of the chess player: a search, and what each turn of the threads came to.

use std::path::Path;

use super::strip::{self, Kind, Strip};
use super::{Fact, Own, Rate, SectionError, thumbnail};
use crate::chess::Position;
use crate::chess::player::machine::{Player, SearchMachine};
use crate::netlist::Value;
use crate::readable::thousands;
use crate::simulate::{Net, Ports, PortsError, Simulation};

/// Plies of the search.
const DEPTH: u32 = 2;

/// Cycles that are shown.
const SHOWN: usize = 20_000;

/// What a turn comes to.
const KINDS: &[Kind] = &[
    Kind { what: "the thread has no node, or waits", useful: false },
    Kind { what: "no move is made", useful: false },
    Kind { what: "a move is made and judged", useful: true },
];

/// Ports that note in every cycle what the turn came to.
struct Noted {
    simulation: Simulation,
    /// Threads search, one of them has its turn, and it makes a move.
    seen: [Net; 3],
    cells: Vec<usize>,
}

impl Ports for Noted {
    fn poke_value(&mut self, port: &str, value: &Value) -> Result<(), PortsError> {
        Ports::poke_value(&mut self.simulation, port, value)
    }

    fn peek_value(&mut self, port: &str) -> Result<Value, PortsError> {
        Ports::peek_value(&mut self.simulation, port)
    }

    fn step(&mut self) -> Result<(), PortsError> {
        let [runs, turn, made] = self.seen.map(|net| self.simulation.peek(net));
        if runs == 1 && self.cells.len() < SHOWN {
            self.cells.push((turn + made) as usize);
        }
        Ports::step(&mut self.simulation)
    }

    fn trace(&mut self, path: &Path) -> Result<(), PortsError> {
        Ports::trace(&mut self.simulation, path)
    }

    fn finish_trace(&mut self) -> Result<(), PortsError> {
        Ports::finish_trace(&mut self.simulation)
    }
}

/// The sections of a player that searches this position.
///
/// # Errors
/// The simulator failed, or a template cannot be rendered.
pub(crate) fn own(position: &Position, player: &Player) -> Result<Own, SectionError> {
    let mut simulation = Simulation::new(&player.design)?;
    simulation.compile();
    let [runs, turn, made] =
        ["runs", "turn_taken", "made"].map(|it| simulation.find(&format!("threads.{it}")));
    let noted = Noted { seen: [runs?, turn?, made?], simulation, cells: Vec::new() };
    let mut machine = SearchMachine::new(noted, "report", player.schedule.stack_depth)?;
    machine.load(position)?;
    let found = machine.search(DEPTH)?;
    let cells = std::mem::take(&mut machine.ports().cells);
    let strip = Strip { kinds: KINDS, columns: player.schedule.threads as usize, cells };
    let best = found.best.map_or_else(|| "none".into(), |best| best.to_string());
    let facts = vec![
        Fact::new(player.schedule.threads, "threads take turns"),
        Fact::new(&best, "is the best move"),
        Fact::new(found.score, "is its value"),
        Fact::new(thousands(found.nodes), "moves made"),
        Fact::new(thousands(found.cycles), "clock cycles"),
    ];
    let rate = Rate {
        units: ["node", "nodes"],
        cycles: (found.nodes > 0).then(|| found.cycles as f64 / found.nodes as f64),
        told: format!(
            "Cycles a node are those of the search above: {} nodes in {} cycles. A thread without a node \
             joins one that has moves left.",
            thousands(found.nodes),
            thousands(found.cycles)
        ),
    };
    let about = format!(
        "The built-in simulator searches the position {DEPTH} plies deep, and captures below. It finds {best}, worth {} to \
         who moves.",
        found.score
    );
    let picture = thumbnail::strip(&strip);
    let rows = "a row is a round of turns, a column a thread";
    let runs = vec![strip::section(about, rows, &[("Turns".to_string(), strip)])?];
    Ok(Own { facts, picture, structure: Vec::new(), rate, runs })
}
