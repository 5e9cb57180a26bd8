//! `movewright moves`: a position's moves as the hardware generates them.

use anyhow::{Result, ensure};
use serde::Serialize;

use super::Outcome;
use super::blokus::{self, Record, parse_record};
use super::chess_position::PositionArgs;
use super::options::{Format, MachineArgs, generator_parser};
use super::pieces::parse_piece;
use super::results::Results;
use crate::blokus::Piece;
use crate::chess::machine::{Generated, Machine};
use crate::chess::{End, Figures, MOST_MOVES, MoveKind, Position};
use crate::cores::CoreInfo;

/// Show a position's moves in the order in which the hardware generates them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  movewright moves
  movewright moves --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
  movewright moves --moves e4 e5 Nf3 Nc6
  movewright moves --set checks_first=off --format json
  movewright moves --core blokus --position '45g2 9at5'
  movewright moves --core blokus --position '45g2 9at5' --piece t u
  movewright moves --core blokus-player --position '45g2 9at5' --format json")]
#[command(mut_arg("core", |core| core.value_parser(generator_parser())))]
pub struct Args {
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    wanted: Wanted,
    /// With --core blokus or blokus-player: the position, as the moves so far
    #[arg(long, value_name = "CODES", value_parser = parse_record, conflicts_with_all = ["fen", "moves"])]
    position: Option<Record>,
    /// With --core blokus or blokus-player: show the moves of these pieces only, a to u
    #[arg(long, value_name = "PIECE", num_args = 1.., value_parser = parse_piece)]
    piece: Vec<Piece>,
}

/// Which moves, and how they are written, whatever generates them.
#[derive(Debug, clap::Args)]
pub struct Wanted {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw the board with Unicode chess figures
    #[arg(long)]
    unicode: bool,
    /// The format of the moves
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
    /// The end of the game, if there are no moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    r#move: String,
    /// The move in standard algebraic notation; missing for a move that the rules forbid, which a
    /// machine without legality gives.
    san: Option<String>,
    kind: String,
    piece: String,
    captured: Option<String>,
    cycles: u64,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    if args.machine.is_blokus() {
        let chess = args.wanted.position.is_given() || args.wanted.unicode;
        let record = blokus::position(args.position.as_ref(), chess)?;
        return blokus::moves(&args.machine, &record, &args.piece, args.wanted.format, results);
    }
    blokus::refuse("--position", args.position.is_some())?;
    blokus::refuse("--piece", !args.piece.is_empty())?;
    let core = args.machine.core();
    let position = args.wanted.position(core)?;
    let mut machine = args.machine.machine()?;
    show(machine.as_mut(), core.name, &position, &args.wanted, results)
}

impl Wanted {
    /// The position. It is refused if a move to it is not legal, or if a piece stands where the
    /// core has no square.
    pub fn position(&self, core: &CoreInfo) -> Result<Position> {
        self.position.position(core)
    }
}

/// Has a machine generate the moves, and writes them.
pub fn show(
    machine: &mut dyn Machine,
    core: &str,
    position: &Position,
    wanted: &Wanted,
    results: &mut Results,
) -> Result<Outcome> {
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
    while let Some(generated) = more(machine, moves.len())? {
        moves.push(generated);
    }
    Ok(moves)
}

/// The next move of a position that has given this many. More moves than any position has are an
/// error, so that a faulty board is not asked for ever.
pub fn more(machine: &mut dyn Machine, given: usize) -> Result<Option<Generated>> {
    let next = machine.next()?;
    ensure!(
        next.is_none() || given < MOST_MOVES,
        "the machine gives more than {MOST_MOVES} moves of one position, and none has as many; reset it, or load the board again"
    );
    Ok(next)
}

/// Clock cycles of all these moves together.
pub fn total_cycles(moves: &[Generated]) -> u64 {
    moves.iter().map(|generated| generated.cycles).sum()
}

fn json<'a>(core: &'a str, position: &Position, moves: &[Generated]) -> Node<'a> {
    let row = |(index, generated): (usize, &Generated)| Row {
        number: index + 1,
        r#move: generated.mv.to_string(),
        san: position.san(generated.mv),
        kind: generated.kind.to_string(),
        piece: generated.moved.to_string(),
        captured: generated.captured.map(|kind| kind.to_string()),
        cycles: generated.cycles,
    };
    let rows = moves.iter().enumerate().map(row).collect();
    let end = end(position, moves).map(|end| end.to_string());
    Node { core, fen: position.to_fen(), moves: rows, cycles: total_cycles(moves), end }
}

/// The end of the game, if there are no moves.
fn end(position: &Position, moves: &[Generated]) -> Option<End> {
    moves.is_empty().then(|| position.end())
}

fn pretty(position: &Position, figures: Figures, moves: &[Generated]) -> String {
    let mut text =
        format!("{}\n{} to move   {}\n\n", position.draw(figures), position.side, position.to_fen());
    text += "  #  move   san      kind       piece   takes   cycles\n";
    for (index, generated) in moves.iter().enumerate() {
        let takes = generated.captured.map_or("-".into(), |kind| kind.to_string());
        let Generated { mv, kind, moved, cycles, .. } = generated;
        let (number, mv, san) = (index + 1, mv.to_string(), position.san(*mv));
        let san = san.as_deref().unwrap_or("-");
        text += &format!("{number:3}  {mv:5}  {san:7}  {kind:9}  {moved:6}  {takes:6}  {cycles:6}\n");
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
    text += &match end(position, moves) {
        Some(end) => format!("; {end}"),
        None => format!(", {:.2} a move", cycles as f64 / moves.len() as f64),
    };
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::machine::{MachineError, PerftCount};
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
    fn a_position_without_moves_has_an_empty_table_and_says_how_the_game_ends() {
        for (fen, end) in [
            ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "checkmate"),
            ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ] {
            let (position, moves) = generated(fen);
            let told = format!("0 moves: 0 check, 0 promotion, 0 capture, 0 quiet; 0 cycles; {end}\n");
            let text = pretty(&position, Figures::Unicode, &moves);
            assert!(text.ends_with(&told), "{text}");
            assert_eq!(serde_json::to_value(json("some-core", &position, &moves)).unwrap()["end"], end);
        }
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
        assert_eq!(passing["san"], "exd6");
        assert!(value.get("end").is_none());
    }

    /// A machine that gives the same move again and again.
    struct Endless(ReferenceMachine);

    impl Machine for Endless {
        fn load(&mut self, position: &Position) -> Result<(), MachineError> {
            self.0.load(position)
        }

        fn next(&mut self) -> Result<Option<Generated>, MachineError> {
            self.0.load(&Position::start())?;
            self.0.next()
        }

        fn down(&mut self) -> Result<(), MachineError> {
            self.0.down()
        }

        fn up(&mut self) -> Result<(), MachineError> {
            self.0.up()
        }

        fn perft(&mut self, depth: u32, checks_first: bool) -> Result<PerftCount, MachineError> {
            self.0.perft(depth, checks_first)
        }

        fn trace(&mut self, path: &std::path::Path) -> Result<(), MachineError> {
            self.0.trace(path)
        }

        fn finish_trace(&mut self) -> Result<(), MachineError> {
            self.0.finish_trace()
        }
    }

    #[test]
    fn a_machine_that_never_ends_is_given_up() {
        let error = generate(&mut Endless(ReferenceMachine::new()), &Position::start()).unwrap_err();
        assert!(
            error.to_string().starts_with("the machine gives more than 256 moves of one position"),
            "{error}"
        );
    }
}
