//! Settings that are taken and refused, and designs that are as announced.

use proptest::prelude::*;

use super::chess_classic::CLASSIC;
use super::*;
use crate::chess::Position;

const NONE: [(&str, &str); 0] = [];

#[test]
fn every_default_is_in_its_range_and_reads_back() {
    for core in cores() {
        for parameter in core.parameters {
            assert_eq!(
                parameter.range.parse(&parameter.default.to_string()),
                Some(parameter.default.clone())
            );
            let text = parameter.range.to_string();
            for value in text.split('|').flat_map(|value| value.split("..")) {
                let value = if value == "FILE" { "some/file.txt" } else { value };
                let given: Vec<_> =
                    parameter.only_with.into_iter().chain([(parameter.name, value)]).collect();
                let settings = Settings::parse(core, &given).unwrap();
                assert_eq!(settings.get(parameter.name).unwrap().to_string(), value);
            }
        }
        assert_eq!(Settings::parse(core, &NONE).unwrap().iter().count(), core.parameters.len());
    }
}

#[test]
fn a_wrong_setting_says_what_can_be_set() {
    let wrong = |given: &[(&str, &str)]| Settings::parse(&CLASSIC, given).unwrap_err().to_string();
    assert_eq!(
        wrong(&[("depth", "8")]),
        "chess-classic has no parameter `depth`; it has checks_first, legality, order, stack_depth, host, clock_hz, baud"
    );
    for value in ["128", "4", "12", "-8", "", "8.0"] {
        let expected = format!("parameter `stack_depth` cannot be `{value}`; choose 8|16|32|64");
        assert_eq!(wrong(&[("stack_depth", value)]), expected);
    }
    assert_eq!(wrong(&[("order", "random")]), "parameter `order` cannot be `random`; choose mvv_lva|plain");
    assert_eq!(wrong(&[("legality", "yes")]), "parameter `legality` cannot be `yes`; choose on|off");
    assert!(wrong(&[("legality", "on"), ("legality", "off")]).contains("set twice"));
}

#[test]
fn the_design_is_the_one_announced() {
    for core in cores() {
        let settings = Settings::parse(core, &NONE).unwrap();
        let design = design(core, &settings).unwrap();
        let top = design.module(design.top().unwrap());
        assert_eq!((top.name.as_str(), design.name.as_str()), (core.top, core.name));
        // What links it to a host is said where it is linked, and what has no effect not at all.
        let said = |name: &str| {
            let parameter = core.parameters.iter().find(|parameter| parameter.name == name).unwrap();
            name != line::HOST.name
                && parameter.only_with.is_none_or(|(other, value)| {
                    settings.get(other).is_some_and(|set| set.to_string() == value)
                })
        };
        let given = settings.iter().filter(|(name, _)| said(name));
        let given: Vec<_> = given.map(|(name, value)| (name.to_string(), value.to_string())).collect();
        assert_eq!(design.settings, given);
    }
}

