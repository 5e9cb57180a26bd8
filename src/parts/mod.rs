//! What the games share: board geometry, arbiter trees, decoders, fan-out buffers, serial lines and their checks.

pub mod arbiter;
pub mod board;
pub mod crc;
pub mod decode;
pub mod fanout;
pub mod uart;
