//! Every core is linted, proven and simulated by `movewright check`; and a text that is wrong is
//! traced to its module.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use crate::passed::{Inputs, unless_passed};
use crate::quick::quick;
use crate::required::all_found;
use movewright::chess::classic::{Options, design, exercise, session};
use movewright::cores::{self, CoreInfo, Settings, cores};
use movewright::emit::File;
use movewright::flow::{GHDL, Program, Tool, VERILATOR, VSG, YOSYS};
use movewright::link;
use movewright::link::bus::BusOptions;
use movewright::link::uart::UartOptions;
use movewright::parts::board::Board;
use movewright::prove::{Finding, Step, Subject, Workplace, check, export};
use movewright::simulate::transcript::Recorder;
use movewright::simulate::{Interface, Simulation};

fn tools(test: &str, programs: &[Program]) -> bool {
    all_found(test, programs.iter().map(|&program| Tool::find(program)))
}

/// Compiled simulators stay from one run of the tests to the next.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("verilated")
}

/// The settings in which a core is checked.
fn checked(name: &str) -> &'static [&'static str] {
    match name {
        // Long pipelines are proven whole by `make bench`: their 170 files take ten minutes.
        "chess-stream" | "chess-perft" => &["--set", "levels=10", "--set", "stack_depth=4"],
        name => quick(name),
    }
}

/// The sources that run the steps of a check and judge them.
const SOURCES: [&str; 8] = [
    "src/prove",
    "src/emit",
    "src/simulate",
    "src/netlist",
    "src/flow",
    "src/cli/check.rs",
    "tests/all/proofs.rs",
    "templates",
];

/// Everything that the check of a core looks at.
fn inputs(core: &CoreInfo) -> Inputs {
    let mut inputs = Inputs::new(&[VERILATOR, YOSYS, GHDL, VSG], &SOURCES);
    let given: Vec<(&str, &str)> =
        checked(core.name).iter().filter_map(|argument| argument.split_once('=')).collect();
    let settings = Settings::parse(core, &given).unwrap();
    let design = cores::design(core, &settings).unwrap();
    let subject = Subject::new(&design).unwrap();
    inputs.add(&(&subject.verilog, &subject.vhdl));
    inputs.add_json(&export(&design));
    for property in cores::properties(core, &settings, &design).unwrap() {
        inputs.add_json(&export(&property.monitor));
        inputs.add(&(property.name, property.claim, property.method, property.free, property.watched));
    }
    inputs.add(&cores::stimulus(core, &settings).unwrap());
    inputs
}

