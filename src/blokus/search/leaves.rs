//! The positions after moves, on their way through the evaluation: one a clock.

use super::BuildError;
use crate::blokus::Player;
use crate::blokus::evaluation::{Influence, pipelined};
use crate::blokus::generator::board::Registers;
use crate::blokus::generator::rows::{Rows, row_name};
use crate::describe::{Builder, Outputs, Pipelined, Project, Wire, concat, delay};

/// The evaluation, with registers every `levels` lookup tables.
pub fn evaluation(project: &mut Project, name: &str, levels: u32) -> Result<Pipelined, BuildError> {
    Ok(pipelined(project, &format!("{name}_evaluation"), levels)?)
}

/// What comes out of the evaluation.
pub struct Leaves {
    /// A value comes out in this cycle.
    pub valid: Wire,
    /// Positions are on their way.
    pub evaluating: Wire,
    /// What the position is worth to who made the move, two's complement.
    pub value: Wire,
    /// The move, by corner and cover.
    pub mv: Wire,
    /// There was none: the position itself was evaluated.
    pub pass: Wire,
}

impl Leaves {
    /// From the position and the move held, which is given by its cells and by its word. Its value is there as many cycles later as the
    /// evaluation is long. Throughput: one a clock. Area: that of the evaluation, 420 LUT4 and a register a cycle for each bit of
    /// the move.
    ///
    /// # Errors
    /// A mistake in the description.
    pub fn new(
        project: &mut Project,
        b: &Builder,
        r: &Registers,
        on: &Outputs,
        cells: &Rows,
        held: &Wire,
        evaluation: &Pipelined,
    ) -> Result<Self, BuildError> {
        let bare = on.get("bare");
        let mut connections =
            b.instance("evaluation", &evaluation.module).input(Influence::SECOND, &r.second);
        for (player, name) in Player::BOTH.into_iter().zip(Influence::PLAYERS) {
            let moves = if player == Player::Two { r.second.output() } else { !&*r.second };
            let moves = (&moves & &!&bare).named(&format!("{name}_gets"));
            for (y, row) in r.cells(player.index()).words().iter().enumerate() {
                connections = connections.input(&row_name(name, y), &(row | &cells.row(y).when(&moves)));
            }
        }
        let value = connections.outputs().get(Influence::VALUE);

        let latency = evaluation.latency;
        let way = b.register("leaves_on_their_way", latency).resets_to(0);
        let further = match latency {
            1 => on.get("launch"),
            _ => concat(&[way.slice(0, latency - 1), on.get("launch")]),
        };
        way.next(&further.when(&!&on.get("flush")));
        let later = delay(project, &concat(&[bare, held.clone()]), latency, "leaf_move", None)?;
        Ok(Self {
            valid: way.bit(latency - 1),
            evaluating: way.any(),
            value,
            mv: later.slice(0, held.width()),
            pass: later.bit(held.width()),
        })
    }
}
