//! The tables of the README beside what `make bench` measured: what it left in `build/bench`, and
//! before that what is kept in `tests/data/figures`. Those that tell of a netlist must be of the
//! machine as it is.

use std::collections::HashMap;
use std::path::Path;

use crate::required::all_found;
use movewright::bench::thousands;
use movewright::cores::{self, Settings};
use movewright::emit::{Dialect, Language, emit, fingerprint};
use movewright::flow::{SNAKEMAKE, Tool};
use serde_json::Value;

/// What was measured, by the name of its file; objects in the order in which they were written.
type Figures = HashMap<String, Vec<Value>>;

/// The families of the tables' devices.
const FAMILIES: [(&str, &str); 6] = [
    ("LFE5U-85F", "ecp5"),
    ("GW2AR-18", "gowin"),
    ("XC7A35T", "xc7"),
    ("Virtex of 2002", "xcv"),
    ("EP4CE115", "cycloneive"),
    ("iCE40HX8K", "ice40"),
];

/// Machines whose settings are not the default.
const SETTINGS: [(&str, &str); 3] = [
    ("chess-stream, `levels=16 stack_depth=16`", "chess-stream-small"),
    ("chess-stream, `checks_first=on`", "chess-stream-checks-first"),
    ("chess-perft, `pairs=3 levels=3`", "chess-perft-pairs"),
];

/// Walks of chess-classic: how a row begins, the settings, and whether checks go first.
const WALKS: [(&str, &str, bool); 4] = [
    ("legality filter on, plain walk", "default", false),
    ("legality filter off, plain walk", "legality=off", false),
    ("plain arbiters", "order=plain", false),
    ("legality filter on, checks first", "default", true),
];

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

/// What came of the comparison.
#[derive(Debug, Default, PartialEq)]
struct Compared {
    /// Cells that say what was measured.
    alike: usize,
    /// Rows for which nothing is there.
    not_measured: usize,
    /// Cells that say something else, and rows that belong to no figure.
    wrong: Vec<String>,
}

impl Compared {
    /// A cell, or what is compared of it, is what was measured.
    fn same(&mut self, row: &str, said: &str, measured: &str) {
        match said == measured {
            true => self.alike += 1,
            false => self.wrong.push(format!("{row}: `{said}`, measured `{measured}`")),
        }
    }
}

fn compare(readme: &str, figures: &Figures) -> Compared {
    let mut compared = Compared::default();
    let mut header: Vec<&str> = Vec::new();
    for line in readme.lines() {
        let Some(inside) = line.strip_prefix('|').and_then(|line| line.trim_end().strip_suffix('|')) else {
            header.clear();
            continue;
        };
        let cells: Vec<&str> = inside.split('|').map(str::trim).collect();
        match header.first() {
            None => header = cells,
            Some(_) if cells[0].starts_with("---") => {}
            Some(&"setting") => walk(&cells, figures, &mut compared),
            Some(&"machine") if header[1] == "device" => machine(&cells, figures, &mut compared),
            Some(&"table in a chip") => chip(&cells, figures, &mut compared),
            Some(&"machine") => families(&header, &cells, figures, &mut compared),
            Some(_) => {}
        }
    }
    compared
}

