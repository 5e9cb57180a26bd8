//! `movewright moves`: a position's moves as the hardware generates them.

use anyhow::Result;
use serde::Serialize;

use super::blokus::{self, Record, parse_record};
use super::options::{Format, MachineArgs, generator_parser, parse_fen};
use super::results::Results;
use super::{Outcome, Usage};
use crate::chess::machine::{Generated, Machine};
use crate::chess::{Figures, MoveKind, Position};
use crate::cores::CoreInfo;

/// Show a position's moves in the order the hardware generates them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  movewright moves
  movewright moves --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
  movewright moves --set checks_first=off --format json
  movewright moves --core blokus --position '45g2 9at5'
  movewright moves --core blokus-player --position '45g2 9at5' --format json")]
#[command(mut_arg("core", |core| core.value_parser(generator_parser())))]
pub struct Args {
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    wanted: Wanted,
    /// With --core blokus or blokus-player: the position, as the moves so far
    #[arg(long, value_name = "CODES", value_parser = parse_record, conflicts_with = "fen")]
    position: Option<Record>,
}

/// Which moves, and how they are written, whatever generates them.
#[derive(Debug, clap::Args)]
pub struct Wanted {
    /// The position; the start of the game if nothing is said
    #[arg(long, value_name = "FEN", value_parser = parse_fen)]
    fen: Option<Position>,
    /// Draw the board with Unicode chess figures
    #[arg(long)]
    unicode: bool,
    /// How to write the moves
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

/// The moves of a node, as JSON.
#[derive(Serialize)]
struct Node<'a> {
    core: &'a str,
    fen: String,
    moves: Vec<Row>,
    cycles: u64,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    r#move: String,
    kind: String,
    piece: String,
    captured: Option<String>,
    cycles: u64,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    if args.machine.is_blokus() {
        let record =
            blokus::position(args.position.as_ref(), args.wanted.fen.is_some() || args.wanted.unicode)?;
        return blokus::moves(&args.machine, &record, args.wanted.format, results);
    }
    blokus::refuse(args.position.as_ref())?;
    args.wanted.check(args.machine.core())?;
    let mut machine = args.machine.machine()?;
    show(machine.as_mut(), args.machine.core().name, &args.wanted, results)
}

impl Wanted {
    fn position(&self) -> Position {
        self.fen.clone().unwrap_or_else(Position::start)
    }

    /// Refuses a position with pieces where the core has no squares.
    pub fn check(&self, core: &CoreInfo) -> Result<()> {
        Ok(core.takes(&self.position()).map_err(Usage::of)?)
    }
}

/// Has a machine generate the moves, and writes them.
pub fn show(
    machine: &mut dyn Machine,
    core: &str,
    wanted: &Wanted,
    results: &mut Results,
) -> Result<Outcome> {
    let position = &wanted.position();
    let moves = generate(machine, position)?;
    match wanted.format {
        Format::Json => results.json(&json(core, position, &moves))?,
        Format::Pretty => {
            let figures = if wanted.unicode { Figures::Unicode } else { Figures::Letters };
            results.text(pretty(position, figures, &moves))?;
        }
    }
    Ok(Outcome::Success)
}

/// All moves of a position, in the machine's order.
pub fn generate(machine: &mut dyn Machine, position: &Position) -> Result<Vec<Generated>> {
    machine.load(position)?;
    let mut moves = Vec::new();
    while let Some(generated) = machine.next()? {
        moves.push(generated);
    }
    Ok(moves)
}

/// Clock cycles of all these moves together.
pub fn total_cycles(moves: &[Generated]) -> u64 {
    moves.iter().map(|generated| generated.cycles).sum()
}

fn json<'a>(core: &'a str, position: &Position, moves: &[Generated]) -> Node<'a> {
    let row = |(index, generated): (usize, &Generated)| Row {
        number: index + 1,
        r#move: generated.mv.to_string(),
        kind: generated.kind.to_string(),
        piece: generated.moved.to_string(),
        captured: generated.captured.map(|kind| kind.to_string()),
        cycles: generated.cycles,
    };
    let rows = moves.iter().enumerate().map(row).collect();
    Node { core, fen: position.to_fen(), moves: rows, cycles: total_cycles(moves) }
}

fn pretty(position: &Position, figures: Figures, moves: &[Generated]) -> String {
    let mut text =
        format!("{}\n{} to move   {}\n\n", position.draw(figures), position.side, position.to_fen());
    text += "  #  move   kind       piece   takes   cycles\n";
    for (index, generated) in moves.iter().enumerate() {
        let takes = generated.captured.map_or("-".into(), |kind| kind.to_string());
        let Generated { mv, kind, moved, cycles, .. } = generated;
        text +=
            &format!("{:3}  {:5}  {kind:9}  {moved:6}  {takes:6}  {cycles:6}\n", index + 1, mv.to_string());
    }
    let count = |kind| moves.iter().filter(|generated| generated.kind == kind).count();
    let cycles = total_cycles(moves);
    text += &format!(
        "\n{} moves: {} check, {} promotion, {} capture, {} quiet; {cycles} cycles",
        moves.len(),
        count(MoveKind::Check),
        count(MoveKind::Promotion),
        count(MoveKind::Capture),
        count(MoveKind::Quiet),
    );
    if !moves.is_empty() {
        text += &format!(", {:.2} a move", cycles as f64 / moves.len() as f64);
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::reference::ReferenceMachine;

    /// Checks, a promotion, captures, en passant and quiet moves in one position.
    const MIXED: &str = "7k/1P6/8/3pP3/8/8/6p1/R3K3 w Q d6 0 1";

    fn generated(fen: &str) -> (Position, Vec<Generated>) {
        let position = Position::from_fen(fen).unwrap();
        let moves = generate(&mut ReferenceMachine::new(), &position).unwrap();
        (position, moves)
    }

    #[test]
    fn the_table_shows_board_order_and_totals() {
        let (position, moves) = generated(MIXED);
        insta::assert_snapshot!(pretty(&position, Figures::Letters, &moves));
    }

    #[test]
    fn a_position_without_moves_has_an_empty_table() {
        let (position, moves) = generated("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
        assert!(
            pretty(&position, Figures::Unicode, &moves)
                .ends_with("0 moves: 0 check, 0 promotion, 0 capture, 0 quiet; 0 cycles\n")
        );
    }

    #[test]
    fn json_holds_the_same() {
        let (position, moves) = generated(MIXED);
        let value = serde_json::to_value(json("some-core", &position, &moves)).unwrap();
        assert_eq!(value["core"], "some-core");
        assert_eq!(value["fen"], MIXED);
        assert_eq!(value["moves"].as_array().unwrap().len(), moves.len());
        assert_eq!(value["cycles"], total_cycles(&moves));
        let passing = value["moves"].as_array().unwrap().iter().find(|row| row["move"] == "e5d6").unwrap();
        assert_eq!((&passing["captured"], &passing["kind"]), (&"pawn".into(), &"capture".into()));
    }
}
