//! Positions and moves as people write them.

use movewright::game::{Column, Diagram, Facts, Refusal, Reported, Signs, Text, Unit, Written};

use crate::rules::{BOARD, Move, Othello, Position};

/// Othello in text: eight ranks from the upper edge with `/` between them, then the side to move.
/// `X` is Black, `O` is White, and `.` is an empty square.
#[derive(Debug)]
pub struct OthelloText;

const START: &str = "......../......../......../...OX.../...XO.../......../......../........ X";

/// The characters of Black, White, and an empty square.
const DIAGRAM: Diagram = Diagram { board: BOARD, symbols: "XO." };

impl Text for OthelloText {
    type Game = Othello;

    const UNIT: Unit = Unit::Leaf;
    const WRITTEN: Written = Written { position: "ranks and side to move", moves: "d3 c3", pieces: "" };
    const MOVE_WIDTH: usize = 4;
    const COLUMNS: &'static [Column] = &[Column { heading: "flips", width: 5, number: true }];

    fn start(&self) -> &str {
        START
    }

    fn read(&self, text: &str) -> Result<Position, Refusal> {
        let (board, side) = text.split_once(' ').unwrap_or((text, ""));
        let mut sets = [0; 3];
        for (at, symbol) in DIAGRAM.read(board)?.into_iter().enumerate() {
            sets[symbol] |= 1 << at;
        }
        let wrong = || format!("side to move: `{side}`; write ` X` or ` O` behind the ranks");
        let side = ["X", "O"].iter().position(|&known| known == side.trim()).ok_or_else(wrong)?;
        Ok(Position { discs: [sets[0], sets[1]], side })
    }

    fn write(&self, position: &Position, _from: &str, _moves: &[String]) -> String {
        format!("{} {}", DIAGRAM.write(|at| position.symbol(at)), ["X", "O"][position.side])
    }

    fn heading(&self, position: &Position, _signs: Signs) -> String {
        let (side, text) = (["black (X)", "white (O)"][position.side], self.write(position, "", &[]));
        format!("{}\n{side} to move   {text}\n", DIAGRAM.drawn(|at| position.symbol(at)))
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
