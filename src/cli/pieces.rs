//! `movewright pieces`: the pieces of Blokus Duo in all their orientations.

use anyhow::Result;
use serde::Serialize;

use super::Outcome;
use super::options::Format;
use super::results::Results;
use crate::blokus::Piece;
use crate::blokus::drawing;
use crate::blokus::piece::ROTATIONS;

/// Draw the pieces of Blokus Duo in every orientation, with the codes of moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A move is four characters: the column and the row of the piece's centre (1 to 9, a to e), its letter,
and its rotation. A capital letter marks the centre. A digit above a drawing is its rotation. A rotation
without a drawing gives the same cells as a smaller one, perhaps with another centre; --format json
lists all eight.

Examples:
  movewright pieces
  movewright pieces t f
  movewright pieces --format json")]
pub struct Args {
    /// Letters of the pieces, a to u; all by default
    #[arg(value_name = "PIECE", value_parser = Piece::of_text)]
    pieces: Vec<Piece>,
    /// The format of the pieces
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

/// A piece, as JSON. Cells are columns to the right of the centre and rows below it.
#[derive(Serialize)]
struct Described {
    piece: char,
    name: &'static str,
    squares: usize,
    rotations: Vec<Rotation>,
}

#[derive(Serialize)]
struct Rotation {
    rotation: u8,
    cells: Vec<(i8, i8)>,
    shape: Vec<String>,
    /// The smallest rotation with the same cells, which machines name.
    smallest: u8,
    /// The place of the centre of that rotation, seen from this one's.
    smallest_centre: (i8, i8),
}

impl Described {
    fn new(piece: Piece) -> Self {
        let rotation = |rotation| {
            let (smallest, smallest_centre) = piece.canonical(rotation);
            let (cells, shape) = (piece.cells(rotation), drawing::shape(piece, rotation));
            Rotation { rotation, cells, shape, smallest, smallest_centre }
        };
        Self {
            piece: piece.letter(),
            name: piece.name(),
            squares: piece.size(),
            rotations: (0..ROTATIONS).map(rotation).collect(),
        }
    }
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let pieces = match args.pieces.is_empty() {
        true => Piece::all().collect(),
        false => args.pieces.clone(),
    };
    match args.format {
        Format::Json => pieces.into_iter().try_for_each(|piece| results.json(&Described::new(piece)))?,
        Format::Pretty => {
            let pages: Vec<String> = pieces.into_iter().map(drawing::page).collect();
            results.text(pages.join("\n"))?;
        }
    }
    Ok(Outcome::Success)
}
