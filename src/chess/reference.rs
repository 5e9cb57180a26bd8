//! The rules of chess by an independent library, for all other tests.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use cozy_chess as cozy;

use super::epd::{EpdLine, parse_epd};
use super::{Chess, Color, Generated, Move, MoveKind, PieceKind, Position, Square, rules};
use crate::game::{Machine, MachineError, PerftCount};

/// The perft tables of the tests.
pub const SUITES: [&str; 2] = [
    include_str!("../../tests/data/chess_perft.epd"),
    include_str!("../../tests/data/chess_perft_suite.epd"),
];

/// All positions of [`SUITES`].
pub fn suite() -> &'static [EpdLine] {
    static LINES: LazyLock<Vec<EpdLine>> =
        LazyLock::new(|| SUITES.iter().flat_map(|table| parse_epd(table).unwrap()).collect());
    &LINES
}

/// Positions in which move generators fall into traps, with the traps' names.
pub fn traps() -> Vec<(&'static str, Position)> {
    let lines = include_str!("../../tests/data/chess_traps.txt").lines();
    let named = lines.map(|line| line.split_once(" ;").unwrap());
    named.map(|(fen, name)| (name, Position::from_fen(fen).unwrap())).collect()
}

/// The library's board of this position.
pub fn board(position: &Position) -> cozy::Board {
    rules::board(position).unwrap_or_else(|| panic!("{}", position.to_fen()))
}

/// The library's board after a legal move.
pub fn played(position: &Position, mv: Move) -> cozy::Board {
    let mut board = board(position);
    let mv = cozy::util::parse_uci_move(&board, &mv.to_string()).unwrap();
    board.play(mv);
    board
}

/// Whether the side to move is in check after a legal move.
pub fn gives_check(position: &Position, mv: Move) -> bool {
    !played(position, mv).checkers().is_empty()
}

/// All legal moves, in the library's order.
pub fn legal_moves(position: &Position) -> Vec<Move> {
    rules::legal_moves(position).unwrap_or_else(|| panic!("{}", position.to_fen()))
}

/// The squares from which a side attacks a square, as indices.
pub fn attackers(position: &Position, square: Square, by: Color) -> BTreeSet<usize> {
    let board = board(position);
    let target = cozy_square(square);
    let (own, other) = match by {
        Color::White => (cozy::Color::White, cozy::Color::Black),
        Color::Black => (cozy::Color::Black, cozy::Color::White),
    };
    let straight = board.pieces(cozy::Piece::Rook) | board.pieces(cozy::Piece::Queen);
    let diagonal = board.pieces(cozy::Piece::Bishop) | board.pieces(cozy::Piece::Queen);
    let reach = (cozy::get_rook_moves(target, board.occupied()) & straight)
        | (cozy::get_bishop_moves(target, board.occupied()) & diagonal)
        | (cozy::get_knight_moves(target) & board.pieces(cozy::Piece::Knight))
        | (cozy::get_king_moves(target) & board.pieces(cozy::Piece::King))
        | (cozy::get_pawn_attacks(target, other) & board.pieces(cozy::Piece::Pawn));
    (reach & board.colors(own)).into_iter().map(|square| square as usize).collect()
}

/// The library's name of a square.
fn cozy_square(square: Square) -> cozy::Square {
    cozy::Square::index(square.index())
}

/// Every move of the game tree (first) and its leaves (second).
fn walk(board: &cozy::Board, depth: u32) -> (u64, u64) {
    if depth == 0 {
        return (0, 1);
    }
    let (mut moves, mut leaves) = (0, 0);
    board.generate_moves(|of_piece| {
        for mv in of_piece {
            let mut next = board.clone();
            next.play_unchecked(mv);
            let below = walk(&next, depth - 1);
            moves += 1 + below.0;
            leaves += below.1;
        }
        false
    });
    (moves, leaves)
}