/// What the text says of figures that no table has, where they are the same in every run.
fn sentences(readme: &str, figures: &Figures, compared: &mut Compared) {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let readme = words(readme);
    let mut says = |sentence: Option<String>| match sentence {
        Some(sentence) if readme.contains(&words(&sentence)) => compared.alike += 1,
        Some(sentence) => compared.wrong.push(format!("the text does not say: {sentence}")),
        None => compared.not_measured += 1,
    };
    let first = |name: &str, of: &dyn Fn(&Value) -> bool| figures.get(name)?.iter().find(|record| of(record));
    says(first("generation", &|record| record["core"] == "chess-classic").map(|text| {
        let [verilog, vhdl] = ["verilog_lines", "vhdl_lines"].map(|lines| resource(text, lines));
        format!("The whole core is {verilog} lines of Verilog and {vhdl} of VHDL")
    }));
    says(first("blokus", &|record| record["depth"] == 3).map(|games| {
        let (one, three) = (number(games, "ms_per_move_50mhz"), number(games, "ms_per_move_50mhz_3_cores"));
        format!("Three plies take {one:.1} ms at 50 MHz on average, {three:.2} ms with three cores")
    }));
    let deep = |record: &Value| record["depth"] == 5 && of_kiwipete(record);
    let pairs = first("perft.chess-perft", &deep).zip(first("perft.chess-perft-pairs", &deep));
    says(pairs.map(|(one, three)| {
        let [one, three] = [one, three].map(|walk| number(walk, "nodes") / number(walk, "cycles"));
        format!("{one:.0} leaves a clock cycle in a middle game, {three:.0} with three pairs")
    }));
}

fn of_kiwipete(record: &Value) -> bool {
    record["fen"].as_str().is_some_and(|fen| fen.starts_with(KIWIPETE))
}

/// Cycles a move of the classic machine.
fn walk(cells: &[&str], figures: &Figures, compared: &mut Compared) {
    let Some((_, settings, checks_first)) = WALKS.iter().find(|(row, ..)| cells[0].starts_with(row)) else {
        return compared.wrong.push(format!("`{}` belongs to no figure", cells[0]));
    };
    let of = |record: &&Value| record["settings"] == *settings && record["checks_first"] == *checks_first;
    match figures.get("cycles").and_then(|records| records.iter().find(of)) {
        Some(record) => {
            let cycles = number(record, "cycles_per_move");
            compared.same(cells[0], cells[1], &format!("{cycles:.2}"));
        }
        None => compared.not_measured += 1,
    }
}

/// Look-ups in a chip: those of a second, the most of its wires, and how many times those of the
/// twin on the machine that measured both.
fn chip(cells: &[&str], figures: &Figures, compared: &mut Compared) {
    let Some(speed) = figures.get("hash").and_then(|records| records.first()) else {
        compared.not_measured += 1;
        return;
    };
    let row = |chip: &Value| {
        let [bits, bytes] = ["word_bits", "cluster_bytes"].map(|name| number(chip, name));
        let kind = chip["kind"].as_str().unwrap_or_default();
        format!("{kind}, {bits} bits at {} MHz, clusters of {bytes} bytes", number(chip, "mhz"))
    };
    let chips = speed["chips"].as_array().into_iter().flatten();
    let Some(chip) = chips.into_iter().find(|chip| row(chip) == cells[0]) else {
        return compared.wrong.push(format!("`{}` belongs to no figure", cells[0]));
    };
    let [measured, most] = ["million_per_second", "million_per_second_bound"].map(|name| number(chip, name));
    compared.same(cells[0], cells[1], &format!("{measured:.2} M"));
    compared.same(cells[0], cells[2], &format!("{most:.2} M"));
    let times = measured * 1e6 / number(speed, "software_per_second");
    compared.same(cells[0], cells[3], &format!("{times:.1}"));
}

