//! Replaying a transcript on the emitted VHDL with GHDL.

use std::fmt::Write as _;
use std::path::Path;

use askama::Template;

use super::{OutsideError, fresh_name, write};
use crate::emit::{Dialect, File, Language, emit};
use crate::flow::{GHDL, Tool};
use crate::netlist::{Design, Value};
use crate::simulate::transcript::{Cycle, Transcript};
use crate::simulate::{Interface, PortShape};

impl PortShape {
    /// Its type in VHDL.
    fn vhdl(&self) -> String {
        match self.width {
            1 => "std_logic".into(),
            width => format!("std_logic_vector({} downto 0)", width - 1),
        }
    }
}

#[derive(Template)]
#[template(path = "replay.vhd", syntax = "hdl")]
struct Bench<'a> {
    interface: &'a Interface,
    bench: &'a str,
    /// The design's ports and their connections.
    connections: Vec<(&'a str, String)>,
}

/// Puts the inputs of a transcript on the emitted VHDL of a design, cycle by cycle, and returns
/// them with the outputs GHDL finds. Sources, bench, data and logs stay in the folder, which has to
/// be there.
///
/// # Errors
/// The design cannot be printed, GHDL is missing or fails, the folder cannot be written, or an
/// output is neither 0 nor 1.
pub fn replay_on_ghdl(
    design: &Design,
    transcript: &Transcript,
    folder: &Path,
) -> Result<Transcript, OutsideError> {
    let vhdl = emit(design, Language::Vhdl, Dialect::Generic).map_err(Box::new)?;
    replay_vhdl_on_ghdl(&vhdl, transcript, folder, None)
}

/// The same as [`replay_on_ghdl`], for the text of a design; with a trace of every signal if a file
/// is given for it.
///
/// # Errors
/// GHDL is missing or fails, the folder cannot be written, or an output is neither 0 nor 1.
pub fn replay_vhdl_on_ghdl(
    files: &[File],
    transcript: &Transcript,
    folder: &Path,
    trace: Option<&str>,
) -> Result<Transcript, OutsideError> {
    let ghdl = Tool::find(GHDL)?;
    let interface = &transcript.interface;
    let bench = fresh_name("replay_bench", files);
    for file in files {
        write(&folder.join(&file.name), &file.text)?;
    }
    write(&folder.join(format!("{bench}.vhd")), &bench_text(interface, &bench)?)?;
    write(&folder.join("stimulus.txt"), &stimulus(transcript))?;
    let sources = files.iter().map(|file| file.name.clone()).filter(|name| name.ends_with(".vhd"));
    let analyse = ["-a".into(), "--std=08".into()].into_iter().chain(sources).chain([format!("{bench}.vhd")]);
    ghdl.run(&analyse.collect::<Vec<String>>(), folder, &folder.join("analyse.log"))?;
    let mut run: Vec<String> =
        ["-r", "--std=08", &bench, "--ieee-asserts=disable-at-0"].map(String::from).to_vec();
    run.extend(trace.map(|file| format!("--vcd={file}")));
    let log = folder.join("run.log");
    ghdl.run(&run, folder, &log)?;
    let observed = folder.join("observed.txt");
    let text = if transcript.cycles.is_empty() { String::new() } else { ghdl.left(&observed, &log)? };
    let cycles = read_observed(transcript, &text).map_err(|(line, problem)| OutsideError::Observed {
        path: observed,
        line,
        problem,
    })?;
    Ok(Transcript { interface: interface.clone(), cycles })
}

fn bench_text(interface: &Interface, bench: &str) -> Result<String, OutsideError> {
    let clock = interface.clock.iter().map(|name| (name.as_str(), "tick".to_string()));
    let inputs = interface.inputs.iter().map(|port| (port.name.as_str(), format!("in_{}", port.name)));
    let outputs = interface.outputs.iter().map(|port| (port.name.as_str(), format!("out_{}", port.name)));
    let connections = clock.chain(inputs).chain(outputs).collect();
    Bench { interface, bench, connections }.render().map_err(|reason| OutsideError::Frame {
        frame: "test bench",
        top: interface.top.clone(),
        reason: reason.to_string(),
    })
}

/// A line a cycle, a binary number an input.
fn stimulus(transcript: &Transcript) -> String {
    transcript.cycles.iter().fold(String::new(), |mut text, cycle| {
        let inputs: Vec<String> = cycle.inputs.iter().map(Value::to_binary).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", inputs.join(" "));
        text
    })
}

/// The outputs of all cycles; or the line that does not have them, and why.
fn read_observed(transcript: &Transcript, text: &str) -> Result<Vec<Cycle>, (usize, String)> {
    let outputs = &transcript.interface.outputs;
    let mut cycles = Vec::new();
    for ((line, shown), given) in (1..).zip(text.lines()).zip(&transcript.cycles) {
        let words: Vec<&str> = shown.split_whitespace().collect();
        if words.len() != outputs.len() {
            return Err((line, format!("{} values where {} outputs are", words.len(), outputs.len())));
        }
        let values = outputs.iter().zip(words).map(|(port, word)| {
            value_of(port.width, word).ok_or_else(|| {
                let PortShape { name, width } = port;
                (line, format!("output `{name}` shows `{word}`, not {width} bits of 0 and 1"))
            })
        });
        cycles.push(Cycle { inputs: given.inputs.clone(), outputs: values.collect::<Result<_, _>>()? });
    }
    if cycles.len() < transcript.cycles.len() {
        let wanted = transcript.cycles.len();
        return Err((
            cycles.len() + 1,
            format!("the end, where {wanted} cycles were to be run; see run.log"),
        ));
    }
    Ok(cycles)
}

fn value_of(width: u32, digits: &str) -> Option<Value> {
    let bits: Vec<bool> = digits
        .chars()
        .rev()
        .map(|digit| match digit {
            '0' => Some(false),
            '1' => Some(true),
            _ => None,
        })
        .collect::<Option<_>>()?;
    (bits.len() as u32 == width).then(|| Value::from_bits(bits))
}
