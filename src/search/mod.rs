//! Search, apart from any game.

mod model;

pub use model::{AlphaBeta, Found, GameTree, Rules};
