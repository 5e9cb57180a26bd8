//! The machine in software, turn by turn: what it has to find, and after how many turns.

mod killers;
mod places;
mod table;
mod trail;
mod turn;

use std::collections::VecDeque;

use super::selective::rules;
use crate::chess::player::rules::{INFINITE, Rules};
use crate::chess::player::{Board, Code, Givens};
use crate::chess::{Move, Position};
use killers::Brought;
use places::{Candidate, Places, Set};
use table::Entry;
pub use table::Table;
pub use trail::Trail;
use turn::{Asked, Node, Outcome, Step, quiet_square, turn};

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
    /// Nodes that threads share, at most.
    pub places: u32,
    /// The search is selective.
    pub selective: bool,
    /// A position that repeats the one four plies before is a draw.
    pub repetition: bool,
    /// Entries of the hash table, a power of two, if there is one.
    pub table: Option<u32>,
}

impl Schedule {
    /// One thread after the other, and nothing in between: plain alpha-beta.
    pub const ALONE: Self = Self {
        threads: 1,
        used: 1,
        report: 1,
        stack_depth: 64,
        places: 64,
        selective: false,
        repetition: false,
        table: None,
    };

    /// The clock cycles of a search that has ended so: words of threads are set, and the last turn
    /// ends.
    pub fn cycles(&self, found: &Found) -> u64 {
        found.last + u64::from(self.threads) + 1
    }
}

/// How threads share nodes: variants to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// Nodes that wait to be joined, at most.
    pub candidates: usize,
    /// Plies left at a node that may be joined, at least.
    pub from: u32,
    /// A node just below a shared one sees the alpha there as it is now.
    pub narrows: bool,
}

impl Sharing {
    /// What the machine does.
    pub const MACHINE: Self = Self { candidates: 2, from: 2, narrows: true };
}

/// What is searched: a position, and the last moves before it.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The position.
    pub position: &'a Position,
    /// The last moves of the game.
    pub trail: Trail,
    /// Alpha and beta of the root. A value outside says only on which side it is.
    pub window: [i32; 2],
}

/// The window of all values.
pub const WHOLE: [i32; 2] = [-INFINITE, INFINITE];

impl<'a> From<&'a Position> for Start<'a> {
    /// A position of which no move before it is known.
    fn from(position: &'a Position) -> Self {
        Self { position, trail: Trail::begun(position), window: WHOLE }
    }
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
    /// Turns of threads at a node.
    pub turns: u64,
    /// Turns of all threads before the one that ended the search.
    pub last: u64,
}

/// A thread between two of its turns.
#[derive(Clone, Copy, Debug)]
struct Worker {
    /// It may search.
    enabled: bool,
    /// It has a node.
    active: bool,
    fresh: bool,
    /// Its node begins a second time.
    again: bool,
    ply: usize,
    /// The place of its node, or of the last shared one above it.
    at: usize,
    /// Its node is its own.
    alone: bool,
    /// The first alpha of a node that begins, or the value that it brings back.
    value: i32,
    /// What it brings beside that value.
    brings: Brought,
    /// The destination of the move to the node that it comes from, if that was not cut.
    came_by: Option<usize>,
    /// The places from the root to its node.
    path: Set,
    /// The root's move above it, and its number.
    tried: Code,
    number: u32,
}

/// The value of a move of the root.
#[derive(Clone, Copy, Debug)]
struct Report {
    value: i32,
    number: u32,
    code: Code,
}

/// A turn between its beginning and its end.
struct UnderWay {
    who: usize,
    began: u64,
    after: Worker,
    acts: bool,
    made: bool,
    /// The place that it keeps busy.
    holds: Option<usize>,
    cut: bool,
    below: Option<Node>,
    offer: Option<Candidate>,
    /// The alpha of its node.
    alpha: Option<i32>,
    report: Option<Report>,
    ends: bool,
    /// What the table is to keep of its node.
    stores: Option<Entry>,
}

/// A search by threads that take turns.
pub struct Model<'a> {
    givens: &'a Givens,
    rules: Rules,
    schedule: Schedule,
    sharing: Sharing,
    workers: Vec<Worker>,
    /// Nodes of each thread, by ply.
    own: Vec<Vec<Option<Node>>>,
    /// Nodes that threads share, by place, and what is known of their alphas.
    shared: Vec<Option<Node>>,
    alphas: Vec<i32>,
    places: Places,
    under_way: VecDeque<UnderWay>,
    /// Moves of the root taken.
    numbered: u32,
    best: Report,
    found: Found,
    running: bool,
    /// No thread has another turn.
    halts: bool,
    /// That was so when the last round of turns ended.
    halting: bool,
    table: &'a mut Table,
}

