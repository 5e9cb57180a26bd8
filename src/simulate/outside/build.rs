//! Compiling a design with Verilator, once: what was compiled stays in a cache, under the digest of all that went in.

use std::fs;
use std::path::{Path, PathBuf};

use askama::Template;
use sha2::{Digest, Sha256};

use super::{OutsideError, write};
use crate::emit::File;
use crate::flow::{Folder, Tool, VERILATOR};
use crate::simulate::Interface;

/// Whether the simulator can write waveforms, which makes it slower to build and to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traces {
    /// No waveforms.
    Without,
    /// Waveforms as VCD.
    Vcd,
}

const HARNESS: &str = include_str!("../../../sim/verilator/harness.cpp");

/// The program in a folder of the cache.
const PROGRAM: &str = "simulator";

#[derive(Template)]
#[template(path = "ports.h", syntax = "hdl")]
struct PortTable<'a> {
    interface: &'a Interface,
}

/// The simulator of a design's Verilog: built now, or found in the cache. Several processes may share a cache.
pub(super) fn build(
    verilog: &[File],
    interface: &Interface,
    traces: Traces,
    cache: &Path,
) -> Result<PathBuf, OutsideError> {
    let verilator = Tool::find(VERILATOR)?;
    let files = files(verilog, interface)?;
    let arguments = arguments(interface, traces, &files);
    let name = format!("{}-{}", interface.top, digest(&verilator, &arguments, &files));
    let finished = cache.join(&name);
    let program = finished.join(PROGRAM);
    if program.is_file() {
        return Ok(program);
    }
    fs::create_dir_all(cache).map_err(OutsideError::cache(cache))?;
    // One build at a time: whoever waited for the same finds it done. The lock ends with this function.
    let lock_file = cache.join("lock");
    let lock = fs::File::create(&lock_file).map_err(OutsideError::cache(&lock_file))?;
    lock.lock().map_err(OutsideError::doing("lock", &lock_file))?;
    if program.is_file() {
        return Ok(program);
    }
    // Built beside and moved into place whole, so that nobody ever finds the half of it. What is there already was left by
    // a build that somebody stopped.
    let beside = cache.join(STAGING);
    if beside.exists() {
        fs::remove_dir_all(&beside).map_err(OutsideError::doing("remove", &beside))?;
    }
    let staging = tempfile::Builder::new().prefix(STAGING).rand_bytes(0).tempdir_in(cache);
    let staging = staging.map(Folder::from).map_err(OutsideError::doing("create a folder in", cache))?;
    for file in &files {
        write(&staging.path().join(&file.name), &file.text)?;
    }
    verilator.run(&arguments, staging.path(), &cache.join(format!("{name}.log")))?;
    let objects = staging.path().join(OBJECTS);
    let built = objects.join(PROGRAM);
    fs::rename(&built, staging.path().join(PROGRAM)).map_err(OutsideError::doing("move", &built))?;
    fs::remove_dir_all(&objects).map_err(OutsideError::doing("remove", &objects))?;
    fs::rename(staging.path(), &finished).map_err(OutsideError::cache(&finished))?;
    // It has moved: there is nothing left to remove.
    let _ = staging.keep();
    Ok(program)
}

/// The folder of the build under way.
const STAGING: &str = "building";

/// The folder in it that Verilator works in.
const OBJECTS: &str = "objects";

/// Everything the build reads.
fn files(verilog: &[File], interface: &Interface) -> Result<Vec<File>, OutsideError> {
    let mut files = verilog.to_vec();
    let table = PortTable { interface }.render().map_err(|reason| OutsideError::Frame {
        frame: "port table",
        top: interface.top.clone(),
        reason: reason.to_string(),
    })?;
    files.push(File { name: "ports.h".into(), text: table });
    files.push(File { name: "harness.cpp".into(), text: HARNESS.into() });
    Ok(files)
}

fn arguments(interface: &Interface, traces: Traces, files: &[File]) -> Vec<String> {
    let options = ["--cc", "--exe", "--build", "-j", "0", "-O3", "--x-assign", "fast", "-Wall"];
    let names = ["--prefix", "Vdesign", "--Mdir", OBJECTS, "-o", PROGRAM, "--top-module", &interface.top];
    // What Verilator's makefiles otherwise compile for size.
    let optimise = ["-MAKEFLAGS", "OPT_FAST=-O2"];
    let trace: &[&str] = match traces {
        Traces::Without => &[],
        Traces::Vcd => &["--trace"],
    };
    let is_source = |name: &&str| name.ends_with(".v") || name.ends_with(".cpp");
    let sources = files.iter().map(|file| file.name.as_str()).filter(is_source);
    let all = options.iter().chain(&names).chain(&optimise).chain(trace).copied().chain(sources);
    all.map(str::to_string).collect()
}

/// A name for the simulator that these things make: half a SHA-256, in base 16.
fn digest(verilator: &Tool, arguments: &[String], files: &[File]) -> String {
    let mut hash = Sha256::new();
    let texts = files.iter().flat_map(|file| [&file.name, &file.text]);
    for text in [verilator.version()].into_iter().chain(arguments.iter().chain(texts).map(String::as_str)) {
        // Its length first, so that no two lists of texts run together alike.
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hex::encode(&hash.finalize()[..16])
}
