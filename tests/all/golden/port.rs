//! The command port with commands that make no sense, answers nobody takes, and resets at any time.

use movewright::chess::classic::Options;
use movewright::game::Machine;
use movewright::simulate::{Ports, command_port};

use super::machine::{Chess, codes, for_each};
use super::{positions, rules};

const DOWN: u64 = 4;
const UP: u64 = 5;
const PERFT: u64 = 6;

/// Gives a command; returns whether it was refused.
fn refused(chess: &mut Chess, command: u64, data: u64) -> bool {
    let ports = chess.machine.ports();
    for (port, value) in [("command_valid", 1), ("command", command), ("command_data", data)] {
        Ports::poke(ports, port, value).unwrap();
    }
    assert_eq!(ports.step_until("command_ready", 10).unwrap(), Some(0), "an idle machine takes a command");
    ports.step();
    Ports::poke(ports, "command_valid", 0).unwrap();
    ports.step_until("response_valid", 10).unwrap().expect("an answer");
    let refused = Ports::peek(ports, "response_error").unwrap() == 1;
    ports.step();
    refused
}

/// What cannot be done is refused, and leaves everything as it was.
#[test]
fn senseless_commands_are_refused() {
    let line = &positions::perft_table()[1];
    let mut chess = Chess::new(&Options { stack_depth: 8, ..Options::default() });
    chess.machine.load(&line.position).unwrap();
    let unknown = [0, 9, 10, 11, 12, 13, 14, 15].map(|command| (command, 0));
    let deep = [9, 16, 127, 128, 256, 511].map(|depth| (PERFT, depth));
    for (command, data) in unknown.into_iter().chain(deep).chain([(DOWN, 0), (UP, 0)]) {
        assert!(refused(&mut chess, command, data), "{command} {data}");
    }
    assert_eq!(chess.pieces(), codes(&line.position));
    let mut legal = rules::legal(&rules::board(&line.position)).len();
    while chess.machine.next().unwrap().is_some() {
        // A move is held: no walk begins above it.
        assert!(refused(&mut chess, PERFT, 1));
        assert!(refused(&mut chess, UP, 0));
        legal -= 1;
    }
    assert_eq!(legal, 0);
    assert!(refused(&mut chess, DOWN, 0));
    assert_eq!(chess.machine.perft(2, true).unwrap().nodes, 2039);
}

/// An answer waits as long as it must, and does not change.
#[test]
fn answers_wait() {
    let line = &positions::perft_table()[1];
    let mut chess = Chess::new(&Options::default());
    chess.machine.load(&line.position).unwrap();
    let ports = chess.machine.ports();
    for (port, value) in [("response_ready", 0), ("command_valid", 1), ("command", 3)] {
        Ports::poke(ports, port, value).unwrap();
    }
    ports.step();
    ports.step_until("response_valid", 20).unwrap().expect("an answer");
    let answer = Ports::peek(ports, "response_data").unwrap();
    assert_eq!(answer >> 32, 1, "a move is held");
    for _ in 0..5 {
        ports.step();
        assert_eq!(Ports::peek(ports, "response_valid").unwrap(), 1);
        assert_eq!(Ports::peek(ports, "response_data").unwrap(), answer);
        assert_eq!(Ports::peek(ports, "command_ready").unwrap(), 0, "one command at a time");
    }
    Ports::poke(ports, "command_valid", 0).unwrap();
    Ports::poke(ports, "response_ready", 1).unwrap();
    ports.step();
    assert_eq!(Ports::peek(ports, "response_valid").unwrap(), 0);
    assert_eq!(Ports::peek(ports, "command_ready").unwrap(), 1);
}

/// A reset in any cycle of a walk ends it: the machine is idle and as good as new.
#[test]
fn a_reset_ends_everything() {
    let lines = positions::perft_table();
    // One with castlings, and one whose king is in check, so that most moves are illegal.
    for_each(&Options::default(), 4 * 200, |chess, number| {
        let (cycles, line, checks_first) =
            (number as u64 / 4, &lines[1 + number % 2 * 2], number / 2 % 2 == 1);
        chess.machine.load_in_order(&line.position, checks_first).unwrap();
        let ports = chess.machine.ports();
        let data = 2 | u64::from(checks_first) << 9;
        command_port::interrupt(ports, PERFT, data, cycles).unwrap();
        for _ in 0..3 {
            assert_eq!(Ports::peek(ports, "command_ready").unwrap(), 1, "idle after {cycles} cycles");
            assert_eq!(Ports::peek(ports, "response_valid").unwrap(), 0);
            ports.step();
        }
        chess.machine.load_in_order(&line.position, checks_first).unwrap();
        let counted = chess.machine.perft(1, checks_first).unwrap().nodes;
        assert_eq!(counted, line.counts[0].nodes, "reset after {cycles} cycles");
    });
}