/// A machine on a device.
fn machine(cells: &[&str], figures: &Figures, compared: &mut Compared) {
    let row = cells[..2].join(", ");
    let Some(family) = family(cells[1]) else {
        // The machine of 2002, whose figures are its authors'.
        if !cells[1].starts_with("XCV800") {
            compared.wrong.push(format!("{row} belongs to no figure"));
        }
        return;
    };
    let core = SETTINGS.iter().find(|(label, _)| *label == cells[0]);
    let core = core.map_or_else(|| default_of(cells[0]), |(_, core)| core);
    // Areas of all families stand in one file; else the last of several seeds is their median.
    let of_area = matches!(core, "chess-classic" | "chess-small");
    let name = if of_area { format!("area.{core}") } else { format!("synth.{core}.{family}") };
    let records = figures.get(&name).map_or(&[][..], Vec::as_slice);
    let (Some(mapped), Some(last)) =
        (records.iter().find(|record| record["target"] == family), records.last())
    else {
        return compared.not_measured += 1;
    };
    let columns = ["lut", "lut_as_ram", "ff", "bram", "dsp"].map(|name| resource(mapped, name));
    for (cell, measured) in cells[2..].iter().zip(&columns) {
        // Some say how many inputs a table has, or how many there are.
        compared.same(&row, word(cell), measured);
    }
    let placed = if of_area { mapped } else { last };
    let Some(clock) = clock(placed) else {
        if cells[7].starts_with(|first: char| first.is_ascii_digit()) {
            compared.wrong.push(format!("{row}: `{}`, not placed when measured", cells[7]));
        }
        return;
    };
    // As many decimals as the README has.
    let decimals = word(cells[7]).split_once('.').map_or(0, |(_, after)| after.len());
    match clock[..] {
        [median, lowest, highest] => {
            let range = format!("{median:.decimals$} ({lowest:.decimals$} to {highest:.decimals$})");
            compared.same(&row, cells[7].split_inclusive(')').next().unwrap_or_default(), &range);
        }
        _ => compared.same(&row, word(cells[7]), &format!("{:.decimals$}", clock[0])),
    }
    match core {
        "chess-classic" | "chess-small" => {
            let cycles = number(mapped, "cycles_per_move");
            compared.same(&row, cells[8], &format!("{cycles:.2}"));
            compared.same(&row, cells[9], &format!("{:.1} M", clock[0] / cycles));
        }
        "chess-perft" | "chess-perft-pairs" => leaves(&row, cells[9], core, clock[0], figures, compared),
        "shogi-perft" => {
            let Some(records) = figures.get("perft.shogi-perft") else { return compared.not_measured += 1 };
            let leaves = leaves_a_cycle(records.iter(), "sfen");
            let expected = format!(
                "{} leaves/s over all published positions to depth 3: {leaves:.0} a cycle",
                billions(leaves * clock[0])
            );
            compared.same(&row, cells[9], &expected);
        }
        "blokus" => {
            let walks = figures.get("perft.blokus").and_then(|records| records.last());
            let Some(cycles) = walks.map(|walk| number(walk, "cycles") / number(walk, "nodes")) else {
                return compared.not_measured += 1;
            };
            compared.same(&row, cells[8], &format!("{cycles:.2} a leaf"));
            compared.same(&row, cells[9], &format!("{:.1} M leaves", clock[0] / cycles));
        }
        "blokus-player" => {
            let Some(games) = figures.get("blokus").and_then(|records| records.first()) else {
                return compared.not_measured += 1;
            };
            let cycles = number(games, "cycles_per_move");
            let expected = format!("{} a move of three plies", thousands(cycles.round() as u64));
            compared.same(&row, cells[8], &expected);
            compared.same(&row, cells[9], &format!("{:.0} moves of a game", clock[0] * 1e6 / cycles));
        }
        "chess-count" | "chess-stream" | "chess-stream-small" | "shogi-check" | "shogi-stream" => {
            compared.same(&row, word(cells[9]), &format!("{:.0}", clock[0]));
        }
        _ => {}
    }
}

/// Leaves a second, of both files and of one position.
fn leaves(row: &str, cell: &str, core: &str, mhz: f64, figures: &Figures, compared: &mut Compared) {
    let files = [format!("perft.{core}"), format!("perft.{core}-suite")].map(|name| figures.get(&name));
    let [Some(table), Some(suite)] = files else { return compared.not_measured += 1 };
    let both = leaves_a_cycle(table.iter().chain(suite), "fen");
    let kiwipete = |depth: u64| {
        let of = |record: &&Value| record["depth"] == depth && of_kiwipete(record);
        leaves_a_cycle(table.iter().filter(of), "fen")
    };
    let [four, five] = [4, 5].map(kiwipete);
    let per_second = |leaves: f64| billions(leaves * mhz);
    let (over_both, in_kiwipete) = cell.split_once("; in ").unwrap_or((cell, ""));
    compared.same(row, over_both, &format!("{} leaves/s over both perft files to depth 5", per_second(both)));
    let [a_second, other] = [four, five].map(per_second);
    let expected =
        format!("Kiwipete {a_second} to depth 4, {other} to depth 5: {four:.0} and {five:.0} a cycle");
    compared.same(row, in_kiwipete.trim_start_matches("the middle game called "), &expected);
}

