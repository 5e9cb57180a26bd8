//! A position: the board, and the other fields of a FEN.

use std::fmt;

use super::{Color, Piece, PieceKind, Square};

/// The four rights to castle: the king and that rook have not moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    /// `K`: white, to the king's side.
    pub white_king_side: bool,
    /// `Q`: white, to the queen's side.
    pub white_queen_side: bool,
    /// `k`: black, to the king's side.
    pub black_king_side: bool,
    /// `q`: black, to the queen's side.
    pub black_queen_side: bool,
}

impl CastlingRights {
    /// Whether this side may castle on that wing.
    pub fn get(self, color: Color, king_side: bool) -> bool {
        match (color, king_side) {
            (Color::White, true) => self.white_king_side,
            (Color::White, false) => self.white_queen_side,
            (Color::Black, true) => self.black_king_side,
            (Color::Black, false) => self.black_queen_side,
        }
    }

    /// Says whether this side may castle to that wing.
    pub fn set(&mut self, color: Color, king_side: bool, allowed: bool) {
        *match (color, king_side) {
            (Color::White, true) => &mut self.white_king_side,
            (Color::White, false) => &mut self.white_queen_side,
            (Color::Black, true) => &mut self.black_king_side,
            (Color::Black, false) => &mut self.black_queen_side,
        } = allowed;
    }
}

impl fmt::Display for CastlingRights {
    /// As in a FEN: some of `KQkq`, or `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut any = false;
        for (color, king_side) in Position::castlings().filter(|&(color, side)| self.get(color, side)) {
            any = true;
            write!(f, "{}", Position::castling_letter(color, king_side))?;
        }
        if any { Ok(()) } else { f.write_str("-") }
    }
}

/// The signs with which [`Position::draw`] shows the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figures {
    /// FEN letters, ASCII only.
    Letters,
    /// Unicode chess figures.
    Unicode,
}

/// A position. [`Position::from_fen`] gives only positions that the rules allow. The fields are
/// free to change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The piece on each square, by [`Square::index`].
    pub board: [Option<Piece>; 64],
    /// The side to move.
    pub side: Color,
    /// The rights to castle.
    pub castling: CastlingRights,
    /// The square that a pawn has just passed in a double step, whether or not an enemy pawn can
    /// take it.
    pub en_passant: Option<Square>,
    /// Half moves since the last capture or pawn move.
    pub halfmove: u16,
    /// The number of the move, from 1, counted up after black's.
    pub fullmove: u16,
}

