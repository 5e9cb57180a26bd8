//! The time of a move.

use std::time::{Duration, Instant};

use super::command::Go;
use crate::chess::Color;

/// What a move costs beside its search: the line to the other program.
const OVERHEAD: Duration = Duration::from_millis(20);

/// Moves for which the time has to do, if nothing is said.
const MOVES: u32 = 30;

/// The time of a move, from its beginning or from `ponderhit` on.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    began: Instant,
    /// While the other side thinks, the time does not run.
    runs_from: Option<Instant>,
    /// No deeper search begins after this.
    soft: Option<Duration>,
    /// The search ends after this.
    hard: Option<Duration>,
}

impl Clock {
    /// The clock of a search that begins now.
    pub fn new(go: &Go, side: Color) -> Self {
        let began = Instant::now();
        let (soft, hard) = budget(go, side);
        Self { began, runs_from: (!go.ponder).then_some(began), soft, hard }
    }

    /// The expected move was made: the time runs from now on.
    pub fn ponder_hit(&mut self) {
        self.runs_from.get_or_insert_with(Instant::now);
    }

    /// Since the search began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether a deeper search may begin.
    pub fn deepens(&self) -> bool {
        !self.is_past(self.soft)
    }

    /// Whether the search may go on.
    pub fn goes_on(&self) -> bool {
        !self.is_past(self.hard)
    }

    fn is_past(&self, limit: Option<Duration>) -> bool {
        limit.zip(self.runs_from).is_some_and(|(limit, from)| from.elapsed() >= limit)
    }
}

/// The time after which no deeper search begins, and that after which it ends.
fn budget(go: &Go, side: Color) -> (Option<Duration>, Option<Duration>) {
    if go.infinite {
        return (None, None);
    }
    if let Some(time) = go.move_time {
        let time = time.saturating_sub(OVERHEAD.min(time / 4));
        return (Some(time), Some(time));
    }
    let Some(left) = go.time[side as usize] else { return (None, None) };
    let left = left.saturating_sub(OVERHEAD.min(left / 2));
    let moves = go.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
    let share = left / moves + go.increment[side as usize] * 3 / 4;
    // The last iteration takes most of the time: it begins only if it can end.
    let most = left * 4 / 5;
    (Some((share * 3 / 5).min(most)), Some((share * 2).min(most)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_budget_is_more_than_what_is_left() {
        for left in [0, 1, 10, 100, 1_000, 60_000, 1 << 40] {
            for increment in [0, 5, 1_000, 1 << 40] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let [left, increment] = [left, increment].map(Duration::from_millis);
                    let go = Go {
                        time: [Some(left), None],
                        increment: [increment; 2],
                        moves_to_go,
                        ..Go::default()
                    };
                    let (soft, hard) = budget(&go, Color::White);
                    assert!(soft <= hard && hard <= Some(left), "{go:?}: {soft:?} {hard:?}");
                    assert_eq!(budget(&go, Color::Black), (None, None));
                }
            }
        }
    }

    #[test]
    fn time_runs_from_the_ponder_hit_on() {
        let go = Go { ponder: true, move_time: Some(Duration::ZERO), ..Go::default() };
        let mut clock = Clock::new(&go, Color::White);
        assert!(clock.goes_on() && clock.deepens());
        clock.ponder_hit();
        assert!(!clock.goes_on() && !clock.deepens());
    }
}
