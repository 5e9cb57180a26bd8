//! Games as text: Portable Game Notation.

use thiserror::Error;

use super::game::Game;
use crate::chess::{FenError, MoveError, Position};

/// A game in a file: its tags, and its moves.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The tags, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The game.
    pub game: Game,
}

/// The reasons why a text is no game.
#[derive(Clone, Debug, Error)]
pub enum PgnError {
    /// A tag is damaged.
    #[error("line {line}, `{text}`: a tag is written as [Name \"value\"]")]
    Tag {
        /// The line, from 1.
        line: usize,
        /// Its beginning.
        text: String,
    },
    /// The first position is none.
    #[error("tag FEN: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be made.
    #[error("move {number}, `{text}`: {error}")]
    Move {
        /// The number of the half move, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// The problem.
        error: MoveError,
    },
    /// A comment or a variation has no end, or an end has no beginning.
    #[error("a `{0}` stands alone; mend the comment or the variation there")]
    Unpaired(char),
    /// A second game begins.
    #[error("the file has more than one game; leave one, without what follows its result")]
    Several,
}

/// The width of lines.
const WIDTH: usize = 80;

/// The results that end a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The moves with their numbers and the result, in lines.
pub fn moves_text(start: &Position, san: &[String], result: &str) -> String {
    let mut words = Vec::new();
    let mut number = start.fullmove;
    let mut white = start.side == crate::chess::Color::White;
    for (at, mv) in san.iter().enumerate() {
        if white {
            words.push(format!("{number}."));
        } else if at == 0 {
            words.push(format!("{number}..."));
        }
        words.push(mv.clone());
        number += u16::from(!white);
        white = !white;
    }
    words.push(result.into());
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.len() - 1;
        match lines[last].len() {
            0 => lines[last] = word,
            length if length + 1 + word.len() <= WIDTH => lines[last] += &format!(" {word}"),
            _ => lines.push(word),
        }
    }
    lines.join("\n")
}

/// A tag as a file has it.
pub fn tag(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Reads a game. Comments, variations and signs such as `$1` or `!?` are skipped.
///
/// # Errors
/// See [`PgnError`].
pub fn read(text: &str) -> Result<Saved, PgnError> {
    let mut tags = Vec::new();
    let mut rest = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let trimmed = text.trim();
        if rest.is_empty() && trimmed.starts_with('[') {
            let wrong = || PgnError::Tag { line, text: trimmed.chars().take(60).collect() };
            tags.push(read_tag(trimmed).ok_or_else(wrong)?);
        } else if !trimmed.starts_with('%') && (!rest.is_empty() || !trimmed.is_empty()) {
            rest.push(text);
        }
    }
    let fen = tags.iter().find(|(name, _)| name == "FEN").map(|(_, value)| value.as_str());
    let start = fen.map_or(Ok(Position::start()), Position::from_fen)?;
    let mut game = Game::from(start);
    let mut ended = false;
    for word in words(&rest.join("\n"))? {
        if RESULTS.contains(&word.as_str()) {
            ended = true;
            continue;
        }
        if ended {
            return Err(PgnError::Several);
        }
        let number = game.moves().len() + 1;
        let shown = || word.chars().take(20).collect::<String>().escape_debug().to_string();
        let mv = game.position().read_move(&word);
        game.play(mv.map_err(|error| PgnError::Move { number, text: shown(), error })?);
    }
    Ok(Saved { tags, game })
}

/// The name and the value of a tag.
fn read_tag(line: &str) -> Option<(String, String)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        text.push(if letter == '\\' { letters.next()? } else { letter });
    }
    let named = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    named.then(|| (name.into(), text))
}

/// The moves and the result among the text, without numbers.
fn words(text: &str) -> Result<Vec<String>, PgnError> {
    let mut words = vec![String::new()];
    let mut variations = 0;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '{' => {
                letters.find(|letter| *letter == '}').ok_or(PgnError::Unpaired('{'))?;
            }
            ';' => {
                letters.find(|letter| *letter == '\n');
            }
            '(' => variations += 1,
            ')' if variations == 0 => return Err(PgnError::Unpaired(')')),
            ')' => variations -= 1,
            _ if variations > 0 => continue,
            letter if !letter.is_whitespace() => {
                let last = words.len() - 1;
                words[last].push(letter);
                continue;
            }
            _ => {}
        }
        words.push(String::new());
    }
    if variations > 0 {
        return Err(PgnError::Unpaired('('));
    }
    let words = words.iter().map(|word| without_number(word)).filter(|word| !word.is_empty());
    Ok(words.filter(|word| !word.starts_with('$')).map(Into::into).collect())
}

/// A word without the number of a move before it: `12.Nf3`, `12...`, `12`.
fn without_number(word: &str) -> &str {
    if RESULTS.contains(&word) {
        return word;
    }
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if rest.len() < word.len() => rest.trim_start_matches('.'),
        _ if rest.is_empty() => rest,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_game_is_written_and_read_back() {
        let text = "[Event \"a \\\"friendly\\\" game\"]\n[White \"A\"]\n\n1. e4 {best, by test} e5 2.Nf3 (2. f4 exf4 (2... d5) 3. Nf3) Nc6 $1 ; so far\n3. Bb5!? a6 *\n";
        let saved = read(text).unwrap();
        assert_eq!(saved.tags[0], ("Event".into(), "a \"friendly\" game".into()));
        assert_eq!(tag("Event", &saved.tags[0].1), "[Event \"a \\\"friendly\\\" game\"]\n");
        let san = saved.game.san();
        assert_eq!(san.join(" "), "e4 e5 Nf3 Nc6 Bb5 a6");
        assert_eq!(moves_text(saved.game.start(), &san, "*"), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
        let black =
            read("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 17\"]\n\n17... Kd7 18. O-O 1/2-1/2")
                .unwrap();
        assert_eq!(moves_text(black.game.start(), &black.game.san(), "*"), "17... Kd7 18. O-O *");
    }

    #[test]
    fn what_is_no_game_is_told() {
        for (text, why) in [
            ("[Event x]\n\n1. e4", "line 1, `[Event x]`: a tag is written as"),
            ("[FEN \"8/8\"]\n", "tag FEN: FEN whole line"),
            ("1. e4 e4", "move 2, `e4`: no legal move of black"),
            ("1. e4 {never ends", "a `{` stands alone"),
            ("1. e4 (e5", "a `(` stands alone"),
            ("1. e4) e5", "a `)` stands alone"),
            ("1. e4 * 1. d4", "more than one game"),
        ] {
            let told = read(text).unwrap_err().to_string();
            assert!(told.starts_with(why) || told.contains(why), "{told}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

        #[test]
        fn no_text_makes_it_panic(text in "(\\[[A-Z]* ?\"?\\PC{0,4}\"?\\]\n){0,2}([0-9]{0,2}\\.{0,3} ?(e4|e5|Nf3|\\{|\\}|\\(|\\)|;|\\$1|\\*|\\PC{0,3}) ?){0,6}") {
            let _ = read(&text);
        }
    }
}
