//! The README and the package as who reads or installs them meets them: examples that are true,
//! variables that are all named, files that suffice.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// The commands of the README that it shows the output of, and that output.
fn examples(readme: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    for block in readme.split("\n```").skip(1).step_by(2) {
        for line in block.lines().skip(1) {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command.into(), String::new())),
                (None, Some((_, output))) if block.starts_with("\n$ ") => *output += &format!("{line}\n"),
                _ => {}
            }
        }
    }
    examples.retain(|(_, output)| !output.trim().is_empty());
    examples
}

/// Each is run as it stands there, in a shell and a folder of its own.
#[cfg(unix)]
#[test]
fn the_examples_print_what_the_readme_says() {
    let (folder, programs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_movewright"), programs.path().join("movewright")).unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", programs.path().display());
    let examples = examples(&readme());
    assert!(examples.len() >= 4, "{examples:?}");
    for (command, expected) in examples {
        let shell =
            Command::new("sh").args(["-c", &command]).current_dir(&folder).env("PATH", &path).output();
        let found = String::from_utf8(shell.unwrap().stdout).unwrap();
        assert_eq!(found.trim_end(), expected.trim_end(), "{command}");
    }
}

/// Every file of the project that is written by hand in some language.
fn sources() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["src", "tests", "scripts", "sim"].iter().map(|name| root().join(name)).collect();
    let mut files = vec![root().join("Makefile")];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let entry = entry.unwrap();
            match entry.file_type().unwrap().is_dir() {
                true => folders.push(entry.path()),
                false => files.push(entry.path()),
            }
        }
    }
    files
}

/// The environment variables of the project that a text names.
fn variables(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_uppercase() || c == '_';
    let name = |(at, start): (usize, &str)| {
        let more: String = text[at + start.len()..].chars().take_while(|&c| is_part(c)).collect();
        (!more.is_empty()).then(|| format!("{start}{more}"))
    };
    text.match_indices("MOVEWRIGHT_").filter_map(name).collect()
}

#[test]
fn every_variable_is_in_the_table() {
    let readme = readme();
    let rows = readme.lines().filter(|line| line.starts_with("| `MOVEWRIGHT_"));
    let told: BTreeSet<String> = rows.flat_map(|row| variables(row.split('|').nth(1).unwrap())).collect();
    let used: BTreeSet<String> = sources()
        .iter()
        .filter_map(|file| fs::read_to_string(file).ok())
        .flat_map(|text| variables(&text))
        .collect();
    assert_eq!(told, used);
}

/// The oldest Rust is the one that the package asks for; pictures are where others see them too.
#[test]
fn what_the_readme_says_of_the_package_is_true() {
    let readme = readme();
    let package = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let value = |key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(&format!("{key} = "))).unwrap();
        line.trim_matches('"').to_string()
    };
    assert!(readme.contains(&format!("[Rust](https://rustup.rs) {} or later", value("rust-version"))));
    assert!(readme.contains(&format!("git clone {}\n", value("repository"))));
    let pictures: Vec<&str> =
        readme.split("![").skip(1).map(|picture| picture.split(['(', ')']).nth(1).unwrap()).collect();
    assert!(!pictures.is_empty());
    for picture in pictures {
        let path = picture.strip_prefix("https://raw.githubusercontent.com/movewright/movewright/main/");
        assert!(path.is_some_and(|path| root().join(path).is_file()), "{picture}");
    }
}

/// The package has what a user builds from, reads and may do with it; no tests, and no large data.
#[test]
fn the_package_is_what_a_user_needs() {
    let cargo = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let list = String::from_utf8(cargo.stdout).unwrap();
    let files: Vec<&str> = list.lines().collect();
    for needed in [
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "CHANGELOG.md",
        "askama.toml",
        "constraints/boards/ulx3s-85f.toml",
        "docs/array.svg",
        "docs/tutorial.md",
        "sim/ice40/cells.v",
        "sim/verilator/harness.cpp",
        "src/lib.rs",
        "src/main.rs",
        "templates/module.vhd",
        "tests/data/figures/area.chess-classic.json",
        "tests/data/figures/synth.chess-count.ecp5.json",
    ] {
        assert!(files.contains(&needed), "{needed} is missing");
    }
    let data =
        ["tests/data/blokus_", "tests/data/chess_perft", "tests/data/chess_traps", "tests/data/figures/"];
    let foreign = |file: &&&str| {
        let of_tests = |part: &str| ["tests", "tests.rs", "snapshots"].contains(&part);
        file.split('/').any(of_tests) && !data.iter().any(|data| file.starts_with(data))
    };
    assert_eq!(files.iter().filter(foreign).collect::<Vec<_>>(), Vec::<&&str>::new());
    let size: u64 =
        files.iter().filter_map(|file| fs::metadata(root().join(file)).ok()).map(|found| found.len()).sum();
    assert!(files.len() < 1_100 && size < 5_500_000, "{} files, {size} bytes", files.len());
    // Whatever the library takes text from is there.
    for source in files.iter().filter(|file| file.ends_with(".rs")) {
        let text = fs::read_to_string(root().join(source)).unwrap();
        for included in text.split("include_str!(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let path = root().join(source).parent().unwrap().join(included);
            let path = path.canonicalize().unwrap();
            let name = path.strip_prefix(root().canonicalize().unwrap()).unwrap().to_str().unwrap();
            assert!(files.contains(&name) || in_tests(&text, included), "{source} takes {name}");
        }
    }
}

/// Whether a text is taken by the tests at the end of a file alone.
fn in_tests(text: &str, included: &str) -> bool {
    let tests = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    !text[..tests].contains(included)
}
