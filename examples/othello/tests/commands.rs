//! The commands, as processes.

use std::process::Command;

fn othello(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_othello")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn help_knows_the_program_and_its_game_only() {
    let help = othello(&["--help"]);
    assert!(help.contains("Usage: othello") && help.contains("\n  othello moves "), "{help}");
    for other in ["movewright ", "chess", "pieces", "uci"] {
        assert!(!help.contains(other), "{other} in {help}");
    }
    assert!(othello(&["boards", "--help"]).contains("\n  othello boards\n"));
    assert!(othello(&["boards"]).contains("\nicebreaker: "), "what fits there of other cores is no error");
    let refused = Command::new(env!("CARGO_BIN_EXE_othello")).arg("uci").output().unwrap();
    let why = String::from_utf8(refused.stderr).unwrap();
    assert!(why.starts_with("error: `uci` is for games that no core of othello plays"), "{why}");
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn commands_know_the_game() {
    assert!(othello(&["moves", "--moves", "d3", "c3"]).contains("  1  b3        1"));
    assert!(othello(&["perft", "--depth", "5", "--against", "rules"]).contains("depth 5: 1396 nodes"));
    assert!(othello(&["host", "--sim", "perft", "--depth", "3"]).contains("depth 3: 56 nodes"));
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    othello(&["gen", "othello", "-o", &out("hdl")]);
    othello(&["build", "othello", "--board", "ulx3s-85f", "--project-only", "-o", &out("board")]);
    othello(&["report", "othello", "-o", &out("page.html")]);
    for file in ["hdl/othello.v", "hdl/othello.vhd", "board/othello.v", "page.html"] {
        assert!(std::fs::metadata(out(file)).is_ok(), "{file}");
    }
}
