//! A game from its first move on.

use crate::blokus::position::{MoveError, RecordError};
use crate::blokus::{Move, Player, Position};
use crate::cli::play::keeper::Kept;

/// The moves so far, and the positions before and after each.
#[derive(Clone, Debug)]
pub struct Game {
    codes: Vec<String>,
    moves: Vec<Move>,
    first: Position,
    after: Vec<Position>,
}

impl Game {
    /// The game of these moves.
    ///
    /// # Errors
    /// One of them is no move, or is against the rules.
    pub fn of(codes: &[String]) -> Result<Self, RecordError> {
        let after = (1..=codes.len()).map(|count| codes[..count].join(" ").parse());
        let after: Vec<Position> = after.collect::<Result<_, _>>()?;
        let first = after.first().map_or(Player::One, |position| position.to_move().other());
        let moves = codes.iter().filter_map(|code| code.parse().ok()).collect();
        Ok(Self { codes: codes.to_vec(), moves, first: Position::start(first), after })
    }

    /// The comments of a file, and the game of its moves.
    ///
    /// # Errors
    /// See [`Game::of`].
    pub fn read(text: &str) -> Result<(String, Self), RecordError> {
        let (comments, moves): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
        let codes: Vec<String> =
            moves.into_iter().flat_map(str::split_whitespace).map(String::from).collect();
        let heading = comments.into_iter().map(|line| format!("{line}\n")).collect();
        Ok((heading, Self::of(&codes)?))
    }

    /// The codes of the moves.
    pub fn codes(&self) -> &[String] {
        &self.codes
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.after(self.codes.len()).0
    }

    /// The last move.
    pub fn last(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// The position after this many moves, and the last of them.
    pub fn after(&self, count: usize) -> (&Position, Option<Move>) {
        let before = count.checked_sub(1);
        (
            before.and_then(|at| self.after.get(at)).unwrap_or(&self.first),
            before.and_then(|at| self.moves.get(at)).copied(),
        )
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The rules forbid it.
    pub fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        self.after.push(self.position().play(mv)?);
        self.moves.push(mv);
        self.codes.push(mv.to_string());
        Ok(())
    }

    /// Takes back all moves except the first `moves`.
    pub fn cut(&mut self, moves: usize) {
        self.codes.truncate(moves);
        self.moves.truncate(moves);
        self.after.truncate(moves);
    }
}

impl Kept for Game {
    fn text(&self) -> String {
        self.codes.join(" ")
    }

    fn to_go_on(&self) -> Option<String> {
        (!self.codes.is_empty()).then(|| format!("--position '{}'", self.codes.join(" ")))
    }

    fn is_over(&self) -> bool {
        self.position().is_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_made_and_taken_back() {
        let (heading, mut game) = Game::read("# one\n9at5\n# two\n45g2\n").unwrap();
        assert_eq!(heading, "# one\n# two\n");
        assert_eq!(game.after(0).0.to_move(), Player::Two);
        game.play("45g2".parse().unwrap()).unwrap_err();
        let mv = game.position().moves()[0];
        game.play(mv).unwrap();
        assert_eq!((game.codes().len(), game.last()), (3, Some(mv)));
        game.cut(1);
        assert_eq!((game.codes(), game.position().to_move()), (&["9at5".to_string()][..], Player::One));
        assert_eq!(game.last(), game.after(1).1);
    }
}
