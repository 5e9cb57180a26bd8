//! The commands of UCI, as text.

use std::time::Duration;

use crate::chess::{Move, Position};

/// A command to the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: who is there?
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`: what follows is of another game.
    NewGame,
    /// `setoption`
    SetOption {
        /// The name, as it was written.
        name: String,
        /// The value, if there is one.
        value: Option<String>,
    },
    /// `position`
    Position {
        /// The first position.
        start: Box<Position>,
        /// The moves from there.
        moves: Vec<Move>,
    },
    /// `go`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`: the expected move was made.
    PonderHit,
    /// `quit`
    Quit,
    /// A command that changes nothing here: `debug`, `register`.
    Nothing,
}

/// What a search is limited by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The time of white and of black.
    pub time: [Option<Duration>; 2],
    /// What a move adds to it.
    pub increment: [Duration; 2],
    /// Moves until there is more time.
    pub moves_to_go: Option<u32>,
    /// The time of this move.
    pub move_time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// A mate in so many moves.
    pub mate: Option<u32>,
    /// The only moves to look at, as they were written.
    pub only: Vec<String>,
    /// It searches until `stop`.
    pub infinite: bool,
    /// It searches in the other side's time, until `ponderhit` or `stop`.
    pub ponder: bool,
}

impl Go {
    /// Whether it ends by itself, once the other side has moved.
    pub fn is_bounded(&self) -> bool {
        let limit = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        let time = self.move_time.is_some() || self.time.iter().any(Option::is_some);
        !self.infinite && (limit || time)
    }
}

/// The words that a command begins with.
const WORDS: [&str; 11] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "debug",
    "register",
];

/// Reads a line; `None` if it is empty. Words before the first that is a command are skipped, as
/// UCI asks.
///
/// # Errors
/// It is no command, or is wrong in a part. The text names the part and the mend.
pub fn parse(line: &str) -> Result<Option<Command>, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(first) = words.first() else { return Ok(None) };
    let Some(place) = words.iter().position(|word| WORDS.contains(word)) else {
        return Err(format!("unknown command `{}`; write one such as `go depth 6`", shown(first)));
    };
    let rest = &words[place + 1..];
    let command = match words[place] {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "setoption" => set_option(rest)?,
        "position" => position(rest)?,
        "go" => Command::Go(go(rest)?),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        _ => Command::Nothing,
    };
    Ok(Some(command))
}

/// A word as a message shows it: short, in one line.
fn shown(word: &str) -> String {
    const MOST: usize = 60;
    let short: String = word.chars().take(MOST).collect();
    let more = if short.len() < word.len() { "..." } else { "" };
    format!("{}{more}", short.escape_debug())
}

fn set_option(words: &[&str]) -> Result<Command, String> {
    let usage = "setoption: write `setoption name NAME value VALUE`";
    let (Some(&"name"), Some(rest)) = (words.first(), words.get(1..)) else { return Err(usage.into()) };
    let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    let name = rest[..end].join(" ");
    if name.is_empty() {
        return Err(usage.into());
    }
    Ok(Command::SetOption { name, value: rest.get(end + 1..).map(|words| words.join(" ")) })
}

fn position(words: &[&str]) -> Result<Command, String> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let start = match words[..end] {
        ["startpos"] => Position::start(),
        ["fen", ref fields @ ..] => {
            Position::from_fen(&fields.join(" ")).map_err(|error| format!("position: {error}"))?
        }
        _ => return Err("position: write `position startpos` or `position fen FEN`, and `moves ...`".into()),
    };
    let mut after = start.clone();
    let mut moves = Vec::new();
    for (number, text) in (1..).zip(words.get(end + 1..).unwrap_or_default()) {
        let wrong = |why: &str| format!("position: move {number}, `{}`: {why}", shown(text));
        Move::from_uci(text).ok_or_else(|| wrong("this is no move; write one such as e2e4 or e7e8q"))?;
        let mv = after.read_move(text).map_err(|error| wrong(&error.to_string()))?;
        after = after.after(mv);
        moves.push(mv);
    }
    Ok(Command::Position { start: Box::new(start), moves })
}

