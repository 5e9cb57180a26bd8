//! The rules in software, and the words of the command port.

use std::fmt;
use std::iter::successors;

use movewright::game::{Game, Reported, Word};
use movewright::parts::board::{Board, Compass};

/// The board. Rank 1 is its upper edge, so a1 is the upper left corner.
pub const BOARD: Board = Board { files: 8, ranks: 8 };

movewright::commands! {
    /// The commands that load a position.
    pub enum Load {
        /// Sets the square of data bits 5..0. Bit 6: the side to move has a disc there; bit 7: the
        /// other side has one.
        Square = 1,
        /// Makes the board the root.
        State = 2,
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The discs of Black and of White: the square with number n is bit n.
    pub discs: [u64; 2],
    /// The side to move: 0 is Black, 1 is White.
    pub side: usize,
}

/// A move: the number of its square, or 64 for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub u8);

/// The move of a side that has no other, while the other side has one.
pub const PASS: Move = Move(64);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&if *self == PASS { "pass".into() } else { BOARD.name(self.0.into()) })
    }
}

impl Position {
    /// The disc that a move puts on the board, and those that it turns. A pass turns none, nor does
    /// a move against the rules.
    pub fn changes(&self, Move(square): Move) -> (u64, u64) {
        let (own, other) = (self.discs[self.side], self.discs[1 - self.side]);
        let disc = 1_u64.checked_shl(square.into()).unwrap_or(0) & !(own | other);
        let on_a_line = |way: Compass| {
            let next = |&at: &u32| BOARD.step(at, way.step());
            let line: Vec<u64> = successors(next(&square.into()), next).map(|at| 1 << at).collect();
            let run = line.iter().take_while(|&disc| other & disc != 0).count();
            let ends = line.get(run).is_some_and(|disc| own & disc != 0);
            if ends { line[..run].iter().sum() } else { 0 }
        };
        (disc, if disc == 0 { 0 } else { Compass::ALL.map(on_a_line).iter().sum() })
    }

    /// What stands on a square: a disc of Black (0) or White (1), or nothing (2).
    pub fn symbol(&self, square: u32) -> usize {
        self.discs.iter().position(|discs| discs >> square & 1 == 1).unwrap_or(2)
    }

    /// The number of discs that a move turns.
    pub fn flips(&self, mv: Move) -> u32 {
        self.changes(mv).1.count_ones()
    }
}

/// The game of Othello.
#[derive(Clone, Copy, Debug)]
pub struct Othello;

impl Game for Othello {
    type Position = Position;
    type Move = Move;
    type Generated = Reported<Move>;

    const NAME: &'static str = "Othello";
    /// One on every square.
    const MOST_MOVES: usize = 64;

    fn moves(position: &Position) -> Option<Vec<Move>> {
        let discs = |of: &Position| (0..64).map(Move).filter(|&mv| of.flips(mv) > 0).collect::<Vec<_>>();
        let moves = discs(position);
        let passes = moves.is_empty() && !discs(&Self::after(position, PASS)).is_empty();
        Some(if passes { vec![PASS] } else { moves })
    }

    fn after(position: &Position, mv: Move) -> Position {
        let (mut discs, (disc, turned)) = (position.discs, position.changes(mv));
        discs[position.side] |= disc | turned;
        discs[1 - position.side] &= !turned;
        Position { discs, side: 1 - position.side }
    }

    fn load(position: &Position, _ordered: bool) -> Vec<Word> {
        let has = |side: usize, at: u64| position.discs[side] >> at & 1;
        let square =
            |at| Load::Square.with(at | has(position.side, at) << 6 | has(1 - position.side, at) << 7);
        (0..64).map(square).chain([Load::State.with(0)]).collect()
    }

    /// Bit 32 says that there is a move; bits 6..0 are the move.
    fn decode(word: u64, cycles: u64) -> Option<Option<Reported<Move>>> {
        let mv = Move((word & 0x7f) as u8);
        if word >> 32 == 0 { Some(None) } else { (mv.0 <= PASS.0).then_some(Some(Reported { mv, cycles })) }
    }
}
