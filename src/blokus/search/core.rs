//! The core: board, stream of moves, evaluation, window, control, stack, counters, command port.

use super::control::Control;
use super::counters::{Asked, counters};
use super::deepening::{DEEPENS, Deepening};
use super::error::BuildError;
use super::kept::{Kept, MOVE, REMAINING};
use super::leaves::{Evaluator, Leaves, Placed};
use super::options::{DEEPEST, FEWEST, MOST, MOST_CORES, Options};
use super::order::{Told, order, place_width};
use super::reply::Reply;
use super::root::Root;
use super::shared::share;
use super::tree::Tree;
use crate::blokus::evaluation::Evaluation;
use crate::blokus::generator::board::{Held, Registers, Sites, keep_position};
use crate::blokus::generator::fits::fits;
use crate::blokus::generator::planes::planes;
use crate::blokus::generator::stream::{COVER, Cells, Corner, Next, Node, stream};
use crate::blokus::generator::window::{around, stamp};
use crate::bundle;
use crate::describe::{Builder, Bundle, ModuleHandle, Outputs, Project, Wire, concat, lower_commented, mux};
use crate::netlist::Design;
use crate::parts::command_port;
use crate::parts::decode::word;
use crate::parts::pick::choose;
use crate::search::{Change, Goal, Killer, Killers, NodeWidths, Opening, Step, Waiting};

bundle! {
    /// A move on the stack, or a pass.
    struct Way {
        /// The column of the move's corner.
        x: 4,
        /// The corner's row.
        y: 4,
        /// Which piece covers it, and how.
        cover: COVER,
        /// The move is a pass.
        pass: 1,
    }
}

bundle! {
    /// The phase of a node on the stack, above whose word is its place in the list.
    struct Phase {
        /// The move before was a pass.
        passed: 1,
        /// The move is the killer.
        killing: 1,
        /// The killer was tried.
        killed: 1,
        /// Moves are taken from the list.
        listed: 1,
    }
}

/// The widths of a node's fields, if values are `value` bits wide.
fn widths(value: u32) -> NodeWidths {
    NodeWidths { value, mv: Way::width(), plies: REMAINING, phase: Phase::width() }
}

/// Builds the whole machine.
///
/// # Errors
/// No registers are asked for (`levels` 0), or not 1 to [`MOST_CORES`] cores; a defect of a
/// description, or a rule of the netlist.
pub fn design(options: &Options) -> Result<Design, BuildError> {
    let players = options.players;
    if !(1..=MOST_CORES).contains(&players) {
        return Err(BuildError::Players { players });
    }
    let listed = options.listed;
    if !(FEWEST..=MOST).contains(&listed) || !listed.is_power_of_two() {
        return Err(BuildError::Listed { listed });
    }
    let mut project = Project::new(&options.name);
    project.setting("evaluation", options.evaluation.name);
    project.setting("reading", options.evaluation.reading);
    project.setting("levels", options.levels);
    project.setting("listed", listed);
    project.setting("players", players);
    let top = options.name.replace('-', "_");
    let planes = project.add(planes())?;
    let stamp = project.add(stamp())?;
    let cells = Cells { around: project.add(around())?, fits: project.add(fits())? };
    let listing = project.add(order(options.evaluation.width, listed))?;
    let evaluator = Evaluator::new(&mut project, &top, options.evaluation, options.levels)?;
    let doc = "The control state machine of the search: which move is tried next, and when a node is left.";
    let control =
        project.add_module(lower_commented::<Control>("control", doc, include_str!("control.rs"))?)?;
    let b = Builder::new(
        if players > 1 { format!("{top}_core") } else { top.clone() },
        "Alpha-beta on Blokus Duo: a leaf a clock, to a fixed depth or for a fixed time.\n\
         Commands go in and answers come out by valid and ready; docs/blokus.md has the words.",
    );
    let machine = Machine::new(&b, evaluator.evaluation, options);
    machine.describe(&mut project, &cells, [&planes, &stamp, &control, &listing], &evaluator)?;
    let core = project.add(b)?;
    if players > 1 {
        project.add(share(top, &core, players, evaluator.evaluation))?;
    }
    Ok(project.finish()?)
}

/// What a search keeps.
struct Search {
    /// Windows, killers and the best move.
    tree: Tree,
    /// What is shared with other cores, where there are any.
    others: Option<Root>,
    /// What the last search found.
    found: Deepening,
}

