//! The core: board, pieces left, stream of moves, control, stack, counters, command port.

use super::control::Control;
use super::fits::{fits, runs};
use super::planes::{either, planes};
use super::rows::{CELLS, Rows, row_name};
use super::stream::{COVER, Cells, Corner, Next, Node, WAY, stream};
use super::window::{AROUND, around, stamp, without_centre};
use super::{BuildError, Options};
use crate::blokus::cover::covers;
use crate::blokus::piece::PIECES;
use crate::describe::{
    Builder, Bundle, ModuleHandle, Outputs, Project, RegisterBuilder, Wire, concat, lower, mux,
};
use crate::netlist::Design;
use crate::parts::decode::{one_hot, word};

/// Builds the whole machine.
///
/// # Errors
/// A stack that is out of range; a defect of a description, or a rule of the netlist.
pub fn design(options: &Options) -> Result<Design, BuildError> {
    options.check()?;
    let mut project = Project::new(&options.name);
    project.setting("stack_depth", options.stack_depth);
    let planes = project.add(planes())?;
    let stamp = project.add(stamp())?;
    let cells = Cells { around: project.add(around())?, fits: project.add(fits())? };
    let doc = "The control state machine: when a node's moves begin, and what becomes of them.";
    let control = project.add_module(lower(&Control::default(), "control", doc)?)?;
    let b = describe(options, &cells, [&planes, &stamp, &control]).ok_or(BuildError::Empty)?;
    project.add(b)?;
    Ok(project.finish()?)
}

/// The registers that are the position and the place in the tree.
struct Registers {
    players: [Vec<RegisterBuilder>; 2],
    left: [RegisterBuilder; 2],
    second: RegisterBuilder,
    passes: RegisterBuilder,
    ply: RegisterBuilder,
    /// The move held: where, which cover, a pass, and whether the move before it was one.
    x: RegisterBuilder,
    y: RegisterBuilder,
    cover: RegisterBuilder,
    pass: RegisterBuilder,
    passed: RegisterBuilder,
}

impl Registers {
    fn new(b: &Builder, plies: u32) -> Self {
        let rows = |name: &str| {
            (0..CELLS as usize).map(|y| b.register(&row_name(name, y), CELLS).resets_to(0)).collect()
        };
        let all = (1 << PIECES) - 1;
        let left =
            |name: &str| b.register(name, PIECES as u32).resets_to(all).comment("pieces left, a in bit 0");
        Self {
            players: [rows("player_1"), rows("player_2")],
            left: [left("left_1"), left("left_2")],
            second: b.register("second", 1).resets_to(0).comment("player 2 is to move"),
            passes: b.register("passes", 2).resets_to(0).comment("passes in a row"),
            ply: b.register("ply", plies.trailing_zeros()).resets_to(0),
            x: b.register("held_x", 4).comment("the corner that the move held covers first"),
            y: b.register("held_y", 4),
            cover: b.register("held_cover", COVER).comment("how it covers it"),
            pass: b.register("held_pass", 1),
            passed: b.register("held_passed", 1).comment("the move before the one held was a pass"),
        }
    }
}

/// What the table of covers says of the move held.
struct Held {
    mask: Wire,
    rotation: Wire,
    /// The corner, seen from the centre of the piece.
    cell: [Wire; 2],
    piece: Wire,
    way: Wire,
}

impl Held {
    const WIDTH: u32 = AROUND + 3 + 3 + 3 + 5 + WAY;

    fn words() -> Vec<u64> {
        let mut words = Vec::new();
        for (piece, first, count) in runs() {
            for (way, cover) in covers()[first..first + count].iter().enumerate() {
                let fields = [
                    (without_centre(cover.mask), AROUND),
                    (cover.rotation.into(), 3),
                    (cover.cell.0 as u64 & 7, 3),
                    (cover.cell.1 as u64 & 7, 3),
                    (piece.index() as u64, 5),
                    (way as u64, WAY),
                ];
                let packed = fields
                    .iter()
                    .fold((0, 0), |(word, low), (field, width)| (word | field << low, low + width));
                words.push(packed.0);
            }
        }
        words
    }

    fn unpack(word: &Wire) -> Self {
        let field = |low: u32, width: u32, name: &str| word.slice(AROUND + low, width).named(name);
        Self {
            mask: word.slice(0, AROUND).named("held_mask"),
            rotation: field(0, 3, "held_rotation"),
            cell: [field(3, 3, "held_dx"), field(6, 3, "held_dy")],
            piece: field(9, 5, "held_piece"),
            way: field(14, WAY, "held_way"),
        }
    }
}

