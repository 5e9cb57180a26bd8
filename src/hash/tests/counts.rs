//! The index, and the numbers of clusters that are refused.

use crate::hash::{Clusters, CountError, Layout, Width, high_half_32, high_half_64};
use crate::netlist::testing::Random;

/// 200 keys and counts with their indices, of four kinds.
const VECTORS: &str = include_str!("../../../tests/data/hash_vectors.txt");

#[test]
fn indices_are_those_of_the_vectors() {
    let lines = VECTORS.lines().filter(|line| !line.starts_with('#'));
    let mut seen = 0;
    for line in lines {
        let [kind, key, count, side, expected] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (key, count) = (u64::from_str_radix(key, 16).unwrap(), count.parse().unwrap());
        let of = |width| Clusters::with_width(count, width).unwrap();
        let index = match kind {
            "yo32" => of(Width::Bits32).index(key),
            "yo64" => of(Width::Bits64).index_for(key, side.parse().unwrap()),
            "sf32" => high_half_32(key as u32, count),
            "sf64" => high_half_64(key, count),
            _ => panic!("{line}"),
        };
        assert_eq!(index, expected.parse::<u64>().unwrap(), "{line}");
        assert!(index < count, "{line}");
        seen += 1;
    }
    assert_eq!(seen, 200);
}

/// The extreme keys with any count, and all counts that are extreme.
#[test]
fn an_index_is_below_the_count() {
    let mut random = Random(1);
    let near = |power: u32| (1u64 << power).wrapping_add_signed(-2);
    let counts = (1..64).flat_map(|power| [near(power), 1 << power, (1 << power) + 2]).chain([u64::MAX - 1]);
    for count in counts.filter(|&count| count > 0) {
        let clusters = Clusters::new(count).unwrap();
        let keys = [0, 1, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 33, 1 << 32, (1 << 33) - 1];
        let drawn: Vec<u64> = (0..200).map(|_| random.next()).collect();
        for key in keys.into_iter().chain(drawn) {
            let index = clusters.index(key);
            assert!(index < count && index & 1 == key & 1, "{key:x} of {count}: {index}");
        }
    }
}

/// An odd count would reach outside with 17 % of all keys, which is why it is refused.
#[test]
fn counts_that_do_not_do_are_refused_with_the_mend() {
    assert_eq!(
        Clusters::new(0).unwrap_err().to_string(),
        "a table of 0 clusters holds nothing; ask for 2 or more"
    );
    for (count, mend) in [(1, "2"), (7, "6 or 8"), (u64::MAX, "18446744073709551614")] {
        let error = Clusters::new(count).unwrap_err().to_string();
        let expected = format!(
            "{count} clusters is an odd number, and each side to move has one of every two; ask for {mend}"
        );
        assert_eq!(error, expected);
    }
    let most = 1 << 32;
    assert_eq!(Clusters::new(most).unwrap().width(), Width::Bits32);
    assert_eq!(Clusters::new(most + 2).unwrap().width(), Width::Bits64);
    assert_eq!(
        Clusters::with_width(most + 2, Width::Bits32).unwrap_err(),
        CountError::Reach { count: most + 2, most }
    );
    let error = Clusters::new(1000).unwrap().within(Layout::default(), 31_999).unwrap_err();
    assert_eq!(
        error.to_string(),
        "1000 clusters of 32 bytes do not fit a memory of 31999 bytes; ask for 998 or fewer"
    );
    assert!(Clusters::new(998).unwrap().within(Layout::default(), 31_999).is_ok());
}

/// Random keys fall evenly: chi-square of the clusters, with many counts. The statistic of `count -
/// 1` degrees of freedom has that mean and a variance of twice that; six deviations are allowed.
fn falls_evenly(keys: u32, counts: u64) {
    let mut random = Random(2);
    for trial in 0..counts {
        let count = 2 + 2 * (random.next() % 200);
        let width = if trial % 2 == 0 { Width::Bits32 } else { Width::Bits64 };
        let clusters = Clusters::with_width(count, width).unwrap();
        let mut hits = vec![0u64; count as usize];
        for _ in 0..keys {
            let key = random.next();
            let index = clusters.index(key);
            assert_eq!(index & 1, key & 1);
            hits[index as usize] += 1;
        }
        let expected = f64::from(keys) / count as f64;
        let chi_square: f64 = hits.iter().map(|&hits| (hits as f64 - expected).powi(2) / expected).sum();
        let freedom = (count - 1) as f64;
        let allowed = 6.0 * (2.0 * freedom).sqrt() + 18.0;
        assert!((chi_square - freedom).abs() < allowed, "{count}: {chi_square} for {freedom}");
    }
}

#[test]
fn keys_fall_evenly_into_clusters() {
    falls_evenly(20_000, 40);
}

/// 10 million keys by 1,000 counts take ten minutes: `cargo test --release -- --ignored millions`.
#[test]
#[ignore = "takes minutes"]
fn millions_of_keys_fall_evenly_into_clusters() {
    falls_evenly(10_000_000, 1000);
}