fn go(words: &[&str]) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| Move::from_uci(word).is_some()) {
                    go.only.push(mv.into());
                }
            }
            "wtime" => go.time[0] = Some(milliseconds(word, words.next())?),
            "btime" => go.time[1] = Some(milliseconds(word, words.next())?),
            "winc" => go.increment[0] = milliseconds(word, words.next())?,
            "binc" => go.increment[1] = milliseconds(word, words.next())?,
            "movetime" => go.move_time = Some(milliseconds(word, words.next())?),
            "movestogo" => go.moves_to_go = Some(number(word, words.next())?),
            "depth" => go.depth = Some(number(word, words.next())?),
            "nodes" => go.nodes = Some(number(word, words.next())?),
            "mate" => go.mate = Some(number(word, words.next())?),
            _ => {
                let limits = "depth, nodes, movetime, wtime, infinite";
                return Err(format!("go: unknown word `{}`; write a limit such as {limits}", shown(word)));
            }
        }
    }
    Ok(go)
}

/// A whole number of at least 0; one that is too large counts as the largest.
fn number<T: TryFrom<u64> + From<u32>>(word: &str, text: Option<&str>) -> Result<T, String> {
    let digits = text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let value = digits.filter(|text| !text.is_empty()).map(|text| text.parse().unwrap_or(u64::MAX));
    let value = value.ok_or_else(|| {
        format!("go: {word} needs a whole number, not `{}`", shown(text.unwrap_or_default()))
    })?;
    Ok(T::try_from(value).unwrap_or_else(|_| T::from(u32::MAX)))
}

/// A time. One below 0 counts as 0: the flag has fallen, and nobody has seen it.
fn milliseconds(word: &str, text: Option<&str>) -> Result<Duration, String> {
    /// Longer than any game.
    const LONGEST: u64 = 1 << 40;
    if text.and_then(|text| text.strip_prefix('-')).is_some_and(|rest| rest.parse::<u64>().is_ok()) {
        return Ok(Duration::ZERO);
    }
    Ok(Duration::from_millis(number::<u64>(word, text)?.min(LONGEST)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(line: &str) -> Command {
        parse(line).unwrap().unwrap()
    }

    #[test]
    fn commands_are_read() {
        assert_eq!(read("  uci  "), Command::Uci);
        assert_eq!(read("joho debug on"), Command::Nothing);
        assert_eq!(parse("   "), Ok(None));
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.into(),
            value: value.map(Into::into),
        };
        assert_eq!(read("setoption name Clear Hash"), option("Clear Hash", None));
        assert_eq!(read("setoption name Hash value 64"), option("Hash", Some("64")));
        let Command::Position { start, moves } = read("position startpos moves e2e4 e7e5") else { panic!() };
        assert_eq!((*start, moves.len()), (Position::start(), 2));
        let Command::Go(go) =
            read("go wtime 1000 btime -5 winc 10 movestogo 7 searchmoves e2e4 d2d4 depth 9")
        else {
            panic!()
        };
        assert_eq!(go.time, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!((go.moves_to_go, go.depth, go.only.len()), (Some(7), Some(9), 2));
        assert!(go.is_bounded());
        assert!(
            ![read("go"), read("go infinite depth 3")]
                .iter()
                .any(|command| matches!(command, Command::Go(go) if go.is_bounded()))
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_mend() {
        for (line, why) in [
            ("castle", "unknown command `castle`"),
            ("setoption Hash", "write `setoption name NAME value VALUE`"),
            ("position", "write `position startpos`"),
            ("position fen 8/8 w - - 0 1", "field 1 (board)"),
            ("position startpos moves e2e4 e2e4", "move 2, `e2e4`: no legal move of black"),
            ("position startpos moves e4", "move 1, `e4`: this is no move"),
            ("go depth", "depth needs a whole number, not ``"),
            ("go movetime soon", "movetime needs a whole number, not `soon`"),
            ("go fast", "unknown word `fast`"),
        ] {
            let told = parse(line).unwrap_err();
            assert!(told.contains(why), "{told}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3_000) })]

        /// A message is one line of text.
        #[test]
        fn no_line_makes_it_panic(line in "(go|position|setoption|)( (fen|startpos|moves|name|value|depth|wtime|searchmoves|e2e4|-?[0-9]{1,22}|\\PC{0,6})){0,6}") {
            if let Err(told) = parse(&line) {
                prop_assert!(!told.contains(['\n', '\r']), "{told:?}");
            }
        }
    }
}
