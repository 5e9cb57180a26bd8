//! The rules of chess by a library nobody here wrote, cozy-chess, against which machines are held.

use cozy_chess::{Board, util};

use super::{Move, Position};

/// The library's board of this position; none of a position that it refuses.
pub fn board(position: &Position) -> Option<Board> {
    position.to_fen().parse().ok()
}

/// All legal moves, in the library's order; none of a position that it refuses.
pub fn legal_moves(position: &Position) -> Option<Vec<Move>> {
    Some(played(position)?.into_iter().map(|(mv, _)| mv).collect())
}

/// All legal moves, in the library's order, and its boards after them; none of a position that it refuses.
pub fn played(position: &Position) -> Option<Vec<(Move, Board)>> {
    let board = board(position)?;
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece.into_iter().filter_map(|mv| {
            let text = util::display_uci_move(&board, mv).to_string();
            let mut next = board.clone();
            next.play_unchecked(mv);
            Some((Move::from_uci(&text)?, next))
        }));
        false
    });
    Some(moves)
}

/// The leaves of the game tree so many half moves below; none of a position that the library refuses.
pub fn leaves(position: &Position, depth: u32) -> Option<u64> {
    fn below(board: &Board, depth: u32) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|of_piece| {
            if depth == 1 {
                leaves += of_piece.len() as u64;
                return false;
            }
            for mv in of_piece {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += below(&next, depth - 1);
            }
            false
        });
        leaves
    }
    let board = board(position)?;
    Some(if depth == 0 { 1 } else { below(&board, depth) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_counts_what_is_published() {
        let kiwipete = Position::from_fen(Position::KIWIPETE).unwrap();
        assert_eq!([0, 1, 2, 3].map(|depth| leaves(&kiwipete, depth)), [1, 48, 2_039, 97_862].map(Some));
        assert_eq!(legal_moves(&kiwipete).map(|moves| moves.len()), Some(48));
    }
}
