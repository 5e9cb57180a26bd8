//! A core as a slave of a bus, with commands in addresses. docs/bus.md has the addresses.

mod axi;
pub mod axi4_lite;
mod exercise;
mod port;
#[cfg(test)]
mod tests;
pub mod wishbone;

pub use self::exercise::{Bus, exercise};
use self::port::CommandWindow;
use super::LinkError;
use super::port::{Core, Drive};
use crate::describe::{Builder, ModuleHandle, Outputs, Project, Wire, lower_commented};

/// The options of a bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusOptions {
    /// Clock cycles that a read of a command waits for its answer, 1 to 65,535. Then the read ends
    /// with an error, and the answer can be read later. So no command, and no core that hangs, can
    /// stop the bus.
    pub patience: u16,
}

impl Default for BusOptions {
    /// A thousand cycles: more than a move takes, less than a walk.
    fn default() -> Self {
        Self { patience: 1000 }
    }
}

/// The request of the bus.
struct Request {
    request: Wire,
    write: Wire,
    written: Wire,
    /// 15 bits.
    address: Wire,
}

/// The module of the part both buses share.
fn window(project: &mut Project) -> Result<ModuleHandle, LinkError> {
    let doc = "Commands in addresses: a read of one carries a command out and returns the low half of its answer.\n\
               docs/bus.md has the addresses.";
    Ok(project.add_module(lower_commented::<CommandWindow>(
        "command_window",
        doc,
        include_str!("port.rs"),
    )?)?)
}

/// The core and the command window in the new top. Returns the window's outputs.
fn place(b: &Builder, core: &Core, window: &ModuleHandle, options: &BusOptions, asked: &Request) -> Outputs {
    let names = ["command_ready", "response_valid", "response_error"];
    let flags = names.map(|name| (name, b.forward(name, 1)));
    let data = b.forward("response_data", 64);
    let window = b
        .instance("window", window)
        .input("request", &asked.request)
        .input("write", &asked.write)
        .input("written", &asked.written)
        .input("address", &asked.address)
        .input("patience", &b.constant(16, u64::from(options.patience.max(1))))
        .inputs(flags.iter().map(|(name, wire)| (*name, wire.clone())))
        .input("response_data", &data)
        .outputs();
    let command = window.get("command");
    let answer = core.place(
        b,
        &Drive {
            reset: &(b.reset() | window.get("core_reset")).named("core_reset"),
            command_valid: &window.get("command_valid"),
            command: &command.slice(10, 4),
            command_data: &command.slice(0, 10),
            response_ready: &window.get("response_ready"),
        },
    );
    for (name, wire) in &flags {
        b.drive(wire, &answer.get(name));
    }
    b.drive(&data, &answer.get("response_data").extend(64));
    window
}
