//! What a turn decides: the value is judged, the search goes down, or the node is left.

use super::super::rules::{INFINITE, MATE};
use super::node::{MOVE, Place, Thread};
use super::squares::{negative, value};
use super::turn::{AFTER, CARRIED, CHILD, Child, Given, NODE, THREAD};
use crate::describe::{Builder, Bundle, Wire, concat, mux};
use crate::search::Window;

/// The facts of a node before its next move is looked at.
struct Before {
    at_root: Wire,
    /// The node is below the root.
    second: Wire,
    window: Window,
    /// There is no legal move at all.
    bare: Wire,
    /// The game was drawn before.
    overdrawn: Wire,
    /// The node's own value, if it is bare or overdrawn.
    value: Wire,
    /// The move is made.
    made: Wire,
}

impl Before {
    fn new(given: &Given, child: &Child) -> Self {
        let Thread { active, fresh, ply, .. } = &given.thread;
        let (place, shared, pass) = (&given.node.place, &given.shared, &child.pass);
        let b = ply.builder();
        let (at_root, second) = (ply.none().named("at_root"), ply.is(1).named("below_root"));
        let narrows = &second & shared.limit.lt_signed(&place.beta);
        let window = Window {
            alpha: mux(&at_root, &shared.best, &given.alpha).named("alpha_now"),
            beta: mux(&narrows, &shared.limit, &place.beta).named("beta_now"),
        };
        let found = &pass.found.found;
        let stands = place.depth.none() & !&pass.in_check;
        let bare = (fresh & !found & !stands).named("bare");
        let overdrawn = (fresh & found & given.node.carry.is_fifty() & !&at_root).named("overdrawn");
        let mated = &value(b, -MATE) + &ply.extend(16);
        let mine = !&at_root | &shared.mine;
        let made = (active & found & mine & !&overdrawn & !window.closed()).named("made_move");
        let value = mated.when(&(&bare & &pass.in_check));
        Self { at_root, second, window, bare, overdrawn, value, made }
    }
}

/// What a turn decides; 1 bit each, if not said otherwise.
pub struct Verdict {
    before: Before,
    /// The search goes to the position after the move.
    down: Wire,
    /// The node is left.
    leaves: Wire,
    /// It was cut, so nothing changes above it.
    cut: Wire,
    /// Its value cuts the node above too.
    twice: Wire,
    /// A value raises alpha here.
    raises: Wire,
    /// That value.
    judged: Wire,
    /// Alpha after the turn.
    alpha: Wire,
    /// The plies left after the move.
    depth: Wire,
    /// The alpha of the position after the move.
    below: Wire,
}

impl Verdict {
    /// The decision, from the node and the position after its move. Combinational.
    pub fn new(given: &Given, child: &Child, stack_depth: u32) -> Self {
        let before = Before::new(given, child);
        let Before { window, made, bare, overdrawn, .. } = &before;
        let (active, place, ply) = (&given.thread.active, &given.node.place, &given.thread.ply);
        let depth = (&place.depth - &place.depth.builder().constant(place.depth.width(), 1))
            .when(&place.depth.any())
            .named("depth_below");
        let drawn = (&child.too_little | (child.carry.is_fifty() & !&child.in_check)).named("drawn");
        let worth = child.value.when(&!&drawn).named("worth");
        // It can stay as it is, and what it is worth then is enough, or there is nothing to do.
        let stands = (depth.none() & !&child.in_check).named("stands_pat");
        let enough = !worth.lt_signed(&window.beta_below());
        let quiet = &stands & (&enough | !&child.busy);
        let deepest = ply.is(u64::from(stack_depth) - 1);
        let known = (&drawn | &deepest | quiet).named("known");
        let over = (bare | overdrawn).named("over");
        let judged = mux(&over, &before.value, &negative(&worth)).named("judged");
        let judges = (made & &known) | (active & &over);
        let raises = (&judges & window.alpha.lt_signed(&judged)).named("raises");
        let alpha = mux(&raises, &judged, &window.alpha).named("alpha_then");
        let cut = (!alpha.lt_signed(&window.beta)).named("cut");
        let down = (made & !&known).named("goes_down");
        let found = &child.pass.found;
        let ends = &cut | !&found.found | overdrawn | &found.last;
        let leaves = (active & !&down & ends).named("leaves_node");
        let twice = (!&cut & alpha.eq(&place.floor) & !&before.second & !&before.at_root).named("twice");
        let floor = negative(&window.beta).named("floor_below");
        let below = mux(&(&stands & floor.lt_signed(&worth)), &worth, &floor);
        Self { down, leaves, cut, twice, raises, judged, alpha, depth, below, before }
    }

