//! The rules, by cozy-chess; pseudo-legal moves by its tables of single pieces.

use cozy_chess as cozy;
use movewright::chess::{Move, PieceKind, Position, Square, rules};

pub fn board(position: &Position) -> cozy::Board {
    rules::board(position).unwrap_or_else(|| panic!("{}", position.to_fen()))
}

/// All legal moves, sorted, in our form and the library's.
pub fn legal(board: &cozy::Board) -> Vec<(Move, cozy::Move)> {
    let mut moves = rules::moves(board);
    assert_eq!(moves.len() as u64, rules::leaves_below(board, 1), "a move without a form of ours: {board}");
    moves.sort_by_key(|(mv, _)| *mv);
    moves
}

/// The board after a move.
pub fn played(board: &cozy::Board, mv: cozy::Move) -> cozy::Board {
    let mut next = board.clone();
    next.play(mv);
    next
}

/// What the piece registers should hold.
pub fn codes(board: &cozy::Board) -> [u64; 64] {
    cozy::Square::ALL.map(|square| match (board.piece_on(square), board.color_on(square)) {
        (Some(kind), Some(color)) => (color as u64) << 3 | (kind as u64 + 1),
        _ => 0,
    })
}

/// Leaves of the game tree, and the moves a machine tries at its inner nodes.
pub fn perft(board: &cozy::Board, depth: u32, checks_first: bool) -> (u64, u64) {
    if depth == 0 {
        return (1, 0);
    }
    let mut sum = (0, tried(board, checks_first).len() as u64);
    for (_, mv) in legal(board) {
        let below = perft(&played(board, mv), depth - 1, checks_first);
        sum = (sum.0 + below.0, sum.1 + below.1);
    }
    sum
}

/// The pseudo-legal moves that a machine with the legality filter tries, sorted. Two kings that
/// touch check each other there: where checks come first, a king that steps beside the enemy's is
/// passed over as a check already tried, unless it has been as a discovered one. Without the filter
/// all pseudo-legal moves are tried.
pub fn tried(board: &cozy::Board, checks_first: bool) -> Vec<Move> {
    let (side, occupied) = (board.side_to_move(), board.occupied());
    let (king, enemy) = (board.king(side), board.king(!side));
    let mut moves = pseudo_legal(board);
    moves.retain(|mv| {
        let to = cozy::Square::index(mv.to.index());
        let after = (occupied ^ king.bitboard()) | to.bitboard();
        let slides = |lines: cozy::BitBoard, kind| {
            let sliders = board.colored_pieces(side, kind) | board.colored_pieces(side, cozy::Piece::Queen);
            !(lines & sliders).is_empty()
        };
        let discovers = slides(cozy::get_rook_moves(enemy, after), cozy::Piece::Rook)
            || slides(cozy::get_bishop_moves(enemy, after), cozy::Piece::Bishop);
        let steps = mv.from == ours(king) && cozy::get_king_moves(king).has(to);
        let touches = steps && cozy::get_king_moves(enemy).has(to);
        !checks_first || !touches || discovers
    });
    moves
}

/// All moves that only the safety of the king may forbid, sorted: castlings neither out of check
/// nor across an attacked square, though perhaps onto one.
pub fn pseudo_legal(board: &cozy::Board) -> Vec<Move> {
    let side = board.side_to_move();
    let (own, enemy, occupied) = (board.colors(side), board.colors(!side), board.occupied());
    let passed = board.en_passant().map_or(cozy::BitBoard::EMPTY, |file| {
        cozy::Square::new(file, cozy::Rank::Sixth.relative_to(side)).bitboard()
    });
    let mut moves = Vec::new();
    for from in own {
        let kind = board.piece_on(from).unwrap();
        let targets = match kind {
            cozy::Piece::Pawn => {
                cozy::get_pawn_quiets(from, side, occupied)
                    | (cozy::get_pawn_attacks(from, side) & (enemy | passed))
            }
            cozy::Piece::Knight => cozy::get_knight_moves(from),
            cozy::Piece::Bishop => cozy::get_bishop_moves(from, occupied),
            cozy::Piece::Rook => cozy::get_rook_moves(from, occupied),
            cozy::Piece::Queen => {
                cozy::get_bishop_moves(from, occupied) | cozy::get_rook_moves(from, occupied)
            }
            cozy::Piece::King => cozy::get_king_moves(from),
        };
        for to in targets & !own {
            let promotes = kind == cozy::Piece::Pawn && to.rank() == cozy::Rank::Eighth.relative_to(side);
            let kinds: &[Option<PieceKind>] = match promotes {
                true => &PieceKind::PROMOTIONS.map(Some),
                false => &[None],
            };
            moves.extend(kinds.iter().map(|&promotion| Move { from: ours(from), to: ours(to), promotion }));
        }
    }
    moves.extend(castlings(board));
    moves.sort();
    moves
}

