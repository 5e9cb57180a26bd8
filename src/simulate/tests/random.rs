//! The one generator of random designs, by the names the tests here use.

pub(crate) use crate::netlist::testing::{Random, random_design as design};
