//! The commands of the port besides those of [`crate::chess::classic::Command`] that load and read
//! a position, and [`crate::game::Walk::ReadCounter`].

crate::commands! {
    /// The commands of a machine that searches.
    pub(in crate::chess) enum Command {
        /// Sets the half moves since the last capture or pawn move (data bits 6..0). Loading a
        /// position sets them to 0.
        LoadQuiet = 3,
        /// Sets how many threads search (data bits 8..0); 0 for all.
        UseThreads = 4,
        /// Brings ten bits of the limit in clock cycles, the most significant bits first. Three
        /// commands set all of it; 0 is no limit.
        SetLimit = 5,
        /// Searches as many plies as data bits 5..0 say.
        Search = 6,
        /// Brings ten bits of the last moves of the game, the most significant bits first. Three
        /// commands set all of them; loading a position says that none is known.
        LoadTrail = 10,
        /// Clears the hash table. The next search begins when that is done.
        ClearTable = 11,
        /// Brings ten bits of the window of this position's searches, the most significant bits
        /// first: beta in bits 31..16, alpha in bits 15..0. Four commands set all of it; loading a
        /// position sets the window of all values.
        SetWindow = 12,
        /// Ends a search that is under way as soon as it waits at the port. It is taken after the
        /// search's answer, and does nothing else.
        Stop = 9,
    }
}
