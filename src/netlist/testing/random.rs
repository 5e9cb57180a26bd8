//! Random designs that every reader of the netlist has to understand: every operator, widths of 1
//! to 130 bits, memories and registers with every option, nested instances with parameters, and
//! names that are legal but awkward. They keep every rule except one: bits may stay unread.

use std::collections::HashSet;

use crate::netlist::{
    Argument, Assign, Attribute, BinaryOp, Design, Direction, Instance, Memory, Module, ModuleId,
    NetlistError, NodeId, ParameterId, Place, RamStyle, ReadClock, ReadPort, Register, Reset, SignalId,
    UnaryOp, Value, WidthMismatch, WritePort, mangle,
};

/// A small repeatable source of random numbers (splitmix64).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    #[allow(clippy::should_implement_trait)] // It never ends, and nobody wants to iterate over it.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// True once in this many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these; the list must not be empty.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// A width: mostly narrow, sometimes around a machine word, up to 130 bits.
    pub fn width(&mut self) -> u32 {
        match self.below(6) {
            0 => 1,
            1 | 2 => 1 + self.below(8) as u32,
            3 => 1 + self.below(40) as u32,
            4 => 60 + self.below(10) as u32,
            _ => 1 + self.below(130) as u32,
        }
    }

    /// A value of this width, often one of the corners.
    pub fn value(&mut self, width: u32) -> Value {
        match self.below(8) {
            0 => Value::zero(width),
            1 => Value::ones(width),
            2 => Value::new(width, self.below(5) as u64),
            3 => Value::from_bits((0..width).map(|bit| bit == width - 1)),
            _ => Value::from_words(width, &[self.next(), self.next(), self.next()]),
        }
    }
}

/// The first of the seeds whose designs are more likely to show any fault: each module has an
/// output for the parity of all signals that no other output shows.
pub const OBSERVED: u64 = 1 << 32;

/// A design of up to four levels, whose modules come in families. The members of a family differ in
/// named constants, in the name, or in nothing.
///
/// # Errors
/// There is none, unless the generator itself is wrong.
pub fn generate(seed: u64) -> Result<Design, NetlistError> {
    let mut random = Random(seed);
    // Nothing of such a design can be left out, so simulators take many times as long to build it.
    let observed = seed >= OBSERVED;
    let mut design = Design::new(format!("random {seed}"));
    design.settings =
        vec![("seed".into(), seed.to_string()), ("a \"quoted\" key\n".into(), "\\ tab\t \u{1} ü".into())];
    let mut families: Vec<Vec<ModuleId>> = Vec::new();
    for level in 0..3 {
        let below = families.clone();
        for family in 0..1 + random.below(2) {
            let shape = random.next();
            let one_value = random.next();
            let one_name = random.one_in(3);
            let mut members = Vec::new();
            for member in 0..1 + random.below(4) {
                let name = match one_name {
                    true => format!("Unit_{level}"),
                    false => format!("unit_{level}_{family}_{member}"),
                };
                let values = if random.one_in(3) { one_value } else { random.next() };
                let module = Maker::module(&design, name, &below, shape, values, observed)?;
                members.push(design.add(module)?);
            }
            families.push(members);
        }
    }
    let top = Maker::module(&design, "top".into(), &families, random.next(), random.next(), observed)?;
    let top = design.add(top)?;
    design.set_top(top);
    Ok(design)
}

/// Names that somebody may wish for: reserved words of either language, illegal names, names that
/// differ only in case, names that the printers and their libraries use themselves, and plain ones.
const WISHES: [&str; 48] = [
    "signal",
    "Reg",
    "BEGIN",
    "nand",
    "wait",
    "Priority",
    "in",
    "out",
    "open",
    "to",
    "is",
    "not",
    "rem",
    "logic",
    "a__b",
    "_x",
    "x_",
    "__",
    "4x4",
    "läufer",
    "$",
    "a",
    "A",
    "data",
    "Data",
    "dATA",
    "q",
    "Q_0",
    "keep",
    "to_std",
    "Ram_Style",
    "shift_left",
    "resize",
    "std_logic",
    "true",
    "unused_bits",
    "memory_words",
    "memory_index",
    "a_sum",
    "a_equal",
    "clk2",
    "mux",
    "concat",
    "Begin1",
    "reg_1",
    "movewright_pkg",
    "vector",
    "a_name_that_goes_on_and_on_because_somebody_joined_a_whole_path_of_names_into_one_and_then_some_more_to_be_cut",
];

