use std::io::Cursor;

use super::decision::Ahead;
use super::seats::parse_seat;
use super::*;
use crate::cli::options::{SetArgs, Sim};
use crate::cli::results::tests::captured;

fn players(who: [Who; 2], depth: u32) -> Players {
    looking(who, Ahead { depth, limit: None })
}

fn looking(who: [Who; 2], ahead: Ahead) -> Players {
    let serial = SerialArgs { port: None, baud: None, protocol: Some(Protocol::Fpt2013) };
    Players::new(who, ahead, 3, &SetArgs::default(), Sim::BuiltIn, &serial).unwrap()
}

/// Plays a game from the start; the codes of its moves.
fn played(players: &mut Players, input: &[u8], results: &mut Results) -> Vec<String> {
    let mut game = Game::of(&[]).unwrap();
    play(&mut game, |_| Ok(()), players, &mut Cursor::new(input), false, results).unwrap();
    game.codes().to_vec()
}

/// The output that two people read who write this.
fn said_to(input: &str) -> (Vec<String>, String) {
    let (mut results, said) = captured();
    let codes = played(&mut players([Who::Human, Who::Human], 1), input.as_bytes(), &mut results);
    (codes, said.text())
}

/// A bad code, moves against the rules, a move, and no more.
#[test]
fn a_person_is_told_what_is_wrong() {
    let (mut results, said) = captured();
    let input = b"59\n\xff\n9at5\n0000\n45G2\n45g2\nmoves xy\nundo 2\n";
    let codes = played(&mut players([Who::Human, Who::Human], 1), input, &mut results);
    assert_eq!(codes, ["45g2"]);
    let text = said.text();
    for expected in [
        "`59` is no move: a code has four characters",
        "the first piece has to cover column 5, row 5; `moves` lists",
        "the first move is no pass",
        "player 1 plays 45g2\n",
        " 1",
        "column 3, row 5 is not free",
        "there is no piece `xy`; choose a letter from a to u",
        "`undo` stands alone; leave `2` out; `help` tells",
        "the game is left unfinished",
    ] {
        assert!(text.contains(expected), "no `{expected}` in\n{text}");
    }
}

/// Everything that can be written, as `help` lists it.
#[test]
fn a_person_can_ask_before_moving() {
    let (codes, text) =
        said_to("help\npieces\npieces b\nmoves\nmoves a\nshow 55a0\nshow 11a0\nboard\nhint\nquit\n");
    assert!(codes.is_empty());
    for expected in [
        "  undo          take back your last move",
        "b  I2, 2 squares\n",
        "a  I1, 1 square\n\n   0\n   A\n\na: 55a0\n",
        "t: ",
        " 5  . . . . * .",
        "55a0 can be played\n",
        "11a0 by player 1 is against the rules",
        "hint: ",
        " ms at 50 MHz\n",
    ] {
        assert!(text.contains(expected), "no `{expected}` in\n{text}");
    }
    // All 414 first moves, each with the piece that is placed.
    let text = text.replace("player 1 to move: ", "");
    let listed = text.lines().filter_map(|line| line.split_once(": ")).filter(|(piece, _)| piece.len() == 1);
    assert_eq!(listed.map(|(_, codes)| codes.split(' ').count()).sum::<usize>(), 414 + 1);
}

/// Between two people, the last move is taken back; against a machine, the person's last move.
#[test]
fn a_move_is_taken_back() {
    let (codes, text) = said_to("undo\n45g2\n9at5\nundo\nundo\n55a0\n");
    assert_eq!(codes, ["55a0"]);
    assert!(text.contains("you have made no move") && text.contains("taken back: 9at5\n"), "{text}");
    assert!(text.contains("taken back: 45g2\n"), "{text}");

    let (mut results, said) = captured();
    let mut players = players([Who::Human, Who::Random], 1);
    assert_eq!(played(&mut players, b"45g2\nundo\n", &mut results), [""; 0]);
    assert!(said.text().contains("taken back: 45g2 "), "{}", said.text());
}

