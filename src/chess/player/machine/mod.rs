//! The chess machine that plays: alpha-beta with quiescence, every node made, evaluated and judged
//! in hardware.
//!
//! Threads take turns at one pipeline. A turn takes the thread's node, makes its next move,
//! evaluates the position after it, and decides: the value is judged, or that position is the next
//! node, or the node is left. `docs/chess_player_machine.md` describes it cycle by cycle. [`Model`]
//! is the same in software, turn by turn.

mod above;
mod aim;
mod below;
mod command;
mod driver;
mod engine;
mod exercise;
mod key;
mod killers;
mod machine_player;
mod model;
mod node;
mod now;
mod options;
mod places;
mod port;
mod root;
mod selective;
mod slots;
mod squares;
mod table;
mod threads;
mod trail;
mod turn;
mod verdict;

pub use aim::Aim;
pub use driver::{SearchMachine, Searched};
pub use engine::{Asked, Engine, Modelled};
pub use exercise::{exercise, session};
pub use machine_player::MachinePlayer;
pub use model::{Found, Model, Schedule, Sharing, Start, Table, Trail, WHOLE};
pub use options::{DEEPEST, LONGEST, Options};
pub use port::{RESTING, SETTLING_STATE, STATES};

use super::Givens;
use crate::chess::evaluation::Weights;
use crate::chess::fast::FastError;
use crate::describe::{Project, listed};
use crate::netlist::Design;
use node::PLACES;
use threads::Times;

#[cfg(test)]
mod tests;

/// The machine, and how it searches.
#[derive(Clone, Debug)]
pub struct Player {
    /// The machine.
    pub design: Design,
    /// Its search by all threads, as [`Model::search`] takes it.
    pub schedule: Schedule,
    /// The weights of its evaluation.
    pub weights: Weights,
}

impl Player {
    /// What its model needs beside the schedule.
    pub fn givens(&self) -> Givens {
        Givens { weights: self.weights.clone(), ..Givens::default() }
    }
}

/// Builds the machine.
///
/// # Errors
/// Fewer threads than the pipeline needs, no registers (`levels` 0), nothing is called like one of
/// the cuts, or a defect in the description.
pub fn player(options: &Options) -> Result<Player, FastError> {
    let top = options.name.replace('-', "_");
    let mut project = Project::new(&options.name);
    project.setting("levels", options.levels);
    project.setting("cuts", listed(&options.cuts));
    project.setting("threads", options.threads.unwrap_or(0));
    project.setting("stack_depth", options.stack_depth);
    project.setting("selective", if options.selective { "on" } else { "off" });
    project.setting("repetition", if options.repetition { "on" } else { "off" });
    project.setting("weights", &options.weights_name);
    project.setting("table", if options.table.is_some() { "on_chip" } else { "none" });
    if let Some(entries) = options.table {
        project.setting("entries", entries);
    }
    let (threads, times) = threads::threads(&mut project, &top, options)?;
    port::port(&mut project, &top, options, &threads, times)?;
    let Times { threads, report } = times;
    let schedule = Schedule {
        threads,
        used: threads,
        report,
        stack_depth: options.stack_depth,
        places: PLACES,
        selective: options.selective,
        repetition: options.repetition,
        table: options.table,
    };
    Ok(Player { design: project.finish()?, schedule, weights: options.weights.clone() })
}
