//! Synthesis with open tools: the area of a machine on a device, its fastest clock, and the path
//! that limits the clock.

mod count;
mod error;
mod guide;
mod harness;
mod kept;
mod mapped_cells;
mod mapping;
mod multiplier_registers;
mod output_registers;
mod own_tables;
mod path;
mod record;
mod sweep;
mod target;
#[cfg(test)]
mod tests;
mod way;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

pub use crate::floorplan::Resources;
pub use error::SynthError;
use guide::Guidance;
pub use guide::{Placement, Spot, plan, plan_on};
use harness::{HARNESS, HARNESS_CLOCK};
use mapping::{Mapping, PLACEABLE};
pub use path::{Place, Stage, stages};
pub use record::{Clocked, Record, Seconds};
pub use sweep::{Seeds, Spread, spread};
pub use target::{Placer, TARGETS, Target, find};
pub use way::Way;

use crate::emit::File;
use crate::flow::nextpnr::{NextpnrReport, overflow};
use crate::flow::yosys::cells_of;
use crate::flow::{FlowError, Folder, Tool, YOSYS, keep_log};
use crate::netlist::Design;

/// A machine mapped to a device's cells, in a folder that goes with it.
#[derive(Debug)]
pub struct Mapped {
    folder: Folder,
    target: &'static Target,
    top: String,
    guidance: Guidance,
    /// The [`fingerprint`](crate::emit::fingerprint) of its Verilog, which identifies the machine.
    pub netlist: String,
    /// Its area.
    pub resources: Resources,
    /// The version of Yosys.
    pub yosys: String,
    /// Whether it was mapped by an earlier run, and comes from a cache.
    pub from_cache: bool,
}

/// A machine placed and routed.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The seed of the placer's random numbers.
    pub seed: u32,
    /// The clock the slowest path from register to register allows, in MHz.
    pub fmax_mhz: f64,
    /// That path, place by place.
    pub critical_path: Vec<Stage>,
    /// The version of nextpnr.
    pub nextpnr: String,
}

/// Whether modules are mapped as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hierarchy {
    /// All as one: the best result.
    #[default]
    Flatten,
    /// Each by itself. That takes more cells and gives a slower clock, but every cell of a path is
    /// in the module that its name says.
    Keep,
}

impl Hierarchy {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Flatten => "flatten",
            Self::Keep => "keep",
        }
    }
}

/// The placer for a target, with or without a floorplan.
///
/// # Errors
/// There is no such placer, or it is not installed.
pub fn placer(target: &Target, guided: bool) -> Result<(&Placer, Tool), SynthError> {
    let placer = target.placer.as_ref().ok_or(SynthError::NoPlacer { target: target.name })?;
    let tool = match placer.portable && !guided {
        true => Tool::find_pinned(placer.program)?,
        false => Tool::find_scripted(placer.program)?,
    };
    Ok((placer, tool))
}

/// Maps a design to a target's cells.
///
/// ```no_run
/// use movewright::cores::{self, Settings};
/// use movewright::synth::{Hierarchy, find, map};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let core = cores::find("chess-small").ok_or("no such core")?;
/// let design = cores::design(core, &Settings::parse::<&str, &str>(core, &[])?)?;
/// let mapped = map(&design, find("ecp5").ok_or("no such target")?, Hierarchy::Flatten)?;
/// println!("{} lookup tables", mapped.resources.luts());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// It cannot be emitted, or Yosys is missing or fails.
pub fn map(design: &Design, target: &'static Target, hierarchy: Hierarchy) -> Result<Mapped, SynthError> {
    Mapping::new(design, target, hierarchy)?.run()
}

/// The same as [`map`], but a netlist that was mapped before with the same text, options and Yosys
/// is taken from this cache, and one that is mapped now is kept there. A damaged one is made again.
///
/// # Errors
/// See [`map`]. A cache that cannot be written is none: the netlist is mapped each time.
pub fn map_once(
    design: &Design,
    target: &'static Target,
    hierarchy: Hierarchy,
    cache: &Path,
) -> Result<Mapped, SynthError> {
    let mapping = Mapping::new(design, target, hierarchy)?;
    kept::once(&mapping, &cache.join(kept::FOLDER))
}

/// The area of a module on a target, from the report of `stat -json` about the mapped module.
///
/// # Errors
/// The report is not one, or the module is not in it.
pub(crate) fn counted(target: &str, report: &str, module: &str) -> Result<Resources, SynthError> {
    let cells = cells_of(report, module)?;
    Ok(find(target).map(|target| resources(target, &cells)).unwrap_or_default())
}

fn resources(target: &Target, cells: &BTreeMap<String, u64>) -> Resources {
    let sum = |part: fn(&target::Share) -> u64| -> u64 {
        let of = |(cell, count): (&String, &u64)| part(&(target.share)(cell)).saturating_mul(*count);
        // A tool may print any number; all that counts is that it is too large.
        cells.iter().map(of).fold(0, u64::saturating_add)
    };
    let luts = Some(sum(|share| share.lut));
    let (lut4, lut6) = if target.lut_inputs == 6 { (None, luts) } else { (luts, None) };
    Resources {
        lut4,
        lut6,
        lut_as_ram: sum(|share| share.lut_as_ram),
        ff: sum(|share| share.ff),
        bram: sum(|share| share.bram),
        dsp: sum(|share| share.dsp),
    }
}

/// The way that a placer lays out cells before it moves single ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// nextpnr's own choice, HeAP: solved like springs and legalised, again and again.
    #[default]
    Heap,
    /// Pushed apart like charges. Better for large pipelines, and much quicker.
    Static,
}

impl Layout {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Heap => "heap",
            Self::Static => "static",
        }
    }
}