impl<'a> Model<'a> {
    /// Searches a position this many plies deep, at least 1.
    pub fn search<'p>(
        givens: &'a Givens,
        schedule: Schedule,
        start: impl Into<Start<'p>>,
        depth: u32,
    ) -> Found {
        Model::search_in(&mut Table::new(schedule.table), givens, schedule, start, depth)
    }

    /// The same with what earlier searches have left in the table.
    pub fn search_in<'p>(
        table: &'a mut Table,
        givens: &'a Givens,
        schedule: Schedule,
        start: impl Into<Start<'p>>,
        depth: u32,
    ) -> Found {
        Self::search_while(table, givens, schedule, (start.into(), depth), &mut |_| true).0
    }

    /// The same by other rules, and with nodes shared in another way.
    pub fn search_by<'p>(
        givens: &'a Givens,
        schedule: Schedule,
        rules: Rules,
        sharing: Sharing,
        start: impl Into<Start<'p>>,
        depth: u32,
    ) -> Found {
        let mut table = Table::new(schedule.table);
        Model::run(&mut table, givens, (schedule, rules, sharing), start.into(), depth)
    }

    /// The same with a table, as long as it `goes_on`, which is asked in each cycle, and told the
    /// cycles so far. Whether it ended there comes with what was found until then.
    pub fn search_while(
        table: &'a mut Table,
        givens: &'a Givens,
        schedule: Schedule,
        (start, depth): (Start, u32),
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> (Found, bool) {
        let rules = rules(schedule.selective, schedule.table.is_some());
        let mut model = Self::new(table, givens, (schedule, rules, Sharing::MACHINE), start, depth);
        let halted = !model.ends_while(goes_on);
        (model.result(), halted)
    }

    /// A search with all that may differ.
    pub(super) fn run(
        table: &'a mut Table,
        givens: &'a Givens,
        ways: (Schedule, Rules, Sharing),
        start: Start,
        depth: u32,
    ) -> Found {
        let mut model = Self::new(table, givens, ways, start, depth);
        model.ends_while(&mut |_| true);
        model.result()
    }

    /// All threads before their first turn.
    fn new(
        table: &'a mut Table,
        givens: &'a Givens,
        (schedule, rules, sharing): (Schedule, Rules, Sharing),
        Start { position, trail, window }: Start,
        depth: u32,
    ) -> Self {
        let board = Board::of(position, givens);
        let mut root = Node::new(board, depth.max(1), [-INFINITE, window[1]], -INFINITE);
        root.trail = trail;
        if table.keeps() {
            root.key = table::root_key(position, &root.board);
            root.answer = table.entry(root.key);
        }
        let worker = |number| Worker {
            enabled: number < schedule.used,
            active: number == 0,
            fresh: true,
            again: false,
            ply: 0,
            at: 0,
            alone: false,
            value: -INFINITE,
            brings: Brought::Nothing,
            came_by: None,
            path: Set::from(number == 0),
            tried: Code::NONE,
            number: 0,
        };
        let mut shared = vec![None; schedule.places as usize];
        shared[0] = Some(root);
        Self {
            givens,
            rules,
            schedule,
            sharing,
            workers: (0..schedule.threads).map(worker).collect(),
            own: vec![vec![None; schedule.stack_depth as usize]; schedule.threads as usize],
            alphas: vec![-INFINITE; shared.len()],
            shared,
            places: Places::new(schedule.places, sharing.candidates),
            under_way: VecDeque::new(),
            numbered: 0,
            best: Report { value: window[0], number: 0, code: Code::NONE },
            found: Found { best: None, score: 0, nodes: 0, turns: 0, last: 0 },
            running: true,
            halts: false,
            halting: false,
            table,
        }
    }

    /// Searches as long as it may; whether it came to the end. If it may not go on, each thread
    /// ends its turn and has no more, and the search ends with the second round of turns behind.
    fn ends_while(&mut self, goes_on: &mut dyn FnMut(u64) -> bool) -> bool {
        let mut now = 0;
        while self.running {
            self.halts = self.halts || !goes_on(now);
            // The round in which the words of threads are set ends before the first turn does.
            if now + 2 == u64::from(self.schedule.report) {
                self.halting = self.halts;
            }
            self.cycle(now);
            now += 1;
        }
        !self.halts
    }

    /// What it has found.
    fn result(self) -> Found {
        self.table.settle();
        let Report { value, code, .. } = self.best;
        Found { best: code.mv(), score: value, ..self.found }
    }

    /// A clock cycle: a turn begins, and another ends.
    fn cycle(&mut self, now: u64) {
        let who = (now % u64::from(self.schedule.threads)) as usize;
        let turn = self.begin(now, who);
        self.under_way.push_back(turn);
        let found = self.places.look();
        if self.under_way.len() as u32 >= self.schedule.report
            && let Some(turn) = self.under_way.pop_front()
        {
            self.end(turn);
        }
        self.places.found(found);
    }

    /// A turn of a thread begins.
    fn begin(&mut self, now: u64, who: usize) -> UnderWay {
        let before = self.workers[who];
        let candidate = self.places.candidate().filter(|_| before.enabled && !before.active);
        let joins = candidate.is_some();
        let thread = candidate.map_or(before, |node| Worker {
            active: true,
            fresh: false,
            ply: node.ply,
            at: node.place,
            alone: false,
            value: -INFINITE,
            brings: Brought::Nothing,
            came_by: None,
            path: node.path,
            tried: node.tried,
            number: node.number,
            ..before
        });
        let shares = thread.active && !thread.alone;
        let waits = shares && self.places.is_busy(thread.at);
        let dies = thread.active && self.places.is_cut(thread.path);
        let holds = (shares && !waits).then_some(thread.at);
        if let Some(place) = holds {
            self.places.enter(place);
        }
        let rests = Worker { active: false, path: 0, ..before };
        let idle = UnderWay {
            who,
            began: now,
            after: if dies { rests } else { before },
            acts: false,
            made: false,
            holds,
            cut: false,
            below: None,
            offer: None,
            alpha: None,
            report: None,
            ends: false,
            stores: None,
        };
        assert!(!(waits && thread.fresh), "a node that begins is nobody else's");
        if !thread.active || waits || dies {
            return idle;
        }
        self.act(thread, joins, idle)
    }

    /// The window of a node, after what others have found.
    fn window(&self, thread: &Worker, node: &Node) -> [i32; 2] {
        let limit = if self.best.value == -INFINITE { INFINITE } else { 1 - self.best.value };
        let alpha = match thread.fresh {
            true => thread.value,
            false => node.alpha.max(thread.value),
        };
        match thread.ply {
            0 => [self.best.value, node.beta],
            1 => [alpha, node.beta.min(limit)],
            _ if self.sharing.narrows && (!thread.alone || node.level == 0) => {
                let above = if thread.alone { thread.at } else { node.above };
                [alpha, node.beta.min(-self.alphas[above])]
            }
            _ => [alpha, node.beta],
        }
    }

    /// The node of a thread.
    fn node(&mut self, who: usize, thread: &Worker) -> Option<&mut Node> {
        match thread.alone {
            true => self.own[who][thread.ply].as_mut(),
            false => self.shared[thread.at].as_mut(),
        }
    }

    /// A thread acts at its node.
    fn act(&mut self, thread: Worker, joins: bool, idle: UnderWay) -> UnderWay {
        let (who, ply) = (idle.who, thread.ply);
        let Some(node) = self.node(who, &thread) else { return idle };
        node.again = if thread.fresh { thread.again } else { node.again };
        node.claims += u32::from(joins);
        if let Brought::Cut(square) = thread.brings {
            node.killers_below = node.killers_below.with(square);
        }
        node.notes(thread.fresh, thread.value, thread.came_by);
        let (step, begins) = node.next(thread.fresh);
        let mut node = node.clone();
        let asked = Asked {
            ply,
            window: self.window(&thread, &node),
            step,
            begins,
            fresh: thread.fresh && !thread.again,
            deepest: ply + 1 == self.schedule.stack_depth as usize,
            repetition: self.schedule.repetition,
        };
        let turned = turn(self.givens, &self.rules, &node, &asked);
        let code = if let Step::Move(code) = step { Some(code) } else { None };
        let mut after =
            Worker { fresh: false, value: -INFINITE, brings: Brought::Nothing, came_by: None, ..thread };
        if ply == 0 {
            (after.number, after.tried) = (self.numbered, code.unwrap_or(Code::NONE));
            self.numbered += u32::from(code.is_some());
        }
        let mut end = UnderWay { acts: true, made: turned.made, alpha: Some(turned.alpha), ..idle };
        if ply == 0 && turned.raised {
            let code = code.filter(|_| turned.made).unwrap_or(Code::NONE);
            end.report = Some(Report { value: turned.alpha, number: after.number, code });
        }
        let stays = matches!(turned.then, Outcome::Stays | Outcome::Down(_));
        let first = thread.fresh || begins;
        let deep = node.depth_now() >= self.sharing.from;
        if stays && !thread.alone && !first && deep && !node.is_exhausted() {
            let Worker { at: place, path, tried, number, .. } = thread;
            let depth = node.depth_now();
            end.offer = Some(Candidate { place, depth, ply, path, tried, number });
        }
        let raised = code.filter(|_| turned.raised && turned.made);
        node.best = raised.map(Code::destination).or(node.best);
        let entry = |cut| Entry::of(&node, turned.alpha, cut);
        let keeps = !turned.over && node.depth_now() > 0;
        let (best, mut claims) = (node.best, node.claims);
        match turned.then {
            Outcome::Stays => {}
            Outcome::Down(mut below) => {
                (after.fresh, after.again) = (true, false);
                (after.ply, after.value) = (ply + 1, below.alpha);
                below.above = thread.at;
                below.level = if thread.alone { (node.level + 1).min(2) } else { 0 };
                end.below = Some(*below);
            }
            Outcome::Leaves { cut: false } | Outcome::Restarts if !thread.alone && claims > 1 => {
                claims -= 1;
                (after.active, after.path) = (false, 0);
            }
            Outcome::Restarts => {
                (after.fresh, after.again, after.value, claims) = (true, true, node.floor, 1);
            }
            Outcome::Leaves { cut } if ply == 0 => {
                after.active = false;
                end.stores = keeps.then(|| entry(cut));
                end.ends = true;
            }
            Outcome::Leaves { cut } => {
                end.stores = keeps.then(|| entry(cut));
                self.leave(&node, turned.alpha, cut, &mut after, &mut end);
                let cutter = match (turned.made, thread.brings) {
                    (true, _) => quiet_square(&node.board, step),
                    (false, Brought::Value(square)) => Some(square),
                    _ => None,
                };
                let silent = after.value == -INFINITE;
                let square = if cut { cutter } else { node.via };
                let brought = if silent { Brought::Cut } else { Brought::Value };
                after.brings = square.map_or(Brought::Nothing, brought);
            }
        }
        end.after = after;
        if let Some(node) = self.node(who, &thread) {
            (node.claims, node.alpha, node.best) = (claims, turned.alpha, best);
        }
        end
    }

    /// A thread leaves its node for the one above, or for the one above that.
    fn leave(&self, node: &Node, alpha: i32, cut: bool, after: &mut Worker, end: &mut UnderWay) {
        let twice = !cut && after.alone && node.level > 0 && alpha == node.floor;
        if after.ply == 1 && !cut {
            end.report = Some(Report { value: -alpha, number: after.number, code: after.tried });
        }
        after.value = if cut || twice { -INFINITE } else { -alpha };
        after.came_by = node.via_any;
        after.ply -= 1 + usize::from(twice);
        if after.alone {
            after.alone = node.level > u32::from(twice);
        } else {
            end.cut = cut;
            after.path &= !(1 << after.at);
            after.at = node.above;
        }
    }

    /// Whether a thread is at a place or below it, or will be after its turn.
    fn is_on_a_path(&self, place: usize) -> bool {
        let later = self.under_way.iter().map(|turn| turn.after.path);
        let mut paths = self.workers.iter().map(|worker| worker.path).chain(later);
        paths.any(|path| path >> place & 1 == 1)
    }

    /// A turn ends: from the next cycle on, all know of it.
    fn end(&mut self, turn: UnderWay) {
        let UnderWay { who, mut after, .. } = turn;
        let best = self.best.code;
        let stores = turn.stores.and_then(|entry| match turn.ends {
            true => (best != Code::NONE).then(|| entry.with(best.destination())),
            false => Some(entry),
        });
        self.found.nodes += u64::from(turn.made);
        self.found.turns += u64::from(turn.acts);
        if let Some(mut below) = turn.below {
            if self.table.keeps() {
                below.key = table::key_below(&below.board);
                below.answer = self.table.entry(below.key);
            }
            let may_share = below.depth >= self.sharing.from && !after.alone;
            match may_share.then(|| self.places.take()).flatten() {
                Some(place) => {
                    assert!(!self.is_on_a_path(place), "a free place is nobody's");
                    (after.at, after.path) = (place, after.path | 1 << place);
                    self.shared[place] = Some(below);
                }
                None => {
                    after.alone = true;
                    self.own[who][after.ply] = Some(below);
                }
            }
        }
        self.table.step(stores);
        self.places.uses(after.path);
        if let Some(place) = turn.holds {
            self.places.leave(place, turn.cut);
            self.alphas[place] = turn.alpha.unwrap_or(self.alphas[place]);
        }
        if let Some(offer) = turn.offer {
            self.places.offer(offer);
        }
        if let Some(report) = turn.report {
            let first = report.value == self.best.value && report.number < self.best.number;
            if report.value > self.best.value || first {
                self.best = report;
            }
        }
        let goes_on = !self.halts;
        self.workers[who] =
            Worker { enabled: after.enabled && goes_on, active: after.active && goes_on, ..after };
        let mut halted = false;
        if who + 1 == self.workers.len() {
            self.places.end_round();
            halted = self.halts && self.halting;
            self.halting = self.halts;
        }
        if turn.ends || halted {
            self.running = false;
            self.found.last = turn.began;
        }
    }
}
