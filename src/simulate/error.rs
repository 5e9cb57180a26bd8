//! The errors of a simulation. Every message names the thing, the place and the remedy.

use thiserror::Error;

use crate::readable::readable_debug;

readable_debug!(SimulateError);

/// The reasons why a design cannot be simulated, or a request to a simulation cannot be met.
#[derive(Error)]
pub enum SimulateError {
    /// The design has no module.
    #[error("the design has no module to simulate; add one first")]
    Empty,
    /// A signal that nothing drives.
    #[error("{signal}: nothing drives it; assign it, or connect it to a port of an instance")]
    Undriven {
        /// The signal with its path.
        signal: String,
    },
    /// A signal that more than one thing drives.
    #[error("{signal}: driven twice; keep one driver, or merge them with a mux")]
    DoublyDriven {
        /// The signal with its path.
        signal: String,
    },
    /// An input of an instance that nothing is connected to.
    #[error("{instance}: its input `{port}` is not connected; connect a signal or a constant")]
    Dangling {
        /// The instance with its path.
        instance: String,
        /// The input port.
        port: String,
    },
    /// A connection or parameter whose width differs from that of its other side.
    #[error("{thing}: {found} bits where {expected} are needed; slice, extend or widen one side")]
    Width {
        /// The thing with the wrong width, with its path.
        thing: String,
        /// The width it should have.
        expected: u32,
        /// The width it has.
        found: u32,
    },
    /// A memory whose depth is not a power of two.
    #[error("{memory}: {depth} words; the depth of a memory is a power of two of at least 2")]
    Depth {
        /// The memory with its path.
        memory: String,
        /// Its depth.
        depth: u32,
    },
    /// A combinational path from a bit back to itself.
    #[error("combinational loop through {}; break it with a register", path.join(" -> "))]
    Loop {
        /// The named signals on the loop, the first again at the end.
        path: Vec<String>,
    },
    /// A clock that is not the top's one clock.
    #[error("{thing}: its clock `{clock}` {problem}; drive every clock from the same input of the top")]
    Clock {
        /// The register or memory with its path.
        thing: String,
        /// Its clock signal with its path.
        clock: String,
        /// The problem.
        problem: String,
    },
    /// A path that names no signal, or no memory.
    #[error("no {kind} `{path}`{}", near_matches(near))]
    NotFound {
        /// `signal` or `memory`.
        kind: &'static str,
        /// The path asked for.
        path: String,
        /// The nearest paths that exist.
        near: Vec<String>,
    },
    /// A value given to a net that is not an input of the top, or that is its clock.
    #[error("{net}: {problem}; only inputs of the top module other than the clock can be set")]
    NotAnInput {
        /// The net with its path.
        net: String,
        /// The net's role instead.
        problem: &'static str,
    },
    /// A value of more bits than the net or memory word has.
    #[error("{thing}: the value {value} does not fit {width} bits")]
    TooWide {
        /// The net or memory with its path.
        thing: String,
        /// The value.
        value: String,
        /// The width of the net or word.
        width: u32,
    },
    /// A memory address beyond the depth.
    #[error("{memory}: no word {address}; it has {depth} words, from 0")]
    Address {
        /// The memory with its path.
        memory: String,
        /// The address asked for.
        address: u64,
        /// Words of the memory.
        depth: u32,
    },
    /// A net or memory handle of another simulation.
    #[error("the handle belongs to another simulation; look it up in this one")]
    ForeignHandle,
    /// A design too large for 32-bit slot numbers.
    #[error("the design needs more than 2^31 words of state; make its memories smaller")]
    TooLarge,
    /// A trace file of an unknown kind.
    #[error("{path}: unknown kind of trace; end the name in .vcd or .fst")]
    TraceKind {
        /// The file name.
        path: String,
    },
    /// A trace file that cannot be written.
    #[error("{path}: cannot write the trace: {problem}")]
    Trace {
        /// The file name.
        path: String,
        /// The system's message.
        problem: String,
    },
}

fn near_matches(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; the nearest are {}", near.join(", ")) }
}
