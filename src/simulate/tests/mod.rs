//! The compiled simulation against a plain recursive evaluator, and what each rule says by example.

mod random;
mod reference;

use super::Simulation;
use crate::netlist::{Design, Direction};
use random::Random;
use reference::Reference;

/// Same stimulus to both; every signal of every scope compared before every edge.
fn compare(design: &Design, seed: u64, cycles: u32) {
    let mut simulation = Simulation::new(design).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let mut reference = Reference::new(design);
    let mut random = Random(seed ^ 0x5eed);
    let top = design.module(design.top().unwrap());
    for cycle in 0..cycles {
        for port in top.ports_of(Direction::Input).map(|signal| top.signal(signal)) {
            if port.name != "clk" && (cycle == 0 || random.chance(80)) {
                let value = random.value(port.width);
                let net = simulation.find(&port.name).unwrap();
                simulation.poke_value(net, &value).unwrap();
                reference.poke(&port.name, value);
            }
        }
        for (path, expected) in reference.values() {
            if path == "clk" {
                continue;
            }
            let net = simulation.find(&path).unwrap();
            assert_eq!(simulation.peek_value(net), expected, "seed {seed}, cycle {cycle}, {path}");
            assert_eq!(simulation.peek(net), expected.low_word());
        }
        for (path, words) in reference.memories() {
            let memory = simulation.memory(&path).unwrap();
            for (address, word) in words.iter().enumerate() {
                let found = simulation.read_word(memory, address as u64).unwrap();
                assert_eq!(&found, word, "seed {seed}, cycle {cycle}, {path}[{address}]");
            }
        }
        simulation.step();
        reference.step();
    }
}

#[test]
fn random_designs_agree_with_the_reference() {
    for seed in 0..400 {
        compare(&random::design(seed), seed, 8);
    }
}
