//! Messages that are damaged, cut short, out of turn or against the rules: the machine does not
//! answer them, and carries out the next good one.

use super::{DEPTH, Player, level, said};
use crate::blokus::Position;
use crate::blokus::code::Move;
use crate::blokus::evaluation::INFLUENCE;
use crate::blokus::position::Player as Side;
use crate::blokus::reference::placements;
use crate::blokus::search;
use crate::blokus::serial::Protocol::{self, Fpt2013, Heart2014};
use crate::host::Line;

/// The state of a game, kept independently of the machine.
#[derive(Clone)]
struct Told {
    protocol: Protocol,
    /// The position, with the opponent to move, and the machine's side; `None` before the machine's
    /// first move.
    game: Option<(Position, Side)>,
    /// The machine's first move was its last.
    opened: bool,
}

/// The request of a message.
enum Wanted {
    /// More characters.
    More,
    Nothing,
    /// The team code.
    Team,
    /// The game is over.
    End,
    /// A move in this position.
    Move(Position),
}

impl Told {
    /// The request of these characters, if nothing follows.
    fn wanted(&self, text: &[u8]) -> Wanted {
        let heart = self.protocol == Heart2014;
        let start = |place: u8| match place {
            b'5' => Some(Side::One),
            b'A' => Some(Side::Two),
            _ => None,
        };
        let code = |text: &[u8]| std::str::from_utf8(text).ok()?.parse::<Move>().ok();
        let moved = |position: Position, text: &[u8]| position.play(code(text)?).ok();
        let found = match *text {
            [b'0'] => return Wanted::Team,
            [b'9'] => return Wanted::End,
            [] | [b'2' | b'3' | b'4'] => return Wanted::More,
            [b'2', place] => start(place).filter(|_| self.game.is_none()).map(Position::start),
            [b'3', place, ref told @ ..] if heart => match told.len() {
                0..4 => return Wanted::More,
                _ => start(place)
                    .filter(|_| self.game.is_none() && told.len() == 4)
                    .and_then(|machine| moved(Position::start(machine.other()), told)),
            },
            [b'3' | b'4', ref told @ ..] => {
                let two = !heart && text[0] == b'4';
                let length = if two { 8 } else { 4 };
                match (&self.game, told.len()) {
                    (_, 0..8) if told.len() < length => return Wanted::More,
                    (Some((position, _)), _) if told.len() == length && (self.opened || !two) => {
                        let former = moved(position.clone(), &told[..4]);
                        match two {
                            false => former,
                            // The first of them was made before the machine's.
                            true => former
                                .map(|position| position.with_to_move(position.to_move().other()))
                                .and_then(|position| moved(position, &told[4..])),
                        }
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        found.map_or(Wanted::Nothing, Wanted::Move)
    }

    /// The answer to all these characters. A message that is followed by others is carried out,
    /// unless it has only one character.
    fn answer(&self, text: &[u8]) -> Wanted {
        for length in 1..=text.len() {
            match self.wanted(&text[..length]) {
                Wanted::More => {}
                Wanted::Team | Wanted::End if length < text.len() => {
                    return if text == b"90" { Wanted::Team } else { Wanted::Nothing };
                }
                wanted => return wanted,
            }
        }
        Wanted::Nothing
    }

    /// Sends a message and judges the answer; gives that.
    fn send(&mut self, player: &mut Player, text: &[u8]) -> String {
        let said = said(player, text);
        let shown = String::from_utf8_lossy(text);
        let before = self.clone();
        match self.answer(text) {
            Wanted::Nothing | Wanted::More => {
                assert_eq!(said, "", "{shown}");
                assert_eq!(level(player, "led_error"), 1, "{shown}");
                return said;
            }
            Wanted::Team | Wanted::End => {
                let team = matches!(self.answer(text), Wanted::Team);
                assert_eq!(said, if team { "1MW" } else { "" }, "{shown}");
                (self.game, self.opened) = (None, false);
            }
            Wanted::Move(position) => {
                let best = search::search(&position, &INFLUENCE, DEPTH).best.unwrap_or(Move::Pass);
                assert_eq!(said, best.to_string(), "{shown} on\n{position}");
                if let Move::Place(_) = best {
                    assert!(placements(&position, position.to_move()).contains(&said), "{said}\n{position}");
                }
                self.opened = text[0] == b'2';
                let machine = position.to_move();
                self.game = Some((position.play(best).unwrap_or(position), machine));
            }
        }
        // What follows a message is none.
        let followed =
            (1..text.len()).any(|length| matches!(before.wanted(&text[..length]), Wanted::Move(_)));
        assert_eq!(level(player, "led_error"), u64::from(followed), "{shown}");
        said
    }
}

/// Replacements for a character: others of the protocol, others of codes, and characters of
/// neither.
const GARBAGE: &[u8] = b"0123459AaekuvfF\0\xb5\xff";

/// After these messages, the last with each of its characters replaced by each other, and cut short
/// behind each. What is answered by nothing leaves the position as it was.
fn every_fault(player: &mut Player, protocol: Protocol, messages: &[&str]) {
    let (good, before) = messages.split_last().unwrap();
    let fresh = Told { protocol, game: None, opened: false };
    let set_up = |player: &mut Player| {
        let mut told = fresh.clone();
        ["9"].iter().chain(before).for_each(|text| drop(told.send(player, text.as_bytes())));
        told
    };
    let mut told = set_up(player);
    for place in 0..good.len() {
        for &byte in GARBAGE.iter().filter(|&&byte| byte != good.as_bytes()[place]) {
            let mut text = good.as_bytes().to_vec();
            text[place] = byte;
            if !told.send(player, &text).is_empty() || matches!(told.answer(&text), Wanted::End) {
                told = set_up(player);
            }
        }
        if place > 0 {
            told.send(player, &good.as_bytes()[..place]);
        }
        told.send(player, good.as_bytes());
        told = set_up(player);
    }
}

/// The opponent's answer to these moves and to the machine's search, whose turn comes after them.
fn reply(moves: &[&str], first: Side) -> String {
    let start = Position::start(first);
    let position = moves.iter().fold(start, |position, mv| position.play(mv.parse().unwrap()).unwrap());
    let position = position.play(search::search(&position, &INFLUENCE, DEPTH).best.unwrap()).unwrap();
    position.placements()[40].to_string()
}

/// Damaged messages of this protocol, one of each kind.
pub fn damaged(player: &mut Player, protocol: Protocol) {
    let third = |told: &str, first: Side| format!("4{told}{}", reply(&[told], first));
    match protocol {
        Heart2014 => {
            every_fault(player, protocol, &["0"]);
            every_fault(player, protocol, &["25"]);
            every_fault(player, protocol, &["3A65c2"]);
            let next = reply(&["aat2"], Side::Two);
            every_fault(player, protocol, &["35aat2", &format!("4{next}")]);
        }
        Fpt2013 => {
            every_fault(player, protocol, &["2A"]);
            every_fault(player, protocol, &["2A", "355t2"]);
            every_fault(player, protocol, &["2A", &third("55t2", Side::One)]);
        }
    }
}

/// Each message where it is out of turn, or tells what the rules forbid.
pub fn out_of_turn(player: &mut Player, protocol: Protocol) {
    let next = format!("4{}", reply(&["aat2"], Side::Two));
    let two = format!("455t2{}", reply(&["55t2"], Side::One));
    let games = match protocol {
        Heart2014 => [
            // Before a game; then a first pass, and a start square that is not the opponent's.
            vec!["4aat2", "40000", "350000", "3555t2", "35aat2"],
            // In one: another start, a piece twice, cells that are taken.
            vec!["35aat2", "25", "2A", "3A55t2", "4aat2", "4aat0", &next],
        ],
        // Two moves are told once in a game.
        Fpt2013 => [vec!["355t2", &two, "2A"], vec!["2A", "25", "2A", &two, &two, "30000", "30000", "30000"]],
    };
    let mut told = Told { protocol, game: None, opened: false };
    for messages in games {
        told.send(player, b"9");
        messages.iter().for_each(|text| drop(told.send(player, text.as_bytes())));
    }
}

/// A greeting or an end in the middle of a search or of an answer begins anew. Other messages are
/// ignored there.
pub fn broken_off(player: &mut Player) {
    said(player, b"9");
    let best = search::search(&Position::start(Side::One), &INFLUENCE, DEPTH).best.unwrap().to_string();
    for (message, answer) in [("0", "1MW"), ("9", ""), ("45500", best.as_str())] {
        player.line().send(b"25").unwrap();
        player.line().hold(true, 2).unwrap();
        assert_eq!(level(player, "led_busy"), 1);
        assert_eq!(said(player, message.as_bytes()), answer, "{message}");
        said(player, b"9");
    }
    player.line().send(b"25").unwrap();
    while player.line().receive(10).unwrap().is_none() {}
    assert_eq!(said(player, b"0"), format!("{}1MW", &best[1..]), "the answer is sent to its end");
    assert_eq!(said(player, b"25"), best);
}
