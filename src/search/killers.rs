//! Killers: the moves that last cut nodes of a ply, which are tried first at other nodes of that
//! ply.

use super::{Change, Step};
use crate::describe::{Wire, concat, mux};
use crate::parts::decode::{one_hot, word};

/// A move that cut a node.
#[derive(Clone)]
pub struct Killer {
    /// There is one: 1 bit.
    pub known: Wire,
    /// The move.
    pub mv: Wire,
}

/// The killers of a ply, the latest first.
#[derive(Clone)]
pub struct Killers {
    killers: Vec<Killer>,
}

impl Killers {
    /// These killers, the latest first.
    pub fn new(killers: Vec<Killer>) -> Self {
        Self { killers }
    }

    /// Killers of `width` bits a move, from a word made by [`Killers::packed`]. There is none
    /// unless the 1-bit `known` is set.
    pub fn unpacked(packed: &Wire, width: u32, known: &Wire) -> Self {
        let killer = |place: u32| Killer {
            known: packed.bit(place * (width + 1) + width) & known,
            mv: packed.slice(place * (width + 1), width),
        };
        Self { killers: (0..packed.width() / (width + 1)).map(killer).collect() }
    }

    /// The killers side by side, the latest in the lowest bits.
    pub fn packed(&self) -> Wire {
        let words = self.killers.iter().rev();
        concat(&words.flat_map(|Killer { known, mv }| [known.clone(), mv.clone()]).collect::<Vec<_>>())
    }

    /// The killers, the latest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Killer> {
        self.killers.iter()
    }

    /// Which of them a move is: a bit for each, the latest lowest, whether it is known or not.
    /// Combinational; a comparison each.
    pub fn same(&self, mv: &Wire) -> Wire {
        word(&self.killers.iter().map(|killer| mv.eq(&killer.mv)).collect::<Vec<_>>())
    }

    /// The killers after `mv` has cut a node: it is the latest. The others move back as far as the
    /// place where it was, so that none comes twice. Combinational; a multiplexer a bit for each
    /// killer but the first.
    pub fn with(&self, mv: &Wire) -> Self {
        let mut later = Killer { known: mv.builder().bit(true), mv: mv.clone() };
        let mut found = mv.builder().bit(false);
        let mut killers = Vec::new();
        for killer in &self.killers {
            let stays = |then: &Wire, otherwise: &Wire| mux(&found, then, otherwise);
            let kept = if killers.is_empty() {
                later.clone()
            } else {
                Killer { known: stays(&killer.known, &later.known), mv: stays(&killer.mv, &later.mv) }
            };
            found = &found | &(&killer.known & &killer.mv.eq(mv));
            killers.push(kept);
            later = killer.clone();
        }
        Self { killers }
    }
}

/// The plies of which there are killers, a bit each, the last ply lowest. The words of the others
/// need not be cleared.
#[derive(Clone)]
pub struct KnownPlies(pub Wire);

impl KnownPlies {
    /// There are killers of this ply: 1 bit.
    pub fn has(&self, ply: &Wire) -> Wire {
        (&self.0 & &self.alone(ply)).any()
    }

    /// The last ply has killers: 1 bit.
    pub fn last(&self) -> Wire {
        self.0.bit(0)
    }

    /// The change when this ply gets a killer (`found`, 1 bit). A search that begins knows none,
    /// while a deeper one keeps what is known.
    pub fn stepped(&self, step: &Step, ply: &Wire, found: &Wire) -> Change {
        let known = (&self.0 | &self.alone(ply)).when(&!&step.begins);
        Change::new(&(&step.begins | found), &known)
    }

    fn alone(&self, ply: &Wire) -> Wire {
        word(&one_hot(ply, self.0.width()))
    }
}
