//! Keeps a game's moves, however the game ends.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;

use crate::cli::output_file::OutputFile;
use crate::cli::results::Results;
use crate::cli::tell;
use crate::flow::{AtSignal, at_signal};

/// A game that can be kept.
pub trait Kept {
    /// The moves, as a file has them below the heading.
    fn text(&self) -> String;

    /// The options that go on with the game; `None` before the first move.
    fn to_go_on(&self) -> Option<String>;

    /// Whether it is over.
    fn is_over(&self) -> bool;
}

/// Keeps the moves of a game: in a file, or in mind, to tell them if the game is left.
pub struct Keeper {
    /// The file, the text above the moves, and the file to come.
    file: Option<(PathBuf, String, OutputFile)>,
    /// The command that goes on with a game that is in no file, and the options with its moves.
    again: String,
    in_mind: Arc<Mutex<String>>,
    _at_signal: Option<AtSignal>,
}

impl Keeper {
    /// Keeps the moves in this file, which `option` has named, below these lines.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn into_file(option: &str, file: &Path, heading: String) -> Result<Self> {
        let output = OutputFile::begin(option, file)?.kept_at_signal();
        let file = Some((file.into(), heading, output));
        Ok(Self { file, again: String::new(), in_mind: Arc::default(), _at_signal: None })
    }

    /// Keeps the moves in mind; `again` is the command that goes on with a game, but
    /// for its moves.
    pub fn in_mind(again: String) -> Self {
        let in_mind: Arc<Mutex<String>> = Arc::default();
        let (command, options) = (again.clone(), in_mind.clone());
        let told = at_signal(move || {
            tell_lost(&command, &options.lock().unwrap_or_else(PoisonError::into_inner));
        });
        Self { file: None, again, in_mind, _at_signal: Some(told) }
    }

    /// Notes the moves so far.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, game: &impl Kept) -> Result<()> {
        if let Some((_, heading, output)) = &self.file {
            output.write(&format!("{heading}{}\n", game.text()))?;
        }
        let options = game.to_go_on().unwrap_or_default();
        *self.in_mind.lock().unwrap_or_else(PoisonError::into_inner) = options;
        Ok(())
    }

    /// Puts the file into its place, or tells the moves of a game that is not over.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn end(self, game: &impl Kept, results: &mut Results) -> Result<()> {
        match self.file {
            Some((file, _, output)) => {
                output.end()?;
                results.line(format!("moves written to {}", file.display()))
            }
            None if game.is_over() => Ok(()),
            None => {
                tell_lost(&self.again, &game.to_go_on().unwrap_or_default());
                Ok(())
            }
        }
    }
}

/// Tells how a game goes on that is written nowhere.
fn tell_lost(again: &str, options: &str) {
    if !options.is_empty() {
        tell(&format!("the game is not saved; to go on: {again} {options}"));
    }
}
