//! The emitted text before the tools that have to read it: they accept it, and in silence.

mod emit_support;

use emit_support::{folder, run, run_silently, tools, varied, write};
use movewright::emit::{Dialect, Language};

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
            // Each top with its own sources only: a module that nothing instantiates would be a second top.
            match top {
                "varied" => arguments.extend(sources.iter().filter(|name| !name.starts_with("store"))),
                _ => arguments.push(sources.iter().find(|name| **name == format!("{top}.v")).unwrap()),
            }
            run_silently(&folder, "verilator", &arguments);
        }
        let mut arguments = vec!["-g2005", "-Wall", "-o", "design.vvp"];
        arguments.extend(&sources);
        let text = run(&folder, "iverilog", &arguments);
        let ours: Vec<&str> = text.lines().filter(|line| line.contains(".v:")).collect();
        assert!(ours.is_empty(), "{ours:#?}");
        let script =
            format!("read_verilog {}; proc; check -assert; hierarchy -check -top varied", sources.join(" "));
        run_silently(&folder, "yosys", &["-q", "-p", &script]);
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
