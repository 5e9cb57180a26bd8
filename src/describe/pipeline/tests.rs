use super::*;
use crate::describe::{Project, Wire, concat, mux};
use crate::netlist::testing::Random;
use crate::netlist::{Design, Direction, Memory, Module, RamStyle};
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

/// Random logic: each value is of two or three before it, often of old ones, so that many have to
/// wait.
fn random_logic(random: &mut Random) -> Builder {
    let b = Builder::new("unit", "");
    let inputs: Vec<Wire> = (0..4).map(|input| b.input(&format!("in_{input}"), 12)).collect();
    let mut values = inputs.clone();
    for step in 0..60 {
        let pick =
            |random: &mut Random, from: usize| values[from + random.below(values.len() - from)].clone();
        let recent = values.len() - 2;
        let (a, c, old) = (pick(random, recent), pick(random, 0), pick(random, 0));
        let low = random.below(12) as u32;
        let value = match random.below(6) {
            0 => &a + &c,
            1 => mux(&c.bit(low), &a, &old),
            2 => concat(&[a.slice(0, 5), c.slice(3, 7)]) ^ &old,
            3 => a.shift_left(&c.slice(low.min(9), 3)) | &old,
            4 => (&a & &c).odd_parity().repeat(12) ^ &a,
            _ => !(&a ^ &c) & &old,
        };
        values.push(if random.one_in(2) { value.named(&format!("step_{step}")) } else { value });
    }
    let last = values.len() - 1;
    b.output("late", &values[last]);
    b.output("sum", &values.iter().skip(1).step_by(3).fold(inputs[0].clone(), |sum, one| sum ^ one));
    b.output("parts", &concat(&[values[last - 7].slice(2, 5), values[9].slice(0, 3), inputs[2].bit(0)]));
    // Every input is read.
    b.output("total", &inputs.iter().fold(inputs[0].clone(), |sum, one| &sum + one));
    b
}

fn design(logic: Builder, options: &PipelineOptions) -> (Design, Pipelined) {
    let mut project = Project::new("test");
    let pipelined = pipeline(&mut project, logic, options).unwrap();
    (project.finish().unwrap(), pipelined)
}

/// The logic as it is; some of it may be for nothing.
fn plain(logic: Builder) -> Design {
    let mut project = Project::new("test");
    project.add(logic).unwrap();
    project.unchecked()
}

/// The outputs in each cycle, for random inputs.
fn outputs(design: &Design, cycles: u32, steps: bool) -> Vec<Vec<u64>> {
    let mut simulation = Simulation::new(design).unwrap();
    let top = design.module(design.top().unwrap());
    let nets = |direction| -> Vec<_> {
        let names = top.ports_of(direction).map(|id| top.signal(id).name.clone());
        names.filter(|name| name != "clock").map(|name| simulation.find(&name).unwrap()).collect()
    };
    let (inputs, outputs) = (nets(Direction::Input), nets(Direction::Output));
    let mut random = Random(7);
    let mut found = Vec::new();
    for _ in 0..cycles {
        for &net in &inputs {
            let word = random.next() & ((1 << simulation.width(net)) - 1);
            simulation.poke(net, word).unwrap();
        }
        found.push(outputs.iter().map(|&net| simulation.peek(net)).collect());
        if steps {
            simulation.step();
        }
    }
    found
}

#[test]
fn a_pipeline_computes_what_the_logic_does_at_any_depth() {
    let expected = outputs(&plain(logic()), 200, false);
    let mut last_latency = u32::MAX;
    for levels in [1, 2, 3, 5, 100] {
        let (design, pipelined) = design(logic(), &PipelineOptions::new(levels));
        let found = outputs(&design, 200, true);
        let latency = pipelined.latency as usize;
        assert_eq!(found[latency..], expected[..200 - latency], "{levels} levels");
        assert!(pipelined.latency <= last_latency);
        last_latency = pipelined.latency;
    }
    assert_eq!(last_latency, 2);
}

