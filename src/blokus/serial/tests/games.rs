//! Whole games as the competition's conformance test has them.

use super::{Player, player, said};
use crate::blokus::code::{Move, Placement};
use crate::blokus::piece::{Piece, ROTATIONS};
use crate::blokus::plane::Cell;
use crate::blokus::position::Player as Side;
use crate::blokus::reference::placements;
use crate::blokus::serial::Protocol::{self, Fpt2013, Heart2014};
use crate::blokus::{Position, search};

/// The opponent of the conformance test: the first code that is a legal move, by row, column, piece and rotation.
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

/// A game from the greeting to the end; the machine has to win it, and its moves to be those of the search.
fn game(player: &mut Player, machine: Side, machine_first: bool, depth: u32) {
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
                assert_eq!(Some(mv), search::search(&position, depth).best, "{position}");
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

fn four_games(protocol: Protocol, depth: u32) {
    let mut player = player(protocol, depth);
    for machine in Side::BOTH {
        for first in [true, false] {
            game(&mut player, machine, first, depth);
        }
    }
}

#[test]
fn four_games_of_heart_2014_are_won() {
    four_games(Heart2014, 1);
}

#[test]
fn four_games_of_fpt_2013_are_won() {
    four_games(Fpt2013, 1);
}

/// All 168 rotations are taken, and mean what they mean in their smallest one.
#[test]
fn every_rotation_is_understood() {
    let mut player = player(Heart2014, 1);
    let start = Side::Two.start();
    let mut answers = std::collections::HashMap::new();
    for piece in Piece::all() {
        for rotation in 0..ROTATIONS {
            let placement = Placement::new(piece, rotation, start).unwrap();
            said(&mut player, b"9");
            let told = format!("35{placement}");
            let answer = said(&mut player, told.as_bytes());
            let first = answers.entry(placement.canonical()).or_insert_with(|| answer.clone());
            assert_eq!(first.len(), 4, "{placement}: {first}");
            assert_eq!(*first, answer, "{placement}");
        }
    }
    assert_eq!(answers.len(), 91);
}
