//! Folders in which files are written before they go to their place, and the claim to a place. The
//! next run clears away what a killed run left.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::flow::{AtSignal, Folder, at_signal, undisturbed};

/// The beginning of the names of all staging folders and claims.
pub const PREFIX: &str = ".movewright-";

/// In a staging folder: locked as long as its run lives.
const ALIVE: &str = "lock";

/// A staging folder without that file is of a run that has just begun, or older than this.
const BEGINNING: Duration = Duration::from_secs(60);

/// A new empty folder, removed when dropped and at a signal. Its contents can be renamed to places
/// beside it.
pub struct Staging {
    files: PathBuf,
    alive: Option<File>,
    folder: Option<Folder>,
}

impl Staging {
    /// Beside a file or folder to come.
    pub fn beside(path: &Path) -> io::Result<Self> {
        Self::within(path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")))
    }

    /// In a folder.
    pub fn within(folder: &Path) -> io::Result<Self> {
        clear_abandoned(folder);
        undisturbed(|| {
            let folder = Folder::within(folder, PREFIX)?;
            let alive = locked(folder.path())?;
            let files = folder.path().join("files");
            fs::create_dir(&files)?;
            Ok(Self { files, alive: Some(alive), folder: Some(folder) })
        })
    }

    /// The first place of the files.
    pub fn path(&self) -> &Path {
        &self.files
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        undisturbed(|| {
            drop(self.alive.take());
            drop(self.folder.take());
        });
    }
}

/// Makes the file that shows that a run lives. The file is locked before it has its name, so that
/// no other run sees it free.
fn locked(staging: &Path) -> io::Result<File> {
    let unnamed = staging.join("unlocked");
    let alive = File::create(&unnamed)?;
    match alive.try_lock() {
        Err(TryLockError::WouldBlock) => Err(ErrorKind::WouldBlock.into()),
        Ok(()) => fs::rename(&unnamed, staging.join(ALIVE)).map(|()| alive),
        // Where there are no locks, the folder is taken for one of a run that has just begun.
        Err(TryLockError::Error(_)) => Ok(alive),
    }
}

/// Removes staging folders whose runs are gone. Folders that cannot be removed stay, because there
/// is nobody to tell.
fn clear_abandoned(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let staging = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if staging && entry.file_type().is_ok_and(|kind| kind.is_dir()) && abandoned(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn abandoned(staging: &Path) -> bool {
    match File::open(staging.join(ALIVE)) {
        Ok(alive) => alive.try_lock().is_ok(),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let made = fs::metadata(staging).and_then(|found| found.modified());
            made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age > BEGINNING))
        }
        Err(_) => false,
    }
}

/// The right to change the contents of a folder, which one run has at a time.
pub struct Claim {
    path: PathBuf,
    _at_signal: AtSignal,
    _locked: File,
}

/// The reasons why there is no claim.
#[derive(Debug)]
pub enum Unclaimed {
    /// Another run has it: its process, where that can be told.
    Taken(Option<u32>),
    /// The folder cannot be written to.
    Io(io::Error),
}

impl Claim {
    /// Claims an existing folder. The claim of a killed run is taken over, because its lock went
    /// with it.
    pub fn on(folder: &Path) -> Result<Self, Unclaimed> {
        undisturbed(|| Self::take(folder.join(format!("{PREFIX}lock"))))
    }

    fn take(path: PathBuf) -> Result<Self, Unclaimed> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let told = format!("{} {number}\n", std::process::id());
        // Who had it may have removed the file after it was opened here, and another may have made
        // it anew.
        for _ in 0..100 {
            let mut options = File::options();
            let mut file = options
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .map_err(Unclaimed::Io)?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Err(Unclaimed::Taken(holder(&path)));
            }
            file.set_len(0).and_then(|()| file.write_all(told.as_bytes())).map_err(Unclaimed::Io)?;
            if fs::read_to_string(&path).is_ok_and(|found| found == told) {
                let place = path.clone();
                let _at_signal = at_signal(move || drop(fs::remove_file(place)));
                return Ok(Self { path, _at_signal, _locked: file });
            }
        }
        Err(Unclaimed::Taken(holder(&path)))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // Before the lock goes, so that nobody else's is removed.
        let _ = fs::remove_file(&self.path);
    }
}

/// The process that a claim names.
fn holder(path: &Path) -> Option<u32> {
    fs::read_to_string(path).ok()?.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = folder
            .read_dir()
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_claim_is_one_run_s_until_it_goes() {
        let folder = tempfile::tempdir().unwrap();
        let first = Claim::on(folder.path()).unwrap();
        let Err(Unclaimed::Taken(holder)) = Claim::on(folder.path()) else { panic!("it was taken") };
        assert_eq!(holder, Some(std::process::id()));
        drop(first);
        assert!(names(folder.path()).is_empty());
        drop(Claim::on(folder.path()).ok().unwrap());
        // What a run left that was killed.
        fs::write(folder.path().join(".movewright-lock"), "1 0\n").unwrap();
        drop(Claim::on(folder.path()).ok().unwrap());
        assert!(names(folder.path()).is_empty());
        assert!(matches!(Claim::on(&folder.path().join("absent")), Err(Unclaimed::Io(_))));
    }

    /// Runs that begin at once clear away nothing of each other.
    #[test]
    fn runs_that_begin_at_once_stay() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(|| {
                    for _ in 0..300 {
                        let staging = Staging::within(folder.path()).unwrap();
                        assert!(staging.path().exists());
                    }
                });
            }
        });
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn what_a_killed_run_left_goes_and_what_a_live_one_has_stays() {
        let folder = tempfile::tempdir().unwrap();
        let live = Staging::within(folder.path()).unwrap();
        let left = folder.path().join(".movewright-left");
        fs::create_dir(&left).unwrap();
        fs::write(left.join(ALIVE), "").unwrap();
        fs::write(left.join("half.v"), "half").unwrap();
        // One that has just begun, a file, and a folder of somebody else.
        fs::create_dir(folder.path().join(".movewright-beginning")).unwrap();
        fs::write(folder.path().join(".movewright-file"), "").unwrap();
        fs::create_dir(folder.path().join("other")).unwrap();
        drop(Staging::within(folder.path()).unwrap());
        let found = names(folder.path());
        assert!(live.path().exists() && !left.exists(), "{found:?}");
        assert_eq!(found.len(), 4, "{found:?}");
        drop(live);
        assert_eq!(names(folder.path()), [".movewright-beginning", ".movewright-file", "other"]);
    }
}
