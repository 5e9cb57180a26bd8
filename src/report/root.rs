//! The position with which the simulation for a page begins.

use super::ReportError;
use crate::cores::{self, CoreError, CoreInfo, Game};
use crate::{blokus, chess};

/// A position of either game.
#[derive(Clone, Debug)]
pub enum Root {
    /// Of chess.
    Chess(chess::Position),
    /// Of Blokus Duo.
    Blokus(blokus::Position),
}

impl Root {
    /// The position with which a core's game begins.
    ///
    /// # Errors
    /// That of the core cannot be read: a defect of it.
    pub fn start(core: &CoreInfo) -> Result<Self, CoreError> {
        Ok(match core.game {
            Game::Chess => Self::Chess(cores::start(core)?),
            Game::Blokus => Self::Blokus(blokus::Position::start(blokus::Player::One)),
        })
    }

    /// The position of chess.
    ///
    /// # Errors
    /// It is of another game than the core.
    pub(super) fn chess(&self, core: &CoreInfo) -> Result<&chess::Position, ReportError> {
        match self {
            Self::Chess(position) => Ok(position),
            Self::Blokus(_) => Err(ReportError::Game { core: core.name, game: "chess" }),
        }
    }

    /// The position of Blokus Duo.
    ///
    /// # Errors
    /// See [`Root::chess`].
    pub(super) fn blokus(&self, core: &CoreInfo) -> Result<&blokus::Position, ReportError> {
        match self {
            Self::Blokus(position) => Ok(position),
            Self::Chess(_) => Err(ReportError::Game { core: core.name, game: "Blokus Duo" }),
        }
    }
}
