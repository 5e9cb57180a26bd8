//! Whole games, as in the competitions' conformance test.

use super::{DEPTH, Player, said};
use crate::blokus::code::{Move, Placement};
use crate::blokus::evaluation::INFLUENCE;
use crate::blokus::piece::{Piece, ROTATIONS};
use crate::blokus::plane::Cell;
use crate::blokus::position::Player as Side;
use crate::blokus::reference::placements;
use crate::blokus::{Position, search};

/// The opponent of the conformance test: the first code that is a legal move, by row, column, piece
/// and rotation.
fn first_legal(position: &Position) -> Move {
    let codes = Cell::all().flat_map(|cell| {
        Piece::all().flat_map(move |piece| {
            (0..ROTATIONS).filter_map(move |rotation| Placement::new(piece, rotation, cell))
        })
    });
    codes.map(Move::Place).find(|&mv| position.play(mv).is_ok()).unwrap_or(Move::Pass)
}

/// The machine's answer is a move by the slow way through the rules, and is played.
fn played(position: &Position, mv: Move) -> Position {
    let legal = placements(position, position.to_move());
    match mv {
        Move::Pass => assert!(legal.is_empty(), "a pass on\n{position}"),
        Move::Place(_) => assert!(legal.contains(&mv.to_string()), "{mv} on\n{position}"),
    }
    position.play(mv).unwrap()
}

/// A game from the greeting to the end; the machine has to win it, and its moves to be those of the
/// search.
fn game(player: &mut Player, machine: Side, machine_first: bool) {
    assert_eq!(player.greet().unwrap(), "MW");
    let mut position = Position::start(if machine_first { machine } else { machine.other() });
    let mut told = None;
    let mut started = false;
    while !position.is_over() {
        if position.to_move() == machine {
            let mv = match (started, told) {
                (true, Some(told)) => player.next(told).unwrap(),
                _ => player.first(machine, told).unwrap(),
            };
            // At FPT the opponent's first move is not told before the machine's own.
            if started || told.is_none() {
                assert_eq!(Some(mv), search::search(&position, &INFLUENCE, DEPTH).best, "{position}");
            }
            started = true;
            position = played(&position, mv);
        } else {
            let mv = first_legal(&position);
            told = Some(mv);
            position = position.play(mv).unwrap();
        }
    }
    player.end().unwrap();
    let (own, other) = (position.score(machine), position.score(machine.other()));
    assert!(own > other, "{own} to {other}, {machine} {machine_first}\n{position}");
}

/// Four games: as each side, and from each start square.
pub fn four_games(player: &mut Player) {
    for machine in Side::BOTH {
        for first in [true, false] {
            game(player, machine, first);
        }
    }
}

/// All 168 rotations are accepted, and mean the same as their smallest one. For HEART 2014.
pub fn every_rotation(player: &mut Player) {
    let start = Side::Two.start();
    let mut answers = std::collections::HashMap::new();
    for piece in Piece::all() {
        for rotation in 0..ROTATIONS {
            let placement = Placement::new(piece, rotation, start).unwrap();
            said(player, b"9");
            let told = format!("35{placement}");
            let answer = said(player, told.as_bytes());
            let first = answers.entry(placement.canonical()).or_insert_with(|| answer.clone());
            assert_eq!(first.len(), 4, "{placement}: {first}");
            assert_eq!(*first, answer, "{placement}");
        }
    }
    let ways: std::collections::HashSet<_> =
        answers.keys().map(|placement| (placement.piece(), placement.rotation())).collect();
    assert_eq!(ways.len(), 91);
}
