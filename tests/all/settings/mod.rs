//! Cores in settings that are not their defaults: built, emitted in both languages, run through the
//! core's exercise; and what counts or gives moves of chess does so by the rules.
//!
//! The suite has each value of each parameter in one combination at least. `cargo test --test all
//! settings -- --ignored`, a part of `make bench`, has all pairs of values and the ends that take
//! long, and proves settings with `movewright check`.

mod combinations;
mod counts;

use std::process::Command;

use movewright::cores::{self, CoreInfo, Settings, cores};
use movewright::emit::{Dialect, Language, emit};

use combinations::{Combination, each_pair, each_value, values};

/// Values that stand for the ends of a range in the suite, where those take minutes.
fn short(core: &CoreInfo, parameter: &str) -> Option<&'static [&'static str]> {
    Some(match (core.name, parameter) {
        ("chess-perft" | "shogi-perft", "pairs") => &["1", "2"],
        ("chess-perft" | "shogi-perft" | "chess-stream" | "chess-player" | "shogi-stream", "levels") => {
            &["10", "100"]
        }
        ("chess-count" | "chess-evaluate" | "shogi-check", "levels") => &["2", "100"],
        ("shogi-count", "levels") => &["3", "100"],
        // Its pipeline lacks the signal that stands for others.
        ("chess-evaluate", "cuts") => &["none", "weighed_low"],
        ("blokus-player" | "blokus-serial", "players") => &["1", "2"],
        ("blokus-player" | "blokus-serial", "levels") => &["2", "100"],
        // The other links stand around other cores.
        ("chess-player", "host") => &["port", "uart"],
        ("chess-player", "entries") => &["256", "1024"],
        ("hash", "clusters") => &["4", "1000"],
        ("hash-memory", "start_up") => &["100"],
        ("blokus-serial", "depth") => &["1"],
        ("blokus-serial", "time_ms") => &["0"],
        ("chess-player" | "blokus-serial", "clock_hz") => &["1000000"],
        ("chess-player" | "blokus-serial", "baud") => &["125000"],
        ("blokus-serial", "pause_bits") => &["20"],
        _ => return None,
    })
}

fn choices(core: &CoreInfo, quick: bool) -> Vec<(&'static str, Vec<String>)> {
    let all = |known: &cores::ParameterInfo| match short(core, known.name).filter(|_| quick) {
        Some(values) => values.iter().map(|&value| value.into()).collect(),
        None => values(known),
    };
    core.parameters.iter().map(|known| (known.name, all(known))).collect()
}

/// A slow line makes a run of millions of cycles, of which the simulator is no measure.
fn is_long(settings: &Settings) -> bool {
    let ticks = || Some(settings.number("clock_hz")? / settings.number("baud")?);
    let line = settings.number("pause_bits").is_some() || cores::host(settings) == "uart";
    let searches = settings.number("depth").is_some_and(|depth| depth > 1)
        || settings.number("time_ms").is_some_and(|time| time > 0);
    searches || line && ticks().is_some_and(|ticks| ticks > 100)
}

/// Everything but proofs; false where the core refuses the combination with a word on its settings.
fn works(core: &CoreInfo, given: &Combination) -> bool {
    let settings = Settings::parse(core, given).unwrap_or_else(|error| panic!("{given:?}: {error}"));
    let design = match cores::design(core, &settings) {
        Ok(design) => design,
        Err(error) => {
            assert!(error.is_setting(), "{} {given:?}: {error}", core.name);
            return false;
        }
    };
    for language in [Language::Verilog, Language::Vhdl] {
        let files = emit(&design, language, Dialect::Generic).unwrap();
        assert!(files.len() > 1, "{} {given:?}", core.name);
    }
    if !is_long(&settings) {
        let run = cores::stimulus(core, &settings);
        let run = run.unwrap_or_else(|error| panic!("{} {given:?}: {error}", core.name));
        assert!(run.cycles.len() > 80, "{} {given:?}: {} cycles", core.name, run.cycles.len());
    }
    counts::by_the_rules(core, &settings, given);
    true
}

/// All combinations of a core; enough of them are no refusals.
fn all_work(core: &CoreInfo, combinations: &[Combination]) {
    let working = combinations.iter().filter(|given| works(core, given)).count();
    assert!(working > 0 && 2 * working >= combinations.len(), "{}: {working} work", core.name);
}

fn suite(name: &str) {
    let core = cores::find(name).unwrap();
    all_work(core, &each_value(core, &choices(core, true)));
}

#[test]
fn chess_classic_in_each_setting() {
    suite("chess-classic");
}

#[test]
fn chess_small_in_each_setting() {
    suite("chess-small");
}

#[test]
fn chess_count_in_each_setting() {
    suite("chess-count");
}

#[test]
fn shogi_count_in_each_setting() {
    suite("shogi-count");
}

#[test]
fn shogi_stream_in_each_setting() {
    suite("shogi-stream");
}

#[test]
fn shogi_perft_in_each_setting() {
    suite("shogi-perft");
}

#[test]
fn shogi_check_in_each_setting() {
    suite("shogi-check");
}

