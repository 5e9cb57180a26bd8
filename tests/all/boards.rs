//! Projects for boards before the tools that have to read them, and a bitstream made from end to
//! end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bitstream::{self, Built, icebreaker};
use crate::passed::{Inputs, unless_passed};
use crate::required::all_found;
use movewright::board::{CircuitBoard, Family, Project, ProjectOptions, find, names};
use movewright::cores::{self, Settings};
use movewright::emit::Language;
use movewright::floorplan::{Counts, Floorplan, Plan, Shape};
use movewright::flow::{GHDL, ICEPACK, IVERILOG, NEXTPNR_ICE40, PINNED_YOSYS, Program, Tool, VERILATOR};
use movewright::synth::Resources;

/// This file, which runs the tools and judges them.
const SOURCE: &str = "tests/all/boards.rs";

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
fn boards() -> Vec<CircuitBoard> {
    let mut boards: Vec<CircuitBoard> = names().map(|name| find(name).unwrap()).collect();
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
        let board = CircuitBoard::parse(file, &text).unwrap();
        assert!(board.clock.dividers.is_some(), "{file}");
        boards.push(board);
    }
    boards
}

/// The small machine for a board, in a folder of the test's own: the folder, the top level, the
/// files of this ending.
fn written(
    test: &str,
    board: &CircuitBoard,
    language: Language,
    ending: &str,
) -> (PathBuf, String, Vec<String>) {
    written_of("chess-small", &[("stack_depth", "8")], test, board, language, ending)
}

/// The same of another core with these settings.
fn written_of(
    core: &str,
    settings: &[(&str, &str)],
    test: &str,
    board: &CircuitBoard,
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
        let inputs = Inputs::new(&[VERILATOR], &[SOURCE]).with_files(&folder);
        unless_passed(&format!("{test} {} verilog", board.name), inputs, || {
            run_silently(VERILATOR, &folder, &["--lint-only", "-Wall", "--top-module", &top], &sources);
        });
        if board.device.family.name() == "ise" {
            continue;
        }
        let (folder, top, sources) = written(test, &board, Language::Vhdl, ".vhd");
        let inputs = Inputs::new(&[GHDL], &[SOURCE]).with_files(&folder);
        unless_passed(&format!("{test} {} vhdl", board.name), inputs, || {
            run_silently(GHDL, &folder, &["-a", "--std=08", "--warn-error"], &sources);
            run_silently(GHDL, &folder, &["-e", "--std=08", &top], &[]);
        });
    }
}

/// Every target of every board's core file is set up by FuseSoC, without a floorplan and with one,
/// and every file that the tools are told of is there.
#[test]
fn fusesoc_finds_every_file() {
    let test = "fusesoc_finds_every_file";
    if !all_found(test, [FUSESOC].map(Tool::find)) {
        return;
    }
    for board in names().map(|name| find(name).unwrap()) {
        let (folder, top, _) = written(test, &board, Language::Verilog, ".v");
        // All but the first write the project again, with a floorplan.
        let sources = [SOURCE, "src/floorplan", "src/board/project", "templates/board"];
        let inputs = Inputs::new(&[FUSESOC], &sources).with_files(&folder);
        unless_passed(&format!("{test} {}", board.name), inputs, || finds_every_file(&board, &folder, &top));
    }
}

