//! Projects for boards before the tools that have to read them, and a bitstream made from end to end.

mod elsewhere;
mod required;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use movewright::board::{Board, Project, ProjectOptions, find, names};
use movewright::cores::{self, Settings};
use movewright::emit::Language;
use movewright::flow::{GHDL, ICEPACK, IVERILOG, NEXTPNR_ICE40, PINNED_YOSYS, Program, Tool, VERILATOR};
use required::all_found;

/// Builds and runs cores by their `.core` files.
const FUSESOC: Program = Program { name: "fusesoc", version_option: "--version", oldest: "2.4" };

/// Runs a tool that must have nothing to say.
fn run_silently(program: Program, folder: &Path, fixed: &[&str], sources: &[String]) {
    let tool = Tool::find(program).unwrap();
    let arguments: Vec<&str> = fixed.iter().copied().chain(sources.iter().map(String::as_str)).collect();
    let said =
        tool.run(&arguments, folder, &folder.join("lint.log")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(said.trim(), "", "{} in {}", program.name, folder.display());
}

/// The boards, and of each family that has none one whose clock circuit is used.
fn boards() -> Vec<Board> {
    let mut boards: Vec<Board> = names().map(|name| find(name).unwrap()).collect();
    for (file, from, to) in [
        ("ulx3s-85f", "hz = 25_000_000", "hz = 25_000_000\ncore_hz = 30_000_000"),
        ("icebreaker", "hz = 12_000_000", "hz = 12_000_000\ncore_hz = 18_000_000"),
        ("tang-nano-20k", "hz = 27_000_000", "hz = 27_000_000\ncore_hz = 18_000_000"),
        ("xcv800", "hz = 33_000_000", "hz = 50_000_000\ncore_hz = 25_000_000"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("constraints/boards/{file}.toml"));
        let text = fs::read_to_string(path).unwrap();
        let text =
            text.replace(from, to).replace(&format!("name = \"{file}\""), &format!("name = \"{file}-pll\""));
        let board = Board::parse(file, &text).unwrap();
        assert!(board.clock.dividers.is_some(), "{file}");
        boards.push(board);
    }
    boards
}

/// The small machine for a board, in a folder of the test's own: the folder, the top level, the files of this ending.
fn written(test: &str, board: &Board, language: Language, ending: &str) -> (PathBuf, String, Vec<String>) {
    written_of("chess-small", &[("stack_depth", "8")], test, board, language, ending)
}

/// The same of another core with these settings.
fn written_of(
    core: &str,
    settings: &[(&str, &str)],
    test: &str,
    board: &Board,
    language: Language,
    ending: &str,
) -> (PathBuf, String, Vec<String>) {
    let core = cores::find(core).unwrap();
    let settings = Settings::parse(core, settings).unwrap();
    let project = Project::new(board, core, &settings, ProjectOptions { language, seed: 1 }).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}_{}_{language:?}", board.name));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for file in &project.files {
        fs::write(folder.join(&file.name), &file.text).unwrap();
    }
    let bench = format!("_tb{ending}");
    let names = project.files.iter().map(|file| file.name.clone());
    let mut sources: Vec<String> =
        names.filter(|name| name.ends_with(ending) && !name.ends_with(&bench)).collect();
    // What stands in for the clock circuit comes first, as VHDL wants it.
    sources.sort_by_key(|name| !name.contains("_stand_in"));
    (folder, project.top, sources)
}

/// A core that has a serial line already has it at the board's clock and rate.
#[test]
fn a_line_of_its_own_goes_to_the_pins() {
    let test = "a_line_of_its_own_goes_to_the_pins";
    if !all_found(test, [VERILATOR].map(Tool::find)) {
        return;
    }
    let board = find("arty-a7-35").unwrap();
    let settings = [("protocol", "fpt2013")];
    let (folder, top, sources) =
        written_of("blokus-serial", &settings, test, &board, Language::Verilog, ".v");
    run_silently(VERILATOR, &folder, &["--lint-only", "-Wall", "--top-module", &top], &sources);
    let text = fs::read_to_string(folder.join("blokus_serial.v")).unwrap();
    let clock = format!("clock_hz = {}", board.clock.core_hz);
    assert!(text.contains("protocol = fpt2013") && text.contains(&clock), "{}", &text[..500]);
}

