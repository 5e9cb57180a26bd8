//! The subject of a core's part of a page.

use super::SectionError;
use crate::game::{Game, Root};

/// The subject of a core's part of a page.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The name of the page's core.
    pub core: &'static str,
    /// The position with which the simulation begins.
    pub root: &'a Root,
    /// Whether the page shows pictures of floorplans or placements.
    pub has_figures: bool,
}

impl Asked<'_> {
    /// The position, if it is one of this game.
    ///
    /// # Errors
    /// It is of another game than the core.
    pub fn position<G: Game>(&self) -> Result<&G::Position, SectionError> {
        self.root.of::<G>().ok_or(SectionError::Game { core: self.core, game: G::NAME })
    }
}
