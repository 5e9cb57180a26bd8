//! Nodes in memory, and the pipeline that takes one of them in every clock cycle.

use super::super::{FastError, registers};
use super::node::{Board, Left};
use super::step;
use crate::describe::{Builder, Bundle, ModuleHandle, PipelineOptions, Project, pipeline};
use crate::parts::banks::{Banks, address_bits};

/// Values that wait for so many cycles wait in block memory. LUT memory for shorter waits would take 1,400 lookup tables more and 15,000
/// flip-flops fewer on ECP5, and lookup tables are what a device runs out of.
const WAIT: u32 = 18;

/// The pipeline by itself; how many turns and nodes there are may depend on how long it is.
pub struct Pipe {
    module: ModuleHandle,
    /// Clock cycles from a node's address to its move, memory included.
    pub latency: u32,
}

/// The most threads.
pub const MOST: u32 = 256;

impl Pipe {
    /// How many threads take turns: as many as asked for, or the fewest, whose next turn begins `thinking` cycles after the answer to
    /// their last.
    ///
    /// # Errors
    /// Fewer are asked for, or more than [`MOST`].
    pub fn threads(&self, asked: Option<u32>, thinking: u32) -> Result<u32, FastError> {
        let least = self.latency + thinking;
        let threads = asked.unwrap_or(least);
        match (least..=MOST).contains(&threads) {
            true => Ok(threads),
            false => Err(FastError::Threads { threads, least, most: MOST }),
        }
    }
}

/// The pipeline of a pass, with registers every `levels` lookup tables of four inputs.
///
/// # Errors
/// No registers are asked for (`levels` 0); a defect in the description.
pub fn pipe(project: &mut Project, name: &str, levels: u32) -> Result<Pipe, FastError> {
    let logic = step::logic(&format!("{name}_pipeline")).ok_or(FastError::Empty)?;
    let pipelined =
        pipeline(project, logic, &PipelineOptions { memory_from: Some(WAIT), ..registers(levels) })?;
    Ok(Pipe { latency: pipelined.latency + Banks::LATENCY, module: pipelined.module })
}

/// A module with a memory of nodes, at least 2, of which it takes one in every clock cycle, and gives the node's next move
/// [`Pipe::latency`] cycles later.
///
/// Whoever uses it says in the cycle of the answer where the position after the move is written, and where what is left at the
/// node; a word written is seen by passes that begin two cycles later, or more. In place of the position after the move, a
/// position from outside can be written.
///
/// # Errors
/// A mistake in the description.
pub fn passes(project: &mut Project, name: &str, pipe: &Pipe, nodes: u32) -> Result<ModuleHandle, FastError> {
    let b = Builder::new(
        format!("{name}_passes"),
        format!(
            "Nodes in memory, one of which is taken in every clock cycle.\nIts next move comes {} cycles later.",
            pipe.latency
        ),
    );
    let address = address_bits(nodes);
    let node = b.input("node", address).comment("the node to take; best from a register");
    let fresh = b.input("fresh", 1).comment("nothing has been tried there");
    let board_write = b.input("board_write", 1).comment("the position after the move is kept");
    let board_address = b.input("board_address", address).comment("as this node");
    let left_write = b.input("left_write", 1).comment("what is left is kept");
    let left_address = b.input("left_address", address).comment("of this node");
    let load = b.input("load", 1).comment("a position from outside is kept instead");
    let loaded = Board::input(&b, "load_");

    let boards = Banks::new(&b, "boards", Board::width(), nodes, "the position of each node");
    let lefts = Banks::new(&b, "lefts", Left::width(), nodes, "what is left there");
    let board = boards.read("board", &node).ok_or(FastError::Empty)?;
    let left = lefts.read("left", &node).ok_or(FastError::Empty)?;
    let fresh = (1..=Banks::LATENCY).fold(fresh, |fresh, cycle| fresh.later(&format!("fresh_{cycle}")));
    let mut inputs = Board::unpacked(&board).connections("");
    inputs.extend(Left::unpacked(&left).connections("left_"));
    inputs.push(("fresh".into(), fresh));
    let inputs = inputs.iter().map(|(name, wire)| (name.as_str(), wire.clone()));
    let outputs = b.instance("pipeline", &pipe.module).inputs(inputs).outputs();

    let child = Board::from_outputs(&outputs, "child_");
    let after = Left::from_outputs(&outputs, "after_");
    let kept = Board::select(&load, &loaded, &child).named("kept_");
    boards.write(&board_write, &board_address, &kept.packed());
    lefts.write(&left_write, &left_address, &after.packed());
    step::Found::from_outputs(&outputs, "").output(&b, "");
    child.output(&b, "child_");
    Ok(project.add(b)?)
}
