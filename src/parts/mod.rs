//! What the games share: board geometry, arbiter trees, decoders, fan-out buffers, population counts, serial lines and their
//! checks.

pub mod arbiter;
pub mod board;
pub mod crc;
pub mod decode;
pub mod fanout;
pub mod pick;
pub mod sum;
pub mod uart;
