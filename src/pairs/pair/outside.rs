//! The input of a pair, from other pairs or from the port.

use crate::describe::{Builder, Bundle, Wire};

/// The input from other pairs, or from the port.
pub struct Outside<B> {
    /// An item waits to be taken.
    pub work_valid: Wire,
    /// Half moves to be walked below it.
    pub work_height: Wire,
    /// Its position.
    pub work_board: B,
    /// Another pair has little work.
    pub spare_wanted: Wire,
}

impl<B: Bundle> Outside<B> {
    /// The input ports.
    pub fn inputs(b: &Builder, height_bits: u32) -> Self {
        Self {
            work_valid: b.input("work_valid", 1).comment("an item waits to be taken"),
            work_height: b.input("work_height", height_bits).comment("half moves to be walked below it"),
            work_board: B::input(b, "work_"),
            spare_wanted: b.input("spare_wanted", 1).comment("another pair has little work"),
        }
    }
}