#[test]
fn kpp_in_each_setting() {
    suite("kpp");
}

#[test]
fn chess_evaluate_in_each_setting() {
    suite("chess-evaluate");
}

#[test]
fn chess_stream_in_each_setting() {
    suite("chess-stream");
}

#[test]
fn chess_perft_in_each_setting() {
    suite("chess-perft");
}

#[test]
fn chess_player_in_each_setting() {
    suite("chess-player");
}

#[test]
fn blokus_in_each_setting() {
    suite("blokus");
}

#[test]
fn blokus_player_in_each_setting() {
    suite("blokus-player");
}

#[test]
fn blokus_serial_in_each_setting() {
    suite("blokus-serial");
}

#[test]
fn hash_in_each_setting() {
    suite("hash");
}

#[test]
fn hash_index_in_each_setting() {
    suite("hash-index");
}

#[test]
fn hash_memory_in_each_setting() {
    suite("hash-memory");
}

#[test]
fn hash_keys_in_each_setting() {
    suite("hash-keys");
}

/// A new core is in the suite too.
#[test]
fn no_core_is_left_out() {
    let tests = include_str!("mod.rs");
    for core in cores() {
        assert!(tests.contains(&format!("    suite(\"{}\");\n", core.name)), "{} is in no suite", core.name);
    }
}

#[test]
#[ignore = "an hour; a part of make bench"]
fn every_core_in_each_pair_of_settings() {
    cores().for_each(|core| all_work(core, &each_pair(core, &choices(core, false))));
}

/// Texts equal to the netlist and to each other, and what has to hold of the machine, in each
/// setting of the cores that are proven in minutes. Of the others `make bench` proves the settings
/// that the README has.
#[test]
#[ignore = "half an hour; a part of make bench"]
fn settings_are_proven() {
    for core in ["chess-small", "chess-classic", "blokus"].map(|name| cores::find(name).unwrap()) {
        // A link is proven with one core, in tests/proofs.rs.
        let choices: Vec<_> = choices(core, true)
            .into_iter()
            .filter(|(name, _)| !["host", "clock_hz", "baud"].contains(name))
            .collect();
        for given in each_pair(core, &choices) {
            let set = given.iter().flat_map(|(name, value)| ["--set".into(), format!("{name}={value}")]);
            let steps = ["lint", "netlist", "vhdl", "properties"].map(|step| format!("--only={step}"));
            let output = Command::new(env!("CARGO_BIN_EXE_movewright"))
                .args(["check", core.name])
                .args(set)
                .args(steps)
                .output()
                .unwrap();
            let said =
                [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            assert!(output.status.success(), "{} {given:?}: {}{}", core.name, said[0], said[1]);
        }
    }
}

/// The text of the machine, without the comments, which name its settings; or what the core says
/// against them.
fn code(core: &CoreInfo, given: &[(&str, &str)]) -> Result<String, cores::CoreError> {
    let design = cores::design(core, &Settings::parse(core, given).unwrap())?;
    let files = emit(&design, Language::Verilog, Dialect::Generic).unwrap();
    let lines = files.iter().flat_map(|file| file.text.lines());
    Ok(lines
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |text, line| text + line + "\n"))
}

/// What is taken changes the machine, and what would not is refused.
#[test]
fn no_setting_is_taken_and_ignored() {
    let tried = ["chess-small", "blokus", "blokus-player", "hash", "hash-index", "hash-keys", "hash-memory"];
    for core in cores().filter(|core| tried.contains(&core.name)) {
        for parameter in core.parameters {
            let mut with: Vec<(&str, &str)> = parameter.only_with.into_iter().collect();
            if parameter.name.starts_with("t_") {
                // A burst of few words is shorter than the longest times of a chip.
                with.extend([("sdram_bits", "32"), ("entries", "1"), ("key_bits", "8")]);
            }
            let default = parameter.default.to_string();
            // A rate that its clock makes.
            let others = match parameter.name {
                "clock_hz" => vec!["100000000".into()],
                "baud" => vec!["9600".into()],
                _ => values(parameter).into_iter().filter(|value| *value != default).collect(),
            };
            // Less of a time than others ask for changes nothing, but some value does.
            let plain = code(core, &with).unwrap();
            let changes = |value: &&String| {
                let given = [&with[..], &[(parameter.name, value)]].concat();
                code(core, &given).is_ok_and(|changed| changed != plain)
            };
            let other = others.iter().find(changes);
            let other =
                other.unwrap_or_else(|| panic!("{}: {} does not matter", core.name, parameter.name)).clone();
            if let Some((needed, value)) = parameter.only_with {
                let rest = core.parameters.iter().find(|known| known.name == needed).unwrap();
                let without = values(rest).into_iter().find(|other| other != value).unwrap();
                let given = [(needed, &*without), (parameter.name, &*other)];
                let refused = Settings::parse(core, &given).unwrap_err().to_string();
                let expected = format!(
                    "parameter `{}` has no effect with {needed}={without}; leave it out, or set {needed}={value}",
                    parameter.name
                );
                assert_eq!(refused, expected);
            }
        }
    }
}
