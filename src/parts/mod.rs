//! What the games share: board geometry, arbiter trees, decoders, fan-out buffers.

pub mod arbiter;
pub mod board;
pub mod decode;
pub mod fanout;
