//! The hardware: the moves of a position as one set, the discs that a move turns, and a control.
//!
//! A walk takes four cycles for each node above its leaves: the look that finds the move to it, the
//! way down, its last look, and the way up. That look counts all leaves of a node at once.

use movewright::describe::{Builder, ModuleHandle, Project, Wire, concat, mux};
use movewright::game::Refusal;
use movewright::netlist::Design;
use movewright::parts::board::Compass;
use movewright::parts::command_port;
use movewright::parts::decode::word;
use movewright::parts::pick::{index, pick};
use movewright::parts::population::Population;
use movewright::parts::rows::{Direction, Rows};

use crate::rules::BOARD;

/// The width of a set of squares.
const SET: u32 = 64;
/// The width of a move: the number of its square, or 64 for a pass.
const MOVE: u32 = 7;

/// The machine with a stack of this many plies, a power of two.
///
/// # Errors
/// The description breaks a rule of the netlist: a defect of it.
pub fn design(name: &str, stack_depth: u32) -> Result<Design, Refusal> {
    let mut project = Project::new(name);
    project.setting("stack_depth", stack_depth);
    let (moves, turned) = (project.add(legal_moves())?, project.add(turned_discs())?);
    project.add(machine(name, stack_depth, &moves, &turned))?;
    Ok(project.finish()?)
}

fn sets<const N: usize>(b: &Builder, names: [&str; N]) -> [Rows; N] {
    names.map(|name| Rows::of(BOARD, &b.input(name, SET)))
}

/// The union of what `find` finds in each direction.
fn in_all_directions(b: &Builder, find: impl Fn(Direction) -> Rows) -> Wire {
    let none = Rows::of(BOARD, &b.constant(SET, 0));
    let all = Compass::ALL.into_iter().fold(none, |all, way| {
        let (files, ranks) = way.step();
        all | &find(Direction { name: way.name(), files, ranks })
    });
    all.word()
}

/// A ray begins on the other side's discs beside own ones, goes on through discs of the other side,
/// and ends in a move where it arrives on an empty square.
fn legal_moves() -> Builder {
    let b = Builder::new("legal_moves", "The squares on which the side to move may put a disc.");
    let [own, other] = sets(&b, ["own", "other"]);
    let empty = !&(&own | &other);
    let moves = in_all_directions(&b, |way| {
        let first = own.moved(way.files, way.ranks) & &other;
        first.ray(&other, way, way.name) & &empty
    });
    b.output("moves", &moves);
    b
}

/// A ray from the new disc goes through discs of the other side, and turns them if it arrives on an
/// own disc.
fn turned_discs() -> Builder {
    let b = Builder::new("turned_discs", "The discs that a new disc turns.");
    let [own, other, disc] = sets(&b, ["own", "other", "disc"]);
    let turned = in_all_directions(&b, |way| {
        let ray = disc.ray(&other, way, way.name);
        let ends = (&ray & &own).any().named(&format!("{}_ends", way.name));
        ray & &other & &Rows::of(BOARD, &ends.repeat(SET))
    });
    b.output("turned", &turned);
    b
}

