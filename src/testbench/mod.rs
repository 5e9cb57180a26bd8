//! Test benches for other simulators: a recorded run of a design as data, and self-checking benches
//! in both languages that replay it and compare every output in every cycle.
//!
//! The data file `TOP_tb.hex` is the same for both languages. Lines that begin with `//` are
//! comments. Every other line is a clock cycle: a column for each port, separated by `_`, in base
//! 16 with as many digits as the port needs. The first column is always `1`; it tells a bench that
//! a line is there. `$readmemh` reads the file as it is.
//!
//! In each cycle a bench sets the inputs, waits, compares the outputs, and then gives the clock
//! edge. The first difference ends it.

mod layout;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use askama::Template;
use thiserror::Error;

use crate::emit::{File, Language};
use crate::netlist::Value;
use crate::simulate::transcript::Transcript;
use layout::{Column, Layout};

/// The reasons why a test bench cannot be written.
#[derive(Debug, Error)]
pub enum TestbenchError {
    /// A run without a single cycle proves nothing.
    #[error("{top}: the run recorded has no cycle; record one with stimulus")]
    Empty {
        /// The design's top.
        top: String,
    },
    /// A cycle that does not have a value of the right width for each port.
    #[error(
        "{top}, cycle {cycle}: the values recorded are not those of the ports; record the run on this design"
    )]
    Values {
        /// The design's top.
        top: String,
        /// The cycle, the first being 0.
        cycle: usize,
    },
    /// A frame cannot be filled.
    #[error("{file}: {reason}")]
    Frame {
        /// The file.
        file: String,
        /// The template engine's message.
        reason: String,
    },
}

#[derive(Template)]
#[template(path = "testbench.v", syntax = "hdl")]
struct VerilogBench<'a> {
    top: &'a str,
    bench: &'a str,
    layout: &'a Layout<'a>,
}

#[derive(Template)]
#[template(path = "testbench.vhd", syntax = "hdl")]
struct VhdlBench<'a> {
    top: &'a str,
    bench: &'a str,
    library: Option<&'a str>,
    layout: &'a Layout<'a>,
}

#[derive(Template)]
#[template(path = "testbench.txt", syntax = "hdl")]
struct ReadMe<'a> {
    top: &'a str,
    bench: &'a str,
    cycles: usize,
    verilog: Option<&'a str>,
    vhdl: Option<&'a str>,
    library: Option<&'a str>,
}

/// The files of test benches beside the emitted files of a design: the data, for each language a
/// bench and a list of all that it compiles (as the design's own list, with `_tb`), and how to run
/// them in the usual simulators.
///
/// `sources` are what [`crate::emit::emit`] gave for each language.
///
/// # Errors
/// An empty run, or one of another design.
pub fn testbench(
    transcript: &Transcript,
    sources: &[(Language, &[File])],
) -> Result<Vec<File>, TestbenchError> {
    testbench_in(None, transcript, sources)
}

/// The same as [`testbench`], for a design in this VHDL library instead of `work`. The bench is
/// compiled into it too.
///
/// # Errors
/// See [`testbench`].
pub fn testbench_in(
    library: Option<&str>,
    transcript: &Transcript,
    sources: &[(Language, &[File])],
) -> Result<Vec<File>, TestbenchError> {
    let top = transcript.interface.top.as_str();
    if transcript.cycles.is_empty() {
        return Err(TestbenchError::Empty { top: top.into() });
    }
    let layout = Layout::new(&transcript.interface, transcript.cycles.len());
    let bench = fresh_name(top, sources);
    let mut files = vec![File { name: format!("{bench}.hex"), text: data(transcript, &layout)? }];
    let mut lists = [None, None];
    for (language, sources) in sources {
        let (name, text) = match language {
            Language::Verilog => {
                (format!("{bench}.v"), VerilogBench { top, bench: &bench, layout: &layout }.render())
            }
            Language::Vhdl => {
                (format!("{bench}.vhd"), VhdlBench { top, bench: &bench, library, layout: &layout }.render())
            }
        };
        let compiled = |name: &&str| name.ends_with(".v") || name.ends_with(".vhd");
        let names = sources.iter().map(|file| file.name.as_str()).filter(compiled).chain([name.as_str()]);
        let list =
            File { text: names.map(|name| format!("{name}\n")).collect(), name: list_name(sources, top) };
        lists[*language as usize] = Some(list.name.clone());
        files.push(File { text: finished(&name, text)?, name });
        files.push(list);
    }
    let [verilog, vhdl] = &lists;
    let read_me = ReadMe {
        top,
        bench: &bench,
        cycles: transcript.cycles.len(),
        verilog: verilog.as_deref(),
        vhdl: vhdl.as_deref(),
        library,
    };
    let name = format!("{bench}.txt");
    files.push(File { text: finished(&name, read_me.render())?, name });
    Ok(files)
}

fn finished(file: &str, text: askama::Result<String>) -> Result<String, TestbenchError> {
    let text =
        text.map_err(|reason| TestbenchError::Frame { file: file.into(), reason: reason.to_string() })?;
    Ok(format!("{}\n", text.trim_end()))
}

/// `TOP_tb`, or the first such name that no module has.
fn fresh_name(top: &str, sources: &[(Language, &[File])]) -> String {
    let mut name = format!("{top}_tb");
    let files = || sources.iter().flat_map(|(_, files)| files.iter());
    let taken = |name: &str| {
        let stem = |file: &File| file.name.rsplit_once('.').map(|(stem, _)| stem.to_ascii_lowercase());
        files().any(|file| stem(file).as_deref() == Some(&name.to_ascii_lowercase()))
    };
    while taken(&name) {
        name.push('x');
    }
    name
}

/// The name of the design's own list, with `_tb`.
fn list_name(sources: &[File], top: &str) -> String {
    let list = sources.iter().find_map(|file| file.name.strip_suffix(".f"));
    format!("{}_tb.f", list.unwrap_or(top))
}

fn data(transcript: &Transcript, layout: &Layout) -> Result<String, TestbenchError> {
    let top = &transcript.interface.top;
    let names = |columns: &[Column]| {
        let names: Vec<String> =
            columns.iter().map(|column| format!("{}:{}", column.name, column.width)).collect();
        names.join(" ")
    };
    let mut text = format!(
        "// Stimulus and expected answers of {top}: a line a clock cycle, a column a port, base 16.\n\
         // First column: 1. Inputs (name:bits): {}\n// Outputs just before the clock edge: {}\n",
        names(&layout.inputs),
        names(&layout.outputs)
    );
    for (number, cycle) in transcript.cycles.iter().enumerate() {
        let columns = layout.inputs.iter().chain(&layout.outputs);
        let values: Vec<&Value> = cycle.inputs.iter().chain(&cycle.outputs).collect();
        let fits = columns.clone().count() == values.len()
            && columns.zip(&values).all(|(column, value)| column.width == value.width());
        if !fits {
            return Err(TestbenchError::Values { top: top.clone(), cycle: number });
        }
        text.push('1');
        for value in values {
            // Writing to a string does not fail.
            let _ = write!(text, "_{}", value.to_hex());
        }
        text.push('\n');
    }
    Ok(text)
}
