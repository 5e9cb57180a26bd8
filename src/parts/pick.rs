//! The first of a set, one-hot, and the set without it.

use crate::describe::{Wire, mux};
use crate::parts::decode::word;

/// The first of a set of bits, the lowest.
pub struct Pick {
    /// The first bit alone; 0 if there is none.
    pub first: Wire,
    /// The others.
    pub rest: Wire,
}

/// Splits a set into its first bit and the rest. Combinational; a carry chain of its width, and 1
/// LUT4 a bit for each of the two.
pub fn pick(set: &Wire, name: &str) -> Pick {
    let none = set.builder().constant(set.width(), 0);
    let first = (set & &(&none - set)).named(&format!("first_{name}"));
    Pick { rest: set & !&first, first }
}

/// The first bit alone, found without a carry, for few bits or for a carry that would be late.
/// Combinational; about 14 LUT4 in two levels for 8 bits.
pub fn lowest(bits: &Wire) -> Wire {
    let alone = |index: u32| match index {
        0 => bits.bit(0),
        _ => bits.bit(index) & bits.slice(0, index).none(),
    };
    word(&(0..bits.width()).map(alone).collect::<Vec<_>>())
}

/// The number of the set bit, in `width` bits; for several bits, the *or* of their numbers, and for
/// none 0. Combinational.
pub fn index(one_hot: &Wire, width: u32) -> Wire {
    numbered(one_hot, &(0..u64::from(one_hot.width())).collect::<Vec<_>>(), width)
}

/// The same as [`index`], with a number of its own for each bit.
pub fn numbered(one_hot: &Wire, numbers: &[u64], width: u32) -> Wire {
    let bits = one_hot.bits();
    let bit = |place: u32| {
        let of = bits.iter().zip(numbers).filter(|(_, number)| *number >> place & 1 == 1);
        let of: Vec<Wire> = of.map(|(bit, _)| bit.clone()).collect();
        if of.is_empty() { one_hot.builder().bit(false) } else { word(&of).any() }
    };
    word(&(0..width).map(bit).collect::<Vec<_>>())
}

/// The bits from the place `index` on; with `after`, without that place. Combinational; about 2
/// LUT4 a bit.
pub fn from_index(index: &Wire, count: u32, after: bool) -> Wire {
    let b = index.builder();
    let bit = |place: u32| {
        // Places that no index points at come behind all.
        if u64::from(place) >> index.width() != 0 {
            return b.bit(true);
        }
        let limit = b.constant(index.width(), place.into());
        if after { limit.gt(index) } else { !index.gt(&limit) }
    };
    word(&(0..count).map(bit).collect::<Vec<_>>())
}

/// The word whose bit in `one_hot` is set; 0 if no bit is set. Words may have different widths; the
/// result is as wide as the widest. Combinational; an *and* and an *or* a bit.
pub fn choose(one_hot: &Wire, words: &[Wire]) -> Wire {
    let width = words.iter().map(Wire::width).max().unwrap_or(1);
    let gated =
        words.iter().zip(0..).map(|(word, number)| word.extend(width) & one_hot.bit(number).repeat(width));
    gated.reduce(|all, one| all | one).unwrap_or_else(|| one_hot.builder().constant(width, 0))
}

/// The words `by` places further, with zeros moved in: place `n` of the result is place `n + by` of
/// these, for as many as are `wanted`. Combinational; a multiplexer a bit for each bit of `by`.
pub fn from_place(words: &[Wire], by: &Wire, wanted: usize) -> Vec<Wire> {
    let Some(zero) = words.first().map(|word| word.builder().constant(word.width(), 0)) else {
        return Vec::new();
    };
    let mut words = words.to_vec();
    for bit in (0..by.width()).rev() {
        let needed = wanted + (1 << bit) - 1;
        let at = |place: usize| words.get(place).unwrap_or(&zero).clone();
        words = (0..needed).map(|place| mux(&by.bit(bit), &at(place + (1 << bit)), &at(place))).collect();
    }
    words
}

/// The words `by` places back, with zeros moved in: place `n + by` of the result is place `n` of
/// these. Combinational, as [`from_place`].
pub fn to_place(words: &[Wire], by: &Wire) -> Vec<Wire> {
    let Some(zero) = words.first().map(|word| word.builder().constant(word.width(), 0)) else {
        return Vec::new();
    };
    let mut words = words.to_vec();
    for bit in 0..by.width() {
        let step = 1 << bit;
        let at = |place: Option<usize>| place.and_then(|place| words.get(place)).unwrap_or(&zero).clone();
        let count = words.len() + step;
        words = (0..count)
            .map(|place| mux(&by.bit(bit), &at(place.checked_sub(step)), &at(Some(place))))
            .collect();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::{Builder, Project};
    use crate::simulate::Simulation;

    /// Every value of ten bits and a place.
    #[test]
    fn parts_do_what_programs_do() {
        let b = Builder::new("picks", "");
        let (set, place) = (b.input("bits", 10), b.input("place", 3));
        let Pick { first, rest } = pick(&set, "bit");
        b.output("index", &index(&first, 4));
        b.output("lowest", &lowest(&set));
        b.output("first", &first);
        b.output("rest", &rest);
        b.output("from", &from_index(&place, 10, false));
        b.output("behind", &from_index(&place, 10, true));
        let words = [set.slice(0, 4), set.slice(4, 2), set.slice(6, 4)];
        b.output("chosen", &choose(&place, &words));
        b.output("from_place", &word(&from_place(&set.bits(), &place, 4)));
        b.output("to_place", &word(&to_place(&set.bits(), &place)));
        let mut project = Project::new("picks");
        project.add(b).unwrap();
        let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
        let ports = [
            "bits",
            "place",
            "index",
            "lowest",
            "first",
            "rest",
            "from",
            "behind",
            "chosen",
            "from_place",
            "to_place",
        ];
        let [set, place, ports @ ..] = ports.map(|port| simulation.find(port).unwrap());
        for value in 0..1024_u64 {
            for by in 0..8 {
                simulation.poke(set, value).unwrap();
                simulation.poke(place, by).unwrap();
                let found = ports.map(|port| simulation.peek(port));
                let first = value & value.wrapping_neg();
                let at = if value == 0 { 0 } else { u64::from(value.trailing_zeros()) };
                let from = 0x3ff & !((1 << by) - 1);
                let words = [value & 15, value >> 4 & 3, value >> 6];
                let chosen = (0..3).filter(|word| by >> word & 1 == 1).fold(0, |all, word| all | words[word]);
                let expected = [
                    at,
                    first,
                    first,
                    value & !first,
                    from,
                    from & !(1 << by),
                    chosen,
                    value >> by & 15,
                    value << by,
                ];
                assert_eq!(found, expected, "{value:#x} {by}");
            }
        }
    }
}
