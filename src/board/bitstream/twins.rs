//! Two machines that are given the same commands, and have to give the same answers.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use super::shared::Cycles;
use crate::game::{CommandPort, MachineError, Response, Word};

/// The answers so far.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// The number of answers that were the same.
    pub same: usize,
    /// Clock cycles of the machines' own work.
    pub cycles: u64,
    /// The first answer that was not the same: commands, the answer that was expected, and what
    /// came instead.
    pub different: Option<[String; 3]>,
}

/// The command port of a bitstream's machine, beside that of the machine that it has to equal.
pub(super) struct Twins<T> {
    tried: T,
    known: Box<dyn CommandPort>,
    record: Rc<RefCell<Record>>,
    /// The cycles that the tried machine may still take.
    left: Cycles,
}

/// Clock cycles that an answer may take beyond those of the work and of the bits on the line. Then
/// the line is silent, or brings noise.
pub(super) const LONGEST: u64 = 30_000_000;

impl<T: CommandPort> Twins<T> {
    /// The machine that is tried, which runs as long as cycles are left, and the one known.
    pub fn new(tried: T, known: Box<dyn CommandPort>, record: Rc<RefCell<Record>>, left: Cycles) -> Self {
        Self { tried, known, record, left }
    }
}

impl<T: CommandPort> CommandPort for Twins<T> {
    /// The known machine answers first, so that nobody waits much longer for the other.
    fn run(&mut self, commands: &[Word], limit: u64) -> Result<Response, MachineError> {
        let expected = self.known.run(commands, limit)?;
        let limit = expected.cycles.saturating_mul(2);
        self.left.set(limit.saturating_add(LONGEST));
        let found = self.tried.run(commands, limit);
        let mut record = self.record.borrow_mut();
        let told = match &found {
            Ok(found) if *found == expected => {
                record.same += 1;
                record.cycles += found.cycles;
                return Ok(*found);
            }
            Ok(found) => answer(found),
            Err(error) => error.to_string(),
        };
        record.different = Some([words(commands), answer(&expected), told.clone()]);
        found.and(Err(MachineError::simulator("bitstream", told)))
    }

    /// Both run to the end of it, so that they stay the same.
    fn run_while(
        &mut self,
        command: Word,
        _stop: Word,
        _piece: u64,
        _goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Response>, MachineError> {
        self.run(&[command], u64::MAX).map(Some)
    }

    fn name(&self) -> &'static str {
        self.tried.name()
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        self.tried.trace(path)
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        self.tried.finish_trace()
    }
}

fn answer(response: &Response) -> String {
    format!("{:#x} after {} cycles", response.data, response.cycles)
}

/// The last of these commands, and how many come before it.
fn words(commands: &[Word]) -> String {
    match commands {
        [] => "no command".into(),
        [one] => format!("{one:?}"),
        [before @ .., last] => format!("{last:?}, after {} more", before.len()),
    }
}
