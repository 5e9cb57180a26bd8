//! The geometry on the grid of a device: each part gets a rectangle of tiles of the size it needs.

use super::device::MemoryLines;
use super::{Counts, Device, Floorplan, FloorplanError, Resources};
use crate::netlist::Area;

/// The share of a block's tiles that may be used: placers need room to move cells, and wires need
/// tiles of their own.
const FILL: f64 = 0.75;

/// How tightly parts are held at their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Each block in its own tiles, without sharing any with its neighbours.
    Tight,
    /// Each block in its own tiles and two more on each side, shared with its neighbours.
    Loose,
    /// The blocks of each quarter of the board together.
    Quarters,
    /// The state machine beside the block memories, and nothing else.
    Control,
}

impl Shape {
    /// All shapes, the tightest last: it takes longest to find nothing.
    pub const ALL: [Shape; 4] = [Shape::Loose, Shape::Quarters, Shape::Control, Shape::Tight];

    /// The shape of `--floorplan on`. Of the trials in `docs/measurements.md`, quarters did best,
    /// but this one is placed with every seed.
    pub const DEFAULT: Shape = Shape::Loose;

    /// Its name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tight => "tight",
            Self::Loose => "loose",
            Self::Quarters => "quarters",
            Self::Control => "control",
        }
    }

    /// Tiles beyond its own that a part may use, on each side.
    fn slack(self) -> usize {
        match self {
            Self::Tight | Self::Control => 0,
            Self::Quarters | Self::Loose => 2,
        }
    }
}

/// A rectangle of tiles in a device's coordinates, its sides included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// The smallest column.
    pub left: u32,
    /// The smallest row, at the top where the device's rows count down.
    pub low: u32,
    /// The largest column.
    pub right: u32,
    /// The largest row.
    pub high: u32,
}

impl Rectangle {
    /// Whether the other lies in this one.
    pub fn contains(self, other: Self) -> bool {
        self.left <= other.left
            && other.right <= self.right
            && self.low <= other.low
            && other.high <= self.high
    }
}

/// The purpose of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Blocks of their own, or parts between blocks.
    Blocks(Area),
    /// For the parts beside the block memories.
    Control,
}

/// A rectangle of a device, and the parts that belong there.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Its name: the first letters name its purpose, the numbers are columns and rows of blocks.
    pub name: String,
    /// Its purpose.
    pub kind: Kind,
    /// Its place.
    pub rectangle: Rectangle,
    /// Paths of the parts.
    pub parts: Vec<String>,
    /// The area of its parts.
    pub used: Resources,
    /// The lookup tables of its tiles.
    pub luts: u64,
}

/// A floorplan on a device.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The geometry.
    pub floorplan: Floorplan,
    /// The device.
    pub device: &'static Device,
    /// How tightly parts are held.
    pub shape: Shape,
    /// The regions of blocks from the smallest to the largest, then that of the control.
    pub regions: Vec<Region>,
    /// The area around all of these, large enough for the whole machine.
    pub machine: Rectangle,
}

impl Plan {
    /// The first line of a file of constraints, as a comment.
    pub(super) fn header(&self) -> String {
        format!("# Floorplan of {} on {}.\n", self.floorplan.core, self.device.name)
    }

    /// The floorplan on a device, with each part as large as its counts there.
    ///
    /// # Errors
    /// It does not fit, or a part is not counted.
    pub fn new(
        floorplan: Floorplan,
        device: &'static Device,
        counts: &Counts,
        shape: Shape,
    ) -> Result<Self, FloorplanError> {
        let sizes = Sizes { floorplan: &floorplan, device, counts };
        let grid = Grid::new(&sizes, shape)?;
        let mut regions: Vec<Region> = Vec::new();
        let blocks = floorplan.blocks.iter().filter(|_| shape != Shape::Control);
        for block in blocks {
            let area = if shape == Shape::Quarters { quarter(&floorplan, block.area) } else { block.area };
            let index = regions.iter().position(|region| region.kind == Kind::Blocks(area));
            let region = match index {
                Some(index) => &mut regions[index],
                None => {
                    let Area { left, bottom, right, top } = area;
                    let name = if area == Area::block(left, bottom) {
                        format!("block_{left}_{bottom}")
                    } else {
                        format!("blocks_{left}_{bottom}_to_{right}_{top}")
                    };
                    regions.push(grid.region(name, Kind::Blocks(area)));
                    let last = regions.len() - 1;
                    &mut regions[last]
                }
            };
            region.used = sum(region.used, sizes.of(&block.path)?);
            region.parts.push(block.path.clone());
        }
        let extent = |region: &Region| match region.kind {
            Kind::Blocks(area) => (area.right - area.left + 1) * (area.top - area.bottom + 1),
            Kind::Control => u32::MAX,
        };
        if !floorplan.control.instances.is_empty() {
            let mut control = grid.region("control".into(), Kind::Control);
            control.parts.clone_from(&floorplan.control.instances);
            control.used = sizes.control()?;
            regions.push(control);
        }
        regions.sort_by_key(extent);
        let machine = grid.machine(sizes.all());
        Ok(Self { floorplan, device, shape, regions, machine })
    }

