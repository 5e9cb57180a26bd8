//! A game in text, of whatever game: what commands, pages and hosts see of games and machines.

use std::any::Any;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use super::{
    Column, CommandPort, Facts, Field, Game, MachineError, PerftCount, Refusal, Session, Signs, Unit, Written,
};
use crate::simulate::Ports;
use crate::simulate::command_port::Watch;
use crate::simulate::lanes::Lanes;

/// A position of a table, with the leaves that are stated of it: pairs of plies and leaves.
pub type StatedRoot = (Root, Vec<(u32, u64)>);

/// A position of any game.
#[derive(Clone, Debug)]
pub struct Root {
    position: Arc<dyn Any + Send + Sync>,
    text: String,
}

impl Root {
    pub(super) fn new<P: Send + Sync + 'static>(position: P, text: String) -> Self {
        Self { position: Arc::new(position), text }
    }

    /// The position as text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The position, if it is one of this game.
    pub fn of<G: Game>(&self) -> Option<&G::Position> {
        self.position.downcast_ref()
    }

    pub(super) fn expect<G: Game>(&self) -> Result<&G::Position, MachineError> {
        self.of::<G>().ok_or_else(|| MachineError::Simulator {
            simulator: G::NAME,
            problem: format!("`{}` is a position of another game", self.text),
        })
    }
}

/// A game in text: all that the commands about moves and counts need to know of it.
pub trait Play: Debug + Sync {
    /// The name of the game in a sentence.
    fn name(&self) -> &'static str;

    /// See [`super::Text::POSITION`].
    fn position_name(&self) -> &'static str;

    /// See [`super::Text::WRITTEN`].
    fn written(&self) -> Written;

    /// See [`super::Text::COMMANDS`].
    fn commands(&self) -> &'static [&'static str];

    /// See [`super::Text::has_rules`].
    fn has_rules(&self) -> bool;

    /// See [`super::Text::squares`].
    fn squares(&self) -> Option<u32>;

    /// See [`super::Text::UNIT`].
    fn unit(&self) -> Unit;

    /// See [`super::Text::MOVE_WIDTH`].
    fn move_width(&self) -> usize;

    /// See [`super::Text::COLUMNS`].
    fn columns(&self) -> &'static [Column];

    /// See [`super::Text::CLASSES`].
    fn classes(&self) -> &'static [&'static str];

    /// The first position.
    ///
    /// # Errors
    /// Its text is wrong, a defect of the game.
    fn start(&self) -> Result<Root, Refusal> {
        self.read(None, &[])
    }

    /// The position of this text, or the first one, and after these moves.
    ///
    /// # Errors
    /// See [`super::Text::read`] and [`super::Text::line`].
    fn read(&self, start: Option<&str>, moves: &[&str]) -> Result<Root, Refusal>;

    /// See [`super::Text::table`].
    ///
    /// # Errors
    /// See there.
    fn table(&self, text: &str) -> Result<Vec<StatedRoot>, Refusal>;

    /// See [`super::Text::heading`].
    fn heading(&self, root: &Root, signs: Signs) -> String;

    /// See [`super::Text::about`].
    fn about(&self, root: &Root) -> Vec<Field>;

    /// See [`super::Text::piece`].
    ///
    /// # Errors
    /// See there.
    fn piece(&self, text: &str) -> Result<String, Refusal>;

    /// See [`super::Text::end`].
    fn end(&self, root: &Root) -> Option<String>;

    /// The positions after each move, by the rules in software; `None` if they refuse the position.
    fn children(&self, root: &Root) -> Option<Vec<(String, Root)>>;

    /// The leaves this many plies below, by the rules in software; `None` if they refuse it.
    fn leaves(&self, root: &Root, depth: u32) -> Option<u64>;

    /// A machine behind a command port, just reset; `stack` is its stack depth in plies.
    fn machine(&'static self, port: Box<dyn CommandPort>, stack: u32) -> Box<dyn TextMachine>;

    /// Drives a machine on pins through trees, each a position and the plies of a walk below it;
    /// see [`super::exercise`].
    ///
    /// # Errors
    /// The simulator failed, the machine does not answer, or a position is of another game.
    fn exercise(&self, ports: &mut dyn Ports, stack: u32, trees: &[(Root, u32)]) -> Result<(), MachineError>;

    /// The session of a position and the plies of a walk below it.
    ///
    /// # Errors
    /// The position is of another game.
    fn session(&self, root: &Root, depth: u32) -> Result<Session, MachineError>;

    /// 64 machines in the lanes of the built-in simulator.
    ///
    /// # Errors
    /// The design has no command port.
    fn lanes(&self, lanes: Lanes, stack: u32) -> Result<Box<dyn TextLanes>, MachineError>;
}

