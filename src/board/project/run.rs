//! Runs a project's steps, with the checks in between: the machine fits, and it is fast enough.

use std::fs;
use std::path::{Path, PathBuf};

use super::Project;
use crate::board::steps::{Built, Then, Unmade, made};
use crate::board::{BuildError, Family, IMAGE, check_fit};
use crate::flow::nextpnr::{NextpnrReport, Utilization, overflow};
use crate::flow::{FlowError, Folder, PINNED_YOSYS, keep_log, shell_line};
use crate::synth::{self, Aim, Hierarchy, Resources, SynthError};

impl Project<'_> {
    /// Whether [`Project::build`] makes the bitstream: there are open tools for the board, and they
    /// read the project's language.
    pub fn is_buildable(&self) -> bool {
        self.board.device.family.is_open() && !self.steps.is_empty()
    }

    /// The number of steps of [`Project::build`].
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// The command that loads the machine into the board, for a project in this folder; `None` if
    /// the board names none.
    pub fn loader(&self, folder: &Path) -> Option<String> {
        let image = folder.join(self.image()).display().to_string();
        let words: Vec<String> = self.board.loader.iter().map(|word| word.replace(IMAGE, &image)).collect();
        (!words.is_empty()).then(|| shell_line(words.iter().map(String::as_str)))
    }

    /// The file that is loaded, in the folder of the project.
    fn image(&self) -> String {
        let top = &self.top;
        match self.board.device.family {
            Family::Ice40 => format!("{top}.bin"),
            Family::Gowin => format!("{top}.fs"),
            Family::Quartus => format!("output_files/{top}.sof"),
            Family::Ecp5 | Family::Vivado | Family::Ise => format!("{top}.bit"),
        }
    }

    /// The work left to the tools, as the lines of a shell.
    pub fn commands(&self) -> Vec<String> {
        self.steps.iter().map(|step| step.command()).collect()
    }

    /// Counts the machine, and refuses one that does not fit the device. With `timed`, a machine
    /// for a vendor's tools is also placed by an open tool if there is one, without its pins, for
    /// its clock alone. A missing tool is reported as a step left out.
    ///
    /// # Errors
    /// It does not fit, or a tool fails.
    pub fn count(&self, timed: bool) -> Result<Built, BuildError> {
        let mut built = Built::default();
        let Some(target) = synth::find(self.board.device.family.target()) else { return Ok(built) };
        let missing = |what, error: FlowError| Unmade { what, why: error.to_string() };
        let mapped = match synth::map(&self.machine, target, Hierarchy::Flatten) {
            Ok(mapped) => mapped,
            Err(SynthError::Flow(error @ (FlowError::Missing { .. } | FlowError::Old { .. }))) => {
                built.unmade.push(missing("see whether the machine fits the device", error));
                return Ok(built);
            }
            Err(error) => return Err(error.into()),
        };
        check_fit(self.board, self.core, self.settings, &mapped.resources)?;
        built.resources = Some(mapped.resources);
        if timed && target.placer.is_some() && !self.board.device.family.is_open() {
            match mapped.place(self.options.seed, Aim::default()) {
                Ok(placed) => {
                    built.fmax_mhz = Some(placed.fmax_mhz);
                    built.tools.push(format!("{}, without pins", placed.nextpnr));
                }
                Err(SynthError::Flow(error @ FlowError::NoScripts { .. })) => {
                    built.unmade.push(missing("time it before the vendor's tools do", error));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(built)
    }

    /// Runs all steps in a folder of their own. Each is reported to `doing` before it, and to
    /// `done` after it.
    ///
    /// # Errors
    /// A tool fails, the machine does not fit, or it is too slow. A missing tool is no error: its
    /// step is listed as left out.
    pub fn build(&self, mut doing: impl FnMut(&str), mut done: impl FnMut()) -> Result<Built, BuildError> {
        let folder = Folder::temporary("movewright-").map_err(unusable(std::env::temp_dir()))?;
        for file in &self.files {
            let path = folder.path().join(&file.name);
            fs::write(&path, &file.text).map_err(unusable(path))?;
        }
        let mut built = Built::default();
        for step in &self.steps {
            doing(step.what);
            let ran =
                step.run(folder.path(), &mut built).map_err(|error| self.explained(error, folder.path()))?;
            match step.then {
                Then::CheckFit if ran => {
                    let taken = self.taken(folder.path())?;
                    check_fit(self.board, self.core, self.settings, &taken)?;
                    built.resources = Some(taken);
                }
                Then::CheckTiming if ran => built.fmax_mhz = Some(self.fast_enough(folder.path())?),
                _ => {}
            }
            done();
        }
        Ok(built)
    }

    fn taken(&self, folder: &Path) -> Result<Resources, BuildError> {
        let text = text_of(PINNED_YOSYS.name, folder, &format!("{}.stat.json", self.top))?;
        let target = self.board.device.family.target();
        Ok(synth::counted(target, &text, &self.top)?)
    }

    /// The clock of the slowest path, which has to do for the core's.
    fn fast_enough(&self, folder: &Path) -> Result<f64, BuildError> {
        let text = text_of("nextpnr", folder, &format!("{}.report.json", self.top))?;
        let report = NextpnrReport::parse("nextpnr", &text)?;
        let slowest = report.fmax.values().map(|fmax| fmax.achieved).min_by(f64::total_cmp);
        let reached_mhz =
            slowest.ok_or_else(|| FlowError::Report { tool: "nextpnr", missing: "a clock".into() })?;
        let needed_mhz = f64::from(self.board.clock.core_hz) / 1e6;
        if reached_mhz < needed_mhz {
            let (board, seed) = (self.board.name.clone(), self.options.seed);
            return Err(BuildError::TooSlow { board, needed_mhz, reached_mhz, seed });
        }
        Ok(reached_mhz)
    }

    /// A placer's failure: the device is too small, if its log says so; otherwise the failure and
    /// the place of the log.
    fn explained(&self, error: BuildError, folder: &Path) -> BuildError {
        let BuildError::Flow(error) = error else { return error };
        if let FlowError::Failed { tool, .. } = &error {
            let log = fs::read_to_string(folder.join(format!("{tool}.log"))).unwrap_or_default();
            if let Some((cell, Utilization { used, available })) = overflow(&log) {
                return crate::board::fit::too_small(
                    self.board,
                    self.core,
                    self.settings,
                    (&format!("{cell} cells"), used, available),
                );
            }
        }
        keep_log(error).into()
    }
}

/// The text that a tool has written to a file. If the file is no text, the reader of its format
/// reports that.
fn text_of(tool: &'static str, folder: &Path, name: &str) -> Result<String, BuildError> {
    Ok(String::from_utf8_lossy(&made(tool, folder, name)?).into_owned())
}

fn unusable(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> BuildError {
    let path = path.into();
    |error| BuildError::File { path, error }
}
