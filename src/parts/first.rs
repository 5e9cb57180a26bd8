//! Which of several bits comes first.

use crate::describe::Wire;

use super::decode::word;

/// The lowest set bit of a word alone; zero where none is set. Combinational; of 8 bits about 14 LUT4 in two levels.
pub fn lowest(bits: &Wire) -> Wire {
    let alone = |index: u32| match index {
        0 => bits.bit(0),
        _ => bits.bit(index) & bits.slice(0, index).none(),
    };
    word(&(0..bits.width()).map(alone).collect::<Vec<_>>())
}

/// The number of the one bit that is set, in as many bits as it takes; 0 where none is. Combinational.
pub fn number(one_hot: &Wire) -> Wire {
    let count = one_hot.width();
    let bits = count.next_power_of_two().trailing_zeros().max(1);
    let of = |place: u32| {
        let set: Vec<Wire> =
            (0..count).filter(|index| index >> place & 1 == 1).map(|index| one_hot.bit(index)).collect();
        match set.is_empty() {
            true => one_hot.builder().bit(false),
            false => word(&set).any(),
        }
    };
    word(&(0..bits).map(of).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::{Builder, Project};
    use crate::simulate::Simulation;

    #[test]
    fn the_lowest_of_every_word_of_eight_bits_and_its_number() {
        let b = Builder::new("first", "");
        let bits = b.input("bits", 8);
        let alone = lowest(&bits);
        b.output("number", &number(&alone));
        b.output("alone", &alone);
        let mut project = Project::new("first");
        project.add(b).unwrap();
        let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
        let [bits, alone, number] = ["bits", "alone", "number"].map(|name| simulation.find(name).unwrap());
        for value in 0..256_u64 {
            simulation.poke(bits, value).unwrap();
            let expected = value & value.wrapping_neg();
            assert_eq!(simulation.peek(alone), expected, "{value:#b}");
            let place = if value == 0 { 0 } else { value.trailing_zeros().into() };
            assert_eq!(simulation.peek(number), place, "{value:#b}");
        }
    }
}
