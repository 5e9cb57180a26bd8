//! A pipeline as a machine of its own: it takes its inputs in every clock cycle.

use super::{Builder, PipelineError, PipelineOptions, Pipelined, Project, Timed, Wire, listed, pipeline};
use crate::netlist::{Design, Direction, NetlistError, Signal};

/// The options of a machine that takes its inputs in every clock cycle.
#[derive(Clone, Debug)]
pub struct EveryCycleOptions {
    /// The core's name.
    pub name: String,
    /// Lookup tables of four inputs between two registers, at most.
    pub levels: u32,
    /// Signals of the pipeline with a register behind each, however few tables come before, see
    /// [`PipelineOptions::cuts`].
    pub cuts: Vec<String>,
}

impl EveryCycleOptions {
    /// The name of the machine's top.
    pub fn top(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Begins the machine: its project, which tells of these options, and its pipeline. `logic`
    /// makes the logic, as a module of the name that it is given.
    ///
    /// # Errors
    /// No registers are asked for (`levels` 0), nothing is called like one of the cuts, or a defect
    /// of the logic.
    pub fn begin(&self, logic: impl FnOnce(&str) -> Builder) -> Result<(Project, Pipelined), PipelineError> {
        let mut project = Project::new(&self.name);
        let registers = PipelineOptions { cuts: self.cuts.clone(), ..PipelineOptions::fast(self.levels) };
        let pipe = pipeline(&mut project, logic(&format!("{}_pipeline", self.top())), &registers)?;
        project.setting("levels", self.levels);
        project.setting("cuts", listed(&self.cuts));
        Ok((project, pipe))
    }
}

/// A machine that takes its inputs in every clock cycle.
#[derive(Clone, Debug)]
pub struct EveryCycle {
    /// The machine.
    pub design: Design,
    /// Clock cycles from its inputs to its outputs.
    pub latency: u32,
}

/// An output, and its comment.
pub type Shown<'a> = (&'a str, &'a str);

/// Adds the top of a machine that takes the pipeline's inputs in every clock cycle in which the
/// input `valid` is set, and gives its outputs a fixed number of cycles later. The output `ready`
/// says that they are there. It comes with the first of them, and a reset clears what is under way.
/// `taken` is the comment of `valid`.
///
/// Returns the clock cycles from the inputs to the outputs.
///
/// # Errors
/// A mistake in the description, such as an output that the pipeline does not have.
pub fn every_cycle(
    project: &mut Project,
    top: Builder,
    pipe: &Pipelined,
    taken: &str,
    ready: Shown,
    outputs: &[Shown],
) -> Result<u32, NetlistError> {
    let module = project.module(&pipe.module);
    let inputs = module.ports_of(Direction::Input).map(|id| module.signal(id).clone());
    let inputs: Vec<Signal> = inputs.filter(|signal| signal.name != "clock").collect();
    let ports = |b: &Builder| {
        let port = |signal: Signal| {
            let comment = signal.comment.unwrap_or_default();
            let input = b.input(&signal.name, signal.width).comment(&comment);
            (signal.name, input)
        };
        inputs.into_iter().map(port).collect()
    };
    every_cycle_from(project, top, pipe, (taken, ports), ready, outputs)
}

/// The same for a top with inputs of its own: `ports` makes them, behind `valid`, and gives the
/// pipeline's inputs by their names.
///
/// # Errors
/// As [`every_cycle`].
pub fn every_cycle_from<'a>(
    project: &mut Project,
    top: Builder,
    pipe: &Pipelined,
    (taken, ports): (&str, impl FnOnce(&Builder) -> Vec<(String, Wire)>),
    ready: Shown<'a>,
    outputs: &[Shown<'a>],
) -> Result<u32, NetlistError> {
    let b = top;
    let valid = Timed::new(&b.input("valid", 1).comment(taken), 0);
    let inputs = ports(&b);
    let inputs = inputs.iter().map(|(name, wire)| (name.as_str(), Timed::new(wire, 0)));
    let results = pipe.instance(&b, "pipeline", inputs);
    let results: Vec<Timed> = outputs.iter().map(|(name, _)| results.get(name)).collect();
    let valid = valid.at_or_cleared("way", results.first().map_or(pipe.latency, Timed::latency));
    let results = outputs.iter().zip(&results).map(|((name, comment), result)| (*name, result, *comment));
    let shown: Vec<(&str, &Timed, &str)> = [(ready.0, &valid, ready.1)].into_iter().chain(results).collect();
    let latency = Timed::outputs(&b, &shown);
    project.add(b)?;
    Ok(latency)
}
