//! The tables of the documents that say what a machine looks like from outside, against the
//! machines.

mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use movewright::cores::{self, CoreError, CoreInfo, Settings};
use movewright::netlist::{Design, Direction};
use movewright::stream::Stream;
use tables::{Table, cells, named, text};

/// Name, bits and direction of every port.
type Ports = BTreeMap<String, (u32, String)>;

/// The documents with port tables.
const DOCUMENTS: [&str; 11] = [
    "chess_stream.md",
    "chess_count.md",
    "chess_evaluate.md",
    "command_port.md",
    "bus.md",
    "protocol.md",
    "hash.md",
    "shogi_count.md",
    "shogi_check.md",
    "shogi_stream.md",
    "kpp.md",
];

/// Settings of each core of which the ports are compared, beside the default: every parameter, and
/// every value that could change a port.
const SETTINGS: [(&str, &[&str]); 19] = [
    (
        "chess-classic",
        &[
            "checks_first=off",
            "legality=off",
            "order=plain",
            "stack_depth=8",
            "host=uart",
            "host=uart clock_hz=1000000 baud=125000",
            "host=wishbone",
            "host=axi4-lite",
        ],
    ),
    (
        "chess-small",
        &[
            "checks_first=off legality=off order=plain stack_depth=8",
            "host=uart clock_hz=1000000 baud=125000",
            "host=wishbone",
            "host=axi4-lite",
        ],
    ),
    (
        "chess-count",
        &["levels=6", "levels=10", "levels=16", "sets=on", "levels=16 sets=on", "cuts=view_east_2"],
    ),
    ("chess-evaluate", &["levels=10", "weights=lean", "levels=10 weights=lean", "cuts=sum_mg"]),
    (
        "chess-stream",
        &[
            "checks_first=on",
            "threads=100",
            "levels=16 stack_depth=16",
            "levels=16 stack_depth=16 checks_first=on",
            "levels=100 stack_depth=4 cuts=none",
        ],
    ),
    ("chess-perft", &["levels=10 pairs=2 stack_depth=4", "levels=10 threads=100"]),
    (
        "chess-player",
        &[
            "levels=100 stack_depth=8 threads=100",
            "levels=100 weights=lean table=none cuts=none selective=off repetition=off",
            "levels=100 host=uart clock_hz=1000000 baud=125000",
            "levels=100 entries=1024",
        ],
    ),
    ("blokus", &["stack_depth=8"]),
    ("blokus-player", &["evaluation=territory levels=100", "reading=each listed=64", "players=2"]),
    (
        "blokus-serial",
        &[
            "protocol=fpt2013 team=AB depth=1 time_ms=900 pause_bits=20 clock_hz=1000000 baud=125000",
            "players=2 evaluation=territory levels=100 listed=64",
            "reading=own",
        ],
    ),
    ("shogi-count", &["levels=2", "levels=6", "levels=10", "levels=16", "levels=16 cuts=meet_rank_5"]),
    (
        "shogi-stream",
        &["levels=2", "threads=100", "levels=16 stack_depth=16", "levels=100 stack_depth=4 cuts=none"],
    ),
    ("shogi-perft", &["levels=10 pairs=2 stack_depth=4", "levels=10 threads=100"]),
    ("shogi-check", &["levels=1", "levels=3", "levels=6", "levels=16", "levels=16 cuts=view_east_5"]),
    (
        "kpp",
        &[
            "numbering=classic",
            "word_bits=32 outstanding=2 scale_bits=0",
            "memory=on_chip",
            "memory=on_chip codes=128 kings=4",
            "memory=on_chip codes=128 kings=4 word_bits=32 numbering=classic",
        ],
    ),
    (
        "hash",
        &[
            "clusters=1000",
            "entries=1",
            "entries=4",
            "key_bits=20",
            "depth_bits=6 move_bits=20 value_bits=24",
        ],
    ),
    ("hash-index", &["index_bits=64"]),
    ("hash-keys", &["seed=7", "game=shogi", "game=shogi seed=7"]),
    (
        "hash-memory",
        &[
            "entries=1 outstanding=2",
            "key_bits=20",
            "tag_bits=4 depth_bits=6 move_bits=20 value_bits=24",
            "memory=wishbone",
            "memory=wishbone wishbone_bits=128",
            "memory=axi4",
            "memory=axi4 axi4_bits=64",
            "memory=sdram",
            "memory=sdram sdram_bits=32",
            "memory=sdram row_bits=12 column_bits=8 cas=2 t_rcd=2 t_rp=2 t_ras=5 t_rc=7 t_rrd=1 t_rfc=7 t_wr=1 t_mrd=1 t_refi=800 start_up=20000 capture=1",
        ],
    ),
];

