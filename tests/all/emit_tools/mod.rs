//! The emitted text before the tools that have to read it: they accept it in silence, and what they
//! make of it computes what the netlist says.

mod accept;
mod bench;
mod bits;
mod designs;
mod differential;
mod random;
pub mod tools;