/// The eight steps of a king: those of a rook, then those of a bishop.
const STEPS: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The eight jumps of a knight.
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Position {
    /// The start of the game, as a FEN.
    pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// A middle game with many moves of every kind, on which all move generators are tested, as a
    /// FEN: P. McKenzie's "Kiwipete".
    pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    /// The start of the game.
    pub fn start() -> Self {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        let pieces = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let board = std::array::from_fn(|square| match square / 8 {
            0 => Some(Piece::new(Color::White, pieces[square % 8])),
            1 => Some(Piece::new(Color::White, Pawn)),
            6 => Some(Piece::new(Color::Black, Pawn)),
            7 => Some(Piece::new(Color::Black, pieces[square % 8])),
            _ => None,
        });
        let mut castling = CastlingRights::default();
        Self::castlings().for_each(|(color, king_side)| castling.set(color, king_side, true));
        Self { board, side: Color::White, castling, en_passant: None, halfmove: 0, fullmove: 1 }
    }

    /// The piece on the square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The squares on which this piece stands.
    pub fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> {
        Square::all().filter(move |&square| self.piece(square) == Some(piece))
    }

    /// The square of this side's king, if it has one.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.squares_of(Piece::new(color, PieceKind::King)).next()
    }

    /// Whether a piece of this side attacks the square; any piece may stand there.
    pub fn attacked(&self, square: Square, by: Color) -> bool {
        self.attackers(square, by).next().is_some()
    }

    /// Whether the side to move could take the other's king, because the move that led here was not
    /// legal.
    pub fn king_can_be_taken(&self) -> bool {
        self.king(self.side.other()).is_some_and(|king| self.attacked(king, self.side))
    }

    /// The squares of this side's pieces that attack the square, whatever stands there.
    pub fn attackers(&self, square: Square, by: Color) -> impl Iterator<Item = Square> {
        let jumps = JUMPS.into_iter().filter_map(move |(files, ranks)| {
            let from = square.offset(files, ranks)?;
            (self.piece(from)? == Piece::new(by, PieceKind::Knight)).then_some(from)
        });
        let rays = STEPS.into_iter().filter_map(move |(files, ranks)| {
            let mut from = square.offset(files, ranks)?;
            let adjacent = from;
            while self.piece(from).is_none() {
                from = from.offset(files, ranks)?;
            }
            let piece = self.piece(from).filter(|piece| piece.color == by)?;
            let straight = files == 0 || ranks == 0;
            let reaches = match piece.kind {
                PieceKind::Queen => true,
                PieceKind::Rook => straight,
                PieceKind::Bishop => !straight,
                PieceKind::King => from == adjacent,
                // A pawn attacks forward, so seen from the square it stands backward.
                PieceKind::Pawn => from == adjacent && !straight && ranks == -by.forward(),
                PieceKind::Knight => false,
            };
            reaches.then_some(from)
        });
        jumps.chain(rays)
    }

    /// The four castlings in the order of a FEN, `KQkq`: the side, and whether to the king's wing.
    pub fn castlings() -> impl Iterator<Item = (Color, bool)> {
        Color::ALL.into_iter().flat_map(|color| [(color, true), (color, false)])
    }

    /// The FEN letter of a castling.
    pub(super) fn castling_letter(color: Color, king_side: bool) -> char {
        Piece::new(color, if king_side { PieceKind::King } else { PieceKind::Queen }).letter()
    }

    /// The letter of a castling by the file of its rook: `H`, `A`, `h`, `a`.
    pub(super) fn castling_file(color: Color, king_side: bool) -> char {
        let file = if king_side { 'h' } else { 'a' };
        if color == Color::White { file.to_ascii_uppercase() } else { file }
    }

    /// The squares where king and rook must stand to castle.
    pub(super) fn castling_home(color: Color, king_side: bool) -> [Square; 2] {
        let rank = color.home_rank();
        let rook = if king_side { 7 } else { 0 };
        [4, rook].map(|file| Square::wrapped(file, rank))
    }

    /// The board as text, the eighth rank on top, with the names of ranks and files and the side to
    /// move.
    pub fn draw(&self, figures: Figures) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            text += &format!("{} ", rank + 1);
            for square in (0..8).filter_map(|file| Square::at(file, rank)) {
                text.push(' ');
                text.push(match (self.piece(square), figures) {
                    (Some(piece), Figures::Letters) => piece.letter(),
                    (Some(piece), Figures::Unicode) => piece.figure(),
                    (None, Figures::Letters) => '.',
                    (None, Figures::Unicode) => '·',
                });
            }
            text.push('\n');
        }
        text += "\n   a b c d e f g h\n";
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::reference;

    #[test]
    fn the_board_is_drawn() {
        let position = Position::from_fen("4k3/8/8/8/4P3/8/8/R3K3 b Q e3 0 1").unwrap();
        let letters = "\
8  . . . . k . . .
7  . . . . . . . .
6  . . . . . . . .
5  . . . . . . . .
4  . . . . P . . .
3  . . . . . . . .
2  . . . . . . . .
1  R . . . K . . .

   a b c d e f g h
";
        assert_eq!(position.draw(Figures::Letters), letters);
        let figures = letters.replace('.', "·").replace('k', "♚").replace(['P', 'R', 'K'], "?");
        let unicode = position.draw(Figures::Unicode);
        assert_eq!(unicode.replace(['♙', '♖', '♔'], "?"), figures);
        assert!(unicode.contains("1  ♖ · · · ♔"), "{unicode}");
    }

    /// Every square of every position of the suite, attacked by either side, compared with the
    /// rules library.
    #[test]
    fn attacks_are_those_of_the_rules_library() {
        for line in reference::suite() {
            for square in Square::all() {
                for by in Color::ALL {
                    let found: Vec<Square> = line.position.attackers(square, by).collect();
                    assert_eq!(
                        found.iter().map(|from| from.index()).collect::<std::collections::BTreeSet<_>>(),
                        reference::attackers(&line.position, square, by),
                        "{square} by {by} in {}",
                        line.position.to_fen(),
                    );
                }
            }
        }
    }
}
