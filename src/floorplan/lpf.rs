//! The clock for Lattice's logical preferences, which nextpnr reads too.
//!
//! nextpnr takes no regions from this file, so they are in the script of [`super::nextpnr`].

/// A clock on a port, with a frequency in MHz.
pub fn clock(port: &str, mhz: f64) -> String {
    format!("FREQUENCY PORT \"{port}\" {mhz:.3} MHZ;\n")
}
