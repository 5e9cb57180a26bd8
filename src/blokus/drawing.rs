//! Pieces and boards as text.

use std::fmt;

use super::piece::Piece;
use super::plane::{Cell, SIDE};
use super::{Move, Placement, Player, Position};

/// The rows of a piece in this rotation (see [`Piece::cells`]). Its letter stands on its cells, as
/// a capital on the centre of its template. A dot stands on every other cell of the smallest
/// rectangle around it.
pub fn shape(piece: Piece, rotation: u8) -> Vec<String> {
    let cells = piece.cells(rotation);
    let ends = |values: Vec<i8>| {
        let low = values.iter().min().copied().unwrap_or_default();
        low..=values.iter().max().copied().unwrap_or_default()
    };
    let (columns, rows) =
        (ends(cells.iter().map(|cell| cell.0).collect()), ends(cells.iter().map(|cell| cell.1).collect()));
    let mark = |cell| match cells.contains(&cell) {
        true if cell == (0, 0) => piece.letter().to_ascii_uppercase(),
        true => piece.letter(),
        false => '.',
    };
    rows.map(|y| columns.clone().map(|x| mark((x, y))).collect()).collect()
}

/// [`shape`] in one line, a slash between its rows, such as `t../tTt/.t.`.
pub fn shape_in_a_line(piece: Piece, rotation: u8) -> String {
    shape(piece, rotation).join("/")
}

/// The [`shape`], as wide as it is high on paper: a blank between two columns, and blanks instead
/// of dots.
pub fn spaced(piece: Piece, rotation: u8) -> Vec<String> {
    let space = |row: String| {
        let cells: Vec<String> = row.replace('.', " ").chars().map(String::from).collect();
        cells.join(" ")
    };
    shape(piece, rotation).into_iter().map(space).collect()
}

/// Puts blocks of lines side by side, in as many rows of blocks as a page of this width needs, with
/// an empty line between two rows.
pub fn side_by_side(blocks: &[Vec<String>], width: usize) -> String {
    let width_of = |block: &Vec<String>| block.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut rows: Vec<Vec<&Vec<String>>> = Vec::new();
    let mut used = width;
    for block in blocks {
        if used + GAP + width_of(block) > width {
            rows.push(Vec::new());
            used = 0;
        }
        used += GAP + width_of(block);
        if let Some(row) = rows.last_mut() {
            row.push(block);
        }
    }
    let drawn = rows.iter().map(|row| {
        let height = row.iter().map(|block| block.len()).max().unwrap_or(0);
        let line = |at: usize| {
            let part = |block: &&Vec<String>| {
                format!(
                    "{:GAP$}{:width$}",
                    "",
                    block.get(at).map_or("", String::as_str),
                    width = width_of(block)
                )
            };
            let line: String = row.iter().map(part).collect();
            format!("{}\n", line.trim_end())
        };
        (0..height).map(line).collect::<String>()
    });
    drawn.collect::<Vec<_>>().join("\n")
}

/// Blanks before each block.
const GAP: usize = 3;

/// The page of a piece: letter, name and squares, and each of its shapes below its rotation.
pub fn page(piece: Piece) -> String {
    let squares = if piece.size() == 1 { "1 square".into() } else { format!("{} squares", piece.size()) };
    let ways: Vec<Vec<String>> = piece
        .orientations()
        .map(|rotation| std::iter::once(rotation.to_string()).chain(spaced(piece, rotation)).collect())
        .collect();
    format!("{piece}  {}, {squares}\n\n{}", piece.name(), side_by_side(&ways, 100))
}

/// A drawing of the board, with columns and rows as in codes. `1` and `2` stand on the cells of the
/// players' pieces, and `+` on the usable corners of the side to move. Below it are the pieces that
/// both players have left.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    position: &'a Position,
    last: Option<Move>,
    proposed: Option<Placement>,
    colour: bool,
}

impl<'a> Drawing<'a> {
    /// The board of a position.
    pub fn of(position: &'a Position) -> Self {
        Self { position, last: None, proposed: None, colour: false }
    }

