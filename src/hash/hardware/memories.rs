//! All memories of a table, and what a cycle does with them.

use super::sums::{shared_bits, sum_of, sums};
use super::way::{LATENCY, MEETS, way};
use super::words::{beside_bits, compared_bits};
use crate::describe::{Builder, ModuleHandle, Outputs, Project, Waits, Wire, delay, mux};
use crate::hash::Layout;
use crate::netlist::NetlistError;

/// The modules of the memories.
pub(super) struct Memories {
    layout: Layout,
    way: ModuleHandle,
    sums: ModuleHandle,
}

/// What is read and written in a cycle.
pub(super) struct Accesses<'a> {
    /// The cluster that a probe reads.
    pub probed: &'a Wire,
    /// The cluster that a store reads.
    pub compared: &'a Wire,
    /// The cluster that a store writes.
    pub told: &'a Wire,
    /// The places of which it writes all but the move, and those of which it writes the move.
    pub places: [&'a Wire; 2],
    /// The entry without its move, and the move.
    pub entry: [&'a Wire; 2],
    /// The sums that it writes, and the shared ones.
    pub sums: (&'a [Wire], Option<&'a Wire>),
    /// The table is being cleared, and the cluster whose turn it is.
    pub clearing: [&'a Wire; 2],
}

/// What a store reads, one cycle after a probe has its words.
pub(super) struct StoreReads {
    /// Its own cluster, a word for each place.
    pub own: Vec<Wire>,
    /// The other cluster of its row.
    pub other: Vec<Wire>,
    /// The shared sums.
    pub shared: Option<Wire>,
}

impl StoreReads {
    /// Wires to be driven later.
    pub fn forward(b: &Builder, layout: Layout) -> Self {
        let all = |name: &str| -> Vec<Wire> {
            let word = |place| b.forward(&format!("{name}_{place}"), compared_bits(layout));
            (0..layout.entries()).map(word).collect()
        };
        let bits = shared_bits(layout);
        let shared = (bits > 0).then(|| b.forward("beside_sums", bits));
        Self { own: all("own"), other: all("other"), shared }
    }
}

impl Memories {
    /// The modules, with names that begin with `name`.
    pub fn new(
        project: &mut Project,
        name: &str,
        layout: Layout,
        address_bits: u32,
    ) -> Result<Self, NetlistError> {
        let way = way(project, &format!("{name}_way"), layout, address_bits)?;
        let sums = sums(project, &format!("{name}_sums"), layout, address_bits - 1)?;
        Ok(Self { layout, way, sums })
    }

    /// The memories. Drives what stores read, and returns the words of a probe, 5 cycles after its
    /// cluster: of each place the entry without its move, and the move.
    pub fn place(
        &self,
        project: &mut Project,
        accesses: &Accesses,
        reads: &StoreReads,
    ) -> Result<Vec<[Wire; 2]>, NetlistError> {
        let Accesses { probed, compared, told, places: [rest_places, move_places], .. } = *accesses;
        let entries = self.layout.entries();
        // A word written at the edge of the read comes from the store instead.
        let mut late = |wire: &Wire, name: &str| delay(project, wire, MEETS, name, Waits::REGISTERS);
        let for_probe = told.eq(probed).named("probe_of_told").repeat(entries);
        let same_row = row_of(told).eq(&row_of(compared)).named("row_of_told");
        let other_bank = told.bit(0).ne(&probed.bit(0));
        let for_store = (&same_row & &other_bank).repeat(entries);
        let mut lates = vec![
            ("probe_late_rest", late(&(rest_places & &for_probe), "probe_late_rest")?),
            ("probe_late_move", late(&(move_places & &for_probe), "probe_late_move")?),
            ("store_late_rest", late(&(rest_places & &for_store), "store_late_rest")?),
        ];
        if beside_bits(self.layout) > 0 {
            lates.push(("store_late_move", late(&(move_places & &for_store), "store_late_move")?));
        }
        let late_sums = late(&(rest_places & &same_row.repeat(entries)), "late_sums")?;
        let [rest, mv] = accesses.entry;
        let late_entry = [late(rest, "late_rest")?, late(mv, "late_move")?];
        let sums = self.place_sums(project, accesses, &late_sums)?;

        let conflict = probed.bit(0).eq(&compared.bit(0));
        let conflict = (1..=LATENCY).fold(conflict, |bit, cycle| bit.later(&format!("own_bank_{cycle}")));
        let shared = reads.shared.as_ref().map(|shared| {
            let read = sums.get("beside_read");
            let b = shared.builder();
            b.drive(shared, &read.later("beside_sums_read"));
            read
        });
        let mut words = Vec::new();
        for place in 0..entries {
            let memories = self.place_way(accesses, &lates, &late_entry, place);
            let (read, sum) = (memories.get("other_read"), sums.get(&format!("sum_{place}_read")));
            let sum = sum_of(self.layout, &sum, shared.as_ref(), place);
            let own = &read ^ &sum.when(&conflict);
            let other = &read ^ &sum.when(&!&conflict);
            let b = read.builder();
            b.drive(&reads.own[place as usize], &own.later(&format!("own_read_{place}")));
            b.drive(&reads.other[place as usize], &other.later(&format!("other_read_{place}")));
            words.push([memories.get("rest_read"), memories.get("move_read")]);
        }
        Ok(words)
    }

    fn place_way(
        &self,
        accesses: &Accesses,
        lates: &[(&str, Wire)],
        [late_rest, late_move]: &[Wire; 2],
        place: u32,
    ) -> Outputs {
        let Accesses { told, places: [rest_places, move_places], clearing: [clearing, cleared], .. } =
            *accesses;
        let [rest, mv] = accesses.entry.map(|word| word.when(&!clearing));
        let b = told.builder();
        let late_bits = lates.iter().map(|(name, bits)| (*name, bits.bit(place)));
        b.instance(&format!("way_{place}"), &self.way)
            .input("probed", accesses.probed)
            .input("compared", &row_of(accesses.compared))
            .input("written", &mux(clearing, cleared, told))
            .input("write_rest", &(rest_places.bit(place) | clearing))
            .input("write_move", &(move_places.bit(place) | clearing))
            .input("rest", &rest)
            .input("move", &mv)
            .inputs(late_bits)
            .input("late_rest", late_rest)
            .input("late_move", late_move)
            .outputs()
    }

    fn place_sums(
        &self,
        project: &mut Project,
        accesses: &Accesses,
        late_places: &Wire,
    ) -> Result<Outputs, NetlistError> {
        let Accesses { told, compared, places: [rest_places, _], clearing: [clearing, cleared], .. } =
            *accesses;
        let b = told.builder();
        let (own, shared) = accesses.sums;
        let named = (0..).zip(own).map(|(place, sum): (u32, &Wire)| (format!("sum_{place}"), sum));
        let words: Vec<(String, &Wire)> =
            named.chain(shared.map(|shared| ("beside".to_string(), shared))).collect();
        let mut instance = b
            .instance("sums", &self.sums)
            .input("compared", &row_of(compared))
            .input("written", &row_of(&mux(clearing, cleared, told)))
            .input("write", &(rest_places | clearing.repeat(rest_places.width())))
            .input("late", late_places);
        for (name, word) in &words {
            let late = delay(project, word, MEETS, &format!("late_{name}"), Waits::REGISTERS)?;
            instance = instance.input(name, &word.when(&!clearing)).input(&format!("late_{name}"), &late);
        }
        Ok(instance.outputs())
    }
}

/// The row of a cluster: that of the other side to move is in the same.
fn row_of(cluster: &Wire) -> Wire {
    cluster.slice(1, cluster.width() - 1)
}
