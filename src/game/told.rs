//! Text for machines that know positions and moves: what makes [`Play`] of a [`Text`].

use std::path::Path;

use super::difference::{Counter, Rules, difference};
use super::{
    Column, CommandPort, Driver, Field, Game, GameLanes, Generated, Machine, MachineError, PerftCount, Play,
    Refusal, Root, Row, Session, Signs, StatedRoot, Text, TextDifference, TextLanes, TextMachine, Unit,
    Written,
};
use crate::simulate::Ports;
use crate::simulate::command_port::Watch;
use crate::simulate::lanes::Lanes;

impl<T: Text> Play for T {
    fn name(&self) -> &'static str {
        T::Game::NAME
    }

    fn position_name(&self) -> &'static str {
        T::POSITION
    }

    fn written(&self) -> Written {
        T::WRITTEN
    }

    fn commands(&self) -> &'static [&'static str] {
        T::COMMANDS
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

    fn heading(&self, root: &Root, signs: Signs) -> String {
        root.of::<T::Game>().map_or_else(String::new, |position| Text::heading(self, position, signs))
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

    fn exercise(
        &self,
        mut ports: &mut dyn Ports,
        stack: u32,
        trees: &[(Root, u32)],
    ) -> Result<(), MachineError> {
        let tree = |(root, depth): &(Root, u32)| Ok((root.expect::<T::Game>()?.clone(), *depth));
        let trees = trees.iter().map(tree).collect::<Result<Vec<_>, MachineError>>()?;
        super::exercise::<T::Game>(&mut ports, stack, &trees)
    }

    fn session(&self, root: &Root, depth: u32) -> Result<Session, MachineError> {
        Ok(Session::of::<T::Game>(root.expect::<T::Game>()?, depth))
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
    ) -> Result<Option<TextDifference>, MachineError> {
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
            TextDifference { moves, position, depth: found.depth, leaves: found.leaves }
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
