//! Describing hardware: plain Rust over a builder for structure, rust-hdl cells lowered into the
//! netlist for leaves.
//!
//! A [`Builder`] is a module under construction; a [`Wire`] is a value in it. Functions over wires,
//! loops and recursion describe structure:
//!
//! ```
//! use movewright::describe::{Builder, Project};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut project = Project::new("example");
//! let b = Builder::new("parity_counter", "Counts the cycles in which the input has odd parity.");
//! let count = b.register("count", 8);
//! let odd = b.input("data", 4).odd_parity().named("odd");
//! count.next_when(&odd, &(&*count + &b.constant(8, 1)));
//! b.output("total", &count);
//! project.add(b)?;
//! let design = project.finish()?;
//! assert_eq!(design.modules().len(), 1);
//! # Ok(())
//! # }
//! ```

mod builder;
mod bundle;
mod delay;
#[cfg(test)]
pub(crate) mod differential;
mod docs;
mod every_cycle;
mod instance;
mod kernel;
mod lower;
mod pipeline;
mod project;
mod states;
mod storage;
#[cfg(test)]
mod tests;
mod timed;
mod wire;

pub use builder::Builder;
pub use bundle::Bundle;
pub use delay::{Storage, Waits, delay, delay_line};
pub use every_cycle::{EveryCycle, EveryCycleOptions, Shown, every_cycle, every_cycle_from};
pub use instance::{Connections, Outputs};
pub(crate) use kernel::{KernelPart, by_guard, by_state, in_turn, kernel};
pub use lower::{LowerError, LowerProblem, lower, lower_commented};
pub(crate) use pipeline::listed;
pub use pipeline::{PipelineError, PipelineOptions, Pipelined, pipeline};
pub use project::{ModuleHandle, Project};
pub use states::states;
pub use storage::{MemoryBuilder, RegisterBuilder};
pub use timed::{Timed, TimedOutputs};
pub use wire::{Wire, concat, mux};
