//! Keys of shogi positions, made move by move.

use std::collections::HashMap;

use crate::hash::zobrist::shogi::{Constants, delta, key_of};
use crate::netlist::testing::Random;
use crate::shogi::{Kind, Piece, Position, Side, Square};

/// The positions of the counts that other programs agree on.
fn published() -> Vec<Position> {
    let lines = include_str!("../../../tests/data/shogi_perft.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split(';').next().unwrap().trim().parse().unwrap()).collect()
}

/// Every move of every published position, and every reply to one of twenty of them.
#[test]
fn a_key_made_move_by_move_is_that_of_the_position() {
    let constants = Constants::new(Constants::SEED);
    let mut seen = 0;
    for position in published() {
        let key = key_of(&constants, &position);
        assert_eq!(key & 1, u64::from(position.side == Side::White));
        for (number, mv) in position.pseudo_legal().into_iter().enumerate() {
            let next = position.after(mv);
            let made = key ^ delta(&constants, &position, mv);
            assert_eq!(made, key_of(&constants, &next), "{mv} in {position}");
            let replies = if number % 20 == 0 { next.pseudo_legal() } else { Vec::new() };
            for reply in replies {
                let change = delta(&constants, &next, reply);
                assert_eq!(made ^ change, key_of(&constants, &next.after(reply)), "{reply} in {next}");
                seen += 1;
            }
        }
    }
    assert!(seen > 5_000, "{seen}");
}

#[test]
fn keys_of_games_at_random_are_those_of_their_positions() {
    let constants = Constants::new(7);
    let mut random = Random(32);
    for _ in 0..60 {
        let mut position: Position = Position::START.parse().unwrap();
        let mut key = key_of(&constants, &position);
        for _ in 0..120 {
            let moves = position.pseudo_legal();
            let mv = *random.pick(&moves);
            if position.piece(mv.to()).is_some_and(|taken| taken.kind == Kind::King) {
                break;
            }
            key ^= delta(&constants, &position, mv);
            position = position.after(mv);
            assert_eq!(key, key_of(&constants, &position), "{position}");
        }
    }
}

/// Positions that differ in anything but the number of the move are told apart: by a piece, a
/// promotion, a hand, or the side to move.
#[test]
fn other_positions_have_other_keys() {
    let constants = Constants::new(Constants::SEED);
    let mut known: HashMap<u64, Position> = HashMap::new();
    for position in published() {
        for mv in position.pseudo_legal() {
            let mut plain = position.after(mv);
            plain.number = 1;
            let key = key_of(&constants, &plain);
            assert_eq!(*known.entry(key).or_insert_with(|| plain.clone()), plain);
        }
    }
    assert!(known.len() > 1000);
}

/// Each constant is another one, and only that of the side to move has bit 0.
#[test]
fn constants_are_told_apart() {
    let constants = Constants::new(3);
    let pieces = (0..32).filter_map(Piece::from_code);
    let on_squares = pieces
        .flat_map(|piece| Square::all().map(move |square| (piece, square)))
        .map(|(p, s)| constants.piece(p, s));
    let in_hand = Side::ALL.into_iter().flat_map(|side| {
        Kind::IN_HAND
            .into_iter()
            .flat_map(move |kind| (0..kind.in_a_set()).map(move |before| (side, kind, before)))
    });
    let in_hand = in_hand.map(|(side, kind, before)| constants.held(side, kind, before));
    let mut all: Vec<u64> = on_squares.chain(in_hand).collect();
    assert_eq!(all.len(), 28 * 81 + 2 * 38);
    assert!(all.iter().all(|constant| constant & 1 == 0 && *constant != 0));
    assert_eq!(constants.white() & 1, 1);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 28 * 81 + 2 * 38);
    assert_eq!(constants.held(Side::Black, Kind::Rook, 2), 0);
}

/// The codes are those of all pieces, and of nothing else.
#[test]
fn codes_of_pieces_read_back() {
    let pieces: Vec<Piece> = (0..=255).filter_map(Piece::from_code).collect();
    assert_eq!(pieces.len(), 28);
    assert!(pieces.iter().all(|piece| Piece::from_code(piece.code()) == Some(*piece)));
}
