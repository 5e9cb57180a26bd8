//! Runs a project's steps, with the checks in between: the machine fits, and it is fast enough.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Project, ProjectOptions};
use crate::board::fit::{Shortage, check_fit, too_small};
use crate::board::steps::{Built, Step, Then, Unmade};
use crate::board::{BuildError, Family, IMAGE};
use crate::emit::Language;
use crate::flow::nextpnr::{NextpnrReport, Utilization, finds_no_place, fullest, overflow};
use crate::flow::{FlowError, Folder, keep_log, shell_line};
use crate::synth::{self, Aim, Hierarchy, SynthError};

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
    pub fn image(&self) -> String {
        let top = &self.top;
        match self.board.device.family {
            Family::Ice40 => format!("{top}.bin"),
            Family::Gowin => format!("{top}.fs"),
            Family::Quartus => format!("output_files/{top}.sof"),
            Family::Ecp5 | Family::Vivado | Family::Ise => format!("{top}.bit"),
        }
    }

    /// The configuration that nextpnr writes for an ECP5.
    pub fn configuration(&self) -> String {
        format!("{}.config", self.top)
    }

    /// The netlist after routing: of a Gowin device that from which the bitstream is packed; of an
    /// ECP5 see [`Project::keep_netlist`].
    pub fn netlist(&self) -> String {
        let ending = if self.board.device.family == Family::Gowin { "placed" } else { "routed" };
        format!("{}.{ending}.json", self.top)
    }

    /// Keeps the netlist after routing with the products, and of an ECP5 the configuration. For
    /// families whose bitstream is checked with them.
    pub fn keep_netlist(&mut self) {
        let [netlist, configuration] = [self.netlist(), self.configuration()];
        let is_ecp5 = self.board.device.family == Family::Ecp5;
        for step in self.steps.iter_mut().filter(|step| step.then == Then::CheckTiming) {
            if is_ecp5 {
                step.arguments.extend(["--write".into(), netlist.clone()]);
                step.makes.push(configuration.clone());
            }
            step.makes.push(netlist.clone());
        }
    }

    /// The work left to the tools, as the lines of a shell.
    pub fn commands(&self) -> Vec<String> {
        self.steps.iter().map(|step| step.command()).collect()
    }

    /// Counts the machine and refuses one that does not fit the device. If open tools make the
    /// bitstream, their placer decides. With `timed`, a machine for a vendor's tools is also placed
    /// by an open tool if there is one, without its pins, for its clock alone. A missing tool is
    /// reported as a step left out.
    ///
    /// # Errors
    /// It does not fit, or a tool fails.
    pub fn count(&self, timed: bool) -> Result<Built, BuildError> {
        if !self.board.device.family.is_open() {
            return self.count_alone(timed);
        }
        if self.is_buildable() {
            let to_places = self.steps.iter().take_while(|step| step.program.name != self.packer());
            let steps: Vec<Step> = to_places.map(Step::without_routing).collect();
            return self.run(&steps, |_| (), || ());
        }
        // The same machine in the language that the open tools read.
        let options = ProjectOptions { language: Language::Verilog, ..self.options };
        Project::new(self.board, self.core, self.settings, options)?.count(timed)
    }

    /// The last step, which packs the bitstream.
    fn packer(&self) -> &'static str {
        self.steps.last().map_or("", |step| step.program.name)
    }

    /// Counts the machine without the logic of the board.
    fn count_alone(&self, timed: bool) -> Result<Built, BuildError> {
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
        if timed && target.placer.is_some() {
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
    pub fn build(&self, doing: impl FnMut(&str), done: impl FnMut()) -> Result<Built, BuildError> {
        self.run(&self.steps, doing, done)
    }

    fn run(
        &self,
        steps: &[Step],
        mut doing: impl FnMut(&str),
        mut done: impl FnMut(),
    ) -> Result<Built, BuildError> {
        let folder = Folder::temporary("movewright-").map_err(unusable(std::env::temp_dir()))?;
        for file in &self.files {
            let path = folder.path().join(&file.name);
            fs::write(&path, &file.text).map_err(unusable(path))?;
        }
        let mut built = Built::default();
        for step in steps {
            doing(step.what);
            let ran = self.step(step, folder.path(), &mut built);
            ran.map_err(|error| self.explained(error, folder.path()))?;
            done();
        }
        Ok(built)
    }

    fn step(&self, step: &Step, folder: &Path, built: &mut Built) -> Result<(), BuildError> {
        let Some(ran) = step.run(folder, built)? else { return Ok(()) };
        match step.then {
            Then::GoOn => {}
            Then::CheckFit => {
                let text = ran.left(&format!("{}.stat.json", self.top))?;
                let taken = synth::counted(self.board.device.family.target(), &text, &self.top)?;
                check_fit(self.board, self.core, self.settings, &taken)?;
                built.resources = Some(taken);
            }
            Then::CheckTiming => {
                built.fmax_mhz = Some(self.fast_enough(&ran.left(&format!("{}.report.json", self.top))?)?);
            }
        }
        Ok(())
    }

    /// The clock of the slowest path, which has to do for the core's.
    fn fast_enough(&self, report: &str) -> Result<f64, BuildError> {
        let report = NextpnrReport::parse("nextpnr", report)?;
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
        if let FlowError::Failed { tool, lines, .. } = &error {
            let log = fs::read(folder.join(format!("{tool}.log"))).unwrap_or_default();
            let log = String::from_utf8_lossy(&log);
            let crowded = || fullest(&log).filter(|_| finds_no_place(lines));
            if let Some((cell, Utilization { used, available })) = overflow(&log).or_else(crowded) {
                let shortage =
                    Shortage { what: format!("{cell} cells"), needed: used, available, at_least: false };
                return too_small(self.board, self.core, self.settings, shortage);
            }
        }
        keep_log(error).into()
    }
}

fn unusable(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> BuildError {
    let path = path.into();
    |error| BuildError::File { path, error }
}
