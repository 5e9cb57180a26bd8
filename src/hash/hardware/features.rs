//! What a store has to know of an entry to decide, and nothing else.

use super::carried::Carried;
use super::chain::Chain;
use crate::describe::{Builder, ModuleHandle, Project, Wire, concat, mux};
use crate::hash::Layout;
use crate::netlist::{Direction, NetlistError};
use crate::parts::equal::equal_later;

/// Bits of the number of a search.
pub(super) const GENERATION: u32 = 5;

/// Depth that an entry loses for each search since it was written, as a shift.
const DEPTH_OF_A_SEARCH: u32 = 3;

/// Bits of a worth.
pub(super) fn worth_bits(layout: Layout) -> u32 {
    layout.depth_bits().max(GENERATION + DEPTH_OF_A_SEARCH) + 1
}

/// An entry as a store sees it.
#[derive(Clone)]
pub(super) struct Features {
    /// Its key part is that of the store.
    pub matches: Wire,
    /// It gives way if it matches: it is less deep, or of an older search.
    pub yields: Wire,
    /// Its depth less 8 for each search since, and 248 to keep it above 0. Where a cluster has a
    /// single place, nobody asks.
    pub worth: Option<Wire>,
}

/// The fields of an entry that a store compares.
pub(super) struct Compared {
    /// The key part.
    pub key: Wire,
    /// The depth.
    pub depth: Wire,
    /// The number of the search.
    pub generation: Wire,
}

impl Compared {
    /// The fields of a word of a way's copies.
    pub fn of(layout: Layout, word: &Wire) -> Self {
        let (key, depth) = (layout.key_bits(), layout.depth_bits());
        Self {
            key: word.slice(0, key),
            depth: word.slice(key, depth),
            generation: word.slice(key + depth, GENERATION),
        }
    }
}

/// The stages of what stores compare.
pub(super) struct Stores {
    /// The layout of an entry.
    pub layout: Layout,
    /// The key part, the depth and the number of the search, as in a way's copies.
    pub compared: Chain,
    /// The depth plus 2 in the principal variation plus 4: an entry of the same position less deep
    /// than this gives way.
    pub reach: Chain,
}

impl Stores {
    /// What the store in this stage compares.
    pub fn at(&self, stage: u32) -> Compared {
        Compared::of(self.layout, &self.compared.at(stage))
    }

    /// The features of an entry, as the store sees it that is in the stage `stage`; two cycles
    /// later. The instance is called `name`.
    pub fn features(&self, comparer: &ModuleHandle, entry: &Compared, stage: u32, name: &str) -> Features {
        let b = entry.key.builder();
        let store = self.at(stage);
        let outputs = b
            .instance(name, comparer)
            .input("key", &store.key)
            .input("generation", &store.generation)
            .input("reach", &self.reach.at(stage))
            .input("entry_key", &entry.key)
            .input("entry_depth", &entry.depth)
            .input("entry_generation", &entry.generation)
            .outputs();
        let has_worth = comparer.names_of(Direction::Output).any(|port| port == "worth");
        Features {
            matches: outputs.get("same_key"),
            yields: outputs.get("yields"),
            worth: has_worth.then(|| outputs.get("worth")),
        }
    }
}

/// The module that compares a store with an entry, as [`Stores::features`] uses it.
///
/// Outputs come 2 cycles after the inputs: `same_key`, `yields`, and `worth` where a cluster has
/// several places. Area: about 30 LUT4 and 52 flip-flops in the default layout.
pub(super) fn comparer(
    project: &mut Project,
    name: &str,
    layout: Layout,
) -> Result<ModuleHandle, NetlistError> {
    let (key, depth) = (layout.key_bits(), layout.depth_bits());
    let b = Builder::new(
        name,
        "Compares a store with an entry that it may replace.\nThe comparison comes 2 cycles after both.",
    );
    let input = |name: &str, width: u32, comment: &str| b.input(name, width).comment(comment);
    let [entry_key, store_key] =
        ["entry_key", "key"].map(|name| input(name, key, "the part of a key that is stored"));
    let [entry_generation, generation] =
        ["entry_generation", "generation"].map(|name| input(name, GENERATION, "the number of a search"));
    let entry_depth = input("entry_depth", depth, "the depth of the entry");
    let reach = input("reach", depth + 1, "entries less deep than this are replaced").later("reach_later");

    let same_key = equal_later(&store_key, &entry_key, "key_pairs_are_same");
    let unaged = (!&(&generation - &entry_generation)).later("unaged").comment("31 less the searches since");
    let depth = entry_depth.later("entry_depth_later");
    b.output("same_key", &same_key.later("same_key_later")).comment("the key parts are the same");
    let yields = depth.extend(reach.width()).lt(&reach) | !unaged.all();
    b.output("yields", &yields.later("yields_later")).comment("an entry of the same key is replaced");
    if layout.entries() > 1 {
        let width = worth_bits(layout);
        let gained = concat(&[unaged, b.constant(DEPTH_OF_A_SEARCH, 0)]).extend(width);
        let worth = (&depth.extend(width) + &gained).later("worth_later");
        b.output("worth", &worth).comment("its depth, less 8 for each search since, plus 248");
    }
    project.add(b)
}

impl Features {
    /// These without the worth.
    pub fn without_worth(&self) -> Self {
        Self { worth: None, ..self.clone() }
    }

    fn zip(&self, other: &Self, join: impl Fn(&Wire, &Wire) -> Wire) -> Self {
        Self {
            matches: join(&self.matches, &other.matches),
            yields: join(&self.yields, &other.yields),
            worth: self.worth.as_ref().zip(other.worth.as_ref()).map(|(one, other)| join(one, other)),
        }
    }
}

impl Carried for Features {
    fn or(&self, select: &Wire, others: &Self) -> Self {
        self.zip(others, |these, others| mux(select, these, others))
    }

    fn later(&self, name: &str, stage: u32) -> Self {
        let later = |wire: &Wire, part: &str| wire.later(&format!("{name}_{part}_{stage}"));
        Self {
            matches: later(&self.matches, "matches"),
            yields: later(&self.yields, "yields"),
            worth: self.worth.as_ref().map(|worth| later(worth, "worth")),
        }
    }
}

crate::bundle! {
    /// What a store brings besides its key part, depth and search.
    pub(super) struct Attributes {
        /// Its value is exact.
        exact: 1,
        /// It has a move.
        moves: 1,
    }
}

impl Attributes {
    /// The attributes of a store, from its ports.
    pub fn of(bound: &Wire, mv: &Wire) -> Self {
        Self { exact: bound.all(), moves: mv.any() }
    }
}
