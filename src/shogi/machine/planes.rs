//! The sets of squares of a position.

use super::SHOGI;
use crate::describe::{Builder, Wire};
use crate::parts::rows::Rows;

/// The pieces of a position by kind, of both sides, and by side. A square's piece is four bits:
/// 1 pawn, 2 lance, 3 knight, 4 silver general, 5 gold general or a small piece that is promoted,
/// 6 bishop, 7 rook, 8 king, 14 horse, 15 dragon.
pub struct Planes {
    pub own: Rows,
    pub enemy: Rows,
    pub empty: Rows,
    pub pawns: Rows,
    pub lances: Rows,
    pub knights: Rows,
    pub silvers: Rows,
    pub golds: Rows,
    /// Bishops and horses.
    pub diagonal: Rows,
    /// Rooks and dragons.
    pub straight: Rows,
    /// Horses, dragons and kings.
    pub crowned: Rows,
    /// Horses and kings: they step along ranks and files.
    pub step_straight: Rows,
    /// Dragons and kings: they step to corners.
    pub step_diagonal: Rows,
    pub kings: Rows,
}

impl Planes {
    /// The input ports of a module: 405 bits.
    pub fn inputs(b: &Builder) -> Self {
        let own = b.input("own", 81).comment("pieces of the side to move, which moves north");
        let kind = |place: u32| {
            let comment = format!("bit {place} of each square's piece");
            b.input(&format!("kind_{place}"), 81).comment(&comment)
        };
        Self::of(&own, &[0, 1, 2, 3].map(kind))
    }

    /// From the pieces of the side to move, and the bits of the pieces' kinds. Each set is a
    /// function of a square's bits: 1 LUT4 a square.
    pub fn of(own: &Wire, kinds: &[Wire; 4]) -> Self {
        let own = Rows::of(SHOGI, own);
        let [k0, k1, k2, k3] = kinds.each_ref().map(|kind| Rows::of(SHOGI, kind));
        let [n0, n1, n2, n3] = [&k0, &k1, &k2, &k3].map(|set| !set);
        let all = |sets: [&Rows; 4], name: &str| {
            let [a, b, c, d] = sets;
            ((a & b) & (c & d)).named(name)
        };
        let occupied = ((&k0 | &k1) | (&k2 | &k3)).named("occupied");
        let of_three = |a: &Rows, b: &Rows, c: &Rows, name: &str| ((a & b) & c).named(name);
        Self {
            enemy: (&occupied & !&own).named("enemy"),
            empty: (!&occupied).named("empty"),
            pawns: all([&k0, &n1, &n2, &n3], "pawns"),
            lances: all([&n0, &k1, &n2, &n3], "lances"),
            knights: all([&k0, &k1, &n2, &n3], "knights"),
            silvers: all([&n0, &n1, &k2, &n3], "silvers"),
            golds: all([&k0, &n1, &k2, &n3], "golds"),
            diagonal: of_three(&n0, &k1, &k2, "diagonal"),
            straight: of_three(&k0, &k1, &k2, "straight"),
            step_straight: (&k3 & &n0).named("step_straight"),
            step_diagonal: (&k3 & (&k0 | &n2)).named("step_diagonal"),
            kings: (&k3 & &n2).named("kings"),
            crowned: k3,
            own,
        }
    }
}