/// The page of the counter compares its counts with these.
#[test]
fn the_walker_beside_the_counter_counts_two_plies() {
    let settings = Settings::default().of(&chess_count::COUNT);
    let walked = |fen| chess_count::walked(&settings, &Position::from_fen(fen).unwrap()).unwrap();
    assert_eq!(walked(Position::KIWIPETE), 2_039);
    assert_eq!(walked("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), 0);
}

/// By what they are, not by where they stand: a game without values of its own has no place.
#[test]
fn cores_of_one_game_and_board_take_each_other_s_positions() {
    let like = |name: &str| {
        let core = find(name).unwrap();
        cores().filter(|other| other.plays_as(core)).map(|other| other.name).collect::<Vec<_>>()
    };
    let on_64_squares = [
        "chess-classic",
        "chess-count",
        "chess-evaluate",
        "chess-stream",
        "chess-perft",
        "chess-player",
        "hash",
        "hash-index",
        "hash-keys",
        "hash-memory",
    ];
    assert_eq!(like("chess-perft"), on_64_squares);
    assert_eq!(like("chess-small"), ["chess-small"]);
    assert_eq!(like("blokus"), ["blokus", "blokus-player", "blokus-serial"]);
}

#[test]
fn what_takes_no_commands_is_told_so() {
    for core in cores().filter(|core| !core.takes_commands()) {
        let settings = Settings::parse(core, &NONE).unwrap();
        let refused = machine(core, &settings, Simulator::BuiltIn).err().unwrap().to_string();
        assert!(refused.contains("has no command port; choose a core that has one"), "{refused}");
        assert!(deepest(core, &settings).is_err());
    }
    let searcher = &blokus_player::PLAYER;
    let settings = Settings::parse(searcher, &NONE).unwrap();
    let refused = deepest(searcher, &settings).unwrap_err().to_string();
    assert_eq!(
        refused,
        "blokus-player has no walker to count game trees with; choose one that has, such as blokus"
    );
}

#[test]
fn a_host_is_said_in_the_header_and_the_rest_is_the_core() {
    let with = |given: &[(&str, &str)]| design(&CLASSIC, &Settings::parse(&CLASSIC, given).unwrap());
    let plain = with(&[]).unwrap();
    for (host, added) in [("uart", 3), ("wishbone", 1), ("axi4-lite", 1)] {
        let linked = with(&[("host", host)]).unwrap();
        assert_eq!(linked.settings.len(), plain.settings.len() + added);
        assert_eq!(linked.modules()[..plain.modules().len()].len(), plain.modules().len());
        for (inner, alone) in linked.modules().iter().zip(plain.modules()) {
            assert_eq!(inner.name, alone.name);
        }
    }
    let refused = with(&[("host", "uart"), ("clock_hz", "1000000")]).unwrap_err().to_string();
    assert!(refused.starts_with("chess-classic: 115200 baud from 1000000 Hz"), "{refused}");
    let settings = Settings::parse(&CLASSIC, &[("host", "uart")]).unwrap();
    let refused = machine(&CLASSIC, &settings, Simulator::BuiltIn).err().unwrap().to_string();
    assert!(refused.contains("with host=uart it has none outside; leave host at port"), "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

    /// A value that is taken is one the parameter announces.
    #[test]
    fn no_setting_makes_it_panic(
        name in "checks_first|legality|order|stack_depth|host|clock_hz|baud|\\PC{0,12}",
        value in "on|off|plain|mvv_lva|[0-9]{1,22}|-?[0-9]{1,3}|\\PC{0,12}",
    ) {
        if let Ok(settings) = Settings::parse(&CLASSIC, &[(&name, &value)]) {
            let parameter = CLASSIC.parameters.iter().find(|known| known.name == name).unwrap();
            let taken = settings.get(&name).unwrap();
            let announced = match (parameter.range, taken) {
                (Range::Number { low, high }, Setting::Number(number)) => (low..=high).contains(number),
                (range, taken) => range.to_string().split('|').any(|known| known == taken.to_string()),
            };
            prop_assert!(announced);
        }
    }
}

#[test]
fn weights_come_from_a_file_too() {
    let core = &chess_evaluate::EVALUATE;
    let lean = concat!(env!("CARGO_MANIFEST_DIR"), "/src/chess/evaluation/weights_lean.txt");
    let weights = |value: &str| {
        let settings = Settings::parse(core, &[("weights", value)]).unwrap();
        evaluating_weights(core, &settings).map_err(|error| error.to_string())
    };
    let (name, read) = weights(lean).unwrap();
    assert!(name == "weights_lean.txt" && Ok(read) == weights("lean").map(|(_, weights)| weights));
    let refused = weights("nowhere/weights.txt").unwrap_err();
    assert!(refused.starts_with("chess-evaluate: nowhere/weights.txt: "), "{refused}");
    assert!(refused.ends_with("give a file with a line `FEATURE MG EG` for every feature"), "{refused}");
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let refused = weights(manifest).unwrap_err();
    assert!(refused.contains("Cargo.toml: line 1 of the weights, `[workspace]`: 1 words"), "{refused}");
    let wrong = Settings::parse(core, &[("weights", "leen")]).unwrap_err().to_string();
    assert_eq!(wrong, "parameter `weights` cannot be `leen`; choose full|medium|lean|FILE");
}
