//! The commands of the port that are Blokus' own.

crate::commands! {
    /// The commands of the port besides [`crate::game::Walk`]: those that load a position.
    pub enum Command {
        /// Sets a cell: column from 0 in data bits 3..0, row in 7..4; bit 8: player 1 covers it;
        /// bit 9: player 2.
        LoadCell = 1,
        /// Bit 0: player 2 moves; 2..1: passes in a row. A new node begins.
        LoadState = 2,
        /// Sets which players have a piece: its number in bits 4..0; bit 5: player 1 has it; bit 6:
        /// player 2.
        LoadPiece = 9,
    }
}
