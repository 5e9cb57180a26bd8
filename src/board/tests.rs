//! The boards that come with the program, the files written for them, and wrong files of boards.

use proptest::prelude::*;

use super::*;
use crate::cores::{self, Settings};
use crate::emit::Language;

const NONE: [(&str, &str); 0] = [];

/// The small core on a board, in a language.
fn with_project<T>(board: &str, language: Language, then: impl FnOnce(&CircuitBoard, &Project) -> T) -> T {
    let board = find(board).unwrap();
    let core = cores::find("chess-small").unwrap();
    let settings = Settings::parse(core, &NONE).unwrap();
    let options = ProjectOptions { language, seed: 1 };
    then(&board, &Project::new(&board, core, &settings, options).unwrap())
}

/// The board's own files of a project: neither modules of the core nor its bench.
fn own_files(project: &Project) -> Vec<(String, String)> {
    let own =
        project.files.iter().filter(|file| file.name.starts_with(&project.top) || file.name == "build.sh");
    let version = concat!("Movewright ", env!("CARGO_PKG_VERSION"));
    let plain = |text: &str| {
        text.replace(version, "Movewright")
            .replace(concat!(":", env!("CARGO_PKG_VERSION"), "\""), ":version\"")
    };
    own.map(|file| (file.name.clone(), plain(&file.text))).collect()
}

#[test]
fn every_board_reads_and_is_called_as_its_file() {
    assert_eq!(
        names().collect::<Vec<_>>(),
        [
            "alchitry-cu",
            "arty-a7-35",
            "basys-3",
            "colorlight-i5",
            "de2-115",
            "ecpix-5",
            "icebreaker",
            "orangecrab",
            "tang-nano-20k",
            "tang-nano-9k",
            "ulx3s-12f",
            "ulx3s-25f",
            "ulx3s-45f",
            "ulx3s-85f",
            "xcv800"
        ]
    );
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("constraints/boards");
    let mut there: Vec<_> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    there.sort();
    assert_eq!(there, FILES.map(|(file, _)| file));
    for name in names() {
        let board = find(name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(board.name, name);
        assert!(board.sources.iter().all(|source| source.len() > 20), "{name}: no source of its facts");
        assert!(board.clock.core_hz >= 12_000_000);
        assert_ne!(package::pins(&board.device.package), None, "{name}: its package is not known");
    }
}

/// Yosys fails, and Quartus warns, where memories shall be lookup tables that the device does not
/// have.
#[test]
fn only_devices_with_lookup_tables_as_memory_are_asked_for_them() {
    for (board, asked) in
        [("icebreaker", false), ("de2-115", false), ("ulx3s-85f", true), ("arty-a7-35", true)]
    {
        with_project(board, Language::Verilog, |_, project| {
            let modules = project.files.iter().filter(|file| file.name.ends_with(".v"));
            let said = modules.filter(|file| file.text.contains("distributed") || file.text.contains("MLAB"));
            assert_eq!(said.count() > 0, asked, "{board}");
        });
    }
}

#[test]
fn a_name_that_is_close_is_suggested() {
    let error = find("ulx3s-85").unwrap_err().to_string();
    assert!(
        error.starts_with("no board `ulx3s-85`; did you mean `ulx3s-85f`?; choose alchitry-cu, arty-a7-35, "),
        "{error}"
    );
}

#[test]
fn what_is_written_for_each_board() {
    for name in names() {
        for (language, ending) in [(Language::Verilog, "verilog"), (Language::Vhdl, "vhdl")] {
            if language == Language::Vhdl && name == "xcv800" {
                continue;
            }
            let text = with_project(name, language, |_, project| {
                let files = own_files(project).into_iter();
                files.map(|(name, text)| format!("==== {name}\n{text}")).collect::<Vec<_>>().join("\n")
            });
            insta::assert_snapshot!(format!("{name}_{ending}"), text);
        }
    }
}

/// Names that a constraint file gives to ports, by the text around them.
fn constrained(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with(['#', '/'])) {
        let quoted = ["COMP \"", "PORT \"", "NET \"", "IO_LOC \""];
        for mark in quoted {
            names.extend(
                line.split(mark).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_string),
            );
        }
        if let Some(ports) = line.split("[get_ports ").nth(1) {
            names.extend(ports.trim_end_matches(']').split(' ').map(str::to_string));
        }
        if let Some(port) = line.split(" -to ").nth(1).filter(|port| !port.starts_with('[')) {
            names.push(port.to_string());
        }
        if line.starts_with("set_io ") {
            names.extend(line.split(' ').rev().nth(1).map(str::to_string));
        }
    }
    names
}

