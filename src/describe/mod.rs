//! How Rust says what to build. Leaf cells whose behaviour reads best as a small `update` are rust-hdl blocks;
//! [`lower`] turns one into a module of the netlist.

#[cfg(test)]
pub(crate) mod differential;
mod lower;

pub use lower::{LowerError, LowerProblem, lower};
