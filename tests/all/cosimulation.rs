//! The built-in simulator, Verilator on the emitted Verilog and GHDL on the emitted VHDL do the
//! same in every cycle.

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use crate::passed::{Inputs, unless_passed};
use crate::required::all_found;
use movewright::chess::classic::{ClassicMachine, Options, design, exercise};
use movewright::chess::{Position, Square};
use movewright::describe::{Builder, Project, Wire};
use movewright::emit::{Dialect, Language, emit};
use movewright::flow::{GHDL, Program, Tool, VERILATOR};
use movewright::game::Machine;
use movewright::netlist::{Assign, Design, Direction, Module, Value};
use movewright::parts::arbiter::Order;
use movewright::simulate::outside::{Traces, Verilated, replay_on_ghdl};
use movewright::simulate::transcript::{Recorder, Transcript};
use movewright::simulate::{Interface, Ports, Simulation};

fn tools(test: &str, programs: &[Program]) -> bool {
    all_found(test, programs.iter().map(|&program| Tool::find(program)))
}

/// Compiled simulators stay from one run of the tests to the next.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("verilated")
}

fn verilated(design: &Design, traces: Traces) -> Verilated {
    Verilated::new(design, traces, &cache()).unwrap_or_else(|error| panic!("{error}"))
}

fn recorder(design: &Design) -> Recorder<Simulation> {
    Recorder::new(Simulation::new(design).unwrap(), Interface::of(design).unwrap()).unwrap()
}

/// What a run of a design in these simulators depends on: the tools, its texts, and what runs them.
fn inputs(tools: &[Program], design: &Design, others: &[&str]) -> Inputs {
    let sources = ["tests/all/cosimulation.rs", "src/simulate", "src/flow", "sim/verilator", "templates"];
    let mut inputs = Inputs::new(tools, &[&sources, others].concat());
    for language in [Language::Verilog, Language::Vhdl] {
        inputs.add(&emit(design, language, Dialect::Generic).unwrap());
    }
    inputs
}

