//! A node: its whole state between two turns, and its next move.

use super::board::Board;
use super::code::Code;
use super::danger::{Danger, LAST_RANKS};
use super::rules::{INFINITE, MATES, Rules, SORTED};
use crate::chess::{Color, PieceKind};

use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};

/// What a node tries next, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// It has just begun.
    #[default]
    Begun,
    /// A null move.
    Null,
    /// The move of the hash table.
    Known,
    /// Promotions to queens.
    Queens,
    /// Captures that do not lose, the most valuable victim first.
    Captures,
    /// The killers.
    FirstKiller,
    /// The second of them.
    SecondKiller,
    /// Quiet moves, made once to see the evaluation behind them.
    Stream,
    /// The best of these.
    Sorted,
    /// The other quiet moves.
    Quiet,
    /// Losing captures.
    PutOff,
    /// Promotions to rooks, bishops and knights.
    Under,
    /// Nothing.
    Done,
}

/// How a node's move is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum How {
    /// In the whole window.
    #[default]
    Open,
    /// With no room between alpha and beta, and less deep by so many plies.
    Scout(i32),
    /// A null move.
    Null,
    /// Streamed: made to see the evaluation behind it.
    Stream,
}

/// The moves that are left in a stage, as the machine's pass has them: destinations, and the
/// origins left for the one at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    destinations: u64,
    origins: u64,
    to: u8,
    /// The next piece of a promotion.
    promotion: u8,
}

/// The move that leads from a node to one below it, and how it is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    /// The move; none for a null move.
    pub code: Code,
    /// How it is searched.
    pub how: How,
    /// Alpha of the upper node when it was made. It may have been raised since.
    pub alpha: i32,
}

/// A move of the sorted register, and the evaluation behind it for the side that moves then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranked {
    /// The move.
    pub code: Code,
    /// Lower is better.
    pub value: i16,
}

/// A node's whole state.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The position.
    pub board: Board,
    /// What threatens the king; worked out in the node's first turn.
    pub danger: Danger,
    /// The window, for the side to move.
    pub alpha: i32,
    /// Its other end.
    pub beta: i32,
    /// Alpha when the node began.
    pub first_alpha: i32,
    /// The best value so far.
    pub best: i32,
    /// A move that is better than the first alpha.
    pub best_move: Code,
    /// Plies left; 0 and below in quiescence.
    pub depth: i32,
    /// The static evaluation.
    pub evaluation: i32,
    /// Quiet moves are left out.
    pub futile: bool,
    /// A null move may be tried.
    pub may_pass: bool,
    /// What comes next.
    pub stage: Stage,
    /// What is left of it.
    pub left: Left,
    /// Destinations of quiet moves that the stream has not done with.
    pub open: u64,
    /// The move of the hash table, if it is legal.
    pub known: Code,
    /// The killers, if they are legal.
    pub killers: [Code; 2],
    /// The sorted register.
    pub sorted: [Ranked; SORTED],
    /// The moves in it.
    pub ranked: u8,
    /// Those that have been tried.
    pub taken: u8,
    /// Moves tried.
    pub tried: u16,
    /// The values that have come back from below.
    pub judged: u16,
    /// Threads at the node, and nodes just below it.
    pub claims: u16,
    /// The window has no room, and a move better than alpha is expected.
    pub expects_cut: bool,
    /// The move that led here.
    pub by: Edge,
    /// The place of the node above.
    pub parent: usize,
    /// Moves from the root.
    pub ply: usize,
}

/// What a node does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It lets the other side move.
    Null,
    /// It makes a move.
    Move {
        /// The move.
        code: Code,
        /// It takes nothing and promotes nothing.
        quiet: bool,
    },
    /// It makes a quiet move to see the evaluation behind it.
    Stream(Code),
}

/// The values by which a capture is said to lose, by kind from pawn to king.
const WORTH: [i32; 6] = [100, 320, 330, 500, 900, 10_000];

/// A capture loses if the victim is worth less than the aggressor by more than this, and guarded.
const EVEN: i32 = 50;

