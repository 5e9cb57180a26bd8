//! A machine that walks through game trees answers soon after its walkers have nothing left to do.

use super::{inputs_of, project_watching, top_with, watched};
use crate::describe::{Builder, mux};
use crate::netlist::{Design, Direction};
use crate::prove::PropertyError;
use crate::prove::property::{Method, Property};

/// Signals of the top that the monitor reads: whether the walkers rest, the state of the machine,
/// and how long the sums still take.
const WATCHED: [&str; 3] = ["all_idle", "state", "settle"];

/// The values of a machine's register `state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct States {
    /// The number of values used, from 0 on; a register of its width has more.
    pub used: u64,
    /// In this one it waits for the last sums.
    pub settling: u64,
    /// The cycles in which a command is answered, at most: those in which a position is turned, or
    /// in which the last sums settle, or both where one follows the other.
    pub most: u32,
}

/// The property of a design's top, for any behaviour of its walkers (modules of these names): a
/// command waits for its answer at most `most` cycles after the cycle in which they began to rest.
/// So every command except a count is answered in that time, and a count that long after its last
/// move.
///
/// # Errors
/// The top has no command port, or no such signals.
pub fn answered_at_rest(
    design: &Design,
    states: States,
    walkers: &[&'static str],
) -> Result<Property, PropertyError> {
    let top = top_with(design, NAME, &[(Direction::Output, &["command_ready", "response_valid"])])?;
    let (mut project, core) = project_watching(design, NAME, top, &WATCHED)?;
    let b = Builder::new("monitor", "");
    let outputs = b.instance("core", &core).inputs(inputs_of(&b, top)).outputs();
    let [rests, state, settle] = WATCHED.map(|name| outputs.get(&watched(name)));
    let waits = !&outputs.get("command_ready") & !&outputs.get("response_valid");
    let States { used, settling, most } = states;
    let bits = most.ilog2() + 2;
    let number = |value: u32| b.constant(bits, value.into());
    let waited = b.register("waited", bits);
    let counts = !&b.reset() & &waits & &rests;
    waited.next(&mux(&counts, &(&waited.output() + &number(1)), &number(0)));
    let in_time = !&number(most).lt(&waited.output());
    // What the machine is never in would be another story.
    let known = state.lt(&b.constant(state.width(), used));
    let soon = !&state.is(settling) | !&b.constant(settle.width(), u64::from(most - 4)).lt(&settle);
    b.output("holds", &(in_time & known & soon));
    project.add(b)?;
    Ok(Property {
        name: NAME,
        claim: "while the walkers rest, a command is answered soon: within a cycle a square, and a few more",
        monitor: project.unchecked(),
        method: Method::Induction(most + 3),
        free: walkers.to_vec(),
        watched: None,
    })
}

const NAME: &str = "answered at rest";