/// Every port that is constrained is one of the top level as it is printed, and every pin of the
/// board is used.
#[test]
fn constraints_name_ports_that_exist() {
    for name in names() {
        with_project(name, Language::Verilog, |board, project| {
            let file = |ending: &str| {
                let wanted = format!("{}{ending}", project.top);
                project.files.iter().find(|file| file.name == wanted).map(|file| file.text.clone())
            };
            let top = file(".v").unwrap();
            let printed: Vec<&str> = top
                .lines()
                .filter_map(|line| {
                    line.trim().strip_prefix("input wire ").or(line.trim().strip_prefix("output wire "))
                })
                .filter_map(|rest| rest.split([',', ' ']).next())
                .collect();
            let expected: Vec<String> = project.pins().into_iter().map(|(port, _)| port).collect();
            assert_eq!(printed, expected, "{name}");
            let mut texts = String::new();
            let mut seen = Vec::new();
            for ending in [".lpf", ".pcf", ".cst", ".xdc", ".sdc", "_pins.qsf", ".ucf"] {
                let Some(text) = file(ending) else { continue };
                for port in constrained(&text) {
                    assert!(expected.contains(&port), "{name}: {ending} constrains `{port}`");
                    seen.push(port);
                }
                texts += &text;
            }
            for (port, pin) in project.pins() {
                let Some(pin) = pin else {
                    assert!(board.device.bare, "{name}: {port} has no pin");
                    continue;
                };
                assert!(seen.contains(&port), "{name}: {port} is not constrained");
                assert!(texts.contains(&pin), "{name}: pin {pin} is in no constraint");
            }
        });
    }
}