impl Search {
    /// Values are `width` bits wide.
    fn new(b: &Builder, width: u32, options: &Options) -> Self {
        Self {
            tree: Tree::new(b, width),
            others: (options.players > 1).then(|| Root::new(b, width)),
            found: Deepening::new(b, width, options.limit),
        }
    }
}

/// Wires that are read before they are driven.
struct Forward {
    /// The stream's next move is there, or no further one will come.
    ready: Wire,
    none: Wire,
    /// What comes out of the evaluation: a value, whether it cuts or refutes, and of what it is.
    valid: Wire,
    cuts: Wire,
    refutes: Wire,
    bare: Wire,
    evaluating: Wire,
}

impl Forward {
    fn new(b: &Builder) -> Self {
        let bit = |name: &str| b.forward(name, 1);
        Self {
            ready: bit("next_ready"),
            none: bit("next_none"),
            valid: bit("leaf_valid"),
            cuts: bit("leaf_cuts"),
            refutes: bit("leaf_refutes"),
            bare: bit("leaf_bare"),
            evaluating: bit("evaluating"),
        }
    }
}

/// What is on top of the stack, which is driven later.
struct Frame {
    word: Wire,
    way: Way,
    phase: Phase,
    place: Wire,
    beta: Wire,
}

impl Frame {
    /// A place in the list is `place` bits wide.
    fn new(b: &Builder, search: &Search, widths: NodeWidths, place: u32) -> Self {
        let word = b.forward("frame", widths.waiting() + place);
        let waiting = Waiting::unpacked(&word, widths);
        let beta = search
            .others
            .as_ref()
            .map_or(waiting.beta.clone(), |root| root.shared.narrowed(&search.tree.plies(), &waiting.beta));
        Self {
            way: Way::unpacked(&waiting.mv),
            phase: Phase::unpacked(&waiting.phase),
            place: word.slice(widths.waiting(), place),
            beta,
            word,
        }
    }
}

/// The stored moves, which are driven later: the killer and the list.
struct Stored {
    killer: Wire,
    /// The place in the list, whether the list is being made, and whether all moves are in it.
    place: Wire,
    settling: Wire,
    list_fits: Wire,
}

impl Stored {
    /// A place in the list is `place` bits wide.
    fn new(b: &Builder, place: u32) -> Self {
        Self {
            killer: b.forward("killer", MOVE),
            place: b.forward("listed_place", place),
            settling: b.forward("list_settling", 1),
            list_fits: b.forward("all_listed", 1),
        }
    }
}

/// The top module under construction.
struct Machine<'a> {
    b: &'a Builder,
    port: command_port::Inputs,
    evaluation: &'a Evaluation,
    r: Registers,
    reply: Reply,
    search: Search,
    forward: Forward,
    top: Frame,
    stored: Stored,
    /// The move held in a word.
    held_word: Wire,
    /// The game is over.
    over: Wire,
    /// The pieces of who is to move.
    left: Wire,
}

impl<'a> Machine<'a> {
    /// Ports and registers, and the wires that are driven later.
    fn new(b: &'a Builder, evaluation: &'a Evaluation, options: &Options) -> Self {
        b.clock();
        b.reset();
        let port = command_port::Inputs::of(b);
        let (r, reply) = (Registers::new(b), Reply::new(b));
        let search = Search::new(b, evaluation.width, options);
        let over = r.over();
        let forward = Forward::new(b);
        let place_width = place_width(options.listed);
        let top = Frame::new(b, &search, widths(evaluation.width), place_width);
        let stored = Stored::new(b, place_width);
        let held_word = Kept::held(&r).packed().named("held");
        let left = r.left_to_move();
        Self { b, port, evaluation, r, reply, search, forward, top, stored, held_word, over, left }
    }

