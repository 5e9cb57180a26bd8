//! The machine in software, turn by turn: what it has to find, and after how many turns.

use std::collections::VecDeque;

use cozy_chess::BitBoard;

use super::super::danger::LAST_RANKS;
use super::super::rules::{INFINITE, MATE};
use super::super::{Board, Code, Danger, Givens};
use crate::chess::evaluation::Attacks;
use crate::chess::{Color, Move, PieceKind, Position};

/// How the machine works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Threads that take turns.
    pub threads: u32,
    /// Those that search, at least 1.
    pub used: u32,
    /// Turns from the beginning of one until those that begin know what it reported.
    pub report: u32,
    /// Nodes of a thread's stack.
    pub stack_depth: u32,
}

impl Schedule {
    /// One thread after the other, and nothing in between: plain alpha-beta.
    pub const ALONE: Self = Self { threads: 1, used: 1, report: 1, stack_depth: 64 };
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The value for the side to move.
    pub score: i32,
    /// Moves made.
    pub nodes: u64,
    /// Turns of threads that searched.
    pub turns: u64,
    /// Turns of all threads, until the last one ended.
    pub last: u64,
}

/// A node.
#[derive(Clone, Debug)]
struct Node {
    board: Board,
    /// Plies left; 0 in quiescence.
    depth: u32,
    alpha: i32,
    beta: i32,
    /// The value that closes the node above.
    floor: i32,
    in_check: bool,
    moves: Vec<Code>,
    tried: usize,
}

impl Node {
    fn new(board: Board, depth: u32, [alpha, beta]: [i32; 2], floor: i32) -> Self {
        Self { board, depth, alpha, beta, floor, in_check: false, moves: Vec::new(), tried: 0 }
    }

    fn begin(&mut self) {
        let checkers = self.board.checkers();
        self.in_check = checkers != 0;
        self.moves = moves(&self.board, &self.board.danger(checkers), self.stands());
    }

    /// Its value may be its evaluation.
    fn stands(&self) -> bool {
        self.depth == 0 && !self.in_check
    }
}

/// A thread.
#[derive(Clone, Debug)]
struct Worker {
    active: bool,
    fresh: bool,
    /// From the root down.
    nodes: Vec<Node>,
    passed: u32,
    tried: Code,
}

/// The value of a move of the root.
#[derive(Clone, Copy, Debug)]
struct Report {
    value: i32,
    number: u32,
    code: Code,
}

/// What a turn comes to.
enum Outcome {
    /// The node stays, with this alpha.
    Stays(i32),
    /// The search goes down.
    Down(Node),
    /// The node is left with this alpha, or was cut.
    Leaves(i32, bool),
}

/// A search by threads that take turns.
pub struct Model<'a> {
    givens: &'a Givens,
    schedule: Schedule,
    workers: Vec<Worker>,
    claimed: u32,
    best: Report,
    reports: VecDeque<(u64, Report)>,
    found: Found,
}

impl<'a> Model<'a> {
    /// Searches a position this many plies deep, at least 1.
    pub fn search(givens: &'a Givens, schedule: Schedule, position: &Position, depth: u32) -> Found {
        let root = Node::new(Board::of(position, givens), depth.max(1), [-INFINITE, INFINITE], -INFINITE);
        let worker = |number| Worker {
            active: number < schedule.used,
            fresh: true,
            nodes: vec![root.clone()],
            passed: 0,
            tried: Code::NONE,
        };
        let mut model = Self {
            givens,
            schedule,
            workers: (0..schedule.threads).map(worker).collect(),
            claimed: 0,
            best: Report { value: -INFINITE, number: 0, code: Code::NONE },
            reports: VecDeque::new(),
            found: Found { best: None, score: 0, nodes: 0, turns: 0, last: 0 },
        };
        model.run();
        let Report { value, code, .. } = model.best;
        Found { best: code.mv(), score: value, ..model.found }
    }