/// FuseSoC sets up every target of the project in this folder, and names files that are there.
fn finds_every_file(board: &CircuitBoard, folder: &Path, top: &str) {
    let fusesoc = Tool::find(FUSESOC).unwrap();
    let set_up = |target: &str| {
        let work = folder.join(format!("work_{target}"));
        let log = folder.join(format!("fusesoc_{target}.log"));
        let work_root = format!("--work-root=work_{target}");
        let arguments = ["--cores-root=.", "run", &work_root, "--setup", "--target", target, top];
        fusesoc.run(&arguments, folder, &log).unwrap_or_else(|error| panic!("{error}"));
        let named = files_named_in(&work, folder);
        for name in &named {
            assert!(work.join(name).is_file(), "{} {target}: no {name}", board.name);
        }
        named
    };
    let top_level = format!("{top}.v");
    let names_top = |named: &[String]| named.iter().any(|name| name.ends_with(&top_level));
    for target in ["lint", "sim", "synth"] {
        let named = set_up(target);
        assert!(names_top(&named), "{}: {named:?}", board.name);
    }
    let floorplan = follow_a_floorplan(board, folder);
    fs::remove_dir_all(folder.join("work_synth")).unwrap();
    let named = set_up("synth");
    assert!(names_top(&named), "{}: {named:?}", board.name);
    // ISE has it in the file of the other constraints.
    let has_file = floorplan.is_none_or(|floorplan| named.iter().any(|name| name.ends_with(&floorplan)));
    assert!(has_file, "{}: {named:?}", board.name);
}

/// Boards with devices whose grids are not known.
const UNKNOWN_GRIDS: [&str; 8] = [
    "alchitry-cu",
    "colorlight-i5",
    "ecpix-5",
    "orangecrab",
    "tang-nano-9k",
    "ulx3s-12f",
    "ulx3s-25f",
    "ulx3s-45f",
];

/// Writes the project again with a floorplan of made-up sizes; the file that holds it, where it is
/// one of its own.
fn follow_a_floorplan(board: &CircuitBoard, folder: &Path) -> Option<String> {
    let core = cores::find("chess-small").unwrap();
    let settings = Settings::parse(core, &[("stack_depth", "8")]).unwrap();
    let mut project = Project::new(board, core, &settings, ProjectOptions::default()).unwrap();
    let grid = match project.grid() {
        Err(_) if UNKNOWN_GRIDS.contains(&board.name.as_str()) => return None,
        grid => grid.unwrap(),
    };
    let floorplan = Floorplan::of(&cores::design(core, &settings).unwrap()).unwrap();
    let size = Resources { lut4: Some(40), ff: 10, ..Resources::default() };
    let counts: Counts = floorplan.parts().chain([""]).map(|part| (part.to_string(), size)).collect();
    let shape = if board.device.family == Family::Quartus { Shape::Tight } else { Shape::DEFAULT };
    let plan = Plan::new(floorplan, grid, &counts, shape).unwrap();
    project.follow(&plan).unwrap();
    for file in &project.files {
        fs::write(folder.join(&file.name), &file.text).unwrap();
    }
    project.files.into_iter().map(|file| file.name).find(|name| name.contains("_floorplan."))
}

/// The words of the tools' files and scripts in this folder and below that end in the name of one
/// of the project's files, apart from comments and sources.
fn files_named_in(work: &Path, project: &Path) -> Vec<String> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let project: Vec<String> = entries(project)
        .into_iter()
        .filter(|path| path.is_file())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .filter(|name| !name.ends_with(".core") && !name.ends_with(".log") && name != "movewright.json")
        .collect();
    let mut folders = vec![work.to_path_buf()];
    let mut named = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let is_source =
                [".v", ".vhd", ".hex"].iter().any(|ending| path.to_string_lossy().ends_with(ending));
            let Some(text) = fs::read_to_string(&path).ok().filter(|_| !is_source) else { continue };
            let lines = text.lines().filter(|line| !line.trim_start().starts_with(['#', '/']));
            let words =
                lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || "\"'{}[]();,=".contains(c)));
            let names_one =
                |word: &&str| project.iter().any(|name| *word == name || word.ends_with(&format!("/{name}")));
            named.extend(words.filter(names_one).map(str::to_string));
        }
    }
    named
}

