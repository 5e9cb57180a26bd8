//! Tools that read the text and should have nothing to say: Verilator, Yosys, GHDL and VSG.

use std::fs;
use std::path::Path;

use super::finding::Finding;
use super::read::{sources, write_all};
use super::{ProveError, Subject};
use crate::flow::{FlowError, GHDL, Program, Tool, VERILATOR, YOSYS};

/// The style checker of VHDL, from PyPI.
pub const VSG: Program = Program { name: "vsg", version_option: "--version", oldest: "3.35.0" };

/// The agreed style of VHDL.
const STYLE: &str = include_str!("../../constraints/style/vsg.yaml");

/// Everything the tools say of both texts.
///
/// # Errors
/// A tool is missing, or the folder cannot be written.
pub(super) fn lint(subject: &Subject, top: &str, folder: &Path) -> Result<Vec<Finding>, ProveError> {
    let (verilator, yosys, ghdl) = (Tool::find(VERILATOR)?, Tool::find(YOSYS)?, Tool::find(GHDL)?);
    let vsg = Tool::find(VSG)?;
    write_all(&subject.verilog, folder)?;
    write_all(&subject.vhdl, folder)?;
    let style = folder.join("style.yaml");
    fs::write(&style, STYLE).map_err(ProveError::doing("write", &style))?;
    let (verilog, vhdl) = (sources(&subject.verilog, ".v"), sources(&subject.vhdl, ".vhd"));
    let script =
        format!("read_verilog {}; hierarchy -check -top {top}; proc; check -assert", verilog.join(" "));
    let with = |fixed: &[&str], files: &[&str]| -> Vec<String> {
        fixed.iter().chain(files).map(|word| word.to_string()).collect()
    };
    let runs = [
        (&verilator, "verilator.log", with(&["--lint-only", "-Wall", "--top-module", top], &verilog)),
        (&yosys, "yosys.log", with(&["-q", "-p", &script], &[])),
        (&ghdl, "ghdl.log", with(&["-a", "--std=08", "--warn-error"], &vhdl)),
        (&ghdl, "ghdl_elaboration.log", with(&["-e", "--std=08", top], &[])),
        (&vsg, "vsg.log", with(&["-c", "style.yaml", "-p", "2", "-of", "syntastic", "-f"], &vhdl)),
    ];
    let mut findings = Vec::new();
    for (tool, log, arguments) in runs {
        let log = folder.join(log);
        let (said, failed) = match tool.run(&arguments, folder, &log) {
            Ok(said) => (said, None),
            Err(FlowError::Failed { status, .. }) => {
                (fs::read_to_string(&log).map_err(ProveError::doing("read", &log))?, Some(status))
            }
            Err(error) => return Err(error.into()),
        };
        let lines = said.lines().map(str::trim_end).filter(|line| !line.is_empty()).map(String::from);
        let mut lines: Vec<String> = lines.take(SHOWN).collect();
        // Out of memory, say: it did not look at all of the text.
        if let Some(status) = failed.filter(|_| lines.is_empty()) {
            lines.push(format!("failed without a word: {status}"));
        }
        if !lines.is_empty() {
            findings.push(Finding::Lint { tool: tool.name(), lines });
        }
    }
    Ok(findings)
}

/// How many lines of each tool are told.
const SHOWN: usize = 20;
