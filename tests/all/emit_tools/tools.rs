//! Finding and running the tools that read what is emitted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::required::all_found;
use movewright::emit::{Dialect, File, Language, emit};
use movewright::netlist::Design;

pub fn tools(test: &str, names: &[&str]) -> bool {
    let run = |name: &&str| Command::new(name).arg("--version").output();
    let missing = |name: &str| format!("{name} is not installed; see `make tools`");
    all_found(test, names.iter().map(|name| run(name).map_err(|_| missing(name))))
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
