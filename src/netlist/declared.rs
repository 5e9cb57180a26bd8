//! The place where something was declared, in the Rust source that describes it.

use std::fmt;
use std::panic::Location;

/// A place in the Rust source, if it is known. It prints as ` (file:line:column)`, or as nothing.
///
/// Comparisons ignore it: two things that differ only in their place are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Declared(Option<&'static Location<'static>>);

impl Declared {
    /// The place of the call.
    #[track_caller]
    pub fn here() -> Self {
        Self(Some(Location::caller()))
    }

    /// The place as `file:line:column`, if it is known.
    pub fn place(self) -> Option<String> {
        self.0.map(|place| format!("{}:{}:{}", place.file(), place.line(), place.column()))
    }

    /// Whether the place is known.
    pub fn is_known(self) -> bool {
        self.0.is_some()
    }
}

impl PartialEq for Declared {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Declared {}

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place().map_or(Ok(()), |place| write!(f, " ({place})"))
    }
}
