//! Emitted text as circuits: Verilog through Yosys, VHDL through the synthesis of GHDL and then
//! Yosys.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::ProveError;
use super::circuit::Circuits;
use super::finding::{Finding, Outcome};
use crate::emit::File;
use crate::flow::{FlowError, GHDL, Tool, YOSYS};

/// The circuits of a design's Verilog. Files and logs stay in the folder.
///
/// # Errors
/// Yosys is missing, or the folder cannot be written.
pub(super) fn verilog(files: &[File], top: &str, folder: &Path) -> Result<Outcome<Circuits>, ProveError> {
    write_all(files, folder)?;
    through_yosys(&sources(files, ".v"), top, "Verilog", folder)
}

/// The circuits of a design's VHDL. Files and logs stay in the folder.
///
/// # Errors
/// GHDL or Yosys is missing, or the folder cannot be written.
pub(super) fn vhdl(files: &[File], top: &str, folder: &Path) -> Result<Outcome<Circuits>, ProveError> {
    let ghdl = Tool::find(GHDL)?;
    write_all(files, folder)?;
    let mut analyse = vec!["-a", "--std=08"];
    let sources = sources(files, ".vhd");
    analyse.extend(&sources);
    if let Err(error) = ghdl.run(&analyse, folder, &folder.join("analyse.log")) {
        return refused("VHDL", error);
    }
    let printed =
        |out: &str, log: &str| ghdl.run(&["--synth", "--std=08", out, top], folder, &folder.join(log));
    let (verilog, vhdl) =
        match (printed("--out=verilog", "synthesise.log"), printed("--out=vhdl", "netlist.log")) {
            (Ok(_), Ok(_)) => {
                let left = |log: &str| ghdl.left(&folder.join(log), &folder.join(log));
                (left("synthesise.log")?, left("netlist.log")?)
            }
            (Err(error), _) | (_, Err(error)) => return refused("VHDL", error),
        };
    let name = "from_vhdl.v";
    let path = folder.join(name);
    fs::write(&path, as_verilog(&verilog, &defaults(&vhdl))?).map_err(ProveError::doing("write", &path))?;
    through_yosys(&[name], top, "VHDL", folder)
}

/// Takes a tool's failure on a text for a finding about the text, unless the tool is missing.
fn refused<T>(language: &'static str, error: FlowError) -> Result<Outcome<T>, ProveError> {
    match error {
        FlowError::Failed { tool, lines, .. } => {
            Ok(Outcome::Found(Finding::Refused { language, tool, lines }))
        }
        other => Err(other.into()),
    }
}

fn through_yosys(
    sources: &[&str],
    top: &str,
    language: &'static str,
    folder: &Path,
) -> Result<Outcome<Circuits>, ProveError> {
    let yosys = Tool::find(YOSYS)?;
    // Registers and multiplexers from processes, memories collected, and nothing else: no
    // optimisation that a proof would have to see through, or that would hide a difference.
    let script = format!(
        "read_verilog {}; hierarchy -check -top {top}; proc -norom; memory_collect; write_json circuits.json",
        sources.join(" ")
    );
    let log = folder.join("yosys.log");
    if let Err(error) = yosys.run(&["-q", "-p", &script], folder, &log) {
        return refused(language, error);
    }
    let text = yosys.left(&folder.join("circuits.json"), &log)?;
    let circuits: Circuits = serde_json::from_str(&text)
        .map_err(|error| ProveError::Output { tool: "yosys", problem: format!("circuits.json: {error}") })?;
    Ok(Outcome::Done(circuits.in_small_letters()))
}

