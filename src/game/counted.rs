//! A machine that takes a position in every clock cycle and gives the number of its moves, driven
//! as one that knows trees.
//!
//! The rules in software make the moves, and the machine counts those of every position just above
//! the leaves, one a clock cycle.

use std::path::Path;

use super::{Game, Machine, MachineError, PerftCount};
use crate::simulate::command_port::Watch;
use crate::simulate::{Ports, PortsError};

/// What the driver of a counter knows of it.
#[derive(Debug)]
pub struct Counting<G: Game> {
    /// Clock cycles from a position to its count.
    pub latency: u32,
    /// Puts a position at its inputs.
    pub give: fn(&mut dyn Ports, &G::Position) -> Result<(), PortsError>,
    /// A move, with the count of the position after it and the clock cycles that it took.
    pub told: fn(G::Move, u64, u64) -> G::Generated,
}

/// A counter in a simulator. Its inputs are those of a position and `valid`, and its outputs
/// `count` and `count_valid`.
pub struct Counted<G: Game> {
    ports: Box<dyn Ports>,
    simulator: &'static str,
    counting: Counting<G>,
    /// The nodes from the root to the present one.
    line: Vec<Node<G>>,
    watch: Option<Watch>,
}

/// A node of the line.
struct Node<G: Game> {
    position: G::Position,
    /// The moves to come, once they are counted.
    rest: Option<std::vec::IntoIter<G::Generated>>,
    held: Option<G::Move>,
}

impl<G: Game> Node<G> {
    fn new(position: G::Position) -> Self {
        Self { position, rest: None, held: None }
    }
}

/// Clock cycles between two reports to a watcher.
const GLANCE: u64 = 1 << 10;

impl<G: Game> Counted<G> {
    /// The counter after a reset, without a position.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn new(
        ports: Box<dyn Ports>,
        simulator: &'static str,
        counting: Counting<G>,
    ) -> Result<Self, MachineError> {
        let mut machine = Self { ports, simulator, counting, line: Vec::new(), watch: None };
        machine.reset().map_err(|error| machine.failed(error))?;
        Ok(machine)
    }

    fn reset(&mut self) -> Result<(), PortsError> {
        self.ports.poke("valid", 0)?;
        self.ports.poke("reset", 1)?;
        self.ports.step()?;
        self.ports.poke("reset", 0)
    }

    fn failed(&self, problem: impl ToString) -> MachineError {
        MachineError::simulator(self.simulator, problem)
    }

    fn refused(&self, position: &G::Position) -> MachineError {
        self.failed(format!("the rules in software refuse the position {position:?}"))
    }

    /// Gives positions, one a clock cycle, and passes each count to `each`. Returns their number
    /// and the clock cycles to the last count.
    fn counts(
        &mut self,
        mut positions: impl Iterator<Item = G::Position>,
        mut each: impl FnMut(u64),
    ) -> Result<(u64, u64), MachineError> {
        let (mut given, mut counted, mut cycles, mut silent) = (0, 0, 0, 0);
        loop {
            let position = positions.next();
            if position.is_none() && counted == given {
                return Ok((given, cycles));
            }
            let count = self.cycle(position.as_ref()).map_err(|error| self.failed(error))?;
            given += u64::from(position.is_some());
            counted += u64::from(count.is_some());
            cycles += 1;
            silent = if count.is_some() { 0 } else { silent + 1 };
            if silent > self.counting.latency || counted > given {
                let were = if given == 1 { "position was" } else { "positions were" };
                return Err(self.failed(format!("{given} {were} given, and {counted} counts came")));
            }
            count.into_iter().for_each(&mut each);
            if let Some(watch) = self.watch.as_mut().filter(|_| cycles.is_multiple_of(GLANCE)) {
                watch(cycles);
            }
        }
    }

    /// A clock cycle with a position or without, and the count after it, if there is one.
    fn cycle(&mut self, position: Option<&G::Position>) -> Result<Option<u64>, PortsError> {
        self.ports.poke("valid", position.is_some().into())?;
        if let Some(position) = position {
            (self.counting.give)(&mut *self.ports, position)?;
        }
        self.ports.step()?;
        match self.ports.peek("count_valid")? {
            0 => Ok(None),
            _ => self.ports.peek("count").map(Some),
        }
    }

    /// The moves of a position with the counts of the positions after them. The count of the
    /// position itself has to be their number.
    fn moves(&mut self, position: &G::Position) -> Result<Vec<G::Generated>, MachineError> {
        let moves = G::moves(position).ok_or_else(|| self.refused(position))?;
        let after = moves.iter().map(|mv| G::after(position, *mv));
        let given: Vec<G::Position> = std::iter::once(position.clone()).chain(after).collect();
        let mut counts = Vec::new();
        let (_, cycles) = self.counts(given.into_iter(), |count| counts.push(count))?;
        let number = counts.first().copied().unwrap_or_default();
        if number != moves.len() as u64 {
            let ruled = moves.len();
            return Err(self.failed(format!("it counts {number} moves where the rules give {ruled}")));
        }
        // One each, and the first waits for the way through the machine.
        let first = cycles.saturating_sub(number.saturating_sub(1));
        let took = std::iter::once(first).chain(std::iter::repeat(1));
        let told = |((mv, count), cycles): ((G::Move, u64), u64)| (self.counting.told)(mv, count, cycles);
        Ok(moves.into_iter().zip(counts.into_iter().skip(1)).zip(took).map(told).collect())
    }

    fn node(&mut self) -> Result<&mut Node<G>, MachineError> {
        let none = self.failed("no position was loaded; load one");
        self.line.last_mut().ok_or(none)
    }
}

