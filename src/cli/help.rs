//! What a command's help says of the cores known, and of their games. Nothing here names one.

use crate::cores::{Help, cores};
use crate::game::{Play, Written};

/// The name that stands for the first core in the examples of a command.
const CORE: &str = "CORE";

/// The core that commands take where none is named.
fn first() -> &'static str {
    cores().next().map_or(CORE, |core| core.name)
}

/// The same, for the help of the option that names another.
pub fn default_core(option: &str) -> String {
    format!("{option} [default: {}]", first())
}

/// The help of each core.
fn of_cores() -> impl Iterator<Item = Help> {
    cores().map(|core| core.core.help(core))
}

/// The help behind a command's options: a text, what cores say of the command, and examples. In
/// `examples`, which any core is for, `CORE` stands for the first core.
pub fn of_command(command: &str, text: &str, examples: &[&str]) -> String {
    let notes = of_cores().flat_map(|help| help.notes).filter(|(of, _)| *of == command);
    let own = of_cores().flat_map(|help| help.examples).filter(|(of, _)| *of == command);
    let examples = examples.iter().map(|line| line.replace(CORE, first()));
    let examples: Vec<String> = examples.chain(own.map(|(_, line)| (*line).to_owned())).collect();
    let mut parts: Vec<String> = vec![text.to_owned()];
    parts.extend(notes.map(|(_, note)| (*note).to_owned()));
    parts.push(format!("Examples:\n  {}", examples.join("\n  ")));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// The help of a whole command line, in which `CORE` stands for the first core. A line with two
/// spaces or more between an example and its meaning keeps the columns.
pub fn of_all(text: &str) -> String {
    const COLUMN: usize = 44;
    let line = |line: &str| match line.split_once("  # ") {
        Some((example, meaning)) if example.len() < COLUMN - 1 => format!("{example:COLUMN$}{meaning}"),
        Some((example, meaning)) => format!("{example}\n{:COLUMN$}{meaning}", ""),
        None => line.to_owned(),
    };
    text.replace(CORE, first()).lines().map(line).collect::<Vec<_>>().join("\n")
}

/// What the page of each core shows, a line for the cores whose pages show the same.
pub fn pages() -> String {
    let mut pages: Vec<(Vec<&str>, &str)> = Vec::new();
    for core in cores() {
        let page = core.core.help(core).page;
        match pages.iter_mut().find(|(_, known)| *known == page) {
            _ if page.is_empty() => {}
            Some((names, _)) => names.push(core.name),
            None => pages.push((vec![core.name], page)),
        }
    }
    let width = pages.iter().map(|(names, _)| names.join(", ").len()).max().unwrap_or(0);
    let lines: Vec<String> =
        pages.iter().map(|(names, page)| format!("{:width$} {page}", names.join(", "))).collect();
    lines.join("\n")
}

/// The words of each game, once.
fn of_games(words: impl Fn(&Written) -> &'static str) -> Vec<String> {
    let mut games: Vec<&'static dyn Play> = Vec::new();
    for game in cores().map(|core| core.game) {
        if games.iter().all(|known| known.name() != game.name()) {
            games.push(game);
        }
    }
    let words = games.iter().map(|game| (words(&game.written()), game.name()));
    words.filter(|(words, _)| !words.is_empty()).map(|(words, name)| format!("{words} of {name}")).collect()
}

/// The names that games have for a position; each is another name of `--position`.
pub fn position_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = cores().map(|core| core.game.position_name()).collect();
    names.retain(|name| *name != "position");
    names.sort_unstable();
    names.dedup();
    names
}

/// The help of `--position`.
pub fn position() -> String {
    let forms = of_games(|written| written.position);
    let forms = if forms.is_empty() { "as its game writes it".into() } else { forms.join(", or ") };
    format!("The position: {forms}; `startpos`, the default, is the core's first position")
}

/// The help of `--moves`.
pub fn moves() -> String {
    let forms = of_games(|written| written.moves);
    if forms.is_empty() {
        return "Make these moves first".into();
    }
    format!("Make these moves first, as in {}", forms.join(", or "))
}

/// The help of `--piece`.
pub fn pieces() -> String {
    let forms = of_games(|written| written.pieces);
    let colon = if forms.is_empty() { "" } else { ": " };
    format!("Show the moves of these pieces only{colon}{}", forms.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_and_games_give_the_words() {
        assert!(position().starts_with("The position: a FEN of chess, or the moves so far of Blokus"));
        assert_eq!(position_names(), ["fen", "sfen"]);
        let forms = "only: knight or n of chess, a to u of Blokus Duo, silver, s or +s of shogi";
        assert!(pieces().ends_with(forms), "{}", pieces());
        let help = of_command("gen", "Text.", &["movewright gen CORE"]);
        assert!(help.starts_with("Text.\n\nExamples:\n  movewright gen chess-classic\n"), "{help}");
        assert!(help.contains("\n  movewright gen blokus --prefix duo_"), "{help}");
        assert!(pages().starts_with("chess-classic, chess-small "), "{}", pages());
        assert_eq!(of_all("a CORE  # b").find('b'), Some(44));
    }
}
