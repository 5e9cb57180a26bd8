//! Tables on memories beside their twins.

use super::exercise::{Counts, Run};
use super::link::{Axi4Model, MemoryLink, WishboneModel};
use super::model::{Memory, MemoryModel};
use super::sdram::SdramModel;
use super::{
    Ddr3, MemoryOptions, Sdram, Times, answers_have_their_tags, clearing_below_count, exercise_memory_table,
    keeps_its_times, look_ups, memory_table, reads_under_way,
};
use crate::hash::Layout;
use crate::hash::hardware::exercise::Operations;
use crate::netlist::{Design, Value};
use crate::prove::Property;
use crate::prove::tests::{Verdict, verdicts};
use crate::simulate::{Latency, Simulation};

fn options(layout: Layout, outstanding: u32) -> MemoryOptions {
    MemoryOptions { name: "hash_memory".into(), layout, tag_bits: 8, outstanding, link: MemoryLink::Port }
}

fn run(options: &MemoryOptions, clusters: u64, latency: Latency, operations: u32) -> Counts {
    let mut simulation = Simulation::new(&memory_table(options).unwrap()).unwrap();
    let memory = MemoryModel::new(clusters, options.layout, latency, 3);
    run_on(&mut simulation, options, clusters, (memory, operations))
}

fn run_on<M: Memory>(
    simulation: &mut Simulation,
    options: &MemoryOptions,
    clusters: u64,
    (memory, operations): (M, u32),
) -> Counts {
    let mut run = Run::new(simulation, options, clusters, memory).unwrap();
    let mut random = Operations::new(1, options.layout);
    for number in 0..operations {
        run.operate(&random.next()).unwrap_or_else(|error| panic!("operation {number}: {error}"));
    }
    run.settle().unwrap();
    run.counts
}

/// Memories of every kind; the bytes are compared at the end.
#[test]
fn a_table_on_any_memory_is_its_twin() {
    let latencies = [(1..=1, 1), (1..=7, 2), (25..=25, 1), (2..=60, 5)];
    for (cycles, takes_one_in) in latencies {
        let counts = run(&options(Layout::default(), 8), 30, Latency { cycles, takes_one_in }, 400);
        assert!(counts.answers > 200, "{counts:?}");
    }
}

#[test]
fn tables_of_other_layouts_and_few_reads_are_their_twins() {
    let latency = || Latency { cycles: 1..=9, takes_one_in: 2 };
    for (entries, key, depth, mv, value) in [(1, 16, 8, 16, 16), (4, 9, 4, 8, 9), (2, 31, 16, 17, 24)] {
        let layout = Layout::new(entries, key, depth, mv, value).unwrap();
        run(&options(layout, 2), 10, latency(), 300);
    }
}

/// Look-ups are held back and lose nothing; stores are dropped as a whole, and counted.
#[test]
fn a_full_queue_holds_look_ups_back_and_drops_stores() {
    let counts = run(&options(Layout::default(), 2), 6, Latency { cycles: 80..=90, takes_one_in: 9 }, 300);
    assert!(counts.held_back > 1000 && counts.dropped > 20, "{counts:?}");
}

/// A memory that takes a read in every cycle is asked in every cycle.
#[test]
fn look_ups_come_at_the_speed_of_the_memory() {
    let options = options(Layout::default(), 16);
    let mut simulation = Simulation::new(&memory_table(&options).unwrap()).unwrap();
    let latency = Latency { cycles: 14..=14, takes_one_in: 1 };
    let memory = MemoryModel::new(1000, options.layout, latency, 3);
    let mut run = Run::new(&mut simulation, &options, 1000, memory).unwrap();
    run.look_up(2000).unwrap();
    let counts = run.counts;
    assert!(counts.cycles <= 2000 + counts.held_back && counts.held_back < 40, "{counts:?}");
    assert!(run.memory().most_under_way() >= 14);
    run.settle().unwrap();
}

#[test]
fn it_is_exercised() {
    let options = options(Layout::default(), 8);
    let mut simulation = Simulation::new(&memory_table(&options).unwrap()).unwrap();
    exercise_memory_table(&mut simulation, &options).unwrap();
}

#[test]
fn numbers_of_reads_that_do_not_do_are_refused() {
    let error = |outstanding| memory_table(&options(Layout::default(), outstanding)).unwrap_err().to_string();
    assert_eq!(error(3), "3 reads under way; there may be 2, 4, 8 or 16");
    assert_eq!(error(32), "32 reads under way; there may be 2, 4, 8 or 16");
}

fn linked(layout: Layout, link: MemoryLink) -> MemoryOptions {
    MemoryOptions { link, ..options(layout, 8) }
}

