//! Values of whole trees, by the rules library alone.

use cozy_chess::{BitBoard, Board as Cozy, Color as Side, Piece};

use super::*;
use crate::chess::Color;
use crate::chess::evaluation::{Sets, evaluate};

/// The value of a tree without any pruning: mates, stalemates, repetitions, 50 moves, too little
/// material.
fn value(line: &mut Vec<Cozy>, depth: u32, givens: &Givens) -> i32 {
    let ply = line.len() as i32 - 1;
    let board = line[line.len() - 1].clone();
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    let check = !board.checkers().is_empty();
    if ply > 0 {
        let again = line.iter().rev().skip(1).any(|before| before.hash() == board.hash());
        let bits = |piece| board.pieces(piece) != BitBoard::EMPTY;
        let minors = (board.pieces(Piece::Knight) | board.pieces(Piece::Bishop)).len();
        let little = !bits(Piece::Pawn) && !bits(Piece::Rook) && !bits(Piece::Queen) && minors <= 1;
        let fifty = board.halfmove_clock() >= 100 && !(check && moves.is_empty());
        if again || little || fifty {
            return 0;
        }
    }
    if moves.is_empty() {
        return if check { ply - MATE } else { 0 };
    }
    if depth == 0 {
        let side = if board.side_to_move() == Side::White { Color::White } else { Color::Black };
        return evaluate(&Sets::from(&board), side, &givens.weights).value;
    }
    let mut best = -INFINITE;
    for mv in moves {
        let mut after = board.clone();
        after.play_unchecked(mv);
        line.push(after);
        best = best.max(-value(line, depth - 1, givens));
        line.pop();
    }
    best
}

/// Searches without pruning, in every order of moves, against whole trees.
#[test]
fn values_are_those_of_whole_trees() {
    let givens = Givens::default();
    let mut orders = Vec::new();
    for mask in 0..16 {
        let mut rules = Rules::plain();
        (rules.killers, rules.scouts, rules.puts_off) = (mask & 1 != 0, mask & 2 != 0, mask & 4 != 0);
        rules.sorted_from = if mask & 8 != 0 { 2 } else { i32::MAX };
        orders.push(rules);
    }
    let few = reference::suite().iter().filter(|line| reference::legal_moves(&line.position).len() <= 16);
    let mut compared = 0;
    for (number, line) in few.enumerate() {
        let moves = reference::legal_moves(&line.position).len();
        let depth = if moves <= 7 { 4 } else { 3 };
        let expected = value(&mut vec![reference::board(&line.position)], depth, &givens);
        for rules in orders.iter().skip(number % 4).step_by(4) {
            let mut player = player(rules.clone(), 2);
            let found = searched(&mut player, &line.position.to_fen(), "", &to_depth(depth));
            assert_eq!(found.info.value, expected, "{} with {rules:?}", line.position.to_fen());
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// The clock near its end, and repetitions inside the tree.
#[test]
fn draws_in_trees_are_those_of_whole_trees() {
    let givens = Givens::default();
    for fen in [
        "8/8/8/8/8/1k6/8/K1R5 w - - 97 90",
        "7k/8/8/8/8/8/r7/2K5 b - - 96 90",
        "k7/8/1K6/8/8/8/8/7R w - - 98 90",
        "8/8/8/8/8/2k5/8/K1b5 b - - 0 1",
        "8/8/4k3/8/3n4/8/4P3/4K3 b - - 0 1",
        "k7/8/8/8/8/8/8/K5q1 w - - 99 90",
    ] {
        let expected = value(&mut vec![reference::board(&position(fen))], 4, &givens);
        let found = searched(&mut player(Rules::plain(), 2), fen, "", &to_depth(4));
        assert_eq!(found.info.value, expected, "{fen}");
    }
}
