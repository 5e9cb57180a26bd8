//! The terms of a side, as logic: the same as `features.rs` in software.

use super::side::{Side, before, filled_south, slides};
use super::tally::{Tally, Whose, limited};
use crate::chess::PieceKind::{self, Bishop, King, Knight, Pawn, Queen, Rook};
use crate::chess::evaluation::term::Term;
use crate::chess::evaluation::{MOST_UNITS, UNITS};
use crate::chess::fast::masks::{block, jumps, one_and_two};
use crate::describe::{Wire, concat};
use crate::parts::decode::word;
use crate::parts::population::Population;
use crate::parts::rows::{Rows, union};

/// A side whose terms are counted, on a board on which it moves north, and the other.
pub(super) struct View<'a> {
    pub us: &'a Side,
    pub them: &'a Side,
    pub empty: &'a Rows,
    pub whose: Whose,
    /// The beginning of names.
    pub name: &'static str,
}

impl View<'_> {
    pub fn named(&self, set: Rows, what: &str) -> Rows {
        set.named(&format!("{}_{what}", self.name))
    }
}

/// The pieces that have a map of their own.
pub(super) const PIECES: [PieceKind; 4] = [Knight, Bishop, Rook, Queen];

/// The words of a set's rows.
pub(super) fn words(set: &Rows) -> Vec<Wire> {
    set.words().to_vec()
}

/// Adds the terms of a side that are not pawns'.
pub(super) fn tally(view: &View, tally: &mut Tally) {
    mobility(view, tally);
    zone(view, tally);
    safe_checks(view, tally);
    rooks_and_bishops(view, tally);
    outposts(view, tally);
    threats(view, tally);
}

fn mobility(view: &View, tally: &mut Tally) {
    if !tally.wants(Term::Mobility, 0..4) {
        return;
    }
    let free = view.named(!&(&view.us.pieces | view.them.by(Pawn)), "free");
    let first_of = |place: &usize| (0..=*place).find(|first| tally.same(Term::Mobility, *first, *place));
    let firsts: Vec<usize> = (0..4).filter_map(|place| first_of(&place)).collect();
    for first in 0..4 {
        // Three kinds of one weight are added where they arrive.
        let kinds: Vec<PieceKind> =
            PIECES.into_iter().zip(&firsts).filter(|(_, of)| **of == first).map(|(kind, _)| kind).collect();
        if kinds.is_empty() || !tally.wants(Term::Mobility, [first]) {
            continue;
        }
        for row in 0..8 {
            let maps: Vec<Wire> = kinds.iter().map(|kind| view.us.by(*kind).row(row).clone()).collect();
            let name = format!("{}_mobility_{}_{first}", view.name, row + 1);
            let counted = tally.gated(&maps, free.row(row), &name);
            tally.counted(view.whose, Term::Mobility, first, counted);
        }
    }
}

/// No two squares of a king's zone have the same file modulo 3 and the same rank modulo 4, so they
/// are twelve bits.
fn zone(view: &View, tally: &mut Tally) {
    let span = Term::KingZone.features().len();
    if !tally.wants(Term::KingZone, 0..span) {
        return;
    }
    let around = union(&block(view.them.of(King)));
    let zone = view.named(&around | &before(&around), "zone");
    let mut units = Population::new(tally.builder(), &format!("{}_units", view.name));
    for (unit, kind) in UNITS.into_iter().zip(PieceKind::ALL) {
        let map = view.us.by(kind);
        let ranks: Vec<Wire> = (0..4)
            .map(|rank| (zone.row(rank) & map.row(rank)) | (zone.row(rank + 4) & map.row(rank + 4)))
            .collect();
        let fold = |rank: &Wire| {
            let file = |file: u32| (file..8).step_by(3).map(|file| rank.bit(file)).reduce(|a, b| a | b);
            word(&(0..3).filter_map(file).collect::<Vec<_>>())
        };
        let folded =
            word(&ranks.iter().map(fold).collect::<Vec<_>>()).named(&format!("{}_zone_by_{kind}", view.name));
        (0..2).filter(|log| unit >> log & 1 == 1).for_each(|log| units.add(log, &folded));
    }
    let units = limited(&units.total(8)).named(&format!("{}_units", view.name));
    let queen = view.us.of(Queen).any().named(&format!("{}_has_queen", view.name));
    let index = concat(&[queen, units]);
    assert_eq!(1 << index.width(), 2 * (MOST_UNITS + 1));
    tally.one_of(view.whose, Term::KingZone.first(), &index, &format!("{}_king_zone", view.name));
}

