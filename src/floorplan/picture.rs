//! A floorplan and its placement side by side, as an SVG picture.

use std::collections::BTreeMap;

use askama::Template;

use super::{FloorplanError, Kind, MemoryLines, Plan, Rectangle, nextpnr};
use crate::netlist::Area;
use crate::synth::Placement;

/// The side of a tile.
const TILE: u32 = 6;
/// Around a panel.
const MARGIN: u32 = 16;
/// Above a panel, for its title; below it, for the legend.
const TITLE: u32 = 30;

#[derive(Template)]
#[template(path = "floorplan.svg")]
struct Picture {
    width: u32,
    height: u32,
    title: String,
    panels: Vec<Panel>,
    legend: Vec<Swatch>,
}

struct Panel {
    title: String,
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    memories: Vec<Shown>,
    tiles: Vec<Shown>,
    regions: Vec<Shown>,
    labels: Vec<Label>,
}

/// The name of a file or a rank, beside its squares.
struct Label {
    x: u32,
    y: u32,
    text: String,
}

/// A rectangle in a panel.
struct Shown {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    color: String,
    name: String,
}

struct Swatch {
    x: u32,
    y: u32,
    color: String,
    /// Drawn as an outline where the picture has outlines only.
    outline: bool,
    text: String,
}

/// The device's tiles on paper.
struct Paper {
    whole: Rectangle,
    /// Row 0 is at the top.
    downwards: bool,
}

impl Paper {
    fn new(plan: &Plan) -> Self {
        let ends = |all: Vec<u32>| match (all.first(), all.last()) {
            (Some(&first), Some(&last)) => (first.min(last), first.max(last), first > last),
            _ => (0, 0, false),
        };
        let (left, right, _) = ends(plan.device.columns());
        let (low, high, downwards) = ends(plan.device.rows());
        let (whole, turned) = nextpnr::tiles(plan.device, Rectangle { left, low, right, high });
        Self { whole, downwards: downwards || turned }
    }

    fn size(&self) -> (u32, u32) {
        let Rectangle { left, low, right, high } = self.whole;
        ((right - left + 1) * TILE, (high - low + 1) * TILE)
    }

    fn shown(&self, of: Rectangle, color: String, name: String) -> Shown {
        let Rectangle { left, low, right, high } = of;
        let y = if self.downwards {
            low.saturating_sub(self.whole.low)
        } else {
            self.whole.high.saturating_sub(high)
        };
        Shown {
            x: left.saturating_sub(self.whole.left) * TILE,
            y: y * TILE,
            width: (right - left + 1) * TILE,
            height: (high - low + 1) * TILE,
            color,
            name,
        }
    }
}

/// Files differ in hue, ranks in lightness.
fn color(plan: &Plan, area: Area) -> String {
    let hue = 300 * area.left / plan.floorplan.columns.max(1);
    let lightness = 32 + 36 * area.bottom / plan.floorplan.rows.max(1);
    format!("hsl({hue} 65% {lightness}%)")
}

const CONTROL: &str = "#d9480f";
const BETWEEN: &str = "#495057";
const REST: &str = "#adb5bd";

/// The floorplan, and beside it the placement if there is one. Both are in nextpnr's coordinates of
/// the device, and suit light and dark backgrounds.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub fn draw(plan: &Plan, placement: Option<&Placement>) -> Result<String, FloorplanError> {
    let paper = Paper::new(plan);
    let (width, height) = paper.size();
    let panel = |index: u32, title: String, tiles: Vec<Shown>, regions: Vec<Shown>| Panel {
        title,
        x: MARGIN + index * (width + 2 * MARGIN),
        y: MARGIN + TITLE,
        width,
        height,
        memories: memories(plan, &paper),
        tiles,
        regions,
        labels: labels(plan, &paper),
    };
    let (core, device) = (&plan.floorplan.core, plan.device.name);
    let (areas, outlines) = regions(plan, &paper);
    let mut panels = vec![panel(0, format!("Floorplan ({})", plan.shape.name()), areas, outlines)];
    if let Some(placement) = placement {
        let title = format!("Placement: {} cells", placement.spots.len());
        panels.push(panel(1, title, tiles(plan, placement, &paper), Vec::new()));
    }
    let below = 2 * MARGIN + TITLE + height;
    let planned = placement.is_none();
    let legend = [
        (color(plan, Area::block(0, 0)), false, "a square: files differ in hue, ranks in lightness"),
        (BETWEEN.into(), planned, "arbiters, between the squares that they compare"),
        (CONTROL.into(), planned, "state machine, registers"),
        (REST.into(), false, "block memories; other cells"),
    ];
    let legend = legend.into_iter().zip(0..).map(|((color, outline, text), line)| Swatch {
        x: MARGIN,
        y: below + 18 * line,
        color,
        outline,
        text: text.into(),
    });
    let picture = Picture {
        width: (2 * MARGIN + width) * panels.len() as u32,
        height: below + 18 * 4 + MARGIN,
        title: format!("Floorplan of {core} on {device}"),
        legend: legend.collect(),
        panels,
    };
    let failed =
        |reason: askama::Error| FloorplanError::Template { what: "a picture", reason: reason.to_string() };
    picture.render().map_err(failed)
}

