//! Random designs through both printers: the built-in simulator, Verilator, Icarus and GHDL show
//! the same.

use std::path::{Path, PathBuf};

use crate::passed::{Inputs, unless_passed};
use crate::required::all_found;
use movewright::bench::fuzz::{Batch, CYCLES, Case, Outside, fuzz, seeds};
use movewright::emit::File;
use movewright::netlist::Design;
use movewright::netlist::testing::OBSERVED;

fn simulators(test: &str) -> bool {
    all_found(test, Outside::ALL.iter().map(|outside| outside.version()))
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs so many designs, none of which may differ.
fn all_are_the_same(first: u64, count: usize, name: &str) {
    let cases: Vec<Case> = seeds(first, count).into_iter().map(|seed| Case::random(seed).unwrap()).collect();
    let inputs = inputs(&cases, &Batch::new(&cases).unwrap());
    unless_passed(&format!("designs at random, {name}"), inputs, || run(first, count, name));
}

/// What a run of these designs depends on, with texts that may be changed.
fn inputs(cases: &[Case], batch: &Batch) -> Inputs {
    let sources = ["tests/all/fuzz.rs", "src/bench/fuzz", "src/simulate", "src/flow", "templates"];
    let mut inputs = Inputs::new(&[], &sources);
    Outside::ALL.iter().for_each(|outside| inputs.add(&outside.version().unwrap()));
    inputs.add(&(&batch.verilog, &batch.vhdl));
    cases.iter().for_each(|case| inputs.add(&(case.seed, &case.transcript)));
    inputs
}

fn run(first: u64, count: usize, name: &str) {
    let mut findings = Vec::new();
    let found = |finding| findings.push(finding);
    let report = fuzz(first, count, &scratch(name), |_| {}, found).unwrap();
    for finding in &findings {
        eprintln!("seed {}: {}\n{}", finding.seed, finding.fault, finding.design.to_text());
    }
    assert!(findings.is_empty(), "{} of {} designs fail", findings.len(), report.designs);
    eprintln!("{:.1} designs/s", report.designs_per_second);
}

#[test]
fn three_hundred_designs_are_the_same_everywhere() {
    if simulators("three_hundred_designs_are_the_same_everywhere") {
        all_are_the_same(0, 300, "same");
    }
}

/// Verilator 5.006 optimises a comparison of wide constants wrongly in it, where it is let.
#[test]
fn the_design_that_verilator_gets_wrong_is_the_same_everywhere() {
    if simulators("the_design_that_verilator_gets_wrong_is_the_same_everywhere") {
        all_are_the_same(OBSERVED + 2249, 1, "wide-comparison");
    }
}

/// Changes an operator wherever a top has it, and gives the numbers of their designs.
fn tamper(files: &mut [File], from: &str, to: &str) -> Vec<usize> {
    let tops = files.iter_mut().filter(|file| file.name.starts_with("top_d") && file.text.contains(from));
    tops.map(|file| {
        file.text = file.text.replace(from, to);
        let number = file.name.trim_start_matches("top_d").split('.').next().unwrap();
        number.parse().unwrap()
    })
    .collect()
}

#[test]
fn a_printer_that_is_wrong_is_found() {
    if !simulators("a_printer_that_is_wrong_is_found") {
        return;
    }
    // Some of those that the test above runs.
    let observed = seeds(0, 240).into_iter().filter(|&seed| seed >= OBSERVED);
    let cases: Vec<Case> = observed.map(|seed| Case::random(seed).unwrap()).collect();
    for outside in Outside::ALL {
        let mut batch = Batch::new(&cases).unwrap();
        let tampered = match outside {
            Outside::Ghdl => tamper(&mut batch.vhdl, " xor ", " and "),
            _ => tamper(&mut batch.verilog, " ^ ", " & "),
        };
        let name = format!("wrong designs at random in {}", outside.name());
        unless_passed(&name, inputs(&cases, &batch), || {
            are_found(&cases, &batch, outside, &tampered);
        });
    }
}

/// The designs that were changed are found, and no others.
fn are_found(cases: &[Case], batch: &Batch, outside: Outside, tampered: &[usize]) {
    let found = batch.run(outside, &scratch(&format!("wrong-{}", outside.name()))).unwrap();
    // An operator may not matter to any output; but most do, and nothing else may differ.
    eprintln!("{}: {} of {} found", outside.name(), found.len(), tampered.len());
    assert!(found.len() + 2 >= tampered.len(), "{} of {tampered:?}", found.len());
    for (number, difference) in &found {
        assert!(tampered.contains(number), "{number}: {difference}");
        let outputs = &cases[*number].transcript.interface.outputs;
        assert!(outputs.iter().any(|port| port.name == difference.port) && difference.cycle < CYCLES);
        assert_ne!(difference.expected, difference.found);
    }
}

/// In GHDL 2.0 an output left `open` loses its initial value, even for what reads it inside.
#[test]
fn an_output_that_nothing_reads_keeps_its_initial_value() {
    if !simulators("an_output_that_nothing_reads_keeps_its_initial_value") {
        return;
    }
    let text = "\
design \"open output\"

module counter
  input clock 1
  output count 4
  output is_start 1
  %0 = add count 4'h1
  %1 = equal count 4'h5
  assign is_start %1
  register count next %0 clock clock initial 4'h5

module top
  input clock 1
  output is_start 1
  instance counter_1 of counter
    in clock clock
    out is_start is_start

top top
";
    let cases = [Case::of(1, Design::from_text(text).unwrap()).unwrap()];
    let batch = Batch::new(&cases).unwrap();
    for outside in Outside::ALL {
        let found = batch.run(outside, &scratch(&format!("open-{}", outside.name()))).unwrap();
        assert_eq!(found, [], "{}", outside.name());
    }
}
