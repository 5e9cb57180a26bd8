//! Test benches to take away, run: they pass in every simulator that is here, in silence but for
//! one line, and fail when one bit of the design is another.

mod mutants;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

use crate::passed::{Inputs, unless_passed};
use crate::quick::quick;
use crate::required::all_found;
use movewright::cores::{CoreInfo, cores, find};
use movewright::describe::{Builder, Project};
use movewright::emit::{Dialect, File, Language, emit};
use movewright::flow::{GHDL, IVERILOG, Program, VERILATOR};
use movewright::netlist::{Design, Value};
use movewright::simulate::transcript::Recorder;
use movewright::simulate::{Interface, Ports, Simulation};
use movewright::testbench::testbench;

fn tool(test: &str, name: &str) -> bool {
    let missing = |_| format!("{name} is not installed; see `make tools`");
    all_found(test, [Command::new(name).arg("--version").output().map_err(missing)])
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("testbench").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.parent().unwrap()).unwrap();
    folder
}

fn text_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A run that takes longer hangs; the slowest takes half a minute.
const LONGEST_S: &str = "600";

fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let arguments = [&[LONGEST_S, program], arguments].concat();
    let output = Command::new("timeout").args(&arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text_of(&output));
    text_of(&output)
}

/// A folder of generated files, and the names in it.
struct Bench {
    folder: PathBuf,
    name: String,
    /// The lists of files, without `.f`.
    verilog: String,
    vhdl: String,
}

impl Bench {
    fn of_core(core: &CoreInfo, folder: &Path) -> Self {
        let arguments = ["gen", core.name, "--testbench", "-o", folder.to_str().unwrap()];
        run(Path::new("."), env!("CARGO_BIN_EXE_movewright"), &[&arguments, quick(core.name)].concat());
        Self::named(core, folder)
    }

    /// The bench of a core that is in this folder.
    fn named(core: &CoreInfo, folder: &Path) -> Self {
        let (name, list) = (format!("{}_tb", core.top), core.name);
        Self {
            folder: folder.into(),
            name,
            verilog: format!("{list}_tb.f"),
            vhdl: format!("{list}_vhdl_tb.f"),
        }
    }

    fn list(&self, name: &str) -> Vec<String> {
        fs::read_to_string(self.folder.join(name)).unwrap().lines().map(String::from).collect()
    }

    fn build_icarus(&self) {
        let arguments = ["-g2005", "-Wall", "-s", &self.name, "-o", "tb.vvp", "-c", &self.verilog];
        assert_eq!(run(&self.folder, "iverilog", &arguments), "");
    }

    /// What a run in Icarus prints.
    fn icarus(&self) -> String {
        run(&self.folder, "vvp", &["-n", "tb.vvp"])
    }

    fn build_ghdl(&self) {
        let files = self.list(&self.vhdl);
        let mut arguments = vec!["-a", "--std=08", "--warn-error"];
        arguments.extend(files.iter().map(String::as_str));
        assert_eq!(run(&self.folder, "ghdl", &arguments), "");
        assert_eq!(run(&self.folder, "ghdl", &["-e", "--std=08", &self.name]), "");
    }

    /// What a run in GHDL prints, and whether it ends with success.
    fn ghdl(&self) -> (String, bool) {
        let arguments = ["-r", "--std=08", &self.name, "--ieee-asserts=disable-at-0"];
        let output = Command::new("ghdl").args(arguments).current_dir(&self.folder).output().unwrap();
        (text_of(&output), output.status.success())
    }

    fn lint(&self) {
        let lint = ["--lint-only", "--timing", "-Wall", "--top-module", &self.name, "-f", &self.verilog];
        assert_eq!(run(&self.folder, "verilator", &lint), "");
    }

    fn build_verilator(&self) {
        self.lint();
        let quick = ["--output-split", "0", "-MAKEFLAGS", "OPT_FAST=-O0 OPT_GLOBAL=-O0", "-j", "2"];
        let build = ["--binary", "--top-module", &self.name, "-f", &self.verilog];
        run(&self.folder, "verilator", &[&build[..], &quick].concat());
    }

    fn verilator(&self) -> String {
        run(&self.folder, self.folder.join("obj_dir").join(format!("V{}", self.name)).to_str().unwrap(), &[])
    }
}

/// The line by which a bench ends.
fn verdict(text: &str) -> &str {
    let lines = text.lines().filter(|line| line.starts_with("PASS") || line.starts_with("FAIL"));
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), 1, "{text}");
    lines[0]
}

/// The bench of a core, written once for all tests that only read it.
fn written(core: &'static CoreInfo) -> Bench {
    static WRITTEN: Mutex<BTreeMap<&str, PathBuf>> = Mutex::new(BTreeMap::new());
    let mut written = WRITTEN.lock().unwrap();
    let folder = written.entry(core.name).or_insert_with(|| Bench::of_core(core, &scratch(core.name)).folder);
    Bench::named(core, folder)
}