/// The first square of a set as a side sees it.
#[inline]
fn first(set: u64, side: Color) -> usize {
    match side {
        Color::White => set.trailing_zeros() as usize & 63,
        Color::Black => set.swap_bytes().trailing_zeros() as usize & 63 ^ 56,
    }
}

impl Node {
    /// A node of this position, with all moves to come.
    pub fn at(board: Board) -> Self {
        let danger = board.danger(board.checkers());
        Self { danger, ..Self::begun(board, danger.checkers, 1, [-INFINITE, INFINITE]) }
    }

    /// A node that begins, with this depth and window.
    pub(super) fn begun(board: Board, checkers: u64, depth: i32, [alpha, beta]: [i32; 2]) -> Self {
        Self {
            board,
            danger: Danger { checkers, ..Danger::default() },
            alpha,
            beta,
            first_alpha: alpha,
            best: -INFINITE,
            best_move: Code::NONE,
            depth,
            evaluation: 0,
            futile: false,
            may_pass: false,
            stage: Stage::Begun,
            left: Left::default(),
            open: 0,
            known: Code::NONE,
            killers: [Code::NONE; 2],
            sorted: [Ranked::default(); SORTED],
            ranked: 0,
            taken: 0,
            tried: 0,
            judged: 0,
            claims: 1,
            expects_cut: false,
            by: Edge::default(),
            parent: 0,
            ply: 0,
        }
    }

    /// Whether it is one of quiescence.
    #[inline]
    pub fn is_quiescence(&self) -> bool {
        self.depth <= 0
    }

