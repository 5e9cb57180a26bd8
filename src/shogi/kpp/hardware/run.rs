//! A unit in a simulator, beside its twin.

use std::collections::VecDeque;

use super::memory::{MemoryModel, Pace, packed};
use super::top::{KppOptions, Place};
use super::twin::{Answer, Command, Entry, Operation, Table, Twin};
use crate::game::MachineError;
use crate::simulate::Ports;

/// More cycles than anything takes.
const PATIENCE: u32 = 100_000;

/// What a run counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Clock cycles since the reset and the loading of a table.
    pub cycles: u64,
    /// Weights that were read.
    pub reads: u64,
    /// Words that were read.
    pub words: u64,
    /// Answers.
    pub answers: u64,
}

impl Counts {
    /// What came after an earlier count of the same run.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self {
            cycles: self.cycles - earlier.cycles,
            reads: self.reads - earlier.reads,
            words: self.words - earlier.words,
            answers: self.answers - earlier.answers,
        }
    }
}

/// A unit with its memory, and its twin. All that the twin says is compared.
pub struct Run<'a, P: Ports + ?Sized> {
    ports: &'a mut P,
    memory: Option<MemoryModel<'a>>,
    twin: Twin<'a>,
    own_codes_of_kings: bool,
    expected: VecDeque<u64>,
    due: VecDeque<Answer>,
    counts: Counts,
    last: Answer,
    /// The word that was asked for in each cycle.
    asked: Vec<Option<u64>>,
}

fn wrong(problem: impl ToString) -> MachineError {
    MachineError::simulator("kpp", problem)
}

impl<'a, P: Ports + ?Sized> Run<'a, P> {
    /// Resets the unit, and loads its table where that is on chip.
    ///
    /// # Errors
    /// The simulator fails.
    pub fn new(
        ports: &'a mut P,
        options: &KppOptions,
        table: &'a dyn Table,
        pace: &Pace,
    ) -> Result<Self, MachineError> {
        let on_chip = options.place == Place::OnChip;
        let memory = (!on_chip).then(|| MemoryModel::new(table, options.shape, pace));
        let mut run = Self {
            ports,
            memory,
            twin: Twin::new(table, options),
            own_codes_of_kings: options.rules.own_codes_of_kings,
            expected: VecDeque::new(),
            due: VecDeque::new(),
            counts: Counts::default(),
            last: Answer::default(),
            asked: Vec::new(),
        };
        run.poke("command", 0)?;
        run.poke("reset", 1)?;
        if on_chip {
            run.poke("load", 0)?;
        } else {
            run.poke("mem_answer", 0)?;
            run.poke("mem_ready", 0)?;
        }
        run.ports.step().map_err(wrong)?;
        run.poke("reset", 0)?;
        if on_chip {
            run.load(options, table)?;
        }
        Ok(run)
    }

    fn load(&mut self, options: &KppOptions, table: &dyn Table) -> Result<(), MachineError> {
        self.poke("load", 1)?;
        for word in 0..options.shape.words() {
            self.poke("load_word", word)?;
            let weights = table.word(options.shape, word).unwrap_or_default();
            self.ports.poke_value("load_data", &packed(options.shape, &weights)).map_err(wrong)?;
            self.ports.step().map_err(wrong)?;
        }
        self.poke("load", 0)?;
        (0..4).try_for_each(|_| self.ports.step().map_err(wrong))
    }

    fn poke(&mut self, port: &str, value: u64) -> Result<(), MachineError> {
        self.ports.poke(port, value).map_err(wrong)
    }

    /// One cycle. Compares what is asked of the memory, and an answer that comes.
    fn cycle(&mut self) -> Result<(), MachineError> {
        if let Some(memory) = &mut self.memory {
            let mut ports = &mut *self.ports;
            memory.cycle(&mut ports).map_err(wrong)?;
            let asked = memory.take_asked();
            self.asked.push(asked);
            if let Some(asked) = asked {
                self.counts.words += 1;
                match self.expected.pop_front() {
                    Some(word) if word == asked => {}
                    expected => return Err(wrong(format!("asks for word {asked} instead of {expected:?}"))),
                }
            }
        }
        if self.ports.peek("answer").map_err(wrong)? == 1 {
            self.compare()?;
        }
        self.counts.cycles += 1;
        self.ports.step().map_err(wrong)
    }