/// A copy of it, for a test that changes its files or writes beside them.
fn copied(core: &'static CoreInfo, name: &str) -> Bench {
    let (from, to) = (written(core).folder, scratch(&format!("{}-{name}", core.name)));
    fs::create_dir(&to).unwrap();
    for entry in fs::read_dir(&from).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
    Bench::named(core, &to)
}

/// Everything that runs of these cores' benches depend on.
fn inputs(tools: &[Program], cores: impl IntoIterator<Item = &'static CoreInfo>) -> Inputs {
    let inputs = Inputs::new(tools, &["tests/all/testbench"]);
    cores.into_iter().fold(inputs, |inputs, core| inputs.with_files(&written(core).folder))
}

/// The line of a bench that passes.
fn passed(core: &CoreInfo, bench: &Bench) -> String {
    let data = fs::read_to_string(bench.folder.join(format!("{}.hex", bench.name))).unwrap();
    let cycles = data.lines().filter(|line| line.starts_with('1')).count();
    let bytes = data.len();
    assert!(cycles > 3_000 && bytes < 1_000_000, "{}: {cycles} cycles, {bytes} bytes", core.name);
    format!("PASS: {cycles} cycles")
}

/// Icarus runs the bench of every core. `movewright check`, in `proofs.rs`, runs the same cycles of
/// every core in GHDL and Verilator, which take the bench itself in the next test.
#[test]
fn every_core_passes() {
    if !tool("every_core_passes", "iverilog") {
        return;
    }
    for core in cores() {
        unless_passed(&format!("testbench {} iverilog", core.name), inputs(&[IVERILOG], [core]), || {
            let bench = copied(core, "here");
            bench.build_icarus();
            assert_eq!(verdict(&bench.icarus()), passed(core, &bench));
        });
    }
}

/// The bench of a core, run in GHDL, Verilator and NVC.
fn passes_everywhere(test: &str, core: &'static CoreInfo) {
    let bench = copied(core, "everywhere");
    let passed = passed(core, &bench);
    let name = |simulator: &str| format!("testbench {} {simulator}", core.name);
    if tool(test, "ghdl") {
        unless_passed(&name("ghdl"), inputs(&[GHDL], [core]), || {
            bench.build_ghdl();
            let (text, ended_well) = bench.ghdl();
            assert_eq!((verdict(&text), ended_well), (passed.as_str(), true));
        });
    }
    if tool(test, "verilator") {
        unless_passed(&name("verilator"), inputs(&[VERILATOR], [core]), || {
            bench.build_verilator();
            assert_eq!(verdict(&bench.verilator()), passed);
        });
    }
    // No package of Debian's has it, so it is not asked for.
    if Command::new("nvc").arg("--version").output().is_ok() {
        let files = bench.list(&bench.vhdl);
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let analyse = [&["--std=2008", "-a"][..], &files].concat();
        let run_it = ["-e", &bench.name, "-r", "--ieee-warnings=off", &bench.name];
        assert_eq!(verdict(&run(&bench.folder, "nvc", &[&analyse[..], &run_it].concat())), passed);
    }
}

/// With a command port, with a result in every cycle, and of another game.
#[test]
fn a_core_of_each_kind_passes_everywhere() {
    for name in ["chess-small", "chess-count", "blokus"] {
        passes_everywhere("a_core_of_each_kind_passes_everywhere", find(name).unwrap());
    }
}

#[test]
#[ignore = "takes minutes; a part of `make bench`"]
fn every_core_passes_everywhere() {
    cores().for_each(|core| passes_everywhere("every_core_passes_everywhere", core));
}

#[test]
fn two_runs_write_the_same() {
    for core in cores() {
        let (one, other) = (written(core), scratch(&format!("{}-other", core.name)));
        Bench::of_core(core, &other);
        for entry in fs::read_dir(&other).unwrap() {
            let name = entry.unwrap().file_name();
            assert!(
                fs::read(one.folder.join(&name)).unwrap() == fs::read(other.join(&name)).unwrap(),
                "{name:?}"
            );
        }
    }
}

/// A sum of 70 bits that grows by its input in each cycle.
fn sum() -> Design {
    let b = Builder::new("running_sum", "Adds its input in every cycle.");
    b.clock();
    b.reset();
    let addend = b.input("addend", 70);
    let sum = b.register("sum_so_far", 70).resets_to(0);
    sum.next(&(&*sum + &addend));
    b.output("sum", &sum);
    b.output("odd", &sum.bit(0));
    let mut project = Project::new("running-sum");
    project.add(b).unwrap();
    project.finish().unwrap()
}

