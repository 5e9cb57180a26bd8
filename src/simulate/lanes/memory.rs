//! Memories of 64 lanes, each with its own contents and addresses.
//!
//! A word of a memory is one machine word for each of its bits, with a bit for each lane. A port
//! goes through the addresses that any lane asks for: few if the lanes do similar things, and 64 at
//! most.

use crate::netlist::{Module, NodeId, Value};
use crate::simulate::program::Slot;
use crate::simulate::{MemoryRef, SimulateError, fitted, next_slot};

/// All memories of a design.
pub(super) struct Memories {
    /// The bits of the words of all of them.
    bits: Vec<u64>,
    places: Vec<Place>,
    writes: Vec<Write>,
    /// The addresses of the write ports.
    addresses: Vec<Address>,
}

struct Place {
    name: String,
    start: usize,
    width: u32,
    depth: u32,
}

/// Combinational read ports that can be read together.
pub(super) struct Reads {
    ports: Vec<Read>,
    addresses: Vec<Address>,
}

struct Read {
    memory: usize,
    /// The place of its address.
    address: usize,
    /// The slot of bit 0 of the word. The other bits follow it.
    data: Slot,
}

impl Reads {
    /// Ports: the memory, the slots of the address, the slot of bit 0 of the data.
    pub fn new(ports: impl IntoIterator<Item = (usize, Vec<Slot>, Slot)>) -> Self {
        let mut addresses = Vec::new();
        let read = |(memory, address, data)| Read { memory, address: known(&mut addresses, address), data };
        let ports = ports.into_iter().map(read).collect();
        Self { ports, addresses }
    }

    /// The slots of the addresses.
    pub fn address_slots(&self) -> impl Iterator<Item = Slot> + '_ {
        self.addresses.iter().flat_map(|address| address.slots.iter().copied())
    }
}

struct Write {
    memory: usize,
    enable: Slot,
    /// The place of its address.
    address: usize,
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
        Ok(Self { bits, places, writes: Vec::new(), addresses: Vec::new() })
    }

    /// Connects the write ports to the slots of their words.
    pub fn connect(&mut self, module: &Module, mut slots: impl FnMut(NodeId) -> Vec<Slot>) {
        for (index, memory) in module.memories.iter().enumerate() {
            self.writes.extend(memory.writes.iter().map(|write| Write {
                memory: index,
                enable: slots(write.enable)[0],
                address: known(&mut self.addresses, slots(write.address)),
                data: slots(write.data),
            }));
        }
    }

    /// Brings the words of these ports into their slots.
    pub fn read_all(&self, reads: &mut Reads, slots: &mut [u64]) {
        reads.addresses.iter_mut().for_each(|address| address.locate(slots));
        for read in &reads.ports {
            let Place { start, width, .. } = self.places[read.memory];
            let data = &mut slots[read.data as usize..][..width as usize];
            data.fill(0);
            for &(address, lanes) in &reads.addresses[read.address].users {
                let word = &self.bits[start + address * width as usize..][..width as usize];
                data.iter_mut().zip(word).for_each(|(bit, &stored)| *bit |= stored & lanes);
            }
        }
    }

    /// Makes the writes of a clock edge in order, so that the last write to a word stays.
    pub fn write_all(&mut self, slots: &[u64]) {
        self.addresses.iter_mut().for_each(|address| address.locate(slots));
        for write in &self.writes {
            let enable = slots[write.enable as usize];
            if enable == 0 {
                continue;
            }
            let Place { start, width, .. } = self.places[write.memory];
            for &(address, lanes) in &self.addresses[write.address].users {
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

/// An address, which several ports may share, and the lanes at each value.
struct Address {
    /// The slots of its bits, the lowest first.
    slots: Vec<Slot>,
    /// The addresses in use, and the lanes that are there.
    users: Vec<(usize, u64)>,
}

impl Address {
    /// Finds the lanes at each address value, bit by bit from the highest on; each group of lanes
    /// splits in two.
    fn locate(&mut self, slots: &[u64]) {
        let users = &mut self.users;
        users.clear();
        users.push((0, u64::MAX));
        for &slot in self.slots.iter().rev() {
            let bit = slots[slot as usize];
            for index in 0..users.len() {
                let (address, lanes) = users[index];
                let (clear, set) = ((address << 1, lanes & !bit), (address << 1 | 1, lanes & bit));
                users[index] = if clear.1 == 0 { set } else { clear };
                if clear.1 != 0 && set.1 != 0 {
                    users.push(set);
                }
            }
        }
    }
}

/// The number of an address in a list, to which it is added if it is new.
fn known(addresses: &mut Vec<Address>, slots: Vec<Slot>) -> usize {
    addresses.iter().position(|address| address.slots == slots).unwrap_or_else(|| {
        addresses.push(Address { slots, users: Vec::new() });
        addresses.len() - 1
    })
}

/// A bit that is the same in all lanes.
pub(super) fn lanes_of(bit: bool) -> u64 {
    if bit { u64::MAX } else { 0 }
}
