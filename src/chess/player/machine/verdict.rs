//! What a turn decides: the value is judged, the search goes down, or the node is left.

use super::super::rules::{INFINITE, MATE};
use super::node::{MOVE, Place, State, Thread, USED};
use super::squares::{negative, value};
use super::turn::{AFTER, CARRIED, CHILD, Child, Given, NODE, STATE, THREAD};
use crate::describe::{Builder, Bundle, Wire, concat, mux};
use crate::search::Window;

/// The facts of a node before its next move is looked at.
struct Before {
    /// The thread acts at its node.
    acts: Wire,
    /// Threads at the node, and nodes that have begun below it.
    claims: Wire,
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
        let acts = (active & !&shared.waits).named("acts_here");
        let State { alpha, claims } = &given.state;
        let claims = claims + &shared.joins.extend(USED);
        let claims = mux(fresh, &b.constant(USED, 1), &claims).named("claims_now");
        let narrows = &second & shared.limit.lt_signed(&place.beta);
        let brings = (fresh | alpha.lt_signed(&given.thread.value)).named("brings_alpha");
        let alpha = mux(&brings, &given.thread.value, alpha);
        let window = Window {
            alpha: mux(&at_root, &shared.best, &alpha).named("alpha_now"),
            beta: mux(&narrows, &shared.limit, &place.beta).named("beta_now"),
        };
        let found = &pass.found.found;
        let stands = place.depth.none() & !&pass.in_check;
        let bare = (fresh & !found & !stands).named("bare");
        let overdrawn = (fresh & found & given.node.carry.is_fifty() & !&at_root).named("overdrawn");
        let mated = &value(b, -MATE) + &ply.extend(16);
        let made = (&acts & found & !&overdrawn & !window.closed()).named("made_move");
        let value = mated.when(&(&bare & &pass.in_check));
        Self { acts, claims, at_root, second, window, bare, overdrawn, value, made }
    }
}

/// What a turn decides; 1 bit each, if not said otherwise.
pub struct Verdict {
    before: Before,
    /// The search goes to the position after the move.
    down: Wire,
    /// The node is left.
    leaves: Wire,
    /// It has no moves left, but others are still below it: the thread has no node then.
    rests: Wire,
    /// Another thread may join the node.
    offers: Wire,
    /// Another thread may join the node below, after its first move.
    shares: Wire,
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
    first: Wire,
}

impl Verdict {
    /// The decision, from the node and the position after its move. Combinational.
    pub fn new(given: &Given, child: &Child, stack_depth: u32) -> Self {
        let before = Before::new(given, child);
        let Before { acts, claims, window, made, bare, overdrawn, .. } = &before;
        let (place, Thread { ply, alone, fresh, .. }) = (&given.node.place, &given.thread);
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
        let judges = (made & &known) | (acts & &over);
        let raises = (&judges & window.alpha.lt_signed(&judged)).named("raises");
        let alpha = mux(&raises, &judged, &window.alpha).named("alpha_then");
        let cut = (!alpha.lt_signed(&window.beta)).named("cut");
        let down = (made & !&known).named("goes_down");
        let found = &child.pass.found;
        let more = (&found.found & !&found.last).named("more_moves");
        let ends = (acts & !&down & (&cut | !&more | overdrawn)).named("node_ends");
        let one = claims.builder().constant(USED, 1);
        let rests = (&ends & !&cut & !alone & one.lt(claims)).named("rests");
        let leaves = (&ends & !&rests).named("leaves_node");
        let twice = (!&cut & alpha.eq(&place.floor) & alone & place.level.any()).named("twice");
        let sharing = |depth: &Wire| depth.slice(1, depth.width() - 1).any() & !alone;
        let offers = (acts & !&ends & &more & !fresh & sharing(&place.depth)).named("offers_node");
        let shares = (&down & sharing(&depth)).named("shares_below");
        let floor = negative(&window.beta).named("floor_below");
        let first = mux(&(&stands & floor.lt_signed(&worth)), &worth, &floor);
        Self { down, leaves, rests, offers, shares, cut, twice, raises, judged, alpha, depth, first, before }
    }

