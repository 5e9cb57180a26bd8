//! The rules on every published count, and texts that are wrong.

use proptest::prelude::*;

use super::{Kind, Move, Position, Side, Signs, Square};

/// Positions with their numbers of leaves; other programs agree on each.
const COUNTS: &str = include_str!("../../tests/data/shogi_perft.txt");

/// The positions, with depths and leaves.
fn counted() -> Vec<(Position, Vec<(u32, u64)>)> {
    let lines = COUNTS.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let read = |line: &str| {
        let mut parts = line.split(';').map(str::trim);
        let sfen = parts.next().unwrap();
        let position: Position = sfen.parse().unwrap();
        assert_eq!(position.to_string(), sfen);
        let count = |part: &str| {
            let (depth, leaves) = part.strip_prefix('D').unwrap().split_once(' ').unwrap();
            (depth.parse().unwrap(), leaves.parse().unwrap())
        };
        (position, parts.map(count).collect())
    };
    lines.map(read).collect()
}

/// All counts of at most so many leaves; returns how many counts there are.
fn check_counts(most: u64) -> usize {
    let mut checked = 0;
    for (position, counts) in counted() {
        for (depth, leaves) in counts.into_iter().filter(|(_, leaves)| *leaves <= most) {
            assert_eq!(position.perft(depth), leaves, "{position}, depth {depth}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn the_counts_are_those_of_other_programs() {
    assert_eq!(check_counts(60_000), 113);
}

#[test]
#[ignore = "takes minutes; a part of `make bench`"]
fn every_count_is_that_of_other_programs() {
    assert_eq!(check_counts(u64::MAX), 140);
}

fn error(sfen: &str) -> String {
    sfen.parse::<Position>().unwrap_err().to_string()
}

#[test]
fn errors_name_field_and_place_and_mend() {
    let with = |board: &str, rest: &str| error(&format!("{board} {rest}"));
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for (found, expected) in [
        (error(""), "SFEN has 0 fields; write board, side, hands"),
        (error("9 b - 1 1"), "SFEN has 5 fields"),
        (error("9/9 b -"), "SFEN field 1 (board): 2 ranks; write 9, with `/` between them"),
        (with("4k4/8/9/9/9/9/9/9/4K4", "b -"), "field 1 (board), rank b: 8 squares in `8`; write 9"),
        (with("4k4/9/9/9/9/9/9/9/4K5", "b -"), "rank i: 10 squares in `4K5`; write 9"),
        (with("4k4/4x4/9/9/9/9/9/9/4K4", "b -"), "rank b: `x` is no piece; write PLNSGBRK"),
        (with("4k4/4+g4/9/9/9/9/9/9/4K4", "b -"), "rank b: `+` stands before no pawn"),
        (with("4k4/8+/9/9/9/9/9/9/4K4", "b -"), "rank b: `+` is no piece"),
        (with(start, "x -"), "field 2 (side to move): `x`; write b for black or w for white"),
        (with(start, "b K"), "field 3 (hands): `K`; write each kind once"),
        (with(start, "b PP"), "field 3 (hands): `PP`"),
        (with(start, "b 0P"), "field 3 (hands): `0P`"),
        (with(start, "b 999999999999P"), "field 3 (hands): `999999999999P`"),
        (with(start, "b 2"), "field 3 (hands): `2`"),
        (with(start, "b - 0"), "field 4 (number of the move): `0`; write a number from 1"),
        (with(start, "b P"), "SFEN: 19 pawns on the board and in hand; there are at most 18"),
        (with("9/9/9/9/9/9/9/9/4K4", "b -"), "white has 0 kings; each side needs exactly one"),
        (with("4k4/9/9/9/9/9/9/9/3KK4", "b -"), "black has 2 kings; each side needs exactly one"),
        (with("4k4/9/P8/9/P8/9/9/9/4K4", "b -"), "black has two unpromoted pawns on file 9; only one"),
        (with("4k4/N8/9/9/9/9/9/9/4K4", "b -"), "black's N on 9b has no move left; promote it with `+`"),
        (with("4k4/9/9/9/9/9/9/9/l3K4", "b -"), "white's L on 9i has no move left"),
        (with("4k4/4R4/9/9/9/9/9/9/4K4", "b -"), "SFEN: white is in check and it is not its move"),
    ] {
        assert!(found.contains(expected), "{found}\n{expected}");
    }
    let two: Position = "4k4/9/P8/9/+P8/9/9/9/4K4 b - 1".parse().unwrap();
    assert!(two.moves().len() > 5, "a promoted pawn is no second pawn");
}

#[test]
fn lines_of_moves_are_made_or_refused_by_number() {
    let start: Position = "startpos".parse().unwrap();
    let line = |words: &str| start.after_line(words.split(' '));
    let after = line("7g7f 3c3d 8h2b+ 3a2b B*4e").unwrap();
    assert_eq!(after.to_string(), "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6");
    assert_eq!((after.hand(Side::White).count(Kind::Bishop), after.side), (1, Side::White));
    let said = |words: &str| line(words).unwrap_err().to_string();
    assert!(
        said("7g7f 3c3e").starts_with("move 2, `3c3e`: not legal in lnsgkgsnl/"),
        "{}",
        said("7g7f 3c3e")
    );
    assert_eq!(
        said("7g7f x"),
        "move 2: `x` is no move; write `7g7f`, `8h2b+` where it promotes, or `P*5e` for a drop"
    );
    for wrong in ["K*5e", "7g7f++", "7g7", "P*5", "7j7f", "0a1a", "7g7f=", "p*5e", "香*5e", ""] {
        assert!(wrong.parse::<Move>().is_err(), "{wrong}");
    }
}

/// Each rule that programs are known to miss, by a position of its own.
#[test]
fn no_trap_of_the_pawn_drop_catches_it() {
    let legal = |sfen: &str, mv: &str| {
        let position: Position = sfen.parse().unwrap();
        position.is_legal(mv.parse().unwrap())
    };
    // Mate by a dropped pawn; a defender may take it; that defender is pinned.
    assert!(!legal("7lk/9/8G/9/9/9/9/9/K8 b P 1", "P*1b"));
    assert!(legal("7gk/9/8G/9/9/9/9/9/K8 b P 1", "P*1b"));
    assert!(!legal("R6gk/9/8G/9/9/9/9/9/K8 b P 1", "P*1b"));
    // A pawn that moves may mate.
    assert!(legal("7lk/9/7GP/9/9/9/9/9/K8 b - 1", "1c1b"));
}

#[test]
fn the_board_is_drawn() {
    let position: Position = "4k4/9/4+P4/9/9/9/9/9/4K4 b RG2p 1".parse().unwrap();
    let drawn = position.draw(Signs::Letters);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0], "white in hand: P 2");
    assert_eq!(lines[2], "  .  .  .  .  k  .  .  .  . a");
    assert_eq!(lines[4], "  .  .  .  . +P  .  .  .  . c");
    assert_eq!(lines[11], "black in hand: R 1, G 1");
    assert!(position.draw(Signs::Kanji).contains(" と") && position.draw(Signs::Kanji).contains("v玉"));
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,60}", sfen in "[1-9+plnsgbrkPLNSGBRK/]{0,60} [bw] [0-9PLNSGBRplnsgbr-]{0,8} [0-9]{0,3}") {
        drop(text.parse::<Position>());
        drop(text.parse::<Move>());
        if let Ok(position) = sfen.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
        }
    }

    /// Games at random: the text reads back, sets stay whole, and no side leaves itself in check.
    #[test]
    fn games_at_random_stay_positions(choices in proptest::collection::vec(any::<prop::sample::Index>(), 1..60)) {
        let mut position: Position = Position::START.parse().unwrap();
        for choice in choices {
            let moves = position.moves();
            if moves.is_empty() { break }
            let mv = moves[choice.index(moves.len())];
            prop_assert_eq!(mv.to_string().parse::<Move>(), Ok(mv));
            position = position.after(mv);
            let read = position.to_string().parse::<Position>();
            prop_assert_eq!(read.as_ref(), Ok(&position));
            let standing = Square::all().filter(|at| position.piece(*at).is_some()).count();
            let held: u8 = Side::ALL.iter().flat_map(|side| Kind::IN_HAND.map(|kind| position.hand(*side).count(kind))).sum();
            prop_assert_eq!(standing + usize::from(held), 40);
        }
    }
}
