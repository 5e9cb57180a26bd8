//! The simulated machine against the rules, and the rules against published counts.

use movewright::cores::{Settings, Simulator, driver};
use movewright::game::{Game, Generated, Machine, Text};
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
    let (mut random, mut passes) = (Random(1), 0);
    for _ in 0..6 {
        let mut position = start.clone();
        loop {
            machine.load(&position).unwrap();
            let moves = Othello::moves(&position).unwrap();
            let given: Vec<_> = machine.rest().unwrap().iter().map(Generated::mv).collect();
            assert_eq!(given, moves, "{position:?}");
            let Some(&chosen) = moves.get(random.below(moves.len())) else { break };
            machine.load(&position).unwrap();
            while machine.next().unwrap().is_some_and(|reported| reported.mv != chosen) {}
            machine.down().unwrap();
            position = Othello::after(&position, chosen);
            passes += u32::from(chosen == PASS);
            let discs = ["own", "other"].map(|set| machine.port().ports().peek(set).unwrap());
            assert_eq!(discs, [position.side, 1 - position.side].map(|side| position.discs[side]));
        }
    }
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
