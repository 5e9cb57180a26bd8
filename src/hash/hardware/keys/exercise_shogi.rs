//! Games of shogi at random, whose keys are made and taken back beside those in software.

use super::run::{Run, Values};
use crate::game::MachineError;
use crate::hash::zobrist::shogi::{Constants, key_of};
use crate::netlist::testing::Random;
use crate::shogi::{Kind, Move, Piece, Position};
use crate::simulate::Ports;

/// Moves of a game.
const LONGEST: u32 = 160;

/// Plays games at random, of so many moves in all. In each cycle the unit is given a move, or has
/// to take one back, and its answers are compared with the keys of the positions.
///
/// # Errors
/// They differ, or the simulator failed.
pub fn exercise_shogi_keys(
    ports: &mut (impl Ports + ?Sized),
    constants: &Constants,
    moves: u32,
) -> Result<(), MachineError> {
    let mut random = Random(1);
    let mut run = Run::new(ports);
    let start: Position = Position::START.parse().map_err(|error| MachineError::simulator("shogi", error))?;
    let (mut position, mut length) = (start.clone(), 0);
    for _ in 0..moves {
        let Some(mv) = chosen(&position, &mut random).filter(|_| length < LONGEST) else {
            (position, length) = (start.clone(), 0);
            continue;
        };
        // A move that is taken back is tried again with another.
        let back = random.one_in(4);
        let next = position.after(mv);
        let keys = [&position, &next].map(|position| key_of(constants, position));
        let mut given = inputs(&position, mv);
        given.push(("key", keys[usize::from(back)]));
        let held = changed_kind(&position, mv).map(|kind| next.hand(position.side).count(kind));
        let expected =
            vec![("key_after", keys[usize::from(!back)]), ("held_after", held.unwrap_or(0).into())];
        run.step(format!("{mv} in {position}"), &given, expected)?;
        if !back {
            (position, length) = (next, length + 1);
        }
    }
    run.settle()
}

/// A legal move. One of two is a capture or a drop, if there is one: those change hands.
fn chosen(position: &Position, random: &mut Random) -> Option<Move> {
    let all = position.pseudo_legal();
    let changes = |mv: &&Move| changed_kind(position, **mv).is_some();
    let of_hands: Vec<Move> = all.iter().filter(changes).copied().collect();
    let from = if of_hands.is_empty() || random.one_in(2) { &all } else { &of_hands };
    let tried = (0..TRIES).filter_map(|_| from.get(random.below(from.len())).copied());
    tried.into_iter().find(|mv| position.is_legal(*mv))
}

/// Moves that are tried, one of which is legal nearly always.
const TRIES: usize = 20;

/// The kind of which the side to move has more or fewer in hand after the move.
fn changed_kind(position: &Position, mv: Move) -> Option<Kind> {
    match mv {
        Move::Drop { kind, .. } => Some(kind),
        Move::Board { to, .. } => position.piece(to).map(|taken| taken.kind),
    }
}

/// The inputs of a move, without its key.
fn inputs(position: &Position, mv: Move) -> Values {
    let side = position.side;
    let code = |piece: Option<Piece>| piece.map_or(0, |piece| u64::from(piece.code()));
    let held = changed_kind(position, mv).map_or(0, |kind| position.hand(side).count(kind));
    let (moving, captured, origin, promotes, drop) = match mv {
        Move::Drop { kind, .. } => (Some(Piece { side, kind, promoted: false }), None, 0, false, true),
        Move::Board { from, to, promotes } => {
            (position.piece(from), position.piece(to), from.index(), promotes, false)
        }
    };
    vec![
        ("moving", code(moving)),
        ("captured", code(captured)),
        ("origin", origin as u64),
        ("destination", mv.to().index() as u64),
        ("promotes", promotes.into()),
        ("drop", drop.into()),
        ("held", held.into()),
    ]
}
