//! Pictures of machines, drawn from the geometry that wires them.

mod blokus;
mod discs;
mod shogi;

pub use blokus::board;
pub use discs::discs;
pub use shogi::position as shogi;

use askama::Template;

use crate::chess::KNIGHT_STEPS;
use crate::parts::arbiter::tree_order;
use crate::parts::board::{Board, Compass};

/// From the middle of a square to the middle of the next.
const PITCH: f64 = 72.0;
/// Around the board, room for the names of files and ranks.
const MARGIN: f64 = 56.0;
/// Below the board, room for the legend.
const LEGEND: f64 = 74.0;

#[derive(Template)]
#[template(path = "array.svg")]
struct ArrayPicture {
    width: f64,
    height: f64,
    title: String,
    squares: Vec<Square>,
    buses: Vec<Line>,
    knights: Vec<Line>,
    levels: Vec<Level>,
    files: Vec<Label>,
    ranks: Vec<Label>,
    legend: f64,
    shown: String,
}

struct Square {
    x: f64,
    y: f64,
    name: String,
}

struct Label {
    x: f64,
    y: f64,
    text: String,
}

struct Line {
    x1: f64,
    y1: f64,
    x2: f64,
    y2: f64,
}

/// One level of the tree: its arbiters, and the lines to their inputs.
struct Level {
    number: usize,
    stroke: f64,
    radius: f64,
    lines: Vec<Line>,
    arbiters: Vec<(f64, f64)>,
}

/// The array of a board as an SVG picture: squares, neighbour buses, the knight buses of one
/// square, and the tree of arbiters, each between the blocks it joins. It suits light and dark
/// backgrounds.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub fn array(board: Board) -> Result<String, askama::Error> {
    let place = |square: u32| {
        let (file, rank) = board.coordinates(square);
        (MARGIN + f64::from(file) * PITCH, MARGIN + f64::from(board.ranks.saturating_sub(rank + 1)) * PITCH)
    };
    let line = |from: u32, to: u32| {
        let ((x1, y1), (x2, y2)) = (place(from), place(to));
        Line { x1, y1, x2, y2 }
    };
    let all = || 0..board.squares();
    // Each pair of neighbours once: the way back is the same line.
    let ways = [Compass::North, Compass::NorthEast, Compass::East, Compass::SouthEast];
    let buses =
        all().flat_map(|at| ways.iter().filter_map(move |way| Some((at, board.step(at, way.step())?))));
    let middle = board.square(board.files as i32 / 2 - 1, board.ranks as i32 / 2 - 1).unwrap_or(0);
    let jumps = KNIGHT_STEPS.iter().filter_map(|&step| board.step(middle, step));
    let levels = tree(tree_order(board).into_iter().map(place).collect());
    let side = |count: u32| 2.0 * MARGIN + f64::from(count.saturating_sub(1)) * PITCH;
    let (width, height) = (side(board.files), side(board.ranks));
    let arbiters: usize = levels.iter().map(|level| level.arbiters.len()).sum();
    let label = |(x, y): (f64, f64), text: String| Label { x, y, text };
    let below = height - MARGIN + 46.0;
    ArrayPicture {
        width,
        height: height + LEGEND,
        title: format!(
            "{} square cells, their neighbour buses, and the tree of {arbiters} arbiters",
            board.squares()
        ),
        squares: all()
            .map(|at| (place(at), board.name(at)))
            .map(|((x, y), name)| Square { x, y, name })
            .collect(),
        buses: buses.map(|(from, to)| line(from, to)).collect(),
        knights: jumps.map(|to| line(middle, to)).collect(),
        levels,
        files: (0..board.files)
            .map(|file| label((place(file).0, below), board.name(file).chars().take(1).collect()))
            .collect(),
        ranks: (0..board.ranks)
            .map(|rank| label((18.0, place(rank * board.files).1), (rank + 1).to_string()))
            .collect(),
        legend: height + 22.0,
        shown: board.name(middle),
    }
    .render()
}

/// The tree that joins these places pairwise, as [`best`](crate::parts::arbiter::best) does.
fn tree(leaves: Vec<(f64, f64)>) -> Vec<Level> {
    let mut levels = Vec::new();
    let mut places = leaves;
    while places.len() > 1 {
        let number = levels.len() + 1;
        let weight = number as f64;
        let mut level = Level {
            number,
            stroke: 1.0 + 0.5 * weight,
            radius: 3.5 + 0.8 * weight,
            lines: Vec::new(),
            arbiters: Vec::new(),
        };
        places = places
            .chunks(2)
            .map(|pair| match pair {
                [first, second] => {
                    let between = ((first.0 + second.0) / 2.0, (first.1 + second.1) / 2.0);
                    level.lines.push(Line { x1: first.0, y1: first.1, x2: second.0, y2: second.1 });
                    level.arbiters.push(between);
                    between
                }
                single => single[0],
            })
            .collect();
        levels.push(level);
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CHESS;

    /// The picture in the documentation is the one that the program draws; `movewright picture`
    /// renews it.
    #[test]
    fn the_committed_picture_is_this_one() {
        let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/array.svg");
        assert_eq!(std::fs::read_to_string(committed).unwrap(), array(CHESS).unwrap());
    }

    #[test]
    fn every_bus_and_arbiter_is_drawn() {
        let text = array(CHESS).unwrap();
        assert_eq!(text.matches("class=\"square\"").count(), 64);
        assert_eq!(text.matches("<circle class=\"arbiter").count(), 63 + 1, "63 and one in the legend");
        let steps = |at| Compass::ALL.iter().filter(|way| CHESS.step(at, way.step()).is_some()).count();
        let buses: usize = (0..64).map(steps).sum();
        assert_eq!(text.matches("class=\"bus\"").count(), buses / 2 + 1, "both ways, and one in the legend");
        assert_eq!(text.matches("class=\"knight\"").count(), 8 + 1);
    }

    #[test]
    fn arbiters_stand_apart_between_the_blocks_they_join() {
        let levels = tree(
            tree_order(CHESS)
                .into_iter()
                .map(|at| CHESS.coordinates(at))
                .map(|(f, r)| (f64::from(f), f64::from(r)))
                .collect(),
        );
        assert_eq!(levels.iter().map(|level| level.arbiters.len()).collect::<Vec<_>>(), [32, 16, 8, 4, 2, 1]);
        assert_eq!(levels[5].arbiters, [(3.5, 3.5)]);
        let mut places: Vec<_> =
            levels.iter().flat_map(|level| &level.arbiters).map(|(x, y)| format!("{x} {y}")).collect();
        places.sort();
        places.dedup();
        assert_eq!(places.len(), 63);
    }
}
