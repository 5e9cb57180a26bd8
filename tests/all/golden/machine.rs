//! Simulated machines, one a thread, and a look inside.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use movewright::chess::classic::{ClassicMachine, Options, design};
use movewright::chess::{Position, Square};
use movewright::simulate::{Net, Simulation};

/// A classic machine in the built-in simulator, and its piece registers.
pub struct Chess {
    pub machine: ClassicMachine<Simulation>,
    registers: Vec<Net>,
}

impl Chess {
    pub fn new(options: &Options) -> Self {
        let simulation = Simulation::new(&design(options).unwrap()).unwrap();
        let register =
            |square: Square| simulation.find(&format!("board.square_{square}.piece_register")).unwrap();
        let registers = Square::all().map(register).collect();
        let machine = ClassicMachine::new(simulation, "built-in simulator", options.stack_depth).unwrap();
        Self { machine, registers }
    }

    /// The piece registers: colour and kind, 0 for none.
    pub fn pieces(&mut self) -> [u64; 64] {
        std::array::from_fn(|square| self.machine.ports().peek(self.registers[square]))
    }

    /// Clock cycles since the machine was made.
    pub fn cycle(&mut self) -> u64 {
        self.machine.ports().cycle()
    }
}

/// The codes the piece registers should hold.
pub fn codes(position: &Position) -> [u64; 64] {
    position.board.map(|piece| piece.map_or(0, |piece| u64::from(piece.code())))
}

/// Does the work for every number below `count`, on as many threads as there are processors, each
/// with a machine of its own; the results in the order of the numbers.
pub fn for_each<T: Send>(
    options: &Options,
    count: usize,
    work: impl Fn(&mut Chess, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut chess = Chess::new(options);
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return done;
            }
            done.push((number, work(&mut chess, number)));
        }
    };
    let mut done = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let results =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        results.flatten().collect::<Vec<_>>()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