fn settings(core: &CoreInfo, given: &str) -> Settings {
    let pairs: Vec<(&str, &str)> = given.split_whitespace().filter_map(|one| one.split_once('=')).collect();
    Settings::parse(core, &pairs).unwrap()
}

/// The ports of a netlist.
fn built(design: &Design) -> Ports {
    let top = design.module(design.top().unwrap());
    let ports = |direction, name: &'static str| {
        top.ports_of(direction).map(move |port| {
            let signal = top.signal(port);
            (signal.name.clone(), (signal.width, name.to_string()))
        })
    };
    ports(Direction::Input, "in").chain(ports(Direction::Output, "out")).collect()
}

/// Whether all of these settings are among those.
fn within(few: &str, all: &str) -> bool {
    few.split_whitespace().all(|one| all.split_whitespace().any(|other| one == other))
}

/// The ports that the documents state of a core with these settings.
fn stated(tables: &[Table], core: &str, given: &str) -> Ports {
    let holds = |table: &&Table, mark: &str| {
        table.marks(mark).iter().any(|(of, with)| of == core && within(with, given))
    };
    let base = tables.iter().filter(|table| holds(table, "ports"));
    let most = |table: &&Table| {
        table.marks("ports").iter().filter(|(of, _)| of == core).map(|(_, with)| with.len()).max()
    };
    let base = base.max_by_key(most).unwrap_or_else(|| panic!("no port table of {core} {given}"));
    let more = tables.iter().filter(|table| holds(table, "more ports"));
    // Letters stand for widths that settings choose; a table of settings in the same document says
    // what they are.
    let width = |table: &Table, cell: &str| {
        let cell = cell.trim_end_matches(" each");
        cell.parse().unwrap_or_else(|_| {
            let row = value(tables, &table.document, given, cell);
            row.unwrap_or_else(|| panic!("{}: no bits `{cell}` with `{given}`", table.document))
        })
    };
    let mut ports = Ports::new();
    for table in [base].into_iter().chain(more) {
        for row in &table.rows {
            for name in named(&row[0]) {
                let known = ports.insert(name.clone(), (width(table, &row[1]), row[2].clone()));
                assert_eq!(known, None, "{}: {name} is there twice", table.document);
            }
        }
    }
    ports
}

/// What a document's table of settings says in this column: in the row with most of these settings,
/// and no other.
fn value(tables: &[Table], document: &str, given: &str, column: &str) -> Option<u32> {
    let of = |table: &&Table| table.document == document && table.header[0] == "settings";
    let place = |table: &Table| table.header.iter().position(|name| name == column);
    let (table, place) = tables.iter().filter(of).find_map(|table| Some((table, place(table)?)))?;
    let settings = |row: &&Vec<String>| row[0].trim_matches('`').replace("none", "");
    let rows = table.rows.iter().filter(|row| within(&settings(row), given));
    rows.max_by_key(|row| settings(row).len())?[place].parse().ok()
}

fn all_tables() -> Vec<Table> {
    DOCUMENTS.iter().flat_map(|document| Table::all(document)).collect()
}

/// Every port in every setting: name, width and direction.
#[test]
fn port_tables_are_those_of_the_machines() {
    let tables = all_tables();
    for (name, tried) in SETTINGS {
        let core = cores::find(name).unwrap();
        for given in std::iter::once(&"").chain(tried) {
            let design = cores::design(core, &settings(core, given)).unwrap();
            let all = settings(core, given).texts();
            let all: Vec<String> = all.iter().map(|(name, value)| format!("{name}={value}")).collect();
            assert_eq!(stated(&tables, name, &all.join(" ")), built(&design), "{name} {given}");
        }
    }
}

