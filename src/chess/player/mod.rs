//! The chess player in software.

mod board;
mod code;
mod danger;
mod givens;
pub mod machine;
mod node;
mod pool;
mod rules;
mod stored;
mod thread;
mod twin;

pub use board::Board;
pub use code::Code;
pub use danger::Danger;
pub use givens::{Givens, Keys};
pub use node::{Edge, How, Left, Node, Ranked, Stage, Step};
pub use rules::{Futility, INFINITE, MATE, MATES, PLIES, Rules, SORTED};
pub use thread::{Counts, Root, Shared, Threads, Turn};
pub use twin::{Found, Info, Limits, Player, Score, Unwatched, Watch};

#[cfg(test)]
mod tests;
