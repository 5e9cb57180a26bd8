//! The cells of a device that a machine or a part of one takes.

use serde::{Deserialize, Serialize};

/// The area of a machine on a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resources {
    /// Lookup tables of four inputs, those that serve as memory or in a carry chain included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lut4: Option<u64>,
    /// Lookup tables of six inputs, on devices with such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lut6: Option<u64>,
    /// The lookup tables among them that serve as memory.
    pub lut_as_ram: u64,
    /// Flip-flops.
    pub ff: u64,
    /// Block memories.
    pub bram: u64,
    /// Multipliers.
    pub dsp: u64,
}

impl Resources {
    /// Lookup tables, of however many inputs.
    pub fn luts(&self) -> u64 {
        self.lut4.or(self.lut6).unwrap_or(0)
    }
}
