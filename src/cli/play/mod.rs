//! `movewright play`: a game between people, machines and chance, drawn move by move.

mod blokus;
mod chess;
mod keeper;
mod line;

use anyhow::Result;

use super::Outcome;
use super::results::Results;

/// Play a game against a machine, or watch one
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  movewright play blokus
  movewright play chess

`movewright play GAME --help` tells who can play, and how.")]
pub struct Args {
    #[command(subcommand)]
    game: Game,
}

#[derive(Debug, clap::Subcommand)]
enum Game {
    Blokus(Box<blokus::Args>),
    Chess(Box<chess::Args>),
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    match &args.game {
        Game::Blokus(args) => blokus::run(args, results),
        Game::Chess(args) => chess::run(args, results),
    }
}
