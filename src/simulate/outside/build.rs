//! Compiling a design with Verilator, once: the result stays in a cache, under the digest of all
//! its input.

use std::fs;
use std::io::ErrorKind;
use std::path::{self, Path, PathBuf};

use askama::Template;

use super::{OutsideError, fresh_name, trial, write};
use crate::emit::File;
use crate::flow::{Folder, Tool, VERILATOR, digest};
use crate::simulate::{Interface, PortShape};

/// Whether the simulator can write waveforms. That makes it slower to build and to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traces {
    /// No waveforms.
    Without,
    /// Waveforms as VCD.
    Vcd,
}

/// What a simulator is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// A run of some thousand cycles, in which an optimised program would not make up for its
    /// compilation.
    Short,
    /// Runs of any length.
    Long,
}

const HARNESS: &str = include_str!("../../../sim/verilator/harness.cpp");

/// The program in a folder of the cache.
const PROGRAM: &str = "simulator";

#[derive(Template)]
#[template(path = "ports.h", syntax = "hdl")]
struct PortTable<'a> {
    interface: &'a Interface,
}

/// The design in a module whose ports have other names. Verilator makes members of a C++ class from
/// a top's ports, under their own names. But any word may be a macro of some header, or a member
/// that this version of Verilator has.
#[derive(Template)]
#[template(path = "ports.v", syntax = "hdl")]
struct Wrapper<'a> {
    module: &'a str,
    interface: &'a Interface,
    /// `input` or `output`, and the port.
    ports: Vec<(&'static str, PortShape)>,
}

/// The name of the module between the top of Verilator's traces and the design of this Verilog.
pub(crate) fn wrapper_name(verilog: &[File]) -> String {
    fresh_name("movewright_ports", verilog)
}

/// The simulator of a design's Verilog: built now, or found in the cache, where it has to run.
/// Several processes may share a cache.
pub(super) fn build(
    verilog: &[File],
    interface: &Interface,
    (traces, runs): (Traces, Runs),
    cache: &Path,
) -> Result<PathBuf, OutsideError> {
    let verilator = Tool::find(VERILATOR)?;
    let wrapper = wrapper_name(verilog);
    let files = files(verilog, interface, &wrapper)?;
    let arguments = arguments(&wrapper, traces, runs, &files);
    let texts = files.iter().flat_map(|file| [&file.name, &file.text]);
    let made_of = arguments.iter().chain(texts).map(String::as_str);
    let made_of = digest([verilator.version()].into_iter().chain(made_of));
    let name = format!("{}-{made_of}", interface.top);
    let finished = cache.join(&name);
    let program = finished.join(PROGRAM);
    if program.is_file() && trial::problem_of(&program)?.is_none() {
        return Ok(program);
    }
    fs::create_dir_all(cache).map_err(OutsideError::cache(cache))?;
    // One build at a time: another process that waited for it finds it done. The lock ends with
    // this function.
    let lock_file = cache.join("lock");
    let lock = fs::File::create(&lock_file).map_err(OutsideError::cache(&lock_file))?;
    lock.lock().map_err(OutsideError::doing("lock", &lock_file))?;
    if program.is_file() && trial::problem_of(&program)?.is_none() {
        return Ok(program);
    }
    // What is there does not run: the disk was full, say.
    remove(&finished)?;
    let log = cache.join(format!("{name}.log"));
    let staging = compile(&verilator, &arguments, &files, cache, &log)?;
    staging.move_to(&finished).map_err(OutsideError::cache(&finished))?;
    if let Some(problem) = trial::problem_of(&program)? {
        remove(&finished)?;
        return Err(OutsideError::Useless { problem, log });
    }
    Ok(program)
}

/// Compiles beside the cache's simulators, in a folder that is moved into place as a whole, so that
/// nobody ever finds half of one.
fn compile(
    verilator: &Tool,
    arguments: &[String],
    files: &[File],
    cache: &Path,
    log: &Path,
) -> Result<Folder, OutsideError> {
    let beside = cache.join(STAGING);
    // What is there already was left by a build that somebody stopped.
    remove(&beside)?;
    let staging = tempfile::Builder::new().prefix(STAGING).rand_bytes(0).tempdir_in(cache);
    let staging = staging.map(Folder::from).map_err(OutsideError::doing("create a folder in", cache))?;
    for file in files {
        write(&staging.path().join(&file.name), &file.text)?;
    }
    let workshop = Workshop::new(staging.path(), cache)?;
    if let Some(elsewhere) = &workshop.elsewhere {
        for file in files {
            write(&elsewhere.path().join(&file.name), &file.text)?;
        }
    }
    let place = workshop.path(staging.path());
    verilator.run(arguments, place, log)?;
    let objects = place.join(OBJECTS);
    let built = objects.join(PROGRAM);
    verilator.left_bytes(&built, log)?;
    let program = staging.path().join(PROGRAM);
    match &workshop.elsewhere {
        None => fs::rename(&built, &program).map_err(OutsideError::doing("move", &built))?,
        // It may be on another disk.
        Some(_) => drop(fs::copy(&built, &program).map_err(OutsideError::cache(&program))?),
    }
    remove(&objects)?;
    Ok(staging)
}

