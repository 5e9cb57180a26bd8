//! A turn in software: the node's next move, the position after it, and what follows.

use cozy_chess::BitBoard;

use super::super::super::danger::LAST_RANKS;
use super::super::super::rules::MATE;
use super::super::super::{Board, Code, Danger, Givens};
use crate::chess::evaluation::Attacks;
use crate::chess::{Color, PieceKind};

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    pub board: Board,
    /// Plies left; 0 in quiescence.
    pub depth: u32,
    pub alpha: i32,
    pub beta: i32,
    /// The value that closes the node above.
    pub floor: i32,
    /// The place of the node that threads share above it.
    pub above: usize,
    /// Nodes of the thread alone between that one and this, up to 2.
    pub level: u32,
    /// Threads at it, and nodes that have begun below it.
    pub claims: u32,
    in_check: bool,
    moves: Vec<Code>,
    tried: usize,
}

impl Node {
    pub fn new(board: Board, depth: u32, [alpha, beta]: [i32; 2], floor: i32) -> Self {
        Self {
            board,
            depth,
            alpha,
            beta,
            floor,
            above: 0,
            level: 0,
            claims: 1,
            in_check: false,
            moves: Vec::new(),
            tried: 0,
        }
    }

    /// Finds its moves.
    pub fn begin(&mut self) {
        let checkers = self.board.checkers();
        self.in_check = checkers != 0;
        self.moves = moves(&self.board, &self.board.danger(checkers), self.stands());
    }

    /// Its next move.
    pub fn next(&mut self) -> Option<Code> {
        let code = self.moves.get(self.tried).copied();
        self.tried += usize::from(code.is_some());
        code
    }

    /// Whether no move is left.
    pub fn is_exhausted(&self) -> bool {
        self.tried == self.moves.len()
    }

    /// Its value may be its evaluation.
    fn stands(&self) -> bool {
        self.depth == 0 && !self.in_check
    }
}

/// What a turn comes to.
pub enum Outcome {
    /// The node stays.
    Stays,
    /// The search goes down.
    Down(Node),
    /// The node has no moves left, or was cut.
    Leaves { cut: bool },
}

/// What a turn is asked.
pub struct Asked {
    pub ply: usize,
    pub window: [i32; 2],
    pub code: Option<Code>,
    pub fresh: bool,
    /// The position after the move is evaluated, because the stack is full.
    pub deepest: bool,
}

/// What a turn comes to.
pub struct Turned {
    pub made: bool,
    pub raised: bool,
    /// The node's alpha then.
    pub alpha: i32,
    pub then: Outcome,
}

/// A turn at a node whose next move has been taken.
pub fn turn(givens: &Givens, node: &Node, asked: &Asked) -> Turned {
    let Asked { ply, window: [alpha, beta], code, fresh, deepest } = *asked;
    let bare = fresh && code.is_none() && !node.stands();
    let overdrawn = fresh && code.is_some() && node.board.halfmove >= 100 && ply > 0;
    let made = code.filter(|_| !overdrawn && alpha < beta);
    let depth = node.depth.saturating_sub(1);
    let value = match made {
        _ if bare => Some(if node.in_check { ply as i32 - MATE } else { 0 }),
        _ if overdrawn => Some(0),
        None => None,
        Some(code) => match below(givens, node.board.after(code, givens), depth, [alpha, beta], deepest) {
            Ok(child) => return Turned { made: true, raised: false, alpha, then: Outcome::Down(child) },
            Err(worth) => Some(-worth),
        },
    };
    let raised = value.is_some_and(|value| value > alpha);
    let alpha = value.filter(|_| raised).unwrap_or(alpha);
    let cut = alpha >= beta;
    let then = match cut || overdrawn || node.is_exhausted() {
        true => Outcome::Leaves { cut },
        false => Outcome::Stays,
    };
    Turned { made: made.is_some(), raised, alpha, then }
}

/// The node below a move, or the value of its position if that is known at once.
fn below(
    givens: &Givens,
    board: Board,
    depth: u32,
    [alpha, beta]: [i32; 2],
    deepest: bool,
) -> Result<Node, i32> {
    let in_check = board.checkers() != 0;
    if board.is_too_little() || board.halfmove >= 100 && !in_check {
        return Err(0);
    }
    let worth = board.value(givens);
    let stands = depth == 0 && !in_check;
    if deepest || stands && (worth >= -alpha || !is_busy(&board)) {
        return Err(worth);
    }
    let floor = -beta;
    Ok(Node::new(board, depth, [if stands { floor.max(worth) } else { floor }, -alpha], floor))
}

/// Whether there may be something to capture or a pawn to promote.
fn is_busy(board: &Board) -> bool {
    let attacked = Attacks::of(&board.sets, board.side).all;
    let seventh = if board.side == Color::White { 0x00ff_0000_0000_0000 } else { 0xff00 };
    attacked & board.enemy() != 0
        || board.passed != 0
        || board.sets.of(board.side, PieceKind::Pawn) & seventh != 0
}

/// The legal moves in the order of the machine; without a check in quiescence, only captures and
/// promotions to queens.
fn moves(board: &Board, danger: &Danger, captures: bool) -> Vec<Code> {
    let seen = |square: usize| if board.side == Color::White { square } else { square ^ 56 };
    let wanted = if captures { board.enemy() | board.passed | LAST_RANKS } else { u64::MAX };
    let mut all = Vec::new();
    for to in BitBoard(board.reach() & wanted).into_iter().map(|to| to as usize) {
        for from in BitBoard(board.origins(danger, to)).into_iter().map(|from| from as usize) {
            let Some(moved) = board.kind_at(1 << from) else { continue };
            let pawn = moved == PieceKind::Pawn;
            let passing = pawn && board.passed == 1 << to;
            let captured = board.kind_at(1 << to).or(passing.then_some(PieceKind::Pawn));
            let promotes = pawn && LAST_RANKS >> to & 1 == 1;
            let class = match captured {
                _ if promotes => 0,
                Some(kind) => 8 - usize::from(kind.code()),
                None if captures => continue,
                None => 8,
            };
            let key = [class, seen(to), moved.code().into(), seen(from)];
            let codes: &[usize] = match (promotes, captures) {
                (false, _) => &[0],
                (true, true) => &[5],
                (true, false) => &[5, 4, 3, 2],
            };
            all.extend(codes.iter().map(|&code| (key, 8 - code, Code::new(from, to, code))));
        }
    }
    all.sort_unstable_by_key(|(key, promotion, _)| (*key, *promotion));
    all.into_iter().map(|(_, _, code)| code).collect()
}
