//! Constraint files against the emitted HDL and the synthesis counts: every name exists in both
//! languages, every region is on the device, none is over-full.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::passed::{Inputs, unless_passed};
use crate::required::all_found;
use movewright::chess::classic::{Options, design};
use movewright::emit::{Dialect, Language, emit};
use movewright::floorplan::{
    Counts, Device, Floorplan, Plan, Shape, lpf, nextpnr, picture, qsf, sdc, ucf, xdc,
};
use movewright::flow::{Program, Tool, YOSYS};
use movewright::netlist::Design;
use movewright::parts::board::Board;
use movewright::synth::{Hierarchy, Resources, find, map};

/// A module of the text: label and module of each instance, and what is declared.
type Module = (Vec<(String, String)>, BTreeSet<String>);

/// Instances, registers and memories of the emitted text, as paths from the top with dots, read
/// from the text alone.
struct Names {
    instances: BTreeSet<String>,
    declared: BTreeSet<String>,
}

impl Names {
    fn read(design: &Design, language: Language) -> Self {
        let mut modules: BTreeMap<String, Module> = BTreeMap::new();
        let files = emit(design, language, Dialect::Generic).unwrap();
        let known: BTreeSet<String> = design.modules().iter().map(|module| module.name.clone()).collect();
        for file in files.iter().filter(|file| file.name.ends_with(".v") || file.name.ends_with(".vhd")) {
            let mut name = String::new();
            let mut declaring = false;
            for line in file.text.lines() {
                // `reg [5:0] white_king, black_king;` and `signal white_king, black_king : ...;`,
                // over several lines.
                let first = line.split_whitespace().next().unwrap_or_default();
                declaring |= matches!(first, "reg" | "signal" | "shared") || line.contains("*) reg ");
                if declaring {
                    let names =
                        line.split("//").next().and_then(|line| line.split(" : ").next()).unwrap_or_default();
                    let names = names
                        .split(|c: char| !c.is_alphanumeric() && c != '_')
                        .filter(|word| !word.is_empty());
                    modules.get_mut(&name).unwrap().1.extend(names.map(str::to_string));
                    declaring = !line.contains(';');
                    continue;
                }
                let words: Vec<&str> = line
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .filter(|w| !w.is_empty())
                    .collect();
                match (language, words.as_slice()) {
                    (Language::Verilog, ["module", of, ..]) | (Language::Vhdl, ["entity", of, "is", ..]) => {
                        name = (*of).to_string();
                        modules.entry(name.clone()).or_default();
                    }
                    // `label : entity work.module`
                    (Language::Vhdl, [label, "entity", "work", of, ..]) => {
                        modules.get_mut(&name).unwrap().0.push(((*label).into(), (*of).into()));
                    }
                    // `arbiter arbiter_l1_n0 (` and `square #(.RANK(3'd0)) square_a1 (`.
                    (Language::Verilog, [of, first, ..]) if known.contains(*of) => {
                        let after = line.split_once(")) ").map(|(_, rest)| rest);
                        let label = after.and_then(|rest| rest.split_whitespace().next()).unwrap_or(first);
                        modules.get_mut(&name).unwrap().0.push((label.into(), (*of).into()));
                    }
                    _ => {}
                }
            }
        }
        let top = design.module(design.top().unwrap()).name.clone();
        let mut names = Self { instances: BTreeSet::new(), declared: BTreeSet::new() };
        let mut open = vec![(String::new(), top)];
        while let Some((path, module)) = open.pop() {
            let (instances, declared) = &modules[&module];
            names.declared.extend(declared.iter().map(|name| format!("{path}{name}")));
            for (label, of) in instances {
                names.instances.insert(format!("{path}{label}"));
                open.push((format!("{path}{label}."), of.clone()));
            }
        }
        names
    }

    fn assert_has(&self, file: &str, path: &str) {
        assert!(
            self.instances.contains(path) || self.declared.contains(path),
            "{file}: nothing is called {path}"
        );
    }
}

/// What stands between these two, each time.
fn between<'a>(text: &'a str, before: &'a str, after: &'a str) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split(after).next()).collect()
}

