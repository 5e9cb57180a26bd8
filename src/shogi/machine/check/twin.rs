//! In software: from the king outwards, along the eight lines and to the two knights' squares.

use super::bytes::{BISHOP, ByteBoard, ENEMY, GOLD, KNIGHT, LANCE, PAWN, ROOK, SILVER};
use crate::shogi::machine::{SHOGI, WAYS, is_diagonal};
use crate::simulate::{Ports, PortsError};

/// Sets of squares around the king of the side to move, the first square in bit 0.
///
/// ```
/// use movewright::shogi::Position;
/// use movewright::shogi::machine::check::{ByteBoard, Checks};
///
/// let position: Position = "4k4/9/4r4/9/4P4/r1s1K4/3n5/9/9 b - 1".parse()?;
/// let found = Checks::of(&ByteBoard::of(&position));
/// assert_eq!((found.checkers, found.blockers.count_ones()), (0, 2));
/// assert_eq!(found.pinned, 1 << (4 * 9 + 4)); // the pawn on 5e
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Enemy pieces that attack the king.
    pub checkers: u128,
    /// Pieces of either side that are the only one between the king and an enemy piece which slides
    /// along that line towards it.
    pub blockers: u128,
    /// Own pieces among the blockers.
    pub pinned: u128,
}

/// A knight's square, seen from the king that it attacks.
const JUMPS: [(i32, i32); 2] = [(-1, 2), (1, 2)];

/// The ways of moving by which an enemy piece comes to the king from its side in this direction: in
/// one step, and along the line.
fn towards_the_king(way: usize) -> (u8, u8) {
    match (is_diagonal(way), WAYS[way].ranks) {
        (false, 1) => (PAWN | SILVER | GOLD, ROOK | LANCE),
        (false, _) => (GOLD, ROOK),
        (true, 1) => (SILVER | GOLD, BISHOP),
        (true, _) => (SILVER, BISHOP),
    }
}

impl Checks {
    /// The outputs of the machine.
    pub const PORTS: [&str; 3] = ["checkers", "blockers", "pinned"];

    /// What is found on a board; nothing if the side to move has no king.
    pub fn of(board: &ByteBoard) -> Self {
        let mut checks = Self::default();
        let Some(king) = board.king() else { return checks };
        let byte = |square: u32| board.0[square as usize];
        let is_enemy = |square: u32, ways: u8| byte(square) & ENEMY != 0 && byte(square) & ways != 0;
        for jump in JUMPS.into_iter().filter_map(|jump| SHOGI.step(king as u32, jump)) {
            checks.checkers |= u128::from(is_enemy(jump, KNIGHT)) << jump;
        }
        for (way, direction) in WAYS.iter().enumerate() {
            let (steps, slides) = towards_the_king(way);
            let mut line = (1..9).map_while(|distance| {
                SHOGI.step(king as u32, (direction.files * distance, direction.ranks * distance))
            });
            let beside = line.clone().next();
            let Some(first) = line.find(|square| byte(*square) != 0) else { continue };
            let near = if Some(first) == beside { steps } else { 0 };
            checks.checkers |= u128::from(is_enemy(first, near | slides)) << first;
            let second = line.find(|square| byte(*square) != 0);
            if second.is_some_and(|second| is_enemy(second, slides)) {
                checks.blockers |= 1 << first;
                checks.pinned |= u128::from(byte(first) & ENEMY == 0) << first;
            }
        }
        checks
    }

    /// From the values of [`Checks::PORTS`].
    pub fn read([checkers, blockers, pinned]: [u128; 3]) -> Self {
        Self { checkers, blockers, pinned }
    }

    /// The sets at the outputs of a machine.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn peek(ports: &mut (impl Ports + ?Sized)) -> Result<Self, PortsError> {
        let mut found = [0; 3];
        for (set, port) in found.iter_mut().zip(Self::PORTS) {
            *set = ports.peek_value(port)?.low_wide();
        }
        Ok(Self::read(found))
    }
}
