//! A file for a board, about to be read back.

use std::fs;
use std::path::Path;

use super::BitstreamError;
use crate::board::Project;
use crate::flow::{FlowError, Tool};

/// A file that is said to be the bitstream of a project.
pub(super) struct Image<'a> {
    /// The project.
    pub project: &'a Project<'a>,
    /// The user's word for the file.
    pub name: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
    /// The folder that keeps what the tools write.
    pub folder: &'a Path,
}

impl Image<'_> {
    /// The error for a file that holds no whole bitstream of the device.
    pub fn damaged(&self, problem: String) -> BitstreamError {
        let (file, part) = (self.name.to_string(), self.project.board().device.part.clone());
        BitstreamError::Damaged { file, part, problem }
    }

    /// The error for a whole bitstream that is not of the project.
    pub fn other(&self, problem: String) -> BitstreamError {
        let (file, top) = (self.name.to_string(), self.project.top.clone());
        BitstreamError::Other { file, top, problem }
    }

    /// The name of a file in the folder.
    pub fn named(&self, ending: &str) -> String {
        format!("{}.{ending}", self.project.top)
    }

    /// The text in the file `text` that a tool makes of the bitstream in the file `packed`, which
    /// is written here. The arguments name both. Where the tool fails of what it reads, `problem`
    /// finds the reason in its lines.
    pub fn read_by(
        &self,
        tool: &Tool,
        arguments: &[&str],
        [packed, text]: [&str; 2],
        problem: impl FnOnce(&[String]) -> String,
    ) -> Result<String, BitstreamError> {
        if self.bytes.is_empty() {
            return Err(self.damaged("it is empty".into()));
        }
        let path = self.folder.join(packed);
        fs::write(&path, self.bytes).map_err(BitstreamError::file(&path))?;
        let log = self.folder.join(format!("{}.log", tool.name()));
        tool.run(arguments, self.folder, &log).map_err(|error| match error {
            FlowError::Failed { lines, .. } => self.damaged(problem(&lines)),
            error => error.into(),
        })?;
        Ok(tool.left(&self.folder.join(text), &log)?)
    }
}
