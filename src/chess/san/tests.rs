//! Every legal move of many positions reads back in every way it is written; errors name the move
//! and the possible ones.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::chess::reference;

/// The suites' positions, the traps, and the positions a move below some of the former.
fn positions() -> Vec<Position> {
    let suite = reference::suite().iter().map(|line| line.position.clone());
    let mut positions: Vec<Position> =
        suite.chain(reference::traps().into_iter().map(|(_, it)| it)).collect();
    for line in reference::suite().iter().step_by(8) {
        let below = reference::legal_moves(&line.position).into_iter().step_by(3);
        positions.extend(below.map(|mv| line.position.after(mv)));
    }
    positions
}

/// Each move has a text of its own, which we read as the rules library does, as it stands and with
/// less and more in it.
#[test]
fn every_legal_move_reads_back() {
    let mut moves = 0;
    for position in positions() {
        let board = reference::board(&position);
        let mut texts = BTreeSet::new();
        for (mv, known) in rules::moves(&board) {
            let san = position.san(mv).unwrap();
            assert_eq!(
                util::parse_san_move(&board, &san).ok(),
                Some(known),
                "{san} in {}",
                position.to_fen()
            );
            let bare = san.trim_end_matches(['+', '#']);
            let plain = bare.replace(['x', '='], "");
            let letter = position.kind_at(mv.from).unwrap().letter().to_ascii_uppercase();
            let whole = format!("{letter}{}-{}", mv.from, &mv.to_string()[2..]);
            for text in [&san, bare, &plain, &mv.to_string(), &whole, &san.replace('O', "0")] {
                let text: &str = text;
                assert_eq!(position.read_move(text), Ok(mv), "{text} in {}", position.to_fen());
            }
            assert!(texts.insert(san.clone()), "{san} twice in {}", position.to_fen());
            moves += 1;
        }
    }
    assert!(moves > 5_000, "{moves}");
}

/// Of all moves from square to square, those are read that are legal, and no others.
#[test]
fn only_legal_moves_are_read() {
    for line in reference::suite().iter().step_by(10) {
        let legal = reference::legal_moves(&line.position);
        for from in Square::all() {
            for to in Square::all() {
                let plain = Move { from, to, promotion: None };
                let read = line.position.read_move(&plain.to_string());
                let meant = legal.iter().filter(|mv| (mv.from, mv.to) == (from, to)).count();
                assert_eq!(read.is_ok(), meant == 1, "{plain} in {}", line.position.to_fen());
                assert_eq!(matches!(read, Err(MoveError::Ambiguous { .. })), meant > 1);
            }
        }
    }
}

#[test]
fn lines_are_played_to_their_position() {
    let start = Position::start();
    let ruy = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    for line in [
        "e2e4 e7e5 g1f3 b8c6 f1b5",
        "e4 e5 Nf3 Nc6 Bb5",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5",
        "1.e4! e5 2.Ng1-f3 2...Nc6?! Bf1b5",
    ] {
        assert_eq!(start.after_line(line.split_whitespace()).unwrap().to_fen(), ruy, "{line}");
    }
    assert_eq!(start.after_line([]), Ok(start));
}

#[test]
fn errors_name_the_move_and_what_is_legal() {
    let error = |fen: &str, line: &str| {
        let position = Position::from_fen(fen).unwrap();
        position.after_line(line.split_whitespace()).unwrap_err().to_string()
    };
    let start = Position::START;
    for text in ["e", "x", "Nf", "Xf3", "N9", "e4e", "é4", "O-O-O-O", "Ngg1f3", "e2e9", "--", "-e4+"] {
        let expected = format!("move 2, `{text}`: this is no move; write one such as Nf3, exd5, O-O or g1f3");
        assert_eq!(error(start, &format!("e4 {text}")), expected);
    }
    assert_eq!(error(start, "e2e4 e7e4"), "move 2, `e7e4`: no legal move of black; legal here: e7e5 e7e6");
    assert_eq!(
        error(start, "e4 e5 Bg5"),
        "move 3, `Bg5`: no legal move of white; legal here: Ba6 Bb5 Bc4 Bd3 Be2"
    );
    assert_eq!(
        error(start, "e4 e5 Ba8"),
        "move 3, `Ba8`: no legal move of white; legal here: Ba6 Bb5 Bc4 Bd3 Be2"
    );
    assert_eq!(error(start, "Qd4"), "move 1, `Qd4`: no legal move of white; legal here: d4");
    assert_eq!(error(start, "exd3"), "move 1, `exd3`: no legal move of white; legal here: d3 d4 e3 e4");
    assert_eq!(error(start, "Ne3"), "move 1, `Ne3`: no legal move of white; legal here: Na3 Nc3 Nf3 Nh3 e3");
    assert_eq!(error(start, "e4 e5 O-O"), "move 3, `O-O`: no legal move of white; legal here: Ke2");
    assert_eq!(
        error(start, "a1b8"),
        "move 1, `a1b8`: no legal move of white; legal here: a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 and 8 more"
    );
    let knights = "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1";
    assert_eq!(error(knights, "Nd2"), "move 1, `Nd2`: 2 moves may be meant; write Nbd2 or Nfd2");
    assert_eq!(
        error("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8"),
        "move 1, `a8`: 4 moves may be meant; write a8=B or a8=N or a8=Q or a8=R"
    );
    assert_eq!(error(start, "f3 e5 g4 Qh4 a3"), "move 5, `a3`: the game is over: checkmate");
    let stale = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
    assert_eq!(error(stale, "Kg8"), "move 1, `Kg8`: the game is over: stalemate");
    assert!(error(start, &"e4".repeat(100)).chars().count() < 200);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    /// Nor is anything but a legal move ever read.
    #[test]
    fn no_text_makes_it_panic(text in "[KQRBNP]?[a-h]?[1-8]?[x:-]?[a-h][1-8]=?[QRBNqrbn]?[+#]?|\\PC{0,8}|[0-9. O-]{0,6}") {
        let position = Position::from_fen(Position::KIWIPETE).unwrap();
        if let Ok(mv) = position.read_move(&text) {
            prop_assert!(position.san(mv).is_some());
        }
        let _ = position.after_line([text.as_str()]);
    }
}
