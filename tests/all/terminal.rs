//! What a person at a terminal sees beside the results.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use serialport::{SerialPort, TTYPort};

/// The last byte a terminal shows. The end of a terminal that its last writer closes would not do,
/// because `serialport` then refuses to read what is left.
const END: u8 = 0;

/// Results, and what stands on a terminal meanwhile.
fn at_a_terminal(arguments: &[&str]) -> (String, String) {
    let (mut screen, mut terminal) = TTYPort::pair().unwrap();
    let file = File::options().read(true).write(true).open(terminal.name().unwrap()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(arguments).env("TERM", "xterm").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(file);
    let child = command.spawn().unwrap();
    drop(command);
    screen.set_timeout(Duration::from_secs(60)).unwrap();
    let reader = std::thread::spawn(move || {
        let (mut shown, mut bytes) = (Vec::new(), [0; 4096]);
        while shown.last() != Some(&END) {
            let count = screen.read(&mut bytes).unwrap();
            shown.extend_from_slice(&bytes[..count]);
        }
        String::from_utf8_lossy(&shown).into_owned()
    });
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    terminal.write_all(&[END]).unwrap();
    (String::from_utf8(output.stdout).unwrap(), reader.join().unwrap())
}

/// Of either game: a bar while the count goes on, then the time.
#[test]
fn a_count_shows_how_far_it_is_and_what_it_took() {
    let endgame = "54m1 abm1 41o2 cal2 86f6 89e2 b4s2 57t0 c6l7 34o5 93k0 ddg2 12b0 d7d2 e4d1 28s0 25i2 2bp0";
    for (arguments, nodes) in [
        (&["perft", "--depth", "3", "--core", "chess-small"][..], None),
        (&["perft", "--depth", "3", "--core", "blokus", "--position", endgame], Some(7191)),
    ] {
        let (results, shown) = at_a_terminal(arguments);
        assert!(results.starts_with("depth 3: "), "{results}");
        let told = nodes.map_or("nodes in ".into(), |nodes| format!("{nodes} nodes in "));
        assert!(shown.contains(&told) && shown.contains(" nodes a second"), "{shown}");
        if nodes.is_some() {
            assert!(shown.contains(" %") && shown.contains("] "), "{shown}");
        }
        assert!(!results.contains("a second"), "{results}");
    }
}
