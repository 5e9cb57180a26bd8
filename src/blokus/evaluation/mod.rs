//! Evaluations: the value of a position for a player, in software and as hardware that gives one
//! value a clock.
//!
//! Each evaluation is a file with a function over positions, and the same function as logic over
//! the ports of [`Evaluation`]. The search takes any of them; [`EVALUATIONS`] lists them.

mod influence;
mod territory;

pub use influence::{COVERED, EACH, INFLUENCE, OWN};
pub use territory::TERRITORY;

use thiserror::Error;

use super::piece::PIECES;
use super::{Player, Position};
use crate::blokus::plane::BOARD;
use crate::describe::{Builder, PipelineError, PipelineOptions, Pipelined, Project, Wire, mux, pipeline};
use crate::parts::rows::Rows;

/// All evaluations; the first is the default.
pub const EVALUATIONS: [&Evaluation; 5] = [&INFLUENCE, &OWN, &EACH, &COVERED, &TERRITORY];

/// Readings of an evaluation: the usual, and those of influence that depart from it in one point.
pub const READINGS: [&str; 4] = [INFLUENCE.reading, OWN.reading, EACH.reading, COVERED.reading];

/// A way to value a position for a player, in software and in hardware.
#[derive(Debug)]
pub struct Evaluation {
    /// Its name.
    pub name: &'static str,
    /// The reading, if the source leaves some points open: one of [`READINGS`].
    pub reading: &'static str,
    /// Bits of the value, two's complement. The least and the greatest number of this width are no
    /// position's value.
    pub width: u32,
    /// Whether the pieces left count, so that the hardware has the ports [`Evaluation::LEFT`].
    pub pieces: bool,
    value: fn(&Position, Player) -> i32,
    logic: fn(&str) -> Builder,
}

/// The reasons why the evaluation cannot be built.
#[derive(Debug, Error)]
pub enum EvaluationError {
    /// The logic cannot be cut into stages.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
}

impl Evaluation {
    /// Inputs, a port a row: `player_1_1` to `player_1_e` are the cells of player 1, from the top.
    pub const CELLS: [&str; 2] = ["player_1", "player_2"];
    /// Inputs, 21 bits: the pieces each player has left, a in bit 0.
    pub const LEFT: [&str; 2] = ["left_1", "left_2"];
    /// Input, 1 bit: the value is that of player 2.
    pub const SECOND: &str = "second";
    /// Output: the value, two's complement.
    pub const VALUE: &str = "value";

    /// The evaluation of this name, by this reading where it has it.
    pub fn find(name: &str, reading: &str) -> Option<&'static Self> {
        let mut named = EVALUATIONS.into_iter().filter(|evaluation| evaluation.name == name).peekable();
        let usual = named.peek().copied();
        named.find(|evaluation| evaluation.reading == reading).or(usual)
    }

    /// The value of a position for a player. Except with [`OWN`], the opponent's value is its
    /// negative.
    pub fn value(&self, position: &Position, player: Player) -> i32 {
        (self.value)(position, player)
    }

    /// More than any position is worth.
    pub fn infinite(&self) -> i32 {
        (1 << (self.width - 1)) - 1
    }

    /// A value as the hardware has it, in as many bits as the width.
    pub fn word(&self, value: i32) -> u64 {
        value as u64 & ((1 << self.width) - 1)
    }

    /// The hardware with registers every `levels` lookup tables: a value a clock.
    ///
    /// # Errors
    /// No registers are asked for (`levels` 0); or a defect of the description.
    pub fn pipelined(
        &self,
        project: &mut Project,
        name: &str,
        levels: u32,
    ) -> Result<Pipelined, EvaluationError> {
        let logic = (self.logic)(name);
        Ok(pipeline(project, logic, &PipelineOptions::new(levels))?)
    }
}

/// The board as an evaluation gets it: the cells of both players, and the player whose value is
/// wanted.
struct BoardPorts {
    one: Rows,
    two: Rows,
    second: Wire,
}

