//! Tables in Markdown.

use std::path::Path;

/// A table, and the comment in the line above it.
pub struct Table {
    /// The document's name.
    pub document: String,
    comment: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows below.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The tables of a document in `docs`.
    pub fn all(document: &str) -> Vec<Self> {
        let text = text(&Path::new("docs").join(document));
        let lines: Vec<&str> = text.lines().collect();
        let begins = |&at: &usize| {
            at > 0
                && lines[at].starts_with("| ")
                && lines.get(at + 1).is_some_and(|line| line.starts_with("| ---"))
        };
        let table = |at: usize| Self {
            document: document.into(),
            comment: lines[at - 1].into(),
            header: cells(lines[at]),
            rows: lines[at + 2..]
                .iter()
                .take_while(|line| line.starts_with('|'))
                .map(|line| cells(line))
                .collect(),
        };
        (0..lines.len()).filter(begins).map(table).collect()
    }

    /// What the comment `<!-- MARK: CORE SETTINGS, CORE SETTINGS -->` names: cores, each with its
    /// settings.
    pub fn marks(&self, mark: &str) -> Vec<(String, String)> {
        let comment = self.comment.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
        let Some(list) = comment.and_then(|rest| rest.strip_prefix(mark)?.strip_prefix(": ")) else {
            return Vec::new();
        };
        let one = |entry: &str| {
            let (core, with) = entry.split_once(' ').unwrap_or((entry, ""));
            (core.to_string(), with.to_string())
        };
        list.split(", ").map(one).collect()
    }
}

/// The text of a file of the project.
pub fn text(path: &Path) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The cells of a row.
pub fn cells(line: &str) -> Vec<String> {
    line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
}

/// The names between backticks in a cell.
pub fn named(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(String::from).collect()
}
