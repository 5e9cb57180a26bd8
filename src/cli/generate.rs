//! `movewright gen`: a core as Verilog and VHDL.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;

use super::options::{SetArgs, core_parser};
use super::output_dir::{self, Naming};
use super::output_file::OutputFile;
use super::results::Results;
use super::{Outcome, Usage, help, tell_of_a_long_run};
use crate::cores::{self, CoreInfo};
use crate::emit::{Dialect, File, Language, emit, map_text};
use crate::netlist::Design;
use crate::testbench::testbench_in;

/// The text of the help.
const HELP: &str = "\
A missing directory is made. The files of an earlier run are replaced. A directory with any other
file in it is refused. The file movewright.json lists the files written.

--testbench is for users of other simulators. It adds a self-checking test bench TOP_tb in each
language, a recorded run TOP_tb.hex that both replay, and TOP_tb.txt, which says how to run them.

Different cores use the same names, such as `board` and `control`, for modules that differ. To put
two cores into one project, give them a --prefix: all names of modules, entities, packages and files
begin with it. In VHDL, a --library of its own does the same for the names of entities; the files
are compiled into it.

--map writes a JSON list of every named signal: its name with the instances above it, the module that
declares it, its width in bits, its comment, and the line of Rust that declares it.";

/// Command lines that any core is for.
const EXAMPLES: &[&str] = &[
    "movewright gen CORE -o build/machine",
    "movewright gen CORE --hdl vhdl -o build/machine",
    "movewright gen CORE --testbench -o build/machine",
    "movewright gen CORE --map build/machine.json -o build/machine",
];

/// Write a core as Verilog-2005, VHDL-2008 or both
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("gen", HELP, EXAMPLES))]
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
    /// Put this before all names of modules, entities and files
    #[arg(long, value_name = "TEXT")]
    prefix: Option<String>,
    /// The VHDL library to compile into, and to look up names in, instead of work
    #[arg(long, value_name = "NAME")]
    library: Option<String>,
    /// Write a map of all names too: where each stands, its width, its meaning, and its line of
    /// Rust
    #[arg(long, value_name = "FILE.json")]
    map: Option<PathBuf>,
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
    let design = named(cores::design(args.core, &settings)?, args)?;
    let map = args.map.as_deref().map(|file| OutputFile::begin("--map", file)).transpose()?;
    let mut files = Vec::new();
    for &language in languages {
        files.push(emit(&design, language, Dialect::Generic)?);
    }
    if args.testbench {
        tell_of_a_long_run(args.core, &settings)?;
        let sources: Vec<_> = languages.iter().copied().zip(files.iter().map(Vec::as_slice)).collect();
        let mut run = cores::stimulus(args.core, &settings)?;
        run.interface.top.insert_str(0, design.prefix());
        files.push(testbench_in(design.library(), &run, &sources)?);
    }
    let files: Vec<File> = files.into_iter().flatten().collect();
    let naming = Naming { prefix: args.prefix.as_deref(), library: args.library.as_deref() };
    output_dir::write_named(&args.output, args.core.name, &settings, naming, &files)?;
    for file in &files {
        results.line(args.output.join(&file.name).display().to_string())?;
    }
    if let (Some(map), Some(file)) = (map, &args.map) {
        map.write(&map_text(&design)?)?;
        map.end()?;
        results.line(file.display().to_string())?;
    }
    Ok(Outcome::Success)
}

/// The design with the names that are asked for.
fn named(mut design: Design, args: &Args) -> Result<Design> {
    if let Some(prefix) = &args.prefix {
        if prefix.is_empty() {
            return Err(
                Usage("--prefix: it is empty; leave it out, or give a text such as `a_`".into()).into()
            );
        }
        if let Some(first) = prefix.chars().next().filter(|first| !first.is_ascii_alphabetic()) {
            let why =
                format!("it begins with `{first}`, where VHDL needs a letter; give a text such as `a_`");
            return Err(Usage(format!("--prefix {prefix}: {why}")).into());
        }
        design = design.prefixed(prefix).map_err(|errors| {
            let first = errors.0.first().map(ToString::to_string).unwrap_or_default();
            Usage(format!("--prefix {prefix}: {first}"))
        })?;
    }
    if let Some(library) = &args.library {
        if args.hdl == Hdl::Verilog {
            let why = "libraries are VHDL's; leave it out, or write VHDL; --prefix works in both";
            return Err(Usage(format!("--library {library}: {why}")).into());
        }
        design =
            design.in_library(library).map_err(|error| Usage(format!("--library {library}: {error}")))?;
    }
    Ok(design)
}
