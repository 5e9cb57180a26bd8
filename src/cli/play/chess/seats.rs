//! Who plays chess, and how: as a command line says it, and a tag of a saved game.

use std::time::Duration;

use anyhow::Result;
use clap::{Args as _, FromArgMatches, ValueEnum};

use crate::chess::Color;
use crate::chess::player::PLIES;
use crate::cli::Usage;
use crate::flow::shell_line;

/// The tag of a saved game that says who plays.
pub const TAG: &str = "MovewrightPlayers";

/// Nodes of a move, if nothing is said.
const NODES: u64 = 500_000;

/// Who a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Who {
    /// You, by moves on standard input
    Human,
    /// The chess player's twin in software
    Twin,
    /// Any legal move
    Random,
}

/// Who plays, and how; what is not said may be said by a saved game.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Seats {
    /// Who has the white pieces [default: human]
    #[arg(long, value_enum, value_name = "WHO")]
    white: Option<Who>,
    /// Who has the black pieces [default: twin]
    #[arg(long, value_enum, value_name = "WHO")]
    black: Option<Who>,
    /// Plies that the twin looks ahead, at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..PLIES as i64))]
    depth: Option<u32>,
    /// Nodes of a move, at most [default: 500000, if neither --depth, --time nor --clock is given]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds of a move
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "clock")]
    time: Option<Text<Duration>>,
    /// Minutes for all moves of a side, and seconds that each move adds; whoever has none left
    /// loses
    #[arg(long, value_name = "MIN+SEC", value_parser = clock)]
    clock: Option<Text<[Duration; 2]>>,
    /// The seed of the random moves of `random` [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// A value, and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text<T> {
    text: String,
    value: T,
}

/// Reads a time in seconds.
fn seconds(text: &str) -> Result<Text<Duration>, String> {
    let value = text.parse().ok().filter(|value| *value > 0.0 && *value <= 1e6);
    let value = value.ok_or("a time is a number of seconds above 0, such as 0.5")?;
    Ok(Text { text: text.into(), value: Duration::from_secs_f64(value) })
}

/// Reads a clock.
fn clock(text: &str) -> Result<Text<[Duration; 2]>, String> {
    let (minutes, more) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str, most: f64| text.parse().ok().filter(|value| (0.0..=most).contains(value));
    let value = number(minutes, 1e4).zip(number(more, 1e4)).filter(|(minutes, _)| *minutes > 0.0);
    let (minutes, more): (f64, f64) =
        value.ok_or("a clock is minutes, and seconds that a move adds, such as 5+3")?;
    Ok(Text { text: text.into(), value: [60.0 * minutes, more].map(Duration::from_secs_f64) })
}

impl Seats {
    /// What a tag of a saved game says.
    ///
    /// # Errors
    /// It says what cannot be.
    pub fn of_tag(value: &str) -> Result<Self> {
        let wrong = |why: &str| Usage(format!("tag {TAG} `{value}`: {why}; mend that tag, or remove it"));
        let words = shlex::split(value).ok_or_else(|| wrong("a quotation mark is missing"))?;
        let command = clap::Command::new("play").no_binary_name(true).disable_help_flag(true);
        let read = Self::augment_args(command).try_get_matches_from(words);
        let read = read.and_then(|read| Self::from_arg_matches(&read)).map_err(|error| {
            let error = error.to_string();
            wrong(error.lines().next().unwrap_or_default().trim_start_matches("error: "))
        });
        Ok(read?)
    }

    /// The same, and where nothing is said what a saved game says.
    pub fn or(&self, saved: Self) -> Self {
        let limits = if self.has_limit() { self.clone() } else { saved.clone() };
        Self {
            white: self.white.or(saved.white),
            black: self.black.or(saved.black),
            seed: self.seed.or(saved.seed),
            ..limits
        }
    }

    fn has_limit(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some() || self.clock.is_some()
    }