    /// The area of all parts that have to be in this rectangle, and the rectangle's lookup tables:
    /// those of its own region and of all regions inside.
    pub fn load(&self, of: &Region) -> (u64, u64) {
        let inside = self.regions.iter().filter(|region| of.rectangle.contains(region.rectangle));
        (inside.map(|region| region.used.luts()).sum(), of.luts)
    }
}

/// The quarter of the board that holds this area; the whole board if the area reaches over the
/// middle.
fn quarter(floorplan: &Floorplan, area: Area) -> Area {
    let half = |low: u32, high: u32, all: u32| match all.div_ceil(2) {
        middle if high < middle => (0, middle - 1),
        middle if low >= middle => (middle, all - 1),
        _ => (0, all - 1),
    };
    let (left, right) = half(area.left, area.right, floorplan.columns);
    let (bottom, top) = half(area.bottom, area.top, floorplan.rows);
    Area { left, bottom, right, top }
}

fn sum(a: Resources, b: Resources) -> Resources {
    let luts = |a: Option<u64>, b: Option<u64>| match (a, b) {
        (None, None) => None,
        _ => Some(a.unwrap_or(0) + b.unwrap_or(0)),
    };
    Resources {
        lut4: luts(a.lut4, b.lut4),
        lut6: luts(a.lut6, b.lut6),
        lut_as_ram: a.lut_as_ram + b.lut_as_ram,
        ff: a.ff + b.ff,
        bram: a.bram + b.bram,
        dsp: a.dsp + b.dsp,
    }
}

/// The sizes of parts on a device.
struct Sizes<'a> {
    floorplan: &'a Floorplan,
    device: &'static Device,
    counts: &'a Counts,
}

impl Sizes<'_> {
    fn of(&self, part: &str) -> Result<Resources, FloorplanError> {
        self.counts.get(part).copied().ok_or_else(|| FloorplanError::NotCounted {
            core: self.floorplan.core.clone(),
            part: part.into(),
        })
    }

    /// The state machines, with the flip-flops and block memories of what has no place.
    fn control(&self) -> Result<Resources, FloorplanError> {
        let rest = self.of("")?;
        let registers = Resources { ff: rest.ff, bram: rest.bram, ..Resources::default() };
        let mut parts = self.floorplan.control.instances.iter().map(|part| self.of(part));
        parts.try_fold(registers, |all, part| Ok(sum(all, part?)))
    }

    /// Tiles of the whole machine.
    fn all(&self) -> usize {
        let all = self.counts.values().fold(Resources::default(), |all, part| sum(all, *part));
        self.tiles(all.luts() as f64, all.ff as f64)
    }

    /// Tiles that hold so much, with room to move.
    fn tiles(&self, luts: f64, flip_flops: f64) -> usize {
        (luts.max(flip_flops) / (f64::from(self.device.luts) * FILL)).ceil().max(1.0) as usize
    }

    /// Tiles of the fullest block, with its share of the parts between blocks.
    fn block(&self) -> Result<usize, FloorplanError> {
        let Floorplan { columns, rows, blocks, .. } = self.floorplan;
        let mut all = vec![(0.0, 0.0); (columns * rows) as usize];
        for block in blocks {
            let Resources { ff, .. } = self.of(&block.path)?;
            let luts = self.of(&block.path)?.luts();
            let Area { left, bottom, right, top } = block.area;
            let share = f64::from((right - left + 1) * (top - bottom + 1));
            for row in bottom..=top {
                for column in left..=right {
                    let (block_luts, block_ffs) = &mut all[(row * columns + column) as usize];
                    *block_luts += luts as f64 / share;
                    *block_ffs += ff as f64 / share;
                }
            }
        }
        Ok(all.into_iter().map(|(luts, ffs)| self.tiles(luts, ffs)).max().unwrap_or(1))
    }
}

