//! Who plays, and how: as a command line says it, and the first lines of a saved game.

use anyhow::Result;
use clap::{Args as _, FromArgMatches, ValueEnum};

use super::decision::Ahead;
use super::players::Who;
use crate::blokus::search::{DEEPEST, HZ, LONGEST};
use crate::cli::Usage;
use crate::cli::options::{SetArgs, Sim};
use crate::flow::shell_line;

/// The line of a saved game that says who plays begins so.
const COMMAND: &str = "# movewright play blokus";

/// Who plays, and how; what is not said may be said by a saved game.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SeatArgs {
    /// The player who begins on column 5, row 5, and moves first: human, sim, random, serial, or
    /// serial:PORT [default: human]
    #[arg(long, alias = "black", value_name = "WHO", value_parser = parse_seat)]
    player_1: Option<Seat>,
    /// The player who begins on column a, row a [default: sim]
    #[arg(long, alias = "white", value_name = "WHO", value_parser = parse_seat)]
    player_2: Option<Seat>,
    /// Plies that the machine looks ahead [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,
    /// Seconds of a move at 50 MHz, in which the machine looks ahead one more ply each time;
    /// instead of --depth
    #[arg(long, value_name = "S", value_parser = parse_time, conflicts_with = "depth", allow_hyphen_values = true)]
    time: Option<Time>,
    /// The seed of the random numbers of `random` [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    set: SetArgs,
    /// The simulator of the machine [default: built-in]
    #[arg(long, value_enum, value_name = "SIMULATOR")]
    sim: Option<Sim>,
}

/// The player of a colour, and its port if it is on a serial line and the port is named.
#[derive(Clone, Debug)]
pub struct Seat {
    /// Who.
    pub who: Who,
    /// The port.
    pub port: Option<String>,
}

impl From<Who> for Seat {
    fn from(who: Who) -> Self {
        Self { who, port: None }
    }
}

/// Reads who plays.
pub fn parse_seat(text: &str) -> Result<Seat, &'static str> {
    if let Some(("serial", port)) = text.split_once(':').filter(|(_, port)| !port.is_empty()) {
        return Ok(Seat { who: Who::Serial, port: Some(port.into()) });
    }
    let who = Who::from_str(text, false).map_err(|_| "choose human, sim, random, serial, or serial:PORT")?;
    Ok(who.into())
}

/// How long a machine may think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Time {
    /// In seconds, as it was given.
    text: String,
    /// In clock cycles.
    pub cycles: u32,
}

/// Reads a time in seconds.
fn parse_time(text: &str) -> Result<Time, String> {
    // To a tenth, so that a printed time can be given again.
    let longest = (f64::from(LONGEST) / HZ * 10.0).floor() / 10.0;
    let wrong = || format!("a time is a number of seconds above 0, up to {longest:.1}, such as 0.1");
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    if !(seconds > 0.0 && seconds <= longest) {
        return Err(wrong());
    }
    Ok(Time { text: text.into(), cycles: (seconds * HZ).ceil() as u32 })
}

