use super::*;
use crate::describe::{Project, concat, mux};
use crate::netlist::testing::Random;
use crate::simulate::Simulation;

/// Something with operands of many depths.
fn logic() -> Builder {
    let b = Builder::new("unit", "");
    let (a, c) = (b.input("a", 8), b.input("c", 8));
    let early = (&a ^ &c).named("early");
    let mut deep = early.clone();
    for step in 0..9 {
        deep = mux(&deep.bit(step % 8), &(&deep + &a), &concat(&[deep.slice(0, 3), c.slice(3, 5)]));
    }
    let deep = deep.named("deep");
    b.output("late", &(&deep ^ &early));
    b.output("flag", &(a.is(3) & deep.any()));
    b
}

fn design(levels: u32) -> (crate::netlist::Design, Pipelined) {
    let mut project = Project::new("test");
    let pipelined = pipeline(&mut project, logic(), &PipelineOptions::new(levels)).unwrap();
    (project.finish().unwrap(), pipelined)
}

#[test]
fn a_pipeline_computes_what_the_logic_does_at_any_depth() {
    let mut project = Project::new("test");
    project.add(logic()).unwrap();
    let mut plain = Simulation::new(&project.finish().unwrap()).unwrap();
    let mut last_latency = u32::MAX;
    for levels in [1, 2, 3, 5, 100] {
        let (design, pipelined) = design(levels);
        let mut piped = Simulation::new(&design).unwrap();
        let mut random = Random(7);
        let mut expected = Vec::new();
        for cycle in 0..200 {
            let (a, c) = (random.next() & 255, random.next() & 255);
            for (simulation, is_plain) in [(&mut plain, true), (&mut piped, false)] {
                for (name, value) in [("a", a), ("c", c)] {
                    let net = simulation.find(name).unwrap();
                    simulation.poke(net, value).unwrap();
                }
                let (late, flag) = (simulation.find("late").unwrap(), simulation.find("flag").unwrap());
                let found = (simulation.peek(late), simulation.peek(flag));
                if is_plain {
                    expected.push(found);
                } else if cycle >= pipelined.latency as usize {
                    assert_eq!(
                        found,
                        expected[cycle - pipelined.latency as usize],
                        "{levels} levels, cycle {cycle}"
                    );
                }
            }
            piped.step();
        }
        assert!(pipelined.latency <= last_latency);
        last_latency = pipelined.latency;
    }
    assert_eq!(last_latency, 2);
}

#[test]
fn depth_is_that_of_tables_of_four_inputs() {
    let depth = |describe: fn(&Builder) -> crate::describe::Wire| {
        let b = Builder::new("m", "");
        let out = describe(&b);
        b.output("out", &out);
        pipeline(&mut Project::new("test"), b, &PipelineOptions::new(u32::MAX)).unwrap().levels
    };
    assert_eq!(depth(|b| b.input("a", 4).any()), 1);
    assert_eq!(depth(|b| b.input("a", 5).any()), 2);
    assert_eq!(depth(|b| b.input("a", 16).any()), 2);
    assert_eq!(depth(|b| !b.input("a", 17).any()), 3);
    assert_eq!(depth(|b| &b.input("a", 1) & &b.bit(true)), 0);
}

#[test]
fn what_cannot_be_cut_is_named() {
    let message = |logic, levels| {
        let error = pipeline(&mut Project::new("test"), logic, &PipelineOptions::new(levels)).err().unwrap();
        error.to_string()
    };
    let b = Builder::new("m", "");
    let state = b.register("state", 1);
    state.next(&b.input("a", 1));
    b.output("out", &state);
    assert!(message(b, 2).contains("`state` has a state"));

    let b = Builder::new("m", "");
    let loops = b.forward("around", 2);
    b.drive(&loops, &concat(&[loops.bit(0), b.input("a", 1)]));
    b.output("out", &loops);
    assert!(message(b, 2).contains("`around` depends on itself"));
    assert!(message(logic(), 0).contains("choose 1 or more"));
}
