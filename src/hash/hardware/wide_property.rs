//! What is proven of the index unit for more than 2^32 clusters.

use super::WIDE_INDEX_LATENCY;
use super::properties::{BELOW, below, bounded, index_top, pairs_of};
use super::wide_index::{PIECE, PIECES, PRODUCTS, product_signals, sum_signals, waiting_signal};
use crate::describe::{Builder, Wire, concat};
use crate::netlist::Design;
use crate::prove::properties::{inputs_of, project_watching, watched};
use crate::prove::{Property, PropertyError};

/// A word, and the registers behind it that tell it 1, 2, ... cycles later.
fn on_its_way(word: &Wire, name: &str, cycles: usize) -> Vec<Wire> {
    let mut words = vec![word.clone()];
    for cycle in 1..=cycles {
        words.push(words[cycle - 1].later(&format!("{name}_{cycle}")));
    }
    words
}

/// The property of the index unit of 64 bits: for every key and every number of pairs, the index is
/// below twice that number.
///
/// It is proven as that of the narrow unit is, for any multipliers that keep
/// [`a bound`](super::pieces_below_count). After each row, the sum is below the number of pairs:
/// that holds for a row because it holds for the row before.
///
/// # Errors
/// The top is no such unit.
pub fn wide_below_count(design: &Design) -> Result<Property, PropertyError> {
    let top = index_top(design)?;
    let places: Vec<[usize; 2]> =
        (0..PIECES).flat_map(|row| (0..PIECES).map(move |column| [row, column])).collect();
    let products: Vec<[String; 2]> =
        places.iter().map(|&[row, column]| product_signals(row, column)).collect();
    let sums: Vec<[String; 2]> = (0..PIECES).map(sum_signals).collect();
    let waits = |&[row, column]: &[usize; 2]| (1..=2 * row).map(move |cycles| (row, column, cycles));
    let waiting: Vec<(usize, usize, String)> = places
        .iter()
        .flat_map(waits)
        .map(|(row, column, cycles)| (column, cycles, waiting_signal(row, column, cycles)))
        .collect();
    let halves = products.iter().chain(&sums).flatten();
    let signals: Vec<&str> =
        halves.chain(waiting.iter().map(|(_, _, name)| name)).map(String::as_str).collect();
    let (mut project, core) = project_watching(design, BELOW, top, &signals)?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, top);
    let pairs = pairs_of(&b, &inputs, 64);
    let outputs = b.instance("core", &core).inputs(inputs).outputs();
    let read = |name: &String| outputs.get(&watched(name));
    let all = |conditions: Vec<Wire>| conditions.iter().fold(b.bit(true), |all, one| all & one);

    // The pairs that the products of a cycle are of, and those of the cycles before it.
    let asked = on_its_way(&pairs, "asked", WIDE_INDEX_LATENCY as usize).split_off(PRODUCTS as usize);
    let is_bounded = |product: &Wire, column: usize, cycles: usize| {
        bounded(product, &asked[cycles].slice(column as u32 * PIECE, PIECE))
    };
    let of_place = |(&[_, column], halves): (&[usize; 2], &[String; 2])| {
        is_bounded(&concat(&halves.each_ref().map(read)), column, 0)
    };
    let assumed = all(places.iter().zip(&products).map(of_place).collect());
    let assumed = on_its_way(&assumed, "assumed", 2 * PIECES);
    let unless_asked = |cycles: usize, holds: Wire| !&assumed[cycles] | asked[cycles].none() | holds;

    let waits = waiting
        .iter()
        .map(|(column, cycles, name)| unless_asked(*cycles, is_bounded(&read(name), *column, *cycles)));
    let kept_below = sums.iter().enumerate().map(|(row, halves)| {
        let cycles = 2 * (row + 1);
        unless_asked(cycles, concat(&halves.each_ref().map(read)).extend(64).lt(&asked[cycles]))
    });
    let count = concat(&[asked[2 * PIECES].clone(), b.bit(false)]);
    let index = unless_asked(2 * PIECES, outputs.get("index").extend(65).lt(&count));
    let sums = all(waits.chain(kept_below).collect());
    b.output("holds", &(sums & index));
    project.add(b)?;
    Ok(below(project, WIDE_INDEX_LATENCY))
}
