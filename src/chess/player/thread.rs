//! A thread: a search as a machine with a stack of nodes, one node in every turn.

use super::board::Board;
use super::code::Code;
use super::givens::Givens;
use super::node::{How, Node, Stage, Step};
use super::rules::{INFINITE, MATE, MATES, PLIES, Rules};
use crate::hash::{Bound, Store, Table};

/// What threads have in common.
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
    /// Quiet moves streamed.
    pub streamed: u64,
    /// Moves made again.
    pub again: u64,
    /// Looks into the table.
    pub probes: u64,
    /// Those that found the position.
    pub hits: u64,
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
enum Entered {
    /// Its value is known at once.
    Value(i32),
    /// It has become a node.
    Node,
}

/// What a value from below does to a node.
#[derive(PartialEq, Eq)]
enum Judged {
    /// The node goes on.
    On,
    /// It is left.
    Leave,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    nodes: Vec<Node>,
    ply: usize,
    /// Two a ply, the latest first.
    killers: Vec<[Code; 2]>,
    /// The best line from each ply on.
    lines: Vec<Line>,
    /// A value from the node that has just been left, for the side that moved there.
    returned: Option<i32>,
    only: Vec<Code>,
    /// What has been counted.
    pub counts: Counts,
}

/// A line of moves.
#[derive(Clone, Copy, Debug)]
struct Line {
    moves: [Code; PLIES],
    length: usize,
}

impl Line {
    const NONE: Self = Self { moves: [Code::NONE; PLIES], length: 0 };

    fn moves(&self) -> &[Code] {
        &self.moves[..self.length]
    }
}

impl Thread {
    /// A thread without a search.
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            ply: 0,
            killers: vec![[Code::NONE; 2]; PLIES + 4],
            lines: vec![Line::NONE; PLIES + 2],
            returned: None,
            only: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Begins a search. The killers are those of the search before, if it was of the same game.
    pub fn begin(&mut self, root: &Root) {
        let checkers = root.board.checkers();
        let node = Node {
            known: root.first,
            ..Node::begun(root.board, checkers, root.depth, [root.alpha, root.beta])
        };
        self.nodes.clear();
        // So many places that no turn allocates one.
        self.nodes.resize(PLIES + 1, node);
        self.only = root.only.to_vec();
        self.returned = None;
        self.ply = 0;
        self.lines[0].length = 0;
    }

    /// Forgets the killers.
    pub fn forget(&mut self) {
        self.killers.fill([Code::NONE; 2]);
    }

    /// The best line from the root on so far; empty if no move has been better than alpha.
    pub fn line(&self) -> &[Code] {
        self.lines[0].moves()
    }

    /// The root's best value so far.
    pub fn best(&self) -> i32 {
        self.nodes.first().map_or(-INFINITE, |root| root.best)
    }

    /// One turn: a node's.
    pub fn turn(&mut self, shared: &mut Shared) -> Turn {
        self.counts.turns += 1;
        if let Some(value) = self.returned.take() {
            if self.judge(-value, shared) == Judged::Leave {
                return self.leave(shared);
            }
        }
        if self.nodes[self.ply].stage == Stage::Begun {
            if let Some(value) = self.first_turn(shared) {
                return self.leave_with(value);
            }
        }
        if self.nodes[self.ply].again {
            self.counts.again += 1;
            return self.made_again(shared);
        }
        loop {
            let node = &mut self.nodes[self.ply];
            match node.next(&shared.rules) {
                None => return self.exhausted(shared),
                Some(Step::Null) => return self.null(shared),
                Some(Step::Stream(code)) if self.is_wanted(code) => return self.stream(code, shared),
                Some(Step::Move { code, quiet }) if self.is_wanted(code) => {
                    return self.make(code, quiet, shared);
                }
                Some(_) => {}
            }
        }
    }

