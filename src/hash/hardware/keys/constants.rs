//! The memory of constants that a unit of keys looks up.

use super::KEY;
use crate::describe::{Builder, ModuleHandle, Project, Wire};
use crate::netlist::NetlistError;

/// What a memory of constants has. A family chooses how it is built.
pub(super) struct Kept<'a> {
    /// The name of its module.
    pub name: &'a str,
    /// Its constants, in a sentence.
    pub about: &'a str,
    pub contents: &'a [u64],
    /// Registers from the address to the constant: 2, or one more behind the memory.
    pub latency: u32,
}

/// A memory of constants, as a module of its own. It is read in every cycle.
pub(super) fn memory(project: &mut Project, kept: &Kept) -> Result<ModuleHandle, NetlistError> {
    let words = kept.contents.len().next_power_of_two();
    let b = Builder::new(
        kept.name,
        format!("{}\nA constant comes {} cycles after its address.", kept.about, kept.latency),
    );
    let address = b.input("address", words.trailing_zeros());
    let memory = b.memory("kept", KEY, words as u32).contents(kept.contents);
    let found = memory.read_next("found", &address.later("asked"));
    let constant = (2..kept.latency).fold(found, |wire, _| wire.later("found_later"));
    b.output("value", &constant);
    project.add(b)
}

/// The memory of the constants of pieces on squares. A constant comes 3 cycles
/// after its address.
pub(super) fn pieces(
    project: &mut Project,
    name: &str,
    contents: &[u64],
) -> Result<ModuleHandle, NetlistError> {
    let about = "The constant of each piece on each square.";
    let name = &format!("{name}_pieces");
    memory(project, &Kept { name, about, contents, latency: 3 })
}

/// The constant at an address, in a signal of this name; the address is in `<name>_address`.
pub(super) fn read(b: &Builder, memory: &ModuleHandle, name: &str, address: &Wire) -> Wire {
    let address = address.named(&format!("{name}_address"));
    let instance = b.instance(&format!("{name}_memory"), memory).input("address", &address);
    instance.output("value", name).outputs().get("value")
}
