//! The features of a position beside its pieces' squares: how often each is there, white's minus
//! black's. This is the specification of the evaluation's terms.

use super::pawns;
use super::sets::{Attacks, Sets, checking, files, filled, forward, neighbours, pawns as pawn_attacks};
use super::term::Term;
use crate::chess::{Color, PieceKind};

use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};

/// Takes the features of a position, one after the other.
pub trait Collect {
    /// The feature is there this many times more for white than for black; it may come again.
    fn add(&mut self, feature: usize, times: i32);
}

/// A side of a position.
pub(super) struct View<'a> {
    pub sets: &'a Sets,
    pub color: Color,
    /// The squares that it attacks.
    pub attacks: &'a Attacks,
    /// The squares that the other attacks.
    pub attacked: &'a Attacks,
}

impl View<'_> {
    pub fn own(&self, kind: PieceKind) -> u64 {
        self.sets.of(self.color, kind)
    }

    pub fn enemy(&self, kind: PieceKind) -> u64 {
        self.sets.of(self.color.other(), kind)
    }

    pub fn own_pieces(&self) -> u64 {
        self.sets.colors[self.color as usize]
    }

    pub fn enemy_pieces(&self) -> u64 {
        self.sets.colors[self.color.other() as usize]
    }

    pub fn forward(&self, set: u64) -> u64 {
        forward(set, self.color)
    }

    pub fn backward(&self, set: u64) -> u64 {
        forward(set, self.color.other())
    }

    /// The squares from which a pawn of this side would still pass one of these.
    pub fn before(&self, set: u64) -> u64 {
        filled(self.backward(set), self.color.other())
    }

    /// The squares and all before them.
    pub fn filled(&self, set: u64) -> u64 {
        filled(set, self.color)
    }

    /// All squares that enemy pawns attack or can come to attack.
    pub fn reach_of_enemy_pawns(&self) -> u64 {
        filled(self.attacked.by(Pawn), self.color.other())
    }
}

/// A collector with the sign of a side.
pub(super) struct Signed<'a, C>(&'a mut C, i32);

impl<C: Collect> Signed<'_, C> {
    /// A feature of the term, from 0, once for every square of the set.
    #[inline]
    pub fn squares(&mut self, term: Term, place: usize, set: u64) {
        // Most sets are empty, and to count one costs more than to ask.
        if set != 0 {
            self.times(term, place, count(set));
        }
    }

    #[inline]
    pub fn times(&mut self, term: Term, place: usize, times: i32) {
        self.0.add(term.first() + place, self.1 * times);
    }
}

#[inline]
pub(super) fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// Gives all features but those of [`Term::Squares`] to the collector.
#[inline]
pub fn collect(sets: &Sets, side: Color, collector: &mut impl Collect) {
    let attacks = Color::ALL.map(|color| Attacks::of(sets, color));
    for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
        let [own, other] = [color, color.other()].map(|color| &attacks[color as usize]);
        let view = View { sets, color, attacks: own, attacked: other };
        let signed = &mut Signed(&mut *collector, sign);
        mobility(&view, signed);
        king(&view, signed);
        pawns::collect(&view, signed);
        pieces(&view, signed);
        threats(&view, signed);
    }
    Signed(collector, if side == Color::White { 1 } else { -1 }).times(Term::Tempo, 0, 1);
}

/// The pieces that have a map of their own.
const PIECES: [PieceKind; 4] = [Knight, Bishop, Rook, Queen];

#[inline]
fn mobility(view: &View, to: &mut Signed<impl Collect>) {
    let free = !view.own_pieces() & !view.attacked.by(Pawn);
    for (place, kind) in PIECES.into_iter().enumerate() {
        to.squares(Term::Mobility, place, view.attacks.by(kind) & free);
    }
}

/// The units of an attack on the king's zone, at most.
pub const MOST_UNITS: i32 = 31;

/// The weight of an attacker of each kind, from pawn to queen, in these units.
pub const UNITS: [i32; 5] = [1, 2, 2, 3, 3];

#[inline]
fn king(view: &View, to: &mut Signed<impl Collect>) {
    let king = view.enemy(King);
    let around = king | neighbours(king);
    let zone = around | forward(around, view.color.other());
    let units: i32 = (view.attacks.kinds.iter().zip(UNITS)).map(|(map, unit)| unit * count(map & zone)).sum();
    let table = if view.own(Queen) == 0 { 0 } else { MOST_UNITS as usize + 1 };
    to.times(Term::KingZone, table + units.min(MOST_UNITS) as usize, 1);

    let safe = !view.attacked.all & !view.own_pieces();
    let from = checking(king, view.sets.occupied());
    for ((place, kind), from) in PIECES.into_iter().enumerate().zip(from) {
        to.squares(Term::SafeChecks, place, from & view.attacks.by(kind) & safe);
    }
}

#[inline]
fn pieces(view: &View, to: &mut Signed<impl Collect>) {
    to.times(Term::BishopPair, 0, (count(view.own(Bishop)) >= 2).into());
    let rooks = view.own(Rook) & !files(view.own(Pawn));
    let enemy_files = files(view.enemy(Pawn));
    to.squares(Term::RookFiles, 0, rooks & !enemy_files);
    to.squares(Term::RookFiles, 1, rooks & enemy_files);
    let ranks: u64 = match view.color {
        Color::White => 0x0000_ffff_ff00_0000,
        Color::Black => 0x0000_00ff_ffff_0000,
    };
    let outposts = ranks & view.attacks.by(Pawn) & !view.reach_of_enemy_pawns();
    to.squares(Term::Outposts, 0, view.own(Knight) & outposts);
    to.squares(Term::Outposts, 1, view.own(Bishop) & outposts);
}

#[inline]
fn threats(view: &View, to: &mut Signed<impl Collect>) {
    let [knights, bishops, rooks, queens] = PIECES.map(|kind| view.enemy(kind));
    let by_pawns = view.attacks.by(Pawn);
    let by_minors = view.attacks.by(Knight) | view.attacks.by(Bishop);
    let hanging = view.enemy_pieces() & view.attacks.all & !view.attacked.all;
    let empty = !view.sets.occupied();
    let safe = (!view.attacked.all | view.attacks.all) & !view.attacked.by(Pawn);
    let steps = view.forward(view.own(Pawn)) & empty & safe;
    let pieces = knights | bishops | rooks | queens;
    let sets = [
        by_pawns & (knights | bishops),
        by_pawns & (rooks | queens),
        by_minors & rooks,
        by_minors & queens,
        view.attacks.by(Rook) & queens,
        hanging & view.enemy(Pawn),
        hanging & pieces,
        pieces & pawn_attacks(steps, view.color),
    ];
    for (place, set) in sets.into_iter().enumerate() {
        to.squares(Term::Threats, place, set);
    }
}
