//! Running what is emitted in simulators that nobody here wrote: Verilator the Verilog, GHDL the VHDL.

mod build;
mod error;
mod ghdl;
#[cfg(test)]
mod tests;
mod verilated;

use std::fs;
use std::path::{Path, PathBuf};

pub use build::Traces;
pub use error::OutsideError;
pub use ghdl::{replay_on_ghdl, replay_vhdl_on_ghdl};
pub use verilated::Verilated;

/// Where compiled simulators are kept when nobody says: `MOVEWRIGHT_CACHE`, else `movewright` in the user's cache folder,
/// else in the system's folder for temporary files.
pub fn default_cache() -> PathBuf {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    folder("MOVEWRIGHT_CACHE").unwrap_or_else(|| {
        folder("XDG_CACHE_HOME")
            .or_else(|| folder("HOME").map(|home| home.join(".cache")))
            .unwrap_or_else(std::env::temp_dir)
            .join("movewright")
    })
}

fn write(path: &Path, text: &str) -> Result<(), OutsideError> {
    fs::write(path, text).map_err(OutsideError::doing("write", path))
}
