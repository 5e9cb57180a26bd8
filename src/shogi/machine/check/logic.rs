//! The logic: all lines of all squares at once.
//!
//! A king sees along its lines up to the first piece, and so does each enemy slider. A slider that
//! the king sees gives check. Where both see one piece, that piece stands alone between them.

use super::bytes::ROWS;
use crate::describe::{Builder, Wire, concat};
use crate::parts::decode::word;
use crate::parts::rows::{Rows, union};
use crate::shogi::machine::attacks::{knight_jumps, meet, stepped};
use crate::shogi::machine::{
    EAST, NORTH, NORTH_EAST, NORTH_WEST, SHOGI, SOUTH, SOUTH_EAST, SOUTH_WEST, WAYS, WEST, is_diagonal,
};

/// The description for the reader of the HDL.
const DOC: &str = "The pieces around a king of shogi that give check, or stand alone before one that would.\nThe king sees along its lines up to the first piece, and so does each enemy piece that slides.\nA slider that the king sees gives check. Where both see one piece, it blocks the check.";

/// The inputs of the logic: a bit of each byte, from the low one on.
const PLANES: [(&str, &str); 8] = [
    ("pawn", "pieces that move as a pawn"),
    ("knight", "as a knight"),
    ("lance", "as a lance"),
    ("bishop", "as a bishop: horses too"),
    ("rook", "as a rook: dragons too"),
    ("silver", "as a silver general: kings and dragons too"),
    ("gold", "as a gold general: kings, horses, dragons and small pieces that are promoted too"),
    ("enemy", "pieces of the side that is not to move"),
];

/// The input ports of a machine, see [`ROWS`], and the inputs of the logic from them.
pub(super) fn planes_of_bytes(b: &Builder) -> Vec<(String, Wire)> {
    let port = |(port, row): (&&str, usize)| {
        b.input(port, 72).comment(&format!("row {row}: nine bytes, that of the first column in the low one"))
    };
    let mut rows: Vec<Wire> = ROWS.iter().zip(1..).map(port).collect();
    rows.reverse();
    let rows = concat(&rows);
    let plane = |bit: u32| word(&(0..81).map(|square| rows.bit(8 * square + bit)).collect::<Vec<_>>());
    PLANES.iter().zip(0..).map(|((name, _), bit)| ((*name).into(), plane(bit).named(name))).collect()
}

/// The pieces of a board of bytes by their ways of moving.
struct Ways {
    pawn: Rows,
    knight: Rows,
    lance: Rows,
    bishop: Rows,
    rook: Rows,
    silver: Rows,
    gold: Rows,
    enemy: Rows,
}

impl Ways {
    fn inputs(b: &Builder) -> Self {
        let [pawn, knight, lance, bishop, rook, silver, gold, enemy] =
            PLANES.map(|(name, comment)| Rows::of(SHOGI, &b.input(name, 81).comment(comment)));
        Self { pawn, knight, lance, bishop, rook, silver, gold, enemy }
    }

    fn occupied(&self) -> Rows {
        let Self { pawn, knight, lance, bishop, rook, silver, gold, .. } = self;
        (((pawn | knight) | (lance | bishop)) | ((rook | silver) | gold)).named("occupied")
    }

    /// The king of the side to move: no other piece moves as both generals, but dragons, and those
    /// are rooks too.
    fn king(&self) -> Rows {
        ((&self.gold & &self.silver) & !&(&self.rook | &self.enemy)).named("king")
    }

    /// Enemy pieces that attack the king by a step or a jump.
    fn beside(&self, king: &Rows) -> Rows {
        let at = |way: usize| stepped(king, WAYS[way]);
        let [one, other] = knight_jumps(king, true);
        let ahead = (at(NORTH) | (at(NORTH_EAST) | at(NORTH_WEST))).named("ahead");
        let as_gold = (&ahead | ((at(EAST) | at(WEST)) | at(SOUTH))).named("as_gold");
        let as_silver = (&ahead | (at(SOUTH_EAST) | at(SOUTH_WEST))).named("as_silver");
        let generals = (&self.gold & &as_gold) | (&self.silver & &as_silver);
        let small = (&self.pawn & at(NORTH)) | (&self.knight & (one | other));
        (&self.enemy & (generals | small)).named("beside")
    }
}

/// Enemy pieces that slide.
struct Sliders {
    bishops: Rows,
    rooks: Rows,
    /// Rooks and lances, which come towards the side to move.
    forward: Rows,
}

impl Sliders {
    fn new(ways: &Ways) -> Self {
        Self {
            bishops: (&ways.enemy & &ways.bishop).named("enemy_bishops"),
            rooks: (&ways.enemy & &ways.rook).named("enemy_rooks"),
            forward: (&ways.enemy & (&ways.rook | &ways.lance)).named("enemy_forward"),
        }
    }

    /// Those that slide in this direction.
    fn in_direction(&self, way: usize) -> &Rows {
        match way {
            SOUTH => &self.forward,
            _ if is_diagonal(way) => &self.bishops,
            _ => &self.rooks,
        }
    }

    /// Those on squares that the king sees, by direction of its view.
    fn seen(&self, view: &[Rows; 8]) -> Rows {
        let diagonal = union(&[NORTH_EAST, SOUTH_WEST, NORTH_WEST, SOUTH_EAST].map(|way| view[way].clone()));
        let aside = union(&[EAST, WEST, SOUTH].map(|way| view[way].clone()));
        ((&self.bishops & diagonal) | (&self.rooks & aside)) | (&self.forward & &view[NORTH])
    }
}

/// The logic of the machine as one combinational module. In, 81 bits each: `pawn`, `knight`,
/// `lance`, `bishop`, `rook`, `silver`, `gold` and `enemy`, a bit of each byte of a board that has
/// one own king; the side to move goes north. Out, 81 bits each: `checkers`, `blockers` and
/// `pinned`, see [`Checks`](super::Checks).
pub fn logic(name: &str) -> Builder {
    let b = Builder::new(name, DOC);
    let ways = Ways::inputs(&b);
    let (occupied, king, sliders) = (ways.occupied(), ways.king(), Sliders::new(&ways));
    let empty = (!&occupied).named("empty");
    let ray = |from: &Rows, way: usize, name: &str| {
        from.ray(&empty, WAYS[way], &format!("{name}_{}", WAYS[way].name))
    };
    let view: [Rows; 8] = std::array::from_fn(|way| ray(&king, way, "view"));
    let threat: [Rows; 8] = std::array::from_fn(|way| ray(sliders.in_direction(way), way, "threat"));
    let checkers = (sliders.seen(&view) | ways.beside(&king)).named("checker");
    let blockers = (union(&meet(&view, &threat, "meet")) & &occupied).named("blocker");
    let pinned = (&blockers & !&ways.enemy).named("pin");
    b.output("checkers", &checkers.word()).comment("enemy pieces that attack the king");
    b.output("blockers", &blockers.word())
        .comment("pieces alone between the king and an enemy slider of that line");
    b.output("pinned", &pinned.word()).comment("own pieces among the blockers");
    b
}
