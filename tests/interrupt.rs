//! A signal ends a command with the tool it has started and all the tool has started, and leaves nothing behind.
#![cfg(unix)]

mod elsewhere;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
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

        let process = movewright.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &process]).status().unwrap().success());
        let ended = movewright.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(130), "{signal}");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "error: yosys was interrupted\n", "{signal}");
        wait_for("the tool is gone", || running.iter().all(|process| !runs(process)).then_some(()));
        assert!(!output.exists(), "{signal}");
        assert_eq!(temporary.read_dir().unwrap().count(), 0, "{signal}");
    }
}

/// Verbose, the command line is shown; a failing tool's own words and the place of its log are the error.
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

/// A program that is nowhere: from a copy of the command outside the project, with nothing on the search path.
#[test]
fn a_missing_tool_says_how_to_install_it() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("movewright");
    fs::copy(env!("CARGO_BIN_EXE_movewright"), &copy).unwrap();
    let mut command = Command::new(&copy);
    command.args(["synth", "chess-classic", "--target", "ecp5"]).current_dir(&folder).env("PATH", "");
    let output = elsewhere::output(command.env_remove("MOVEWRIGHT_TOOLS"));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(error, "error: yosys is not installed; install it with `make tools`\n");
    assert_eq!(output.status.code(), Some(1));

    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).unwrap();
    let mut command = Command::new(&copy);
    command.args(["check", "chess-small", "--only", "netlist"]).current_dir(&folder).env("PATH", "");
    let output = elsewhere::output(command.env_remove("MOVEWRIGHT_TOOLS").env("TMPDIR", &temporary));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(temporary.read_dir().unwrap().count(), 0);
}