/// Blocks as areas; regions of several blocks and of the control as outlines.
fn regions(plan: &Plan, paper: &Paper) -> (Vec<Shown>, Vec<Shown>) {
    let (mut areas, mut outlines) = (Vec::new(), Vec::new());
    for region in &plan.regions {
        let (rectangle, _) = nextpnr::tiles(plan.device, region.rectangle);
        match region.kind {
            Kind::Blocks(area) if area == Area::block(area.left, area.bottom) => {
                areas.push(paper.shown(rectangle, color(plan, area), region.name.clone()));
            }
            Kind::Blocks(area) if region.parts.len() > 1 => {
                areas.push(paper.shown(rectangle, color(plan, area), region.name.clone()));
            }
            Kind::Blocks(_) => outlines.push(paper.shown(rectangle, BETWEEN.into(), region.name.clone())),
            Kind::Control => outlines.push(paper.shown(rectangle, CONTROL.into(), region.name.clone())),
        }
    }
    (areas, outlines)
}

/// Files below the squares of the first rank, ranks to the left of those of the first file, each at
/// the middle of its square.
fn labels(plan: &Plan, paper: &Paper) -> Vec<Label> {
    let places: Vec<(Area, Shown)> = plan
        .regions
        .iter()
        .filter_map(|region| match region.kind {
            Kind::Blocks(area) if area == Area::block(area.left, area.bottom) => {
                let (rectangle, _) = nextpnr::tiles(plan.device, region.rectangle);
                Some((area, paper.shown(rectangle, String::new(), String::new())))
            }
            _ => None,
        })
        .collect();
    let left = places.iter().map(|(_, shown)| shown.x).min().unwrap_or(0);
    let below = places.iter().map(|(_, shown)| shown.y + shown.height).max().unwrap_or(0);
    let middle = |shown: &Shown| (shown.x + shown.width / 2, shown.y + shown.height / 2);
    let files = places.iter().filter(|(area, _)| area.bottom == 0).map(|(area, shown)| {
        let text = char::from_digit(10 + area.left, 36).unwrap_or('?').into();
        Label { x: middle(shown).0, y: below + 9, text }
    });
    let ranks = places.iter().filter(|(area, _)| area.left == 0).map(|(area, shown)| Label {
        x: left.saturating_sub(6),
        y: middle(shown).1 + 3,
        text: (area.bottom + 1).to_string(),
    });
    files.chain(ranks).collect()
}

/// The lines of block memories, between the tiles of logic.
fn memories(plan: &Plan, paper: &Paper) -> Vec<Shown> {
    let whole = paper.whole;
    let (lines, tiles, in_columns) = match plan.device.memories {
        MemoryLines::Columns(lines) => (lines, plan.device.columns(), true),
        MemoryLines::Rows(lines) => (lines, plan.device.rows(), false),
    };
    let between = lines.iter().filter_map(|&line| {
        let (before, after) = (tiles.get((line as usize).checked_sub(1)?)?, tiles.get(line as usize)?);
        let (low, high) = (before.min(after) + 1, before.max(after).checked_sub(1)?);
        (low <= high).then_some((low, high))
    });
    let rectangle = |(low, high): (u32, u32)| match in_columns {
        true => Rectangle { left: low, right: high, ..whole },
        false => Rectangle { low, high, ..whole },
    };
    // Only where the device's own coordinates are nextpnr's.
    let direct = nextpnr::tiles(plan.device, Rectangle { left: 1, low: 1, right: 1, high: 1 }).0.left == 1;
    between.filter(|_| direct).map(|line| paper.shown(rectangle(line), REST.into(), String::new())).collect()
}

/// Each tile in the colour of the part that has most cells there.
fn tiles(plan: &Plan, placement: &Placement, paper: &Paper) -> Vec<Shown> {
    let mut cells: BTreeMap<(u32, u32), BTreeMap<&str, u32>> = BTreeMap::new();
    for spot in &placement.spots {
        let part = spot.part.as_deref().unwrap_or_default();
        *cells.entry((spot.column, spot.row)).or_default().entry(part).or_default() += 1;
    }
    let areas: BTreeMap<&str, Area> =
        plan.floorplan.blocks.iter().map(|block| (block.path.as_str(), block.area)).collect();
    let color_of = |part: &str| match areas.get(part) {
        Some(&area) if area == Area::block(area.left, area.bottom) => color(plan, area),
        Some(_) => BETWEEN.into(),
        None if part.is_empty() => REST.into(),
        None => CONTROL.into(),
    };
    let Rectangle { left, low, right, high } = paper.whole;
    let inside = |&((column, row), _): &(&(u32, u32), _)| {
        (left..=right).contains(column) && (low..=high).contains(row)
    };
    let shown = cells.iter().filter(inside).filter_map(|(&(column, row), parts)| {
        let (part, _) = parts.iter().max_by_key(|&(part, count)| (count, std::cmp::Reverse(part)))?;
        let tile = Rectangle { left: column, low: row, right: column, high: row };
        Some(paper.shown(tile, color_of(part), (*part).to_string()))
    });
    shown.collect()
}
