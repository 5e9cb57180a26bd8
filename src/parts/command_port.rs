//! What the outputs of a command port are, as their comments say in the emitted text; `docs/command_port.md` has the protocol.

/// `command_ready`.
pub const READY: &str = "a command is taken in this cycle if one waits";
/// `response_valid`.
pub const VALID: &str = "the answer is there, and stays until it is taken";
/// `response_data`.
pub const DATA: &str = "the answer";
/// `response_error`.
pub const ERROR: &str = "the command was refused";
