//! What the core was measured to take of devices, beside published figures.

use std::collections::BTreeMap;

use askama::Template;
use serde::Deserialize;

use super::{ReportError, Request, Section};
use crate::bench::{PUBLISHED, Published, thousands};
use crate::chess::machine::PerftCount;
use crate::synth::Resources;

/// A core on a device, as `movewright synth --format json` tells of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The core's parameters.
    pub settings: BTreeMap<String, String>,
    /// The device family.
    pub target: String,
    /// The device.
    pub device: String,
    /// What it takes.
    pub resources: Resources,
    /// The shape of the floorplan it was placed with, where that is told; `off` for none.
    pub floorplan: Option<String>,
    /// The clocks in MHz over the seeds of the placer, from the slowest; empty where it was not placed.
    pub clocks: Vec<f64>,
    /// The tools and their versions.
    pub tools: BTreeMap<String, String>,
}

/// A line of results; other fields are passed over.
#[derive(Deserialize)]
struct Line {
    core: String,
    target: String,
    device: String,
    /// Only of a line that sums up others.
    #[serde(default)]
    seeds: Option<Vec<u32>>,
    #[serde(default)]
    settings: BTreeMap<String, String>,
    #[serde(default)]
    lut4: Option<u64>,
    #[serde(default)]
    lut6: Option<u64>,
    #[serde(default)]
    lut_as_ram: Option<u64>,
    #[serde(default)]
    ff: Option<u64>,
    #[serde(default)]
    bram: Option<u64>,
    #[serde(default)]
    dsp: Option<u64>,
    #[serde(default)]
    floorplan: Option<String>,
    #[serde(default)]
    fmax_mhz: Option<f64>,
    #[serde(default)]
    tools: BTreeMap<String, String>,
}

/// Reads results, a JSON object a line; seeds of one placement become one result, and sums are passed over.
///
/// # Errors
/// A line that is no such result, or one of another core; or there is none.
pub fn measured_from(core: &'static str, text: &str) -> Result<Vec<Measured>, ReportError> {
    let mut all: Vec<Measured> = Vec::new();
    let lines = text.lines().zip(1..).filter(|(text, _)| !text.trim().is_empty());
    for (text, line) in lines {
        let wrong = |problem: String| ReportError::Result { line, problem };
        // It reads line by line.
        let place = |error: serde_json::Error| error.to_string().replace(" at line 1 column ", ", column ");
        let read: Line = serde_json::from_str(text).map_err(|error| wrong(place(error)))?;
        if read.core != core {
            return Err(ReportError::OtherCore { line, found: read.core, core });
        }
        if read.seeds.is_some() {
            continue;
        }
        let resources =
            resources(&read).ok_or_else(|| wrong("it does not say what the core takes".into()))?;
        let Line { settings, target, device, floorplan, fmax_mhz, tools, .. } = read;
        let one = Measured { settings, target, device, resources, floorplan, clocks: Vec::new(), tools };
        let same = |known: &&mut Measured| Measured { clocks: Vec::new(), ..(**known).clone() } == one;
        let place = match all.iter_mut().find(same) {
            Some(known) => known,
            None => {
                all.push(one);
                // It was just put there.
                let Some(last) = all.last_mut() else { continue };
                last
            }
        };
        place.clocks.extend(fmax_mhz);
        place.clocks.sort_by(f64::total_cmp);
    }
    if all.is_empty() { Err(ReportError::NoResult) } else { Ok(all) }
}

fn resources(line: &Line) -> Option<Resources> {
    // One of the two is there.
    line.lut4.or(line.lut6)?;
    Some(Resources {
        lut4: line.lut4,
        lut6: line.lut6,
        lut_as_ram: line.lut_as_ram?,
        ff: line.ff?,
        bram: line.bram?,
        dsp: line.dsp?,
    })
}

impl Measured {
    /// The clock in MHz of the seed in the middle; none where it was not placed.
    pub fn median_mhz(&self) -> Option<f64> {
        let middle = self.clocks.len() / 2;
        let upper = *self.clocks.get(middle)?;
        Some(if self.clocks.len() % 2 == 1 { upper } else { (self.clocks[middle - 1] + upper) / 2.0 })
    }
}

#[derive(Template)]
#[template(path = "report_results.html")]
struct Results<'a> {
    core: &'static str,
    rows: Vec<Row>,
    published: Vec<Row>,
    tools: Vec<String>,
    sources: Vec<String>,
    units: [&'static str; 2],
    told: &'a str,
}