/// Leaves a clock cycle over all positions, each to the greatest depth of those that are there in
/// rising order. `position` names its field.
fn leaves_a_cycle<'a>(records: impl Iterator<Item = &'a Value>, position: &str) -> f64 {
    let deepest: HashMap<&str, &Value> =
        records.map(|record| (record[position].as_str().unwrap(), record)).collect();
    let sum = |what: &str| -> f64 { deepest.values().map(|record| number(record, what)).sum() };
    sum("nodes") / sum("cycles")
}

/// So many millions, as billions.
fn billions(millions: f64) -> String {
    format!("{:.1} G", millions / 1000.0)
}

/// A pipelined machine, or one for Blokus, on other families.
fn families(header: &[&str], cells: &[&str], figures: &Figures, compared: &mut Compared) {
    for (device, cell) in header.iter().zip(cells).skip(1) {
        let row = format!("{}, {device}", cells[0]);
        let Some(family) = family(device) else {
            compared.wrong.push(format!("{row} belongs to no figure"));
            continue;
        };
        match figures
            .get(&format!("synth.{}.{family}", default_of(cells[0])))
            .and_then(|records| records.first().zip(records.last()))
        {
            Some((record, last)) => {
                let area = ["lut", "ff", "bram"].map(|name| resource(record, name)).join(" / ");
                let area = match resource(record, "dsp").as_str() {
                    "0" => area,
                    multipliers => format!("{area}, {multipliers} multipliers"),
                };
                let measured = match clock(last).as_deref() {
                    Some([mhz, ..]) => format!("{area}, {mhz:.1} MHz"),
                    _ => area,
                };
                compared.same(&row, cell.trim_end_matches(", too large"), &measured);
            }
            None => compared.not_measured += 1,
        }
    }
}

fn family(device: &str) -> Option<&'static str> {
    FAMILIES.iter().find(|(start, _)| device.starts_with(start)).map(|(_, family)| *family)
}

/// The first word of a cell, without a comma behind it.
fn word(cell: &str) -> &str {
    cell.split(' ').next().unwrap_or_default().trim_end_matches(',')
}

/// The core of a machine's name, without what it is.
fn default_of(machine: &str) -> &str {
    machine.split(',').next().unwrap_or(machine)
}

/// With a comma before every third digit from the right.
fn resource(record: &Value, name: &str) -> String {
    let value = match name {
        "lut" => record["lut4"].as_u64().or(record["lut6"].as_u64()),
        _ => record[name].as_u64(),
    };
    thousands(value.unwrap())
}

fn number(record: &Value, name: &str) -> f64 {
    record[name].as_f64().unwrap_or_else(|| panic!("no {name} in {record}"))
}

/// A clock in MHz; or its median, the lowest and the highest.
fn clock(record: &Value) -> Option<Vec<f64>> {
    let figure = |name: &str| record[name].as_f64();
    let median = figure("fmax_mhz_median").or(figure("fmax_mhz"))?;
    match (figure("fmax_mhz_min"), figure("fmax_mhz_max")) {
        (Some(lowest), Some(highest)) if lowest < highest => Some(vec![median, lowest, highest]),
        _ => Some(vec![median]),
    }
}

/// All that is in a folder; objects may take several lines.
fn measured(folder: &Path) -> Figures {
    let files = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    let records = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        values.collect::<Result<Vec<_>, _>>().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    files.map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), records(&path))).collect()
}

