//! The sections that cores add to the page about them: what a core does in each clock cycle of a
//! short run, and the figures of that run.
//!
//! A section is text, data and a script. A core chooses its sections in
//! [`Core::page`](crate::cores::Core::page); the page around them is that of [`crate::report`].

mod asked;
mod blokus;
mod error;
mod evaluation;
mod every_cycle;
pub(crate) mod figure;
mod kpp;
mod moves;
mod occupancy;
mod own;
mod player;
mod replay;
mod seen;
mod shogi_checks;
mod shogi_position;
mod strip;
mod table;
mod thumbnail;
mod waves;

pub use asked::Asked;
pub(crate) use blokus::{generator, searcher};
pub use error::SectionError;
pub(crate) use evaluation::own as evaluation;
pub use figure::Figure;
pub(crate) use kpp::own as kpp;
pub(crate) use moves::own as moves;
pub(crate) use occupancy::{chess_walker, counter, shogi_counter, shogi_streamer, shogi_walker, streamer};
pub use own::{Fact, Own, Rate, Section};
pub(crate) use player::own as player;
pub(crate) use replay::own as array;
pub use replay::{Recording, ReportedMove, Walk, record};
pub(crate) use shogi_checks::own as shogi_checks;
pub(crate) use table::{CYCLES as TABLE_CYCLES, index_unit, keys, memory_table, table};
