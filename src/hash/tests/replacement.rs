//! The rules of replacement, and what a table does with them.

use super::random_store;
use crate::hash::rules::{Rule, rule, saved, victim};
use crate::hash::{Bound, Clusters, Entry, Layout, Store, Table};
use crate::netlist::testing::Random;

/// Victims and savings, each with its outcome.
const VECTORS: &str = include_str!("../../../tests/data/hash_replacement.txt");

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn victims_are_those_of_the_vectors() {
    let layout = Layout::default();
    for line in VECTORS.lines().filter(|line| line.starts_with('V')) {
        let (given, expected) = line[1..].split_once("->").unwrap();
        let given: Vec<u32> = numbers(given);
        let entry = |pair: &[u32]| layout.unpack(u128::from(pair[0] << 16 | pair[1] << 24));
        let entries: Vec<Entry> = given[1..].chunks(2).map(entry).collect();
        assert_eq!(entries.len(), 3);
        assert_eq!(victim(&entries, given[0]), expected.trim().parse::<usize>().unwrap(), "{line}");
    }
}

#[test]
fn savings_are_those_of_the_vectors() {
    let layout = Layout::default();
    for line in VECTORS.lines().filter(|line| line.starts_with('S')) {
        let (given, expected) = line[1..].split_once("->").unwrap();
        let (old, given) = given.trim().split_once(' ').unwrap();
        let [key, value, pv, bound, depth, mv, eval, generation] = numbers::<i32>(given)[..] else {
            panic!("{line}")
        };
        let new = Store {
            depth: depth as u32,
            bound: Bound::of_code(bound as u32),
            pv: pv == 1,
            mv: mv as u32,
            value: value as u32 & 0xffff,
            eval: eval as u32 & 0xffff,
        };
        let old = layout.unpack(u128::from_str_radix(old, 16).unwrap());
        let (after, _) = saved(&old, key as u32, &new, generation as u32);
        assert_eq!(format!("{:020x}", layout.pack(&after)), expected.trim(), "{line}");
    }
}

#[test]
fn all_vectors_are_of_one_of_the_two_kinds() {
    let of = |kind| VECTORS.lines().filter(|line| line.starts_with(kind)).count();
    assert_eq!((of('V'), of('S')), (60, 60));
}

#[test]
fn each_rule_has_its_reason() {
    let old = Entry { key: 5, depth: 20, generation: 3, mv: 9, ..Entry::default() };
    let new = |depth, bound, pv, mv| Store { depth, bound, pv, mv, ..Store::default() };
    let upper = Bound::Upper;
    for (key, new, generation, expected) in [
        (5, new(1, Bound::Exact, false, 0), 3, Rule::Exact),
        (6, new(1, upper, false, 0), 3, Rule::OtherKey),
        (5, new(17, upper, false, 0), 3, Rule::Depth),
        (5, new(15, upper, true, 0), 3, Rule::Depth),
        (5, new(16, upper, false, 0), 4, Rule::Older),
        (5, new(16, upper, false, 1), 3, Rule::MoveOnly),
        (5, new(16, upper, false, 0), 3, Rule::Nothing),
    ] {
        assert_eq!(rule(&old, key, &new, generation), expected, "{new:?}");
        assert!(expected.about().starts_with(if expected.replaces() { "all" } else { "" }));
    }
}

fn table(count: u64) -> Table {
    Table::new(Layout::default(), Clusters::new(count).unwrap(), 1).unwrap()
}

#[test]
fn what_is_stored_is_found_until_it_is_replaced() {
    let (mut table, mut random) = (table(2), Random(1));
    // Of one side, so of one cluster, which has room for three.
    let keys: Vec<u64> = (0..4).map(|_| random.next() & !1).collect();
    for (depth, &key) in (10..).zip(&keys[..3]) {
        assert_eq!(table.probe(key).hit, None);
        table.store(key, &Store { depth, mv: depth, ..Store::default() });
    }
    assert!(keys[..3].iter().all(|&key| table.probe(key).hit.is_some()));
    assert_eq!(table.cluster(0)[30..], [0, 0]);
    assert_eq!(table.cluster(1), [0; 32]);
    assert!(table.cluster(2).is_empty());
    // The least deep one makes room.
    assert_eq!(table.store(keys[3], &Store { depth: 1, ..Store::default() }).place, 0);
    assert_eq!(keys.iter().filter(|&&key| table.probe(key).hit.is_some()).count(), 3);
    // Two searches later, a deep entry is worth less than a new one.
    table.store(keys[3], &Store { depth: 30, bound: Bound::Exact, ..Store::default() });
    (0..32).for_each(|_| table.new_search());
    assert_eq!(table.generation(), 0);
    table.clear();
    assert!(table.bytes().iter().all(|&byte| byte == 0));
}

#[test]
fn a_store_without_a_depth_changes_nothing() {
    let mut table = table(4);
    let store = Store { bound: Bound::Exact, mv: 1, ..Store::default() };
    assert_eq!(table.store(7, &store).rule, Rule::Nothing);
    assert!(table.bytes().iter().all(|&byte| byte == 0));
}

#[test]
fn every_layout_reads_what_it_writes() {
    let mut random = Random(3);
    for (entries, key, depth, mv, value) in
        [(1, 8, 4, 8, 8), (2, 20, 7, 12, 13), (3, 16, 8, 16, 16), (4, 31, 16, 32, 20)]
    {
        let layout = Layout::new(entries, key, depth, mv, value).unwrap();
        let bytes = layout.cluster_bytes() as usize;
        assert!(bytes.is_power_of_two() && bytes >= (entries * layout.entry_bytes()) as usize);
        let mut cluster = vec![0; bytes];
        let words = |random: &mut Random| u128::from(random.next()) << 64 | u128::from(random.next());
        let written: Vec<Entry> = (0..entries).map(|_| layout.unpack(words(&mut random))).collect();
        written.iter().enumerate().for_each(|(place, entry)| layout.write(&mut cluster, place, entry));
        assert_eq!(layout.read(&cluster)[..], written);
    }
    for (wrong, problem) in [
        ((0, 16, 8, 16, 16), "entries a cluster cannot be 0; choose 1 to 4"),
        ((3, 32, 8, 16, 16), "the width of the key part cannot be 32; choose 8 to 31"),
        ((3, 31, 16, 32, 32), "an entry of 151 bits is too wide; narrow its fields to 128 bits in all"),
    ] {
        let (entries, key, depth, mv, value) = wrong;
        assert_eq!(Layout::new(entries, key, depth, mv, value).unwrap_err().to_string(), problem);
    }
}

/// A bit that flips in memory may lose an entry or change its fields. It never stops the table, and
/// all of it stays inside.
#[test]
fn a_flipped_bit_is_survived() {
    let mut random = Random(4);
    for bit in 0..2 * 256 {
        let mut table = table(2);
        let keys: Vec<u64> = (0..6).map(|_| random.next()).collect();
        keys.iter().for_each(|&key| {
            table.store(key, &random_store(&mut random));
        });
        table.bytes_mut()[bit / 8] ^= 1 << (bit % 8);
        for key in keys {
            assert!(table.probe(key).place < 3);
            assert!(table.store(key, &random_store(&mut random)).place < 3);
        }
        assert_eq!(table.bytes().len(), 64);
    }
}