    /// The parts of the machine, wired to each other.
    fn describe(
        &self,
        project: &mut Project,
        cells: &Cells,
        [planes, stamp, control, listing]: [&ModuleHandle; 4],
        evaluator: &Evaluator,
    ) -> Result<(), BuildError> {
        let Self { b, r, search, held_word, .. } = self;
        let (tree, data) = (&search.tree, &self.port.data);
        let on = self.control(control);
        let next_cover = b.forward("next_cover_held", COVER);
        let held = Held::read(b, &next_cover);
        let sites = r.sites(b, planes, &(&*r.second ^ &on.get("weigh")).named("seen_by_second"));
        let next = self.stream(cells, &on, &held, &sites);
        let held_cells = keep_position(b, r, &on, data, &held, stamp);
        r.keep_turn(b, &on, data);
        let others_left = mux(&r.second, &r.left[0], &r.left[1]);
        self.reply.keep(&on, r, (&held, &held_cells), &sites, &others_left);
        let (reply, behind) = (&self.reply, &self.stored.place);
        let placed = Placed { cells: &held_cells, held: &held, word: held_word, reply, behind };
        let leaves = Leaves::new(project, b, r, &on, &placed, evaluator)?;
        self.judge(&leaves);
        let step = Step {
            begins: on.get("start_search"),
            deepens: on.get("deepen"),
            down: on.get("place"),
            up: on.get("pop"),
        };
        let next_remaining = go_down_and_up(tree, &step, data);
        let killer = remember(b, tree, &on, &step, held_word, &next_remaining);
        b.drive(&self.stored.killer, &killer);
        b.drive(&self.top.word, &keep_stack(b, r, tree, &on, behind));
        let listed_move = self.list(listing, &on, &leaves, next_remaining);
        let next = Kept::select(&on.get("listed"), &Kept::unpacked(&listed_move), &Kept::next(&next));
        let stacked = (&self.top.way, &self.top.phase);
        let cover = hold(b, r, &search.found, &on, &next, stacked, [&killer, &leaves.mv]);
        b.drive(&next_cover, &cover);
        keep_window(r, search, &on, &step, &leaves, &self.top.beta, self.evaluation);
        self.keep_found(&on);
        self.answer(&on, &leaves, &held);
        Ok(())
    }

    /// The control, which decides about every cycle.
    fn control(&self, control: &ModuleHandle) -> Outputs {
        let Self { b, port, r, reply, search, forward, top, stored, over, left, .. } = self;
        let (tree, data, plies) = (&search.tree, &port.data, search.tree.plies());
        let depth_fits = data.slice(0, 4).any()
            & (!data.slice(5, 5).any() & !&data.slice(0, 4).gt(&b.constant(4, DEEPEST.into())));
        // The first move is none.
        let may_pass = (!&left.all() & !over).named("may_pass");
        let killer = Killer { known: tree.known().has(&tree.remaining), mv: stored.killer.clone() };
        let at_root = plies.at_root();
        // After its player's last piece the game is over, and there is no reply.
        let one = b.constant(left.width(), 1);
        let replies =
            (tree.remaining.is(1) & !&at_root) & (tree.known().last() & (left & &(left - &one)).any());
        let goal = search.found.goal();
        let on = (port.connect(b.instance("control", control)))
            .input("depth_fits", &depth_fits)
            .input("wants_pass", &data.bit(0))
            .input("may_pass", &may_pass)
            .input("at_root", &at_root)
            .input("deepens", &(goal.deepens(&tree.root) & !over))
            .input("stop", &goal.stops(&tree.root))
            .input("last", &plies.last())
            .input("over", over)
            .input("killer_known", &killer.known)
            .input("is_killer", &Killers::new(vec![killer]).same(&self.held_word))
            .input("held_pass", &r.pass)
            .input("move_ready", &forward.ready)
            .input("no_more", &forward.none)
            .input("settling", &stored.settling)
            .input("list_fits", &stored.list_fits)
            .input("listed_ready", &stored.place.bit(stored.place.width() - 1))
            .input("evaluating", &forward.evaluating)
            .input("value_valid", &forward.valid)
            .input("value_cuts", &forward.cuts)
            .input("value_refutes", &forward.refutes)
            .input("value_bare", &forward.bare)
            .input("replies", &(&replies & &reply.fits()))
            .input("window_closed", &tree.window().closed())
            .input("top_killing", &top.phase.killing)
            .input("top_killed", &top.phase.killed)
            .input("top_listed", &top.phase.listed);
        match &search.others {
            Some(root) => root.connect(on).outputs(),
            None => Root::alone(b, on).outputs(),
        }
    }

    /// The stream of the node's moves.
    fn stream(&self, cells: &Cells, on: &Outputs, held: &Held, sites: &Sites) -> Next {
        let Self { b, r, over, left, .. } = self;
        let node = Node {
            start: on.get("start"),
            resume: on.get("resume"),
            over: over.clone(),
            take: on.get("take"),
            corners: sites.corners.clone(),
            rest: sites.rest.clone(),
            left: left.clone(),
            inclusive: Some(on.get("killing")),
            held: (Corner { x: r.x.output(), y: r.y.output() }, held.piece.clone(), held.way.clone()),
        };
        let next = stream(b, cells, &node);
        b.drive(&self.forward.ready, &next.ready);
        b.drive(&self.forward.none, &next.none);
        next
    }

