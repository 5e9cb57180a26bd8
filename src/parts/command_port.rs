//! The ports that take commands and give answers; `docs/command_port.md` has the protocol.

use crate::describe::{Builder, Connections, Wire};

/// `command_ready`.
const READY: &str = "a command is taken in this cycle if one waits";
/// `response_valid`.
const VALID: &str = "the answer is there, and stays until it is taken";
/// `response_data`.
pub const DATA: &str = "the answer";
/// `response_error`.
pub const ERROR: &str = "the command was refused";

/// The inputs of a command port.
#[derive(Clone)]
pub struct Inputs {
    /// A command waits: 1 bit.
    pub valid: Wire,
    /// Which: 4 bits.
    pub command: Wire,
    /// Its operand: 10 bits.
    pub data: Wire,
    /// The answer is taken: 1 bit.
    pub response_ready: Wire,
}

impl Inputs {
    /// Declares them.
    pub fn of(b: &Builder) -> Self {
        Self {
            valid: b.input("command_valid", 1).comment("a command waits"),
            command: b.input("command", 4).comment("which: see the documentation of the port"),
            data: b.input("command_data", 10).comment("its operand"),
            response_ready: b.input("response_ready", 1).comment("the answer is taken"),
        }
    }

    /// Connects them to a control, which decides when a command is taken. Its ports have these
    /// names; the operand goes elsewhere.
    pub fn connect(&self, control: Connections) -> Connections {
        control
            .input("command_valid", &self.valid)
            .input("command", &self.command)
            .input("response_ready", &self.response_ready)
    }
}

/// Declares the outputs of the handshake: a command is taken if one waits (`ready`), and the answer
/// is there until it is taken (`valid`); 1 bit each.
pub fn output_handshake(b: &Builder, ready: &Wire, valid: &Wire) {
    b.output("command_ready", ready).comment(READY);
    b.output("response_valid", valid).comment(VALID);
}

/// Declares the outputs of the answer: its data, and whether the command was refused, 1 bit.
pub fn output_answer(b: &Builder, data: &Wire, error: &Wire) {
    b.output("response_data", data).comment(DATA);
    b.output("response_error", error).comment(ERROR);
}
