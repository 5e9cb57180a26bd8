//! `--against`: counts compared with those of another core, or of the rules of chess, and the line
//! of moves to a difference.

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use super::Usage;
use crate::chess::CHESS;
use crate::chess::Position;
use crate::chess::difference::{Counter, Difference, Rules, difference};
use crate::chess::machine::Machine;
use crate::cores::{self, CoreInfo, Settings, Simulator};

/// The reference for counts.
#[derive(Clone, Copy, Debug)]
pub enum Against {
    /// The library of rules.
    Rules,
    /// A core with its default settings, in the built-in simulator.
    Core(&'static CoreInfo),
}

const RULES: &str = "rules";

/// Reads it.
pub fn against_parser() -> impl TypedValueParser<Value = Against> {
    let known = cores::cores().filter(|core| counts_chess(core)).map(|core| core.name);
    PossibleValuesParser::new(known.chain([RULES]).collect::<Vec<_>>()).try_map(|name| {
        match cores::find(&name) {
            Some(core) => Ok(Against::Core(core)),
            None if name == RULES => Ok(Against::Rules),
            None => Err("no such core; `movewright cores` lists them"),
        }
    })
}

/// Whether the core counts the trees of chess on the whole board.
fn counts_chess(core: &CoreInfo) -> bool {
    let whole = core.player().map_or(true, |player| player.board == CHESS);
    core.can(cores::Ability::Perft) && core.game == cores::Game::Chess && whole
}

/// The other counter, ready.
pub struct Other {
    name: &'static str,
    /// The core it is, and how many plies that counts.
    core: Option<(&'static CoreInfo, u32)>,
    counter: Box<dyn Counter>,
}

impl Against {
    /// The counter. Cores that do not play chess on the whole board are refused.
    pub fn counter(self, core: &CoreInfo) -> Result<Other> {
        if !counts_chess(core) {
            let why = format!("--against compares counts of chess on 64 squares; {} has none", core.name);
            return Err(Usage(why).into());
        }
        Ok(match self {
            Self::Rules => Other { name: RULES, core: None, counter: Box::new(Rules) },
            Self::Core(core) => {
                let settings = Settings::parse::<&str, &str>(core, &[])?;
                let machine = cores::machine(core, &settings, Simulator::BuiltIn)?;
                let deepest = cores::deepest(core, &settings)?;
                Other { name: core.name, core: Some((core, deepest)), counter: Box::new(machine) }
            }
        })
    }
}

/// A count beside another, as JSON.
#[derive(Serialize)]
pub struct Compared {
    /// The other counter.
    by: &'static str,
    nodes: u64,
    /// Whether both are the same.
    pub ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Line>,
}

/// The shortest line of moves to a difference.
#[derive(Serialize)]
struct Line {
    moves: Vec<String>,
    /// The position after them.
    fen: String,
    /// Half moves below it, and the leaves there by this machine and by the other.
    depth: u32,
    nodes: u64,
    other_nodes: u64,
}

impl Other {
    /// The core of the reference, with its default settings, and the plies that it counts; `None`
    /// for the rules, which count any depth.
    pub fn deepest(&self) -> Option<(&'static CoreInfo, u32)> {
        self.core
    }

    /// Counts the same, and finds the line to a difference.
    pub fn compare(
        &mut self,
        machine: &mut dyn Machine,
        position: &Position,
        depth: u32,
        nodes: u64,
    ) -> Result<Compared> {
        let (by, other) = (self.name, self.counter.leaves(position, depth)?);
        let mut compared = Compared { by, nodes: other, ok: other == nodes, difference: None };
        if !compared.ok {
            let mut machine = machine;
            compared.difference =
                difference(position, depth, &mut machine, self.counter.as_mut())?.map(Line::of);
        }
        Ok(compared)
    }
}

impl Line {
    fn of(found: Difference) -> Self {
        let Difference { line, position, depth, leaves: [nodes, other_nodes] } = found;
        let moves = line.iter().map(ToString::to_string).collect();
        Self { moves, fen: position.to_fen(), depth, nodes, other_nodes }
    }
}

impl Compared {
    /// In words.
    pub fn pretty(&self) -> String {
        let Self { by, nodes, .. } = self;
        if self.ok {
            return format!("  {by}: the same");
        }
        let after = self.difference.as_ref().map_or(String::new(), |found| {
            let Line { moves, fen, depth, nodes, other_nodes } = found;
            let way = match moves.is_empty() {
                true => "before any move".into(),
                false => format!("after {}", moves.join(" ")),
            };
            format!("\n       {way}: {nodes} leaves at depth {depth}, {by}: {other_nodes}  {fen}")
        });
        format!("  DIFFERS, {by}: {nodes}{after}")
    }
}