impl BoardPorts {
    fn input(b: &Builder) -> Self {
        let [one, two] = Evaluation::CELLS
            .map(|player| Rows::input(b, BOARD, player, &format!("cells of {}", player.replace('_', " "))));
        let second = b.input(Evaluation::SECOND, 1).comment("the value is that of player 2");
        Self { one, two, second }
    }

    /// The value from what both players have.
    fn output(&self, b: &Builder, one: &Wire, two: &Wire) {
        let (own, other) = (mux(&self.second, two, one), mux(&self.second, one, two));
        b.output(Evaluation::VALUE, &(own - other)).comment("the value, signed");
    }

    /// The same without the opponent's.
    fn output_own(&self, b: &Builder, one: &Wire, two: &Wire) {
        b.output(Evaluation::VALUE, &mux(&self.second, two, one)).comment("the value");
    }
}

/// The pieces each player has left.
fn left(b: &Builder) -> [Wire; 2] {
    Evaluation::LEFT.map(|left| b.input(left, PIECES as u32).comment("pieces left, a in bit 0"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blokus::reference::random_positions;
    use crate::netlist::Value;
    use crate::parts::rows::row_name;
    use crate::simulate::Simulation;

    /// A position a clock for both players; each value comes as many cycles later as the pipeline
    /// is long.
    #[test]
    fn the_pipelines_give_the_values_of_the_software_every_clock() {
        for (evaluation, levels) in EVALUATIONS.into_iter().flat_map(|one| [(one, 2), (one, 40)]) {
            let mut project = Project::new("evaluation");
            let built = evaluation.pipelined(&mut project, "evaluation", levels).unwrap();
            let latency = built.latency as usize;
            let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
            let positions = random_positions(300);
            let given: Vec<(&Position, Player)> =
                positions.iter().flat_map(|position| Player::BOTH.map(|player| (position, player))).collect();
            let value = simulation.find(Evaluation::VALUE).unwrap();
            let mut different = std::collections::HashSet::new();
            for cycle in 0..given.len() + latency {
                if let Some((position, player)) = given.get(cycle) {
                    let mut poke = |port: &str, bits: u64| {
                        let port = simulation.find(port).unwrap();
                        simulation.poke(port, bits).unwrap();
                    };
                    for of in Player::BOTH {
                        let name = Evaluation::CELLS[of.index()];
                        (0..14).for_each(|y| poke(&row_name(name, y), position.cells(of).row(y).into()));
                        if evaluation.pieces {
                            poke(Evaluation::LEFT[of.index()], position.left(of).bits().into());
                        }
                    }
                    poke(Evaluation::SECOND, player.index() as u64);
                }
                if let Some(&(position, player)) = cycle.checked_sub(latency).and_then(|past| given.get(past))
                {
                    let expected = evaluation.value(position, player);
                    let bits = evaluation.word(expected);
                    let found = simulation.peek_value(value);
                    assert_eq!(
                        found,
                        Value::new(evaluation.width, bits),
                        "{}: {expected}\n{position}",
                        evaluation.name
                    );
                    different.insert(expected);
                }
                simulation.step();
            }
            assert!(different.len() > 20, "{}: {}", evaluation.name, different.len());
        }
    }

    #[test]
    fn a_value_is_one_players_gain_and_the_others_loss() {
        for evaluation in EVALUATIONS {
            let found = Evaluation::find(evaluation.name, evaluation.reading).unwrap();
            assert_eq!((found.reading, found.width), (evaluation.reading, evaluation.width));
            for position in random_positions(100) {
                let [one, two] = Player::BOTH.map(|player| evaluation.value(&position, player));
                let opposite = evaluation.reading != OWN.reading;
                assert!(!opposite || one == -two, "{}\n{position}", evaluation.name);
                assert!(one.abs() < evaluation.infinite(), "{}\n{position}", evaluation.name);
            }
        }
    }
}
