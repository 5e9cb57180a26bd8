//! Thin drivers of outside tools: find a tool, check its version, run it with its log kept.

mod digest;
mod error;
mod folder;
mod groups;
mod interrupt;
pub mod nextpnr;
mod patience;
mod places;
mod process;
#[cfg(test)]
mod tests;
mod warnings;
pub mod yosys;

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use digest::digest;
pub use error::FlowError;
pub use folder::Folder;
pub use interrupt::{AtSignal, STATUS as INTERRUPTED, at_signal, interrupted, undisturbed, watch};
pub use patience::PATIENCE_VARIABLE;
pub use places::TOOLS_VARIABLE;
use places::{Prefer, candidates, scripted_candidates};
pub use process::Guarded;
pub use warnings::Warnings;

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
/// Simulates Verilog.
pub const IVERILOG: Program = Program { name: "iverilog", version_option: "-V", oldest: "11.0" };
/// Runs what `iverilog` compiled.
pub const VVP: Program = Program { name: "vvp", version_option: "-V", oldest: "11.0" };
/// Places and routes on Lattice ECP5.
pub const NEXTPNR_ECP5: Program = nextpnr("nextpnr-ecp5");
/// Places and routes on Lattice iCE40.
pub const NEXTPNR_ICE40: Program = nextpnr("nextpnr-ice40");
/// Places and routes on Gowin devices.
pub const NEXTPNR_GOWIN: Program = nextpnr("nextpnr-himbaechel-gowin");
/// Places and routes on Xilinx 7 series devices.
pub const NEXTPNR_XILINX: Program = nextpnr("nextpnr-himbaechel-xilinx");

/// Packs bitstreams for Lattice ECP5.
pub const ECPPACK: Program = Program { name: "ecppack", version_option: "--version", oldest: "1.4" };
/// Writes the configuration in a Lattice ECP5's bitstream as text.
pub const ECPUNPACK: Program = Program { name: "ecpunpack", version_option: "--version", oldest: "1.4" };
/// Packs bitstreams for Lattice iCE40. It does not tell its version.
pub const ICEPACK: Program = Program { name: "icepack", version_option: "-h", oldest: "" };
/// Writes the tiles of an iCE40's bitstream as text. It does not tell its version.
pub const ICEUNPACK: Program = Program { name: "iceunpack", version_option: "-h", oldest: "" };
/// Writes the logic of an iCE40's tiles as Verilog. It does not tell its version.
pub const ICEBOX_VLOG: Program = Program { name: "icebox_vlog", version_option: "-h", oldest: "" };
/// Packs bitstreams for Gowin devices. It does not tell its version.
pub const GOWIN_PACK: Program = Program { name: "gowin_pack", version_option: "-h", oldest: "" };

/// Writes the logic in a Gowin bitstream as Verilog. It does not tell its version.
pub const GOWIN_UNPACK: Program = Program { name: "gowin_unpack", version_option: "-h", oldest: "" };

/// The style checker of VHDL, from PyPI.
pub const VSG: Program = Program { name: "vsg", version_option: "--version", oldest: "3.35.0" };

/// Runs the jobs of a workflow, here or on a cluster, from PyPI.
pub const SNAKEMAKE: Program = Program { name: "snakemake", version_option: "--version", oldest: "8.0" };

/// The Yosys that figures and bitstreams are made with: an older one maps otherwise.
pub const PINNED_YOSYS: Program = Program { oldest: "0.70", ..YOSYS };

const fn nextpnr(name: &'static str) -> Program {
    Program { name, version_option: "--version", oldest: "0.11" }
}

/// The tools whose folder `MOVEWRIGHT_TOOLS` may name.
const ALL: [Program; 18] = [
    VERILATOR,
    GHDL,
    YOSYS,
    IVERILOG,
    VVP,
    NEXTPNR_ECP5,
    NEXTPNR_ICE40,
    NEXTPNR_GOWIN,
    NEXTPNR_XILINX,
    ECPPACK,
    ECPUNPACK,
    ICEPACK,
    ICEUNPACK,
    ICEBOX_VLOG,
    GOWIN_PACK,
    GOWIN_UNPACK,
    VSG,
    SNAKEMAKE,
];

/// Whether command lines are shown.
static SHOWN_COMMANDS: AtomicBool = AtomicBool::new(false);

