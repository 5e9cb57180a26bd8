//! The result of a pipeline comes a fixed number of cycles after its input.

use super::{input, inputs_of, project_with, top_with};
use crate::describe::{Builder, Outputs, Wire};
use crate::netlist::{Design, Direction};
use crate::prove::PropertyError;
use crate::prove::property::{Method, Property};

/// What comes out of a pipeline.
#[derive(Clone, Copy, Debug)]
pub struct Comes {
    /// The output that says that it is there.
    port: &'static str,
    /// The module of the pipeline, whose logic does not matter to the property.
    pipeline: &'static str,
    claim: &'static str,
}

impl Comes {
    /// The count of a position's moves.
    pub const COUNT: Self = Self {
        port: "count_valid",
        pipeline: "chess_count_pipeline",
        claim: "`count_valid` is set so many cycles after `valid` as the pipeline has stages, and at no other time",
    };
    /// The count of a position's moves of shogi.
    pub const SHOGI_COUNT: Self = Self { pipeline: "shogi_count_pipeline", ..Self::COUNT };
    /// The pieces found around a king of shogi.
    pub const SHOGI_CHECK: Self = Self {
        port: "found_valid",
        pipeline: "shogi_check_pipeline",
        claim: "`found_valid` is set so many cycles after `valid` as the pipeline has stages, and at no other time",
    };
    /// The value of a position.
    pub const VALUE: Self = Self {
        port: "value_valid",
        pipeline: "chess_evaluate_pipeline",
        claim: "`value_valid` is set so many cycles after `valid` as the pipeline has stages, and at no other time",
    };
}

/// The property of a design's top with an input `valid` and an output, which is set `latency`
/// cycles later, for any behaviour of the instances in it.
///
/// # Errors
/// The top has no such ports.
pub fn constant_latency(design: &Design, comes: Comes, latency: u32) -> Result<Property, PropertyError> {
    let Comes { port, pipeline, claim } = comes;
    let ports: [(_, &[_]); 2] = [(Direction::Input, &["valid"]), (Direction::Output, &[port])];
    let top = top_with(design, NAME, &ports)?;
    let (mut project, core) = project_with(design, NAME, &top.name, |_, module| Ok(module))?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, top);
    let valid = input(&b, &inputs, "valid");
    let outputs = b.instance("core", &core).inputs(inputs).outputs();
    let expected = expected_after(&b, valid, latency);
    b.output("holds", &outputs.get(port).eq(&expected));
    project.add(b)?;
    Ok(Property {
        name: NAME,
        claim,
        monitor: project.unchecked(),
        method: Method::Induction(latency + 1),
        free: vec![pipeline],
        watched: None,
    })
}

/// The property of a machine whose threads take turns: a command taken is answered `latency` cycles
/// later, to the thread that gave it, and nothing else is answered. A reset forgets the commands
/// under way. `passes` is the module of its nodes and pipeline, whose logic does not matter.
///
/// # Errors
/// The top has no such ports.
pub fn answered_in_turn(
    design: &Design,
    passes: &'static str,
    latency: u32,
    threads: u32,
) -> Result<Property, PropertyError> {
    let outputs = ["command_ready", "answer_valid", "turn_of", "answer_thread"];
    let ports: [(_, &[_]); 2] = [(Direction::Input, &["command_valid"]), (Direction::Output, &outputs)];
    let top = top_with(design, TURNS, &ports)?;
    let (mut project, core) = project_with(design, TURNS, &top.name, |_, module| Ok(module))?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, top);
    let valid = input(&b, &inputs, "command_valid");
    let outputs = b.instance("core", &core).inputs(inputs).outputs();
    let expected = expected_after(&b, &valid & &outputs.get("command_ready"), latency);
    let in_step = in_turn(&b, &outputs, latency, threads);
    b.output("holds", &(outputs.get("answer_valid").eq(&expected) & in_step));
    project.add(b)?;
    Ok(Property {
        name: TURNS,
        claim: "each command is answered so many cycles later as the pipeline has stages, in the order of turns, and nothing else is",
        monitor: project.unchecked(),
        // From any state, the turns count as they should after two cycles.
        method: Method::Induction(latency + 3),
        free: vec![passes],
        watched: None,
    })
}

/// Whether the thread whose turn it is and the thread that gets the answer are counted right, the
/// second as many turns behind the first as the pipeline has stages.
pub(super) fn in_turn(b: &Builder, outputs: &Outputs, latency: u32, threads: u32) -> Wire {
    let (turn, answered) = (outputs.get("turn_of"), outputs.get("answer_thread"));
    let bits = turn.width() + 1;
    let number = |value: u32| b.constant(bits, value.into());
    let (turn, answered) = (turn.extend(bits), answered.extend(bits));
    let ahead = &answered + &number(latency);
    let around = &ahead - &number(threads);
    let known = turn.lt(&number(threads)) & answered.lt(&number(threads));
    (ahead.eq(&turn) | around.eq(&turn)) & known
}

/// The value of `cycles` cycles ago, unless there was a reset since.
fn expected_after(b: &Builder, now: Wire, cycles: u32) -> Wire {
    on_its_way(b, &now, cycles).pop().unwrap_or(now)
}

/// Whether so many cycles have gone by: 1 bit.
pub(crate) fn aged(b: &Builder, cycles: u32) -> Wire {
    let bits = u32::BITS - cycles.leading_zeros();
    let age = b.register("age", bits).starts_at(0);
    let old = age.is(cycles.into());
    age.next_when(&!&old, &(&*age + &b.constant(bits, 1)));
    old
}

/// The values of one cycle ago, two, and so on up to `cycles`, unless there was a reset since.
pub(crate) fn on_its_way(b: &Builder, now: &Wire, cycles: u32) -> Vec<Wire> {
    let reset = b.reset();
    let mut before = now.clone();
    let next = (1..=cycles).map(|cycle| {
        let later = b.register(&format!("expected_{cycle}"), 1);
        later.next(&(!&reset & &before));
        before = later.output();
        before.clone()
    });
    next.collect()
}

const TURNS: &str = "answers in turn";

const NAME: &str = "constant latency";
