//! `movewright trace`: the cycles of one node as a waveform.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::options::{MachineArgs, Sim, generator_parser};
use super::output_file::OutputFile;
use super::position::PositionArgs;
use super::results::Results;
use super::{Outcome, Usage, help, moves};
use crate::game::{Root, Searched, TextMachine};
use crate::simulate::outside::Traces;

/// Command lines that any core is for.
const EXAMPLES: &[&str] = &["movewright trace -o start.vcd"];

/// Write the clock cycles of one node, from loading the position to its last move, as a waveform
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("trace", "", EXAMPLES))]
#[command(mut_arg("core", |core| core.value_parser(generator_parser())))]
pub struct Args {
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// With a core that searches: trace a whole search of this many plies instead of a node
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    search: Option<u32>,
    /// The file to write, in the format of its ending, .vcd or .fst
    #[arg(short, long, value_name = "FILE", value_parser = parse_trace_file)]
    output: PathBuf,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    if args.machine.sim() == Sim::Verilator && args.output.extension().is_some_and(|ending| ending == "fst") {
        let file = args.output.display();
        let advice = "Verilator's traces are .vcd files; name it so, or use --sim built-in";
        return Err(Usage(format!("-o {file}: {advice}")).into());
    }
    let root = args.position.root(args.machine.core())?;
    if let Some(depth) = args.search {
        return search(args, &root, depth, results);
    }
    let mut machine = args.machine.machine_with(Traces::Vcd)?;
    let (moves, cycles) = trace(machine.as_mut(), &root, &args.output)?;
    results.line(format!("{}: {moves} moves, {cycles} cycles", args.output.display()))?;
    Ok(Outcome::Success)
}

/// Traces a search of a core that searches, from loading the position to its answer.
fn search(args: &Args, root: &Root, depth: u32, results: &mut Results) -> Result<Outcome> {
    let core = args.machine.core();
    let why = match core.core.deepest_search() {
        Some(deepest) if depth <= deepest => None,
        Some(deepest) => Some(format!("{} searches 1 to {deepest} plies", core.name)),
        None => Some(format!("{} searches nothing; leave it out for the moves of a node", core.name)),
    };
    if let Some(why) = why {
        return Err(Usage(format!("--search {depth}: {why}")).into());
    }
    let Searched { best, score, leaves, cycles } = whole(&args.output, |staged| {
        let mut port = args.machine.traced_port()?;
        port.trace(staged)?;
        let searched = core.core.search(core, &mut port, root, depth)?;
        port.finish_trace()?;
        Ok(searched)
    })?;
    let best = best.unwrap_or_else(|| "no move".into());
    let file = args.output.display();
    results.line(format!("{file}: {best}, score {score}, {leaves} leaves, {cycles} cycles"))?;
    Ok(Outcome::Success)
}

/// Traces a node, from loading the position to its last move. Returns moves and cycles.
fn trace(machine: &mut dyn TextMachine, root: &Root, output: &Path) -> Result<(usize, u64)> {
    whole(output, |staged| {
        machine.trace(staged)?;
        let rows = moves::generate(machine, root)?;
        machine.finish_trace()?;
        Ok((rows.len(), moves::total_cycles(&rows)))
    })
}

/// Writes a separate file first, so that a failure leaves no half of a trace.
fn whole<T>(output: &Path, write: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    let output = OutputFile::begin("-o", output)?;
    let told = write(output.staged())?;
    output.end()?;
    Ok(told)
}

fn parse_trace_file(text: &str) -> Result<PathBuf, &'static str> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("vcd" | "fst") => Ok(path),
        _ => Err("the name of a trace ends in .vcd or .fst"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::ON_64_SQUARES;
    use crate::chess::reference::ReferenceMachine;
    use crate::game::{Play, Told};

    #[test]
    fn the_trace_is_moved_into_place_whole() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("node.vcd");
        let start = ON_64_SQUARES.start().unwrap();
        let mut machine = Told::new(&ON_64_SQUARES, ReferenceMachine::new());
        assert_eq!(trace(&mut machine, &start, &output).unwrap(), (20, 60));
        let names: Vec<_> =
            folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["node.vcd"]);
        let nowhere = folder.path().join("absent").join("node.vcd");
        let error = trace(&mut machine, &start, &nowhere).unwrap_err();
        assert!(error.to_string().contains("there is no such folder"), "{error:#}");
    }

    #[test]
    fn only_waveform_endings_are_taken() {
        assert!(parse_trace_file("a.vcd").is_ok() && parse_trace_file("a/b.fst").is_ok());
        for bad in ["", "a", "vcd", ".vcd", "a.VCD", "a.txt", "a.vcd/"] {
            assert_eq!(parse_trace_file(bad).is_ok(), bad == "a.vcd/", "{bad}");
        }
    }
}