/// The top module: a move a clock; placed in one clock, taken back in one. The longest paths lead from the corners to do back to
/// themselves, and from a corner through the window around it.
fn describe(
    options: &Options,
    cells: &Cells,
    [planes, stamp, control]: [&ModuleHandle; 3],
) -> Option<Builder> {
    let b = Builder::new(
        options.name.replace('-', "_"),
        "A Blokus Duo move generator: a legal move a clock, largest pieces first.\n\
         Commands go in and answers come out by valid and ready; docs/blokus.md has the words.",
    );
    b.clock();
    b.reset();
    let (valid, command) = (b.input("command_valid", 1), b.input("command", 4));
    let (data, response_ready) = (b.input("command_data", 10), b.input("response_ready", 1));
    let r = Registers::new(&b, options.stack_depth);
    let [nodes, cycles] = ["nodes", "cycles"].map(|name| b.register(name, 48));
    let width = r.ply.width();
    let (root_ply, remaining) = (b.register("root_ply", width), b.register("remaining", width + 1));

    let second = r.second.output();
    let over = ((r.passes.bit(1) | r.left[0].none()) | r.left[1].none()).named("over");
    let depth = data.slice(0, width + 1);
    let sum = &r.ply.extend(width + 2) + &depth.extend(width + 2);
    let too_deep =
        sum.gt(&b.constant(width + 2, options.stack_depth.into())) | data.slice(width + 1, 9 - width).any();
    let (move_ready, no_more) = (b.forward("next_ready", 1), b.forward("next_none", 1));
    let on = b
        .instance("control", control)
        .input("command_valid", &valid)
        .input("command", &command)
        .input("response_ready", &response_ready)
        .input("below", &!&r.ply.all())
        .input("above", &r.ply.any())
        .input("depth_fits", &!&too_deep)
        .input("depth_zero", &depth.none())
        .input("at_root", &r.ply.eq(&root_ply))
        .input("leaf", &remaining.is(1))
        .input("over", &over)
        .input("move_ready", &move_ready)
        .input("no_more", &no_more)
        .outputs();

    // The table of covers, read a cycle ahead, so that its word belongs to the move held.
    let next_cover = b.forward("next_cover_held", COVER);
    let table = b.memory("cover_table", Held::WIDTH, 1 << COVER).contents(&Held::words());
    let table =
        table.comment("each cover's mask, rotation, cell on the corner, piece, and number within the piece");
    let held = Held::unpack(&table.read_next("cover_word", &next_cover));

    let player = |number: usize| Rows::from_rows(|y| r.players[number][y].output());
    let players = [player(0), player(1)];
    let own = either(&second, &players[1], &players[0]);
    let other = either(&second, &players[0], &players[1]);
    let mut connections = b.instance("planes", planes).input("second", &second);
    for (name, set) in [("own", &own), ("other", &other)] {
        for (y, row) in set.words().iter().enumerate() {
            connections = connections.input(&row_name(name, y), row);
        }
    }
    let outputs = connections.outputs();
    let node = Node {
        start: on.get("start"),
        resume: on.get("resume"),
        // Behind a pass there is nothing either.
        over: (&over | &(on.get("resume") & &*r.pass)).named("no_moves"),
        take: on.get("take"),
        corners: Rows::of(&outputs, "corners"),
        rest: Rows::of(&outputs, "rest"),
        left: mux(&second, &r.left[1], &r.left[0]).named("left"),
        held: (Corner { x: r.x.output(), y: r.y.output() }, held.piece.clone(), held.way.clone()),
    };
    let next = stream(&b, cells, &node)?;
    b.drive(&move_ready, &next.ready);
    b.drive(&no_more, &next.none);

    let stack_top = keep_tree(&b, options, &r, &on, &data);
    b.drive(&next_cover, &hold(&b, &r, &on, &next, &stack_top));
    keep_position(&b, &r, &on, &data, &held, stamp);

    let (start, leaf) = (on.get("start_perft"), on.get("count_leaf"));
    root_ply.next_when(&start, &r.ply);
    let one = b.constant(width + 1, 1);
    let moved = mux(&on.get("place"), &(&*remaining - &one), &(&*remaining + &one));
    remaining.next_when(&((&start | &on.get("place")) | on.get("take_back")), &mux(&start, &depth, &moved));
    for (counter, first, counts) in
        [(&nodes, depth.none(), leaf), (&cycles, b.bit(false), on.get("counting"))]
    {
        let next = mux(&start, &first.extend(48), &(&**counter + &b.constant(48, 1)));
        counter.next_when(&(&start | &counts), &next);
    }

    let taken = (&valid & &on.get("command_ready")).named("command_taken");
    let asked = b.register("asked", 2).comment("what the answer is: a move, nodes, or cycles");
    let counter = command.is(8) & data.bit(0);
    asked.next_when(&taken, &concat(&[counter, command.is(6) | command.is(8)]));
    let place = |corner: &Wire, by: &Wire| corner - &concat(&[by.bit(2), by.clone()]);
    let move_word = concat(&[
        on.get("holds"),
        b.constant(7, 0),
        r.pass.output(),
        r.y.output(),
        r.x.output(),
        held.rotation.clone(),
        held.piece.clone(),
        place(&r.y, &held.cell[1]),
        place(&r.x, &held.cell[0]),
    ]);
    let counted = mux(&asked.bit(1), &cycles, &nodes).extend(64);
    b.output("command_ready", &on.get("command_ready"));
    b.output("response_valid", &on.get("response_valid"));
    b.output("response_data", &mux(&asked.bit(0), &counted, &move_word.extend(64)));
    b.output("response_error", &on.get("refused"));
    Some(b)
}

