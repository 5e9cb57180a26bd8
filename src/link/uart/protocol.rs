//! The numbers of the serial protocol, for the hardware and for the host; docs/protocol.md gives
//! their meaning.

/// The first byte of a message to the machine.
pub const MESSAGE_START: u8 = 0xa5;
/// The first byte of an answer.
pub const ANSWER_START: u8 = 0x5a;
/// The most bytes of commands in a message.
pub const LONGEST_MESSAGE: usize = 254;
/// The bytes between sequence number and check of an answer.
pub const ANSWER_LENGTH: u8 = 14;
/// All bytes of an answer.
pub const ANSWER_BYTES: usize = 19;
/// The sequence number that begins a session: the machine is reset first.
pub const SESSION: u8 = 0;

/// The status in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// All commands were carried out.
    Done = 0,
    /// The machine refused a command, and did not try the commands after it.
    Refused = 1,
    /// An earlier message is still being carried out; this one was not stored.
    Busy = 2,
    /// The check does not fit.
    Damaged = 3,
    /// The length is zero or odd.
    Length = 4,
    /// The line was idle before the message was complete.
    Short = 5,
    /// A byte was not framed: noise, a break or another baud rate.
    Line = 6,
    /// The sequence number is neither the last one's nor the one after it.
    Order = 7,
}

impl Status {
    /// The status of this number.
    pub fn of(number: u8) -> Option<Self> {
        use Status::{Busy, Damaged, Done, Length, Line, Order, Refused, Short};
        [Done, Refused, Busy, Damaged, Length, Short, Line, Order].get(usize::from(number)).copied()
    }
}

/// The sequence number after this one. 0 begins a session, and counting never reaches it.
pub fn after(sequence: u8) -> u8 {
    sequence.checked_add(1).unwrap_or(1)
}
