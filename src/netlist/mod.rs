//! The centre of Movewright: one typed netlist that every reader (printers, simulator, flows)
//! shares.
//!
//! A [`Design`] owns [`Module`]s and names its top. A module has named [`Signal`]s, [`Port`]s, a
//! pool of hash-consed expression [`Node`]s, assignments, [`Register`]s, [`Memory`]s and
//! [`Instance`]s. Every value has a width in bits, checked where it is built. One clock edge
//! (rising) and two-state values are the whole semantics; [`crate::simulate`] is its reference.

mod declared;
mod design;
mod error;
mod fold;
mod isomorphic;
mod module;
mod names;
mod naming;
mod node;
mod place;
mod reserved;
mod share;
pub mod testing;
mod text;
mod validate;
mod value;

pub use declared::Declared;
pub use design::{Design, ModuleId};
pub use error::{NetlistError, NetlistErrors};
pub use fold::WidthMismatch;
pub use isomorphic::{Difference, isomorphic};
pub use module::{
    Argument, Assign, Attribute, Direction, Instance, Memory, Module, Parameter, ParameterId, Port, RamStyle,
    ReadClock, ReadPort, Register, Reset, Signal, SignalId, WritePort,
};
pub(crate) use names::nearest;
pub use names::{MAX_NAME_LENGTH, mangle, name_problem};
pub use node::{BinaryOp, Node, NodeId, UnaryOp};
pub use place::{Area, Place};
pub use validate::MAX_WIDTH;
pub use value::Value;
