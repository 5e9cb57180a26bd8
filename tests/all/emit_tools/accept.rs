//! The emitted text before the tools that have to read it: they accept it, and in silence.

use super::designs::varied;
use super::differential::operators;
use super::tools::{folder, run, run_silently, tools, write};
use movewright::emit::{Dialect, Language};
use movewright::netlist::Design;

const DIALECTS: [Dialect; 5] =
    [Dialect::Generic, Dialect::Xilinx, Dialect::Intel, Dialect::Lattice, Dialect::Gowin];

#[test]
fn verilog_lints_without_waivers() {
    if !tools("verilog_lints_without_waivers", &["verilator", "iverilog", "yosys"]) {
        return;
    }
    let design = varied();
    for dialect in DIALECTS {
        let folder = folder(&format!("lint_{dialect:?}"));
        let sources = write(&design, Language::Verilog, dialect, &folder);
        let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
        for top in design.modules().iter().map(|module| module.name.as_str()) {
            let mut arguments = vec!["--lint-only", "-Wall", "--top-module", top];
            // Each top with its own sources only: a module that nothing instantiates would be a
            // second top.
            match top {
                "varied" => arguments.extend(sources.iter().filter(|name| !name.starts_with("store"))),
                _ => arguments.push(sources.iter().find(|name| **name == format!("{top}.v")).unwrap()),
            }
            run_silently(&folder, "verilator", &arguments);
        }
        let mut arguments = vec!["-g2005", "-Wall", "-o", "design.vvp"];
        arguments.extend(&sources);
        run_silently(&folder, "iverilog", &arguments);
        let script =
            format!("read_verilog {}; proc; check -assert; hierarchy -check -top varied", sources.join(" "));
        run_silently(&folder, "yosys", &["-q", "-p", &script]);
    }
}

#[test]
fn every_operator_lints_without_waivers() {
    if !tools("every_operator_lints_without_waivers", &["verilator", "ghdl"]) {
        return;
    }
    for width in [1, 5, 64, 65, 130] {
        let module = operators(width);
        let name = module.name.clone();
        let mut design = Design::new(name.clone());
        design.add(module).unwrap();
        let folder = folder(&format!("lint_{name}"));
        write(&design, Language::Verilog, Dialect::Generic, &folder);
        run_silently(&folder, "verilator", &["--lint-only", "-Wall", &format!("{name}.v")]);
        let sources = write(&design, Language::Vhdl, Dialect::Generic, &folder);
        let mut arguments = vec!["-a", "--std=08", "--warn-error"];
        arguments.extend(sources.iter().map(String::as_str));
        run_silently(&folder, "ghdl", &arguments);
        run(&folder, "ghdl", &["--synth", "--std=08", "--out=none", &name]);
    }
}

#[test]
fn vhdl_analyses_elaborates_and_synthesises() {
    if !tools("vhdl_analyses_elaborates_and_synthesises", &["ghdl"]) {
        return;
    }
    let design = varied();
    for dialect in DIALECTS {
        let folder = folder(&format!("analyse_{dialect:?}"));
        let sources = write(&design, Language::Vhdl, dialect, &folder);
        let mut arguments = vec!["-a", "--std=08", "--warn-error"];
        arguments.extend(sources.iter().map(String::as_str));
        run_silently(&folder, "ghdl", &arguments);
        for module in design.modules() {
            run_silently(&folder, "ghdl", &["-e", "--std=08", &module.name]);
            run(&folder, "ghdl", &["--synth", "--std=08", "--out=none", &module.name]);
        }
    }
}

#[test]
fn the_varied_design_as_a_snapshot() {
    movewright::assert_netlist_snapshot!(varied(), 60);
}
