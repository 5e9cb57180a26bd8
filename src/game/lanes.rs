//! A driver of 64 machines of a game at once, one in each lane, through their command ports.

use std::marker::PhantomData;

use super::{Game, MachineError, PerftCount, Walk, Word};
use crate::simulate::command_port::PATIENCE;
use crate::simulate::lanes::{LANES, Lanes};
use crate::simulate::{Net, SimulateError};

/// 64 machines of a game in the built-in simulator.
pub struct GameLanes<G> {
    lanes: Lanes,
    ports: Ports,
    stack: u32,
    game: PhantomData<G>,
}

#[derive(Clone, Copy)]
struct Ports {
    command_valid: Net,
    command: Net,
    command_data: Net,
    command_ready: Net,
    response_valid: Net,
    response_data: Net,
    response_error: Net,
}

/// The task of a lane: the commands of a position, and the answers so far.
struct Task {
    job: usize,
    commands: Vec<Word>,
    answers: Vec<u64>,
    /// The cycle in which the present command was offered.
    since: u64,
}

impl<G: Game> GameLanes<G> {
    /// Resets the machines; `stack` is their stack depth in plies.
    ///
    /// # Errors
    /// The design has no command port.
    pub fn new(mut lanes: Lanes, stack: u32) -> Result<Self, MachineError> {
        let find = |port: &str| lanes.find(port).map_err(failed);
        let ports = Ports {
            command_valid: find("command_valid")?,
            command: find("command")?,
            command_data: find("command_data")?,
            command_ready: find("command_ready")?,
            response_valid: find("response_valid")?,
            response_data: find("response_data")?,
            response_error: find("response_error")?,
        };
        let (reset, response_ready) = (find("reset")?, find("response_ready")?);
        for (net, value) in [(ports.command_valid, 0), (response_ready, 1), (reset, 1)] {
            lanes.poke_all(net, value).map_err(failed)?;
        }
        lanes.step();
        lanes.poke_all(reset, 0).map_err(failed)?;
        Ok(Self { lanes, ports, stack, game: PhantomData })
    }

    /// Counts the game tree of every position to its depth, as
    /// [`super::Machine::perft`] does for one. A lane that is done takes the next
    /// position. The place of each position in the list is reported to `done` when its count ends.
    ///
    /// # Errors
    /// A depth is greater than the move stack's, or a machine does not answer.
    pub fn perft(
        &mut self,
        jobs: &[(G::Position, u32)],
        ordered: bool,
        mut done: impl FnMut(usize),
    ) -> Result<Vec<PerftCount>, MachineError> {
        let mut counts = vec![PerftCount::default(); jobs.len()];
        self.perft_each(jobs, ordered, |job, count| {
            counts[job] = count;
            done(job);
            Ok::<_, MachineError>(())
        })?;
        Ok(counts)
    }

    /// The same, but each count is passed to `done` when it ends, with its place in the list.
    ///
    /// # Errors
    /// As above; or `done` fails, which ends it.
    pub fn perft_each<E: From<MachineError>>(
        &mut self,
        jobs: &[(G::Position, u32)],
        ordered: bool,
        mut done: impl FnMut(usize, PerftCount) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(&(_, depth)) = jobs.iter().find(|&&(_, depth)| depth > self.stack) {
            return Err(MachineError::Depth { depth, stack: self.stack }.into());
        }
        let mut waiting_jobs = jobs.iter().enumerate().map(|(job, (position, depth))| Task {
            job,
            commands: commands::<G>(position, *depth, ordered),
            answers: Vec::new(),
            since: 0,
        });
        let mut tasks: Vec<Option<Task>> = (0..LANES).map(|_| waiting_jobs.next()).collect();
        let (mut offering, mut waiting) = (0, 0);
        for lane in 0..LANES {
            offering |= self.offer(lane, tasks[lane as usize].as_mut())?;
        }
        while offering | waiting != 0 {
            let taken = offering & self.lanes.peek_bit(self.ports.command_ready, 0);
            let answered = waiting & self.lanes.peek_bit(self.ports.response_valid, 0);
            for lane in lanes_in(answered) {
                if let Some(task) = &mut tasks[lane as usize] {
                    self.take_answer(lane, task)?;
                }
            }
            self.lanes.step();
            for lane in lanes_in(taken) {
                self.poke(self.ports.command_valid, lane, 0)?;
            }
            (offering, waiting) = (offering & !taken, waiting & !answered | taken);
            for lane in lanes_in(answered) {
                let slot = &mut tasks[lane as usize];
                if let Some(task) = slot.take_if(|task| task.answers.len() == task.commands.len()) {
                    done(task.job, count::<G>(&task.answers))?;
                    *slot = waiting_jobs.next();
                }
                offering |= self.offer(lane, slot.as_mut())?;
            }
            if self.lanes.cycle().is_multiple_of(PATIENCE) {
                tasks.iter().flatten().try_for_each(|task| self.check_patience(task))?;
            }
        }
        Ok(())
    }

