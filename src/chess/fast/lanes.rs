//! Many positions through the counter, in a simulation of 64 copies: 64 positions a cycle.

use super::Count;
use super::side::Side;
use crate::simulate::lanes::{LANES, Lanes};
use crate::simulate::{Net, SimulateError};

/// 64 counters.
pub struct CountLanes {
    lanes: Lanes,
    latency: u32,
    /// In the order of [`Side::ports`].
    ports: Vec<Net>,
    valid: Net,
    count_valid: Net,
    count: Net,
}

impl CountLanes {
    /// Copies of this counter.
    ///
    /// # Errors
    /// The simulator cannot run it.
    pub fn new(built: &Count) -> Result<Self, SimulateError> {
        let mut lanes = Lanes::new(&built.design)?;
        lanes.compile();
        let [valid, count_valid, count] =
            [lanes.find("valid")?, lanes.find("count_valid")?, lanes.find("count")?];
        let ports = Side::default().ports().map(|(port, _)| lanes.find(port));
        let ports = ports.into_iter().collect::<Result<_, _>>()?;
        Ok(Self { lanes, latency: built.latency, ports, valid, count_valid, count })
    }

    /// The counts of these positions, in their order. Cycles: a 64th of their number, and the
    /// latency.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn counts(&mut self, positions: &[Side]) -> Result<Vec<u64>, SimulateError> {
        let Self { lanes, ports, .. } = self;
        let mut found = Vec::with_capacity(positions.len());
        let drain = std::iter::repeat_n(&[][..], self.latency as usize);
        for group in positions.chunks(LANES as usize).chain(drain) {
            lanes.poke_all(self.valid, 0)?;
            for (lane, side) in (0..).zip(group) {
                lanes.poke(self.valid, lane, 1)?;
                for (net, (_, value)) in ports.iter().zip(side.ports()) {
                    lanes.poke(*net, lane, value)?;
                }
            }
            let ready = lanes.peek_bit(self.count_valid, 0);
            let out = (0..LANES).filter(|lane| ready >> lane & 1 == 1);
            found.extend(out.map(|lane| lanes.peek(self.count, lane)));
            lanes.step();
        }
        Ok(found)
    }
}
