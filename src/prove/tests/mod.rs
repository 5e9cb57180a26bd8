//! The provers on a design with a little of everything, and on texts and exports with one thing
//! changed in them.

mod fast;
mod machine;
mod mutations;
#[allow(dead_code)] // No test in here hands a folder to a tool.
#[path = "../../../tests/all/passed.rs"]
mod passed;
#[path = "../../../tests/all/required.rs"]
pub(crate) mod required;
mod small;

use std::path::Path;

use super::equal::{Side, compare};
use super::*;
use crate::flow::{GHDL, Program, Tool, YOSYS};
use passed::{Inputs, unless_passed};
use required::all_found;

fn tools(test: &str, programs: &[Program]) -> bool {
    all_found(test, programs.iter().map(|&program| Tool::find(program)))
}

/// What should be said of a property: that it holds, or not.
pub(crate) type Verdict = (Property, bool);

/// Proves and refutes properties, except where all of them were so before.
pub(crate) fn verdicts(test: &str, verdicts: Vec<Verdict>) {
    if !tools(test, &[YOSYS]) {
        return;
    }
    let mut inputs = Inputs::new(&[YOSYS], &["src/prove", "src/prove/tests/mod.rs", "src/flow"]);
    for (property, holds) in &verdicts {
        let Property { name, claim, method, free, watched, .. } = property;
        inputs.add(&(name, claim, method, free, watched, holds));
        inputs.add_json(&export(&property.monitor));
    }
    unless_passed(test, inputs, || {
        for (number, (property, holds)) in verdicts.into_iter().enumerate() {
            let (name, folder) = (property.name, tempfile::tempdir().unwrap());
            let found = property::prove(&[property], folder.path()).unwrap_or_else(|error| panic!("{error}"));
            let right = match found.as_slice() {
                [] => holds,
                [Finding::Property { property, .. } | Finding::Unproven { property, .. }] => {
                    !holds && *property == name
                }
                _ => false,
            };
            assert!(right, "verdict {number}, on {name}, should be {holds}: {found:?}");
        }
    });
}

/// Does a step that needs neither stimulus nor properties.
fn checked(step: Step, subject: &Subject) -> Checked {
    let folder = tempfile::tempdir().unwrap();
    let stimulus =
        Transcript { interface: crate::simulate::Interface::of(subject.design).unwrap(), cycles: Vec::new() };
    let workplace = Workplace { folder: folder.path(), cache: folder.path() };
    check(step, subject, &stimulus, &[], workplace).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares a changed export with the printed Verilog.
fn compare_export(subject: &Subject, circuits: Circuits, top: &str, folder: &Path) -> Vec<Finding> {
    let name = &subject.design.module(subject.design.top().unwrap()).name;
    let Outcome::Done(verilog) = read::verilog(&subject.verilog, name, folder).unwrap() else { panic!() };
    let circuits = circuits.in_small_letters();
    let netlist = Side { name: "netlist", top, circuits: &circuits };
    let verilog = Side { name: "Verilog", top: name, circuits: &verilog };
    compare(subject.design, netlist, verilog, &|_| false, folder).unwrap().findings
}

#[test]
fn a_design_with_everything_is_proven() {
    if !tools("a_design_with_everything_is_proven", &[YOSYS, GHDL]) {
        return;
    }
    let design = small::design();
    let subject = Subject::new(&design).unwrap();
    for step in [Step::Netlist, Step::Vhdl] {
        let checked = checked(step, &subject);
        assert_eq!(checked.findings, [], "{step:?}");
        assert!(checked.passed && checked.shown.len() == 1, "{checked:?}");
        // The top, and the stepper with two values of its parameter.
        assert!(checked.shown[0].contains("equal in 3 modules"), "{:?}", checked.shown);
    }
}

#[test]
fn what_is_left_out_is_said() {
    if !tools("what_is_left_out_is_said", &[YOSYS, GHDL]) {
        return;
    }
    let design = small::two_writes();
    let subject = Subject::new(&design).unwrap();
    assert_eq!(checked(Step::Netlist, &subject).findings, []);
    let vhdl = checked(Step::Vhdl, &subject);
    assert_eq!(vhdl.findings, []);
    assert_eq!(vhdl.excluded.len(), 1, "{vhdl:?}");
    assert!(vhdl.excluded[0].contains("memory `words` of two_writes"), "{vhdl:?}");
}
