//! The finding of a check: a place where a design is not as it should be.

use std::fmt;

use serde::Serialize;

/// Work that was done, or what kept it from being done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// It was done.
    Done(T),
    /// The design is wrong.
    Found(Finding),
}

/// One thing that is wrong with a design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "finding", rename_all = "snake_case")]
pub enum Finding {
    /// A tool has something to say about the text.
    Lint {
        /// The tool.
        tool: &'static str,
        /// Its messages.
        lines: Vec<String>,
    },
    /// A tool does not take the text at all.
    Refused {
        /// The language of the text.
        language: &'static str,
        /// The tool.
        tool: &'static str,
        /// Its messages.
        lines: Vec<String>,
    },
    /// One side has something that the other has not.
    Shape {
        /// The module.
        module: String,
        /// An instance of it, from the top down.
        instance: String,
        /// The side.
        side: &'static str,
        /// The port, register, memory or instance.
        signal: String,
        /// The problem.
        problem: String,
    },
    /// Both sides have a value, and another one.
    Value {
        /// The module.
        module: String,
        /// An instance of it, from the top down.
        instance: String,
        /// The output, register (`.next`), or port of an instance or memory.
        signal: String,
        /// The name of the thing on the first side.
        expected_from: &'static str,
        /// Its value there.
        expected: String,
        /// The name of the thing on the second side.
        found_in: &'static str,
        /// Its value there.
        found: String,
        /// Inputs and registers for which it is so; those not named are zero.
        inputs: Vec<String>,
    },
    /// Simulators differ.
    Cycle {
        /// The module in which the difference begins, as far as the traces tell.
        module: String,
        /// The instance, from the top down.
        instance: String,
        /// The signal.
        signal: String,
        /// The clock cycle, the first being 0.
        cycle: usize,
        /// The simulator that differs from the built-in one.
        simulator: &'static str,
        /// The value in the built-in simulator.
        expected: String,
        /// The value in the other simulator.
        found: String,
    },
    /// A simulator ends early, or shows something that is no number.
    Simulator {
        /// The simulator.
        simulator: &'static str,
        /// The problem.
        problem: String,
    },
    /// A property does not hold.
    Property {
        /// The property.
        property: &'static str,
        /// The solver's values, a signal a line.
        counterexample: Vec<String>,
    },
    /// A property is not proven, and no run against it is known.
    Unproven {
        /// The property.
        property: &'static str,
        /// A state from which the proof does not go on, a signal a line. The machine may never
        /// reach it.
        state: Vec<String>,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lint { tool, lines } => write!(f, "{tool} says:\n  {}", lines.join("\n  ")),
            Self::Refused { language, tool, lines } => {
                write!(f, "{tool} does not take the {language}:\n  {}", lines.join("\n  "))
            }
            Self::Shape { module, instance, side, signal, problem } => {
                write!(f, "{module} ({instance}), `{signal}` in the {side}: {problem}")
            }
            Self::Value { module, instance, signal, expected_from, expected, found_in, found, inputs } => {
                write!(
                    f,
                    "{module} ({instance}), `{signal}`: {expected} in the {expected_from}, {found} in the {found_in}"
                )?;
                if inputs.is_empty() { Ok(()) } else { write!(f, "\n  for {}", inputs.join(", ")) }
            }
            Self::Cycle { module, instance, signal, cycle, simulator, expected, found } => write!(
                f,
                "cycle {cycle}, {module} ({instance}), `{signal}`: {found} in {simulator} where the built-in simulator has {expected}"
            ),
            Self::Simulator { simulator, problem } => write!(f, "{simulator}: {problem}"),
            Self::Property { property, counterexample } => {
                write!(f, "{property}: does not hold:\n  {}", counterexample.join("\n  "))
            }
            Self::Unproven { property, state } => write!(
                f,
                "{property}: not proven; the induction does not go on from this state, which may never be reached:\n  {}",
                state.join("\n  ")
            ),
        }
    }
}
