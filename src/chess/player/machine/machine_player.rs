//! The machine itself as a player, in a simulator, at the end of a serial line or as its model: a
//! position, and searches that go deeper one ply at a time.

mod line;

use super::aim::Aim;
use super::driver::{SearchMachine, Searched};
use super::engine::{Asked, Engine, Modelled};
use super::{LONGEST, Player, Schedule, Start, Trail};
use crate::chess::player::stored::of_stored;
use crate::chess::player::twin::is_mate_in;
use crate::chess::player::{Counts, Found, Info, Limits, Watch};
use crate::chess::{Move, Position, rules};
use crate::game::{CommandPort, MachineError};
use crate::simulate::Simulation;
use crate::simulate::command_port::Pins;
use line::Best;

/// Clock cycles of a simulated machine between two questions to whoever watches a search.
const CYCLES_BETWEEN: u64 = 512;

const SIMULATOR: &str = "the built-in simulator";

/// The machine at a position: behind its command port, or its model. Of the game before, it knows
/// the last three moves, if it looks for repetitions.
pub struct MachinePlayer<E> {
    engine: E,
    schedule: Schedule,
    position: Position,
    trail: Trail,
    piece: u64,
    /// Clock cycles between two searches.
    between: u64,
    /// The table is to be cleared before the next search.
    forgets: bool,
}

impl MachinePlayer<SearchMachine<Pins<Simulation>>> {
    /// The machine in the built-in simulator, after a reset.
    ///
    /// # Errors
    /// The simulator cannot run it.
    pub fn simulated(player: &Player) -> Result<Self, MachineError> {
        let mut simulation =
            Simulation::new(&player.design).map_err(|error| MachineError::simulator(SIMULATOR, error))?;
        simulation.compile();
        Ok(Self::behind(Pins::new(simulation, SIMULATOR)?, player.schedule))
    }
}

impl<C: CommandPort> MachinePlayer<SearchMachine<C>> {
    /// The machine behind this port, at the start of a game. It was just reset, and searches by
    /// this schedule.
    pub fn behind(port: C, schedule: Schedule) -> Self {
        Self::new(SearchMachine::behind(port, schedule.stack_depth), schedule)
    }
}

impl MachinePlayer<Modelled> {
    /// The machine's model, at the start of a game: the same moves after the same cycles, many
    /// times as fast as the simulator.
    pub fn modelled(player: &Player) -> Self {
        Self::new(Modelled::new(player), player.schedule)
    }
}

impl<E: Engine> MachinePlayer<E> {
    fn new(engine: E, schedule: Schedule) -> Self {
        let (position, trail) = (Position::start(), Trail::default());
        Self { engine, schedule, position, trail, piece: CYCLES_BETWEEN, between: 0, forgets: false }
    }

    /// Sets the clock cycles between two questions to whoever watches a search, at least 1.
    pub fn ask_every(&mut self, cycles: u64) {
        self.piece = cycles;
    }

    /// Sets the clock cycles that pass between two searches, because the machine is far away. The
    /// more they are, the later it tells more than the best move.
    pub fn cycles_between(&mut self, cycles: u64) {
        self.between = cycles;
    }

    /// Forgets what its table knows: another game begins.
    pub fn clear(&mut self) {
        self.forgets = self.schedule.table.is_some();
    }

    /// Lets so many threads search; 0 for all. If the machine has fewer, the next search says so.
    pub fn set_threads(&mut self, count: u32) {
        self.schedule.used = count;
    }

    /// Sets the position to search: that after these legal moves from this one.
    pub fn set_game(&mut self, start: &Position, moves: &[Move]) {
        self.position = moves.iter().fold(start.clone(), |position, mv| position.after(*mv));
        self.trail = Trail::of(start, moves);
    }

    /// The legal moves of its position.
    pub fn moves(&self) -> Vec<Move> {
        rules::legal_moves(&self.position).unwrap_or_default()
    }

