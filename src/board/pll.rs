//! The clock circuits of device families: the dividers and multipliers that make one clock from
//! another, within the limits of the circuit.

use super::Family;

/// The dividers of a phase-locked loop, or of a divider alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dividers {
    /// The divider of the board's clock before the comparison.
    pub input: u32,
    /// The multiplier.
    pub multiply: u32,
    /// The divider of the oscillator.
    pub output: u32,
    /// The frequency compared, in Hz.
    pub compare_hz: u64,
}

/// The place where the loop takes the clock that it compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feedback {
    /// At the oscillator: result = board / input * multiply / output.
    Oscillator,
    /// Behind the output divider: result = board / input * multiply.
    Output,
}

/// The limits of a family's circuit.
#[derive(Clone, Debug)]
struct Limits {
    feedback: Feedback,
    input: std::ops::RangeInclusive<u32>,
    multiply: std::ops::RangeInclusive<u32>,
    output: &'static [u32],
    /// Frequencies that can be compared, in Hz.
    compare: std::ops::RangeInclusive<u64>,
    /// Frequencies of the oscillator, in Hz.
    oscillator: std::ops::RangeInclusive<u64>,
}

const MHZ: u64 = 1_000_000;

/// The output dividers from 1 to 128.
const TO_128: [u32; 128] = {
    let mut numbers = [0; 128];
    let mut place = 0;
    while place < 128 {
        numbers[place] = place as u32 + 1;
        place += 1;
    }
    numbers
};

/// None where the family has a divider alone.
fn limits(family: Family) -> Option<Limits> {
    Some(match family {
        // Lattice FPGA-DS-02012 (ECP5 family data sheet), sysCLOCK PLL timing.
        // The feedback is an output of its own, of which `multiply` is the divider.
        Family::Ecp5 => Limits {
            feedback: Feedback::Oscillator,
            input: 1..=128,
            multiply: 1..=128,
            output: &TO_128,
            compare: 10 * MHZ..=400 * MHZ,
            oscillator: 400 * MHZ..=800 * MHZ,
        },
        // Lattice FPGA-TN-02052 (iCE40 sysCLOCK PLL design and usage guide).
        Family::Ice40 => Limits {
            feedback: Feedback::Oscillator,
            input: 1..=16,
            multiply: 1..=128,
            output: &[2, 4, 8, 16, 32, 64],
            compare: 10 * MHZ..=133 * MHZ,
            oscillator: 533 * MHZ..=1066 * MHZ,
        },
        // Gowin DS226 (GW2AR series data sheet), rPLL; speed C8/I7.
        Family::Gowin => Limits {
            feedback: Feedback::Output,
            input: 1..=64,
            multiply: 1..=64,
            output: &[2, 4, 8, 16, 32, 48, 64, 80, 96, 112, 128],
            compare: 3 * MHZ..=500 * MHZ,
            oscillator: 500 * MHZ..=1250 * MHZ,
        },
        // AMD DS181 (Artix-7 data sheet), PLLE2, speed -1.
        Family::Vivado => Limits {
            feedback: Feedback::Oscillator,
            input: 1..=56,
            multiply: 2..=64,
            output: &TO_128,
            compare: 19 * MHZ..=450 * MHZ,
            oscillator: 800 * MHZ..=1600 * MHZ,
        },
        // Intel CYIV-53001 (Cyclone IV device data sheet), PLL specifications.
        Family::Quartus => Limits {
            feedback: Feedback::Oscillator,
            input: 1..=32,
            multiply: 1..=64,
            output: &TO_128,
            compare: 5 * MHZ..=325 * MHZ,
            oscillator: 600 * MHZ..=1300 * MHZ,
        },
        Family::Ise => return None,
    })
}

/// The divisors of the delay-locked loop of a Virtex, in halves (Xilinx DS003).
const HALVES: [u32; 9] = [3, 4, 5, 6, 8, 10, 16, 32, 2];

