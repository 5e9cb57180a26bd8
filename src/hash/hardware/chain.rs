//! A value and the same value of earlier cycles, in registers.

use crate::describe::Wire;

/// The registers through which a value goes from stage to stage.
pub(super) struct Chain {
    first: u32,
    wires: Vec<Wire>,
}

impl Chain {
    /// From the stage `first`, where the value is `wire`, to the stage `last`. The register of the
    /// stage `n` is `<name>_<n>`.
    pub fn new(wire: &Wire, name: &str, first: u32, last: u32) -> Self {
        Self::by(wire, first, last, |before, stage| before.later(&format!("{name}_{stage}")))
    }

    /// The same in registers of its own, which synthesis does not merge with others of the same
    /// value, because they stand elsewhere.
    pub fn kept(wire: &Wire, name: &str, first: u32, last: u32) -> Self {
        Self::by(wire, first, last, |before, stage| before.later(&format!("{name}_{stage}")).keep())
    }

    /// The same, cleared by a reset.
    pub fn cleared(wire: &Wire, name: &str, first: u32, last: u32) -> Self {
        Self::by(wire, first, last, |before, stage| before.later_cleared(&format!("{name}_{stage}")))
    }

    fn by(wire: &Wire, first: u32, last: u32, next: impl Fn(&Wire, u32) -> Wire) -> Self {
        let mut before = wire.clone();
        let later = (first + 1..=last).map(|stage| {
            before = next(&before, stage);
            before.clone()
        });
        let later: Vec<Wire> = later.collect();
        Self { first, wires: [wire.clone()].into_iter().chain(later).collect() }
    }

    /// The value in this stage; in stages outside, that of the nearest one.
    pub fn at(&self, stage: u32) -> Wire {
        let place = stage.saturating_sub(self.first) as usize;
        self.wires[place.min(self.wires.len() - 1)].clone()
    }
}
