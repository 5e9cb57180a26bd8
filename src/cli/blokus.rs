//! The Blokus Duo side of the commands that show moves, counts and waveforms.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use serde::Serialize;

use super::options::{Format, MachineArgs};
use super::pace;
use super::perft::{Below, rounded};
use super::progress::Progress;
use super::results::Results;
use super::{Outcome, Usage, counted};
use crate::blokus::drawing::shape_in_a_line;
use crate::blokus::generator::{BlokusMachine, Generated};
use crate::blokus::position::RecordError;
use crate::blokus::search::{SearchMachine, Searched};
use crate::blokus::{Move, Piece, Placement, Player, Position};
use crate::chess::machine::MachineError;
use crate::cores::Ability;
use crate::simulate::Ports;
use crate::simulate::outside::Traces;

/// A position of the game, and the moves that led to it as they were given.
#[derive(Clone, Debug)]
pub struct Record {
    text: String,
    position: Position,
}

impl Record {
    /// The empty board.
    pub fn start() -> Self {
        Self { text: String::new(), position: Position::start(Player::One) }
    }

    /// The position.
    pub fn into_position(self) -> Position {
        self.position
    }

    /// The codes of the moves so far.
    pub fn codes(&self) -> Vec<String> {
        self.text.split_whitespace().map(Into::into).collect()
    }
}

/// Reads the moves so far.
pub fn parse_record(text: &str) -> Result<Record, RecordError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(Record { text: words.join(" "), position: text.parse()? })
}

/// The requested position. `chess` says that options of chess positions are given.
pub fn position(record: Option<&Record>, chess: bool) -> Result<Record> {
    if chess {
        let advice = "blokus has no chess positions; give the moves so far, such as --position '45g2 9at5'";
        return Err(Usage(advice.into()).into());
    }
    Ok(record.cloned().unwrap_or_else(Record::start))
}

/// Refuses an option about games of Blokus, if it is given, for a core that plays chess.
pub fn refuse(option: &str, given: bool) -> Result<()> {
    match given {
        true => {
            let why = format!("{option} is for cores that play Blokus; give chess positions by --fen");
            Err(Usage(why).into())
        }
        false => Ok(()),
    }
}

/// A machine in any simulator.
type Machine = BlokusMachine<Box<dyn Ports>>;

/// A machine that gives the moves of a position one by one.
trait Generates {
    fn load(&mut self, position: &Position) -> Result<(), MachineError>;
    fn generate(&mut self) -> Result<Option<Generated>, MachineError>;
    fn ports(&mut self) -> &mut Box<dyn Ports>;
}

macro_rules! generates {
    ($machine:ident) => {
        impl Generates for $machine<Box<dyn Ports>> {
            fn load(&mut self, position: &Position) -> Result<(), MachineError> {
                self.load(position)
            }

            fn generate(&mut self) -> Result<Option<Generated>, MachineError> {
                self.generate()
            }

            fn ports(&mut self) -> &mut Box<dyn Ports> {
                self.ports()
            }
        }
    };
}

generates!(BlokusMachine);
generates!(SearchMachine);

/// The machine of the core asked for.
fn machine(args: &MachineArgs, traces: Traces) -> Result<Box<dyn Generates>> {
    Ok(match args.core().can(Ability::Search) {
        true => Box::new(args.searcher(traces)?),
        false => Box::new(args.blokus(traces)?),
    })
}

/// A position's moves, in the machine's order.
fn generate(machine: &mut dyn Generates, position: &Position) -> Result<Vec<Generated>, MachineError> {
    machine.load(position)?;
    std::iter::from_fn(|| machine.generate().transpose()).collect()
}

/// The moves of a node, as JSON.
#[derive(Serialize)]
struct Node<'a> {
    core: &'a str,
    position: &'a str,
    player: usize,
    moves: Vec<Row>,
    /// How many moves there are, where not all are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
    /// Of all moves.
    cycles: u64,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    r#move: String,
    piece: Option<char>,
    /// Players' name of the piece.
    name: Option<&'static str>,
    /// Its rows as it lies, a slash between them.
    shape: Option<String>,
    squares: usize,
    cycles: u64,
}

impl Row {
    fn new((index, generated): (usize, &Generated)) -> Self {
        let placement = match generated.mv {
            Move::Pass => None,
            Move::Place(placement) => Some(placement),
        };
        let piece = placement.map(Placement::piece);
        Self {
            number: index + 1,
            r#move: generated.mv.to_string(),
            piece: piece.map(Piece::letter),
            name: piece.map(Piece::name),
            shape: placement.map(|placement| shape_in_a_line(placement.piece(), placement.rotation())),
            squares: piece.map_or(0, Piece::size),
            cycles: generated.cycles,
        }
    }
}

