//! Many designs in one build of a simulator.

use std::fmt;
use std::fs;
use std::path::Path;

use askama::Template;

use super::{Case, FuzzError};
use crate::emit::{Dialect, File, Language, emit};
use crate::flow::{FlowError, GHDL, IVERILOG, Program, Tool, VERILATOR, VVP};
use crate::netlist::{Design, Value};
use crate::simulate::PortShape;

/// The independent simulators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The Verilog, compiled.
    Verilator,
    /// The Verilog, interpreted.
    Icarus,
    /// The VHDL.
    Ghdl,
}

impl Outside {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Verilator, Self::Icarus, Self::Ghdl];

    fn program(self) -> Program {
        match self {
            Self::Verilator => VERILATOR,
            Self::Icarus => IVERILOG,
            Self::Ghdl => GHDL,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.program().name
    }

    /// Its name and version.
    ///
    /// # Errors
    /// It is missing or too old.
    pub fn version(self) -> Result<String, FlowError> {
        Ok(format!("{} {}", self.name(), Tool::find(self.program())?.version()))
    }
}

/// The first output that a simulator shows otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The simulator.
    pub simulator: &'static str,
    /// The cycle, the first being 0.
    pub cycle: usize,
    /// The output.
    pub port: String,
    /// The value in the built-in simulator, in base 2.
    pub expected: String,
    /// The value in this simulator.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { simulator, cycle, port, expected, found } = self;
        write!(f, "{simulator}, cycle {cycle}, output `{port}`: {found} where {expected} is right")
    }
}

/// A design in a bench.
struct Place {
    number: usize,
    top: String,
    input_bits: u32,
    output_bits: u32,
    /// The ports and their connections: a range of the inputs' or outputs' bits, or the clock.
    ports: Vec<(String, Connection)>,
}

enum Connection {
    Clock,
    Input { high: u32, low: u32 },
    Output { high: u32, low: u32 },
}

impl Place {
    fn verilog(&self, connection: &Connection) -> String {
        match connection {
            Connection::Clock => "tick".into(),
            Connection::Input { high, low } => format!("in_{}[{high}:{low}]", self.number),
            Connection::Output { high, low } => format!("out_{}[{high}:{low}]", self.number),
        }
    }

    fn vhdl(&self, connection: &Connection) -> String {
        let bits = |high: &u32, low: &u32| {
            if high == low { format!("({high})") } else { format!("({high} downto {low})") }
        };
        match connection {
            Connection::Clock => "tick".into(),
            Connection::Input { high, low } => format!("in_{}{}", self.number, bits(high, low)),
            Connection::Output { high, low } => format!("out_{}{}", self.number, bits(high, low)),
        }
    }
}

#[derive(Template)]
#[template(path = "fuzz.v", syntax = "hdl")]
struct VerilogBench<'a> {
    places: &'a [Place],
    /// Bits of the most inputs that a design has.
    widest: u32,
    cycles: usize,
}

#[derive(Template)]
#[template(path = "fuzz.vhd", syntax = "hdl")]
struct VhdlBench<'a> {
    places: &'a [Place],
    cycles: usize,
}

const BENCH: &str = "fuzz_bench";

/// Designs to be run together, and their texts.
pub struct Batch<'a> {
    cases: &'a [Case],
    /// The Verilog of all designs. A test changes it to see that the change is noticed.
    pub verilog: Vec<File>,
    /// The VHDL of all designs.
    pub vhdl: Vec<File>,
    places: Vec<Place>,
}

