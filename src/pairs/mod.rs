//! Game trees counted at a whole node's moves a clock, whatever the game: passes walk through inner
//! nodes, and the moves of the leaves' parents are counted.
//!
//! A pair is a machine of passes and a counter. Each of its threads works on an item: a position
//! with a height, the number of half moves to walk below it. Every position that a pass makes goes
//! to the counter, which has the legal moves before it counts them.
//!
//! If the position is a parent of leaves, the count is the result. Otherwise the position is stored
//! together with the counter's results about its moves, so a pass only has to find the first move
//! left. While there is room for items, the position becomes an item of its own. So all threads
//! soon have work and keep it. Otherwise the thread goes below the position.
//!
//! Each of several pairs walks through the root's moves to some files. While a pair has little
//! work, the others hand such positions on to it around a ring.
//!
//! A game describes the pass and the counter, as logic, and the loading of its positions here.

mod options;
mod pair;
mod passes;
mod port;
mod ring;
mod threads;
mod turning;

use std::fmt::Debug;

pub use options::PerftOptions;
pub use port::{SETTLING_STATE, STATES};
pub(crate) use turning::{Turning, plane};

use crate::describe::{Builder, Bundle, Project, Wire};
use crate::netlist::Design;
use crate::parts::pages::Pages;
use crate::stream::FastError;

/// A game with a pass and a counter: its words in the hardware, and their logic.
pub trait Paired: Debug + 'static {
    /// A position, as it is loaded, handed on, and made by a pass.
    type Board: Bundle;
    /// The counter's results about the moves of a position, which a node stores with it.
    type Prepared: Bundle;
    /// The moves left to try at a node.
    type Left: Bundle;

    /// The last fields of [`Paired::Board`] that no node stores, because the counter has worked
    /// them out. A pass has no inputs for them.
    const WORKED_OUT: &'static [&'static str];
    /// Bits of a position's count.
    const COUNT_BITS: u32;
    /// Files of the board, by which pairs share the moves of the root.
    const FILES: u32;
    /// Bits of the number of a square.
    const SQUARE_BITS: u32;
    /// The way to at least this many readers of a bit has a stage of its own, see
    /// [`crate::describe::PipelineOptions::apart`].
    const APART: Option<u32> = None;
    /// The numbers and names of the commands that load a position.
    const LOADS: &'static [(u64, &'static str)];

    /// The logic of a pass, as a module of this name. Inputs for a node: [`Paired::Board`];
    /// [`Paired::Prepared`] behind `may_`; [`Paired::Left`] behind `left_`; `fresh`, 1 bit, where
    /// nothing has been tried. If nodes are `shared`, there is also `fresh_files`, a bit a file:
    /// with `fresh`, only moves that arrive on these files are left. Outputs: `found` and `last`, 1
    /// bit each; the position after the move, behind `child_`; what is left then, behind `after_`.
    fn pass(name: &str, shared: bool) -> Builder;

    /// The logic of the counter, as a module of this name, with the inputs of [`Paired::counted`].
    /// Outputs: `count`, and [`Paired::Prepared`] behind `may_`.
    fn counter(name: &str) -> Builder;

    /// The inputs of the counter for a position.
    fn counted(board: Self::Board) -> Vec<(String, Wire)>;

    /// The position that the commands of [`Paired::LOADS`] load. `loads` has a bit for each of
    /// them, which is set for a cycle, and `operand` its 10 bits. While `turning` is set, the
    /// position is turned to the side to move, a square a cycle, until it stands.
    fn root(b: &Builder, loads: &[Wire], operand: &Wire, turning: &Wire) -> Root<Self::Board>;
}

/// The position at a command port.
pub struct Root<B> {
    /// The position, seen from the side to move.
    pub board: B,
    /// It is there: 1 bit, for a cycle.
    pub stands: Wire,
    /// The squares as they were loaded.
    pub squares: Pages,
}

/// A machine with the command port of the classic one. It has the commands that load a position,
/// count and read.
///
/// # Errors
/// Fewer threads than the pipeline needs, no registers (`levels` 0), or a defect in the
/// description.
pub fn perft<G: Paired>(options: &PerftOptions) -> Result<Design, FastError> {
    let top = options.name.replace('-', "_");
    let mut project = Project::new(&options.name);
    project.setting("pairs", options.pairs);
    project.setting("levels", options.levels);
    project.setting("threads", options.threads.unwrap_or(0));
    project.setting("stack_depth", options.stack_depth);
    let pair = pair::pair::<G>(&mut project, &top, options)?;
    port::port::<G>(&mut project, &top, options, &pair)?;
    Ok(project.finish()?)
}
