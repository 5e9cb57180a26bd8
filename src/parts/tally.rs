//! Wide sums of small numbers.

use crate::describe::{Builder, Wire, concat};

/// Bits that are added in one cycle.
const STEP: u32 = 16;

/// A register of 64 bits that adds a number of at most 16 bits in every cycle, and becomes 0 in a
/// cycle with `clear`.
///
/// A carry goes on 16 bits a cycle, so no addition is longer. The sum is right four cycles after
/// the last number. Its parts are called `<name>_<number>`.
pub fn tally(b: &Builder, name: &str, number: &Wire, clear: &Wire) -> Wire {
    let mut parts = Vec::new();
    let mut more = number.extend(STEP);
    for part in 0..u64::BITS / STEP {
        let sum = b.register(&format!("{name}_{part}"), STEP);
        parts.insert(0, sum.output());
        // The last part's carry is lost, after 2^64.
        if parts.len() as u32 * STEP == u64::BITS {
            sum.next(&(&*sum + &more.extend(STEP)).when(&!clear));
            break;
        }
        let next = &sum.extend(STEP + 1) + &more.extend(STEP + 1);
        sum.next(&next.slice(0, STEP).when(&!clear));
        let carry = b.register(&format!("{name}_carry_{part}"), 1);
        carry.next(&(next.bit(STEP) & !clear));
        more = carry.output();
    }
    concat(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Project;
    use crate::netlist::testing::Random;
    use crate::simulate::Simulation;

    #[test]
    fn the_sum_is_right_four_cycles_later() {
        let b = Builder::new("sum", "");
        let (number, clear) = (b.input("number", 16), b.input("clear", 1));
        b.output("total", &tally(&b, "sum", &number, &clear));
        let mut project = Project::new("sum");
        project.add(b).unwrap();
        let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
        let find = |name: &str| simulation.find(name).unwrap();
        let [number, clear, total] = ["number", "clear", "total"].map(find);
        let mut random = Random(1);
        for round in 0..20 {
            simulation.poke(clear, 1).unwrap();
            simulation.step();
            simulation.poke(clear, 0).unwrap();
            let mut expected = 0;
            for _ in 0..50_000 * (round % 2) + random.below(100) {
                let value = random.below(0x1_0000) as u64;
                simulation.poke(number, value).unwrap();
                simulation.step();
                expected += value;
            }
            simulation.poke(number, 0).unwrap();
            (0..4).for_each(|_| simulation.step());
            assert_eq!(simulation.peek(total), expected);
        }
    }
}
