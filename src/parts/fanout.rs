//! Fan-out buffers: one signal to 64 squares is too slow, so each group of eight squares has its
//! own copy.

use crate::describe::{Builder, ModuleHandle, Project, Wire};
use crate::netlist::NetlistError;

/// The buffer module for a word of `width` bits. Its `copy` follows its `word` in the same cycle,
/// through a net that synthesis keeps.
///
/// Combinational. Source: the grouping by eight of Boulé & Zilic 2002.
///
/// # Errors
/// A mistake in the description.
pub fn buffer(project: &mut Project, name: &str, width: u32) -> Result<ModuleHandle, NetlistError> {
    let builder = Builder::new(
        name,
        "Fan-out buffer: a copy of every broadcast signal for one group of eight squares.\nCombinational; synthesis keeps the copies.",
    );
    let word = builder.input("word", width).comment("a word that many read");
    builder.output("copy", &word.named("kept").keep()).comment("the same word, for some of them");
    project.add(builder)
}

/// The copy of a word for the group called `group`. The instance is `fanout_<group>`, its output
/// `<name>_<group>`.
pub fn copy(builder: &Builder, buffer: &ModuleHandle, name: &str, group: &str, word: &Wire) -> Wire {
    builder
        .instance(&format!("fanout_{group}"), buffer)
        .input("word", word)
        .output("copy", &format!("{name}_{group}"))
        .outputs()
        .get("copy")
}
