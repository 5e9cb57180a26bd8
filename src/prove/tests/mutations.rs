//! One change, on any of the three sides, is found, and in its module.

use super::*;
use crate::emit::File;

/// Replaces the first occurrence in a file.
fn changed(files: &mut [File], file: &str, from: &str, to: &str) {
    let file = files.iter_mut().find(|known| known.name == file).unwrap();
    assert!(file.text.contains(from), "no `{from}` in {}:\n{}", file.name, file.text);
    file.text = file.text.replacen(from, to, 1);
}

/// The findings, as one text.
fn told(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_change_of_the_verilog_is_found() {
    if !tools("a_change_of_the_verilog_is_found", &[YOSYS]) {
        return;
    }
    let design = small::design();
    for (file, from, to, finding) in [
        ("mixture.v", "x_70 + y_70", "x_70 - y_70", "mixture (mixture), `sum_70`"),
        ("mixture.v", "walked ^ x_5", "walked | x_5", "mixture (mixture), `walked.next`"),
        ("mixture.v", "x_5 & y_5", "x_5 | y_5", "mixture (mixture), `both_5`"),
        ("mixture.v", "$signed(x_70) <", "x_70 <", "mixture (mixture), `less_signed_70`"),
        ("mixture.v", "x_70 << amount_70", "x_70 << amount_70[5:0]", "mixture (mixture), `left_70`"),
        (
            "mixture.v",
            "12'h5a5",
            "12'h5a4",
            "`plain, initial value`: 010110100101 in the netlist, 010110100100 in the Verilog",
        ),
        ("mixture.v", "counted <= 9'd3", "counted <= 9'd2", "`counted.next`"),
        ("mixture.v", "posedge clock", "negedge clock", "mixture (mixture), `"),
        ("mixture.v", "if (enable) held", "if (~enable) held", "`held.next`"),
        ("mixture.v", "[1] = 9'h1ff", "[1] = 9'h1fe", "`lookup, contents`"),
        ("mixture.v", "lookup[x[3:0]]", "lookup[x[4:1]]", "`lookup.write_0.address`"),
        ("mixture.v", "5'd19", "5'd18", "stepper (mixture.far), `y`"),
        ("stepper.v", "a + STEP", "a ^ STEP", "stepper (mixture."),
        ("mixture.v", ".a(x[4:0])", ".a(x[5:1])", "mixture (mixture), `near.a`"),
    ] {
        let mut subject = Subject::new(&design).unwrap();
        changed(&mut subject.verilog, file, from, to);
        let found = told(&checked(Step::Netlist, &subject).findings);
        assert!(found.contains(finding), "{from} -> {to}: {found}");
    }
}

#[test]
fn a_change_of_the_vhdl_is_found() {
    if !tools("a_change_of_the_vhdl_is_found", &[YOSYS, GHDL]) {
        return;
    }
    let design = small::design();
    for (file, from, to, finding) in [
        ("mixture.vhd", "unsigned(x_70) + unsigned(y_70)", "unsigned(x_70) - unsigned(y_70)", "`sum_70`"),
        ("mixture.vhd", "walked xor x_5", "walked or x_5", "mixture (mixture), `walked.next`"),
        ("mixture.vhd", "x_5 and y_5", "x_5 or y_5", "`both_5`"),
        ("mixture.vhd", "counted <= \"000000011\"", "counted <= \"000000010\"", "`counted.next`"),
        ("mixture.vhd", "rising_edge", "falling_edge", "mixture (mixture), `"),
        ("mixture.vhd", "\"10011\"", "\"10010\"", "stepper (mixture.far), `y`"),
        ("stepper.vhd", "+ unsigned(STEP)", "- unsigned(STEP)", "stepper (mixture."),
    ] {
        let mut subject = Subject::new(&design).unwrap();
        changed(&mut subject.vhdl, file, from, to);
        let found = told(&checked(Step::Vhdl, &subject).findings);
        assert!(found.contains(finding), "{from} -> {to}: {found}");
    }
}

/// A printer that drops a module, or writes what no tool takes, is found too.
#[test]
fn text_that_is_no_design_is_a_finding() {
    if !tools("text_that_is_no_design_is_a_finding", &[YOSYS, GHDL]) {
        return;
    }
    let design = small::design();
    let mut subject = Subject::new(&design).unwrap();
    changed(&mut subject.verilog, "mixture.v", "endmodule", "endmodul");
    changed(&mut subject.vhdl, "mixture.vhd", "end architecture", "end architectur");
    let found = told(&checked(Step::Netlist, &subject).findings);
    assert!(found.contains("yosys does not take the Verilog"), "{found}");
    let mut right = Subject::new(&design).unwrap();
    right.vhdl = subject.vhdl;
    let found = told(&checked(Step::Vhdl, &right).findings);
    assert!(found.contains("ghdl does not take the VHDL"), "{found}");
}

/// Every cell of the netlist's export changed in turn, one at a time: each change is found.
#[test]
fn every_cell_of_the_export_counts() {
    if !tools("every_cell_of_the_export_counts", &[YOSYS]) {
        return;
    }
    let design = small::design();
    let subject = Subject::new(&design).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (top, right) = export(&design).unwrap();
    assert_eq!(compare_export(&subject, right.clone(), &top, folder.path()), []);
    let swapped = [
        ("$add", "$sub"),
        ("$sub", "$add"),
        ("$and", "$or"),
        ("$or", "$and"),
        ("$xor", "$xnor"),
        ("$not", "$pos"),
        ("$eq", "$ne"),
        ("$ne", "$eq"),
        ("$lt", "$le"),
        ("$shl", "$shr"),
        ("$shr", "$shl"),
        ("$reduce_and", "$reduce_or"),
        ("$reduce_or", "$reduce_xor"),
        ("$reduce_xor", "$reduce_or"),
    ];
    for (kind, other) in swapped {
        let mut circuits = right.clone();
        let cells = circuits.modules.get_mut(&top).unwrap().cells.values_mut();
        let cell =
            cells.into_iter().filter(|cell| cell.kind == kind).max_by_key(|cell| cell.number("A_WIDTH"));
        cell.unwrap_or_else(|| panic!("no {kind}")).kind = other.into();
        let found = compare_export(&subject, circuits, &top, folder.path());
        assert!(told(&found).contains("mixture (mixture)"), "{kind} -> {other}: {found:?}");
    }
    // An initial value, and a word of a memory.
    let mut circuits = right.clone();
    let circuit = circuits.modules.get_mut(&top).unwrap();
    circuit
        .netnames
        .get_mut("plain")
        .unwrap()
        .attributes
        .insert("init".into(), Setting::Text("0".repeat(12)));
    let found = told(&compare_export(&subject, circuits, &top, folder.path()));
    assert!(found.contains("`plain, initial value`"), "{found}");
}
