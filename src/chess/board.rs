//! The chess board.

use crate::parts::board::Board;

/// Eight files and eight ranks.
pub const CHESS: Board = Board { files: 8, ranks: 8 };

/// Files and ranks of a knight's eight jumps.
pub const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knights_jump_on_the_board() {
        let jumps = |square| KNIGHT_STEPS.iter().filter_map(|&step| CHESS.step(square, step)).count();
        assert_eq!((0..64).map(jumps).sum::<usize>(), 336);
    }
}