fn castlings(board: &cozy::Board) -> Vec<Move> {
    use cozy::File::{B, C, D, E, F, G};
    let side = board.side_to_move();
    let rights = board.castle_rights(side);
    let square = |file| cozy::Square::new(file, cozy::Rank::First.relative_to(side));
    let wings: [(bool, &[cozy::File], cozy::File, cozy::File); 2] =
        [(rights.short.is_some(), &[F, G], F, G), (rights.long.is_some(), &[B, C, D], D, C)];
    wings
        .into_iter()
        .filter(|(right, empty, passes, _)| {
            *right
                && empty.iter().all(|&file| !board.occupied().has(square(file)))
                && [E, *passes].into_iter().all(|file| !attacked(board, square(file), !side))
        })
        .map(|(.., to)| Move { from: ours(square(E)), to: ours(square(to)), promotion: None })
        .collect()
}

fn attacked(board: &cozy::Board, square: cozy::Square, by: cozy::Color) -> bool {
    use cozy::Piece::{Bishop, King, Knight, Pawn, Queen, Rook};
    let occupied = board.occupied();
    let reach = |targets: cozy::BitBoard, kind| targets & board.colored_pieces(by, kind);
    let straight = cozy::get_rook_moves(square, occupied);
    let diagonal = cozy::get_bishop_moves(square, occupied);
    let attackers = reach(straight, Rook)
        | reach(straight, Queen)
        | reach(diagonal, Bishop)
        | reach(diagonal, Queen)
        | reach(cozy::get_knight_moves(square), Knight)
        | reach(cozy::get_king_moves(square), King)
        | reach(cozy::get_pawn_attacks(square, !by), Pawn);
    !attackers.is_empty()
}

fn ours(square: cozy::Square) -> Square {
    Square::new(square as u8).unwrap()
}

/// What a move does to the enemy king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    None,
    /// The piece that moves attacks him, whatever else does.
    Direct,
    /// Only pieces behind it do.
    Discovered,
}

/// What a pseudo-legal move does to the enemy king; for legal ones the library is asked too. A king
/// that steps beside the other gives no check, whatever it discovers.
pub fn check(position: &Position, mv: Move) -> Check {
    let after = position.after(mv);
    let king = after.king(after.side).unwrap();
    let attackers: Vec<Square> = after.attackers(king, position.side).collect();
    let board = board(position);
    if let Some((_, legal)) = legal(&board).into_iter().find(|(legal, _)| *legal == mv) {
        assert_eq!(played(&board, legal).checkers().len(), attackers.len() as u32, "{mv}");
    }
    let touches = |from: &Square| after.piece(*from).is_some_and(|piece| piece.kind == PieceKind::King);
    match attackers.as_slice() {
        [] => Check::None,
        some if some.iter().any(touches) => Check::None,
        some if some.contains(&mv.to) => Check::Direct,
        _ => Check::Discovered,
    }
}

#[test]
fn pseudo_legal_moves_hold_the_legal_ones_and_no_others_that_keep_the_king_safe() {
    for position in super::positions::all() {
        let board = board(&position);
        let safe = |mv: &Move| {
            let after = position.after(*mv);
            !after.attacked(after.king(position.side).unwrap(), position.side.other())
        };
        let kept: Vec<Move> = pseudo_legal(&board).into_iter().filter(safe).collect();
        let legal: Vec<Move> = legal(&board).into_iter().map(|(mv, _)| mv).collect();
        assert_eq!(kept, legal, "{}", position.to_fen());
    }
}
