//! The first square of the best of several classes: the choice of a destination, and then of its
//! origin.

use super::board::Board;
use super::decode::word;
use super::pick::{index, lowest};
use super::rows::Rows;
use crate::describe::{Wire, concat};

/// The chosen square.
pub struct Choice {
    /// The square alone.
    pub square: Rows,
    /// Its number: the row above the column, each in as few bits as the board needs. On 8x8
    /// squares, the file is in bits 2..0.
    pub number: Wire,
    /// Its column alone: a bit for each.
    pub file: Wire,
    /// Its row alone: a bit for each.
    pub rank: Wire,
    /// There is one: 1 bit.
    pub any: Wire,
    /// There is another, in this class or one after it: 1 bit.
    pub another: Wire,
}

/// Squares to choose from, with a condition.
pub struct Class {
    /// The squares.
    pub set: Rows,
    /// Whether the squares may be chosen: 1 bit. It is needed late, and in one table only. Masking
    /// the set with it would take a table a square, which would wait for it.
    pub may: Option<Wire>,
}

impl From<Rows> for Class {
    fn from(set: Rows) -> Self {
        Self { set, may: None }
    }
}

/// Chooses the lowest square, a1 first, of the first class that may be chosen and is not empty.
///
/// Combinational. Three levels find for all classes at once whether they have a square. Then the
/// best class is let through, and its first rank and the first file there are taken. About 12
/// levels, and 600 LUT4 for seven classes of 64 squares. Beside the square there are the classes,
/// the best first: the bit of the one chosen is set, and none is set where nothing is left.
pub fn choose<const N: usize>(board: Board, classes: &[Class; N], name: &str) -> ([Wire; N], Choice) {
    const { assert!(N > 0, "there is a class") };
    let some: Vec<Wire> = (classes.iter().enumerate())
        .map(|(place, Class { set, may })| {
            let any = set.any();
            may.as_ref().map_or(any.clone(), |may| any & may).named(&format!("{name}_some_{place}"))
        })
        .collect();
    let class = lowest(&word(&some)).named(&format!("{name}_class"));
    let class: [Wire; N] = std::array::from_fn(|place| class.bit(place as u32));
    let (files, ranks) = (board.files, board.ranks);
    let zero = class[0].builder().constant(files, 0);
    let joined =
        |words: &mut dyn Iterator<Item = Wire>| words.reduce(|a, b| a | b).unwrap_or_else(|| zero.clone());
    let of_class = |rank: usize| match &classes[..] {
        [Class { set, may: None }] => set.row(rank).clone(),
        _ => {
            let sets = classes.iter().zip(&class);
            joined(&mut sets.map(|(Class { set, .. }, class)| set.row(rank) & class.repeat(files)))
        }
    };
    let candidates = Rows::from_rows(board, of_class).named(&format!("{name}_candidate"));
    let occupied: Vec<Wire> = (0..ranks as usize).map(|rank| candidates.row(rank).any()).collect();
    let rank = lowest(&word(&occupied)).named(&format!("{name}_rank"));
    let in_rank =
        joined(&mut (0..ranks).map(|place| candidates.row(place as usize) & rank.bit(place).repeat(files)))
            .named(&format!("{name}_in_rank"));
    let file = lowest(&in_rank).named(&format!("{name}_file"));
    let square = Rows::from_rows(board, |place| &file & rank.bit(place as u32).repeat(files)).named(name);
    // Others of its rank, other ranks of its class, other classes; a class after it may have the
    // same square once more.
    let mut another = (&in_rank & !&file).any() | (word(&occupied) & !&rank).any();
    if N > 1 {
        another = another | (word(&some) & !word(&class)).any();
    }
    let choice = Choice {
        another: another.named(&format!("another_{name}")),
        any: word(&some).any(),
        number: concat(&[index(&rank, bits(ranks)), index(&file, bits(files))]),
        square,
        file,
        rank,
    };
    (class, choice)
}

/// Bits of the number of a row or column, of this many.
fn bits(count: u32) -> u32 {
    count.next_power_of_two().trailing_zeros()
}