    fn run(&mut self) {
        let mut running = self.schedule.used;
        let mut now = 0;
        while running > 0 {
            self.learn(now);
            let number = (now % u64::from(self.schedule.threads)) as usize;
            if self.workers[number].active {
                self.found.turns += 1;
                self.turn(now, number);
                if !self.workers[number].active {
                    running -= 1;
                    self.found.last = now;
                }
            }
            now += 1;
        }
        self.learn(u64::MAX);
    }

    /// Takes the reports that are known by now.
    fn learn(&mut self, now: u64) {
        while let Some((known, report)) = self.reports.front().copied().filter(|(known, _)| *known <= now) {
            self.reports.pop_front();
            let first = report.value == self.best.value && report.number < self.best.number;
            debug_assert!(known <= now, "reports come in order");
            if report.value > self.best.value || first {
                self.best = report;
            }
        }
    }

    /// Reports the value of a move of the root.
    fn report(&mut self, now: u64, report: Report) {
        self.reports.push_back((now + u64::from(self.schedule.report), report));
    }

    /// The window of a node, after what others have found.
    fn window(&self, node: &Node, ply: usize) -> [i32; 2] {
        let limit = if self.best.value == -INFINITE { INFINITE } else { 1 - self.best.value };
        match ply {
            0 => [self.best.value, node.beta],
            1 => [node.alpha, node.beta.min(limit)],
            _ => [node.alpha, node.beta],
        }
    }

    fn turn(&mut self, now: u64, number: usize) {
        let ply = self.workers[number].nodes.len() - 1;
        let window = self.window(&self.workers[number].nodes[ply], ply);
        let worker = &mut self.workers[number];
        let mine = ply > 0 || worker.passed == self.claimed;
        self.claimed += u32::from(ply == 0 && mine);
        let fresh = std::mem::take(&mut worker.fresh);
        let node = &mut worker.nodes[ply];
        if fresh {
            node.begin();
        }
        let code = node.moves.get(node.tried).copied();
        node.tried += usize::from(code.is_some());
        let root_number = worker.passed;
        if ply == 0 {
            worker.passed += u32::from(code.is_some());
            worker.tried = code.unwrap_or(Code::NONE);
        }
        let worker = &self.workers[number];
        let outcome = outcome(
            self.givens,
            &worker.nodes[ply],
            ply,
            window,
            Asked { code, mine, fresh, deepest: ply + 1 == self.schedule.stack_depth as usize },
        );
        self.found.nodes += u64::from(outcome.made);
        if ply == 0 && outcome.raised {
            let code = code.filter(|_| outcome.made).unwrap_or(Code::NONE);
            self.report(now, Report { value: outcome.alpha(), number: root_number, code });
        }
        self.follow(now, number, ply, outcome.then);
    }

    fn follow(&mut self, now: u64, number: usize, ply: usize, then: Outcome) {
        let worker = &mut self.workers[number];
        match then {
            Outcome::Stays(alpha) => worker.nodes[ply].alpha = alpha,
            Outcome::Down(node) => {
                worker.nodes.push(node);
                worker.fresh = true;
            }
            Outcome::Leaves(..) if ply == 0 => worker.active = false,
            Outcome::Leaves(alpha, cut) => {
                let twice = !cut && ply > 1 && alpha == worker.nodes[ply].floor;
                worker.nodes.truncate(if twice { ply - 1 } else { ply });
                if cut || twice {
                    return;
                }
                if let Some(above) = worker.nodes.last_mut() {
                    above.alpha = -alpha;
                }
                let report =
                    Report { value: -alpha, number: worker.passed.saturating_sub(1), code: worker.tried };
                if ply == 1 {
                    self.report(now, report);
                }
            }
        }
    }
}

/// What a turn is asked.
struct Asked {
    code: Option<Code>,
    mine: bool,
    fresh: bool,
    /// The position after the move is evaluated, because the stack is full.
    deepest: bool,
}

/// What a turn comes to.
struct Turned {
    made: bool,
    raised: bool,
    then: Outcome,
}

impl Turned {
    fn alpha(&self) -> i32 {
        match &self.then {
            Outcome::Stays(alpha) | Outcome::Leaves(alpha, _) => *alpha,
            Outcome::Down(node) => -node.beta,
        }
    }
}

