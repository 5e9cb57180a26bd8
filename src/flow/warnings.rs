//! Warnings of tools that end well.

use std::path::PathBuf;

/// What a tool warned of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    /// The tool.
    pub tool: &'static str,
    /// The first of them, each once.
    pub shown: Vec<String>,
    /// How many there are besides.
    pub more: usize,
    /// A log with all of them, where it could be kept.
    pub log: Option<PathBuf>,
}

/// How many are shown.
const SHOWN: usize = 5;

/// What comes of machines as they are, and asks nothing of anybody: the clock is looked at when all is routed.
const HARMLESS: [&str; 1] = ["Max frequency for clock"];

impl Warnings {
    /// Those in a log of Yosys or nextpnr that somebody has to look at; none where there are none.
    pub fn of(tool: &'static str, log: &str) -> Option<Self> {
        let mut found: Vec<&str> = Vec::new();
        for line in log.lines().map(str::trim_end).filter(|line| is_warning(line)) {
            if !found.contains(&line) {
                found.push(line);
            }
        }
        let shown: Vec<String> = found.iter().take(SHOWN).map(ToString::to_string).collect();
        let more = found.len() - shown.len();
        (!shown.is_empty()).then_some(Self { tool, shown, more, log: None })
    }
}

/// `Warning: ...`, or `square.v:12: Warning: ...`.
fn is_warning(line: &str) -> bool {
    let Some((before, said)) = line.split_once("Warning: ") else { return false };
    let at_a_line = before.strip_suffix(": ").and_then(|place| place.rsplit_once(':'));
    let begins = before.is_empty() || at_a_line.is_some_and(|(_, number)| number.parse::<u32>().is_ok());
    begins && !HARMLESS.iter().any(|harmless| said.starts_with(harmless))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_shown_once_and_the_rest_is_counted() {
        let log = "Info: Warning: is told elsewhere\n\
                   Warning: Wire top.x is used but has no driver.\n\
                   square.v:12: Warning: Range select out of bounds\n\
                   Warning: Max frequency for clock 'clock': 9.87 MHz (FAIL at 12.00 MHz)\n\
                   Warning: Wire top.x is used but has no driver.\n1 warning, 0 errors\n";
        let found = Warnings::of("yosys", log).unwrap();
        let shown = [
            "Warning: Wire top.x is used but has no driver.",
            "square.v:12: Warning: Range select out of bounds",
        ];
        assert_eq!((found.tool, found.more, &found.shown[..]), ("yosys", 0, &shown.map(String::from)[..]));
        let many: String = (0..9).map(|number| format!("Warning: IO 'led[{number}]' is unconstrained\n")).collect();
        let found = Warnings::of("nextpnr-ice40", &many).unwrap();
        assert_eq!((found.shown.len(), found.more), (5, 4));
        assert_eq!(Warnings::of("yosys", "Info: all is well\nWarning: Max frequency for clock 'c'\n"), None);
    }
}