    /// The options that play so.
    pub fn options(&self) -> String {
        let name = |who: Who| who.to_possible_value().map(|value| value.get_name().to_owned());
        let [white, black] = self.who();
        let options = [
            ("--white", name(white)),
            ("--black", name(black)),
            ("--depth", self.depth.map(|depth| depth.to_string())),
            ("--nodes", self.nodes().map(|nodes| nodes.to_string())),
            ("--time", self.time.as_ref().map(|time| time.text.clone())),
            ("--clock", self.clock.as_ref().map(|clock| clock.text.clone())),
            ("--seed", self.seed.map(|seed| seed.to_string())),
        ];
        let given = options.into_iter().filter_map(|(option, value)| Some([option.into(), value?]));
        let words: Vec<String> = given.flatten().collect();
        shell_line(words.iter().map(String::as_str))
    }

    /// The first option that no player of the game has a use for, and that player.
    pub fn unused(&self) -> Option<(&'static str, &'static str)> {
        let who = self.who();
        let plays = |one: Who| who.contains(&one);
        let limits = [
            ("--depth", self.depth.is_some()),
            ("--nodes", self.nodes.is_some()),
            ("--time", self.time.is_some()),
        ];
        let limit = limits.into_iter().find_map(|(option, given)| given.then_some((option, "twin")));
        let seed = self.seed.map(|_| ("--seed", "random")).filter(|_| !plays(Who::Random));
        // A person may ask the twin for a hint.
        seed.or(limit.filter(|_| who == [Who::Random; 2]))
    }

    /// White and black.
    pub fn who(&self) -> [Who; 2] {
        [self.white.unwrap_or(Who::Human), self.black.unwrap_or(Who::Twin)]
    }

    /// The player of this colour, as a tag of a saved game names it.
    pub fn name(&self, side: Color) -> &'static str {
        match self.who()[side as usize] {
            Who::Human => "human",
            Who::Twin => "Movewright twin",
            Who::Random => "random moves",
        }
    }

    /// The most plies that the twin looks ahead.
    pub fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// The most nodes of a move.
    pub fn nodes(&self) -> Option<u64> {
        self.nodes.or((!self.has_limit()).then_some(NODES))
    }

    /// The time of a move.
    pub fn time(&self) -> Option<Duration> {
        self.time.as_ref().map(|time| time.value)
    }

    /// The time of a side, and what each of its moves adds.
    pub fn clock(&self) -> Option<[Duration; 2]> {
        self.clock.as_ref().map(|clock| clock.value)
    }

    /// Where random moves begin.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(options: &str) -> Seats {
        Seats::of_tag(options).unwrap()
    }

    #[test]
    fn options_read_back() {
        assert_eq!(said("").options(), "--white human --black twin --nodes 500000");
        for options in [
            "--white twin --black random --depth 4 --seed 7",
            "--white human --black human --clock 5+3",
            "--white twin --black human --nodes 9 --time 0.5",
        ] {
            assert_eq!(said(options).options(), options);
        }
    }

    #[test]
    fn the_command_line_is_stronger_than_a_saved_game() {
        let saved = said("--white twin --black random --depth 4 --seed 7");
        assert_eq!(said("").or(saved.clone()).options(), saved.options());
        let with = said("--black human --time 2").or(saved);
        assert_eq!(with.options(), "--white twin --black human --time 2 --seed 7");
    }

    #[test]
    fn what_cannot_be_is_told() {
        for (options, why) in [
            ("--depth 0", "invalid value '0' for '--depth <N>'"),
            ("--clock soon", "a clock is minutes"),
            ("--time -1", "unexpected argument '-1' found"),
            ("--white 'x", "a quotation mark is missing"),
        ] {
            let told = Seats::of_tag(options).unwrap_err().to_string();
            assert!(told.contains(why), "{told}");
        }
        assert_eq!(said("--white random --black random --depth 3").unused(), Some(("--depth", "twin")));
        assert_eq!(said("--seed 3").unused(), Some(("--seed", "random")));
        assert_eq!(said("--depth 3").unused(), None);
    }
}