/// The positions this many plies below a root, by the rules; `None` for one that they refuse.
struct Below<G: Game> {
    /// Positions to come, with the plies below each.
    open: Vec<(G::Position, u32)>,
    refused: Option<G::Position>,
}

impl<G: Game> Iterator for Below<G> {
    type Item = G::Position;

    fn next(&mut self) -> Option<G::Position> {
        loop {
            let (position, plies) = self.open.pop()?;
            if plies == 0 {
                return Some(position);
            }
            let Some(moves) = G::moves(&position) else {
                self.refused = Some(position);
                return None;
            };
            let after = moves.into_iter().rev().map(|mv| (G::after(&position, mv), plies - 1));
            self.open.extend(after);
        }
    }
}

impl<G: Game> Machine<G> for Counted<G> {
    fn load(&mut self, position: &G::Position) -> Result<(), MachineError> {
        self.line = vec![Node::new(position.clone())];
        Ok(())
    }

    fn next(&mut self) -> Result<Option<G::Generated>, MachineError> {
        if self.node()?.rest.is_none() {
            let position = self.node()?.position.clone();
            let moves = self.moves(&position)?;
            self.node()?.rest = Some(moves.into_iter());
        }
        let node = self.node()?;
        let next = node.rest.as_mut().and_then(Iterator::next);
        node.held = next.as_ref().map(super::Generated::mv);
        Ok(next)
    }

    fn down(&mut self) -> Result<(), MachineError> {
        let node = self.node()?;
        let why = "no move is held; ask for the next one first";
        let held = node.held.ok_or(MachineError::Walk { direction: "down", why })?;
        let below = Node::new(G::after(&node.position, held));
        self.line.push(below);
        Ok(())
    }

    fn up(&mut self) -> Result<(), MachineError> {
        if self.line.len() < 2 {
            return Err(MachineError::Walk { direction: "up", why: "this is the root; stay here" });
        }
        self.line.pop();
        Ok(())
    }

    fn perft(&mut self, depth: u32, _ordered: bool) -> Result<PerftCount, MachineError> {
        let Some(above) = depth.checked_sub(1) else {
            return Ok(PerftCount { nodes: 1, cycles: 0, moves: 0 });
        };
        let root = self.node()?.position.clone();
        let mut below = Below::<G> { open: vec![(root, above)], refused: None };
        let mut nodes = 0;
        let (moves, cycles) = self.counts(&mut below, |count| nodes += count)?;
        match below.refused {
            Some(position) => Err(self.refused(&position)),
            None => Ok(PerftCount { nodes, cycles, moves }),
        }
    }

