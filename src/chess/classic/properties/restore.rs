//! A move made and taken back leaves every register of the array as it was.

use super::ARRAY;
use crate::describe::{Builder, ModuleHandle, Wire, concat, mux};
use crate::netlist::{Assign, Design, Direction, Module};
use crate::parts::board::Board;
use crate::prove::properties::project_with;
use crate::prove::{Method, Property, PropertyError};

/// Cycles between the writes, and before and after them: more than a write takes to arrive.
const QUIET: u64 = 1;

/// The property of a design's array, from any state of its registers, including captures,
/// promotions and en passant. A castling is two such moves.
///
/// A made move writes the moved (or promoted) piece to the destination, and nothing to the origin.
/// The origin must hold the piece that moves, and the destination the captured piece. The opposite
/// write takes the move back. For an en passant, the pawn beside the origin is cleared. When it is
/// taken back, the pawn is written, and the square behind it cleared.
///
/// # Errors
/// The design has no array, or it is written through other ports.
pub fn make_then_undo(design: &Design, board: Board) -> Result<Property, PropertyError> {
    let (mut project, array) = project_with(design, NAME, ARRAY, |design, module| {
        with_pieces(design, module, (board.files * board.ranks) as usize)
    })?;
    let b = Builder::new("monitor", "");
    let mv = Move::new(&b);
    let age = b.register("age", 6);
    age.next(&(&age.output() + &b.constant(6, 1)));
    let at = |cycle: u64| age.output().is(cycle);
    let (make, undo, end) = (at(QUIET), at(2 * QUIET + 1), at(3 * QUIET + 2));
    let changed = b.input("changed", 2);
    let start = at(QUIET).named("keep");
    (&!&age.output().lt(&b.constant(6, QUIET)) & &age.output().lt(&b.constant(6, 3 * QUIET + 2)))
        .named("still");

    let given = mv.writes(&make, &undo);
    let pieces = place_array(&b, &array, design, &given)?;
    let is_move = mv.is_move(&pieces, board);
    let was_move = b.register("was_move", 1);
    was_move.next_when(&make, &is_move);

    let disturbed = b.register("was_disturbed", 1);
    disturbed.next(&mux(&start, &changed.bit(1), &(&disturbed.output() | &changed.bit(1))));
    let bad = &end & &(&was_move.output() & &(&changed.bit(0) | &disturbed.output()));
    b.output("holds", &!&bad);
    project.add(b)?;
    Ok(Property {
        name: NAME,
        claim: "a move made and taken back leaves every register and mask of the array as it was",
        monitor: project.unchecked(),
        method: Method::Cycles(3 * QUIET as u32 + 3),
        free: Vec::new(),
        watched: Some("array"),
    })
}

/// The array with one output more: what stands on each square, rank by rank.
fn with_pieces(design: &Design, mut module: Module, needed: usize) -> Result<Module, PropertyError> {
    let squares: Vec<_> = module
        .instances
        .iter()
        .filter(|instance| design.module(instance.module).find_port(Direction::Input, "origin").is_some())
        .filter_map(|instance| instance.outputs.iter().find(|(port, _)| port == "piece"))
        .map(|(_, signal)| *signal)
        .collect();
    if squares.len() != needed {
        let missing =
            format!("`{ARRAY}` has {} squares with a `piece`, where {needed} are needed", squares.len());
        return Err(PropertyError::Missing { property: NAME, missing });
    }
    let pieces: Vec<_> = squares.into_iter().rev().map(|signal| module.read(signal)).collect();
    let node = module.concat(&pieces);
    let signal = module.add_port(Direction::Output, "pieces", module.width(node));
    module.assigns.push(Assign { signal, node });
    Ok(module)
}

