//! Memories of 64 lanes, each with contents and addresses of its own.
//!
//! A word of a memory is a machine word for each of its bits, with a bit for each lane. A port goes through the addresses
//! that some lane asks for: few where the lanes do alike things, 64 at most.

use crate::netlist::{Module, NodeId, Value};
use crate::simulate::program::Slot;
use crate::simulate::{MemoryRef, SimulateError, fitted, next_slot};

/// The lanes that are at each address in use.
type Users = Vec<(usize, u64)>;

/// All memories of a design.
pub(super) struct Memories {
    /// The bits of the words of all of them.
    bits: Vec<u64>,
    places: Vec<Place>,
    writes: Vec<Write>,
}

struct Place {
    name: String,
    start: usize,
    width: u32,
    depth: u32,
}

/// A combinational read port.
#[derive(Clone)]
pub(super) struct Read {
    /// The memory.
    pub memory: usize,
    /// The slots of the address, the lowest bit first.
    pub address: Vec<Slot>,
    /// The slot of bit 0 of the word; the others follow.
    pub data: Slot,
}

struct Write {
    memory: usize,
    enable: Slot,
    address: Vec<Slot>,
    data: Vec<Slot>,
}

impl Memories {
    pub fn new(module: &Module) -> Result<Self, SimulateError> {
        let mut bits: Vec<u64> = Vec::new();
        let mut places = Vec::new();
        for memory in &module.memories {
            let (start, width) = (bits.len(), memory.width as usize);
            let end = start.saturating_add((memory.depth as usize).saturating_mul(width));
            next_slot(end)?;
            let initial = memory.initial.iter().take(memory.depth as usize);
            bits.extend(initial.flat_map(|value| value.bits().map(lanes_of)));
            bits.resize(end, 0);
            places.push(Place { name: memory.name.clone(), start, width: memory.width, depth: memory.depth });
        }
        Ok(Self { bits, places, writes: Vec::new() })
    }

    /// Connects the write ports to the slots of what they write.
    pub fn connect(&mut self, module: &Module, mut slots: impl FnMut(NodeId) -> Vec<Slot>) {
        for (index, memory) in module.memories.iter().enumerate() {
            self.writes.extend(memory.writes.iter().map(|write| Write {
                memory: index,
                enable: slots(write.enable)[0],
                address: slots(write.address),
                data: slots(write.data),
            }));
        }
    }

    /// Brings the words of these ports into their slots.
    pub fn read_all(&self, reads: &[Read], slots: &mut [u64]) {
        let mut shared = Shared::default();
        for read in reads {
            let Place { start, width, .. } = self.places[read.memory];
            let users = shared.users(&read.address, slots);
            let data = &mut slots[read.data as usize..][..width as usize];
            data.fill(0);
            for &(address, lanes) in users {
                let word = &self.bits[start + address * width as usize..][..width as usize];
                data.iter_mut().zip(word).for_each(|(bit, &stored)| *bit |= stored & lanes);
            }
        }
    }

    /// The writes of a clock edge, in order, so that the last one to a word stays.
    pub fn write_all(&mut self, slots: &[u64]) {
        let mut shared = Shared::default();
        for write in &self.writes {
            let enable = slots[write.enable as usize];
            if enable == 0 {
                continue;
            }
            let Place { start, width, .. } = self.places[write.memory];
            for &(address, lanes) in shared.users(&write.address, slots) {
                let lanes = lanes & enable;
                if lanes == 0 {
                    continue;
                }
                let word = &mut self.bits[start + address * width as usize..][..width as usize];
                for (bit, &slot) in word.iter_mut().zip(&write.data) {
                    *bit = *bit & !lanes | slots[slot as usize] & lanes;
                }
            }
        }
    }

    fn find(&self, memory: MemoryRef, address: u64) -> Result<(&Place, usize), SimulateError> {
        let place = self.places.get(memory.0 as usize).ok_or(SimulateError::ForeignHandle)?;
        if address >= u64::from(place.depth) {
            return Err(SimulateError::Address { memory: place.name.clone(), address, depth: place.depth });
        }
        Ok((place, place.start + address as usize * place.width as usize))
    }

    /// The word of a lane at an address.
    pub fn read(&self, memory: MemoryRef, lane: u32, address: u64) -> Result<Value, SimulateError> {
        let (place, at) = self.find(memory, address)?;
        Ok(Value::from_bits(self.bits[at..at + place.width as usize].iter().map(|bit| bit >> lane & 1 == 1)))
    }

    /// Changes the word of a lane at an address.
    pub fn write(
        &mut self,
        memory: MemoryRef,
        lane: u32,
        address: u64,
        value: &Value,
    ) -> Result<(), SimulateError> {
        let (place, at) = self.find(memory, address)?;
        let value = fitted(|| place.name.clone(), place.width, value.words())?;
        for (word, bit) in self.bits[at..].iter_mut().zip(value.bits()) {
            *word = *word & !(1 << lane) | u64::from(bit) << lane;
        }
        Ok(())
    }
}

/// Ports side by side often share an address: who is where is worked out once for them.
#[derive(Default)]
struct Shared<'a> {
    address: &'a [Slot],
    users: Users,
}

impl<'a> Shared<'a> {
    fn users(&mut self, address: &'a [Slot], slots: &[u64]) -> &Users {
        if self.address != address {
            self.address = address;
            self.users = vec![(0, u64::MAX)];
            for &slot in address.iter().rev() {
                let bit = slots[slot as usize];
                let halves = self.users.iter().flat_map(|&(address, lanes)| {
                    [(address << 1, lanes & !bit), (address << 1 | 1, lanes & bit)]
                });
                self.users = halves.filter(|&(_, lanes)| lanes != 0).collect();
            }
        }
        &self.users
    }
}

/// A bit that is the same in all lanes.
pub(super) fn lanes_of(bit: bool) -> u64 {
    if bit { u64::MAX } else { 0 }
}
