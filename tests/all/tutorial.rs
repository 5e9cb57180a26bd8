//! The tutorial's programs in a crate that has `movewright` and nothing else.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The library that this test was built with, among those that were built before.
fn library(folder: &Path) -> PathBuf {
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with("libmovewright-") && name.ends_with(".rlib")
    };
    let all = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).filter(is_ours);
    all.max_by_key(|path| path.metadata().unwrap().modified().unwrap()).unwrap()
}

#[test]
fn the_tutorial_needs_movewright_alone() {
    let tutorial = include_str!("../../docs/tutorial.md");
    let programs: Vec<&str> = tutorial
        .split("```rust\n")
        .skip(1)
        .filter_map(|text| text.split("\n```").next())
        .filter(|text| text.contains("fn main()"))
        .collect();
    assert_eq!(programs.len(), 3);
    let test = std::env::current_exe().unwrap();
    let built = test.parent().unwrap();
    let library = library(built);
    let folder = tempfile::tempdir().unwrap();
    for (number, program) in programs.iter().enumerate() {
        let source = folder.path().join(format!("program_{number}.rs"));
        std::fs::write(&source, program).unwrap();
        // Checked as far as `cargo check` does; what they do is tried with the documentation.
        let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        command
            .args(["--edition", "2024", "--emit", "metadata", "--out-dir"])
            .arg(folder.path())
            .arg(&source);
        command.arg("--extern").arg(format!("movewright={}", library.display()));
        command.arg("-L").arg(format!("dependency={}", built.display()));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}\n{program}", String::from_utf8_lossy(&output.stderr));
    }
}
