//! Benches in both languages, and running them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::bits::{Bits, digits};
use super::tools::{folder, run, write};
use movewright::emit::{Dialect, Language};
use movewright::netlist::{Design, Direction, Module};

/// One step of a bench: what is put on the inputs, and what the outputs must then show. With a
/// clock, the outputs are looked at first and the edge comes after.
pub struct Step {
    pub inputs: Vec<Bits>,
    pub outputs: Vec<Bits>,
}

fn port_names(m: &Module, direction: Direction) -> Vec<(String, u32)> {
    m.ports_of(direction).map(|id| (m.signal(id).name.clone(), m.signal(id).width)).collect()
}

fn verilog_bench(m: &Module, steps: &[Step]) -> String {
    let (inputs, outputs) = (port_names(m, Direction::Input), port_names(m, Direction::Output));
    let clocked = inputs.iter().any(|(name, _)| name == "clock");
    let mut text = String::from("module bench;\n");
    for (kind, ports) in [("reg", &inputs), ("wire", &outputs)] {
        for (name, width) in ports {
            writeln!(text, "{kind} [{}:0] {name};", width - 1).unwrap();
        }
    }
    let all: Vec<String> =
        inputs.iter().chain(&outputs).map(|(name, _)| format!(".{name}({name})")).collect();
    writeln!(text, "{} dut ({});\ninitial begin", m.name, all.join(", ")).unwrap();
    if clocked {
        text += "clock = 0;\n";
    }
    for (time, step) in steps.iter().enumerate() {
        let driven = inputs.iter().filter(|(name, _)| name != "clock");
        for ((name, width), bits) in driven.zip(&step.inputs) {
            writeln!(text, "{name} = {width}'b{};", digits(bits)).unwrap();
        }
        text += "#1;\n";
        for ((name, width), bits) in outputs.iter().zip(&step.outputs) {
            let bits = digits(bits);
            writeln!(
                text,
                "if ({name} !== {width}'b{bits}) $display(\"DIFFERS {time} {name} %b, not {bits}\", {name});"
            )
            .unwrap();
        }
        if clocked {
            text += "clock = 1; #1 clock = 0;\n";
        }
    }
    text + "$display(\"COMPLETE\");\n$finish;\nend\nendmodule\n"
}

fn vhdl_bench(m: &Module, steps: &[Step]) -> String {
    let (inputs, outputs) = (port_names(m, Direction::Input), port_names(m, Direction::Output));
    let clocked = inputs.iter().any(|(name, _)| name == "clock");
    let kind = |width: u32| match width {
        1 => "std_logic".to_string(),
        _ => format!("std_logic_vector({} downto 0)", width - 1),
    };
    let literal = |bits: &Bits| match bits.len() {
        1 => format!("'{}'", digits(bits)),
        _ => format!("\"{}\"", digits(bits)),
    };
    let mut text = String::from("library ieee;\nuse ieee.std_logic_1164.all;\nentity bench is end entity;\n");
    text += "architecture test of bench is\n";
    for (name, width) in inputs.iter().chain(&outputs) {
        let start = if name == "clock" { " := '0'" } else { "" };
        writeln!(text, "signal {name} : {}{start};", kind(*width)).unwrap();
    }
    let all: Vec<String> =
        inputs.iter().chain(&outputs).map(|(name, _)| format!("{name} => {name}")).collect();
    writeln!(text, "begin\ndut : entity work.{} port map ({});", m.name, all.join(", ")).unwrap();
    text += "process begin\n";
    for (time, step) in steps.iter().enumerate() {
        let driven = inputs.iter().filter(|(name, _)| name != "clock");
        for ((name, _), bits) in driven.zip(&step.inputs) {
            writeln!(text, "{name} <= {};", literal(bits)).unwrap();
        }
        text += "wait for 1 ns;\n";
        for ((name, _), bits) in outputs.iter().zip(&step.outputs) {
            let bits = literal(bits);
            let said = digits(&step.outputs[outputs.iter().position(|(n, _)| n == name).unwrap()]);
            writeln!(
                text,
                "assert {name} = {bits} report \"DIFFERS {time} {name}, not {said}\" severity error;"
            )
            .unwrap();
        }
        if clocked {
            text += "clock <= '1'; wait for 1 ns; clock <= '0';\n";
        }
    }
    text + "report \"COMPLETE\";\nwait;\nend process;\nend architecture;\n"
}

fn check(text: &str, what: &str) {
    let wrong: Vec<&str> = text.lines().filter(|line| line.contains("DIFFERS")).take(5).collect();
    assert!(wrong.is_empty(), "{what}: {wrong:#?}");
    assert!(text.contains("COMPLETE"), "{what}: the bench did not end:\n{text}");
}

/// Runs the module in both languages and compares every output at every step.
pub fn simulate(m: Module, steps: &[Step]) {
    let name = m.name.clone();
    let mut design = Design::new(name.clone());
    let verilog = verilog_bench(&m, steps);
    let vhdl = vhdl_bench(&m, steps);
    design.add(m).unwrap();
    let folder = folder(&format!("differential_{name}"));
    run_icarus(&design, &folder, &verilog, &name);
    run_ghdl(&design, &folder, &vhdl, &name);
}

fn run_icarus(design: &Design, folder: &Path, bench: &str, name: &str) {
    let mut sources = write(design, Language::Verilog, Dialect::Generic, folder);
    fs::write(folder.join("bench.v"), bench).unwrap();
    sources.push("bench.v".into());
    let mut arguments = vec!["-g2005", "-o", "bench.vvp"];
    arguments.extend(sources.iter().map(String::as_str));
    run(folder, "iverilog", &arguments);
    check(&run(folder, "vvp", &["-n", "bench.vvp"]), &format!("{name} in Verilog"));
}

fn run_ghdl(design: &Design, folder: &Path, bench: &str, name: &str) {
    let mut sources = write(design, Language::Vhdl, Dialect::Generic, folder);
    fs::write(folder.join("bench.vhd"), bench).unwrap();
    sources.push("bench.vhd".into());
    let mut arguments = vec!["-a", "--std=08"];
    arguments.extend(sources.iter().map(String::as_str));
    run(folder, "ghdl", &arguments);
    let text = run(folder, "ghdl", &["-r", "--std=08", "bench", "--ieee-asserts=disable-at-0"]);
    check(&text, &format!("{name} in VHDL"));
}