/// The names of a constraint file, as paths with dots and without what the tool adds.
fn names_of(file: &str, text: &str) -> Vec<String> {
    let stripped = |name: &str, ends: &[&str]| {
        ends.iter().fold(name.to_string(), |name, end| name.trim_end_matches(end).to_string())
    };
    match file {
        "ucf" => between(text, "INST \"core/", "\"")
            .iter()
            .map(|name| stripped(name, &["/*", "_*", "*"]).replace("Mram_", "").replace('/', "."))
            .collect(),
        "xdc" => between(text, "{core/", "}")
            .iter()
            .map(|name| stripped(name, &["_reg[*]", "_reg*", "_reg"]).replace('/', "."))
            .collect(),
        "qsf" => between(text, "core|", "\"")
            .iter()
            .map(|name| stripped(name, &["[*]", "_rtl_0"]).replace('|', "."))
            .collect(),
        // The scope alone is not a name.
        _ => between(text, "\"core.", "\"")
            .iter()
            .filter(|name| !name.is_empty())
            .map(|name| (*name).to_string())
            .collect(),
    }
}

/// The first and last column and row of each region, from a constraint file.
fn rectangles_of(file: &str, text: &str) -> Vec<[u32; 4]> {
    let numbers = |text: &str| -> Vec<u32> {
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    match file {
        "ucf" => between(text, "RANGE = ", ";")
            .iter()
            .map(|range| numbers(range))
            .map(|n| [n[1], n[0], n[3], n[2]])
            .collect(),
        "xdc" => between(text, "{SLICE_", "}")
            .iter()
            .map(|range| numbers(range))
            .map(|n| [n[0] / 2, n[1], n[2] / 2, n[3]])
            .collect(),
        "qsf" => {
            let each =
                |key: &str| between(text, key, " -section_id").into_iter().map(numbers).collect::<Vec<_>>();
            let (origins, widths, heights) = (each("LL_ORIGIN "), each("LL_WIDTH "), each("LL_HEIGHT "));
            let all = origins.iter().zip(widths).zip(heights);
            all.map(|((o, w), h)| [o[0], o[1], o[0] + w[0] - 1, o[1] + h[0] - 1]).collect()
        }
        _ => between(text, "\": (", ", (\"")
            .iter()
            .map(|numbers_text| numbers(numbers_text))
            .map(|n| [n[0], n[1], n[2], n[3]])
            .collect(),
    }
}

fn files(plan: &Plan) -> Vec<(&'static str, String)> {
    match plan.device.target {
        "xcv" => vec![("ucf", ucf::write(plan, "core"))],
        "xc7" => vec![("xdc", xdc::write(plan, "core")), ("py", nextpnr::write(plan, "core").unwrap())],
        "cycloneive" => vec![("qsf", qsf::write(plan, "core").unwrap())],
        _ => vec![("py", nextpnr::write(plan, "core").unwrap())],
    }
}

/// Yosys' counts of the whole machine on the Virtex of 2002, and of a small board on every family.
#[test]
fn every_name_exists_and_no_region_is_over_full() {
    let yosys = || Tool::find_pinned(Program { oldest: "0.70", ..YOSYS });
    if !all_found("every_name_exists_and_no_region_is_over_full", [yosys()]) {
        return;
    }
    let small = Options { board: Board { files: 4, ranks: 4 }, ..Options::default() };
    let targets = ["xcv", "xc7", "cycloneive", "ecp5", "gowin", "ice40"];
    let machines =
        [("xcv", Options::default())].into_iter().chain(targets.map(|target| (target, small.clone())));
    for (target, options) in machines {
        let design = design(&options).unwrap();
        let mut inputs =
            Inputs::new(&[], &["tests/all/floorplan.rs", "src/floorplan", "src/synth", "src/flow"]);
        inputs.tool(&yosys().unwrap());
        for language in [Language::Verilog, Language::Vhdl] {
            inputs.add(&emit(&design, language, Dialect::Generic).unwrap());
        }
        let name = format!("floorplan of {} squares on {target}", options.board.squares());
        unless_passed(&name, inputs, || names_exist_and_regions_have_room(target, &design));
    }
}

fn names_exist_and_regions_have_room(target: &str, design: &Design) {
    let names = [Language::Verilog, Language::Vhdl].map(|language| Names::read(design, language));
    let floorplan = Floorplan::of(design).unwrap();
    let mapped = map(design, find(target).unwrap(), Hierarchy::Keep).unwrap();
    let counts = mapped.counts(&floorplan).unwrap();
    let all: u64 = counts.values().map(|part| part.luts()).sum();
    assert_eq!(all, mapped.resources.luts(), "{target}: every cell is in one part");
    let device = Device::of_target(target).unwrap();
    for shape in [Shape::Tight, Shape::Quarters] {
        let plan = Plan::new(floorplan.clone(), device, &counts, shape).unwrap();
        for region in &plan.regions {
            let (used, room) = plan.load(region);
            assert!(used <= room, "{target} {shape:?} {}: {used} of {room}", region.name);
        }
        for (file, text) in
            files(&plan).into_iter().filter(|(file, _)| *file != "qsf" || shape == Shape::Tight)
        {
            let constrained = names_of(file, &text);
            assert!(constrained.len() >= floorplan.blocks.len(), "{target} {file}: {}", constrained.len());
            for names in &names {
                constrained.iter().for_each(|name| names.assert_has(file, name));
            }
            let (columns, rows) = (device.columns(), device.rows());
            let rectangles = rectangles_of(file, &text);
            assert!(rectangles.len() > 4 || shape == Shape::Quarters, "{target} {file}");
            for [left, low, right, high] in rectangles.into_iter().filter(|_| (target, file) != ("xc7", "py"))
            {
                let inside = columns.contains(&left)
                    && columns.contains(&right)
                    && rows.contains(&low)
                    && rows.contains(&high);
                assert!(
                    inside && left <= right && low <= high,
                    "{target} {file}: {left} {low} {right} {high}"
                );
            }
        }
        let drawn = picture::draw(&plan, None).unwrap();
        assert!(drawn.contains("Floorplan of chess-classic"), "{drawn}");
    }
}

/// The script for nextpnr, run on cells made up: parts in their regions, other logic in the
/// machine's area, and what has to move freely nowhere.
#[test]
fn the_script_says_where_each_cell_belongs() {
    let python = Command::new("python3").arg("--version").output();
    if !all_found("the_script_says_where_each_cell_belongs", [python]) {
        return;
    }
    let options = Options { board: Board { files: 4, ranks: 4 }, ..Options::default() };
    let floorplan = Floorplan::of(&design(&options).unwrap()).unwrap();
    let size = Resources { lut4: Some(100), ff: 10, ..Resources::default() };
    let counts: Counts = floorplan.parts().chain([""]).map(|part| (part.to_string(), size)).collect();
    let device = Device::of_target("ecp5").unwrap();
    let plan = Plan::new(floorplan, device, &counts, Shape::Loose).unwrap();

    let mut placer = Command::new("python3")
        .arg("tests/data/placer.py")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    placer.stdin.take().unwrap().write_all(nextpnr::write(&plan, "core").unwrap().as_bytes()).unwrap();
    let output = placer.wait_with_output().unwrap();
    assert!(output.status.success());
    insta::assert_snapshot!(String::from_utf8(output.stdout).unwrap(), @r"
    block_0_0 core.board.square_a1.hit_LUT4_Z
    block_0_0 core.far_LUT4_Z_LUT4_A_LUT4_B
    block_0_0 core.board.square_a1.piece_TRELLIS_FF_Q
    control core.side_TRELLIS_FF_Q
    machine core.other_LUT4_Z
    machine core.board.square_a1.hit_LUT4_Z_LUT4_A_LUT4_B_LUT4_C
    none core.zero
    block_3_3 core.board.square_d4.piece_TRELLIS_FF_Q
    none core.nodes_CCU2C_S0
    none core.board.square_a1.count_TRELLIS_FF_Q
    none core.table_LUT2_O
    none core.sum
    none core.board.square_a1.masks.0.0
    none core.stack.0.1
    none harness_LUT4_Z
    ");
}

/// The check of names can fail: one that is not there is found.
#[test]
#[should_panic(expected = "nothing is called board.square_i9")]
fn a_name_that_is_not_there_is_found() {
    let design = design(&Options { board: Board { files: 4, ranks: 4 }, ..Options::default() }).unwrap();
    let names = Names::read(&design, Language::Vhdl);
    names.assert_has("ucf", "board.square_a1");
    names.assert_has("ucf", "board.square_i9");
}

#[test]
fn clocks_are_said_to_each_tool() {
    assert_eq!(sdc::clock("clock", 40.0), "create_clock -name clock -period 25.000 [get_ports {clock}]\n");
    assert_eq!(lpf::clock("clock", 25.0), "FREQUENCY PORT \"clock\" 25.000 MHZ;\n");
}
