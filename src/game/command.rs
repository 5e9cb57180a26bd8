//! The commands that machines of all games share.

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
