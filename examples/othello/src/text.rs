//! Positions and moves as people write them.

use movewright::game::{Column, Facts, Refusal, Reported, Text, Unit};

use crate::rules::{BOARD, Move, Othello, Position};

/// Othello in text: eight ranks from the upper edge with `/` between them, then the side to move.
/// `X` is Black, `O` is White, and `.` is an empty square.
#[derive(Debug)]
pub struct OthelloText;

const START: &str = "......../......../......../...OX.../...XO.../......../......../........ X";

/// The characters of Black, White, and an empty square.
const SQUARES: &str = "XO.";

/// The ranks of a position, a character for each square.
fn ranks(Position { discs, .. }: &Position) -> Vec<String> {
    let square = |at: u32| discs.iter().position(|discs| discs >> at & 1 == 1).unwrap_or(2);
    let rank = |rank: u32| (0..8).map(|file| &SQUARES[square(rank * 8 + file)..][..1]).collect();
    (0..8).map(rank).collect()
}

impl Text for OthelloText {
    type Game = Othello;

    const UNIT: Unit = Unit::Leaf;
    const MOVE_WIDTH: usize = 4;
    const COLUMNS: &'static [Column] = &[Column { heading: "flips", width: 5, number: true }];

    fn start(&self) -> &str {
        START
    }

    fn read(&self, text: &str) -> Result<Position, Refusal> {
        let (board, side) = text.split_once(' ').unwrap_or((text, ""));
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != 8 {
            return Err(format!("ranks: {}; write 8 of them, as in `{START}`", ranks.len()).into());
        }
        let mut sets = [0; 3];
        for (rank, squares) in (0..).zip(ranks) {
            if squares.chars().count() != 8 {
                return Err(format!("rank {}: `{squares}`; write 8 squares", rank + 1).into());
            }
            for (at, square) in (rank * 8..).zip(squares.chars()) {
                let wrong = || format!("{}: `{square}`; write `X`, `O` or `.`", BOARD.name(at));
                sets[SQUARES.find(square).ok_or_else(wrong)?] |= 1 << at;
            }
        }
        let wrong = || format!("side to move: `{side}`; write ` X` or ` O` behind the ranks");
        let side = ["X", "O"].iter().position(|&known| known == side.trim()).ok_or_else(wrong)?;
        Ok(Position { discs: [sets[0], sets[1]], side })
    }

    fn write(&self, position: &Position, _from: &str, _moves: &[String]) -> String {
        format!("{} {}", ranks(position).join("/"), ["X", "O"][position.side])
    }

    fn heading(&self, position: &Position, _unicode: bool) -> String {
        let row = |(row, rank): (String, u32)| format!("{rank} {}\n", row.replace("", " ").trim_end());
        let rows: String = ranks(position).into_iter().zip(1..).map(row).collect();
        let (side, text) = (["black (X)", "white (O)"][position.side], self.write(position, "", &[]));
        format!("   a b c d e f g h\n{rows}\n{side} to move   {text}\n")
    }

    fn facts(&self, position: &Position, reported: &Reported<Move>) -> Facts {
        let flips = position.flips(reported.mv);
        Facts { fields: vec![("flips", flips.into())], cells: vec![flips.to_string()], ..Facts::default() }
    }

    fn end(&self, position: &Position) -> Option<String> {
        let [black, white] = position.discs.map(u64::count_ones);
        Some(match black.abs_diff(white) {
            0 => "a draw".into(),
            by => format!("{} wins by {by}", if black > white { "black" } else { "white" }),
        })
    }
}