impl<'a> Batch<'a> {
    /// Prints the designs, each module under a name that has the number of its design,
    /// `NAME_dNUMBER`.
    ///
    /// # Errors
    /// A design that cannot be printed.
    pub fn new(cases: &'a [Case]) -> Result<Self, FuzzError> {
        let mut batch = Self { cases, verilog: Vec::new(), vhdl: Vec::new(), places: Vec::new() };
        for (number, case) in cases.iter().enumerate() {
            // Sharing is what every design goes through before it is printed, so it is tried on the
            // way.
            let of_case = |error: crate::netlist::NetlistError| FuzzError::Case {
                seed: case.seed,
                problem: error.to_string(),
            };
            let design = case.design.shared().and_then(|shared| renamed(&shared, number)).map_err(of_case)?;
            for (language, files) in
                [(Language::Verilog, &mut batch.verilog), (Language::Vhdl, &mut batch.vhdl)]
            {
                for file in emit(&design, language, Dialect::Generic).map_err(Box::new)? {
                    // The support package is the same for all; the lists are not wanted.
                    let known = files.iter().any(|known| known.name == file.name);
                    if !known && !file.name.ends_with(".f") {
                        files.push(file);
                    }
                }
            }
            let top = design.top().map(|top| design.module(top).name.clone()).unwrap_or_default();
            batch.places.push(place(number, top, case));
        }
        Ok(batch)
    }

    /// Runs all designs in one simulator, with its files in an existing empty folder. Returns the
    /// first difference of each design that has one, by the design's place.
    ///
    /// # Errors
    /// The tool is missing, fails, or does not come to the end; the folder cannot be written.
    pub fn run(&self, outside: Outside, folder: &Path) -> Result<Vec<(usize, Difference)>, FuzzError> {
        let (bench, texts) = match outside {
            Outside::Ghdl => {
                let text = VhdlBench { places: &self.places, cycles: super::CYCLES }.render()?;
                (File { name: format!("{BENCH}.vhd"), text }, &self.vhdl)
            }
            Outside::Verilator | Outside::Icarus => {
                let widest = self.places.iter().map(|place| place.input_bits).max().unwrap_or(0).max(1);
                let text = VerilogBench { places: &self.places, widest, cycles: super::CYCLES }.render()?;
                (File { name: format!("{BENCH}.v"), text }, &self.verilog)
            }
        };
        let stimulus = File { name: "stimulus.txt".into(), text: self.stimulus() };
        let sources: Vec<&str> =
            texts.iter().map(|file| file.name.as_str()).chain([bench.name.as_str()]).collect();
        let list = File { name: "sources.f".into(), text: sources.join("\n") + "\n" };
        for file in texts.iter().chain([&bench, &stimulus, &list]) {
            let path = folder.join(&file.name);
            fs::write(&path, &file.text).map_err(FuzzError::doing("write", &path))?;
        }
        let path = folder.join("observed.txt");
        let observed = simulate(outside, &sources, folder)?.left(&path, &folder.join("run.log"))?;
        self.differences(outside.name(), &observed, &path)
    }

    /// A line a cycle and design: the bits of all inputs.
    fn stimulus(&self) -> String {
        let mut text = String::new();
        for cycle in 0..super::CYCLES {
            for (case, place) in self.cases.iter().zip(&self.places) {
                if place.input_bits > 0 {
                    let inputs = &case.transcript.cycles[cycle].inputs;
                    text.extend(inputs.iter().map(Value::to_binary));
                    text.push('\n');
                }
            }
        }
        text
    }

    fn differences(
        &self,
        simulator: &'static str,
        observed: &str,
        path: &Path,
    ) -> Result<Vec<(usize, Difference)>, FuzzError> {
        let lines: Vec<&str> = observed.lines().collect();
        let expected = super::CYCLES * self.cases.len();
        if lines.len() != expected {
            return Err(FuzzError::Observed { simulator, found: lines.len(), expected, path: path.into() });
        }
        let mut differences: Vec<(usize, Difference)> = Vec::new();
        for (number, case) in self.cases.iter().enumerate() {
            let first = case.transcript.cycles.iter().enumerate().find_map(|(cycle, values)| {
                let mut found = lines[cycle * self.cases.len() + number];
                let outputs = case.transcript.interface.outputs.iter().zip(&values.outputs);
                let mut outputs = outputs.map(|(port, value)| {
                    let (shown, rest) = found.split_at_checked(port.width as usize).unwrap_or((found, ""));
                    found = rest;
                    (port, value.to_binary(), shown)
                });
                let (port, expected, found) = outputs.find(|(_, expected, shown)| expected != shown)?;
                let (port, found) = (port.name.clone(), found.to_string());
                Some(Difference { simulator, cycle, port, expected, found })
            });
            differences.extend(first.map(|difference| (number, difference)));
        }
        Ok(differences)
    }
}

