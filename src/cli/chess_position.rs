//! A position of chess on the command line: a FEN, and the moves made from there.

use anyhow::Result;

use super::Usage;
use crate::chess::{FenError, Position};
use crate::cores::{self, CoreInfo};

/// What is begun with, and what is played from there.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PositionArgs {
    /// With a core for chess: the position; `startpos`, the default, is the core's first position
    #[arg(long, value_name = "FEN", value_parser = parse_start)]
    fen: Option<Start>,
    /// With a core for chess: make these moves first, as in e2e4 e7e5 or e4 e5 Nf3
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
}

/// The place where moves begin.
#[derive(Clone, Debug)]
enum Start {
    /// At the position of the core.
    Core,
    /// Here.
    Position(Box<Position>),
}

fn parse_start(text: &str) -> Result<Start, FenError> {
    match text.trim() {
        "startpos" => Ok(Start::Core),
        fen => Ok(Start::Position(Box::new(Position::from_fen(fen)?))),
    }
}

impl PositionArgs {
    /// Whether anything is given.
    pub fn is_given(&self) -> bool {
        self.fen.is_some() || !self.moves.is_empty()
    }

    /// The position. It is refused if a move is not legal, or if a piece stands where the core has
    /// no square.
    pub fn position(&self, core: &CoreInfo) -> Result<Position> {
        let start = match &self.fen {
            Some(Start::Position(position)) => Position::clone(position),
            Some(Start::Core) | None => cores::start(core)?,
        };
        let moves = self.moves.iter().flat_map(|text| text.split_whitespace());
        let position = start.after_line(moves).map_err(|error| Usage(format!("--moves: {error}")))?;
        core.takes(&position).map_err(Usage::of)?;
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(core: &str, fen: Option<&str>, moves: &[&str]) -> Result<String, String> {
        let fen = fen.map(|fen| parse_start(fen).unwrap());
        let args = PositionArgs { fen, moves: moves.iter().map(ToString::to_string).collect() };
        let position = args.position(cores::find(core).unwrap());
        position.map(|position| position.to_fen()).map_err(|error| error.to_string())
    }

    #[test]
    fn moves_are_made_from_a_fen_or_where_the_core_begins() {
        let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2";
        for moves in [&["e2e4", "c7c5"][..], &["e4 c5"], &["1.e4", "c5"], &["e4", "c7c5"]] {
            for fen in [None, Some("startpos"), Some(Position::START)] {
                assert_eq!(after("chess-classic", fen, moves).as_deref(), Ok(sicilian), "{fen:?} {moves:?}");
            }
        }
    }

    /// Every core for chess, without a word about the position.
    #[test]
    fn each_core_begins_with_a_position_that_it_takes() {
        let chess = cores::cores().filter(|core| core.game == cores::Game::Chess);
        for core in chess {
            let start = after(core.name, None, &[]).unwrap();
            assert_eq!(after(core.name, Some("startpos"), &[]), Ok(start.clone()));
            assert_eq!(start == Position::START, core.name != "chess-small", "{}", core.name);
        }
        let moved = after("chess-small", None, &["Ka2"]);
        assert_eq!(moved.as_deref(), Ok("8/8/8/8/3k4/8/K7/R7 b - - 1 1"));
        let away = after("chess-small", None, &["Ka2", "Ke5"]).unwrap_err();
        assert!(away.contains("4 by 4 squares from a1, and there is a piece on e5"), "{away}");
    }

    #[test]
    fn a_wrong_move_is_told_by_number() {
        let error = after("chess-perft", None, &["e4", "e4"]).unwrap_err();
        assert_eq!(error, "--moves: move 2, `e4`: no legal move of black; legal here: e5 e6");
    }
}