/// Slaves of every kind; one replies in the cycle of its word.
#[test]
fn a_table_on_a_bus_is_its_twin() {
    let small = Layout::new(1, 8, 4, 8, 8).unwrap();
    for (layout, bits) in [(Layout::default(), 32), (Layout::default(), 256), (small, 64), (small, 16)] {
        for (cycles, takes_one_in) in [(1..=1, 1), (1..=6, 3), (20..=40, 1)] {
            let latency = Latency { cycles, takes_one_in };
            let options = linked(layout, MemoryLink::Wishbone(bits));
            let mut simulation = Simulation::new(&memory_table(&options).unwrap()).unwrap();
            let slave = WishboneModel::new(30, layout, bits, latency.clone());
            run_on(&mut simulation, &options, 30, (slave, 200));
            let options = linked(layout, MemoryLink::Axi4(bits));
            let mut simulation = Simulation::new(&memory_table(&options).unwrap()).unwrap();
            let slave = Axi4Model::new(30, layout, bits, latency);
            run_on(&mut simulation, &options, 30, (slave, 200));
        }
    }
}

/// A chip with a short start-up.
fn chip() -> Sdram {
    Sdram { times: Times { start_up: 100, ..Sdram::ULX3S.times }, ..Sdram::ULX3S }
}

/// Chips of every kind keep to their data sheets, and have the bytes of the twin.
#[test]
fn a_table_in_a_chip_is_its_twin() {
    let small = Layout::new(1, 8, 4, 8, 8).unwrap();
    let slow = Times {
        cas: 2,
        rcd: 7,
        rp: 7,
        ras: 15,
        rc: 31,
        rrd: 7,
        rfc: 31,
        wr: 7,
        mrd: 7,
        refi: 300,
        start_up: 200,
    };
    let quick = Times {
        cas: 2,
        rcd: 1,
        rp: 1,
        ras: 1,
        rc: 1,
        rrd: 1,
        rfc: 1,
        wr: 1,
        mrd: 1,
        refi: 200,
        start_up: 100,
    };
    for (layout, bits, times) in [
        (Layout::default(), 16, chip().times),
        (Layout::default(), 32, slow),
        (Layout::default(), 8, quick),
        (small, 32, chip().times),
        (small, 16, quick),
        (small, 32, slow),
        (Layout::new(4, 16, 8, 32, 16).unwrap(), 8, slow),
    ] {
        let sdram = Sdram { bits, times, column_bits: 8, ..chip() };
        let options = linked(layout, MemoryLink::Sdram(sdram.clone()));
        let mut simulation = Simulation::new(&memory_table(&options).unwrap()).unwrap();
        let chip = SdramModel::new(&sdram, layout, 400);
        run_on(&mut simulation, &options, 400, (chip, 300));
    }
}

/// At 133 MHz, more than 6 million look-ups a second: at most 22 cycles for each, with refreshes.
#[test]
fn look_ups_in_a_chip_take_few_cycles() {
    let options = linked(Layout::default(), MemoryLink::Sdram(chip()));
    let mut simulation = Simulation::new(&memory_table(&options).unwrap()).unwrap();
    let counts = look_ups(&mut simulation, &options, (256, 1500)).unwrap();
    let cycles = counts.cycles as f64 / f64::from(counts.answers as u32);
    assert!((16.0..18.5).contains(&cycles), "{cycles}");
}

/// Behind the AXI4 bus of an Arty, at most a quarter more cycles than the wires of its chip take: 2
/// for each cluster.
#[test]
fn look_ups_in_an_artys_chip_take_few_cycles() {
    let link = MemoryLink::Axi4(Ddr3::ARTY.bus_bits());
    let options = MemoryOptions { link, ..options(Layout::default(), 16) };
    let mut simulation = Simulation::new(&memory_table(&options).unwrap()).unwrap();
    let counts = look_ups(&mut simulation, &options, (256, 1500)).unwrap();
    let cycles = counts.cycles as f64 / f64::from(counts.answers as u32);
    assert!((2.0..2.5).contains(&cycles), "{cycles}");
}

