//! A pipeline as a machine of its own: it takes its inputs in every clock cycle.

use super::{Builder, Pipelined, Project, Timed, Wire};
use crate::netlist::{Direction, NetlistError, Signal};

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
