//! Parts that the games share: board geometry, sets of squares, arbiter trees, deep memories, small
//! memories in pages, choices of a square, decoders, first bits, fan-out buffers, population
//! counts, queues, counters that go both ways, turns of threads, serial lines and their checks.

pub mod arbiter;
pub mod banks;
pub mod board;
pub mod choose;
pub mod command_port;
pub mod constant;
pub mod crc;
pub mod decode;
pub mod equal;
pub mod fanout;
pub mod fifo;
pub mod pages;
pub mod pick;
pub mod population;
pub mod ring;
pub mod rows;
pub mod sum;
pub mod tally;
pub mod turns;
pub mod uart;
pub mod up_down;