/// A controller with one time too short, or too long between refreshes, is found out by the chip.
#[test]
fn a_chip_says_which_of_its_rules_is_broken() {
    let layout = Layout::new(1, 8, 4, 8, 8).unwrap();
    let all = Times {
        cas: 3,
        rcd: 4,
        rp: 4,
        ras: 5,
        rc: 13,
        rrd: 6,
        rfc: 12,
        wr: 3,
        mrd: 3,
        refi: 400,
        start_up: 150,
    };
    let unbound = Times { rc: 1, ..all };
    let open = Times { rcd: 1, ras: 7, ..unbound };
    for (times, driven, rule) in [
        (all, Times { rcd: 3, ..all }, "tRCD is 3 cycles instead of 4"),
        (all, Times { rc: 12, ..all }, "tRC is 12 cycles instead of 13"),
        (all, Times { rrd: 5, ..all }, "tRRD is 5 cycles instead of 6"),
        (all, Times { rfc: 11, ..all }, "tRFC is 11 cycles instead of 12"),
        (all, Times { mrd: 2, ..all }, "tMRD is 2 cycles instead of 3"),
        (all, Times { rp: 3, ..all }, "tRP is 3 cycles instead of 4"),
        (unbound, Times { wr: 2, ..unbound }, "tRP is 3 cycles instead of 4"),
        (open, Times { ras: 6, ..open }, "tRAS is 6 cycles instead of 7"),
        (all, Times { cas: 2, ..all }, "mode 21 of bank 0"),
        (all, Times { refi: 4000, ..all }, "refreshes instead of"),
        (all, Times { start_up: 100, ..all }, "the start-up is"),
    ] {
        let sdram = |times| Sdram { bits: 32, times, ..chip() };
        let options = linked(layout, MemoryLink::Sdram(sdram(driven)));
        let mut simulation = Simulation::new(&memory_table(&options).unwrap()).unwrap();
        let said = Run::new(&mut simulation, &options, 400, SdramModel::new(&sdram(times), layout, 400))
            .and_then(|mut run| {
                let mut random = Operations::new(1, layout);
                (0..400).try_for_each(|_| run.operate(&random.next()))?;
                run.settle()
            });
        let said = said.unwrap_err().to_string();
        assert!(said.contains(rule), "{said}, not {rule}");
    }
}

/// The times are proven of the controller that is made for them, and of none with a shorter one.
#[test]
fn a_controller_is_proven_to_keep_its_times() {
    let layout = Layout::default();
    let times = chip().times;
    let verdict = |driven, holds| {
        let sdram = |times| Sdram { times, ..chip() };
        let design = memory_table(&linked(layout, MemoryLink::Sdram(sdram(driven)))).unwrap();
        (keeps_its_times(&design, "hash_memory_controller", layout, &sdram(times)).unwrap(), holds)
    };
    let all = vec![verdict(times, true), verdict(Times { rcd: 2, ..times }, false)];
    verdicts("a_controller_is_proven_to_keep_its_times", all);
}

/// What should be said of a property of a table, perhaps with a register kept at zero, or in its
/// state.
fn verdict(broken: Option<(&str, &str, bool)>, property: impl Fn(&Design) -> Property) -> Verdict {
    let design = memory_table(&options(Layout::new(1, 8, 4, 8, 8).unwrap(), 2)).unwrap();
    let (mut changed, mut found) = (Design::new("hash_memory"), 0);
    for module in design.modules() {
        let mut module = module.clone();
        if let Some((_, register, to_zero)) = broken.filter(|broken| module.name == broken.0) {
            let name = |at: &usize| module.signal(module.registers[*at].output).name == register;
            let at = (0..module.registers.len()).find(name).unwrap();
            let output = module.registers[at].output;
            let zero = Value::zero(module.signal(output).width);
            module.registers[at].next = if to_zero { module.constant(zero) } else { module.read(output) };
            module.registers[at].enable = None;
            found += 1;
        }
        changed.add(module).unwrap();
    }
    assert_eq!(found, usize::from(broken.is_some()));
    (property(&changed), broken.is_none())
}

/// A tag that is lost, a read that is not counted, a slot that is not kept, and a clearing without
/// an end are found.
#[test]
fn a_table_that_miscounts_is_found() {
    let layout = Layout::new(1, 8, 4, 8, 8).unwrap();
    let tags = |design: &Design| answers_have_their_tags(design, "hash_memory_answer", layout, 8).unwrap();
    let reads = |design: &Design| reads_under_way(design, "hash_memory_issue", layout, 8, 2).unwrap();
    let parts = ["hash_memory_index", "hash_memory_queue", "hash_memory_issue", "hash_memory_answer"];
    let clears = |design: &Design| clearing_below_count(design, "hash_memory", parts.into()).unwrap();
    let mut all = vec![verdict(None, tags), verdict(None, reads), verdict(None, clears)];
    all.push(verdict(Some(("hash_memory_answer", "tag_2", true)), tags));
    for register in ["flights_taken", "slot_0_taken", "writes_first"] {
        all.push(verdict(Some(("hash_memory_issue", register, true)), reads));
    }
    all.push(verdict(Some(("hash_memory", "clearing", false)), clears));
    verdicts("a_table_that_miscounts_is_found", all);
}