/// The file of a good board with one thing changed.
fn changed(from: &str, to: &str) -> String {
    let (_, text) = FILES.iter().find(|(file, _)| *file == "ulx3s-85f.toml").unwrap();
    // Some of the tests write the section of cores themselves.
    let text = text.split("\n[cores]\n").next().unwrap_or(text);
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

fn complaint(text: &str) -> String {
    CircuitBoard::parse("mine.toml", text).unwrap_err().to_string()
}

#[test]
fn a_wrong_file_is_refused_with_the_line_and_the_mend() {
    let line =
        |text: &str, part: &str| text.lines().position(|line| line.contains(part)).map_or(0, |line| line + 1);
    for (from, to, at, says) in [
        (
            "pin = \"G2\"",
            "pin = \"Z9\"",
            "Z9",
            "clock: `Z9` is no pin of package CABGA381; its pins are A1 to Y20",
        ),
        (
            "pin = \"R1\"",
            "pin = \"G2\"",
            "pin = \"G2\"\nactive",
            "reset: pin G2 is clock already; give each its own",
        ),
        (
            "hz = 25_000_000",
            "hz = 25_000_000\ncore_hs = 30_000_000",
            "core_hs",
            "`core_hs` of [clock] is not known; did you mean `core_hz`?; there is hz, core_hz, pin",
        ),
        ("[leds]", "[lamps]", "[lamps]", "`lamps` is not known; a board has name, about"),
        ("[clock]", "[block]", "name =", "section [clock] is missing; write [clock] with pin and hz"),
        ("hz = 25_000_000\n", "", "[clock]", "`hz` of [clock] is missing; write hz = 25_000_000"),
        ("pin = \"G2\"\n", "", "[clock]", "`pin` of [clock] is missing; write pin = \"G2\""),
        (
            "hz = 25_000_000",
            "hz = \"25 MHz\"",
            "\"25 MHz\"",
            "`hz` of [clock] is of type string; write hz = 25_000_000",
        ),
        ("hz = 25_000_000", "hz = -1", "hz = -1", "`hz` of [clock] has to be from 1 to 4294967295"),
        (
            "hz = 25_000_000",
            "hz = 1",
            "hz = 1",
            "`hz` of [clock] is 1 Hz, and a machine runs at 1 MHz to 1 GHz; write hz = 25_000_000 for 25 MHz",
        ),
        (
            "hz = 25_000_000",
            "hz = 25_000_000\ncore_hz = 7",
            "core_hz",
            "`core_hz` of [clock] is 7 Hz, and a machine runs at 1 MHz to 1 GHz; write core_hz = 25_000_000",
        ),
        (
            "standard = \"LVCMOS33\"",
            "standard = \"LVCMOS34\"",
            "LVCMOS34",
            "`standard` of [clock] cannot be `LVCMOS34`; did you mean `LVCMOS33`?; choose LVCMOS33, LVCMOS25",
        ),
        (
            "package = \"CABGA381\"",
            "package = \"--run\"",
            "--run",
            "`package` of [device] may have letters, digits, - _ / and . only, and begins with a letter or a digit",
        ),
        (
            "loader = [\"openFPGALoader\", \"-b\", \"ulx3s\", \"{image}\"]",
            "loader = \"openFPGALoader\"",
            "loader = \"openFPGALoader\"",
            "`loader` is of type string; write loader = [\"openFPGALoader\", \"-b\", \"ulx3s\", \"{image}\"]",
        ),
        (
            "[leds]",
            "[cores]\nchess-small = \"stack_depth=9\"\n[leds]",
            "stack_depth=9",
            "parameter `stack_depth` cannot be `9`; choose 8|16|32|64",
        ),
        (
            "[leds]",
            "[cores]\nchess-small = \"small\"\n[leds]",
            "\"small\"",
            "`small` is no setting; write settings that fit such as \"stack_depth=8\", \"none\" if nothing fits, or ",
        ),
        (
            "[leds]",
            "[cores]\nchess-small = [\"stack_depth=8\", \"stack_depth=16\"]\n[leds]",
            "[\"stack_depth=8\", \"stack_depth=16\"]",
            "the settings that fit are there already; write the largest alone",
        ),
        (
            "[leds]",
            "[cores]\nchess-small = [\"stack_depth=8\", \"stack_depth=64 takes many cells\"]\n[leds]",
            "[\"stack_depth=8\", \"stack_depth=64 takes many cells\"]",
            "`many cells` is no amount; write a number and one of logic cells, lookup tables, flip-flops, block memories, ",
        ),
        (
            "[leds]",
            "[cores]\nchess = \"none\"\n[leds]",
            "chess =",
            "`chess` of [cores] is not known; did you mean",
        ),
        (
            "hz = 25_000_000",
            "hz = 25_000_000\ncore_hz = 30_000_001",
            "core_hz",
            "`core_hz`: 30000001 Hz cannot be made of 25000000 Hz on ecp5; the nearest it makes is 30000000",
        ),
        (
            "baud = 115_200",
            "baud = 5_000_000",
            "baud",
            "`baud`: 5000000 of a clock of 25000000 Hz leaves fewer than 8 cycles a bit; choose at most 3125000",
        ),
        ("baud = 115_200", "baud = 2_930_000", "baud", "choose a rate that divides the clock"),
        (
            "active = \"high\"",
            "active = \"hi\"",
            "\"hi\"",
            "`active` of [reset] cannot be `hi`; did you mean `high`?; choose high, low",
        ),
        (
            "tools = \"ecp5\"",
            "tools = \"ecp6\"",
            "ecp6",
            "`tools` of [device] cannot be `ecp6`; did you mean `ecp5`?; choose ecp5, ice40",
        ),
        (
            "part = \"LFE5U",
            "part = \"LFE6U",
            "part =",
            "`part`: `LFE6U-85F-6BG381C` is nothing ecp5 builds for; write LFE5U-85F-6BG381C",
        ),
        ("standard = \"LVCMOS33\"\n", "", "[clock]", "`standard` of [clock] is missing"),
        ("name = \"ulx3s-85f\"", "name = \"ULX3S\"", "name = \"ULX3S\"", "lower case letters"),
        ("about = \"", "about = \"a\\nb", "about =", "`about` has to be one line of plain text"),
        ("luts = 83_640", "luts = 83_640\nluts = 1", "luts = 1", "duplicate key"),
        ("[clock]", "[clock", "[clock", "see docs/boards.md"),
    ] {
        let text = changed(from, to);
        let line = match at.split_once('\n') {
            Some((first, second)) => {
                let place = text.find(&format!("{first}\n{second}")).unwrap();
                text[..place].matches('\n').count() + 1
            }
            None => line(&text, at),
        };
        let said = complaint(&text);
        let place = format!("mine.toml:{line}: ");
        let place = if from == "[clock]" && to == "[block]" { "mine.toml:1: ".to_string() } else { place };
        assert!(said.starts_with(&place), "{to}: {said}, expected at {place}");
        assert!(said.contains(says), "{to}: {said}");
    }
    assert!(complaint("").starts_with("mine.toml:1: `name` is missing; write name = "), "{}", complaint(""));
}

/// Texts in a board's file that try to leave the line, the quotes or the word in which they are
/// printed.
const HOSTILE: [&str; 9] = [
    "[exec touch pwned]",
    "LVCMOS33} x; exec touch pwned; list {",
    "LVCMOS33; touch pwned",
    "LVCMOS33 && touch pwned",
    "LVCMOS33 | touch pwned",
    "LVCMOS33' touch pwned '",
    "LVCMOS33 # x",
    "--run",
    "x\u{202e}y",
];

/// Every text of every board's file with something hostile in its place: it is refused at its line,
/// or it reaches comments of HDL, the loader's quoted words or nothing at all.
#[test]
fn no_text_of_a_file_is_obeyed() {
    for (file, text) in FILES {
        let lines: Vec<&str> = text.lines().collect();
        let mut section = "";
        for (place, line) in lines.iter().enumerate() {
            section = line.strip_prefix('[').map_or(section, |rest| rest.trim_end_matches(']'));
            let Some((key, _)) = line.split_once(" = \"") else { continue };
            for hostile in HOSTILE {
                let mut changed: Vec<String> = lines.iter().map(ToString::to_string).collect();
                changed[place] = format!("{key} = \"{hostile}\"");
                match CircuitBoard::parse(file, &changed.join("\n")) {
                    Err(error) => {
                        let said = error.to_string();
                        assert!(said.starts_with(&format!("{file}:{}: ", place + 1)), "{said}");
                    }
                    Ok(board) => assert!(
                        key == "about" && board.about == hostile,
                        "{file}: {section} {line}: {hostile}"
                    ),
                }
            }
        }
    }
}

/// `about` is printed in comments alone, where nothing is obeyed.
#[test]
fn what_a_board_is_stays_in_comments() {
    let text = changed("about = \"", "about = \"synthesis translate_off [exec x]; ");
    let board = CircuitBoard::parse("mine.toml", &text).unwrap();
    let core = cores::find("chess-small").unwrap();
    let settings = Settings::parse(core, &NONE).unwrap();
    for language in [Language::Verilog, Language::Vhdl] {
        let project = Project::new(&board, core, &settings, ProjectOptions { language, seed: 1 }).unwrap();
        for file in &project.files {
            for line in file.text.lines().filter(|line| line.contains("translate_off")) {
                assert!(
                    line.contains(" on ulx3s-85f: ") && line.starts_with(['/', '-']),
                    "{}: {line}",
                    file.name
                );
            }
        }
    }
}

/// An option that the tools of a family do not have is refused, and not left out silently.
#[test]
fn what_a_family_has_not_is_refused() {
    let text = |file: &str| FILES.iter().find(|(name, _)| *name == file).unwrap().1.to_string();
    let ice = text("icebreaker.toml").replace("pin = \"35\"", "pin = \"35\"\nstandard = \"LVCMOS33\"");
    assert!(complaint(&ice).contains("ice40 takes no `standard`; leave it out"), "{}", complaint(&ice));
    for file in ["icebreaker.toml", "de2-115.toml"] {
        let down = text(file).replace("[reset]", "[reset]\npull = \"down\"").replace("\npull = \"up\"", "");
        let said = complaint(&down);
        assert!(said.contains("`pull` of [reset] cannot be `down`") && said.ends_with("choose up"), "{said}");
    }
    let vendor = text("de2-115.toml").replacen("3.3-V LVTTL", "LVCMOS33", 1);
    assert!(complaint(&vendor).contains("choose 3.3-V LVTTL, 3.3-V LVCMOS, "), "{}", complaint(&vendor));
}

/// The file that each board's tools leave is the one its loader is given.
#[test]
fn the_loader_is_given_what_the_tools_make() {
    let commands: Vec<String> = names()
        .filter_map(|name| {
            with_project(name, Language::Verilog, |_, project| {
                project.loader(std::path::Path::new("build/my board"))
            })
        })
        .collect();
    assert_eq!(
        commands,
        [
            "iceprog 'build/my board/chess_small_alchitry_cu.bin'",
            "openFPGALoader -b arty_a7_35t 'build/my board/chess_small_arty_a7_35.bit'",
            "openFPGALoader -b basys3 'build/my board/chess_small_basys_3.bit'",
            "openFPGALoader -b colorlight-i5 'build/my board/chess_small_colorlight_i5.bit'",
            "quartus_pgm -m jtag -o 'p;build/my board/output_files/chess_small_de2_115.sof'",
            "openFPGALoader -b ecpix5 'build/my board/chess_small_ecpix_5.bit'",
            "iceprog 'build/my board/chess_small_icebreaker.bin'",
            "dfu-util -a 0 -d 1209:5af0 -D 'build/my board/chess_small_orangecrab.bit'",
            "openFPGALoader -b tangnano20k 'build/my board/chess_small_tang_nano_20k.fs'",
            "openFPGALoader -b tangnano9k 'build/my board/chess_small_tang_nano_9k.fs'",
            "openFPGALoader -b ulx3s 'build/my board/chess_small_ulx3s_12f.bit'",
            "openFPGALoader -b ulx3s 'build/my board/chess_small_ulx3s_25f.bit'",
            "openFPGALoader -b ulx3s 'build/my board/chess_small_ulx3s_45f.bit'",
            "openFPGALoader -b ulx3s 'build/my board/chess_small_ulx3s_85f.bit'",
        ]
    );
}

#[test]
fn a_rate_can_be_chosen_that_the_clock_divides_to() {
    let board = || find("icebreaker").unwrap();
    assert_eq!(board().with_baud(1_000_000).unwrap().uart.baud, 1_000_000);
    assert!(board().with_baud(1_400_000).unwrap_err().contains("% off 1400000"));
    assert!(board().with_baud(u32::MAX).unwrap_err().contains("choose at most 1500000"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    /// No text makes the reader panic, and every complaint has a line of the file.
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        if let Err(error) = CircuitBoard::parse("any.toml", &text) {
            prop_assert!(error.to_string().starts_with("any.toml:1: "), "{}", error);
        }
    }

    /// Neither does a good file with a piece of it replaced.
    #[test]
    fn a_damaged_file_is_read_or_refused(
        file in 0..FILES.len(),
        start in 0..2_000_usize,
        length in 0..60_usize,
        with in "[\\[\\]=\"a-z0-9_.#\\n -]{0,12}|\\PC{0,6}",
    ) {
        let mut text: Vec<char> = FILES[file].1.chars().collect();
        let start = start.min(text.len());
        let end = (start + length).min(text.len());
        text.splice(start..end, with.chars());
        let text: String = text.into_iter().collect();
        match CircuitBoard::parse("any.toml", &text) {
            Ok(board) => prop_assert!(board.clock.core_hz > 0 && board.uart.baud > 0),
            Err(error) => {
                let said = error.to_string();
                let line = said.split(':').nth(1).and_then(|line| line.parse::<usize>().ok());
                prop_assert!(line.is_some_and(|line| (1..=text.lines().count() + 1).contains(&line)), "{}", said);
            }
        }
    }
}

/// The ports that the document lists are those of the boards' top levels, each of one bit.
#[test]
fn the_document_lists_the_ports_of_top_levels() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/boards.md")).unwrap();
    let table = text.split("<!-- board ports -->\n").nth(1).unwrap();
    let mut stated = std::collections::BTreeSet::new();
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert!(cells[2].starts_with('1'), "{row}");
        let named = cells[1].split('`').skip(1).step_by(2);
        stated.extend(named.map(|name| (name.to_string(), cells[3].to_string())));
    }
    let built = names().flat_map(|name| top::ports(&find(name).unwrap()));
    let built = built.map(|port| (port.name, port.direction.to_string())).collect();
    assert_eq!(stated, built);
}
