//! The same stimulus in the built-in simulator, in Verilator on the Verilog, and in GHDL on the
//! VHDL.

use std::fs;
use std::path::Path;

use super::finding::Finding;
use super::waves::Waves;
use super::{ProveError, Subject};
use crate::simulate::outside::{OutsideError, Runs, Traces, Verilated, replay_vhdl_on_ghdl, wrapper_name};
use crate::simulate::transcript::{Difference, Recorder, Transcript};
use crate::simulate::{Interface, Ports, Simulation};

/// Replays the run of the built-in simulator in the other two. The first difference is traced to
/// the module in which it begins.
///
/// # Errors
/// A tool is missing, or fails for another reason than the text; or a folder cannot be written.
pub(super) fn cosimulate(
    subject: &Subject,
    stimulus: &Transcript,
    cache: &Path,
    folder: &Path,
) -> Result<Vec<Finding>, ProveError> {
    let mut findings = Vec::new();
    fs::create_dir_all(folder).map_err(ProveError::doing("create", folder))?;
    let run = Run { subject, cache, folder };
    for simulator in [Outside::Verilator, Outside::Ghdl] {
        match run.replay(simulator, stimulus, None) {
            Ok(found) => {
                if let Some(difference) = stimulus.first_difference(&found) {
                    findings.push(run.explain(simulator, stimulus, difference)?);
                }
            }
            Err(ProveError::Outside(error)) => findings.push(refused(simulator, error)?),
            Err(error) => return Err(error),
        }
    }
    Ok(findings)
}

/// A text that a simulator refuses, or that shows no numbers, is wrong. A missing tool says nothing
/// about it.
fn refused(simulator: Outside, error: OutsideError) -> Result<Finding, ProveError> {
    use crate::flow::FlowError;
    match &error {
        OutsideError::Flow(FlowError::Failed { .. }) | OutsideError::Observed { .. } => {
            Ok(Finding::Simulator { simulator: simulator.name(), problem: error.to_string() })
        }
        _ => Err(error.into()),
    }
}

#[derive(Clone, Copy)]
enum Outside {
    Verilator,
    Ghdl,
}

impl Outside {
    fn name(self) -> &'static str {
        match self {
            Self::Verilator => "Verilator",
            Self::Ghdl => "GHDL",
        }
    }
}

struct Run<'a> {
    subject: &'a Subject<'a>,
    cache: &'a Path,
    folder: &'a Path,
}

impl Run<'_> {
    /// Runs a stimulus outside, with a trace if a file is given for it.
    fn replay(
        &self,
        simulator: Outside,
        stimulus: &Transcript,
        trace: Option<&Path>,
    ) -> Result<Transcript, ProveError> {
        match simulator {
            Outside::Verilator => {
                let traces = if trace.is_some() { Traces::Vcd } else { Traces::Without };
                let interface = stimulus.interface.clone();
                let built = (traces, Runs::Short);
                let mut ports = Verilated::of_verilog(&self.subject.verilog, interface, built, self.cache)?;
                replay_traced(&mut ports, stimulus, trace)
            }
            Outside::Ghdl => {
                let trace = trace.map(|path| path.display().to_string());
                Ok(replay_vhdl_on_ghdl(&self.subject.vhdl, stimulus, self.folder, trace.as_deref())?)
            }
        }
    }

    /// Runs both again with traces up to the difference, and finds where it begins.
    fn explain(
        &self,
        simulator: Outside,
        stimulus: &Transcript,
        difference: Difference,
    ) -> Result<Finding, ProveError> {
        let (cycle, port, expected, found) = match difference {
            Difference::Value { cycle, port, expected, found } => (cycle, port, expected, found),
            Difference::Length { .. } => {
                let problem = difference.to_string();
                return Ok(Finding::Simulator { simulator: simulator.name(), problem });
            }
        };
        let mut short = stimulus.clone();
        // One more, so that there is an edge after the cycle that differs.
        short.cycles.truncate(cycle + 2);
        let (here, there) = (self.folder.join("built_in.vcd"), self.folder.join("outside.vcd"));
        let mut built_in = Simulation::new(self.subject.design)?;
        replay_traced(&mut built_in, &short, Some(&here))?;
        self.replay(simulator, &short, Some(&there))?;
        let read = |path: &Path| fs::read_to_string(path).map_err(ProveError::doing("read", path));
        let Interface { top, clock, .. } = &stimulus.interface;
        let clock = clock.as_deref().unwrap_or_default();
        let wrapper = wrapper_name(&self.subject.verilog);
        let above: &[&str] = match simulator {
            Outside::Verilator => &["TOP", &wrapper, top],
            Outside::Ghdl => &["replay_bench", "design"],
        };
        let expected_waves = Waves::read(&read(&here)?, &[top], clock);
        let found_waves = Waves::read(&read(&there)?, above, clock);
        Ok(match expected_waves.parting(&found_waves, self.subject.design) {
            Some(parting) => Finding::Cycle {
                module: parting.module,
                instance: parting.instance,
                signal: parting.signal,
                cycle: parting.cycle,
                simulator: simulator.name(),
                expected: parting.expected,
                found: parting.found,
            },
            None => Finding::Cycle {
                module: top.clone(),
                instance: top.clone(),
                signal: port,
                cycle,
                simulator: simulator.name(),
                expected: expected.to_binary(),
                found: found.to_binary(),
            },
        })
    }
}

fn replay_traced(
    ports: &mut dyn Ports,
    stimulus: &Transcript,
    trace: Option<&Path>,
) -> Result<Transcript, ProveError> {
    let Some(path) = trace else { return Ok(stimulus.replay(ports)?) };
    ports.trace(path)?;
    let mut recorder = Recorder::new(&mut *ports, stimulus.interface.clone())?;
    for cycle in &stimulus.cycles {
        for (port, value) in stimulus.interface.inputs.iter().zip(&cycle.inputs) {
            recorder.poke_value(&port.name, value)?;
        }
        recorder.step()?;
    }
    let transcript = recorder.transcript().clone();
    ports.finish_trace()?;
    Ok(transcript)
}
