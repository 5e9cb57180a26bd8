//! Games, and all that is written once for every game.
//!
//! A [`Game`] is the rules in software, and the words of its machines' command ports. [`Driver`]
//! drives such a machine on pins or over a line, and [`GameLanes`] drives 64 of them at once. A
//! [`Text`] says how positions and moves are written; [`Play`] makes of it all that the commands
//! `moves`, `perft`, `trace` and `host` need, so these commands know no game by name.

mod at_random;
mod command;
mod counted;
mod diagram;
pub mod difference;
mod driver;
mod exercise;
mod lanes;
mod machine;
mod play;
mod rules;
mod table;
mod text;
mod told;

pub use crate::simulate::command_port::Word;
pub use at_random::{Disagreement, play_at_random};
pub use command::Walk;
pub use counted::{Counted, Counting};
pub use diagram::{Diagram, DiagramError};
pub use driver::{CommandPort, Driver, Response, Simulated};
pub use exercise::{Session, UNKNOWN, exercise};
pub use lanes::GameLanes;
pub use machine::{Machine, MachineError, PerftCount, Searched};
pub use play::{Play, Root, Row, StatedRoot, TextDifference, TextLanes, TextMachine};
pub use rules::{Game, Generated, Reported};
pub use table::TableError;
pub use text::{Column, Facts, Field, MovesError, Refusal, Signs, Stated, Text, Unit, Written};
pub use told::Told;
