//! The numbers of pieces on squares and in hand.

use crate::shogi::{Hand, Kind, Piece, Position, Side, Square};

/// The number of a piece on a square or in hand, as a side sees it.
pub type Code = u16;

/// A published way to number pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// That of Apery and YaneuraOu: each of the 38 pieces has an entry, also in hand; 1,548 codes.
    Folded,
    /// That of Bonanza 6: an entry for each piece on the board, and one for the number of each kind
    /// in each hand, also where it is 0; 1,476 codes, and 738 for the sums with two kings.
    Classic,
}

/// The first codes of a numbering: of the own pieces, and of the other side's.
struct Bases {
    hand: [[Code; 7]; 2],
    /// By class, see [`class`].
    board: [[Code; 9]; 2],
}

const FOLDED: Bases = Bases {
    hand: [[1, 39, 49, 59, 69, 79, 85], [20, 44, 54, 64, 74, 82, 88]],
    board: [
        [90, 252, 414, 576, 738, 900, 1062, 1224, 1386],
        [171, 333, 495, 657, 819, 981, 1143, 1305, 1467],
    ],
};

const CLASSIC: Bases = Bases {
    hand: [[0, 38, 48, 58, 68, 78, 84], [19, 43, 53, 63, 73, 81, 87]],
    board: [[81, 225, 360, 504, 666, 828, 990, 1152, 1314], [162, 306, 441, 585, 747, 909, 1071, 1233, 1395]],
};

/// The first codes of the own pieces in Bonanza's sums with two kings.
const CLASSIC_KKP: ([Code; 7], [Code; 9]) =
    ([0, 19, 24, 29, 34, 39, 42], [36, 108, 171, 252, 333, 414, 495, 576, 657]);

/// Pawn, lance, knight, silver, gold, bishop, horse, rook, dragon. Small promoted pieces are gold.
fn class(piece: Piece) -> Option<usize> {
    Some(match (piece.kind, piece.promoted) {
        (Kind::King, _) => return None,
        (Kind::Bishop, promoted) => 5 + usize::from(promoted),
        (Kind::Rook, promoted) => 7 + usize::from(promoted),
        (_, true) | (Kind::Gold, _) => 4,
        (kind, false) => kind as usize,
    })
}

/// Pieces as both sides see them: the codes of one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seen {
    /// As black sees it.
    pub black: Code,
    /// As white sees it, with the board turned by half.
    pub white: Code,
}

impl Numbering {
    /// The number of codes.
    pub fn codes(self) -> usize {
        match self {
            Self::Folded => 1548,
            Self::Classic => 1476,
        }
    }

    /// The entries of a position, at most.
    pub fn most_entries(self) -> usize {
        match self {
            Self::Folded => 38,
            Self::Classic => 52,
        }
    }

    fn bases(self) -> &'static Bases {
        match self {
            Self::Folded => &FOLDED,
            Self::Classic => &CLASSIC,
        }
    }

    /// The number of a square, as black sees it: by files from 1a, or by ranks from 9a.
    pub fn square(self, square: Square) -> usize {
        let (column, rank) = (square.column() as usize, 8 - square.row() as usize);
        match self {
            Self::Folded => (8 - column) * 9 + rank,
            Self::Classic => rank * 9 + column,
        }
    }

    /// A piece on the board. Kings have no code.
    pub fn on_board(self, piece: Piece, square: Square) -> Option<Seen> {
        let (class, square) = (class(piece)?, self.square(square) as Code);
        let of = |side: Side| self.bases().board[usize::from(piece.side != side)][class];
        Some(Seen { black: of(Side::Black) + square, white: of(Side::White) + 80 - square })
    }

    /// The place with this number in a hand: of the pieces there, from 0, or their number.
    pub fn in_hand(self, holder: Side, kind: Kind, number: u8) -> Option<Seen> {
        let of = |side: Side| self.bases().hand[usize::from(holder != side)].get(kind as usize).copied();
        let number = Code::from(number);
        Some(Seen { black: of(Side::Black)? + number, white: of(Side::White)? + number })
    }

    /// The entries of a hand.
    pub fn hand(self, holder: Side, hand: &Hand) -> Vec<Seen> {
        let kinds = Kind::IN_HAND.into_iter();
        let numbers = |kind| match self {
            Self::Folded => 0..hand.count(kind),
            Self::Classic => hand.count(kind)..hand.count(kind) + 1,
        };
        let entries = kinds.flat_map(|kind| numbers(kind).map(move |number| (kind, number)));
        entries.filter_map(|(kind, number)| self.in_hand(holder, kind, number)).collect()
    }

    /// All entries of a position: at most 38, or at most 52 of the classic numbering.
    pub fn entries(self, position: &Position) -> Vec<Seen> {
        let sides = Side::ALL.into_iter();
        let pieces = sides.clone().flat_map(|side| position.pieces(side));
        let on_board = pieces.filter_map(|(square, piece)| self.on_board(piece, square));
        on_board.chain(sides.flat_map(|side| self.hand(side, position.hand(side)))).collect()
    }

    /// The code of the same piece as the other side sees it. Only the folded numbering has a use
    /// for it.
    pub fn turned(self, code: Code) -> Code {
        let bases = self.bases();
        if let Some(above) = code.checked_sub(bases.board[0][0]) {
            let (plane, square) = (above / 81, above % 81);
            return bases.board[0][0] + (plane ^ 1) * 81 + 80 - square;
        }
        let hands = [(0, 1), (1, 0)]
            .into_iter()
            .flat_map(|(own, other)| bases.hand[own].into_iter().zip(bases.hand[other]).zip(Kind::IN_HAND));
        let holds = |&((first, _), kind): &((Code, Code), Kind)| {
            (first..first + Code::from(kind.in_a_set())).contains(&code)
        };
        hands.into_iter().find(holds).map_or(0, |((first, other), _)| other + code - first)
    }
}

/// The codes of Bonanza's sums with two kings: the own pieces on the board and in hand.
pub(super) fn classic_kkp(position: &Position, side: Side) -> Vec<Code> {
    let (hand, board) = CLASSIC_KKP;
    let square = |square| match side {
        Side::Black => Numbering::Classic.square(square) as Code,
        Side::White => 80 - Numbering::Classic.square(square) as Code,
    };
    let pieces = position.pieces(side);
    let on_board = pieces.filter_map(|(at, piece)| Some(board[class(piece)?] + square(at)));
    let held = Kind::IN_HAND.into_iter().zip(hand);
    on_board.chain(held.map(|(kind, first)| first + Code::from(position.hand(side).count(kind)))).collect()
}
