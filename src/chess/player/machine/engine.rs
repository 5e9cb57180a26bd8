//! What carries out a player's searches: the machine behind its command port, or its model.

use super::Player;
use super::driver::{SearchMachine, Searched};
use super::model::{Model, Schedule, Start, Table};
use crate::chess::player::Givens;
use crate::game::{CommandPort, MachineError};

/// A search.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The position, the moves before it, and the window.
    pub start: Start<'a>,
    /// Plies, at least 1 and less than the machine's stack has nodes.
    pub depth: u32,
    /// Threads that search; 0 for all.
    pub threads: u32,
    /// Clock cycles, at most; 0 for no limit.
    pub cycles: u32,
    /// Clock cycles between two questions whether to go on, where it can be asked so often.
    pub piece: u64,
}

/// What carries out searches, one after the other. What they leave in a hash table stays there.
pub trait Engine {
    /// Clears the hash table before the next search.
    ///
    /// # Errors
    /// The machine has none, or does not answer.
    fn clear_table(&mut self) -> Result<(), MachineError>;

    /// Searches. It is asked now and then whether it `goes_on`. If it may not, the search ends as
    /// at a limit, or is given up: then the result is `None`.
    ///
    /// # Errors
    /// The depth is none of the machine's, it has fewer threads, or it does not answer.
    fn search(
        &mut self,
        asked: &Asked,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Searched>, MachineError>;
}

impl<C: CommandPort> Engine for SearchMachine<C> {
    fn clear_table(&mut self) -> Result<(), MachineError> {
        self.clear_table()
    }

    fn search(
        &mut self,
        asked: &Asked,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Searched>, MachineError> {
        // A search that was given up may have reset the machine, and left nothing of them.
        self.use_threads(asked.threads)?;
        self.load(asked.start)?;
        self.limit(asked.cycles)?;
        self.search_while(asked.depth, asked.piece, &mut |_| goes_on())
    }
}

/// The model as the machine, to the last node, in searches that end at a limit too.
pub struct Modelled {
    givens: Givens,
    schedule: Schedule,
    table: Table,
}

impl Modelled {
    /// The model of this machine, after a reset.
    pub fn new(player: &Player) -> Self {
        let schedule = player.schedule;
        Self { givens: player.givens(), schedule, table: Table::new(schedule.table) }
    }
}

impl Engine for Modelled {
    fn clear_table(&mut self) -> Result<(), MachineError> {
        self.table = Table::new(self.schedule.table);
        Ok(())
    }

    fn search(
        &mut self,
        asked: &Asked,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Searched>, MachineError> {
        let (depth, stack) = (asked.depth, self.schedule.stack_depth);
        if depth == 0 || depth >= stack {
            return Err(MachineError::Depth { depth, stack });
        }
        let all = self.schedule.threads;
        if asked.threads > all {
            let problem = format!("{} threads are asked for, and the machine has {all}", asked.threads);
            return Err(MachineError::simulator("the machine's model", problem));
        }
        let used = if asked.threads == 0 { all } else { asked.threads };
        let schedule = Schedule { used, ..self.schedule };
        let most = if asked.cycles == 0 { u64::MAX } else { asked.cycles.into() };
        // A search that ends with this turn would have taken so many cycles more than turns.
        let opening = u64::from(all + 1 - schedule.report);
        let (found, halted) =
            Model::search_while(&mut self.table, &self.givens, schedule, (asked.start, depth), &mut |now| {
                opening + now <= most && (now % asked.piece.max(1) != 0 || goes_on())
            });
        Ok(Some(Searched {
            best: found.best,
            score: found.score,
            nodes: found.nodes,
            turns: found.turns,
            cycles: schedule.cycles(&found),
            halted,
        }))
    }
}
