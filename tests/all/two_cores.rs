//! Two cores in one project: with prefixes, or a VHDL library each, their names do not meet.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Writes a core, and gives the names of its files of one kind in the order of a list.
fn generate(folder: &Path, core: &str, output: &str, options: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(["gen", core, "--testbench", "-o", output]).args(options).current_dir(folder);
    let written = command.output().unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    String::from_utf8(written.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The files that a list names, as paths from the project.
fn listed(folder: &Path, list: &str) -> Vec<String> {
    let (place, _) = list.split_once('/').unwrap();
    let text = fs::read_to_string(folder.join(list)).unwrap();
    text.lines().map(|name| format!("{place}/{name}")).collect()
}

/// Whether these tools are there.
fn found(tools: &[&str]) -> bool {
    let missing = |tool: &&str| {
        let started = Command::new(tool).arg("-v").output();
        started.map_err(|error| format!("{tool}: {error}"))
    };
    crate::required::all_found("two_cores", tools.iter().map(missing))
}

/// Runs a tool in the project; what it says where it fails.
fn run(folder: &Path, tool: &str, arguments: &[&str], files: &[String]) -> Result<(), String> {
    let output = Command::new(tool).args(arguments).args(files).current_dir(folder).output().unwrap();
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    output.status.success().then_some(()).ok_or(said.concat())
}

#[test]
fn with_prefixes_two_cores_are_one_project_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let written = [("chess-small", "small", "a_"), ("chess-classic", "classic", "b_")]
        .map(|(core, output, prefix)| generate(folder, core, output, &["--prefix", prefix]));
    let names = |place: usize| {
        written[place].iter().map(|path| path.split_once('/').unwrap().1.to_string()).collect::<Vec<String>>()
    };
    for (place, prefix) in [(0, "a_"), (1, "b_")] {
        assert!(names(place).iter().all(|name| name.starts_with(prefix)), "{:?}", names(place));
    }
    // Both have these, and they differ.
    for (core, name) in
        [(0, "a_board.v"), (1, "b_board.v"), (0, "a_movewright_pkg.vhd"), (1, "b_chess_classic_tb.txt")]
    {
        assert!(names(core).iter().any(|found| found == name), "{name} of {:?}", names(core));
    }
    let manifest = fs::read_to_string(folder.join("classic/movewright.json")).unwrap();
    assert!(manifest.contains(r#""prefix": "b_""#) && manifest.contains(r#""b_board.v""#), "{manifest}");

    if !found(&["iverilog", "ghdl"]) {
        return;
    }
    let both = |ending: &str| {
        let lists = [format!("small/a_chess-small{ending}"), format!("classic/b_chess-classic{ending}")];
        lists.iter().flat_map(|list| listed(folder, list)).collect::<Vec<String>>()
    };
    fs::write(
        folder.join("both.v"),
        "module both;\n  a_chess_small one ();\n  b_chess_classic other ();\nendmodule\n",
    )
    .unwrap();
    let mut verilog = both(".f");
    verilog.push("both.v".into());
    run(folder, "iverilog", &["-g2005", "-s", "both", "-o", "both.vvp"], &verilog).unwrap();
    // The benches of both too, with their own names.
    run(folder, "ghdl", &["-a", "--std=08"], &both("_vhdl_tb.f")).unwrap();
    for top in ["a_chess_small_tb", "b_chess_classic_tb"] {
        run(folder, "ghdl", &["-e", "--std=08", top], &[]).unwrap();
    }
}

/// Without prefixes, in libraries: every name of a core is looked up in its own.
#[test]
fn a_library_keeps_a_core_s_entities_apart() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    generate(folder, "chess-small", "small", &["--hdl", "vhdl", "--library", "movers"]);
    generate(folder, "blokus", "duo", &["--hdl", "vhdl", "--library", "duo"]);
    let top = fs::read_to_string(folder.join("duo/blokus.vhd")).unwrap();
    assert!(top.contains("library duo;\n") && top.contains("entity duo.planes"), "{top}");
    assert!(!top.contains("entity work."), "{top}");
    let read_me = fs::read_to_string(folder.join("duo/blokus_tb.txt")).unwrap();
    assert!(read_me.contains("ghdl -a --std=08 --work=duo "), "{read_me}");
    if !found(&["ghdl"]) {
        return;
    }
    for (library, list, bench) in [
        ("movers", "small/chess-small_vhdl_tb.f", "chess_small_tb"),
        ("duo", "duo/blokus_vhdl_tb.f", "blokus_tb"),
    ] {
        let work = format!("--work={library}");
        run(folder, "ghdl", &["-a", "--std=08", &work], &listed(folder, list)).unwrap();
        run(folder, "ghdl", &["-e", "--std=08", &work, bench], &[]).unwrap();
    }
}

#[test]
fn what_is_no_prefix_or_library_is_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    for (options, expected) in [
        (&["--prefix", ""][..], "--prefix: it is empty"),
        (&["--prefix", "1_"], "begins with `1`, where VHDL needs a letter"),
        (&["--prefix", "a-"], "has `-`, where only letters, digits and _ may be"),
        (&["--prefix", "a__"], "has a double underscore"),
        (&["--library", "work"], "--library work: library: the name `work` is "),
        (&["--library", "planes"], "is a name in the module `planes` too, which hides the library"),
        (&["--library", "duo", "--hdl", "verilog"], "--library duo: libraries are VHDL's"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        command.args(["gen", "blokus", "-o", "out"]).args(options).current_dir(folder.path());
        let refused = command.output().unwrap();
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(error.contains(expected), "{options:?}: {error}");
        assert_eq!(refused.status.code(), Some(2), "{error}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}