    /// Searches one ply deep, then one ply deeper each time, until a limit is met or the watcher
    /// ends it. A search of so many nodes takes at most as many clock cycles: in each, at most one
    /// move is made. An iteration that was ended changes nothing but the counts.
    ///
    /// The machine looks at all moves of a position. So of `only` some, it searches the position
    /// after each. It tells its best move alone. So the moves expected behind it are those of short
    /// searches after each iteration, which its table mostly answers.
    ///
    /// # Errors
    /// The machine does not answer.
    pub fn search(&mut self, limits: &Limits, watch: &mut dyn Watch) -> Result<Found, MachineError> {
        let legal = self.moves();
        let only = &limits.only;
        let mut best = legal.iter().copied().find(|mv| only.is_empty() || only.contains(mv));
        let (mut info, mut spent) = (Info::default(), Spent::default());
        let most = limits.depth.unwrap_or(u32::MAX).clamp(1, self.schedule.stack_depth - 1);
        let most = if best.is_some() { most } else { 1 };
        let mut expected = None;
        for depth in 1..=most {
            if depth > 1 && !watch.deepens() {
                break;
            }
            let before = spent.cycles;
            let Some((mv, value)) = self.iteration((depth, expected), limits, &mut spent, watch)? else {
                break;
            };
            best = mv;
            expected = Some(value);
            let line = match mv {
                Some(mv) => {
                    let took = spent.cycles - before;
                    self.line(&Best { mv, value, depth, took }, limits, &mut spent, watch)?
                }
                None => Vec::new(),
            };
            let depth = if mv.is_some() { depth } else { 0 };
            info = Info { depth, value, line, ..info };
            (info.nodes, info.cycles) = (spent.nodes, Some(spent.cycles));
            if mv.is_some() {
                watch.told(&info);
            }
            if limits.mate.is_some_and(|moves| is_mate_in(moves, value)) {
                break;
            }
        }
        (info.nodes, info.cycles) = (spent.nodes, Some(spent.cycles));
        let counts = Counts { turns: spent.turns, nodes: spent.nodes, ..Counts::default() };
        Ok(Found { best, info, counts })
    }

    /// The best move and its value at this depth, where the one before had the `expected` value;
    /// `None` if it was ended before.
    fn iteration(
        &mut self,
        (depth, expected): (u32, Option<i32>),
        limits: &Limits,
        spent: &mut Spent,
        watch: &mut dyn Watch,
    ) -> Result<Option<(Option<Move>, i32)>, MachineError> {
        if limits.only.is_empty() {
            let (position, trail) = (self.position.clone(), self.trail);
            let start = Start { trail, ..Start::from(&position) };
            let found = self.aimed(start, (depth, expected), limits, spent, watch)?;
            return Ok(found.map(|found| (found.best, found.score)));
        }
        let mut best: Option<(Option<Move>, i32)> = None;
        for mv in &limits.only {
            let (repeats, trail) = self.trail.then(&self.position, *mv);
            let position = self.position.after(*mv);
            let start = Start { trail, ..Start::from(&position) };
            let value = if repeats && self.schedule.repetition {
                0
            } else {
                let found = self.searched(start, depth.max(2) - 1, limits, spent, watch)?;
                let Some(found) = found else { return Ok(None) };
                a_ply_above(found.score)
            };
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((Some(*mv), value));
            }
        }
        Ok(best)
    }

    /// A search in windows around the `expected` value, until its value is inside of one.
    fn aimed(
        &mut self,
        start: Start,
        (depth, expected): (u32, Option<i32>),
        limits: &Limits,
        spent: &mut Spent,
        watch: &mut dyn Watch,
    ) -> Result<Option<Searched>, MachineError> {
        let mut aim = Aim::new(depth, expected);
        loop {
            let window = aim.window;
            let found = self.searched(Start { window, ..start }, depth, limits, spent, watch)?;
            match found.and_then(|found| aim.wider(found.score)) {
                Some(wider) => aim = wider,
                None => return Ok(found),
            }
        }
    }

    /// A search of the machine; `None` if a limit or the watcher ended it.
    fn searched(
        &mut self,
        start: Start,
        depth: u32,
        limits: &Limits,
        spent: &mut Spent,
        watch: &mut dyn Watch,
    ) -> Result<Option<Searched>, MachineError> {
        let left = limits.nodes.map(|nodes| nodes.saturating_sub(spent.nodes));
        if left == Some(0) || !watch.goes_on() {
            return Ok(None);
        }
        if std::mem::take(&mut self.forgets) {
            self.engine.clear_table()?;
        }
        let asked = Asked {
            start,
            depth,
            threads: self.schedule.used,
            cycles: left.map_or(0, |left| left.min(LONGEST.into()) as u32),
            piece: self.piece,
        };
        let Some(found) = self.engine.search(&asked, &mut || watch.goes_on())? else { return Ok(None) };
        spent.nodes += found.nodes;
        spent.turns += found.turns;
        spent.cycles += found.cycles;
        Ok((!found.halted).then_some(found))
    }
}

/// What the machine's counters have said.
#[derive(Default)]
struct Spent {
    nodes: u64,
    turns: u64,
    cycles: u64,
}

/// A value of the position after a move, as the value of the move. A mate is a ply farther.
fn a_ply_above(value: i32) -> i32 {
    -of_stored(value, 1)
}
