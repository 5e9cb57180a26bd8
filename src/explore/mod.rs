//! Exploring settings: every combination of a core's settings mapped and placed with several seeds.
//!
//! A [`Space`] is what is asked for. A [`Plan`] has its machines, each with the fingerprint of its
//! netlist, and the combinations that the core refuses. Its [`Job`]s map a machine, or place it
//! with one seed. A job is pure: the same netlist, options and tools make the same file of the
//! [`Store`], whoever runs it, so that a job whose file is there is done. [`run`] runs jobs on this
//! machine, and [`snakefile`] writes them for Snakemake. [`points`] sums up what is there.

mod error;
mod job;
mod machine_room;
mod page;
mod picture;
mod plan;
mod point;
mod pool;
mod results;
mod snakefile;
mod space;
mod store;
mod table;

pub use error::ExploreError;
pub use job::{Job, Kind};
pub use machine_room::at_once;
pub use page::page;
pub use picture::picture;
pub use plan::{Machine, Order, Plan, Refused};
pub use point::{Failed, Goal, Point, points};
pub use pool::{Event, run};
pub use results::lines;
pub use snakefile::{SNAKEFILE, Submitted, snakefile};
pub use space::{MOST_COMBINATIONS, Space};
pub use store::{Store, replace};
pub use table::{Row, rows, text};
