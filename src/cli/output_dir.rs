//! A directory of generated files: written completely or not at all, and never over anything that
//! is not ours.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::staging::{Claim, PREFIX, Staging, Unclaimed};
use crate::cores::Settings;
use crate::emit::File;
use crate::flow::undisturbed;

/// The file that lists the files written.
const MANIFEST: &str = "movewright.json";

/// The content of the manifest, by which a later run recognises its own files.
#[derive(Serialize, Deserialize)]
struct Manifest {
    core: String,
    settings: BTreeMap<String, String>,
    /// The beginning of the names, and the VHDL library, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prefix: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    library: Option<String>,
    /// The SHA-256 digest of each file.
    files: BTreeMap<String, String>,
}

/// The reasons why generated files were not written.
#[derive(Debug, Error)]
pub enum OutputError {
    /// Something that cannot be read or written.
    #[error("cannot {action} {}: {error}; choose a directory you may write to with -o", path.display())]
    Io { action: &'static str, path: PathBuf, error: io::Error },
    /// Another run is writing there.
    #[error(
        "{} is being written by another movewright{}; wait until that has ended, or choose another directory with -o",
        path.display(), process.map(|process| format!(" (process {process})")).unwrap_or_default()
    )]
    Busy { path: PathBuf, process: Option<u32> },
    /// Another run made the directory since this one found none.
    #[error(
        "{} was written by another run meanwhile, and stays as that wrote it; choose another directory with -o, or \
         run this again to replace it",
        path.display()
    )]
    Overtaken { path: PathBuf },
    /// A file where a directory should be.
    #[error("{} is not a directory; choose another with -o", path.display())]
    NotADirectory { path: PathBuf },
    /// A file that no earlier run wrote.
    #[error(
        "{} holds `{foreign}`, which movewright did not write; choose an empty directory with -o, or move it away",
        path.display()
    )]
    Foreign { path: PathBuf, foreign: String },
    /// A file that an earlier run wrote and somebody changed.
    #[error(
        "{} has been changed since movewright wrote it; choose another directory with -o, or move it away",
        path.display()
    )]
    Changed { path: PathBuf },
    /// A manifest that cannot be read back.
    #[error("{} does not read as a list of generated files ({error}); choose another directory with -o", path.display())]
    Manifest { path: PathBuf, error: serde_json::Error },
}

/// Adds to an error the action and the path that failed.
fn doing(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> OutputError {
    let path = path.to_path_buf();
    move |error| OutputError::Io { action, path, error }
}

/// The right to write to a directory that exists.
fn claim(directory: &Path) -> Result<Claim, OutputError> {
    Claim::on(directory).map_err(|why| match why {
        Unclaimed::Taken(process) => OutputError::Busy { path: directory.into(), process },
        Unclaimed::Io(error) => doing("write to", directory)(error),
    })
}

/// The naming that distinguishes a core's names from those of another, if it is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Naming<'a> {
    /// The beginning of the names.
    pub prefix: Option<&'a str>,
    /// The VHDL library.
    pub library: Option<&'a str>,
}

/// Writes these files and their manifest into the directory, which is new, empty, or as an earlier
/// run left it.
///
/// All files are written elsewhere first. A new directory then appears in one step. In an existing
/// directory, files are replaced one by one, each in one step, and files of the earlier run that
/// are no longer wanted are removed. Of two runs at once, one writes all its files, and the other
/// gets an error.
pub fn write(directory: &Path, core: &str, settings: &Settings, files: &[File]) -> Result<(), OutputError> {
    write_named(directory, core, settings, Naming::default(), files)
}

/// The same as [`write`], for a core with names of its own.
pub fn write_named(
    directory: &Path,
    core: &str,
    settings: &Settings,
    naming: Naming,
    files: &[File],
) -> Result<(), OutputError> {
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|file| (file.name.as_str(), file.text.as_bytes())).collect();
    put(directory, &manifest(core, settings, naming, &files), &files)
}

/// The same as [`write`], for files that may be no text: names and contents.
pub fn write_bytes(
    directory: &Path,
    core: &str,
    settings: &Settings,
    files: &[(&str, &[u8])],
) -> Result<(), OutputError> {
    put(directory, &manifest(core, settings, Naming::default(), files), files)
}

fn put(directory: &Path, manifest: &Manifest, files: &[(&str, &[u8])]) -> Result<(), OutputError> {
    match fs::metadata(directory) {
        Ok(found) if found.is_dir() => replace(directory, manifest, files),
        Ok(_) => Err(OutputError::NotADirectory { path: directory.into() }),
        Err(error) if error.kind() == ErrorKind::NotFound => create(directory, manifest, files),
        Err(error) => Err(doing("look at", directory)(error)),
    }
}

