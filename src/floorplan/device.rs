//! Grids of devices: the tiles that hold logic, and the places of the block memories.

use super::FloorplanError;

/// The grid of a device, in the coordinates of its constraints. Tiles are numbered from the left.
/// Rows count from the bottom in this table; [`Device::rows`] says how the tool numbers them.
#[derive(Debug, PartialEq, Eq)]
pub struct Device {
    /// The device.
    pub name: &'static str,
    /// The target of [`crate::synth`] whose counts are for it.
    pub target: &'static str,
    /// The first and last column that may hold logic.
    columns: [u32; 2],
    /// Columns in between that hold no logic, or not all the way up.
    not_columns: &'static [u32],
    /// The bottom and the top row that may hold logic. The bottom one has the larger number if the
    /// tool counts down.
    rows: [u32; 2],
    /// Rows in between that hold no logic.
    not_rows: &'static [u32],
    /// Lookup tables of a tile. A tile has as many flip-flops, or twice as many.
    pub luts: u32,
    /// The places of the block memories.
    pub memories: MemoryLines,
    /// Whence the figures come.
    pub source: &'static str,
}

/// The block memories of a device stand in columns or in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryLines {
    /// After how many columns of logic, from the left, each column of memories stands.
    Columns(&'static [u32]),
    /// After how many rows of logic, from the bottom, each row of memories stands.
    Rows(&'static [u32]),
}

/// All devices with a known grid.
pub static DEVICES: [Device; 7] = [
    Device {
        name: "XCV800",
        target: "xcv",
        columns: [1, 84],
        not_columns: &[],
        rows: [56, 1],
        not_rows: &[],
        luts: 4,
        // 14 on each side, four rows high each.
        memories: MemoryLines::Columns(&[0, 84]),
        source: "Xilinx DS003, Virtex 2.5 V: 56 by 84 CLBs of four lookup tables, 28 block memories at the left and right",
    },
    Device {
        name: "XC7A35T",
        target: "xc7",
        // Columns of CLBs, two slices each: SLICE_X0 and SLICE_X1 are column 0. Columns 8 to 13
        // hold the configuration below row 100, and above it columns 21 to 23 and 29 to 32 have
        // gaps.
        columns: [0, 32],
        not_columns: &[8, 9, 10, 11, 12, 13],
        rows: [0, 99],
        not_rows: &[],
        luts: 8,
        memories: MemoryLines::Columns(&[4, 18, 23]),
        source: "the database of nextpnr-himbaechel-xilinx for the XC7A50T, whose die the XC7A35T is",
    },
    Device {
        name: "EP4CE115",
        target: "cycloneive",
        columns: [1, 113],
        // M9K memories and multipliers.
        not_columns: &[15, 20, 37, 44, 51, 64, 71, 78, 93, 104],
        rows: [1, 72],
        not_rows: &[],
        luts: 16,
        memories: MemoryLines::Columns(&[14, 34, 46, 58, 70, 94]),
        source: "Intel CYIV-51001 and 51003: LABs of 16 logic elements, 432 M9K in six columns of 72; column numbers as the \
                 Quartus chip planner shows them, not checked against Quartus here",
    },
    Device {
        name: "LFE5U-85F",
        target: "ecp5",
        columns: [2, 124],
        not_columns: &[],
        rows: [93, 2],
        // Multipliers in 10, 34 and 58, block memories in the others.
        not_rows: &[10, 22, 34, 46, 58, 70, 82],
        luts: 8,
        memories: MemoryLines::Rows(&[11, 22, 44, 66]),
        source: "the database of nextpnr-ecp5 0.11.1 (prjtrellis)",
    },
    Device {
        name: "GW2AR-18",
        target: "gowin",
        columns: [1, 54],
        not_columns: &[],
        rows: [53, 1],
        // Block memories in 9, 27 and 45, multipliers in the others.
        not_rows: &[9, 18, 27, 36, 45],
        luts: 8,
        memories: MemoryLines::Rows(&[8, 24, 40]),
        source: "the database of nextpnr-himbaechel-gowin 0.11.1 (apicula)",
    },
    Device {
        name: "iCE40HX8K",
        target: "ice40",
        columns: [1, 32],
        not_columns: &[8, 25],
        rows: [1, 32],
        not_rows: &[],
        luts: 8,
        memories: MemoryLines::Columns(&[7, 23]),
        source: "the database of nextpnr-ice40 0.11.1 (icestorm)",
    },
    Device {
        name: "iCE40UP5K",
        target: "ice40",
        columns: [1, 24],
        not_columns: &[6, 19],
        rows: [1, 30],
        not_rows: &[],
        luts: 8,
        memories: MemoryLines::Columns(&[5, 17]),
        source: "the database of nextpnr-ice40 0.11.1 (icestorm)",
    },
];

/// The device of this name.
///
/// # Errors
/// Its grid is not known.
pub fn device(name: &str) -> Result<&'static Device, FloorplanError> {
    DEVICES.iter().find(|device| device.name == name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> FloorplanError {
    let known = DEVICES.iter().map(|device| device.name).collect::<Vec<_>>().join(", ");
    FloorplanError::NoDevice { device: name.into(), known }
}

impl Device {
    /// The device whose grid goes with a target of [`crate::synth`].
    ///
    /// # Errors
    /// No grid is known of the target.
    pub fn of_target(target: &str) -> Result<&'static Self, FloorplanError> {
        DEVICES.iter().find(|device| device.target == target).ok_or_else(|| unknown(target))
    }

    /// The columns that hold logic, from the left.
    pub fn columns(&self) -> Vec<u32> {
        numbers(self.columns, self.not_columns)
    }

    /// The rows that hold logic, from the bottom.
    pub fn rows(&self) -> Vec<u32> {
        numbers(self.rows, self.not_rows)
    }
}

/// The numbers from the first to the last, in that direction, without some.
fn numbers([first, last]: [u32; 2], without: &[u32]) -> Vec<u32> {
    let there = |number: &u32| !without.contains(number);
    let upwards = first.min(last)..=first.max(last);
    if first <= last { upwards.filter(there).collect() } else { upwards.rev().filter(there).collect() }
}
