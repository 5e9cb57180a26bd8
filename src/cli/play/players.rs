//! Who plays: a person at the keyboard, a simulated machine, chance.

use std::io::BufRead;

use anyhow::{Context, Result};
use clap::ValueEnum;

use super::super::Usage;
use super::super::options::{SetArgs, Sim};
use super::super::progress::Progress;
use super::super::results::Results;
use super::on_a_line::OnALine;
use super::{SerialArgs, colour_of};
use crate::blokus::search::{HZ, SearchMachine, Searched};
use crate::blokus::{Move, Position};
use crate::cores;
use crate::netlist::testing::Random;
use crate::simulate::Ports;
use crate::simulate::outside::Traces;

/// Who plays a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Who {
    /// You, by codes of moves on standard input
    Human,
    /// The core blokus-player, simulated
    Sim,
    /// Any legal move
    Random,
    /// A player on a serial line, by a competition's protocol: at --port, or the core blokus-serial, simulated bit by bit
    Serial,
}

/// A move, and what there is to say about it.
pub struct Said {
    /// The move; it is legal.
    pub mv: Move,
    /// Behind it in the same line.
    pub about: String,
}

/// How far a machine looks ahead.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// Plies; with a limit at most.
    pub depth: u32,
    /// Clock cycles in which it looks one ply further each time.
    pub limit: Option<u32>,
}

/// Both players.
pub struct Players {
    who: [Who; 2],
    machine: Option<SearchMachine<Box<dyn Ports>>>,
    line: Option<OnALine>,
    ahead: Ahead,
    random: Random,
}

impl Players {
    /// Black and white; a machine is built if one of them is simulated, and a player greeted if one is on a serial line.
    pub fn new(
        who: [Who; 2],
        ahead: Ahead,
        seed: u64,
        set: &SetArgs,
        sim: Sim,
        serial: &SerialArgs,
    ) -> Result<Self> {
        if who == [Who::Serial; 2] {
            return Err(
                Usage("one side plays on the serial line; choose another for black or white".into()).into()
            );
        }
        let core = cores::find("blokus-player").context("the cores lack blokus-player")?;
        let settings = set.settings(core)?;
        let progress = Progress::new(1);
        let machine = match who.contains(&Who::Sim) {
            true => {
                let simulator = sim.simulator(Traces::Without, &progress);
                Some(cores::search_machine(core, &settings, simulator)?)
            }
            false => None,
        };
        let line = match who.contains(&Who::Serial) {
            true => Some(OnALine::new(serial.port(), serial.protocol, ahead, &settings)?),
            false => None,
        };
        Ok(Self { who, machine, line, ahead, random: Random(seed) })
    }

    /// The move of who is to move, who has one; nothing if a person wants no more. `last` is the move before it.
    pub fn ask(
        &mut self,
        position: &Position,
        last: Option<Move>,
        input: &mut impl BufRead,
        results: &mut Results,
    ) -> Result<Option<Said>> {
        match self.who[position.to_move().index()] {
            Who::Human => human(position, input, results),
            Who::Sim => self.search(position),
            Who::Serial => self.line.as_mut().context("nobody was greeted")?.ask(position, last),
            Who::Random => {
                let moves = position.moves();
                let mv = moves.get(self.random.below(moves.len())).copied();
                Ok(mv.map(|mv| Said { mv, about: String::new() }))
            }
        }
    }

    /// Tells a player on a serial line that the game is over.
    pub fn end(&mut self) -> Result<()> {
        self.line.as_mut().map_or(Ok(()), OnALine::end)
    }

    fn search(&mut self, position: &Position) -> Result<Option<Said>> {
        let machine = self.machine.as_mut().context("no machine was built")?;
        machine.load(position)?;
        let Ahead { depth, limit } = self.ahead;
        let Searched { found, cycles, depth } = match limit {
            Some(limit) => machine.deepen(depth, limit)?,
            None => machine.search(depth)?,
        };
        let plies = if limit.is_some() { format!(" {depth} plies ahead") } else { String::new() };
        let about = format!(
            ":{plies} score {}, {} leaves in {cycles} cycles, {:.2} ms at 50 MHz",
            found.score,
            found.leaves,
            cycles as f64 / HZ * 1e3
        );
        Ok(found.best.map(|mv| Said { mv, about }))
    }
}

/// Asks until the answer is a legal move, `quit`, or the input ends.
fn human(position: &Position, input: &mut impl BufRead, results: &mut Results) -> Result<Option<Said>> {
    let name = colour_of(position.to_move());
    if position.moves() == [Move::Pass] {
        results.line(format!("{name} can place nothing and passes"))?;
        return Ok(Some(Said { mv: Move::Pass, about: String::new() }));
    }
    loop {
        results.text(format!("{name} to move: "))?;
        let mut line = Vec::new();
        let read = input.read_until(b'\n', &mut line).context("cannot read a move from standard input")?;
        let line = String::from_utf8_lossy(&line);
        let code = line.trim();
        if read == 0 || code == "quit" {
            results.line("")?;
            return Ok(None);
        }
        let problem = match code.parse::<Move>() {
            Err(error) => error.to_string(),
            Ok(mv) => match position.play(mv) {
                Err(error) => error.to_string(),
                Ok(_) => return Ok(Some(Said { mv, about: String::new() })),
            },
        };
        results.line(format!("{problem}; give another, or `quit`"))?;
    }
}
