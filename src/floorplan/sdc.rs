//! The clock, for every tool that reads Synopsys design constraints: Quartus, Vivado, nextpnr.

/// A clock on a port, with a frequency in MHz.
pub fn clock(port: &str, mhz: f64) -> String {
    let period = 1000.0 / mhz;
    format!("create_clock -name {port} -period {period:.3} [get_ports {{{port}}}]\n")
}
