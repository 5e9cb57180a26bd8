//! The terms of pawns, as logic: the same as `pawns.rs` in software.

use super::side::{before, filled_north, filled_south};
use super::tally::Tally;
use super::terms::{View, joined, words};
use crate::chess::PieceKind::{King, Pawn};
use crate::chess::evaluation::term::Term;
use crate::describe::Wire;
use crate::parts::decode::word;
use crate::parts::rows::Rows;

/// The rows on which pawns stand.
const PAWN_ROWS: std::ops::Range<usize> = 1..7;

/// Adds the terms of a side's pawns.
pub(super) fn tally(view: &View, tally: &mut Tally) {
    shield(view, tally);
    passed(view, tally);
    structure(view, tally);
    chains(view, tally);
}

fn rows(set: &Rows) -> Vec<Wire> {
    set.words()[PAWN_ROWS].to_vec()
}

/// The squares to the left and to the right.
fn sideways(set: &Rows) -> Rows {
    &set.moved(-1, 0) | &set.moved(1, 0)
}

/// Three files side by side differ modulo 3.
fn shield(view: &View, tally: &mut Tally) {
    if !tally.wants(Term::Shield, 0..3) {
        return;
    }
    let (king, pawns) = (view.us.of(King), view.us.of(Pawn));
    let row = view.named(king | &sideways(king), "shield");
    for place in 0..2 {
        if tally.wants(Term::Shield, [place]) {
            let files = joined(&rows(&(&row.moved(0, 1 + place as i32) & pawns)));
            let fold = |class: u32| (class..8).step_by(3).map(|file| files.bit(file)).reduce(|a, b| a | b);
            tally.bits(view.whose, Term::Shield, place, (0..3).filter_map(fold));
        }
    }
    let covered = joined(&words(king)) & joined(&rows(pawns));
    tally.bits(view.whose, Term::Shield, 2, [covered.none()]);
}

fn passed(view: &View, tally: &mut Tally) {
    let terms = [Term::Passed, Term::PassedFree, Term::PassedGuarded];
    if !terms.into_iter().any(|term| tally.wants(term, 0..term.features().len())) {
        return;
    }
    let (pawns, theirs) = (view.us.of(Pawn), view.them.of(Pawn));
    let bars = view.named(&(theirs | &sideways(theirs)) | pawns, "bars");
    let barred = filled_south(&before(&bars));
    let passed = view.named(pawns & &!&barred, "passed");
    let open = before(&(view.empty & &!&view.them.attacked));
    for row in PAWN_ROWS {
        tally.bits(view.whose, Term::Passed, row, [passed.row(row).clone()]);
        if tally.wants(Term::PassedFree, [row]) {
            tally.bits(view.whose, Term::PassedFree, row, [passed.row(row) & open.row(row)]);
        }
    }
    if tally.wants(Term::PassedGuarded, [0]) {
        tally.bits(view.whose, Term::PassedGuarded, 0, rows(&(&passed & view.us.by(Pawn))));
    }
}

/// Doubled, isolated and backward pawns.
fn structure(view: &View, tally: &mut Tally) {
    let pawns = view.us.of(Pawn);
    if tally.wants(Term::Doubled, [0]) {
        let doubled = pawns & &filled_south(&before(pawns));
        tally.bits(view.whose, Term::Doubled, 0, rows(&doubled));
    }
    let terms = [Term::Isolated, Term::Backward];
    if !terms.into_iter().any(|term| tally.wants(term, [0])) {
        return;
    }
    let files = joined(&rows(pawns));
    let beside = |file: u32| {
        let near = [file.checked_sub(1), Some(file + 1).filter(|file| *file < 8)];
        near.into_iter().flatten().map(|file| files.bit(file)).reduce(|a, b| a | b)
    };
    let beside = word(&(0..8).filter_map(beside).collect::<Vec<_>>());
    let beside = beside.named(&format!("{}_files_beside", view.name));
    if tally.wants(Term::Isolated, [0]) {
        let counted = tally.gated(&rows(pawns), &!&beside, &format!("{}_isolated", view.name));
        tally.counted(view.whose, Term::Isolated, 0, counted);
    }
    if tally.wants(Term::Backward, [0]) {
        let stop = view.them.by(Pawn) & &!&filled_north(view.us.by(Pawn));
        let stopped = view.named(pawns & &before(&stop), "stopped");
        let counted = tally.gated(&rows(&stopped), &beside, &format!("{}_backward", view.name));
        tally.counted(view.whose, Term::Backward, 0, counted);
    }
}

/// Pawns beside each other, and pawns that guard each other.
fn chains(view: &View, tally: &mut Tally) {
    let pawns = view.us.of(Pawn);
    if tally.wants(Term::Phalanx, [0]) {
        tally.bits(view.whose, Term::Phalanx, 0, rows(&(pawns & &sideways(pawns))));
    }
    if tally.wants(Term::Guarded, [0]) {
        tally.bits(view.whose, Term::Guarded, 0, rows(&(pawns & view.us.by(Pawn))));
    }
}
