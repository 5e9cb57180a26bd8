//! Running a copy of the command that a test has just written.

use std::io::ErrorKind;
use std::process::{Command, Output};
use std::thread;

/// What came of it. While another test starts a child, that may still hold the copy open for
/// writing, and nothing can run it.
pub fn output(command: &mut Command) -> Output {
    loop {
        match command.output() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => thread::yield_now(),
            output => return output.unwrap(),
        }
    }
}
