//! A game of chess from its first move on.

use super::pgn;
use crate::chess::{Color, End, Move, PieceKind, Position};
use crate::cli::play::keeper::Kept;
use crate::flow::shell_line;
use crate::hash::zobrist::{Constants, key_of};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// This side is mated.
    Mate(Color),
    /// This side has no time left.
    Time(Color),
    /// Nobody wins, for this reason.
    Draw(&'static str),
}

impl Over {
    /// The result as PGN writes it.
    pub fn result(self) -> &'static str {
        match self {
            Self::Mate(Color::White) | Self::Time(Color::White) => "0-1",
            Self::Mate(Color::Black) | Self::Time(Color::Black) => "1-0",
            Self::Draw(_) => "1/2-1/2",
        }
    }

    /// The result in words.
    pub fn told(self) -> String {
        match self {
            Self::Mate(side) => format!("checkmate, {} wins", side.other()),
            Self::Time(side) => format!("{side} has no time left, {} wins", side.other()),
            Self::Draw(why) => format!("a draw by {why}"),
        }
    }
}

/// The moves so far, and the positions before and after each.
#[derive(Clone, Debug)]
pub struct Game {
    moves: Vec<Move>,
    positions: Vec<Position>,
    keys: Vec<u64>,
    constants: Constants,
    late: Option<Color>,
}

impl Game {
    /// A game that begins with this position.
    pub fn from(start: Position) -> Self {
        let constants = Constants::new(Constants::SEED);
        let keys = vec![key_of(&constants, &start)];
        Self { moves: Vec::new(), positions: vec![start], keys, constants, late: None }
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        self.after(0)
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.after(self.moves.len())
    }

    /// The position after so many moves.
    pub fn after(&self, count: usize) -> &Position {
        &self.positions[count.min(self.moves.len())]
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves in algebraic notation.
    pub fn san(&self) -> Vec<String> {
        let text = |(position, mv): (&Position, &Move)| position.san(*mv).unwrap_or_else(|| mv.to_string());
        self.positions.iter().zip(&self.moves).map(text).collect()
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        let after = self.position().after(mv);
        self.keys.push(key_of(&self.constants, &after));
        self.positions.push(after);
        self.moves.push(mv);
    }

    /// This side has no time left.
    pub fn lose_on_time(&mut self, side: Color) {
        self.late = Some(side);
    }

    /// Takes back all moves except the first `count`.
    pub fn cut(&mut self, count: usize) {
        self.moves.truncate(count);
        self.positions.truncate(count + 1);
        self.keys.truncate(count + 1);
    }

    /// The end, if there is one: by the rules, or because a draw could be claimed.
    pub fn over(&self) -> Option<Over> {
        if let Some(side) = self.late {
            return Some(Over::Time(side));
        }
        let position = self.position();
        let legal = crate::chess::rules::legal_moves(position).unwrap_or_default();
        if legal.is_empty() {
            return Some(match position.end() {
                End::Checkmate => Over::Mate(position.side),
                End::Stalemate => Over::Draw("stalemate"),
            });
        }
        let now = self.keys.last();
        if self.keys.iter().filter(|key| Some(*key) == now).count() >= 3 {
            return Some(Over::Draw("repetition: the position is there for the third time"));
        }
        if position.halfmove >= 100 {
            return Some(Over::Draw("the rule of 50 moves"));
        }
        is_too_little(position).then_some(Over::Draw("too little material to give mate"))
    }
}

/// Whether neither side can ever give mate: at most one knight or bishop beside the kings.
fn is_too_little(position: &Position) -> bool {
    use PieceKind::{Bishop, King, Knight};
    let kinds = position.board.iter().flatten().map(|piece| piece.kind).filter(|kind| *kind != King);
    let kinds: Vec<PieceKind> = kinds.collect();
    kinds.is_empty() || matches!(kinds[..], [Knight | Bishop])
}

impl Kept for Game {
    fn text(&self) -> String {
        let result = self.over().map_or("*", Over::result);
        let moves = pgn::moves_text(self.start(), &self.san(), result);
        format!("{}\n{moves}", pgn::tag("Result", result))
    }

    fn to_go_on(&self) -> Option<String> {
        let start = self.start().to_fen();
        let position =
            (start != Position::START).then(|| format!("--position {} ", shell_line([start.as_str()])));
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        (!moves.is_empty()).then(|| format!("{}--moves {}", position.unwrap_or_default(), moves.join(" ")))
    }

    fn is_over(&self) -> bool {
        self.over().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::from(Position::from_fen(fen).unwrap());
        for text in moves.split_whitespace() {
            let mv = game.position().read_move(text).unwrap();
            game.play(mv);
        }
        game
    }

    #[test]
    fn the_ends_of_games_are_those_of_the_rules() {
        let over = |fen: &str, moves: &str| game(fen, moves).over().map(Over::told);
        assert_eq!(over(Position::START, ""), None);
        let mate = game(Position::START, "f3 e5 g4 Qh4#");
        assert_eq!(
            mate.over().map(|over| (over.result(), over.told())),
            Some(("0-1", "checkmate, black wins".into()))
        );
        let king = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1";
        assert_eq!(over(king, "Qg6").as_deref(), Some("a draw by stalemate"));
        let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
        assert_eq!(over(Position::START, shuffle), None);
        assert!(over(Position::START, &format!("{shuffle} Ng8")).unwrap().contains("repetition"));
        assert!(over("7k/8/8/8/8/8/8/KR6 w - - 99 80", "Rb2").unwrap().contains("50 moves"));
        assert!(over("7k/8/8/8/8/8/1p6/KN6 w - - 0 1", "Kxb2").unwrap().contains("material"));
    }

    #[test]
    fn moves_are_taken_back() {
        let mut game = game(Position::START, "e4 e5 Nf3");
        assert_eq!(game.to_go_on().as_deref(), Some("--moves e2e4 e7e5 g1f3"));
        game.cut(1);
        assert_eq!((game.san(), game.position().side), (vec!["e4".into()], Color::Black));
        game.cut(0);
        assert_eq!(game.to_go_on(), None);
    }
}
