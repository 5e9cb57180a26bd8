//! The simulated machines against the rules of chess by a library nobody here wrote: counts, moves
//! and their order, games, and what the command port refuses.

mod games;
mod machine;
mod moves;
mod perft;
mod port;
pub mod positions;
pub mod rules;
