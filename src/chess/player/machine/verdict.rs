//! What a turn decides: the value is judged, the search goes down, or the node is left.

use super::below::Below;
use super::key::Key;
use super::killers::{Brought, Killers, Marks};
use super::node::{MOVE, Place, State, Thread, USED};
use super::now::Now;
use super::options::Options;
use super::squares::{negative, value};
use super::table::{CHILD_KEY, Entry, NODE_KEY, Noted, STORED, STORES, table_tells};
use super::turn::{
    AFTER, CARRIED, CHILD, Child, Given, KEYED, KILLERS, MARKS, NODE, NOTED, STATE, THREAD, TRAIL,
};
use crate::chess::player::rules::{INFINITE, MATE};
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
    /// The table tells the node's value.
    told: Wire,
    /// The node's own value, if it is bare or overdrawn, or the table tells it.
    value: Wire,
    /// The move is made.
    made: Wire,
}

impl Before {
    fn new(given: &Given, now: &Now, child: &Child) -> Self {
        let Thread { active, fresh, ply, .. } = &given.thread;
        let (place, shared, pass) = (&given.node.place, &given.shared, &child.pass);
        let b = ply.builder();
        let (at_root, second) = (ply.none().named("at_root"), ply.is(1).named("below_root"));
        let acts = (active & !&shared.waits).named("acts_here");
        let State { alpha, claims, .. } = &given.state;
        let claims = claims + &shared.joins.extend(USED);
        let claims = mux(fresh, &b.constant(USED, 1), &claims).named("claims_now");
        let below_shared = (!&given.thread.alone | place.level.none()).named("below_a_shared_node");
        let narrows = below_shared & !&at_root & shared.limit.lt_signed(&place.beta);
        let brings = (fresh | alpha.lt_signed(&given.thread.value)).named("brings_alpha");
        let alpha = mux(&brings, &given.thread.value, alpha);
        let window = Window {
            alpha: mux(&at_root, &shared.best, &alpha).named("alpha_now"),
            beta: mux(&narrows, &shared.limit, &place.beta).named("beta_now"),
        };
        let found = &pass.found.found;
        let stands = &now.takes_only & !&pass.in_check;
        let bare = (&now.begins & !found & !stands).named("bare");
        let overdrawn = (&now.begins & found & given.node.carry.is_fifty() & !&at_root).named("overdrawn");
        let mated = &value(b, -MATE) + &ply.extend(16);
        let step = found | &now.null;
        let made = &acts & &step & !&overdrawn & !window.closed();
        let value = mated.when(&(&bare & &pass.in_check));
        let (told, value) = match &given.answer {
            Some(answer) => {
                let told = table_tells(given, answer, &window, &at_root);
                let value = mux(&told, &answer.value, &value);
                (told, value)
            }
            None => (b.bit(false), value),
        };
        let made = (made & !&told).named("made_move");
        Self { acts, claims, at_root, second, window, bare, overdrawn, told, value, made }
    }
}

/// What a turn decides; 1 bit each, if not said otherwise.
pub struct Verdict {
    now: Now,
    before: Before,
    /// The search goes to the position after the move.
    down: Wire,
    /// The node is left.
    leaves: Wire,
    /// It has no moves left, but others are still below it: the thread has no node then.
    rests: Wire,
    /// It begins again, with the plies that were taken off.
    restarts: Wire,
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
    /// The position after the move, as a node.
    below: Below,
    /// Killers of the nodes below, if the search has any.
    killers: Option<Killers>,
    /// What the thread brings to the node above, beside the value.
    brought: Brought,
    /// What the node keeps for the table, if there is one.
    noted: Option<Noted>,
    /// What the table is to keep of the node: whether anything, and that.
    stored: Option<(Wire, Entry)>,
}

impl Verdict {
    /// The decision, from the node and the position after its move. Combinational.
    pub fn new(given: &Given, now: Now, child: &Child, options: &Options) -> Self {
        let before = Before::new(given, &now, child);
        let Before { acts, claims, window, made, bare, overdrawn, told, .. } = &before;
        let (place, Thread { ply, alone, fresh, .. }) = (&given.node.place, &given.thread);
        let below = Below::new(&now, window, child, &options.rules());
        let deepest = ply.is(u64::from(options.stack_depth) - 1);
        let known = (&below.known | &deepest).named("known");
        let over = (bare | overdrawn | told).named("over");
        let null = &now.null & !told;
        let judged = mux(&over, &before.value, &negative(&below.worth)).named("judged");
        let judges = (made & &known & !&below.left_out) | (acts & &over);
        // A null move says no more than that the node is cut.
        let better = mux(&null, &!&below.reaches, &window.alpha.lt_signed(&judged));
        let raises = (&judges & better).named("raises");
        let alpha = mux(&raises, &judged, &window.alpha).named("alpha_then");
        let cut = (!alpha.lt_signed(&window.beta)).named("cut");
        let down = (made & !&known).named("goes_down");
        let found = &child.pass.found;
        let more = ((&found.found & !&found.last) | &now.null).named("more_moves");
        let ends = (acts & !&down & (&cut | !&more | overdrawn | told)).named("node_ends");
        let one = claims.builder().constant(USED, 1);
        let rests = (&ends & !&cut & !alone & one.lt(claims)).named("rests");
        let reduced = place.reduction.any() & !&now.again & !&over;
        let restarts = (&ends & !&rests & !&cut & reduced).named("restarts");
        let leaves = (&ends & !&rests & !&restarts).named("leaves_node");
        let twice = (!&cut & alpha.eq(&place.floor) & alone & place.level.any()).named("twice");
        let killers = given.killers.as_ref().map(|killers| killers.now(given));
        let brought = match &given.node.marks {
            Some(marks) => Brought::of(given, child, marks, [&cut, &twice, made]),
            None => Brought::nothing(cut.builder()),
        };
        let sharing = |depth: &Wire| depth.slice(1, depth.width() - 1).any() & !alone;
        let first = fresh | &now.begins;
        let offers = (acts & !&ends & &more & !first & sharing(&now.depth)).named("offers_node");
        let shares = (&down & sharing(&below.depth)).named("shares_below");
        let raised = &raises & made & !&now.null;
        let noted = child.noted.clone().map(|noted| noted.after(&raised, &found.destination));
        let stored = noted.as_ref().map(|noted| {
            let stores = (&leaves & !&over & now.depth.any()).named("stores_node");
            (stores, Entry::of(&alpha, &cut, &now.depth, place, noted))
        });
        Self {
            now,
            before,
            down,
            leaves,
            rests,
            restarts,
            offers,
            shares,
            cut,
            twice,
            raises,
            judged,
            alpha,
            below,
            killers,
            brought,
            noted,
            stored,
        }
    }

