//! The reasons why a rust-hdl block cannot become a module. Every message names the block, the
//! place and the remedy.

use thiserror::Error;

use crate::netlist::Declared;
use crate::readable::readable_debug;

readable_debug!(LowerError, LowerProblem);

/// A rust-hdl block that cannot be lowered: which block, where in it, and why.
#[derive(Clone, Error, PartialEq, Eq)]
#[error("{block}{}{called}: {problem}", place.as_ref().map(|place| format!(", {place}")).unwrap_or_default())]
pub struct LowerError {
    /// The name the module was to have.
    pub block: String,
    /// The statement it happens in, where there is one.
    pub place: Option<String>,
    /// The place where the block was to be lowered.
    pub called: Declared,
    /// The problem and its remedy.
    pub problem: Box<LowerProblem>,
}

/// The problems of a rust-hdl block.
#[derive(Clone, Error, PartialEq, Eq)]
pub enum LowerProblem {
    /// The block has no kernel to execute.
    #[error("its logic is {found}, not a kernel; write `update` under #[hdl_gen]")]
    NoKernel {
        /// The type that it has instead.
        found: &'static str,
    },
    /// A block inside the block that is not a plain D flip-flop.
    #[error(
        "sub-block `{name}` is not a DFF or DFFWithInit; lower it as a module of its own and instantiate it"
    )]
    SubBlock {
        /// The field.
        name: String,
    },
    /// A port of a kind the netlist does not have.
    #[error("`{name}` is {kind}; use an In and an Out port, the pins' buffer belongs to the top level")]
    PortKind {
        /// The field.
        name: String,
        /// Its kind.
        kind: String,
    },
    /// A signal of no bits.
    #[error("`{name}` has no bits; give its type at least one bit, an enum at least two variants")]
    NoBits {
        /// The field.
        name: String,
    },
    /// Two names that are one name in the netlist.
    #[error("`{first}` and `{second}` would both be called `{name}`; rename one of them")]
    Clash {
        /// The first of the two.
        first: String,
        /// The second of the two.
        second: String,
        /// The name they share.
        name: String,
    },
    /// Two enums of one name that differ.
    #[error("two different enums are called `{name}`; rename one of them")]
    EnumClash {
        /// The enum's name.
        name: String,
    },
    /// A name that is no field, loop variable or enum variant.
    #[error(
        "`{name}` is not a field, loop variable or enum variant known here; hold Rust constants in a Constant field"
    )]
    UnknownName {
        /// The name as the kernel gives it.
        name: String,
    },
    /// A loop variable that hides a field, so the meaning of the kernel is not clear.
    #[error("`{name}` is a loop variable and a field; rename the loop variable")]
    HiddenField {
        /// The name.
        name: String,
    },
    /// An array index that is not known when the machine is built.
    #[error(
        "index `{index}`: {why}; index arrays by numbers and loop variables only, choose a signal by `match`"
    )]
    ArrayIndex {
        /// The index as the kernel gives it.
        index: String,
        /// The problem.
        why: String,
    },
    /// A bit index that depends on signals and computes in a width the kernel does not record.
    #[error(
        "index `{index}` computes with signals, and whether it wraps is not recorded; give it a width with \
         bit_cast, or compute it in a Local signal first"
    )]
    ComputedIndex {
        /// The index expression.
        index: String,
    },
    /// A bit index or slice outside its operand.
    #[error("`{expression}` reaches bit {bit} of {width}; keep the index below the width")]
    OutOfRange {
        /// The expression.
        expression: String,
        /// The bit asked for.
        bit: String,
        /// The width there is.
        width: u32,
    },
    /// A number that its place cannot hold.
    #[error("the number {number} does not fit {width} bits{}; use a smaller number or a wider signal",
        if *signed { " (signed)" } else { "" })]
    NumberTooWide {
        /// The number.
        number: i128,
        /// The width of the place.
        width: u32,
        /// Whether the place is signed.
        signed: bool,
    },
    /// A number whose width nothing tells.
    #[error("`{expression}` has no width of its own; give it one with bits::<N>(..)")]
    NoWidth {
        /// The expression.
        expression: String,
    },
    /// Widths that should be equal and are not.
    #[error("`{expression}` has {found} bits where {expected} are needed; bit_cast one side")]
    Width {
        /// The expression.
        expression: String,
        /// The width needed.
        expected: u32,
        /// The width found.
        found: u32,
    },
    /// A signed_bit_cast in a place that does not tell its width.
    #[error(
        "`{expression}`: the width of a signed_bit_cast is not recorded; assign it to a Local signal first"
    )]
    SignedCast {
        /// The expression.
        expression: String,
    },
    /// A signal that keeps its value on some path, which would be a latch.
    #[error(
        "`{signal}` is not assigned on every path (a latch); assign a default before the `if` or `match`"
    )]
    Latch {
        /// The signal.
        signal: String,
    },
    /// A signal that is never assigned.
    #[error("`{signal}` is never assigned; assign it, or remove it")]
    NeverAssigned {
        /// The signal.
        signal: String,
    },
    /// A read of a signal that is assigned so far on some paths only.
    #[error("`{signal}` is read where it is assigned on some paths only; assign a default before")]
    ReadPartly {
        /// The signal.
        signal: String,
    },
    /// An assignment to something that is not driven here.
    #[error(
        "`{signal}` cannot be assigned: it is {what}; assign outputs, local signals and inputs of flip-flops"
    )]
    NotAssignable {
        /// The signal.
        signal: String,
        /// The thing.
        what: &'static str,
    },
    /// A read of an input of a flip-flop.
    #[error(
        "`{signal}`, an input of a flip-flop, cannot be read back; read a Local signal that holds its value"
    )]
    NotReadable {
        /// The signal.
        signal: String,
    },
    /// A flip-flop's clock that is not a plain signal.
    #[error(
        "`{signal}` must be a clock signal as it is, without logic; use an enable instead of a gated clock"
    )]
    GatedClock {
        /// The clock input.
        signal: String,
    },
    /// A match arm that can never be reached: most likely a guard, which rust-hdl drops silently.
    #[error("match arm `{pattern}` is repeated or follows `_`; write a guard as an `if` inside one arm")]
    RepeatedArm {
        /// The pattern.
        pattern: String,
    },
    /// Anything else the kernel language has and the netlist does not take.
    #[error("{construct} is not supported; {mend}")]
    Unsupported {
        /// The construct.
        construct: String,
        /// The code to write instead.
        mend: &'static str,
    },
}