/// The array in the monitor, whose other inputs are zero. Returns what stands on its squares.
fn place_array(
    b: &Builder,
    array: &ModuleHandle,
    design: &Design,
    given: &[(&str, Wire)],
) -> Result<Wire, PropertyError> {
    let shape = design.find(ARRAY).map(|id| design.module(id));
    let inputs: Vec<_> = shape
        .iter()
        .flat_map(|module| module.ports_of(Direction::Input).map(|id| module.signal(id)))
        .filter(|signal| signal.name != "clock" && signal.name != "reset")
        .collect();
    if let Some((port, _)) = given.iter().find(|(port, _)| !inputs.iter().any(|signal| signal.name == *port))
    {
        let missing = format!("`{ARRAY}` has no input `{port}`");
        return Err(PropertyError::Missing { property: NAME, missing });
    }
    let wires = inputs.iter().map(|signal| {
        let known = given.iter().find(|(port, _)| signal.name == *port).map(|(_, wire)| wire.clone());
        (signal.name.as_str(), known.unwrap_or_else(|| b.constant(signal.width, 0)))
    });
    Ok(b.instance("array", array).inputs(wires.collect::<Vec<_>>()).outputs().get("pieces"))
}

/// The move: squares, the piece that moves, what it becomes and what it captures. It does not
/// change.
struct Move {
    origin: Wire,
    destination: Wire,
    moved: Wire,
    becomes: Wire,
    captured: Wire,
    en_passant: Wire,
    /// The square beside the origin, on the destination's file.
    beside: Wire,
}

impl Move {
    fn new(b: &Builder) -> Self {
        let held = |name: &str, width: u32| {
            let register = b.register(name, width);
            register.next(&register.output());
            register.output()
        };
        let (origin, destination) = (held("origin", 6), held("destination", 6));
        let (moved, becomes, captured) = (held("moved", 4), held("becomes", 4), held("captured", 4));
        let beside = concat(&[origin.slice(3, 3), destination.slice(0, 3)]);
        Self { origin, destination, moved, becomes, captured, en_passant: held("en_passant", 1), beside }
    }

    /// What is written when the move is made and taken back. Taken back, an en passant writes the
    /// pawn beside the origin and clears the destination behind it.
    fn writes(&self, make: &Wire, undo: &Wire) -> Vec<(&'static str, Wire)> {
        let Self { origin, destination, moved, becomes, captured, en_passant, beside } = self;
        vec![
            ("write", make | undo),
            ("destination", mux(&(undo & en_passant), beside, destination)),
            ("origin", origin.clone()),
            ("destination_piece", mux(make, becomes, captured)),
            ("origin_piece", moved.when(undo)),
            ("clear_beside", make & en_passant),
            ("clear_behind", undo & en_passant),
        ]
    }

    /// Whether it is one on these pieces, looked at in the cycle in which it is made.
    fn is_move(&self, pieces: &Wire, board: Board) -> Wire {
        let Self { origin, destination, moved, captured, en_passant, beside, .. } = self;
        let b = pieces.builder();
        let number = |of: u32| b.constant(6, of.into());
        // A square's number is its rank, 3 bits, above its file; those of a smaller board are
        // numbered closely.
        let parts = |square: &Wire| (square.slice(3, 3).extend(6), square.slice(0, 3).extend(6));
        let standing = |square: &Wire| {
            let (rank, file) = parts(square);
            let place = &rank.times(&number(board.files)).slice(0, 6) + &file;
            pieces.shift_right(&concat(&[place, b.constant(2, 0)])).slice(0, 4)
        };
        let on_board = |square: &Wire| {
            let (rank, file) = parts(square);
            rank.lt(&number(board.ranks)) & file.lt(&number(board.files))
        };
        let ranks = |from: u64, to: u64| &origin.slice(3, 3).is(from) & &destination.slice(3, 3).is(to);
        let special = &(&ranks(4, 5) | &ranks(3, 2)) & &origin.slice(0, 3).ne(&destination.slice(0, 3));
        let plain = &standing(destination).eq(captured) & &origin.ne(destination);
        let passing = &(&special & &standing(destination).none()) & &standing(beside).eq(captured);
        let is_move = &standing(origin).eq(moved) & &mux(en_passant, &passing, &plain);
        is_move & on_board(origin) & on_board(destination)
    }
}

const NAME: &str = "make then undo";
