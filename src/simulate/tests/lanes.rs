//! 64 lanes against 64 simulations, each with inputs of its own.

use super::random::{self, Random};
use super::{Simulation, mesh};
use crate::netlist::{Design, Direction, Value};
use crate::simulate::lanes::{LANES, Lanes};

/// Same stimulus to both; every signal and memory word of some lanes compared before every edge,
/// compiled after half of the cycles.
fn compare(design: &Design, seed: u64, cycles: u32) {
    let mut singles: Vec<Simulation> = (0..LANES).map(|_| Simulation::new(design).unwrap()).collect();
    let mut lanes = Lanes::new(design).unwrap();
    let mut random = Random(seed ^ 0x1a9e5);
    let top = design.module(design.top().unwrap());
    let paths = singles[0].paths();
    let memories = singles[0].memory_paths();
    for cycle in 0..cycles {
        if cycle == cycles / 2 {
            lanes.compile();
        }
        for port in top.ports_of(Direction::Input).map(|signal| top.signal(signal)) {
            if port.name == "clk" {
                continue;
            }
            let (net, single_net) = (lanes.find(&port.name).unwrap(), singles[0].find(&port.name).unwrap());
            for lane in 0..LANES {
                if cycle == 0 || random.one_in(2) {
                    let value = random.value(port.width);
                    lanes.poke_value(net, lane, &value).unwrap();
                    singles[lane as usize].poke_value(single_net, &value).unwrap();
                }
            }
        }
        let some = [0, 63, random.below(64) as u32];
        for path in paths.iter().filter(|path| *path != "clk") {
            let (net, single_net) = (lanes.find(path).unwrap(), singles[0].find(path).unwrap());
            for lane in some {
                let expected = singles[lane as usize].peek_value(single_net);
                let place = format!("seed {seed}, cycle {cycle}, lane {lane}, {path}");
                assert_eq!(lanes.peek_value(net, lane), expected, "{place}");
                assert_eq!(lanes.peek_bit(net, 0) >> lane & 1 == 1, expected.bit(0), "{place}");
            }
        }
        for (path, depth) in &memories {
            let (memory, single) = (lanes.memory(path).unwrap(), singles[0].memory(path).unwrap());
            for (lane, address) in some.iter().flat_map(|&lane| (0..*depth).map(move |at| (lane, at))) {
                let expected = singles[lane as usize].read_word(single, address).unwrap();
                let found = lanes.read_word(memory, lane, address).unwrap();
                assert_eq!(found, expected, "seed {seed}, cycle {cycle}, lane {lane}, {path}[{address}]");
            }
        }
        lanes.step();
        singles.iter_mut().for_each(Simulation::step);
    }
}

#[test]
fn random_designs_agree_with_single_simulations() {
    for seed in 0..40 {
        compare(&random::design(seed), seed, 6);
    }
}

#[test]
fn the_mesh_agrees_with_single_simulations() {
    let design = mesh::design();
    let mut lanes = Lanes::new(&design).unwrap();
    let mut single = Simulation::new(&design).unwrap();
    let [seed, square] = ["seed", "square"].map(|path| lanes.find(path).unwrap());
    for lane in 0..LANES {
        lanes.poke(seed, lane, u64::from(lane) % 16).unwrap();
    }
    single.poke(single.find("seed").unwrap(), 5).unwrap();
    for _ in 0..10 {
        let expected = single.peek(single.find("square").unwrap());
        assert!([5, 21, 37, 53].iter().all(|&lane| lanes.peek(square, lane) == expected));
        lanes.step();
        single.step();
    }
    eprintln!("mesh: {} operations for {LANES} lanes, {} for one", lanes.operations(), single.operations());
}

#[test]
fn lanes_refuse_what_a_simulation_refuses() {
    let design = random::design(1);
    let mut lanes = Lanes::new(&design).unwrap();
    let clk = lanes.find("clk").unwrap();
    assert!(lanes.poke(clk, 0, 1).unwrap_err().to_string().contains("clock"));
    assert!(lanes.find("absent").unwrap_err().to_string().contains("no signal `absent`"));
    let top = design.module(design.top().unwrap());
    let port = top.ports_of(Direction::Input).nth(1).unwrap();
    let input = lanes.find(&top.signal(port).name).unwrap();
    let width = lanes.width(input);
    assert!(lanes.poke_value(input, 3, &Value::ones(width + 1)).is_err());
    lanes.poke_all(input, 1).unwrap();
    assert_eq!(lanes.peek_bit(input, 0), u64::MAX);
    assert_eq!(lanes.peek_bit(input, width), 0);
}
