//! Units of keys beside the keys of positions in software, and with something broken in them.

use super::exercise_chess::exercise_moves;
use super::{KeyPorts, exercise_keys, exercise_shogi_keys, keys, moves_are_taken_back, shogi_keys};
use crate::chess::reference;
use crate::hash::zobrist::{Constants, shogi};
use crate::netlist::{Design, Module, NodeId};
use crate::prove::tests::verdicts;
use crate::simulate::Simulation;

fn simulation(design: &Design) -> Simulation {
    Simulation::new(design).unwrap()
}

/// Games at random, with constants of two seeds.
#[test]
fn keys_made_and_taken_back_are_those_of_the_positions() {
    for seed in [1, 7] {
        let constants = Constants::new(seed);
        let mut simulation = simulation(&keys("hash_keys", &constants).unwrap());
        exercise_keys(&mut simulation, &constants, 10_000).unwrap();
    }
}

/// The same in shogi.
#[test]
fn keys_of_shogi_are_those_of_the_positions() {
    for seed in [1, 7] {
        let constants = shogi::Constants::new(seed);
        let mut simulation = simulation(&shogi_keys("hash_keys", &constants).unwrap());
        exercise_shogi_keys(&mut simulation, &constants, 10_000).unwrap();
    }
}

/// A unit of other constants is found out.
#[test]
fn a_unit_of_another_seed_is_told() {
    let mut simulation = simulation(&shogi_keys("hash_keys", &shogi::Constants::new(2)).unwrap());
    let error = exercise_shogi_keys(&mut simulation, &shogi::Constants::new(1), 100).unwrap_err().to_string();
    assert!(error.contains("key_after is ") && error.contains(" instead of "), "{error}");
}

/// Every move of two plies from every position of the suite: castlings, captures of rooks,
/// promotions, and en passants that may be taken or not.
#[test]
fn keys_of_the_suite_are_those_of_the_positions() {
    let constants = Constants::new(Constants::SEED);
    let mut simulation = simulation(&keys("hash_keys", &constants).unwrap());
    let positions = reference::suite().iter().map(|line| line.position.clone());
    exercise_moves(&mut simulation, &constants, positions).unwrap();
}

/// A unit of which the register of this name is given what `next` says.
fn broken(design: &Design, register: &str, next: impl Fn(&mut Module, usize) -> NodeId) -> Design {
    let (mut changed, mut found) = (Design::new("hash_keys"), 0);
    for module in design.modules() {
        let mut module = module.clone();
        let name = |at: &usize| module.signal(module.registers[*at].output).name == register;
        if let Some(at) = (0..module.registers.len()).find(name) {
            module.registers[at].next = next(&mut module, at);
            found += 1;
        }
        changed.add(module).unwrap();
    }
    assert_eq!(found, 1, "{register}");
    changed
}

/// A unit that forgets the key, and one whose change depends on what came before.
#[test]
fn a_move_that_is_not_taken_back_is_found() {
    let chess = keys("hash_keys", &Constants::new(1)).unwrap();
    let shogi = shogi_keys("hash_keys", &shogi::Constants::new(1)).unwrap();
    let mut all = Vec::new();
    for (design, ports, remembers) in
        [(&chess, KeyPorts::CHESS, "rights_lost"), (&shogi, KeyPorts::SHOGI, "held_3")]
    {
        let property = |of: &Design| moves_are_taken_back(of, ports).unwrap();
        let zero = |module: &mut Module, at: usize| {
            let width = module.signal(module.registers[at].output).width;
            module.constant(crate::netlist::Value::zero(width))
        };
        let itself = |module: &mut Module, at: usize| module.read(module.registers[at].output);
        all.push((property(design), true));
        all.push((property(&broken(design, "key_2", zero)), false));
        all.push((property(&broken(design, remembers, itself)), false));
    }
    verdicts("a_move_that_is_not_taken_back_is_found", all);
}
