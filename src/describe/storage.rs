//! Registers and memories of a module under construction.

use std::ops::Deref;

use super::{Builder, Wire};
use crate::netlist::{
    Declared, Memory, NodeId, RamStyle, ReadClock, ReadPort, Register, Reset, SignalId, Value, WritePort,
};

/// A register under construction; it reads as the [`Wire`] of its output.
///
/// If the module has a `reset` port and [`RegisterBuilder::resets_to`] is called, the reset wins
/// over everything.
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
    /// A register of `width` bits on the module's clock, initially zero. Give it its next value
    /// exactly once.
    #[track_caller]
    pub fn register(&self, name: &str, width: u32) -> RegisterBuilder {
        self.register_at(name, width, Declared::here())
    }

    pub(super) fn register_at(&self, name: &str, width: u32, place: Declared) -> RegisterBuilder {
        let signal = self.add_signal(name, width, place);
        self.open(signal);
        let output = self.read(signal);
        RegisterBuilder { builder: self.clone(), signal, output, initial: 0, resets: false }
    }

    /// A memory of `depth` words (a power of two) of `width` bits, initially zero.
    #[track_caller]
    pub fn memory(&self, name: &str, width: u32, depth: u32) -> MemoryBuilder {
        let declared = self.place(Declared::here());
        let memory = Memory {
            name: name.into(),
            width,
            depth,
            initial: Vec::new(),
            style: None,
            comment: None,
            declared,
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
    /// The value of the cycle before, in a register with this name, which begins with zero and is
    /// not reset.
    #[track_caller]
    pub fn later(&self, name: &str) -> Wire {
        let register = self.builder().register(name, self.width());
        register.next(self);
        register.output()
    }

    /// The value of the cycle before, in a register with this name, which begins with zero and is
    /// zero after a reset.
    #[track_caller]
    pub fn later_cleared(&self, name: &str) -> Wire {
        let register = self.builder().register(name, self.width()).resets_to(0);
        register.next(self);
        register.output()
    }
}

impl RegisterBuilder {
    /// The value before the first clock edge, without a reset.
    #[track_caller]
    pub fn starts_at(mut self, value: u64) -> Self {
        self.builder.literal(&self.name(), self.output.width(), value, Declared::here());
        self.initial = value;
        self
    }

    fn name(&self) -> String {
        self.builder.signal_name(self.signal)
    }

    /// The value before the first clock edge and after a cycle in which the module's `reset` port
    /// is set.
    #[track_caller]
    pub fn resets_to(self, value: u64) -> Self {
        Self { resets: true, ..self.starts_at(value) }
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
        self.finish(value, None, Declared::here());
    }

    /// Takes `value` at edges where the 1-bit `enable` is set.
    #[track_caller]
    pub fn next_when(&self, enable: &Wire, value: &Wire) {
        self.finish(value, Some(enable), Declared::here());
    }

    pub(super) fn finish(&self, value: &Wire, enable: Option<&Wire>, place: Declared) {
        let (name, b) = (self.name(), &self.builder);
        b.expect_width(&name, self.output.width(), value.width(), place);
        if let Some(enable) = enable {
            b.expect_width(&format!("{name} enable"), 1, enable.width(), place);
        }
        b.close(self.signal, place);
        let initial = Value::new(self.output.width(), self.initial);
        let clock = b.control_port("clock", place);
        let reset = self.resets.then(|| {
            let reset = b.control_port("reset", place);
            Reset { when: b.read(reset).node(), value: initial.clone() }
        });
        let register = Register {
            output: self.signal,
            clock,
            next: b.own(&name, value, place),
            enable: enable.map(|enable| b.own(&name, enable, place)),
            reset,
            initial,
        };
        b.edit(|module| module.registers.push(register));
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

    /// Checks a wire for a port: it has this width and belongs to this module.
    fn check(&self, what: &str, expected: u32, wire: &Wire, place: Declared) -> NodeId {
        let thing = format!("{} {what}", self.edit(|memory| memory.name.clone()));
        self.builder.expect_width(&thing, expected, wire.width(), place);
        self.builder.own(&thing, wire, place)
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

    /// The words before the first write; missing words are zero.
    #[track_caller]
    pub fn contents(self, words: &[u64]) -> Self {
        let (name, depth) = self.edit(|memory| (memory.name.clone(), memory.depth));
        let place = Declared::here();
        if words.len() > depth as usize {
            let problem =
                format!("{} initial words for {depth}; drop some or deepen the memory", words.len());
            self.builder.rule(&name, problem, place);
        }
        let word = |(index, &word): (usize, &u64)| {
            self.builder.literal(&format!("{name}[{index}]"), self.width, word, place)
        };
        let words = words.iter().enumerate().map(word).collect();
        self.edit(|memory| memory.initial = words);
        self
    }

    /// A port that writes `data` to `address` at edges where the 1-bit `enable` is set.
    #[track_caller]
    pub fn write(&self, enable: &Wire, address: &Wire, data: &Wire) {
        let place = Declared::here();
        let enable = self.check("write enable", 1, enable, place);
        let address = self.check("write address", self.edit(|memory| memory.address_width()), address, place);
        let data = self.check("write data", self.width, data, place);
        let clock = self.builder.control_port("clock", place);
        let port = WritePort { clock, enable, address, data };
        self.edit(|memory| memory.writes.push(port));
    }

    /// The word at `address`, in the same cycle.
    #[track_caller]
    pub fn read_now(&self, name: &str, address: &Wire) -> Wire {
        self.read(name, address, None, Declared::here())
    }

    /// The word at `address`, one cycle later. A word written at the same edge is not seen yet.
    #[track_caller]
    pub fn read_next(&self, name: &str, address: &Wire) -> Wire {
        let clock = ReadClock { clock: self.builder.clock(), enable: None };
        self.read(name, address, Some(clock), Declared::here())
    }

    fn read(&self, name: &str, address: &Wire, clock: Option<ReadClock>, place: Declared) -> Wire {
        let width = self.edit(|memory| memory.address_width());
        let address = self.check("read address", width, address, place);
        let data = self.builder.add_signal(name, self.width, place);
        let port = ReadPort { address, data, clock };
        self.edit(|memory| memory.reads.push(port));
        self.builder.read(data)
    }
}
