//! The player: a game, a table, and searches that go deeper one ply at a time.

use std::fmt;

use super::board::Board;
use super::code::Code;
use super::givens::Givens;
use super::node::{Node, Step};
use super::rules::{INFINITE, MATE, MATES, PLIES, Rules};
use super::thread::{Counts, Root, Shared, Threads, Turn};
use crate::chess::{Move, Position};
use crate::hash::zobrist::Constants;
use crate::hash::{Clusters, Layout, Table, TableError};

/// Turns between two questions to whoever watches a search.
const TURNS_BETWEEN: u64 = 512;

/// Bytes of a megabyte of the table.
const MEGABYTE: u64 = 1 << 20;

/// The end of a search, if nobody ends it before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most plies.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// A mate in so many moves is enough.
    pub mate: Option<u32>,
    /// The only moves to look at; none for all. They are legal.
    pub only: Vec<Move>,
}

/// A value as chess programs tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn, for the side to move.
    Centipawns(i32),
    /// Mate in so many moves of the side to move; if negative, of the other side.
    Mate(i32),
}

impl Score {
    /// The score of a search's value.
    pub fn of(value: i32) -> Self {
        match value {
            _ if value > MATES => Self::Mate((MATE - value + 1) / 2),
            _ if value < -MATES => Self::Mate(-((MATE + value) / 2)),
            _ => Self::Centipawns(value),
        }
    }
}

impl fmt::Display for Score {
    /// As UCI writes it: `cp 31`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "cp {value}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// What is known after an iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The plies of the iteration.
    pub depth: u32,
    /// The deepest ply; 0 if that is not known.
    pub deepest: u32,
    /// The value for the side to move.
    pub value: i32,
    /// Nodes so far.
    pub nodes: u64,
    /// Entries of the table written by this search, in thousandths; `None` if that is not known.
    pub table: Option<u32>,
    /// Clock cycles of a machine so far.
    pub cycles: Option<u64>,
    /// The line that both sides are expected to play.
    pub line: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The last iteration that was complete; depth 0 if none was.
    pub info: Info,
    /// What was counted.
    pub counts: Counts,
}

/// Watches a search, and may end it.
pub trait Watch {
    /// Asked every few hundred turns: may the search go on?
    fn goes_on(&mut self) -> bool {
        true
    }

    /// Asked after each iteration: may a deeper one begin?
    fn deepens(&mut self) -> bool {
        true
    }

    /// Told after each iteration.
    fn told(&mut self, _info: &Info) {}
}

/// Lets a search run to its limits.
pub struct Unwatched;

impl Watch for Unwatched {}

/// The player in software: what the machine has to do, turn by turn.
///
/// ```
/// use movewright::chess::Position;
/// use movewright::chess::player::{Limits, Player, Unwatched};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut player = Player::new(1)?;
/// player.set_game(&Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?, &[]);
/// let found = player.search(&Limits { depth: Some(3), ..Limits::default() }, &mut Unwatched);
/// assert_eq!(found.best.map(|mv| mv.to_string()), Some("a1a8".into()));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Player {
    shared: Shared,
    threads: Threads,
    board: Board,
}

impl Player {
    /// The largest table, in megabytes.
    pub const MOST_MEGABYTES: u64 = 4_096;

    /// A player at the start of a game, with a table of so many megabytes, at least 1.
    ///
    /// # Errors
    /// This computer has too little memory.
    pub fn new(megabytes: u64) -> Result<Self, TableError> {
        Ok(Self::with(Rules::default(), table(megabytes)?))
    }

    /// A player with these rules and this table.
    pub fn with(rules: Rules, table: Table) -> Self {
        let givens = Givens::default();
        let board = Board::of(&Position::start(), &givens);
        let shared = Shared { givens, rules, table, history: Vec::new() };
        Self { shared, threads: Threads::new(1), board }
    }

    /// Gives it another table, of so many megabytes.
    ///
    /// # Errors
    /// This computer has too little memory. The player keeps its table then.
    pub fn resize(&mut self, megabytes: u64) -> Result<(), TableError> {
        self.shared.table = table(megabytes)?;
        Ok(())
    }

    /// Lets so many threads search, at least 1, which take turns.
    pub fn set_threads(&mut self, count: usize) {
        self.threads = Threads::new(count);
    }

    /// Empties its table.
    pub fn clear(&mut self) {
        self.shared.table.clear();
    }

    /// Stores something, for tests of what a wrong entry does.
    #[cfg(test)]
    pub(super) fn spoil(&mut self, key: u64, entry: &crate::hash::Store) {
        self.shared.table.store(key, entry);
    }

    /// The nodes in memory.
    #[cfg(test)]
    pub(super) fn nodes_in_use(&self) -> usize {
        self.threads.nodes_in_use()
    }

    /// Its table.
    pub fn table(&self) -> &Table {
        &self.shared.table
    }

