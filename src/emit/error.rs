//! The reasons why a design cannot be printed.

use thiserror::Error;

/// The reasons why a design cannot be printed. A design that passes the netlist's validation gives
/// only [`EmitError::WriteClocks`].
#[derive(Debug, Error)]
pub enum EmitError {
    /// The design has no module.
    #[error("{design}: there is no module to print; add one")]
    Empty {
        /// The design.
        design: String,
    },
    /// A name that one of the languages would not take.
    #[error(
        "{module}: `{name}` is no name in Verilog and VHDL; use lower-case letters, digits and single underscores, \
         beginning with a letter"
    )]
    Name {
        /// The module it stands in.
        module: String,
        /// The name.
        name: String,
    },
    /// Two things of one name.
    #[error("{module}: the name `{name}` is given twice; rename one")]
    DoubleName {
        /// The module, or the design for two modules of one name.
        module: String,
        /// The name.
        name: String,
    },
    /// A memory written from two clocks, which no portable template describes.
    #[error("{module}.{memory}: its write ports have different clocks; write it from one clock")]
    WriteClocks {
        /// The module.
        module: String,
        /// The memory.
        memory: String,
    },
    /// An input of an instance that nothing is connected to.
    #[error("{module}.{instance}: input `{port}` is not connected; connect a signal or a constant")]
    Unconnected {
        /// The module.
        module: String,
        /// The instance.
        instance: String,
        /// The input port.
        port: String,
    },
    /// A signal, node or module of another owner, or widths that do not fit.
    #[error("{module}.{thing}: {problem}; build it through the module's own methods and validate the design")]
    Inconsistent {
        /// The module.
        module: String,
        /// The signal, register, memory or instance.
        thing: String,
        /// The problem.
        problem: String,
    },
    /// The frame of a file could not be filled.
    #[error("{file}: the frame of the file could not be filled: {reason}")]
    Frame {
        /// The file.
        file: String,
        /// The template engine's message.
        reason: String,
    },
}