/// Shows on standard error, from now on, every command line before it is run.
pub fn show_commands() {
    SHOWN_COMMANDS.store(true, Ordering::Relaxed);
}

/// Whether command lines are shown on standard error.
pub fn commands_shown() -> bool {
    SHOWN_COMMANDS.load(Ordering::Relaxed)
}

/// A tool that was found and is new enough.
#[derive(Clone, Debug)]
pub struct Tool {
    program: Program,
    path: PathBuf,
    version: String,
}

impl Tool {
    /// Looks for a tool in the folder that `MOVEWRIGHT_TOOLS` names, on the search path, and in the
    /// project's own `.tools`.
    ///
    /// # Errors
    /// The tool is missing, too old, or does not tell its version; or `MOVEWRIGHT_TOOLS` names no
    /// folder of tools. The message gives the remedy.
    pub fn find(program: Program) -> Result<Self, FlowError> {
        Self::first(program, candidates(program.name, Prefer::System)?)
    }

    /// The same as [`Tool::find`], but the project's own tool comes before the search path. It is
    /// for results that depend on the version.
    ///
    /// # Errors
    /// See [`Tool::find`].
    pub fn find_pinned(program: Program) -> Result<Self, FlowError> {
        Self::first(program, candidates(program.name, Prefer::Pinned)?)
    }

    /// A program that a tool has just built, to be run as tools are.
    pub fn built(name: &'static str, path: PathBuf) -> Self {
        let program = Program { name, version_option: "", oldest: "" };
        Self { program, path, version: String::new() }
    }

    /// A nextpnr that runs scripts in Python, which the portable ones do not. It is looked for in
    /// the folder that `MOVEWRIGHT_TOOLS_FULL` names, in the project's own `.tools-full`, and on
    /// the search path.
    ///
    /// # Errors
    /// There is none that is new enough and runs scripts. The message says how to install it.
    pub fn find_scripted(program: Program) -> Result<Self, FlowError> {
        let no_scripts = FlowError::NoScripts { tool: program.name };
        let tool = Self::first(program, scripted_candidates(program.name)?).map_err(|error| match error {
            FlowError::Missing { .. } => FlowError::NoScripts { tool: program.name },
            other => other,
        })?;
        let help = asked(program.name, &tool.path, "--help")?;
        if help.contains("--pre-place") { Ok(tool) } else { Err(no_scripts) }
    }

