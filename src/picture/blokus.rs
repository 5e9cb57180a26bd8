//! The board of Blokus Duo, with the cells that its machines look at.

use askama::Template;

use crate::blokus::plane::SIDE;
use crate::blokus::{Cell, Player, Position};

/// The side of a cell.
const PITCH: u32 = 36;
/// Around the board, room for the names of columns and rows.
const MARGIN: u32 = 40;
/// Below the board, room for the legend.
const LEGEND: u32 = 104;
/// Steps from a corner that a piece over it can reach.
const REACH: u8 = 4;

#[derive(Template)]
#[template(path = "blokus_board.svg")]
struct BoardPicture {
    width: u32,
    height: u32,
    side: u32,
    cells: Vec<Drawn>,
    columns: Vec<Label>,
    rows: Vec<Label>,
    legend: u32,
    /// The corner whose window is drawn, as a code names it.
    corner: String,
}

/// A cell of the board.
struct Drawn {
    x: u32,
    y: u32,
    /// Column and row, as codes begin.
    name: String,
    /// The class of its rectangle.
    class: &'static str,
    /// Whether it is a usable corner of the side to move.
    usable: bool,
}

struct Label {
    x: u32,
    y: u32,
    text: String,
}

/// The board of a position as an SVG picture: the pieces of both players, the start squares, the
/// usable corners of the side to move, and around the first of them the 40 cells that the machine
/// looks at. It suits light and dark backgrounds.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub fn board(position: &Position) -> Result<String, askama::Error> {
    let corners = position.corners(position.to_move());
    let corner = corners.cells().next().filter(|_| !position.is_over());
    let near = |cell: Cell| {
        corner.is_some_and(|corner| cell.x.abs_diff(corner.x) + cell.y.abs_diff(corner.y) <= REACH)
    };
    let class = |cell: Cell| match position.owner(cell) {
        Some(Player::One) => "one",
        Some(Player::Two) => "two",
        None if Player::BOTH.iter().any(|player| player.start() == cell) => "start",
        None if near(cell) => "window",
        None => "free",
    };
    let place = |at: u8| MARGIN + u32::from(at) * PITCH;
    let middle = |at: u8| place(at) + PITCH / 2;
    let whole = 2 * MARGIN + u32::from(SIDE) * PITCH;
    let picture = BoardPicture {
        width: whole,
        height: whole + LEGEND,
        side: PITCH,
        cells: Cell::all()
            .map(|cell| Drawn {
                x: place(cell.x),
                y: place(cell.y),
                name: name(cell),
                class: class(cell),
                usable: corner.is_some() && corners.has(cell),
            })
            .collect(),
        columns: (0..SIDE)
            .map(|x| Label { x: middle(x), y: MARGIN - 14, text: format!("{:x}", x + 1) })
            .collect(),
        rows: (0..SIDE)
            .map(|y| Label { x: MARGIN - 16, y: middle(y), text: format!("{:x}", y + 1) })
            .collect(),
        legend: whole,
        corner: corner.map_or_else(String::new, name),
    };
    picture.render()
}

fn name(cell: Cell) -> String {
    format!("{:x}{:x}", cell.x + 1, cell.y + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_piece_and_corner_is_drawn() {
        let position: Position = "45g2 9at5".parse().unwrap();
        let text = board(&position).unwrap();
        // The legend has one of each too, except of the start squares, which are covered here.
        for (class, count) in [("one", 4 + 1), ("two", 5 + 1), ("start", 0)] {
            assert_eq!(text.matches(&format!("class=\"{class}\"")).count(), count, "{class}");
        }
        let corners = position.corners(Player::One).count() as usize;
        assert_eq!(text.matches("class=\"corner\"").count(), corners + 1);
        assert_eq!(text.matches("class=\"name\"").count(), 14 * 14 + 2 * 14);
        let first = position.corners(Player::One).cells().next().unwrap();
        assert!(text.contains(&format!("corner {}", name(first))), "{text}");
    }

    /// At the beginning the window is complete: 40 cells around the start square, which is not one
    /// of them.
    #[test]
    fn the_window_has_40_cells() {
        let text = board(&Position::start(Player::One)).unwrap();
        assert_eq!(text.matches("class=\"window\"").count(), 40 + 1);
        let over: Position = "45g2 9at5 0000 0000".parse().unwrap();
        assert_eq!(board(&over).unwrap().matches("class=\"window\"").count(), 0);
    }
}
