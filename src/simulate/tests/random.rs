//! Random designs: every operator, widths of 1 to 130 bits, memories, registers with every option, nested instances.

use crate::netlist::{
    Argument, Assign, BinaryOp, Design, Direction, Instance, Memory, Module, ModuleId, NodeId, ReadClock,
    ReadPort, Register, Reset, UnaryOp, Value, WritePort,
};

/// A small generator of numbers (splitmix64), so that a seed names a design for good.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub fn width(&mut self) -> u32 {
        const WIDTHS: [u32; 16] = [1, 1, 1, 1, 2, 3, 5, 8, 16, 31, 63, 64, 65, 100, 128, 130];
        if self.chance(80) { self.pick(&WIDTHS) } else { 1 + self.below(130) as u32 }
    }

    pub fn value(&mut self, width: u32) -> Value {
        match self.below(6) {
            0 => Value::zero(width),
            1 => Value::ones(width),
            2 => Value::new(width, self.below(5) as u64),
            _ => Value::from_words(width, &[self.next(), self.next(), self.next()]),
        }
    }
}

struct Author<'r> {
    random: &'r mut Random,
    module: Module,
    pool: Vec<NodeId>,
}

impl Author<'_> {
    fn any(&mut self) -> NodeId {
        // Later nodes more often, so that logic gets deep.
        let recent = self.pool.len().min(8);
        if self.random.chance(50) {
            self.pool[self.pool.len() - 1 - self.random.below(recent)]
        } else {
            self.random.pick(&self.pool)
        }
    }

    /// Something of this width.
    fn of(&mut self, width: u32) -> NodeId {
        if self.random.chance(10) {
            let value = self.random.value(width);
            return if self.random.chance(30) {
                self.module.named_constant("SOME", value)
            } else {
                self.module.constant(value)
            };
        }
        let mut node = self.any();
        while self.module.width(node) < width {
            let more = self.any();
            node = self.module.concat(&[more, node]);
        }
        let spare = self.module.width(node) - width;
        let low = self.random.below(spare as usize + 1) as u32;
        self.module.slice(node, low, width).unwrap()
    }

    fn operator(&mut self) -> NodeId {
        let a = self.any();
        let width = self.module.width(a);
        match self.random.below(20) {
            0 => self.module.unary(UnaryOp::Not, a),
            1 => self.module.unary(UnaryOp::ReduceAnd, a),
            2 => self.module.unary(UnaryOp::ReduceOr, a),
            3 => self.module.unary(UnaryOp::ReduceXor, a),
            4 => {
                let parts: Vec<NodeId> = (0..1 + self.random.below(4)).map(|_| self.any()).collect();
                let whole = self.module.concat(&parts);
                let width = self.module.width(whole).min(130);
                self.module.slice(whole, 0, width).unwrap()
            }
            5 | 6 => {
                let want = self.random.width();
                self.of(want)
            }
            7 | 8 => {
                let (select, b) = (self.of(1), self.of(width));
                self.module.mux(select, a, b).unwrap()
            }
            9 => {
                let b = self.random.width().min(66);
                let (a, b) = (self.of(width.min(65)), self.of(b));
                self.module.binary(BinaryOp::Mul, a, b).unwrap()
            }
            10 | 11 => {
                let op = self.random.pick(&[BinaryOp::ShiftLeft, BinaryOp::ShiftRight]);
                let by_width = self.random.pick(&[1, 3, 6, 7, 8, 64, 70]);
                let by = self.of(by_width);
                self.module.binary(op, a, by).unwrap()
            }
            _ => {
                use BinaryOp::{Add, And, Equal, Less, LessSigned, NotEqual, Or, Sub, Xor};
                let op = self
                    .random
                    .pick(&[And, And, Or, Or, Xor, Xor, Add, Sub, Equal, NotEqual, Less, LessSigned]);
                let b = self.of(width);
                self.module.binary(op, a, b).unwrap()
            }
        }
    }

    fn bit_option(&mut self, percent: usize) -> Option<NodeId> {
        self.random.chance(percent).then(|| self.of(1))
    }
}

