//! The measured figures of a core on devices, as commands write them: a JSON object a line.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::ReportError;
use crate::cores::{CoreInfo, Settings};
use crate::synth::{Resources, Spread};

/// A core on a device, as `movewright synth --format json` tells of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The core's parameters.
    pub settings: BTreeMap<String, String>,
    /// The device family.
    pub target: String,
    /// The device.
    pub device: String,
    /// The fingerprint of the netlist, if it is stated.
    pub netlist: Option<String>,
    /// The area.
    pub resources: Resources,
    /// The shape of the floorplan for its placement, if it is stated; `off` for none.
    pub floorplan: Option<String>,
    /// Its clock; `None` if it was not placed.
    pub clock: Option<Clock>,
    /// The tools and their versions.
    pub tools: Vec<String>,
}

/// The clock over the seeds of a placer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// The number of seeds placed.
    pub seeds: u64,
    /// MHz: the slowest seed, the one in the middle, the fastest.
    pub mhz: Spread,
}

/// A line of results. Other fields are ignored.
#[derive(Deserialize)]
struct Line {
    core: String,
    target: String,
    device: String,
    /// The seeds, in a line of `synth` that sums up the lines before; their number, in a line of
    /// `bench area`, which has one line for each machine.
    #[serde(default)]
    seeds: Option<Value>,
    #[serde(default)]
    settings: Given,
    #[serde(default)]
    netlist: Option<String>,
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
    fmax_mhz_min: Option<f64>,
    #[serde(default)]
    fmax_mhz_max: Option<f64>,
    #[serde(default)]
    tools: Tools,
}

/// Parameters: `synth` writes all of them, `bench area` those that are not the defaults.
#[derive(Deserialize)]
#[serde(untagged)]
enum Given {
    All(BTreeMap<String, String>),
    Changed(String),
}

impl Default for Given {
    fn default() -> Self {
        Self::All(BTreeMap::new())
    }
}

/// Tools: `synth` writes names with versions, `bench area` one text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Tools {
    Versions(BTreeMap<String, String>),
    Text(String),
}

impl Default for Tools {
    fn default() -> Self {
        Self::Versions(BTreeMap::new())
    }
}

impl Tools {
    fn list(self) -> Vec<String> {
        match self {
            Self::Versions(tools) => {
                tools.iter().map(|(tool, version)| format!("{tool} {version}")).collect()
            }
            Self::Text(tools) => tools.split(", ").map(String::from).collect(),
        }
    }
}

impl Given {
    fn settings(self, core: &CoreInfo) -> Result<BTreeMap<String, String>, String> {
        let text = match self {
            Self::All(settings) => return Ok(settings),
            Self::Changed(text) => text,
        };
        let pairs = text.split_whitespace().filter(|pair| *pair != "default");
        let pairs: Option<Vec<(&str, &str)>> = pairs.map(|pair| pair.split_once('=')).collect();
        let pairs = pairs.ok_or_else(|| format!("`{text}` is no list of settings"))?;
        Settings::parse(core, &pairs).map(|settings| settings.texts()).map_err(|error| error.to_string())
    }
}

/// Reads results, a JSON object a line. Seeds of one placement become one result, and lines of sums
/// are ignored.
///
/// # Errors
/// A line that is no such result, or one of another core; or there is none.
pub fn measured_from(core: &'static CoreInfo, text: &str) -> Result<Vec<Measured>, ReportError> {
    let mut all: Vec<(Measured, Vec<f64>)> = Vec::new();
    let lines = text.lines().zip(1..).filter(|(text, _)| !text.trim().is_empty());
    for (text, line) in lines {
        let wrong = |problem: String| ReportError::Result { line, problem };
        // It reads line by line.
        let place = |error: serde_json::Error| error.to_string().replace(" at line 1 column ", ", column ");
        let read: Line = serde_json::from_str(text).map_err(|error| wrong(place(error)))?;
        if read.core != core.name {
            return Err(ReportError::OtherCore { line, found: read.core, core: core.name });
        }
        if read.seeds.as_ref().is_some_and(Value::is_array) {
            continue;
        }
        let mhz = read.fmax_mhz.filter(|_| read.seeds.is_none());
        let one = one(core, read).map_err(wrong)?;
        match all.iter_mut().find(|(known, _)| *known == one) {
            Some((_, clocks)) => clocks.extend(mhz),
            None => all.push((one, mhz.into_iter().collect())),
        }
    }
    if all.is_empty() { Err(ReportError::NoResult) } else { Ok(all.into_iter().map(placed).collect()) }
}

/// The result of a line, without the clock of a single seed.
fn one(core: &CoreInfo, read: Line) -> Result<Measured, String> {
    let resources = resources(&read).ok_or("it does not say what the core takes")?;
    let seeds = read.seeds.as_ref().and_then(Value::as_u64);
    let clock = match (seeds, read.fmax_mhz_min, read.fmax_mhz, read.fmax_mhz_max) {
        (Some(seeds), Some(min), Some(median), Some(max)) => {
            Some(Clock { seeds, mhz: Spread { min, median, max } })
        }
        _ => None,
    };
    Ok(Measured {
        settings: read.settings.settings(core)?,
        target: read.target,
        device: read.device,
        netlist: read.netlist,
        resources,
        floorplan: read.floorplan,
        clock,
        tools: read.tools.list(),
    })
}

/// With the clocks of its seeds, if there are any.
fn placed((measured, clocks): (Measured, Vec<f64>)) -> Measured {
    let clock = Spread::of(clocks.iter().copied()).map(|mhz| Clock { seeds: clocks.len() as u64, mhz });
    Measured { clock: clock.or(measured.clock), ..measured }
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
