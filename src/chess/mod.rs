//! Chess.

pub mod classic;