/// No core and no parameter is left out of the settings above, and no port table is without a mark.
#[test]
fn every_parameter_is_tried() {
    let known: Vec<&str> = SETTINGS.iter().map(|(core, _)| *core).collect();
    assert_eq!(known, cores::cores().map(|core| core.name).collect::<Vec<_>>());
    for (core, tried) in SETTINGS {
        for parameter in cores::find(core).unwrap().parameters {
            let sets = |given: &&str| {
                given.split_whitespace().any(|one| one.starts_with(&format!("{}=", parameter.name)))
            };
            assert!(tried.iter().any(sets), "{core}: {} is in no setting", parameter.name);
        }
    }
    for table in all_tables().iter().filter(|table| table.header[0] == "port") {
        assert!(
            !table.marks("ports").is_empty() || !table.marks("more ports").is_empty(),
            "{}",
            table.document
        );
    }
}

/// The times that tables of settings state.
#[test]
fn latencies_are_those_of_the_machines() {
    let tables = all_tables();
    let rows = |document: &str| -> Vec<String> {
        let of = |table: &&Table| table.document == document && table.header[0] == "settings";
        let table = tables.iter().find(of).unwrap();
        table.rows.iter().map(|row| row[0].trim_matches('`').replace("none", "")).collect()
    };
    let count = cores::find("chess-count").unwrap();
    for given in rows("chess_count.md") {
        let machine = cores::count_machine(count, &settings(count, &given)).unwrap();
        assert_eq!(value(&tables, "chess_count.md", &given, "L"), Some(machine.latency), "{given}");
    }
    let evaluate = cores::find("chess-evaluate").unwrap();
    for given in rows("chess_evaluate.md") {
        let machine = cores::evaluator(evaluate, &settings(evaluate, &given)).unwrap();
        assert_eq!(value(&tables, "chess_evaluate.md", &given, "L"), Some(machine.latency), "{given}");
    }
    let count = cores::find("shogi-count").unwrap();
    for given in rows("shogi_count.md") {
        let machine = cores::shogi_count_machine(count, &settings(count, &given)).unwrap();
        assert_eq!(value(&tables, "shogi_count.md", &given, "L"), Some(machine.latency), "{given}");
    }
    let check = cores::find("shogi-check").unwrap();
    for given in rows("shogi_check.md") {
        let machine = cores::shogi_check_machine(check, &settings(check, &given)).unwrap();
        assert_eq!(value(&tables, "shogi_check.md", &given, "L"), Some(machine.latency), "{given}");
    }
    type Built = fn(&CoreInfo, &Settings) -> Result<Stream, CoreError>;
    let streams: [(_, _, Built); 2] = [
        ("chess-stream", "chess_stream.md", cores::stream_machine),
        ("shogi-stream", "shogi_stream.md", cores::shogi_stream_machine),
    ];
    for (name, document, machine) in streams {
        let stream = cores::find(name).unwrap();
        for given in rows(document) {
            let machine = machine(stream, &settings(stream, &given)).unwrap();
            let stated = |column| value(&tables, document, &given, column);
            assert_eq!(stated("L"), Some(machine.latency), "{name} {given}");
            assert_eq!(stated("threads"), Some(machine.threads), "{name} {given}");
        }
    }
}

/// The drawings of the pieces are what the program prints.
#[test]
fn the_pieces_are_those_of_the_program() {
    let output = Command::new(env!("CARGO_BIN_EXE_movewright")).arg("pieces").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.lines().filter(|line| line.contains(" square")).count(), 21);
    let document = text(Path::new("docs/blokus.md"));
    let drawn = document.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(drawn, printed);
}

/// Each rule of VSG that does not hold as VSG has it is named in the document, and no other.
#[test]
fn the_rules_of_style_are_named() {
    let rules = text(Path::new("constraints/style/vsg.yaml"));
    let rules: BTreeSet<&str> = rules
        .lines()
        .filter(|line| line.starts_with("  ") && !line.trim_start().starts_with('#'))
        .filter_map(|line| line.trim().split_once(": {").map(|(rule, _)| rule))
        .collect();
    let document = text(Path::new("docs/style.md"));
    let stated: Vec<String> = document
        .lines()
        .filter(|line| line.starts_with("| "))
        .flat_map(|line| named(&cells(line)[0]))
        .collect();
    assert_eq!(stated.iter().map(String::as_str).collect::<BTreeSet<_>>(), rules);
    assert_eq!(stated.len(), rules.len(), "a rule is named twice");
}
