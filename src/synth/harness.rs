//! The harness around a core for placement: its ports hang on registers of another clock instead of
//! pins.
//!
//! A core has more ports than a small package has pins, and inside a larger design its ports are no
//! pins at all.

use askama::Template;

use super::SynthError;
use crate::simulate::{Interface, PortShape};

/// The module that holds the core as its instance `core`.
pub(super) const HARNESS: &str = "movewright_harness";

/// The name of the harness' own clock, as a part of any tool's name for it.
pub(super) const HARNESS_CLOCK: &str = "harness_clock";

/// The way from the harness to a name in the core.
pub(super) const CORE: &str = "core.";

#[derive(Template)]
#[template(path = "harness.v", syntax = "hdl")]
struct Harness<'a> {
    interface: &'a Interface,
    clock: &'a str,
    /// Bits of all inputs, and of all outputs.
    inputs: u32,
    outputs: u32,
}

/// The harness of a core, and the core as a black box, in Verilog.
pub(super) fn harness(interface: &Interface, clock: &str) -> Result<String, SynthError> {
    let bits = |ports: &[PortShape]| ports.iter().map(|port| port.width).sum();
    let harness =
        Harness { interface, clock, inputs: bits(&interface.inputs), outputs: bits(&interface.outputs) };
    harness
        .render()
        .map_err(|reason| SynthError::Frame { top: interface.top.clone(), reason: reason.to_string() })
}

/// Each port with the first of its bits.
fn places(ports: &[PortShape]) -> Vec<(&PortShape, u32)> {
    let mut next = 0;
    let places = ports.iter().map(|port| {
        let low = next;
        next += port.width;
        (port, low)
    });
    places.collect()
}
