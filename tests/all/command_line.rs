//! The command line as a user meets it: texts and exit statuses in `tests/cmd`, and pipes nobody
//! reads.

use std::io::Write;
use std::process::{Command, Stdio};

use movewright::blokus::evaluation::INFLUENCE;
use movewright::blokus::{self, search::search};

#[test]
fn texts_and_exit_statuses() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}

/// Whoever reads the results may stop at any time.
#[test]
fn a_broken_pipe_is_no_failure() {
    for arguments in [
        &["cores"][..],
        &["cores", "--format", "json"],
        &["--completion", "zsh"],
        &["perft", "--help"],
        &["moves"],
        &["moves", "--format", "json"],
        &["perft", "--depth", "1", "--divide"],
        &["perft", "--depth", "1", "--epd", "tests/data/chess_perft.epd", "--format", "json"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        let output = command.args(arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert!(output.status.success(), "{arguments:?}: {}", output.status);
    }
}

/// A full disk is a failure, unlike a broken pipe.
#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_are_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    let output = command.arg("cores").stdout(full).stderr(Stdio::piped()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.starts_with("error: cannot write the results: "), "{error}");
    assert_eq!(output.status.code(), Some(1));
}

/// What is written about a position: where the core begins, and after moves from there.
#[test]
fn a_trace_begins_where_the_core_does_or_after_moves() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, moves) in [
        (&["--core", "chess-small"][..], 7),
        (&["--moves", "f3", "e5", "g4", "Qh4"], 0),
        (&["--moves", "e2e4"], 20),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        command.args(["trace", "-o", "node.vcd"]).args(arguments).current_dir(folder.path());
        let output = command.output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(told.starts_with(&format!("node.vcd: {moves} moves, ")), "{arguments:?}: {told}");
    }
}

/// The exit status, the results and the errors of a command that reads this from standard input.
fn with_input(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It may have ended before all is read.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A table from a pipe is read like one from a file, and named in what is wrong with it.
#[test]
fn a_table_is_read_from_standard_input() {
    let counted = |table| with_input(&["perft", "--depth", "1", "--epd", "-"], table);
    let table = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - D1 14;\r\n3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1 ;D1 18\n";
    let (status, told, error) = counted(table);
    assert_eq!((status, told.matches("  ok\n").count()), (Some(0), 2), "{told}{error}");
    assert!(told.ends_with("2 counts compared, 0 differ\n"), "{told}");
    let (status, _, error) = counted("");
    assert_eq!(status, Some(1));
    assert!(error.starts_with("error: standard input: no position in it"), "{error}");
    let (_, _, error) = counted("# a\n\u{1b}");
    assert!(
        error.starts_with("error: cannot read standard input: line 2, character 1, is U+001B"),
        "{error}"
    );
}

fn generate(output: &std::path::Path, more: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
    command.args(["gen", "chess-classic", "-o"]).arg(output).args(more).output().unwrap()
}

/// The files of a directory, by name.
fn files(directory: &std::path::Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    let entries = directory.read_dir().unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .collect()
}

/// Writing twice gives the same bytes; a foreign file stops the third run, which changes nothing.
#[test]
fn gen_writes_the_same_files_again_and_spares_foreign_ones() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out");
    let first = generate(&output, &[]);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let written = files(&output);
    let named = String::from_utf8(first.stdout).unwrap();
    assert_eq!(named.lines().count() + 1, written.len(), "the manifest is not among the results: {named}");
    for name in ["chess_classic.v", "chess_classic.vhd", "movewright.json"] {
        assert!(written.contains_key(name), "{name} is missing: {named}");
    }
    assert!(generate(&output, &[]).status.success());
    assert_eq!(files(&output), written);

    std::fs::write(output.join("notes.txt"), "mine").unwrap();
    let refused = generate(&output, &["--hdl", "vhdl"]);
    assert_eq!(refused.status.code(), Some(1));
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("holds `notes.txt`, which movewright did not write"), "{error}");
    std::fs::remove_file(output.join("notes.txt")).unwrap();
    assert_eq!(files(&output), written);

    assert!(generate(&output, &["--hdl", "vhdl"]).status.success());
    assert!(files(&output).keys().all(|name| !name.ends_with(".v")));
}