    /// What the control is told of a value.
    fn judge(&self, leaves: &Leaves) {
        let Self { b, search: Search { tree, .. }, forward, .. } = self;
        b.drive(&forward.valid, &leaves.valid);
        b.drive(&forward.evaluating, &leaves.evaluating);
        b.drive(&forward.bare, &leaves.pass);
        b.drive(&forward.cuts, &tree.window().judge(&leaves.value).cuts);
        let below = tree.window().beta_below().named("beta_below");
        b.drive(&forward.refutes, &!(&leaves.value.lt_signed(&below) | &leaves.clash));
    }

    /// The list of moves in order. Returns the move at its place.
    fn list(&self, listing: &ModuleHandle, on: &Outputs, leaves: &Leaves, next_remaining: Wire) -> Wire {
        let Self { b, search: Search { tree, .. }, stored, .. } = self;
        let listed = on.get("listed");
        let told = Told {
            begins: on.get("start") & on.get("sorting"),
            sorting: on.get("sorting"),
            valid: leaves.valid.clone(),
            mv: leaves.mv.clone(),
            remaining: tree.remaining.output(),
            next_remaining,
            take: on.get("take") & &listed,
            pop: on.get("pop"),
            go_back: on.get("hold_leaf") & &listed,
        };
        let listing = (told.connections("").iter())
            .fold(b.instance("order", listing), |instance, (port, wire)| instance.input(port, wire))
            .input("value", &leaves.value)
            .input("stacked_place", &self.top.place)
            .input("leaf_place", &leaves.behind)
            .outputs();
        b.drive(&stored.settling, &listing.get("settling"));
        b.drive(&stored.list_fits, &listing.get("fits"));
        b.drive(&stored.place, &listing.get("place"));
        listing.get("listed_move")
    }

    /// What the search found: of this core, or of all that share the root.
    fn keep_found(&self, on: &Outputs) {
        let Self { b, search: Search { tree, others, found }, .. } = self;
        let data = &self.port.data;
        let own = [tree.best.output(), tree.best_pass.output(), tree.alpha.output()];
        let best = others.as_ref().map_or(own, Root::found);
        let depth = (data.slice(0, REMAINING) - b.constant(REMAINING, 1)).named("deepest_remaining");
        found.keep(on, data, &depth, &tree.root, best.each_ref());
    }

    /// The outputs of the port. Cores that share the root leave counting to the module around them.
    fn answer(&self, on: &Outputs, leaves: &Leaves, held: &Held) {
        let Self { b, port, r, search: Search { tree, others, found }, .. } = self;
        let answer = concat(&[found.answer(), on.get("holds"), r.move_word(b, held)]);
        command_port::output_handshake(b, &on.get("command_ready"), &on.get("response_valid"));
        let (start, events) = (on.get("start_search"), events(on, leaves));
        let answer = match others {
            None => {
                let taken = &port.valid & &on.get("command_ready");
                let asked = Asked::new(b, &taken, &port.command, &port.data);
                let one = b.constant(1, 1);
                let counted = counters(b, &asked, &start, &events.map(|event| (event, one.clone())));
                asked.answer(&counted, &answer)
            }
            Some(root) => {
                root.report(b, on, tree, &events);
                answer
            }
        };
        command_port::output_answer(b, &answer, &on.get("refused"));
    }
}

/// The plies left. Returns those of the next cycle.
fn go_down_and_up(tree: &Tree, step: &Step, data: &Wire) -> Wire {
    let one = data.builder().constant(REMAINING, 1);
    let depth = (data.slice(0, REMAINING) - &one).named("root_remaining");
    let plies = tree.plies();
    let changed = plies.stepped(step, &Goal::first(&depth, &data.bit(DEEPENS)));
    let next = changed.here.over(&plies.here).named("next_remaining");
    tree.remaining.next(&next);
    changed.root.keep_in(&tree.root);
    next
}

/// The killers of each ply. Returns that of the present one.
fn remember(b: &Builder, tree: &Tree, on: &Outputs, step: &Step, held: &Wire, next_remaining: &Wire) -> Wire {
    let kills = (on.get("kills") | on.get("learn")).named("killer_found");
    let killers = b.memory("killers", MOVE, DEEPEST).comment("the moves that cut, by remaining");
    killers.write(&kills, &tree.remaining, held);
    tree.known().stepped(step, &tree.remaining, &kills).keep_in(&tree.killers_known);
    killers.read_next("killer_word", next_remaining)
}

