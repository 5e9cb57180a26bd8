//! Many items through a machine that takes one in every clock cycle, in a simulation of 64 copies:
//! 64 items a cycle.

use super::{LANES, Lanes};
use crate::netlist::Design;
use crate::simulate::{Net, SimulateError};

/// 64 copies of a machine of [`describe::every_cycle`](crate::describe::every_cycle), of which `N`
/// outputs of at most 128 bits are read.
pub struct EveryCycleLanes<const N: usize> {
    lanes: Lanes,
    latency: u32,
    valid: Net,
    ready: Net,
    inputs: Vec<Net>,
    outputs: [Net; N],
}

impl<const N: usize> EveryCycleLanes<N> {
    /// Copies of this machine, whose outputs come so many cycles after its inputs, with `ready`.
    ///
    /// # Errors
    /// The simulator cannot run it, or there is no such port.
    pub fn new(
        (design, latency): (&Design, u32),
        inputs: &[&str],
        ready: &str,
        outputs: [&str; N],
    ) -> Result<Self, SimulateError> {
        let mut lanes = Lanes::new(design)?;
        lanes.compile();
        let [valid, ready] = [lanes.find("valid")?, lanes.find(ready)?];
        let inputs = inputs.iter().map(|port| lanes.find(port)).collect::<Result<_, _>>()?;
        let mut nets = [valid; N];
        for (net, port) in nets.iter_mut().zip(outputs) {
            *net = lanes.find(port)?;
        }
        Ok(Self { lanes, latency, valid, ready, inputs, outputs: nets })
    }

    /// What the machine gives for these items, in their order; `values` are an item's, in the order
    /// of the inputs. Cycles: a 64th of the items' number, and the latency.
    ///
    /// # Errors
    /// A value is wider than its input.
    pub fn run<T, V: IntoIterator<Item = u128>>(
        &mut self,
        items: &[T],
        values: impl Fn(&T) -> V,
    ) -> Result<Vec<[u128; N]>, SimulateError> {
        let Self { lanes, inputs, .. } = self;
        let mut found = Vec::with_capacity(items.len());
        let drain = std::iter::repeat_n(&[][..], self.latency as usize);
        for group in items.chunks(LANES as usize).chain(drain) {
            lanes.poke_all(self.valid, 0)?;
            for (lane, item) in (0..).zip(group) {
                lanes.poke(self.valid, lane, 1)?;
                for (net, value) in inputs.iter().zip(values(item)) {
                    lanes.poke_words(*net, 1 << lane, &[value as u64, (value >> 64) as u64])?;
                }
            }
            let ready = lanes.peek_bit(self.ready, 0);
            for lane in (0..LANES).filter(|lane| ready >> lane & 1 == 1) {
                found.push(self.outputs.map(|net| lanes.peek_wide(net, lane)));
            }
            lanes.step();
        }
        Ok(found)
    }
}
