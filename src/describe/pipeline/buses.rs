//! The values that go from stage to stage, in few and wide buses: `view_east_1` to `view_east_8`
//! are one bus, `view_east`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::reads::Reads;
use crate::describe::Waits;
use crate::netlist::NodeId;

/// A bit of a value.
pub(super) type Bit = (NodeId, u32);

/// Bits of a family that leave one stage for another.
pub(super) struct Line {
    pub family: usize,
    /// The stage that works it out or has it in its registers; 0 for an input.
    pub from: u32,
    /// The next stage that reads it.
    pub to: u32,
    /// The lowest first.
    pub bits: Vec<Bit>,
}

/// Bits of a family in the registers of a stage.
pub(super) struct Bus {
    pub family: usize,
    /// The lowest first, each with the stage it comes from.
    pub bits: Vec<(Bit, u32)>,
}

/// Values that are called alike.
struct Family {
    name: String,
    /// They are numbered.
    numbered: bool,
}

/// The buses that go from stage to stage.
pub(super) struct Buses {
    pub lines: Vec<Line>,
    /// The buses by stage; the first is stage 1.
    stages: Vec<Vec<Bus>>,
    families: Vec<Family>,
    /// The name of each value that leaves its stage.
    names: HashMap<NodeId, String>,
}

impl Buses {
    /// A wait that is not for a memory passes through the stages between that read other values of
    /// its family. It takes as many registers there, and the bus stays together.
    pub(super) fn new(reads: &Reads, waits: Waits) -> Self {
        let arrivals = reads.arrivals();
        let names = names(reads, |id| arrivals.range((id, 0)..=(id, u32::MAX)).next().is_some());
        // In the order in which values are worked out, those of a family by number.
        let mut families: Vec<Family> = Vec::new();
        let mut known: HashMap<(String, bool), usize> = HashMap::new();
        let mut ranks: HashMap<NodeId, (usize, u64, usize)> = HashMap::new();
        for (place, id) in reads.order.nodes().iter().enumerate() {
            let Some(name) = names.get(id) else { continue };
            let (base, number) = split(name);
            let numbered = number.is_some();
            let family = *known.entry((base.to_owned(), numbered)).or_insert_with(|| {
                families.push(Family { name: base.to_owned(), numbered });
                families.len() - 1
            });
            ranks.insert(*id, (family, number.unwrap_or(0), place));
        }
        let mut bits: Vec<(&Bit, &Vec<u32>)> = arrivals.iter().collect();
        bits.sort_by_key(|((id, bit), _)| (ranks.get(id), *bit));

        let mut visited: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); families.len()];
        for ((id, _), stages) in &arrivals {
            if let Some((family, ..)) = ranks.get(id) {
                visited[*family].extend(stages);
            }
        }

        let mut lines: BTreeMap<(u32, u32, usize), Vec<Bit>> = BTreeMap::new();
        let mut stages: Vec<BTreeMap<usize, Vec<(Bit, u32)>>> = Vec::new();
        stages.resize_with(reads.last as usize, BTreeMap::new);
        for (&(id, bit), to) in bits {
            let family = ranks.get(&id).map_or(0, |rank| rank.0);
            let mut from = reads.stage(id);
            let mut way = Vec::new();
            for &to in to {
                if waits.in_registers(to - from - 1) {
                    way.extend(visited[family].range(from + 1..to));
                }
                way.push(to);
                from = to;
            }
            from = reads.stage(id);
            for to in way {
                lines.entry((from, to, family)).or_default().push((id, bit));
                stages[to as usize - 1].entry(family).or_default().push(((id, bit), from));
                from = to;
            }
        }
        let lines = lines.into_iter().map(|((from, to, family), bits)| Line { family, from, to, bits });
        let stage = |buses: BTreeMap<usize, Vec<(Bit, u32)>>| -> Vec<Bus> {
            buses.into_iter().map(|(family, bits)| Bus { family, bits }).collect()
        };
        Self { lines: lines.collect(), stages: stages.into_iter().map(stage).collect(), families, names }
    }

    /// The registers of a stage, from 1.
    pub(super) fn registers(&self, stage: u32) -> &[Bus] {
        &self.stages[stage as usize - 1]
    }

    /// The lines that leave a stage, or with 0 those of the inputs.
    pub(super) fn leaving(&self, stage: u32) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.from == stage)
    }

    /// The name of a value that leaves its stage.
    fn value_name(&self, id: NodeId) -> &str {
        self.names.get(&id).map_or("", String::as_str)
    }

    /// The common name of bits: that of their family, or that of the only value they belong to.
    pub(super) fn name<'a>(&'a self, family: usize, bits: impl Iterator<Item = &'a Bit>) -> &'a str {
        let family = &self.families[family];
        let mut values: Vec<NodeId> = bits.map(|&(id, _)| id).collect();
        values.dedup();
        match values[..] {
            [one] if family.numbered => self.value_name(one),
            _ => &family.name,
        }
    }
}

/// A name without the number at its end, and that number.
pub(super) fn split(name: &str) -> (&str, Option<u64>) {
    let found = name.rsplit_once('_').and_then(|(base, number)| Some((base, number.parse().ok()?)));
    found.map_or((name, None), |(base, number)| (base, Some(number)))
}

/// The names of values that leave their stage: their own, or that of the next named value of which
/// they are a part.
fn names(reads: &Reads, leaves: impl Fn(NodeId) -> bool) -> HashMap<NodeId, String> {
    let mut toward: HashMap<NodeId, &str> = HashMap::new();
    for (signal, root) in reads.outputs() {
        toward.entry(root).or_insert(&reads.module.signal(signal).name);
    }
    for &id in reads.order.nodes().iter().rev() {
        let own = reads.name(id).map(|signal| reads.module.signal(signal).name.as_str());
        let Some(name) = own.or_else(|| toward.get(&id).copied()) else { continue };
        reads
            .order
            .reads(reads.module, id)
            .into_iter()
            .for_each(|operand| _ = toward.entry(operand).or_insert(name));
    }
    let mut parts: HashMap<String, u32> = HashMap::new();
    let mut names = HashMap::new();
    for &id in reads.order.nodes().iter().filter(|id| leaves(**id)) {
        let name = match reads.name(id) {
            Some(signal) => reads.module.signal(signal).name.clone(),
            None => {
                let base = format!("{}_part", split(toward.get(&id).copied().unwrap_or("value")).0);
                let number = parts.entry(base.clone()).or_insert(0);
                *number += 1;
                format!("{base}_{number}")
            }
        };
        names.insert(id, name);
    }
    names
}
