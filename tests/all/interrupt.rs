//! A signal ends a command with the tool it has started and all the tool has started, and leaves
//! nothing behind.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process still runs; one that has ended and waits to be asked for does not.
fn runs(process: &str) -> bool {
    let ps = Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
    let state = String::from_utf8_lossy(&ps.stdout).trim().to_string();
    !state.is_empty() && !state.starts_with('Z')
}

#[test]
fn a_signal_stops_the_tool_and_leaves_nothing() {
    let synth = &["synth", "chess-classic", "--target", "xcv", "-o"][..];
    let check = &["check", "chess-small", "--only", "netlist"];
    for (signal, arguments) in [("INT", synth), ("TERM", synth), ("HUP", synth), ("INT", check)] {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let (tools, temporary, pids) = (place("tools"), place("temporary"), place("pids"));
        fs::create_dir(&tools).unwrap();
        fs::create_dir(&temporary).unwrap();
        // A tool that has started another, half way through what it writes.
        let told = pids.display();
        let work = format!(
            "echo half > netlist.json; sleep 600 & echo $$ $! > {told}.new; mv {told}.new {told}; wait"
        );
        script(&tools.join("yosys"), &format!("[ \"$1\" = -V ] && echo Yosys 0.70 && exit\n{work}"));
        let output = place("output");
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        command.args(arguments);
        if arguments == synth {
            command.arg(&output);
        }
        command.env("MOVEWRIGHT_TOOLS", &tools).env("TMPDIR", &temporary).stderr(Stdio::piped());
        let movewright = command.spawn().unwrap();
        let running = wait_for("the tool starts", || fs::read_to_string(&pids).ok());
        let running: Vec<&str> = running.split_whitespace().collect();
        assert!(running.len() == 2 && running.iter().all(|process| runs(process)), "{running:?}");

        let ended = signalled(movewright, signal);
        assert_eq!(ended.status.code(), Some(130), "{signal}");
        let error = String::from_utf8_lossy(&ended.stderr).into_owned();
        let last = error.lines().last();
        assert_eq!(last, Some("error: yosys was interrupted"), "{signal}: {error}");
        wait_for("the tool is gone", || running.iter().all(|process| !runs(process)).then_some(()));
        assert!(!output.exists(), "{signal}");
        assert_eq!(temporary.read_dir().unwrap().count(), 0, "{signal}");
    }
}

/// Sends a signal, and gives what the command said by its end.
fn signalled(movewright: Child, signal: &str) -> Output {
    let process = movewright.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &process]).status().unwrap().success());
    movewright.wait_with_output().unwrap()
}

/// Where no tool is at work either: half a trace goes.
#[test]
fn a_signal_in_a_simulation_leaves_nothing() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        command
            .args(["trace", "--core", "blokus-player", "--search", "6", "-o"])
            .arg(folder.path().join("search.vcd"));
        let movewright = command.stderr(Stdio::piped()).spawn().unwrap();
        // The folder that the trace is in until it is whole.
        wait_for("it begins", || (folder.path().read_dir().unwrap().count() == 1).then_some(()));
        let ended = signalled(movewright, signal);
        assert_eq!(ended.status.code(), Some(130), "{signal}");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "error: interrupted\n", "{signal}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{signal}");
    }
}

/// Whenever it comes while files are written: nothing is left beside them, and what is there is
/// whole.
#[test]
fn a_signal_while_files_are_written_leaves_nothing() {
    for round in 0..12 {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out");
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        command.args(["gen", "blokus", "-o"]).arg(&output).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut movewright = command.spawn().unwrap();
        // As soon as there is anything, and a little later each time.
        wait_for("it begins", || {
            (folder.path().read_dir().unwrap().count() > 0 || movewright.try_wait().unwrap().is_some())
                .then_some(())
        });
        std::thread::sleep(Duration::from_micros(300 * round));
        let ended = signalled(movewright, "INT");
        let left: Vec<_> =
            folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(left.iter().all(|name| name == "out"), "{left:?}");
        let whole = !output.exists() || output.join("movewright.json").is_file();
        assert!(whole && matches!(ended.status.code(), Some(0 | 130)), "{ended:?}");
    }
}