    /// Sets the position to search: that after these legal moves from this one. A search knows them
    /// for repetitions.
    pub fn set_game(&mut self, start: &Position, moves: &[Move]) {
        let givens = &self.shared.givens;
        self.board = Board::of(start, givens);
        self.shared.history.clear();
        for mv in moves {
            self.shared.history.push(self.board.key);
            self.board = self.board.after((*mv).into(), givens);
        }
    }

    /// The legal moves of its position, in the order of the search.
    pub fn moves(&self) -> Vec<Move> {
        self.codes().into_iter().filter_map(Code::mv).collect()
    }

    fn codes(&self) -> Vec<Code> {
        let mut node = Node::at(self.board);
        let mut codes = Vec::new();
        while let Some(step) = node.next(&Rules::plain()) {
            if let Step::Move { code, .. } = step {
                codes.push(code);
            }
        }
        codes
    }

    /// Searches one ply deep, then one ply deeper each time, until a limit is met or the watcher
    /// ends it. The same limits and the same table give the same result, unless a watcher ends it.
    pub fn search(&mut self, limits: &Limits, watch: &mut dyn Watch) -> Found {
        self.threads.forget();
        self.threads.counts = Counts::default();
        self.shared.table.new_search();
        let only: Vec<Code> = limits.only.iter().map(|mv| (*mv).into()).collect();
        let legal = self.codes();
        let wanted = |code: &&Code| only.is_empty() || only.contains(code);
        let mut best = legal.iter().find(wanted).copied().unwrap_or_default();
        let mut info = self.info(0, if self.board.checkers() != 0 { -MATE } else { 0 }, &[]);
        let most = limits.depth.unwrap_or(u32::MAX).clamp(1, PLIES as u32 - 1);
        for depth in (1..=most).take_while(|_| !legal.is_empty()) {
            if depth > 1 && !watch.deepens() {
                break;
            }
            let root = Root {
                board: self.board,
                alpha: -INFINITE,
                beta: INFINITE,
                depth: depth as i32,
                first: best,
                only: &only,
            };
            self.threads.begin(&root);
            let ended = self.run(limits, watch);
            let line = self.threads.line().to_vec();
            best = line.first().copied().unwrap_or(best);
            let Some(value) = ended else { break };
            info = self.info(depth, value, &line);
            watch.told(&info);
            if limits.mate.is_some_and(|moves| is_mate_in(moves, value)) {
                break;
            }
        }
        info.nodes = self.threads.counts.nodes;
        Found { best: best.mv(), info, counts: self.threads.counts }
    }

    /// Takes turns until the search is over; `None` if a limit is met or the watcher ends it.
    fn run(&mut self, limits: &Limits, watch: &mut dyn Watch) -> Option<i32> {
        loop {
            if let Turn::Ended(value) = self.threads.turn(&mut self.shared) {
                return Some(value);
            }
            let Counts { turns, nodes, .. } = self.threads.counts;
            let enough = limits.nodes.is_some_and(|most| nodes >= most);
            if enough || (turns % TURNS_BETWEEN == 0 && !watch.goes_on()) {
                return None;
            }
        }
    }

    fn info(&self, depth: u32, value: i32, line: &[Code]) -> Info {
        let counts = &self.threads.counts;
        Info {
            depth,
            deepest: counts.deepest as u32,
            value,
            nodes: counts.nodes,
            table: Some(used(&self.shared.table)),
            cycles: None,
            line: line.iter().filter_map(|code| code.mv()).collect(),
        }
    }
}

/// Whether a value is a mate of the side to move in so many moves or fewer.
pub(super) fn is_mate_in(moves: u32, value: i32) -> bool {
    match Score::of(value) {
        Score::Mate(found) => found > 0 && found.unsigned_abs() <= moves,
        Score::Centipawns(_) => false,
    }
}

/// A table of so many megabytes.
fn table(megabytes: u64) -> Result<Table, TableError> {
    let layout = Layout::default();
    let bytes = megabytes.clamp(1, Player::MOST_MEGABYTES) * MEGABYTE;
    let count = bytes / u64::from(layout.cluster_bytes());
    let clusters = Clusters::new(count & !1).map_err(|_| TableError::Memory { count, bytes })?;
    Table::new(layout, clusters, Constants::SEED)
}

/// The entries of a table that the search under way has written, in thousandths, by a sample.
fn used(table: &Table) -> u32 {
    const SAMPLE: u64 = 250;
    let count = table.clusters().count().min(SAMPLE);
    let layout = table.layout();
    let written = (0..count).flat_map(|index| layout.read(table.cluster(index)).to_vec());
    let written = written.filter(|entry| !entry.is_empty() && entry.generation == table.generation());
    (written.count() as u64 * 1000 / (count * u64::from(layout.entries())).max(1)) as u32
}