/// Whether [`write`] would accept this directory and could write to it; checked before long work.
pub fn check(directory: &Path) -> Result<(), OutputError> {
    match fs::metadata(directory) {
        Ok(found) if found.is_dir() => {
            earlier_files(directory)?;
            claim(directory).map(drop)
        }
        Ok(_) => Err(OutputError::NotADirectory { path: directory.into() }),
        // It will be made in the first directory above it that is there.
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let above = directory.ancestors().skip(1).find(|above| above.exists());
            let above = above.filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
            Staging::within(above).map(drop).map_err(doing("write to", directory))
        }
        Err(error) => Err(doing("look at", directory)(error)),
    }
}

fn create(directory: &Path, manifest: &Manifest, files: &[(&str, &[u8])]) -> Result<(), OutputError> {
    if let Some(parent) = directory.parent() {
        fs::create_dir_all(parent).map_err(doing("make", parent))?;
    }
    let staging = Staging::beside(directory).map_err(doing("write to the parent directory of", directory))?;
    undisturbed(|| {
        fill(staging.path(), manifest, files)?;
        fs::rename(staging.path(), directory).map_err(|error| match directory.is_dir() {
            true => OutputError::Overtaken { path: directory.into() },
            false => doing("make", directory)(error),
        })
    })
}

fn replace(directory: &Path, manifest: &Manifest, files: &[(&str, &[u8])]) -> Result<(), OutputError> {
    let _claim = claim(directory)?;
    let earlier = earlier_files(directory)?;
    let staging = Staging::within(directory).map_err(doing("write to", directory))?;
    let into_place = |name: &str| {
        let path = directory.join(name);
        fs::rename(staging.path().join(name), &path).map_err(doing("replace", &path))
    };
    // A signal in the middle would leave files of both runs, and a manifest that knows neither.
    undisturbed(|| {
        fill(staging.path(), manifest, files)?;
        for name in manifest.files.keys() {
            into_place(name)?;
        }
        for stale in earlier.iter().filter(|name| !manifest.files.contains_key(*name)) {
            let path = directory.join(stale);
            fs::remove_file(&path).map_err(doing("remove", &path))?;
        }
        into_place(MANIFEST)
    })
}

fn manifest(core: &str, settings: &Settings, naming: Naming, files: &[(&str, &[u8])]) -> Manifest {
    Manifest {
        core: core.into(),
        settings: settings.texts(),
        prefix: naming.prefix.map(Into::into),
        library: naming.library.map(Into::into),
        files: files.iter().map(|(name, bytes)| (name.to_string(), digest(bytes))).collect(),
    }
}

fn fill(directory: &Path, manifest: &Manifest, files: &[(&str, &[u8])]) -> Result<(), OutputError> {
    let write = |name: &str, bytes: &[u8]| {
        let path = directory.join(name);
        fs::write(&path, bytes).map_err(doing("write", &path))?;
        if bytes.starts_with(b"#!") { executable(&path).map_err(doing("write", &path)) } else { Ok(()) }
    };
    for (name, bytes) in files {
        write(name, bytes)?;
    }
    let manifest = serde_json::to_string_pretty(manifest)
        .map_err(|error| OutputError::Manifest { path: directory.join(MANIFEST), error })?;
    write(MANIFEST, (manifest + "\n").as_bytes())
}

/// Lets everybody who may read a script run it.
#[cfg(unix)]
fn executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = fs::metadata(path)?.permissions();
    permissions.set_mode(permissions.mode() | ((permissions.mode() & 0o444) >> 2));
    fs::set_permissions(path, permissions)
}

#[cfg(not(unix))]
fn executable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The files of an earlier run, when the directory holds these and nothing else.
fn earlier_files(directory: &Path) -> Result<Vec<String>, OutputError> {
    let looking = || doing("look at", directory);
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(looking())? {
        found.push(entry.map_err(looking())?.file_name().to_string_lossy().into_owned());
    }
    found.sort();
    let known = match found.iter().any(|name| name == MANIFEST) {
        true => read_manifest(&directory.join(MANIFEST))?.files,
        false => BTreeMap::new(),
    };
    // What a run left that was killed is no file of anybody's.
    found.retain(|name| name != MANIFEST && !name.starts_with(PREFIX));
    for name in &found {
        let path = directory.join(name);
        let Some(written) = known.get(name) else {
            return Err(OutputError::Foreign { path: directory.into(), foreign: name.clone() });
        };
        let now = fs::read(&path).map_err(doing("read", &path))?;
        if digest(&now) != *written {
            return Err(OutputError::Changed { path });
        }
    }
    Ok(found)
}

fn read_manifest(path: &Path) -> Result<Manifest, OutputError> {
    let text = fs::read_to_string(path).map_err(doing("read", path))?;
    serde_json::from_str(&text).map_err(|error| OutputError::Manifest { path: path.into(), error })
}

