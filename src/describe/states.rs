//! The states of a lowered state machine, read back from its netlist.

use crate::netlist::{Module, Node};

/// The beginning of the names of states, as constants of the netlist: the enum of a control is
/// called `State`.
const STATE: &str = "STATE_";

/// The states of a control, by number, with their names in lower case: the constants named in its
/// netlist.
pub fn states(control: &Module) -> Vec<(u64, String)> {
    let named = control.nodes().filter_map(|(_, node)| match node {
        Node::Constant { value, name: Some(name) } => {
            Some((value.low_word(), name.strip_prefix(STATE)?.to_lowercase()))
        }
        _ => None,
    });
    let mut states: Vec<_> = named.collect();
    states.sort();
    states.dedup();
    states
}
