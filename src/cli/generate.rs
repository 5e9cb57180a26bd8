//! `movewright gen`: a core as Verilog and VHDL.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;

use super::options::{SetArgs, core_parser};
use super::output_dir;
use super::results::Results;
use super::{Outcome, tell_of_a_long_run};
use crate::cores::{self, CoreInfo};
use crate::emit::{Dialect, File, Language, emit};
use crate::testbench::testbench;

/// Write a core as Verilog-2005, VHDL-2008 or both
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The directory is made if it is not there. It may hold what an earlier run wrote, which is replaced; a directory
with anything else in it is refused. A file movewright.json lists what was written.

With --testbench there is, for users of other simulators, a self-checking test bench TOP_tb in each language, a recorded
run TOP_tb.hex that both replay, and TOP_tb.txt, which says how to run them.

Examples:
  movewright gen chess-classic -o build/classic
  movewright gen chess-classic --hdl vhdl --set checks_first=off --set stack_depth=16 -o build/small
  movewright gen chess-classic --testbench -o build/classic")]
pub struct Args {
    /// The core to write
    #[arg(value_name = "CORE", value_parser = core_parser())]
    core: &'static CoreInfo,
    #[command(flatten)]
    set: SetArgs,
    /// The language
    #[arg(long, value_enum, default_value_t = Hdl::Both)]
    hdl: Hdl,
    /// Write self-checking test benches too
    #[arg(long)]
    testbench: bool,
    /// The directory to write to
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Hdl {
    /// Verilog-2005
    Verilog,
    /// VHDL-2008
    Vhdl,
    /// Both
    Both,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let settings = args.set.settings(args.core)?;
    let languages: &[Language] = match args.hdl {
        Hdl::Verilog => &[Language::Verilog],
        Hdl::Vhdl => &[Language::Vhdl],
        Hdl::Both => &[Language::Verilog, Language::Vhdl],
    };
    let design = cores::design(args.core, &settings)?;
    let mut files = Vec::new();
    for &language in languages {
        files.push(emit(&design, language, Dialect::Generic)?);
    }
    if args.testbench {
        tell_of_a_long_run(args.core, &settings);
        let sources: Vec<_> = languages.iter().copied().zip(files.iter().map(Vec::as_slice)).collect();
        files.push(testbench(&cores::stimulus(args.core, &settings)?, &sources)?);
    }
    let files: Vec<File> = files.into_iter().flatten().collect();
    output_dir::write(&args.output, args.core.name, &settings, &files)?;
    for file in &files {
        results.line(args.output.join(&file.name).display().to_string())?;
    }
    Ok(Outcome::Success)
}
