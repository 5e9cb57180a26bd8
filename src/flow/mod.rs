//! Thin drivers of outside tools: find one, check its version, run it with its log kept.

mod error;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::{Command, Stdio};

pub use error::FlowError;

/// A tool this project knows how to drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name of its program.
    pub name: &'static str,
    /// The option that prints its version.
    pub version_option: &'static str,
    /// The oldest version that will do.
    pub oldest: &'static str,
}

/// Compiles Verilog into a simulator.
pub const VERILATOR: Program = Program { name: "verilator", version_option: "--version", oldest: "5.006" };
/// Simulates and synthesises VHDL.
pub const GHDL: Program = Program { name: "ghdl", version_option: "--version", oldest: "2.0.0" };
/// Synthesises and proves Verilog.
pub const YOSYS: Program = Program { name: "yosys", version_option: "-V", oldest: "0.23" };

/// A tool that was found and is new enough.
#[derive(Clone, Debug)]
pub struct Tool {
    program: Program,
    version: String,
}

impl Tool {
    /// Looks for a tool on the search path.
    ///
    /// # Errors
    /// It is missing, too old, or does not tell its version; the message says how to install it.
    pub fn find(program: Program) -> Result<Self, FlowError> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::NotFound => FlowError::Missing { tool: program.name },
            _ => FlowError::Start { tool: program.name, error },
        };
        let mut command = Command::new(program.name);
        let output = command.arg(program.version_option).stdin(Stdio::null()).output().map_err(failed)?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let version = version_in(&said).unwrap_or_default();
        if numbers(&version) < numbers(program.oldest) {
            let found = if version.is_empty() { "a version it does not tell".into() } else { version };
            return Err(FlowError::Old { tool: program.name, found, oldest: program.oldest });
        }
        Ok(Self { program, version })
    }

    /// The name of its program.
    pub fn name(&self) -> &'static str {
        self.program.name
    }

    /// The version it tells, such as `5.006`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Runs the tool in a folder; what it prints, on both streams, goes to the log and is returned.
    ///
    /// # Errors
    /// The tool fails, and the error has the lines of the log that say why; or the log cannot be written.
    pub fn run<A: AsRef<str>>(
        &self,
        arguments: &[A],
        folder: &Path,
        log: &Path,
    ) -> Result<String, FlowError> {
        let tool = self.program.name;
        let unwritable = |error: io::Error| FlowError::Log { tool, log: log.to_path_buf(), error };
        let file = File::create(log).map_err(unwritable)?;
        let status = Command::new(tool)
            .args(arguments.iter().map(AsRef::as_ref))
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(file.try_clone().map_err(unwritable)?)
            .stderr(file)
            .status()
            .map_err(|error| FlowError::Start { tool, error })?;
        let text = String::from_utf8_lossy(&std::fs::read(log).map_err(unwritable)?).into_owned();
        if status.success() {
            return Ok(text);
        }
        let lines = telling_lines(&text);
        Err(FlowError::Failed { tool, status: status.to_string(), lines, log: log.to_path_buf() })
    }
}

/// The first number with a dot in it, and what follows it of digits and dots.
fn version_in(text: &str) -> Option<String> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    let mut numbers = words.map(|word| word.trim_matches('.')).filter(|word| word.contains('.'));
    numbers.next().map(str::to_string)
}

fn numbers(version: &str) -> Vec<u32> {
    version.split('.').filter_map(|number| number.parse().ok()).collect()
}

/// How many lines of a log an error shows.
const SHOWN: usize = 10;

/// The lines of a log that say what went wrong: its errors, or its end where none is called so.
fn telling_lines(log: &str) -> Vec<String> {
    let lines = || log.lines().map(str::trim_end).filter(|line| !line.is_empty());
    let errors: Vec<&str> =
        lines().filter(|line| line.to_ascii_lowercase().contains("error")).take(SHOWN).collect();
    let shown = if errors.is_empty() {
        let all: Vec<&str> = lines().collect();
        all[all.len().saturating_sub(SHOWN)..].to_vec()
    } else {
        errors
    };
    shown.into_iter().map(str::to_string).collect()
}