/// A [`Machine`] without hardware: the library's legal moves, ordered by kind. It states [`CYCLES`]
/// for each.
pub struct ReferenceMachine {
    /// From the root down: a node and the moves still to come there, the next one last.
    nodes: Vec<(Position, Vec<Generated>)>,
    held: Vec<Generated>,
    /// A number added to every count, so that a test can see a wrong machine caught.
    pub surplus: u64,
}

/// The stated cycles of every move of a [`ReferenceMachine`].
pub const CYCLES: u64 = 3;

impl ReferenceMachine {
    /// A machine at the start of the game.
    pub fn new() -> Self {
        let mut machine = Self { nodes: Vec::new(), held: Vec::new(), surplus: 0 };
        machine.load(&Position::from_fen(Position::START).unwrap()).unwrap();
        machine
    }
}

fn generated(position: &Position, mv: Move) -> Generated {
    let moved = position.piece(mv.from).unwrap().kind;
    let passing = moved == PieceKind::Pawn && position.en_passant == Some(mv.to);
    let captured = position.piece(mv.to).map(|piece| piece.kind).or(passing.then_some(PieceKind::Pawn));
    let kind = match (gives_check(position, mv), mv.promotion, captured) {
        (true, _, _) => MoveKind::Check,
        (false, Some(_), _) => MoveKind::Promotion,
        (false, None, Some(_)) => MoveKind::Capture,
        (false, None, None) => MoveKind::Quiet,
    };
    Generated { mv, kind, captured, moved, cycles: CYCLES }
}

impl Machine<Chess> for ReferenceMachine {
    fn load(&mut self, position: &Position) -> Result<(), MachineError> {
        let mut moves: Vec<_> = legal_moves(position).into_iter().map(|mv| generated(position, mv)).collect();
        moves.sort_by_key(|generated| std::cmp::Reverse((generated.kind, generated.mv)));
        self.nodes = vec![(position.clone(), moves)];
        self.held.clear();
        Ok(())
    }

    fn next(&mut self) -> Result<Option<Generated>, MachineError> {
        let level = self.nodes.len();
        self.held.truncate(level - 1);
        let next = self.nodes[level - 1].1.pop();
        self.held.extend(next);
        Ok(next)
    }

    fn down(&mut self) -> Result<(), MachineError> {
        let level = self.nodes.len();
        let Some(held) = self.held.get(level - 1) else {
            return Err(MachineError::Walk { direction: "down", why: "no move is held" });
        };
        let mut below = Self::new();
        below.load(&self.nodes[level - 1].0.after(held.mv))?;
        self.nodes.append(&mut below.nodes);
        Ok(())
    }

    fn up(&mut self) -> Result<(), MachineError> {
        if self.nodes.len() == 1 {
            return Err(MachineError::Walk { direction: "up", why: "this is the root" });
        }
        self.nodes.pop();
        self.held.truncate(self.nodes.len());
        Ok(())
    }

    fn perft(&mut self, depth: u32, _checks_first: bool) -> Result<PerftCount, MachineError> {
        let (moves, nodes) = walk(&board(&self.nodes[self.nodes.len() - 1].0), depth);
        Ok(PerftCount { nodes: nodes + self.surplus, cycles: moves * CYCLES, moves })
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        std::fs::write(path, "traced by the reference machine\n")
            .map_err(|error| MachineError::Trace { path: path.into(), problem: error.to_string() })
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        Ok(())
    }
}

#[test]
fn the_reference_machine_walks_the_tree() {
    let mut machine = ReferenceMachine::new();
    let mut nodes = 0;
    while machine.next().unwrap().is_some() {
        machine.down().unwrap();
        while machine.next().unwrap().is_some() {
            nodes += 1;
        }
        machine.up().unwrap();
    }
    assert_eq!(nodes, 400);
    assert_eq!(machine.perft(2, false).unwrap(), PerftCount { nodes: 400, cycles: 420 * CYCLES, moves: 420 });
    assert!(machine.up().is_err() && machine.down().is_err());
}
