//! The errors of a netlist. Every message names the module, the signal and the remedy.

use std::fmt;

use thiserror::Error;

/// A rule of the netlist that a module or design breaks.
#[derive(Clone, Error, PartialEq, Eq)]
pub enum NetlistError {
    /// Two widths that must be equal are not.
    #[error(
        "{module}.{thing}: {found} bits where {expected} are needed{place}; slice, extend or widen one side"
    )]
    Width {
        /// The module it happens in.
        module: String,
        /// The signal, port or operator.
        thing: String,
        /// The width it should have.
        expected: u32,
        /// The width it has.
        found: u32,
        /// The place in the Rust source, as ` (file:line:column)`, or empty.
        place: String,
    },
    /// A signal that nothing drives.
    #[error("{module}.{signal}: nothing drives it{place}; assign it, connect it to an output, or remove it")]
    Undriven {
        /// The module it happens in.
        module: String,
        /// The signal without a driver.
        signal: String,
        /// The place of the declaration, as ` (file:line:column)`, or empty.
        place: String,
    },
    /// A signal with more than one driver.
    #[error(
        "{module}.{signal}: driven by {first} and again by {second}{place}; keep one driver, or merge them with a mux"
    )]
    DoublyDriven {
        /// The module it happens in.
        module: String,
        /// The signal with two drivers.
        signal: String,
        /// The first driver.
        first: String,
        /// The second driver.
        second: String,
        /// The place of the declaration, as ` (file:line:column)`, or empty.
        place: String,
    },
    /// A combinational path from a bit back to itself.
    #[error("{module}: combinational loop through {}{place}; break it with a register", path.join(" -> "))]
    Loop {
        /// The module in which the loop closes.
        module: String,
        /// The bits on the loop, each `signal[bit]`, the first again at the end.
        path: Vec<String>,
        /// The place of the first declaration, as ` (file:line:column)`, or empty.
        place: String,
    },
    /// An input of an instance that nothing is connected to.
    #[error(
        "{module}.{instance}: input `{port}` of `{of}` is not connected{place}; connect a signal or a constant"
    )]
    Dangling {
        /// The module it happens in.
        module: String,
        /// The instance.
        instance: String,
        /// The input port left open.
        port: String,
        /// The module instantiated.
        of: String,
        /// The place of the instance's declaration, as ` (file:line:column)`, or empty.
        place: String,
    },
    /// A connection to a port or parameter that does not exist, or twice to one.
    #[error("{module}.{instance}: `{of}` has no {kind} `{port}` to connect{place}; it has {known}")]
    NoSuchPort {
        /// The module it happens in.
        module: String,
        /// The instance.
        instance: String,
        /// The module instantiated.
        of: String,
        /// `input port`, `output port` or `parameter`.
        kind: &'static str,
        /// The name asked for.
        port: String,
        /// The place in the Rust source, as ` (file:line:column)`, or empty.
        place: String,
        /// The names it has.
        known: String,
    },
    /// A signal, bits of one, a parameter or a memory that nothing reads.
    #[error("{module}.{thing}{bits}: never read{place}; read it, remove it, or put `unused` in its name")]
    Unused {
        /// The module it happens in.
        module: String,
        /// The signal, parameter or memory.
        thing: String,
        /// The bits never read, highest first, as `[7:4,0]`; empty for all of them.
        bits: String,
        /// The place of the declaration, as ` (file:line:column)`, or empty.
        place: String,
    },
    /// A name that some target language does not allow.
    #[error("{module}: the name `{name}` {why}{place}; choose another, for example `{suggestion}`")]
    Name {
        /// The module it happens in.
        module: String,
        /// The name as given.
        name: String,
        /// The reason why it is not allowed.
        why: String,
        /// A legal name near it.
        suggestion: String,
        /// The place of the declaration, as ` (file:line:column)`, or empty.
        place: String,
    },
    /// Any other broken rule, with its remedy.
    #[error("{module}.{thing}: {problem}{place}")]
    Rule {
        /// The module it happens in.
        module: String,
        /// The signal, memory, register or instance.
        thing: String,
        /// The problem and its remedy.
        problem: String,
        /// The place in the Rust source, as ` (file:line:column)`, or empty.
        place: String,
    },
    /// Bits of a value that it does not have.
    #[error("{module}.{thing}: no bits {low} to {high} in {available} bits{place}; the highest is {}", available.saturating_sub(1))]
    OutOfRange {
        /// The module it happens in.
        module: String,
        /// The signal, or the operator.
        thing: String,
        /// The lowest bit asked for.
        low: u32,
        /// The highest bit asked for.
        high: u32,
        /// The width there is.
        available: u32,
        /// The place in the Rust source, as ` (file:line:column)`, or empty.
        place: String,
    },
    /// Several mistakes in one description.
    #[error(transparent)]
    Several(NetlistErrors),
    /// The text form of a netlist does not parse.
    #[error("netlist text, line {line}: {problem}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// The problem and its remedy.
        problem: String,
    },
}

/// All errors of a design, in the order of its modules. It prints one a line; if there are many, it
/// prints the number of the others.
#[derive(Clone, PartialEq, Eq)]
pub struct NetlistErrors(pub Vec<NetlistError>);

/// Findings that are printed.
const PRINTED: usize = 20;

impl fmt::Display for NetlistErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, error) in self.0.iter().take(PRINTED).enumerate() {
            if place > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        match self.0.len().checked_sub(PRINTED) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, "\nand {more} more"),
        }
    }
}

/// The same as printed. Several errors begin on a line of their own, after the text of `unwrap`.
impl fmt::Debug for NetlistErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = if self.0.len() > 1 { "\n" } else { "" };
        write!(f, "{start}{self}")
    }
}

impl fmt::Debug for NetlistError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Several(errors) => fmt::Debug::fmt(errors, f),
            one => fmt::Display::fmt(one, f),
        }
    }
}

impl std::error::Error for NetlistErrors {}

impl From<NetlistError> for NetlistErrors {
    fn from(error: NetlistError) -> Self {
        match error {
            NetlistError::Several(errors) => errors,
            one => Self(vec![one]),
        }
    }
}
