//! The options that a program may set.

use crate::chess::player::Player;
use crate::chess::player::machine::Schedule;

/// Megabytes of the table, if nothing is said.
pub const HASH: u64 = 16;

/// The options, by what plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Options {
    /// The twin has a table. Its threads are chosen when it starts.
    Twin,
    /// The machine has threads, so many at most, and a table if it was built with one.
    Machine {
        /// Its threads.
        threads: u32,
        /// It has a table.
        table: bool,
    },
}

/// What an option changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// The megabytes of the table.
    Hash(u64),
    /// The table is emptied.
    ClearHash,
    /// The threads that search.
    Threads(u32),
    /// Nothing here: a search ponders if it is told to.
    Nothing,
}

impl Options {
    /// Those of a machine that searches so.
    pub fn of_machine(schedule: &Schedule) -> Self {
        Self::Machine { threads: schedule.used, table: schedule.table.is_some() }
    }

    /// The lines that offer them.
    pub fn listed(self) -> String {
        let most = self.threads();
        let threads = format!("option name Threads type spin default {most} min 1 max {most}\n");
        let ponder = "option name Ponder type check default false\n";
        let hash = match self {
            Self::Twin => {
                format!("option name Hash type spin default {HASH} min 1 max {}\n", Player::MOST_MEGABYTES)
            }
            Self::Machine { .. } => String::new(),
        };
        let clear = if self.has_table() { "option name Clear Hash type button\n" } else { "" };
        format!("{hash}{threads}{ponder}{clear}")
    }

    /// Whether there is a table to clear.
    fn has_table(self) -> bool {
        match self {
            Self::Twin => true,
            Self::Machine { table, .. } => table,
        }
    }

    /// The most threads that a program may choose, which is the default too.
    fn threads(self) -> u32 {
        match self {
            Self::Twin => 1,
            Self::Machine { threads, .. } => threads,
        }
    }

    /// Reads an option. Upper and lower case are the same in names.
    ///
    /// # Errors
    /// There is no such option, or the value is none of its own.
    pub fn set(self, name: &str, value: Option<&str>) -> Result<Set, String> {
        let number = |low: u64, high: u64| {
            let number =
                value.and_then(|value| value.parse().ok()).filter(|value| (low..=high).contains(value));
            number.ok_or_else(|| format!("option {name} needs a whole number from {low} to {high}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" if self == Self::Twin => number(1, Player::MOST_MEGABYTES).map(Set::Hash),
            "threads" => number(1, self.threads().into()).map(|threads| Set::Threads(threads as u32)),
            "ponder" => match value {
                Some("true" | "false") => Ok(Set::Nothing),
                _ => Err("option Ponder needs true or false".into()),
            },
            "clear hash" if self.has_table() => Ok(Set::ClearHash),
            _ => Err("there is no such option; `uci` lists them".into()),
        }
    }
}