#[test]
fn registers_are_behind_the_signals_that_are_named() {
    let expected = outputs(&plain(logic()), 200, false);
    for (cuts, latency) in [(vec![], 2), (vec!["early"], 3), (vec!["deep"], 3), (vec!["deep", "early"], 4)] {
        let (design, pipelined) = design(logic(), &PipelineOptions::behind(cuts.clone()));
        assert_eq!(pipelined.latency, latency, "{cuts:?}");
        let latency = latency as usize;
        assert_eq!(outputs(&design, 200, true)[latency..], expected[..200 - latency], "{cuts:?}");
    }
    // With levels too, a cut is one register more at most.
    let three = |cuts: &[&str]| PipelineOptions {
        cuts: cuts.iter().map(|&name| name.into()).collect(),
        ..PipelineOptions::new(3)
    };
    let [without, with] = [&[][..], &["early"]].map(|cuts| design(logic(), &three(cuts)).1.latency);
    assert!((without..=without + 1).contains(&with), "{without}, {with}");
    for name in ["a", "nothing", "late"] {
        let refused = pipeline(&mut Project::new("test"), logic(), &PipelineOptions::behind([name])).err();
        let told = refused.map(|error| error.to_string()).unwrap_or_default();
        let expected =
            format!("`unit` has no signal called `{name}` to put a register behind; name one of its");
        assert!(told.starts_with(&expected), "{told}");
    }
    let refused = pipeline(&mut Project::new("test"), logic(), &PipelineOptions::behind(["earliest"])).err();
    assert!(matches!(&refused, Some(PipelineError::NoCut { near, .. }) if near[0] == "early"), "{refused:?}");
}

#[test]
fn a_pipeline_computes_the_same_wherever_its_registers_are() {
    for seed in 1..=6 {
        let expected = outputs(&plain(random_logic(&mut Random(seed))), 120, false);
        for levels in [1, 2, 7] {
            let mut latencies = Vec::new();
            let choices = [
                (false, None, None, None),
                (true, None, None, None),
                (true, Some(3), Some(2), None),
                (false, Some(1), Some(1), None),
                (true, Some(3), Some(2), Some(6)),
            ];
            for (sparing, wide, copies, apart) in choices {
                let options =
                    PipelineOptions { sparing, wide, copies, apart, ..PipelineOptions::new(levels) };
                let (design, pipelined) = design(random_logic(&mut Random(seed)), &options);
                let latency = pipelined.latency as usize;
                assert_eq!(
                    outputs(&design, 120, true)[latency..],
                    expected[..120 - latency],
                    "{seed}: {options:?}"
                );
                latencies.push(latency);
            }
            assert!(latencies[..3].is_sorted(), "{seed}: {levels} levels: {latencies:?}");
        }
    }
}

#[test]
fn a_bit_with_many_readers_takes_as_long_as_one_table_more() {
    let latency = |wide| {
        let b = Builder::new("unit", "A word that counts only if four bits are set.");
        let all = b.input("four", 4).all().named("all");
        b.output("result", &(b.input("word", 16) & all.repeat(16)));
        let options = PipelineOptions { wide, ..PipelineOptions::new(2) };
        pipeline(&mut Project::new("test"), b, &options).unwrap().latency
    };
    assert_eq!([latency(None), latency(Some(17)), latency(Some(16))], [2, 2, 3]);
}

#[test]
fn registers_with_many_readers_have_copies() {
    let registers = |copies| {
        let b = Builder::new("unit", "A word that counts only if a bit is set.");
        b.output("result", &(b.input("word", 16) & (!b.input("gate", 1)).repeat(16)));
        let options = PipelineOptions { copies, ..PipelineOptions::new(2) };
        let mut project = Project::new("test");
        let pipelined = pipeline(&mut project, b, &options).unwrap();
        assert_eq!(pipelined.latency, 2);
        pipelined.registers - 33
    };
    assert_eq!([None, Some(16), Some(15), Some(4)].map(registers), [0, 0, 1, 3]);
}

#[test]
fn waiting_in_memory_changes_nothing_but_area() {
    let mut remembered = 0;
    for seed in 1..=6 {
        let expected = outputs(&plain(random_logic(&mut Random(seed))), 120, false);
        for levels in [1, 2, 7] {
            let mut registers = None;
            for waits in [Waits::REGISTERS, Waits::memory_from(1), Waits::memory_from(9)] {
                let options = PipelineOptions { waits, ..PipelineOptions::new(levels) };
                let (design, pipelined) = design(random_logic(&mut Random(seed)), &options);
                let latency = pipelined.latency as usize;
                let found = outputs(&design, 120, true);
                assert_eq!(found[latency..], expected[..120 - latency], "{seed}: {options:?}");
                match registers {
                    None => registers = Some((pipelined.registers, latency)),
                    Some(all) => {
                        assert!(pipelined.registers <= all.0 && latency == all.1, "{seed}: {options:?}")
                    }
                }
                assert_eq!(
                    pipelined.memory > 0,
                    design.modules().iter().any(|module| !module.memories.is_empty())
                );
                remembered += pipelined.memory;
            }
        }
    }
    assert!(remembered > 0, "nothing waited in memory");
}

