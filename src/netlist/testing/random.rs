//! Random designs that keep every rule of the netlist: legal names, each signal driven once, no combinational loop.

use crate::netlist::{
    Argument, Assign, Attribute, BinaryOp, Design, Direction, Instance, Memory, Module, ModuleId, NodeId,
    ParameterId, RamStyle, ReadClock, ReadPort, Register, Reset, SignalId, UnaryOp, Value, WritePort,
};

/// A small repeatable source of random numbers (splitmix64).
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Mostly narrow, sometimes around a machine word, up to 130 bits.
    fn width(&mut self) -> u32 {
        match self.below(6) {
            0 => 1,
            1 | 2 => 1 + self.below(8) as u32,
            3 => 1 + self.below(40) as u32,
            4 => 60 + self.below(10) as u32,
            _ => 1 + self.below(130) as u32,
        }
    }

    fn value(&mut self, width: u32) -> Value {
        match self.below(4) {
            0 => Value::zero(width),
            1 => Value::ones(width),
            _ => Value::from_words(width, &[self.next(), self.next(), self.next()]),
        }
    }
}

/// A design of up to three levels, whose modules come in families: the members of one differ in named constants, in
/// the name, or in nothing.
pub(crate) fn random_design(seed: u64) -> Design {
    let mut random = Random(seed);
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
            let members = (0..1 + random.below(4)).map(|member| {
                let name = match one_name {
                    true => format!("Unit_{level}"),
                    false => format!("unit_{level}_{family}_{member}"),
                };
                let values = if random.one_in(3) { one_value } else { random.next() };
                Maker::new(&design, name, &below, shape, values).make()
            });
            let members: Vec<Module> = members.collect();
            families.push(members.into_iter().map(|module| design.add(module).unwrap()).collect());
        }
    }
    let top = Maker::new(&design, "top".into(), &families, random.next(), random.next()).make();
    let top = design.add(top).unwrap();
    design.set_top(top);
    design
}

/// Names that both languages allow and that clash with something when handled carelessly.
const NAMES: [&str; 8] = ["a", "q_0", "reg_1", "Begin1", "clk2", "x9", "mux", "concat"];

struct Maker<'a> {
    design: &'a Design,
    families: &'a [Vec<ModuleId>],
    /// Decides the structure.
    shape: Random,
    /// Decides the values of named constants, and which member of a family is instantiated.
    values: Random,
    module: Module,
    /// What can be read without closing a loop.
    ready: Vec<NodeId>,
    names: usize,
}

impl<'a> Maker<'a> {
    fn new(design: &'a Design, name: String, families: &'a [Vec<ModuleId>], shape: u64, values: u64) -> Self {
        let doc = format!("The unit {name}.\n\nSecond \"line\".");
        Self {
            design,
            families,
            shape: Random(shape),
            values: Random(values),
            module: Module::new(name, doc),
            ready: Vec::new(),
            names: 0,
        }
    }

    fn make(mut self) -> Module {
        for place in 0..self.shape.below(3) {
            let width = *self.shape.pick(&[1, 5, 70]);
            let default = self.shape.value(width);
            let parameter: ParameterId = self.module.add_parameter(format!("P{place}"), default);
            let node = self.module.parameter(parameter);
            self.ready.push(node);
        }
        let clock = self.module.add_port(Direction::Input, "clk", 1);
        for _ in 0..1 + self.shape.below(3) {
            let signal = self.signal(Some(Direction::Input));
            self.read(signal);
        }
        let outputs: Vec<SignalId> =
            (0..1 + self.shape.below(3)).map(|_| self.signal(Some(Direction::Output))).collect();
        let registers: Vec<SignalId> = (0..self.shape.below(4)).map(|_| self.signal(None)).collect();
        registers.iter().for_each(|&register| self.read(register));
        for _ in 0..self.shape.below(3) {
            self.named_constant();
        }
        self.operators();
        for _ in 0..self.shape.below(3) {
            self.memory(clock);
        }
        if !self.families.is_empty() {
            for _ in 0..1 + self.shape.below(3) {
                self.instance(clock);
            }
        }
        self.operators();
        registers.into_iter().for_each(|register| self.register(register, clock));
        for signal in outputs {
            let node = self.operand(self.module.signal(signal).width);
            self.module.assigns.push(Assign { signal, node });
        }
        self.module
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("{}_{}", self.shape.pick(&NAMES), self.names)
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
        let name = *self.shape.pick(&["rank", "file", "Limit", "a_1"]);
        let value = self.values.value(width);
        let node = self.module.named_constant(name, value);
        self.ready.push(node);
    }

