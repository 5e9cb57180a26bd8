//! The machine against its twin, and the twin against the rules.

use super::bytes::{self, ENEMY};
use super::exercise::scatter;
use super::{ByteBoard, CheckLanes, Checks, check};
use crate::describe::{EveryCycle, EveryCycleOptions};
use crate::netlist::testing::Random;
use crate::shogi::machine::exercise::games;
use crate::shogi::machine::tests::{near_mates, published};
use crate::shogi::{Kind, Move, Piece, Position, Side, Square};

fn machine(levels: u32) -> EveryCycle {
    check(&EveryCycleOptions { name: "shogi-check".into(), levels, cuts: Vec::new() }).unwrap()
}

/// Published positions and those after their moves, positions near a mate, and those of games at
/// random, in which most moves are drops.
fn positions(of_games: usize) -> Vec<Position> {
    let mut positions = published();
    let below = positions.iter().flat_map(|root| {
        let moves = root.moves();
        let step = moves.len().div_ceil(25).max(1);
        moves.into_iter().step_by(step).map(|mv| root.after(mv)).collect::<Vec<_>>()
    });
    let below: Vec<Position> = below.collect();
    positions.extend(below);
    positions.extend(near_mates(&mut Random(81), 1_000));
    positions.extend(games(18).take(of_games));
    positions
}

/// A byte for each piece, as the layout has it: from the low bit on pawn, knight, lance, bishop,
/// rook, silver general, gold general, and the enemy's side.
#[test]
fn each_piece_has_its_byte() {
    let byte = |kind, promoted| bytes::ways(Piece { side: Side::Black, kind, promoted });
    let plain = [
        (Kind::Pawn, 0x01),
        (Kind::Knight, 0x02),
        (Kind::Lance, 0x04),
        (Kind::Bishop, 0x08),
        (Kind::Rook, 0x10),
        (Kind::Silver, 0x20),
        (Kind::Gold, 0x40),
        (Kind::King, 0x60),
    ];
    for (kind, expected) in plain {
        assert_eq!(byte(kind, false), expected, "{kind:?}");
    }
    for kind in [Kind::Pawn, Kind::Knight, Kind::Lance, Kind::Silver] {
        assert_eq!(byte(kind, true), 0x40, "{kind:?} promoted");
    }
    assert_eq!([byte(Kind::Bishop, true), byte(Kind::Rook, true)], [0x48, 0x70]);
}

/// A byte has the ways in which its piece moves: those of its parts together.
#[test]
fn a_byte_is_the_ways_in_which_a_piece_moves() {
    let parts = [Kind::Pawn, Kind::Knight, Kind::Lance, Kind::Bishop, Kind::Rook, Kind::Silver, Kind::Gold];
    let far: Vec<(i8, i8)> = (-8..=8).flat_map(|x| (-8..=8).map(move |y| (x, y))).collect();
    let reaches = |piece: Piece, (x, y): (i8, i8)| {
        let slides = |(dx, dy): &(i8, i8)| (1..9).any(|distance| (dx * distance, dy * distance) == (x, y));
        piece.steps().contains(&(x, y)) || piece.slides().iter().any(slides)
    };
    for kind in Kind::ALL {
        for promoted in [false, true].into_iter().filter(|promoted| !promoted || kind.promotes()) {
            let piece = Piece { side: Side::Black, kind, promoted };
            let byte = bytes::ways(piece);
            let plain = |kind| Piece { side: Side::Black, kind, promoted: false };
            let of = (0..7).filter(|bit| byte >> bit & 1 == 1).map(|bit| plain(parts[bit]));
            let of: Vec<Piece> = of.collect();
            for step in &far {
                let any = of.iter().any(|part| reaches(*part, *step));
                assert_eq!(any, reaches(piece, *step), "{piece:?} {step:?}");
            }
        }
    }
}

/// White's board is turned by half, and its own pieces have no top bit.
#[test]
fn the_side_to_move_looks_up_the_board() {
    let black: Position = "9/4k4/9/9/9/9/1B7/4K4/L8 b - 1".parse().unwrap();
    let white: Position = "8l/4k4/7b1/9/9/9/9/4K4/9 w - 1".parse().unwrap();
    let board = ByteBoard::of(&black);
    assert_eq!(ByteBoard::of(&white), board);
    let pieces: Vec<(usize, u8)> =
        board.0.iter().copied().enumerate().filter(|(_, byte)| *byte != 0).collect();
    assert_eq!(pieces, [(0, 0x04), (13, 0x60), (19, 0x08), (67, 0x60 | ENEMY)]);
    assert_eq!(board.king(), Some(13));
    assert_eq!((board.rows()[0], board.rows()[1]), (0x04, 0x60 << 32));
}

/// A board without order: what stands on each square.
type Squares = [Option<Piece>; Square::COUNT];

/// Whether the piece on a square reaches another, step by step as it moves.
fn reaches(squares: &Squares, from: Square, to: Square, slides_only: bool) -> bool {
    let Some(piece) = squares[from.index()] else { return false };
    let steps = !slides_only && piece.steps().iter().any(|step| from.moved(piece.turned(*step)) == Some(to));
    steps
        || piece.slides().iter().any(|way| {
            let mut at = from.moved(piece.turned(*way));
            while let Some(square) = at.filter(|square| *square != to && squares[square.index()].is_none()) {
                at = square.moved(piece.turned(*way));
            }
            at == Some(to)
        })
}

