//! A node's moves generated in the built-in simulator, recorded in every clock cycle.

use crate::chess::Generated;
use crate::chess::Position;
use crate::chess::classic::ClassicMachine;
use crate::chess::classic::observe::{Cycle, Observer};
use crate::game::{Machine, PerftCount};
use crate::netlist::Design;
use crate::parts::board::Board;
use crate::sections::SectionError;
use crate::sections::seen::{Observe, Seen};
use crate::simulate::Simulation;

/// The run of a node whose moves are generated one by one.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The node's position.
    pub position: Position,
    /// The board.
    pub board: Board,
    /// The names of the control's states, by number.
    pub states: Vec<(u64, String)>,
    /// The names of the control lines.
    pub control: Vec<String>,
    /// The squares in the order of the tree's leaves.
    pub leaves: Vec<u32>,
    /// The two inputs of each arbiter: leaves, then arbiters.
    pub tree: Vec<[usize; 2]>,
    /// From the cycle in which the first command waits to the one in which the last answer is
    /// taken.
    pub cycles: Vec<Cycle>,
    /// The answers that brought a move.
    pub answers: Vec<ReportedMove>,
    /// The walker's count below the position afterwards.
    pub walk: Walk,
}

impl Recording {
    /// The place of the cycle at which a replay opens: the first in which the arbiters' choice
    /// becomes the victim.
    pub fn opens(&self) -> usize {
        let keeps = |cycle: &Cycle| cycle.control.iter().any(|&line| self.control[line] == "take_victim");
        let found = |cycle: &Cycle| keeps(cycle) && cycle.signal("best_priority") > 0;
        self.cycles.iter().position(found).unwrap_or(0)
    }
}

/// A move, and when it was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportedMove {
    /// The place of the cycle in [`Recording::cycles`].
    pub cycle: usize,
    /// The move.
    pub generated: Generated,
}

/// The depth of the walk.
const WALK: u32 = 2;

/// Runs a node of the classic machine: loads the position, asks for all its moves, then lets the
/// walker count.
///
/// # Errors
/// A signal that is to be seen is missing, or the machine does not answer as it should.
pub fn record(
    design: &Design,
    board: Board,
    stack: u32,
    position: &Position,
) -> Result<Recording, SectionError> {
    let simulation = Simulation::new(design)?;
    let observer = Observer::new(design, &simulation, board)?;
    let mut machine = ClassicMachine::new(Seen::new(simulation, observer), "built-in simulator", stack)?;
    machine.load(position)?;
    machine.ports().looking = true;
    let mut answers = Vec::new();
    while let Some(generated) = machine.next()? {
        answers.push(ReportedMove { cycle: machine.ports().cycles.len() - 1, generated });
    }
    machine.ports().looking = false;
    let walk = Walk { depth: WALK, count: machine.perft(WALK, false)? };
    let Seen { observer, cycles, .. } = machine.ports();
    Ok(Recording {
        position: position.clone(),
        board,
        states: observer.states().to_vec(),
        control: observer.control().to_vec(),
        leaves: observer.leaves(),
        tree: observer.tree().iter().map(|join| [join.first, join.second]).collect(),
        cycles: std::mem::take(cycles),
        answers,
        walk,
    })
}

impl Observe for Observer {
    type Cycle = Cycle;

    fn observe(&mut self, simulation: &mut Simulation) -> Cycle {
        Observer::observe(self, simulation)
    }
}

/// The count of the walker in hardware below the page's position, and its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The depth.
    pub depth: u32,
    /// The count.
    pub count: PerftCount,
}

impl Walk {
    /// Clock cycles of a move made and taken back; 0 if there was none.
    pub fn cycles_per_move(&self) -> f64 {
        match self.count.moves {
            0 => 0.0,
            moves => self.count.cycles as f64 / moves as f64,
        }
    }
}
