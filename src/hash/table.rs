//! The table in software.

use super::rules::{self, Rule};
use super::{Clusters, Entry, GENERATIONS, Layout, Store, TableError};

/// A hash table. Its bytes are those that the hardware has after the same operations.
///
/// ```
/// use movewright::hash::{Bound, Clusters, Layout, Store, Table};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut table = Table::new(Layout::default(), Clusters::new(1000)?, 1)?;
/// let key = 0x0123_4567_89ab_cdef;
/// table.store(key, &Store { depth: 10, bound: Bound::Exact, mv: 796, ..Store::default() });
/// assert_eq!(table.probe(key).hit.map(|entry| entry.mv), Some(796));
/// assert_eq!(table.bytes().len(), 32 * 1000);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    layout: Layout,
    clusters: Clusters,
    seed: u64,
    generation: u32,
    bytes: Vec<u8>,
}

/// The answer to a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The cluster.
    pub index: u64,
    /// The place in it: that of the first entry with this key part, else that of the entry which a
    /// store would replace.
    pub place: usize,
    /// The entry there, if it is of this key part and not empty. It is not checked further: its
    /// move may be of another position with the same part and cluster.
    pub hit: Option<Entry>,
}

/// What a store did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The cluster.
    pub index: u64,
    /// The place in it.
    pub place: usize,
    /// What was replaced.
    pub rule: Rule,
}

impl Table {
    /// An empty table. The seed is that of its keys' constants; the table only keeps it for files.
    ///
    /// # Errors
    /// This computer has too little memory.
    pub fn new(layout: Layout, clusters: Clusters, seed: u64) -> Result<Self, TableError> {
        let bytes = Self::size(layout, clusters);
        let refused = TableError::Memory { count: clusters.count(), bytes };
        let length = usize::try_from(bytes).map_err(|_| refused.clone())?;
        let mut memory = Vec::new();
        memory.try_reserve_exact(length).map_err(|_| refused)?;
        memory.resize(length, 0);
        Ok(Self { layout, clusters, seed, generation: 0, bytes: memory })
    }

    /// The bytes of a table; `u64::MAX` if they are more than that.
    pub(super) fn size(layout: Layout, clusters: Clusters) -> u64 {
        clusters.count().saturating_mul(layout.cluster_bytes().into())
    }

    /// The layout of its clusters.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Its clusters.
    pub fn clusters(&self) -> Clusters {
        self.clusters
    }

    /// The seed of its keys.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of the search, modulo 32.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// All bytes, cluster after cluster.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, to change them.
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// The bytes of a cluster; none if there is no such cluster.
    pub fn cluster(&self, index: u64) -> &[u8] {
        self.bytes.get(self.place(index)).unwrap_or_default()
    }

    fn place(&self, index: u64) -> std::ops::Range<usize> {
        let bytes = self.layout.cluster_bytes() as usize;
        let first = (index as usize).saturating_mul(bytes);
        first..first.saturating_add(bytes)
    }

    /// Looks a key up, of which bit 0 is the side to move.
    pub fn probe(&self, key: u64) -> Probe {
        let index = self.clusters.index(key);
        let part = self.clusters.key_part(key, self.layout.key_bits());
        let entries = self.layout.read(self.cluster(index));
        let found = rules::place_of(&entries, part);
        let place = found.unwrap_or_else(|| rules::victim(&entries, self.generation));
        let hit = found.and_then(|place| entries.get(place)).filter(|entry| !entry.is_empty());
        Probe { index, place, hit: hit.copied() }
    }

    /// Stores what a search found out. A store with the depth 0 changes nothing.
    pub fn store(&mut self, key: u64, new: &Store) -> Stored {
        let Probe { index, place, .. } = self.probe(key);
        if new.depth == 0 {
            return Stored { index, place, rule: Rule::Nothing };
        }
        let (layout, generation) = (self.layout, self.generation);
        let part = self.clusters.key_part(key, layout.key_bits());
        let range = self.place(index);
        let cluster = self.bytes.get_mut(range).unwrap_or_default();
        let old = layout.read(cluster).get(place).copied().unwrap_or_default();
        let (after, rule) = rules::saved(&old, part, new, generation);
        layout.write(cluster, place, &after);
        Stored { index, place, rule }
    }

    /// Says that a new search begins: entries of earlier ones are worth less from now on.
    pub fn new_search(&mut self) {
        self.set_generation(self.generation + 1);
    }

    pub(super) fn set_generation(&mut self, generation: u32) {
        self.generation = generation % GENERATIONS;
    }

    /// Empties it, and begins with search 0.
    pub fn clear(&mut self) {
        self.bytes.fill(0);
        self.generation = 0;
    }
}
