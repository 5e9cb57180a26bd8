//! A core: its data, and its behaviour.

use std::fmt;

use super::{CoreError, Pace, ParameterInfo, STACK, Settings, Simulator, line, machine, pace, stack_depth};
use crate::game::{CommandPort, Play, Root, Searched, Session, TextMachine};
use crate::link;
use crate::link::uart::UartOptions;
use crate::netlist::Design;
use crate::prove::Property;
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

/// A core the generator can build.
#[derive(Debug)]
pub struct CoreInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// The name of its top module.
    pub top: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// The game it is about, as its people write it.
    pub game: &'static dyn Play,
    /// What it can be asked.
    pub abilities: &'static [Ability],
    /// What can be chosen about it.
    pub parameters: &'static [ParameterInfo],
    /// How it is built, proven, driven and shown.
    pub core: &'static dyn Core,
}

/// What the help of commands says of a core.
#[derive(Clone, Copy, Debug, Default)]
pub struct Help {
    /// What its page shows of a run.
    pub page: &'static str,
    /// Paragraphs, each behind the name of the command in whose help it stands.
    pub notes: &'static [(&'static str, &'static str)],
    /// Command lines, each behind the name of the command in whose help it stands.
    pub examples: &'static [(&'static str, &'static str)],
}

impl CoreInfo {
    /// The positions that the core is exercised with, see [`Core::trees`], or else the one with which
    /// its game begins.
    ///
    /// # Errors
    /// The text of one is wrong: a defect of the core.
    pub fn positions(&self) -> Result<Vec<Root>, CoreError> {
        let trees = self.core.trees().iter().map(|tree| Ok(self.tree(tree)?.0));
        let positions = trees.collect::<Result<Vec<Root>, CoreError>>()?;
        if positions.is_empty() { Ok(vec![self.start()?]) } else { Ok(positions) }
    }

    /// A position from its text, with the plies of a walk below it.
    fn tree(&self, (text, depth): &(&'static str, u32)) -> Result<(Root, u32), CoreError> {
        Ok((self.game.read(Some(text), &[]).map_err(CoreError::build(self))?, *depth))
    }
}

/// Something that a core can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    /// The moves of a position, one by one.
    Moves,
    /// The leaves of a game tree.
    Perft,
    /// The best move of a position, by commands.
    Search,
    /// A link to a board's pins.
    Board,
    /// A picture of what it plays on.
    Picture,
}

