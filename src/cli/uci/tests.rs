use std::io::Cursor;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::*;
use crate::chess::player::Score;
use crate::chess::player::machine::{Model, Schedule, Start, Trail};
use crate::chess::{Move, Position};
use crate::cores::Settings;
use crate::netlist::testing::Random;

/// What a session has written.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<u8>>>);

impl Told {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// Waits until a line begins so and no earlier than after `from` characters; the end of that
    /// line.
    fn wait_for(&self, beginning: &str, from: usize) -> (String, usize) {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let text = self.text();
            let mut at = from;
            for line in text[from..].split_inclusive('\n') {
                at += line.len();
                if line.starts_with(beginning) && line.ends_with('\n') {
                    return (line.trim_end().into(), at);
                }
            }
            assert!(Instant::now() < deadline, "no `{beginning}` in\n{text}");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl io::Write for Told {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session under way.
struct Running {
    to: Sender<Event>,
    told: Told,
    seen: usize,
    session: thread::JoinHandle<io::Result<()>>,
}

impl Running {
    /// The twin plays.
    fn new() -> Self {
        Self::on(|events, out| Session::new(Player::new(1).unwrap(), Options::Twin, events, out))
    }

    fn on(session: impl FnOnce(Receiver<Event>, Told) -> Session<Told> + Send + 'static) -> Self {
        let (to, events) = channel();
        let told = Told::default();
        let out = told.clone();
        let session = thread::spawn(move || session(events, out).run());
        Self { to, told, seen: 0, session }
    }

    fn say(&self, line: &str) {
        self.to.send(Event::Line(line.into())).unwrap();
    }

    fn hear(&mut self, beginning: &str) -> String {
        let (line, end) = self.told.wait_for(beginning, self.seen);
        self.seen = end;
        line
    }

    /// Ends it; all that it wrote.
    fn end(self) -> String {
        let _ = self.to.send(Event::End);
        let deadline = Instant::now() + Duration::from_secs(60);
        while !self.session.is_finished() {
            assert!(Instant::now() < deadline, "the session goes on after\n{}", self.told.text());
            thread::sleep(Duration::from_millis(1));
        }
        self.session.join().unwrap().unwrap();
        self.told.text()
    }
}

/// The output of a session whose input is there from the beginning.
fn told(lines: &[&str]) -> String {
    let running = Running::new();
    lines.iter().for_each(|line| running.say(line));
    running.end()
}

#[test]
fn it_says_who_it_is_and_what_can_be_set() {
    let text =
        told(&["uci", "isready", "setoption name Hash value 2", "setoption name clear hash", "ucinewgame"]);
    assert!(text.starts_with("id name Movewright "), "{text}");
    assert!(text.contains("\noption name Hash type spin default 16 min 1 max 4096\n"), "{text}");
    assert!(text.ends_with("uciok\nreadyok\n"), "{text}");
    for line in
        ["setoption name Hash value 0", "setoption name Threads value x", "setoption name Style value x"]
    {
        assert!(told(&[line]).starts_with("info string "), "{line}");
    }
}

/// A search is told whole though the input has ended, and in the same way each time.
#[test]
fn a_search_tells_its_iterations_and_its_move() {
    let run = || told(&["position startpos moves e2e4", "go depth 5"]);
    let without_time = |text: &str| {
        let part = |line: &str| {
            line.split(" nps ").next().unwrap_or_default().split(" time ").next().map(String::from)
        };
        text.lines().filter_map(part).collect::<Vec<_>>()
    };
    let text = run();
    assert_eq!(without_time(&text), without_time(&run()));
    let depths: Vec<&str> = text.lines().filter(|line| line.contains(" pv ")).collect();
    assert_eq!(depths.len(), 5, "{text}");
    let best = text.lines().last().unwrap();
    let mv = best.split_whitespace().nth(1).unwrap();
    assert!(best.starts_with("bestmove ") && best.contains(" ponder "), "{text}");
    let position = Position::start().after_line(["e4"]).unwrap();
    assert!(position.read_move(mv).is_ok());
    assert!(depths[4].contains(&format!(" pv {mv} ")), "{text}");
}

#[test]
fn isready_and_stop_are_answered_while_it_searches() {
    let mut running = Running::new();
    running.say("go infinite");
    running.hear("info depth 3");
    running.say("isready");
    running.hear("readyok");
    running.say("stop");
    let best = running.hear("bestmove ");
    assert!(Position::start().read_move(best.split(' ').nth(1).unwrap()).is_ok());
    // What cannot be carried out meanwhile ends a search without limits, and is carried out.
    running.say("go infinite");
    running.say("position startpos moves d2d4");
    running.hear("bestmove ");
    running.say("go nodes 1000");
    let best = running.hear("bestmove ");
    let position = Position::start().after_line(["d4"]).unwrap();
    assert!(position.read_move(best.split(' ').nth(1).unwrap()).is_ok());
    running.end();
}

#[test]
fn pondering_holds_its_move_back() {
    let mut running = Running::new();
    running.say("position startpos moves e2e4 e7e5");
    running.say("go ponder depth 1 wtime 1000 btime 1000");
    running.hear("info depth 1");
    running.say("isready");
    running.hear("readyok");
    assert!(!running.told.text().contains("bestmove"));
    running.say("ponderhit");
    running.hear("bestmove ");
    running.say("go ponder movetime 30");
    running.say("ponderhit");
    running.hear("bestmove ");
    running.end();
}

#[test]
fn nothing_is_told_after_quit() {
    let running = Running::new();
    running.say("go infinite");
    running.say("quit");
    running.say("isready");
    let text = running.end();
    assert!(!text.contains("bestmove") && !text.contains("readyok"), "{text}");
}

#[test]
fn positions_without_moves_and_searchmoves() {
    let mate = "position fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    assert!(told(&[mate, "go depth 3"]).ends_with("bestmove (none)\n"));
    assert!(told(&[mate, "go depth 3"]).contains("info depth 0 score mate 0\n"));
    let stalemate = "position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1";
    assert!(told(&[stalemate, "go infinite", "stop"]).contains("info depth 0 score cp 0\n"));
    let text = told(&["go depth 4 searchmoves a2a3 e2e5"]);
    assert!(text.contains("info string searchmoves: e2e5 is no legal move here\n"), "{text}");
    assert!(text.contains("bestmove a2a3"), "{text}");
    let mate = told(&["position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go mate 1"]);
    assert!(mate.contains("score mate 1 ") && mate.contains("bestmove a1a8"), "{mate}");
}

/// Commands in any order, whole ones and damaged ones: it answers `isready` after each, and each
/// move that it makes is legal.
#[test]
fn no_input_ends_or_stops_it() {
    let words = [
        "uci",
        "isready",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "g1f3",
        "go",
        "depth",
        "2",
        "nodes",
        "500",
        "movetime",
        "3",
        "infinite",
        "ponder",
        "stop",
        "ponderhit",
        "setoption",
        "name",
        "Hash",
        "value",
        "1",
        "-7",
        "99999999999999999999999",
        "searchmoves",
        "wtime",
        "winc",
        "\u{1F600}",
        "8/8/8/8/8/8/8/8",
        "w",
        "KQkq",
        "-",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "debug",
        "mate",
    ];
    let mut random = Random(7);
    let mut running = Running::new();
    for _ in 0..400 {
        let count = 1 + random.below(7);
        let line: Vec<&str> = (0..count).map(|_| *random.pick(&words)).collect();
        running.say(&line.join(" "));
        if random.one_in(8) {
            running.to.send(Event::TooLong).unwrap();
        }
        if random.one_in(5) {
            running.say("stop");
            running.say("isready");
            running.hear("readyok");
        }
    }
    running.say("stop");
    running.say("position startpos");
    running.say("go depth 1");
    running.say("isready");
    running.hear("readyok");
    let text = running.end();
    for line in text.lines() {
        let known = ["info ", "bestmove ", "id ", "option ", "uciok", "readyok"];
        assert!(known.iter().any(|beginning| line.starts_with(beginning)), "{line}");
    }
}

/// A whole game against itself, refereed by the rules.
#[test]
fn it_plays_a_game_against_itself() {
    let mut running = Running::new();
    let mut position = Position::start();
    let mut moves: Vec<String> = Vec::new();
    while crate::chess::rules::legal_moves(&position).is_some_and(|legal| !legal.is_empty())
        && moves.len() < 120
    {
        running.say(&format!("position startpos moves {}", moves.join(" ")).replace("moves  ", ""));
        running.say("go nodes 300");
        let best = running.hear("bestmove ");
        let mv = Move::from_uci(best.split(' ').nth(1).unwrap()).unwrap();
        assert!(crate::chess::rules::legal_moves(&position).unwrap().contains(&mv), "{best} after {moves:?}");
        position = position.after(mv);
        moves.push(mv.to_string());
    }
    assert!(moves.len() > 10);
    running.end();
}

/// Each iteration of the machine itself is that of its model, and it can be stopped and limited.
#[test]
fn the_simulated_machine_plays_as_its_model_does() {
    let core = &cores::CHESS_PLAYER;
    let settings =
        Settings::parse(core, &[("levels", "100"), ("stack_depth", "8"), ("table", "none")]).unwrap();
    let machine = cores::chess_player_machine(core, &settings).unwrap();
    let (schedule, threads) = (machine.schedule, machine.schedule.threads);
    let givens = machine.givens();
    let mut running = Running::on(move |events, out| {
        let player = MachinePlayer::simulated(&machine).unwrap();
        Session::new(player, Options::Machine { threads, table: false }, events, out)
    });
    let start =
        Position::from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4").unwrap();
    let (mut position, mut moves) = (start.clone(), Vec::new());
    let mut made = Vec::new();
    for used in [threads, 2, threads, 1] {
        running.say(&format!("setoption name Threads value {used}"));
        running.say(&format!("position fen {} moves {}", start.to_fen(), moves.join(" ")));
        running.say("go depth 2");
        let schedule = Schedule { used, ..schedule };
        let (mut nodes, mut best) = (0, None);
        let trail = Trail::of(&start, &made);
        for depth in 1..=2 {
            let start = Start { trail, ..Start::from(&position) };
            let found = Model::search(&givens, schedule, start, depth);
            nodes += found.nodes;
            best = found.best;
            let line = running.hear("info depth ");
            let expected = format!("info depth {depth} score {} nodes {nodes} nps ", Score::of(found.score));
            assert!(line.starts_with(&expected), "{line}\n{expected}");
            assert!(line.ends_with(&format!(" pv {}", best.unwrap())), "{line}");
        }
        let best = best.unwrap();
        assert_eq!(running.hear("bestmove "), format!("bestmove {best}"));
        position = position.after(best);
        moves.push(best.to_string());
        made.push(best);
    }
    let mut stopped = |commands: &[&str]| {
        commands.iter().for_each(|line| running.say(line));
        let best = running.hear("bestmove ");
        let mv = Move::from_uci(best.split(' ').nth(1).unwrap()).unwrap();
        assert!(crate::chess::rules::legal_moves(&position).unwrap().contains(&mv), "{best}");
        best
    };
    stopped(&[&format!("position fen {}", position.to_fen()), "go infinite", "stop"]);
    stopped(&["go nodes 700"]);
    stopped(&["go movetime 5"]);
    let only = crate::chess::rules::legal_moves(&position).unwrap()[3];
    assert_eq!(stopped(&[&format!("go depth 2 searchmoves {only}")]), format!("bestmove {only}"));
    running.say("setoption name Hash value 1");
    running.hear("info string there is no such option");
    running.say("setoption name Clear Hash");
    running.hear("info string there is no such option");
    running.end();
}

/// A machine with a table keeps what it finds until it is told to clear it.
#[test]
fn the_table_of_the_simulated_machine_is_cleared() {
    let settings = [("levels", "100"), ("stack_depth", "8"), ("entries", "256")];
    let settings = Settings::parse(&cores::CHESS_PLAYER, &settings).unwrap();
    let machine = cores::chess_player_machine(&cores::CHESS_PLAYER, &settings).unwrap();
    let mut running = Running::on(move |events, out| {
        let options = Options::of_machine(&machine.schedule);
        Session::new(MachinePlayer::simulated(&machine).unwrap(), options, events, out)
    });
    running.say("uci");
    running.hear("option name Clear Hash type button");
    let searched = |running: &mut Running| {
        running.say("go depth 3");
        let line = running.hear("info depth 3 ");
        assert!(!line.contains("hashfull"), "how full it is, nobody knows: {line}");
        running.hear("bestmove ");
        line.split(" nps ").next().unwrap().to_string()
    };
    let (first, second) = (searched(&mut running), searched(&mut running));
    assert_ne!(first, second, "it has nothing from the search before");
    running.say("setoption name Clear Hash");
    assert_eq!(searched(&mut running), first);
    running.end();
}

/// The model answers as the simulated machine does, line by line, except for the time that it took;
/// searches that end at a limit of cycles are among them.
#[test]
fn the_model_plays_as_the_simulated_machine_does() {
    let settings = [("levels", "100"), ("stack_depth", "8"), ("entries", "256")];
    let settings = Settings::parse(&cores::CHESS_PLAYER, &settings).unwrap();
    let machine = cores::chess_player_machine(&cores::CHESS_PLAYER, &settings).unwrap();
    let (model, options) = (machine.clone(), Options::of_machine(&machine.schedule));
    let players = [
        Running::on(move |events, out| {
            Session::new(MachinePlayer::simulated(&machine).unwrap(), options, events, out)
        }),
        Running::on(move |events, out| Session::new(MachinePlayer::modelled(&model), options, events, out)),
    ];
    let searches = [
        ("startpos moves g1f3 g8f6 f3g1 f6g8 g1f3", "depth 3"),
        ("startpos", "depth 3 searchmoves e2e4 g1f3"),
        ("fen r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "nodes 900"),
        ("fen r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "nodes 5000"),
        ("fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "depth 4"),
        ("fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "nodes 3000"),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "depth 2"),
    ];
    let [simulated, modelled] = players.map(|mut running| {
        for ((position, limit), threads) in searches.iter().zip([1, 7, 2].into_iter().cycle()) {
            running.say(&format!("setoption name Threads value {threads}"));
            running.say("ucinewgame");
            running.say(&format!("position {position}"));
            running.say(&format!("go {limit}"));
            running.hear("bestmove ");
        }
        let text = running.end();
        let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
        let times = |at: usize| at > 0 && ["nps ", "time "].contains(&words[at - 1]);
        (0..words.len()).filter(|at| !times(*at)).map(|at| words[at]).collect::<String>()
    });
    assert!(simulated.matches("clock cycles").count() > 12, "{simulated}");
    assert_eq!(simulated, modelled);
}

/// Lines as they come from a pipe: long ones, ones without an end, bytes that are no text.
#[test]
fn lines_are_read_from_bytes() {
    let mut bytes = b"uci\r\n\xff\xfe\n".to_vec();
    bytes.extend(vec![b'x'; 3 * LONGEST_LINE as usize]);
    bytes.extend(b"\nisready");
    let (to, events) = channel();
    read(&mut Cursor::new(bytes), &to);
    drop(to);
    let events: Vec<String> = events.into_iter().map(|event| format!("{event:?}")).collect();
    assert_eq!(
        events,
        ["Line(\"uci\\r\\n\")", "Line(\"\u{fffd}\u{fffd}\\n\")", "TooLong", "Line(\"isready\")", "End"]
    );
}