/// Ply, stack, side to move and passes; the word on top of the stack.
fn keep_tree(b: &Builder, options: &Options, r: &Registers, on: &Outputs, data: &Wire) -> Wire {
    let (place, pop, take_back, load) =
        (on.get("place"), on.get("pop"), on.get("take_back"), on.get("load_state"));
    let width = r.ply.width();
    let one = b.constant(width, 1);
    let above = (&*r.ply - &one).named("ply_above");
    let next_ply = mux(&place, &(&*r.ply + &one), &above).when(&!&load);
    r.ply.next_when(&((&place | &pop) | &load), &next_ply);
    let move_held = [r.passes.bit(0), r.pass.output(), r.cover.output(), r.y.output(), r.x.output()];
    let move_held = concat(&move_held);
    let stack = b.memory("stack", move_held.width(), options.stack_depth).comment("the moves that led here");
    stack.write(&place, &r.ply, &move_held);
    let top = stack.read_next("stack_top", &above);

    let turned = (&place | &take_back).named("turns");
    r.second.next_when(&(&turned | &load), &mux(&load, &data.bit(0), &!&*r.second));
    let after_pass = (&*r.passes + &b.constant(2, 1)).when(&r.pass);
    let before = r.passed.extend(2);
    let passes = mux(&load, &data.slice(1, 2), &mux(&place, &after_pass, &before));
    r.passes.next_when(&(&turned | &load), &passes);
    top
}

/// The move held: the stream's next, a pass, or the one from the stack. Gives the cover that will be held.
fn hold(b: &Builder, r: &Registers, on: &Outputs, next: &Next, stack_top: &Wire) -> Wire {
    let (take, pop) = (on.get("take"), on.get("pop"));
    let changes = (&take | &pop).named("held_changes");
    let field = |low: u32, width: u32| stack_top.slice(low, width);
    r.x.next_when(&changes, &mux(&pop, &field(0, 4), &next.corner.x));
    r.y.next_when(&changes, &mux(&pop, &field(4, 4), &next.corner.y));
    let cover = mux(&pop, &field(8, COVER), &mux(&take, &next.cover, &r.cover));
    r.cover.next(&cover);
    let pass = on.get("take_pass");
    r.pass.next_when(&(&changes | &pass), &mux(&pop, &field(8 + COVER, 1), &pass));
    r.passed.next_when(&pop, &field(9 + COVER, 1));
    debug_assert_eq!(Corner::width() + COVER + 2, stack_top.width());
    b.comment(&cover, "of the move that is held next");
    cover
}

/// The cells and the pieces left of both players: loaded, placed, taken back.
fn keep_position(b: &Builder, r: &Registers, on: &Outputs, data: &Wire, held: &Held, stamp: &ModuleHandle) {
    let (place, take_back) = (on.get("place"), on.get("take_back"));
    let (load_cell, load_piece) = (on.get("load_cell"), on.get("load_piece"));
    let second = r.second.output();
    let stamped = b
        .instance("stamp", stamp)
        .input("mask", &held.mask.when(&!&load_cell))
        .input("x", &mux(&load_cell, &data.slice(0, 4), &r.x))
        .input("y", &mux(&load_cell, &data.slice(4, 4), &r.y))
        .outputs();
    let stamped = Rows::of(&stamped, "cells");
    let piece = mux(&load_piece, &data.slice(0, 5), &held.piece).named("piece");
    let piece = word(&one_hot(&piece, PIECES as u32));
    let put =
        |set: &Wire, these: &Wire, value: &Wire| (set & &!these) | (these & &value.repeat(these.width()));
    for (number, (rows, left)) in r.players.iter().zip(&r.left).enumerate() {
        // After a move the other player is to move.
        let moves = if number == 1 { second.clone() } else { !&second };
        let changes = ((&place & &moves) | (&take_back & &!&moves)) & !&*r.pass;
        let changes = changes.named(&format!("player_{}_changes", number + 1));
        let cell = mux(&load_cell, &data.bit(8 + number as u32), &place);
        for (row, stamped) in rows.iter().zip(stamped.words()) {
            row.next_when(&(&changes | &load_cell), &put(row, stamped, &cell));
        }
        let has = mux(&load_piece, &data.bit(5 + number as u32), &take_back);
        left.next_when(&(&changes | &load_piece), &put(left, &piece, &has));
    }
}
