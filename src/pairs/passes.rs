//! Nodes in memory, the pipeline that takes one of them in every clock cycle, and the pipeline that
//! counts and prepares the result.

use super::Paired;
use crate::describe::{
    Builder, Bundle, ModuleHandle, Pipelined, Project, Timed, Waits, Wire, concat, pipeline,
};
use crate::parts::banks::{Banks, Write, address_bits};
use crate::stream::{FastError, cut_pass, either, threads};

/// Values that wait for this many cycles wait in LUT memory, or in block memory if they wait longer
/// than LUT memory holds. Registers are the resource of which a device has too few for several
/// pairs.
pub const WAITS: Waits = Waits::memory_from(4).entered();

/// The two pipelines. Their length may decide how many turns and nodes there are.
pub struct Pipes {
    pass: Pipelined,
    counter: Pipelined,
    shared: bool,
}

/// Both pipelines, with registers every `levels` lookup tables of four inputs.
///
/// # Errors
/// No registers are asked for (`levels` 0); a defect in the description.
pub fn pipes<G: Paired>(
    project: &mut Project,
    name: &str,
    levels: u32,
    shared: bool,
) -> Result<Pipes, FastError> {
    let options = cut_pass(levels, WAITS, G::APART);
    let mut cut =
        |logic: Builder| -> Result<Pipelined, FastError> { Ok(pipeline(project, logic, &options)?) };
    Ok(Pipes {
        pass: cut(G::pass(&format!("{name}_pass"), shared))?,
        counter: cut(G::counter(&format!("{name}_counter")))?,
        shared,
    })
}

impl Pipes {
    /// Clock cycles from a node's address to its move, memory included.
    pub fn latency(&self) -> u32 {
        self.pass.latency + Banks::LATENCY
    }

    /// Clock cycles from a position's last in `made_` to its count.
    pub fn counting(&self) -> u32 {
        self.counter.latency
    }

    /// The number of threads that take turns: as many as asked for, or the fewest. The next turn of
    /// a thread begins when the node after its last move is prepared and written; `thinking` is the
    /// number of cycles spent on that move.
    ///
    /// # Errors
    /// Fewer are asked for, or too many.
    pub fn threads(&self, asked: Option<u32>, thinking: u32) -> Result<u32, FastError> {
        threads(self.latency() + self.counting() + thinking, asked)
    }
}

/// A module with a memory of at least 2 nodes. It takes a node in every clock cycle, and gives the
/// node's next move [`Pipes::latency`] cycles later.
///
/// The user of the module gives two addresses. In the cycle of the answer, it says where the moves
/// left at the node are written. In the next cycle, when the position after the move is there as
/// `made_`, it says where that is written. So a cycle of its own is left for the consequences of a
/// move. Instead of the position after the move, a position from outside can be written, which is
/// taken in the cycle before. Its legal moves are counted in any case. `count` comes
/// [`Pipes::counting`] cycles after `made_`, and then the node is written with the facts that the
/// counter has worked out about it.
///
/// # Errors
/// A mistake in the description.
pub fn passes<G: Paired>(
    project: &mut Project,
    name: &str,
    pipes: &Pipes,
    nodes: u32,
) -> Result<ModuleHandle, FastError> {
    let counting = pipes.counting();
    // Of the position all but what has been worked out.
    let is_stored = |field: &str| !G::WORKED_OUT.contains(&field);
    let fields = G::Board::FIELDS.iter().filter(|(field, _)| is_stored(field));
    let board_width: u32 = fields.map(|(_, width)| width).sum();
    let node_width = board_width + G::Prepared::width();
    let stored = Banks::compact(project, &format!("{name}_nodes"), node_width, nodes)?;
    let lefts = Banks::compact(project, &format!("{name}_lefts"), G::Left::width(), nodes)?;
    let b = Builder::new(
        format!("{name}_passes"),
        format!(
            "Nodes in memory, one of which is taken in every clock cycle.\nIts next move comes {} cycles later, the moves after it are counted {counting} cycles after that.",
            pipes.latency()
        ),
    );
    let address = address_bits(nodes);
    let node = b.input("node", address).comment("the node to take; best from a register");
    let fresh = b.input("fresh", 1).comment("nothing has been tried there");
    let node_write =
        b.input("node_write", 1).comment("the position after the move of the cycle before is kept");
    let node_address = b.input("node_address", address).comment("as this node");
    let left_write = b.input("left_write", 1).comment("what is left is kept");
    let left_address = b.input("left_address", address).comment("of this node");
    let load = b.input("load", 1).comment("in the next cycle, a position from outside is taken instead");
    let loaded = G::Board::input(&b, "load_");

    let (stored, lefts) = (stored.place(&b, "nodes"), lefts.place(&b, "lefts"));
    let (word, left) = (stored.word(), lefts.word());
    let fresh = Banks::with_word(&fresh, "fresh");
    let board = match G::Board::width() - board_width {
        0 => word.slice(0, board_width),
        rest => concat(&[b.constant(rest, 0), word.slice(0, board_width)]),
    };
    let board = G::Board::unpacked(&board);
    let mut inputs = board.connections("");
    inputs.retain(|(field, _)| is_stored(field));
    inputs.extend(G::Prepared::unpacked(&word.slice(board_width, G::Prepared::width())).connections("may_"));
    inputs.extend(G::Left::unpacked(&left).connections("left_"));
    let read = inputs.iter().map(|(name, wire)| (name.as_str(), Timed::new(wire, Banks::LATENCY)));
    let mut inputs: Vec<(&str, Timed)> = read.chain([("fresh", fresh)]).collect();
    if pipes.shared {
        let files = b.input("fresh_files", G::FILES).comment("nor what arrives on these files");
        inputs.push(("fresh_files", Banks::with_word(&files, "fresh_files")));
    }
    let outputs = pipes.pass.instance(&b, "pass", inputs);
    let after = G::Left::from_outputs(outputs.wires(), "after_").packed();
    let loaded = loaded.packed().later("loaded");
    let made = G::Board::from_outputs(outputs.wires(), "child_").packed();
    let made = Timed::new(&made, outputs.latency()).later("made");
    // What is said about the position after the move is said in this cycle too.
    let then = |wire: &Wire| Timed::new(wire, made.latency());
    let kept = then(&either(&load, &loaded, made.wire()));
    let position = G::counted(G::Board::unpacked(kept.wire()));
    let position = position.iter().map(|(name, wire)| (name.as_str(), then(wire)));
    let counted = pipes.counter.instance(&b, "counter", position);
    let board = kept.map(|kept| kept.slice(0, board_width)).at(project, "kept", counted.latency(), WAITS)?;
    let place = then(&node_address).at(project, "node_address", counted.latency(), WAITS)?;
    let prepared = G::Prepared::from_outputs(counted.wires(), "may_").packed();
    let prepared = Timed::new(&prepared, counted.latency());
    let writes = then(&node_write).at_or_cleared("writing", counted.latency());
    let data = prepared.join(&board, |prepared, board| concat(&[prepared.clone(), board.clone()]));
    stored.connect(&node, &Write { enable: writes.wire(), address: place.wire(), data: data.wire() });
    lefts.connect(&node, &Write { enable: &left_write, address: &left_address, data: &after });
    b.output("found", outputs.get("found").wire()).comment("there is a move");
    b.output("last", outputs.get("last").wire()).comment("it is the last of its node");
    G::Board::unpacked(made.wire()).output(&b, "made_");
    b.output("count", counted.get("count").wire()).comment("legal moves of the position made");
    Ok(project.add(b)?)
}
