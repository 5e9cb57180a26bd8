//! Nodes in memory, and the pipeline that takes one of them in every clock cycle.

use std::marker::PhantomData;

use super::threads::StreamOptions;
use super::{FastError, PassLogic, Streamed, threads};
use crate::describe::{
    Builder, Bundle, ModuleHandle, PipelineOptions, Pipelined, Project, Timed, Waits, Wire, concat, mux,
    pipeline,
};
use crate::parts::banks::{Banks, Write, address_bits};

/// Values that wait for this many cycles wait in LUT RAM, and from 18 on in block memory. Registers
/// for them would make the machine larger and its wires longer. Shorter waits in LUT RAM would take
/// more lookup tables than the machine should have.
pub const WAITS: Waits = Waits::memory_from(12).entered();

/// Readers of a register: to more of them the way is long.
pub const READERS: u32 = 20;

/// Levels of a stage in which there is no time for the way to very many readers.
const SHORT: u32 = 4;

/// How a pass is cut, with registers every `levels` lookup tables. The way to `apart` readers of a
/// bit has a stage of its own where stages are short, see [`PipelineOptions::apart`].
pub fn cut_pass(levels: u32, waits: Waits, apart: Option<u32>) -> PipelineOptions {
    let apart = apart.filter(|_| levels <= SHORT);
    PipelineOptions { waits, copies: Some(READERS), apart, ..PipelineOptions::fast(levels) }
}

/// The pipeline by itself. Its length may decide how many turns and nodes there are.
pub struct Pipe<S> {
    pass: Pipelined,
    beside: Option<[&'static str; 2]>,
    game: PhantomData<S>,
    /// Clock cycles from a node's address to its move, memory included.
    pub latency: u32,
}

impl<S: Streamed> Pipe<S> {
    /// The number of threads that take turns: as many as asked for, or the fewest. The next turn of
    /// a thread begins `thinking` cycles after the answer to its last turn.
    ///
    /// # Errors
    /// Fewer are asked for, or more than [`super::MOST_THREADS`].
    pub fn threads(&self, asked: Option<u32>, thinking: u32) -> Result<u32, FastError> {
        threads(self.latency + thinking, asked)
    }
}

/// The pipeline of a pass of this machine.
///
/// # Errors
/// No registers are asked for (`levels` 0); nothing is called like one of the cuts; a defect in the
/// description.
pub fn pipe<S: Streamed>(
    project: &mut Project,
    pass: PassLogic,
    machine: &StreamOptions,
) -> Result<Pipe<S>, FastError> {
    let PassLogic { logic, beside, apart } = pass;
    let cuts = machine.cuts.clone();
    let options = PipelineOptions { cuts, ..cut_pass(machine.levels, WAITS, apart) };
    let pass = pipeline(project, logic, &options)?;
    Ok(Pipe { latency: pass.latency + Banks::LATENCY, pass, beside, game: PhantomData })
}

/// A module with a memory of at least 2 nodes. It takes a node in every clock cycle, and gives the
/// node's next move [`Pipe::latency`] cycles later.
///
/// The user of the module gives two addresses. In the cycle of the answer, it says where the moves
/// left at the node are written. In the next cycle, when the position after the move is there as
/// `made_`, it says where that is written. So a cycle of its own is left for the consequences of a
/// move. Instead of the position after the move, a position from outside can be written, which is
/// taken in the cycle before. Passes that begin in the next cycle or later see a written word.
///
/// # Errors
/// A mistake in the description.
pub fn passes<S: Streamed>(
    project: &mut Project,
    name: &str,
    pipe: &Pipe<S>,
    nodes: u32,
) -> Result<ModuleHandle, FastError> {
    let boards = Banks::new(project, &format!("{name}_boards"), S::Board::width(), nodes)?;
    // What is left; above it the bit beside it.
    let left_width = S::Left::width() + u32::from(pipe.beside.is_some());
    let lefts = Banks::new(project, &format!("{name}_lefts"), left_width, nodes)?;
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
    let board_write =
        b.input("board_write", 1).comment("the position after the move of the cycle before is kept");
    let board_address = b.input("board_address", address).comment("as this node");
    let left_write = b.input("left_write", 1).comment("what is left is kept");
    let left_address = b.input("left_address", address).comment("of this node");
    let load = b.input("load", 1).comment("in the next cycle, a position from outside is kept instead");
    let loaded = S::Board::input(&b, "load_");

    let (boards, lefts) = (boards.place(&b, "boards"), lefts.place(&b, "lefts"));
    let (board, left) = (boards.word(), lefts.word());
    let fresh = Banks::with_word(&fresh, "fresh");
    let mut node_read = S::Board::unpacked(&board).connections("");
    node_read.extend(S::Left::unpacked(&left).connections("left_"));
    if let Some([before, _]) = pipe.beside {
        node_read.push((before.into(), left.bit(S::Left::width())));
    }
    let inputs = node_read.iter().map(|(name, wire)| (name.as_str(), Timed::new(wire, Banks::LATENCY)));
    let outputs = pipe.pass.instance(&b, "pipeline", inputs.chain([("fresh", fresh)]));
    let outputs = outputs.wires();

    let child = S::Board::from_outputs(outputs, "child_");
    let after = S::Left::from_outputs(outputs, "after_").packed();
    let after = match pipe.beside {
        Some([_, later]) => concat(&[outputs.get(later), after]),
        None => after,
    };
    let (loaded, made) = (loaded.packed().later("loaded"), child.packed().later("made"));
    let kept = either(&load, &loaded, &made);
    boards.connect(&node, &Write { enable: &board_write, address: &board_address, data: &kept });
    lefts.connect(&node, &Write { enable: &left_write, address: &left_address, data: &after });
    S::Found::from_outputs(outputs, "").output(&b, "");
    child.output(&b, "child_");
    S::Board::unpacked(&made).output(&b, "made_");
    Ok(project.add(b)?)
}

/// The value `loaded` in the cycle after one in which `load` is set; otherwise `made`.
pub fn either(load: &Wire, loaded: &Wire, made: &Wire) -> Wire {
    // The way to so many bits is too long for one register and one cycle.
    let parts = (0..made.width().div_ceil(READERS)).rev().map(|part| {
        let (low, width) = (part * READERS, READERS.min(made.width() - part * READERS));
        let load = load.later(&format!("load_{part}")).keep();
        mux(&load, &loaded.slice(low, width), &made.slice(low, width)).named(&format!("kept_{part}"))
    });
    concat(&parts.collect::<Vec<_>>())
}
