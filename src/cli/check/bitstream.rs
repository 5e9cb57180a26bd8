//! `movewright check --bitstream`: the file for the board, read back into logic and played with.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::{Args, keep, verdict, versions};
use crate::board::bitstream::{self, BitstreamError, Difference, Game, Played, unpack};
use crate::board::{CircuitBoard, Product, Project, ProjectOptions};
use crate::cli::build::{make, on_board, tell_chosen};
use crate::cli::options::Format;
use crate::cli::progress::Progress;
use crate::cli::results::Results;
use crate::cli::{Outcome, Usage, input};
use crate::flow::{Folder, Tool};
use crate::simulate::outside;

/// The name of the step in a report.
const STEP: &str = "bitstream";

/// The step as a line of JSON.
#[derive(Serialize)]
struct Report<'a> {
    core: &'static str,
    settings: BTreeMap<String, String>,
    board: &'a str,
    tools: BTreeMap<&'static str, String>,
    step: &'static str,
    passed: bool,
    seconds: f64,
    shown: Vec<String>,
    excluded: Vec<String>,
    findings: Vec<&'a Difference>,
}

/// The file that is checked.
struct Image {
    name: String,
    bytes: Vec<u8>,
    /// What was made with it, if it was built now.
    beside: Vec<Product>,
}

pub(super) fn run(args: &Args, file: &Path, results: &mut Results) -> Result<Outcome> {
    let board = args.board.as_deref().ok_or_else(|| Usage("--bitstream needs --board".into()))?;
    let (board, settings, chosen) = on_board(args.core, board, None, &args.set)?;
    let tools = bitstream::tools(board.device.family)?;
    // Before the placement, which takes minutes.
    tools.iter().try_for_each(|&program| Tool::find(program).map(drop))?;
    let mut project = Project::new(&board, args.core, &settings, ProjectOptions::default())?;
    tell_chosen(&board, args.core, &chosen);
    let image = image(&mut project, &board, file)?;
    let start = Instant::now();
    let folder = Folder::temporary("movewright-bitstream-")
        .context("no folder for temporary files; set TMPDIR to one you may write to")?;
    let progress = Progress::of_long_steps(STEPS);
    progress.doing("reading the bitstream back into logic; this takes half a minute".into());
    let unpacked = match unpack(&project, &image.name, &image.bytes, &image.beside, folder.path()) {
        Ok(unpacked) => unpacked,
        Err(error) => return Err(kept_for(error, folder, &progress)),
    };
    let game = Game { board: &board, core: args.core, settings: &settings, depth: args.depth };
    let doing = |what: &str| {
        progress.done();
        progress.doing(what.into());
    };
    let played = match unpacked.play(game, &outside::default_cache(), doing) {
        Ok(played) => played,
        Err(error) => return Err(kept_for(error, folder, &progress)),
    };
    let shown = match &played {
        Ok(played) => facts(&image, &board, unpacked.cells, played, args.depth),
        Err(_) => Vec::new(),
    };
    let report = Report {
        core: args.core.name,
        settings: settings.texts(),
        board: &board.name,
        tools: versions(tools)?,
        step: STEP,
        passed: played.is_ok(),
        seconds: start.elapsed().as_secs_f64(),
        shown,
        excluded: vec![LEFT_OUT.into()],
        findings: played.as_ref().err().into_iter().collect(),
    };
    progress.aside(|| show(&report, args.format, results))?;
    if report.passed {
        return Ok(Outcome::Success);
    }
    keep(folder, &progress);
    Ok(Outcome::Difference)
}

/// Reading back, compiling, playing after power-up and after a reset.
const STEPS: usize = 4;

/// What no simulation of logic can show.
const LEFT_OUT: &str =
    "delays: that the machine is fast enough is the placer's word, and hardware has the last";

fn show(report: &Report, format: Format, results: &mut Results) -> Result<()> {
    match format {
        Format::Json => results.json(report),
        Format::Pretty => results.line(verdict(
            report.step,
            report.passed,
            report.seconds,
            [&report.shown, &report.excluded],
            &report.findings,
        )),
    }
}

/// The bitstream in this file, or if none is named, that of these settings. Some families' files
/// are read together with what `build` has to make anew.
fn image(project: &mut Project, board: &CircuitBoard, file: &Path) -> Result<Image> {
    let given = match file.as_os_str().is_empty() {
        true => None,
        false => Some((file.display().to_string(), input::bytes(file)?)),
    };
    let needs_netlist = bitstream::needs_netlist(board.device.family);
    if needs_netlist {
        project.keep_netlist();
    }
    Ok(match given {
        None => built(project, board)?,
        Some((name, bytes)) if needs_netlist => Image { name, bytes, ..built(project, board)? },
        Some((name, bytes)) => Image { name, bytes, beside: Vec::new() },
    })
}

/// The bitstream of these settings as `build` makes it.
fn built(project: &Project, board: &CircuitBoard) -> Result<Image> {
    let built = make(project, board)?;
    if let Some(unmade) = built.unmade.first() {
        bail!("there is no bitstream to check: not done to {}: {}", unmade.what, unmade.why);
    }
    let (mut made, beside): (Vec<Product>, Vec<Product>) =
        built.products.into_iter().partition(|product| product.name == project.image());
    let Product { name, bytes } = made.pop().context("the last step made no bitstream")?;
    Ok(Image { name, bytes, beside })
}

/// The sentences of a check that passed.
fn facts(image: &Image, board: &CircuitBoard, cells: [usize; 3], played: &Played, depth: u32) -> Vec<String> {
    let [tables, registers, memories] = cells;
    let Played { answers, leaves, cycles } = played;
    let starts = if board.reset.is_some() { "after power-up and after a reset" } else { "after power-up" };
    vec![
        format!(
            "{}: {tables} lookup tables, {registers} registers and {memories} block memories at the pins of {}",
            image.name, board.name
        ),
        format!(
            "{starts}, {answers} answers over its serial line of {} baud are those of the built-in simulator, with their \
             cycles: moves, and counts to depth {depth}, where the first position has {leaves} leaves; the machine worked {cycles} cycles",
            board.uart.baud
        ),
    ]
}

/// The error; the folder stays where the error names a log in it.
fn kept_for(error: BitstreamError, folder: Folder, progress: &Progress) -> anyhow::Error {
    if error.has_a_log() {
        keep(folder, progress);
    }
    error.into()
}
