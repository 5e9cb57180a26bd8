//! Many positions through the evaluator, in a simulation of 64 copies: 64 positions a cycle.

use super::machine::{Evaluator, Found, Given};
use crate::simulate::lanes::{LANES, Lanes};
use crate::simulate::{Net, SimulateError};

/// 64 evaluators.
pub struct EvaluateLanes {
    lanes: Lanes,
    latency: u32,
    valid: Net,
    value_valid: Net,
    /// In the order of [`Given::ports`].
    ports: Vec<Net>,
    /// In the order of [`Found::PORTS`].
    out: [Net; 4],
}

impl EvaluateLanes {
    /// Copies of this evaluator.
    ///
    /// # Errors
    /// The simulator cannot run it.
    pub fn new(built: &Evaluator) -> Result<Self, SimulateError> {
        let mut lanes = Lanes::new(&built.design)?;
        lanes.compile();
        let [valid, value_valid] = [lanes.find("valid")?, lanes.find("value_valid")?];
        let ports = Given::default()
            .ports()
            .into_iter()
            .map(|(port, _)| lanes.find(port))
            .collect::<Result<_, _>>()?;
        let [value, mg, eg, scale] = Found::PORTS;
        let out = [lanes.find(value)?, lanes.find(mg)?, lanes.find(eg)?, lanes.find(scale)?];
        Ok(Self { lanes, latency: built.latency, valid, value_valid, ports, out })
    }

    /// What the machine gives for these positions, in their order. Cycles: a 64th of their number,
    /// and the latency.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn evaluate(&mut self, positions: &[Given]) -> Result<Vec<Found>, SimulateError> {
        let Self { lanes, ports, out, .. } = self;
        let mut found = Vec::with_capacity(positions.len());
        let drain = std::iter::repeat_n(&[][..], self.latency as usize);
        for group in positions.chunks(LANES as usize).chain(drain) {
            lanes.poke_all(self.valid, 0)?;
            for (lane, given) in (0..).zip(group) {
                lanes.poke(self.valid, lane, 1)?;
                for (net, (_, value)) in ports.iter().zip(given.ports()) {
                    lanes.poke(*net, lane, value)?;
                }
            }
            let ready = lanes.peek_bit(self.value_valid, 0);
            let lanes_ready = (0..LANES).filter(|lane| ready >> lane & 1 == 1);
            found.extend(lanes_ready.map(|lane| Found::read(out.map(|net| lanes.peek(net, lane)))));
            lanes.step();
        }
        Ok(found)
    }
}