fn place(number: usize, top: String, case: &Case) -> Place {
    let interface = &case.transcript.interface;
    let bits = |ports: &[PortShape]| ports.iter().map(|port| port.width).sum::<u32>();
    let (input_bits, output_bits) = (bits(&interface.inputs), bits(&interface.outputs));
    let mut ports: Vec<(String, Connection)> =
        interface.clock.iter().map(|clock| (clock.clone(), Connection::Clock)).collect();
    let mut high = input_bits;
    for port in &interface.inputs {
        high -= port.width;
        let range = Connection::Input { high: high + port.width - 1, low: high };
        ports.push((port.name.clone(), range));
    }
    let mut high = output_bits;
    for port in &interface.outputs {
        high -= port.width;
        let range = Connection::Output { high: high + port.width - 1, low: high };
        ports.push((port.name.clone(), range));
    }
    Place { number, top, input_bits, output_bits, ports }
}

/// The design with its number in each module's name.
fn renamed(design: &Design, number: usize) -> Result<Design, crate::netlist::NetlistError> {
    let mut result = Design::new(design.name.clone());
    for module in design.modules() {
        let mut module = module.clone();
        module.name = format!("{}_d{number}", module.name);
        result.add(module)?;
    }
    if let Some(top) = design.top() {
        result.set_top(top);
    }
    Ok(result)
}

/// Runs the bench; gives the tool that ran last.
fn simulate(outside: Outside, sources: &[&str], folder: &Path) -> Result<Tool, FuzzError> {
    let tool = Tool::find(outside.program())?;
    let log = |name: &str| folder.join(name);
    match outside {
        Outside::Verilator => {
            // Once parameters have their values, some comparisons always come out alike: no fault
            // of the printer. Compiled without optimisation: it runs for some cycles only.
            let options = [
                "--binary",
                "-j",
                "2",
                "--top-module",
                BENCH,
                "--x-assign",
                "0",
                "--x-initial",
                "0",
                // Two optimisations get trees of `and`, `or` and `xor` with constant bits wrong in
                // versions up to 5.026 at least (verilator issues 4059, 4832, 4842 and 5186), or
                // stop at them, and that of the graph of all logic gets a comparison of wide
                // constants wrong in 5.006; Icarus, GHDL and the built-in simulator agree on those.
                "-fno-const-bit-op-tree",
                "-fno-expand",
                "-fno-dfg",
                "-Wno-CMPCONST",
                "-Wno-UNSIGNED",
                "-MAKEFLAGS",
                "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0",
                "--output-split",
                "10000",
                "-f",
                "sources.f",
            ];
            tool.run(&options, folder, &log("build.log"))?;
            let program = folder.join("obj_dir").join(format!("V{BENCH}"));
            tool.left_bytes(&program, &log("build.log"))?;
            let nothing: [&str; 0] = [];
            let bench = Tool::built("the compiled bench", program);
            bench.run(&nothing, folder, &log("run.log"))?;
            Ok(bench)
        }
        Outside::Icarus => {
            let options = ["-g2005", "-s", BENCH, "-o", "bench.vvp", "-c", "sources.f"];
            tool.run(&options, folder, &log("build.log"))?;
            tool.left_bytes(&folder.join("bench.vvp"), &log("build.log"))?;
            let vvp = Tool::find(VVP)?;
            vvp.run(&["-n", "bench.vvp"], folder, &log("run.log"))?;
            Ok(vvp)
        }
        Outside::Ghdl => {
            let analyse: Vec<&str> = ["-a", "--std=08"].into_iter().chain(sources.iter().copied()).collect();
            tool.run(&analyse, folder, &log("build.log"))?;
            let run = ["-r", "--std=08", BENCH, "--ieee-asserts=disable-at-0"];
            tool.run(&run, folder, &log("run.log"))?;
            Ok(tool)
        }
    }
}