/// A directory that cannot be made, for anybody: the error names it and the mend, and nothing is
/// written.
#[cfg(target_os = "linux")]
#[test]
fn gen_into_a_directory_that_cannot_be_written_is_a_failure() {
    for place in ["/proc/movewright", "/proc/movewright/below", "/dev/null", "/dev/null/below"] {
        let refused = generate(std::path::Path::new(place), &[]);
        assert_eq!(refused.status.code(), Some(1), "{place}");
        assert_eq!(refused.stdout, b"", "{place}");
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        let named = ["/proc", "/dev/null"].iter().any(|known| error.contains(known));
        assert!(named && error.contains("with -o"), "{place}: {error}");
    }
}

/// Written twice, the page is the same to the byte, and nothing is left beside it; one that cannot
/// be made leaves the earlier.
#[test]
fn report_writes_one_page_and_spares_it_when_it_fails() {
    let folder = tempfile::tempdir().unwrap();
    let report = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        command.args(["report", "chess-classic", "-o", "page.html"]).args(arguments);
        command.current_dir(folder.path()).output().unwrap()
    };
    let fen = ["--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"];
    let first = report(&fen);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    assert_eq!(String::from_utf8_lossy(&first.stdout), "page.html\n");
    let page = files(folder.path());
    assert_eq!(page.keys().collect::<Vec<_>>(), ["page.html"]);
    assert!(report(&fen).status.success());
    assert_eq!(files(folder.path()), page);
    assert_eq!(report(&["--synth", "absent.json"]).status.code(), Some(1));
    assert_eq!(files(folder.path()), page);
}

/// A node and a search of the Blokus player as waveforms; what is told of them is what the rules
/// and the software have.
#[test]
fn the_blokus_player_is_traced() {
    let codes = "64i1 a9e0 86n1 dco7 68s0 d9t4 4aq2 b6f1 b3l0 d3l0 34f3 8cg2 2dt6 5ck4 92a0";
    let position: blokus::Position = codes.parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let trace = |file: &str, arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_movewright"));
        command.args(["trace", "--core", "blokus-player", "--position", codes, "-o", file]).args(arguments);
        let output = command.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let waveform = std::fs::read_to_string(folder.path().join(file)).unwrap();
        (String::from_utf8(output.stdout).unwrap(), waveform)
    };
    let (told, node) = trace("node.vcd", &[]);
    assert!(told.starts_with(&format!("node.vcd: {} moves, ", position.moves().len())), "{told}");
    let found = search(&position, &INFLUENCE, 1);
    let (told, searched) = trace("search.vcd", &["--search", "1"]);
    let expected =
        format!("search.vcd: {}, score {}, {} leaves, ", found.best.unwrap(), found.score, found.leaves);
    assert!(told.starts_with(&expected), "{told}");
    for waveform in [node, searched] {
        assert!(waveform.contains(" response_data ") && waveform.contains(" held_cover "));
    }
}

/// A saved game goes on between the same players, with the same settings, unless others are given.
#[test]
fn a_saved_game_keeps_who_plays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = file.to_str().unwrap();
    let play = |arguments: &[&str], input: &str| {
        let (status, told, error) = with_input(&[&["play", "blokus"][..], arguments].concat(), input);
        assert_eq!(status, Some(0), "{error}");
        (told, std::fs::read_to_string(file).unwrap())
    };
    let players = ["--player-1", "random", "--player-2", "human", "--seed", "5", "--time", "0.001"];
    let set = ["--set", "evaluation=territory"];
    let (_, saved) = play(&[&players[..], &set, &["--save", file]].concat(), "");
    let line = |players: &str, seed: u32| {
        format!(
            "# movewright play blokus {players} --time 0.001 --seed {seed} --sim built-in --set evaluation=territory\n"
        )
    };
    let (heading, codes) = saved.split_at(saved.rfind("\n").map_or(0, |_| saved.find('\n').unwrap() + 1));
    assert_eq!(heading, line("--player-1 random --player-2 human", 5));
    assert_eq!(codes.split_whitespace().count(), 1);
    // A comment of somebody, the same players, and then another one.
    let reply = codes.trim().parse::<blokus::Position>().unwrap().moves()[0].to_string();
    std::fs::write(file, format!("# a friendly game\n{saved}")).unwrap();
    let (told, saved) = play(&["--resume", file], &format!("{reply}\n"));
    assert!(told.contains(&format!("player 2 plays {reply}\n")), "{told}");
    let heading = line("--player-1 random --player-2 human", 5) + "# a friendly game\n";
    assert!(
        saved.starts_with(&heading)
            && saved.split_whitespace().count() > heading.split_whitespace().count() + 2
    );
    let (_, saved) = play(&["--resume", file, "--player-2", "random", "--seed", "6"], "");
    assert!(saved.starts_with(&line("--player-1 random --player-2 random", 6)), "{saved}");
    // Its end is written, and is shown again.
    let moves = saved.lines().last().unwrap();
    assert!(moves.parse::<blokus::Position>().unwrap().is_over());
}

