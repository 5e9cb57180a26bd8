//! The chess player over UCI, as programs meet it: a process and two pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use movewright::chess::{Move, Position, rules};
use movewright::flow::TOOLS_VARIABLE;

use crate::required::all_found;

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program, its input, and the lines of its output.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    fn new() -> Self {
        Self::started(["uci"])
    }

    /// The program with these arguments.
    pub fn started<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_movewright"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (to, lines) = channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).all(|line| to.send(line).is_ok()));
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line that begins so.
    pub fn hear(&self, beginning: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap_or_else(|_| panic!("no `{beginning}`"));
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Closes its input; what it still says until it ends. It must end well.
    pub fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        let deadline = Instant::now() + PATIENCE;
        while self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "it goes on after the end of its input");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(self.child.wait().unwrap().success());
        self.lines.iter().collect()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_program_talks_to_it() {
    let mut program = Program::new();
    program.say("uci");
    assert!(program.hear("id name").starts_with("id name Movewright "));
    program.hear("uciok");
    program.say("setoption name Hash value 4");
    program.say("isready");
    program.hear("readyok");
    program.say("ucinewgame");
    program.say("position startpos moves e2e4 c7c5");
    program.say("go infinite");
    program.hear("info depth 2 ");
    program.say("isready");
    program.hear("readyok");
    program.say("stop");
    let best = program.hear("bestmove ");
    let position = Position::start().after_line(["e4", "c5"]).unwrap();
    assert!(position.read_move(best.split(' ').nth(1).unwrap()).is_ok(), "{best}");
    program.say("position fen nonsense");
    assert!(program.hear("info string ").contains("position: FEN"));
    program.say("go movetime 20");
    program.hear("bestmove ");
    program.say("go infinite");
    program.say("quit");
    let after = program.end();
    assert!(!after.iter().any(|line| line.starts_with("bestmove")), "{after:?}");
}

#[test]
fn the_end_of_the_input_ends_it() {
    assert!(Program::new().end().is_empty());
    let mut program = Program::new();
    program.say("go infinite");
    let told = program.end();
    assert!(told.last().is_some_and(|line| line.starts_with("bestmove ")), "{told:?}");
    let mut program = Program::new();
    program.say("go depth 3");
    let told = program.end();
    assert!(told.iter().any(|line| line.starts_with("info depth 3 ")), "{told:?}");
}

/// A game on a short clock against itself, refereed by the rules: all moves are legal and in time.
#[test]
fn a_game_on_a_clock_has_legal_moves_in_time() {
    let mut players = [Program::new(), Program::new()];
    let mut left = [Duration::from_secs(4); 2];
    let mut position = Position::start();
    let mut moves = String::new();
    for ply in 0..160 {
        let legal = rules::legal_moves(&position).unwrap();
        if legal.is_empty() || position.halfmove >= 100 {
            break;
        }
        let (at, [white, black]) = (ply % 2, left.map(|left| left.as_millis()));
        let player = &mut players[at];
        let line = if moves.is_empty() { String::new() } else { format!(" moves{moves}") };
        player.say(&format!("position startpos{line}"));
        let began = Instant::now();
        player.say(&format!("go wtime {white} btime {black} winc 20 binc 20"));
        let best = player.hear("bestmove ");
        let used = began.elapsed();
        assert!(used <= left[at] + Duration::from_millis(500), "move {ply}: {used:?} of {:?}", left[at]);
        left[at] = left[at].saturating_sub(used) + Duration::from_millis(20);
        let mv = Move::from_uci(best.split(' ').nth(1).unwrap()).unwrap();
        assert!(legal.contains(&mv), "{best} after{moves}");
        position = position.after(mv);
        moves += &format!(" {mv}");
    }
    players.into_iter().for_each(|player| drop(player.end()));
}

/// Python with the referee's library.
fn python() -> Result<PathBuf, String> {
    let folder = std::env::var_os(TOOLS_VARIABLE).map_or_else(|| PathBuf::from(".tools"), PathBuf::from);
    let python = std::path::absolute(folder.join("bin/python")).map_err(|error| error.to_string())?;
    let found = Command::new(&python).args(["-c", "import chess.engine"]).output();
    match found.map_err(|error| format!("{}: {error}", python.display()))?.status.success() {
        true => Ok(python),
        false => Err("the Python library chess is missing; run `make tools`".into()),
    }
}

/// Stockfish; Debian has it in a folder of games.
fn stockfish() -> Result<PathBuf, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join("stockfish")).find(|file| file.is_file());
    found.ok_or_else(|| "stockfish is missing; run `make tools`".into())
}

/// Games against another program and against itself: a referee with rules of its own finds no
/// illegal move, no move too late and no end of the program.
#[test]
fn games_against_stockfish_are_refereed() {
    let (python, stockfish) = (python(), stockfish());
    let looked_for = [python.clone().map(drop), stockfish.clone().map(drop)];
    if !all_found("games_against_stockfish_are_refereed", looked_for) {
        return;
    }
    let (python, stockfish) = (python.unwrap(), stockfish.unwrap());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let play = |arguments: &[&str]| {
        let output = Command::new(&python)
            .arg(root.join("scripts/uci_match.py"))
            .args(["--engine", env!("CARGO_BIN_EXE_movewright"), "--games", "2"])
            .args(arguments)
            .current_dir(root)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(said.contains("\"movewright\": {\"illegal\": 0, \"late\": 0, \"ended\": 0}"), "{said}");
    };
    let limits = ["--option", "UCI_LimitStrength=true", "--option", "UCI_Elo=1500"];
    let other = ["--opponent", stockfish.to_str().unwrap(), "--clock", "3+0.05"];
    play(&[&other[..], &limits].concat());
    play(&["--nodes", "500"]);
    let machine = ["--uci", "--on model", "--nodes", "3000"];
    let other = ["--opponent", stockfish.to_str().unwrap(), "--opponent-depth", "3"];
    play(&[&machine[..], &other, &limits].concat());
}
