//! Games at random, whose keys are made and taken back beside those in software.

use super::run::{Run, Values};
use crate::chess::{Move, Piece, PieceKind, Position, rules};
use crate::game::MachineError;
use crate::hash::zobrist::{Constants, can_take_en_passant, key_of};
use crate::netlist::testing::Random;
use crate::simulate::Ports;

/// Plays games at random, of so many moves in all. In each cycle the unit is given a move, or has
/// to take one back, and its answers are compared with the keys of the positions.
///
/// # Errors
/// They differ, or the simulator failed.
pub fn exercise_keys(
    ports: &mut (impl Ports + ?Sized),
    constants: &Constants,
    moves: u32,
) -> Result<(), MachineError> {
    let mut random = Random(1);
    let mut run = Run::new(ports);
    let (mut position, mut length) = (Position::start(), 0);
    for _ in 0..moves {
        let legal = rules::legal_moves(&position).unwrap_or_default();
        if legal.is_empty() || length == LONGEST {
            (position, length) = (Position::start(), 0);
            continue;
        }
        let mv = *random.pick(&legal);
        // A move that is taken back is tried again with another.
        let back = random.one_in(4);
        step(&mut run, constants, &position, mv, back)?;
        if !back {
            (position, length) = (position.after(mv), length + 1);
        }
    }
    run.settle()
}

/// Makes and takes back every legal move of these positions, and every reply to it.
#[cfg(test)]
pub(super) fn exercise_moves(
    ports: &mut (impl Ports + ?Sized),
    constants: &Constants,
    positions: impl Iterator<Item = Position>,
) -> Result<(), MachineError> {
    let mut run = Run::new(ports);
    for position in positions {
        for mv in rules::legal_moves(&position).unwrap_or_default() {
            step(&mut run, constants, &position, mv, false)?;
            let next = position.after(mv);
            for (number, reply) in rules::legal_moves(&next).unwrap_or_default().into_iter().enumerate() {
                step(&mut run, constants, &next, reply, number % 2 == 1)?;
            }
        }
    }
    run.settle()
}

/// Moves of a game.
const LONGEST: u32 = 120;

fn castling(position: &Position) -> u64 {
    let rights = Position::castlings().zip(0..);
    rights.fold(0, |word, ((color, side), bit)| word | u64::from(position.castling.get(color, side)) << bit)
}

fn en_passant(position: &Position) -> u64 {
    let file = position.en_passant.filter(|_| can_take_en_passant(position));
    file.map_or(0, |square| 8 | u64::from(square.file()))
}

/// Gives a move to be made, or to be taken `back`.
fn step(
    run: &mut Run<impl Ports + ?Sized>,
    constants: &Constants,
    position: &Position,
    mv: Move,
    back: bool,
) -> Result<(), MachineError> {
    let next = position.after(mv);
    let keys = [position, &next].map(|position| key_of(constants, position));
    let mut given = inputs(position, mv);
    given.push(("key", keys[usize::from(back)]));
    let expected = vec![
        ("key_after", keys[usize::from(!back)]),
        ("castling_after", castling(&next)),
        ("en_passant_after", en_passant(&next)),
    ];
    run.step(format!("{mv} in {}", position.to_fen()), &given, expected)
}

/// The inputs of a move, without its key.
fn inputs(position: &Position, mv: Move) -> Values {
    let code = |piece: Option<Piece>| piece.map_or(0, |piece| u64::from(piece.code()));
    let pawn = Piece::new(position.side.other(), PieceKind::Pawn);
    let beside = position.squares_of(pawn).filter(|square| square.rank() == mv.to.rank());
    vec![
        ("moving", code(position.piece(mv.from))),
        ("captured", code(position.piece(mv.to))),
        ("origin", mv.from.index() as u64),
        ("destination", mv.to.index() as u64),
        ("promotion", mv.promotion.map_or(0, |kind| kind.code().into())),
        ("castling", castling(position)),
        ("en_passant", en_passant(position)),
        ("pawns", beside.fold(0, |files, square| files | 1 << square.file())),
    ]
}
