//! Warnings of tools that end well.

use std::path::PathBuf;

/// The warnings of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    /// The tool.
    pub tool: &'static str,
    /// The first warnings, each once.
    pub shown: Vec<String>,
    /// The number of further warnings.
    pub more: usize,
    /// A log with all warnings, if it could be kept.
    pub log: Option<PathBuf>,
}

/// The most warnings that are shown.
const SHOWN: usize = 5;

/// Warnings that need no action: the clock is checked after routing.
const HARMLESS: [&str; 1] = ["Max frequency for clock"];

impl Warnings {
    /// The warnings in a log of Yosys or nextpnr that need attention, if any.
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

/// True for `Warning: ...` and `square.v:12: Warning: ...`.
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
        let many: String =
            (0..9).map(|number| format!("Warning: IO 'led[{number}]' is unconstrained\n")).collect();
        let found = Warnings::of("nextpnr-ice40", &many).unwrap();
        assert_eq!((found.shown.len(), found.more), (5, 4));
        assert_eq!(Warnings::of("yosys", "Info: all is well\nWarning: Max frequency for clock 'c'\n"), None);
    }
}
