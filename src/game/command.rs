//! The commands that machines of all games share, and a command with its operand.

use std::fmt;

/// A command of a machine's port, with its operand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// The number of the command, as on the pins `command`.
    pub code: u8,
    /// Its name, for errors.
    pub name: &'static str,
    /// The operand, as on the pins `command_data`.
    pub data: u64,
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.data)
    }
}

/// Declares a game's commands: an enumeration of their numbers, each with its name.
#[macro_export]
macro_rules! commands {
    ($(#[$doc:meta])* $visibility:vis enum $name:ident {
        $($(#[$of:meta])* $command:ident = $code:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        $visibility enum $name {
            $($(#[$of])* $command = $code,)*
        }

        impl $name {
            /// The command with its operand.
            $visibility fn with(self, data: u64) -> $crate::game::Word {
                let name = match self {
                    $(Self::$command => stringify!($command),)*
                };
                $crate::game::Word { code: self as u8, name, data }
            }
        }

        impl From<$name> for u64 {
            fn from(command: $name) -> Self {
                command as Self
            }
        }
    };
}

commands! {
    /// The commands that every machine has which gives moves one by one and counts game trees. A
    /// game adds those that load its positions.
    pub enum Walk {
        /// Returns the node's next move, which is then held. Bit 32 of the answer says that there
        /// is one; the game knows the rest.
        Next = 3,
        /// Makes the move held, and begins the node below it.
        Down = 4,
        /// Goes back to the node above. The move that led down is held again.
        Up = 5,
        /// Counts the leaves of the tree below the node; the depth in plies is in data bits 6..0.
        Perft = 6,
        /// Returns a counter of the last count: 0 leaves, 1 clock cycles, 2 moves made.
        ReadCounter = 8,
    }
}
