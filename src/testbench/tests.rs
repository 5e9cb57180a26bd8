//! The files by themselves; `tests/all/testbench/mod.rs` runs them.

use super::*;
use crate::simulate::transcript::Cycle;
use crate::simulate::{Interface, PortShape};

fn transcript(cycles: usize) -> Transcript {
    let port = |name: &str, width| PortShape { name: name.into(), width };
    let interface = Interface {
        top: "unit".into(),
        clock: Some("clock".into()),
        inputs: vec![port("go", 1), port("step", 5)],
        outputs: vec![port("sum", 70), port("odd", 1)],
    };
    let cycle = |n: u64| Cycle {
        inputs: vec![Value::new(1, n), Value::new(5, n)],
        outputs: vec![Value::from_words(70, &[n, 0x2a]), Value::new(1, n)],
    };
    Transcript { interface, cycles: (0..cycles as u64).map(cycle).collect() }
}

fn sources(names: &[&str]) -> Vec<File> {
    names.iter().map(|name| File { name: name.to_string(), text: String::new() }).collect()
}

#[test]
fn the_data_has_a_column_for_each_port() {
    let files = testbench(&transcript(2), &[]).unwrap();
    assert_eq!(files[0].name, "unit_tb.hex");
    let expected = "\
// Stimulus and expected answers of unit: a line a clock cycle, a column a port, base 16.
// First column: 1. Inputs (name:bits): go:1 step:5
// Outputs just before the clock edge: sum:70 odd:1
1_0_00_2a0000000000000000_0
1_1_01_2a0000000000000001_1
";
    assert_eq!(files[0].text, expected);
}

#[test]
fn names_and_lists_are_those_of_the_design() {
    let (verilog, vhdl) =
        (sources(&["unit_TB.v", "unit.v", "some-unit.f"]), sources(&["unit.vhd", "some-unit_vhdl.f"]));
    let files = testbench(&transcript(1), &[(Language::Verilog, &verilog), (Language::Vhdl, &vhdl)]).unwrap();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let expected = ["hex", "v", "vhd", "txt"].map(|end| format!("unit_tbx.{end}"));
    assert_eq!(
        names,
        [&expected[0], &expected[1], "some-unit_tb.f", &expected[2], "some-unit_vhdl_tb.f", &expected[3]]
    );
    assert_eq!(files[2].text, "unit_TB.v\nunit.v\nunit_tbx.v\n");
    assert_eq!(files[4].text, "unit.vhd\nunit_tbx.vhd\n");
}

#[test]
fn a_run_that_proves_nothing_is_refused() {
    let empty = testbench(&transcript(0), &[]).unwrap_err().to_string();
    assert!(empty.contains("no cycle"), "{empty}");
    let mut wrong = transcript(3);
    wrong.cycles[2].outputs.pop();
    let error = testbench(&wrong, &[]).unwrap_err().to_string();
    assert!(error.starts_with("unit, cycle 2:"), "{error}");
}