/// The squares on a line of the king are folded into the line's eight places.
fn safe_checks(view: &View, tally: &mut Tally) {
    if !tally.wants(Term::SafeChecks, 0..4) {
        return;
    }
    let king = view.them.of(King);
    let safe = view.named(!&(&view.us.pieces | &view.them.attacked), "safe");
    let may = |kind: PieceKind| view.named(view.us.by(kind) & &safe, &format!("safe_{kind}"));
    if tally.wants(Term::SafeChecks, [0]) {
        let from = view.named(union(&jumps(king)), "knight_checks");
        let folded = knight_checks(&(&from & &may(Knight)));
        tally.bits(view.whose, Term::SafeChecks, 0, folded);
    }
    let lines = slides(king, view.empty, &format!("{}_checks", view.name));
    for (place, kind, axes) in [(1, Bishop, 2..4), (2, Rook, 0..2), (3, Queen, 0..4)] {
        if tally.wants(Term::SafeChecks, [place]) {
            let may = may(kind);
            for axis in axes {
                let set = &lines[axis] & &may;
                // A file's squares are one a rank; those of other lines are one a file.
                let set = if axis == 1 { set.transposed() } else { set };
                tally.bits(view.whose, Term::SafeChecks, place, [joined(&words(&set))]);
            }
        }
    }
}

/// The eight squares from which a knight checks differ in the file modulo 5 or the rank modulo 3.
fn knight_checks(set: &Rows) -> Vec<Wire> {
    let rank =
        |class: usize| joined(&(class..8).step_by(3).map(|row| set.row(row).clone()).collect::<Vec<_>>());
    let fold = |word_of: Wire| {
        let file = |class: u32| (class..8).step_by(5).map(|file| word_of.bit(file)).reduce(|a, b| a | b);
        word(&(0..5).filter_map(file).collect::<Vec<_>>())
    };
    (0..3).map(|class| fold(rank(class))).collect()
}

/// The *or* of words; there is at least one.
pub(super) fn joined(words: &[Wire]) -> Wire {
    match words {
        [one] => one.clone(),
        _ => {
            let (low, high) = words.split_at(words.len() / 2);
            joined(low) | joined(high)
        }
    }
}

fn rooks_and_bishops(view: &View, tally: &mut Tally) {
    if tally.wants(Term::BishopPair, [0]) {
        let (_, pair) = one_and_two(view.us.of(Bishop).word());
        tally.bits(view.whose, Term::BishopPair, 0, [pair]);
    }
    if tally.wants(Term::RookFiles, 0..2) {
        let [own, other] = [view.us, view.them].map(|side| joined(&words(side.of(Pawn))));
        let closed = (&!&own & &!&other).named(&format!("{}_open_files", view.name));
        let half = (&!&own & &other).named(&format!("{}_half_open_files", view.name));
        for (place, files) in [(0, closed), (1, half)] {
            let counted =
                tally.gated(view.us.of(Rook).words(), &files, &format!("{}_rooks_{place}", view.name));
            tally.counted(view.whose, Term::RookFiles, place, counted);
        }
    }
}

fn outposts(view: &View, tally: &mut Tally) {
    if !tally.wants(Term::Outposts, 0..2) {
        return;
    }
    let reach = filled_south(view.them.by(Pawn));
    let outposts = view.named(view.us.by(Pawn) & &!&reach, "outposts");
    for (place, kind) in [Knight, Bishop].into_iter().enumerate() {
        let rows = (3..6).map(|row| view.us.of(kind).row(row) & outposts.row(row));
        tally.bits(view.whose, Term::Outposts, place, rows);
    }
}

fn threats(view: &View, tally: &mut Tally) {
    let (us, them) = (view.us, view.them);
    let [knights, bishops, rooks, queens] = PIECES.map(|kind| them.of(kind));
    let (minors, majors) = (knights | bishops, rooks | queens);
    let pieces = &minors | &majors;
    let by_minors = us.by(Knight) | us.by(Bishop);
    let hanging = &us.attacked & &!&them.attacked;
    let whole = them.of(Pawn) | &pieces;
    // Where two features of one weight cannot be on one square, one set has both.
    let pairs: [(usize, &Rows, [&Rows; 2], &Rows); 3] = [
        (0, us.by(Pawn), [&minors, &majors], &pieces),
        (2, &by_minors, [rooks, queens], &majors),
        (5, &hanging, [them.of(Pawn), &pieces], &whole),
    ];
    for (place, by, each, both) in pairs {
        let same = tally.same(Term::Threats, place, place + 1);
        let mut add = |place, on: &Rows| {
            if tally.wants(Term::Threats, [place]) {
                tally.bits(view.whose, Term::Threats, place, words(&(by & on)));
            }
        };
        match same {
            true => add(place, both),
            false => each.into_iter().zip(place..).for_each(|(on, place)| add(place, on)),
        }
    }
    let mut add = |place, set: &dyn Fn() -> Rows| {
        if tally.wants(Term::Threats, [place]) {
            tally.bits(view.whose, Term::Threats, place, words(&set()));
        }
    };
    add(4, &|| us.by(Rook) & queens);
    add(7, &|| pushed(view) & &pieces);
}

/// The squares that pawns could attack after a safe step.
fn pushed(view: &View) -> Rows {
    let (us, them) = (view.us, view.them);
    let arriving = &us.of(Pawn).moved(0, 1) & view.empty;
    let safe = &(&us.attacked | &!&them.attacked) & &!them.by(Pawn);
    let steps = view.named(&arriving & &safe, "steps");
    &steps.moved(-1, 1) | &steps.moved(1, 1)
}
