//! A game as text: positions and moves as people write them, and the tables in which they are
//! shown.

use std::any::Any;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;

use super::difference::{Counter, Rules, difference};
use super::{CommandPort, Driver, Game, GameLanes, Generated, Machine, MachineError, PerftCount, table};
use crate::simulate::command_port::Watch;
use crate::simulate::lanes::Lanes;

/// How a game is written and shown. [`Play`] makes of it all that commands need.
///
/// Its values are what cores of one game differ in, such as their boards.
pub trait Text: Debug + Sync + Sized {
    /// The game.
    type Game: Game;

    /// The name of a position in tables for programs, such as `fen`.
    const POSITION: &'static str = "position";
    /// The unit by which the speed of a count is told.
    const UNIT: Unit = Unit::Move;
    /// The width of a move in a table, in characters.
    const MOVE_WIDTH: usize = 5;
    /// The columns of a table of moves, besides their number, themselves and their cycles.
    const COLUMNS: &'static [Column] = &[];
    /// The classes whose moves are counted below such a table.
    const CLASSES: &'static [&'static str] = &[];

    /// Whether the rules in software are those of these cores: not on a board that they do not know.
    fn has_rules(&self) -> bool {
        true
    }

    /// The number of squares of the board, if cores of the game differ in it.
    fn squares(&self) -> Option<u32> {
        None
    }

    /// A first position, as text.
    fn start(&self) -> &str;

    /// Reads a position.
    ///
    /// # Errors
    /// The text is none, or the cores have no place for it. The error names the place and the mend.
    fn read(&self, text: &str) -> Result<<Self::Game as Game>::Position, Refusal>;

    /// The position as text, which [`Text::read`] reads. It was reached from the position of the
    /// text `from` by these moves.
    fn write(&self, position: &<Self::Game as Game>::Position, from: &str, moves: &[String]) -> String;

    /// The position after a line of moves, as people write them.
    ///
    /// # Errors
    /// One of them is none, or against the rules. The error names it and the mend.
    fn line(
        &self,
        start: &<Self::Game as Game>::Position,
        moves: &[&str],
    ) -> Result<<Self::Game as Game>::Position, Refusal> {
        let mut position = start.clone();
        let words = moves.iter().flat_map(|words| words.split_whitespace());
        for (word, number) in words.zip(1..) {
            let legal = Self::Game::moves(&position).unwrap_or_default();
            let mv = legal.iter().find(|mv| mv.to_string() == word).ok_or_else(|| LineError {
                number,
                word: word.into(),
                legal: legal.iter().map(ToString::to_string).collect(),
            })?;
            position = Self::Game::after(&position, *mv);
        }
        Ok(position)
    }

    /// The positions of a table, with the leaves that are stated of each.
    ///
    /// # Errors
    /// A line is wrong. The error names its number and the mend.
    fn table(&self, text: &str) -> Result<Vec<Stated<Self::Game>>, Refusal> {
        Ok(table::read(self, text)?)
    }

    /// The lines above a table of moves: the board, and who is to move.
    fn heading(&self, position: &<Self::Game as Game>::Position, unicode: bool) -> String;

    /// Fields about the position in a table for programs.
    fn about(&self, _position: &<Self::Game as Game>::Position) -> Vec<Field> {
        Vec::new()
    }

    /// The facts about a move of this position which a table shows.
    fn facts(
        &self,
        position: &<Self::Game as Game>::Position,
        generated: &<Self::Game as Game>::Generated,
    ) -> Facts;

    /// The name of a piece by [`Facts::piece`], as people may write it.
    ///
    /// # Errors
    /// There is no such piece, or moves of the game are not of pieces.
    fn piece(&self, _text: &str) -> Result<String, Refusal> {
        Err(format!("moves of {} are of no pieces; leave it out", Self::Game::NAME).into())
    }

    /// The end of the game in a position without moves, such as `checkmate`.
    fn end(&self, _position: &<Self::Game as Game>::Position) -> Option<String> {
        None
    }
}

/// A position of a table, as text and read, with the leaves that are stated of it: pairs of plies
/// and leaves.
pub type Stated<G> = (String, <G as Game>::Position, Vec<(u32, u64)>);

