//! Evaluations: what a position is worth to a player, in software and as hardware that gives a result a clock.

mod influence;

pub use influence::{Influence, InfluenceError, influence, pipelined};