/// A module over the modules that are in the design already.
fn module(random: &mut Random, design: &Design, earlier: &[ModuleId], name: &str) -> Module {
    let mut author = Author { random, module: Module::new(name, "Random."), pool: Vec::new() };
    let clk = author.module.add_port(Direction::Input, "clk", 1);
    for i in 0..1 + author.random.below(4) {
        let width = author.random.width();
        let port = author.module.add_port(Direction::Input, format!("in{i}"), width);
        let node = author.module.read(port);
        author.pool.push(node);
    }
    for i in 0..author.random.below(3) {
        let width = author.random.width();
        let default = author.random.value(width);
        let parameter = author.module.add_parameter(format!("P{i}"), default);
        let node = author.module.parameter(parameter);
        author.pool.push(node);
    }
    let mut registers = Vec::new();
    for i in 0..author.random.below(4) {
        let width = author.random.width();
        let output = author.module.add_signal(format!("reg{i}"), width);
        let node = author.module.read(output);
        author.pool.push(node);
        registers.push(output);
    }
    for i in 0..author.random.below(3) {
        let (width, bits) = (author.random.width(), 1 + author.random.below(4) as u32);
        let mut memory = Memory {
            name: format!("mem{i}"),
            width,
            depth: 1 << bits,
            initial: (0..author.random.below(3)).map(|_| author.random.value(width)).collect(),
            style: None,
            comment: None,
            writes: Vec::new(),
            reads: Vec::new(),
        };
        for port in 0..1 + author.random.below(2) {
            let data = author.module.add_signal(format!("mem{i}_read{port}"), width);
            let address = author.of(bits);
            let clock =
                author.random.chance(50).then(|| ReadClock { clock: clk, enable: author.bit_option(50) });
            memory.reads.push(ReadPort { address, data, clock });
            let node = author.module.read(data);
            author.pool.push(node);
        }
        author.module.memories.push(memory);
    }
    for i in 0..10 + author.random.below(30) {
        let mut node = author.operator();
        if author.module.width(node) > 140 {
            node = author.module.slice(node, 0, 130).unwrap();
        }
        if author.random.chance(25) {
            let width = author.module.width(node);
            let signal = author.module.add_signal(format!("s{i}"), width);
            author.module.assigns.push(Assign { signal, node });
            node = author.module.read(signal);
        }
        author.pool.push(node);
        if !earlier.is_empty() && author.random.chance(10) {
            let of = author.random.pick(earlier);
            instance(&mut author, design, of, &format!("u{i}"));
        }
    }
    finish(author, clk, registers)
}

fn instance(author: &mut Author, design: &Design, id: ModuleId, name: &str) {
    let of = design.module(id);
    let mut instance = Instance {
        name: name.into(),
        module: id,
        parameters: Vec::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        comment: None,
    };
    for parameter in &of.parameters {
        if author.random.chance(70) {
            let value = author.random.value(parameter.default.width());
            instance.parameters.push((parameter.name.clone(), Argument::Value(value)));
        }
    }
    for port in of.ports_of(Direction::Input) {
        let port = of.signal(port);
        let node = if port.name == "clk" {
            let clk = author.module.find_signal("clk").unwrap();
            author.module.read(clk)
        } else {
            author.of(port.width)
        };
        instance.inputs.push((port.name.clone(), node));
    }
    for port in of.ports_of(Direction::Output) {
        let port = of.signal(port);
        if author.random.chance(90) {
            let signal = author.module.add_signal(format!("{name}_{}", port.name), port.width);
            instance.outputs.push((port.name.clone(), signal));
            let node = author.module.read(signal);
            author.pool.push(node);
        }
    }
    author.module.instances.push(instance);
}

fn finish(
    mut author: Author,
    clk: crate::netlist::SignalId,
    registers: Vec<crate::netlist::SignalId>,
) -> Module {
    for output in registers {
        let width = author.module.signal(output).width;
        let (next, enable) = (author.of(width), author.bit_option(50));
        let when = author.bit_option(50);
        let reset = when.map(|when| Reset { when, value: author.random.value(width) });
        let initial = author.random.value(width);
        author.module.registers.push(Register { output, clock: clk, next, enable, reset, initial });
    }
    for index in 0..author.module.memories.len() {
        let (width, bits) =
            (author.module.memories[index].width, author.module.memories[index].address_width());
        for _ in 0..author.random.below(3) {
            let (enable, address, data) = (author.of(1), author.of(bits), author.of(width));
            let write = WritePort { clock: clk, enable, address, data };
            author.module.memories[index].writes.push(write);
        }
    }
    for i in 0..1 + author.random.below(3) {
        let node = author.any();
        let width = author.module.width(node);
        let signal = author.module.add_port(Direction::Output, format!("out{i}"), width);
        author.module.assigns.push(Assign { signal, node });
    }
    author.module
}

/// A random design of one to four modules.
pub fn design(seed: u64) -> Design {
    let mut random = Random(seed);
    let mut design = Design::new("random");
    let mut earlier = Vec::new();
    for i in 0..1 + random.below(4) {
        let module = module(&mut random, &design, &earlier, &format!("m{i}"));
        earlier.push(design.add(module).unwrap());
    }
    design
}
