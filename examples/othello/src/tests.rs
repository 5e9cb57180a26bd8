//! The simulated machine against the rules, and the rules against published counts.

use movewright::cores::{Settings, Simulator, driver};
use movewright::game::{Game, Machine, Text, play_at_random};
use movewright::netlist::testing::Random;

use crate::core::OTHELLO;
use crate::rules::{Othello, PASS};
use crate::text::OthelloText;

/// Published counts; then random games to the end, with the same moves at each node, and the same
/// position after one of them.
#[test]
fn the_machine_plays_by_the_rules() {
    let settings = Settings::parse(&OTHELLO, &[("stack_depth", "8")]).unwrap();
    let mut machine = driver::<Othello>(&OTHELLO, &settings, Simulator::BuiltIn).unwrap();
    let start = OthelloText.read(OthelloText.start()).unwrap();
    for (depth, leaves) in (1..).zip([4, 12, 56, 244, 1_396, 8_200]) {
        assert_eq!(Othello::leaves(&start, depth), Some(leaves), "{depth}");
        assert_eq!(machine.perft(depth, false).unwrap().nodes, leaves, "{depth}");
    }
    let mut passes = 0;
    play_at_random::<Othello, _>(&mut machine, &start, (6, 128), &mut Random(1), |machine, mv, position| {
        passes += u32::from(mv == PASS);
        let discs = ["own", "other"].map(|set| machine.port().ports().peek(set).unwrap());
        assert_eq!(discs, [position.side, 1 - position.side].map(|side| position.discs[side]));
    })
    .unwrap();
    assert!(passes > 0, "no game has a pass");
}

#[test]
fn a_wrong_text_is_told_where_and_how_to_mend_it() {
    let board = OthelloText.start().trim_end_matches(" X");
    for (text, told) in [
        ("X", "ranks: 1; write 8 of them"),
        (&board.replacen('.', "", 1), "rank 1: `.......`; write 8 squares"),
        (&board.replacen("OX", "O#", 1), "e4: `#`; write `X`, `O` or `.`"),
        (board, "side to move: ``; write ` X` or ` O` behind the ranks"),
    ] {
        let error = OthelloText.read(text).unwrap_err().to_string();
        assert!(error.starts_with(told), "{error}");
    }
}