/// The top module. Each state takes a cycle, except those that wait for the host.
fn machine(name: &str, stack_depth: u32, moves: &ModuleHandle, turned: &ModuleHandle) -> Builder {
    let b = Builder::new(name, "An Othello move generator behind a command port.");
    b.clock();
    b.reset();
    let port = command_port::Inputs::of(&b);
    let (command, data) = (&port.command, &port.data);
    let flag = |name: &str, comment: &str| b.register(name, 1).resets_to(0).comment(comment);
    let [own, other] = ["own", "other"].map(|name| b.register(name, SET));
    let held = b.register("held", MOVE).comment("the move held, or the last one given");
    let holding = flag("holding", "a move is held");
    let spent = flag("spent", "all moves of the node were given");
    let walking = flag("walking", "a walk is on");
    let refused = flag("refused", "the command was refused");
    let plies = stack_depth.trailing_zeros();
    let ply = b.register("ply", plies).resets_to(0).comment("plies below the root");
    let first_ply = b.register("first_ply", plies).comment("the ply of the node where the walk began");
    let last_ply = b.register("last_ply", plies).comment("the ply of the nodes just above the leaves");
    let [leaves, cycles] = ["leaves", "cycles"].map(|name| b.register(name, 48));
    let asked = b.register("asked", 2).comment("the answer is a move, leaves, or cycles");
    let state = b.register("state", 3).resets_to(0);
    let states = [("IDLE", 0), ("LOOK", 1), ("DOWN", 2), ("UP", 3), ("RESPOND", 4)];
    let [(idle, is_idle), (look, is_look), (down, is_down), (up, is_up), (respond, is_respond)] =
        states.map(|(name, number)| {
            let constant = b.named_constant(&format!("STATE_{name}"), 3, number);
            let is = state.eq(&constant).named(&format!("is_{}", name.to_lowercase()));
            (constant, is)
        });

    // The command that is taken.
    let taken = (&port.valid & &is_idle).named("command_taken");
    let takes = |number: u64| &taken & command.is(number);
    let (load_square, load_state) = (takes(1), takes(2));
    let sum = (ply.extend(11) + data.extend(11)).named("ply_and_depth");
    let walk = (takes(6) & !&*holding & !sum.gt(&b.constant(11, stack_depth.into()))).named("walk");
    let deep = &walk & data.any();
    let go_down = takes(4) & &*holding & !ply.all();
    let go_up = takes(5) & ply.any();
    let done = [&load_square, &load_state, &takes(3), &go_down, &go_up, &walk, &takes(8)];
    refused.next_when(&taken, &word(&done.map(Wire::clone)).none());
    asked.next_when(&taken, &concat(&[command.is(8) & data.bit(0), command.is(6) | command.is(8)]));

    // The next move of the node, and the board after the move held.
    let square = mux(&is_idle, &data.slice(0, 6).extend(MOVE), &held).named("square");
    let disc = b.constant(SET, 1).shift_left(&square).named("disc");
    let legal = |side: &str, own: &Wire, other: &Wire| {
        b.instance(side, moves).input("own", own).input("other", other).outputs().get("moves")
    };
    let (own_moves, other_moves) = (legal("own_side", &own, &other), legal("other_side", &other, &own));
    let turned = b.instance("move", turned).input("own", &own).input("other", &other);
    let turned = turned.input("disc", &disc).outputs().get("turned");
    let behind = (&own_moves & &b.constant(SET, !1).shift_left(&held)).named("behind");
    let first = pick(&mux(&holding, &behind, &own_moves), "move").first;
    let must_pass = (own_moves.none() & other_moves.any() & !&*holding).named("must_pass");
    let leaf = (&*walking & &ply.eq(&last_ply)).named("leaf");
    let found = ((first.any() | &must_pass) & !(&*spent | &leaf)).named("found");
    let ended = (&is_look & !&found & ply.eq(&first_ply)).named("walk_ended");

    // The board, the move held, and the stack of both.
    let one = b.constant(plies, 1);
    let (above, moves_on) = (&*ply - &one, &is_down | &is_up);
    ply.next_when(&(&load_state | &moves_on), &mux(&is_down, &(&*ply + &one), &above).when(&!&is_idle));
    let stack = b.memory("stack", MOVE + 2 * SET, stack_depth).comment("the nodes above");
    stack.write(&is_down, &ply, &concat(&[held.output(), other.output(), own.output()]));
    let top = stack.read_next("stack_top", &above);
    let (after_own, after_other) = (&*other & !&turned, &*own | &turned | &disc);
    for (discs, bit, after, place) in [(&own, 6, after_own, 0), (&other, 7, after_other, SET)] {
        let loaded = (&**discs & !&disc) | disc.when(&data.bit(bit));
        let walked = mux(&is_up, &top.slice(place, SET), &after);
        discs.next_when(&(&load_square | &moves_on), &mux(&is_idle, &loaded, &walked));
    }
    let holds = &is_up | (&is_look & &found);
    let next = concat(&[must_pass.clone(), index(&first, MOVE - 1)]);
    held.next_when(&holds, &mux(&is_up, &top.slice(2 * SET, MOVE), &next));
    holding.next_when(&(&load_state | &is_look | &moves_on), &holds);
    let looked = &is_look & !(&found | &*walking);
    spent.next_when(&(&load_state | &walk | &is_look | &moves_on), &looked);

    // The walk and its counters.
    walking.next_when(&(&deep | &ended), &deep);
    first_ply.next_when(&walk, &ply);
    last_ply.next_when(&walk, &(&sum - &b.constant(11, 1)).slice(0, plies));
    let mut count = Population::new(&b, "count");
    count.add(0, &concat(&[must_pass, own_moves]));
    let counted = &*leaves + count.total(MOVE).extend(48);
    leaves.next_when(&(&walk | (&is_look & &leaf)), &mux(&walk, &data.none().extend(48), &counted));
    let counting = &*walking & !&is_respond;
    cycles.next_when(&(&walk | &counting), &(&*cycles + &b.constant(48, 1)).when(&!&walk));

    // The state after each.
    let command = mux(&go_down, &down, &mux(&go_up, &up, &respond));
    let command = mux(&(takes(3) | &deep), &look, &command);
    let back = mux(&(&*walking & !&ended), &up, &respond);
    let next = mux(&is_respond, &mux(&port.response_ready, &idle, &respond), &mux(&walking, &look, &respond));
    let next = mux(&is_look, &mux(&found, &mux(&walking, &down, &respond), &back), &next);
    state.next(&mux(&is_idle, &mux(&port.valid, &command, &idle), &next));

    let answer = concat(&[holding.output(), held.extend(32)]).extend(64);
    let counter = mux(&asked.bit(1), &cycles, &leaves).extend(64);
    command_port::output_handshake(&b, &is_idle, &is_respond);
    command_port::output_answer(&b, &mux(&asked.bit(0), &counter, &answer), &refused);
    b
}
