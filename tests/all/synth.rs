//! Synthesis with the real tools, on a design small enough for seconds.

use std::collections::BTreeSet;
use std::process::Command;

use crate::passed::{Inputs, unless_passed};
use crate::required::all_found;
use movewright::describe::{Builder, Project, concat};
use movewright::emit::{Dialect, Language, emit};
use movewright::flow::{NEXTPNR_ECP5, NEXTPNR_GOWIN, NEXTPNR_ICE40, Program, Tool, YOSYS};
use movewright::netlist::Design;
use movewright::synth::{Aim, Hierarchy, Mapped, Resources, SynthError, TARGETS, find, map};

const PROGRAMS: [Program; 4] =
    [Program { oldest: "0.70", ..YOSYS }, NEXTPNR_ICE40, NEXTPNR_ECP5, NEXTPNR_GOWIN];

fn tools(test: &str) -> bool {
    all_found(test, PROGRAMS.into_iter().map(Tool::find_pinned))
}

/// Runs a test of what is said of this design, if its tools are here and it has not passed with the
/// same inputs.
fn unless_told(test: &str, design: &Design, told: impl FnOnce(&Design)) {
    if !tools(test) {
        return;
    }
    let mut inputs = Inputs::new(&[], &["tests/all/synth.rs", "src/synth", "src/flow", "templates"]);
    PROGRAMS.iter().for_each(|&program| inputs.tool(&Tool::find_pinned(program).unwrap()));
    inputs.add(&emit(design, Language::Verilog, Dialect::Generic).unwrap());
    unless_passed(&format!("synth: {test}"), inputs, || told(design));
}

/// Sixteen words of eight bits and an accumulator of what is read of them, so wide.
fn accumulator(width: u32) -> Design {
    let mut project = Project::new("accumulator");
    let b = Builder::new("accumulator", "Adds up what is read.");
    let (write, address, data) = (b.input("write", 1), b.input("address", 4), b.input("data", 8));
    let memory = b.memory("words", 8, 16);
    memory.write(&write, &address, &data);
    let word = memory.read_now("word", &address);
    let sum = b.register("sum", width);
    sum.next(&(&*sum + &word.extend(width)));
    b.output("total", &sum.output());
    project.add(b).unwrap();
    project.finish().unwrap()
}

fn mapped(design: &Design, target: &str) -> Mapped {
    map(design, find(target).unwrap(), Hierarchy::Flatten).unwrap_or_else(|error| panic!("{target}: {error}"))
}

#[test]
fn every_target_counts_what_is_there() {
    unless_told("every_target_counts_what_is_there", &accumulator(12), counts_what_is_there);
}

fn counts_what_is_there(design: &Design) {
    for target in &TARGETS {
        let Resources { lut4, lut6, lut_as_ram, ff, bram, dsp } = mapped(design, target.name).resources;
        assert_eq!(lut6.is_some(), target.name == "xc7");
        let luts = lut4.or(lut6).unwrap();
        // A family without small memories puts the words into flip-flops.
        let words = if lut_as_ram + bram > 0 { 0 } else { 128 };
        assert_eq!(ff, 12 + words, "{}", target.name);
        assert!(lut_as_ram == 0 || bram == 0, "{}", target.name);
        assert!(luts >= lut_as_ram && (8..400).contains(&luts), "{}: {luts}", target.name);
        assert_eq!(dsp, 0, "{}", target.name);
    }
}

