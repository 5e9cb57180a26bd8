//! The rules of chess by an independent library, cozy-chess, with which machines are compared.

use cozy_chess::{Board, util};

use super::{Move, Position};

/// The half-move clock beyond which the library refuses a position; moves do not depend on it.
const LONGEST_CLOCK: u16 = 100;

/// The library's board of this position, with a clock that it takes; `None` if it refuses the
/// position.
pub fn board(position: &Position) -> Option<Board> {
    let halfmove = position.halfmove.min(LONGEST_CLOCK);
    Position { halfmove, ..position.clone() }.to_fen().parse().ok()
}

/// All legal moves at a board, in the library's order, in our form and in its own.
pub fn moves(board: &Board) -> Vec<(Move, cozy_chess::Move)> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        let text = |mv| util::display_uci_move(board, mv).to_string();
        moves.extend(of_piece.into_iter().filter_map(|mv| Some((Move::from_uci(&text(mv))?, mv))));
        false
    });
    moves
}

/// The board after a legal move.
pub fn after(board: &Board, mv: cozy_chess::Move) -> Board {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}

/// All legal moves, in the library's order; `None` if it refuses the position.
pub fn legal_moves(position: &Position) -> Option<Vec<Move>> {
    Some(moves(&board(position)?).into_iter().map(|(mv, _)| mv).collect())
}

/// The leaves of the game tree this many half moves below; `None` if the library refuses the
/// position.
pub fn leaves(position: &Position, depth: u32) -> Option<u64> {
    board(position).map(|board| leaves_below(&board, depth))
}

/// The leaves of the game tree this many half moves below a board. At the last inner nodes moves
/// are counted, not made.
pub fn leaves_below(board: &Board, depth: u32) -> u64 {
    let Some(depth) = depth.checked_sub(1) else { return 1 };
    let mut leaves = 0;
    board.generate_moves(|of_piece| {
        leaves += match depth {
            0 => of_piece.len() as u64,
            _ => of_piece.into_iter().map(|mv| leaves_below(&after(board, mv), depth)).sum(),
        };
        false
    });
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule of 75 moves ends a game at 150 half moves; counts go on.
    #[test]
    fn counts_do_not_depend_on_the_clock() {
        let counts = |fen: String| [1, 2, 3].map(|depth| leaves(&Position::from_fen(&fen).unwrap(), depth));
        let of_clock = |clock: u16| counts(format!("8/R7/7r/1k6/3KB3/8/8/8 w - - {clock} 112"));
        assert_eq!(of_clock(0)[1], Some(482));
        for clock in [99, 100, 101, 148, 150] {
            assert_eq!(of_clock(clock), of_clock(0), "{clock}");
        }
    }

    #[test]
    fn the_library_counts_what_is_published() {
        let kiwipete = Position::from_fen(Position::KIWIPETE).unwrap();
        assert_eq!([0, 1, 2, 3].map(|depth| leaves(&kiwipete, depth)), [1, 48, 2_039, 97_862].map(Some));
        assert_eq!(legal_moves(&kiwipete).map(|moves| moves.len()), Some(48));
    }
}
