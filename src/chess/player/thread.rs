//! Threads: each has a node and takes one turn after the other; all share the memory of nodes.

use super::board::Board;
use super::code::Code;
use super::givens::Givens;
use super::node::{Edge, How, Node, Stage, Step};
use super::pool::Pool;
use super::rules::{INFINITE, MATE, MATES, PLIES, Rules};
use super::stored::{of_stored, signed, to_stored};
use crate::hash::{Bound, Store, Table};

/// What threads have in common beside the nodes.
#[derive(Debug)]
pub struct Shared {
    /// The weights and keys.
    pub givens: Givens,
    /// The rules of the search.
    pub rules: Rules,
    /// The hash table.
    pub table: Table,
    /// The keys of the game's positions before the root, the latest last.
    pub history: Vec<u64>,
}

/// What a turn did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It made a move and evaluated the position after it.
    Made,
    /// It left a node.
    Left,
    /// The thread had nothing to do.
    Waited,
    /// It left the root: the search is over, with this value.
    Ended(i32),
}

/// How often something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Turns in all.
    pub turns: u64,
    /// Turns that made a move: plain ones, null moves, moves made again, streamed ones.
    pub nodes: u64,
    /// Turns that only left a node.
    pub returns: u64,
    /// Turns of threads without a node.
    pub waits: u64,
    /// Quiet moves streamed.
    pub streamed: u64,
    /// Moves made again.
    pub again: u64,
    /// Looks into the table.
    pub probes: u64,
    /// Those that found the position.
    pub hits: u64,
    /// Nodes that a second thread, or one more, joined.
    pub joined: u64,
    /// Threads whose node a cut above them ended.
    pub cut_off: u64,
    /// The deepest ply.
    pub deepest: u64,
}

/// A root.
#[derive(Clone, Debug)]
pub struct Root<'a> {
    /// The position.
    pub board: Board,
    /// The window.
    pub alpha: i32,
    /// Its other end.
    pub beta: i32,
    /// Plies, at least 1.
    pub depth: i32,
    /// The move to try first, or none.
    pub first: Code,
    /// The only moves to try; none for all.
    pub only: &'a [Code],
}

/// The end of a look at a position that a move has led to.
#[allow(clippy::large_enum_variant)] // A turn allocates nothing.
enum Entered {
    /// Its value is known at once.
    Value(i32),
    /// It becomes a node.
    Node(Node),
}

/// What a value from below does to a node.
#[derive(PartialEq, Eq)]
enum Judged {
    /// The node goes on.
    On,
    /// It is left, and what was found out is stored.
    Leave,
    /// It is left because of a null move.
    Passed,
}

/// A thread.
#[derive(Clone, Debug)]
struct Thread {
    /// The place of its node.
    at: Option<usize>,
    /// The node that it has just left, and its value there.
    returned: Option<(usize, i32)>,
    /// A move that it makes again at the next turn.
    again: Option<Edge>,
    /// Two a ply, the latest first.
    killers: Vec<[Code; 2]>,
}

/// The threads and their nodes.
#[derive(Clone, Debug)]
pub struct Threads {
    pool: Pool,
    threads: Vec<Thread>,
    /// The thread whose turn comes next.
    next: usize,
    only: Vec<Code>,
    /// What has been counted.
    pub counts: Counts,
}

