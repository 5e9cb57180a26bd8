//! The first square of the best class of several: how a destination is chosen, and then its origin.

use super::rows::Rows;
use crate::describe::{Wire, concat};
use crate::parts::decode::word;
use crate::parts::first::{lowest, number};

/// What is chosen.
pub struct Choice {
    /// The classes, the best first: the one chosen is set. None is where nothing is left.
    pub class: Vec<Wire>,
    /// The square alone.
    pub square: Rows,
    /// Its number, file in bits 2..0.
    pub number: Wire,
    /// Its file alone: 8 bits.
    pub file: Wire,
    /// Its rank alone: 8 bits.
    pub rank: Wire,
    /// There is one: 1 bit.
    pub any: Wire,
}

/// Chooses the lowest square, a1 first, of the first class that is not empty.
///
/// Combinational. That a class has a square is found for all at once, three levels; then the best is let through, and of what remains
/// the first rank and its first file are taken: about 12 levels, and for seven classes 600 LUT4.
pub fn choose(classes: &[Rows], name: &str) -> Option<Choice> {
    let some: Vec<Wire> = (classes.iter().enumerate())
        .map(|(place, class)| class.any().named(&format!("{name}_some_{place}")))
        .collect();
    let class = lowest(&word(&some)).named(&format!("{name}_class"));
    let class: Vec<Wire> = class.bits();
    let of_class = |rank: usize| match classes {
        [only] => Some(only.rank(rank).clone()),
        _ => {
            let sets = classes.iter().zip(&class);
            sets.map(|(set, class)| set.rank(rank) & class.repeat(8)).reduce(|a, b| a | b)
        }
    };
    let candidates: Option<Vec<Wire>> = (0..8).map(of_class).collect();
    let candidates = candidates?;
    let candidates = Rows::from_ranks(|rank| candidates[rank].clone()).named(&format!("{name}_candidate"));
    let occupied: Vec<Wire> = (0..8).map(|rank| candidates.rank(rank).any()).collect();
    let rank = lowest(&word(&occupied)).named(&format!("{name}_rank"));
    let in_rank = (0..8)
        .map(|place| candidates.rank(place as usize) & rank.bit(place).repeat(8))
        .reduce(|a, b| a | b)?
        .named(&format!("{name}_in_rank"));
    let file = lowest(&in_rank).named(&format!("{name}_file"));
    let square = Rows::from_ranks(|place| &file & rank.bit(place as u32).repeat(8)).named(name);
    Some(Choice {
        any: word(&some).any(),
        number: concat(&[number(&rank), number(&file)]),
        square,
        class,
        file,
        rank,
    })
}
