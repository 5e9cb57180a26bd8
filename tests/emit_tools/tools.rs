//! Finding and running the tools that read what is emitted.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use movewright::emit::{Dialect, File, Language, emit};
use movewright::netlist::Design;

/// True where every tool can be run. Where one is missing the test says so and ends, and fails on a machine that must
/// have them all.
pub fn tools(test: &str, names: &[&str]) -> bool {
    let missing: Vec<&&str> =
        names.iter().filter(|name| Command::new(name).arg("--version").output().is_err()).collect();
    if missing.is_empty() {
        return true;
    }
    let required = ["CI", "MOVEWRIGHT_REQUIRE_TOOLS"].iter().any(|name| std::env::var_os(name).is_some());
    assert!(!required, "{test}: {missing:?} must be installed here; see `make tools`");
    // Straight to the stream, so that the test harness does not hide it.
    let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {missing:?} not installed; see `make tools`");
    false
}

/// An empty folder of its own.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Emits into a folder; gives the names of the sources in order of compilation.
pub fn write(design: &Design, language: Language, dialect: Dialect, folder: &Path) -> Vec<String> {
    let files = emit(design, language, dialect).unwrap();
    for File { name, text } in &files {
        fs::write(folder.join(name), text).unwrap();
    }
    let list = &files.last().unwrap().text;
    list.lines().map(str::to_string).collect()
}

/// Runs a tool, which must succeed, and gives what it printed.
pub fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?} in {}:\n{text}", folder.display());
    text
}

/// The same for a tool that must have nothing to say.
pub fn run_silently(folder: &Path, program: &str, arguments: &[&str]) {
    let text = run(folder, program, arguments);
    assert!(text.trim().is_empty(), "{program} {arguments:?} in {}:\n{text}", folder.display());
}
