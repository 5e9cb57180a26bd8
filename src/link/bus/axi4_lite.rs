//! A core as a slave of an AXI4-Lite bus.

use super::axi::AxiChannels;
use super::{BusOptions, Request, place, window};
use crate::describe::{Builder, Wire, lower_commented};
use crate::link::LinkError;
use crate::link::port::Core;
use crate::netlist::Design;

/// A core as an AXI4-Lite slave (ARM IHI 0022) with 32 bits of data and 17 of address. The new top
/// is called `<core's top>_axi4_lite`. Its ports are `clock`, `reset` (active high, so the inverse
/// of `aresetn`), and the channels' signals with `axi_` before their names. There is no `awprot`
/// and no `arprot`, because all accesses are equal.
///
/// Transfers go one at a time. An address that is not a multiple of 4 is a slave error.
///
/// # Errors
/// The core has no command port.
pub fn wrap(core: &Design, options: &BusOptions) -> Result<Design, LinkError> {
    let (mut project, core) = Core::begin(core)?;
    let window = window(&mut project)?;
    let doc = "The channels of an AXI4-Lite slave, one transfer at a time.";
    let channels =
        project.add_module(lower_commented::<AxiChannels>("axi_channels", doc, include_str!("axi.rs"))?)?;
    let b = Builder::new(
        format!("{}_axi4_lite", core.name()),
        format!(
            "{} as a slave of an AXI4-Lite bus: a read of an address is a command, see docs/bus.md.",
            core.name()
        ),
    );
    b.clock();
    b.reset();
    let (done, error) = (b.forward("done", 1), b.forward("error", 1));
    let mut channels = b.instance("channels", &channels);
    for (port, width) in [("awaddr", 17), ("awvalid", 1)] {
        channels = channels.input(port, &b.input(&format!("axi_{port}"), width));
    }
    let (data, strobe) = (b.input("axi_wdata", 32), b.input("axi_wstrb", 4));
    for (port, width) in [("wvalid", 1), ("bready", 1), ("araddr", 17), ("arvalid", 1), ("rready", 1)] {
        channels = channels.input(port, &b.input(&format!("axi_{port}"), width));
    }
    let counted = (0..4).map(|byte| data.slice(8 * byte, 8).any() & strobe.bit(byte));
    let nonzero: Wire = counted.fold(b.bit(false), |any, byte| any | byte);
    let bus = channels
        .input("nonzero", &nonzero.named("nonzero"))
        .input("done", &done)
        .input("error", &error)
        .outputs();
    let asked = Request {
        request: bus.get("request"),
        write: bus.get("write"),
        written: bus.get("written"),
        address: bus.get("address"),
    };
    let reply = place(&b, &core, &window, options, &asked);
    b.drive(&done, &reply.get("done"));
    b.drive(&error, &reply.get("error"));
    for port in ["awready", "wready", "bvalid", "arready", "rvalid"] {
        b.output(&format!("axi_{port}"), &bus.get(port));
    }
    b.output("axi_bresp", &bus.get("resp"));
    b.output("axi_rdata", &reply.get("data"));
    b.output("axi_rresp", &bus.get("resp"));
    project.add(b)?;
    Ok(project.finish()?)
}
