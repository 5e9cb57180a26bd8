//! The command line; see [`movewright::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    movewright::cli::run()
}
