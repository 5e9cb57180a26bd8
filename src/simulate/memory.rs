//! The memories of a simulation: one array of words, and its write ports.
//!
//! A memory of `depth` words of more than 64 bits is stored in planes of `depth` machine words, low
//! words first.

use super::lower::{Source, words_of};
use super::program::Slot;
use super::{MemoryRef, SimulateError, fitted, next_slot};
use crate::netlist::{Module, NodeId, Value};

/// All memories of a design.
pub(super) struct Memories {
    /// The words of all of them.
    pub words: Vec<u64>,
    places: Vec<Place>,
    writes: Vec<Write>,
}

/// A memory's place in the array.
struct Place {
    name: String,
    start: usize,
    width: u32,
    depth: u32,
}

/// One write port, in slots.
struct Write {
    enable: Slot,
    address: Slot,
    data: Vec<Slot>,
    start: usize,
    depth: usize,
}

impl Memories {
    /// Gives every memory of the flat module its place, and every word read its source.
    pub fn new(module: &Module, sources: &mut [Source]) -> Result<Self, SimulateError> {
        let mut words: Vec<u64> = Vec::new();
        let mut places = Vec::new();
        for memory in &module.memories {
            let start = words.len();
            let depth = memory.depth as usize;
            let end = start.saturating_add(depth.saturating_mul(words_of(memory.width) as usize));
            next_slot(end)?;
            words.resize(end, 0);
            for (address, value) in memory.initial.iter().take(depth).enumerate() {
                for (plane, &word) in value.words().iter().enumerate() {
                    words[start + plane * depth + address] = word;
                }
            }
            for read in &memory.reads {
                let source =
                    Source::Memory { address: read.address, start: start as u64, depth: depth as u64 };
                sources[read.data.index()] = source;
            }
            places.push(Place { name: memory.name.clone(), start, width: memory.width, depth: memory.depth });
        }
        Ok(Self { words, places, writes: Vec::new() })
    }

    /// Connects the write ports to the slots of their words.
    pub fn connect(&mut self, module: &Module, slots: impl Fn(NodeId) -> Vec<Slot>) {
        let slot = |node| slots(node).first().copied().unwrap_or(0);
        for (memory, place) in module.memories.iter().zip(&self.places) {
            self.writes.extend(memory.writes.iter().map(|write| Write {
                enable: slot(write.enable),
                address: slot(write.address),
                data: slots(write.data),
                start: place.start,
                depth: place.depth as usize,
            }));
        }
    }

    /// The slots that the write ports read.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        self.writes
            .iter()
            .flat_map(|write| [write.enable, write.address].into_iter().chain(write.data.iter().copied()))
    }

    /// Makes the writes of a clock edge in order, so that the last write to a word stays.
    pub fn write_all(&mut self, slots: &[u64]) {
        for write in &self.writes {
            if slots[write.enable as usize] != 0 {
                let at = write.start + slots[write.address as usize] as usize;
                for (plane, &slot) in write.data.iter().enumerate() {
                    self.words[at + plane * write.depth] = slots[slot as usize];
                }
            }
        }
    }

    fn find(&self, memory: MemoryRef, address: u64) -> Result<(&Place, usize), SimulateError> {
        let place = self.places.get(memory.0 as usize).ok_or(SimulateError::ForeignHandle)?;
        if address >= u64::from(place.depth) {
            return Err(SimulateError::Address { memory: place.name.clone(), address, depth: place.depth });
        }
        Ok((place, place.start + address as usize))
    }

    /// The word at an address.
    pub fn read(&self, memory: MemoryRef, address: u64) -> Result<Value, SimulateError> {
        let (place, at) = self.find(memory, address)?;
        let planes = (0..words_of(place.width) as usize).map(|plane| at + plane * place.depth as usize);
        Ok(Value::from_words(place.width, &planes.map(|word| self.words[word]).collect::<Vec<u64>>()))
    }

    /// Changes the word at an address.
    pub fn write(&mut self, memory: MemoryRef, address: u64, value: &Value) -> Result<(), SimulateError> {
        let (place, at) = self.find(memory, address)?;
        let depth = place.depth as usize;
        let value = fitted(|| place.name.clone(), place.width, value.words())?;
        for (plane, &word) in value.words().iter().enumerate() {
            self.words[at + plane * depth] = word;
        }
        Ok(())
    }
}
