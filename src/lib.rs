//! Movewright: a hardware generator for game-tree search.
//!
//! Rust code describes a machine once, as a typed [`netlist`]. Everything else reads that netlist:
//! [`emit`] writes it as Verilog-2005 and VHDL-2008, and [`simulate`] runs it. [`describe`] holds
//! the ways to describe a netlist in Rust, [`parts`] the parts that machines share, [`search`] what
//! machines with alpha-beta share, [`stream`] what streams of moves share and [`pairs`] what
//! counters of trees do, [`chess`] the first machine and [`shogi`] those of another game.
//!
//! ```
//! use movewright::chess::Position;
//! use movewright::chess::classic::{ClassicMachine, Options, design};
//! use movewright::emit::{Dialect, Language, emit};
//! use movewright::game::Machine;
//! use movewright::simulate::Simulation;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let options = Options::default();
//! let core = design(&options)?;
//!
//! // The machine in the built-in simulator counts a game tree.
//! let simulation = Simulation::new(&core)?;
//! let mut machine = ClassicMachine::new(simulation, "built-in simulator", options.stack_depth)?;
//! machine.load(&Position::start())?;
//! assert_eq!(machine.perft(2, false)?.nodes, 400);
//!
//! // The same machine as Verilog, one file for each module.
//! let files = emit(&core, Language::Verilog, Dialect::Generic)?;
//! assert!(files.iter().any(|file| file.name == "chess_classic.v"));
//! # Ok(())
//! # }
//! ```
//!
//! [`tutorial`] builds a smaller game and a leaf cell of your own.
// One file calls compiled code, and says why that is safe: `simulate/native/call.rs`.
#![deny(unsafe_code)]

// Tests inside the library share files with those beside it.
#[cfg(test)]
extern crate self as movewright;

pub mod bench;
pub mod blokus;
pub mod board;
pub mod chess;
#[cfg(feature = "cli")]
pub mod cli;
pub mod cores;
pub mod describe;
pub mod emit;
pub mod explore;
pub mod floorplan;
pub mod flow;
pub mod game;
pub mod hash;
pub mod host;
pub mod link;
pub mod netlist;
pub mod pairs;
pub mod parts;
pub mod picture;
pub mod prove;
mod readable;
pub mod report;
pub mod search;
pub mod sections;
pub mod shogi;
pub mod simulate;
pub mod stream;
pub mod synth;
pub mod testbench;

/// The crate that leaf cells are written with, see [`tutorial`]; its macros need
/// `use movewright::rust_hdl::prelude::*`.
pub use rust_hdl;

#[doc = include_str!("../docs/tutorial.md")]
pub mod tutorial {}
