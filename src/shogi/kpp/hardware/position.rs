//! The commands that evaluate a position, or the one after a move.

use super::run::whole;
use super::twin::{BLACK, Command, Entry, KINGS, Operation, WHITE};
use crate::shogi::kpp::numbering::classic_kkp;
use crate::shogi::kpp::whole::kings;
use crate::shogi::kpp::{Numbering, Seen, material};
use crate::shogi::{Position, Side};

/// The entries of a position. In the classic numbering each also has a code for the sum over both
/// kings. Which of them goes with which makes no difference, because the lists are separate.
pub fn entries(numbering: Numbering, position: &Position) -> Vec<Entry> {
    let seen = |seen: Seen| [seen.black.into(), seen.white.into()];
    let entries = numbering.entries(position).into_iter().map(seen);
    if numbering == Numbering::Folded {
        return entries.map(|seen| Entry { seen, ..Entry::default() }).collect();
    }
    let own = Side::ALL.into_iter().flat_map(|side| {
        let codes = classic_kkp(position, side).into_iter();
        codes.map(move |code| (u32::from(code), side == Side::White))
    });
    entries.zip(own).map(|(seen, (with_kings, of_white))| Entry { seen, with_kings, of_white }).collect()
}

/// A command that sums everything of a position and is answered, without entries.
fn answered(numbering: Numbering, position: &Position) -> Command {
    Command {
        operation: Operation::Whole,
        entry: Entry::default(),
        parts: KINGS | BLACK | WHITE,
        answers: true,
        kings: kings(position, numbering).map(|square| square as u32),
        material: material(position) as i16,
        white_to_move: position.side == Side::White,
    }
}

/// The commands that evaluate a position from nothing.
pub fn whole_of(numbering: Numbering, position: &Position) -> Vec<Command> {
    whole(&entries(numbering, position), answered(numbering, position))
}

/// The commands that evaluate the position after a move, behind those for the one before it, in the
/// folded numbering. What a king that moves sees is summed from nothing.
pub fn difference(before: &Position, after: &Position) -> Vec<Command> {
    let numbering = Numbering::Folded;
    let last = answered(numbering, after);
    let [old, new] = [before, after].map(|position| entries(numbering, position));
    let [before, after] = [before, after].map(|position| kings(position, numbering));
    let moved = (0..2).filter(|&side| before[side] != after[side]);
    let anew = moved.fold(0, |parts, side| parts | KINGS | BLACK << side);
    let parts = (KINGS | BLACK | WHITE) & !anew;
    let command =
        |operation, entry: &Entry| Command { operation, entry: *entry, parts, answers: false, ..last };
    let gone = old.iter().filter(|entry| !new.contains(entry)).map(|entry| command(Operation::Take, entry));
    let come = new.iter().filter(|entry| !old.contains(entry)).map(|entry| command(Operation::Put, entry));
    let mut commands: Vec<Command> = gone.chain(come).collect();
    match (anew, commands.last_mut()) {
        (0, Some(change)) => change.answers = true,
        _ => commands.push(Command { parts: anew, ..last }),
    }
    commands
}
