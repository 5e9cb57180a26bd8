//! The places of nodes that threads share, in software.

use crate::chess::player::Code;

/// A set of places, of which there are 128 at most.
pub type Set = u128;

/// A node that a thread without one may join.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub place: usize,
    pub depth: u32,
    pub ply: usize,
    /// The places from the root to it.
    pub path: Set,
    /// The move of the root above it, and its number.
    pub tried: Code,
    pub number: u32,
}

/// Which places are used, taken by a turn, or cut.
#[derive(Clone, Debug)]
pub struct Places {
    count: u32,
    most: usize,
    /// A turn is under way there.
    busy: Set,
    candidates: Vec<Candidate>,
    /// Nodes cut in this round of turns, and in the one before.
    cut: [Set; 2],
    /// Places of threads' paths in this round, and in the two before.
    used: [Set; 3],
    /// The place that is looked at next.
    looked_at: u32,
    free: Option<usize>,
}

impl Places {
    /// With the root at place 0.
    pub fn new(count: u32, most: usize) -> Self {
        Self {
            count,
            most,
            busy: 0,
            candidates: Vec::new(),
            cut: [0; 2],
            used: [0; 3],
            looked_at: 2 % count,
            free: (count > 1).then_some(1),
        }
    }

    /// The node to join.
    pub fn candidate(&self) -> Option<Candidate> {
        let first = self.candidates.first().copied();
        assert!(first.is_none_or(|first| !self.is_busy(first.place)), "no turn is under way there");
        first
    }

    /// Whether a turn is under way at a place.
    pub fn is_busy(&self, place: usize) -> bool {
        self.busy >> place & 1 == 1
    }

    /// Whether one of these places was cut.
    pub fn is_cut(&self, path: Set) -> bool {
        path & (self.cut[0] | self.cut[1]) != 0
    }

    /// A turn begins at a place.
    pub fn enter(&mut self, place: usize) {
        self.busy |= 1 << place;
        self.candidates.retain(|candidate| candidate.place != place);
    }

    /// The free place for a node that begins in this cycle.
    pub fn take(&mut self) -> Option<usize> {
        self.free.take()
    }

    /// Forgets candidates that were cut, and looks at one place; in each cycle, before results are
    /// taken.
    pub fn look(&mut self) -> Option<usize> {
        let cut = self.cut[0] | self.cut[1];
        self.candidates.retain(|candidate| candidate.path & cut == 0);
        if self.free.is_some() {
            return None;
        }
        let place = self.looked_at as usize;
        self.looked_at = (self.looked_at + 1) % self.count;
        let used = self.used.iter().fold(1, |all, used| all | used);
        (used >> place & 1 == 0).then_some(place)
    }

    /// The place that was found, after results are taken.
    pub fn found(&mut self, place: Option<usize>) {
        self.free = self.free.or(place);
    }

    /// A turn at a place ends.
    pub fn leave(&mut self, place: usize, cut: bool) {
        self.busy &= !(1 << place);
        self.cut[0] |= Set::from(cut) << place;
    }

    /// A thread has this path.
    pub fn uses(&mut self, path: Set) {
        self.used[0] |= path;
    }

    /// A node may be joined.
    pub fn offer(&mut self, candidate: Candidate) {
        let at = self.candidates.iter().position(|other| other.depth < candidate.depth);
        self.candidates.insert(at.unwrap_or(self.candidates.len()), candidate);
        self.candidates.truncate(self.most);
    }

    /// A round of turns ends.
    pub fn end_round(&mut self) {
        self.cut = [0, self.cut[0]];
        self.used = [0, self.used[0], self.used[1]];
    }
}
