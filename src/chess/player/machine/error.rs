//! The reasons why a machine cannot be built.

pub use crate::chess::fast::FastError as BuildError;