    /// The output ports.
    pub fn output(&self, b: &Builder, given: &Given, child: &Child, stack_depth: u32) {
        let Self { before, down, leaves, rests, .. } = self;
        let Thread { ply, alone, at, .. } = &given.thread;
        child.pass.child.output(b, CHILD);
        child.carry.output(b, &format!("{CHILD}{CARRIED}"));
        self.below(given).output(b, &format!("{CHILD}{NODE}"));
        child.pass.after.output(b, AFTER);
        let claims = &before.claims - &rests.extend(USED);
        State { alpha: self.alpha.clone(), claims }.output(b, &format!("{AFTER}{STATE}"));
        self.thread(given, child).output(b, &format!("{AFTER}{THREAD}"));
        let ply = ply.slice(0, stack_depth.trailing_zeros());
        b.output("ply", &ply).comment("the ply of the node");
        b.output("alone", alone).comment("the node is the thread's own");
        b.output("at", at).comment("its place, or that of the last shared node above it");
        b.output("plies_left", &given.node.place.depth).comment("plies left there");
        b.output("holds", &given.shared.holds).comment("the turn kept the place busy");
        b.output("acts", &before.acts).comment("the thread had its turn at its node");
        b.output("made", &before.made).comment("a move was made");
        b.output("down", down).comment("the position after it is the next node");
        b.output("shares", &self.shares).comment("that node may be shared");
        b.output("leaves", leaves).comment("the node is left");
        b.output("node_cut", &(leaves & &self.cut)).comment("it was cut");
        b.output("offers", &self.offers).comment("the node may be joined");
        b.output("over", &(leaves & &before.at_root)).comment("the search is over");
        let takes = before.acts.clone() & &before.at_root & &child.pass.found.found;
        b.output("root_takes", &takes).comment("a move of the root is taken");
        self.report(b, given, child);
    }

    /// What the search knows of the next node.
    fn below(&self, given: &Given) -> Place {
        let Thread { alone, at, .. } = &given.thread;
        let level = &given.node.place.level;
        let more = level + &(!level.bit(1)).extend(2);
        Place {
            depth: self.depth.clone(),
            beta: self.before.window.beta_below(),
            floor: negative(&self.before.window.beta),
            above: at.clone(),
            level: more.when(alone),
        }
    }

    /// The thread after the turn. If it goes down, the node there is its own.
    fn thread(&self, given: &Given, child: &Child) -> Thread {
        let Self { before, down, leaves, rests, twice, cut, .. } = self;
        let Thread { enabled, active, fresh, ply, alone, at, value: brings, path, number, tried } =
            &given.thread;
        let (b, place, acts) = (ply.builder(), &given.node.place, &before.acts);
        let by = |number: i64| b.constant(ply.width(), number as u64 & 63);
        let step = mux(twice, &by(-2), &by(-1)).when(&(leaves & &!&before.at_root));
        let silent = cut | twice;
        let lowest = value(b, -INFINITE);
        let returns = mux(&(leaves & !&silent), &negative(&self.alpha), &lowest);
        let next = mux(down, &self.first, &returns);
        let still = place.level.any() & !(twice & place.level.is(1));
        let root = acts & &before.at_root;
        Thread {
            enabled: enabled.clone(),
            active: active & !rests & !(leaves & &before.at_root),
            fresh: mux(acts, down, fresh),
            ply: ply + &mux(down, &by(1), &step),
            alone: down | mux(leaves, &(alone & still), alone),
            at: mux(&(leaves & !alone), &place.above, at),
            value: mux(acts, &next, brings),
            path: path.clone(),
            number: mux(&root, &given.shared.next, number),
            tried: mux(&root, &made(child), tried),
        }
    }

    /// The value of a root move, if it is better than those before it.
    fn report(&self, b: &Builder, given: &Given, child: &Child) {
        let Self { before, leaves, cut, .. } = self;
        let Thread { number, tried, .. } = &given.thread;
        let above = (leaves & &before.second & !cut).named("root_move_ends");
        let here = &before.at_root & &self.raises;
        let lowest = value(b, -INFINITE);
        let judged = mux(&above, &negative(&self.alpha), &self.judged);
        let number = mux(&above, number, &given.shared.next);
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
