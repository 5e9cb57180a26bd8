//! `movewright eval`: what a position is worth: of chess with its terms, or of shogi with the reads
//! from the memory of its weights.

mod kpp;

use std::path::PathBuf;

use anyhow::Result;

use super::options::{Format, SetArgs};
use super::position::PositionArgs;
use super::results::{Record, Results};
use super::{Outcome, Usage};
use crate::chess::evaluation::hardware::{Found, Given};
use crate::chess::evaluation::{Evaluation, Pair, Sets, Term, Weights, evaluate};
use crate::chess::{Chess, Color, Position};
use crate::cores::{self, CoreInfo, Setting, Settings};
use crate::describe::EveryCycle;
use crate::simulate::{Ports, PortsError, Simulation};

/// Show what a position of chess or shogi is worth to the side to move, and why
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without --core the evaluation of chess in software gives the value; with it, the simulated machine
too, and the command fails where they differ. --core chess-player has the weights of that player. A
hundred is about a pawn. Terms count for white.

--core kpp is Bonanza's evaluation of shogi, with weights of a file or made from a seed, read from a
memory in simulation.

Examples:
  movewright eval
  movewright eval --moves e4 e5 Nf3 --format json
  movewright eval --core chess-evaluate --set levels=4 --fen '8/8/1k6/8/2QR4/4P1K1/6P1/8 w - - 7 51'
  movewright eval --core chess-player --set weights=mine.txt
  movewright eval --weights mine.txt
  movewright eval --core kpp --sfen startpos --moves 7g7f --memory sdr --set word_bits=32
  movewright eval --core kpp --moves 7g7f 3c3d --difference
  movewright eval --core kpp --set numbering=classic --table fv.bin")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The core that evaluates it too, in the built-in simulator; of chess-player, its evaluation
    #[arg(long, value_name = "CORE", value_parser = ["chess-evaluate", "chess-player", "kpp"])]
    core: Option<String>,
    #[command(flatten)]
    set: SetArgs,
    /// A file of weights for the software: a line `FEATURE MG EG` for each of the 495 features
    #[arg(long, value_name = "FILE", conflicts_with = "core")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    table: kpp::TableArgs,
    /// The format of the value
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    if args.core.as_deref() == Some(cores::KPP.name) {
        return kpp::run(args, results);
    }
    args.table.are_left_out()?;
    let core = match args.core.as_deref() {
        Some(name) if name == cores::CHESS_PLAYER.name => &cores::CHESS_PLAYER,
        _ => &cores::EVALUATE,
    };
    if args.core.is_none() && !args.set.is_empty() {
        return Err(Usage("--set is about a core; give --core chess-evaluate too".into()).into());
    }
    let settings = args.set.settings(core)?;
    let root = args.position.root(core)?;
    let position = root.of::<Chess>().ok_or_else(|| Usage("it is no position of chess".into()))?;
    let weights = match &args.weights {
        Some(path) => Weights::read(path).map_err(|problem| Usage(format!("--weights {problem}")))?,
        None => cores::evaluating_weights(core, &settings)?.1,
    };
    let found = match args.core {
        Some(_) => Some(simulated(&evaluator(core, &settings)?, position, &weights)?),
        None => None,
    };
    let answer = Answer {
        position,
        evaluation: evaluate(&Sets::from(position), position.side, &weights),
        expected: Found::expected(position, &weights),
        core,
        found,
    };
    match args.format {
        Format::Json => results.json(&answer.record())?,
        Format::Pretty => results.text(answer.pretty())?,
    }
    Ok(match answer.differs() {
        true => Outcome::Difference,
        false => Outcome::Success,
    })
}

/// The machine that evaluates; of one that plays, the same evaluation with nothing around it.
fn evaluator(core: &CoreInfo, settings: &Settings) -> Result<EveryCycle> {
    let alone = &cores::EVALUATE;
    let settings = match core.name == alone.name {
        true => settings.clone(),
        // A name of a signal elsewhere in the machine means nothing here.
        false => settings.of(alone).with("cuts", Setting::Names(Vec::new())),
    };
    Ok(cores::evaluator(alone, &settings)?)
}

/// What the machine says after its latency, and that it says so.
fn simulated(machine: &EveryCycle, position: &Position, weights: &Weights) -> Result<Simulated, PortsError> {
    let ports = &mut Simulation::new(&machine.design)?;
    Ports::poke(ports, "reset", 1)?;
    Ports::step(ports)?;
    Ports::poke(ports, "reset", 0)?;
    Given::of(position, weights).give(ports)?;
    Ports::poke(ports, "valid", 1)?;
    let mut cycles = 0;
    while cycles < machine.latency
        || (Ports::peek(ports, "value_valid")? == 0 && cycles < 2 * machine.latency)
    {
        Ports::step(ports)?;
        Ports::poke(ports, "valid", 0)?;
        cycles += 1;
    }
    Ok(Simulated { found: Found::peek(ports)?, cycles })
}

/// The numbers of a simulated machine, and the clock cycles it took.
struct Simulated {
    found: Found,
    cycles: u32,
}

/// All that is shown.
struct Answer<'a> {
    position: &'a Position,
    evaluation: Evaluation,
    expected: Found,
    core: &'a CoreInfo,
    found: Option<Simulated>,
}

impl Answer<'_> {
    fn differs(&self) -> bool {
        self.found.as_ref().is_some_and(|machine| machine.found != self.expected)
    }

    /// The value that is asked for: the machine's, if there is one.
    fn value(&self) -> i32 {
        self.found.as_ref().map_or(self.evaluation.value, |machine| machine.found.value)
    }

    fn record(&self) -> Record {
        let Evaluation { sum, phase, scale, .. } = self.evaluation;
        let mut record = Record::new();
        let side = if self.position.side == Color::White { "white" } else { "black" };
        record.add("position", self.position.to_fen()).add("side", side).add("value", self.value());
        record.add("mg", sum.mg).add("eg", sum.eg).add("phase", phase).add("scale", scale);
        if let Some(machine) = &self.found {
            record
                .add("core", self.core.name)
                .add("cycles", machine.cycles)
                .add("software_value", self.evaluation.value)
                .add("equal", !self.differs());
        }
        let terms = Term::ALL.map(|term| {
            let Pair { mg, eg } = self.evaluation.term(term);
            let mut record = Record::new();
            record.add("term", term.name()).add("mg", mg).add("eg", eg);
            record
        });
        record.add_records("terms", terms.into_iter());
        record
    }

    fn pretty(&self) -> String {
        let Evaluation { sum, phase, scale, value, .. } = self.evaluation;
        let mut text = format!("{}\n\n{:16} {:>7} {:>7}\n", self.position.to_fen(), "term", "middle", "end");
        for term in Term::ALL {
            let Pair { mg, eg } = self.evaluation.term(term);
            text += &format!("{term:16} {mg:7} {eg:7}\n");
        }
        text += &format!("{:16} {:7} {:7}\n\n", "sum", sum.mg, sum.eg);
        text += &format!("phase {phase} of 64, end game {scale}/16\n");
        text += &format!("value {value} for {}\n", self.position.side);
        if let Some(Simulated { found, cycles }) = &self.found {
            let equal = if self.differs() { "DIFFERENT" } else { "equal" };
            text += &format!("{} value {} after {cycles} cycles, {equal}\n", self.core.name, found.value);
        }
        text
    }
}
