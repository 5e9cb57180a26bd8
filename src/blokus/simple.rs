//! The competitions' simplest opponent.

use super::piece::ROTATIONS;
use super::{Move, Placement, Position};

/// The first legal move of all codes, by row, column, piece and rotation; `None` if the game is
/// over.
pub fn first_legal(position: &Position) -> Option<Move> {
    let codes = position.placements().into_iter().flat_map(|placement| {
        (0..ROTATIONS).filter_map(move |rotation| {
            let (smallest, (x, y)) = placement.piece().canonical(rotation);
            let centre = placement.centre().moved((-x, -y)).filter(|_| smallest == placement.rotation())?;
            Placement::new(placement.piece(), rotation, centre)
        })
    });
    let by_code = |code: &Placement| (code.centre().y, code.centre().x, code.piece(), code.rotation());
    codes.min_by_key(by_code).map(Move::Place).or_else(|| position.moves().first().copied())
}
