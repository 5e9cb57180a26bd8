//! The moves of a node: which ones, in which order, and what is said about them.

use std::collections::BTreeSet;

use movewright::chess::Generated;
use movewright::chess::classic::Options;
use movewright::chess::{Move, MoveKind, PieceKind, Position};
use movewright::game::Machine;
use movewright::parts::arbiter::Order;

use super::machine::{Chess, codes, for_each};
use super::positions;
use super::rules::{self, Check};

/// The classes of moves in the order in which they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// A check by the piece that moves. Castlings, promotions and en passant come with their own
    /// class.
    DirectCheck,
    DiscoveredCheck,
    Promotion,
    Capture,
    EnPassant,
    Quiet,
}

impl Class {
    fn kind(self) -> MoveKind {
        match self {
            Self::DirectCheck | Self::DiscoveredCheck => MoveKind::Check,
            Self::Promotion => MoveKind::Promotion,
            Self::Capture | Self::EnPassant => MoveKind::Capture,
            Self::Quiet => MoveKind::Quiet,
        }
    }
}

/// What a move is by the rules: class, kind that moves, kind taken.
fn classify(position: &Position, mv: Move, checks_first: bool) -> (Class, PieceKind, Option<PieceKind>) {
    let moved = position.piece(mv.from).unwrap().kind;
    let standing = position.piece(mv.to).map(|piece| piece.kind);
    let en_passant =
        moved == PieceKind::Pawn && position.en_passant == Some(mv.to) && mv.from.file() != mv.to.file();
    let castling = moved == PieceKind::King && mv.from.file().abs_diff(mv.to.file()) == 2;
    let captured = standing.or(en_passant.then_some(PieceKind::Pawn));
    let check = match checks_first && !castling {
        true => rules::check(position, mv),
        false => Check::None,
    };
    let class = match (mv.promotion, en_passant, check, captured) {
        (Some(_), ..) => Class::Promotion,
        (None, true, ..) => Class::EnPassant,
        (None, false, Check::Direct, _) => Class::DirectCheck,
        (None, false, Check::Discovered, _) => Class::DiscoveredCheck,
        (None, false, Check::None, Some(_)) => Class::Capture,
        (None, false, Check::None, None) => Class::Quiet,
    };
    (class, moved, captured)
}

/// All that is left to generate at the node, the board looked at after each.
fn generate(chess: &mut Chess, position: &Position) -> Vec<Generated> {
    let mut moves = Vec::new();
    while let Some(generated) = chess.machine.next().unwrap() {
        let after = position.after(generated.mv);
        assert_eq!(chess.pieces(), codes(&after), "{} after {}", position.to_fen(), generated.mv);
        moves.push(generated);
    }
    assert_eq!(chess.pieces(), codes(position), "{} at the end", position.to_fen());
    moves
}

/// The moves are these, each once.
fn assert_same(position: &Position, generated: &[Generated], expected: &[Move]) {
    let mut moves: Vec<Move> = generated.iter().map(|generated| generated.mv).collect();
    moves.sort();
    assert_eq!(moves, expected, "{}", position.to_fen());
}

/// What is said about each move is right.
fn assert_reports(position: &Position, generated: &[Generated], checks_first: bool) {
    for one in generated {
        let (class, moved, captured) = classify(position, one.mv, checks_first);
        let said = (one.kind, one.moved, one.captured);
        assert_eq!(said, (class.kind(), moved, captured), "{} {}", position.to_fen(), one.mv);
        assert!(one.cycles > 0);
    }
}

/// The order that alpha-beta wants: classes one after the other; in each the most valuable victim
/// first, one square after the other, and on each the least valuable aggressor first.
fn assert_order(position: &Position, generated: &[Generated], checks_first: bool) {
    let classes: Vec<Class> =
        generated.iter().map(|one| classify(position, one.mv, checks_first).0).collect();
    let order: Vec<String> =
        generated.iter().zip(&classes).map(|(one, class)| format!("{} {class:?}", one.mv)).collect();
    let context = || format!("{}: {}", position.to_fen(), order.join(", "));
    assert!(classes.is_sorted(), "{}", context());
    let of_class = |class: Class| {
        generated.iter().zip(&classes).filter(move |(_, of)| **of == class).map(|(one, _)| one)
    };

    for class in [Class::DirectCheck, Class::Promotion, Class::Capture, Class::Quiet] {
        let moves: Vec<&Generated> = of_class(class).collect();
        assert!(moves.is_sorted_by(|a, b| a.captured >= b.captured), "{class:?} victims, {}", context());
        let mut done = BTreeSet::new();
        for of_victim in moves.chunk_by(|a, b| a.mv.to == b.mv.to) {
            assert!(done.insert(of_victim[0].mv.to), "{class:?} comes back to a square, {}", context());
            assert!(of_victim.is_sorted_by_key(|one| one.moved), "{class:?} aggressors, {}", context());
        }
    }
    let promotions: Vec<&Generated> = of_class(Class::Promotion).collect();
    for of_pawn in promotions.chunks(4) {
        let pieces: Vec<_> = of_pawn.iter().map(|one| one.mv.promotion.unwrap()).collect();
        assert_eq!(pieces, [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight]);
        assert!(of_pawn.iter().all(|one| one.mv.from == of_pawn[0].mv.from), "{}", context());
    }
}

