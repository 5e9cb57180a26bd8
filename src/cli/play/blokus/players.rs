//! The players: a person at the keyboard, a simulated machine, chance.

use anyhow::{Context, Result, bail};
use clap::ValueEnum;

use super::SerialArgs;
use super::decision::{Ahead, Decision, Said, has_choice};
use super::game::Game;
use super::on_a_line::OnALine;
use crate::blokus::Position;
use crate::blokus::search::{HZ, SearchMachine, Searched};
use crate::cli::Usage;
use crate::cli::options::{SetArgs, Sim};
use crate::cli::progress::Progress;
use crate::cores::{self, CoreInfo, Settings};
use crate::netlist::testing::Random;
use crate::simulate::Ports;
use crate::simulate::command_port::Pins;
use crate::simulate::outside::Traces;

/// Who a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Who {
    /// You, by codes of moves on standard input
    Human,
    /// The core blokus-player, simulated
    Sim,
    /// Any legal move
    Random,
    /// A player on a serial line, by a competition's protocol: at --port, or the core
    /// blokus-serial, simulated bit by bit
    Serial,
}

/// Both players.
pub struct Players {
    who: [Who; 2],
    core: &'static CoreInfo,
    settings: Settings,
    sim: Sim,
    machine: Option<SearchMachine<Pins<Box<dyn Ports>>>>,
    line: Option<OnALine>,
    ahead: Ahead,
    random: Random,
    greeted: bool,
}

impl Players {
    /// Both players. A machine is built if one of them is simulated, and a player is greeted if one
    /// is on a serial line.
    pub fn new(
        who: [Who; 2],
        ahead: Ahead,
        seed: u64,
        set: &SetArgs,
        sim: Sim,
        serial: &SerialArgs,
    ) -> Result<Self> {
        if who == [Who::Serial; 2] {
            let why = "one player is on the serial line; choose another for player 1 or player 2";
            return Err(Usage(why.into()).into());
        }
        let core = cores::find("blokus-player").context("the cores lack blokus-player")?;
        let settings = set.settings(core)?;
        let line = match who.contains(&Who::Serial) {
            true => Some(OnALine::new(serial.port(), serial.protocol(), ahead, &settings)?),
            false => None,
        };
        let mut players = Self {
            who,
            core,
            settings,
            sim,
            machine: None,
            line,
            ahead,
            random: Random(seed),
            greeted: false,
        };
        if who.contains(&Who::Sim) {
            players.machine()?;
        }
        Ok(players)
    }

    /// The machine that searches, built when it is wanted first.
    fn machine(&mut self) -> Result<&mut SearchMachine<Pins<Box<dyn Ports>>>> {
        match &mut self.machine {
            Some(machine) => Ok(machine),
            none => {
                let progress = Progress::new(1);
                let simulator = self.sim.simulator(Traces::Without, &progress);
                Ok(none.insert(cores::search_machine(self.core, &self.settings, simulator)?))
            }
        }
    }

    /// Whether a person at the keyboard is to move.
    pub fn is_person(&self, position: &Position) -> bool {
        self.who[position.to_move().index()] == Who::Human
    }

    /// The decision of the player to move, who is no person.
    pub fn ask(&mut self, game: &Game) -> Result<Decision> {
        let position = game.position();
        let said = match self.who[position.to_move().index()] {
            Who::Human => bail!("a person decides at the keyboard"),
            Who::Sim => self.search(position)?,
            Who::Serial => self.line.as_mut().context("nobody was greeted")?.ask(position, game.last())?,
            Who::Random => {
                let moves = position.moves();
                let mv = moves.get(self.random.below(moves.len())).copied();
                mv.map(|mv| Said { mv, about: String::new() })
            }
        };
        Ok(said.map_or(Decision::End, Decision::Move))
    }

    /// Returns whether a person is asked for the first time.
    pub fn greet(&mut self) -> bool {
        !std::mem::replace(&mut self.greeted, true)
    }

    /// The number of moves that stay when a person takes one back: up to the last position in which
    /// a person had a choice.
    ///
    /// # Errors
    /// It cannot be taken back, for this reason.
    pub fn undo(&self, game: &Game) -> Result<usize, &'static str> {
        if self.line.is_some() {
            return Err("a player on a serial line cannot be told that a move is taken back");
        }
        let chosen = |&count: &usize| {
            let (position, _) = game.after(count);
            self.is_person(position) && has_choice(position)
        };
        (0..game.codes().len()).rev().find(chosen).ok_or("you have made no move that could be taken back")
    }

    /// Tells a player on a serial line that the game is over.
    pub fn end(&mut self) -> Result<()> {
        self.line.as_mut().map_or(Ok(()), OnALine::end)
    }

    /// The move that the machine would make.
    pub fn search(&mut self, position: &Position) -> Result<Option<Said>> {
        let Ahead { depth, limit } = self.ahead;
        let machine = self.machine()?;
        machine.load(position)?;
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
