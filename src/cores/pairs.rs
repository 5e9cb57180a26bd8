//! Parameters and the behaviour that cores with pairs share.

use super::pipelines;
use super::{
    Core, CoreError, CoreInfo, Help, Pace, ParameterInfo, Range, STACK_DEPTH, Setting, Settings, Simulator,
    deepest, machine,
};
use crate::chess::fast::FastError;
use crate::game::{MachineError, Root};
use crate::netlist::Design;
use crate::pairs::{PerftOptions, SETTLING_STATE, STATES};
use crate::prove::Property;
use crate::prove::properties::{self, States};
use crate::sections::{Asked, Own, SectionError};
use crate::simulate::Ports;

/// The pairs.
pub(super) const PAIRS: ParameterInfo = ParameterInfo {
    name: "pairs",
    about: "pairs that share the work, each of a pipeline for inner nodes and a counter",
    range: Range::Number { low: 1, high: 16 },
    default: Setting::Number(1),
    smallest: Some(Setting::Number(1)),
    only_with: None,
};

/// The nodes of each thread.
pub(super) const NODES: ParameterInfo = ParameterInfo {
    name: STACK_DEPTH,
    about: "nodes of a thread's stack; the deepest count is two plies more",
    range: Range::PowerOfTwo { low: 4, high: 16 },
    default: Setting::Number(8),
    smallest: Some(Setting::Number(4)),
    only_with: None,
};

/// Draws a position as SVG.
type Picture = fn(&CoreInfo, &Root) -> Result<String, CoreError>;

/// The behaviour of a core with pairs: what is of its game.
#[derive(Debug)]
pub(super) struct Walker {
    /// What the help of commands says of it.
    pub help: Help,
    /// Its machine.
    pub design: fn(&PerftOptions) -> Result<Design, FastError>,
    /// Positions loaded and counted to at most so many plies, read back, refused, and a reset in
    /// the middle of a count.
    pub exercise: fn(&mut dyn Ports, u32) -> Result<(), MachineError>,
    /// The sections of its page, of counts to at most so many plies.
    pub page: fn(&Asked, &Design, u32) -> Result<Own, SectionError>,
    /// The picture of a position, if it has one.
    pub picture: Option<Picture>,
    /// The module of a pair.
    pub pair: &'static str,
    /// The cycles in which a command is answered while the pairs rest, at most.
    pub answered: u32,
    /// A middle game that keeps all threads busy, counted to so many plies.
    pub middle_game: (&'static str, u32),
}

impl Core for Walker {
    fn help(&self, _info: &CoreInfo) -> Help {
        self.help
    }

    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        (self.design)(&options(info, settings)).map_err(pipelines::failed(info))
    }

    fn properties(
        &self,
        _info: &CoreInfo,
        _settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let walkers = [self.pair];
        let states = States { used: STATES, settling: SETTLING_STATE, most: self.answered };
        Ok(vec![
            properties::command_port(design, &walkers)?,
            properties::answered_at_rest(design, states, &walkers)?,
        ])
    }

    fn exercise(&self, info: &CoreInfo, settings: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        Ok((self.exercise)(ports, options(info, settings).deepest())?)
    }

    fn picture(&self, info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
        match self.picture {
            Some(picture) => picture(info, root),
            None => Err(CoreError::NoPicture { core: info.name }),
        }
    }

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        design: &Design,
    ) -> Result<Own, CoreError> {
        Ok((self.page)(asked, design, options(info, settings).deepest())?)
    }

    fn deepest(&self, info: &CoreInfo, settings: &Settings) -> Result<u32, CoreError> {
        Ok(options(info, settings).deepest())
    }

    fn with_port(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        self.design(info, settings)
    }

    /// A pipeline makes a move in each cycle, and makes no leaves.
    fn cycles_of_a_count(&self, settings: &Settings, plies: &[f64], _ordered: bool) -> f64 {
        let made: f64 = plies.iter().rev().skip(1).sum();
        made / f64::from(pairs(settings).max(1)) + 100.0
    }

    fn pipelines(&self, settings: &Settings) -> Option<u32> {
        Some(pairs(settings))
    }

    /// The leaves in a clock cycle.
    fn pace(&self, info: &CoreInfo, settings: &Settings) -> Result<Pace, CoreError> {
        let (position, depth) = self.middle_game;
        let mut machine = machine(info, settings, Simulator::BuiltIn)?;
        machine.load(&info.game.read(Some(position), &[]).map_err(CoreError::build(info))?)?;
        let found = machine.perft(depth.min(deepest(info, settings)?), false)?;
        Ok(Pace::new(found.nodes, found.cycles, "leaves"))
    }
}

/// The options of the machine of a core with these settings.
fn options(core: &CoreInfo, settings: &Settings) -> PerftOptions {
    PerftOptions {
        name: core.name.into(),
        levels: pipelines::levels(settings),
        threads: pipelines::threads(settings),
        stack_depth: settings.number(STACK_DEPTH).unwrap_or(8),
        pairs: pairs(settings),
    }
}

/// The number of pairs.
fn pairs(settings: &Settings) -> u32 {
    settings.number(PAIRS.name).unwrap_or(1)
}