fn legal(position: &Position) -> Vec<Move> {
    rules::legal(&rules::board(position)).into_iter().map(|(mv, _)| mv).collect()
}

/// All positions, in machines with these options; `checks_first` is the mode.
fn try_all(options: &Options, checks_first: bool) {
    let all = positions::all();
    for_each(options, all.len(), |chess, number| {
        let position = &all[number];
        chess.machine.load_in_order(position, checks_first).unwrap();
        let generated = generate(chess, position);
        let expected = match options.legality {
            true => legal(position),
            false => rules::pseudo_legal(&rules::board(position)),
        };
        assert_same(position, &generated, &expected);
        assert_reports(position, &generated, checks_first);
        if options.order == Order::Priority {
            assert_order(position, &generated, checks_first);
        }
    });
}

#[test]
fn checks_come_first_where_asked() {
    try_all(&Options::default(), true);
}

#[test]
fn the_mode_without_checks_first() {
    try_all(&Options::default(), false);
}

#[test]
fn a_core_without_checks_first() {
    try_all(&Options { checks_first: false, ..Options::default() }, false);
}

#[test]
fn pseudo_legal_moves_where_the_filter_is_left_out() {
    try_all(&Options { legality: false, ..Options::default() }, true);
    try_all(&Options { legality: false, checks_first: false, ..Options::default() }, false);
}

#[test]
fn plain_order_has_the_same_moves() {
    try_all(&Options { order: Order::Plain, checks_first: false, ..Options::default() }, false);
}

/// In plain order a check may still come first.
#[test]
fn plain_order_knows_checks() {
    try_all(&Options { order: Order::Plain, ..Options::default() }, true);
}

/// Below every move of every trap: what the move left behind of rights, en passant and masks.
#[test]
fn moves_below_the_traps() {
    let traps = positions::traps();
    for_each(&Options::default(), 2 * traps.len(), |chess, number| {
        let ((_, position), checks_first) = (&traps[number / 2], number % 2 == 1);
        chess.machine.load_in_order(position, checks_first).unwrap();
        let mut moves = Vec::new();
        while let Some(generated) = chess.machine.next().unwrap() {
            moves.push(generated);
            let below = position.after(generated.mv);
            chess.machine.down().unwrap();
            let found = generate(chess, &below);
            assert_same(&below, &found, &legal(&below));
            assert_reports(&below, &found, checks_first);
            assert_order(&below, &found, checks_first);
            chess.machine.up().unwrap();
            assert_eq!(chess.pieces(), codes(&below), "{} after {}", position.to_fen(), generated.mv);
        }
        assert_same(position, &moves, &legal(position));
        assert_order(position, &moves, checks_first);
    });
}

/// The traps are what their names say.
#[test]
fn the_traps_are_set() {
    let position = |name: &str| {
        let traps = positions::traps();
        traps.into_iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no trap {name}")).1
    };
    assert_eq!(legal(&position("218 moves")).len(), 218);
    for name in [
        "fool's mate",
        "smothered mate",
        "mate by double check",
        "stalemate",
        "stalemate with a blocked pawn",
        "stalemate with a pinned piece",
    ] {
        assert_eq!(legal(&position(name)), [], "{name}");
    }
    for (name, mv, check) in [
        ("castling that gives check", "e1g1", Check::Discovered),
        ("long castling that gives check", "e1c1", Check::Discovered),
        ("en passant that gives check", "e5d6", Check::Direct),
        ("en passant that discovers a check along the rank", "e5d6", Check::Discovered),
        ("en passant that discovers a check on a diagonal", "e5d6", Check::Discovered),
        ("a double check to give", "e4f6", Check::Direct),
        ("a double check with two sliders", "e4c6", Check::Direct),
        ("a check discovered by a pawn's push", "d5d6", Check::Discovered),
        ("a check discovered by a double step", "d2d4", Check::Discovered),
        ("a check discovered by a pawn's capture", "d2c3", Check::Discovered),
        ("a check discovered by the king", "d4d5", Check::Discovered),
        ("promotion that gives check", "f7f8n", Check::Direct),
        ("promotion that discovers a check", "d7d8r", Check::Discovered),
    ] {
        assert_eq!(rules::check(&position(name), Move::from_uci(mv).unwrap()), check, "{name}");
    }
    let rank = position("en passant that uncovers a check along the rank");
    let mv = Move::from_uci("e4d3").unwrap();
    assert!(rules::pseudo_legal(&rules::board(&rank)).contains(&mv) && !legal(&rank).contains(&mv));
}
