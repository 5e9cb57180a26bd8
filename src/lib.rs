//! Movewright: a hardware generator for game-tree search.
//!
//! Rust code describes a machine once, as a typed [`netlist`]; everything else reads that netlist.
pub mod bench;
pub mod chess;
pub mod cli;
pub mod cores;
pub mod describe;
pub mod emit;
pub mod flow;
pub mod netlist;
pub mod parts;
pub mod simulate;