fn outcome(givens: &Givens, node: &Node, ply: usize, [alpha, beta]: [i32; 2], asked: Asked) -> Turned {
    let Asked { code, mine, fresh, deepest } = asked;
    let bare = fresh && code.is_none() && !node.stands();
    let overdrawn = fresh && code.is_some() && node.board.halfmove >= 100 && ply > 0;
    let made = code.filter(|_| mine && !overdrawn && alpha < beta);
    let depth = node.depth.saturating_sub(1);
    let value = match made {
        _ if bare => Some(if node.in_check { ply as i32 - MATE } else { 0 }),
        _ if overdrawn => Some(0),
        None => None,
        Some(code) => match below(givens, node.board.after(code, givens), depth, [alpha, beta], deepest) {
            Ok(child) => return Turned { made: true, raised: false, then: Outcome::Down(child) },
            Err(worth) => Some(-worth),
        },
    };
    let raised = value.is_some_and(|value| value > alpha);
    let alpha = value.filter(|_| raised).unwrap_or(alpha);
    let cut = alpha >= beta;
    let last = node.tried == node.moves.len();
    let then = match cut || overdrawn || last {
        true => Outcome::Leaves(alpha, cut),
        false => Outcome::Stays(alpha),
    };
    Turned { made: made.is_some(), raised, then }
}

/// The node below a move, or the value of its position if that is known at once.
fn below(
    givens: &Givens,
    board: Board,
    depth: u32,
    [alpha, beta]: [i32; 2],
    deepest: bool,
) -> Result<Node, i32> {
    let in_check = board.checkers() != 0;
    if board.is_too_little() || board.halfmove >= 100 && !in_check {
        return Err(0);
    }
    let worth = board.value(givens);
    let stands = depth == 0 && !in_check;
    if deepest || stands && (worth >= -alpha || !is_busy(&board)) {
        return Err(worth);
    }
    let floor = -beta;
    Ok(Node::new(board, depth, [if stands { floor.max(worth) } else { floor }, -alpha], floor))
}

/// Whether there may be something to capture or a pawn to promote.
fn is_busy(board: &Board) -> bool {
    let attacked = Attacks::of(&board.sets, board.side).all;
    let seventh = if board.side == Color::White { 0x00ff_0000_0000_0000 } else { 0xff00 };
    attacked & board.enemy() != 0
        || board.passed != 0
        || board.sets.of(board.side, PieceKind::Pawn) & seventh != 0
}

/// The legal moves in the order of the machine; without a check in quiescence, only captures and
/// promotions to queens.
fn moves(board: &Board, danger: &Danger, captures: bool) -> Vec<Code> {
    let seen = |square: usize| if board.side == Color::White { square } else { square ^ 56 };
    let wanted = if captures { board.enemy() | board.passed | LAST_RANKS } else { u64::MAX };
    let mut all = Vec::new();
    for to in BitBoard(board.reach() & wanted).into_iter().map(|to| to as usize) {
        for from in BitBoard(board.origins(danger, to)).into_iter().map(|from| from as usize) {
            let Some(moved) = board.kind_at(1 << from) else { continue };
            let pawn = moved == PieceKind::Pawn;
            let passing = pawn && board.passed == 1 << to;
            let captured = board.kind_at(1 << to).or(passing.then_some(PieceKind::Pawn));
            let promotes = pawn && LAST_RANKS >> to & 1 == 1;
            let class = match captured {
                _ if promotes => 0,
                Some(kind) => 8 - usize::from(kind.code()),
                None if captures => continue,
                None => 8,
            };
            let key = [class, seen(to), moved.code().into(), seen(from)];
            let codes: &[usize] = match (promotes, captures) {
                (false, _) => &[0],
                (true, true) => &[5],
                (true, false) => &[5, 4, 3, 2],
            };
            all.extend(codes.iter().map(|&code| (key, 8 - code, Code::new(from, to, code))));
        }
    }
    all.sort_unstable_by_key(|(key, promotion, _)| (*key, *promotion));
    all.into_iter().map(|(_, _, code)| code).collect()
}
