//! The steps from a project to the file for the board: written into a script, and run if the tools
//! are there.

use std::path::{Path, PathBuf};

use super::BuildError;
use crate::flow::{FlowError, Program, Tool, Warnings, kept, shell_line};
use crate::synth::Resources;

/// A tool to be run on the files of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The purpose, as a sentence goes on after "to".
    pub what: &'static str,
    /// The tool.
    pub program: Program,
    /// Its arguments, each without blanks or quotes, except for a script's.
    pub arguments: Vec<String>,
    /// The files it leaves for the user.
    pub makes: Vec<String>,
    /// Whether it runs a script in Python, which a portable tool does not.
    pub scripted: bool,
    /// The test that a shell makes after it, for a tool that succeeds although the machine is too
    /// slow for its clock.
    pub check: Option<Check>,
    /// The condition that has to hold after it.
    pub then: Then,
}

/// A file in which a line tells whether the machine is fast enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The file.
    pub file: String,
    /// The beginning of the line, or a part of it.
    pub line: &'static str,
    /// Whether that line is wanted; otherwise it must not be there.
    pub wanted: bool,
}

/// The check after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Nothing.
    GoOn,
    /// The machine fits the device.
    CheckFit,
    /// The machine is fast enough.
    CheckTiming,
}

/// A file a step has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// Its name.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A step that was not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmade {
    /// The purpose of the step.
    pub what: &'static str,
    /// The reason: its tool is missing or too old, or an earlier step is not done.
    pub why: String,
}

/// The result of the steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Built {
    /// The files made.
    pub products: Vec<Product>,
    /// The tools that ran, with their versions.
    pub tools: Vec<String>,
    /// The warnings of the tools.
    pub warnings: Vec<Warnings>,
    /// The steps left out.
    pub unmade: Vec<Unmade>,
    /// The area of the machine on the device.
    pub resources: Option<Resources>,
    /// The clock the placed machine allows, in MHz.
    pub fmax_mhz: Option<f64>,
}

/// A tool that has succeeded, and its folder.
pub(super) struct Ran<'a> {
    tool: Tool,
    folder: &'a Path,
    log: PathBuf,
}

impl Ran<'_> {
    /// The content of a file that the tool has written to the folder.
    ///
    /// # Errors
    /// The file is missing or empty.
    pub fn left(&self, name: &str) -> Result<String, BuildError> {
        Ok(self.tool.left(&self.folder.join(name), &self.log)?)
    }
}

/// The option with which nextpnr succeeds although a machine is too slow.
const TIMING_ALLOW_FAIL: &str = "--timing-allow-fail";

/// The options of nextpnr that name an output file.
const WRITES: [&str; 4] = ["--report", "--asc", "--textcfg", "--write"];

impl Check {
    /// The condition of a shell under which the machine is too slow.
    pub fn too_slow(&self) -> String {
        let found = shell_line(["grep", "-q", self.line, &self.file]);
        // Without the file nobody knows.
        if self.wanted { format!("! {found}") } else { format!("[ ! -r {} ] || {found}", self.file) }
    }
}

impl Step {
    /// The command line for a shell.
    pub fn command(&self) -> String {
        shell_line(std::iter::once(self.program.name).chain(self.arguments.iter().map(String::as_str)))
    }

    /// The same step, but a placer stops after placement and writes nothing. That is enough to know
    /// whether every cell has a place.
    pub(super) fn without_routing(&self) -> Self {
        if self.then != Then::CheckTiming {
            return self.clone();
        }
        let mut arguments = vec!["--no-route".to_string()];
        let mut given = self.arguments.iter();
        while let Some(argument) = given.next() {
            if WRITES.contains(&argument.as_str()) {
                given.next();
            } else {
                arguments.push(argument.clone());
            }
        }
        Self { arguments, makes: Vec::new(), then: Then::GoOn, ..self.clone() }
    }

    /// Runs the step in the folder, and keeps its output. Returns None if it did not run: a missing
    /// tool is noted, a failing one is an error.
    pub(super) fn run<'a>(&self, folder: &'a Path, built: &mut Built) -> Result<Option<Ran<'a>>, BuildError> {
        if let Some(earlier) = built.unmade.first() {
            let why = format!("it goes on from what was not done to {}", earlier.what);
            built.unmade.push(Unmade { what: self.what, why });
            return Ok(None);
        }
        let found = if self.scripted { Tool::find_scripted } else { Tool::find_pinned };
        let tool = match found(self.program) {
            Ok(tool) => tool,
            Err(
                error @ (FlowError::Missing { .. } | FlowError::Old { .. } | FlowError::NoScripts { .. }),
            ) => {
                built.unmade.push(Unmade { what: self.what, why: error.to_string() });
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        let log = folder.join(format!("{}.log", self.program.name));
        // By itself it fails where the machine is too slow; here its report says so better.
        let lenient = (self.then == Then::CheckTiming).then(|| TIMING_ALLOW_FAIL.to_string());
        let arguments: Vec<&String> = self.arguments.iter().chain(&lenient).collect();
        let said = tool.run(&arguments, folder, &log)?;
        if let Some(warnings) = Warnings::of(tool.name(), &said) {
            built.warnings.push(Warnings { log: kept(&log), ..warnings });
        }
        built.tools.push(format!("{} {}", tool.name(), tool.version()).trim_end().to_string());
        for name in &self.makes {
            let bytes = tool.left_bytes(&folder.join(name), &log)?;
            built.products.push(Product { name: name.clone(), bytes });
        }
        Ok(Some(Ran { tool, folder, log }))
    }
}
