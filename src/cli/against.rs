//! `--against`: counts compared with those of another core, or of the rules in software, and the
//! line of moves to a difference.

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Usage;
use super::results::Record;
use crate::cores::{self, Ability, CoreInfo, Settings, Simulator};
use crate::game::{Play, Root, TextDifference, TextMachine};

/// The reference for counts.
#[derive(Clone, Copy, Debug)]
pub enum Against {
    /// The rules in software.
    Rules,
    /// A core with its default settings, in the built-in simulator.
    Core(&'static CoreInfo),
}

const RULES: &str = "rules";

/// Reads it.
pub fn against_parser() -> impl TypedValueParser<Value = Against> {
    let known = cores::cores().filter(|core| core.can(Ability::Perft)).map(|core| core.name);
    PossibleValuesParser::new(known.chain([RULES]).collect::<Vec<_>>()).try_map(|name| {
        match cores::find(&name) {
            Some(core) => Ok(Against::Core(core)),
            None if name == RULES => Ok(Against::Rules),
            None => Err("no such core; the command `cores` lists them"),
        }
    })
}

/// The other counter, ready.
pub struct Other {
    name: &'static str,
    game: &'static dyn Play,
    /// The core it is, how many plies that counts, and its machine; the rules otherwise.
    core: Option<(&'static CoreInfo, u32, Box<dyn TextMachine>)>,
}

impl Against {
    /// The counter for counts of this core. A core of another game is refused.
    pub fn counter(self, core: &CoreInfo) -> Result<Other> {
        let other = match self {
            Self::Rules if !core.game.has_rules() => {
                let why = format!("--against rules: they do not know the board of {}", core.name);
                return Err(Usage(why).into());
            }
            Self::Rules => None,
            Self::Core(other) if !other.plays_as(core) => {
                let why = format!("--against {}: it takes other positions than {}", other.name, core.name);
                return Err(Usage(why).into());
            }
            Self::Core(other) => {
                let settings = Settings::parse::<&str, &str>(other, &[])?;
                let machine = cores::machine(other, &settings, Simulator::BuiltIn)?;
                Some((other, cores::deepest(other, &settings)?, machine))
            }
        };
        let name = other.as_ref().map_or(RULES, |(other, ..)| other.name);
        Ok(Other { name, game: core.game, core: other })
    }
}

/// A count beside another.
pub struct Compared {
    /// The other counter.
    by: &'static str,
    nodes: u64,
    /// Whether both are the same.
    pub ok: bool,
    /// The name of positions, and the shortest line to a difference.
    difference: Option<(&'static str, TextDifference)>,
}

impl Other {
    /// The core of the reference, with its default settings, and the plies that it counts; `None`
    /// for the rules, which count any depth.
    pub fn deepest(&self) -> Option<(&'static CoreInfo, u32)> {
        self.core.as_ref().map(|&(core, deepest, _)| (core, deepest))
    }

    fn leaves(&mut self, root: &Root, depth: u32) -> Result<u64> {
        match &mut self.core {
            Some((_, _, machine)) => {
                machine.load(root)?;
                Ok(machine.perft(depth, false)?.nodes)
            }
            None => {
                let refused = || format!("the rules in software refuse the position {}", root.text());
                self.game.leaves(root, depth).with_context(refused)
            }
        }
    }

    /// Counts the same, and finds the line to a difference.
    pub fn compare(
        &mut self,
        machine: &mut dyn TextMachine,
        root: &Root,
        depth: u32,
        nodes: u64,
    ) -> Result<Compared> {
        let (by, other) = (self.name, self.leaves(root, depth)?);
        let mut compared = Compared { by, nodes: other, ok: other == nodes, difference: None };
        if !compared.ok {
            let other = self.core.as_mut().map(|(_, _, machine)| machine.as_mut() as &mut dyn TextMachine);
            let line = machine.difference(root, depth, other)?;
            compared.difference = line.map(|line| (self.game.position_name(), line));
        }
        Ok(compared)
    }
}

impl Compared {
    /// For programs: the other's count, and the shortest line of moves to a difference, with the
    /// leaves there by this machine and by the other.
    pub fn json(&self) -> Record {
        let mut record = Record::new();
        record.add("by", self.by).add("nodes", self.nodes).add("ok", self.ok);
        if let Some((position, found)) = &self.difference {
            let TextDifference { moves, depth, leaves: [nodes, other_nodes], .. } = found;
            let mut line = Record::new();
            line.add("moves", moves.clone()).add(position, found.position.as_str());
            line.add("depth", *depth).add("nodes", *nodes).add("other_nodes", *other_nodes);
            record.add_record("difference", line);
        }
        record
    }

    /// In words.
    pub fn pretty(&self) -> String {
        let Self { by, nodes, .. } = self;
        if self.ok {
            return format!("  {by}: the same");
        }
        let after = self.difference.as_ref().map_or(String::new(), |(_, found)| {
            let TextDifference { moves, position, depth, leaves: [nodes, other_nodes] } = found;
            let way = match moves.is_empty() {
                true => "before any move".into(),
                false => format!("after {}", moves.join(" ")),
            };
            format!("\n       {way}: {nodes} leaves at depth {depth}, {by}: {other_nodes}  {position}")
        });
        format!("  DIFFERS, {by}: {nodes}{after}")
    }
}