/// What a run left that was killed outright goes with the next, and a folder that another run
/// writes to is refused.
#[test]
fn what_a_killed_run_left_is_cleared_and_a_claim_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out");
    let left = folder.path().join(".movewright-left");
    fs::create_dir(&left).unwrap();
    fs::write(left.join("lock"), "").unwrap();
    let run = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        command.args(["gen", "blokus", "--hdl", "verilog", "-o"]).arg(&output).output().unwrap()
    };
    assert!(run().status.success());
    assert!(!left.exists());

    let claim = fs::File::create(output.join(".movewright-lock")).unwrap();
    claim.lock().unwrap();
    fs::write(output.join(".movewright-lock"), "4711 0\n").unwrap();
    let refused = run();
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        error.contains("out is being written by another movewright (process 4711); wait until"),
        "{error}"
    );
    assert_eq!(refused.status.code(), Some(1));
    // Its process ends, and its lock with it.
    drop(claim);
    assert!(run().status.success());
    assert!(!output.join(".movewright-lock").exists());
}

/// A game that is left so is saved as far as it came, or told where no file was named.
#[test]
fn a_signal_in_a_game_keeps_its_moves() {
    for saved in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("game.txt");
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        command.args(["play", "blokus", "--player-1", "human", "--player-2", "human"]);
        if saved {
            command.arg("--save").arg(&game);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut movewright = command.spawn().unwrap();
        // Open until the end, which would be another reason to stop.
        let mut input = movewright.stdin.take().unwrap();
        input.write_all(b"45g2\n9at5\n").unwrap();
        let mut said = BufReader::new(movewright.stdout.take().unwrap()).lines();
        assert!(said.any(|line| line.unwrap().ends_with("player 2 plays 9at5")));
        // The next board: the move has been noted.
        assert!(said.any(|line| line.unwrap().starts_with(" 7 ")));
        let ended = signalled(movewright, "INT");
        drop(input);
        assert_eq!(ended.status.code(), Some(130));
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        if saved {
            assert!(fs::read_to_string(&game).unwrap().ends_with("\n45g2 9at5\n"));
            assert!(told.contains("what there is by now is in ") && told.ends_with("game.txt\n"), "{told}");
        } else {
            let expected =
                "to go on: movewright play blokus --player-1 human --player-2 human --position '45g2 9at5'\n";
            assert!(told.ends_with(expected), "{told}");
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), usize::from(saved));
    }
}

/// Each count of many at once is written as it ends, so that those before a signal are not lost.
#[test]
fn a_signal_in_many_counts_keeps_those_that_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table.epd");
    // The last takes the longest, and is begun first.
    let long = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D5 193690690";
    fs::write(&table, format!("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1 ;D1 18 ;D2 92\n{long}\n")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(["perft", "--depth", "5", "--lanes", "--epd"]).arg(&table);
    let mut movewright = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let said = BufReader::new(movewright.stdout.take().unwrap());
    let mut said = said.lines().map(Result::unwrap);
    let mut first: Vec<String> = said.by_ref().take(3).collect();
    first.sort();
    let expected = ["depth 1: 18 nodes", "depth 1: 48 nodes", "depth 2: 92 nodes"];
    for (line, expected) in first.iter().zip(expected) {
        assert!(line.starts_with(expected) && line.ends_with("  ok"), "{line}");
    }
    let ended = signalled(movewright, "INT");
    assert_eq!(ended.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "error: interrupted\n");
    // Whatever came meanwhile is whole, and the long one is not among it.
    assert!(said.all(|line| line.starts_with("depth 5: ") && !line.contains("193690690")));
}

/// A run over a slow line is told before it begins: how many cycles, and how long that takes here.
#[test]
fn a_long_run_is_told_beforehand() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(["gen", "chess-small", "--testbench", "--set", "host=uart"]);
    command
        .args(["--set", "clock_hz=1000000000", "--set", "baud=115200", "-o"])
        .arg(folder.path().join("out"));
    let mut movewright = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut told = String::new();
    BufReader::new(movewright.stderr.as_mut().unwrap()).read_line(&mut told).unwrap();
    let ended = signalled(movewright, "INT");
    assert_eq!(ended.status.code(), Some(130));
    let told = told.strip_prefix(
        "recording a run of some 13 million clock cycles, most of them bits of the serial line: about ",
    );
    let (minutes, rest) = told.unwrap().split_once(' ').unwrap();
    assert!(minutes.parse::<u32>().is_ok_and(|minutes| minutes > 0), "{minutes}");
    assert!(
        rest.starts_with("minute")
            && rest.ends_with(" here, and less with a smaller clock_hz or a larger baud\n"),
        "{rest}"
    );
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

