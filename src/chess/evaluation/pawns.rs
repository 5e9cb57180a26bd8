//! The features of pawns, and of the pawns before a king.

use cozy_chess::BitBoard;

use super::features::{Collect, Signed, View};
use super::sets::{files, sideways};
use super::term::Term;
use crate::chess::Color;
use crate::chess::PieceKind::{King, Pawn};

/// Gives the features of a side's pawns.
#[inline]
pub(super) fn collect(view: &View, to: &mut Signed<impl Collect>) {
    shield(view, to);
    passed(view, to);
    structure(view, to);
}

#[inline]
fn shield(view: &View, to: &mut Signed<impl Collect>) {
    let (king, pawns) = (view.own(King), view.own(Pawn));
    let near = view.forward(king | sideways(king));
    to.squares(Term::Shield, 0, pawns & near);
    to.squares(Term::Shield, 1, pawns & view.forward(near));
    to.times(Term::Shield, 2, (files(king) & pawns == 0).into());
}

#[inline]
fn passed(view: &View, to: &mut Signed<impl Collect>) {
    let (pawns, enemy) = (view.own(Pawn), view.enemy(Pawn));
    let barred = view.before(enemy | sideways(enemy)) | view.before(pawns);
    let passed = pawns & !barred;
    let free = passed & view.backward(view.forward(passed) & !view.sets.occupied() & !view.attacked.all);
    for (term, set) in [(Term::Passed, passed), (Term::PassedFree, free)] {
        for square in BitBoard(set) {
            let rank = square.rank() as usize;
            to.times(term, if view.color == Color::White { rank } else { 7 - rank }, 1);
        }
    }
    to.squares(Term::PassedGuarded, 0, passed & view.attacks.by(Pawn));
}

#[inline]
fn structure(view: &View, to: &mut Signed<impl Collect>) {
    let pawns = view.own(Pawn);
    to.squares(Term::Doubled, 0, pawns & view.before(pawns));
    let neighbours = sideways(files(pawns));
    to.squares(Term::Isolated, 0, pawns & !neighbours);
    let stop = view.attacked.by(Pawn) & !view.filled(view.attacks.by(Pawn));
    to.squares(Term::Backward, 0, pawns & neighbours & view.backward(stop));
    to.squares(Term::Phalanx, 0, pawns & sideways(pawns));
    to.squares(Term::Guarded, 0, pawns & view.attacks.by(Pawn));
}
