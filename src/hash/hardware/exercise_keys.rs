//! Games at random, whose keys are made and taken back beside those in software.

use std::collections::VecDeque;

use super::KEYS_LATENCY;
use crate::chess::{Move, Piece, PieceKind, Position, rules};
use crate::game::MachineError;
use crate::hash::zobrist::{Constants, can_take_en_passant, key_of};
use crate::netlist::testing::Random;
use crate::simulate::Ports;

/// What is expected of a move: the key, the rights, and the file of an en passant.
type Expected = [u64; 3];

/// A unit in a simulator, with the answers that are due.
struct Run<'a, P: Ports + ?Sized> {
    ports: &'a mut P,
    constants: &'a Constants,
    due: VecDeque<Option<(String, Expected)>>,
}

/// Plays games at random, of so many moves in all. In each cycle the unit is given a move, or has to
/// take one back, and its answers are compared with the keys of the positions.
///
/// # Errors
/// They differ, or the simulator failed.
pub fn exercise_keys(
    ports: &mut (impl Ports + ?Sized),
    constants: &Constants,
    moves: u32,
) -> Result<(), MachineError> {
    let mut random = Random(1);
    let mut run = Run::new(ports, constants);
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
        run.step(&position, mv, back)?;
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
    let mut run = Run::new(ports, constants);
    for position in positions {
        for mv in rules::legal_moves(&position).unwrap_or_default() {
            run.step(&position, mv, false)?;
            let next = position.after(mv);
            for (number, reply) in rules::legal_moves(&next).unwrap_or_default().into_iter().enumerate() {
                run.step(&next, reply, number % 2 == 1)?;
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

impl<'a, P: Ports + ?Sized> Run<'a, P> {
    /// Nothing is due before the unit's stages have filled.
    fn new(ports: &'a mut P, constants: &'a Constants) -> Self {
        Self { ports, constants, due: (1..KEYS_LATENCY).map(|_| None).collect() }
    }

    /// Gives a move to be made, or to be taken `back`.
    fn step(&mut self, position: &Position, mv: Move, back: bool) -> Result<(), MachineError> {
        let next = position.after(mv);
        let keys = [position, &next].map(|position| key_of(self.constants, position));
        self.give(position, mv, keys[usize::from(back)])?;
        let expected = [keys[usize::from(!back)], castling(&next), en_passant(&next)];
        self.due.push_back(Some((format!("{mv} in {}", position.to_fen()), expected)));
        self.answer()
    }

    /// Waits for the last answers.
    fn settle(&mut self) -> Result<(), MachineError> {
        (1..KEYS_LATENCY).try_for_each(|_| self.answer())
    }

    fn give(&mut self, position: &Position, mv: Move, key: u64) -> Result<(), MachineError> {
        let code = |piece: Option<Piece>| piece.map_or(0, |piece| u64::from(piece.code()));
        let pawn = Piece::new(position.side.other(), PieceKind::Pawn);
        let beside = position.squares_of(pawn).filter(|square| square.rank() == mv.to.rank());
        for (port, value) in [
            ("key", key),
            ("moving", code(position.piece(mv.from))),
            ("captured", code(position.piece(mv.to))),
            ("origin", mv.from.index() as u64),
            ("destination", mv.to.index() as u64),
            ("promotion", mv.promotion.map_or(0, |kind| kind.code().into())),
            ("castling", castling(position)),
            ("en_passant", en_passant(position)),
            ("pawns", beside.fold(0, |files, square| files | 1 << square.file())),
        ] {
            self.ports.poke(port, value).map_err(wrong)?;
        }
        Ok(())
    }

    /// Ends the cycle; compares the answer that comes then.
    fn answer(&mut self) -> Result<(), MachineError> {
        self.ports.step().map_err(wrong)?;
        let Some((mv, expected)) = self.due.pop_front().flatten() else { return Ok(()) };
        let mut found = [0; 3];
        for (found, port) in found.iter_mut().zip(["key_after", "castling_after", "en_passant_after"]) {
            *found = self.ports.peek(port).map_err(wrong)?;
        }
        match found == expected {
            true => Ok(()),
            false => Err(wrong(format!("{mv}: {found:x?} instead of {expected:x?}"))),
        }
    }
}

fn wrong(problem: impl ToString) -> MachineError {
    MachineError::simulator("unit of keys", problem)
}