/// The bench beside a player with a serial line of its own is of that line, at the board's clock
/// and rate.
#[test]
fn the_bench_of_a_competitor_is_of_its_line() {
    let board = find("de2-115").unwrap();
    let settings = [("clock_hz", "25000000"), ("depth", "1")];
    let test = "the_bench_of_a_competitor_is_of_its_line";
    let (folder, top, _) = written_of("blokus-serial", &settings, test, &board, Language::Verilog, ".v");
    let core = fs::read_to_string(folder.join(format!("{top}.core"))).unwrap();
    assert!(core.contains("- blokus_serial_tb.v") && core.contains("toplevel: blokus_serial_tb"), "{core}");
    assert!(!core.contains("blokus_player_tb"), "{core}");
    let bench = fs::read_to_string(folder.join("blokus_serial_tb.v")).unwrap();
    assert!(bench.contains("serial_in") && bench.contains("serial_out"), "{bench}");
    if !all_found(test, [IVERILOG, movewright::flow::VVP].map(Tool::find)) {
        return;
    }
    let sources =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let own = |name: &String| name.ends_with(".v") && !name.starts_with(&top);
    let sources: Vec<String> = sources.filter(own).collect();
    let fixed = ["-g2005", "-s", "blokus_serial_tb", "-o", "bench"].map(str::to_string);
    let arguments: Vec<String> = fixed.into_iter().chain(sources).collect();
    let run = |program, arguments: &[String]| {
        let tool = Tool::find(program).unwrap();
        tool.run(arguments, &folder, &folder.join("run.log")).unwrap_or_else(|error| panic!("{error}"))
    };
    run(IVERILOG, &arguments);
    let said = run(movewright::flow::VVP, &["bench".to_string()]);
    assert!(said.contains("PASS: "), "{said}");
}

/// `build.sh` as it is written, with stand-ins for the tools: it ends with 1 when the clock is
/// missed, or nobody can tell.
#[test]
#[cfg(unix)]
fn a_script_fails_when_the_clock_is_missed() {
    let test = "a_script_fails_when_the_clock_is_missed";
    let script = |board: &str| {
        let board = find(board).unwrap();
        written(test, &board, Language::Verilog, ".v")
    };
    // The placer says so itself, unless it is told not to.
    for board in ["ulx3s-85f", "icebreaker", "tang-nano-20k"] {
        let (folder, ..) = script(board);
        let text = fs::read_to_string(folder.join("build.sh")).unwrap();
        assert!(
            text.contains("set -e") && text.contains("nextpnr") && !text.contains("allow-fail"),
            "{text}"
        );
    }
    let (folder, top, _) = script("de2-115");
    let summary = |slack: &str| {
        format!("mkdir -p output_files; echo 'Slack : {slack}' > output_files/{top}.sta.summary")
    };
    assert_eq!(scripted(&folder, &["quartus_sh"], &summary("1.250")), (Some(0), String::new()));
    let too_slow = format!("{top} is too slow for its clock: see output_files/{top}.sta.summary\n");
    assert_eq!(scripted(&folder, &["quartus_sh"], &summary("-0.250")), (Some(1), too_slow.clone()));
    fs::remove_dir_all(folder.join("output_files")).unwrap();
    assert_eq!(scripted(&folder, &["quartus_sh"], "true"), (Some(1), too_slow));
    let (folder, top, _) = script("xcv800");
    let tools = ["xst", "ngdbuild", "map", "par", "trce", "bitgen"];
    let met = format!("echo 'All constraints were met.' > {top}.twr");
    assert_eq!(scripted(&folder, &tools, &met), (Some(0), String::new()));
    let (status, told) = scripted(&folder, &tools, &format!("echo '1 constraint not met.' > {top}.twr"));
    assert_eq!((status, told.contains("is too slow for its clock")), (Some(1), true), "{told}");
}

/// A tool that ends well and leaves nothing is named, with what it left out.
#[test]
#[cfg(unix)]
fn a_tool_that_writes_nothing_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let yosys = folder.path().join("yosys");
    fs::write(&yosys, "#!/bin/sh\necho Yosys 0.70\n").unwrap();
    fs::set_permissions(&yosys, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(["build", "chess-small", "--board", "icebreaker", "-o", "out"]);
    command.current_dir(folder.path()).env("MOVEWRIGHT_TOOLS", folder.path());
    let output = crate::elsewhere::output(&mut command);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    let says = "error: yosys ended well, but ";
    let last = told.lines().last().unwrap();
    assert!(
        last.starts_with(says) && last.contains("chess_small_icebreaker.stat.json is not there; "),
        "{told}"
    );
    assert!(!folder.path().join("out").exists());
}

