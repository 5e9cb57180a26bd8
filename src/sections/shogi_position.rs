//! The section with a position of shogi: its board and its hands.

use super::{Figure, Section, SectionError, figure};
use crate::picture;
use crate::shogi::Position;

/// The section of this position.
///
/// # Errors
/// A template cannot be rendered.
pub(super) fn section(position: &Position) -> Result<Section, SectionError> {
    let board = Figure {
        title: "The board and the hands".into(),
        svg: picture::shogi(position),
        caption: format!("{} to move: {position}", position.side.name()),
    };
    figure::section("position", "The position", &[board], None)
}
