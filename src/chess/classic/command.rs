//! The commands of the port that are chess's own.

crate::commands! {
    /// The commands of the port besides [`crate::game::Walk`]: those that know chess. Of `Walk`,
    /// data bit 9 of `Perft` says that checks come first on the way.
    pub enum Command {
        /// Puts a piece (data bits 9..6) on a square (data bits 5..0).
        LoadSquare = 1,
        /// Sets side, castling rights, en passant and mode (see the port's documentation). A new
        /// node begins.
        LoadState = 2,
        /// Returns the piece on a square.
        ReadSquare = 7,
    }
}