/// The same by the rules: a checker could take the king if it were the other side's turn; a piece
/// blocks if a slider reaches the king only without it.
fn by_the_rules(position: &Position) -> Checks {
    let mut checks = Checks::default();
    let (side, king) = (position.side, position.king(position.side));
    let place = |square: Square| square.seen_by(side);
    let mut turned = position.clone();
    turned.side = side.other();
    for mv in turned.pseudo_legal() {
        if let Move::Board { from, to, .. } = mv
            && to == king
        {
            checks.checkers |= 1 << place(from);
        }
    }
    let squares: Squares = std::array::from_fn(|at| position.piece(Square::new(at).unwrap()));
    let attackers = |squares: &Squares| -> Vec<Square> {
        let enemy = |from: &Square| squares[from.index()].is_some_and(|piece| piece.side != side);
        Square::all().filter(enemy).filter(|from| reaches(squares, *from, king, true)).collect()
    };
    let before = attackers(&squares);
    for square in Square::all().filter(|square| *square != king) {
        let Some(piece) = squares[square.index()] else { continue };
        let mut without = squares;
        without[square.index()] = None;
        if attackers(&without).iter().any(|from| !before.contains(from)) {
            checks.blockers |= 1 << place(square);
            checks.pinned |= u128::from(piece.side == side) << place(square);
        }
    }
    checks
}

/// The twin finds what the rules say, and enough of everything is there to find.
#[test]
fn the_twin_is_by_the_rules() {
    let (mut checks, mut double, mut pins, mut discovered) = (0, 0, 0, 0);
    for position in positions(4_000) {
        let found = Checks::of(&ByteBoard::of(&position));
        assert_eq!(found, by_the_rules(&position), "{position}");
        assert_eq!(found.checkers != 0, position.is_check(), "{position}");
        checks += usize::from(found.checkers != 0);
        double += usize::from(found.checkers.count_ones() > 1);
        pins += usize::from(found.pinned != 0);
        discovered += usize::from(found.blockers != found.pinned);
    }
    assert!(
        checks > 250 && double > 10 && pins > 100 && discovered > 100,
        "{checks} {double} {pins} {discovered}"
    );
}

/// Positions in which one thing is easily wrong: the squares of the checkers, of the blockers and
/// of the pinned pieces, in the order of the numbers.
const CASES: [(&str, &str, [&str; 3]); 12] = [
    ("a lance from afar", "4l4/9/9/9/9/9/9/9/4K3k b - 1", ["5a", "", ""]),
    ("a lance does not look back", "k8/4K4/9/9/9/4l4/9/9/9 b - 1", ["", "", ""]),
    ("a knight jumps over pieces", "k8/9/9/9/9/9/3n5/3PP4/4K4 b - 1", ["6g", "", ""]),
    ("a promoted knight does not jump", "k8/9/9/9/9/9/3+n5/9/4K4 b - 1", ["", "", ""]),
    ("a silver general from behind", "k8/9/9/9/4K4/5s3/9/9/9 b - 1", ["4f", "", ""]),
    ("not a gold general", "k8/9/9/9/4K4/5g3/9/9/9 b - 1", ["", "", ""]),
    ("a horse beside and a dragon at a corner", "k8/9/9/3+r5/3+bK4/9/9/9/9 b - 1", ["6e 6d", "", ""]),
    (
        "a pinned pawn and a rook that would be discovered",
        "k8/9/4r4/9/4P4/r1s1K4/9/9/9 b - 1",
        ["", "7f 5e", "5e"],
    ),
    ("two pieces between block nothing", "k8/4r4/4p4/4P4/4K4/9/9/9/9 b - 1", ["", "", ""]),
    ("a rook before a rook", "k8/4r4/4r4/9/4K4/9/9/9/9 b - 1", ["5c", "5c", ""]),
    ("the other king before its bishop", "b8/9/2k6/9/4K4/9/9/9/9 b - 1", ["", "7c", ""]),
    ("a dragon's corner is no line", "k8/2+r6/3P5/4K4/9/9/9/9/9 b - 1", ["", "", ""]),
];

fn squares(set: u128) -> String {
    let names =
        Square::all().filter(|square| set >> square.index() & 1 == 1).map(|square| square.to_string());
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn cases_that_are_easily_wrong_are_right() {
    let positions = CASES.map(|(_, sfen, _)| sfen.parse::<Position>().unwrap());
    let boards = positions.each_ref().map(ByteBoard::of);
    let found = CheckLanes::new(&machine(100)).unwrap().checks(&boards).unwrap();
    for (((what, _, stated), board), found) in CASES.iter().zip(&boards).zip(found) {
        let sets = [found.checkers, found.blockers, found.pinned].map(squares);
        assert_eq!(sets, stated.map(String::from), "{what}");
        assert_eq!(found, Checks::of(board), "{what}");
    }
}

/// A king on every square, with pieces of both sides anywhere.
fn crowded(random: &mut Random, count: usize) -> Vec<ByteBoard> {
    let board = |at: usize| {
        let mut board = ByteBoard([0; 81]);
        board.0[at % 81] = bytes::SILVER | bytes::GOLD;
        scatter(&mut board, random);
        board
    };
    (0..count).map(board).collect()
}

fn agrees(built: &EveryCycle, boards: &[ByteBoard]) {
    let found = CheckLanes::new(built).unwrap().checks(boards).unwrap();
    assert_eq!(found.len(), boards.len());
    for (board, found) in boards.iter().zip(found) {
        assert_eq!(found, Checks::of(board), "{:x?}", board.0);
    }
}

#[test]
fn the_machine_finds_what_its_twin_does() {
    let boards: Vec<ByteBoard> = positions(6_000).iter().map(ByteBoard::of).collect();
    agrees(&machine(2), &boards);
    agrees(&machine(7), &crowded(&mut Random(34), 8_100));
}

#[test]
#[ignore = "takes minutes; a part of `make bench`"]
fn a_million_boards_are_searched_right() {
    let (built, mut random) = (machine(40), Random(5));
    for _ in 0..100 {
        agrees(&built, &crowded(&mut random, 10_000));
    }
}