/// Replays what the built-in simulator did on the other two.
fn same_everywhere(design: &Design, recorded: &Transcript) {
    let replayed = recorded.replay(verilated(design, Traces::Without)).unwrap();
    if let Some(difference) = recorded.first_difference(&replayed) {
        panic!("{} in Verilator: {difference}", design.name);
    }
    let folder = tempfile::tempdir().unwrap();
    let replayed = replay_on_ghdl(design, recorded, folder.path()).unwrap_or_else(|error| panic!("{error}"));
    if let Some(difference) = recorded.first_difference(&replayed) {
        panic!("{} in GHDL: {difference}", design.name);
    }
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn core_is_the_same_everywhere(name: &str, options: &Options) {
    if !tools(name, &[VERILATOR, GHDL]) {
        return;
    }
    let design = design(options).unwrap();
    let mut recorder = recorder(&design);
    exercise(&mut recorder, options.board, options.stack_depth).unwrap();
    let recorded = recorder.transcript();
    assert!(recorded.cycles.len() > 3_000);
    let mut inputs = inputs(&[VERILATOR, GHDL], &design, &[]);
    inputs.add(recorded);
    unless_passed(name, inputs, || same_everywhere(&design, recorded));
}

#[test]
fn the_classic_core_in_its_plainest_form() {
    let options = Options {
        checks_first: false,
        legality: false,
        order: Order::Plain,
        stack_depth: 8,
        ..Options::default()
    };
    core_is_the_same_everywhere("the_classic_core_in_its_plainest_form", &options);
}

#[test]
fn perft_in_verilator_counts_the_same_in_the_same_cycles() {
    if !tools("perft_in_verilator_counts_the_same_in_the_same_cycles", &[VERILATOR]) {
        return;
    }
    let options = Options::default();
    let design = design(&options).unwrap();
    let drivers = ["src/game", "src/chess/classic"];
    let inputs = inputs(&[VERILATOR], &design, &drivers);
    let test = "perft_in_verilator_counts_the_same_in_the_same_cycles";
    unless_passed(test, inputs, || perft_is_the_same(&options, &design));
}

fn perft_is_the_same(options: &Options, design: &Design) {
    let stack = options.stack_depth;
    let mut here = ClassicMachine::new(Simulation::new(design).unwrap(), "here", stack).unwrap();
    let mut there = ClassicMachine::new(verilated(design, Traces::Without), "there", stack).unwrap();
    for checks_first in [false, true] {
        here.load(&position(Position::KIWIPETE)).unwrap();
        there.load(&position(Position::KIWIPETE)).unwrap();
        let counted = here.perft(2, checks_first).unwrap();
        assert_eq!(counted, there.perft(2, checks_first).unwrap());
        assert_eq!(counted.nodes, 2039);
    }
    let e1 = Square::all().nth(4).unwrap();
    assert_eq!(there.read_board().unwrap()[e1.index()], position(Position::KIWIPETE).piece(e1));
}

#[test]
fn the_command_line_says_the_same_with_verilator() {
    if !tools("the_command_line_says_the_same_with_verilator", &[VERILATOR]) {
        return;
    }
    let sources = ["src/cli/moves.rs", "src/cli/perft.rs", "src/cli/way.rs", "src/game", "src/chess/classic"];
    let inputs = inputs(&[VERILATOR], &design(&Options::default()).unwrap(), &sources);
    unless_passed("the_command_line_says_the_same_with_verilator", inputs, says_the_same_with_verilator);
}

fn says_the_same_with_verilator() {
    let said = |arguments: &[&str]| {
        let output = Process::new(env!("CARGO_BIN_EXE_movewright"))
            .args(arguments)
            .env("MOVEWRIGHT_CACHE", cache())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // All but this computer's time.
        let said = String::from_utf8(output.stdout).unwrap();
        said.split(",\"seconds\":").next().unwrap().to_owned()
    };
    for arguments in [
        &["moves", "--fen", Position::KIWIPETE][..],
        &["perft", "--fen", Position::KIWIPETE, "--depth", "2", "--divide", "--format", "json"],
    ] {
        let outside = [arguments, &["--sim", "verilator"]].concat();
        assert_eq!(said(arguments), said(&outside));
    }
}

/// A sum of 130 bits that grows by its input in each cycle.
fn wide(step: u64) -> Design {
    let b = Builder::new("wide_sum", "Adds its input in every cycle.");
    b.clock();
    b.reset();
    let addend = b.input("addend", 130);
    let sum = b.register("sum_so_far", 130).resets_to(0);
    sum.next(&(&(&*sum + &addend) + &b.constant(130, step)));
    b.output("sum", &sum);
    b.output("odd", &sum.bit(0));
    let mut project = Project::new("wide-sum");
    project.add(b).unwrap();
    project.finish().unwrap()
}

/// Adds large numbers, with a reset on the way.
fn add_up(ports: &mut impl Ports) {
    for cycle in 0..40u64 {
        let words = [cycle.wrapping_mul(0x9e37_79b9_7f4a_7c15), !cycle, cycle % 4];
        ports.poke("reset", u64::from(cycle == 20)).unwrap();
        ports.poke_value("addend", &Value::from_words(130, &words)).unwrap();
        ports.step().unwrap();
    }
}

#[test]
fn wide_ports_cross_every_pipe_and_file() {
    if !tools("wide_ports_cross_every_pipe_and_file", &[VERILATOR, GHDL]) {
        return;
    }
    let mut recorder = recorder(&wide(1));
    add_up(&mut recorder);
    same_everywhere(&wide(1), recorder.transcript());
}

#[test]
fn a_difference_is_found_and_told() {
    if !tools("a_difference_is_found_and_told", &[GHDL]) {
        return;
    }
    let mut recorder = recorder(&wide(1));
    add_up(&mut recorder);
    let recorded = recorder.transcript();
    let folder = tempfile::tempdir().unwrap();
    let other = replay_on_ghdl(&wide(3), recorded, folder.path()).unwrap();
    let difference = recorded.first_difference(&other).unwrap().to_string();
    // The first addend has ones in its middle word; the third word is two bits, a digit.
    let high = format!("130'h0{}{}", "f".repeat(16), "0".repeat(15));
    assert_eq!(difference, format!("cycle 1, output `sum`: {high}3 where {high}1 is right"));
    let mut shorter = recorded.clone();
    shorter.cycles.truncate(39);
    assert_eq!(recorded.first_difference(&shorter).unwrap().to_string(), "39 cycles where 40 are right");
    assert_eq!(recorded.first_difference(recorded), None);
}

#[test]
fn verilator_traces_what_the_ports_show() {
    if !tools("verilator_traces_what_the_ports_show", &[VERILATOR]) {
        return;
    }
    let inputs = inputs(&[VERILATOR], &wide(1), &[]);
    unless_passed("verilator_traces_what_the_ports_show", inputs, traces_are_what_the_ports_show);
}

fn traces_are_what_the_ports_show() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a sum.vcd");
    let mut ports = verilated(&wide(1), Traces::Vcd);
    ports.step().unwrap();
    ports.trace(&file).unwrap();
    let shown: Vec<String> = (0..20)
        .map(|_| {
            ports.step().unwrap();
            ports.peek_value("sum").unwrap().to_binary()
        })
        .collect();
    ports.finish_trace().unwrap();
    let mut wave = wellen::simple::read(&file).unwrap();
    let sum = wave.hierarchy().lookup_var(&["TOP", "movewright_ports", "wide_sum"], &"sum").unwrap();
    let signal = wave.hierarchy()[sum].signal_ref();
    wave.load_signals(&[signal]);
    let changes: Vec<String> = wave
        .get_signal(signal)
        .unwrap()
        .iter_changes()
        .map(|(_, value)| value.to_bit_string().unwrap())
        .collect();
    // The value at the start of the trace, then one for each cycle.
    assert_eq!(changes[1..], shown);

    let error = ports.trace(&folder.path().join("absent").join("x.vcd")).unwrap_err().to_string();
    assert!(error.ends_with("absent/x.vcd: the file cannot be written"), "{error}");
    let mut plain = verilated(&wide(1), Traces::Without);
    let error = plain.trace(&file).unwrap_err().to_string();
    assert!(error.ends_with("this simulator is compiled without traces"), "{error}");
}

