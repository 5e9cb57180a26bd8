//! A position of any game on the command line: its text, and the moves made from there.

use anyhow::Result;

use super::{Usage, help};
use crate::cores::CoreInfo;
use crate::game::Root;

/// A position, and the moves from it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PositionArgs {
    /// The position, as its game writes it.
    #[arg(long, value_name = "POSITION", visible_aliases = help::position_names(), help = help::position())]
    position: Option<String>,
    /// Moves that are made first.
    #[arg(long, value_name = "MOVE", num_args = 1.., help = help::moves())]
    moves: Vec<String>,
}

/// The text that stands for the first position of a core.
const START: &str = "startpos";

/// Whether a text stands for that position.
pub fn is_start(text: &str) -> bool {
    text.trim() == START
}

impl PositionArgs {
    /// The position of this text, for tests.
    #[cfg(test)]
    pub fn of(position: Option<&str>, moves: &[&str]) -> Self {
        let moves = moves.iter().map(ToString::to_string).collect();
        Self { position: position.map(Into::into), moves }
    }

    /// The position. It is refused if its text is none of the core's game, or if a move is not
    /// legal.
    pub fn root(&self, core: &CoreInfo) -> Result<Root> {
        let text = self.position.as_deref().map(str::trim).filter(|text| !is_start(text));
        let start = core.game.read(text, &[]);
        let start =
            start.map_err(|error| Usage(format!("position `{}`: {error}", text.unwrap_or_default())))?;
        if self.moves.is_empty() {
            return Ok(start);
        }
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        Ok(core.game.read(text, &moves).map_err(|error| Usage(format!("--moves: {error}")))?)
    }

    /// The position before the last of the moves, if there is one. It is refused as above.
    pub fn root_before(&self, core: &CoreInfo) -> Result<Option<Root>> {
        let words: Vec<&str> = self.moves.iter().flat_map(|moves| moves.split_whitespace()).collect();
        let Some((_, earlier)) = words.split_last() else { return Ok(None) };
        let moves = earlier.iter().map(ToString::to_string).collect();
        Ok(Some(Self { position: self.position.clone(), moves }.root(core)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::cores;

    fn after(core: &str, position: Option<&str>, moves: &[&str]) -> Result<String, String> {
        let args = PositionArgs::of(position, moves);
        let root = args.root(cores::find(core).unwrap());
        root.map(|root| root.text().to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn moves_are_made_from_a_position_or_where_the_core_begins() {
        let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2";
        for moves in [&["e2e4", "c7c5"][..], &["e4 c5"], &["1.e4", "c5"], &["e4", "c7c5"]] {
            for fen in [None, Some("startpos"), Some(Position::START)] {
                assert_eq!(after("chess-classic", fen, moves).as_deref(), Ok(sicilian), "{fen:?} {moves:?}");
            }
        }
        for position in [None, Some("startpos"), Some("")] {
            assert_eq!(after("blokus", position, &["45g2", "9at5"]).as_deref(), Ok("45g2 9at5"));
        }
        assert_eq!(after("blokus", Some(" 45g2 "), &["9at5"]).as_deref(), Ok("45g2 9at5"));
    }

    #[test]
    fn the_position_before_the_last_move_is_found() {
        let before = |moves: &[&str]| {
            let root = PositionArgs::of(None, moves).root_before(cores::find("shogi-count").unwrap());
            root.unwrap().map(|root| root.text().to_string())
        };
        let one = after("shogi-count", None, &["7g7f"]).ok();
        assert_eq!(before(&[]), None);
        assert_eq!(before(&["7g7f"]).as_deref(), Some(crate::shogi::Position::START));
        assert_eq!((before(&["7g7f", "3c3d"]), before(&["7g7f 3c3d"])), (one.clone(), one));
    }

    /// Every core, without a word about the position.
    #[test]
    fn each_core_begins_with_a_position_that_it_takes() {
        for core in cores::cores() {
            let start = after(core.name, None, &[]).unwrap();
            assert_eq!(after(core.name, Some("startpos"), &[]), Ok(start.clone()));
            let usual = match core.game.name() {
                "chess" => Position::START,
                "shogi" => crate::shogi::Position::START,
                _ => "",
            };
            assert_eq!(start == usual, core.name != "chess-small", "{}", core.name);
        }
        let moved = after("chess-small", None, &["Ka2"]);
        assert_eq!(moved.as_deref(), Ok("8/8/8/8/3k4/8/K7/R7 b - - 1 1"));
        let away = after("chess-small", None, &["Ka2", "Ke5"]).unwrap_err();
        assert!(away.contains("4 by 4 squares from a1, and there is a piece on e5"), "{away}");
    }

    #[test]
    fn a_wrong_text_is_told_with_its_option() {
        let error = after("chess-perft", None, &["e4", "e4"]).unwrap_err();
        assert_eq!(error, "--moves: move 2, `e4`: no legal move of black; legal here: e5 e6");
        let error = after("blokus", Some("45g2 9at"), &[]).unwrap_err();
        assert!(error.starts_with("position `45g2 9at`: move 2: `9at` is no move"), "{error}");
        let error = after("chess-classic", Some("45g2"), &[]).unwrap_err();
        assert!(error.starts_with("position `45g2`: "), "{error}");
    }
}