/// What programs read: the names in a report.
#[test]
fn a_report_says_what_was_mapped_and_how() {
    if !tools("a_report_says_what_was_mapped_and_how") {
        return;
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    let output =
        command.args(["synth", "chess-small", "--target", "xcv", "--format", "json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let names: BTreeSet<&str> = report.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "core",
        "settings",
        "target",
        "device",
        "netlist",
        "hierarchy",
        "lut4",
        "lut_as_ram",
        "ff",
        "bram",
        "dsp",
        "tools",
        "seconds",
    ];
    assert_eq!(names, BTreeSet::from(expected));
    assert_eq!((&report["core"], &report["hierarchy"]), (&"chess-small".into(), &"flatten".into()));
    assert!(report["lut4"].as_u64().is_some_and(|luts| (1_000..5_000).contains(&luts)), "{report}");
}

#[test]
fn placing_gives_the_same_for_the_same_seed() {
    unless_told("placing_gives_the_same_for_the_same_seed", &accumulator(40), gives_the_same);
}

fn gives_the_same(design: &Design) {
    let placed = mapped(design, "ice40").place(7, Aim::default()).unwrap();
    for target in ["ecp5", "gowin"] {
        let placed = mapped(design, target).place(1, Aim::default()).unwrap();
        assert!((20.0..1000.0).contains(&placed.fmax_mhz), "{target}: {placed:?}");
        assert!(!placed.critical_path.is_empty(), "{target}");
    }
    let again = mapped(design, "ice40")
        .place_seeds(7, 2, Aim { mhz: Some(50.0), timing_weight: Some(20), ..Aim::default() }, || {})
        .unwrap();
    assert_eq!(placed, mapped(design, "ice40").place(7, Aim::default()).unwrap());
    assert_eq!((again.placed[0].seed, again.placed[1].seed), (7, 8));
    assert!((20.0..500.0).contains(&placed.fmax_mhz), "{placed:?}");
    // From register to register, and only in the core: the harness has neither.
    let path = &placed.critical_path;
    assert!(path.iter().any(|stage| stage.signal == "total"), "{path:?}");
    assert!(path.iter().all(|stage| !stage.signal.contains("driven") && !stage.signal.contains("seen")));
    let delay: f64 = path.iter().map(|stage| stage.logic_ns + stage.routing_ns).sum();
    assert!((1000.0 / delay - placed.fmax_mhz).abs() / placed.fmax_mhz < 0.03, "{delay} ns, {placed:?}");
}

#[test]
fn what_does_not_fit_is_told_with_both_numbers() {
    let mut project = Project::new("shifters");
    let b = Builder::new("shifters", "Rows of bits that move up by one.");
    let entering = b.input("entering", 80);
    // In short rows: Yosys as WebAssembly has too small a stack for a chain of 8,000 cells.
    let last = (0..80).map(|number| {
        let row = b.register(&format!("row_{number}"), 100);
        row.next(&concat(&[row.slice(0, 99), entering.bit(number)]));
        row.bit(99)
    });
    b.output("last", &concat(&last.collect::<Vec<_>>()));
    project.add(b).unwrap();
    let design = project.finish().unwrap();
    unless_told("what_does_not_fit_is_told_with_both_numbers", &design, both_numbers_are_told);
}

fn both_numbers_are_told(design: &Design) {
    let error = mapped(design, "ice40").place(1, Aim::default()).unwrap_err();
    let SynthError::DoesNotFit { cell, numbers, .. } = &error else { panic!("{error}") };
    assert_eq!((cell.as_str(), numbers.available), ("ICESTORM_LC", 7680));
    assert!(numbers.used >= 8000, "{error}");
    assert!(error.to_string().contains("are needed and it has 7680"), "{error}");
}

#[test]
fn what_cannot_be_placed_says_so() {
    let combinational = {
        let mut project = Project::new("gate");
        let b = Builder::new("gate", "One gate.");
        let (x, y) = (b.input("x", 1), b.input("y", 1));
        b.output("z", &(&x & &y));
        project.add(b).unwrap();
        project.finish().unwrap()
    };
    unless_told("what_cannot_be_placed_says_so", &combinational, cannot_be_placed);
}

fn cannot_be_placed(combinational: &Design) {
    let error = mapped(combinational, "ice40").place(1, Aim::default()).unwrap_err();
    assert!(error.to_string().contains("no path from a register"), "{error}");
    assert_eq!(mapped(combinational, "xcv").resources.luts(), 1);
    let error = mapped(combinational, "xcv").place(1, Aim::default()).unwrap_err();
    assert!(error.to_string().starts_with("xcv can be mapped but not placed here"), "{error}");
    assert!(matches!(
        map(&Design::new("empty"), find("xcv").unwrap(), Hierarchy::Keep),
        Err(SynthError::NoTop { .. })
    ));
}
