//! The words that a turn writes.

use super::thread::{Above, NUMBER, Phase, Task, ThreadState};
use super::tree::{INFINITE, VALUE};
use super::turn::{View, alone};
use crate::describe::{Wire, mux};
use crate::search::{
    Budget, Change, Goal, Killer, Killers, KnownPlies, NodeState, Report, SharedRoot, Window, counted,
};

/// Killers of a ply.
pub const KILLERS: u32 = 2;
/// Bits of the killers of a ply.
pub const KILLER_WORD: u32 = KILLERS * (NUMBER + 1);

/// What a turn writes.
pub struct Written {
    pub state: ThreadState,
    /// The stack, at the ply of the node.
    pub push: Change,
    /// The killers, and of which ply.
    pub kill: Change,
    pub killed_ply: Wire,
    /// The thread is done: 1 bit.
    pub finishes: Wire,
    /// The best of the thread's root moves, or the lowest value.
    pub report: Report,
}

impl View<'_> {
    /// The words that follow.
    pub fn written(&self) -> Written {
        let (kill, killed_ply) = self.kills();
        let node = self.next_node();
        Written {
            report: self.report(&node),
            push: Change::new(&self.doing.step.down, &self.pushed().packed()),
            finishes: self.doing.finishes.clone(),
            state: ThreadState { task: self.next_task(&kill.when, &killed_ply), node },
            kill,
            killed_ply,
        }
    }

    fn tried(&self) -> Wire {
        &self.phase.tried | &self.choice.one_hot
    }

    /// What waits below the move.
    fn pushed(&self) -> Above {
        let phase = Phase { tried: self.tried(), scouted: self.scouts.clone() };
        let node = NodeState { window: self.window.clone(), phase: phase.packed(), ..self.node().clone() };
        Above {
            waiting: node.waiting(&self.choice.mv),
            best: node.best,
            position: self.turn.state.task.position.clone(),
        }
    }

    fn node(&self) -> &NodeState {
        &self.turn.state.node
    }

    /// The node above has a better move than before: 1 bit.
    fn improves(&self) -> Wire {
        (&self.doing.step.up & &!&self.cut) & !&self.again
    }

    fn next_node(&self) -> NodeState {
        let (node, step, above) = (self.node(), &self.doing.step, &self.turn.above);
        let waiting = &above.waiting;
        let request = &self.turn.request;
        let first = Goal::first(&request.wanted, &request.deepening);
        let scout = mux(&(&step.down & &self.scouts), &self.window.scout().beta, &self.window.beta);
        let seen = Window { alpha: self.window.alpha.clone(), beta: scout };
        let turned = seen.turned(step, &(&self.cut | &self.again));
        let shared = self.turn.shared.as_ref();
        let beta = shared.map_or(waiting.beta.clone(), |shared| shared.narrowed(&node.plies, &waiting.beta));
        let window = self.window.stepped(step, &self.opening, &turned, &self.raised, &beta);
        let best = mux(&self.improves(), &waiting.mv, &above.best);
        let fresh = (&step.begins | &step.deepens) | &step.down;
        let own = mux(&(&self.doing.leaf & &self.raised.when), &self.choice.mv, &node.best);
        let waits = Phase::unpacked(&waiting.phase).tried;
        let waits = mux(&self.again, &(&waits & &!&alone(&waiting.mv)), &waits);
        let tried = mux(&(&self.doing.leaf | &self.doing.yields), &self.tried(), &self.phase.tried);
        let tried = &tried | &self.doing.bare.repeat(tried.width());
        let tried = mux(&step.up, &waits, &tried).when(&!&fresh);
        let plies = node.plies.stepped(step, &first);
        NodeState {
            window: window.over(&self.window),
            plies: plies.over(&node.plies),
            best: mux(&step.up, &best, &own).when(&!&fresh),
            phase: Phase { tried, scouted: self.again.clone() }.packed(),
        }
    }

    /// The killers that follow, and of which ply they are. A deeper root has its first move there.
    fn kills(&self) -> (Change, Wire) {
        let (node, deepens) = (self.node(), &self.doing.step.deepens);
        let mv = node.best.slice(0, NUMBER);
        let b = mv.builder();
        let none = Killer { known: b.bit(false), mv: b.constant(NUMBER, 0) };
        let first = Killers::new(vec![none; KILLERS as usize]).with(&mv);
        let kills = ((&self.doing.leaves & &self.cut) & !&self.over) | deepens;
        let killers = mux(deepens, &first.packed(), &self.killers.with(&mv).packed());
        let ply = mux(deepens, &node.plies.above(), &node.plies.here);
        (Change::new(&kills.named("kills"), &killers), ply)
    }

    fn next_task(&self, kills: &Wire, ply: &Wire) -> Task {
        let (task, request, doing) = (&self.turn.state.task, &self.turn.request, &self.doing);
        let step = &doing.step;
        let (begins, node) = (&step.begins, self.node());
        let opens = &self.opening.opens;
        let budget = Budget { spent: task.spent.clone(), limit: task.limit.clone(), over: task.over.clone() };
        let [spent, over] = budget.stepped(begins, &task.active);
        let one = begins.builder().bit(true);
        let leaf = &doing.leaf | &doing.bare;
        let came = (&doing.yields | &doing.leaf | &step.down) & node.plies.at_root();
        let position = mux(&step.down, &self.child, &task.position);
        let position = mux(&step.up, &self.turn.above.position, &position);
        let requested = |request: &Wire, before: &Wire| Change::new(begins, request).over(before);
        let found = |found: &Wire, before: &Wire| Change::new(&doing.ends, found).over(before);
        Task {
            active: begins | &(&task.active & &!&doing.finishes),
            position: requested(&request.position, &position),
            scouts: requested(&request.scouts, &task.scouts),
            known: KnownPlies(task.known.clone()).stepped(step, ply, kills).over(&task.known),
            wanted: requested(&request.wanted, &task.wanted),
            deepening: requested(&request.deepening, &task.deepening),
            spent,
            limit: requested(&request.limit, &task.limit),
            over,
            passed: SharedRoot::counted(&task.passed, opens, &came).over(&task.passed),
            nodes: counted(&task.nodes, begins, &doing.leaves, &one).over(&task.nodes),
            leaves: counted(&task.leaves, begins, &leaf, &one).over(&task.leaves),
            found: found(&node.best, &task.found),
            score: found(&node.window.alpha, &task.score),
            depth: found(&node.plies.root, &task.depth),
        }
    }

    /// The best of the thread's root moves if it is new, or the lowest value, which is never
    /// better.
    fn report(&self, next: &NodeState) -> Report {
        let (node, passed) = (self.node(), &self.turn.state.task.passed);
        let b = passed.builder();
        let above = self.improves() & node.plies.above().eq(&node.plies.root);
        let here = &self.raised.when & &node.plies.at_root();
        let before = passed - &b.constant(passed.width(), 1);
        let lowest = Window::whole(b, VALUE, INFINITE).alpha;
        Report {
            value: mux(&(&above | &here), &next.window.alpha, &lowest),
            number: mux(&above, &before, passed),
            mv: next.best.clone(),
        }
    }
}
