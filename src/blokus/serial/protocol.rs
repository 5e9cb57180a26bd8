//! The characters of the competitions' protocols, for the hardware and for the host; docs/blokus.md
//! gives their meaning.

/// The protocol whose messages are understood. The first characters of both protocols are the same,
/// with different meanings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The design competition at FPT 2013.
    Fpt2013,
    /// That at HEART 2014.
    Heart2014,
}

impl Protocol {
    /// The names of both, in order.
    pub const NAMES: [&str; 2] = ["fpt2013", "heart2014"];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fpt2013 => Self::NAMES[0],
            Self::Heart2014 => Self::NAMES[1],
        }
    }

    /// The protocol of this name.
    pub fn of(name: &str) -> Option<Self> {
        [Self::Fpt2013, Self::Heart2014].into_iter().find(|protocol| protocol.name() == name)
    }
}

/// A greeting: a new game will begin. As a character of a code, part of a pass.
pub const HELLO: u8 = b'0';
/// The first character of the answer to it.
pub const HELLO_ANSWER: u8 = b'1';
/// The machine begins on a start square.
pub const BEGIN: u8 = b'2';
/// HEART 2014: it begins after this move. FPT 2013: the opponent's move.
pub const REPLY: u8 = b'3';
/// HEART 2014: the opponent's move. FPT 2013: its first two.
pub const MOVES: u8 = b'4';
/// The game is over.
pub const END: u8 = b'9';
/// The start square of player 1.
pub const START_ONE: u8 = b'5';
/// The start square of player 2.
pub const START_TWO: u8 = b'A';