/// The folder where Verilator works. `make`, which it calls, does not work in a folder with a blank
/// in its name.
struct Workshop {
    /// A folder among the system's temporary files, where the cache's name has a blank.
    elsewhere: Option<Folder>,
}

impl Workshop {
    fn new(staging: &Path, cache: &Path) -> Result<Self, OutsideError> {
        if !path::absolute(staging).is_ok_and(|staging| has_blank(&staging)) {
            return Ok(Self { elsewhere: None });
        }
        let temporary = std::env::temp_dir();
        if has_blank(&temporary) {
            return Err(OutsideError::Unbuildable { cache: cache.into(), temporary });
        }
        let folder = Folder::temporary("movewright-");
        let folder = folder.map_err(OutsideError::doing("create a folder in", &temporary))?;
        Ok(Self { elsewhere: Some(folder) })
    }

    fn path<'a>(&'a self, staging: &'a Path) -> &'a Path {
        self.elsewhere.as_ref().map_or(staging, Folder::path)
    }
}

/// Quotes, dollars and all other signs do no harm.
fn has_blank(folder: &Path) -> bool {
    folder.to_string_lossy().contains(char::is_whitespace)
}

/// Removes a folder, if it is there.
fn remove(folder: &Path) -> Result<(), OutsideError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(OutsideError::doing("remove", folder)(error))
        }
        _ => Ok(()),
    }
}

/// The folder of the build under way.
const STAGING: &str = "building";

/// The folder in it that Verilator works in.
const OBJECTS: &str = "objects";

/// Everything the build reads.
fn files(verilog: &[File], interface: &Interface, wrapper: &str) -> Result<Vec<File>, OutsideError> {
    let frame = |frame| {
        move |reason: askama::Error| OutsideError::Frame {
            frame,
            top: interface.top.clone(),
            reason: reason.to_string(),
        }
    };
    let clock = interface.clock.iter().map(|clock| PortShape { name: clock.clone(), width: 1 });
    let inputs = clock.chain(interface.inputs.iter().cloned()).map(|port| ("input", port));
    let ports = inputs.chain(interface.outputs.iter().cloned().map(|port| ("output", port))).collect();
    let mut files = verilog.to_vec();
    // Verilator warns of a last line without an end, which the template engine takes off.
    let text = Wrapper { module: wrapper, interface, ports }.render().map_err(frame("wrapper"))? + "\n";
    files.push(File { name: format!("{wrapper}.v"), text });
    let text = PortTable { interface }.render().map_err(frame("port table"))?;
    files.push(File { name: "ports.h".into(), text });
    files.push(File { name: "harness.cpp".into(), text: HARNESS.into() });
    Ok(files)
}

fn arguments(top: &str, traces: Traces, runs: Runs, files: &[File]) -> Vec<String> {
    let options = ["--cc", "--exe", "--build", "-j", "0", "-O3", "--x-assign", "fast", "-Wall"];
    let names = ["--prefix", "Vdesign", "--Mdir", OBJECTS, "-o", PROGRAM, "--top-module", top];
    // What Verilator's makefiles otherwise compile for size. Without optimisation the headers take
    // longer than the design, so that one file of all classes takes a third of the time.
    let optimise: &[&str] = match runs {
        Runs::Short => &["--output-split", "0", "-MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"],
        Runs::Long => &["-MAKEFLAGS", "OPT_FAST=-O2"],
    };
    let trace: &[&str] = match traces {
        Traces::Without => &[],
        Traces::Vcd => &["--trace"],
    };
    let is_source = |name: &&str| name.ends_with(".v") || name.ends_with(".cpp");
    let sources = files.iter().map(|file| file.name.as_str()).filter(is_source);
    let all = options.iter().chain(&names).chain(optimise).chain(trace).copied().chain(sources);
    all.map(str::to_string).collect()
}