/// A row of the table; an empty cell is something nobody told or measured.
#[derive(Default)]
struct Row {
    machine: String,
    device: String,
    luts: String,
    as_memory: String,
    ff: String,
    bram: String,
    mhz: String,
    cycles: String,
    rate: String,
    /// Of how many seeds, with which floorplan; or what else is told of it.
    note: String,
}

/// The tables.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub(super) fn section(request: &Request, rate: &Rate) -> Result<Section, ReportError> {
    let known: Vec<&Published> =
        PUBLISHED.iter().filter(|machine| machine.game == request.core.game()).collect();
    let moves = rate.units == ["move", "moves"];
    let published = known.iter().map(|machine| Row {
        machine: format!("{} {}", machine.machine, machine.year),
        device: machine.device.into(),
        luts: machine.luts.map_or_else(String::new, thousands),
        as_memory: String::new(),
        ff: machine.ff.map_or_else(String::new, thousands),
        bram: machine.bram.map_or_else(String::new, thousands),
        mhz: one_digit(machine.mhz),
        // What other machines are told of is moves.
        cycles: one_digit(machine.cycles_per_move().filter(|_| moves)),
        rate: one_digit(machine.million_moves_per_second.filter(|_| moves)),
        note: match machine.million_moves_per_second {
            Some(rate) if !moves => format!("{rate:.1} M moves/s; {}", machine.note),
            _ => machine.note.into(),
        },
    });
    let mut tools: Vec<String> = request
        .measured
        .iter()
        .flat_map(|measured| measured.tools.iter().map(|(tool, version)| format!("{tool} {version}")))
        .collect();
    tools.sort();
    tools.dedup();
    let body = Results {
        core: request.core.name,
        rows: request.measured.iter().map(|measured| row(request, measured, rate)).collect(),
        published: published.collect(),
        tools,
        sources: known.iter().map(|machine| machine.source.to_string()).collect(),
        units: rate.units,
        told: &rate.told,
    };
    Ok(Section { id: "results", title: "Area and clock".into(), body: body.render()?, script: None })
}

fn row(request: &Request, measured: &Measured, rate: &Rate) -> Row {
    let Resources { lut_as_ram, ff, bram, lut6, .. } = measured.resources;
    let mhz = measured.median_mhz();
    let differs = |(name, value): (&String, &String)| {
        let here = request.settings.get(name).map(|setting| setting.to_string());
        (here.as_ref() != Some(value)).then(|| format!("{name}={value}"))
    };
    let differing: Vec<String> = measured.settings.iter().filter_map(differs).collect();
    // Other settings may take otherwise.
    let cycles = rate.cycles.filter(|_| differing.is_empty());
    let seeds = match measured.clocks.as_slice() {
        [] => String::new(),
        [_] => "one seed of the placer".into(),
        [first, .., last] => format!("median of {} seeds, {first:.1} to {last:.1}", measured.clocks.len()),
    };
    let planned = measured.floorplan.as_ref().map_or_else(String::new, |shape| format!("floorplan {shape}"));
    Row {
        machine: [&["this page's core".to_string()], differing.as_slice()].concat().join(", "),
        device: measured.device.clone(),
        luts: thousands(measured.resources.luts()) + if lut6.is_some() { " of 6 inputs" } else { "" },
        as_memory: thousands(lut_as_ram),
        ff: thousands(ff),
        bram: thousands(bram),
        mhz: mhz.map_or_else(|| "not placed".into(), |mhz| format!("{mhz:.1}")),
        cycles: cycles.map_or_else(String::new, |cycles| format!("{cycles:.2}")),
        rate: one_digit(mhz.zip(cycles).map(|(mhz, cycles)| mhz / cycles)),
        note: [seeds, planned].into_iter().filter(|said| !said.is_empty()).collect::<Vec<_>>().join("; "),
    }
}

fn one_digit(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| format!("{number:.1}"))
}

/// How fast the core of the page is, in clock cycles.
pub(super) struct Rate {
    /// What it gives, one and many: `move`, `moves`.
    pub units: [&'static str; 2],
    /// Clock cycles of one; nothing where there was none.
    pub cycles: Option<f64>,
    /// How that was found, as HTML.
    pub told: String,
}

/// What the walker in hardware counted below the page's position, and how deep it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// How deep.
    pub depth: u32,
    /// What it counted.
    pub count: PerftCount,
}

impl Walk {
    /// Clock cycles a move made and taken back; 0 where there was none.
    pub fn cycles_per_move(&self) -> f64 {
        match self.count.moves {
            0 => 0.0,
            moves => self.count.cycles as f64 / moves as f64,
        }
    }
}
