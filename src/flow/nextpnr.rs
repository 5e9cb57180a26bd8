//! The measurements of nextpnr, read from the report it writes as JSON, and from its log if it ends
//! without a report.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::FlowError;

/// nextpnr's report of a design that it has placed and routed.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct NextpnrReport {
    /// The slowest way between each two clocks, or from and to the pins.
    pub critical_paths: Vec<ReportedPath>,
    /// The fastest rate of each clock.
    pub fmax: BTreeMap<String, Fmax>,
}

/// The fastest rate of a clock, in MHz.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
pub struct Fmax {
    /// The rate that the slowest path between two registers of this clock allows.
    pub achieved: f64,
}

/// The number of cells of a type that are used, and the number available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utilization {
    /// Those used.
    pub used: u64,
    /// The cells of the device.
    pub available: u64,
}

/// A way through the design.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct ReportedPath {
    /// Its start, such as `posedge clock`.
    pub from: String,
    /// Its end.
    pub to: String,
    /// Its steps in order.
    pub path: Vec<Step>,
}

impl ReportedPath {
    /// Nanoseconds from its start to its end.
    pub fn delay(&self) -> f64 {
        self.path.iter().map(|step| step.delay).sum()
    }

    /// Whether it goes from registers to registers of one clock.
    pub fn within_a_clock(&self) -> bool {
        self.from == self.to && !self.from.contains("async")
    }
}

/// One step: through a cell, or along a net.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Step {
    /// Nanoseconds.
    pub delay: f64,
    /// `clk-to-q`, `logic`, `routing` or `setup`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its beginning.
    pub from: Pin,
    /// Its end.
    pub to: Pin,
    /// The net, of a step along one.
    #[serde(default)]
    pub net: Option<String>,
}

/// A pin of a cell.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Pin {
    /// The cell.
    pub cell: String,
}

impl NextpnrReport {
    /// Reads the report of this tool.
    ///
    /// # Errors
    /// It is not a report.
    pub fn parse(tool: &'static str, text: &str) -> Result<Self, FlowError> {
        serde_json::from_str(text)
            .map_err(|error| FlowError::Report { tool, missing: format!("what is expected: {error}") })
    }

    /// The frequency that the slowest clock allows, in MHz, without clocks that have this in their
    /// name; `None` if no path goes from register to register.
    pub fn fmax_mhz(&self, apart_from: &str) -> Option<f64> {
        let clocks = self.fmax.iter().filter(|(clock, _)| !clock.contains(apart_from));
        clocks.map(|(_, fmax)| fmax.achieved).min_by(f64::total_cmp)
    }

    /// The slowest path from register to register of one clock, without clocks that have this in
    /// their name.
    pub fn critical_path(&self, apart_from: &str) -> Option<&ReportedPath> {
        let within = self.critical_paths.iter();
        let within = within.filter(|path| path.within_a_clock() && !path.from.contains(apart_from));
        within.max_by(|a, b| a.delay().total_cmp(&b.delay()))
    }
}

/// The cell types in the log of a run, with the numbers used and available.
fn utilizations(log: &str) -> impl Iterator<Item = (String, Utilization)> {
    // Info:           ICESTORM_LC:    8122/   7680   105%
    log.lines().filter_map(|line| {
        let (kind, numbers) = line.strip_prefix("Info:")?.trim_start().split_once(':')?;
        let (used, rest) = numbers.split_once('/')?;
        let available = rest.split_whitespace().next()?.parse().ok()?;
        let used = used.trim().parse().ok()?;
        Some((kind.trim().to_string(), Utilization { used, available }))
    })
}

/// The cells of which a design needs more than the device has, from the log of a run that failed:
/// the cell type, used, available.
pub fn overflow(log: &str) -> Option<(String, Utilization)> {
    utilizations(log).filter(|(_, Utilization { used, available })| used > available).last()
}

/// Cell types of which a device has fewer are pins, clocks and the like.
const MANY: u64 = 100;

/// The fullest of the cell types of which a device has many.
pub fn fullest(log: &str) -> Option<(String, Utilization)> {
    let share = |cells: &Utilization| cells.used as f64 / cells.available as f64;
    let many = utilizations(log).filter(|(_, cells)| cells.available >= MANY);
    many.max_by(|(_, a), (_, b)| share(a).total_cmp(&share(b)))
}

/// True if the log says that the placer found no place for some cells and no other error.
pub fn finds_no_place(lines: &[String]) -> bool {
    let says = ["Unable to find legal placement", "Unable to find a placement", "Unable to place"];
    lines.iter().any(|line| says.iter().any(|said| line.contains(said)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = include_str!("../../tests/data/nextpnr_report.json");

    #[test]
    fn a_report_is_read_without_the_harness() {
        let report = NextpnrReport::parse("nextpnr-ecp5", REPORT).unwrap();
        assert_eq!(report.fmax_mhz("harness_clock").map(f64::floor), Some(23.0));
        assert_eq!(report.fmax_mhz("clock"), None);
        let path = report.critical_path("harness_clock").unwrap();
        assert_eq!(path.path.first().unwrap().kind, "clk-to-q");
        assert_eq!(path.path.last().unwrap().kind, "setup");
        assert!(path.path.iter().any(|step| step.net.is_some()));
    }

    #[test]
    fn what_is_no_report_is_refused() {
        for text in ["", "{}", r#"{"critical_paths": [], "fmax": 1}"#] {
            let error = NextpnrReport::parse("nextpnr-ecp5", text).unwrap_err().to_string();
            assert!(error.starts_with("nextpnr-ecp5 wrote a report without "), "{error}");
        }
        let empty = r#"{"critical_paths": [], "fmax": {}}"#;
        let report = NextpnrReport::parse("nextpnr-ecp5", empty).unwrap();
        assert_eq!((report.fmax_mhz("x"), report.critical_path("x")), (None, None));
    }

    #[test]
    fn a_device_too_small_is_found_in_the_log() {
        let log = "Info: Device utilisation:\nInfo: \t         ICESTORM_LC:  9013/ 7680   117%\n\
                   Info: \t        ICESTORM_RAM:    1/   32     3%\nERROR: Unable to place cell\n";
        let numbers = Utilization { used: 9013, available: 7680 };
        assert_eq!(overflow(log), Some(("ICESTORM_LC".into(), numbers)));
        assert_eq!(overflow("Info: \t  ICESTORM_RAM:    1/   32     3%\nInfo: 1/2\n"), None);
        let tight = "Info: \t ICESTORM_LC:  4986/ 5280    94%\nInfo: \t SB_WARMBOOT:  1/ 1   100%\nInfo: \t X: 0/ 0 0%\n";
        let numbers = Utilization { used: 4986, available: 5280 };
        assert_eq!((overflow(tight), fullest(tight)), (None, Some(("ICESTORM_LC".into(), numbers))));
        assert_eq!(fullest("Info: all is well\n"), None);
    }
}
