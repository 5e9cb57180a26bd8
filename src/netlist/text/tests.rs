//! Written text reads back, and no text makes the reader panic.

use proptest::prelude::*;

use crate::netlist::testing::{Random, design_of, example, random_design};
use crate::netlist::{Design, NetlistError, isomorphic};

fn problem(text: &str) -> (usize, String) {
    match Design::from_text(text) {
        Err(NetlistError::Text { line, problem }) => (line, problem),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_written_reads_back() {
    for seed in 0..500 {
        let design = random_design(seed);
        let text = design.to_text();
        let read = Design::from_text(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(read.to_text(), text, "seed {seed}");
        isomorphic(&design, &read).unwrap_or_else(|how| panic!("seed {seed}: {how}"));
        for id in design.ids() {
            assert_eq!(design.digest(id), read.digest(id));
        }
    }
}

#[test]
fn the_text_is_worth_reading() {
    let text = design_of([example()]).to_text();
    let expected = r#"design "example"
setting "width" "4"

module leaf
  parameter STEP 4'h1
  input a 4
  output b 4
  assign b $STEP

module unit
  doc "Counts."
  doc ""
  doc "Said \"twice\"."
  parameter STEP 4'h1
  input clock 1
  input enable 1 comment "holds when low"
  output count 4
  signal full 1 keep max_fanout 8
  signal word 8
  signal "odd name" 4
  %0 = equal count limit=4'h9
  assign full %0
  %1 = add count $STEP
  register count next %1 clock clock initial 4'h3 enable enable reset full 4'h2
  %2 = concat %1 count
  memory words width 8 depth 16 style block comment "what was counted"
    init 8'h2a 8'h01
    write clock clock enable full address count data %2
    read word address %1 clock clock enable enable
  %3 = slice word 7:4
  instance inner of leaf over 0 2 1 3 comment "adds"
    set STEP 4'h5
    in a %3
    out b "odd name"

top unit
"#;
    assert_eq!(text, expected);
}

#[test]
fn sizes_are_bounded() {
    let within = |line: &str| problem(&format!("design d\nmodule m\ninput a 60000\n{line}\n"));
    for line in [
        "signal b 4294967295",
        "signal b 65537",
        "signal b 0",
        "signal b 99999999999999999999",
        "memory w width 8 depth 4294967295",
        "memory w width 8 depth 3",
        "memory w width 65536 depth 16777216",
        "%0 = concat a a",
        "%0 = mul a a",
        "%0 = slice a 4294967295:0",
        "%0 = slice a 60000:59999",
        "parameter P 4294967295'h0",
        "parameter P 4'hff",
        "parameter P 3'hf",
    ] {
        assert_eq!(within(line).0, 4, "{line}");
    }
}

#[test]
fn errors_name_the_line_and_the_mend() {
    let text = "design d\n\n// a note\nmodule m\n  input a 4\n  signal b 5\n  assign b a\n";
    assert_eq!(problem(text), (7, "4 bits where 5 are needed; slice, extend or widen one side".into()));
    let text = "design d\nmodule m\n  assign c 1'h0\n";
    assert_eq!(problem(text), (3, "no signal `c` in this module; declare it on a line above".into()));
    assert_eq!(problem("").0, 1);
    assert_eq!(problem("design d\ntop m\n").0, 2);
    assert_eq!(problem("design d\nmodule m\nmodule m\n").0, 3);
}

#[test]
fn broken_texts_are_errors_and_never_panics() {
    let mut random = Random(7);
    // The shortest, so that a change often hits something that matters.
    let mut texts: Vec<String> = (0..300).map(|seed| random_design(seed).to_text()).collect();
    texts.sort_by_key(String::len);
    texts.truncate(10);
    let all: Vec<&str> = texts.iter().flat_map(|text| text.split_whitespace()).collect();
    let mut accepted = 0;
    for _ in 0..10_000 {
        let mut text: Vec<char> = random.pick(&texts).chars().collect();
        for _ in 0..1 + random.below(3) {
            let place = random.below(text.len());
            match random.below(4) {
                0 => {
                    let end = (place + 1 + random.below(20)).min(text.len());
                    text.drain(place..end);
                }
                1 => {
                    text[place] =
                        *random.pick(&['"', '\\', '%', '9', '\n', ' ', 'h', 'ü', '{', '#', '$', '='])
                }
                2 => text.truncate(place + 1),
                _ => {
                    let word = format!(" {} ", random.pick(&all));
                    text.splice(place..place, word.chars());
                }
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(design) = Design::from_text(&text) {
            accepted += 1;
            let text = design.to_text();
            assert_eq!(Design::from_text(&text).map(|again| again.to_text()), Ok(text));
        }
    }
    assert!(accepted > 100 && accepted < 9_000, "{accepted}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3_000) })]
    #[test]
    fn any_text_is_an_error_and_never_a_panic(text in "(design|d|module|\"|\\PC|\n| |%0 = |[0-9]{1,11}('h)?){0,40}") {
        let _ = Design::from_text(&text);
        let _ = Design::from_text(&format!("design d\nmodule m\ninput a 4\n{text}"));
    }
}
