//! The index unit.

use crate::describe::{Builder, ModuleHandle, Project, Wire, concat};
use crate::netlist::NetlistError;

/// Clock cycles from a key to its index.
pub const INDEX_LATENCY: u32 = 6;

/// Bits of a key that make an index: the side to move, and 32 more.
pub(super) const KEY: u32 = 33;

/// Bits of a piece of a number that is multiplied.
const PIECE: u32 = 16;

/// Where the number of pairs of clusters comes from.
pub(super) enum Pairs {
    /// The input port `pairs`, of 32 bits.
    Port,
    /// It is this, above 0.
    Known(u16),
}

/// The index unit, as a module of this name: an index in every clock cycle, 6 cycles after its key.
///
/// Ports: `key` (33 bits, the lowest of a position's key; bit 0 is the side to move), `pairs` (32
/// bits, half the number of clusters, above 0), `index` (32 bits). The index is `((key[32:1] x
/// pairs) >> 32) x 2 + key[0]`, which is the published `((key[32:1] x count) >> 32) & ~1 | key[0]`
/// for `count = 2 x pairs`: an odd count cannot be asked for. `pairs` may change in any cycle, and
/// belongs to the key that is beside it.
///
/// Area: four multipliers of 16 by 16 bits, 99 bits of adders, about 350 flip-flops, of which an
/// ECP5 has 250 in its multipliers.
///
/// # Errors
/// A mistake in the description.
pub fn index_unit(project: &mut Project, name: &str) -> Result<ModuleHandle, NetlistError> {
    unit(project, name, Pairs::Port, 1 + 2 * PIECE)
}

/// The unit for pairs from here, with the index cut to `width` bits.
pub(super) fn unit(
    project: &mut Project,
    name: &str,
    pairs: Pairs,
    width: u32,
) -> Result<ModuleHandle, NetlistError> {
    let product = product(project)?;
    let b = Builder::new(
        name,
        format!(
            "The cluster of a key: a product's high half, and the side to move.\nAn index comes {INDEX_LATENCY} cycles after its key; a key may come in every cycle."
        ),
    );
    let key = b.input("key", KEY).comment("the low bits of the key; bit 0 is the side to move");
    let pieces = pieces(&b, pairs);
    let side = (1..=INDEX_LATENCY).fold(key.bit(0), |side, stage| side.later(&format!("side_{stage}")));
    let [low, high] = [(1, "low"), (1 + PIECE, "high")]
        .map(|(from, name)| key.slice(from, PIECE).later(&format!("key_{name}")));

    let low = products(&b, &product, "low", &low, &pieces);
    let high = products(&b, &product, "high", &high, &pieces);
    let pair = match (low.as_slice(), high.as_slice()) {
        ([[carry, _]], [[above, below]]) => {
            // The piece of the count is the only one, so the middle is the product of the high
            // bits.
            let middle = concat(&[above.clone(), below.clone()]).later("middle");
            let sum = &middle + &carry.later("carry").extend(2 * PIECE);
            sum.slice(PIECE, width - 1).later("middle_high").later("pair")
        }
        ([[carry, _], low_high], [high_low, high_high]) => {
            let [one, other] =
                [low_high, high_low].map(|[above, below]| concat(&[above.clone(), below.clone()]));
            let middle = (&one.extend(33) + &other.extend(33)).later("middle");
            let sum = &middle.extend(34) + &carry.later("carry").extend(34);
            let top = concat(&[high_high[0].clone(), high_high[1].clone()]).later("top").later("top_waits");
            let pair = &top + &sum.slice(PIECE, PIECE + 2).later("middle_high").extend(32);
            pair.slice(0, width - 1).later("pair")
        }
        _ => b.constant(width - 1, 0),
    };
    b.output("index", &concat(&[pair, side])).comment("the cluster");
    project.add(b)
}

/// The number of pairs, in one piece where that holds it, else in two, the low one first.
fn pieces(b: &Builder, pairs: Pairs) -> Vec<Wire> {
    match pairs {
        Pairs::Port => {
            let pairs = b.input("pairs", 2 * PIECE).comment("half the number of clusters");
            [(0, "low"), (PIECE, "high")]
                .map(|(from, name)| pairs.slice(from, PIECE).later(&format!("pairs_{name}")))
                .into()
        }
        Pairs::Known(number) => vec![b.named_constant("PAIRS", PIECE, number.into())],
    }
}

/// The products of a piece of the key with each piece of the count, as high and low halves. The low
/// half of the lowest product has no effect, and is left open.
fn products(b: &Builder, product: &ModuleHandle, name: &str, key: &Wire, pieces: &[Wire]) -> Vec<[Wire; 2]> {
    let place = |(place, piece): (usize, &Wire)| {
        let called = format!("{name}_{}", ["low", "high"][place.min(1)]);
        let instance = b.instance(&format!("product_{called}"), product).input("a", key).input("b", piece);
        let instance = instance.output("high", &format!("{called}_above"));
        if name == "low" && place == 0 {
            let outputs = instance.leave_open("low").outputs();
            return [outputs.get("high"), outputs.get("high")];
        }
        let outputs = instance.output("low", &format!("{called}_below")).outputs();
        [outputs.get("high"), outputs.get("low")]
    };
    pieces.iter().enumerate().map(place).collect()
}

/// The name of the module of a product.
pub(super) const PRODUCT: &str = "hash_product";

/// A product of two numbers of 16 bits, two cycles later: a multiplier where the device has one.
/// The two registers behind it, and the registers that its operands come from, are those of the
/// multiplier where it has them.
pub(super) fn product(project: &mut Project) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(PRODUCT, "A product of two numbers, two cycles later.");
    let [one, other] = ["a", "b"].map(|name| b.input(name, PIECE));
    let product = one.times(&other).later("product").later("product_later");
    b.output("low", &product.slice(0, PIECE)).comment("the low half");
    b.output("high", &product.slice(PIECE, PIECE)).comment("the high half");
    project.add(b)
}
