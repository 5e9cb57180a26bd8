//! The moves that both sides are expected to make. The machine tells its best move alone, so those
//! behind it are found by short searches.

use super::{Engine, Limits, MachineError, MachinePlayer, Move, Searched, Spent, Start, Watch};
use crate::chess::player::MATES;
use crate::chess::player::machine::model::WHOLE;
use crate::chess::player::stored::to_stored;

/// The share of an iteration's clock cycles that the moves behind its best one may take.
const SHARE: u64 = 16;

/// The clock cycles that they may take in any case.
const ALWAYS: u64 = 2_000;

/// The rounds of turns that a search may take which the table answers, beside a sixteenth of the
/// clock cycles that are left.
const ROUNDS: u64 = 12;

/// Plies of a search for a move of which the table knows too little.
const SHALLOW: u32 = 2;

/// What an iteration found.
pub(super) struct Best {
    /// The best move.
    pub mv: Move,
    /// Its value.
    pub value: i32,
    /// The plies of the iteration.
    pub depth: u32,
    /// The clock cycles that it took.
    pub took: u64,
}

/// What the searches for a line have to keep to.
struct Bounds<'a> {
    /// Clock cycles that are left.
    cycles: u64,
    limits: &'a Limits,
    spent: &'a mut Spent,
    watch: &'a mut dyn Watch,
}

impl<E: Engine> MachinePlayer<E> {
    /// The moves that both sides are expected to make: the best one and those behind it, as far as
    /// a sixteenth of the iteration's clock cycles leads.
    ///
    /// In the position behind a move, the expected move is the first that is as good as the value
    /// says. The table mostly answers that at once. From the first position on of which it knows
    /// too little, searches of a few plies tell the moves; but none behind a mate's value.
    ///
    /// # Errors
    /// The machine does not answer.
    pub(super) fn line(
        &mut self,
        best: &Best,
        limits: &Limits,
        spent: &mut Spent,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Move>, MachineError> {
        let mut line = vec![best.mv];
        if self.schedule.table.is_none() {
            return Ok(line);
        }
        let mut bounds = Bounds { cycles: (best.took / SHARE).max(ALWAYS), limits, spent, watch };
        let (mut position, mut trail) = (self.position.clone(), self.trail);
        let (mut mv, mut value) = (best.mv, best.value);
        let mut is_known = true;
        for depth in (1..best.depth).rev() {
            let (repeats, after) = trail.then(&position, mv);
            if repeats && self.schedule.repetition {
                break;
            }
            (position, trail, value) = (position.after(mv), after, a_ply_below(value));
            let start = Start { position: &position, trail, window: [value - 1, value] };
            let mut found = None;
            if is_known {
                let most = self.quick(value, bounds.cycles);
                found = self.within(start, depth, most, &mut bounds)?;
                found = found.filter(|found| found.score >= value);
                is_known = found.is_some();
            }
            if !is_known && value.abs() <= MATES {
                let (start, most) = (Start { window: WHOLE, ..start }, bounds.cycles);
                found = self.within(start, depth.min(SHALLOW), most, &mut bounds)?;
            }
            let Some(Searched { best: Some(next), .. }) = found else { break };
            mv = next;
            line.push(mv);
        }
        Ok(line)
    }

    /// The clock cycles of a search for a move of this value, of those left: all for a mate, which
    /// no table tells.
    fn quick(&self, value: i32, left: u64) -> u64 {
        if value.abs() > MATES {
            return left;
        }
        let rounds = ROUNDS * u64::from(self.schedule.threads);
        (left / 16 + rounds).saturating_add(self.between)
    }

    /// A search within so many of the clock cycles that are left.
    fn within(
        &mut self,
        start: Start,
        depth: u32,
        most: u64,
        bounds: &mut Bounds,
    ) -> Result<Option<Searched>, MachineError> {
        let most = most.min(bounds.cycles).saturating_sub(self.between);
        if most == 0 {
            return Ok(None);
        }
        let most = bounds.spent.nodes + most;
        let nodes = Some(bounds.limits.nodes.map_or(most, |nodes| nodes.min(most)));
        let (limits, before) = (Limits { nodes, ..Limits::default() }, bounds.spent.cycles);
        let found = self.searched(start, depth, &limits, bounds.spent, bounds.watch)?;
        let took = bounds.spent.cycles - before + self.between;
        bounds.cycles = bounds.cycles.saturating_sub(took);
        Ok(found)
    }
}

/// The value of a move, as a value of the position after it. A mate is a ply nearer there.
fn a_ply_below(value: i32) -> i32 {
    -to_stored(value, 1)
}

#[cfg(test)]
mod tests {
    use super::super::a_ply_above;
    use super::*;
    use crate::chess::player::MATE;

    #[test]
    fn a_value_comes_back_from_a_ply_below() {
        for value in [0, 35, -35, MATES, -MATES, MATE - 1, 2 - MATE, MATE - 7, 8 - MATE] {
            assert_eq!(a_ply_above(a_ply_below(value)), value);
        }
    }
}