    /// Something that is ready, made as wide as needed.
    fn operand(&mut self, width: u32) -> NodeId {
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
            return self.module.slice(node, low, width).unwrap();
        }
        let fill = self.shape.value(width - found);
        let fill = self.module.constant(fill);
        self.module.concat(&[fill, node])
    }

    fn operators(&mut self) {
        for _ in 0..4 + self.shape.below(24) {
            let node = self.operator();
            self.ready.push(node);
            if self.shape.one_in(6) {
                let (name, width) = (self.name(), self.module.width(node));
                let signal = self.signal_of(None, name, width);
                self.module.assigns.push(Assign { signal, node });
                self.read(signal);
            }
        }
    }

    fn operator(&mut self) -> NodeId {
        use BinaryOp::*;
        let width = self.shape.width();
        match self.shape.below(6) {
            0 => {
                let op = [UnaryOp::Not, UnaryOp::ReduceAnd, UnaryOp::ReduceOr, UnaryOp::ReduceXor];
                let (op, a) = (*self.shape.pick(&op), self.operand(width));
                self.module.unary(op, a)
            }
            1 => {
                let (select, then, otherwise) = (self.operand(1), self.operand(width), self.operand(width));
                self.module.mux(select, then, otherwise).unwrap()
            }
            2 => {
                let parts: Vec<NodeId> =
                    (0..2 + self.shape.below(3)).map(|_| self.operand(1 + width / 5)).collect();
                self.module.concat(&parts)
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
                let (a, b) = (self.operand(width), self.operand(other));
                self.module.binary(op, a, b).unwrap()
            }
        }
    }

    fn register(&mut self, output: SignalId, clock: SignalId) {
        let width = self.module.signal(output).width;
        let next = self.operand(width);
        let enable = if self.shape.one_in(2) { Some(self.operand(1)) } else { None };
        let reset = if self.shape.one_in(2) {
            Some(Reset { when: self.operand(1), value: self.shape.value(width) })
        } else {
            None
        };
        let initial = self.shape.value(width);
        self.module.registers.push(Register { output, clock, next, enable, reset, initial });
    }

    fn memory(&mut self, clock: SignalId) {
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
        };
        let address_width = memory.address_width();
        for _ in 0..self.shape.below(3) {
            let [enable, address, data] = [1, address_width, width].map(|width| self.operand(width));
            memory.writes.push(WritePort { clock, enable, address, data });
        }
        for _ in 0..1 + self.shape.below(2) {
            let address = self.operand(address_width);
            let read_clock = match self.shape.below(3) {
                0 => None,
                1 => Some(ReadClock { clock, enable: None }),
                _ => Some(ReadClock { clock, enable: Some(self.operand(1)) }),
            };
            let name = self.name();
            let data = self.signal_of(None, name, width);
            memory.reads.push(ReadPort { address, data, clock: read_clock });
            self.read(data);
        }
        self.module.memories.push(memory);
    }

    fn argument(&mut self, width: u32) -> Argument {
        let own = self.module.parameters.iter().position(|parameter| parameter.default.width() == width);
        match own {
            Some(place) if self.shape.one_in(2) => Argument::Parameter(ParameterId(place as u32)),
            _ => Argument::Value(self.shape.value(width)),
        }
    }

    fn instance(&mut self, clock: SignalId) {
        let (family, member) = (self.shape.below(self.families.len()), self.values.next());
        let family = &self.families[family];
        let module = family[member as usize % family.len()];
        let of = self.design.module(module);
        let mut instance = Instance {
            name: self.name(),
            module,
            parameters: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            comment: self.shape.one_in(2).then(|| "an \"instance\"".to_string()),
        };
        for parameter in &of.parameters {
            if self.shape.one_in(2) {
                let argument = self.argument(parameter.default.width());
                instance.parameters.push((parameter.name.clone(), argument));
            }
        }
        for port in of.ports_of(Direction::Input) {
            let port = of.signal(port);
            let node = if port.name == "clk" { self.module.read(clock) } else { self.operand(port.width) };
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
    }
}
