use cozy_chess::util::parse_uci_move;

use super::*;
use crate::chess::CHESS;
use crate::chess::Generated;
use crate::chess::Position;
use crate::chess::classic::observe::{Choice, Cycle};
use crate::chess::{Piece, Square};
use crate::cores::{self, CoreInfo, Settings, Simulator};
use crate::game::Machine;
use crate::parts::board::Board;

/// En passant and promotions, with captures and without.
const PROMOTIONS: &str = "3n2k1/2P5/8/3pP3/8/8/6p1/R3K3 w Q d6 0 1";

fn core() -> &'static CoreInfo {
    cores::find("chess-classic").unwrap()
}

fn node(fen: &str, settings: &[(&str, &str)]) -> Recording {
    let settings = Settings::parse(core(), settings).unwrap();
    let design = cores::design(core(), &settings).unwrap();
    record(&design, CHESS, 64, &Position::from_fen(fen).unwrap()).unwrap()
}

/// The output of `movewright moves`.
fn generated(fen: &str, settings: &[(&str, &str)]) -> Vec<Generated> {
    let settings = Settings::parse(core(), settings).unwrap();
    let mut machine = cores::driver::<Chess>(core(), &settings, Simulator::BuiltIn).unwrap();
    machine.load(&Position::from_fen(fen).unwrap()).unwrap();
    std::iter::from_fn(|| machine.next().unwrap()).collect()
}

fn on(node: &Recording, cycle: &Cycle, line: &str) -> bool {
    cycle.control.iter().any(|&place| node.control[place] == line)
}

#[test]
fn a_replay_has_the_moves_of_the_machine_in_their_cycles() {
    for (fen, settings) in [
        (Position::START, &[][..]),
        (Position::KIWIPETE, &[]),
        (Position::KIWIPETE, &[("checks_first", "off"), ("order", "plain")]),
        (PROMOTIONS, &[("legality", "off"), ("stack_depth", "8")]),
    ] {
        let node = node(fen, settings);
        let moves: Vec<Generated> = node.answers.iter().map(|answer| answer.generated).collect();
        assert_eq!(moves, generated(fen, settings), "{fen} {settings:?}");
        let mut from = 0;
        for answer in &node.answers {
            let cycle = &node.cycles[answer.cycle];
            assert_eq!(cycle.signal("response_valid") & cycle.signal("response_ready"), 1);
            let word = cycle.signal("response_data");
            let ends = [answer.generated.mv.from, answer.generated.mv.to].map(|square| square.index() as u64);
            assert_eq!((word >> 32, [word & 63, word >> 6 & 63]), (1, ends));
            // The command is taken in the cycle after the answer before.
            assert_eq!(
                node.cycles[from].signal("command_valid") & node.cycles[from].signal("command_ready"),
                1
            );
            assert_eq!((answer.cycle - from) as u64, answer.generated.cycles);
            from = answer.cycle + 1;
        }
        let last = node.cycles.last().unwrap();
        assert_eq!((last.signal("response_valid"), last.signal("response_data") >> 32), (1, 0));
    }
}

/// In the cycle of an answer, the recorded board is that after its move, by independent rules.
#[test]
fn the_board_seen_is_that_of_the_rules() {
    for fen in [Position::START, Position::KIWIPETE, PROMOTIONS] {
        let node = node(fen, &[]);
        assert!(!node.answers.is_empty());
        for answer in &node.answers {
            let mut rules = cozy_chess::Board::from_fen(fen, false).unwrap();
            let mv = parse_uci_move(&rules, &answer.generated.mv.to_string()).unwrap();
            rules.play(mv);
            let seen = &node.cycles[answer.cycle].pieces;
            for square in Square::all() {
                let there = cozy_chess::Square::index(square.index());
                let expected = rules.piece_on(there).map(|piece| {
                    let letter = char::from(piece);
                    match rules.color_on(there) {
                        Some(cozy_chess::Color::White) => letter.to_ascii_uppercase(),
                        _ => letter,
                    }
                });
                let seen = Piece::from_code(seen[square.index()]).map(Piece::letter);
                assert_eq!(seen, expected, "{} on {there}", answer.generated.mv);
            }
        }
    }
}

/// From the root down, the arbiters' choices lead to the square that the machine found, and the
/// priority there is the best.
#[test]
fn the_choices_lead_to_the_square_found() {
    let mut found = 0;
    for settings in [&[][..], &[("order", "plain")]] {
        let node = node(Position::KIWIPETE, settings);
        let leaves = node.leaves.len();
        for cycle in &node.cycles {
            let mut at = leaves + node.tree.len() - 1;
            let best = cycle.signal("best_priority");
            assert_eq!(best == 0, cycle.choices[at - leaves] == Choice::Nothing);
            if best == 0 {
                assert!(cycle.priorities.iter().all(|&priority| priority == 0));
                continue;
            }
            while at >= leaves {
                let side = match cycle.choices[at - leaves] {
                    Choice::First => 0,
                    Choice::Second => 1,
                    Choice::Nothing => panic!("nobody is chosen below the one chosen"),
                };
                at = node.tree[at - leaves][side];
            }
            assert_eq!(u64::from(node.leaves[at]), cycle.signal("best_square"));
            assert_eq!(u64::from(cycle.priorities[node.leaves[at] as usize]), best);
            if settings.is_empty() {
                assert_eq!(cycle.priorities.iter().max(), Some(&(best as u8)));
            }
            found += 1;
        }
    }
    assert!(found > 150, "{found} cycles with a candidate");
}

