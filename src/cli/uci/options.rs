//! The options that a program may set.

use crate::chess::player::Player;

/// Megabytes of the table, if nothing is said.
pub const HASH: u64 = 16;

/// The options.
#[derive(Debug, Default)]
pub struct Options;

/// What an option changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// The megabytes of the table.
    Hash(u64),
    /// The table is emptied.
    ClearHash,
    /// Nothing here: a search ponders if it is told to.
    Nothing,
}

impl Options {
    /// The lines that offer them.
    pub fn listed() -> String {
        format!(
            "option name Hash type spin default {HASH} min 1 max {}\n\
             option name Threads type spin default 1 min 1 max 1\n\
             option name Ponder type check default false\n\
             option name Clear Hash type button\n",
            Player::MOST_MEGABYTES
        )
    }

    /// Reads an option. Upper and lower case are the same in names.
    ///
    /// # Errors
    /// There is no such option, or the value is none of its own.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Set, String> {
        let number = |low: u64, high: u64| {
            let number =
                value.and_then(|value| value.parse().ok()).filter(|value| (low..=high).contains(value));
            number.ok_or_else(|| format!("option {name} needs a whole number from {low} to {high}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => number(1, Player::MOST_MEGABYTES).map(Set::Hash),
            "threads" => number(1, 1).map(|_| Set::Nothing),
            "ponder" => match value {
                Some("true" | "false") => Ok(Set::Nothing),
                _ => Err("option Ponder needs true or false".into()),
            },
            "clear hash" => Ok(Set::ClearHash),
            _ => Err("there is no such option; `uci` lists them".into()),
        }
    }
}