/// The first option that is given.
pub fn first_given<const N: usize>(options: [(&'static str, bool); N]) -> Option<&'static str> {
    options.into_iter().find_map(|(option, given)| given.then_some(option))
}

impl SeatArgs {
    /// What the first lines of a saved game say.
    ///
    /// # Errors
    /// They say what cannot be.
    pub fn of_heading(heading: &str) -> Result<Self> {
        let Some(line) = heading.lines().find(|line| line.starts_with(COMMAND)) else {
            return Ok(Self::default());
        };
        let wrong = |why: &str| Usage(format!("`{line}`: {why}; mend that line, or remove it"));
        let words =
            shlex::split(&line[COMMAND.len()..]).ok_or_else(|| wrong("a quotation mark is missing"))?;
        let command = clap::Command::new("play").no_binary_name(true).disable_help_flag(true);
        let read = Self::augment_args(command).try_get_matches_from(words);
        let read = read.and_then(|read| Self::from_arg_matches(&read)).map_err(|error| {
            let error = error.to_string();
            let first = error.lines().next().unwrap_or_default();
            wrong(first.trim_start_matches("error: "))
        });
        Ok(read?)
    }

    /// The first lines of a game to be saved: who plays, and what else stood there before.
    pub fn heading(&self, before: &str) -> String {
        let others = before.lines().filter(|line| !line.starts_with(COMMAND));
        let others: String = others.map(|line| format!("{line}\n")).collect();
        format!("# {}\n{others}", self.complete().command())
    }

    /// The same, and where nothing is said what a saved game says.
    pub fn or(&self, saved: Self) -> Self {
        let (depth, time) = match self.depth.is_none() && self.time.is_none() {
            true => (saved.depth, saved.time),
            false => (self.depth, self.time.clone()),
        };
        Self {
            player_1: self.player_1.clone().or(saved.player_1),
            player_2: self.player_2.clone().or(saved.player_2),
            depth,
            time,
            seed: self.seed.or(saved.seed),
            set: self.set.or(&saved.set),
            sim: self.sim.or(saved.sim),
        }
    }

    /// The same with all that is not said.
    fn complete(&self) -> Self {
        let [player_1, player_2] = self.seats().map(Some);
        Self {
            player_1,
            player_2,
            depth: self.time.is_none().then(|| self.ahead().depth),
            seed: Some(self.seed()),
            sim: Some(self.sim()),
            ..self.clone()
        }
    }

    /// The same without a player on a serial line, who cannot go on with a game.
    pub fn to_go_on(&self) -> Self {
        let goes_on = |seat: &Option<Seat>| seat.clone().filter(|seat| seat.who != Who::Serial);
        Self { player_1: goes_on(&self.player_1), player_2: goes_on(&self.player_2), ..self.clone() }
    }

    /// The command that plays so. Of a player on a serial line the port is left out.
    pub fn command(&self) -> String {
        let name =
            |value: Option<clap::builder::PossibleValue>| value.map(|value| value.get_name().to_owned());
        let who = |seat: &Option<Seat>| name(seat.as_ref()?.who.to_possible_value());
        let options = [
            ("--player-1", who(&self.player_1)),
            ("--player-2", who(&self.player_2)),
            ("--depth", self.depth.map(|depth| depth.to_string())),
            ("--time", self.time.as_ref().map(|time| time.text.clone())),
            ("--seed", self.seed.map(|seed| seed.to_string())),
            ("--sim", self.sim.and_then(|sim| name(sim.to_possible_value()))),
        ];
        let quoted = |word: &str| shell_line([word]);
        let mut line = COMMAND.trim_start_matches("# ").to_owned();
        for (option, value) in options {
            if let Some(value) = value {
                line += &format!(" {option} {}", quoted(&value));
            }
        }
        for (name, value) in self.set.pairs() {
            line += &format!(" --set {}={}", quoted(name), quoted(value));
        }
        line
    }

    /// Both players.
    pub fn seats(&self) -> [Seat; 2] {
        [(&self.player_1, Who::Human), (&self.player_2, Who::Sim)]
            .map(|(seat, usual)| seat.clone().unwrap_or_else(|| usual.into()))
    }

    /// How far machines look ahead.
    pub fn ahead(&self) -> Ahead {
        let limit = self.time.as_ref().map(|time| time.cycles);
        let usual = if limit.is_some() { DEEPEST } else { 3 };
        Ahead { depth: self.depth.unwrap_or(usual), limit }
    }

    /// Where random numbers begin.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// `--seed`, if it is given.
    pub fn given_seed(&self) -> Option<&'static str> {
        self.seed.map(|_| "--seed")
    }

    /// The first option about the machine that is given.
    pub fn given_machine(&self) -> Option<&'static str> {
        first_given([
            ("--depth", self.depth.is_some()),
            ("--time", self.time.is_some()),
            ("--set", !self.set.is_empty()),
            ("--sim", self.sim.is_some()),
        ])
    }

    /// The machine's settings.
    pub fn set(&self) -> &SetArgs {
        &self.set
    }

    /// What simulates the machine.
    pub fn sim(&self) -> Sim {
        self.sim.unwrap_or(Sim::BuiltIn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> SeatArgs {
        SeatArgs::of_heading(&format!("# a game\n{COMMAND} {line}\n")).unwrap()
    }

    fn heading(seats: &SeatArgs) -> String {
        seats.heading("")
    }

    #[test]
    fn a_heading_says_all_and_reads_back() {
        let usual =
            "# movewright play blokus --player-1 human --player-2 sim --depth 3 --seed 1 --sim built-in\n";
        assert_eq!(heading(&SeatArgs::default()), usual);
        assert_eq!(heading(&SeatArgs::of_heading("# a game between friends\n").unwrap()), usual);
        for line in [
            "--player-1 sim --player-2 random --depth 2 --seed 7 --sim verilator --set evaluation=territory",
            "--player-1 random --player-2 serial --time 0.010 --seed 18446744073709551615 --sim built-in",
            "--player-1 human --player-2 human --time 1e-3 --seed 1 --sim built-in --set a='b c'",
        ] {
            assert_eq!(heading(&said(line)), format!("{COMMAND} {line}\n"));
        }
        let kept = said("").heading("# one\n# movewright play blokus --seed 4\n# two\n");
        assert_eq!(kept, format!("{usual}# one\n# two\n"));
    }

    /// Each by itself, and the two that say how far a machine looks together.
    #[test]
    fn the_command_line_is_stronger_than_a_saved_game() {
        let saved = "--player-1 sim --player-2 random --depth 2 --seed 7 --sim verilator --set players=2";
        let with = |line: &str| said(line).or(said(saved)).command();
        let expected = |line: &str| format!("movewright play blokus {line}");
        assert_eq!(with(""), expected(saved));
        for (line, of_saved, instead) in [
            ("--player-1 human", "--player-1 sim", "--player-1 human"),
            ("--time 0.5", "--depth 2", "--time 0.5"),
            ("--seed 1", "--seed 7", "--seed 1"),
            ("--sim built-in", "verilator", "built-in"),
            ("--set players=3", "players=2", "players=3"),
            ("--set evaluation=squares", "--set", "--set evaluation=squares --set"),
        ] {
            assert_eq!(with(line), expected(&saved.replace(of_saved, instead)), "{line}");
        }
        assert_eq!(said("--depth 4").or(said("--time 0.5")).ahead().limit, None);
        let to_go_on = said("--player-1 serial:/dev/ttyUSB0 --player-2 sim").to_go_on();
        assert_eq!(to_go_on.command(), expected("--player-2 sim"));
    }

    #[test]
    fn a_heading_that_cannot_be_is_told() {
        let wrong = |line: &str| {
            let error = SeatArgs::of_heading(&format!("{COMMAND} {line}\n")).unwrap_err();
            assert!(error.is::<Usage>());
            error.to_string()
        };
        for (line, why) in [
            ("--depth 99", "invalid value '99' for '--depth <N>': 99 is not in 1..=8"),
            ("--player-1 nobody", "invalid value 'nobody' for '--player-1 <WHO>': choose human, sim"),
            ("--depth 'x", "a quotation mark is missing"),
            ("--help", "unexpected argument '--help' found"),
            ("--seed", "a value is required for '--seed <N>' but none was supplied"),
        ] {
            let told = wrong(line);
            assert!(told.starts_with(&format!("`{COMMAND} {line}`: {why}")), "{told}");
            assert!(told.ends_with("; mend that line, or remove it"), "{told}");
        }
    }

    #[test]
    fn a_time_is_a_number_of_seconds() {
        let cycles = |text| parse_time(text).map(|time| time.cycles);
        assert_eq!((cycles("1"), cycles("0.00000001")), (Ok(50_000_000), Ok(1)));
        for wrong in ["0", "-1", "22", "x", "nan"] {
            assert!(parse_time(wrong).unwrap_err().contains("such as 0.1"), "{wrong}");
        }
    }
}