/// How `build.sh` of this folder ends, and what it says, with tools that all do this.
fn scripted(folder: &Path, tools: &[&str], does: &str) -> (Option<i32>, String) {
    use std::os::unix::fs::PermissionsExt;
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).unwrap();
    for tool in tools {
        fs::write(bin.join(tool), format!("#!/bin/sh\n{does}\n")).unwrap();
        fs::set_permissions(bin.join(tool), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    let output = crate::elsewhere::output(command.arg(folder.join("build.sh")).env("PATH", path));
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
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

#[test]
fn the_small_machine_becomes_a_bitstream() {
    let programs = [PINNED_YOSYS, NEXTPNR_ICE40, ICEPACK];
    let test = "the_small_machine_becomes_a_bitstream";
    if !all_found(test, programs.into_iter().map(Tool::find_pinned)) {
        return;
    }
    unless_passed(test, bitstream::inputs(&[], &["tests/all/boards.rs"]), is_built_and_told);
}

fn is_built_and_told() {
    let Built { status, out, told, image } = icebreaker();
    assert_eq!(*status, Some(0), "{told}");
    assert!(out.contains("chess_small_icebreaker.bin"), "{out}");
    let bits = fs::read(image).unwrap();
    // What an iCE40 looks for at the beginning of its configuration.
    assert!(bits.windows(4).take(64).any(|word| word == [0x7e, 0xaa, 0x99, 0x7e]));
    assert!(told.contains("clock 12.00 MHz; the slowest path allows "), "{told}");
    assert!(!told.contains("warns"), "{told}");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(
        lines.first(),
        Some(
            &"icebreaker: chess-small with stack_depth=16, the largest known to fit; --set chooses otherwise"
        )
    );
    // Either now, or of the very same files before.
    let before = told.contains("icebreaker: the same tools made it of the same files before: ");
    for (step, what) in [
        ("1/3", "map the machine to the device's cells"),
        ("2/3", "place and route it"),
        ("3/3", "pack the bitstream"),
    ] {
        assert!(before || told.contains(&format!(" {step} icebreaker: to {what}\n")), "{told}");
    }
    assert!(
        told.ends_with("load it, with the board plugged in:\n  iceprog out/chess_small_icebreaker.bin\n"),
        "{told}"
    );
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
        command.args(arguments).current_dir(folder.path()).env("PATH", "").env_remove("MOVEWRIGHT_TOOLS");
        let output = crate::elsewhere::output(&mut command);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, told) = run(&["build", "chess-small", "--board", "icebreaker", "-o", "ice"]);
    assert_eq!(status, Some(1), "{told}");
    for line in [
        "not done: to map the machine to the device's cells: yosys is not installed; install it as the README says, or with `make tools` in a clone",
        "not done: to place and route it: it goes on from what was not done to map the machine",
        "not done: to pack the bitstream: ",
    ] {
        assert!(told.contains(line), "{told}");
    }
    assert!(folder.path().join("ice/chess_small_icebreaker.pcf").exists());
    // A project for the vendor's tools is whole without any.
    let (status, told) = run(&["build", "chess-small", "--board", "de2-115", "-o", "de2"]);
    assert_eq!(status, Some(0), "{told}");
    assert!(!told.contains("not done: "), "{told}");
    let (status, counted) = run(&["build", "chess-small", "--board", "de2-115", "--count", "-o", "de2"]);
    assert_eq!(status, Some(0), "{counted}");
    assert!(
        counted.contains("not done: to see whether the machine fits the device: yosys is not installed"),
        "{counted}"
    );
    assert!(told.contains("quartus_sh --flow compile chess_small_de2_115"), "{told}");
    assert!(folder.path().join("de2/chess_small_de2_115.qpf").exists());
}
