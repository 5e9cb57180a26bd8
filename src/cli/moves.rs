//! `movewright moves`: a position's moves as the hardware generates them.

use anyhow::Result;

use super::options::{Format, MachineArgs, generator_parser};
use super::position::PositionArgs;
use super::results::{Record, Results};
use super::{Outcome, Usage, counted, help};
use crate::cores::CoreInfo;
use crate::game::{Column, Play, Root, Row, Signs, TextMachine};

/// Command lines that any core is for.
const EXAMPLES: &[&str] = &["movewright moves"];

/// Show a position's moves in the order in which the hardware generates them
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("moves", "", EXAMPLES))]
#[command(mut_arg("core", |core| core.value_parser(generator_parser())))]
pub struct Args {
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    wanted: Wanted,
}

/// Which moves, and how they are written, whatever generates them.
#[derive(Debug, clap::Args)]
pub struct Wanted {
    #[command(flatten)]
    position: PositionArgs,
    /// The pieces whose moves alone are shown.
    #[arg(long, value_name = "PIECE", num_args = 1.., help = help::pieces())]
    piece: Vec<String>,
    /// Draw the board with Unicode figures, if the game has them
    #[arg(long)]
    unicode: bool,
    /// Draw the board with letters, if the game has other signs
    #[arg(long, conflicts_with = "unicode")]
    ascii: bool,
    /// The format of the moves
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let core = args.machine.core();
    let node = args.wanted.node(core)?;
    show(args.machine.machine()?.as_mut(), core, node, &args.wanted, results)
}

/// A position, and the pieces whose moves are shown; all if there are none.
pub struct ListedNode {
    root: Root,
    pieces: Vec<String>,
}

impl Wanted {
    fn signs(&self) -> Signs {
        match (self.ascii, self.unicode) {
            (true, _) => Signs::Ascii,
            (false, true) => Signs::Unicode,
            (false, false) => Signs::Usual,
        }
    }

    /// The position and the pieces. They are refused if the core's game has no such thing.
    pub fn node(&self, core: &CoreInfo) -> Result<ListedNode> {
        let root = self.position.root(core)?;
        let piece = |text: &String| {
            core.game.piece(text).map_err(|error| Usage(format!("--piece `{text}`: {error}")))
        };
        Ok(ListedNode { root, pieces: self.piece.iter().map(piece).collect::<Result<_, _>>()? })
    }
}

/// Has a machine generate the moves, and writes them.
pub fn show(
    machine: &mut dyn TextMachine,
    core: &CoreInfo,
    node: ListedNode,
    wanted: &Wanted,
    results: &mut Results,
) -> Result<Outcome> {
    let rows = generate(machine, &node.root)?;
    let table = Table::new(core.game, &node, &rows);
    match wanted.format {
        Format::Json => results.json(&table.json(core.name))?,
        Format::Pretty => results.text(table.pretty(wanted.signs()))?,
    }
    Ok(Outcome::Success)
}

/// All moves of a position, in the machine's order.
pub fn generate(machine: &mut dyn TextMachine, root: &Root) -> Result<Vec<Row>> {
    machine.load(root)?;
    Ok(machine.rest()?)
}

/// Clock cycles of all these moves together.
pub fn total_cycles(rows: &[Row]) -> u64 {
    rows.iter().map(|row| row.cycles).sum()
}

/// The moves of a node, as they are shown.
struct Table<'a> {
    game: &'static dyn Play,
    root: &'a Root,
    all: &'a [Row],
    /// Those shown, with their numbers among all.
    shown: Vec<(usize, &'a Row)>,
    /// Whether some are left out.
    chosen: bool,
    end: Option<String>,
}

impl<'a> Table<'a> {
    fn new(game: &'static dyn Play, node: &'a ListedNode, all: &'a [Row]) -> Self {
        let chosen = !node.pieces.is_empty();
        let is_shown =
            |row: &Row| !chosen || row.facts.piece.as_ref().is_some_and(|piece| node.pieces.contains(piece));
        let shown = (1..).zip(all).filter(|(_, row)| is_shown(row)).collect();
        let end = if all.is_empty() { game.end(&node.root) } else { None };
        Self { game, root: &node.root, all, shown, chosen, end }
    }

    fn json(&self, core: &str) -> Record {
        let row = |&(number, row): &(usize, &Row)| {
            let mut record = Record::new();
            record.add("number", number).add("move", row.mv.as_str());
            record.extend(&row.facts.fields).add("cycles", row.cycles);
            record
        };
        let mut record = Record::new();
        record.add("core", core).add(self.game.position_name(), self.root.text());
        record.extend(&self.game.about(self.root));
        record.add_records("moves", self.shown.iter().map(row));
        record.add_some("of", self.chosen.then_some(self.all.len()));
        record.add("cycles", total_cycles(self.all)).add_some("end", self.end.as_deref());
        record
    }

    fn pretty(&self, signs: Signs) -> String {
        let (columns, width) = (self.game.columns(), self.game.move_width());
        let mut text = self.game.heading(self.root, signs) + "\n";
        let headings = columns.iter().map(|column| padded(column, column.heading));
        text += &format!("  #  {:width$}  {}cycles\n", "move", headings.collect::<String>());
        for (number, Row { mv, facts, cycles, .. }) in &self.shown {
            let cells: String =
                columns.iter().zip(&facts.cells).map(|(column, cell)| padded(column, cell)).collect();
            text += &format!("{number:3}  {mv:width$}  {cells}{cycles:6}\n");
        }
        text + &self.summary()
    }

