//! The chess player at the end of a serial line that loses, doubles and flips bytes: each search
//! finds what the model finds, and a search that is ended leaves nothing behind.

use std::time::Duration;

use movewright::chess::player::machine::{
    MachinePlayer, Model, Player, Schedule, SearchMachine, Start, Trail,
};
use movewright::chess::player::{Limits, Unwatched, Watch};
use movewright::chess::{Move, Position};
use movewright::cores::{self, Settings};
use movewright::host::{Client, Line, LineError, SimulatedLine, connect};
use movewright::link::uart::{UartOptions, wrap};
use movewright::netlist::testing::Random;
use movewright::simulate::Simulation;

const PAUSE: u32 = 40;

/// The machine that plays, small and with few threads.
fn player() -> Player {
    let core = &cores::CHESS_PLAYER;
    let given = [("levels", "100"), ("stack_depth", "8"), ("weights", "lean"), ("table", "none")];
    cores::chess_player_machine(core, &Settings::parse(core, &given).unwrap()).unwrap()
}

/// A line that treats one byte of so many badly, in both directions.
struct Unreliable<L> {
    line: L,
    one_in: usize,
    random: Random,
    faults: u32,
    /// The second of two bytes that were one.
    doubled: Option<u8>,
}

impl<L> Unreliable<L> {
    fn new(line: L, one_in: usize) -> Self {
        Self { line, one_in, random: Random(1), faults: 0, doubled: None }
    }

    /// What becomes of a byte.
    fn spoilt(&mut self, byte: u8) -> Vec<u8> {
        if !self.random.one_in(self.one_in) {
            return vec![byte];
        }
        self.faults += 1;
        match self.random.below(3) {
            0 => vec![],
            1 => vec![byte; 2],
            _ => vec![byte ^ 1 << self.random.below(8)],
        }
    }
}

impl<L: Line> Line for Unreliable<L> {
    fn name(&self) -> &'static str {
        "unreliable line"
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LineError> {
        let spoilt: Vec<u8> = bytes.iter().flat_map(|byte| self.spoilt(*byte)).collect();
        self.line.send(&spoilt)
    }

    fn receive(&mut self, byte_times: u32) -> Result<Option<u8>, LineError> {
        if let Some(byte) = self.doubled.take() {
            return Ok(Some(byte));
        }
        while let Some(byte) = self.line.receive(byte_times)? {
            let spoilt = self.spoilt(byte);
            self.doubled = spoilt.get(1).copied();
            if let Some(first) = spoilt.first() {
                return Ok(Some(*first));
            }
        }
        Ok(None)
    }

    fn elapsed(&self) -> Duration {
        self.line.elapsed()
    }

    fn time_of(&self, bytes: u32) -> Duration {
        self.line.time_of(bytes)
    }
}

type OnALine<'a> = MachinePlayer<SearchMachine<Client<&'a mut Unreliable<SimulatedLine<Simulation>>>>>;

/// The player behind a line that was just begun.
fn line(player: &Player, one_in: usize) -> Unreliable<SimulatedLine<Simulation>> {
    let uart = UartOptions { clock_hz: 8_000_000, baud: 1_000_000, pause_bits: PAUSE };
    let mut simulation = Simulation::new(&wrap(&player.design, &uart).unwrap()).unwrap();
    simulation.compile();
    Unreliable::new(SimulatedLine::new(simulation, 8_000).unwrap(), one_in)
}

/// Plays so many moves, each found as the model finds it, to this depth.
fn plays(player: &mut OnALine, machine: &Player, start: &Position, moves: usize, depth: u32) {
    let (mut position, mut made): (Position, Vec<Move>) = (start.clone(), Vec::new());
    for _ in 0..moves {
        player.set_game(start, &made);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let found = player.search(&limits, &mut Unwatched).unwrap();
        let from = Start { trail: Trail::of(start, &made), ..Start::from(&position) };
        let expected = Model::search(&machine.givens(), machine.schedule, from, depth);
        assert_eq!((found.best, found.info.value), (expected.best, expected.score), "after {made:?}");
        made.push(found.best.unwrap());
        position = position.after(found.best.unwrap());
    }
}

#[test]
fn a_bad_line_costs_tries_and_never_a_move() {
    let machine = player();
    let mut line = line(&machine, 400);
    let mut player = MachinePlayer::behind(connect(&mut line, PAUSE).unwrap(), machine.schedule);
    let start = Position::from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1").unwrap();
    plays(&mut player, &machine, &start, 6, 2);
    drop(player);
    assert!(line.faults > 4, "only {} faults", line.faults);
}

/// Lets a search go on until it was asked so often.
struct Until(u32);

impl Watch for Until {
    fn goes_on(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }
}

#[test]
fn a_search_that_is_ended_over_a_line_leaves_nothing_behind() {
    let machine = player();
    let mut line = line(&machine, usize::MAX);
    let mut player = MachinePlayer::behind(connect(&mut line, PAUSE).unwrap(), machine.schedule);
    player.set_threads(2);
    let start = Position::start();
    for asked in [2, 3, 9] {
        player.set_game(&start, &[]);
        let deep = Limits { depth: Some(7), ..Limits::default() };
        let found = player.search(&deep, &mut Until(asked)).unwrap();
        assert!(found.info.depth < 7 && player.moves().contains(&found.best.unwrap()), "{found:?}");
        let schedule = Schedule { used: 2, ..machine.schedule };
        let expected = Model::search(&machine.givens(), schedule, &start, 1);
        let again = player.search(&Limits { depth: Some(1), ..deep }, &mut Unwatched).unwrap();
        assert_eq!((again.best, again.info.value), (expected.best, expected.score));
        assert_eq!(again.info.nodes, expected.nodes);
    }
}
