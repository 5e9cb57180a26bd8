//! The classic chess core before the tools that have to read it, in several settings: they accept
//! it, and in silence. And it stays short.

use crate::emit_tools::tools::{folder, run_silently, tools, write};
use crate::passed::{Inputs, unless_passed};
use movewright::chess::classic::{Options, design};
use movewright::emit::{Dialect, File, Language, emit};
use movewright::flow::{GHDL, Program, VERILATOR, YOSYS};
use movewright::netlist::Design;
use movewright::parts::arbiter::Order;

/// The settings tried: name and core.
fn cores() -> Vec<(&'static str, Design)> {
    let settings = [
        ("default", Options::default()),
        ("moves_only", Options { checks_first: false, ..Options::default() }),
        (
            "smallest_stack",
            Options { order: Order::Plain, legality: false, stack_depth: 8, ..Options::default() },
        ),
    ];
    settings.into_iter().map(|(name, options)| (name, design(&options).unwrap())).collect()
}

fn top(design: &Design) -> String {
    design.module(design.top().unwrap()).name.clone()
}

fn with<'a>(fixed: &[&'a str], sources: &'a [String]) -> Vec<&'a str> {
    fixed.iter().copied().chain(sources.iter().map(String::as_str)).collect()
}

/// What the reading of a core's text depends on.
fn inputs(tools: &[Program], design: &Design, language: Language) -> Inputs {
    let mut inputs = Inputs::new(tools, &["tests/all/core_lint.rs", "tests/all/emit_tools"]);
    inputs.add(&emit(design, language, Dialect::Generic).unwrap());
    inputs
}

#[test]
fn the_verilog_of_a_core_lints_without_waivers() {
    if !tools("the_verilog_of_a_core_lints_without_waivers", &["verilator", "yosys"]) {
        return;
    }
    for (name, design) in cores() {
        let inputs = inputs(&[VERILATOR, YOSYS], &design, Language::Verilog);
        unless_passed(&format!("core lint in Verilog, {name}"), inputs, || {
            let folder = folder(&format!("core_verilog_{name}"));
            let sources = write(&design, Language::Verilog, Dialect::Generic, &folder);
            let top = top(&design);
            let arguments = with(&["--lint-only", "-Wall", "--top-module", &top], &sources);
            run_silently(&folder, "verilator", &arguments);
            let read = format!("read_verilog {}", sources.join(" "));
            let script = format!("{read}; hierarchy -check -top {top}; proc; check -assert");
            run_silently(&folder, "yosys", &["-q", "-p", &script]);
        });
    }
}

#[test]
fn the_vhdl_of_a_core_analyses_and_elaborates_in_silence() {
    if !tools("the_vhdl_of_a_core_analyses_and_elaborates_in_silence", &["ghdl"]) {
        return;
    }
    for (name, design) in cores() {
        let inputs = inputs(&[GHDL], &design, Language::Vhdl);
        unless_passed(&format!("core lint in VHDL, {name}"), inputs, || {
            let folder = folder(&format!("core_vhdl_{name}"));
            let sources = write(&design, Language::Vhdl, Dialect::Generic, &folder);
            run_silently(&folder, "ghdl", &with(&["-a", "--std=08", "--warn-error"], &sources));
            run_silently(&folder, "ghdl", &["-e", "--std=08", &top(&design)]);
        });
    }
}

#[test]
fn a_core_stays_below_3000_lines_a_language_and_its_lines_tidy() {
    for (name, design) in cores() {
        for language in [Language::Verilog, Language::Vhdl] {
            let files = emit(&design, language, Dialect::Generic).unwrap();
            // Beside the modules there is a list of the files.
            let sources = || files.iter().filter(|file| !file.name.ends_with(".f"));
            let lines = || sources().flat_map(|file: &File| file.text.lines());
            let count = lines().count();
            assert!(count < 3000, "{name} in {language:?}: {count} lines");
            let mark = if language == Language::Verilog { "//" } else { "--" };
            for file in &files {
                assert!(!file.text.contains("\n\n\n"), "{name}: two blank lines in {}", file.name);
                let code = |line: &str| line.split(mark).next().unwrap_or(line).trim_end().len();
                let long = file.text.lines().find(|line| code(line) > 110);
                assert_eq!(long, None, "{name}: a long line in {}", file.name);
            }
            let trailing = lines().find(|line| line.ends_with([' ', '\t']));
            assert_eq!(trailing, None, "{name} in {language:?}: a line that ends in a blank");
        }
    }
}
