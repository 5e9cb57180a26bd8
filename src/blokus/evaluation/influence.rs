//! Influence: cells near the usable corners.
//!
//! Each usable corner of a player marks the cells at most two steps away. The value is the number of empty cells so marked, each
//! counted once, less the opponent's. Source: Tamaki & Shimizu 2014/15; whether the opponent's count, and cells that are marked
//! twice or covered, they leave open.

use thiserror::Error;

use crate::blokus::generator::planes::sites;
use crate::blokus::generator::rows::Rows;
use crate::blokus::{Player, Position};
use crate::describe::{Builder, PipelineError, PipelineOptions, Pipelined, Project, mux, pipeline};
use crate::parts::sum::Counter;

/// How many steps away a usable corner marks cells.
const STEPS: u32 = 2;

/// The influence of a player less that of the opponent: -196 to 196.
pub fn influence(position: &Position, player: Player) -> i32 {
    let free = !(position.cells(Player::One) | position.cells(Player::Two));
    let marked = |player: Player| {
        let corners = position.corners(player);
        let near = (0..STEPS).fold(corners, |near, _| near | near.edges());
        (near & free).count() as i32
    };
    marked(player) - marked(player.other())
}

/// Why the evaluation cannot be built.
#[derive(Debug, Error)]
pub enum InfluenceError {
    /// The logic cannot be cut into stages.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// There is nothing to count: a defect of the description.
    #[error("the description of the influence is empty; please report it")]
    Empty,
}

/// The ports of the evaluation in hardware.
#[derive(Clone, Copy, Debug)]
pub struct Influence;

impl Influence {
    /// Inputs, a port a row: `player_1_1` to `player_1_e` are the cells of player 1, from the top.
    pub const PLAYERS: [&str; 2] = ["player_1", "player_2"];
    /// Input, 1 bit: the value is that of player 2.
    pub const SECOND: &str = "second";
    /// Output: the value, two's complement.
    pub const VALUE: &str = "value";
    /// The width of the value.
    pub const WIDTH: u32 = 9;
}

/// The evaluation as a pipeline with registers every so many lookup tables: a value a clock.
///
/// # Errors
/// No registers are asked for (`levels` 0); or a defect of the description.
pub fn pipelined(project: &mut Project, name: &str, levels: u32) -> Result<Pipelined, InfluenceError> {
    let logic = logic(name).ok_or(InfluenceError::Empty)?;
    Ok(pipeline(project, logic, &PipelineOptions::new(levels))?)
}

fn logic(name: &str) -> Option<Builder> {
    let b = Builder::new(
        name,
        "Influence of a player less that of the opponent: empty cells at most two steps from usable corners.\nA value a clock.",
    );
    let [one, two] = Influence::PLAYERS.map(|player| Rows::input(&b, player));
    let second = b.input(Influence::SECOND, 1).comment("the value is that of player 2");
    let free = one.zip(&two, |one, two| !&(one | two));
    let marked = |own: &Rows, other: &Rows, second: bool, name: &str| {
        let corners = sites(own, other, &b.bit(second), name).corners;
        let near = (0..STEPS).fold(corners, |near, _| near.zip(&near.edges(), |near, edges| near | edges));
        let mut counter = Counter::new(&format!("{name}influence"));
        near.zip(&free, |near, free| near & free).words().iter().for_each(|row| counter.add(0, row.clone()));
        counter.total(Influence::WIDTH)
    };
    let (one, two) = (marked(&one, &two, false, "one_")?, marked(&two, &one, true, "two_")?);
    let (own, other) = (mux(&second, &two, &one), mux(&second, &one, &two));
    b.output(Influence::VALUE, &(own - other));
    Some(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blokus::generator::rows::row_name;
    use crate::blokus::reference::random_positions;
    use crate::netlist::Value;
    use crate::simulate::Simulation;

    /// A position a clock for both players; each value comes as many cycles later as the pipeline is long.
    #[test]
    fn the_pipeline_gives_the_value_of_the_software_every_clock() {
        for levels in [2, 40] {
            let mut project = Project::new("influence");
            let built = pipelined(&mut project, "influence", levels).unwrap();
            let latency = built.latency as usize;
            let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
            let positions = random_positions(300);
            let given: Vec<(&Position, Player)> =
                positions.iter().flat_map(|position| Player::BOTH.map(|player| (position, player))).collect();
            let value = simulation.find(Influence::VALUE).unwrap();
            let mut different = std::collections::HashSet::new();
            for cycle in 0..given.len() + latency {
                if let Some((position, player)) = given.get(cycle) {
                    for (name, of) in Influence::PLAYERS.iter().zip(Player::BOTH) {
                        for y in 0..14 {
                            let port = simulation.find(&row_name(name, y)).unwrap();
                            simulation.poke(port, position.cells(of).row(y).into()).unwrap();
                        }
                    }
                    let second = simulation.find(Influence::SECOND).unwrap();
                    simulation.poke(second, player.index() as u64).unwrap();
                }
                if let Some(&(position, player)) = cycle.checked_sub(latency).and_then(|past| given.get(past))
                {
                    let expected = influence(position, player);
                    let found = simulation.peek_value(value);
                    assert_eq!(
                        found,
                        Value::new(Influence::WIDTH, expected as u64 & 0x1ff),
                        "{expected} {position}"
                    );
                    different.insert(expected);
                }
                simulation.step();
            }
            assert!(different.len() > 20, "{}", different.len());
        }
    }

    #[test]
    fn the_value_of_a_few_cells_is_counted_by_hand() {
        // Without a piece the start square marks the 13 cells around it.
        assert_eq!(influence(&Position::start(Player::One), Player::One), 0);
        // A single square has four usable corners.
        let position: Position = "55a0".parse().unwrap();
        let (own, other) = (influence(&position, Player::One), influence(&position, Player::Two));
        assert_eq!(own, -other);
        assert_eq!(own + 13, hand_counted());
    }

    /// Cells at most two steps from (4,4), (4,6), (6,4) or (6,6), without (5,5).
    fn hand_counted() -> i32 {
        let near = |x: i32, y: i32| {
            [(4, 4), (4, 6), (6, 4), (6, 6)]
                .iter()
                .any(|&(a, b): &(i32, i32)| (a - x).abs() + (b - y).abs() <= 2)
        };
        let cells = (1..=14).flat_map(|y| (1..=14).map(move |x| (x, y)));
        cells.filter(|&(x, y)| (x, y) != (5, 5) && near(x, y)).count() as i32
    }
}
