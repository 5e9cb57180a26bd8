//! The players of chess: a person, the machine's twin, chance.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::game::Game;
use super::seats::{Seats, Who};
use crate::chess::player::{Limits, Player, Score, Watch};
use crate::chess::{Color, Move};
use crate::cli::uci::{Clock, Go};
use crate::netlist::testing::Random;

/// Megabytes of the twin's table.
const TABLE: u64 = 16;

/// A move, and what there is to say about it.
pub struct Said {
    /// The move; it is legal.
    pub mv: Move,
    /// Behind it in the same line.
    pub about: String,
}

/// The time that both sides have left.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    left: [Duration; 2],
    increment: Duration,
}

impl Times {
    /// The time left of a side.
    pub fn left(&self, side: Color) -> Duration {
        self.left[side as usize]
    }

    /// Takes the time of a move. Returns whether there was so much.
    pub fn take(&mut self, side: Color, time: Duration) -> bool {
        let left = &mut self.left[side as usize];
        let enough = *left >= time;
        *left = left.saturating_sub(time) + self.increment;
        enough
    }
}

/// Both players.
pub struct Players {
    seats: Seats,
    player: Player,
    random: Random,
    /// The clock, if there is one.
    pub times: Option<Times>,
    greeted: bool,
}

/// Ends a search when its time is over.
struct Timed(Clock);

impl Watch for Timed {
    fn goes_on(&mut self) -> bool {
        self.0.goes_on()
    }

    fn deepens(&mut self) -> bool {
        self.0.deepens()
    }
}

impl Players {
    /// The players of these seats.
    ///
    /// # Errors
    /// This computer has too little memory for the twin's table.
    pub fn new(seats: Seats) -> Result<Self> {
        let player = Player::new(TABLE).context("the twin's table")?;
        let times = seats.clock().map(|[time, increment]| Times { left: [time; 2], increment });
        let random = Random(seats.seed());
        Ok(Self { seats, player, random, times, greeted: false })
    }

    /// Whether a person is to move.
    pub fn is_person(&self, side: Color) -> bool {
        self.seats.who()[side as usize] == Who::Human
    }

    /// Returns whether a person is asked for the first time.
    pub fn greet(&mut self) -> bool {
        !std::mem::replace(&mut self.greeted, true)
    }

    /// The move of the player to move, who is no person; `None` if there is no move.
    pub fn ask(&mut self, game: &Game) -> Option<Said> {
        match self.seats.who()[game.position().side as usize] {
            Who::Random => {
                let moves = crate::chess::rules::legal_moves(game.position())?;
                let mv = *moves.get(self.random.below(moves.len()))?;
                Some(Said { mv, about: String::new() })
            }
            _ => self.search(game),
        }
    }

    /// The move that the twin would make.
    pub fn search(&mut self, game: &Game) -> Option<Said> {
        let side = game.position().side;
        let mut go = Go { move_time: self.seats.time(), ..Go::default() };
        if let Some(times) = self.times {
            go.time = times.left.map(Some);
            go.increment = [times.increment; 2];
        }
        let limits = Limits { depth: self.seats.depth(), nodes: self.seats.nodes(), ..Limits::default() };
        self.player.set_game(game.start(), game.moves());
        let began = Instant::now();
        let found = self.player.search(&limits, &mut Timed(Clock::new(&go, side)));
        let mv = found.best?;
        let score = match Score::of(found.info.value) {
            Score::Centipawns(value) => format!("{:+.2} pawns", f64::from(value) / 100.0),
            Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
            Score::Mate(moves) => format!("mated in {}", -moves),
        };
        let timed = go.move_time.is_some() || self.times.is_some();
        let time = if timed { format!(" in {:.1} s", began.elapsed().as_secs_f64()) } else { String::new() };
        let about = format!(": {score}, {} plies ahead, {} nodes{time}", found.info.depth, found.info.nodes);
        Some(Said { mv, about })
    }

    /// The number of moves that stay when a person takes one back.
    ///
    /// # Errors
    /// There is none, for this reason.
    pub fn undo(&self, game: &Game) -> Result<usize, &'static str> {
        let person = |count: &usize| self.is_person(game.after(*count).side);
        let stays = (0..game.moves().len()).rev().find(person);
        stays.ok_or("you have made no move that could be taken back")
    }
}