type Made<T> = Result<T, WidthMismatch>;

struct Maker<'a> {
    design: &'a Design,
    families: &'a [Vec<ModuleId>],
    /// Decides the structure.
    shape: Random,
    /// Decides the values of named constants, and which member of a family is instantiated.
    values: Random,
    module: Module,
    /// The nodes that can be read without closing a loop.
    ready: Vec<NodeId>,
    /// Names in use, in lower case.
    taken: HashSet<String>,
    /// A fault anywhere shows at an output.
    observed: bool,
}

impl<'a> Maker<'a> {
    fn module(
        design: &'a Design,
        name: String,
        families: &'a [Vec<ModuleId>],
        shape: u64,
        values: u64,
        observed: bool,
    ) -> Result<Module, NetlistError> {
        let maker = Self { observed, ..Self::new(design, name.clone(), families, shape, values) };
        maker.make().map_err(|mismatch| NetlistError::Width {
            module: name,
            thing: "a random expression".into(),
            expected: mismatch.expected,
            found: mismatch.found,
            place: String::new(),
        })
    }

    fn new(design: &'a Design, name: String, families: &'a [Vec<ModuleId>], shape: u64, values: u64) -> Self {
        let doc = format!("The unit {name}.\n\nSecond \"line\".");
        // Its own name among them: tools take a signal of that name for the module.
        let taken = HashSet::from(["clk".into(), name.to_lowercase()]);
        Self {
            design,
            families,
            shape: Random(shape),
            values: Random(values),
            module: Module::new(name, doc),
            ready: Vec::new(),
            taken,
            observed: false,
        }
    }

    fn make(mut self) -> Made<Module> {
        for place in 0..self.shape.below(3) {
            let width = *self.shape.pick(&[1, 5, 70]);
            let default = self.shape.value(width);
            let name = if self.shape.one_in(2) { format!("P{place}") } else { self.wish() };
            let name = self.take(&name);
            let parameter: ParameterId = self.module.add_parameter(name, default);
            let node = self.module.parameter(parameter);
            self.ready.push(node);
        }
        let clock = self.module.add_port(Direction::Input, "clk", 1);
        for _ in 0..1 + self.shape.below(3) {
            let signal = self.signal(Some(Direction::Input));
            self.read(signal);
        }
        let mut outputs: Vec<SignalId> =
            (0..1 + self.shape.below(3)).map(|_| self.signal(Some(Direction::Output))).collect();
        let mut registers: Vec<SignalId> = (0..self.shape.below(4)).map(|_| self.signal(None)).collect();
        // Now and then an output is a register itself.
        if self.shape.one_in(4) {
            registers.extend(outputs.pop());
        }
        registers.iter().for_each(|&register| self.read(register));
        for _ in 0..self.shape.below(3) {
            self.named_constant();
        }
        self.operators()?;
        for _ in 0..self.shape.below(3) {
            self.memory(clock)?;
        }
        if !self.families.is_empty() {
            for _ in 0..1 + self.shape.below(3) {
                self.instance(clock)?;
            }
        }
        self.operators()?;
        for register in registers {
            self.register(register, clock)?;
        }
        for signal in outputs {
            let node = self.operand(self.module.signal(signal).width)?;
            self.module.assigns.push(Assign { signal, node });
        }
        if self.observed {
            self.parity()?;
        }
        Ok(self.module)
    }

    /// An output that shows any fault in the module: the parity of everything that can be read, or
    /// only of the values that nothing else reads, so that expressions stay deep.
    fn parity(&mut self) -> Made<()> {
        let only_unread = self.shape.one_in(2);
        let read: HashSet<NodeId> = self.module.nodes().flat_map(|(_, node)| node.operands()).collect();
        let mut all: Option<NodeId> = None;
        for node in std::mem::take(&mut self.ready) {
            if !(only_unread && read.contains(&node)) {
                let bit = self.module.unary(UnaryOp::ReduceXor, node);
                all = Some(match all {
                    Some(before) => self.module.binary(BinaryOp::Xor, before, bit)?,
                    None => bit,
                });
            }
        }
        if let Some(node) = all {
            let name = self.take("parity");
            let signal = self.module.add_port(Direction::Output, name, 1);
            self.module.assigns.push(Assign { signal, node });
        }
        Ok(())
    }

