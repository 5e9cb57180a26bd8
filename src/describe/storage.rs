//! Registers and memories of a module under construction.

use std::ops::Deref;
use std::panic::Location;

use super::builder::place;
use super::{Builder, Wire};
use crate::netlist::{
    Memory, NetlistError, RamStyle, ReadClock, ReadPort, Register, Reset, SignalId, Value, WritePort,
};

/// A register being described; it reads as the [`Wire`] of its output.
///
/// Where the module has a `reset` port and [`RegisterBuilder::resets_to`] is called, the reset wins over everything.
pub struct RegisterBuilder {
    builder: Builder,
    signal: SignalId,
    output: Wire,
    initial: u64,
    resets: bool,
}

impl Deref for RegisterBuilder {
    type Target = Wire;
    fn deref(&self) -> &Wire {
        &self.output
    }
}

impl Builder {
    /// A register of `width` bits on the module's clock, initially zero. Give it its next value exactly once.
    #[track_caller]
    pub fn register(&self, name: &str, width: u32) -> RegisterBuilder {
        let signal = self.edit(|module| module.add_signal(name, width));
        self.open(signal, place(Location::caller()));
        let output = self.read(signal);
        RegisterBuilder { builder: self.clone(), signal, output, initial: 0, resets: false }
    }

    /// A memory of `depth` words (a power of two) of `width` bits, initially zero.
    pub fn memory(&self, name: &str, width: u32, depth: u32) -> MemoryBuilder {
        let memory = Memory {
            name: name.into(),
            width,
            depth,
            initial: Vec::new(),
            style: None,
            comment: None,
            writes: Vec::new(),
            reads: Vec::new(),
        };
        let index = self.edit(|module| {
            module.memories.push(memory);
            module.memories.len() - 1
        });
        MemoryBuilder { builder: self.clone(), index, width }
    }
}

impl Wire {
    /// The value of the cycle before, in a register of this name, which begins with zero and is not reset.
    #[track_caller]
    pub fn later(&self, name: &str) -> Wire {
        let register = self.builder().register(name, self.width());
        register.next(self);
        register.output()
    }

    /// The value of the cycle before, in a register of this name, which begins with zero and is zero after a reset.
    #[track_caller]
    pub fn later_cleared(&self, name: &str) -> Wire {
        let register = self.builder().register(name, self.width()).resets_to(0);
        register.next(self);
        register.output()
    }
}

impl RegisterBuilder {
    /// The value before the first clock edge, without a reset.
    pub fn starts_at(mut self, value: u64) -> Self {
        self.initial = value;
        self
    }

    /// The value before the first clock edge and after a cycle in which the module's `reset` port is set.
    pub fn resets_to(mut self, value: u64) -> Self {
        self.initial = value;
        self.resets = true;
        self
    }

    /// Adds a note for the reader of the HDL.
    pub fn comment(self, text: &str) -> Self {
        self.builder.comment(&self.output, text);
        self
    }

    /// The output, as an owned wire.
    pub fn output(&self) -> Wire {
        self.output.clone()
    }

    /// Takes `value` at every edge.
    #[track_caller]
    pub fn next(&self, value: &Wire) {
        self.finish(value, None, &place(Location::caller()));
    }

    /// Takes `value` at edges where the 1-bit `enable` is set.
    #[track_caller]
    pub fn next_when(&self, enable: &Wire, value: &Wire) {
        self.finish(value, Some(enable), &place(Location::caller()));
    }

    fn finish(&self, value: &Wire, enable: Option<&Wire>, location: &str) {
        let name = self.builder.signal_name(self.signal);
        self.builder.expect_width(&name, self.output.width(), value.width(), location);
        if let Some(enable) = enable {
            self.builder.expect_width(&format!("{name} enable"), 1, enable.width(), location);
        }
        self.builder.close(self.signal, location);
        let initial = Value::new(self.output.width(), self.initial);
        let clock = self.builder.clock();
        let reset = self.resets.then(|| Reset { when: self.builder.reset().node(), value: initial.clone() });
        let register = Register {
            output: self.signal,
            clock,
            next: value.node(),
            enable: enable.map(Wire::node),
            reset,
            initial,
        };
        self.builder.edit(|module| module.registers.push(register));
    }
}

/// A memory being described.
pub struct MemoryBuilder {
    builder: Builder,
    index: usize,
    width: u32,
}

impl MemoryBuilder {
    fn edit<T>(&self, change: impl FnOnce(&mut Memory) -> T) -> T {
        self.builder.edit(|module| change(&mut module.memories[self.index]))
    }

    fn check(&self, what: &str, expected: u32, wire: &Wire, location: &str) {
        let name = self.edit(|memory| memory.name.clone());
        self.builder.expect_width(&format!("{name} {what}"), expected, wire.width(), location);
    }

    /// Asks for a kind of storage.
    pub fn style(self, style: RamStyle) -> Self {
        self.edit(|memory| memory.style = Some(style));
        self
    }

    /// Adds a note for the reader of the HDL.
    pub fn comment(self, text: &str) -> Self {
        self.edit(|memory| memory.comment = Some(text.into()));
        self
    }

    /// The words before the first write; missing ones are zero.
    #[track_caller]
    pub fn contents(self, words: &[u64]) -> Self {
        let (name, depth) = self.edit(|memory| (memory.name.clone(), memory.depth));
        if words.len() > depth as usize {
            self.builder.fail(NetlistError::Rule {
                module: self.builder.name(),
                thing: name,
                problem: format!("{} initial words for {depth}; drop some or deepen the memory", words.len()),
                place: place(Location::caller()),
            });
        }
        let width = self.width;
        self.edit(|memory| memory.initial = words.iter().map(|&word| Value::new(width, word)).collect());
        self
    }

    /// A port that writes `data` to `address` at edges where the 1-bit `enable` is set.
    #[track_caller]
    pub fn write(&self, enable: &Wire, address: &Wire, data: &Wire) {
        let location = place(Location::caller());
        self.check("write enable", 1, enable, &location);
        self.check("write address", self.edit(|memory| memory.address_width()), address, &location);
        self.check("write data", self.width, data, &location);
        let clock = self.builder.clock();
        let port = WritePort { clock, enable: enable.node(), address: address.node(), data: data.node() };
        self.edit(|memory| memory.writes.push(port));
    }

    /// The word at `address`, in the same cycle.
    #[track_caller]
    pub fn read_now(&self, name: &str, address: &Wire) -> Wire {
        self.read(name, address, None, &place(Location::caller()))
    }

    /// The word at `address`, one cycle later; a word written at the same edge is not seen yet.
    #[track_caller]
    pub fn read_next(&self, name: &str, address: &Wire) -> Wire {
        let clock = ReadClock { clock: self.builder.clock(), enable: None };
        self.read(name, address, Some(clock), &place(Location::caller()))
    }

    fn read(&self, name: &str, address: &Wire, clock: Option<ReadClock>, location: &str) -> Wire {
        self.check("read address", self.edit(|memory| memory.address_width()), address, location);
        let data = self.builder.edit(|module| module.add_signal(name, self.width));
        let port = ReadPort { address: address.node(), data, clock };
        self.edit(|memory| memory.reads.push(port));
        self.builder.read(data)
    }
}
