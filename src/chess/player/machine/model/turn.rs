//! A turn in software: the node's next move, the position after it, and what follows.

use cozy_chess::BitBoard;

use super::Trail;
use super::killers::Killers;
use super::table::Entry;
use crate::chess::evaluation::Attacks;
use crate::chess::player::danger::LAST_RANKS;
use crate::chess::player::machine::selective::{margin, reduction};
use crate::chess::player::rules::{MATE, Rules};
use crate::chess::player::{Board, Code, Danger, Givens};
use crate::chess::{Color, PieceKind};

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    pub board: Board,
    /// The last moves before it.
    pub trail: Trail,
    /// The square of the quiet move to it.
    pub via: Option<usize>,
    /// Squares whose quiet moves are tried first.
    killers: Killers,
    /// Those for the nodes below it.
    pub killers_below: Killers,
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
    /// Plies that were taken off because the move to it came late.
    pub reduction: u32,
    /// Those plies have been given back: it has begun a second time.
    pub again: bool,
    /// Quiet moves are left out.
    narrow: bool,
    /// It begins with a null move.
    may_pass: bool,
    /// Its last turn made the null move.
    passed: bool,
    /// Its key, if there is a table.
    pub key: u32,
    /// What the table says of it.
    pub answer: Option<Entry>,
    /// The destination that comes first.
    first: Option<usize>,
    /// The destination of the best move.
    pub best: Option<usize>,
    /// The destination of the move to it.
    pub via_any: Option<usize>,
    in_check: bool,
    moves: Vec<Code>,
    tried: usize,
}

/// A node's next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The null move.
    Null,
    /// A move.
    Move(Code),
    /// Nothing is left.
    Nothing,
}

impl Node {
    pub fn new(board: Board, depth: u32, [alpha, beta]: [i32; 2], floor: i32) -> Self {
        Self {
            board,
            trail: Trail::default(),
            via: None,
            killers: Killers::default(),
            killers_below: Killers::default(),
            depth,
            alpha,
            beta,
            floor,
            above: 0,
            level: 0,
            claims: 1,
            reduction: 0,
            again: false,
            narrow: false,
            may_pass: false,
            passed: false,
            key: 0,
            answer: None,
            first: None,
            best: None,
            via_any: None,
            in_check: false,
            moves: Vec::new(),
            tried: 0,
        }
    }

    /// Notes what the table says of a node that begins, and the best move of one that a thread
    /// comes back to. A null move is never the best.
    pub fn notes(&mut self, fresh: bool, value: i32, came_by: Option<usize>) {
        if fresh {
            self.best = None;
            if !self.again {
                self.first = self.answer.and_then(|entry| entry.square).filter(|_| self.depth > 0);
            }
        } else if value > self.alpha && !self.passed {
            self.best = came_by;
        }
    }

    /// Its next step, and whether it is the first that is no null move. With `fresh` it begins.
    pub fn next(&mut self, fresh: bool) -> (Step, bool) {
        if fresh && self.may_pass {
            self.passed = true;
            return (Step::Null, false);
        }
        let begins = fresh || self.passed;
        self.passed = false;
        if begins {
            let checkers = self.board.checkers();
            self.in_check = checkers != 0;
            self.moves =
                moves(&self.board, &self.board.danger(checkers), self.stands(), (self.first, self.killers));
            self.tried = 0;
        }
        let code = self.moves.get(self.tried).copied();
        self.tried += usize::from(code.is_some());
        (code.map_or(Step::Nothing, Step::Move), begins)
    }

    /// Whether no move is left.
    pub fn is_exhausted(&self) -> bool {
        !self.passed && self.tried == self.moves.len()
    }

    /// Plies left now.
    pub fn depth_now(&self) -> u32 {
        self.depth + if self.again { self.reduction } else { 0 }
    }

    /// Its value may be its evaluation.
    fn stands(&self) -> bool {
        let narrow = self.narrow && !self.again;
        (self.depth_now() == 0 || narrow) && !self.in_check
    }
}

/// What a turn comes to.
pub enum Outcome {
    /// The node stays.
    Stays,
    /// The search goes down.
    Down(Box<Node>),
    /// The node has no moves left, or was cut.
    Leaves { cut: bool },
    /// The node has no moves left, and begins again with the plies that were taken off. If others
    /// are still below it, the last of them does so.
    Restarts,
}

/// What a turn is asked.
pub struct Asked {
    pub ply: usize,
    pub window: [i32; 2],
    pub step: Step,
    /// The step is the first that is no null move.
    pub begins: bool,
    /// The node begins, and not for the second time.
    pub fresh: bool,
    /// The position after the move is evaluated, because the stack is full.
    pub deepest: bool,
    /// A position that repeats is a draw.
    pub repetition: bool,
}

