//! A player at the other end of a serial line, real or simulated.

use anyhow::{Context, Result};

use super::decision::{Ahead, Said};
use crate::blokus::serial::{Competitor, Protocol};
use crate::blokus::{Move, Position};
use crate::cli::tell;
use crate::cores::{self, Settings};
use crate::host::{Line, SerialLine};

/// The time that a player on a board may think, in seconds.
const PATIENCE: u32 = 60;

/// The same in the simulator, where only the program's time counts: in byte times, more than any
/// search takes.
const SIMULATED_PATIENCE: u32 = u32::MAX;

/// A player at the other end of a serial line, in a game.
pub struct OnALine {
    player: Competitor<Box<dyn Line>>,
    moved: bool,
}

impl OnALine {
    /// Greets the player at this port, or a simulated one that looks this far ahead. `settings` are
    /// those of its search.
    pub fn new(
        port: Option<(&str, u32)>,
        protocol: Protocol,
        Ahead { depth, limit }: Ahead,
        settings: &Settings,
    ) -> Result<Self> {
        let (line, patience): (Box<dyn Line>, u32) = match port {
            Some((port, baud)) => {
                (Box::new(SerialLine::open(port, baud)?), (baud / 10).saturating_mul(PATIENCE))
            }
            None => {
                (Box::new(cores::player_on_a_line(settings, protocol, depth, limit)?), SIMULATED_PATIENCE)
            }
        };
        let mut player = Competitor::new(line, protocol, patience);
        let team = player.greet()?;
        tell(&format!("the player on the serial line is of team {team}"));
        Ok(Self { player, moved: false })
    }

    /// Its move. `last` is the opponent's move, if there is one.
    pub fn ask(&mut self, position: &Position, last: Option<Move>) -> Result<Option<Said>> {
        let mv = match self.moved {
            true => self.player.next(last.context("the player moved, and the opponent did not")?)?,
            false => self.player.first(position.to_move(), last)?,
        };
        self.moved = true;
        position.play(mv).with_context(|| format!("the player on the serial line answers {mv}"))?;
        Ok(Some(Said { mv, about: " over the serial line".into() }))
    }

    /// Says that the game is over.
    pub fn end(&mut self) -> Result<()> {
        Ok(self.player.end()?)
    }
}
