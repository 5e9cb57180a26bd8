//! Units beside their twins.

use super::exercise::{Operations, Pair};
use super::words::{beside_bits, compared_bits};
use super::{
    TableOptions, exercise_index, exercise_table, index_unit, pieces_below_count, stores_follow, table,
    wide_below_count, wide_index_unit,
};
use crate::describe::Project;
use crate::hash::{Clusters, Layout, Width};
use crate::netlist::{Design, Module, Register, Value};
use crate::prove::Property;
use crate::prove::tests::verdicts;
use crate::simulate::{Ports, Simulation};

fn simulation(design: &Design) -> Simulation {
    Simulation::new(design).unwrap()
}

#[test]
fn the_index_unit_is_its_twin() {
    let mut project = Project::new("hash_index");
    index_unit(&mut project, "hash_index").unwrap();
    exercise_index(&mut simulation(&project.finish().unwrap()), Width::Bits32).unwrap();
}

#[test]
fn the_wide_index_unit_is_its_twin() {
    let mut project = Project::new("hash_index");
    wide_index_unit(&mut project, "hash_index").unwrap();
    exercise_index(&mut simulation(&project.finish().unwrap()), Width::Bits64).unwrap();
}

/// The vectors of the index of 32 bits.
#[test]
fn the_index_unit_keeps_to_the_vectors() {
    let mut project = Project::new("hash_index");
    index_unit(&mut project, "hash_index").unwrap();
    let mut simulation = simulation(&project.finish().unwrap());
    let vectors = include_str!("../../../tests/data/hash_vectors.txt");
    let vectors: Vec<_> = vectors.lines().filter(|line| line.starts_with("yo32")).collect();
    assert_eq!(vectors.len(), 100);
    for line in vectors {
        let [_, key, count, _, index] = line.split_whitespace().collect::<Vec<_>>()[..] else { panic!() };
        let (key, count) = (u64::from_str_radix(key, 16).unwrap(), count.parse::<u64>().unwrap());
        let ports: &mut dyn Ports = &mut simulation;
        ports.poke("key", key & ((1 << 33) - 1)).unwrap();
        ports.poke("pairs", count / 2).unwrap();
        (0..super::INDEX_LATENCY).for_each(|_| ports.step().unwrap());
        assert_eq!(ports.peek("index").unwrap(), index.parse::<u64>().unwrap(), "{line}");
    }
}

fn options(layout: Layout, clusters: u32) -> TableOptions {
    TableOptions::new("hash", layout, clusters).unwrap()
}

fn word(simulation: &Simulation, name: &str, address: u64) -> u128 {
    let memory = simulation.memory(name).unwrap();
    let words = simulation.read_word(memory, address).unwrap().words().to_vec();
    u128::from(words[0]) | u128::from(words.get(1).copied().unwrap_or(0)) << 64
}

/// An entry without its move, and its move, from the memories of its bank.
fn entry(simulation: &Simulation, layout: Layout, index: u64, place: u32) -> (u128, u128) {
    let part = |name: &str| word(simulation, &format!("way_{place}.{name}_{}", index & 1), index >> 1);
    let (beside, compared) = (beside_bits(layout), compared_bits(layout));
    let (mv, values) = (part("moves"), part("values"));
    let rest = mv & ((1 << beside) - 1) | part("compared") << beside | values << compared;
    (rest, mv >> beside)
}

fn entry_compared(simulation: &Simulation, layout: Layout, index: u64, place: u32) -> u128 {
    entry(simulation, layout, index, place).0 & ((1 << compared_bits(layout)) - 1)
}

fn sum(simulation: &Simulation, layout: Layout, row: u64, place: u32) -> u128 {
    let beside = beside_bits(layout);
    let own = word(simulation, &format!("sums.sum_{place}s"), row) << beside;
    match beside {
        0 => own,
        _ => own | word(simulation, "sums.besides", row) >> (place * beside) & ((1 << beside) - 1),
    }
}

/// Runs random operations, then compares all bytes.
fn is_its_twin(options: &TableOptions, operations: u32, seed: u64) {
    let mut simulation = simulation(&table(options).unwrap());
    let mut random = Operations::new(seed, options.layout);
    let mut pair = Pair::new(&mut simulation, options).unwrap();
    for number in 0..operations {
        pair.step(&random.next()).unwrap_or_else(|error| panic!("operation {number}: {error}"));
    }
    pair.settle().unwrap();
    let twin = pair.twin;
    let layout = options.layout;
    let bits = layout.entry_bytes() * 8;
    for index in 0..u64::from(options.clusters()) {
        let mut cluster = vec![0; layout.cluster_bytes() as usize];
        for place in 0..layout.entries() {
            let (rest, mv) = entry(&simulation, layout, index, place);
            let below = layout.widths()[..5].iter().sum::<u32>();
            let entry =
                rest & ((1 << below) - 1) | mv << below | rest >> below << (below + layout.move_bits());
            assert!(bits == 128 || entry >> bits == 0);
            layout.write(&mut cluster, place as usize, &layout.unpack(entry));
            let compared = |index| entry_compared(&simulation, layout, index, place);
            let sum = sum(&simulation, layout, index >> 1, place);
            assert_eq!(
                compared(index) ^ compared(index ^ 1),
                sum,
                "the sum of row {}, place {place}",
                index >> 1
            );
        }
        assert_eq!(cluster, twin.cluster(index), "cluster {index}");
    }
}