/// A game of chess is written as PGN, and goes on between the same players, unless others are
/// given.
#[test]
fn a_game_of_chess_is_saved_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    let file = file.to_str().unwrap();
    let play = |arguments: &[&str], input: &str| {
        let (status, told, error) = with_input(&[&["play", "chess"][..], arguments].concat(), input);
        (status, told, error)
    };
    let players = ["--white", "human", "--black", "random", "--seed", "3"];
    let (status, told, _) = play(&[&players[..], &["--save", file]].concat(), "e4\n");
    assert!(status == Some(0) && told.contains("white plays e4\n"), "{told}");
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(saved.starts_with("[Event \"A game by Movewright\"]\n"), "{saved}");
    let tag = "[MovewrightPlayers \"--white human --black random --nodes 500000 --seed 3\"]\n";
    assert!(saved.contains(tag) && saved.contains("\n\n1. e4 "), "{saved}");
    std::fs::write(file, format!("[Annotator \"me\"]\n{saved}")).unwrap();
    let (status, told, _) = play(&["--resume", file, "--black", "human"], "d4\n");
    assert!(status == Some(0) && told.contains("white plays d4\n"), "{told}");
    let resumed = std::fs::read_to_string(file).unwrap();
    assert!(resumed.contains("[Annotator \"me\"]\n") && resumed.contains("2. d4 *\n"), "{resumed}");
    assert!(resumed.contains("--white human --black human"), "{resumed}");
    let (status, told, _) = play(&["--replay", file], "");
    assert!(status == Some(0) && told.ends_with("the record ends here; black is to move\n"), "{told}");
    let (_, _, error) = play(&["--moves", "e4", "e5"], "");
    assert!(
        error
            .ends_with("movewright play chess --white human --black twin --nodes 500000 --moves e2e4 e7e5\n"),
        "{error}"
    );
    for (arguments, status, why) in [
        (&["--replay", "absent.pgn"][..], 1, "error: cannot read absent.pgn: "),
        (&["--moves", "e5"], 2, "error: --moves: move 1, `e5`: no legal move of white"),
        (&["--position", "8/8 w - - 0 1"], 2, "error: --position: FEN field 1 (board)"),
        (&["--seed", "2"], 2, "error: --seed is for a player `random`, and there is none; leave it out"),
    ] {
        let (found, _, error) = play(arguments, "");
        assert!(found == Some(status) && error.starts_with(why), "{error}");
    }
}

/// A game from a pipe is shown, and goes on if no person plays. Its errors name standard input.
#[test]
fn a_game_is_read_from_standard_input() {
    let play =
        |arguments: &[&str], game: &str| with_input(&[&["play", "blokus"][..], arguments].concat(), game);
    let (status, told, _) = play(&["--replay", "-"], "45g2 9at5\n");
    assert!(status == Some(0) && told.ends_with("the record ends here; player 1 is to move\n"), "{told}");
    for option in ["--replay", "--resume"] {
        let (status, told, error) = play(&[option, "-"], "45g2 9at5 45g2\n");
        assert_eq!((status, told.as_str()), (Some(2), ""));
        assert!(error.starts_with("error: standard input: move 3: 45g2 by player 1 is against"), "{error}");
    }
    let (status, _, error) = play(&["--resume", "-"], "# movewright play blokus --depth 9\n45g2\n");
    assert_eq!(status, Some(2));
    let line = "`# movewright play blokus --depth 9`: invalid value '9' for '--depth <N>'";
    assert!(error.starts_with(&format!("error: standard input: {line}")), "{error}");
    let (status, _, error) = play(&["--resume", "-"], "45g2 9at5\n");
    assert_eq!(status, Some(2));
    assert!(error.starts_with("error: a person's moves come from standard input, which the game"), "{error}");
    let random = ["--player-1", "random", "--player-2", "random"];
    let (status, told, error) = play(&[&random[..], &["--resume", "-"]].concat(), "45g2 9at5\n");
    assert!(status == Some(0) && told.contains("the game is over: "), "{told}{error}");
}
