//! A project: a machine on a board, as files for the board's tools, and the steps from them to the
//! bitstream.

mod family;
mod floorplan;
mod fusesoc;
mod kept;
mod run;

use askama::Template;

use super::steps::Step;
use super::top::{ports, stand_in, top_level};
use super::{BuildError, CircuitBoard};
use crate::cores::{self, CoreInfo, Settings};
use crate::emit::{self, File, Language};
use crate::netlist::{Design, RamStyle};
use crate::testbench::testbench;

/// The options of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProjectOptions {
    /// The language of its sources.
    pub language: Language,
    /// The seed of the open placer's random numbers.
    pub seed: u32,
}

impl Default for ProjectOptions {
    fn default() -> Self {
        Self { language: Language::Verilog, seed: 1 }
    }
}

/// A machine on a board.
#[derive(Debug)]
pub struct Project<'a> {
    /// The name of its top level, and what its files are called: the core's and the board's names.
    pub top: String,
    /// Its files: sources, constraints, scripts.
    pub files: Vec<File>,
    board: &'a CircuitBoard,
    core: &'static CoreInfo,
    settings: &'a Settings,
    /// The machine with its serial line, without the board's parts.
    machine: Design,
    /// The sources in the order of compilation, the top level last.
    sources: Vec<String>,
    /// The name of the test bench.
    bench: String,
    steps: Vec<Step>,
    options: ProjectOptions,
}

/// The values that fill the frames of files.
struct Parts<'a> {
    board: &'a CircuitBoard,
    top: &'a str,
    /// The sources in the order of compilation, the top level last.
    sources: &'a [String],
    options: ProjectOptions,
}

impl Parts<'_> {
    fn vhdl(&self) -> bool {
        self.options.language == Language::Vhdl
    }
}

impl<'a> Project<'a> {
    /// The project of a core with these settings for a board. It runs nothing and writes nothing.
    ///
    /// # Errors
    /// The core cannot be built, emitted or given a serial line, or the board's tools do not read
    /// the language.
    pub fn new(
        board: &'a CircuitBoard,
        core: &'static CoreInfo,
        settings: &'a Settings,
        options: ProjectOptions,
    ) -> Result<Self, BuildError> {
        let language = options.language;
        let family = board.device.family;
        if language == Language::Vhdl && family == super::Family::Ise {
            return Err(BuildError::Language {
                board: board.name.clone(),
                tools: "the ISE tools for Virtex",
            });
        }
        if cores::host(settings) != "port" {
            return Err(BuildError::Host { board: board.name.clone(), host: cores::host(settings) });
        }
        let mut machine = cores::on_a_line(core, settings, &board.uart_options())?;
        if !family.has_lut_memory() {
            machine.forget_style(RamStyle::Distributed);
        }
        let top = format!("{}_{}", core.top, board.name.replace('-', "_"));
        let mut files = emit::emit(&machine, language, family.dialect()).map_err(Box::new)?;
        // The list of these files is the core's, and not of the whole.
        files.retain(|file| !file.name.ends_with(".f"));
        let stimulus = cores::stimulus(core, settings)?;
        let mut bench = testbench(&stimulus, &[(language, files.as_slice())])?;
        let inner = machine.top().map(|id| machine.module(id).name.clone());
        let inner = inner.ok_or_else(|| BuildError::NoTop { design: machine.name.clone() })?;
        let doc = format!("{inner} on {}: {}", board.name, board.about);
        let header = emit::header(&machine, &doc).map_err(Box::new)?;
        files.push(top_level(board, &top, &inner, language, &header)?);
        let sources: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
        let parts = Parts { board, top: &top, sources: &sources, options };
        let (mut made, steps) = family::files(&parts)?;
        files.append(&mut made);
        // The bench's own list of files and how to run it by hand: FuseSoC does that here.
        bench.retain(|file| !file.name.ends_with(".txt") && !file.name.ends_with(".f"));
        let bench_name = bench.iter().find_map(|file| file.name.strip_suffix(".hex"));
        let bench_name = bench_name.unwrap_or_default().to_string();
        let mut project =
            Self { top, files, board, core, settings, machine, sources, bench: bench_name, steps, options };
        project.files.push(fusesoc::core_file(&project)?);
        project.files.extend(stand_in(board, &project.top, language));
        project.files.append(&mut bench);
        Ok(project)
    }

    /// Puts a file in the place of the one of its name.
    fn replace(&mut self, file: File) {
        for old in self.files.iter_mut().filter(|old| old.name == file.name) {
            old.text.clone_from(&file.text);
        }
    }

    /// The steps to the bitstream.
    fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The board.
    pub fn board(&self) -> &CircuitBoard {
        self.board
    }

    /// The ports of the top level with their pins, in order: name, and the pin where one is chosen.
    pub fn pins(&self) -> Vec<(String, Option<String>)> {
        ports(self.board).into_iter().map(|port| (port.name, port.pin.name)).collect()
    }
}

/// A file from its frame.
fn rendered(name: String, frame: &impl Template) -> Result<File, BuildError> {
    match frame.render() {
        Ok(text) => Ok(File { name, text: format!("{}\n", text.trim()) }),
        Err(reason) => Err(BuildError::Frame { file: name, reason: reason.to_string() }),
    }
}