#[test]
fn a_table_is_its_twin_byte_for_byte() {
    let small = |entries, clusters| options(Layout::new(entries, 16, 8, 16, 16).unwrap(), clusters);
    is_its_twin(&options(Layout::default(), 4), 6_000, 1);
    is_its_twin(&options(Layout::default(), 998), 6_000, 2);
    for entries in [1, 2, 4] {
        is_its_twin(&small(entries, 6), 3_000, 3);
    }
    is_its_twin(&options(Layout::new(3, 9, 4, 8, 9).unwrap(), 10), 3_000, 4);
    is_its_twin(&options(Layout::new(2, 31, 16, 17, 24).unwrap(), 64), 3_000, 5);
    // No bits of the key stand beside a move.
    is_its_twin(&options(Layout::new(3, 16, 8, 18, 16).unwrap(), 6), 3_000, 8);
}

/// `cargo test --release -- --ignored a_million_operations`
#[test]
#[ignore = "takes a minute"]
fn a_million_operations_leave_the_bytes_of_the_twin() {
    is_its_twin(&options(Layout::default(), 64), 1_000_000, 6);
    is_its_twin(&options(Layout::default(), 4096), 1_000_000, 7);
}

#[test]
fn a_table_is_exercised_with_a_reset_on_the_way() {
    let options = options(Layout::default(), 20);
    exercise_table(&mut simulation(&table(&options).unwrap()), &options).unwrap();
}

#[test]
fn counts_that_do_not_do_are_refused() {
    let error = |clusters| TableOptions::new("hash", Layout::default(), clusters).unwrap_err().to_string();
    assert!(error(7).ends_with("ask for 6 or 8"));
    assert!(error(0).ends_with("ask for 2 or more"));
    assert_eq!(error(2), "2 clusters; a table on chip has 4 to 131070");
    assert_eq!(error(1 << 20), "1048576 clusters; a table on chip has 4 to 131070");
    assert!(Clusters::new(131_070).is_ok());
}

/// For the index of 64 bits too, each index is below the count. A sum that does not keep its place
/// is found out.
#[test]
fn wide_indexes_are_proven_below_their_count() {
    let mut project = Project::new("hash_index");
    wide_index_unit(&mut project, "hash_index").unwrap();
    let design = project.finish().unwrap();
    let mut changed = Design::new("hash_index");
    for module in design.modules() {
        let mut module = module.clone();
        let is_high = |register: &Register| module.signal(register.output).name == "row_0_high";
        if let Some(at) = module.registers.iter().position(is_high) {
            let width = module.signal(module.registers[at].output).width;
            module.registers[at].next = module.constant(Value::ones(width));
        }
        changed.add(module).unwrap();
    }
    let all = vec![
        (pieces_below_count(&design).unwrap(), true),
        (wide_below_count(&design).unwrap(), true),
        (wide_below_count(&changed).unwrap(), false),
    ];
    verdicts("wide_indexes_are_proven_below_their_count", all);
}

/// The property of a small table, after the register of this name is kept at zero.
fn follows(layout: Layout, broken: Option<&str>) -> Property {
    let design = table(&TableOptions::new("hash", layout, 4).unwrap()).unwrap();
    let (mut changed, mut found) = (Design::new("hash"), 0);
    for module in design.modules() {
        let mut module = module.clone();
        let of_name = |module: &Module| {
            let name = |at: usize| &module.signal(module.registers[at].output).name;
            (0..module.registers.len()).find(|&at| Some(name(at).as_str()) == broken)
        };
        if let Some(at) = of_name(&module).filter(|_| module.name == "hash_stores") {
            let width = module.signal(module.registers[at].output).width;
            module.registers[at].next = module.constant(Value::zero(width));
            found += 1;
        }
        changed.add(module).unwrap();
    }
    assert_eq!(found, usize::from(broken.is_some()));
    stores_follow(&changed, "hash_stores", layout).unwrap()
}

/// In each stage, a store that does not hear is found out, and so is one that compares wrongly.
#[test]
fn a_store_that_does_not_hear_is_found() {
    let layout = Layout::new(1, 8, 4, 8, 8).unwrap();
    let broken = ["same_cluster_7", "same_cluster_18", "reach"].map(Some);
    let all = [None].into_iter().chain(broken).map(|broken| (follows(layout, broken), broken.is_none()));
    verdicts("a_store_that_does_not_hear_is_found", all.collect());
}
