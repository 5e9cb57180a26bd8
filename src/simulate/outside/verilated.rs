//! A design compiled by Verilator, driven over a pipe.

use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use super::build::build;
use super::{OutsideError, Runs, Traces};
use crate::emit::{Dialect, File, Language, emit};
use crate::flow::Guarded;
use crate::netlist::{Design, Value};
use crate::simulate::ports::fitted;
use crate::simulate::{Interface, PortShape, Ports, PortsError};

/// A design at work in a program that Verilator made from its Verilog; `sim/verilator/harness.cpp`
/// describes the protocol on the pipe. The program ends when this is dropped, and at a signal.
#[derive(Debug)]
pub struct Verilated {
    interface: Interface,
    program: Guarded,
    requests: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// The program's standard error.
    complaints: fs::File,
}

impl Verilated {
    /// Compiles the design, or finds it compiled in the cache folder, and starts it.
    ///
    /// # Errors
    /// The design cannot be printed, Verilator is missing or fails, or the cache cannot be written.
    pub fn new(design: &Design, traces: Traces, cache: &Path) -> Result<Self, OutsideError> {
        let verilog = emit(design, Language::Verilog, Dialect::Generic).map_err(Box::new)?;
        Self::of_verilog(&verilog, Interface::of(design)?, (traces, Runs::Long), cache)
    }

    /// The same as [`Verilated::new`], for the text of a design that has this interface, compiled
    /// for such waveforms and such runs.
    ///
    /// # Errors
    /// Verilator is missing or fails, or the cache cannot be written.
    pub fn of_verilog(
        verilog: &[File],
        interface: Interface,
        built: (Traces, Runs),
        cache: &Path,
    ) -> Result<Self, OutsideError> {
        let program = build(verilog, &interface, built, cache)?;
        Self::start(interface, &program)
    }

    /// Starts a program that understands the harness's commands.
    pub(super) fn start(interface: Interface, program: &Path) -> Result<Self, OutsideError> {
        let complaints = tempfile::tempfile().map_err(OutsideError::doing("create a file for", program))?;
        let stderr = complaints.try_clone().map_err(OutsideError::doing("create a file for", program))?;
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        let mut started = Guarded::start(&mut command).map_err(OutsideError::doing("start", program))?;
        let child = started.child();
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok(Self {
                interface,
                program: started,
                requests: BufWriter::new(stdin),
                answers: BufReader::new(stdout),
                complaints,
            }),
            // Both were asked for above.
            _ => Err(OutsideError::doing("talk to", program)(std::io::ErrorKind::BrokenPipe.into())),
        }
    }

    fn failed(&self, problem: impl Into<String>) -> PortsError {
        PortsError::Outside { simulator: "verilator", problem: problem.into() }
    }

    /// The error for a program that has ended, with its own message about that.
    fn stopped(&mut self) -> PortsError {
        let mut said = String::new();
        // It says nothing if it was killed, and then its status has to do.
        let read = self.complaints.rewind().and_then(|()| self.complaints.read_to_string(&mut said));
        let status = match self.program.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        match (read, said.trim()) {
            (Ok(_), said) if !said.is_empty() => {
                self.failed(format!("the simulator stopped ({status}): {said}"))
            }
            _ => self.failed(format!("the simulator stopped ({status}); start it again")),
        }
    }

    /// Sends a line that has no answer. It goes out with the next line that has one.
    fn tell(&mut self, request: &str) -> Result<(), PortsError> {
        writeln!(self.requests, "{request}").map_err(|_| self.stopped())
    }

    fn ask(&mut self, request: &str) -> Result<String, PortsError> {
        self.tell(request)?;
        let mut answer = String::new();
        let asked = self.requests.flush().and_then(|()| self.answers.read_line(&mut answer));
        match asked {
            Ok(_) if answer.ends_with('\n') => Ok(answer.trim_end().to_string()),
            // The end of its output, in the middle of a line or before it.
            _ => Err(self.stopped()),
        }
    }

    /// The width of one of these ports.
    fn width<'a>(
        &self,
        ports: impl Iterator<Item = &'a PortShape> + Clone,
        name: &str,
    ) -> Result<u32, PortsError> {
        ports.clone().find(|port| port.name == name).map(|port| port.width).ok_or_else(|| {
            let known: Vec<&str> = ports.map(|port| port.name.as_str()).collect();
            let problem = format!("no such port of {} as `{name}`; choose", self.interface.top);
            self.failed(format!("{problem} {}", known.join(", ")))
        })
    }
}

impl Ports for Verilated {
    fn poke_value(&mut self, port: &str, value: &Value) -> Result<(), PortsError> {
        let width = self.width(self.interface.inputs.iter(), port)?;
        let Some(fitted) = fitted(width, value) else {
            return Err(self.failed(format!("{value} does not fit `{port}` of {width} bits")));
        };
        self.tell(&format!("poke {port} {}", fitted.to_hex()))
    }

    fn peek_value(&mut self, port: &str) -> Result<Value, PortsError> {
        let Interface { inputs, outputs, .. } = &self.interface;
        let width = self.width(inputs.iter().chain(outputs), port)?;
        let answer = self.ask(&format!("peek {port}"))?;
        value_of(width, &answer).ok_or_else(|| self.failed(format!("`{answer}` is no value of `{port}`")))
    }

    fn step_to(&mut self, port: &str, level: bool, limit: u64) -> Result<Option<u64>, PortsError> {
        self.width(self.interface.outputs.iter(), port)?;
        let command = if level { "until" } else { "while" };
        let answer = self.ask(&format!("{command} {port} {limit}"))?;
        if answer == "never" {
            return Ok(None);
        }
        let steps = answer.parse().map_err(|_| self.failed(format!("`{answer}` is no number of cycles")))?;
        Ok(Some(steps))
    }

    fn step(&mut self) -> Result<(), PortsError> {
        self.step_by(1)
    }

    fn step_by(&mut self, cycles: u64) -> Result<(), PortsError> {
        self.tell(&format!("step {cycles}"))
    }

    fn trace(&mut self, path: &Path) -> Result<(), PortsError> {
        let told = path.to_str().filter(|text| !text.contains('\n'));
        let (Some(text), Some("vcd")) = (told, path.extension().and_then(|ending| ending.to_str())) else {
            let advice = "Verilator's traces are .vcd files; name it so, or use the built-in simulator";
            return Err(self.failed(format!("{}: {advice}", path.display())));
        };
        match self.ask(&format!("trace {text}"))?.as_str() {
            "ok" => Ok(()),
            problem => Err(self.failed(format!("{text}: {problem}"))),
        }
    }

    fn finish_trace(&mut self) -> Result<(), PortsError> {
        match self.ask("finish")?.as_str() {
            "ok" => Ok(()),
            problem => Err(self.failed(problem)),
        }
    }
}

/// The value of digits in base 16, as many as the width needs.
fn value_of(width: u32, digits: &str) -> Option<Value> {
    let digits: Vec<u64> = digits.chars().map(|c| c.to_digit(16).map(u64::from)).collect::<Option<_>>()?;
    let words: Vec<u64> =
        digits.rchunks(16).map(|chunk| chunk.iter().fold(0, |word, digit| word << 4 | digit)).collect();
    (digits.len() as u32 == width.div_ceil(4)).then(|| Value::from_words(width, &words))
}