/// The way that wires are routed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Router {
    /// nextpnr's own choice for the family. For an ECP5 it takes single wires out again and again.
    #[default]
    Own,
    /// Routes all wires anew, and makes a place dearer each time that too many are there. It ends
    /// where the other one does not: in machines with many wide memories.
    Negotiated,
}

impl Router {
    /// nextpnr's name for it, if it is not its own choice.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Own => None,
            Self::Negotiated => Some("router2"),
        }
    }
}

/// The aims of a placer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Aim {
    /// The clock, in MHz; `None` for the placer's own aim.
    pub mhz: Option<f64>,
    /// The weight of time along wires against their length; `None` for the placer's own, 10 in
    /// nextpnr. Pipelines with few lookup tables between registers gain from a greater weight.
    pub timing_weight: Option<u32>,
    /// The layout of cells. The weight counts only for [`Layout::Heap`].
    pub layout: Layout,
    /// How wires are routed.
    pub router: Router,
    /// The time that a seed may take; `None` for no limit. A router may go on for ever.
    pub patience: Option<Duration>,
}

impl Mapped {
    /// Places and routes it.
    ///
    /// # Errors
    /// No open tool does for this target, it is missing, fails or takes too long, or the machine
    /// does not fit the device.
    pub fn place(&self, seed: u32, aim: Aim) -> Result<Placed, SynthError> {
        let target = self.target;
        let (placer, nextpnr) = self::placer(target, self.guidance != Guidance::None)?;
        let no_path = || SynthError::NoPath { top: self.top.clone() };
        if !self.folder.path().join(PLACEABLE).exists() {
            return Err(no_path());
        }
        let report = format!("seed_{seed}.report.json");
        let log = format!("seed_{seed}.log");
        let seed_text = seed.to_string();
        let frequency = aim.mhz.map(|mhz| mhz.to_string());
        let weight = aim.timing_weight.map(|weight| weight.to_string());
        let mut arguments = vec!["--json", PLACEABLE, "--top", HARNESS, "--seed", &seed_text];
        arguments.extend(["--report", &report, "--timing-allow-fail", "-q", "--log", &log]);
        arguments.extend(frequency.iter().flat_map(|mhz| ["--freq", mhz]));
        arguments.extend(weight.iter().flat_map(|weight| ["--placer-heap-timingweight", weight]));
        if aim.layout == Layout::Static {
            arguments.extend(["--placer", "static"]);
        }
        arguments.extend(aim.router.name().iter().flat_map(|router| ["--router", router]));
        arguments.extend(placer.device);
        let placement = guide::placement_file(seed);
        if self.guidance != Guidance::None {
            arguments.extend(["--write", &placement]);
        }
        if self.guidance == Guidance::Floorplan {
            arguments.extend(["--pre-place", guide::SCRIPT]);
        }
        let printed = format!("seed_{seed}.messages.log");
        let folder = self.folder.path();
        let ran = match aim.patience {
            Some(limit) => nextpnr.run_within(limit, &arguments, folder, &folder.join(&printed)),
            None => nextpnr.run(&arguments, folder, &folder.join(&printed)),
        };
        if let Err(error) = ran {
            let full = fs::read_to_string(folder.join(&log)).unwrap_or_default();
            let Some((cell, numbers)) = overflow(&full) else { return Err(keep_log(error).into()) };
            return Err(SynthError::DoesNotFit { device: target.device, cell, numbers });
        }
        let report = nextpnr.left(&folder.join(report), &folder.join(&printed)).map_err(keep_log)?;
        let report = NextpnrReport::parse(nextpnr.name(), &report)?;
        let critical = report.critical_path(HARNESS_CLOCK).ok_or_else(no_path)?;
        Ok(Placed {
            seed,
            fmax_mhz: report.fmax_mhz(HARNESS_CLOCK).ok_or_else(no_path)?,
            critical_path: stages(critical),
            nextpnr: nextpnr.version().into(),
        })
    }

    /// The files of the tools: sources, netlist, reports and logs.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn files(&self) -> Result<Vec<File>, SynthError> {
        let folder = self.folder.path();
        let listing = || SynthError::file(folder);
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(listing())? {
            names.push(entry.map_err(listing())?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        names.into_iter().map(|name| Ok(File { text: self.read(&name)?, name })).collect()
    }

    /// Gives every register that shares a lookup table with others its own table. Returns their
    /// number.
    ///
    /// # Errors
    /// The target is none of those where that is known to help, or the netlist cannot be read or
    /// written.
    pub fn own_tables(&mut self) -> Result<(), SynthError> {
        if !self.target.has_own_tables() {
            return Err(SynthError::NoOwnTables { target: self.target.name });
        }
        let more = self.change_placeable(own_tables::give)?;
        self.resources.lut4 = self.resources.lut4.map(|tables| tables.saturating_add(more));
        Ok(())
    }

    /// Changes cells before placement. Returns their number.
    fn change_placeable(&self, change: fn(&mut Value) -> Option<u64>) -> Result<u64, SynthError> {
        let path = self.folder.path().join(PLACEABLE);
        if !path.exists() {
            return Ok(0);
        }
        let missing = |missing: String| FlowError::Report { tool: YOSYS.name, missing };
        let mut netlist =
            serde_json::from_str(&self.read(PLACEABLE)?).map_err(|error| missing(error.to_string()))?;
        let changed = change(&mut netlist).ok_or_else(|| missing("modules".into()))?;
        if changed > 0 {
            fs::write(&path, netlist.to_string()).map_err(SynthError::file(path))?;
        }
        Ok(changed)
    }

    fn read(&self, name: &str) -> Result<String, SynthError> {
        let path = self.folder.path().join(name);
        fs::read_to_string(&path).map_err(SynthError::file(path))
    }
}