/// A game whose output nobody reads any more is no failure, and is told.
#[test]
fn a_game_that_nobody_reads_is_told() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(["play", "blokus", "--player-1", "random", "--player-2", "random"]);
    command.args(["--position", "45g2 9at5"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command.stdout(writer).stderr(Stdio::piped()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.starts_with("the game is not saved; to go on: "), "{told}");
    assert!(output.status.success(), "{told}");
}

/// A compiled simulator ends with the command that has started it.
#[test]
fn a_signal_ends_the_compiled_simulator() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let (tools, pids) = (place("tools"), place("pids"));
    fs::create_dir(&tools).unwrap();
    // A Verilator whose program never answers.
    let told = pids.display();
    script(&place("program"), &format!("echo $$ > {told}.new; mv {told}.new {told}; exec sleep 600"));
    let build = format!("mkdir -p objects; cp {} objects/simulator", place("program").display());
    script(
        &tools.join("verilator"),
        &format!("[ \"$1\" = --version ] && echo Verilator 5.006 && exit\n{build}"),
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(["perft", "--sim", "verilator", "--depth", "2"]).stderr(Stdio::piped());
    command.env("MOVEWRIGHT_TOOLS", &tools).env("MOVEWRIGHT_CACHE", place("cache"));
    let movewright = command.spawn().unwrap();
    let running = wait_for("the simulator starts", || fs::read_to_string(&pids).ok());
    assert!(runs(running.trim()));
    let ended = signalled(movewright, "TERM");
    assert_eq!(ended.status.code(), Some(130));
    wait_for("the simulator is gone", || (!runs(running.trim())).then_some(()));
}

/// Verbose, the command line is shown; a failing tool's own words and the place of its log are the
/// error.
#[test]
fn a_failing_tool_is_told() {
    let folder = tempfile::tempdir().unwrap();
    script(
        &folder.path().join("yosys"),
        "[ \"$1\" = -V ] && echo Yosys 0.70 && exit\necho 'ERROR: no such thing'; exit 1",
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(["synth", "chess-classic", "--target", "xcv", "--verbose"]);
    command.env("MOVEWRIGHT_TOOLS", folder.path()).env("TMPDIR", folder.path());
    let output = command.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("yosys -q -p 'read_verilog sight.v "), "{error}");
    assert!(error.contains("yosys failed (exit status: 1):\n  ERROR: no such thing\n"), "{error}");
    let log = error.lines().last().and_then(|line| line.strip_prefix("the whole log is ")).unwrap();
    assert_eq!(fs::read_to_string(log).unwrap(), "ERROR: no such thing\n");
}

/// A linter that is killed has looked at nothing, even if it says nothing either.
#[test]
fn a_linter_that_fails_in_silence_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    for (tool, version, end) in [
        ("verilator", "Verilator 5.006", 0),
        ("yosys", "Yosys 0.70", 0),
        ("ghdl", "GHDL 2.0.0", 0),
        ("vsg", "3.35.0", 137),
    ] {
        let text = format!("case \"$1\" in --version|-V) echo {version};; *) exit {end};; esac");
        script(&folder.path().join(tool), &text);
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(["check", "chess-small", "--only", "lint", "--format", "json"]);
    let output =
        command.env("MOVEWRIGHT_TOOLS", folder.path()).env("TMPDIR", folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected =
        r#""findings":[{"finding":"lint","tool":"vsg","lines":["failed without a word: exit status: 137"]}]"#;
    assert!(said.contains(expected), "{said}");
}

/// A program that is nowhere: from a copy of the command outside the project, with nothing on the
/// search path.
#[test]
fn a_missing_tool_says_how_to_install_it() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("movewright");
    fs::copy(env!("CARGO_BIN_EXE_movewright"), &copy).unwrap();
    let mut command = Command::new(&copy);
    command.args(["synth", "chess-classic", "--target", "ecp5"]).current_dir(&folder).env("PATH", "");
    let output = crate::elsewhere::output(command.env_remove("MOVEWRIGHT_TOOLS"));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = error.lines().collect();
    assert!(lines.len() == 2 && lines[0].ends_with(" 1/1 mapping to ecp5 with Yosys"), "{error}");
    assert_eq!(
        lines[1],
        "error: yosys is not installed; install it as the README says, or with `make tools` in a clone"
    );
    assert_eq!(output.status.code(), Some(1));

    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).unwrap();
    let mut command = Command::new(&copy);
    command.args(["check", "chess-small", "--only", "netlist"]).current_dir(&folder).env("PATH", "");
    let output = crate::elsewhere::output(command.env_remove("MOVEWRIGHT_TOOLS").env("TMPDIR", &temporary));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(temporary.read_dir().unwrap().count(), 0);
}
