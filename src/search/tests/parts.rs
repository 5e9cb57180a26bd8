//! Parts by themselves, compared with software at random.

use crate::describe::{Builder, Project};
use crate::netlist::testing::Random;
use crate::search::{Change, Killer, Killers, Opening, Step, Window};
use crate::simulate::Simulation;

const VALUE: u32 = 5;
const INFINITE: i32 = 15;

fn simulate(b: Builder) -> Simulation {
    let mut project = Project::new("parts");
    project.add(b).unwrap();
    Simulation::new(&project.finish().unwrap()).unwrap()
}

fn set(simulation: &mut Simulation, port: &str, value: i32, width: u32) {
    let net = simulation.find(port).unwrap();
    simulation.poke(net, value as u64 & ((1 << width) - 1)).unwrap();
}

fn signed(simulation: &mut Simulation, port: &str) -> i32 {
    let net = simulation.find(port).unwrap();
    let unused = u64::BITS - VALUE;
    ((simulation.peek(net) << unused) as i64 >> unused) as i32
}

fn flag(simulation: &mut Simulation, port: &str) -> bool {
    let net = simulation.find(port).unwrap();
    simulation.peek(net) == 1
}

fn window_bench() -> Simulation {
    let b = Builder::new("windows", "");
    let [alpha, beta, value, above] = ["alpha", "beta", "value", "above"].map(|name| b.input(name, VALUE));
    let [begins, deepens, down, up, cut, counts] =
        ["begins", "deepens", "down", "up", "cut", "counts"].map(|name| b.input(name, 1));
    let (window, step) = (Window { alpha, beta }, Step { begins, deepens, down, up });
    let judged = window.judge(&value);
    let raised = Change::new(&(&counts & &judged.raises), &value);
    let opening = Opening::new(&step, VALUE, INFINITE);
    let next = window.stepped(&step, &opening, &window.turned(&step, &cut), &raised, &above).over(&window);
    b.output("raises", &judged.raises);
    b.output("cuts", &judged.cuts);
    b.output("closed", &window.closed());
    b.output("scout", &window.scout().beta);
    b.output("next_alpha", &next.alpha);
    b.output("next_beta", &next.beta);
    simulate(b)
}

#[test]
fn windows_are_turned_round_below_a_move_and_above() {
    let mut bench = window_bench();
    let mut random = Random(1);
    const STEPS: [&str; 4] = ["begins", "deepens", "down", "up"];
    for _ in 0..4_000 {
        let mut value = || random.below(2 * INFINITE as usize + 1) as i32 - INFINITE;
        let (alpha, beta, value, above) = (value(), value(), value(), value());
        for (name, value) in [("alpha", alpha), ("beta", beta), ("value", value), ("above", above)] {
            set(&mut bench, name, value, VALUE);
        }
        let chosen = random.below(STEPS.len() + 1);
        for (name, place) in STEPS.into_iter().zip(0..) {
            set(&mut bench, name, i32::from(chosen == place), 1);
        }
        let [cut, counts] = [(); 2].map(|()| random.one_in(2));
        set(&mut bench, "cut", cut.into(), 1);
        set(&mut bench, "counts", counts.into(), 1);
        let expected = match STEPS.get(chosen) {
            Some(&"down") => (-beta, -alpha),
            Some(&"up") => (if cut { -beta } else { -alpha }, above),
            Some(_) => (-INFINITE, INFINITE),
            None => (if counts { alpha.max(value) } else { alpha }, beta),
        };
        let next = (signed(&mut bench, "next_alpha"), signed(&mut bench, "next_beta"));
        assert_eq!(next, expected, "{alpha} {beta} {value} {above} {chosen} {cut} {counts}");
        let said = ["raises", "cuts", "closed"].map(|port| flag(&mut bench, port));
        assert_eq!(said, [value > alpha, value >= beta, alpha >= beta]);
        assert!(alpha == INFINITE || signed(&mut bench, "scout") == alpha + 1);
    }
}

/// A list of three killers, which takes a move in each cycle that has one.
fn killer_bench() -> Simulation {
    const MOVE: u32 = 3;
    let b = Builder::new("killers", "");
    b.clock();
    let mv = b.input("mv", MOVE);
    let kept = b.register("kept", 3 * (MOVE + 1));
    let killers = Killers::unpacked(&kept, MOVE, &b.bit(true));
    Change::new(&b.input("cuts", 1), &killers.with(&mv).packed()).keep_in(&kept);
    for (place, Killer { known, mv }) in killers.iter().enumerate() {
        b.output(&format!("known_{place}"), known);
        b.output(&format!("killer_{place}"), mv);
    }
    b.output("same", &killers.same(&mv));
    simulate(b)
}

#[test]
fn killers_move_back_and_none_comes_twice() {
    let mut bench = killer_bench();
    let mut random = Random(2);
    let mut expected: Vec<u64> = Vec::new();
    for _ in 0..2_000 {
        let (mv, cuts) = (random.below(6) as u64, random.one_in(2));
        set(&mut bench, "mv", mv as i32, 3);
        set(&mut bench, "cuts", cuts.into(), 1);
        let [same, places @ ..] = ["same", "killer_0", "killer_1", "killer_2"].map(|port| {
            let net = bench.find(port).unwrap();
            bench.peek(net)
        });
        for (place, killer) in places.into_iter().enumerate() {
            let known = flag(&mut bench, &format!("known_{place}"));
            assert_eq!(known.then_some(killer), expected.get(place).copied(), "{place} of {expected:?}");
            assert!(!known || (same >> place & 1 == 1) == (killer == mv));
        }
        bench.step();
        if cuts {
            expected.retain(|killer| *killer != mv);
            expected.insert(0, mv);
            expected.truncate(3);
        }
    }
}
