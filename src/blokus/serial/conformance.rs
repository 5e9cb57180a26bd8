//! The conformance test of the competitions: a player has to win as each side and from each start,
//! against the simplest opponent, by the rules.

use std::time::Duration;

use serde::Serialize;

use super::host::{Competitor, ConversationError};
use crate::blokus::simple::first_legal;
use crate::blokus::{Move, Player, Position};
use crate::host::Line;

/// The result of a game of a player on a serial line.
#[derive(Clone, Debug, Serialize)]
pub struct Game {
    /// The number of the player: 1 or 2.
    pub player: usize,
    /// Whether it moved first.
    pub begins: bool,
    /// Moves of both, passes among them.
    pub plies: usize,
    /// The longest it took for an answer, the line included, in seconds.
    pub longest_seconds: f64,
    /// Its points, and the opponent's.
    pub points: [i32; 2],
    /// The player's fault against the rules, if there was one. The game is lost then.
    pub fault: Option<String>,
}

impl Game {
    /// Whether the player won.
    pub fn won(&self) -> bool {
        self.fault.is_none() && self.points[0] > self.points[1]
    }
}

/// Four games: as player 1 and 2, moving first and second. A move that comes later than `limit` is
/// a fault.
///
/// # Errors
/// The player does not answer, or not with a move; the line does not work.
pub fn four_games<L: Line>(
    competitor: &mut Competitor<L>,
    limit: Duration,
    mut done: impl FnMut(&Game),
) -> Result<Vec<Game>, ConversationError> {
    let mut games = Vec::new();
    for player in Player::BOTH {
        for begins in [true, false] {
            let game = game(competitor, player, begins, limit)?;
            done(&game);
            games.push(game);
        }
    }
    Ok(games)
}

/// A game from the greeting to the end, or to the first fault.
fn game<L: Line>(
    competitor: &mut Competitor<L>,
    player: Player,
    begins: bool,
    limit: Duration,
) -> Result<Game, ConversationError> {
    competitor.greet()?;
    let mut position = Position::start(if begins { player } else { player.other() });
    let (mut plies, mut told, mut started) = (0, None, false);
    let (mut longest, mut fault) = (Duration::ZERO, None);
    while fault.is_none() && !position.is_over() {
        let mv = match position.to_move() == player {
            true => {
                let asked = competitor.elapsed();
                let mv = match told.filter(|_| started) {
                    Some(told) => competitor.next(told)?,
                    None => competitor.first(player, told)?,
                };
                let taken = competitor.elapsed().saturating_sub(asked);
                started = true;
                longest = longest.max(taken);
                if taken > limit {
                    fault = Some(format!("its move {mv} took {:.3} s", taken.as_secs_f64()));
                }
                mv
            }
            false => {
                let mv = first_legal(&position).unwrap_or(Move::Pass);
                told = Some(mv);
                mv
            }
        };
        match position.play(mv) {
            Ok(next) => position = next,
            Err(error) => fault = Some(format!("its move {mv} is against the rules: {error}")),
        }
        plies += 1;
    }
    competitor.end()?;
    Ok(Game {
        player: player.index() + 1,
        begins,
        plies,
        longest_seconds: longest.as_secs_f64(),
        points: [player, player.other()].map(|player| position.score(player)),
        fault,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::blokus::serial::Protocol;
    use crate::host::LineError;

    /// A player that answers every question for a move with this code.
    struct Stubborn {
        code: &'static str,
        says: VecDeque<u8>,
        /// The number of questions so far: a millisecond each.
        questions: u64,
    }

    impl Line for Stubborn {
        fn name(&self) -> &'static str {
            "a test"
        }

        fn send(&mut self, bytes: &[u8]) -> Result<(), LineError> {
            let answer = match bytes {
                b"0" => "1AB",
                b"9" => "",
                _ => self.code,
            };
            self.says.extend(answer.bytes());
            self.questions += 1;
            Ok(())
        }

        fn elapsed(&self) -> Duration {
            Duration::from_millis(self.questions)
        }

        fn time_of(&self, _bytes: u32) -> Duration {
            Duration::ZERO
        }

        fn receive(&mut self, _byte_times: u32) -> Result<Option<u8>, LineError> {
            Ok(self.says.pop_front())
        }
    }

    #[test]
    fn moves_against_the_rules_and_late_ones_are_faults() {
        let against = |code, limit| {
            let line = Stubborn { code, says: VecDeque::new(), questions: 0 };
            let mut player = Competitor::new(line, Protocol::Heart2014, 1);
            four_games(&mut player, limit, |_| ())
        };
        // Covers (5,5) and is no move of player 2; nor can it be placed twice.
        let games = against("55a0", Duration::MAX).unwrap();
        let faults: Vec<bool> = games.iter().map(|game| game.fault.is_some()).collect();
        assert_eq!((faults, games.iter().any(Game::won)), (vec![true; 4], false), "{games:?}");
        assert_eq!(games.iter().map(|game| game.plies).collect::<Vec<_>>(), [3, 4, 1, 2]);
        assert!(games[0].fault.as_ref().unwrap().contains("55a0 is against the rules"), "{games:?}");
        let games = against("55a0", Duration::ZERO).unwrap();
        assert!(games[0].fault.as_ref().unwrap().contains("55a0 took 0.001 s"), "{games:?}");
        let silent = against("", Duration::MAX).map(|_| ()).unwrap_err().to_string();
        assert!(
            silent.starts_with("the player does not answer `25` in time (nothing was heard); "),
            "{silent}"
        );
        let short = against("55", Duration::MAX).map(|_| ()).unwrap_err().to_string();
        assert!(short.starts_with("the player does not answer `25` in time (only `55` came); "), "{short}");
        assert!(matches!(against("zzzz", Duration::MAX), Err(ConversationError::Code { .. })));
    }
}
