//! The core: board, pieces left, stream of moves, control, stack, counters, command port.

use super::board::{Held, Registers, keep_position};
use super::control::Control;
use super::fits::fits;
use super::planes::planes;
use super::stream::{COVER, Cells, Corner, Next, Node, stream};
use super::window::{around, stamp};
use super::{BuildError, Options};
use crate::describe::{
    Builder, Bundle, ModuleHandle, Outputs, Project, RegisterBuilder, Wire, concat, lower_commented, mux,
};
use crate::netlist::Design;
use crate::parts::command_port;

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
    let control =
        project.add_module(lower_commented::<Control>("control", doc, include_str!("control.rs"))?)?;
    let b = describe(options, &cells, [&planes, &stamp, &control]);
    project.add(b)?;
    Ok(project.finish()?)
}

/// The top module: one move a clock, placed in one clock and taken back in one. The longest paths
/// lead from the corners left back to themselves, and from a corner through the window around it.
fn describe(options: &Options, cells: &Cells, [planes, stamp, control]: [&ModuleHandle; 3]) -> Builder {
    let b = Builder::new(
        options.name.replace('-', "_"),
        "A Blokus Duo move generator: a legal move a clock, largest pieces first.\n\
         Commands go in and answers come out by valid and ready; docs/blokus.md has the words.",
    );
    b.clock();
    b.reset();
    let port = command_port::Inputs::of(&b);
    let data = &port.data;
    let r = Registers::new(&b);
    let walk = Walk::new(&b, options.stack_depth);
    let Walk { ply, root_ply, remaining, .. } = &walk;
    let width = ply.width();

    let over = r.over();
    let depth = data.slice(0, width + 1);
    let sum = &ply.extend(width + 2) + &depth.extend(width + 2);
    let too_deep =
        sum.gt(&b.constant(width + 2, options.stack_depth.into())) | data.slice(width + 1, 9 - width).any();
    let (move_ready, no_more) = (b.forward("next_ready", 1), b.forward("next_none", 1));
    let on = (port.connect(b.instance("control", control)))
        .input("below", &!&ply.all())
        .input("above", &ply.any())
        .input("depth_fits", &!&too_deep)
        .input("depth_zero", &depth.none())
        .input("at_root", &ply.eq(root_ply))
        .input("leaf", &remaining.is(1))
        .input("over", &over)
        .input("move_ready", &move_ready)
        .input("no_more", &no_more)
        .outputs();

    let next_cover = b.forward("next_cover_held", COVER);
    let held = Held::read(&b, &next_cover);
    let sites = r.sites(&b, planes, &r.second);
    let node = Node {
        start: on.get("start"),
        resume: on.get("resume"),
        // Behind a pass there is nothing either.
        over: (&over | &(on.get("resume") & &*r.pass)).named("no_moves"),
        take: on.get("take"),
        corners: sites.corners,
        rest: sites.rest,
        left: r.left_to_move(),
        inclusive: None,
        held: (Corner { x: r.x.output(), y: r.y.output() }, held.piece.clone(), held.way.clone()),
    };
    let next = stream(&b, cells, &node);
    b.drive(&move_ready, &next.ready);
    b.drive(&no_more, &next.none);

    let stack_top = keep_tree(&b, options, ply, &r, &on, data);
    b.drive(&next_cover, &hold(&b, &r, &on, &next, &stack_top));
    keep_position(&b, &r, &on, data, &held, stamp);

    count(&b, &walk, &on, &depth);
    answer(&b, &port, &walk, &on, &concat(&[on.get("holds"), r.move_word(&b, &held)]));
    b
}

/// The registers of a walk.
struct Walk {
    ply: RegisterBuilder,
    nodes: RegisterBuilder,
    cycles: RegisterBuilder,
    root_ply: RegisterBuilder,
    remaining: RegisterBuilder,
}

impl Walk {
    fn new(b: &Builder, stack_depth: u32) -> Self {
        let ply = b.register("ply", stack_depth.trailing_zeros()).resets_to(0);
        let width = ply.width();
        Self {
            ply,
            nodes: b.register("nodes", 48),
            cycles: b.register("cycles", 48),
            root_ply: b.register("root_ply", width),
            remaining: b.register("remaining", width + 1),
        }
    }
}

/// The plies left of a walk, and its counters.
fn count(b: &Builder, walk: &Walk, on: &Outputs, depth: &Wire) {
    let Walk { ply, nodes, cycles, root_ply, remaining } = walk;
    let (start, leaf) = (on.get("start_perft"), on.get("count_leaf"));
    root_ply.next_when(&start, ply);
    let one = b.constant(ply.width() + 1, 1);
    let moved = mux(&on.get("place"), &(&**remaining - &one), &(&**remaining + &one));
    remaining.next_when(&((&start | &on.get("place")) | on.get("take_back")), &mux(&start, depth, &moved));
    for (counter, first, counts) in [(nodes, depth.none(), leaf), (cycles, b.bit(false), on.get("counting"))]
    {
        let next = mux(&start, &first.extend(48), &(&**counter + &b.constant(48, 1)));
        counter.next_when(&(&start | &counts), &next);
    }
}

/// The outputs of the port.
fn answer(b: &Builder, port: &command_port::Inputs, walk: &Walk, on: &Outputs, move_word: &Wire) {
    let command_port::Inputs { valid, command, data, .. } = port;
    let taken = (valid & &on.get("command_ready")).named("command_taken");
    let asked = b.register("asked", 2).comment("what the answer is: a move, nodes, or cycles");
    let counter = command.is(8) & data.bit(0);
    asked.next_when(&taken, &concat(&[counter, command.is(6) | command.is(8)]));
    let counted = mux(&asked.bit(1), &walk.cycles, &walk.nodes).extend(64);
    command_port::output_handshake(b, &on.get("command_ready"), &on.get("response_valid"));
    let data = mux(&asked.bit(0), &counted, &move_word.extend(64));
    command_port::output_answer(b, &data, &on.get("refused"));
}

/// Ply, stack, side to move and passes; the word on top of the stack.
fn keep_tree(
    b: &Builder,
    options: &Options,
    ply: &RegisterBuilder,
    r: &Registers,
    on: &Outputs,
    data: &Wire,
) -> Wire {
    let (place, pop, load) = (on.get("place"), on.get("pop"), on.get("load_state"));
    let width = ply.width();
    let one = b.constant(width, 1);
    let above = (&**ply - &one).named("ply_above");
    let next_ply = mux(&place, &(&**ply + &one), &above).when(&!&load);
    ply.next_when(&((&place | &pop) | &load), &next_ply);
    let move_held = [r.passes.bit(0), r.pass.output(), r.cover.output(), r.y.output(), r.x.output()];
    let move_held = concat(&move_held);
    let stack = b.memory("stack", move_held.width(), options.stack_depth).comment("the moves that led here");
    stack.write(&place, ply, &move_held);
    let top = stack.read_next("stack_top", &above);

    r.keep_turn(b, on, data);
    top
}

/// The move held: the stream's next, a pass, or the one from the stack. Returns the cover that will
/// be held.
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
    assert_eq!(Corner::width() + COVER + 2, stack_top.width());
    b.comment(&cover, "of the move that is held next");
    cover
}