/// One direction of the grid: its tiles, and where the blocks stand among them.
#[derive(Debug)]
struct Axis {
    /// Coordinates of the tiles that hold logic.
    tiles: Vec<u32>,
    /// The first tile.
    start: usize,
    /// Blocks.
    blocks: usize,
    /// Tiles of a block.
    pitch: usize,
    /// Tiles left to the control, and before which block.
    band: usize,
    split: usize,
}

impl Axis {
    fn length(&self) -> usize {
        self.blocks * self.pitch + self.band
    }

    fn spare(&self) -> Option<usize> {
        self.tiles.len().checked_sub(self.length())
    }

    /// Moves the blocks to the middle.
    fn centre(mut self) -> Self {
        self.start = self.spare().unwrap_or(0) / 2;
        self
    }

    /// Moves the blocks so that the band lies at a line of memories: as near to the middle of the
    /// board as possible, then to the middle of the device. Tells whether a line is in reach.
    /// Without one, the board stays in the middle, and the control in the middle of it.
    fn at_memories(mut self, lines: &[u32]) -> (Self, bool) {
        let spare = self.spare().unwrap_or(0);
        let mut best: Option<((usize, usize), usize, usize)> = None;
        for split in 0..=self.blocks {
            for &line in lines {
                let before = split * self.pitch + self.band / 2;
                let start = (line as usize).saturating_sub(before).min(spare);
                let band = start + split * self.pitch;
                let beside = (band..=band + self.band).contains(&(line as usize));
                let cost = ((2 * split).abs_diff(self.blocks), (2 * start).abs_diff(spare));
                if beside && best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, start, split));
                }
            }
        }
        let middle = (spare / 2, self.blocks / 2);
        (self.start, self.split) = best.map_or(middle, |(_, start, split)| (start, split));
        (self, best.is_some())
    }

    fn of_block(&self, block: u32) -> usize {
        let block = block as usize;
        self.start + block * self.pitch + if block >= self.split { self.band } else { 0 }
    }

    /// The tiles from one block to another, and some more on both sides.
    fn blocks(&self, first: u32, last: u32, slack: usize) -> [usize; 2] {
        self.widened(self.of_block(first), self.of_block(last) + self.pitch - 1, slack)
    }

    fn widened(&self, first: usize, last: usize, slack: usize) -> [usize; 2] {
        let end = self.tiles.len().saturating_sub(1);
        [first.saturating_sub(slack).min(end), (last + slack).min(end)]
    }

    /// The smallest and largest coordinate of these tiles.
    fn coordinates(&self, [first, last]: [usize; 2]) -> [u32; 2] {
        let (first, last) = (self.tiles[first], self.tiles[last]);
        [first.min(last), first.max(last)]
    }
}

/// The number of tiles in these columns and rows.
fn size(sides: [[usize; 2]; 2]) -> usize {
    sides.iter().map(|[first, last]| last - first + 1).product()
}

/// The board on the device.
struct Grid {
    device: &'static Device,
    columns: Axis,
    rows: Axis,
    slack: usize,
    /// Tiles the control needs.
    control: usize,
}