/// What a turn comes to.
pub struct Turned {
    pub made: bool,
    pub raised: bool,
    /// The node's value needed no move: there is none, the game was drawn, or the table tells it.
    pub over: bool,
    /// The node's alpha then.
    pub alpha: i32,
    pub then: Outcome,
}

/// A turn at a node whose next step has been taken.
pub fn turn(givens: &Givens, rules: &Rules, node: &Node, asked: &Asked) -> Turned {
    let Asked { ply, window: [alpha, beta], step, begins, .. } = *asked;
    let bare = begins && step == Step::Nothing && !node.stands();
    let overdrawn = begins && step != Step::Nothing && node.board.halfmove >= 100 && ply > 0;
    let told = told(node, asked);
    let null = step == Step::Null && told.is_none();
    let made = step != Step::Nothing && !overdrawn && alpha < beta && told.is_none();
    let value = match made {
        _ if told.is_some() => told,
        _ if bare => Some(if node.in_check { ply as i32 - MATE } else { 0 }),
        _ if overdrawn => Some(0),
        false => None,
        true => match below(givens, rules, node, asked) {
            Ok(child) => {
                return Turned {
                    made,
                    raised: false,
                    over: false,
                    alpha,
                    then: Outcome::Down(Box::new(child)),
                };
            }
            Err(worth) => worth.map(|worth| -worth),
        },
    };
    // A null move says no more than that the node is cut.
    let raised = value.is_some_and(|value| if null { value >= beta } else { value > alpha });
    let alpha = value.filter(|_| raised).unwrap_or(alpha);
    let cut = alpha >= beta;
    let over = bare || overdrawn || told.is_some();
    let then = match cut || overdrawn || told.is_some() || node.is_exhausted() {
        true if !cut && !over && node.reduction > 0 && !node.again => Outcome::Restarts,
        true => Outcome::Leaves { cut },
        false => Outcome::Stays,
    };
    Turned { made, raised, over, alpha, then }
}

/// The value of a node that begins, if the table tells it. The root needs a move.
fn told(node: &Node, asked: &Asked) -> Option<i32> {
    let asks = asked.fresh && asked.ply > 0 && node.depth > 0 && node.board.halfmove < 100;
    let answer = node.answer.filter(|_| asks)?;
    answer.tells(node.depth + node.reduction, asked.window)
}

/// The node below a move, or the value of its position if that is known at once; or nothing, if the
/// move is left out.
fn below(givens: &Givens, rules: &Rules, node: &Node, asked: &Asked) -> Result<Node, Option<i32>> {
    let [alpha, beta] = asked.window;
    let (board, closes) = match asked.step {
        Step::Move(code) => (node.board.after(code, givens), -alpha),
        // Only whether it cuts is asked.
        _ => (node.board.after_null(givens), 1 - beta),
    };
    let in_check = board.checkers() != 0;
    let (repeats, trail) = trail_below(node, asked, &board);
    if board.is_too_little() || board.halfmove >= 100 && !in_check || repeats {
        return Err(Some(0));
    }
    if rules.puts_off && node.stands() && loses(node, &asked.step, &board) {
        return Err(None);
    }
    let (depth, reduction) = depth_below(rules, node, &asked.step, in_check);
    let (worth, floor) = (board.value(givens), -beta);
    let margin = margin(rules.reverse_futility.at(depth as i32), depth, closes);
    let enough = margin.is_some_and(|margin| worth >= closes + margin);
    let quiet = depth == 0 && reduction == 0 && !is_busy(&board);
    if asked.deepest || !in_check && (enough || quiet) {
        return Err(Some(worth));
    }
    let stands = depth == 0 && !in_check;
    let margin = self::margin(rules.futility.at(depth as i32), depth, floor);
    let narrow = !stands && !in_check && margin.is_some_and(|margin| worth + margin <= floor);
    let passes = rules.null > 0 && asked.step != Step::Null && !in_check;
    let may_pass = passes && depth >= 2 && worth >= closes && board.has_piece();
    let window = [if stands { floor.max(worth) } else { floor }, closes];
    let killers = if rules.killers { node.killers_below } else { Killers::default() };
    let via = quiet_square(&node.board, asked.step);
    let via_any = if let Step::Move(code) = asked.step { Some(code.destination()) } else { None };
    Ok(Node {
        via_any,
        trail,
        via,
        killers,
        reduction,
        narrow,
        may_pass,
        ..Node::new(board, depth, window, floor)
    })
}

/// Whether the position after a move repeats one, and the last moves before it. Nothing before a
/// null move counts after it.
fn trail_below(node: &Node, asked: &Asked, board: &Board) -> (bool, Trail) {
    let Step::Move(code) = asked.step else { return (false, Trail::default()) };
    let repeats = asked.repetition && node.trail.repeats(code, &node.board, board);
    (repeats, node.trail.after(code, &node.board, board))
}

