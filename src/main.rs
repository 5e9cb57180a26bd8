//! The command line; see [`movewright::cli`].

#![forbid(unsafe_code)]

use std::process::ExitCode;

use movewright::cores::Registry;

fn main() -> ExitCode {
    movewright::cli::run(&Registry::ours())
}
