//! Games and faults over the simulated line, bit by bit, against the rules in the slow way.

mod cells;
mod faults;
mod games;

use super::{Competitor, Options, Protocol, Time, design};
use crate::blokus::evaluation::INFLUENCE;
use crate::blokus::search::deepen;
use crate::blokus::{Player as Duo, Position};
use crate::cores::competitor_on_a_line;
use crate::host::{Line, SimulatedLine};
use crate::link::uart::UartOptions;
use crate::simulate::{Ports, Simulation};

/// Byte times: more than a search of one or two plies takes, and than the pause.
const PATIENCE: u32 = 2_000;

type Player = Competitor<SimulatedLine<Simulation>>;

/// Plies it looks ahead.
const DEPTH: u32 = 1;

fn player(protocol: Protocol) -> Player {
    let options = Options { protocol, depth: DEPTH, ..Options::default() };
    Competitor::new(competitor_on_a_line(options).unwrap(), protocol, PATIENCE)
}

/// The level of an output of the machine.
fn level(player: &mut Player, port: &str) -> u64 {
    Ports::peek(player.line().ports(), port).unwrap()
}

/// Sends characters, and returns those that come until the line and the machine have been idle for
/// longer than the pause.
fn said(player: &mut Player, text: &[u8]) -> String {
    player.line().send(text).unwrap();
    let mut said = String::new();
    // Twice: an answer may be about to begin.
    for _ in 0..2 {
        while let Some(byte) = player.line().receive(4).unwrap() {
            said.push(byte.into());
        }
        while level(player, "led_busy") == 1 {
            said.extend(player.line().receive(1).unwrap().map(char::from));
        }
    }
    said
}

// One machine for all of a protocol: it takes longer to build than to run.

#[test]
fn heart_2014_is_spoken() {
    let mut player = player(Protocol::Heart2014);
    games::four_games(&mut player);
    games::every_rotation(&mut player);
    faults::damaged(&mut player, Protocol::Heart2014);
    faults::out_of_turn(&mut player, Protocol::Heart2014);
    faults::broken_off(&mut player);
}

#[test]
fn fpt_2013_is_spoken() {
    let mut player = player(Protocol::Fpt2013);
    games::four_games(&mut player);
    faults::damaged(&mut player, Protocol::Fpt2013);
    faults::out_of_turn(&mut player, Protocol::Fpt2013);
}

/// For a time it looks further ahead each time, and moves by the last search that ended; after each
/// of the opponent's moves anew.
#[test]
fn it_deepens_for_a_time() {
    let options = Options { time: Some(Time::Cycles(12_000)), depth: 8, ..Options::default() };
    let line = competitor_on_a_line(options).unwrap();
    let mut player = Competitor::new(line, Protocol::Heart2014, PATIENCE);
    player.greet().unwrap();
    let mut position = Position::start(Duo::One);
    let mut last = None;
    let mut reached = 0;
    for _ in 0..4 {
        let mv = match last {
            None => player.first(Duo::One, None).unwrap(),
            Some(last) => player.next(last).unwrap(),
        };
        let depth = (1..=3).rev().find(|&depth| deepen(&position, &INFLUENCE, depth).best == Some(mv));
        reached = reached.max(depth.unwrap());
        position = position.play(mv).unwrap();
        let answer = position.moves()[0];
        (position, last) = (position.play(answer).unwrap(), Some(answer));
    }
    assert!(reached > 1);
}

#[test]
fn what_cannot_be_built_is_refused() {
    let refused = |options: Options| design(&options).err().unwrap().to_string();
    assert!(refused(Options { depth: 9, ..Options::default() }).contains("choose 1 to 8"));
    assert!(refused(Options { team: *b"M ", ..Options::default() }).contains("\"M \" is not two letters"));
    let long = Options { time: Some(Time::Milliseconds(21_475)), ..Options::default() };
    assert_eq!(refused(long), "a time of 21475 ms at 50000000 Hz; choose up to 21474 ms, or a slower clock");
    let line = UartOptions { clock_hz: 8_000_000, baud: 3_000_000, ..UartOptions::default() };
    assert!(refused(Options { line, ..Options::default() }).contains("8 to 65536 clock cycles"));
}