/// Has a machine generate the moves, and writes them. If pieces are given, it writes only their
/// moves.
pub fn moves(
    args: &MachineArgs,
    record: &Record,
    pieces: &[Piece],
    format: Format,
    results: &mut Results,
) -> Result<Outcome> {
    let moves = generate(machine(args, Traces::Without)?.as_mut(), &record.position)?;
    let letters: Vec<char> = pieces.iter().map(|piece| piece.letter()).collect();
    let shown = |row: &Row| letters.is_empty() || row.piece.is_some_and(|piece| letters.contains(&piece));
    let node = Node {
        core: args.core().name,
        position: &record.text,
        player: record.position.to_move().index() + 1,
        moves: moves.iter().enumerate().map(Row::new).filter(shown).collect(),
        of: (!letters.is_empty()).then_some(moves.len()),
        cycles: moves.iter().map(|generated| generated.cycles).sum(),
    };
    match format {
        Format::Json => results.json(&node)?,
        Format::Pretty => results.text(pretty(&record.position, &node))?,
    }
    Ok(Outcome::Success)
}

fn pretty(position: &Position, node: &Node) -> String {
    let mut text = format!("{position}{} to move\n\n", position.to_move());
    text += "   #  move  piece  shape        squares  cycles\n";
    for Row { number, r#move, piece, name, shape, squares, cycles } in &node.moves {
        let piece = piece.zip(*name).map_or("-".into(), |(letter, name)| format!("{letter} {name}"));
        let shape = shape.as_deref().unwrap_or("-");
        text += &format!("{number:4}  {move}  {piece:5}  {shape:11}  {squares:7}  {cycles:6}\n");
    }
    let all = node.of.unwrap_or(node.moves.len());
    let of = node.of.map_or_else(String::new, |_| format!("{} of ", node.moves.len()));
    text += &format!("\n{of}{}; {} cycles", counted(all as u64, "move"), node.cycles);
    if all > 0 {
        text += &format!(", {:.2} a move", node.cycles as f64 / all as f64);
    }
    text + "\n"
}

/// A count, as JSON.
#[derive(Serialize)]
struct Count<'a> {
    core: &'a str,
    position: &'a str,
    depth: u32,
    nodes: u64,
    cycles: u64,
    /// Without a value where there are no leaves.
    cycles_per_leaf: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Below>>,
    /// Of this computer's time, for the count of the whole tree.
    seconds: f64,
}

/// Has a machine count the leaves of the tree, and writes their number; with `divide`, also below
/// each move.
pub fn perft(
    args: &MachineArgs,
    record: &Record,
    depth: u32,
    divide: bool,
    format: Format,
    results: &mut Results,
) -> Result<Outcome> {
    let mut machine = args.blokus(Traces::Without)?;
    machine.load(&record.position)?;
    let progress = Progress::new(1);
    let what = format!("depth {depth} {}", record.text);
    progress.doing(what.clone());
    if progress.is_shown() {
        let cycles = pace::expected_cycles_of_blokus(&record.position, depth);
        machine.watch(progress.within(what, cycles));
    }
    let begun = Instant::now();
    let counted = machine.perft(depth)?;
    let seconds = rounded(begun.elapsed().as_secs_f64());
    let (nodes, cycles) = (counted.nodes, counted.cycles);
    let divide = if divide { Some(divided(&mut machine, depth)?) } else { None };
    drop(progress);
    if let Some(parts) = &divide {
        Below::add_up(parts, depth, nodes)?;
    }
    let cycles_per_leaf = (nodes > 0).then(|| rounded(cycles as f64 / nodes as f64));
    let count = Count {
        core: args.core().name,
        position: &record.text,
        depth,
        nodes,
        cycles,
        cycles_per_leaf,
        divide,
        seconds,
    };
    match format {
        Format::Json => results.json(&count)?,
        Format::Pretty => {
            for below in count.divide.iter().flatten() {
                results.line(format!("{}  {}", below.r#move, below.nodes))?;
            }
            let rate = cycles_per_leaf.map_or("no leaves".into(), |rate| format!("{rate:.2} a leaf"));
            results.line(
                format!("depth {depth}: {nodes} nodes  {cycles} cycles, {rate}  {}", record.text).trim_end(),
            )?;
        }
    }
    pace::tell_speed(nodes, begun);
    Ok(Outcome::Success)
}

/// The leaves below each move, each counted by the machine from where the move leads.
fn divided(machine: &mut Machine, depth: u32) -> Result<Vec<Below>> {
    let mut parts = Vec::new();
    while let Some(generated) = machine.generate()? {
        machine.down()?;
        let nodes = machine.perft(depth - 1)?.nodes;
        machine.up()?;
        parts.push(Below { r#move: generated.mv.to_string(), nodes });
    }
    Ok(parts)
}

/// Traces a node from loading the position to its last move. Returns moves and cycles.
pub fn trace(args: &MachineArgs, record: &Record, staged: &Path) -> Result<(usize, u64)> {
    let mut machine = machine(args, Traces::Vcd)?;
    machine.ports().trace(staged)?;
    let moves = generate(machine.as_mut(), &record.position)?;
    machine.ports().finish_trace()?;
    Ok((moves.len(), moves.iter().map(|generated| generated.cycles).sum()))
}

/// Traces a search this many plies deep, from loading the position to its answer.
pub fn trace_search(args: &MachineArgs, record: &Record, depth: u32, staged: &Path) -> Result<Searched> {
    let mut machine = args.searcher(Traces::Vcd)?;
    machine.ports().trace(staged)?;
    machine.load(&record.position)?;
    let searched = machine.search(depth)?;
    machine.ports().finish_trace()?;
    Ok(searched)
}
