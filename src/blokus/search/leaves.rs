//! The positions after moves, on their way through the evaluation, one a clock.

use super::error::BuildError;
use super::reply::Reply;
use crate::blokus::Player;
use crate::blokus::evaluation::Evaluation;
use crate::blokus::generator::board::{Held, Registers};
use crate::blokus::piece::PIECES;
use crate::describe::{Builder, Outputs, Pipelined, Project, Waits, Wire, concat, delay};
use crate::parts::decode::{one_hot, word};
use crate::parts::rows::{Rows, row_name};

/// The move held, which goes into the evaluation beside the registers of the position.
pub struct Placed<'a> {
    /// Its cells on the board.
    pub cells: &'a Rows,
    /// Its entry in the table of covers.
    pub held: &'a Held,
    /// Its corner and cover in a word.
    pub word: &'a Wire,
    /// The place in the list behind it.
    pub behind: &'a Wire,
    /// The reply placed on top of it while refuted moves are looked for.
    pub reply: &'a Reply,
}

/// The evaluation in hardware.
pub struct Evaluator {
    /// The evaluation.
    pub evaluation: &'static Evaluation,
    /// Its modules.
    pub pipelined: Pipelined,
}

impl Evaluator {
    /// The evaluation with registers every `levels` lookup tables.
    ///
    /// # Errors
    /// See [`Evaluation::pipelined`].
    pub fn new(
        project: &mut Project,
        top: &str,
        evaluation: &'static Evaluation,
        levels: u32,
    ) -> Result<Self, BuildError> {
        let pipelined = evaluation.pipelined(project, &format!("{top}_evaluation"), levels)?;
        Ok(Self { evaluation, pipelined })
    }
}

/// The output of the evaluation.
pub struct Leaves {
    /// A value comes out in this cycle.
    pub valid: Wire,
    /// Positions are on their way.
    pub evaluating: Wire,
    /// The value of the position for the side that made the last move, two's complement.
    pub value: Wire,
    /// The move, by corner and cover.
    pub mv: Wire,
    /// There was none: the position itself was evaluated.
    pub pass: Wire,
    /// The place in the list behind it.
    pub behind: Wire,
    /// The move and the reply on top of it meet.
    pub clash: Wire,
}

impl Leaves {
    /// The leaves from the position and the move held. A value is there as many cycles later as the
    /// evaluation is long. Throughput: one a clock. Area: that of the evaluation, 420 LUT4 (more if
    /// pieces count), and a register a cycle for each bit of the move.
    ///
    /// # Errors
    /// A mistake in the description.
    pub fn new(
        project: &mut Project,
        b: &Builder,
        r: &Registers,
        on: &Outputs,
        placed: &Placed,
        evaluator: &Evaluator,
    ) -> Result<Self, BuildError> {
        let bare = on.get("bare");
        let Evaluator { evaluation, pipelined } = evaluator;
        // The piece of the move held, gone from what its player has left.
        let piece = evaluation.pieces.then(|| word(&one_hot(&placed.held.piece, PIECES as u32)));
        let (refuting, reply) = (on.get("refuting"), placed.reply.cells());
        // With the reply on top it is the opponent's value that cuts.
        let of_second = (&*r.second ^ &refuting).named("value_of_second");
        let mut connections =
            b.instance("evaluation", &pipelined.module).input(Evaluation::SECOND, &of_second);
        for (player, name) in Player::BOTH.into_iter().zip(Evaluation::CELLS) {
            let moves = if player == Player::Two { r.second.output() } else { !&*r.second };
            let replies = (&refuting & &!&moves).named(&format!("{name}_replies"));
            let moves = (&moves & &!&bare).named(&format!("{name}_gets"));
            for (y, row) in r.cells(player.index()).words().iter().enumerate() {
                let placed = placed.cells.row(y).when(&moves) | reply.row(y).when(&replies);
                connections = connections.input(&row_name(name, y), &(row | &placed));
            }
            if let Some(piece) = &piece {
                let placed = piece.when(&moves) | placed.reply.piece().when(&replies);
                let left = &*r.left[player.index()] & &!placed;
                connections = connections.input(Evaluation::LEFT[player.index()], &left);
            }
        }
        let value = connections.outputs().get(Evaluation::VALUE);

        let latency = pipelined.latency;
        let way = b.register("leaves_on_their_way", latency).resets_to(0);
        let further = match latency {
            1 => on.get("launch"),
            _ => concat(&[way.slice(0, latency - 1), on.get("launch")]),
        };
        way.next(&further.when(&!&on.get("flush")));
        let clash = placed.reply.clash(placed.cells);
        let later = delay(
            project,
            &concat(&[placed.behind.clone(), clash.clone(), bare, placed.word.clone()]),
            latency,
            "leaf_move",
            Waits::REGISTERS,
        )?;
        let word = placed.word.width();
        Ok(Self {
            valid: way.bit(latency - 1),
            evaluating: way.any(),
            value,
            mv: later.slice(0, word),
            pass: later.bit(word),
            clash: later.slice(word + 1, clash.width()).any().named("leaf_clash"),
            behind: later.slice(word + 1 + clash.width(), placed.behind.width()),
        })
    }
}
