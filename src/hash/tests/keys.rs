//! Keys of chess positions, made move by move.

use std::collections::HashMap;

use crate::chess::{Color, Position, reference};
use crate::hash::zobrist::{Constants, can_take_en_passant, delta, key_of};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// Every move of two plies from every position of the suite.
#[test]
fn a_key_made_move_by_move_is_that_of_the_position() {
    let constants = Constants::new(Constants::SEED);
    for line in reference::suite() {
        let key = key_of(&constants, &line.position);
        assert_eq!(key & 1, u64::from(line.position.side == Color::Black));
        for first in reference::legal_moves(&line.position) {
            let middle = line.position.after(first);
            let made = key ^ delta(&constants, &line.position, first);
            assert_eq!(made, key_of(&constants, &middle), "{first} in {}", line.position.to_fen());
            for second in reference::legal_moves(&middle) {
                let change = delta(&constants, &middle, second);
                let end = middle.after(second);
                assert_eq!(made ^ change, key_of(&constants, &end), "{second} in {}", middle.to_fen());
            }
        }
    }
}

/// Positions that differ in anything but counters, and their keys, are told apart.
#[test]
fn other_positions_have_other_keys() {
    let constants = Constants::new(Constants::SEED);
    let mut known: HashMap<u64, Position> = HashMap::new();
    for line in reference::suite() {
        for first in reference::legal_moves(&line.position) {
            let mut plain = line.position.after(first);
            (plain.halfmove, plain.fullmove) = (0, 1);
            plain.en_passant = plain.en_passant.filter(|_| can_take_en_passant(&plain));
            let key = key_of(&constants, &plain);
            let before = known.entry(key).or_insert_with(|| plain.clone());
            assert_eq!(*before, plain);
        }
    }
    assert!(known.len() > 1000);
}

#[test]
fn an_en_passant_counts_where_a_pawn_could_take() {
    let constants = Constants::new(Constants::SEED);
    let key = |fen| key_of(&constants, &position(fen));
    let without = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), key(without));
    let with = ["4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"].map(key);
    assert_eq!(with[0] ^ with[1], constants.file(4));
    // A pawn on the other edge is no neighbour.
    let edge = ["4k3/8/8/7p/P7/8/8/4K3 b - a3 0 1", "4k3/8/8/7p/P7/8/8/4K3 b - - 0 1"].map(key);
    assert_eq!(edge[0], edge[1]);
}

#[test]
fn a_seed_makes_its_constants() {
    let [one, two] = [1, 2].map(Constants::new);
    assert_eq!(one, Constants::new(1));
    assert_ne!(key_of(&one, &Position::start()), key_of(&two, &Position::start()));
    // The first number of splitmix64 from 1, with bit 0 clear: the white pawn on a1.
    let pawn = crate::chess::Piece::from_letter('P').unwrap();
    let a1 = crate::chess::Square::from_name("a1").unwrap();
    assert_eq!(one.piece(pawn, a1), 0x910a_2dec_8902_5cc1 & !1);
    assert_eq!(one.black() & 1, 1);
}
