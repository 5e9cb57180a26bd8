//! Index units beside their twin in software.

use std::collections::VecDeque;

use super::index::KEY;
use super::{INDEX_LATENCY, WIDE_INDEX_LATENCY};
use crate::game::MachineError;
use crate::hash::{Clusters, Width};
use crate::netlist::testing::Random;
use crate::simulate::Ports;

/// Compares an index unit with [`Clusters`], for keys and counts at random and at the ends.
///
/// # Errors
/// They differ, or the simulator failed.
pub fn exercise_index(ports: &mut (impl Ports + ?Sized), width: Width) -> Result<(), MachineError> {
    let (latency, key_bits) = match width {
        Width::Bits32 => (INDEX_LATENCY, KEY),
        Width::Bits64 => (WIDE_INDEX_LATENCY, u64::BITS),
    };
    let pair_bits = width.bits() - 1;
    let mut random = Random(1);
    let mut due = VecDeque::new();
    for cycle in 0..3200u32 {
        let most = (1 << pair_bits) - 1;
        let pairs = match cycle % 4 {
            0 => 1 << random.below(pair_bits as usize),
            1 => 1 + random.below(100) as u64,
            2 if cycle % 8 == 2 => most,
            _ => (random.next() >> random.below(31) & most).max(1),
        };
        let end = [0, u64::MAX, 1, !1].get(cycle as usize / 4).copied();
        let key = end.unwrap_or_else(|| random.next());
        ports.poke("key", key & (u64::MAX >> (u64::BITS - key_bits))).map_err(wrong)?;
        ports.poke("pairs", pairs).map_err(wrong)?;
        due.push_back(Clusters::with_width(2 * pairs, width).map_err(wrong)?.index(key));
        if due.len() > latency as usize {
            let (expected, found) = (due.pop_front(), ports.peek("index").map_err(wrong)?);
            if expected != Some(found) {
                return Err(wrong(format!("index {found} instead of {expected:?} in cycle {cycle}")));
            }
        }
        ports.step().map_err(wrong)?;
    }
    Ok(())
}

fn wrong(problem: impl ToString) -> MachineError {
    MachineError::simulator("index unit", problem)
}
