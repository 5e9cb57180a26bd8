use std::io::Cursor;

use super::super::results::tests::captured;
use super::*;

fn players(who: [Who; 2], depth: u32) -> Players {
    looking(who, Ahead { depth, limit: None })
}

fn looking(who: [Who; 2], ahead: Ahead) -> Players {
    let serial = SerialArgs { port: None, baud: 115_200, protocol: Protocol::Fpt2013 };
    Players::new(who, ahead, 3, &SetArgs::default(), Sim::BuiltIn, &serial).unwrap()
}

/// Plays a game from the start; the codes of its moves.
fn played(players: &mut Players, input: &[u8], results: &mut Results) -> Vec<String> {
    let (mut codes, position) = Record::start().into_parts();
    play(position, &mut codes, |_| Ok(()), players, &mut Cursor::new(input), false, results).unwrap();
    codes
}

/// A bad code, moves against the rules, a move, and no more.
#[test]
fn a_person_is_told_what_is_wrong() {
    let (mut results, said) = captured();
    let input = b"59\n\xff\n9at5\n0000\n45g2\n45g2\n";
    let codes = played(&mut players([Who::Human, Who::Human], 1), input, &mut results);
    assert_eq!(codes, ["45g2"]);
    let text = said.text();
    for expected in [
        "`59` is no move",
        "the first piece covers column 5, row 5; give another",
        "the first move is no pass",
        "black plays 45g2\n",
        " B",
        "column 3, row 5 is not free",
        "the game is left unfinished",
    ] {
        assert!(text.contains(expected), "no `{expected}` in\n{text}");
    }
}

/// The machine against chance, to the end; the record shows the same again.
#[test]
fn a_game_is_played_to_its_end_and_shown_again() {
    let (mut results, said) = captured();
    let mut players = players([Who::Sim, Who::Random], 1);
    let codes = played(&mut players, b"", &mut results);
    let text = said.text();
    assert!(text.contains("the game is over: black ") && text.contains(" ms at 50 MHz"), "{text}");
    let boards = |text: &str| text.lines().filter(|line| line.starts_with(" 7 ")).count();
    assert_eq!(boards(&text), codes.len() + 1);

    let (mut results, shown) = captured();
    replay(&format!("# a game\n{}\n", codes.join(" ")), false, &mut results).unwrap();
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
    assert_eq!((parse_time("1"), parse_time("0.00000001")), (Ok(50_000_000), Ok(1)));
    for wrong in ["0", "-1", "22", "x", "nan"] {
        assert!(parse_time(wrong).unwrap_err().contains("such as 0.1"), "{wrong}");
    }
}

/// A player on a simulated serial line, against chance; as the second to move it is not told the first move.
#[test]
fn a_player_on_a_serial_line_plays_to_the_end() {
    let (mut results, said) = captured();
    let mut players = players([Who::Random, Who::Serial], 1);
    let codes = played(&mut players, b"", &mut results);
    players.end().unwrap();
    let text = said.text();
    assert!(text.contains(&format!("white plays {} over the serial line", codes[1])), "{text}");
    assert!(text.contains("the game is over: black "), "{text}");
}

#[test]
fn a_player_may_be_named_with_its_port() {
    let [bare, named] = ["serial", "serial:/dev/ttyUSB0"].map(|text| parse_seat(text).unwrap());
    let given = SerialArgs { port: Some("COM3".into()), baud: 9600, protocol: Protocol::Fpt2013 };
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
    let (mut results, shown) = captured();
    let error = replay("45g2 9at5 45g2", false, &mut results).unwrap_err();
    assert!(error.to_string().starts_with("move 3: 45g2 by player 1 is against the rules"), "{error}");
    assert_eq!(shown.text(), "");
    replay("45g2", true, &mut results).unwrap();
    assert!(shown.text().contains("\x1b[104m") && shown.text().ends_with("white is to move\n"));
}