/// The Verilog that GHDL prints after its notes, corrected in three places. Attributes are removed.
/// Constants of 33 bits or more stand there as strings of digits. Choices stand there without their
/// default, which GHDL prints only in VHDL; a default that the VHDL does not tell becomes an
/// unknown value, on which no proof may depend.
fn as_verilog(printed: &str, defaults: &BTreeMap<&str, String>) -> Result<String, ProveError> {
    let notes = printed.lines().take_while(|line| !line.starts_with("module ")).count();
    let mut mended = String::with_capacity(printed.len());
    let mut last = Cow::from("");
    for line in printed.lines().skip(notes).map(without_attribute) {
        if line.trim() == "endcase" && !last.trim().starts_with("default:") {
            let target = last.split_once(": ").and_then(|(_, assignment)| assignment.split_once(" <= "));
            if let Some((name, _)) = target {
                let value = defaults.get(name).map_or("'bx", String::as_str);
                mended.push_str(&format!("      default: {name} <= {value};\n"));
            }
        }
        for (place, part) in line.split('"').enumerate() {
            match place % 2 {
                0 => mended.push_str(part),
                _ => mended.push_str(&constant(part).ok_or_else(|| {
                    let problem = format!("a string `{part}` in the Verilog of --synth");
                    ProveError::Output { tool: "ghdl", problem }
                })?),
            }
        }
        mended.push('\n');
        last = line;
    }
    Ok(mended)
}

/// A line without its attribute, such as `(* ram_style="block" *)`, which GHDL 6 prints and no
/// proof uses.
fn without_attribute(line: &str) -> Cow<'_, str> {
    let around = line.split_once("(* ").and_then(|(before, rest)| Some((before, rest.split_once(" *)")?.1)));
    around.map_or(line.into(), |(before, after)| format!("{before}{after}").into())
}

/// The value of each choice in the VHDL of `--synth` if none of its values is met, in Verilog's
/// words.
fn defaults(printed: &str) -> BTreeMap<&str, String> {
    let mut defaults = BTreeMap::new();
    let mut target = None;
    for line in printed.lines().map(str::trim) {
        if line.starts_with("with ") {
            target = line.split_once(" select ").and_then(|(_, rest)| rest.strip_suffix(" <="));
        } else if let Some(value) = line.strip_suffix(" when others;") {
            let bare = value.trim_matches(['"', '\'']);
            let known = if bare.len() == value.len() { Some(value.to_string()) } else { constant(bare) };
            defaults.extend(target.take().zip(known));
        }
    }
    defaults
}

/// Binary digits as a constant of Verilog.
fn constant(digits: &str) -> Option<String> {
    let known = !digits.is_empty() && digits.bytes().all(|digit| b"01xXzZ-".contains(&digit));
    known.then(|| format!("{}'b{}", digits.len(), digits.replace('-', "x")))
}

/// The names of the sources, in order of compilation.
pub(super) fn sources<'a>(files: &'a [File], ending: &str) -> Vec<&'a str> {
    files.iter().map(|file| file.name.as_str()).filter(|name| name.ends_with(ending)).collect()
}

/// Writes emitted files into a folder, which is made.
pub(super) fn write_all(files: &[File], folder: &Path) -> Result<(), ProveError> {
    fs::create_dir_all(folder).map_err(ProveError::doing("create", folder))?;
    for file in files {
        let path = folder.join(&file.name);
        fs::write(&path, &file.text).map_err(ProveError::doing("write", &path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_go_and_long_constants_and_defaults_are_mended() {
        let none = BTreeMap::new();
        let text = "x.vhd:1:2:note: found RAM\nmodule a\n  assign x = \"0101-\" & y;\nendmodule\n";
        assert_eq!(as_verilog(text, &none).unwrap(), "module a\n  assign x = 5'b0101x & y;\nendmodule\n");
        let attribute =
            "module a\n  (* ram_style=\"block\" *) reg [1:0] m[3:0] ; // memory\n  always @(*) x = y;\n";
        let plain = "module a\n   reg [1:0] m[3:0] ; // memory\n  always @(*) x = y;\n";
        assert_eq!(as_verilog(attribute, &none).unwrap(), plain);
        let odd = as_verilog("module a\n$display(\"hello\");", &none).unwrap_err().to_string();
        assert!(odd.contains("`hello`"), "{odd}");

        let choice = "module a\n case (s)\n  2'b01: n1_o <= b;\n endcase\nendmodule\n";
        assert!(as_verilog(choice, &none).unwrap().contains("default: n1_o <= 'bx;\n endcase"));
        let vhdl = "  with s select n1_o <=\n    b when \"01\",\n    \"00-\" when others;\n  with t select n2_o <=\n    c when others;";
        let defaults = defaults(vhdl);
        assert_eq!(defaults["n2_o"], "c");
        assert!(as_verilog(choice, &defaults).unwrap().contains("default: n1_o <= 3'b00x;\n endcase"));
    }
}
