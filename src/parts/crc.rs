//! Cyclic redundancy check of byte streams: CRC-16/IBM-3740.
//!
//! Polynomial x^16 + x^12 + x^5 + 1 (ITU-T V.41), all ones at the start, most significant bit
//! first, nothing inverted at the end; "123456789" gives 29B1 (G. Cook, Catalogue of parametrised
//! CRC algorithms). Over up to 4,095 bytes it finds every error of up to three bits, of any odd
//! number of bits, and every burst of up to 16. A stream followed by its own check, high byte
//! first, gives 0.

use crate::describe::{Builder, ModuleHandle, Project, Wire};
use crate::netlist::NetlistError;
use crate::parts::decode::word;

/// The check before the first byte.
pub const START: u16 = 0xffff;
const POLYNOMIAL: u16 = 0x1021;

/// The check after one more byte.
pub fn with_byte(check: u16, byte: u8) -> u16 {
    (0..8).fold(check ^ u16::from(byte) << 8, |check, _| {
        let out = check & 0x8000 != 0;
        check << 1 ^ if out { POLYNOMIAL } else { 0 }
    })
}

/// The check of some bytes.
pub fn of(bytes: &[u8]) -> u16 {
    bytes.iter().fold(START, |check, byte| with_byte(check, *byte))
}

/// The module that adds a byte to a check: `sum` from `check` and `octet` in the same cycle. 17
/// LUT4 (Yosys, iCE40).
///
/// # Errors
/// Only a mistake in the description.
pub fn module(project: &mut Project) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(
        "crc16",
        "One more byte in a check: CRC-16/IBM-3740, polynomial x^16 + x^12 + x^5 + 1.\n\
         Combinational; the most significant bit goes first.",
    );
    let (check, octet) = (b.input("check", 16), b.input("octet", 8));
    // Which inputs the check of a single one ends up in: the check is linear.
    let depends = |bit: u32, of_check: u16| with_byte(of_check, 0) >> bit & 1 == 1;
    let shifted = &check.slice(8, 8) ^ &octet;
    let bits: Vec<Wire> = (0..16)
        .map(|bit| {
            let upper = (0..8).filter(|from| depends(bit, 0x100 << from)).map(|from| shifted.bit(from));
            let lower = (bit >= 8).then(|| check.bit(bit - 8));
            let sum = upper.chain(lower).reduce(|sum, input| &sum ^ &input);
            sum.unwrap_or_else(|| b.bit(false))
        })
        .collect();
    b.output("sum", &word(&bits));
    project.add(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Simulation;

    #[test]
    fn the_published_check_value() {
        assert_eq!(of(b"123456789"), 0x29b1);
        assert_eq!(of(b"123456789\x29\xb1"), 0);
    }

    #[test]
    fn the_module_computes_what_the_function_does() {
        let mut project = Project::new("crc");
        module(&mut project).unwrap();
        let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
        let [check, byte, next] = ["check", "octet", "sum"].map(|name| simulation.find(name).unwrap());
        let mut state = START;
        for round in 0..5_000_u32 {
            let value = (round.wrapping_mul(2_654_435_761) >> 13) as u8;
            simulation.poke(check, u64::from(state)).unwrap();
            simulation.poke(byte, u64::from(value)).unwrap();
            state = with_byte(state, value);
            assert_eq!(simulation.peek(next), u64::from(state));
        }
    }

    #[test]
    fn every_error_of_up_to_three_bits_and_every_changed_byte_is_found() {
        let message: Vec<u8> = (0..20).map(|n: u8| n.wrapping_mul(37).wrapping_add(5)).collect();
        let right = of(&message);
        let flipped = |bits: &[usize]| {
            let mut wrong = message.clone();
            bits.iter().for_each(|bit| wrong[bit / 8] ^= 1 << (bit % 8));
            of(&wrong)
        };
        for first in 0..160 {
            assert_ne!(flipped(&[first]), right);
            for second in 0..first {
                assert_ne!(flipped(&[first, second]), right);
                for third in 0..second {
                    assert_ne!(flipped(&[first, second, third]), right);
                }
            }
        }
        for place in 0..message.len() {
            for change in 1..=255 {
                let mut wrong = message.clone();
                wrong[place] ^= change;
                assert_ne!(of(&wrong), right);
            }
        }
    }
}