/// A register behind a port of each name that the netlist's rules accept.
fn named(words: &[String]) -> Result<Design, Box<dyn std::error::Error>> {
    let b = Builder::new("words", "Ports of peculiar names.");
    b.clock();
    let mut bits: Vec<_> = words.iter().map(|word| b.input(word, 1)).collect();
    while bits.len() > 1 {
        let joined = |pair: &[Wire]| pair.iter().skip(1).fold(pair[0].clone(), |all, bit| &all & bit);
        bits = bits.chunks(2).map(joined).collect();
    }
    b.output("all_of_them", &bits[0].later("kept"));
    let mut project = Project::new("words");
    project.add(b)?;
    Ok(project.finish()?)
}

/// The words that Verilator's headers and those of C++ make something else of.
fn words_of_headers() -> Vec<String> {
    let run = |program: &str, arguments: &[&str]| {
        let output = Process::new(program).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let root = run("verilator", &["--getenv", "VERILATOR_ROOT"]);
    let include = Path::new(root.trim()).join("include");
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("headers.cpp");
    let harness = include_str!("../../sim/verilator/harness.cpp");
    let headers = harness.lines().filter(|line| line.starts_with("#include <"));
    std::fs::write(&source, headers.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    let include = format!("-I{}", include.display());
    let macros = run("g++", &["-dM", "-E", &include, source.to_str().unwrap()]);
    let word = |line: &str| line.split(|c: char| !(c.is_alphanumeric() || c == '_')).nth(2).map(String::from);
    macros.lines().filter_map(word).collect()
}

/// Members of the class that Verilator makes of a design, keywords and other spellings of operators
/// in C++, and macros.
#[test]
fn a_port_may_have_any_name_that_the_rules_accept() {
    if !tools("a_port_may_have_any_name_that_the_rules_accept", &[VERILATOR]) {
        return;
    }
    let known = "name eval unix linux errno EOF iterator contextp rootp vlSymsp eval_step eval_end_step final_ trace \
                 hierName modelName threads prepareClone atClone eventsPending nextTimeSlot traceBaseModel top symsp main \
                 std abort and bitor class concept constinit consteval co_await co_return co_yield export import module \
                 typeof Vdesign Ports Port Simulation VerilatedContext VlWide QData IData uint32_t size_t NULL add fail";
    let mut words: Vec<String> =
        known.split_whitespace().map(String::from).chain(words_of_headers()).collect();
    let mut seen = std::collections::BTreeSet::new();
    words.retain(|word| seen.insert(word.to_ascii_lowercase()) && named(std::slice::from_ref(word)).is_ok());
    for accepted in
        ["name", "eval", "unix", "linux", "errno", "EOF", "iterator", "contextp", "rootp", "vlSymsp"]
    {
        assert!(words.iter().any(|word| word == accepted), "{accepted}");
    }
    assert!(words.len() > 500, "{}", words.len());
    let design = named(&words).unwrap();
    let mut inputs = inputs(&[VERILATOR], &design, &[]);
    inputs.add(&words);
    let test = "a_port_may_have_any_name_that_the_rules_accept";
    unless_passed(test, inputs, || every_word_is_a_port(&words, &design));
}

fn every_word_is_a_port(words: &[String], design: &Design) {
    let mut ports = verilated(design, Traces::Without);
    for missing in [None, Some("name"), Some("EOF"), words.last().map(String::as_str)] {
        words.iter().for_each(|word| ports.poke(word, u64::from(Some(word.as_str()) != missing)).unwrap());
        ports.step().unwrap();
        assert_eq!(ports.peek("all_of_them").unwrap(), u64::from(missing.is_none()), "{missing:?}");
    }
}

#[test]
fn a_build_that_fails_shows_why_and_leaves_nothing_half_done() {
    if !tools("a_build_that_fails_shows_why_and_leaves_nothing_half_done", &[VERILATOR]) {
        return;
    }
    // A port that is a word of Verilog; a checked design cannot have one.
    let mut module = Module::new("keyword", "");
    let input = module.add_port(Direction::Input, "always", 1);
    let output = module.add_port(Direction::Output, "q", 1);
    let node = module.read(input);
    module.assigns.push(Assign { signal: output, node });
    let mut design = Design::new("keyword");
    design.add(module).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let error = Verilated::new(&design, Traces::Without, folder.path()).unwrap_err().to_string();
    assert!(error.starts_with("verilator failed (exit status: 1):"), "{error}");
    let mut left: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert!(left.len() == 2 && left[0].ends_with(".log") && left[1] == "lock", "{left:?}");
}