impl Grid {
    fn new(sizes: &Sizes, shape: Shape) -> Result<Self, FloorplanError> {
        let Floorplan { columns, rows, control, core, .. } = sizes.floorplan;
        let device = sizes.device;
        let tiles = sizes.block()?;
        let control = match control.instances.is_empty() {
            true => 0,
            false => {
                let Resources { ff, .. } = sizes.control()?;
                sizes.tiles(sizes.control()?.luts() as f64, ff as f64)
            }
        };
        let axis = |tiles: Vec<u32>, blocks: u32, pitch, band| {
            let split = blocks as usize / 2;
            Axis { tiles, start: 0, blocks: blocks as usize, pitch, band, split }
        };
        let in_columns = matches!(device.memories, MemoryLines::Columns(_));
        // The squarest block that fits, with the memories in reach.
        let mut best: Option<((bool, usize), Self)> = None;
        for width in 1..=tiles {
            let height = tiles.div_ceil(width);
            let along = if in_columns { *rows as usize * height } else { *columns as usize * width };
            // The control of a small board is longer than the board.
            let band = control.div_ceil(along.max(control.isqrt())).next_multiple_of(2);
            let (band_across, band_down) = if in_columns { (band, 0) } else { (0, band) };
            let across = axis(device.columns(), *columns, width, band_across);
            let down = axis(device.rows(), *rows, height, band_down);
            if across.spare().is_none() || down.spare().is_none() {
                continue;
            }
            let (across, down, reached) = match device.memories {
                MemoryLines::Columns(lines) => {
                    let (across, reached) = across.at_memories(lines);
                    (across, down.centre(), reached)
                }
                MemoryLines::Rows(lines) => {
                    let (down, reached) = down.at_memories(lines);
                    (across.centre(), down, reached)
                }
            };
            let cost = (!reached, 2 * width.abs_diff(height) + (width * height - tiles));
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best =
                    Some((cost, Self { device, columns: across, rows: down, slack: shape.slack(), control }));
            }
        }
        best.map(|(_, grid)| grid).ok_or_else(|| FloorplanError::DoesNotFit {
            core: core.clone(),
            device: device.name,
            columns: *columns,
            rows: *rows,
            tiles: tiles as u32,
            across: device.columns().len() as u32,
            down: device.rows().len() as u32,
        })
    }

    fn region(&self, name: String, kind: Kind) -> Region {
        let [columns, rows] = match kind {
            Kind::Blocks(area) => [
                self.columns.blocks(area.left, area.right, self.slack),
                self.rows.blocks(area.bottom, area.top, self.slack),
            ],
            Kind::Control => self.beside_memories(),
        };
        Region {
            name,
            kind,
            rectangle: self.rectangle([columns, rows]),
            parts: Vec::new(),
            used: Resources::default(),
            luts: size([columns, rows]) as u64 * u64::from(self.device.luts),
        }
    }

    fn rectangle(&self, [columns, rows]: [[usize; 2]; 2]) -> Rectangle {
        let [left, right] = self.columns.coordinates(columns);
        let [low, high] = self.rows.coordinates(rows);
        Rectangle { left, low, right, high }
    }

    /// The board and the parts beside the memories, with more tiles on each side until there are
    /// `tiles` of them, as far as the device has them.
    fn machine(&self, tiles: usize) -> Rectangle {
        let control = self.beside_memories();
        let around = |axis: &Axis, [first, last]: [usize; 2], more| {
            let [left, right] = axis.blocks(0, axis.blocks as u32 - 1, 0);
            axis.widened(left.min(first), right.max(last), more)
        };
        let widened = |more| [around(&self.columns, control[0], more), around(&self.rows, control[1], more)];
        let most = self.columns.tiles.len().max(self.rows.tiles.len());
        let more = (self.slack..most).find(|&more| size(widened(more)) >= tiles).unwrap_or(most);
        self.rectangle(widened(more))
    }

    /// The band, a little wider. Along the memories, it is as long as the middle half of the board,
    /// or as the control needs.
    fn beside_memories(&self) -> [[usize; 2]; 2] {
        let in_columns = matches!(self.device.memories, MemoryLines::Columns(_));
        let (across, along) =
            if in_columns { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        let band = across.start + across.split * across.pitch;
        let thick = across.widened(band, (band + across.band).saturating_sub(1).max(band), self.slack);
        let needed = self.control.div_ceil(thick[1] - thick[0] + 1);
        let long = needed.max(along.length() / 2).min(along.tiles.len());
        let first = (along.start + along.length() / 2).saturating_sub(long / 2).min(along.tiles.len() - long);
        let along = [first, first + long.max(1) - 1];
        if in_columns { [thick, along] } else { [along, thick] }
    }
}
