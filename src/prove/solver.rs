//! Questions to Yosys' solver, many in one run, and its answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::ProveError;
use super::circuit::Circuits;
use crate::flow::{Tool, YOSYS};

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It holds.
    Proven,
    /// It does not hold, with the solver's values.
    Refuted(String),
    /// An induction did not end within its steps. The solver's values begin in a state that may
    /// never be reached.
    Open(String),
}

/// Writes circuits to a file that questions read.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(circuits: &Circuits, path: &Path) -> Result<(), ProveError> {
    let text = serde_json::to_string(circuits)
        .map_err(|error| ProveError::Output { tool: "yosys", problem: error.to_string() })?;
    fs::write(path, text).map_err(ProveError::doing("write", path))
}

/// Runs a script in which every question writes its answer to a file of its own, and reads the
/// answers.
///
/// # Errors
/// Yosys is missing or fails, or a question has no answer.
pub(super) fn solve(script: &str, answers: &[String], folder: &Path) -> Result<Vec<Verdict>, ProveError> {
    let yosys = Tool::find(YOSYS)?;
    let path = folder.join("questions.ys");
    fs::write(&path, script).map_err(ProveError::doing("write", &path))?;
    let log = folder.join("solver.log");
    yosys.run(&["-q", "-s", "questions.ys"], folder, &log)?;
    answers
        .iter()
        .map(|answer| {
            let path = folder.join(answer);
            let text = yosys.left(&path, &log)?;
            verdict(&text).ok_or_else(|| {
                let problem = format!("{} has neither a proof nor a counterexample", path.display());
                ProveError::Output { tool: "yosys", problem }
            })
        })
        .collect()
}

/// The verdict of an answer; `None` if the solver gave up.
fn verdict(text: &str) -> Option<Verdict> {
    let said = |words: &str| text.lines().any(|line| line.contains(words));
    match [said("SUCCESS!"), said("FAIL!"), said("proof failed")] {
        [true, false, false] => Some(Verdict::Proven),
        [false, true, _] => Some(Verdict::Refuted(text.into())),
        [false, false, true] => Some(Verdict::Open(text.into())),
        _ => None,
    }
}

/// The signals that an answer shows, with their binary digits; for an answer of several steps,
/// those of the last.
pub(super) fn assignments(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let digits = words.last().filter(|word| word.bytes().all(|digit| b"01".contains(&digit)));
        let name = words.iter().find_map(|word| word.strip_prefix('\\'));
        if let (Some(name), Some(digits)) = (name, digits) {
            found.insert(name.into(), digits.to_string());
        }
    }
    found
}
