//! The command line as a user meets it: texts and exit statuses in `tests/cmd`, and pipes nobody reads.

use std::process::{Command, Stdio};

#[test]
fn texts_and_exit_statuses() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}

/// Whoever reads the results may stop at any time.
#[test]
fn a_broken_pipe_is_no_failure() {
    for arguments in
        [&["cores"][..], &["cores", "--format", "json"], &["--completion", "zsh"], &["perft", "--help"]]
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        let output = command.args(arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert!(output.status.success(), "{arguments:?}: {}", output.status);
    }
}

/// A full disk is a failure, unlike a broken pipe.
#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_are_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    let output = command.arg("cores").stdout(full).stderr(Stdio::piped()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.starts_with("error: cannot write the results: "), "{error}");
    assert_eq!(output.status.code(), Some(1));
}