/// A line without an end is an error, not a wait.
#[test]
fn a_line_is_bounded() {
    let (mut results, _) = captured();
    let mut players = players([Who::Human, Who::Human], 1);
    let mut input = std::io::BufReader::new(std::io::repeat(b'5'));
    let mut game = Game::of(&[]).unwrap();
    let error = play(&mut game, |_| Ok(()), &mut players, &mut input, false, &mut results).unwrap_err();
    assert!(error.to_string().contains("a line of more than 1000 characters"), "{error}");
}

#[test]
fn the_end_is_told_in_points() {
    let game = |codes: &str| Game::read(codes).unwrap().1;
    let over = game("45g2 9at5 0000 0000");
    assert_eq!(
        result(over.position()),
        "the game is over: both players passed\nplayer 1: -85 points, 85 squares left\n\
         player 2: -84 points, 84 squares left\nplayer 2 wins by 1 point\n"
    );
}

/// The machine against chance, to the end; the record shows the same again.
#[test]
fn a_game_is_played_to_its_end_and_shown_again() {
    let (mut results, said) = captured();
    let mut players = players([Who::Sim, Who::Random], 1);
    let codes = played(&mut players, b"", &mut results);
    let text = said.text();
    assert!(text.contains("the game is over: ") && text.contains(" ms at 50 MHz"), "{text}");
    let boards = |text: &str| text.lines().filter(|line| line.starts_with(" 7 ")).count();
    assert_eq!(boards(&text), codes.len() + 1);

    let (mut results, shown) = captured();
    let (_, game) = Game::read(&format!("# a game\n{}\n", codes.join(" "))).unwrap();
    replay(&game, false, &mut results).unwrap();
    assert_eq!(boards(&shown.text()), codes.len() + 1);
    assert_eq!(shown.text().lines().last(), text.lines().last());
}

/// A machine that looks ahead for a time says how far it came.
#[test]
fn a_time_is_told_in_plies() {
    let (mut results, said) = captured();
    let mut players = looking([Who::Sim, Who::Human], Ahead { depth: 8, limit: Some(20_000) });
    played(&mut players, b"quit\n", &mut results);
    assert!(said.text().contains(": 2 plies ahead score "), "{}", said.text());
}

/// A player on a simulated serial line, against chance; as the second to move it is not told the
/// first move.
#[test]
fn a_player_on_a_serial_line_plays_to_the_end() {
    let (mut results, said) = captured();
    let mut players = players([Who::Random, Who::Serial], 1);
    let codes = played(&mut players, b"", &mut results);
    players.end().unwrap();
    let text = said.text();
    assert!(text.contains(&format!("player 2 plays {} over the serial line", codes[1])), "{text}");
    assert!(text.contains("the game is over: "), "{text}");
}

#[test]
fn a_player_may_be_named_with_its_port() {
    let [bare, named] = ["serial", "serial:/dev/ttyUSB0"].map(|text| parse_seat(text).unwrap());
    let given = SerialArgs { port: Some("COM3".into()), baud: Some(9600), protocol: Some(Protocol::Fpt2013) };
    let none = SerialArgs { port: None, ..given };
    let port = |args: &SerialArgs, seat| args.with([seat, &bare]).unwrap().port;
    assert_eq!(port(&given, &bare).as_deref(), Some("COM3"));
    assert_eq!(port(&none, &named).as_deref(), Some("/dev/ttyUSB0"));
    assert_eq!(port(&none, &bare), None);
    assert!(given.with([&named, &bare]).err().unwrap().to_string().contains("name it once"));
    assert!(parse_seat("serial:").is_err() && parse_seat("usb").unwrap_err().contains("serial:PORT"));
}

#[test]
fn a_record_that_cannot_be_played_shows_nothing() {
    let error = Game::read("45g2 9at5 45g2").unwrap_err();
    assert!(error.to_string().starts_with("move 3: 45g2 by player 1 is against the rules"), "{error}");
    let (mut results, shown) = captured();
    replay(&Game::read("45g2").unwrap().1, true, &mut results).unwrap();
    assert!(shown.text().contains("\x1b[104m") && shown.text().ends_with("player 2 is to move\n"));
}
