//! A thread's turn as combinational logic over its words: a move is tried, or a node is left.

use super::thread::{Above, NUMBER, Phase, Request, ThreadState};
use super::tree::{self, INFINITE, MOVES, VALUE};
use crate::describe::{Wire, concat, mux};
use crate::parts::decode::{one_hot, word};
use crate::parts::pick::{index, lowest};
use crate::search::{Change, Goal, Killers, KnownPlies, Opening, SharedRoot, Step, Window};

/// What a turn reads.
pub struct Turn {
    pub state: ThreadState,
    pub request: Request,
    pub above: Above,
    /// The killers of the ply.
    pub killers: Wire,
    /// The root move that comes is this thread's: 1 bit.
    pub mine: Wire,
    /// The root that threads share, if they do.
    pub shared: Option<SharedRoot>,
}

/// What a turn does, 1 bit each. At most one of `leaf`, `bare`, `leaves` and the steps is set.
pub struct Doing {
    /// The move of the root is another thread's.
    pub yields: Wire,
    /// The move tried is a leaf.
    pub leaf: Wire,
    /// The position has no move, and is evaluated.
    pub bare: Wire,
    /// The node is left.
    pub leaves: Wire,
    /// That ends a search.
    pub ends: Wire,
    /// That or the time ends the last search.
    pub finishes: Wire,
    /// The steps from node to node.
    pub step: Step,
}

/// The next move of a node.
pub struct Choice {
    /// A move is left: 1 bit.
    pub any: Wire,
    /// The move alone, of [`MOVES`] bits.
    pub one_hot: Wire,
    /// The move as it is kept, see [`super::thread::MOVE`].
    pub mv: Wire,
}

/// What follows from the words, as far as the next words need it.
pub struct View<'a> {
    pub turn: &'a Turn,
    pub phase: Phase,
    pub killers: Killers,
    pub choice: Choice,
    /// The position has no move: 1 bit.
    pub over: Wire,
    /// The window, after the best value of the others.
    pub window: Window,
    /// The position after the move.
    pub child: Wire,
    pub doing: Doing,
    pub opening: Opening,
    /// The node that is left was cut: 1 bit.
    pub cut: Wire,
    /// The node that is left was a scout which found a better move: 1 bit.
    pub again: Wire,
    /// The node that begins is a scout: 1 bit.
    pub scouts: Wire,
    /// A value raises alpha at this node.
    pub raised: Change,
}

/// Whether a thread wants a move of the root, if another thread has not claimed it: 1 bit.
pub fn wants_root_move(ThreadState { task, node }: &ThreadState) -> Wire {
    let untried = tree::moves(&task.position) & !&Phase::unpacked(&node.phase).tried;
    (&task.active & &node.plies.at_root()) & (untried.any() & !node.window.closed())
}

/// A move's number as a word with whether there is one.
fn as_move(number: &Wire) -> Wire {
    concat(&[number.builder().bit(true), number.clone()])
}

/// A set with one move, none if there is no move.
pub fn alone(mv: &Wire) -> Wire {
    word(&one_hot(&mv.slice(0, NUMBER), MOVES)).when(&mv.bit(NUMBER))
}

/// The first killer that is left, or the first move.
fn choose(moves: &Wire, phase: &Phase, killers: &Killers) -> Choice {
    let untried = moves & !&phase.tried;
    let one_hot = killers.iter().rev().fold(lowest(&untried), |otherwise, killer| {
        let here = word(&one_hot(&killer.mv, MOVES)) & &untried;
        mux(&(&killer.known & &here.any()), &here, &otherwise)
    });
    Choice { any: untried.any(), mv: as_move(&index(&one_hot, NUMBER)), one_hot }
}

impl<'a> View<'a> {
    /// What follows from the words.
    pub fn new(turn: &'a Turn) -> Self {
        let ThreadState { task, node } = &turn.state;
        let phase = Phase::unpacked(&node.phase);
        let known = KnownPlies(task.known.clone()).has(&node.plies.here);
        let killers = Killers::unpacked(&turn.killers, NUMBER, &known);
        let moves = tree::moves(&task.position);
        let choice = choose(&moves, &phase, &killers);
        let goal =
            Goal { wanted: task.wanted.clone(), deepening: task.deepening.clone(), over: task.over.clone() };
        let over = moves.none();
        let doing = Doing::new(turn, &choice, &phase, &over, &goal);
        let window = turn.adopted(&(&doing.leaf | &doing.step.down));
        let child = tree::after(&task.position, &choice.one_hot);
        let b = child.builder();
        let after = b.constant(VALUE, 0) - tree::value(&child);
        let value = mux(&doing.bare, &tree::value(&task.position), &after).named("value");
        let raises = (&doing.leaf | &doing.bare) & window.judge(&value).raises;
        let cut = node.window.closed().named("cut");
        let scouted = Phase::unpacked(&turn.above.waiting.phase).scouted;
        let again = (&doing.step.up & &!&cut) & &scouted;
        let scouts = turn.begins_scout(&window, &phase);
        let opening = Opening::new(&doing.step, VALUE, INFINITE);
        let raised = Change::new(&raises, &value);
        Self { turn, phase, killers, choice, over, window, child, doing, opening, cut, again, scouts, raised }
    }
}

impl Turn {
    /// The window, in which alpha is the best value of the others where a move of the root is
    /// `taken`.
    fn adopted(&self, taken: &Wire) -> Window {
        let node = &self.state.node;
        let Some(shared) = &self.shared else { return node.window.clone() };
        let never = Change::new(&taken.builder().bit(false), &node.window.alpha);
        let raised = shared.raised(&node.window, &(taken & &node.plies.at_root()), &never);
        Window { alpha: raised.over(&node.window.alpha), beta: node.window.beta.clone() }
    }

    /// Whether a node that begins is a scout.
    fn begins_scout(&self, window: &Window, phase: &Phase) -> Wire {
        let room = window.scout().beta.lt_signed(&window.beta);
        ((phase.tried.any() & &room) & &self.state.task.scouts) & !&phase.scouted
    }
}

impl Doing {
    fn new(turn: &Turn, choice: &Choice, phase: &Phase, over: &Wire, goal: &Goal) -> Self {
        let ThreadState { task, node } = &turn.state;
        let begins = turn.request.valid.clone();
        let stops = goal.stops(&node.plies.root);
        let active = &task.active & !&begins;
        let works = (&active & !&stops).named("works");
        let wants = (&works & &choice.any) & !node.window.closed();
        let others = &node.plies.at_root() & &!&turn.mine;
        let tries = (&wants & &!&others).named("tries");
        let bare = (&works & over) & phase.tried.none();
        let leaves = ((&works & !&wants) & !&bare).named("leaves_node");
        let ends = &leaves & &node.plies.at_root();
        let deepens = (&ends & &goal.deepens(&node.plies.root)) & !over;
        let last = node.plies.last();
        Self {
            yields: &wants & &others,
            leaf: &tries & &last,
            bare,
            finishes: (&ends & &!&deepens) | (&active & &stops),
            step: Step { begins, deepens, down: &tries & &!&last, up: &leaves & !&ends },
            ends,
            leaves,
        }
    }
}
