//! A session: commands in, answers out, and a search that hears what comes in meanwhile.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, TryRecvError};

use super::clock::Clock;
use super::command::{Command, Go, parse};
use super::options::{Options, Set};
use super::plays::Plays;
use crate::chess::player::{Info, Limits, Score, Watch};
use crate::chess::{Color, Move, Position};

/// What the input has.
#[derive(Debug)]
pub enum Event {
    /// A line.
    Line(String),
    /// A line that is longer than any command.
    TooLong,
    /// Its end.
    End,
}

/// A session with a program that plays.
pub struct Session<W> {
    player: Box<dyn Plays>,
    options: Options,
    side: Color,
    input: Input,
    out: W,
}

/// The commands to come.
struct Input {
    events: Receiver<Event>,
    /// Those that came while a search was under way.
    waiting: VecDeque<Command>,
    /// The input has ended.
    ended: bool,
}

impl<W: Write> Session<W> {
    /// A session that reads these events.
    pub fn new(player: impl Plays + 'static, options: Options, events: Receiver<Event>, out: W) -> Self {
        let input = Input { events, waiting: VecDeque::new(), ended: false };
        let mut session = Self { player: Box::new(player), options, side: Color::White, input, out };
        session.set_game(&Position::start(), &[]);
        session
    }

    /// Answers until `quit` or the end of the input.
    ///
    /// # Errors
    /// The answers cannot be written.
    pub fn run(&mut self) -> io::Result<()> {
        loop {
            let command = match self.input.waiting.pop_front() {
                Some(command) => command,
                None => match self.receive()? {
                    Some(command) => command,
                    None if self.input.ended => return Ok(()),
                    None => continue,
                },
            };
            match command {
                Command::Quit => return Ok(()),
                Command::Go(go) => {
                    if self.search(&go)? {
                        return Ok(());
                    }
                }
                command => self.carry_out(command)?,
            }
        }
    }

    /// Waits for the next command.
    fn receive(&mut self) -> io::Result<Option<Command>> {
        match self.input.events.recv() {
            Ok(event) => read(event, &mut self.input.ended, &mut self.out),
            Err(_) => {
                self.input.ended = true;
                Ok(None)
            }
        }
    }

    /// Carries out a command that needs no search.
    fn carry_out(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => {
                let text = format!(
                    "id name Movewright {}\nid author the Movewright authors\n{}uciok",
                    env!("CARGO_PKG_VERSION"),
                    self.options.listed()
                );
                say(&mut self.out, &text)
            }
            Command::IsReady => say(&mut self.out, "readyok"),
            Command::NewGame => {
                self.player.clear();
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position { start, moves } => {
                self.set_game(&start, &moves);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn set_game(&mut self, start: &Position, moves: &[Move]) {
        let odd = moves.len() % 2 == 1;
        self.side = if odd { start.side.other() } else { start.side };
        self.player.set_game(start, moves);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        let told = match self.options.set(name, value) {
            Ok(Set::Hash(megabytes)) => {
                self.player.resize(megabytes).err().map(|error| format!("option Hash: {error}"))
            }
            Ok(Set::ClearHash) => {
                self.player.clear();
                None
            }
            // The twin's threads were chosen when it started.
            Ok(Set::Threads(_)) if self.options == Options::Twin => None,
            Ok(Set::Threads(count)) => {
                self.player.set_threads(count);
                None
            }
            Ok(Set::Nothing) => None,
            Err(problem) => Some(problem),
        };
        told.map_or(Ok(()), |told| say(&mut self.out, &format!("info string {told}")))
    }

    /// Searches, and tells the best move. Returns whether the session is over.
    fn search(&mut self, go: &Go) -> io::Result<bool> {
        let limits = self.limits(go)?;
        let mut watching = Watching {
            clock: Clock::new(go, self.side),
            go,
            input: &mut self.input,
            out: &mut self.out,
            holds: go.infinite || go.ponder,
            stopped: false,
            quits: false,
            failed: None,
        };
        let found = self.player.search(&limits, &mut watching);
        if found.is_ok() {
            watching.wait();
        }
        let Watching { clock, quits, failed, .. } = watching;
        if let Some(error) = failed {
            return Err(error);
        }
        let found = found.map_err(io::Error::other)?;
        if quits {
            return Ok(true);
        }
        let Info { nodes, value, .. } = found.info;
        if found.best.is_none() {
            say(&mut self.out, &format!("info depth 0 score {}", Score::of(value)))?;
        }
        let time = clock.elapsed().as_millis();
        say(&mut self.out, &format!("info nodes {nodes} time {time}"))?;
        let best = found.best.map_or("(none)".into(), |mv| mv.to_string());
        // The answer to a move other than that of the last whole iteration is not known.
        let line = &found.info.line;
        let answer = line.get(1).filter(|_| line.first().copied() == found.best);
        let ponder = answer.map_or_else(String::new, |mv| format!(" ponder {mv}"));
        say(&mut self.out, &format!("bestmove {best}{ponder}"))?;
        Ok(self.input.ended && self.input.waiting.is_empty())
    }

    /// The limits of the search, without the time.
    fn limits(&mut self, go: &Go) -> io::Result<Limits> {
        let legal = self.player.moves();
        let mut only = Vec::new();
        for text in &go.only {
            match legal.iter().find(|mv| mv.to_string() == *text) {
                Some(mv) => only.push(*mv),
                None => {
                    say(&mut self.out, &format!("info string searchmoves: {text} is no legal move here"))?
                }
            }
        }
        Ok(Limits { depth: go.depth, nodes: go.nodes, mate: go.mate, only })
    }
}

/// Writes a line at once.
fn say(out: &mut impl Write, line: &str) -> io::Result<()> {
    out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush())
}

/// Reads an event; what is wrong is told.
fn read(event: Event, ended: &mut bool, out: &mut impl Write) -> io::Result<Option<Command>> {
    let told = match event {
        Event::End => {
            *ended = true;
            return Ok(None);
        }
        Event::TooLong => "a line is longer than any command; it is ignored".into(),
        Event::Line(line) => match parse(&line) {
            Ok(command) => return Ok(command),
            Err(told) => told,
        },
    };
    say(out, &format!("info string {told}"))?;
    Ok(None)
}

/// Watches a search.
struct Watching<'a, W> {
    clock: Clock,
    go: &'a Go,
    input: &'a mut Input,
    out: &'a mut W,
    /// The best move is not told before `stop` or `ponderhit`.
    holds: bool,
    stopped: bool,
    quits: bool,
    failed: Option<io::Error>,
}

impl<W: Write> Watching<'_, W> {
    /// Hears what has come in.
    fn hear(&mut self) {
        while !self.stopped && !self.input.ended {
            match self.input.events.try_recv() {
                Ok(event) => self.take(event),
                Err(TryRecvError::Disconnected) => self.take(Event::End),
                Err(TryRecvError::Empty) => return,
            }
        }
    }

