//! Explorations with stand-ins for the tools: jobs that fail, that are killed, that are there
//! already; both engines; and netlists that are mapped once.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::required::all_found;
use movewright::flow::{SNAKEMAKE, Tool};

/// A folder of stand-ins for the tools, and what they are told by files in it.
struct Bench(tempfile::TempDir);

impl Bench {
    /// A Yosys that maps to 100 lookup tables, and a placer whose clock is its seed and 50 MHz. For
    /// seed N, `fail-N` makes it fail, `hang-N` makes it wait, and `kill-N` makes it kill, once,
    /// the job that it works for.
    fn new() -> Self {
        let bench = Self(tempfile::tempdir().unwrap());
        let (here, tools) = (bench.0.path().display(), bench.at("tools"));
        fs::create_dir(&tools).unwrap();
        let counts =
            r#"{"modules": {"\\chess_small": {"num_cells_by_type": {"SB_LUT4": 100, "SB_DFF": 20}}}}"#;
        let yosys = format!(
            "case \"$1\" in -V) echo Yosys 0.70; exit;; esac\necho mapped >> {here}/mapped\n\
             printf %s '{counts}' > yosys.stat.json; echo '{{}}' > netlist.json; echo '{{}}' > placeable.json"
        );
        let report = r#"{"critical_paths": [{"from": "posedge clock", "to": "posedge clock", "path": []}], "fmax": {"clock": {"achieved": 5'$seed'.5}}}"#;
        let placer = format!(
            "case \"$1\" in --version) echo nextpnr 0.11; exit;; esac\n\
             while [ $# -gt 0 ]; do case $1 in --report) report=$2;; --seed) seed=$2;; esac; shift; done\n\
             echo $seed >> {here}/placed\n\
             [ -e {here}/fail-$seed ] && {{ echo 'ERROR: broken'; exit 1; }}\n\
             [ -e {here}/kill-$seed ] && rm {here}/kill-$seed && kill -9 $PPID && exit 1\n\
             [ -e {here}/hang-$seed ] && {{ echo $$ > {here}/pid.new; mv {here}/pid.new {here}/pid; exec sleep 600; }}\n\
             printf %s '{report}' > $report"
        );
        for (name, text) in [("yosys", yosys), ("nextpnr-ice40", placer)] {
            let path = tools.join(name);
            fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        bench
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn told(&self, name: &str) {
        fs::write(self.at(name), "").unwrap();
    }

    /// What the tools have done so far.
    fn lines(&self, name: &str) -> usize {
        fs::read_to_string(self.at(name)).unwrap_or_default().lines().count()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        command.args(arguments).env("MOVEWRIGHT_TOOLS", self.at("tools"));
        command.env("MOVEWRIGHT_CACHE", self.at("cache")).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Two machines with two seeds each, in this directory.
    fn explore(&self, directory: &str, more: &[&str]) -> Command {
        let given = ["explore", "chess-small", "--set", "stack_depth=8,16", "--target", "ice40"];
        let mut command = self.command(&given);
        command.args(["--seeds", "2", "--jobs", "2"]).args(more).arg("-o").arg(self.at(directory));
        command
    }

    fn results(&self, directory: &str) -> String {
        fs::read_to_string(self.at(directory).join("results.jsonl")).unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The results of a command that ends with this status.
fn ended(output: &Output, status: i32) -> String {
    let (out, told) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{out}{told}");
    out
}

fn names(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_job_that_fails_stops_no_other_and_is_tried_again() {
    let bench = Bench::new();
    bench.told("fail-2");
    let out = ended(&bench.explore("out", &[]).output().unwrap(), 1);
    assert!(out.contains("*  stack_depth=8   100  20     0    0         51.5  0.306 moves"), "{out}");
    assert_eq!(
        out.matches("seed 2 failed: nextpnr-ice40 failed (exit status: 1); its log is logs/").count(),
        2
    );
    let logs = bench.at("out/logs");
    let log = fs::read_to_string(logs.join(&names(&logs)[0])).unwrap();
    assert_eq!(log, "nextpnr-ice40 failed (exit status: 1)\nERROR: broken\n");
    // A machine is mapped once for its seeds.
    assert_eq!((bench.lines("mapped"), bench.lines("placed")), (2, 4));
    fs::remove_file(bench.at("fail-2")).unwrap();
    let out = ended(&bench.explore("out", &[]).output().unwrap(), 0);
    assert!(out.contains("52.0 (51.5 to 52.5)"), "{out}");
    assert_eq!((bench.lines("placed"), names(&logs).len()), (6, 0));
    let whole = bench.results("out");
    assert_eq!(whole.lines().count(), 6);
    for file in ["explore.svg", "explore.html"] {
        let drawn = fs::read_to_string(bench.at("out").join(file)).unwrap();
        assert_eq!(drawn.matches("<circle class=\"dot").count(), 2, "{file}");
    }

    // Half a file of a job is none, and neither is one of another job.
    let jobs = bench.at("out/jobs");
    let all = names(&jobs);
    let [half, other] = [2, 3].map(|index| jobs.join(&all[index]));
    fs::write(&half, &fs::read(&half).unwrap()[..40]).unwrap();
    fs::copy(jobs.join(&all[4]), &other).unwrap();
    ended(&bench.explore("out", &[]).output().unwrap(), 0);
    assert_eq!((bench.lines("placed"), bench.results("out")), (8, whole.clone()));
    // With all there, nothing runs.
    let out = ended(&bench.explore("out", &["--format", "json"]).output().unwrap(), 0);
    assert_eq!((bench.lines("placed"), out), (8, whole));
}

#[test]
fn a_signal_loses_nothing_that_is_done_and_leaves_nothing_running() {
    let bench = Bench::new();
    bench.told("hang-2");
    let child = bench.explore("out", &[]).spawn().unwrap();
    let begun = Instant::now();
    while !bench.at("pid").exists() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    let placer = fs::read_to_string(bench.at("pid")).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    ended(&output, 130);
    let told = text(&output.stderr);
    assert!(
        told.ends_with("interrupted; what is done stays, and the same command goes on from there\n"),
        "{told}"
    );
    let state = Command::new("ps").args(["-o", "stat=", "-p", placer.trim()]).output().unwrap();
    let state = text(&state.stdout);
    assert!(state.trim().is_empty() || state.starts_with('Z'), "{state}");
    let done = names(&bench.at("out/jobs"));
    assert!(!done.is_empty() && names(&bench.at("out/logs")).is_empty(), "{done:?}");
    fs::remove_file(bench.at("hang-2")).unwrap();
    let before = bench.lines("placed");
    ended(&bench.explore("out", &[]).output().unwrap(), 0);
    let placed_before = done.iter().filter(|name| name.starts_with("seed")).count();
    assert_eq!(bench.lines("placed") - before, 4 - placed_before);
    assert_eq!(names(&bench.at("out/jobs")).len(), 6);
}

#[test]
fn snakemake_makes_the_same_files_and_a_killed_job_again() {
    let test = "snakemake_makes_the_same_files_and_a_killed_job_again";
    if !all_found(test, [Tool::find(SNAKEMAKE)]) {
        return;
    }
    let bench = Bench::new();
    ended(&bench.explore("own", &[]).output().unwrap(), 0);
    bench.told("kill-2");
    let snakemake = || bench.explore("other", &["--engine", "snakemake"]).output().unwrap();
    let killed = snakemake();
    ended(&killed, 1);
    let told = text(&killed.stderr);
    assert!(told.contains("error: snakemake did not run all jobs; its words above say why"), "{told}");
    assert_eq!(names(&bench.at("other/jobs")).len(), 5);
    ended(&snakemake(), 0);
    assert_eq!(bench.results("other"), bench.results("own"));
    let jobs = names(&bench.at("own/jobs"));
    assert_eq!(names(&bench.at("other/jobs")), jobs);
    for job in jobs {
        let read = |directory: &str| fs::read(bench.at(directory).join("jobs").join(&job)).unwrap();
        assert_eq!(read("other"), read("own"), "{job}");
    }
}

/// Eight seeds of one machine, or the same command twice, map it once; a damaged netlist is mapped
/// again.
#[test]
fn a_netlist_is_mapped_once() {
    let bench = Bench::new();
    let synth = || {
        let given = ["synth", "chess-small", "--target", "ice40", "--pnr", "--format", "json"];
        let out = ended(&bench.command(&given).output().unwrap(), 0);
        let report: serde_json::Value = serde_json::from_str(&out).unwrap();
        let seconds = &report["seconds"];
        assert!(seconds["mapping"].is_f64() && seconds["placing"].is_f64(), "{out}");
        assert_eq!((&report["lut4"], &report["ff"]), (&100.into(), &20.into()), "{out}");
        seconds["from_cache"].as_bool().unwrap()
    };
    assert!(!synth() && synth());
    assert_eq!(bench.lines("mapped"), 1);
    let cache = bench.at("cache/mapped");
    let entry = names(&cache).into_iter().find(|name| cache.join(name).is_dir()).unwrap();
    for file in ["placeable.json", "entry.json"] {
        fs::write(cache.join(&entry).join(file), "{ }").unwrap();
        assert!(!synth() && synth(), "{file}");
    }
    assert_eq!(bench.lines("mapped"), 3);
}

/// A directory of something else is not written to, nor one that another run explores in.
#[test]
fn a_directory_of_something_else_is_spared() {
    let bench = Bench::new();
    fs::create_dir(bench.at("out")).unwrap();
    fs::write(bench.at("out/notes.txt"), "mine").unwrap();
    let refused = bench.explore("out", &[]).output().unwrap();
    ended(&refused, 1);
    let told = text(&refused.stderr);
    assert!(
        told.contains("holds `notes.txt`, and no exploration; choose an empty directory with -o"),
        "{told}"
    );
    assert_eq!(names(&bench.at("out")), ["notes.txt"]);
}

/// What the core refuses is listed with the reason, and the rest is explored.
#[test]
fn combinations_that_the_core_refuses_are_left_out() {
    let bench = Bench::new();
    let given =
        ["explore", "chess-small", "--target", "ice40", "--seeds", "1", "--set", "stack_depth=8", "--set"];
    let mut command = bench.command(&given);
    command.args(["host=port,wishbone", "--set", "baud=9600,115200", "-o"]).arg(bench.at("out"));
    let refused = command.output().unwrap();
    let told = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(
        told.contains("chess-small refuses all 4 combinations of the settings, the first because: "),
        "{told}"
    );
    let mut command = bench.command(&given);
    command.args(["host=port,uart", "--set", "baud=9600", "-o"]).arg(bench.at("out"));
    // Its Yosys knows the machine at its port alone, so the other fails.
    let out = ended(&command.output().unwrap(), 1);
    let reason = "refused: baud=9600 host=port stack_depth=8: parameter `baud` has no effect with host=port; \
                  leave it out, or set host=uart\n";
    assert!(out.contains(reason), "{out}");
    let mark = fs::read_to_string(bench.at("out/explore.json")).unwrap();
    let mark: serde_json::Value = serde_json::from_str(&mark).unwrap();
    assert_eq!((mark["refused"].as_array().unwrap().len(), mark["failed"].as_array().unwrap().len()), (1, 1));
}