    /// In colours of a terminal, brighter where a piece was placed by this move, the last.
    #[must_use]
    pub fn coloured(self, colour: bool, last: Option<Move>) -> Self {
        Self { colour, last, ..self }
    }

    /// With `*` where this piece would be.
    #[must_use]
    pub fn proposing(self, placement: Placement) -> Self {
        Self { proposed: Some(placement), ..self }
    }

    fn cell(&self, cell: Cell) -> String {
        let covers = |placement: Placement| placement.cells().any(|covered| covered == cell);
        let position = self.position;
        match position.owner(cell) {
            _ if self.proposed.is_some_and(covers) => " *".into(),
            Some(player) if self.colour => {
                paint(player, matches!(self.last, Some(Move::Place(placement)) if covers(placement)))
            }
            Some(player) => format!(" {}", number(player)),
            None if !position.is_over() && position.corners(position.to_move()).has(cell) => " +".into(),
            None => " .".into(),
        }
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("    1 2 3 4 5 6 7 8 9 a b c d e\n")?;
        for y in 0..SIDE {
            let row: String = (0..SIDE).map(|x| self.cell(Cell { x, y })).collect();
            writeln!(f, " {:x} {row}", y + 1)?;
        }
        for player in Player::BOTH {
            let left = self.position.left(player);
            let pieces: Vec<String> = left.pieces().map(|piece| piece.to_string()).collect();
            match left.squares() {
                0 => writeln!(f, "{player} has placed all pieces")?,
                squares => writeln!(f, "{player} has {squares} squares left: {}", pieces.join(" "))?,
            }
        }
        Ok(())
    }
}

fn number(player: Player) -> usize {
    player.index() + 1
}

/// A cell in the colour of its player, brighter where it was placed last.
fn paint(player: Player, new: bool) -> String {
    let background = match (player, new) {
        (Player::One, false) => 44,
        (Player::One, true) => 104,
        (Player::Two, false) => 43,
        (Player::Two, true) => 103,
    };
    format!("\x1b[{background}m {}\x1b[0m", number(player))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(letter: char) -> Piece {
        Piece::from_letter(letter).unwrap()
    }

    #[test]
    fn a_shape_has_its_letter_and_centre() {
        assert_eq!(shape_in_a_line(piece('t'), 0), "t../tTt/.t.");
        assert_eq!(shape_in_a_line(piece('j'), 2), "jjJjj");
        assert_eq!(spaced(piece('t'), 0), ["t    ", "t T t", "  t  "]);
        assert_eq!(page(piece('b')), "b  I2, 2 squares\n\n   0   2\n   B   b B\n   b\n");
    }

    /// As many letters as the piece has squares, and one centre, in every rotation there is.
    #[test]
    fn every_shape_is_whole() {
        for piece in Piece::all() {
            for rotation in 0..crate::blokus::piece::ROTATIONS {
                let text = shape_in_a_line(piece, rotation);
                let count = |wanted: fn(char) -> bool| text.chars().filter(|&mark| wanted(mark)).count();
                assert_eq!(count(|mark| mark.is_ascii_alphabetic()), piece.size(), "{text}");
                assert_eq!(count(|mark| mark.is_ascii_uppercase()), 1, "{text}");
            }
            assert!(piece.name().ends_with(&piece.size().to_string()), "{}", piece.name());
        }
    }

    #[test]
    fn a_proposal_is_drawn_over_the_board() {
        let position: Position = "45g2 9at5".parse().unwrap();
        let Move::Place(placement) = "65a0".parse().unwrap() else { unreachable!("no pass") };
        let text = Drawing::of(&position).proposing(placement).to_string();
        assert_eq!(text.matches('*').count(), 1);
        let coloured = Drawing::of(&position).coloured(true, Some("9at5".parse().unwrap())).to_string();
        assert_eq!((coloured.matches("\x1b[44m").count(), coloured.matches("\x1b[103m").count()), (4, 5));
    }

    #[test]
    fn blocks_are_broken_where_the_page_ends() {
        let blocks = [vec!["ab".into(), "c".into()], vec!["d".into()], vec!["e".into()]];
        assert_eq!(side_by_side(&blocks, 9), "   ab   d\n   c\n\n   e\n");
    }
}