    /// Whether a move may be made: at the root, only some may be wanted.
    #[inline]
    fn is_wanted(&self, code: Code) -> bool {
        self.ply > 0 || self.only.is_empty() || self.only.contains(&code)
    }

    /// A node's first turn: the table's answer is there. Returns the node's value if the table has
    /// it.
    fn first_turn(&mut self, shared: &mut Shared) -> Option<i32> {
        let (ply, counts) = (self.ply, &mut self.counts);
        let node = &mut self.nodes[ply];
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
            true => self.killers[ply],
            false => [Code::NONE; 2],
        };
        let margin = shared.rules.futility.at(node.depth).filter(|_| ply > 0 && !node.is_check());
        node.futile = margin.is_some_and(|margin| node.evaluation + margin <= node.alpha);
        let null = shared.rules.null > 0 && node.may_pass && !node.is_check() && ply > 0;
        node.may_pass = null && node.depth >= 2 && node.evaluation >= node.beta && node.board.has_piece();
        None
    }

    /// Nothing is left at the node.
    fn exhausted(&mut self, shared: &mut Shared) -> Turn {
        let ply = self.ply;
        let node = &mut self.nodes[ply];
        // Quiescence without check has its evaluation, and so a best value.
        if node.best == -INFINITE && !(node.futile && node.board.has_move(&node.danger)) {
            node.best = if node.is_check() { ply as i32 - MATE } else { 0 };
        } else if node.futile && node.best < node.evaluation {
            node.best = node.evaluation.min(node.alpha);
        }
        self.leave(shared)
    }

    /// A value from below the move at hand, for the side that made it.
    fn judge(&mut self, value: i32, shared: &Shared) -> Judged {
        let ply = self.ply;
        let node = &mut self.nodes[ply];
        match node.how {
            How::Null => {
                if value >= node.beta {
                    node.best = if value > MATES { node.beta } else { value };
                    return Judged::Leave;
                }
                return Judged::On;
            }
            How::Scout(less) if value > node.alpha => {
                if less > 0 {
                    (node.how, node.again) = (How::Scout(0), true);
                    return Judged::On;
                }
                if value < node.beta {
                    (node.how, node.again) = (How::Open, true);
                    return Judged::On;
                }
            }
            _ => {}
        }
        if value > node.best {
            node.best = value;
            if value > node.alpha {
                (node.alpha, node.best_move) = (value, node.current);
                let current = node.current;
                self.extend_line(current);
            }
        }
        let node = &self.nodes[ply];
        if node.alpha < node.beta {
            return Judged::On;
        }
        if shared.rules.killers && node.is_quiet(node.current) {
            let killers = &mut self.killers[ply];
            if killers[0] != node.current {
                *killers = [node.current, killers[0]];
            }
        }
        Judged::Leave
    }

    /// The best line of the node is the move at hand, and that of the node below.
    fn extend_line(&mut self, current: Code) {
        let below = self.lines[self.ply + 1];
        let above = &mut self.lines[self.ply];
        above.length = (below.length + 1).min(PLIES);
        above.moves[0] = current;
        above.moves[1..above.length].copy_from_slice(&below.moves[..above.length - 1]);
    }

    /// Leaves the node, and stores what was found out.
    fn leave(&mut self, shared: &mut Shared) -> Turn {
        let ply = self.ply;
        let node = &self.nodes[ply];
        let limited = ply == 0 && !self.only.is_empty();
        if shared.rules.table && !node.is_quiescence() && node.how != How::Null && !limited {
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
                value: (to_stored(node.best, ply) & 0xffff) as u32,
                eval: (node.evaluation & 0xffff) as u32,
            };
            shared.table.store(node.board.key, &new);
        }
        self.leave_with(node.best)
    }

    /// Leaves the node with a value.
    fn leave_with(&mut self, value: i32) -> Turn {
        if self.ply == 0 {
            return Turn::Ended(value);
        }
        self.counts.returns += 1;
        self.ply -= 1;
        self.returned = Some(value);
        Turn::Left
    }

    /// Makes a null move.
    fn null(&mut self, shared: &mut Shared) -> Turn {
        let node = &mut self.nodes[self.ply];
        node.how = How::Null;
        let board = node.board.after_null(&shared.givens);
        let (depth, beta) = (node.depth - 1 - shared.rules.null, node.beta);
        self.down(board, depth, [-beta, 1 - beta], shared)
    }

    /// Makes a move for the first time.
    fn make(&mut self, code: Code, quiet: bool, shared: &mut Shared) -> Turn {
        let node = &mut self.nodes[self.ply];
        node.tried += 1;
        node.current = code;
        let open = node.is_open();
        let scouts = shared.rules.scouts && node.tried > 1;
        let reduces = quiet && !node.is_check() && node.depth > 0;
        let less = if reduces { shared.rules.reduction(node.depth, node.tried.into(), open) } else { 0 };
        node.how = match scouts && (open || less > 0) {
            true => How::Scout(less),
            false => How::Open,
        };
        self.below(shared)
    }

    /// Makes the move at hand again: deeper, or in a wider window.
    fn made_again(&mut self, shared: &mut Shared) -> Turn {
        self.nodes[self.ply].again = false;
        self.below(shared)
    }

    /// Searches the move at hand as the node says.
    fn below(&mut self, shared: &mut Shared) -> Turn {
        let node = &self.nodes[self.ply];
        let board = node.board.after(node.current, &shared.givens);
        let (less, beta) = match node.how {
            How::Scout(less) => (less, node.alpha + 1),
            _ => (0, node.beta),
        };
        self.down_less(board, node.depth - 1, less, [-beta, -node.alpha], shared)
    }

    /// Makes a quiet move to see the evaluation behind it.
    fn stream(&mut self, code: Code, shared: &mut Shared) -> Turn {
        let ply = self.ply;
        let node = &mut self.nodes[ply];
        node.how = How::Stream;
        node.current = code;
        let board = node.board.after(code, &shared.givens);
        // Before anything has a value, nothing can be said to be no better.
        let beta = if node.best == -INFINITE { node.beta } else { node.alpha + 1 };
        let (depth, alpha) = (node.depth - 1, node.alpha);
        self.counts.nodes += 1;
        self.counts.streamed += 1;
        self.lines[ply + 1].length = 0;
        match self.enter(board, depth, 0, [-beta, -alpha], shared) {
            Entered::Value(value) => self.known_below(value, shared),
            Entered::Node => {
                let value = self.nodes[ply + 1].evaluation;
                self.nodes[ply].rank(code, value);
                Turn::Made
            }
        }
    }

    fn down(&mut self, board: Board, depth: i32, window: [i32; 2], shared: &mut Shared) -> Turn {
        self.down_less(board, depth, 0, window, shared)
    }

    /// Goes down to a position, unless its value is known at once.
    fn down_less(
        &mut self,
        board: Board,
        depth: i32,
        less: i32,
        window: [i32; 2],
        shared: &mut Shared,
    ) -> Turn {
        self.counts.nodes += 1;
        self.lines[self.ply + 1].length = 0;
        match self.enter(board, depth, less, window, shared) {
            Entered::Value(value) => self.known_below(value, shared),
            Entered::Node => {
                self.ply += 1;
                self.counts.deepest = self.counts.deepest.max(self.ply as u64);
                self.killers[self.ply + 2] = [Code::NONE; 2];
                Turn::Made
            }
        }
    }

    /// The value below the move at hand is known in the same turn.
    fn known_below(&mut self, value: i32, shared: &mut Shared) -> Turn {
        match self.judge(-value, shared) {
            Judged::Leave => match self.leave(shared) {
                Turn::Left => {
                    self.counts.returns -= 1;
                    Turn::Made
                }
                ended => ended,
            },
            Judged::On => Turn::Made,
        }
    }

    /// Looks at the position after a move, and makes it the next node if its value is not known.
    fn enter(
        &mut self,
        board: Board,
        depth: i32,
        less: i32,
        [mut alpha, mut beta]: [i32; 2],
        shared: &Shared,
    ) -> Entered {
        let rules = &shared.rules;
        let ply = self.ply + 1;
        let checkers = board.checkers();
        let check = checkers != 0;
        if self.is_drawn(&board, checkers, shared) {
            return Entered::Value(0);
        }
        // Nothing below is worth more than a mate at the next ply, or less than one at this.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - 1 - ply as i32);
        if alpha >= beta {
            return Entered::Value(alpha);
        }
        let mut depth = match check {
            true => depth + i32::from(rules.checks),
            false => depth - less,
        };
        depth = depth.max(0);
        let evaluation = board.value(&shared.givens);
        if ply >= PLIES || (depth == 0 && !rules.quiescence) {
            return Entered::Value(self.leaf(&board, checkers, evaluation, ply));
        }
        let mut node = Node::begun(board, checkers, depth, [alpha, beta]);
        node.evaluation = evaluation;
        if depth == 0 && !check {
            node.best = evaluation;
            if evaluation >= beta {
                return Entered::Value(evaluation);
            }
            node.alpha = alpha.max(evaluation);
        }
        if depth > 0 && !check {
            let margin = rules.reverse_futility.at(depth);
            let far = margin.map(|margin| evaluation - margin).filter(|value| *value >= beta);
            if let Some(value) = far.filter(|_| beta - alpha == 1 && beta.abs() < MATES) {
                return Entered::Value(value);
            }
        }
        // No null move answers another.
        node.may_pass = self.nodes[ply - 1].how != How::Null;
        self.nodes[ply] = node;
        Entered::Node
    }

    /// The value of a position that nothing is searched below.
    fn leaf(&self, board: &Board, checkers: u64, evaluation: i32, ply: usize) -> i32 {
        match board.has_move(&board.danger(checkers)) {
            true => evaluation,
            false if checkers != 0 => ply as i32 - MATE,
            false => 0,
        }
    }

    /// Whether a position is a draw by the rules: by repetition, by 50 moves, or because neither
    /// side can give mate.
    fn is_drawn(&self, board: &Board, checkers: u64, shared: &Shared) -> bool {
        if board.is_too_little() || self.is_repeated(board, shared) {
            return true;
        }
        // A mate counts more than the 50 moves.
        board.halfmove >= 100 && (checkers == 0 || board.has_move(&board.danger(checkers)))
    }

    /// Whether a position was there before: once since the root, or twice in the game.
    fn is_repeated(&self, board: &Board, shared: &Shared) -> bool {
        let ply = self.ply + 1;
        let mut before_root = 0;
        for back in (4..=usize::from(board.halfmove)).step_by(2) {
            if let Some(at) = ply.checked_sub(back) {
                if self.nodes[at].board.key == board.key {
                    return true;
                }
                continue;
            }
            let past = shared.history.len().checked_sub(back - ply);
            let Some(key) = past.and_then(|at| shared.history.get(at)) else { break };
            before_root += u32::from(*key == board.key);
            if before_root == 2 {
                return true;
            }
        }
        false
    }
}

impl Default for Thread {
    fn default() -> Self {
        Self::new()
    }
}

/// A value of 16 bits with its sign.
fn signed(value: u32) -> i32 {
    (value as u16 as i16).into()
}

/// A value as the table has it: a mate counts from the position, not from the root.
fn to_stored(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > MATES => value + ply as i32,
        _ if value < -MATES => value - ply as i32,
        _ => value,
    }
}

/// The value of the table at a ply below the root.
fn of_stored(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > MATES => value - ply as i32,
        _ if value < -MATES => value + ply as i32,
        _ => value,
    }
}
