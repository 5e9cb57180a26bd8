//! A file that is written completely or not at all: first beside its place, then moved there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::staging::Staging;
use super::{Usage, tell};
use crate::flow::{AtSignal, at_signal, undisturbed};

/// A file to be written. An earlier file in its place stays as it is until [`OutputFile::end`].
pub struct OutputFile {
    path: PathBuf,
    staged: PathBuf,
    _at_signal: Option<AtSignal>,
    _staging: Staging,
}

impl OutputFile {
    /// Makes sure, before the work for it, that the file can be written. `option` is the option
    /// that named it. A link is followed, so that it stays a link.
    pub fn begin(option: &str, path: &Path) -> Result<Self> {
        let refused = |why: &str| Err(Usage(format!("{option} {}: {why}", path.display())).into());
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => return refused("this is a folder; name a file in it"),
            Ok(found) if !found.is_file() => {
                return refused("this is a device or a pipe, which a file would replace; name another");
            }
            _ => {}
        }
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if parent.is_some_and(|parent| !parent.exists()) {
            return refused("there is no such folder; make it first, or name another");
        }
        // Where nothing is yet, it is made under the name given.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let staging = Staging::beside(&place).with_context(|| format!("cannot write {}", path.display()))?;
        let staged = staging.path().join(place.file_name().unwrap_or_default());
        Ok(Self { path: place, staged, _at_signal: None, _staging: staging })
    }

    /// The path of the first copy.
    pub fn staged(&self) -> &Path {
        &self.staged
    }

    /// Has a signal move the part written so far into place, and say so.
    pub fn kept_at_signal(mut self) -> Self {
        let (staged, path) = (self.staged.clone(), self.path.clone());
        let keep = move || match fs::rename(staged, &path) {
            Ok(()) => tell(&format!("what there is by now is in {}", path.display())),
            Err(error) => tell(&format!("cannot write {}: {error}", path.display())),
        };
        self._at_signal = Some(at_signal(keep));
        self
    }

    /// Writes it, not yet in its place.
    pub fn write(&self, text: &str) -> Result<()> {
        undisturbed(|| fs::write(&self.staged, text))
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Moves it into its place.
    pub fn end(self) -> Result<()> {
        undisturbed(|| fs::rename(&self.staged, &self.path))
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_file_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |path: &Path| {
            OutputFile::begin("-o", path).err().map(|error| format!("{error:#}")).unwrap_or_default()
        };
        assert!(refused(folder.path()).ends_with("this is a folder; name a file in it"));
        assert!(refused(&folder.path().join("absent").join("a.svg")).contains("there is no such folder"));
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn devices_stay_and_links_are_followed() {
        let error = OutputFile::begin("-o", Path::new("/dev/null")).err().unwrap();
        assert!(error.to_string().starts_with("-o /dev/null: this is a device"), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let output = OutputFile::begin("-o", &link).unwrap();
        output.write("new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        output.end().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(folder.path().read_dir().unwrap().count(), 2);
    }
}
