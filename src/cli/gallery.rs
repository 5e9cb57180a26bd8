//! `movewright gallery`: the pages of all cores, and a page that shows them.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::options::core_parser;
use super::output_dir;
use super::progress::Progress;
use super::results::Results;
use super::{Outcome, help};
use crate::cores::{CoreInfo, Settings, cores};
use crate::emit::File;
use crate::report::{INDEX, Request, gallery, sheet};

/// The text of the help.
const HELP: &str = "\
Each page is the one that `movewright report CORE` writes. index.html has a picture, a sentence, the
figures and a link for each. The pages fetch nothing, so you can open the directory as it is, or put it
on any web server.

A missing directory is made. The files of an earlier run are replaced. A directory with any other
file in it is refused. The file movewright.json lists the files written.";

/// Command lines that any core is for.
const EXAMPLES: &[&str] = &["movewright gallery -o gallery", "movewright gallery CORE -o gallery"];

/// Write the pages of all cores, and a page that shows them
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("gallery", HELP, EXAMPLES))]
pub struct Args {
    /// The cores; all by default
    #[arg(value_name = "CORE", value_parser = core_parser())]
    cores: Vec<&'static CoreInfo>,
    /// The directory to write to
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    output_dir::check(&args.output)?;
    let wanted =
        |core: &&CoreInfo| args.cores.is_empty() || args.cores.iter().any(|one| one.name == core.name);
    let chosen: Vec<&'static CoreInfo> = cores().filter(wanted).collect();
    let progress = Progress::of_long_steps(chosen.len());
    let (mut cards, mut files) = (Vec::new(), Vec::new());
    for core in chosen {
        progress.doing(format!("simulating a short run of {}", core.name));
        let settings = Settings::default().of(core);
        let request =
            Request { core, settings, root: core.start()?, measured: Vec::new(), figures: Vec::new() };
        let sheet = sheet(&request).with_context(|| core.name)?;
        files.push(File { name: sheet.card.file(), text: sheet.page });
        cards.push(sheet.card);
        progress.done();
    }
    drop(progress);
    files.insert(0, File { name: INDEX.into(), text: gallery(&cards)? });
    output_dir::write(&args.output, "gallery", &Settings::default(), &files)?;
    for file in &files {
        results.line(args.output.join(&file.name).display().to_string())?;
    }
    Ok(Outcome::Success)
}
