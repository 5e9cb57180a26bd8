//! `movewright host --serial` on a serial port of the system, with a simulated machine at its other
//! end.
#![cfg(unix)]

use std::io::{ErrorKind, Read, Write};
use std::process::Command;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use movewright::cores::{self, Settings};
use movewright::host::{Line, SimulatedLine};
use movewright::simulate::Simulation;
use serialport::{SerialPort, TTYPort};

const SET: [&str; 3] = ["stack_depth=8", "clock_hz=8000000", "baud=1000000"];
const TICKS: u64 = 8;

/// What goes into one end of a pseudo terminal goes over a simulated line to a machine, and its
/// answers come back.
fn serve(mut port: TTYPort, ready: &Barrier, done: &AtomicBool) {
    let core = cores::find("chess-small").unwrap();
    let values = SET.iter().map(|text| text.split_once('=').unwrap()).chain([("host", "uart")]);
    let settings = Settings::parse(core, &values.collect::<Vec<_>>()).unwrap();
    let design = cores::design(core, &settings).unwrap();
    let mut simulation = Simulation::new(&design).unwrap();
    simulation.compile();
    let mut line = SimulatedLine::new(simulation, TICKS * 1000).unwrap();
    port.set_timeout(Duration::from_millis(5)).unwrap();
    let mut bytes = [0; 512];
    // A host gives up a machine that is silent for a second.
    ready.wait();
    while !done.load(Ordering::Relaxed) {
        match port.read(&mut bytes) {
            Ok(count) => line.send(&bytes[..count]).unwrap(),
            Err(error) if error.kind() == ErrorKind::TimedOut => {}
            // Nobody has the other end open.
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
        while let Some(byte) = line.receive(200).unwrap() {
            // A host that has given up says why.
            drop(port.write_all(&[byte]));
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

#[test]
fn a_machine_at_a_serial_port_answers_as_in_the_simulator() {
    let (machine, host) = TTYPort::pair().unwrap();
    let name = host.name().unwrap();
    // It is opened by name, as a board's is.
    drop(host);
    let (ready, done) = (Barrier::new(2), AtomicBool::new(false));
    let answers = std::thread::scope(|scope| {
        scope.spawn(|| serve(machine, &ready, &done));
        ready.wait();
        let answers = [&["moves"][..], &["perft", "--depth", "3"]].map(|what| {
            let set = SET.iter().flat_map(|value| ["--set", value]);
            let core = ["--core", "chess-small"];
            let line: Vec<&str> = ["host", "--serial", &name].into_iter().chain(core).chain(set).collect();
            let job = ["--fen", "8/8/8/8/3k4/8/8/K1R5 w - - 0 1", "--format", "json"];
            let over_line = movewright(&[&line, what, &job].concat());
            (over_line, movewright(&[what, &core, &["--set", "stack_depth=8"], &job].concat()))
        });
        done.store(true, Ordering::Relaxed);
        answers
    });
    for (over_line, in_simulator) in answers {
        assert!(over_line.0.contains("cycles"), "{}", over_line.1);
        assert_eq!(over_line, in_simulator);
    }
}
