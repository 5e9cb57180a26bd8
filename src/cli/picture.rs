//! `movewright picture`: a core's array as an SVG picture.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::Outcome;
use super::options::core_parser;
use super::output_dir::staging_beside;
use super::results::Results;
use crate::cores::CoreInfo;
use crate::picture;

/// Draw a core's squares, buses and arbiters as an SVG picture
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  movewright picture chess-classic -o array.svg")]
pub struct Args {
    /// The core to draw
    #[arg(value_name = "CORE", value_parser = core_parser())]
    core: &'static CoreInfo,
    /// The file to write; an earlier one is replaced
    #[arg(short, long, value_name = "FILE.svg")]
    output: PathBuf,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let text = picture::array(args.core.board)?;
    let name = args.output.display();
    let doing = || format!("cannot write {name}");
    // Written beside and moved into place: an earlier picture stays whole if this one fails.
    let staging = staging_beside(&args.output).with_context(doing)?;
    let staged = staging.path().join("picture.svg");
    std::fs::write(&staged, text).with_context(doing)?;
    std::fs::rename(&staged, &args.output).with_context(doing)?;
    results.line(name.to_string())?;
    Ok(Outcome::Success)
}
