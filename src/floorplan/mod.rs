//! Floorplans: a design's own geometry, mapped to the grid of a device and written for each tool.
//!
//! The geometry stands in the netlist, where the structure is described ([`Connections::placed`]):
//! a square on its block, an arbiter between the blocks it joins, the state machine beside the
//! block memories. [`Floorplan::of`] collects it. [`Plan::new`] gives each part a rectangle of a
//! [`Device`], by the area of the part there. The writers express the plan in the language of each
//! tool: [`ucf`], [`xdc`], [`qsf`], [`sdc`], [`lpf`], and [`nextpnr`] for a script in Python.
//!
//! [`Connections::placed`]: crate::describe::Connections::placed

mod device;
mod error;
pub mod lpf;
pub mod nextpnr;
pub mod picture;
mod plan;
pub mod qsf;
mod resources;
pub mod sdc;
#[cfg(test)]
mod tests;
pub mod ucf;
pub mod xdc;

use std::collections::BTreeMap;

pub use device::{DEVICES, Device, MemoryLines, device};
pub use error::FloorplanError;
pub use plan::{Kind, Plan, Rectangle, Region, Shape};
pub use resources::Resources;

use crate::netlist::{Area, Design, Module, Place, Signal};

/// The area of each part of a machine on a device, by the part's path. The empty path is the rest
/// of the machine.
pub type Counts = BTreeMap<String, Resources>;

/// A machine's geometry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floorplan {
    /// The core, for errors.
    pub core: String,
    /// Columns of blocks.
    pub columns: u32,
    /// Rows of blocks.
    pub rows: u32,
    /// The parts that stand on a block or between blocks.
    pub blocks: Vec<Block>,
    /// The parts that stand beside the block memories.
    pub control: Control,
}

/// A part that stands on its block, or between the blocks it joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The instances from the top to it, with dots between them: `board.square_e4`.
    pub path: String,
    /// Its own block, or those it stands between.
    pub area: Area,
}

/// The parts that stand beside the block memories: the state machines, and the registers and
/// memories beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// Paths of instances.
    pub instances: Vec<String>,
    /// Registers: those of the modules that hold the instances.
    pub registers: Vec<Register>,
    /// Paths of memories: those of the modules that hold the instances.
    pub memories: Vec<String>,
}

/// A register beside the state machines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The instances from the top to it and its name, with dots between them.
    pub path: String,
    /// Bits.
    pub width: u32,
}

impl Floorplan {
    /// The geometry that the design's instances say.
    ///
    /// # Errors
    /// It has no top, or no instance on a block.
    pub fn of(design: &Design) -> Result<Self, FloorplanError> {
        let none = || FloorplanError::NoGeometry { core: design.name.clone() };
        let top = design.module(design.top().ok_or_else(none)?);
        let mut walk = Walk { design, blocks: Vec::new(), control: Control::default() };
        walk.module(top, "");
        let Walk { blocks, control, .. } = walk;
        let whole = blocks.iter().map(|block| block.area).reduce(Area::around).ok_or_else(none)?;
        let core = design.name.clone();
        Ok(Self { core, columns: whole.right + 1, rows: whole.top + 1, blocks, control })
    }

    /// The paths of its parts: those of the blocks, then those of the state machines.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().map(|block| &block.path).chain(&self.control.instances).map(String::as_str)
    }

    /// The part that a name belongs to, by the instances it begins with.
    pub fn part_of(&self, name: &str) -> Option<&str> {
        self.parts().find(|path| name.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')))
    }
}

/// A path of the floorplan in a tool's spelling, below the instances from the top of the device to
/// the core, if any.
fn scoped(scope: &str, separator: &str, path: &str) -> String {
    let path = path.replace('.', separator);
    if scope.is_empty() { path } else { format!("{scope}{separator}{path}") }
}

/// Goes through the instances, and no further where one has a place.
struct Walk<'a> {
    design: &'a Design,
    blocks: Vec<Block>,
    control: Control,
}

impl Walk<'_> {
    fn module(&mut self, module: &Module, path: &str) {
        let below = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
        for instance in &module.instances {
            let path = below(&instance.name);
            match instance.place {
                Some(Place::Over(area)) => self.blocks.push(Block { path, area }),
                Some(Place::BesideMemory) => self.control.instances.push(path),
                None => self.module(self.design.module(instance.module), &path),
            }
        }
        if module.instances.iter().any(|instance| instance.place == Some(Place::BesideMemory)) {
            let registers = module.registers.iter().map(|register| module.signal(register.output));
            let register = |signal: &Signal| Register { path: below(&signal.name), width: signal.width };
            self.control.registers.extend(registers.map(register));
            self.control.memories.extend(module.memories.iter().map(|memory| below(&memory.name)));
        }
    }
}