    /// The first that is new enough; if there is none, the reason against the first.
    fn first(program: Program, candidates: Vec<PathBuf>) -> Result<Self, FlowError> {
        let mut refused = None;
        for path in candidates {
            match Self::at(program, path) {
                Ok(tool) => return Ok(tool),
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        Err(refused.unwrap_or(FlowError::Missing { tool: program.name }))
    }

    fn at(program: Program, path: PathBuf) -> Result<Self, FlowError> {
        let tool = program.name;
        let said = asked(tool, &path, program.version_option)?;
        let version = version_in(&said).unwrap_or_default();
        if numbers(&version) < numbers(program.oldest) {
            let found = if version.is_empty() { "a version it does not tell".into() } else { version };
            return Err(FlowError::Old { tool, found, oldest: program.oldest });
        }
        Ok(Self { program, path, version })
    }

    /// The name of its program.
    pub fn name(&self) -> &'static str {
        self.program.name
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The version it tells, such as `5.006` or, of a distribution's own build, `0.11.1+dfsg-5`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// A text that another program, version or build of it does not have, on this machine: its
    /// path, version, size and time.
    pub fn identity(&self) -> String {
        let file = std::fs::metadata(&self.path);
        let size = file.as_ref().map_or(0, std::fs::Metadata::len);
        let time = file.and_then(|file| file.modified()).unwrap_or(std::time::UNIX_EPOCH);
        let seconds = time.duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        format!("{} {} {size} {seconds}", self.path.display(), self.version)
    }

    /// Runs the tool in a folder. Its output on both streams goes to the log, and is returned.
    ///
    /// # Errors
    /// The tool fails, and the error has the lines of the log that say why; or the log cannot be
    /// written.
    pub fn run<A: AsRef<str>>(
        &self,
        arguments: &[A],
        folder: &Path,
        log: &Path,
    ) -> Result<String, FlowError> {
        let limit = patience::of(self.program.name)?;
        let mend = "give it more with MOVEWRIGHT_PATIENCE=MINUTES, or see in its log what it waits for";
        self.run_limited(limit, mend, arguments, folder, log)
    }

    /// The same as [`Tool::run`], but stops a placer that takes longer than this for a seed.
    ///
    /// # Errors
    /// As for [`Tool::run`].
    pub fn run_within<A: AsRef<str>>(
        &self,
        limit: Duration,
        arguments: &[A],
        folder: &Path,
        log: &Path,
    ) -> Result<String, FlowError> {
        self.run_limited(limit, "give it more, or choose another seed", arguments, folder, log)
    }

    /// Runs the tool with its words on standard error, for as long as it takes. It may have
    /// programs in groups of their own: a signal is handed on to it. Returns whether it succeeded.
    ///
    /// # Errors
    /// It cannot be started, or a signal came.
    pub fn run_openly<A: AsRef<str>>(&self, arguments: &[A], folder: &Path) -> Result<bool, FlowError> {
        let tool = self.program.name;
        let mut command = Command::new(&self.path);
        command.args(arguments.iter().map(AsRef::as_ref)).current_dir(folder).stdin(Stdio::null());
        // Standard output is for results.
        command.stdout(io::stderr());
        if commands_shown() {
            let _ = writeln!(io::stderr(), "{}", command_line(&self.path, arguments, folder));
        }
        let not_started = not_started(tool);
        let mut run = Guarded::start_asked(&mut command).map_err(&not_started)?;
        let status = run.wait().map_err(&not_started)?;
        if interrupted() { Err(FlowError::Interrupted { tool }) } else { Ok(status.success()) }
    }

    fn run_limited<A: AsRef<str>>(
        &self,
        limit: Duration,
        mend: &'static str,
        arguments: &[A],
        folder: &Path,
        log: &Path,
    ) -> Result<String, FlowError> {
        let tool = self.program.name;
        let unwritable = |error: io::Error| FlowError::Log { tool, log: log.to_path_buf(), error };
        let file = File::create(log).map_err(unwritable)?;
        let mut command = Command::new(&self.path);
        command.args(arguments.iter().map(AsRef::as_ref)).current_dir(folder).stdin(Stdio::null());
        command.stdout(file.try_clone().map_err(unwritable)?).stderr(file);
        if commands_shown() {
            // Where nobody can be shown it, the tool runs all the same.
            let _ = writeln!(io::stderr(), "{}", command_line(&self.path, arguments, folder));
        }
        let not_started = not_started(tool);
        let mut run = Guarded::start(&mut command).map_err(&not_started)?;
        let ended = run.wait_for(limit).map_err(&not_started)?;
        if interrupted() {
            return Err(FlowError::Interrupted { tool });
        }
        let status = ended.ok_or(FlowError::Late { tool, limit, mend })?;
        let text = String::from_utf8_lossy(&std::fs::read(log).map_err(unwritable)?).into_owned();
        if status.success() {
            return Ok(text);
        }
        let lines = telling_lines(&text);
        Err(FlowError::Failed { tool, status: status.to_string(), lines, log: log.to_path_buf() })
    }

    /// The text of a file that the tool, which has succeeded, had to write. The error names the log
    /// if the file is not there.
    ///
    /// # Errors
    /// [`FlowError::Nothing`]: it is not there, is empty, or cannot be read.
    pub fn left(&self, file: &Path, log: &Path) -> Result<String, FlowError> {
        let bytes = self.left_bytes(file, log)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The same as [`Tool::left`], for a file that is no text.
    ///
    /// # Errors
    /// See [`Tool::left`].
    pub fn left_bytes(&self, file: &Path, log: &Path) -> Result<Vec<u8>, FlowError> {
        let state = match std::fs::read(file) {
            Ok(bytes) if !bytes.is_empty() => return Ok(bytes),
            Ok(_) => "is empty".into(),
            Err(error) if error.kind() == ErrorKind::NotFound => "is not there".into(),
            Err(error) => format!("cannot be read: {error}"),
        };
        let (file, log) = (file.to_path_buf(), Some(log.to_path_buf()));
        Err(FlowError::Nothing { tool: self.program.name, file, state, log })
    }
}

fn not_started(tool: &'static str) -> impl Fn(io::Error) -> FlowError {
    move |error| match error.kind() {
        ErrorKind::Interrupted => FlowError::Interrupted { tool },
        _ => FlowError::Start { tool, error },
    }
}

/// A tool's answer to a question about itself, on both streams: some tell their version on standard
/// error.
fn asked(tool: &'static str, path: &Path, option: &'static str) -> Result<String, FlowError> {
    let limit = patience::of_a_word()?;
    let not_started = not_started(tool);
    let mut said = tempfile::tempfile().map_err(&not_started)?;
    let mut command = Command::new(path);
    command.arg(option).stdin(Stdio::null());
    command.stdout(said.try_clone().map_err(&not_started)?).stderr(said.try_clone().map_err(&not_started)?);
    let ended = Guarded::start(&mut command).and_then(|mut run| run.wait_for(limit)).map_err(&not_started)?;
    if interrupted() {
        return Err(FlowError::Interrupted { tool });
    }
    if ended.is_none() {
        return Err(FlowError::Mute { path: path.into(), asked: option, seconds: limit.as_secs() });
    }
    let mut bytes = Vec::new();
    said.rewind().and_then(|()| said.read_to_end(&mut bytes)).map_err(&not_started)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A tool's failure in a temporary folder. Its log is copied to a lasting place, and the error
/// names the copy.
pub fn keep_log(error: FlowError) -> FlowError {
    match error {
        FlowError::Failed { tool, status, lines, log } => {
            FlowError::Failed { tool, status, lines, log: kept(&log).unwrap_or(log) }
        }
        FlowError::Nothing { tool, file, state, log } => {
            // Its folder goes, so the name is enough.
            let file = file.file_name().map_or(file.clone(), PathBuf::from);
            FlowError::Nothing { tool, file, state, log: log.as_deref().and_then(kept) }
        }
        other => other,
    }
}

/// A copy of a log that outlives its folder; None if it cannot be written.
pub fn kept(log: &Path) -> Option<PathBuf> {
    let text = std::fs::read(log).ok()?;
    let file = tempfile::Builder::new().prefix("movewright-").suffix(".log").tempfile().ok()?;
    std::fs::write(file.path(), text).ok()?;
    Some(file.keep().ok()?.1)
}

/// A command line as a shell would take it.
fn command_line<A: AsRef<str>>(program: &Path, arguments: &[A], folder: &Path) -> String {
    let (program, folder) = (program.display().to_string(), folder.display().to_string());
    let words = [program.as_str()].into_iter().chain(arguments.iter().map(AsRef::as_ref));
    format!("{} && {}", shell_line(["cd", &folder]), shell_line(words))
}

/// Words as a line of a shell.
pub fn shell_line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let quoted = |word: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word.to_string()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// The first number with a dot in it, with the digits and dots after it; then, after a plus, its
/// builder and source.
fn version_in(text: &str) -> Option<String> {
    text.split(|c: char| c.is_whitespace() || "()\",;".contains(c)).find_map(|word| {
        let from_digits = &word[word.find(|c: char| c.is_ascii_digit())?..];
        let end = from_digits.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(from_digits.len());
        let (number, rest) = from_digits.split_at(end);
        let number = number.trim_end_matches('.');
        let build = if rest.starts_with('+') { rest } else { "" };
        number.contains('.').then(|| format!("{number}{build}"))
    })
}

fn numbers(version: &str) -> Vec<u32> {
    let version = version.split('+').next().unwrap_or_default();
    version.split('.').filter_map(|number| number.parse().ok()).collect()
}

/// The number of lines of a log that an error shows.
const SHOWN: usize = 10;

/// The lines of a log that say what went wrong: its errors, or its end if no line is marked as an
/// error.
fn telling_lines(log: &str) -> Vec<String> {
    let lines = || log.lines().map(str::trim_end).filter(|line| !line.is_empty());
    // Verilator fails for a warning, too.
    let tells = |line: &str| line.to_ascii_lowercase().contains("error") || line.starts_with("%Warning");
    let errors: Vec<&str> = lines().filter(|line| tells(line)).take(SHOWN).collect();
    let shown = if errors.is_empty() {
        let all: Vec<&str> = lines().collect();
        all[all.len().saturating_sub(SHOWN)..].to_vec()
    } else {
        errors
    };
    shown.into_iter().map(str::to_string).collect()
}
