//! Logic cells of a Virtex, by Yosys, of the Verilog as it is emitted.

use std::collections::BTreeMap;
use std::fs;

use serde::{Deserialize, Serialize};

use super::{BenchError, settings_and_name};
use crate::cores::{self, CoreInfo};
use crate::emit::Language;
use crate::flow::{Tool, YOSYS};

/// What a core takes of a Virtex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// The core.
    pub core: &'static str,
    /// Its parameters: `default`, or those that differ.
    pub settings: String,
    /// Lookup tables of four inputs, those that serve as memory included.
    pub lut4: u64,
    /// The lookup tables among them that serve as memory.
    pub lut4_as_ram: u64,
    /// Flip-flops.
    pub ff: u64,
    /// Block memories of 4,096 bits.
    pub bram: u64,
    /// Multiplexers of the carry chains.
    pub carry: u64,
    /// Multiplexers that join two lookup tables or more.
    pub wide_mux: u64,
    /// Inverters that the report counts by themselves; a mapper hides them in what they feed.
    pub inverters: u64,
    /// The version of Yosys.
    pub yosys: String,
}

/// Has Yosys map the core to the Virtex of 2002, `synth_xilinx -family xcv`, without hierarchy, and without wide
/// multiplexers, which Yosys buys with more lookup tables.
///
/// # Errors
/// The core cannot be built or emitted, or Yosys is missing or fails.
pub fn measure_area(core: &'static CoreInfo, parameters: &[(&str, &str)]) -> Result<Area, BenchError> {
    let yosys = Tool::find(YOSYS)?;
    let (settings, name) = settings_and_name(core, parameters)?;
    let sources = cores::sources(core, &settings, Language::Verilog)?;
    let folder = tempfile::tempdir().map_err(BenchError::file(std::env::temp_dir()))?;
    for source in &sources {
        let path = folder.path().join(&source.name);
        fs::write(&path, &source.text).map_err(BenchError::file(path))?;
    }
    let names = sources.iter().map(|source| source.name.as_str());
    // Beside the modules there may be a list of the files.
    let names: Vec<&str> = names.filter(|name| name.ends_with(".v")).collect();
    let script = format!(
        "read_verilog {}; synth_xilinx -family xcv -flatten -nowidelut -top {}; tee -q -o {REPORT} stat -json",
        names.join(" "),
        core.top
    );
    let ran = yosys.run(&["-q", "-p", &script], folder.path(), &folder.path().join("yosys.log"));
    if let Err(error) = ran {
        // The error names the log, so it stays.
        let _ = folder.keep();
        return Err(error.into());
    }
    let path = folder.path().join(REPORT);
    let report = fs::read_to_string(&path).map_err(BenchError::file(path))?;
    let cells = cells(&report, core.top)?;
    Ok(area(core, name, &cells, yosys.version()))
}

const REPORT: &str = "report.json";

/// The cells of the top module, which holds all there is.
fn cells(report: &str, top: &str) -> Result<BTreeMap<String, u64>, BenchError> {
    #[derive(Deserialize)]
    struct Report {
        modules: BTreeMap<String, Module>,
    }
    #[derive(Deserialize)]
    struct Module {
        num_cells_by_type: BTreeMap<String, u64>,
    }
    let missing = |missing: String| BenchError::Report { tool: YOSYS.name, missing };
    let mut report: Report = serde_json::from_str(report).map_err(|error| missing(error.to_string()))?;
    let module =
        report.modules.remove(&format!("\\{top}")).ok_or_else(|| missing(format!("module {top}")))?;
    Ok(module.num_cells_by_type)
}

fn area(core: &CoreInfo, settings: String, cells: &BTreeMap<String, u64>, yosys: &str) -> Area {
    let sum = |of: fn(&str) -> u64| cells.iter().map(|(cell, count)| of(cell) * count).sum::<u64>();
    let lut4_as_ram = sum(luts_of_ram);
    Area {
        core: core.name,
        settings,
        lut4: sum(|cell| u64::from(matches!(cell, "LUT1" | "LUT2" | "LUT3" | "LUT4"))) + lut4_as_ram,
        lut4_as_ram,
        ff: sum(|cell| u64::from(cell.starts_with("FD"))),
        bram: sum(|cell| u64::from(cell.starts_with("RAMB4"))),
        carry: sum(|cell| u64::from(cell == "MUXCY")),
        wide_mux: sum(|cell| u64::from(cell.starts_with("MUXF"))),
        inverters: sum(|cell| u64::from(cell == "INV")),
        yosys: yosys.into(),
    }
}

/// The lookup tables that a memory of 1-bit words takes: one for 16 words, and as many again for a second port.
fn luts_of_ram(cell: &str) -> u64 {
    if cell == "SRL16" || cell == "SRL16E" {
        return 1;
    }
    let shape = cell.strip_prefix("RAM").and_then(|cell| cell.split_once("X1"));
    let Some((words, ports)) = shape else { return 0 };
    let tables = words.parse::<u64>().unwrap_or(0).div_ceil(16);
    if ports.starts_with('D') { 2 * tables } else { tables }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cores::find;

    #[test]
    fn a_report_becomes_numbers() {
        let report = r#"{ "creator": "Yosys 0.23", "modules": { "\\top": { "num_cells_by_type": {
            "BUFG": 1, "FDRE": 30, "FDSE": 2, "INV": 5, "LUT1": 1, "LUT2": 10, "LUT3": 100, "LUT4": 1000,
            "MUXCY": 7, "MUXF5": 3, "MUXF6": 1, "RAM16X1D": 2, "RAM32X1S": 4, "RAMB4_S16_S16": 2, "XORCY": 6
        } } }, "design": {} }"#;
        let found =
            area(find("chess-classic").unwrap(), "default".into(), &cells(report, "top").unwrap(), "0.23");
        assert_eq!((found.lut4, found.lut4_as_ram, found.ff, found.bram), (1111 + 12, 12, 32, 2));
        assert_eq!((found.carry, found.wide_mux, found.inverters), (7, 4, 5));
        assert!(cells(report, "board").unwrap_err().to_string().contains("without module board"));
        assert!(cells("", "top").is_err());
    }
}
