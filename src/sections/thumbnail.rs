//! Small square pictures of a core's run, for links to its page. Each is an SVG file of its own.

use std::fmt::Write as _;

use super::strip::Strip;
use crate::blokus::plane::SIDE;
use crate::chess::classic::observe::Cycle;
use crate::chess::{Color, Piece};
use crate::parts::board::{Board, Compass};

/// The side of a picture.
const SIZE: usize = 240;

const LIGHT: &str = "#eef1f5";
const DARK: &str = "#d3dae3";
const BLUE: &str = "#1b5fb4";
const RED: &str = "#b4451f";
const YELLOW: &str = "#f2b705";
const INK: &str = "#262d36";

/// The colours of a strip's kinds, as on the page.
const KINDS: [&str; 5] = [BLUE, "#227348", RED, YELLOW, DARK];

/// Rows and columns of a strip that are drawn.
const CELLS: usize = 24;

/// A square picture with sides of this many units.
fn picture(units: usize, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {units} {units}\" width=\"{SIZE}\" height=\"{SIZE}\">\
         <path fill=\"{LIGHT}\" d=\"M0 0h{units}v{units}h-{units}z\"/>{body}</svg>"
    )
}

/// Squares of one colour, `inset` from their edges: the columns and rows of them, each `unit` wide.
fn squares(colour: &str, unit: usize, inset: usize, places: impl Iterator<Item = (usize, usize)>) -> String {
    let side = unit - 2 * inset;
    let draw =
        |(column, row)| format!("M{} {}h{side}v{side}h-{side}z", column * unit + inset, row * unit + inset);
    let path: String = places.map(draw).collect();
    if path.is_empty() { path } else { format!("<path fill=\"{colour}\" d=\"{path}\"/>") }
}

/// A board of chess in a clock cycle: pieces, rays, and the square that the arbiters choose.
pub fn array(board: Board, cycle: &Cycle) -> String {
    const UNIT: usize = 40;
    let (files, ranks) = (board.files as usize, board.ranks as usize);
    let place = |at: usize| (at % files, ranks - 1 - at / files);
    let all = || (0..files * ranks).map(place);
    let mut body = squares(DARK, UNIT, 0, all().filter(|(column, row)| (column + row) % 2 == 1));
    let best = (cycle.signal("best_priority") > 0).then(|| {
        let square = cycle.signal("best_square") as usize;
        (square % 8, ranks.saturating_sub(1 + square / 8))
    });
    body += &squares(YELLOW, UNIT, 2, best.into_iter());
    let mut rays = String::new();
    for (at, ways) in cycle.slides.iter().enumerate() {
        let (column, row) = place(at);
        for (bit, way) in Compass::ALL.into_iter().enumerate() {
            let (right, up) = way.step();
            let inside = |at: usize, by: i32, end: usize| (0..end as i32).contains(&(at as i32 + by));
            if ways >> bit & 1 == 1 && inside(column, right, files) && inside(row, -up, ranks) {
                let middle = |at: usize| at * UNIT + UNIT / 2;
                let (x, y) = (right * UNIT as i32, -up * UNIT as i32);
                // Writing to a string does not fail.
                let _ = write!(rays, "M{} {}l{x} {y}", middle(column), middle(row));
            }
        }
    }
    if !rays.is_empty() {
        let _ = write!(body, "<path fill=\"none\" stroke=\"{RED}\" stroke-width=\"3\" d=\"{rays}\"/>");
    }
    let pieces =
        cycle.pieces.iter().enumerate().filter_map(|(at, &code)| Some((at, Piece::from_code(code)?)));
    let mut texts = [String::new(), String::new()];
    for (at, piece) in pieces {
        let (column, row) = place(at);
        let figure = Piece { color: Color::Black, ..piece }.figure();
        let side = usize::from(piece.color == Color::Black);
        let (x, y) = (column * UNIT + UNIT / 2, row * UNIT + UNIT / 2 + 11);
        let _ = write!(texts[side], "<text x=\"{x}\" y=\"{y}\">{figure}\u{fe0e}</text>");
    }
    for (colours, texts) in [["#fff", INK], [INK, "#fff"]].iter().zip(texts) {
        let [fill, stroke] = colours;
        let _ = write!(
            body,
            "<g font-size=\"32\" font-family=\"DejaVu Sans,Segoe UI Symbol,Apple Symbols,sans-serif\" text-anchor=\"middle\" \
             paint-order=\"stroke\" stroke-width=\"2\" fill=\"{fill}\" stroke=\"{stroke}\">{texts}</g>"
        );
    }
    picture(UNIT * files.max(ranks), &body)
}

/// A board of Blokus Duo: rows of cells of either player, and a move.
pub fn blokus(players: [&[u16]; 2], coming: &[(usize, usize)]) -> String {
    const UNIT: usize = 16;
    let side = usize::from(SIDE);
    let all = || (0..side * side).map(|at| (at % side, at / side));
    let within =
        |rows: &[u16], (column, row): (usize, usize)| rows.get(row).is_some_and(|row| row >> column & 1 == 1);
    let [first, second] = players;
    let body = [
        squares(DARK, UNIT, 1, all()),
        squares(BLUE, UNIT, 1, all().filter(|&at| within(first, at))),
        squares(RED, UNIT, 1, all().filter(|&at| within(second, at))),
        squares(YELLOW, UNIT, 1, coming.iter().copied()),
    ];
    picture(UNIT * side, &body.concat())
}

/// The first cells of a strip.
pub fn strip(strip: &Strip) -> String {
    const UNIT: usize = 10;
    let shown = || {
        let rows = strip.cells.chunks(strip.columns.max(1)).take(CELLS).enumerate();
        rows.flat_map(|(row, cells)| {
            cells.iter().take(CELLS).enumerate().map(move |(column, &kind)| ((column, row), kind))
        })
    };
    let of = |kind: usize, colour: &str| {
        squares(colour, UNIT, 1, shown().filter(|cell| cell.1 == kind).map(|cell| cell.0))
    };
    let body: String =
        strip.kinds.iter().zip(KINDS).enumerate().map(|(kind, (_, colour))| of(kind, colour)).collect();
    picture(UNIT * CELLS, &body)
}