    fn watch(&mut self, watch: Watch) {
        self.watch = Some(watch);
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        self.ports.trace(path).map_err(|error| self.failed(error))
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        self.ports.finish_trace().map_err(|error| self.failed(error))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::netlist::Value;
    use crate::shogi::{Generated, Position, Shogi};

    const LATENCY: u32 = 4;

    /// A counter that is told the number of a position's moves, and gives it later.
    struct Fake {
        inputs: [u64; 2],
        under_way: VecDeque<Option<u64>>,
        /// Added to each count; no count comes without it.
        fault: Option<u64>,
    }

    impl Ports for Fake {
        fn poke_value(&mut self, port: &str, value: &Value) -> Result<(), PortsError> {
            match port {
                "valid" => self.inputs[0] = value.low_word(),
                "moves" => self.inputs[1] = value.low_word(),
                _ => assert_eq!(port, "reset"),
            }
            Ok(())
        }

        fn peek_value(&mut self, port: &str) -> Result<Value, PortsError> {
            let ready = self.under_way[0].zip(self.fault).map(|(count, fault)| count + fault);
            let value = if port == "count_valid" { ready.is_some().into() } else { ready.unwrap_or(0) };
            Ok(Value::new(64, value))
        }

        fn step(&mut self) -> Result<(), PortsError> {
            let [valid, moves] = self.inputs;
            self.under_way.pop_front();
            self.under_way.push_back((valid == 1).then_some(moves));
            Ok(())
        }

        fn trace(&mut self, _path: &Path) -> Result<(), PortsError> {
            Ok(())
        }

        fn finish_trace(&mut self) -> Result<(), PortsError> {
            Ok(())
        }
    }

    /// A counter with this fault, and the first position in it.
    fn counter(fault: Option<u64>) -> Counted<Shogi> {
        let under_way = VecDeque::from(vec![None; LATENCY as usize]);
        let fake = Fake { inputs: [0; 2], under_way, fault };
        let counting = Counting {
            latency: LATENCY,
            give: |ports, position: &Position| ports.poke("moves", position.moves().len() as u64),
            told: |mv, replies, cycles| Generated { mv, replies: Some(replies), cycles },
        };
        let mut machine = Counted::new(Box::new(fake), "fake", counting).unwrap();
        machine.load(&Position::START.parse().unwrap()).unwrap();
        machine
    }

    fn said<T: std::fmt::Debug>(result: Result<T, MachineError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn it_walks_and_counts_as_the_rules_do() {
        let mut machine = counter(Some(0));
        assert_eq!(machine.perft(0, false).unwrap(), PerftCount { nodes: 1, cycles: 0, moves: 0 });
        // A position a cycle, and the way through the machine.
        let cycles = 30 + u64::from(LATENCY) - 1;
        assert_eq!(machine.perft(2, false).unwrap(), PerftCount { nodes: 900, cycles, moves: 30 });
        let first = machine.next().unwrap().unwrap();
        assert_eq!((first.replies, first.cycles), (Some(30), 1 + u64::from(LATENCY)));
        machine.down().unwrap();
        assert_eq!(machine.perft(1, false).unwrap().nodes, 30);
        machine.up().unwrap();
        let rest = machine.rest().unwrap();
        assert_eq!((rest.len(), rest[0].cycles), (29, 1));
        assert_eq!(said(machine.down()), "cannot go down here: no move is held; ask for the next one first");
        assert!(said(machine.up()).starts_with("cannot go up here: this is the root"));
    }

    #[test]
    fn a_counter_that_is_wrong_or_silent_is_told() {
        assert_eq!(said(counter(Some(1)).next()), "fake: it counts 31 moves where the rules give 30");
        assert_eq!(said(counter(None).perft(1, false)), "fake: 1 position was given, and 0 counts came");
        let mut machine = counter(Some(0));
        machine.line.clear();
        assert_eq!(said(machine.next()), "fake: no position was loaded; load one");
    }
}