fn digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cores;

    fn file(name: &str, text: &str) -> File {
        File { name: name.into(), text: text.into() }
    }

    fn run(directory: &Path, files: &[File]) -> Result<(), String> {
        let core = cores::find("chess-classic").unwrap();
        let settings = Settings::parse::<&str, &str>(core, &[]).unwrap();
        write(directory, core.name, &settings, files).map_err(|error| error.to_string())
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = directory.read_dir().unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_run_replaces_what_an_earlier_one_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("deep").join("out");
        run(&output, &[file("a.v", "one"), file("b.v", "two")]).unwrap();
        assert_eq!(names(&output), ["a.v", "b.v", MANIFEST]);
        run(&output, &[file("b.v", "three"), file("c.vhd", "four")]).unwrap();
        assert_eq!(names(&output), ["b.v", "c.vhd", MANIFEST]);
        assert_eq!(fs::read_to_string(output.join("b.v")).unwrap(), "three");
        assert_eq!(names(output.parent().unwrap()), ["out"]);
    }

    #[test]
    fn an_empty_directory_is_filled() {
        let folder = tempfile::tempdir().unwrap();
        run(folder.path(), &[file("a.v", "one")]).unwrap();
        assert_eq!(names(folder.path()), ["a.v", MANIFEST]);
    }

    #[test]
    fn foreign_and_changed_files_stop_it_and_stay() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path();
        fs::write(output.join("notes.txt"), "mine").unwrap();
        let error = run(output, &[file("a.v", "one")]).unwrap_err();
        assert!(error.contains("holds `notes.txt`, which movewright did not write"), "{error}");
        assert_eq!(names(output), ["notes.txt"]);

        fs::remove_file(output.join("notes.txt")).unwrap();
        run(output, &[file("a.v", "one")]).unwrap();
        fs::write(output.join("a.v"), "edited").unwrap();
        let error = run(output, &[file("a.v", "two")]).unwrap_err();
        assert!(error.contains("a.v has been changed since"), "{error}");
        assert_eq!(fs::read_to_string(output.join("a.v")).unwrap(), "edited");

        fs::write(output.join(MANIFEST), "{}").unwrap();
        assert!(run(output, &[]).unwrap_err().contains("does not read as a list of generated files"));
        assert_eq!(names(output), ["a.v", MANIFEST]);
    }

    #[test]
    #[cfg(unix)]
    fn scripts_can_be_run_and_nothing_else() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out");
        let files = [file("build.sh", "#!/bin/sh\necho it runs\n"), file("a.v", "module a;\n")];
        // New, and in a directory that is there.
        for _ in 0..2 {
            run(&output, &files).unwrap();
            let mode = |name: &str| fs::metadata(output.join(name)).unwrap().permissions().mode() & 0o111;
            assert_eq!((mode("build.sh") & 0o100, mode("a.v")), (0o100, 0));
        }
        let ran = std::process::Command::new(output.join("build.sh")).output().unwrap();
        assert_eq!(ran.stdout, b"it runs\n");
    }

    #[test]
    fn what_cannot_be_a_directory_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("taken");
        fs::write(&taken, "a file").unwrap();
        assert!(run(&taken, &[]).unwrap_err().contains("taken is not a directory"));
        assert!(run(&taken.join("below"), &[]).unwrap_err().starts_with("cannot "));
        assert_eq!(names(folder.path()), ["taken"]);
    }

    /// Files of one run or of the other, whichever came first; the other gets an error.
    #[test]
    fn two_runs_at_once_do_not_mix() {
        let folder = tempfile::tempdir().unwrap();
        for round in 0..40 {
            let output = folder.path().join(format!("out_{}", round / 2));
            let started = |name: &'static str| {
                let output = output.clone();
                std::thread::spawn(move || {
                    let files: Vec<_> = (0..20).map(|n| file(&format!("{name}_{n}.v"), name)).collect();
                    run(&output, &files)
                })
            };
            let runs = [started("one"), started("other")].map(|run| run.join().unwrap());
            assert!(runs.iter().any(Result::is_ok), "{runs:?}");
            for told in runs.iter().filter_map(|run| run.as_ref().err()) {
                let expected = ["is being written by another movewright", "was written by another run"];
                assert!(expected.iter().any(|expected| told.contains(expected)), "{told}");
            }
            let manifest = read_manifest(&output.join(MANIFEST)).unwrap();
            let found = names(&output);
            let listed: Vec<_> = manifest.files.keys().cloned().chain([MANIFEST.to_string()]).collect();
            assert_eq!(found.iter().collect::<std::collections::BTreeSet<_>>(), listed.iter().collect());
            assert_eq!(found.len(), 21);
        }
        assert_eq!(names(folder.path()).len(), 20);
    }

    /// A file that cannot be staged leaves the directory as it was.
    #[test]
    fn a_failure_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out");
        let wrong = [file("a.v", "one"), file("absent/b.v", "two")];
        assert!(run(&output, &wrong).unwrap_err().starts_with("cannot write "));
        assert!(names(folder.path()).is_empty());
        run(&output, &wrong[..1]).unwrap();
        run(&output, &wrong).unwrap_err();
        assert_eq!(names(&output), ["a.v", MANIFEST]);
    }
}