/// The bench of [`sum`], with texts changed on the way.
fn bench_of_sum(name: &str, change: impl Fn(&str, String) -> String) -> Bench {
    let design = sum();
    let interface = Interface::of(&design).unwrap();
    let mut recorder = Recorder::new(Simulation::new(&design).unwrap(), interface).unwrap();
    for cycle in 0..40u64 {
        let words = [cycle.wrapping_mul(0x9e37_79b9_7f4a_7c15), cycle % 64];
        recorder.poke("reset", u64::from(cycle == 20)).unwrap();
        recorder.poke_value("addend", &Value::from_words(70, &words)).unwrap();
        recorder.step().unwrap();
    }
    let [verilog, vhdl] = [Language::Verilog, Language::Vhdl]
        .map(|language| emit(&design, language, Dialect::Generic).unwrap());
    let sources = [(Language::Verilog, &verilog[..]), (Language::Vhdl, &vhdl[..])];
    let bench = testbench(&recorder.into_transcript(), &sources).unwrap();
    let folder = scratch(name);
    fs::create_dir(&folder).unwrap();
    for File { name, text } in verilog.iter().chain(&vhdl).chain(&bench) {
        fs::write(folder.join(name), change(name, text.clone())).unwrap();
    }
    Bench {
        folder,
        name: "running_sum_tb".into(),
        verilog: "running-sum_tb.f".into(),
        vhdl: "running-sum_vhdl_tb.f".into(),
    }
}

/// Runs a test of what this bench tells in all simulators, if it has not passed with the same bench.
fn unless_told(test: &str, told: impl FnOnce()) {
    if !["iverilog", "ghdl", "verilator"].iter().all(|name| tool(test, name)) {
        return;
    }
    let bench = bench_of_sum(test, |_, text| text);
    let inputs = Inputs::new(&[IVERILOG, GHDL, VERILATOR], &["tests/all/testbench"]);
    unless_passed(&format!("testbench: {test}"), inputs.with_files(&bench.folder), told);
}

/// Runs the bench of [`sum`] in Icarus and GHDL, and gives their verdicts; GHDL has to fail where
/// it says so.
fn verdicts(bench: &Bench) -> [String; 2] {
    bench.build_icarus();
    bench.build_ghdl();
    let (text, ended_well) = bench.ghdl();
    assert_eq!(ended_well, verdict(&text).starts_with("PASS"), "{text}");
    [verdict(&bench.icarus()).to_string(), verdict(&text).to_string()]
}

#[test]
fn a_difference_says_where_and_what() {
    unless_told("a_difference_says_where_and_what", difference_is_told);
}

fn difference_is_told() {
    let right = bench_of_sum("right", |_, text| text);
    assert_eq!(verdicts(&right), ["PASS: 40 cycles"; 2]);

    let wrong = bench_of_sum("wrong", |name, text| match name {
        "running_sum.v" | "running_sum.vhd" => {
            let wrong = text.replacen(" + ", " - ", 1);
            assert_ne!(wrong, text);
            wrong
        }
        _ => text,
    });
    // Cycle 1 adds, cycle 2 shows it.
    let expected = "FAIL: cycle 2, output sum: got 3e61c8864680b583eb, expected 019e3779b97f4a7c15";
    assert_eq!(
        verdicts(&wrong).map(|line| line.to_lowercase()),
        [expected.to_lowercase(), expected.to_lowercase()]
    );
    wrong.build_verilator();
    assert_eq!(verdict(&wrong.verilator()), expected);
}

#[test]
fn an_output_that_is_neither_0_nor_1_is_a_difference() {
    if !["iverilog", "ghdl"].iter().all(|name| tool("an_output_that_is_neither_0_nor_1", name)) {
        return;
    }
    // VHDL writes a U as X in base 16.
    let undriven = bench_of_sum("undriven", |name, text| {
        let is_driver = |line: &&str| line.contains("assign odd =") || line.contains("  odd <=");
        let kept = || text.lines().filter(|line| !is_driver(line)).map(|line| format!("{line}\n")).collect();
        if matches!(name, "running_sum.v" | "running_sum.vhd") { kept() } else { text }
    });
    let expected = ["z", "X"].map(|got| format!("FAIL: cycle 0, output odd: got {got}, expected 0"));
    assert_eq!(verdicts(&undriven), expected);
}

#[test]
fn data_that_are_missing_or_cut_say_so() {
    unless_told("data_that_are_missing_or_cut_say_so", missing_data_are_told);
}

fn missing_data_are_told() {
    let bench = bench_of_sum("data", |_, text| text);
    bench.build_verilator();
    let data = bench.folder.join("running_sum_tb.hex");
    let text = fs::read_to_string(&data).unwrap();
    let is_told = |expected: &str| {
        for line in verdicts(&bench).into_iter().chain([verdict(&bench.verilator()).to_string()]) {
            assert!(line.starts_with(expected), "{line}");
        }
    };
    let cut: String = text.lines().take(23).map(|line| format!("{line}\n")).collect();
    fs::write(&data, cut).unwrap();
    is_told("FAIL: running_sum_tb.hex has no line for cycle 20;");
    fs::remove_file(&data).unwrap();
    is_told("FAIL: cannot read running_sum_tb.hex; run the bench where this file is");
}
