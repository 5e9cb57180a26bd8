//! The engine of a program: the interpreter from the first cycle on, and machine code as soon as
//! there is some.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use super::native::Native;
use super::program::{Program, Slot};
use super::run::Machine;

/// The number of cycles after which machine code is made for a design; most tests end before, and
/// need none.
const COMPILED_AFTER: u64 = 2048;

/// The number of cycles between two looks whether the machine code is ready.
const LOOK: u64 = 256;

/// The slots that compiled code keeps up to date.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    /// These, in their own places.
    pub kept: Vec<Slot>,
    /// The first of each pair in the place of the second, which no operation reads.
    pub moved: Vec<(Slot, Slot)>,
}

impl Wanted {
    /// The slots up to the program's end that are up to date after compiled code has run: state,
    /// constants, and kept slots.
    pub fn marks(&self, program: &Program) -> Vec<bool> {
        let mut marks = vec![false; program.end as usize];
        marks[..program.first as usize + program.constants.len()].fill(true);
        self.kept.iter().for_each(|&slot| marks[slot as usize] = true);
        marks
    }
}

/// A running program.
pub(super) struct Engine {
    machine: Machine,
    wanted: Arc<Wanted>,
    native: State,
    cycles: u64,
}

enum State {
    /// Nothing compiled yet: the program, and the words of the memory array.
    Interpreted(Box<(Program, usize)>),
    Compiling(JoinHandle<Option<Native>>),
    Compiled(Native),
    /// It cannot be compiled here.
    Never,
}

impl Engine {
    /// `memory`: the words of the memory array.
    pub fn new(program: Program, wanted: Wanted, memory: usize) -> Self {
        let machine = Machine::new(&program);
        let native = State::Interpreted(Box::new((program, memory)));
        Self { machine, wanted: Arc::new(wanted), native, cycles: 0 }
    }

    /// Computes everything.
    pub fn run_all(&self, slots: &mut [u64], memory: &[u64]) {
        self.machine.run(slots, memory);
    }

    /// Computes at least the kept slots, and makes the moves. Returns true if it computed
    /// everything.
    pub fn run(&self, slots: &mut [u64], memory: &[u64]) -> bool {
        if let State::Compiled(native) = &self.native
            && native.run(slots, memory)
        {
            return false;
        }
        self.machine.run(slots, memory);
        for &(from, to) in &self.wanted.moved {
            slots[to as usize] = slots[from as usize];
        }
        true
    }

    /// Counts a cycle. Then the program is compiled in a thread of its own, or the result is taken
    /// over.
    pub fn count_cycle(&mut self) {
        self.cycles += 1;
        if self.cycles.is_multiple_of(LOOK) {
            match std::mem::replace(&mut self.native, State::Never) {
                State::Interpreted(job) if self.cycles >= COMPILED_AFTER => {
                    let ((program, memory), wanted) = (*job, self.wanted.clone());
                    let thread = thread::Builder::new().name("compile".into());
                    let compile = move || Native::compile(&program, &wanted, memory);
                    self.native = thread.spawn(compile).map_or(State::Never, State::Compiling);
                }
                State::Compiling(thread) if thread.is_finished() => self.native = finished(thread),
                other => self.native = other,
            }
        }
    }

    /// Compiles now, if that has not been done; false if it cannot.
    pub fn compile(&mut self) -> bool {
        self.native = match std::mem::replace(&mut self.native, State::Never) {
            State::Interpreted(job) => {
                Native::compile(&job.0, &self.wanted, job.1).map_or(State::Never, State::Compiled)
            }
            State::Compiling(thread) => finished(thread),
            other => other,
        };
        self.is_compiled()
    }

    /// Whether machine code runs.
    pub fn is_compiled(&self) -> bool {
        matches!(self.native, State::Compiled(_))
    }
}

fn finished(thread: JoinHandle<Option<Native>>) -> State {
    thread.join().ok().flatten().map_or(State::Never, State::Compiled)
}