/// The behaviour of a core. Each method is given the core's data too, so that several cores share
/// one behaviour.
pub trait Core: fmt::Debug + Sync {
    /// The netlist of the core with these settings, linked to its host. The default is that of
    /// [`Core::with_port`], with what [`HOST`](super::HOST) says around it.
    ///
    /// # Errors
    /// The description breaks a rule of the netlist, or the core cannot be linked so.
    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        line::linked(info, settings, self.with_port(info, settings)?)
    }

    /// The properties that hold of the core with these settings; `design` is its netlist.
    ///
    /// # Errors
    /// A property does not fit the core: a defect of one of them.
    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError>;

    /// Runs the core through everything its ports can do. The default is
    /// [`exercise`](crate::game::exercise) on the trees of [`Core::trees`], or the core's
    /// [`Core::session`] where the core is linked to a host.
    ///
    /// # Errors
    /// The machine does not answer as it should.
    fn exercise(&self, info: &CoreInfo, settings: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        line::exercise_linked(info, settings, ports, |ports| {
            let trees = self.trees().iter().map(|tree| info.tree(tree)).collect::<Result<Vec<_>, _>>()?;
            Ok(info.game.exercise(ports, self.deepest(info, settings)?, &trees)?)
        })
    }

    /// The positions that the default of [`Core::exercise`] goes through, as text, each with the
    /// plies of a walk below it. The walk below the first takes more than a thousand clock cycles.
    fn trees(&self) -> &'static [(&'static str, u32)] {
        &[]
    }

    /// The commands that the core is sent over the link to its host when it is exercised. The
    /// default is made of the first of [`Core::trees`].
    ///
    /// # Errors
    /// There is none, or its text is wrong.
    fn session(&self, info: &CoreInfo) -> Result<Session, CoreError> {
        let first = self.trees().first().ok_or(CoreError::NoCommands { core: info.name })?;
        let (root, depth) = info.tree(first)?;
        Ok(info.game.session(&root, depth)?)
    }

    /// What the core adds to its page; `design` is its netlist. The default shows the moves of the
    /// position, one by one, and a count.
    ///
    /// # Errors
    /// The core cannot be simulated, or the position is of another game.
    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        _design: &Design,
    ) -> Result<Own, CoreError> {
        let (design, deepest) = (self.with_port(info, settings)?, self.deepest(info, settings)?);
        let picture = self.picture(info, asked.root).ok();
        Ok(sections::moves(info.game, asked.root, picture, &design, deepest)?)
    }

    /// What the help of commands says of the core.
    fn help(&self, _info: &CoreInfo) -> Help {
        Help::default()
    }

    /// The deepest node that it reaches, in plies below its root. The default is that of the
    /// parameter [`STACK`](super::STACK).
    ///
    /// # Errors
    /// [`CoreError::NoCommands`]: it has no command port; [`CoreError::NoWalker`]: it counts no
    /// trees.
    fn deepest(&self, info: &CoreInfo, settings: &Settings) -> Result<u32, CoreError> {
        let has_a_stack = info.parameters.iter().any(|parameter| parameter.name == STACK.name);
        match info.takes_commands() && has_a_stack {
            true => Ok(stack_depth(settings)),
            false => Err(CoreError::NoCommands { core: info.name }),
        }
    }

    /// The netlist of the core with its command port outside, whatever it is linked to with these
    /// settings.
    ///
    /// # Errors
    /// See [`Core::design`]; or it has no such port.
    fn with_port(&self, info: &CoreInfo, _settings: &Settings) -> Result<Design, CoreError> {
        Err(CoreError::NoCommands { core: info.name })
    }

    /// A machine of the core in a simulator, at the start of its game, driven by text. The default
    /// is one behind a command port.
    ///
    /// # Errors
    /// See [`Core::with_port`]; or the simulator cannot run it.
    fn machine(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        simulator: Simulator,
    ) -> Result<Box<dyn TextMachine>, CoreError> {
        machine::behind_port(info, settings, simulator)
    }

    /// The plies of its deepest search; `None` if it searches nothing.
    fn deepest_search(&self) -> Option<u32> {
        None
    }

    /// Searches a position this many plies deep, by a machine of the core behind this port.
    ///
    /// # Errors
    /// It does not search so deep, or at all; or the machine does not answer.
    fn search(
        &self,
        info: &CoreInfo,
        _port: &mut dyn CommandPort,
        _root: &Root,
        _depth: u32,
    ) -> Result<Searched, CoreError> {
        Err(CoreError::NoSearch { core: info.name })
    }

    /// The approximate clock cycles of a count of a tree that has this many leaves in each ply,
    /// from the first on. With `ordered`, moves come in the order in which they are reported.
    fn cycles_of_a_count(&self, _settings: &Settings, plies: &[f64], _ordered: bool) -> f64 {
        plies.iter().sum()
    }

    /// A picture of what the core plays on, with this position where it has one, as SVG.
    ///
    /// # Errors
    /// It has none.
    fn picture(&self, info: &CoreInfo, _root: &Root) -> Result<String, CoreError> {
        Err(CoreError::NoPicture { core: info.name })
    }

    /// The netlist with a serial line of this clock and baud rate. Its top has the ports of
    /// [`link::uart::wrap`].
    ///
    /// # Errors
    /// See [`Core::design`]; or the baud rate does not go with the clock.
    fn on_a_line(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        line: &UartOptions,
    ) -> Result<Design, CoreError> {
        link::uart::wrap(&self.design(info, settings)?, line).map_err(CoreError::link(info))
    }

    /// Clock cycles of a run by [`Core::exercise`] over its serial line, about; `None` unless a
    /// slow line makes it long. The default is right for a run by
    /// [`exercise_linked`](super::exercise_linked).
    fn cycles_over_a_line(&self, info: &CoreInfo, settings: &Settings) -> Option<u64> {
        line::cycles_of_a_run(info, settings)
    }

    /// The pipelines that share the work of a count; `None` for a core that makes its moves one by
    /// one.
    fn pipelines(&self, _settings: &Settings) -> Option<u32> {
        None
    }

    /// How much the core does in a clock cycle with these settings. The default searches or walks
    /// from the first of [`Core::trees`], or from the game's first position, in the built-in
    /// simulator; a core that does neither gives a result a cycle.
    ///
    /// # Errors
    /// The core cannot be simulated.
    fn pace(&self, info: &CoreInfo, settings: &Settings) -> Result<Pace, CoreError> {
        pace::measured(info, settings)
    }
}
