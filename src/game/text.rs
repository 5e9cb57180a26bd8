//! How a game is written and shown: positions and moves as people write them, and the tables in
//! which they are shown.

use std::fmt::Debug;

use serde_json::Value;
use thiserror::Error;

use super::{Game, table};

/// The words by which the help of commands says how a game is written; `of` and its name follow
/// each. Nothing is said where there are none.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// A position, such as `a FEN`.
    pub position: &'static str,
    /// Moves in a row.
    pub moves: &'static str,
    /// Pieces.
    pub pieces: &'static str,
}

/// How a game is written and shown. [`Play`](super::Play) makes of it all that commands need.
///
/// Its values are what cores of one game differ in, such as their boards.
pub trait Text: Debug + Sync + Sized {
    /// The game.
    type Game: Game;

    /// The name of a position in tables for programs, such as `fen`, which is another name of the
    /// option `--position` too.
    const POSITION: &'static str = "position";
    /// The unit by which the speed of a count is told.
    const UNIT: Unit = Unit::Move;
    /// The width of a move in a table, in characters.
    const MOVE_WIDTH: usize = 5;
    /// The columns of a table of moves, besides their number, themselves and their cycles.
    const COLUMNS: &'static [Column] = &[];
    /// The classes whose moves are counted below such a table.
    const CLASSES: &'static [&'static str] = &[];

    /// The words by which the help of commands says how it is written.
    const WRITTEN: Written = Written { position: "", moves: "", pieces: "" };

    /// The commands of [`crate::cli`] that are for this game, of those for some games only.
    const COMMANDS: &'static [&'static str] = &[];

    /// Whether the rules in software are those of these cores: not on a board that they do not
    /// know.
    fn has_rules(&self) -> bool {
        true
    }

    /// The number of squares of the board, if cores of the game differ in it.
    fn squares(&self) -> Option<u32> {
        None
    }

    /// A first position, as text.
    fn start(&self) -> &str;

    /// Reads a position.
    ///
    /// # Errors
    /// The text is none, or the cores have no place for it. The error names the place and the mend.
    fn read(&self, text: &str) -> Result<<Self::Game as Game>::Position, Refusal>;

    /// The position as text, which [`Text::read`] reads. It was reached from the position of the
    /// text `from` by these moves.
    fn write(&self, position: &<Self::Game as Game>::Position, from: &str, moves: &[String]) -> String;

    /// The position after a line of moves, as people write them.
    ///
    /// # Errors
    /// One of them is none, or against the rules. The error names it and the mend.
    fn line(
        &self,
        start: &<Self::Game as Game>::Position,
        moves: &[&str],
    ) -> Result<<Self::Game as Game>::Position, Refusal> {
        let mut position = start.clone();
        let words = moves.iter().flat_map(|words| words.split_whitespace());
        for (word, number) in words.zip(1..) {
            let legal = Self::Game::moves(&position).unwrap_or_default();
            let mv = legal.iter().find(|mv| mv.to_string() == word).ok_or_else(|| MovesError {
                number,
                word: word.into(),
                legal: legal.iter().map(ToString::to_string).collect(),
            })?;
            position = Self::Game::after(&position, *mv);
        }
        Ok(position)
    }

    /// The positions of a table, with the leaves that are stated of each.
    ///
    /// # Errors
    /// A line is wrong. The error names its number and the mend.
    fn table(&self, text: &str) -> Result<Vec<Stated<Self::Game>>, Refusal> {
        Ok(table::read(self, text)?)
    }

    /// The lines above a table of moves: the board, and who is to move.
    fn heading(&self, position: &<Self::Game as Game>::Position, signs: Signs) -> String;

    /// Fields about the position in a table for programs.
    fn about(&self, _position: &<Self::Game as Game>::Position) -> Vec<Field> {
        Vec::new()
    }

    /// The facts about a move of this position which a table shows.
    fn facts(
        &self,
        position: &<Self::Game as Game>::Position,
        generated: &<Self::Game as Game>::Generated,
    ) -> Facts;

    /// The name of a piece by [`Facts::piece`], as people may write it.
    ///
    /// # Errors
    /// There is no such piece, or moves of the game are not of pieces.
    fn piece(&self, _text: &str) -> Result<String, Refusal> {
        Err(format!("moves of {} are of no pieces; leave it out", Self::Game::NAME).into())
    }

    /// The end of the game in a position without moves, such as `checkmate`.
    fn end(&self, _position: &<Self::Game as Game>::Position) -> Option<String> {
        None
    }
}

/// A position of a table, as text and read, with the leaves that are stated of it: pairs of plies
/// and leaves.
pub type Stated<G> = (String, <G as Game>::Position, Vec<(u32, u64)>);

/// A line of moves with one that cannot be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("move {number}, `{word}`: no legal move; legal here: {}", some(legal))]
pub struct MovesError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The word.
    pub word: String,
    /// The legal moves there.
    pub legal: Vec<String>,
}

/// The first of the legal moves, and how many there are besides.
fn some(legal: &[String]) -> String {
    const SHOWN: usize = 30;
    let rest = match legal.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    legal[..legal.len().min(SHOWN)].join(" ") + &rest
}

/// The reason why a text is refused, with the place and the mend.
pub type Refusal = Box<dyn std::error::Error + Send + Sync>;

/// The unit by which the speed of a count is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A move that is made and taken back.
    Move,
    /// A leaf.
    Leaf,
}

/// The signs with which a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signs {
    /// Those that people of the game like best and every terminal shows.
    #[default]
    Usual,
    /// Letters and other signs of ASCII.
    Ascii,
    /// The figures that Unicode has for the game, if it has them.
    Unicode,
}

/// A column of a table of moves.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The heading.
    pub heading: &'static str,
    /// The width in characters.
    pub width: usize,
    /// Whether it is a number, which ends where the column ends.
    pub number: bool,
}

/// A field of a table for programs: its name and its value.
pub type Field = (&'static str, Value);

/// The facts about a move in a table.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// For programs.
    pub fields: Vec<Field>,
    /// For people, a text for each of [`Text::COLUMNS`].
    pub cells: Vec<String>,
    /// One of [`Text::CLASSES`].
    pub class: Option<&'static str>,
    /// The piece that moves, by the name that limits a table to its moves.
    pub piece: Option<String>,
}
