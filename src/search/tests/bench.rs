//! A driver of the threads in simulation.

use super::machine::Threads;
use super::thread::NUMBER;
use super::tree::VALUE;
use crate::search::Found;
use crate::simulate::{Net, Simulation};

/// A search for a thread.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    pub position: u16,
    pub depth: u32,
    pub deepening: bool,
    pub scouts: bool,
    /// The turns there are for the searches behind the first.
    pub limit: u16,
}

/// What a thread found.
#[derive(Clone, Copy, Debug)]
pub struct Result {
    pub found: Found<u8>,
    /// Plies of the last search that ended.
    pub depth: u32,
}

pub struct Bench {
    simulation: Simulation,
    threads: u32,
}

impl Bench {
    pub fn new(Threads { design, threads }: Threads) -> Self {
        let mut simulation = Simulation::new(&design).unwrap();
        simulation.compile();
        let mut bench = Self { simulation, threads };
        bench.set("reset", 1);
        bench.simulation.step();
        bench.set("reset", 0);
        bench
    }

    fn port(&self, name: &str) -> Net {
        self.simulation.find(name).unwrap()
    }

    fn set(&mut self, name: &str, value: u64) {
        let port = self.port(name);
        self.simulation.poke(port, value).unwrap();
    }

    fn get(&mut self, name: &str) -> u64 {
        let port = self.port(name);
        self.simulation.peek(port)
    }

    fn request(&mut self, thread: usize, job: Job) {
        self.set("request_valid", 1);
        self.set("request_thread", thread as u64);
        self.set("request_position", job.position.into());
        self.set("request_wanted", u64::from(job.depth) - 1);
        self.set("request_deepening", job.deepening.into());
        self.set("request_scouts", job.scouts.into());
        self.set("request_limit", job.limit.into());
    }

    /// Searches all jobs, each by whichever thread is free.
    pub fn search(&mut self, jobs: &[Job]) -> Vec<Result> {
        let mut results = vec![None; jobs.len()];
        // The job of each thread.
        let mut held = vec![None; self.threads as usize];
        let (mut next, mut done) = (0, 0);
        while done < jobs.len() {
            let free = held.iter().position(Option::is_none);
            let requested = free.filter(|_| next < jobs.len());
            match requested {
                Some(thread) => self.request(thread, jobs[next]),
                None => self.set("request_valid", 0),
            }
            if let (Some(thread), 1) = (requested, self.get("request_taken")) {
                held[thread] = Some(next);
                next += 1;
            }
            if self.get("finishes") == 1 {
                let thread = self.get("thread") as usize;
                let job: usize = held[thread].take().expect("a thread without a job ends");
                results[job] = Some(self.result());
                done += 1;
            }
            self.simulation.step();
        }
        results.into_iter().map(Option::unwrap).collect()
    }

    fn result(&mut self) -> Result {
        let (nodes, leaves) = (self.get("nodes"), self.get("leaves"));
        let (best, score) = (as_move(self.get("found")), as_value(self.get("score")));
        Result { found: Found { best, score, nodes, leaves, sorted: 0 }, depth: 1 + self.get("depth") as u32 }
    }

    /// Searches a job by all threads that share the root, or by one. Gives best move, score and
    /// cycles.
    pub fn share(&mut self, job: Job, all: bool) -> (Option<u8>, i32, u64) {
        self.set("opens", 1);
        self.simulation.step();
        self.set("opens", 0);
        let wanted = if all { self.threads } else { 1 };
        let (mut requested, mut done, mut cycles) = (0, 0, 0);
        while done < wanted {
            if requested < wanted {
                self.request(requested as usize, job);
            } else {
                self.set("request_valid", 0);
            }
            requested += self.get("request_taken") as u32;
            done += self.get("finishes") as u32;
            self.simulation.step();
            cycles += 1;
        }
        (as_move(self.get("best_move")), as_value(self.get("best_value")), cycles)
    }
}

fn as_move(word: u64) -> Option<u8> {
    (word >> NUMBER == 1).then_some((word & ((1 << NUMBER) - 1)) as u8)
}

fn as_value(word: u64) -> i32 {
    let unused = u64::BITS - VALUE;
    ((word << unused) as i64 >> unused) as i32
}
