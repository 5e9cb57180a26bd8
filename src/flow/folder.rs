//! A temporary folder that is removed with its owner, and at a signal.

use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::interrupt::{AtSignal, at_signal};

/// A folder that is removed with everything in it when this is dropped, or when a signal ends the
/// process.
#[derive(Debug)]
pub struct Folder {
    folder: TempDir,
    at_signal: AtSignal,
}

impl Folder {
    /// A new folder among the system's temporary files, whose name begins with `prefix`.
    ///
    /// # Errors
    /// There is no place for temporary files.
    pub fn temporary(prefix: &str) -> io::Result<Self> {
        tempfile::Builder::new().prefix(prefix).tempdir().map(Self::from)
    }

    /// A new folder in another one, whose name begins with `prefix`.
    ///
    /// # Errors
    /// It cannot be made there.
    pub fn within(folder: &Path, prefix: &str) -> io::Result<Self> {
        tempfile::Builder::new().prefix(prefix).tempdir_in(folder).map(Self::from)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Leaves it where it is, for good.
    pub fn keep(self) -> PathBuf {
        drop(self.at_signal);
        self.folder.keep()
    }

    /// Moves it to a place of its own, for good: nobody ever finds half of it there.
    ///
    /// # Errors
    /// Something is at that place, or it cannot be moved there. Then it is removed.
    pub fn move_to(self, place: &Path) -> io::Result<()> {
        std::fs::rename(self.path(), place)?;
        // It has moved: there is nothing left to remove.
        self.keep();
        Ok(())
    }
}

impl From<TempDir> for Folder {
    fn from(folder: TempDir) -> Self {
        let path = folder.path().to_path_buf();
        // What cannot be removed stays; there is nobody to tell.
        let at_signal = at_signal(move || drop(std::fs::remove_dir_all(path)));
        Self { folder, at_signal }
    }
}
