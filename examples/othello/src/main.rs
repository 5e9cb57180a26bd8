//! Othello for Movewright, from public items of the library only; README.md has the rules as they
//! are played here, and the words of the command port.

mod core;
mod machine;
mod rules;
#[cfg(test)]
mod tests;
mod text;

use movewright::cores::Registry;

fn main() -> std::process::ExitCode {
    movewright::cli::run(&Registry::new("othello").with(&core::OTHELLO))
}