/// The same for a position of any game.
pub type StatedRoot = (Root, Vec<(u32, u64)>);

/// A line of moves with one that cannot be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("move {number}, `{word}`: no legal move; legal here: {}", some(legal))]
pub struct LineError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The word.
    pub word: String,
    /// The legal moves there.
    pub legal: Vec<String>,
}

/// The first of the legal moves, and how many there are besides.
fn some(legal: &[String]) -> String {
    const SHOWN: usize = 30;
    let rest = match legal.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    legal[..legal.len().min(SHOWN)].join(" ") + &rest
}

/// The reason why a text is refused, with the place and the mend.
pub type Refusal = Box<dyn std::error::Error + Send + Sync>;

/// The unit by which the speed of a count is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A move that is made and taken back.
    Move,
    /// A leaf.
    Leaf,
}

/// A column of a table of moves.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The heading.
    pub heading: &'static str,
    /// The width in characters.
    pub width: usize,
    /// Whether it is a number, which ends where the column ends.
    pub number: bool,
}

/// A field of a table for programs: its name and its value.
pub type Field = (&'static str, Value);

/// The facts about a move in a table.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// For programs.
    pub fields: Vec<Field>,
    /// For people, a text for each of [`Text::COLUMNS`].
    pub cells: Vec<String>,
    /// One of [`Text::CLASSES`].
    pub class: Option<&'static str>,
    /// The piece that moves, by the name that limits a table to its moves.
    pub piece: Option<String>,
}

/// A position of any game.
#[derive(Clone, Debug)]
pub struct Root {
    position: Arc<dyn Any + Send + Sync>,
    text: String,
}

impl Root {
    fn new<P: Send + Sync + 'static>(position: P, text: String) -> Self {
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

    fn expect<G: Game>(&self) -> Result<&G::Position, MachineError> {
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

    /// See [`Text::POSITION`].
    fn position_name(&self) -> &'static str;

    /// See [`Text::has_rules`].
    fn has_rules(&self) -> bool;

    /// See [`Text::squares`].
    fn squares(&self) -> Option<u32>;

    /// See [`Text::UNIT`].
    fn unit(&self) -> Unit;

    /// See [`Text::MOVE_WIDTH`].
    fn move_width(&self) -> usize;

    /// See [`Text::COLUMNS`].
    fn columns(&self) -> &'static [Column];

    /// See [`Text::CLASSES`].
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
    /// See [`Text::read`] and [`Text::line`].
    fn read(&self, start: Option<&str>, moves: &[&str]) -> Result<Root, Refusal>;

    /// See [`Text::table`].
    ///
    /// # Errors
    /// See there.
    fn table(&self, text: &str) -> Result<Vec<StatedRoot>, Refusal>;

    /// See [`Text::heading`].
    fn heading(&self, root: &Root, unicode: bool) -> String;

    /// See [`Text::about`].
    fn about(&self, root: &Root) -> Vec<Field>;

    /// See [`Text::piece`].
    ///
    /// # Errors
    /// See there.
    fn piece(&self, text: &str) -> Result<String, Refusal>;

    /// See [`Text::end`].
    fn end(&self, root: &Root) -> Option<String>;

    /// The positions after each move, by the rules in software; `None` if they refuse the position.
    fn children(&self, root: &Root) -> Option<Vec<(String, Root)>>;

    /// The leaves this many plies below, by the rules in software; `None` if they refuse it.
    fn leaves(&self, root: &Root, depth: u32) -> Option<u64>;

    /// A machine behind a command port, just reset; `stack` is its stack depth in plies.
    fn machine(&'static self, port: Box<dyn CommandPort>, stack: u32) -> Box<dyn TextMachine>;

    /// 64 machines in the lanes of the built-in simulator.
    ///
    /// # Errors
    /// The design has no command port.
    fn lanes(&self, lanes: Lanes, stack: u32) -> Result<Box<dyn TextLanes>, MachineError>;
}

/// A machine of any game, driven by text.
pub trait TextMachine {
    /// See [`Machine::load`].
    ///
    /// # Errors
    /// See there, as in every method of this trait; or the position is of another game.
    fn load(&mut self, root: &Root) -> Result<(), MachineError>;

    /// See [`Machine::next`].
    ///
    /// # Errors
    /// See there; or the machine gives more moves than any position has.
    fn next(&mut self) -> Result<Option<Row>, MachineError>;

    /// See [`Machine::down`].
    ///
    /// # Errors
    /// See there.
    fn down(&mut self) -> Result<(), MachineError>;

    /// See [`Machine::up`].
    ///
    /// # Errors
    /// See there.
    fn up(&mut self) -> Result<(), MachineError>;

    /// See [`Machine::perft`].
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
    ) -> Result<Option<Line>, MachineError>;

    /// See [`Machine::watch`].
    fn watch(&mut self, watch: Watch);

    /// See [`Machine::trace`].
    ///
    /// # Errors
    /// See there.
    fn trace(&mut self, path: &Path) -> Result<(), MachineError>;

    /// See [`Machine::finish_trace`].
    ///
    /// # Errors
    /// See there.
    fn finish_trace(&mut self) -> Result<(), MachineError>;
}

/// The shortest line of moves to a difference between two counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
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
    /// Counts each tree, as [`Machine::perft`] does for one. Each count is passed to `done` when it
    /// ends, with its place in the list. If `done` says no, the others are not waited for.
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

impl<T: Text> Play for T {
    fn name(&self) -> &'static str {
        T::Game::NAME
    }

