//! `movewright host --serial` on a serial port of the system, with a simulated machine at its other
//! end.
#![cfg(unix)]

use std::io::{ErrorKind, Read, Write};
use std::process::Command;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use movewright::chess::Position;
use movewright::cores::{self, Settings};
use movewright::host::{Line, SimulatedLine};
use movewright::simulate::Simulation;
use serialport::{SerialPort, TTYPort};

use crate::uci::Program;

const SET: [&str; 3] = ["stack_depth=8", "clock_hz=8000000", "baud=1000000"];
const TICKS: u64 = 8;

/// The ways of a device and its cable that a host has to live with.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Manner {
    Plain,
    /// What comes in the first 350 ms is lost: a board starts anew when its port is opened.
    DeafAtFirst,
    /// What comes goes back before the answer.
    Echoes,
    /// Each answer comes twice.
    Doubles,
    /// Each answer waits for 90 ms: a converter to USB collects bytes.
    Late,
}

/// What goes into one end of a pseudo terminal goes over a simulated line to a machine, and its
/// answers come back.
fn serve(
    (core, set): (&str, &[&str]),
    mut port: TTYPort,
    manner: Manner,
    ready: &Barrier,
    done: &AtomicBool,
) {
    let core = cores::find(core).unwrap();
    let values = set.iter().map(|text| text.split_once('=').unwrap()).chain([("host", "uart")]);
    let settings = Settings::parse(core, &values.collect::<Vec<_>>()).unwrap();
    let design = cores::design(core, &settings).unwrap();
    let mut simulation = Simulation::new(&design).unwrap();
    simulation.compile();
    let mut line = SimulatedLine::new(simulation, TICKS * 1000).unwrap();
    port.set_timeout(Duration::from_millis(5)).unwrap();
    let mut bytes = [0; 512];
    // A host gives up a machine that is silent for a second.
    ready.wait();
    let mut first = None;
    while !done.load(Ordering::Relaxed) {
        match port.read(&mut bytes) {
            Ok(count) => {
                let opened = *first.get_or_insert_with(Instant::now);
                if manner == Manner::DeafAtFirst && opened.elapsed() < Duration::from_millis(350) {
                    continue;
                }
                if manner == Manner::Echoes {
                    drop(port.write_all(&bytes[..count]));
                }
                line.send(&bytes[..count]).unwrap();
            }
            Err(error) if error.kind() == ErrorKind::TimedOut => {}
            // Nobody has the other end open.
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
        let mut answer = Vec::new();
        while let Some(byte) = line.receive(20).unwrap() {
            answer.push(byte);
        }
        if manner == Manner::Late && !answer.is_empty() {
            std::thread::sleep(Duration::from_millis(90));
        }
        for _ in 0..if manner == Manner::Doubles { 2 } else { 1 } {
            // A host that has given up says why.
            drop(port.write_all(&answer));
        }
    }
}

/// What the program writes, but for this computer's time: results, and errors.
fn movewright(arguments: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_movewright")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap();
        text.split(",\"seconds\":").next().unwrap().to_owned()
    };
    (text(output.stdout), text(output.stderr))
}

/// A byte every 50 ms, whatever is sent, for longer than the program should listen.
#[test]
fn a_port_that_never_goes_quiet_is_given_up() {
    let (mut device, host) = TTYPort::pair().unwrap();
    let name = host.name().unwrap();
    drop(host);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in (0..600).take_while(|_| !done.load(Ordering::Relaxed)) {
                // Nobody may have the other end open.
                drop(device.write_all(b"?"));
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        let begun = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_movewright"))
            .args(["host", "--serial", &name, "moves"])
            .output();
        done.store(true, Ordering::Relaxed);
        let (output, taken) = (output.unwrap(), begun.elapsed());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("no answer from the machine after 6 tries ("), "{said}");
        assert!(said.contains(" bytes came that are no answer); check the wires"), "{said}");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(taken < Duration::from_secs(20), "{taken:?}");
    });
}

const POSITION: [&str; 4] = ["--fen", "8/8/8/8/3k4/8/8/K1R5 w - - 0 1", "--format", "json"];

/// What `movewright host` says of each job to a device with these manners.
fn over_line(manner: Manner, jobs: &[&[&str]]) -> Vec<(String, String)> {
    let (machine, host) = TTYPort::pair().unwrap();
    let name = host.name().unwrap();
    // It is opened by name, as a board's is.
    drop(host);
    let (ready, done) = (Barrier::new(2), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| serve(("chess-small", &SET), machine, manner, &ready, &done));
        ready.wait();
        let set: Vec<&str> = SET.iter().flat_map(|value| ["--set", value]).collect();
        let line = [&["host", "--serial", &name, "--core", "chess-small"][..], &set].concat();
        let said = jobs.iter().map(|job| movewright(&[&line, *job, &POSITION].concat())).collect();
        done.store(true, Ordering::Relaxed);
        said
    })
}

fn in_simulator(job: &[&str]) -> (String, String) {
    movewright(&[job, &["--core", "chess-small", "--set", "stack_depth=8"], &POSITION].concat())
}

#[test]
fn a_machine_at_a_serial_port_answers_as_in_the_simulator() {
    let jobs = [&["moves"][..], &["perft", "--depth", "3"]];
    for (said, job) in over_line(Manner::Plain, &jobs).into_iter().zip(jobs) {
        assert!(said.0.contains("cycles"), "{}", said.1);
        assert_eq!(said, in_simulator(job));
    }
}

#[test]
fn a_device_with_odd_manners_is_understood() {
    let job = ["moves"];
    let expected = in_simulator(&job);
    for manner in [Manner::DeafAtFirst, Manner::Echoes, Manner::Doubles, Manner::Late] {
        assert_eq!(over_line(manner, &[&job]), std::slice::from_ref(&expected), "{manner:?}");
    }
}

/// Ends a machine when it goes.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A chess program's view of the player on a board: it searches, and is stopped.
#[test]
fn the_player_at_a_serial_port_answers_over_uci() {
    let machine = ["levels=100", "stack_depth=8", "weights=lean", "table=none"];
    let quick = [&machine[..], &["clock_hz=8000000", "baud=1000000"]].concat();
    // The rate that the host is told is slow, so that it waits long for a machine in a simulator.
    let told = [&machine[..], &["baud=300"]].concat();
    let (device, host) = TTYPort::pair().unwrap();
    let on = format!("serial:{}", host.name().unwrap());
    drop(host);
    let (ready, done) = (Barrier::new(2), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| serve(("chess-player", &quick), device, Manner::Plain, &ready, &done));
        ready.wait();
        // The machine is not waited for where something fails.
        let _ends = Ends(&done);
        let set = told.iter().flat_map(|value| ["--set", value]);
        let mut program = Program::started(["uci", "--on", &on].into_iter().chain(set));
        program.say("position startpos moves f2f3 e7e5 g2g4");
        program.say("go depth 2");
        assert!(program.hear("info depth 2 ").contains(" score mate 1 "));
        assert_eq!(program.hear("bestmove "), "bestmove d8h4");
        program.say("position startpos");
        program.say("go infinite");
        program.hear("info depth 1 ");
        program.say("stop");
        let best = program.hear("bestmove ");
        assert!(Position::start().read_move(best.split(' ').nth(1).unwrap()).is_ok(), "{best}");
        program.say("go depth 1");
        program.hear("bestmove ");
        program.end();
    });
}