impl Threads {
    /// So many threads, at least 1, without a search.
    pub fn new(count: usize) -> Self {
        let killers = vec![[Code::NONE; 2]; PLIES + 4];
        let thread = Thread { at: None, returned: None, again: None, killers };
        Self {
            pool: Pool::default(),
            threads: vec![thread; count.max(1)],
            next: 0,
            only: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Their number.
    pub fn count(&self) -> usize {
        self.threads.len()
    }

    /// The nodes in memory.
    #[cfg(test)]
    pub fn nodes_in_use(&self) -> usize {
        self.pool.in_use()
    }

    /// Begins a search. The killers are those of the search before.
    pub fn begin(&mut self, root: &Root) {
        let checkers = root.board.checkers();
        let window = [root.alpha, root.beta];
        let node = Node { known: root.first, ..Node::begun(root.board, checkers, root.depth, window) };
        self.pool.begin(node, self.threads.len());
        self.only = root.only.to_vec();
        self.next = 0;
        for thread in &mut self.threads {
            (thread.at, thread.returned, thread.again) = (None, None, None);
        }
        self.threads[0].at = Some(0);
    }

    /// Forgets the killers.
    pub fn forget(&mut self) {
        self.threads.iter_mut().for_each(|thread| thread.killers.fill([Code::NONE; 2]));
    }

    /// The best line from the root on so far; empty if no move has been better than alpha.
    pub fn line(&self) -> &[Code] {
        self.pool.line(0).moves()
    }

    /// One turn: that of the next thread.
    pub fn turn(&mut self, shared: &mut Shared) -> Turn {
        let who = self.next;
        self.next = if who + 1 == self.threads.len() { 0 } else { who + 1 };
        self.counts.turns += 1;
        let at = match self.threads[who].at {
            Some(at) => at,
            None => match self.pool.to_join() {
                Some(at) => self.join(who, at),
                None => {
                    self.counts.waits += 1;
                    return Turn::Waited;
                }
            },
        };
        if let Some((from, value)) = self.threads[who].returned.take() {
            let judged = self.judge(who, at, self.pool[from].by, -value, Some(from), shared);
            self.pool.remove(from);
            if judged != Judged::On {
                return self.leave(who, at, &judged, shared);
            }
        }
        if self.pool[at].stage == Stage::Begun
            && let Some(value) = self.first_turn(who, at, shared)
        {
            return self.leave_with(who, at, value);
        }
        if let Some(edge) = self.threads[who].again.take() {
            self.counts.again += 1;
            return self.below(who, at, edge, shared);
        }
        self.next_step(who, at, shared)
    }

    /// A thread without a node joins one.
    fn join(&mut self, who: usize, at: usize) -> usize {
        self.counts.joined += 1;
        self.pool[at].claims += 1;
        self.threads[who].at = Some(at);
        at
    }

    /// The next step of a node.
    fn next_step(&mut self, who: usize, at: usize, shared: &mut Shared) -> Turn {
        loop {
            match self.pool[at].next(&shared.rules) {
                None => return self.exhausted(who, at, shared),
                Some(Step::Null) => return self.null(who, at, shared),
                Some(Step::Stream(code)) if self.is_wanted(at, code) => {
                    return self.stream(who, at, code, shared);
                }
                Some(Step::Move { code, quiet }) if self.is_wanted(at, code) => {
                    let edge = self.first_edge(at, code, quiet, &shared.rules);
                    return self.below(who, at, edge, shared);
                }
                Some(_) => {}
            }
        }
    }

    /// Whether a move may be made: at the root, only some may be wanted.
    #[inline]
    fn is_wanted(&self, at: usize, code: Code) -> bool {
        at > 0 || self.only.is_empty() || self.only.contains(&code)
    }

    /// A node's first turn: the table's answer is there. Returns the node's value if the table has
    /// it.
    fn first_turn(&mut self, who: usize, at: usize, shared: &mut Shared) -> Option<i32> {
        let counts = &mut self.counts;
        let node = &mut self.pool[at];
        let ply = node.ply;
        node.danger = node.board.danger(node.danger.checkers);
        let mut first = if ply == 0 { node.known } else { Code::NONE };
        if shared.rules.table && !node.is_quiescence() {
            counts.probes += 1;
            if let Some(entry) = shared.table.probe(node.board.key).hit {
                counts.hits += 1;
                let value = of_stored(signed(entry.value), ply);
                let enough = entry.depth as i32 >= node.depth;
                let cuts = match entry.bound {
                    Bound::Lower => value >= node.beta,
                    Bound::Upper => value <= node.alpha,
                    Bound::Exact => true,
                    Bound::None => false,
                };
                if ply > 0 && enough && cuts && !node.is_open() {
                    return Some(value);
                }
                if first.is_none() {
                    first = Code::of_bits(entry.mv);
                }
            }
        }
        node.known = if node.board.is_legal(&node.danger, first) { first } else { Code::NONE };
        node.killers = match shared.rules.killers && !node.is_quiescence() {
            true => self.threads[who].killers[ply],
            false => [Code::NONE; 2],
        };
        let margin = shared.rules.futility.at(node.depth).filter(|_| ply > 0 && !node.is_check());
        node.futile = margin.is_some_and(|margin| node.evaluation + margin <= node.alpha);
        let null = shared.rules.null > 0 && node.may_pass && !node.is_check() && ply > 0;
        node.may_pass = null && node.depth >= 2 && node.evaluation >= node.beta && node.board.has_piece();
        None
    }

    /// Nothing is left at the node. If others are still below it, the last of them leaves it.
    fn exhausted(&mut self, who: usize, at: usize, shared: &mut Shared) -> Turn {
        let node = &mut self.pool[at];
        if node.claims > 1 {
            node.claims -= 1;
            self.threads[who].at = None;
            self.counts.returns += 1;
            return Turn::Left;
        }
        // Quiescence without check has its evaluation, and so a best value.
        if node.best == -INFINITE && !(node.futile && node.board.has_move(&node.danger)) {
            node.best = if node.is_check() { node.ply as i32 - MATE } else { 0 };
        } else if node.futile && node.best < node.evaluation {
            node.best = node.evaluation.min(node.alpha);
        }
        self.leave(who, at, &Judged::Leave, shared)
    }

    /// A value from below a node, for the side that moved there.
    fn judge(
        &mut self,
        who: usize,
        at: usize,
        edge: Edge,
        value: i32,
        below: Option<usize>,
        shared: &Shared,
    ) -> Judged {
        let node = &mut self.pool[at];
        let again = match edge.how {
            How::Null if value >= node.beta => {
                node.best = if value > MATES { node.beta } else { value };
                return Judged::Passed;
            }
            How::Null => return Judged::On,
            How::Scout(less) if value > edge.alpha && less > 0 => Some(How::Scout(0)),
            How::Scout(_) if value > edge.alpha && value < node.beta => Some(How::Open),
            _ => None,
        };
        if let Some(how) = again {
            self.threads[who].again = Some(Edge { how, ..edge });
            return Judged::On;
        }
        node.judged = node.judged.saturating_add(1);
        if value > node.best {
            node.best = value;
            if value > node.alpha {
                (node.alpha, node.best_move) = (value, edge.code);
                self.pool.extend(at, edge.code, below);
            }
        }
        let node = &self.pool[at];
        if node.alpha < node.beta {
            return Judged::On;
        }
        if shared.rules.killers && node.is_quiet(edge.code) {
            let killers = &mut self.threads[who].killers[node.ply];
            if killers[0] != edge.code {
                *killers = [edge.code, killers[0]];
            }
        }
        Judged::Leave
    }

    /// Leaves the node for good, stores what was found out, and ends what others do below it.
    fn leave(&mut self, who: usize, at: usize, why: &Judged, shared: &mut Shared) -> Turn {
        if self.pool[at].claims > 1 {
            self.end_others(who, at);
        }
        let node = &self.pool[at];
        let limited = at == 0 && !self.only.is_empty();
        if shared.rules.table && !node.is_quiescence() && *why == Judged::Leave && !limited {
            let bound = match node.best {
                best if best >= node.beta => Bound::Lower,
                best if best > node.first_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let new = Store {
                depth: node.depth as u32,
                bound,
                pv: bound == Bound::Exact,
                mv: node.best_move.bits(),
                value: (to_stored(node.best, node.ply) & 0xffff) as u32,
                eval: (node.evaluation & 0xffff) as u32,
            };
            shared.table.store(node.board.key, &new);
        }
        self.leave_with(who, at, self.pool[at].best)
    }

    /// A node is cut: what other threads do at it and below it ends.
    fn end_others(&mut self, who: usize, top: usize) {
        for other in 0..self.threads.len() {
            let within = self.threads[other].at.is_some_and(|at| self.pool.is_within(at, top));
            if other != who && within {
                self.counts.cut_off += 1;
                let thread = &mut self.threads[other];
                (thread.at, thread.returned, thread.again) = (None, None, None);
            }
        }
        self.pool.remove_below(top);
    }

    /// Leaves the node with a value.
    fn leave_with(&mut self, who: usize, at: usize, value: i32) -> Turn {
        if at == 0 {
            return Turn::Ended(value);
        }
        self.counts.returns += 1;
        // Its place is free after the next turn of this thread; nobody joins it until then.
        self.pool[at].stage = Stage::Done;
        let thread = &mut self.threads[who];
        thread.at = Some(self.pool[at].parent);
        thread.returned = Some((at, value));
        Turn::Left
    }

    /// Makes a null move.
    fn null(&mut self, who: usize, at: usize, shared: &mut Shared) -> Turn {
        let node = &self.pool[at];
        let board = node.board.after_null(&shared.givens);
        let (depth, beta) = (node.depth - 1 - shared.rules.null, node.beta);
        let edge = Edge { code: Code::NONE, how: How::Null, alpha: node.alpha };
        self.down(who, at, edge, board, depth, [-beta, 1 - beta], shared)
    }

    /// How a move is searched at first.
    fn first_edge(&mut self, at: usize, code: Code, quiet: bool, rules: &Rules) -> Edge {
        let node = &mut self.pool[at];
        node.tried += 1;
        let open = node.is_open();
        let reduces = quiet && !node.is_check() && !node.is_quiescence();
        let less = if reduces { rules.reduction(node.depth, node.tried.into(), open) } else { 0 };
        let scouts = rules.scouts && node.tried > 1 && (open || less > 0);
        Edge { code, how: if scouts { How::Scout(less) } else { How::Open }, alpha: node.alpha }
    }

    /// Makes a move and searches below it.
    fn below(&mut self, who: usize, at: usize, edge: Edge, shared: &mut Shared) -> Turn {
        let node = &self.pool[at];
        let board = node.board.after(edge.code, &shared.givens);
        let beta = if matches!(edge.how, How::Scout(_)) { node.alpha + 1 } else { node.beta };
        let (depth, alpha) = (node.depth - 1, node.alpha);
        let edge = Edge { alpha, ..edge };
        self.down(who, at, edge, board, depth, [-beta, -alpha], shared)
    }

    /// Makes a quiet move to see the evaluation behind it.
    fn stream(&mut self, who: usize, at: usize, code: Code, shared: &mut Shared) -> Turn {
        let node = &self.pool[at];
        let board = node.board.after(code, &shared.givens);
        // Before anything has a value, nothing can be said to be no better.
        let beta = if node.best == -INFINITE { node.beta } else { node.alpha + 1 };
        let (depth, alpha) = (node.depth - 1, node.alpha);
        let edge = Edge { code, how: How::Stream, alpha };
        self.counts.nodes += 1;
        self.counts.streamed += 1;
        match self.enter(at, edge, board, depth, [-beta, -alpha], shared) {
            Entered::Value(value) => self.known_below(who, at, edge, value, shared),
            Entered::Node(node) => {
                self.pool[at].rank(code, node.evaluation);
                Turn::Made
            }
        }
    }

    /// Goes down to a position, unless its value is known at once.
    #[allow(clippy::too_many_arguments)] // The words of a turn.
    fn down(
        &mut self,
        who: usize,
        at: usize,
        edge: Edge,
        board: Board,
        depth: i32,
        window: [i32; 2],
        shared: &mut Shared,
    ) -> Turn {
        self.counts.nodes += 1;
        match self.enter(at, edge, board, depth, window, shared) {
            Entered::Value(value) => self.known_below(who, at, edge, value, shared),
            Entered::Node(node) => {
                let ply = node.ply;
                let evaluation = node.evaluation;
                let Some(place) = self.pool.add(node) else {
                    return self.known_below(who, at, edge, evaluation, shared);
                };
                let thread = &mut self.threads[who];
                thread.at = Some(place);
                thread.killers[ply + 2] = [Code::NONE; 2];
                self.counts.deepest = self.counts.deepest.max(ply as u64);
                Turn::Made
            }
        }
    }

    /// The value below a move is known in the turn that made it.
    fn known_below(&mut self, who: usize, at: usize, edge: Edge, value: i32, shared: &mut Shared) -> Turn {
        let judged = self.judge(who, at, edge, -value, None, shared);
        if judged == Judged::On {
            return Turn::Made;
        }
        match self.leave(who, at, &judged, shared) {
            Turn::Left => {
                self.counts.returns -= 1;
                Turn::Made
            }
            ended => ended,
        }
    }

    /// Looks at the position after a move, and makes a node of it if its value is not known.
    fn enter(
        &self,
        at: usize,
        edge: Edge,
        board: Board,
        depth: i32,
        [mut alpha, mut beta]: [i32; 2],
        shared: &Shared,
    ) -> Entered {
        let (rules, above) = (&shared.rules, &self.pool[at]);
        let ply = above.ply + 1;
        let checkers = board.checkers();
        let check = checkers != 0;
        if self.is_drawn(at, &board, checkers, shared) {
            return Entered::Value(0);
        }
        // Nothing below is worth more than a mate at the next ply, or less than one at this.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - 1 - ply as i32);
        if alpha >= beta {
            return Entered::Value(alpha);
        }
        let less = if let How::Scout(less) = edge.how { less } else { 0 };
        let depth = if check { depth + i32::from(rules.checks) } else { depth - less }.max(0);
        let evaluation = board.value(&shared.givens);
        if ply >= PLIES || (depth == 0 && !rules.quiescence) {
            return Entered::Value(leaf(&board, checkers, evaluation, ply));
        }
        let mut node = Node::begun(board, checkers, depth, [alpha, beta]);
        if !check && let Some(value) = node.static_value(evaluation, rules) {
            return Entered::Value(value);
        }
        node.evaluation = evaluation;
        // No null move answers another.
        node.may_pass = edge.how != How::Null;
        node.expects_cut = beta - alpha == 1 && !above.expects_cut;
        (node.by, node.parent, node.ply) = (edge, at, ply);
        Entered::Node(node)
    }

    /// Whether a position is a draw by the rules: by repetition, by 50 moves, or because neither
    /// side can give mate.
    fn is_drawn(&self, above: usize, board: &Board, checkers: u64, shared: &Shared) -> bool {
        if board.is_too_little() || self.is_repeated(above, board, shared) {
            return true;
        }
        // A mate counts more than the 50 moves.
        board.halfmove >= 100 && (checkers == 0 || board.has_move(&board.danger(checkers)))
    }

    /// Whether a position was there before: once since the root, or twice in the game.
    fn is_repeated(&self, above: usize, board: &Board, shared: &Shared) -> bool {
        let (mut place, mut ply) = (above, self.pool[above].ply);
        let mut back = 1;
        while back < usize::from(board.halfmove) && ply > 0 {
            (place, ply, back) = (self.pool[place].parent, ply - 1, back + 1);
            if back >= 4 && back % 2 == 0 && self.pool[place].board.key == board.key {
                return true;
            }
        }
        // The last position of the game before the root is one further back.
        let before = shared.history.iter().rev().zip(back + 1..=usize::from(board.halfmove));
        let same = before.filter(|(key, back)| back % 2 == 0 && **key == board.key);
        same.count() >= 2
    }
}

/// The value of a position that nothing is searched below.
fn leaf(board: &Board, checkers: u64, evaluation: i32, ply: usize) -> i32 {
    match board.has_move(&board.danger(checkers)) {
        true => evaluation,
        false if checkers != 0 => ply as i32 - MATE,
        false => 0,
    }
}
