//! The commands of the port.

/// Commands of the port, as numbers on `command`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Command {
    /// Puts a piece (data bits 9..6) on a square (data bits 5..0).
    LoadSquare = 1,
    /// Sets side, castling rights, en passant and mode (see the port's documentation). A new node
    /// begins.
    LoadState = 2,
    /// Undoes the move held, generates the next, makes it, returns it.
    Next = 3,
    /// Keeps the move held on the board and begins a node below it.
    Down = 4,
    /// Leaves the node. The move that led to it is held again.
    Up = 5,
    /// Counts the leaves `data` (bits 6..0) plies deep. With bit 9 set, checks come first on the
    /// way.
    Perft = 6,
    /// Returns the piece on a square.
    ReadSquare = 7,
    /// Returns a counter of the last perft: 0 nodes, 1 cycles, 2 moves.
    ReadCounter = 8,
}

impl From<Command> for u64 {
    fn from(command: Command) -> Self {
        command as Self
    }
}