    fn position_name(&self) -> &'static str {
        T::POSITION
    }

    fn has_rules(&self) -> bool {
        Text::has_rules(self)
    }

    fn squares(&self) -> Option<u32> {
        Text::squares(self)
    }

    fn unit(&self) -> Unit {
        T::UNIT
    }

    fn move_width(&self) -> usize {
        T::MOVE_WIDTH
    }

    fn columns(&self) -> &'static [Column] {
        T::COLUMNS
    }

    fn classes(&self) -> &'static [&'static str] {
        T::CLASSES
    }

    fn read(&self, start: Option<&str>, moves: &[&str]) -> Result<Root, Refusal> {
        let from = start.unwrap_or_else(|| Text::start(self));
        let mut position = Text::read(self, from)?;
        if !moves.is_empty() {
            position = self.line(&position, moves)?;
        }
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let text = self.write(&position, from, &moves);
        Ok(Root::new(position, text))
    }

    fn table(&self, text: &str) -> Result<Vec<StatedRoot>, Refusal> {
        let stated = Text::table(self, text)?;
        let root = |(text, position, counts)| (Root::new(position, text), counts);
        Ok(stated.into_iter().map(root).collect())
    }

    fn heading(&self, root: &Root, unicode: bool) -> String {
        root.of::<T::Game>().map_or_else(String::new, |position| Text::heading(self, position, unicode))
    }

    fn about(&self, root: &Root) -> Vec<Field> {
        root.of::<T::Game>().map_or_else(Vec::new, |position| Text::about(self, position))
    }

    fn piece(&self, text: &str) -> Result<String, Refusal> {
        Text::piece(self, text)
    }

    fn end(&self, root: &Root) -> Option<String> {
        Text::end(self, root.of::<T::Game>()?)
    }

    fn children(&self, root: &Root) -> Option<Vec<(String, Root)>> {
        let position = root.of::<T::Game>().filter(|_| Text::has_rules(self))?;
        let child = |mv: <T::Game as Game>::Move| {
            let after = T::Game::after(position, mv);
            let text = self.write(&after, root.text(), &[mv.to_string()]);
            (mv.to_string(), Root::new(after, text))
        };
        Some(T::Game::moves(position)?.into_iter().map(child).collect())
    }

    fn leaves(&self, root: &Root, depth: u32) -> Option<u64> {
        T::Game::leaves(root.of::<T::Game>().filter(|_| Text::has_rules(self))?, depth)
    }

    fn machine(&'static self, port: Box<dyn CommandPort>, stack: u32) -> Box<dyn TextMachine> {
        Box::new(Told::new(self, Driver::<T::Game, _>::behind(port, stack)))
    }

    fn lanes(&self, lanes: Lanes, stack: u32) -> Result<Box<dyn TextLanes>, MachineError> {
        Ok(Box::new(GameLanes::<T::Game>::new(lanes, stack)?))
    }
}