/// What is kept.
fn kept() -> Figures {
    measured(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/figures"))
}

#[test]
fn the_readme_says_what_was_measured() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    // Behind `make bench` there is a new figure for every row.
    let all = std::env::var_os("MOVEWRIGHT_ALL_FIGURES").is_some();
    let mut figures = if all { Figures::default() } else { kept() };
    figures.extend(measured(&root.join("build/bench")));
    let mut compared = compare(&readme, &figures);
    sentences(&readme, &figures, &mut compared);
    println!("README: {} figures alike, {} rows not measured", compared.alike, compared.not_measured);
    assert!(compared.alike + compared.not_measured >= 50, "the tables were not found");
    assert!(compared.wrong.is_empty(), "{:#?}", compared.wrong);
    assert!(!all || compared.not_measured == 0, "{} rows were not measured", compared.not_measured);
}

#[test]
fn figures_that_are_kept_are_of_the_machines_as_they_are() {
    let mut netlists: HashMap<String, String> = HashMap::new();
    for (figure, record) in kept().iter().flat_map(|(name, records)| records.iter().map(move |r| (name, r))) {
        let Some(measured) = record["netlist"].as_str() else { continue };
        // All of them; or, in a table of areas, those that are not the default.
        let settings: Vec<(&str, &str)> = match &record["settings"] {
            Value::Object(settings) => {
                settings.iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap())).collect()
            }
            others => {
                others.as_str().unwrap().split(' ').filter_map(|setting| setting.split_once('=')).collect()
            }
        };
        let core = record["core"].as_str().unwrap();
        let now = netlists.entry(format!("{core} {settings:?}")).or_insert_with(|| {
            let core = cores::find(core).unwrap();
            // What is as by default may have no effect here, and need not be said.
            let default = Settings::parse::<&str, &str>(core, &[]).unwrap().texts();
            let as_by_default =
                |&(name, value): &(&str, &str)| default.get(name).is_some_and(|text| text == value);
            let told: Vec<_> = settings.iter().copied().filter(|setting| !as_by_default(setting)).collect();
            let design = cores::design(core, &Settings::parse(core, &told).unwrap()).unwrap();
            fingerprint(&emit(&design, Language::Verilog, Dialect::Generic).unwrap())
        });
        assert_eq!(measured, now, "{figure} is of a {core} that is no more; measure it again");
    }
}

/// The commands of `make bench`, by the names of their figures.
fn commands() -> HashMap<String, String> {
    let snakemake = Tool::find(SNAKEMAKE).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("dry-run.log");
    let workflow = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/bench.smk");
    let workflow = workflow.to_str().unwrap();
    let options = ["--snakefile", workflow, "--cores", "1", "--dry-run", "--printshellcmds"];
    let text = snakemake.run(&options, folder.path(), &log).unwrap_or_else(|error| panic!("{error}"));
    let command = |line: &str| {
        let (command, file) =
            line.split_once("target/release/movewright ")?.1.split_once(" > build/bench/")?;
        Some((file.strip_suffix(".json")?.to_string(), command.to_string()))
    };
    text.lines().filter_map(command).collect()
}

/// So a figure that is out of date can be measured again, and no core is left out.
#[test]
fn every_figure_has_a_command() {
    if !all_found("every_figure_has_a_command", [SNAKEMAKE].map(Tool::find)) {
        return;
    }
    let commands = commands();
    // What fits a board is written by its test.
    for name in kept().keys().filter(|name| *name != "fit") {
        assert!(commands.contains_key(name), "{name} has no command in scripts/bench.smk");
    }
    for core in cores::cores() {
        let name = format!("check.{}", core.name);
        let command = commands.get(&name).unwrap_or_else(|| panic!("no {name} in scripts/bench.smk"));
        assert!(command.starts_with(&format!("check {} ", core.name)), "{command}");
    }
    assert!(commands.values().all(|command| command.ends_with(" --format json")), "{commands:?}");
}

const SNIPPET: &str = "\
| machine | device | lookup tables | of these as memory | flip-flops | block memories | multipliers | MHz | cycles a move | moves/s |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| chess-stream, a move | LFE5U-85F, speed 6 | 11,480 | 1,110 | 34,364 | 136 | 0 | 184 (162 to 200) | 1.00 | 184 M legal |
| chess-classic | iCE40HX8K | 14,992, of 7,680 | 0 | 4,991 | 2 | 0 | does not fit | 3.00 | |

