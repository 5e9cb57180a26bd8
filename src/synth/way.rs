//! How a machine is mapped and placed.

use std::path::Path;

use super::{Aim, Hierarchy, Mapped, SynthError, Target, map_once};
use crate::netlist::Design;

/// The choices between a design and its clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Way {
    /// Whether modules are mapped as one.
    pub hierarchy: Hierarchy,
    /// Whether every register that shares a lookup table with others gets its own.
    pub own_tables: bool,
    /// The aims of the placer.
    pub aim: Aim,
}

impl Way {
    /// Maps a design in this way, or takes it from the cache, see [`map_once`].
    ///
    /// # Errors
    /// See [`map_once`] and [`Mapped::own_tables`].
    pub fn map(&self, design: &Design, target: &'static Target, cache: &Path) -> Result<Mapped, SynthError> {
        let mut mapped = map_once(design, target, self.hierarchy, cache)?;
        if self.own_tables {
            mapped.own_tables()?;
        }
        Ok(mapped)
    }
}