#[test]
fn a_pipeline_counts_its_registers() {
    for options in
        [PipelineOptions { waits: Waits::REGISTERS, ..PipelineOptions::new(1) }, PipelineOptions::new(2)]
    {
        let mut project = Project::new("test");
        let logic = random_logic(&mut Random(3));
        let pipelined = pipeline(&mut project, logic, &options).unwrap();
        let design = project.unchecked();
        // The delay lines are modules of their own, one for each use before modules are shared.
        let of = |module: &Module| -> u32 {
            let registers = module.registers.iter().map(|register| module.signal(register.output));
            registers.filter(|signal| signal.name != "turn").map(|signal| signal.width).sum()
        };
        let ram = |module: &Module| -> u32 {
            let lut_ram = |memory: &&Memory| memory.style == Some(RamStyle::Distributed);
            module.memories.iter().filter(lut_ram).map(|memory| memory.width).sum()
        };
        let found: u32 = design.modules().iter().map(|module| of(module) + ram(module)).sum();
        assert_eq!(found, pipelined.registers);
    }
}

#[test]
fn a_stage_is_a_module_and_values_called_alike_are_a_bus() {
    let b = Builder::new("unit", "Two rows.");
    let word = b.input("word", 16).comment("both rows");
    let ranks: Vec<Wire> = (0..2).map(|rank| word.slice(8 * rank, 8)).collect();
    let odd: Vec<Wire> = (0..2)
        .map(|rank| {
            (&ranks[rank] ^ &ranks[1 - rank].slice(0, 1).repeat(8)).named(&format!("odd_{}", rank + 1))
        })
        .collect();
    b.output("any", &(odd[0].any() & odd[1].any()));
    let (design, pipelined) = design(b, &PipelineOptions::new(1));
    let names: Vec<_> = design.modules().iter().map(|module| module.name.as_str()).collect();
    assert_eq!(names.last(), Some(&"unit"));
    assert_eq!(names.len() as u32, pipelined.latency);
    let second = design.module(design.find("unit_stage_2").unwrap());
    assert!(second.doc.starts_with("Stage 2 of 3 of unit: "), "{}", second.doc);
    let register = second.signal(second.registers[0].output);
    assert_eq!((register.name.as_str(), register.width), ("odd", 16));
    assert!(second.find_port(Direction::Input, "odd_in").is_some());
    let top = design.module(design.find("unit").unwrap());
    assert_eq!(top.doc, "Two rows.\n3 stages, a result in every clock cycle, 4 cycles later.");
    assert_eq!(top.signal(top.find_signal("word").unwrap()).comment.as_deref(), Some("both rows"));
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
    let told = message(b, 2);
    assert!(told.contains("`state`") && told.contains(" has a state"), "{told}");

    let b = Builder::new("m", "");
    let loops = b.forward("around", 2);
    b.drive(&loops, &concat(&[loops.bit(0), b.input("a", 1)]));
    b.output("out", &loops);
    let told = message(b, 2);
    assert!(told.contains("`around`") && told.contains(" depends on itself"), "{told}");
    assert!(message(logic(), 0).contains("choose 1 or more"));
}

/// A value may be called as an output is, wherever both are worked out.
#[test]
fn an_output_keeps_its_name() {
    for levels in [1, 2, 9] {
        let b = Builder::new("unit", "");
        let a = b.input("a", 8);
        let total = (&a + &a).named("total");
        b.output("total", &total);
        b.output("other", &(!&total).any());
        let mut project = Project::new("test");
        pipeline(&mut project, b, &PipelineOptions::new(levels)).unwrap();
        project.finish().unwrap();
    }
}

/// The way to many readers has a stage of its own: they read the bit a stage later than others
/// would. Few readers do not.
#[test]
fn many_readers_are_apart() {
    let latency = |apart, width| {
        let b = Builder::new("unit", "");
        let (a, word) = (b.input("a", 4), b.input("word", width));
        b.output("out", &(&word & &a.any().repeat(width)));
        let options = PipelineOptions { apart, ..PipelineOptions::new(1) };
        pipeline(&mut Project::new("test"), b, &options).unwrap().latency
    };
    assert_eq!(latency(Some(8), 8), latency(None, 8) + 1);
    assert_eq!(latency(Some(8), 7), latency(None, 7));
    // Of an input, the registers before the first stage are on the way.
    let input = |apart| {
        let b = Builder::new("unit", "");
        let (a, word) = (b.input("a", 1), b.input("word", 8));
        b.output("out", &(&word & &a.repeat(8)));
        let options = PipelineOptions { apart, ..PipelineOptions::new(1) };
        pipeline(&mut Project::new("test"), b, &options).unwrap().latency
    };
    assert_eq!(input(Some(8)), input(None) + 1);
}