/// A machine of any game, driven by text.
pub trait TextMachine {
    /// See [`super::Machine::load`].
    ///
    /// # Errors
    /// See there, as in every method of this trait; or the position is of another game.
    fn load(&mut self, root: &Root) -> Result<(), MachineError>;

    /// See [`super::Machine::next`].
    ///
    /// # Errors
    /// See there; or the machine gives more moves than any position has.
    fn next(&mut self) -> Result<Option<Row>, MachineError>;

    /// All moves of the node from the next on.
    ///
    /// # Errors
    /// See [`TextMachine::next`].
    fn rest(&mut self) -> Result<Vec<Row>, MachineError> {
        std::iter::from_fn(|| self.next().transpose()).collect()
    }

    /// See [`super::Machine::down`].
    ///
    /// # Errors
    /// See there.
    fn down(&mut self) -> Result<(), MachineError>;

    /// See [`super::Machine::up`].
    ///
    /// # Errors
    /// See there.
    fn up(&mut self) -> Result<(), MachineError>;

    /// See [`super::Machine::perft`].
    ///
    /// # Errors
    /// See there.
    fn perft(&mut self, depth: u32, ordered: bool) -> Result<PerftCount, MachineError>;

    /// The shortest line of moves from a root to a position of which another counter, or the rules,
    /// count another number of leaves.
    ///
    /// # Errors
    /// One of them cannot count.
    fn difference(
        &mut self,
        root: &Root,
        depth: u32,
        other: Option<&mut dyn TextMachine>,
    ) -> Result<Option<TextDifference>, MachineError>;

    /// See [`super::Machine::watch`].
    fn watch(&mut self, watch: Watch);

    /// See [`super::Machine::trace`].
    ///
    /// # Errors
    /// See there.
    fn trace(&mut self, path: &Path) -> Result<(), MachineError>;

    /// See [`super::Machine::finish_trace`].
    ///
    /// # Errors
    /// See there.
    fn finish_trace(&mut self) -> Result<(), MachineError>;
}

/// The shortest line of moves to a difference between two counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextDifference {
    /// The moves from the root.
    pub moves: Vec<String>,
    /// The position after them.
    pub position: String,
    /// Plies below that position.
    pub depth: u32,
    /// The leaves by the one and by the other.
    pub leaves: [u64; 2],
}

/// A move of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The move.
    pub mv: String,
    /// What else is shown of it.
    pub facts: Facts,
    /// Clock cycles from the request to the answer.
    pub cycles: u64,
    /// Whether no leaves are counted below it, see [`Game::is_dead`].
    pub dead: bool,
}

/// 64 machines of any game at once, driven by text.
pub trait TextLanes {
    /// Counts each tree, as [`super::Machine::perft`] does for one. Each count is passed to `done`
    /// when it ends, with its place in the list. If `done` says no, the others are not waited for.
    ///
    /// # Errors
    /// A depth is greater than the move stack's, or a machine does not answer.
    fn perft_each(
        &mut self,
        jobs: &[(Root, u32)],
        ordered: bool,
        done: &mut dyn FnMut(usize, PerftCount) -> bool,
    ) -> Result<(), MachineError>;
}