impl Dividers {
    /// The dividers that make `core_hz` from `board_hz` exactly. Of several, the one with the
    /// highest compared frequency wins, then the one with the slowest oscillator.
    ///
    /// # Errors
    /// There are none; the frequency nearest to the one wanted that can be made, if any can.
    pub fn find(family: Family, board_hz: u64, core_hz: u64) -> Result<Self, Option<u64>> {
        let mut nearest: Option<u64> = None;
        let mut best: Option<(u64, std::cmp::Reverse<u64>, Self)> = None;
        let Some(limits) = limits(family) else { return Self::of_a_divider(board_hz, core_hz) };
        for input in limits.input.clone() {
            let compare_hz = board_hz / u64::from(input);
            if !limits.compare.contains(&compare_hz) {
                continue;
            }
            for multiply in limits.multiply.clone() {
                for &output in limits.output {
                    let (up, down) = match limits.feedback {
                        Feedback::Oscillator => (u64::from(multiply), u64::from(input) * u64::from(output)),
                        Feedback::Output => (u64::from(multiply), u64::from(input)),
                    };
                    let Some(product) = board_hz.checked_mul(up) else { continue };
                    let made = product / down;
                    let oscillator = made.saturating_mul(u64::from(output));
                    if made == 0 || !limits.oscillator.contains(&oscillator) {
                        continue;
                    }
                    if made == core_hz && product % down == 0 {
                        let dividers = Self { input, multiply, output, compare_hz };
                        let rank = (compare_hz, std::cmp::Reverse(oscillator), dividers);
                        if best.is_none_or(|(compare, slow, _)| (rank.0, rank.1) > (compare, slow)) {
                            best = Some(rank);
                        }
                    }
                    if product % down == 0
                        && nearest.is_none_or(|known| known.abs_diff(core_hz) > made.abs_diff(core_hz))
                    {
                        nearest = Some(made);
                    }
                }
            }
        }
        best.map(|(.., dividers)| dividers).ok_or(nearest)
    }

    fn of_a_divider(board_hz: u64, core_hz: u64) -> Result<Self, Option<u64>> {
        let doubled = board_hz.saturating_mul(2);
        let exact =
            HALVES.into_iter().filter(|&halves| doubled > 0 && doubled.is_multiple_of(u64::from(halves)));
        let made = |halves: u32| doubled / u64::from(halves);
        let near = exact.min_by_key(|&halves| made(halves).abs_diff(core_hz)).ok_or(None)?;
        if made(near) != core_hz {
            return Err(Some(made(near)));
        }
        Ok(Self { input: near, multiply: 2, output: 1, compare_hz: board_hz })
    }

    /// The divisor of the clock, in the form for the delay-locked loop of a Virtex: `1.5`, `2.0`.
    pub fn halves(&self) -> String {
        format!("{}.{}", self.input / 2, if self.input.is_multiple_of(2) { 0 } else { 5 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dividers_make_the_clock_exactly() {
        for (family, board, core, input, multiply, output) in [
            (Family::Ecp5, 25 * MHZ, 30 * MHZ, 1, 18, 15),
            (Family::Ice40, 12 * MHZ, 18 * MHZ, 1, 48, 32),
            (Family::Gowin, 27 * MHZ, 18 * MHZ, 3, 2, 32),
            (Family::Vivado, 100 * MHZ, 25 * MHZ, 1, 8, 32),
            (Family::Quartus, 50 * MHZ, 25 * MHZ, 1, 12, 24),
            (Family::Ise, 50 * MHZ, 25 * MHZ, 4, 2, 1),
        ] {
            let found = Dividers::find(family, board, core).unwrap();
            assert_eq!((found.input, found.multiply, found.output), (input, multiply, output), "{family:?}");
        }
        assert_eq!(Dividers::find(Family::Ise, 50 * MHZ, 20 * MHZ).unwrap().halves(), "2.5");
    }

    #[test]
    fn what_cannot_be_made_has_a_neighbour() {
        assert_eq!(Dividers::find(Family::Ise, 50 * MHZ, 24 * MHZ), Err(Some(25 * MHZ)));
        assert_eq!(Dividers::find(Family::Ice40, 12 * MHZ, 17 * MHZ + 1), Err(Some(16_875_000)));
        assert_eq!(Dividers::find(Family::Ecp5, 1, 30 * MHZ), Err(None));
        for core in [0, 1, u64::MAX] {
            for family in Family::ALL {
                assert!(Dividers::find(family, u64::MAX, core).is_err());
                assert!(Dividers::find(family, 0, core).is_err());
            }
        }
    }
}