    /// The output ports.
    pub fn output(&self, b: &Builder, given: &Given, child: &Child, stack_depth: u32) {
        let Self { now, before, down, leaves, .. } = self;
        let Thread { ply, alone, at, .. } = &given.thread;
        child.pass.child.output(b, CHILD);
        child.carry.output(b, &format!("{CHILD}{CARRIED}"));
        self.place(given).output(b, &format!("{CHILD}{NODE}"));
        if let Some(trail) = &child.trail {
            trail.after.output(b, &format!("{CHILD}{TRAIL}"));
        }
        if let Some(killers) = &self.killers {
            Marks::below(child, killers).output(b, &format!("{CHILD}{MARKS}"));
            killers.output(b, &format!("{AFTER}{KILLERS}"));
        }
        child.pass.after.output(b, AFTER);
        let claims = &before.claims - &self.rests.extend(USED);
        let state = State {
            alpha: self.alpha.clone(),
            claims,
            count: now.number.clone(),
            again: now.again.clone(),
            passed: now.null.clone(),
        };
        state.output(b, &format!("{AFTER}{STATE}"));
        self.thread(given, child).output(b, &format!("{AFTER}{THREAD}"));
        let ply = ply.slice(0, stack_depth.trailing_zeros());
        b.output("ply", &ply).comment("the ply of the node");
        b.output("alpha_negated", &negative(&self.alpha)).comment("alpha there after the turn, negated");
        b.output("alone", alone).comment("the node is the thread's own");
        b.output("at", at).comment("its place, or that of the last shared node above it");
        b.output("plies_left", &now.depth).comment("plies left there");
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
        self.table(b, given, child);
    }

    /// What the table is asked and told.
    fn table(&self, b: &Builder, given: &Given, child: &Child) {
        let (Some(noted), Some((stores, entry))) = (&self.noted, &self.stored) else { return };
        noted.output(b, &format!("{AFTER}{NOTED}"));
        b.output(STORES, stores).comment("the table keeps something of the node");
        entry.output(b, STORED);
        if let (Some(key), Some(node)) = (&child.key, Key::of_node(&given.node, NODE_KEY)) {
            key.output(b, &format!("{CHILD}{KEYED}"));
            b.output(NODE_KEY, &node).comment("the key of the node");
            let whole = key.whole(&child.pass.child, CHILD_KEY);
            b.output(CHILD_KEY, &whole).comment("the key of the position after the move");
        }
    }

    /// What the search knows of the next node.
    fn place(&self, given: &Given) -> Place {
        let Thread { alone, at, .. } = &given.thread;
        let Below { depth, beta, floor, reduction, narrow, may_pass, .. } = self.below.clone();
        let level = &given.node.place.level;
        let more = level + &(!level.bit(1)).extend(2);
        Place { depth, beta, floor, above: at.clone(), level: more.when(alone), reduction, narrow, may_pass }
    }

    /// The thread after the turn. If it goes down, the node there is its own.
    fn thread(&self, given: &Given, child: &Child) -> Thread {
        let Self { before, down, leaves, rests, restarts, twice, cut, .. } = self;
        let Thread {
            enabled, active, fresh, again, ply, alone, at, value: brings, path, number, tried, ..
        } = &given.thread;
        let (brought_before, brought) = (given.thread.brings(), &self.brought);
        let kills = &brought.known & leaves;
        let (b, place, acts) = (ply.builder(), &given.node.place, &before.acts);
        let by = |number: i64| b.constant(ply.width(), number as u64 & 63);
        let step = mux(twice, &by(-2), &by(-1)).when(&(leaves & &!&before.at_root));
        let silent = cut | twice;
        let lowest = value(b, -INFINITE);
        let returns = mux(&(leaves & !&silent), &negative(&self.alpha), &lowest);
        let again_then = mux(restarts, &place.floor, &returns);
        let next = mux(down, &self.below.first, &again_then);
        let still = place.level.any() & !(twice & place.level.is(1));
        let root = acts & &before.at_root;
        Thread {
            enabled: enabled.clone(),
            active: active & !rests & !(leaves & &before.at_root),
            fresh: mux(acts, &(down | restarts), fresh),
            again: mux(acts, restarts, again),
            ply: ply + &mux(down, &by(1), &step),
            alone: down | mux(leaves, &(alone & still), alone),
            at: mux(&(leaves & !alone), &place.above, at),
            value: mux(acts, &next, brings),
            killer: mux(acts, &brought.square, &brought_before.square),
            kills: mux(acts, &kills, &brought_before.known),
            killed: mux(acts, &brought.cut, &brought_before.cut),
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
    assert_eq!(mv.width(), MOVE, "origin, destination, promotion");
    mv
}