| setting | cycles a move | command |
| --- | --- | --- |
| plain arbiters (`order=plain`) | 3.00 | `movewright bench cycles` |

| machine | XC7A35T, of 6 inputs | EP4CE115 |
| --- | ---: | ---: |
| chess-count | 7,268 / 7,216 / 0, 98.8 MHz | 6,455 / 12,374 / 0, too large |

| table in a chip | look-ups/s | at most, by the wires | times the twin's |
| --- | ---: | ---: | ---: |
| SDR, 16 bits at 133 MHz, clusters of 32 bytes | 7.53 M | 8.31 M | 6.0 |
";

#[test]
fn a_cell_that_says_something_else_is_found() {
    let record = |text: &str| -> Vec<Value> {
        serde_json::Deserializer::from_str(text).into_iter().collect::<Result<_, _>>().unwrap()
    };
    let stream = r#"{"target":"ecp5","lut4":11480,"lut_as_ram":1110,"ff":34364,"bram":136,"dsp":0,"fmax_mhz":171.6}
        {"target":"ecp5","fmax_mhz_min":161.5,"fmax_mhz_median":184.1,"fmax_mhz_max":200.0}"#;
    let classic =
        r#"{"target":"ice40","lut4":14992,"lut_as_ram":0,"ff":4991,"bram":2,"dsp":0,"fmax_mhz":null}"#;
    let count = r#"{"target":"cycloneive","lut4":6455,"ff":12374,"bram":0,"dsp":0}"#;
    let placed = r#"{"target":"xc7","lut6":7268,"ff":7216,"bram":0,"dsp":0,"fmax_mhz":98.76}"#;
    let cycles = r#"{"settings":"order=plain","checks_first":false,"cycles_per_move":2.9996}"#;
    let hash = r#"{"software_per_second":1250000.0,"chips":[{"kind":"SDR","cluster_bytes":32,"word_bits":16,"mhz":133,
        "million_per_second":7.53,"million_per_second_bound":8.31}]}"#;
    let figures = |stream: &str| -> Figures {
        [
            ("synth.chess-stream.ecp5", stream),
            ("area.chess-classic", classic),
            ("synth.chess-count.cycloneive", count),
            ("synth.chess-count.xc7", placed),
            ("cycles", cycles),
            ("hash", hash),
        ]
        .map(|(name, text)| (name.to_string(), record(text)))
        .into()
    };
    let right = compare(SNIPPET, &figures(stream));
    assert_eq!(right, Compared { alike: 18, not_measured: 0, wrong: vec![] });
    for (measured, other) in [("11480", "11481"), ("184.1", "183.4"), ("200.0", "201.0")] {
        let wrong = compare(SNIPPET, &figures(&stream.replace(measured, other))).wrong;
        assert!(
            !wrong.is_empty() && wrong.iter().all(|row| row.starts_with("chess-stream, a move")),
            "{wrong:?}"
        );
    }
    assert_eq!(compare(&SNIPPET.replace("98.8", "98.7"), &figures(stream)).wrong.len(), 1);
    let text = r#"{"core":"chess-classic","verilog_lines":2746,"vhdl_lines":2911}"#;
    let figures_of_text: Figures = [("generation".to_string(), record(text))].into();
    for (said, wrong) in [("2,746", 0), ("2,747", 1)] {
        let mut compared = Compared::default();
        let readme = format!("The whole core is\n{said} lines of Verilog and 2,911 of VHDL;");
        sentences(&readme, &figures_of_text, &mut compared);
        assert_eq!((compared.wrong.len(), compared.not_measured), (wrong, 2));
    }
    assert_eq!(compare(&SNIPPET.replace("iCE40HX8K", "ICE5"), &figures(stream)).wrong.len(), 1);
    assert_eq!(compare(&SNIPPET.replace("plain arbiters", "arbiters"), &figures(stream)).wrong.len(), 1);
}