#[test]
fn every_core_passes_its_check() {
    if !tools("every_core_passes_its_check", &[VERILATOR, YOSYS, GHDL, VSG]) {
        return;
    }
    let check = |core: &CoreInfo| {
        let output = Command::new(env!("CARGO_BIN_EXE_movewright"))
            .args(["check", core.name, "--format", "json"])
            .args(checked(core.name))
            .env("MOVEWRIGHT_CACHE", cache())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        let steps: Vec<serde_json::Value> =
            said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(steps.len(), Step::ALL.len(), "{said}");
        for step in &steps {
            assert_eq!((&step["core"], &step["passed"]), (&core.name.into(), &true.into()), "{said}");
            assert!(step["shown"].as_array().is_some_and(|shown| !shown.is_empty()), "{said}");
        }
    };
    let waiting = Mutex::new(cores());
    let next = || waiting.lock().unwrap().next();
    let work = || {
        while let Some(core) = next() {
            unless_passed(&format!("check {}", core.name), inputs(core), || check(core));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
}

/// A small machine behind each host: every step but the properties, which are of the machine alone.
#[test]
fn linked_machines_pass_their_check() {
    if !tools("linked_machines_pass_their_check", &[VERILATOR, YOSYS, GHDL, VSG]) {
        return;
    }
    let board = Board { files: 4, ranks: 4 };
    let options = Options { name: "king-and-rook".into(), board, stack_depth: 8, ..Options::default() };
    let core = design(&options).unwrap();
    let uart = UartOptions { clock_hz: 8_000_000, baud: 1_000_000, pause_bits: 40 };
    let links = [
        link::uart::wrap(&core, &uart).unwrap(),
        link::bus::wishbone::wrap(&core, &BusOptions::default()).unwrap(),
        link::bus::axi4_lite::wrap(&core, &BusOptions::default()).unwrap(),
    ];
    for (number, design) in links.iter().enumerate() {
        let mut recorder =
            Recorder::new(Simulation::new(design).unwrap(), Interface::of(design).unwrap()).unwrap();
        match number {
            0 => movewright::host::exercise(&mut recorder, &uart, &session()).unwrap(),
            1 => link::bus::exercise(&mut recorder, link::bus::Bus::Wishbone, &session()).unwrap(),
            _ => link::bus::exercise(&mut recorder, link::bus::Bus::Axi4Lite, &session()).unwrap(),
        }
        let stimulus = recorder.into_transcript();
        assert!(stimulus.cycles.len() > 80, "{}", stimulus.cycles.len());
        let subject = Subject::new(design).unwrap();
        let mut inputs = Inputs::new(&[VERILATOR, YOSYS, GHDL, VSG], &SOURCES);
        inputs.add(&(&subject.verilog, &subject.vhdl, &stimulus));
        inputs.add_json(&export(design));
        unless_passed(&format!("check of a machine behind link {number}"), inputs, || {
            for step in [Step::Lint, Step::Netlist, Step::Vhdl, Step::Cosimulation] {
                let folder = tempfile::tempdir().unwrap();
                let workplace = Workplace { folder: folder.path(), cache: &cache() };
                let checked = check(step, &subject, &stimulus, &[], workplace).unwrap();
                assert!(checked.passed, "{step:?} of link {number}: {:?}", checked.findings);
            }
        });
    }
}

fn changed(files: &mut [File], file: &str, from: &str, to: &str) {
    let file = files.iter_mut().find(|known| known.name == file).unwrap();
    assert!(file.text.contains(from), "no `{from}` in {}:\n{}", file.name, file.text);
    file.text = file.text.replacen(from, to, 1);
}

/// The module that is wrong is found, though the ports show it many cycles and levels later.
#[test]
fn a_difference_in_a_simulator_is_traced_to_its_module() {
    if !tools("a_difference_in_a_simulator_is_traced_to_its_module", &[VERILATOR, GHDL]) {
        return;
    }
    let board = Board { files: 4, ranks: 4 };
    let options = Options { checks_first: false, stack_depth: 8, board, ..Options::default() };
    let design = design(&options).unwrap();
    let interface = Interface::of(&design).unwrap();
    let mut recorder = Recorder::new(Simulation::new(&design).unwrap(), interface).unwrap();
    exercise(&mut recorder, options.board, options.stack_depth).unwrap();
    let stimulus = recorder.into_transcript();
    let mut subject = Subject::new(&design).unwrap();
    let (from, to) = ("mask_destination & is_destination", "mask_destination | is_destination");
    changed(&mut subject.verilog, "square.v", from, to);
    let (from, to) = ("mask_destination and is_destination", "mask_destination or is_destination");
    changed(&mut subject.vhdl, "square.vhd", from, to);
    let mut inputs = Inputs::new(&[VERILATOR, GHDL], &SOURCES);
    inputs.add(&(&subject.verilog, &subject.vhdl, &stimulus));
    unless_passed("a difference is traced to its module", inputs, || {
        let folder = tempfile::tempdir().unwrap();
        let workplace = Workplace { folder: folder.path(), cache: &cache() };
        is_traced(&check(Step::Cosimulation, &subject, &stimulus, &[], workplace).unwrap().findings);
    });
}

/// Both simulators show the square that is wrong.
fn is_traced(findings: &[Finding]) {
    let simulators: Vec<&str> = findings
        .iter()
        .map(|finding| match finding {
            Finding::Cycle { module, instance, simulator, expected, found, .. } => {
                assert_eq!(module, "square", "{finding}");
                assert!(instance.starts_with("chess_classic.board.square_"), "{finding}");
                assert_ne!(expected, found);
                *simulator
            }
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(simulators, ["Verilator", "GHDL"]);
}