    /// Whether its side is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.danger.checkers != 0
    }

    /// Whether its window has room for a value.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Whether another thread may take moves of this node: its first move has a value, three where
    /// one of them was expected to cut.
    pub fn may_be_joined(&self) -> bool {
        let waits_for = if self.expects_cut { 3 } else { 1 };
        self.depth >= 2 && self.judged >= waits_for && self.stage != Stage::Done
    }

    /// The value of a node without check that its evaluation decides: quiescence that stands pat,
    /// or one far above beta. Otherwise quiescence begins with the evaluation as its value.
    #[inline]
    pub(super) fn static_value(&mut self, evaluation: i32, rules: &Rules) -> Option<i32> {
        if self.is_quiescence() {
            self.best = evaluation;
            self.alpha = self.alpha.max(evaluation);
            return (evaluation >= self.beta).then_some(evaluation);
        }
        let margin = rules.reverse_futility.at(self.depth);
        let far = margin.map(|margin| evaluation - margin).filter(|value| *value >= self.beta);
        far.filter(|_| !self.is_open() && self.beta.abs() < MATES)
    }

    /// The next step, or `None` if nothing is left.
    #[inline]
    pub fn next(&mut self, rules: &Rules) -> Option<Step> {
        loop {
            let quiet = |code| Step::Move { code, quiet: true };
            let found = match self.stage {
                Stage::Null => Some(Step::Null),
                Stage::Known => (!self.known.is_none())
                    .then(|| Step::Move { code: self.known, quiet: self.is_quiet(self.known) }),
                Stage::FirstKiller => self.killer(0).map(quiet),
                Stage::SecondKiller => self.killer(1).map(quiet),
                Stage::Sorted => {
                    if let Some(code) = self.ranked_next() {
                        return Some(quiet(code));
                    }
                    None
                }
                Stage::Begun | Stage::Done => None,
                Stage::Stream => {
                    if let Some(code) = self.step(rules) {
                        return Some(Step::Stream(code));
                    }
                    None
                }
                Stage::Queens | Stage::Captures | Stage::Quiet | Stage::PutOff | Stage::Under => {
                    if let Some(code) = self.step(rules) {
                        return Some(Step::Move { code, quiet: self.stage == Stage::Quiet });
                    }
                    None
                }
            };
            if self.stage == Stage::Done {
                return None;
            }
            self.advance(rules);
            if found.is_some() {
                return found;
            }
        }
    }

    /// Goes on to the next stage of this node.
    fn advance(&mut self, rules: &Rules) {
        let evades = self.is_check();
        self.stage = match self.stage {
            Stage::Begun if self.may_pass => Stage::Null,
            Stage::Begun | Stage::Null => Stage::Known,
            Stage::Known => Stage::Queens,
            Stage::Queens => Stage::Captures,
            Stage::Captures if self.is_quiescence() && !evades => Stage::Done,
            Stage::Captures if self.futile => Stage::PutOff,
            Stage::Captures => Stage::FirstKiller,
            Stage::FirstKiller => Stage::SecondKiller,
            Stage::SecondKiller if self.depth >= rules.sorted_from && !evades => Stage::Stream,
            Stage::SecondKiller => Stage::Quiet,
            Stage::Stream => Stage::Sorted,
            Stage::Sorted => Stage::Quiet,
            Stage::Quiet => Stage::PutOff,
            Stage::PutOff => Stage::Under,
            Stage::Under | Stage::Done => Stage::Done,
        };
        self.open_stage(rules);
    }

    /// The destinations of a stage that begins.
    fn open_stage(&mut self, rules: &Rules) {
        let board = &self.board;
        let destinations = match self.stage {
            Stage::Queens | Stage::Under => self.promotions(),
            Stage::Captures => board.enemy() | board.passed,
            Stage::PutOff if rules.puts_off => board.enemy(),
            Stage::Stream => board.reach() & !board.enemy(),
            Stage::Quiet if self.depth >= rules.sorted_from && !self.is_check() => self.open,
            Stage::Quiet => board.reach() & !board.enemy(),
            _ => 0,
        };
        self.left = Left { destinations, ..Left::default() };
    }

    /// The squares of the last rank that pawns may reach.
    fn promotions(&self) -> u64 {
        let rank = if self.board.side == Color::White { 0x00ff_0000_0000_0000 } else { 0xff00 };
        let pawns = self.board.sets.of(self.board.side, Pawn) & rank;
        if pawns == 0 { 0 } else { LAST_RANKS & !rank & !self.board.own() & self.board.reach() }
    }

    /// The next move of a stage with destinations.
    #[inline]
    fn step(&mut self, rules: &Rules) -> Option<Code> {
        loop {
            while self.left.origins == 0 {
                let to = self.next_destination()?;
                self.left.destinations &= !(1 << to);
                self.left.to = to as u8;
                self.left.promotion = Rook.code();
                self.left.origins = self.origins_of_stage(to, rules);
            }
            let code = self.next_origin();
            if !self.is_tried(code) {
                return Some(code);
            }
        }
    }

    /// The best destination left: the most valuable victim, then the first square.
    #[inline]
    fn next_destination(&self) -> Option<usize> {
        let (left, sets) = (self.left.destinations, &self.board.sets);
        if left == 0 {
            return None;
        }
        let victims = matches!(self.stage, Stage::Captures | Stage::PutOff);
        let best = if victims {
            let of = |kind| left & sets.kind(kind);
            [Queen, Rook, Bishop, Knight].into_iter().map(of).find(|set| *set != 0)
        } else {
            None
        };
        Some(first(best.unwrap_or(left), self.board.side))
    }

    /// The origins of a destination that belong to the stage.
    #[inline]
    fn origins_of_stage(&self, to: usize, rules: &Rules) -> u64 {
        let (board, to_bit) = (&self.board, 1_u64 << to);
        let mut origins = board.origins(&self.danger, to);
        let pawns = board.sets.kind(Pawn);
        match self.stage {
            Stage::Queens | Stage::Under => return origins & pawns,
            _ if to_bit & LAST_RANKS != 0 => origins &= !pawns,
            _ if to_bit == board.passed => match self.stage {
                Stage::Captures => return origins & pawns,
                _ => origins &= !pawns,
            },
            _ => {}
        }
        if self.stage == Stage::Captures || self.stage == Stage::PutOff {
            if board.enemy() & to_bit == 0 {
                return 0;
            }
            let losing = if origins == 0 || !rules.puts_off { 0 } else { self.losing(to_bit) & origins };
            origins = if self.stage == Stage::Captures { origins & !losing } else { losing };
        }
        origins
    }

    /// The own pieces that are worth more than what stands on a guarded square. In quiescence
    /// without check these captures are left out; where evasions are wanted, all come.
    #[inline]
    fn losing(&self, to: u64) -> u64 {
        let board = &self.board;
        let victim = board.kind_at(to).map_or(0, |kind| WORTH[kind as usize - 1]);
        let sets = &board.sets;
        let dearer = [Knight, Bishop, Rook, Queen]
            .into_iter()
            .filter(|kind| victim + EVEN < WORTH[*kind as usize - 1]);
        let dearer = dearer.fold(0, |set, kind| set | sets.kind(kind));
        if dearer == 0 {
            return 0;
        }
        let square = to.trailing_zeros() as usize;
        match board.attackers(square, board.side.other(), sets.occupied()) {
            0 => 0,
            _ => dearer,
        }
    }

    /// The next move to the destination at hand: the least valuable piece, then the first square.
    #[inline]
    fn next_origin(&mut self) -> Code {
        let sets = &self.board.sets;
        let of = |kind| self.left.origins & sets.kind(kind);
        let best = [Pawn, Knight, Bishop, Rook, Queen].into_iter().map(of).find(|set| *set != 0);
        let from = first(best.unwrap_or(self.left.origins & sets.kind(King)), self.board.side);
        let promotion = match self.stage {
            Stage::Queens => Queen.code(),
            Stage::Under => self.left.promotion,
            _ => 0,
        };
        if self.stage == Stage::Under && promotion > Knight.code() {
            self.left.promotion -= 1;
        } else {
            self.left.origins &= !(1 << from);
            self.left.promotion = Rook.code();
        }
        Code::new(from, self.left.to.into(), promotion.into())
    }

    /// Whether a move has been tried at its own place before.
    #[inline]
    fn is_tried(&self, code: Code) -> bool {
        if code == self.known {
            return true;
        }
        let killers = matches!(self.stage, Stage::Stream | Stage::Quiet) && self.killers.contains(&code);
        let ranked = || self.sorted[..usize::from(self.ranked)].iter().any(|ranked| ranked.code == code);
        killers || (self.stage == Stage::Quiet && ranked())
    }

    /// A killer that is a quiet move here and has not been tried.
    #[inline]
    fn killer(&mut self, which: usize) -> Option<Code> {
        let code = self.killers[which];
        let fits = code != self.known && self.is_quiet(code) && self.board.is_legal(&self.danger, code);
        if !fits {
            self.killers[which] = Code::NONE;
        }
        fits.then_some(code)
    }

    /// Whether a move takes nothing and promotes nothing.
    #[inline]
    pub fn is_quiet(&self, code: Code) -> bool {
        let to = 1_u64 << code.destination();
        let from = 1_u64 << code.origin();
        let passing = to == self.board.passed && self.board.sets.kind(Pawn) & from != 0;
        self.board.enemy() & to == 0 && !passing && code.promotion() == 0
    }

    /// The next of the sorted moves.
    #[inline]
    fn ranked_next(&mut self) -> Option<Code> {
        let next = self.sorted[..usize::from(self.ranked)].get(usize::from(self.taken))?;
        self.taken += 1;
        Some(next.code)
    }

    /// Puts a streamed move into the sorted register. The worst falls out; of equal ones, the
    /// latest.
    #[inline]
    pub fn rank(&mut self, code: Code, value: i32) {
        self.open |= 1 << code.destination();
        let mut entering = Ranked { code, value: value as i16 };
        for place in &mut self.sorted[..usize::from(self.ranked)] {
            if entering.value < place.value {
                std::mem::swap(place, &mut entering);
            }
        }
        if let Some(free) = self.sorted.get_mut(usize::from(self.ranked)) {
            *free = entering;
            self.ranked += 1;
        }
    }
}
