use std::io::{BufReader, Cursor, Read};
use std::time::Duration;

use super::*;
use crate::cli::results::tests::captured;

/// What is told to people who write this, and the moves of their game.
fn said_to(seats: &str, moves: &str, input: &str) -> (String, String) {
    read_from(seats, moves, &mut Cursor::new(input))
}

fn read_from(seats: &str, moves: &str, input: &mut impl BufRead) -> (String, String) {
    let mut game = pgn::read(moves).unwrap().game;
    let (mut results, told) = captured();
    let keeper = Keeper::in_mind(String::new());
    let mut players = Players::new(Seats::of_tag(seats).unwrap()).unwrap();
    play(&mut game, &keeper, &mut players, input, &mut results).unwrap();
    (told.text(), game.san().join(" "))
}

const PEOPLE: &str = "--white human --black human --depth 3";

#[test]
fn a_person_is_told_what_is_wrong_and_what_can_be_done() {
    let input = "help\nKe2\ne9\nmoves n\nmoves x\nmoves\nhint\nfen\nboard\ngame\nundo\nundo 2\ne4\ngame\nundo\nd2d4\nquit\n";
    let (told, moves) = said_to(PEOPLE, "", input);
    assert_eq!(moves, "d4");
    for expected in [
        "Write a move, such as Nf3 or g1f3, or `help`.\nwhite to move: ",
        "  hint                    the move that the machine would make\n",
        "`Ke2`: no legal move of white",
        "`e9`: this is no move; write one such as Nf3",
        "Na3 Nc3 Nf3 Nh3\n",
        "`x` is no kind of piece; write P, N, B, R, Q or K",
        "Na3 Nc3 Nf3 Nh3 a3 a4 b3 b4 c3 c4 d3 d4 e3 e4\nf3 f4 g3 g4 h3 h4\n",
        "hint: ",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        "you have made no move that could be taken back",
        "`undo` stands alone; leave `2` out",
        "white plays e4\n",
        "1. e4 *\n",
        "taken back: e4\n",
        "white plays d4\n",
        "the game is left unfinished\n",
    ] {
        assert!(told.contains(expected), "no `{expected}` in\n{told}");
    }
}

#[test]
fn a_game_ends_by_the_rules() {
    let (told, _) = said_to(PEOPLE, "1. f3 e5 2. g4", "Qh4\n");
    assert!(told.ends_with("the game is over: checkmate, black wins\n"), "{told}");
    // The twin mates at once, and both sides of a game may be no people.
    let twin = "--white twin --black random --depth 3";
    let (told, moves) = said_to(twin, "[FEN \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\"]", "");
    assert_eq!(moves, "Ra8#");
    assert!(told.contains("white plays Ra8#: mate in 1, 3 plies ahead, "), "{told}");
    let (told, _) = said_to("--white random --black random", "", "");
    assert!(told.contains("the game is over: "), "{told}");
}

/// A person who thinks for a while before each line.
struct Thinker<'a>(&'a [u8]);

impl Read for Thinker<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        std::thread::sleep(Duration::from_millis(5));
        self.0.read(bytes)
    }
}

#[test]
fn a_clock_runs() {
    let clock = "--white human --black twin --clock 0.000001";
    let (told, moves) = read_from(clock, "", &mut BufReader::new(Thinker(b"e4\n")));
    assert!(told.contains("white to move (0:00 left): ") && moves.is_empty(), "{told}");
    assert!(told.ends_with("the game is over: white has no time left, black wins\n"), "{told}");
}