    fn compare(&mut self) -> Result<(), MachineError> {
        let mut number = |name: &str| -> Result<i32, MachineError> {
            Ok(self.ports.peek(&format!("answer_{name}")).map_err(wrong)? as u32 as i32)
        };
        let found = Answer {
            value: number("value")?,
            sums: [number("kings")?, number("black")?, number("white")?],
            reads: number("reads")? as u32,
        };
        let Some(expected) = self.due.pop_front() else { return Err(wrong("an answer too many")) };
        if found != expected {
            return Err(wrong(format!("answers {found:?} instead of {expected:?}")));
        }
        self.counts.answers += 1;
        self.counts.reads += u64::from(found.reads);
        self.last = found;
        Ok(())
    }

    /// Gives a command, as soon as it is taken.
    ///
    /// # Errors
    /// The unit does something else than its twin, or the simulator fails.
    pub fn give(&mut self, command: &Command) -> Result<(), MachineError> {
        let (words, answer) = self.twin.run(command);
        self.expected.extend(words);
        self.due.extend(answer);
        self.put_at_port(command)?;
        for _ in 0..PATIENCE {
            let taken = self.ports.peek("ready").map_err(wrong)? == 1;
            self.cycle()?;
            if taken {
                return self.poke("command", 0);
            }
        }
        Err(wrong(format!("the unit takes no command for {PATIENCE} cycles")))
    }

    fn put_at_port(&mut self, command: &Command) -> Result<(), MachineError> {
        let Entry { seen, with_kings, of_white } = command.entry;
        for (port, value) in [
            ("command", 1),
            ("operation", command.operation.number()),
            ("black", seen[0].into()),
            ("white", seen[1].into()),
            ("parts", command.parts.into()),
            ("answers", command.answers.into()),
            ("king_black", command.kings[0].into()),
            ("king_white", command.kings[1].into()),
            ("material", u64::from(command.material as u16)),
            ("white_to_move", command.white_to_move.into()),
        ] {
            self.poke(port, value)?;
        }
        if self.own_codes_of_kings {
            self.poke("with_kings", with_kings.into())?;
            self.poke("of_white", of_white.into())?;
        }
        Ok(())
    }

    /// Gives commands, of which the last is answered. Returns its answer.
    ///
    /// # Errors
    /// See [`Run::settle`].
    pub fn sum(&mut self, commands: &[Command]) -> Result<Answer, MachineError> {
        commands.iter().try_for_each(|command| self.give(command))?;
        self.settle()
    }

    /// Some cycles without a command.
    ///
    /// # Errors
    /// See [`Run::give`].
    pub fn idle(&mut self, cycles: u32) -> Result<(), MachineError> {
        (0..cycles).try_for_each(|_| self.cycle())
    }

    /// Waits until everything is answered. Returns the last answer.
    ///
    /// # Errors
    /// See [`Run::give`]; or an answer does not come.
    pub fn settle(&mut self) -> Result<Answer, MachineError> {
        for _ in 0..PATIENCE {
            if self.due.is_empty() {
                return Ok(self.last);
            }
            self.cycle()?;
        }
        Err(wrong(format!("{} answers do not come", self.due.len())))
    }

    /// The word that was asked for in each clock cycle, where one was.
    pub fn asked(&self) -> &[Option<u64>] {
        &self.asked
    }

    /// What was counted so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

/// The commands that put a list of entries into an empty unit, and sum it.
pub fn whole(entries: &[Entry], last: Command) -> Vec<Command> {
    let clear = Command { operation: Operation::Clear, parts: 0, answers: false, ..last };
    let put = |entry: &Entry| Command { operation: Operation::Put, entry: *entry, ..clear };
    let puts = entries.iter().map(put);
    std::iter::once(clear).chain(puts).chain([Command { operation: Operation::Whole, ..last }]).collect()
}