    fn summary(&self) -> String {
        let (moves, cycles) = (self.all.len(), total_cycles(self.all));
        let of = if self.chosen { format!("{} of ", self.shown.len()) } else { String::new() };
        let class = |class: &&str| {
            format!("{} {class}", self.all.iter().filter(|row| row.facts.class == Some(class)).count())
        };
        let classes: Vec<String> = self.game.classes().iter().map(class).collect();
        let classes = if classes.is_empty() { String::new() } else { format!(": {}", classes.join(", ")) };
        let rest = match &self.end {
            Some(end) => format!("; {end}"),
            None if moves == 0 => String::new(),
            None => format!(", {:.2} a move", cycles as f64 / moves as f64),
        };
        format!("\n{of}{}{classes}; {cycles} cycles{rest}\n", counted(moves as u64, "move"))
    }
}

/// A cell of a column, and the space behind it.
fn padded(column: &Column, cell: &str) -> String {
    let width = column.width;
    if column.number { format!("{cell:>width$}  ") } else { format!("{cell:width$}  ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::reference::ReferenceMachine;
    use crate::chess::{Chess, Generated, ON_64_SQUARES, Position};
    use crate::game::{Machine, MachineError, PerftCount, Told};
    use crate::simulate::command_port::Watch;

    /// Checks, a promotion, captures, en passant and quiet moves in one position.
    const MIXED: &str = "7k/1P6/8/3pP3/8/8/6p1/R3K3 w Q d6 0 1";

    fn node(fen: &str, pieces: &[&str]) -> ListedNode {
        let pieces = pieces.iter().map(|piece| ON_64_SQUARES.piece(piece).unwrap()).collect();
        ListedNode { root: ON_64_SQUARES.read(Some(fen), &[]).unwrap(), pieces }
    }

    fn generated(node: &ListedNode) -> Vec<Row> {
        generate(&mut Told::new(&ON_64_SQUARES, ReferenceMachine::new()), &node.root).unwrap()
    }

    fn pretty(node: &ListedNode) -> String {
        Table::new(&ON_64_SQUARES, node, &generated(node)).pretty(Signs::Usual)
    }

    fn json(node: &ListedNode) -> serde_json::Value {
        serde_json::to_value(Table::new(&ON_64_SQUARES, node, &generated(node)).json("some-core")).unwrap()
    }

    #[test]
    fn the_table_shows_board_order_and_totals() {
        insta::assert_snapshot!(pretty(&node(MIXED, &[])));
    }

    #[test]
    fn a_position_without_moves_has_an_empty_table_and_says_how_the_game_ends() {
        for (fen, end) in [
            ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "checkmate"),
            ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ] {
            let node = node(fen, &[]);
            let told = format!("0 moves: 0 check, 0 promotion, 0 capture, 0 quiet; 0 cycles; {end}\n");
            assert!(pretty(&node).ends_with(&told), "{}", pretty(&node));
            assert_eq!(json(&node)["end"], end);
        }
    }

    #[test]
    fn json_holds_the_same() {
        let node = node(MIXED, &[]);
        let (value, rows) = (json(&node), generated(&node));
        assert_eq!(value["core"], "some-core");
        assert_eq!(value["fen"], MIXED);
        assert_eq!(value["moves"].as_array().unwrap().len(), rows.len());
        assert_eq!(value["cycles"], total_cycles(&rows));
        let passing = value["moves"].as_array().unwrap().iter().find(|row| row["move"] == "e5d6").unwrap();
        assert_eq!((&passing["captured"], &passing["kind"]), (&"pawn".into(), &"capture".into()));
        assert_eq!(passing["san"], "exd6");
        assert!(value.get("end").is_none() && value.get("of").is_none());
    }

    #[test]
    fn a_table_may_be_of_some_pieces() {
        for pieces in [&["rook"][..], &["R"], &["r", "queen"]] {
            let node = node(MIXED, pieces);
            let (value, all) = (json(&node), generated(&node).len());
            let rows = value["moves"].as_array().unwrap();
            assert!(!rows.is_empty() && rows.iter().all(|row| row["piece"] == "rook"), "{value}");
            assert_eq!(value["of"], all);
            assert!(pretty(&node).contains(&format!("\n{} of {all} moves: ", rows.len())));
        }
        assert!(ON_64_SQUARES.piece("x").unwrap_err().to_string().contains("choose pawn, knight"));
    }

    /// A machine that gives the same move again and again.
    struct Endless(ReferenceMachine);

    impl Machine<Chess> for Endless {
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

        fn perft(&mut self, depth: u32, ordered: bool) -> Result<PerftCount, MachineError> {
            self.0.perft(depth, ordered)
        }

        fn watch(&mut self, _watch: Watch) {}

        fn trace(&mut self, path: &std::path::Path) -> Result<(), MachineError> {
            self.0.trace(path)
        }

        fn finish_trace(&mut self) -> Result<(), MachineError> {
            self.0.finish_trace()
        }
    }

    #[test]
    fn a_machine_that_never_ends_is_given_up() {
        let mut machine = Told::new(&ON_64_SQUARES, Endless(ReferenceMachine::new()));
        let error = generate(&mut machine, &ON_64_SQUARES.start().unwrap()).unwrap_err();
        assert!(
            error.to_string().starts_with("the machine gives more than 256 moves of one position"),
            "{error}"
        );
    }
}
