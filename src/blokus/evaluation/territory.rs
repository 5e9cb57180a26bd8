//! Territory: the pieces placed, and the cells that a player can still get.
//!
//! Each piece placed counts its value. Each cell that a usable corner reaches in three orthogonal
//! steps, through cells where the player may still place, counts one. The opponent's sum is
//! subtracted. Values and steps are those of well-known programs. A large piece is worth more than
//! its squares, because it finds room only early in a game.

use super::{BoardPorts, Evaluation, left};
use crate::blokus::generator::planes::{Sites, sites};
use crate::blokus::piece::PIECES;
use crate::blokus::plane::CELLS;
use crate::blokus::{Piece, Player, Position};
use crate::describe::{Builder, Wire};
use crate::parts::decode::word;
use crate::parts::rows::Rows;
use crate::parts::sum::Counter;

/// Pieces placed and cells in reach, own less the opponent's: -456 to 456, of pieces 260 and of
/// cells 196.
pub const TERRITORY: Evaluation =
    Evaluation { name: "territory", reading: "usual", width: WIDTH, pieces: true, value: territory, logic };

const WIDTH: u32 = 10;

/// The number of steps that a usable corner reaches.
const STEPS: u32 = 3;

/// The value of each piece on the board, a first: 260 in all.
const VALUES: [u32; PIECES] =
    [2, 4, 6, 6, 10, 10, 10, 10, 10, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16];

/// Bits of the greatest of them.
const VALUE_BITS: u32 = 5;

/// The territory of a player less that of the opponent.
fn territory(position: &Position, player: Player) -> i32 {
    let of = |player: Player| {
        let open = position.open(player);
        let reached =
            (0..STEPS).fold(position.corners(player), |reached, _| reached | reached.edges() & open);
        let placed = Piece::all().filter(|&piece| !position.left(player).has(piece));
        (reached.count() + placed.map(|piece| VALUES[piece.index()]).sum::<u32>()) as i32
    };
    of(player) - of(player.other())
}

fn logic(name: &str) -> Builder {
    let b = Builder::new(
        name,
        "Territory of a player less that of the opponent: values of the pieces placed, and cells that usable corners reach in three\n\
         steps through cells where the player may place.\nA value a clock.",
    );
    let board = BoardPorts::input(&b);
    let BoardPorts { one, two, .. } = &board;
    let left = left(&b);
    let of = |own: &Rows, other: &Rows, player: Player, name: &str| {
        let Sites { open, corners } = sites(own, other, &b.bit(player == Player::Two), name);
        let reached = (0..STEPS).fold(corners, |reached, _| {
            let beside = reached.edges().zip(&open, |edges, open| edges & open);
            reached.zip(&beside, |reached, beside| reached | beside)
        });
        let mut counter = Counter::new(&b, &format!("{name}territory"));
        // Known before the cells are.
        count_placed(&mut counter, &left[player.index()], name);
        reached.words().iter().for_each(|row| counter.add(0, row.clone()));
        counter.total(WIDTH)
    };
    let (one, two) = (of(one, two, Player::One, "one_"), of(two, one, Player::Two, "two_"));
    board.output(&b, &one, &two);
    b
}

/// Counts the values of the pieces placed: a word for each binary digit of them, of the pieces
/// whose value has it.
fn count_placed(counter: &mut Counter, left: &Wire, name: &str) {
    let placed = (!left).named(&format!("{name}placed"));
    for digit in 0..VALUE_BITS {
        let these = VALUES.iter().zip(0..).filter(|(value, _)| **value >> digit & 1 == 1);
        let these: Vec<Wire> = these.map(|(_, piece)| placed.bit(piece)).collect();
        if !these.is_empty() {
            counter.add(digit as usize, word(&these).extend(CELLS));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_a_value_in_its_digits_and_its_words() {
        assert_eq!(VALUES.iter().sum::<u32>(), 260);
        let by_size = [0, 2, 4, 6, 10, 16];
        for piece in Piece::all() {
            assert_eq!(VALUES[piece.index()], by_size[piece.size()], "{piece}");
        }
        assert!(VALUES.iter().all(|value| value >> VALUE_BITS == 0));
    }

    #[test]
    fn the_value_of_a_few_cells_is_counted_by_hand() {
        // Without a piece each start square reaches the 25 cells within three steps.
        assert_eq!(territory(&Position::start(Player::One), Player::One), 0);
        let position: Position = "55a0".parse().unwrap();
        assert_eq!(territory(&position, Player::One), 2 + hand_counted() - 25);
    }

    /// Cells within three steps of (4,4), (4,6), (6,4) or (6,6), without (5,5) and its neighbours,
    /// through which no way is shorter.
    fn hand_counted() -> i32 {
        let near = |x: i32, y: i32| {
            [(4, 4), (4, 6), (6, 4), (6, 6)]
                .iter()
                .any(|&(a, b): &(i32, i32)| (a - x).abs() + (b - y).abs() <= 3)
        };
        let cells = (1..=14).flat_map(|y| (1..=14).map(move |x| (x, y)));
        cells.filter(|&(x, y): &(i32, i32)| (x - 5).abs() + (y - 5).abs() > 1 && near(x, y)).count() as i32
    }
}