    fn wish(&mut self) -> String {
        let wish = *self.shape.pick(&WISHES);
        if self.shape.one_in(3) { format!("{wish}_{}", self.shape.below(4)) } else { wish.into() }
    }

    /// The name, or the nearest that is legal and free.
    fn take(&mut self, wish: &str) -> String {
        let name = mangle(wish, |name| self.taken.contains(name));
        self.taken.insert(name.to_ascii_lowercase());
        name
    }

    fn name(&mut self) -> String {
        let wish = self.wish();
        self.take(&wish)
    }

    fn signal(&mut self, port: Option<Direction>) -> SignalId {
        let (name, width) = (self.name(), self.shape.width());
        self.signal_of(port, name, width)
    }

    fn signal_of(&mut self, port: Option<Direction>, name: String, width: u32) -> SignalId {
        let id = match port {
            Some(direction) => self.module.add_port(direction, name, width),
            None => self.module.add_signal(name, width),
        };
        if self.shape.one_in(4) {
            self.module.signal_mut(id).attributes.push(Attribute::Keep);
        }
        if self.shape.one_in(4) {
            self.module.signal_mut(id).attributes.push(Attribute::MaxFanout(8));
        }
        if self.shape.one_in(3) {
            self.module.signal_mut(id).comment = Some("what \"it\" is; \\ done".into());
        }
        id
    }

    fn read(&mut self, signal: SignalId) {
        let node = self.module.read(signal);
        self.ready.push(node);
    }

    fn named_constant(&mut self) {
        let width = self.shape.width();
        let wish = if self.shape.one_in(2) { "rank".into() } else { self.wish() };
        let name = self.take(&wish);
        let value = self.values.value(width);
        let node = self.module.named_constant(name, value);
        self.ready.push(node);
    }

    /// Something that is ready, made as wide as needed.
    fn operand(&mut self, width: u32) -> Made<NodeId> {
        let node = if self.shape.one_in(12) {
            let value = self.shape.value(width);
            self.module.constant(value)
        } else {
            // Late ones more often, so that expressions grow deep.
            let length = self.ready.len();
            let from = if self.shape.one_in(2) { 0 } else { length.saturating_sub(8) };
            self.ready[from + self.shape.below(length - from)]
        };
        let found = self.module.width(node);
        if found >= width {
            let low = self.shape.below((found - width) as usize + 1) as u32;
            return self.module.slice(node, low, width);
        }
        let fill = self.shape.value(width - found);
        let fill = self.module.constant(fill);
        Ok(self.module.concat(&[fill, node]))
    }

    fn operators(&mut self) -> Made<()> {
        for _ in 0..4 + self.shape.below(24) {
            let node = self.operator()?;
            self.ready.push(node);
            if self.shape.one_in(6) {
                let (name, width) = (self.name(), self.module.width(node));
                let signal = self.signal_of(None, name, width);
                self.module.assigns.push(Assign { signal, node });
                self.read(signal);
            }
        }
        Ok(())
    }

    fn operator(&mut self) -> Made<NodeId> {
        use BinaryOp::*;
        let width = self.shape.width();
        match self.shape.below(6) {
            0 => {
                let op = [UnaryOp::Not, UnaryOp::ReduceAnd, UnaryOp::ReduceOr, UnaryOp::ReduceXor];
                let (op, a) = (*self.shape.pick(&op), self.operand(width)?);
                Ok(self.module.unary(op, a))
            }
            1 => {
                let (select, then, otherwise) =
                    (self.operand(1)?, self.operand(width)?, self.operand(width)?);
                self.module.mux(select, then, otherwise)
            }
            2 => {
                let count = 2 + self.shape.below(3);
                let parts: Made<Vec<NodeId>> = (0..count).map(|_| self.operand(1 + width / 5)).collect();
                Ok(self.module.concat(&parts?))
            }
            _ => {
                let op =
                    [And, Or, Xor, Add, Sub, Mul, Equal, NotEqual, Less, LessSigned, ShiftLeft, ShiftRight];
                let op = *self.shape.pick(&op);
                let width = if op == Mul { width.div_ceil(2) } else { width };
                let other = match op {
                    Mul => (130 - width).min(self.shape.width()),
                    ShiftLeft | ShiftRight => self.shape.width(),
                    _ => width,
                };
                let (a, b) = (self.operand(width)?, self.operand(other)?);
                self.module.binary(op, a, b)
            }
        }
    }