/// The stack of moves. Returns its top.
fn keep_stack(b: &Builder, r: &Registers, tree: &Tree, on: &Outputs, place: &Wire) -> Wire {
    let way = Way { x: r.x.output(), y: r.y.output(), cover: r.cover.output(), pass: r.pass.output() };
    let phase = Phase {
        passed: r.passes.bit(0),
        killing: on.get("killing"),
        killed: on.get("killed"),
        listed: on.get("listed"),
    };
    let waiting = tree.node(&phase.packed()).waiting(&way.packed());
    let frame = concat(&[place.clone(), waiting.packed()]);
    let stack = b.memory("stack", frame.width(), DEEPEST).comment("the moves that led here, by remaining");
    stack.write(&on.get("place"), &tree.remaining, &frame);
    stack.read_next("stack_top", &tree.plies().above())
}

/// The move held: the next of the stream or the list, a pass, or a stored one. Returns the cover
/// that will be held.
fn hold(
    b: &Builder,
    r: &Registers,
    found: &Deepening,
    on: &Outputs,
    next: &Kept,
    (top, phase): (&Way, &Phase),
    [killer, leaf]: [&Wire; 2],
) -> Wire {
    let (take, pop, best) = (on.get("take"), on.get("pop"), on.get("hold_best"));
    let from_stack = concat(&[top.cover.clone(), top.y.clone(), top.x.clone()]);
    let holds = [on.get("hold_killer"), on.get("hold_leaf")];
    let recalls = word(&[&[pop.clone(), best.clone()], &holds[..]].concat());
    let kept = [from_stack, found.best.output(), killer.clone(), leaf.clone()];
    let kept = Kept::unpacked(&choose(&recalls, &kept).named("kept"));
    let recalls = recalls.any().named("recalls");
    let changes = (&take | &recalls).named("held_changes");
    r.x.next_when(&changes, &mux(&recalls, &kept.x, &next.x));
    r.y.next_when(&changes, &mux(&recalls, &kept.y, &next.y));
    let cover = mux(&recalls, &kept.cover, &mux(&take, &next.cover, &r.cover));
    r.cover.next(&cover);
    b.comment(&cover, "of the move that is held next");
    let pass = on.get("take_pass");
    let is_pass = (&pass | &(&pop & &top.pass)) | (&best & &*found.pass);
    r.pass.next_when(&(&changes | &pass), &is_pass);
    r.passed.next_when(&pop, &phase.passed);
    cover
}

/// Alpha, beta, and the best move of the root.
fn keep_window(
    r: &Registers,
    Search { tree, others, .. }: &Search,
    on: &Outputs,
    step: &Step,
    leaves: &Leaves,
    top_beta: &Wire,
    evaluation: &Evaluation,
) {
    let window = tree.window();
    let opening = Opening::new(step, window.alpha.width(), evaluation.infinite());
    let asides = on.get("sorting") | on.get("refuting");
    let counts = (&(&leaves.valid & &on.get("searching")) & &!asides).named("leaf_counts");
    let raises = (&counts & &window.judge(&leaves.value).raises).named("leaf_raises");
    let raised = Change::new(&raises, &leaves.value);
    let turned = window.turned(step, &on.get("cut"));
    let takes = || on.get("take") & tree.plies().at_root();
    let raised =
        others.as_ref().map_or(raised.clone(), |root| root.shared.raised(&window, &takes(), &raised));
    let changed = window.stepped(step, &opening, &turned, &raised, top_beta);
    changed.alpha.keep_in(&tree.alpha);
    changed.beta.keep_in(&tree.beta);

    let improves = on.get("improves");
    let better = (&(&raises | &improves) & &tree.plies().at_root()).named("root_improves");
    tree.best.next_when(&better, &mux(&improves, &Kept::held(r).packed(), &leaves.mv));
    tree.best_pass.next_when(&better, &mux(&improves, &r.pass, &leaves.pass));
    if let Some(root) = others {
        let value = mux(&improves, &tree.alpha, &leaves.value);
        root.keep(&opening, on, &better, &value);
    }
}

/// The counted events: nodes, leaves, positions sorted, cycles.
fn events(on: &Outputs, leaves: &Leaves) -> [Wire; 4] {
    let (searching, sorting) = (on.get("searching"), on.get("sorting"));
    let valid = &leaves.valid & &searching;
    let (refuting, refuted) = (on.get("refuting"), on.get("refuted"));
    let leaf = (&valid & &!(&sorting | &refuting)) | &refuted;
    [on.get("enter") | &refuted, leaf, &valid & &sorting, searching]
}
