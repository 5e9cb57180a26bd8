//! A core as a slave of a Wishbone bus, revision B4.

use super::{BusOptions, Request, place, window};
use crate::describe::Builder;
use crate::link::LinkError;
use crate::link::port::Core;
use crate::netlist::Design;

/// A core as a Wishbone B4 slave for classic cycles. Port and granularity are 32 bits, so `wb_adr`
/// counts words of 32 bits. The new top is called `<core's top>_wishbone`. Its ports are `clock`,
/// `reset`, `wb_cyc`, `wb_stb`, `wb_we`, `wb_adr` (15 bits), `wb_dat_w` (to the slave), `wb_dat_r`,
/// `wb_ack` and `wb_err`.
///
/// Replies come from registers: those of the window's registers in the cycle after the strobe,
/// those of commands 2 cycles later than from the core. If the master ends a cycle early, its reply
/// is lost, and the bus goes on.
///
/// # Errors
/// The core has no command port.
pub fn wrap(core: &Design, options: &BusOptions) -> Result<Design, LinkError> {
    let (mut project, core) = Core::begin(core)?;
    let window = window(&mut project)?;
    let b = Builder::new(
        format!("{}_wishbone", core.name()),
        format!(
            "{} as a slave of a Wishbone B4 bus: a read of an address is a command, see docs/bus.md.",
            core.name()
        ),
    );
    b.clock();
    b.reset();
    let strobe = b.input("wb_cyc", 1) & b.input("wb_stb", 1);
    let asked = Request {
        request: strobe.clone(),
        write: b.input("wb_we", 1),
        address: b.input("wb_adr", 15),
        written: b.input("wb_dat_w", 32).any(),
    };
    let reply = place(&b, &core, &window, options, &asked);
    let (done, error) = (reply.get("done") & strobe, reply.get("error"));
    b.output("wb_dat_r", &reply.get("data"));
    b.output("wb_ack", &(&done & !&error));
    b.output("wb_err", &(&done & &error));
    project.add(b)?;
    Ok(project.finish()?)
}
