//! Machine code against the plain recursive evaluator, and against the interpreter.

use super::random::{self, Random};
use super::{COMPILES, Simulation, compare_compiled, mesh};
use crate::netlist::{Design, Direction, Value};

#[test]
fn compiled_random_designs_agree_with_the_reference() {
    for seed in 0..200 {
        compare_compiled(&random::design(seed), seed, 8, seed as u32 % 4);
    }
}

#[test]
fn the_compiled_mesh_agrees_with_the_reference() {
    compare_compiled(&mesh::design(), 3, 4, 1);
}

/// The outputs of two runs with the same stimulus. Nothing else is read, because that would run the
/// interpreter.
fn outputs(simulation: &mut Simulation, design: &Design, seed: u64, cycles: u32) -> Vec<Value> {
    let top = design.module(design.top().unwrap());
    let mut random = Random(seed);
    let mut seen = Vec::new();
    for _ in 0..cycles {
        for port in top.ports_of(Direction::Input).map(|signal| top.signal(signal)) {
            if port.name != "clk" {
                let value = random.value(port.width);
                let net = simulation.find(&port.name).unwrap();
                simulation.poke_value(net, &value).unwrap();
            }
        }
        for port in top.ports_of(Direction::Output) {
            let net = simulation.find(&top.signal(port).name).unwrap();
            seen.push(simulation.peek_value(net));
        }
        simulation.step();
    }
    seen
}

#[test]
fn compiled_random_designs_agree_with_the_interpreter() {
    for seed in 300..500 {
        let design = random::design(seed);
        let mut interpreted = Simulation::new(&design).unwrap();
        let mut compiled = Simulation::new(&design).unwrap();
        assert_eq!(compiled.compile(), COMPILES);
        let expected = outputs(&mut interpreted, &design, seed, 12);
        assert_eq!(outputs(&mut compiled, &design, seed, 12), expected, "seed {seed}");
    }
}

#[test]
fn code_takes_over_by_itself() {
    let design = mesh::design();
    let mut simulation = Simulation::new(&design).unwrap();
    let mut steady = Simulation::new(&design).unwrap();
    let square = simulation.find("square").unwrap();
    let mut cycles = 0;
    while !simulation.is_compiled() && cycles < 3_000_000 {
        simulation.step();
        cycles += 1;
    }
    assert_eq!(simulation.is_compiled(), COMPILES);
    for _ in 0..cycles {
        steady.step();
    }
    assert_eq!(simulation.peek(square), steady.peek(square));
}
