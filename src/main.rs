//! The command line; see [`movewright::cli`].

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    movewright::cli::run()
}