/// Whether a move takes a guarded piece that is worth less than the piece that takes it.
fn loses(node: &Node, step: &Step, after: &Board) -> bool {
    let Step::Move(code) = *step else { return false };
    let worth = |square: usize| node.board.kind_at(1 << square).map_or(0, worth);
    let [taker, taken] = [worth(code.origin()), worth(code.destination())];
    let guarded = Attacks::of(&after.sets, after.side).all >> code.destination() & 1 == 1;
    code.promotion() == 0 && taken > 0 && taken < taker && guarded
}

/// The worth of a piece in exchanges: knights and bishops are worth the same.
fn worth(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::Pawn => 1,
        PieceKind::Knight | PieceKind::Bishop => 2,
        PieceKind::Rook => 3,
        PieceKind::Queen => 4,
        PieceKind::King => 5,
    }
}

/// The plies left below a move, and those that are taken off because it comes late.
fn depth_below(rules: &Rules, node: &Node, step: &Step, in_check: bool) -> (u32, u32) {
    let depth = node.depth_now();
    let Step::Move(code) = *step else { return (depth.saturating_sub(1 + rules.null as u32), 0) };
    if in_check {
        return (depth.saturating_sub(u32::from(!rules.checks)), 0);
    }
    let quiet = !node.in_check && !takes(&node.board, code) && code.promotion() == 0;
    let late = if quiet { reduction(rules, depth, node.tried as u32) } else { 0 };
    (depth.saturating_sub(1) - late, late)
}

/// The square that a move goes to, if it is quiet.
pub fn quiet_square(board: &Board, step: Step) -> Option<usize> {
    let Step::Move(code) = step else { return None };
    (!takes(board, code) && code.promotion() == 0).then_some(code.destination())
}

/// Whether a move captures.
fn takes(board: &Board, code: Code) -> bool {
    let pawn = board.kind_at(1 << code.origin()) == Some(PieceKind::Pawn);
    let to = 1 << code.destination();
    board.enemy() & to != 0 || pawn && board.passed == to
}

/// Whether there may be something to capture or a pawn to promote.
fn is_busy(board: &Board) -> bool {
    let attacked = Attacks::of(&board.sets, board.side).all;
    let seventh = if board.side == Color::White { 0x00ff_0000_0000_0000 } else { 0xff00 };
    attacked & board.enemy() != 0
        || board.passed != 0
        || board.sets.of(board.side, PieceKind::Pawn) & seventh != 0
}

/// The destination that comes first, and those of killers.
type First = (Option<usize>, Killers);

/// The legal moves in the order of the machine; without a check in quiescence, only captures and
/// promotions to queens.
fn moves(board: &Board, danger: &Danger, captures: bool, first: First) -> Vec<Code> {
    let (known, killers) = first;
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
                None => 8 + killers.place(to),
            };
            let key = [usize::from(known != Some(to)), class, seen(to), moved.code().into(), seen(from)];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Move, Position};

    #[test]
    fn a_capture_loses_if_the_piece_is_dearer_and_the_square_guarded() {
        for (fen, mv, expected) in [
            ("4k3/3p4/2p5/8/8/2Q5/8/4K3 w - - 0 1", "c3c6", true),
            ("4k3/8/2p5/8/8/2Q5/8/4K3 w - - 0 1", "c3c6", false),
            ("4k3/3p4/2n5/8/8/2R5/8/4K3 w - - 0 1", "c3c6", true),
            ("4k3/3p4/2n5/8/8/8/6B1/4K3 w - - 0 1", "g2c6", false),
            ("4k3/3p4/2b5/4N3/8/8/8/4K3 w - - 0 1", "e5c6", false),
            ("4k3/3p4/2p5/4N3/8/8/8/4K3 w - - 0 1", "e5c6", true),
            ("4k3/2q5/8/8/8/2P5/3P4/4K3 b - - 0 1", "c7c3", true),
            ("4k3/2q5/8/8/8/2P5/8/4K3 b - - 0 1", "c7c3", false),
            // The square is guarded through that of the piece that takes.
            ("4k3/8/8/2p5/8/2Q5/8/2r1K3 w - - 0 1", "c3c5", true),
            ("3nk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", false),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false),
            ("4k3/3p4/2p5/8/8/2Q5/8/4K3 w - - 0 1", "c3c5", false),
        ] {
            let givens = Givens::default();
            let board = Board::of(&Position::from_fen(fen).unwrap(), &givens);
            let mv = Move::from_uci(mv).unwrap();
            let promotion = mv.promotion.map_or(0, |kind| kind.code().into());
            let code = Code::new(mv.from.index(), mv.to.index(), promotion);
            let after = board.after(code, &givens);
            let node = Node::new(board, 0, [-100, 100], -100);
            assert_eq!(loses(&node, &Step::Move(code), &after), expected, "{mv} at {fen}");
        }
    }
}
