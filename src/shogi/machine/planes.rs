//! The sets of squares of a position.

use super::{NORTH, SHOGI, SOUTH, WAYS, is_diagonal};
use crate::describe::{Builder, Wire};
use crate::parts::rows::Rows;

/// The pieces of a position by the ways in which they move, of both sides, and by side. A square's
/// piece is four bits: 1 pawn, 2 lance, 3 knight, 4 silver general, 5 gold general or a small piece
/// that is promoted, 6 bishop, 7 rook, 8 king, 14 horse, 15 dragon.
pub struct Planes {
    pub own: Rows,
    pub enemy: Rows,
    pub empty: Rows,
    /// Those that step forward, as their side sees it: pawns, generals and horses. No kings, as in
    /// the other sets of steps.
    ahead: Rows,
    /// To the corners ahead: generals and dragons.
    ahead_corners: Rows,
    /// Aside and backward: gold generals and horses.
    aside: Rows,
    /// To the corners behind: silver generals and dragons.
    behind_corners: Rows,
    pub pawns: Rows,
    pub lances: Rows,
    pub knights: Rows,
    pub silvers: Rows,
    /// Bishops and horses.
    pub diagonal: Rows,
    /// Rooks and dragons.
    pub straight: Rows,
    /// Rooks, dragons and lances.
    forward: Rows,
    /// Horses, dragons and kings; with [`Planes::whole`], all promoted pieces and kings.
    pub crowned: Rows,
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
        let all = |a: &Rows, b: &Rows, c: &Rows, d: &Rows| (a & b) & (c & d);
        let either = |a: Rows, b: Rows, name: &str| (&a | &b).named(name);
        let occupied = ((&k0 | &k1) | (&k2 | &k3)).named("occupied");
        let (horses, dragons) = (|| all(&k3, &k2, &k1, &n0), || all(&k3, &k2, &k1, &k0));
        let generals = || (&n3 & &n1) & &k2;
        Self {
            enemy: (&occupied & !&own).named("enemy"),
            empty: (!&occupied).named("empty"),
            ahead: either((&n3 & &n1) & (&k2 | &k0), horses(), "ahead"),
            ahead_corners: either(generals(), dragons(), "ahead_corners"),
            aside: either(generals() & &k0, horses(), "aside"),
            behind_corners: either(generals() & &n0, dragons(), "behind_corners"),
            pawns: all(&k0, &n1, &n2, &n3).named("pawns"),
            lances: all(&n0, &k1, &n2, &n3).named("lances"),
            knights: all(&k0, &k1, &n2, &n3).named("knights"),
            silvers: all(&n0, &n1, &k2, &n3).named("silvers"),
            diagonal: ((&n0 & &k1) & &k2).named("diagonal"),
            straight: ((&k0 & &k1) & &k2).named("straight"),
            forward: either((&k0 & &k1) & &k2, all(&n0, &k1, &n2, &n3), "forward"),
            kings: (&k3 & &n2).named("kings"),
            crowned: k3,
            own,
        }
    }

    /// From whole codes of pieces: those of [`Planes::of`], but 9 to 12 for a promoted pawn, lance,
    /// knight and silver general. Likewise 1 LUT4 a square and set.
    pub fn whole(own: &Wire, kinds: &[Wire; 4]) -> Self {
        let own = Rows::of(SHOGI, own);
        let [k0, k1, k2, k3] = kinds.each_ref().map(|kind| Rows::of(SHOGI, kind));
        let [n0, n1, n2, n3] = [&k0, &k1, &k2, &k3].map(|set| !set);
        let all = |a: &Rows, b: &Rows, c: &Rows, d: &Rows| (a & b) & (c & d);
        let either = |a: &Rows, b: &Rows, name: &str| (a | b).named(name);
        let occupied = ((&k0 | &k1) | (&k2 | &k3)).named("occupied");
        let (horses, dragons) = (all(&k3, &k2, &k1, &n0), all(&k3, &k2, &k1, &k0));
        let (pawns, lances) = (all(&k0, &n1, &n2, &n3), all(&n0, &k1, &n2, &n3));
        let silvers = all(&n0, &n1, &k2, &n3);
        // 5 and 12, then 9 to 11; no piece has the code 13.
        let golds = ((&k2 & &n1) & (&k3 | &k0)) | ((&k3 & &n2) & (&k1 | &k0));
        let generals = &golds | &silvers;
        let straight = (&k0 & &k1) & &k2;
        Self {
            enemy: (&occupied & !&own).named("enemy"),
            empty: (!&occupied).named("empty"),
            ahead: either(&(&generals | &pawns), &horses, "ahead"),
            ahead_corners: either(&generals, &dragons, "ahead_corners"),
            aside: either(&golds, &horses, "aside"),
            behind_corners: either(&silvers, &dragons, "behind_corners"),
            pawns: pawns.named("pawns"),
            lances: lances.named("lances"),
            knights: all(&k0, &k1, &n2, &n3).named("knights"),
            silvers: silvers.named("silvers"),
            diagonal: ((&n0 & &k1) & &k2).named("diagonal"),
            forward: either(&straight, &lances, "forward"),
            straight: straight.named("straight"),
            kings: all(&k3, &n2, &n1, &n0).named("kings"),
            crowned: k3,
            own,
        }
    }

    /// Gold generals, and what moves as they do.
    pub fn golds(&self) -> Rows {
        &self.ahead_corners & &self.aside
    }

    /// The pieces of both sides that step in a direction of [`WAYS`] if their side moves north
    /// (`true`) or south.
    pub fn stepping(&self, way: usize, north: bool) -> &Rows {
        let ahead = if north { 1 } else { -1 };
        match (is_diagonal(way), WAYS[way].ranks == ahead) {
            (false, true) => &self.ahead,
            (false, false) => &self.aside,
            (true, true) => &self.ahead_corners,
            (true, false) => &self.behind_corners,
        }
    }

    /// Likewise, those that slide.
    pub fn sliding(&self, way: usize, north: bool) -> &Rows {
        match way {
            _ if is_diagonal(way) => &self.diagonal,
            _ if way == (if north { NORTH } else { SOUTH }) => &self.forward,
            _ => &self.straight,
        }
    }

    /// Bishops or rooks, promoted or not.
    pub fn far(&self, way: usize) -> &Rows {
        if is_diagonal(way) { &self.diagonal } else { &self.straight }
    }
}
