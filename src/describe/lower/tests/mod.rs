//! Blocks of every kind against their rust-hdl simulation, and blocks that are refused.

mod cells;
mod language;
mod refused;
