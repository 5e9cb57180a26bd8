//! Snapshots of emitted netlists, for the tests of Movewright's own cores and of anybody else's.
//!
//! ```no_run
//! # fn my_core() -> movewright::netlist::Design { movewright::netlist::Design::new("mine") }
//! #[test]
//! fn netlist() {
//!     movewright::assert_netlist_snapshot!(my_core());
//! }
//! ```

use std::fmt::Write as _;

use super::{Dialect, EmitError, File, Language, emit_signed};
use crate::netlist::{Design, Direction, Module};

#[doc(hidden)]
pub use insta;

/// Modules of at most this many lines of Verilog stand whole in a snapshot, unless it asks for
/// another limit.
pub const SMALL_MODULE_LINES: usize = 150;

/// Compares the design's emitted text with the snapshot stored beside the test, by means of
/// `insta`.
///
/// The second argument, if given, is the largest number of lines of Verilog of a module that stands
/// whole in the snapshot (otherwise
/// [`SMALL_MODULE_LINES`](crate::emit::snapshot::SMALL_MODULE_LINES)). Panics if the two differ, or
/// if the design cannot be printed.
#[macro_export]
macro_rules! assert_netlist_snapshot {
    ($design:expr) => {
        $crate::assert_netlist_snapshot!($design, $crate::emit::snapshot::SMALL_MODULE_LINES)
    };
    ($design:expr, $small_module_lines:expr) => {
        match $crate::emit::snapshot::snapshot_text(&$design, $small_module_lines) {
            Ok(text) => $crate::emit::snapshot::insta::assert_snapshot!(text),
            Err(error) => panic!("the design cannot be printed: {error}"),
        }
    };
}

/// The design as a snapshot stores it. Modules of at most `small_module_lines` lines of Verilog
/// stand whole, in both languages. Larger ones are given by their ports, their instances by module,
/// and a digest of each text. The generator's version is left out, so a release changes no
/// snapshot.
///
/// # Errors
/// Those of [`emit`](super::emit).
pub fn snapshot_text(design: &Design, small_module_lines: usize) -> Result<String, EmitError> {
    let verilog = emit_signed(design, Language::Verilog, Dialect::Generic, "Movewright")?;
    let vhdl = emit_signed(design, Language::Vhdl, Dialect::Generic, "Movewright")?;
    let mut text = String::new();
    let total = |files: &[File]| files.iter().map(|file| file.text.lines().count()).sum::<usize>();
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "core {}: {} lines of Verilog, {} of VHDL",
        design.name,
        total(&verilog),
        total(&vhdl)
    );
    for module in design.modules() {
        let file = |files: &[File], extension| {
            let name = format!("{}.{extension}", module.name);
            files.iter().find(|file| file.name == name).map(|file| file.text.clone()).unwrap_or_default()
        };
        let (in_verilog, in_vhdl) = (file(&verilog, "v"), file(&vhdl, "vhd"));
        let lines = in_verilog.lines().count();
        if lines <= small_module_lines {
            let _ = write!(text, "\n==== {0}.v\n{in_verilog}\n==== {0}.vhd\n{in_vhdl}", module.name);
        } else {
            let _ = writeln!(
                text,
                "\n==== {}: {lines} lines, Verilog {:016x}, VHDL {:016x}",
                module.name,
                fnv1a(&in_verilog),
                fnv1a(&in_vhdl)
            );
            describe(&mut text, design, module);
        }
    }
    Ok(text)
}

/// Ports, and how many instances of which module.
fn describe(text: &mut String, design: &Design, module: &Module) {
    for port in &module.ports {
        let signal = module.signal(port.signal);
        let direction = match port.direction {
            Direction::Input => "input",
            Direction::Output => "output",
        };
        let _ = writeln!(text, "{direction} {} : {}", signal.name, signal.width);
    }
    let (registers, memories) = (module.registers.len(), module.memories.len());
    let _ = writeln!(text, "{registers} registers, {memories} memories");
    for id in design.ids() {
        let names: Vec<&str> = module
            .instances
            .iter()
            .filter(|instance| instance.module == id)
            .map(|instance| instance.name.as_str())
            .collect();
        if let (Some(first), Some(last)) = (names.first(), names.last()) {
            let _ = writeln!(text, "{} x {} ({first} to {last})", names.len(), design.module(id).name);
        }
    }
}

/// The 64-bit FNV-1a hash: the same number on every machine and in every release.
fn fnv1a(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_is_the_published_one() {
        assert_eq!(fnv1a(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a("foobar"), 0x8594_4171_f739_67e8);
    }
}
