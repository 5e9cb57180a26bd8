//! Values as the table has them: a mate counts from the position, not from the root.

use super::rules::MATES;

/// A value of 16 bits with its sign.
pub fn signed(value: u32) -> i32 {
    (value as u16 as i16).into()
}

/// A value at a ply below the root, as the table has it.
pub fn to_stored(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > MATES => value + ply as i32,
        _ if value < -MATES => value - ply as i32,
        _ => value,
    }
}

/// The value of the table at a ply below the root.
pub fn of_stored(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > MATES => value - ply as i32,
        _ if value < -MATES => value + ply as i32,
        _ => value,
    }
}