#[test]
fn every_top_level_lints_without_waivers() {
    let test = "every_top_level_lints_without_waivers";
    if !all_found(test, [VERILATOR, GHDL].map(Tool::find)) {
        return;
    }
    for board in boards() {
        let (folder, top, sources) = written(test, &board, Language::Verilog, ".v");
        run_silently(VERILATOR, &folder, &["--lint-only", "-Wall", "--top-module", &top], &sources);
        if board.device.family.name() == "ise" {
            continue;
        }
        let (folder, top, sources) = written(test, &board, Language::Vhdl, ".vhd");
        run_silently(GHDL, &folder, &["-a", "--std=08", "--warn-error"], &sources);
        run_silently(GHDL, &folder, &["-e", "--std=08", &top], &[]);
    }
}

/// FuseSoC reads the core files, lints with one and runs the bench with it.
#[test]
fn fusesoc_lints_and_simulates() {
    let test = "fusesoc_lints_and_simulates";
    let programs = [FUSESOC, VERILATOR, IVERILOG];
    if !all_found(test, programs.into_iter().map(Tool::find)) {
        return;
    }
    let fusesoc = Tool::find(FUSESOC).unwrap();
    for (name, targets) in [("de2-115", &["lint", "sim"][..]), ("ulx3s-85f", &["lint"])] {
        let board = find(name).unwrap();
        let (folder, top, _) = written(test, &board, Language::Verilog, ".v");
        for target in targets {
            let log = folder.join(format!("fusesoc_{target}.log"));
            let arguments = ["--cores-root", ".", "run", "--target", target, &top];
            let said = fusesoc.run(&arguments, &folder, &log).unwrap_or_else(|error| panic!("{error}"));
            assert!(*target != "sim" || said.contains("PASS: "), "{said}");
        }
    }
}

fn movewright(program: &Path, folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_small_machine_becomes_a_bitstream() {
    let programs = [PINNED_YOSYS, NEXTPNR_ICE40, ICEPACK];
    let test = "the_small_machine_becomes_a_bitstream";
    if !all_found(test, programs.into_iter().map(Tool::find_pinned)) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "build",
        "chess-small",
        "--board",
        "icebreaker",
        "--set",
        "stack_depth=8",
        "--set",
        "checks_first=off",
        "-o",
        "out",
    ];
    let (status, out, told) =
        movewright(Path::new(env!("CARGO_BIN_EXE_movewright")), folder.path(), &arguments);
    assert_eq!(status, Some(0), "{told}");
    assert!(out.contains("chess_small_icebreaker.bin"), "{out}");
    let bits = fs::read(folder.path().join("out/chess_small_icebreaker.bin")).unwrap();
    // What an iCE40 looks for at the beginning of its configuration.
    assert!(bits.windows(4).take(64).any(|word| word == [0x7e, 0xaa, 0x99, 0x7e]));
    assert!(told.contains("clock 12.00 MHz; the slowest path allows "), "{told}");
}

/// Without any tool the files are written all the same, and what is left is told.
#[test]
fn missing_tools_are_told_with_what_they_would_have_done() {
    // A copy elsewhere, so that it does not find the tools of this project.
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("movewright");
    fs::copy(env!("CARGO_BIN_EXE_movewright"), &program).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(folder.path()).env("PATH", "").env("MOVEWRIGHT_TOOLS", "none");
        let output = elsewhere::output(&mut command);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, told) = run(&["build", "chess-small", "--board", "icebreaker", "-o", "ice"]);
    assert_eq!(status, Some(1), "{told}");
    for line in [
        "not done: to map the machine to the device's cells: yosys is not installed; install it with `make tools`",
        "not done: to place and route it: it goes on from what was not done to map the machine",
        "not done: to pack the bitstream: ",
    ] {
        assert!(told.contains(line), "{told}");
    }
    assert!(folder.path().join("ice/chess_small_icebreaker.pcf").exists());
    // A project for the vendor's tools is whole without any.
    let (status, told) = run(&["build", "chess-small", "--board", "de2-115", "-o", "de2"]);
    assert_eq!(status, Some(0), "{told}");
    assert!(
        told.contains("not done: to see whether the machine fits the device: yosys is not installed"),
        "{told}"
    );
    assert!(told.contains("quartus_sh --flow compile chess_small_de2_115"), "{told}");
    assert!(folder.path().join("de2/chess_small_de2_115.qpf").exists());
}
