//! Running emitted text in independent simulators: the Verilog in Verilator, the VHDL in GHDL.

mod build;
mod error;
mod ghdl;
#[cfg(test)]
mod tests;
mod trial;
mod verilated;

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) use build::wrapper_name;
pub use build::{Runs, Traces};
pub use error::OutsideError;
pub use ghdl::{replay_on_ghdl, replay_vhdl_on_ghdl};
pub use verilated::Verilated;

use crate::emit::File;

/// The default folder of compiled simulators: `MOVEWRIGHT_CACHE`, otherwise `movewright` in the
/// user's cache folder, otherwise in the system's folder for temporary files.
pub fn default_cache() -> PathBuf {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    folder("MOVEWRIGHT_CACHE").unwrap_or_else(|| {
        folder("XDG_CACHE_HOME")
            .or_else(|| folder("HOME").map(|home| home.join(".cache")))
            .unwrap_or_else(std::env::temp_dir)
            .join("movewright")
    })
}

/// A name that no file, and so no module, of the design has.
fn fresh_name(name: &str, files: &[File]) -> String {
    let mut name = name.to_string();
    let is_taken = |name: &str| {
        files
            .iter()
            .any(|file| Path::new(&file.name).file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(name)))
    };
    while is_taken(&name) {
        name.push('x');
    }
    name
}

fn write(path: &Path, text: &str) -> Result<(), OutsideError> {
    fs::write(path, text).map_err(OutsideError::doing("write", path))
}