/// Writes and masks of a cycle are on the board and among the masks of the next cycle.
#[test]
fn writes_and_masks_take_effect_in_the_next_cycle() {
    let node = node(Position::KIWIPETE, &[]);
    let (mut written, mut masked) = (0, 0);
    for pair in node.cycles.windows(2) {
        for square in 0..64 {
            let bit = 1_u64 << square;
            let expected = match () {
                () if pair[0].destination & bit != 0 => pair[0].signal("to_squares_destination_piece"),
                () if pair[0].origin & bit != 0 => pair[0].signal("to_squares_origin_piece"),
                () if pair[0].cleared & bit != 0 => 0,
                () => continue,
            };
            assert_eq!(u64::from(pair[1].pieces[square]), expected);
            written += 1;
        }
        if on(&node, &pair[0], "mask_victim") {
            assert_eq!(pair[1].masks >> pair[0].signal("victim_square") & 1, 1);
            masked += 1;
        }
        if pair[0].destination | pair[0].origin | pair[0].cleared == 0 {
            assert_eq!(pair[0].pieces, pair[1].pieces);
        }
    }
    assert!(written > 150 && masked > 20, "{written} written, {masked} masked");
}

/// At the start of the game white reaches the squares of the third and fourth rank, and all stand
/// empty.
#[test]
fn rays_and_priorities_are_those_of_the_position() {
    let node = node(Position::START, &[("checks_first", "off")]);
    let cycle = node.cycles.iter().find(|cycle| cycle.signal("best_priority") > 0).unwrap();
    let expected: Vec<u8> = (0..64).map(|square| u8::from((16..32).contains(&square))).collect();
    assert_eq!(cycle.priorities, expected);
    assert_eq!((cycle.transmits, cycle.knights, cycle.masks), (0xffff, 0x42, 0));
    // North of each pawn, and of the empty square before it: the double step.
    let north: Vec<u8> = cycle.pawns.iter().map(|pawns| pawns & 1).collect();
    let expected: Vec<u8> = (0..64).map(|square| u8::from((8..24).contains(&square))).collect();
    assert_eq!(north, expected);
    // A knight on its square for the rooks' rays.
    assert_eq!((cycle.slides[0] & 0b101, cycle.slides[1]), (0b101, 0));
}

#[test]
fn every_state_of_the_control_is_named_and_every_find_is_told() {
    let node = node(Position::KIWIPETE, &[]);
    let names: Vec<&str> = node.states.iter().map(|(_, name)| name.as_str()).collect();
    for name in ["idle", "look", "victim", "aggressor", "make", "castle_test", "rook", "judge", "respond"] {
        assert!(names.contains(&name), "{name} is not among {names:?}");
    }
    for cycle in &node.cycles {
        assert!(node.states.iter().any(|(number, _)| *number == cycle.state));
        let told = tell::tell(&node, cycle);
        assert!(!told.is_empty(), "{cycle:?}");
        let square = node.board.name(cycle.signal("best_square") as u32);
        if on(&node, cycle, "take_victim") && cycle.signal("best_priority") > 0 {
            assert!(
                told.contains(&format!("choose {square}: ")) && told.contains("kept as the victim"),
                "{told}"
            );
        }
    }
}

/// Put together again, the differences are the cycles.
#[test]
fn the_data_hold_every_cycle() {
    let node = node(Position::START, &[]);
    let text = data::data(&node).unwrap();
    assert_eq!(text, data::data(&node).unwrap());
    assert!(!text.contains('<'));
    let data: serde_json::Value = serde_json::from_str(&text).unwrap();
    let frames = data["cycles"].as_array().unwrap();
    assert_eq!(frames.len(), node.cycles.len());
    let mut now = serde_json::Map::new();
    for (frame, cycle) in frames.iter().zip(&node.cycles) {
        now.extend(frame.as_object().unwrap().clone());
        let digits: String = cycle.priorities.iter().map(u8::to_string).collect();
        assert_eq!(now["priorities"], digits);
        assert_eq!(now["masked"], format!("{:x}", cycle.masked));
        assert_eq!(now["signals"], serde_json::json!(cycle.signals));
    }
}

/// A machine without the squares looked for: the error names the first that is missing.
#[test]
fn a_missing_signal_is_named() {
    let options =
        crate::chess::classic::Options { board: Board { files: 4, ranks: 4 }, ..Default::default() };
    let small = crate::chess::classic::design(&options).unwrap();
    let start = Position::from_fen(Position::START).unwrap();
    let error = record(&small, CHESS, 64, &start).unwrap_err().to_string();
    assert!(error.starts_with("the page cannot show what the machine does: "), "{error}");
    assert!(error.contains("no signal `board.d1_north_east`"), "{error}");
    let empty = crate::netlist::Design::new("empty");
    assert!(record(&empty, CHESS, 64, &start).is_err());
}
