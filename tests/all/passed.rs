//! Work that is done once: a test of what a tool says of a text need not be run again as long as
//! nothing that goes into it has changed since it passed.
//!
//! `tests/data/passed.txt` has a line for each such test: its name, and a digest of all that it
//! depends on. These are the texts and data that it hands to the tools, the tools' versions, the
//! versions of the tools' own packages, and the sources that run the tools and judge them. Where
//! one byte differs, or where a line is missing, the test runs. So a change is never believed, and
//! a record that is out of date costs time alone.
//!
//! `make passed` runs all of these tests, whatever the record says, and writes it anew.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use movewright::flow::{Program, Tool, digest};
use serde::Serialize;

/// What a test depends on: a digest of each thing.
pub struct Inputs(Vec<String>);

impl Inputs {
    /// The tools, which must be there, and the files of the project that run and judge them: files
    /// and whole folders, from the project's own folder. Tests within a folder of sources judge
    /// nothing else.
    pub fn new(tools: &[Program], sources: &[&str]) -> Self {
        let mut inputs = Self(Vec::new());
        for &program in tools {
            inputs.tool(&Tool::find(program).unwrap_or_else(|error| panic!("{error}")));
        }
        let own = ["scripts/requirements.txt", "scripts/quicken_vsg.py"];
        for source in own.iter().chain(sources) {
            inputs.files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(source), is_test);
        }
        inputs
    }

    /// And a folder with all that is in it, without the names above it.
    pub fn with_files(mut self, folder: &Path) -> Self {
        self.files(folder, |_| false);
        self
    }

    fn files(&mut self, path: &Path, is_left_out: fn(&Path) -> bool) {
        if !path.is_dir() {
            let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            return self.0.push(digest([&*name, &text]));
        }
        let mut entries: Vec<PathBuf> =
            fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.retain(|entry| !is_left_out(entry));
        entries.sort();
        entries.iter().for_each(|entry| self.files(entry, is_left_out));
    }

    /// A tool, with its version.
    pub fn tool(&mut self, tool: &Tool) {
        self.add(&(tool.name(), tool.version()));
    }

    /// Something with a text of its own.
    pub fn add(&mut self, input: &impl Debug) {
        self.0.push(digest([&*format!("{input:?}")]));
    }

    /// Something that is written as JSON.
    pub fn add_json(&mut self, input: &impl Serialize) {
        self.0.push(digest([&*serde_json::to_string(input).unwrap()]));
    }

    fn digest(&self) -> String {
        digest(self.0.iter().map(String::as_str))
    }
}

/// Whether a file or a folder among sources has their tests.
fn is_test(path: &Path) -> bool {
    path.file_stem().is_some_and(|name| name == "tests")
}

fn record() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/passed.txt")
}

fn read() -> BTreeMap<String, String> {
    read_from(&fs::read_to_string(record()).unwrap_or_default())
}

fn read_from(text: &str) -> BTreeMap<String, String> {
    // A name may be several words.
    let lines = text.lines().filter_map(|line| line.rsplit_once(' '));
    lines.map(|(name, digest)| (name.into(), digest.into())).collect()
}

/// The record as the tests found it.
static FOUND: LazyLock<BTreeMap<String, String>> = LazyLock::new(read);

/// One test writes at a time.
static WRITING: Mutex<()> = Mutex::new(());

fn write(passed: &BTreeMap<String, String>) -> String {
    passed.iter().map(|(name, digest)| format!("{name} {digest}\n")).collect()
}

/// Runs a test that panics if it fails, except where it passed with the same inputs.
pub fn unless_passed(name: &str, inputs: Inputs, test: impl FnOnce()) {
    let anew = std::env::var_os("MOVEWRIGHT_PASSED").is_some_and(|wanted| wanted == "anew");
    let digest = inputs.digest();
    if !anew && FOUND.get(name) == Some(&digest) {
        return;
    }
    test();
    if anew {
        let _one = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut passed = read();
        passed.insert(name.into(), digest);
        fs::write(record(), write(&passed)).unwrap();
    }
}

#[test]
fn a_byte_more_is_another_input() {
    let digest = |text: &str, source: &str| {
        let mut inputs = Inputs::new(&[], &[source]);
        inputs.add(&text);
        inputs.digest()
    };
    assert_eq!(digest("a", "src/prove"), digest("a", "src/prove"));
    assert_ne!(digest("a", "src/prove"), digest("b", "src/prove"));
    assert_ne!(digest("a", "src/prove"), digest("a", "src/prove/lint.rs"));
    // Tests judge nothing else.
    let sources = tempfile::tempdir().unwrap();
    let digest = || {
        let mut inputs = Inputs::new(&[], &[]);
        inputs.files(sources.path(), is_test);
        inputs.digest()
    };
    let without = digest();
    fs::create_dir(sources.path().join("tests")).unwrap();
    fs::write(sources.path().join("tests/mod.rs"), "").unwrap();
    fs::write(sources.path().join("tests.rs"), "").unwrap();
    assert_eq!(digest(), without);
    fs::write(sources.path().join("lint.rs"), "").unwrap();
    assert_ne!(digest(), without);
}

#[test]
fn what_is_written_is_read_again() {
    let passed: BTreeMap<String, String> =
        [("check chess-small", "12"), ("check chess-count", "34"), ("one", "56")]
            .map(|(name, digest)| (name.into(), digest.into()))
            .into();
    assert_eq!(read_from(&write(&passed)), passed);
}

#[test]
fn a_test_that_fails_or_changes_is_not_taken_for_passed() {
    let (name, inputs) = ("no test has this name", || Inputs::new(&[], &[]));
    let failed = std::panic::catch_unwind(|| unless_passed(name, inputs(), || panic!("it fails")));
    assert!(failed.is_err() && !read().contains_key(name));
    // Every line of the record is a name and a digest, and none of them is that of other inputs.
    let other = inputs().digest();
    assert!(FOUND.values().all(|digest| digest.len() == other.len() && *digest != other));
}