    /// Offers a lane's next command. Returns the lane's bit, or 0 if it has nothing to do.
    fn offer(&mut self, lane: u32, task: Option<&mut Task>) -> Result<u64, MachineError> {
        let now = self.lanes.cycle();
        let Some(task) = task else { return Ok(0) };
        let Some(&word) = task.commands.get(task.answers.len()) else { return Ok(0) };
        task.since = now;
        self.poke(self.ports.command_valid, lane, 1)?;
        self.poke(self.ports.command, lane, word.code.into())?;
        self.poke(self.ports.command_data, lane, word.data)?;
        Ok(1 << lane)
    }

    fn take_answer(&mut self, lane: u32, task: &mut Task) -> Result<(), MachineError> {
        if self.lanes.peek(self.ports.response_error, lane) != 0 {
            let command = task.commands.get(task.answers.len());
            return Err(failed(format!("the machine in lane {lane} refused {command:?}")));
        }
        task.answers.push(self.lanes.peek(self.ports.response_data, lane));
        Ok(())
    }

    fn check_patience(&self, task: &Task) -> Result<(), MachineError> {
        let command = task.commands.get(task.answers.len());
        let waits = self.lanes.cycle() - task.since;
        match command {
            Some(word) if word.code != Walk::Perft as u8 && waits > PATIENCE => {
                Err(failed(format!("{word:?} was not answered for {waits} cycles: a machine hangs")))
            }
            _ => Ok(()),
        }
    }

    fn poke(&mut self, net: Net, lane: u32, value: u64) -> Result<(), MachineError> {
        self.lanes.poke(net, lane, value).map_err(failed::<SimulateError>)
    }
}

/// The commands after those that load a position: the count, then its counters.
fn walk<G: Game>(depth: u32, ordered: bool) -> Vec<Word> {
    let counters: &[u64] = if G::COUNTS_MOVES { &[1, 2] } else { &[1] };
    let read = counters.iter().map(|&counter| Walk::ReadCounter.with(counter));
    [G::count(depth, ordered)].into_iter().chain(read).collect()
}

fn commands<G: Game>(position: &G::Position, depth: u32, ordered: bool) -> Vec<Word> {
    G::load(position, true).into_iter().chain(walk::<G>(depth, ordered)).collect()
}

/// The count in the answers to [`commands`].
fn count<G: Game>(answers: &[u64]) -> PerftCount {
    match *answers {
        [.., nodes, cycles, moves] if G::COUNTS_MOVES => PerftCount { nodes, cycles, moves },
        [.., nodes, cycles] => PerftCount { nodes, cycles, moves: nodes },
        _ => PerftCount::default(),
    }
}

/// The numbers of the lanes whose bits are set.
fn lanes_in(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lane = set.checked_ilog2()?;
        set &= !(1 << lane);
        Some(lane)
    })
}

fn failed<E: ToString>(problem: E) -> MachineError {
    MachineError::simulator("built-in simulator, lanes", problem)
}