/// A machine whose moves and positions are told as text.
pub struct Told<T: Text + 'static, M> {
    text: &'static T,
    machine: M,
    /// The nodes from the root to the present one: their positions, and the moves they have given.
    line: Vec<(<T::Game as Game>::Position, usize)>,
    held: Option<<T::Game as Game>::Generated>,
}

impl<T: Text, M: Machine<T::Game>> Told<T, M> {
    /// The machine, told in the words of its game.
    pub fn new(text: &'static T, machine: M) -> Self {
        Self { text, machine, line: Vec::new(), held: None }
    }
}

impl<T: Text, M: Machine<T::Game>> TextMachine for Told<T, M> {
    fn load(&mut self, root: &Root) -> Result<(), MachineError> {
        let position = root.expect::<T::Game>()?;
        self.machine.load(position)?;
        (self.line, self.held) = (vec![(position.clone(), 0)], None);
        Ok(())
    }

    fn next(&mut self) -> Result<Option<Row>, MachineError> {
        self.held = self.machine.next()?;
        let Some(((position, given), generated)) = self.line.last_mut().zip(self.held) else {
            return Ok(None);
        };
        let most = T::Game::MOST_MOVES;
        if *given == most {
            return Err(MachineError::Endless { most });
        }
        *given += 1;
        Ok(Some(Row {
            mv: generated.mv().to_string(),
            facts: self.text.facts(position, &generated),
            cycles: generated.cycles(),
            dead: T::Game::is_dead(&T::Game::after(position, generated.mv())),
        }))
    }

    fn down(&mut self) -> Result<(), MachineError> {
        self.machine.down()?;
        if let Some(((position, _), held)) = self.line.last().zip(self.held.take()) {
            self.line.push((T::Game::after(position, held.mv()), 0));
        }
        Ok(())
    }

    fn up(&mut self) -> Result<(), MachineError> {
        self.machine.up()?;
        self.line.pop();
        Ok(())
    }

    fn perft(&mut self, depth: u32, ordered: bool) -> Result<PerftCount, MachineError> {
        self.machine.perft(depth, ordered)
    }

    fn difference(
        &mut self,
        root: &Root,
        depth: u32,
        other: Option<&mut dyn TextMachine>,
    ) -> Result<Option<Line>, MachineError> {
        let position = root.expect::<T::Game>()?;
        let mut other: Box<dyn Counter<T::Game> + '_> = match other {
            Some(machine) => Box::new(ByText(machine)),
            None => Box::new(Rules),
        };
        let mut machine: &mut dyn Machine<T::Game> = &mut self.machine;
        let found = difference(position, depth, &mut machine, other.as_mut())?;
        Ok(found.map(|found| {
            let moves: Vec<String> = found.line.iter().map(ToString::to_string).collect();
            let position = self.text.write(&found.position, root.text(), &moves);
            Line { moves, position, depth: found.depth, leaves: found.leaves }
        }))
    }

    fn watch(&mut self, watch: Watch) {
        self.machine.watch(watch);
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        self.machine.trace(path)
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        self.machine.finish_trace()
    }
}

/// A machine that is driven by text, as a counter.
struct ByText<'a>(&'a mut dyn TextMachine);

impl<G: Game> Counter<G> for ByText<'_> {
    fn leaves(&mut self, position: &G::Position, depth: u32) -> Result<u64, MachineError> {
        self.0.load(&Root::new(position.clone(), String::new()))?;
        Ok(self.0.perft(depth, false)?.nodes)
    }
}

impl<G: Game> TextLanes for GameLanes<G> {
    fn perft_each(
        &mut self,
        jobs: &[(Root, u32)],
        ordered: bool,
        done: &mut dyn FnMut(usize, PerftCount) -> bool,
    ) -> Result<(), MachineError> {
        let jobs = jobs.iter().map(|(root, depth)| Ok((root.expect::<G>()?.clone(), *depth)));
        let jobs: Vec<_> = jobs.collect::<Result<_, MachineError>>()?;
        // An end without an error is that of `done`.
        let ended = self.perft_each(&jobs, ordered, |job, count| done(job, count).then_some(()).ok_or(None));
        ended.or_else(|error: Option<MachineError>| error.map_or(Ok(()), Err))
    }
}
