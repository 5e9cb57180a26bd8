//! The directory of an exploration, and what it tells beside the files of the jobs.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Result, bail};
use serde::Serialize;

use super::Args;
use crate::cli::staging::{Claim, PREFIX, Unclaimed};
use crate::explore::{self, Failed, Plan, Point, Refused};

/// The page.
pub const PAGE: &str = "explore.html";

const PICTURE: &str = "explore.svg";
const RESULTS: &str = "results.jsonl";

/// The file by which a directory is known to be of explorations.
const MARK: &str = "explore.json";

/// What is explored there.
#[derive(Serialize)]
struct Mark<'a> {
    core: &'a str,
    settings: BTreeMap<&'a str, &'a str>,
    target: &'a str,
    first_seed: u32,
    seeds: u32,
    refused: &'a [Refused],
    failed: Vec<FailedOf<'a>>,
}

/// A job that failed, with its machine.
#[derive(Serialize)]
struct FailedOf<'a> {
    settings: BTreeMap<&'a str, &'a str>,
    #[serde(flatten)]
    failed: &'a Failed,
}

/// The right to explore in a directory, which is new, empty, or of an earlier exploration.
pub fn claim(directory: &Path) -> Result<Claim> {
    if let Err(error) = fs::create_dir_all(directory) {
        bail!("cannot make {}: {error}; choose a directory you may write to with -o", directory.display());
    }
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) => bail!("cannot look at {}: {error}; choose another with -o", directory.display()),
    };
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with(PREFIX)).collect();
    names.sort();
    if let (Some(foreign), false) = (names.first(), names.iter().any(|name| name == MARK)) {
        bail!(
            "{} holds `{foreign}`, and no exploration; choose an empty directory with -o, or move it away",
            directory.display()
        );
    }
    Claim::on(directory).map_err(|why| match why {
        Unclaimed::Taken(process) => anyhow::anyhow!(
            "{} is being explored by another movewright{}; wait until that has ended, or choose another directory with -o",
            directory.display(),
            process.map(|process| format!(" (process {process})")).unwrap_or_default()
        ),
        Unclaimed::Io(error) if error.kind() == ErrorKind::NotFound => {
            anyhow::anyhow!("{} is gone; run this again", directory.display())
        }
        Unclaimed::Io(error) => anyhow::anyhow!(
            "cannot write to {}: {error}; choose a directory you may write to with -o",
            directory.display()
        ),
    })
}

fn pairs(given: &[(String, String)]) -> BTreeMap<&str, &str> {
    given.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// Marks the directory, and writes what was refused and what failed.
pub fn mark(args: &Args, plan: &Plan, points: &[Point]) -> Result<()> {
    let failed = points.iter().flat_map(|point| {
        let of = |failed| FailedOf { settings: pairs(&point.machine.given), failed };
        point.failed.iter().map(of)
    });
    let mark = Mark {
        core: plan.core.name,
        settings: pairs(args.set.pairs()),
        target: plan.target.name,
        first_seed: plan.first_seed,
        seeds: plan.seeds,
        refused: &plan.refused,
        failed: failed.collect(),
    };
    let text = serde_json::to_string_pretty(&mark)? + "\n";
    Ok(explore::replace(&args.output.join(MARK), text.as_bytes())?)
}

/// Writes results, picture and page.
pub fn write(args: &Args, plan: &Plan, points: &[Point], varied: &[&str]) -> Result<()> {
    mark(args, plan, points)?;
    let picture = explore::picture(plan, points, varied)?;
    let rows = explore::rows(plan, points, varied, args.goal.goal());
    let page = explore::page(plan, &picture, &rows)?;
    for (name, text) in [(RESULTS, explore::lines(plan, points)?), (PICTURE, picture), (PAGE, page)] {
        explore::replace(&args.output.join(name), text.as_bytes())?;
    }
    Ok(())
}