    fn register(&mut self, output: SignalId, clock: SignalId) -> Made<()> {
        let width = self.module.signal(output).width;
        let next = self.operand(width)?;
        let enable = if self.shape.one_in(2) { Some(self.operand(1)?) } else { None };
        let reset = if self.shape.one_in(2) {
            Some(Reset { when: self.operand(1)?, value: self.shape.value(width) })
        } else {
            None
        };
        let initial = self.shape.value(width);
        self.module.registers.push(Register { output, clock, next, enable, reset, initial });
        Ok(())
    }

    fn memory(&mut self, clock: SignalId) -> Made<()> {
        let (width, depth) = (self.shape.width(), 2 << self.shape.below(5));
        let initial = (0..self.shape.below(depth as usize + 1)).map(|_| self.shape.value(width)).collect();
        let styles = [None, Some(RamStyle::Block), Some(RamStyle::Distributed), Some(RamStyle::Registers)];
        let mut memory = Memory {
            name: self.name(),
            width,
            depth,
            initial,
            style: *self.shape.pick(&styles),
            comment: self.shape.one_in(2).then(|| "words".to_string()),
            writes: Vec::new(),
            reads: Vec::new(),
            declared: Default::default(),
        };
        let address_width = memory.address_width();
        for _ in 0..self.shape.below(3) {
            let (enable, address, data) =
                (self.operand(1)?, self.operand(address_width)?, self.operand(width)?);
            memory.writes.push(WritePort { clock, enable, address, data });
        }
        for _ in 0..1 + self.shape.below(2) {
            let address = self.operand(address_width)?;
            let read_clock = match self.shape.below(3) {
                0 => None,
                1 => Some(ReadClock { clock, enable: None }),
                _ => Some(ReadClock { clock, enable: Some(self.operand(1)?) }),
            };
            let name = self.name();
            let data = self.signal_of(None, name, width);
            memory.reads.push(ReadPort { address, data, clock: read_clock });
            self.read(data);
        }
        self.module.memories.push(memory);
        Ok(())
    }

    fn argument(&mut self, width: u32) -> Argument {
        let own = self.module.parameters.iter().position(|parameter| parameter.default.width() == width);
        match own {
            Some(place) if self.shape.one_in(2) => Argument::Parameter(ParameterId(place as u32)),
            _ => Argument::Value(self.shape.value(width)),
        }
    }

    fn instance(&mut self, clock: SignalId) -> Made<()> {
        let (family, member) = (self.shape.below(self.families.len()), self.values.next());
        let family = &self.families[family];
        let module = family[member as usize % family.len()];
        let of = self.design.module(module);
        let name = self.name();
        let comment = self.shape.one_in(2).then(|| "an \"instance\"".to_string());
        let mut instance = Instance {
            name,
            module,
            parameters: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            // Where something is said, both are: to draw more would make other designs of the same
            // seeds.
            place: comment.is_some().then_some(Place::BesideMemory),
            comment,
            declared: Default::default(),
        };
        for parameter in &of.parameters {
            if self.shape.one_in(2) {
                let argument = self.argument(parameter.default.width());
                instance.parameters.push((parameter.name.clone(), argument));
            }
        }
        for port in of.ports_of(Direction::Input) {
            let port = of.signal(port);
            let node = if port.name == "clk" { self.module.read(clock) } else { self.operand(port.width)? };
            instance.inputs.push((port.name.clone(), node));
        }
        for port in of.ports_of(Direction::Output) {
            if !self.shape.one_in(5) {
                let (port, name) = (of.signal(port), self.name());
                let signal = self.signal_of(None, name, port.width);
                instance.outputs.push((port.name.clone(), signal));
                self.read(signal);
            }
        }
        self.module.instances.push(instance);
        Ok(())
    }
}
