//! A run of the stream of moves: every thread walks through the moves of a position and all
//! replies.

use std::collections::VecDeque;

use crate::sections::SectionError;
use crate::sections::strip::{Kind, Strip};
use crate::simulate::Simulation;
use crate::stream::{PassResult, PositionOf, Stream, StreamDriver, Streamed, Turn};

/// The possible outputs of the pipeline.
const KINDS: [Kind; 5] = [
    Kind { what: "a move of the position", useful: true },
    Kind { what: "a reply", useful: true },
    Kind { what: "a node without a move", useful: false },
    Kind { what: "the position is loaded", useful: false },
    Kind { what: "nothing was asked", useful: false },
];

/// Nodes of a thread: the position, and one below it.
const PLIES: usize = 2;

/// Rounds of turns that are shown.
pub(super) const ROUNDS: usize = 32;

/// Rounds until every thread has a position, at most: a load takes three.
const LOADING: usize = 4;

/// The output of the pipeline in each cycle from the first command on.
pub(super) struct Run {
    /// The threads.
    pub threads: usize,
    /// The thread of each output, and its kind, as a place in the kinds.
    pub left: Vec<(usize, usize)>,
}

impl Run {
    /// The last rounds, with thread 0 first.
    pub fn strip(&self, rounds: usize) -> Strip {
        let shown = rounds * self.threads;
        let from = self.left.len().saturating_sub(shown);
        Strip {
            kinds: &KINDS,
            columns: self.threads,
            cells: self.left[from..].iter().map(|(_, kind)| *kind).collect(),
        }
    }
}

/// A thread's walk: which nodes have moves left.
#[derive(Clone, Copy, Default)]
struct Walk {
    /// The node to ask next; `None` before it has a position, or when its tree is done.
    ply: Option<usize>,
    more: [bool; PLIES],
}

impl Walk {
    /// Goes below the move, or up to the last node with moves left.
    fn answered(&mut self, answer: &PassResult) {
        let ply = (answer.ply as usize).min(PLIES - 1);
        self.more[ply] = answer.found && !answer.last;
        let below = (answer.found && ply + 1 < PLIES).then_some(ply + 1);
        self.ply = below.or_else(|| (0..=ply).rev().find(|&ply| self.more[ply]));
    }
}

/// Loads the position into every thread, lets all threads walk, and records the output of the
/// pipeline until the rounds to show are full.
///
/// # Errors
/// The simulator failed, or the threads are not all loaded in time.
pub(super) fn run<S: Streamed>(
    core: &'static str,
    machine: &Stream,
    position: &PositionOf<S>,
) -> Result<Run, SectionError> {
    let threads = machine.threads as usize;
    let mut driver = StreamDriver::<_, S>::new(Simulation::new(&machine.design)?, machine.threads)?;
    let mut walks = vec![Walk::default(); threads];
    let mut waiting: VecDeque<usize> = (0..threads).collect();
    let (mut offered, mut loaded, mut left) = (None, 0, Vec::new());
    let most = (LOADING * threads + ROUNDS + 2) * threads;
    // The first output belongs to the thread that entered `latency` turns before; thread 0 comes
    // first after the reset.
    let mut leaving = threads - machine.latency as usize % threads;
    let mut all_at = None;
    while left.len() < most {
        if offered.is_none()
            && let Some(&thread) = waiting.front()
        {
            driver.offer(thread as u32, position)?;
            offered = Some(thread);
        }
        let Turn { answer, loaded: taken, .. } =
            driver.cycle(|thread| walks[thread as usize].ply.map(|ply| ply as u32))?;
        let thread = answer.as_ref().map_or(leaving % threads, |answer| answer.thread as usize);
        leaving = thread + 1;
        left.push((thread, kind(answer.as_ref(), taken)));
        if let Some(answer) = answer {
            walks[thread].answered(&answer);
            if walks[thread].ply.is_none() {
                waiting.push_back(thread);
            }
        }
        if taken && let Some(thread) = offered.take() {
            waiting.pop_front();
            walks[thread].ply = Some(0);
            loaded += 1;
            if loaded == threads {
                all_at = Some(left.len());
            }
        }
        let enough = all_at.is_some_and(|at| left.len() >= at + (ROUNDS + 1) * threads);
        if enough && thread + 1 == threads {
            return Ok(Run { threads, left });
        }
    }
    Err(SectionError::Threads { core, cycles: most as u64 })
}

fn kind(answer: Option<&PassResult>, loaded: bool) -> usize {
    match answer {
        Some(answer) if !answer.found => 2,
        Some(answer) => (answer.ply as usize).min(1),
        None if loaded => 3,
        None => 4,
    }
}
