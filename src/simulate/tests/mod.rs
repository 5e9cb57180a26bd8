//! The compiled simulation against a plain recursive evaluator, and an example of each rule.

mod lanes;
mod mesh;
mod native;
mod pack;
mod random;
mod reference;
mod rules;
mod waves;

use super::Simulation;
use crate::netlist::{Design, Direction};
use random::Random;
use reference::Reference;

/// Whether there is machine code on this kind of processor.
const COMPILES: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// The names of clocks, which `step` drives.
const CLOCKS: [&str; 2] = ["clk", "clock"];

impl Simulation {
    /// The paths of all signals.
    fn paths(&self) -> Vec<String> {
        (0..self.flat.nets.len() as u32).map(|net| self.flat.hierarchy.path(net)).collect()
    }

    /// The paths and depths of all memories.
    fn memory_paths(&self) -> Vec<(String, u64)> {
        let memories = self.flat.module.memories.iter();
        memories.map(|memory| (memory.name.clone(), u64::from(memory.depth))).collect()
    }
}

/// Same stimulus to both; every signal of every scope compared before every edge.
fn compare(design: &Design, seed: u64, cycles: u32) {
    compare_compiled(design, seed, cycles, u32::MAX);
}

/// The same, and from this cycle on with machine code.
fn compare_compiled(design: &Design, seed: u64, cycles: u32, compiled_from: u32) {
    let mut simulation = Simulation::new(design).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let mut reference = Reference::new(design);
    let mut random = Random(seed ^ 0x5eed);
    let top = design.module(design.top().unwrap());
    for cycle in 0..cycles {
        if cycle == compiled_from {
            assert!(simulation.compile() || !COMPILES);
        }
        for port in top.ports_of(Direction::Input).map(|signal| top.signal(signal)) {
            if !CLOCKS.contains(&port.name.as_str()) && (cycle == 0 || !random.one_in(5)) {
                let value = random.value(port.width);
                let net = simulation.find(&port.name).unwrap();
                simulation.poke_value(net, &value).unwrap();
                reference.poke(&port.name, value);
            }
        }
        for (path, expected) in reference.values() {
            if CLOCKS.contains(&path.as_str()) {
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
    for seed in 0..300 {
        compare(&random::design(seed), seed, 8);
    }
}

#[test]
fn the_mesh_agrees_with_the_reference() {
    compare(&mesh::design(), 3, 4);
}

/// Prints how fast it is; asserts only that the board lives, because machines differ.
#[test]
fn the_mesh_runs() {
    let design = mesh::design();
    let start = std::time::Instant::now();
    let mut simulation = Simulation::new(&design).unwrap();
    let ready = start.elapsed();
    let seed = simulation.find("seed").unwrap();
    let square = simulation.find("square").unwrap();
    let cycles = 20_000;
    let mut seen = std::collections::BTreeSet::new();
    let start = std::time::Instant::now();
    for cycle in 0..cycles {
        if cycle % 16 == 0 {
            simulation.poke(seed, cycle / 16 % 16).unwrap();
            seen.insert(simulation.peek(square));
        }
        simulation.step();
    }
    let rate = cycles as f64 / start.elapsed().as_secs_f64();
    eprintln!("mesh: {} operations, ready in {ready:?}, {rate:.0} cycles/s", simulation.operations());
    assert!(seen.len() > 3, "{seen:?}");
}