    /// If the search has ended by itself and must not be told yet, waits until it may.
    fn wait(&mut self) {
        while self.holds && !self.stopped {
            let event = self.input.events.recv().unwrap_or(Event::End);
            self.take(event);
        }
    }

    fn take(&mut self, event: Event) {
        match read(event, &mut self.input.ended, self.out) {
            Ok(Some(command)) => self.hear_command(command),
            // A search with an end of its own is still told.
            Ok(None) => self.stopped |= self.input.ended && !self.ends(),
            Err(error) => self.fail(error),
        }
    }

    fn hear_command(&mut self, command: Command) {
        match command {
            Command::Stop => self.stopped = true,
            Command::Quit => (self.stopped, self.quits) = (true, true),
            Command::IsReady => {
                if let Err(error) = say(self.out, "readyok") {
                    self.fail(error);
                }
            }
            Command::PonderHit if self.go.ponder => {
                self.holds = self.go.infinite;
                self.clock.ponder_hit();
            }
            Command::PonderHit | Command::Nothing => {}
            command => {
                self.input.waiting.push_back(command);
                // Nobody would end a search without limits any more.
                self.stopped |= !self.ends();
            }
        }
    }

    /// Whether the search ends by itself.
    fn ends(&self) -> bool {
        !self.holds && self.go.is_bounded()
    }

    fn fail(&mut self, error: io::Error) {
        self.failed.get_or_insert(error);
        self.stopped = true;
    }
}

impl<W: Write> Watch for Watching<'_, W> {
    fn goes_on(&mut self) -> bool {
        self.hear();
        !self.stopped && self.clock.goes_on()
    }

    fn deepens(&mut self) -> bool {
        self.hear();
        !self.stopped && self.clock.deepens()
    }

    fn told(&mut self, info: &Info) {
        let time = self.clock.elapsed();
        let rate = info.nodes as f64 / time.as_secs_f64().max(1e-6);
        let line: Vec<String> = info.line.iter().map(ToString::to_string).collect();
        let deepest = match info.deepest {
            0 => String::new(),
            deepest => format!(" seldepth {deepest}"),
        };
        let cycles = match info.cycles {
            Some(cycles) => format!("\ninfo string {cycles} clock cycles"),
            None => String::new(),
        };
        let table = info.table.map_or(String::new(), |table| format!(" hashfull {table}"));
        let text = format!(
            "info depth {}{deepest} score {} nodes {} nps {rate:.0}{table} time {} pv {}{cycles}",
            info.depth,
            Score::of(info.value),
            info.nodes,
            time.as_millis(),
            line.join(" ")
        );
        if let Err(error) = say(self.out, &text) {
            self.fail(error);
        }
    }
}
