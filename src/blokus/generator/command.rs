//! The commands of the port.

/// Commands of the port, as numbers on `command`. Those that the chess machine has too have its
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Command {
    /// Sets a cell: column from 0 in data bits 3..0, row in 7..4; bit 8: player 1 covers it, bit 9: player 2.
    LoadCell = 1,
    /// Bit 0: player 2 moves; 2..1: passes in a row. A new node begins.
    LoadState = 2,
    /// Returns the node's next move.
    Next = 3,
    /// Places the move held and begins the node below it.
    Down = 4,
    /// Takes back the move that led to this node. It is held again.
    Up = 5,
    /// Counts the leaves `data` (bits 6..0) plies deep.
    Perft = 6,
    /// Returns a counter of the last perft: 0 nodes, 1 cycles.
    ReadCounter = 8,
    /// Sets which players have a piece: its number in bits 4..0; bit 5: player 1 has it; bit 6:
    /// player 2.
    LoadPiece = 9,
}

impl From<Command> for u64 {
    fn from(command: Command) -> Self {
        command as Self
    }
}
