//! The errors of making a floorplan.

use thiserror::Error;

/// The reasons why there is no floorplan.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FloorplanError {
    /// No instance says where it stands.
    #[error(
        "{core} has no geometry: none of its instances is on a block; give them places with `placed` where they are described"
    )]
    NoGeometry {
        /// The core.
        core: String,
    },
    /// No grid is known of the device.
    #[error("the grid of {device} is not known; known are {known}")]
    NoDevice {
        /// The name asked for.
        device: String,
        /// The names there are.
        known: String,
    },
    /// The blocks do not fit on the device, side by side.
    #[error(
        "the floorplan of {core} does not fit on {device}: {columns} by {rows} blocks of {tiles} tiles each, and {across} \
         by {down} tiles there are; choose a larger device or a smaller board"
    )]
    DoesNotFit {
        /// The core.
        core: String,
        /// The device.
        device: &'static str,
        /// Columns of blocks.
        columns: u32,
        /// Rows of blocks.
        rows: u32,
        /// Tiles that a block needs.
        tiles: u32,
        /// Columns of tiles.
        across: u32,
        /// Rows of tiles.
        down: u32,
    },
    /// The area of a part is not known.
    #[error(
        "nothing says what {part} of {core} takes on the device; map the same design that the floorplan is of"
    )]
    NotCounted {
        /// The core.
        core: String,
        /// The path of the part.
        part: String,
    },
    /// Two regions overlap, and the tool allows none that do.
    #[error(
        "the regions {first} and {second} overlap, which {tool} does not allow; plan with `Shape::Tight`"
    )]
    Overlap {
        /// The tool.
        tool: &'static str,
        /// A region.
        first: String,
        /// Another one.
        second: String,
    },
    /// A template cannot be rendered.
    #[error("the floorplan cannot be written as {what}: {reason}; this is a defect of its template")]
    Template {
        /// The kind of file.
        what: &'static str,
        /// The reason.
        reason: String,
    },
}