    /// The output ports.
    pub fn output(&self, b: &Builder, given: &Given, child: &Child, stack_depth: u32) {
        let Self { before, down, leaves, cut, twice, alpha, .. } = self;
        let active = &given.thread.active;
        let silent = leaves & &(cut | twice);
        let raised = mux(leaves, &negative(alpha), alpha);
        child.pass.child.output(b, CHILD);
        child.carry.output(b, &format!("{CHILD}{CARRIED}"));
        Place {
            depth: self.depth.clone(),
            beta: before.window.beta_below(),
            floor: negative(&before.window.beta),
        }
        .output(b, &format!("{CHILD}{NODE}"));
        child.pass.after.output(b, AFTER);
        self.thread(given, child).output(b, &format!("{AFTER}{THREAD}"));
        let ply = given.thread.ply.slice(0, stack_depth.trailing_zeros());
        b.output("ply", &ply).comment("the ply of the node");
        b.output("active", active).comment("the thread searches");
        b.output("made", &before.made).comment("a move was made");
        b.output("down", down).comment("the position after it is the next node");
        b.output("alpha_write", &(active & !silent)).comment("alpha changes at the thread's next node");
        b.output("alpha_after", &mux(down, &self.below, &raised)).comment("to this value");
        self.report(b, given, child);
    }

    /// The thread after the turn.
    fn thread(&self, given: &Given, child: &Child) -> Thread {
        let Self { before, down, leaves, twice, .. } = self;
        let Thread { active, ply, passed, tried, .. } = &given.thread;
        let b = ply.builder();
        let by = |number: i64| b.constant(ply.width(), number as u64 & 63);
        let step = mux(twice, &by(-2), &by(-1)).when(&(leaves & &!&before.at_root));
        let comes = (active & &before.at_root & &child.pass.found.found).named("root_move_comes");
        Thread {
            active: active & !(leaves & &before.at_root),
            fresh: down.clone(),
            ply: ply + &mux(down, &by(1), &step),
            passed: passed + &comes.extend(passed.width()),
            tried: mux(&before.at_root, &made(child), tried),
        }
    }

    /// The value of a root move, if it is better than those before it.
    fn report(&self, b: &Builder, given: &Given, child: &Child) {
        let Self { before, leaves, cut, .. } = self;
        let Thread { passed, tried, .. } = &given.thread;
        let above = (leaves & &before.second & !cut).named("root_move_ends");
        let here = &before.at_root & &self.raises;
        let lowest = value(b, -INFINITE);
        let judged = mux(&above, &negative(&self.alpha), &self.judged);
        let number = mux(&above, &(passed - &b.constant(passed.width(), 1)), passed);
        // Without a move there is a value.
        let here_made = made(child).when(&before.made);
        b.output("root_value", &mux(&(&above | here), &judged, &lowest))
            .comment("of a move of the root, or the lowest value");
        b.output("root_number", &number).comment("the number of that move");
        b.output("root_move", &mux(&above, tried, &here_made)).comment("the move");
    }
}

/// The move as a word.
fn made(child: &Child) -> Wire {
    let found = &child.pass.found;
    let becomes = found.stands.when(&child.pass.promotes);
    let mv = concat(&[becomes, found.destination.clone(), found.origin.clone()]);
    debug_assert_eq!(mv.width(), MOVE, "origin, destination, promotion");
    mv
}
