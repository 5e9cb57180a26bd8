//! The index unit for more than 2^32 clusters.

use super::index::product;
use crate::describe::{Builder, ModuleHandle, Project, Wire, concat};
use crate::netlist::NetlistError;

/// Clock cycles from a key to its wide index.
pub const WIDE_INDEX_LATENCY: u32 = PRODUCTS + 2 * PIECES as u32;

/// Bits of a key, and of the number of pairs.
const BITS: u32 = 64;

/// Bits of a piece of a number that is multiplied.
pub(super) const PIECE: u32 = 16;

/// The pieces of a number.
pub(super) const PIECES: usize = (BITS / PIECE) as usize;

/// Clock cycles to the products of pieces: a register before the multipliers, and two behind.
pub(super) const PRODUCTS: u32 = 3;

/// The signals of the product of a piece of the key and one of the pairs: its upper half and its
/// lower one.
pub(super) fn product_signals(row: usize, column: usize) -> [String; 2] {
    ["above", "below"].map(|half| format!("row_{row}_column_{column}_{half}"))
}

/// The register in which a product has waited for so many cycles.
pub(super) fn waiting_signal(row: usize, column: usize, cycles: usize) -> String {
    format!("row_{row}_column_{column}_waits_{cycles}")
}

/// The registers of the sum of a row: its upper half and its lower one.
pub(super) fn sum_signals(row: usize) -> [String; 2] {
    ["high", "low_waits"].map(|half| format!("row_{row}_{half}"))
}

/// The index unit of 64 bits, as a module of this name: an index in every clock cycle,
/// [`WIDE_INDEX_LATENCY`] cycles after its key.
///
/// Ports: `key` (64 bits; bit 0 is the side to move), `pairs` (63 bits, half the number of
/// clusters, above 0), `index` (64 bits). The index is `((key x pairs) >> 64) x 2 + key[0]`, which
/// is `((key x count) >> 64) & ~1 | key[0]` for `count = 2 x pairs`. `pairs` may change in any
/// cycle.
///
/// A row is the product of a piece of the key and all of the pairs. The rows are added from the
/// lowest on; after each, the lowest 16 bits have served their purpose. A sum of 80 bits is added
/// in two halves, one cycle after the other. Area: 16 multipliers of 16 by 16 bits, and about 700
/// bits of adders.
///
/// # Errors
/// A mistake in the description.
pub fn wide_index_unit(project: &mut Project, name: &str) -> Result<ModuleHandle, NetlistError> {
    let product = product(project)?;
    let b = Builder::new(
        name,
        format!(
            "The cluster of a key: a product's high half, and the side to move.\nAn index comes {WIDE_INDEX_LATENCY} cycles after its key; a key may come in every cycle."
        ),
    );
    let key = b.input("key", BITS).comment("the key; bit 0 is the side to move");
    let pairs = b.input("pairs", BITS - 1).comment("half the number of clusters");
    let pieces = |word: &Wire, name: &str| -> Vec<Wire> {
        let piece =
            |number: usize| word.slice(number as u32 * PIECE, PIECE).later(&format!("{name}_{number}"));
        (0..PIECES).map(piece).collect()
    };
    let (keys, counts) = (pieces(&key, "key"), pieces(&pairs.extend(BITS), "pairs"));
    let rows: Vec<Vec<Wire>> = (0..PIECES)
        .map(|row| {
            let of = |(column, count): (usize, &Wire)| {
                let [above, below] = product_signals(row, column);
                let instance = b.instance(&format!("product_{row}_{column}"), &product);
                let instance = instance.input("a", &keys[row]).input("b", count);
                let outputs = instance.output("high", &above).output("low", &below).outputs();
                concat(&[outputs.get("high"), outputs.get("low")])
            };
            counts.iter().enumerate().map(of).collect()
        })
        .collect();
    let mut sum: Option<Wire> = None;
    for (number, row) in rows.iter().enumerate() {
        // A row waits until those below it are added.
        let late = |column: usize| {
            let later = |word: Wire, cycles| word.later(&waiting_signal(number, column, cycles));
            (1..=2 * number).fold(row[column].clone(), later)
        };
        let [one, two, three, four] = [0, 1, 2, 3].map(late);
        // The products of every other piece stand side by side.
        let (even, odd) = (concat(&[three, one]), concat(&[four, two, b.constant(PIECE, 0)]));
        let words: Vec<Wire> = [even, odd].into_iter().chain(sum).collect();
        // The pair is below 2^63.
        let bits = if number + 1 == PIECES { BITS - 1 } else { BITS };
        sum = Some(added(&words, &format!("row_{number}"), bits));
    }
    let pair = sum.unwrap_or_else(|| b.constant(BITS - 1, 0));
    let side = (1..=WIDE_INDEX_LATENCY).fold(key.bit(0), |side, cycle| side.later(&format!("side_{cycle}")));
    b.output("index", &concat(&[pair, side])).comment("the cluster");
    project.add(b)
}

/// Bits of the sum of a row: it is below 2^80, because a row and what is above those below it are
/// at most `65535 x pairs` and `pairs`.
const ROW: u32 = BITS + PIECE;

/// The sum of these without its lowest piece, in so many bits, two cycles later: its lower half in
/// the first, and the upper in the second.
fn added(words: &[Wire], name: &str, bits: u32) -> Wire {
    let half = ROW / 2;
    let part = |word: &Wire, low: u32| word.extend(ROW).slice(low, half);
    let sum = |words: Vec<Wire>| words.iter().skip(1).fold(words[0].clone(), |sum, word| &sum + word);
    // Two bits more hold the carry.
    let low = sum(words.iter().map(|word| part(word, 0).extend(half + 2)).collect());
    let low = low.slice(PIECE, half + 2 - PIECE).later(&format!("{name}_low"));
    let kept = half - PIECE;
    let highs = words.iter().enumerate();
    let mut highs: Vec<Wire> =
        highs.map(|(number, word)| part(word, half).later(&format!("{name}_part_{number}"))).collect();
    highs.push(low.slice(kept, 2).extend(half));
    let high = sum(highs).slice(0, bits - kept).later(&format!("{name}_high"));
    concat(&[high, low.slice(0, kept).later(&format!("{name}_low_waits"))])
}
