//! An ordered legal move of shogi in every clock cycle.

pub mod order;

#[cfg(test)]
mod tests;
