//! A board of 64 cells like a move generator's: rays through muxes in eight directions, a piece
//! register and a mask memory in every cell, a tree of 63 comparers, and feedback that changes the
//! board every cycle.

use crate::netlist::{
    Argument, Assign, BinaryOp, Design, Direction, Instance, Memory, Module, ModuleId, NodeId, ReadPort,
    Register, Reset, SignalId, UnaryOp, Value, WritePort,
};

const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Short forms for a module under construction.
struct Draft(Module);

impl Draft {
    fn input(&mut self, name: &str, width: u32) -> NodeId {
        let signal = self.0.add_port(Direction::Input, name, width);
        self.0.read(signal)
    }

    fn output(&mut self, name: &str, node: NodeId) {
        let width = self.0.width(node);
        let signal = self.0.add_port(Direction::Output, name, width);
        self.0.assigns.push(Assign { signal, node });
    }

    fn named(&mut self, name: &str, node: NodeId) -> NodeId {
        let width = self.0.width(node);
        let signal = self.0.add_signal(name, width);
        self.0.assigns.push(Assign { signal, node });
        self.0.read(signal)
    }

    fn clock(&self) -> SignalId {
        self.0.find_signal("clk").unwrap()
    }

    fn op(&mut self, op: BinaryOp, a: NodeId, b: NodeId) -> NodeId {
        self.0.binary(op, a, b).unwrap()
    }

    fn and(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.op(BinaryOp::And, a, b)
    }

    fn or(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.op(BinaryOp::Or, a, b)
    }

    fn not(&mut self, a: NodeId) -> NodeId {
        self.0.unary(UnaryOp::Not, a)
    }

    fn mux(&mut self, select: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        self.0.mux(select, then, otherwise).unwrap()
    }

    fn number(&mut self, width: u32, number: u64) -> NodeId {
        self.0.constant(Value::new(width, number))
    }

    fn is(&mut self, node: NodeId, number: u64) -> NodeId {
        let number = self.number(self.0.width(node), number);
        self.op(BinaryOp::Equal, node, number)
    }

    fn register(
        &mut self,
        name: &str,
        initial: Value,
        next: impl FnOnce(&mut Self, NodeId) -> (NodeId, NodeId),
    ) {
        let output = self.0.add_signal(name, initial.width());
        let held = self.0.read(output);
        let (next, enable) = next(self, held);
        let clock = self.clock();
        let register = Register { output, clock, next, enable: Some(enable), reset: None, initial };
        self.0.registers.push(register);
    }
}

fn cell() -> Module {
    let mut d = Draft(Module::new("cell", "A square."));
    d.input("clk", 1);
    let square = d.0.add_parameter("SQUARE", Value::new(6, 0));
    let square = d.0.parameter(square);
    let (winner, phase, data) = (d.input("winner", 6), d.input("phase", 2), d.input("data", 4));
    let ply = d.input("ply", 6);
    let rays: Vec<[NodeId; 2]> =
        (0..8).map(|i| [d.input(&format!("in{i}"), 1), d.input(&format!("own{i}"), 1)]).collect();
    let selected = d.op(BinaryOp::Equal, winner, square);
    let selected = d.named("selected", selected);
    let writing = d.is(phase, 3);
    let write = d.and(selected, writing);
    let write = d.named("write", write);
    d.register("piece", Value::zero(4), |_, _| (data, write));
    let piece = d.0.find_signal("piece").unwrap();
    let piece = d.0.read(piece);
    let kind = d.0.slice(piece, 0, 3).unwrap();
    let colour = d.0.slice(piece, 3, 1).unwrap();
    let empty = d.is(kind, 0);
    let empty = d.named("empty", empty);
    let kinds: Vec<NodeId> = (0..8).map(|i| d.is(kind, i)).collect();
    let masked = d.0.add_signal("masked", 1);
    let masking = d.is(phase, 2);
    let enable = d.and(masking, selected);
    let clearing = d.is(phase, 1);
    let enable = d.or(enable, clearing);
    let (clock, one) = (d.clock(), d.not(clearing));
    d.0.memories.push(Memory {
        name: "masks".into(),
        width: 1,
        depth: 64,
        initial: Vec::new(),
        style: None,
        comment: None,
        writes: vec![WritePort { clock, enable, address: ply, data: one }],
        reads: vec![ReadPort { address: ply, data: masked, clock: None }],
        declared: Default::default(),
    });
    let masked = d.0.read(masked);
    let free = d.not(masked);
    let mut score = d.number(3, 0);
    let mut attacked = d.number(1, 0);
    for (i, [ray, own]) in rays.into_iter().enumerate() {
        let sliders = d.or(kinds[if i % 2 == 0 { 4 } else { 3 }], kinds[5]);
        let step = d.or(kinds[6], kinds[1 + i % 2]);
        let mine = d.or(sliders, step);
        let out = d.mux(empty, ray, mine);
        let white = d.and(mine, colour);
        let out_own = d.mux(empty, own, white);
        d.output(&format!("out{i}"), out);
        d.output(&format!("out_own{i}"), out_own);
        let hostile = d.op(BinaryOp::Xor, own, colour);
        let hit = d.and(ray, hostile);
        let hit = d.named(&format!("hit{i}"), hit);
        attacked = d.or(attacked, hit);
        let level = d.number(3, 1 + i as u64 % 7);
        let better = d.op(BinaryOp::Less, score, level);
        let take = d.and(hit, better);
        score = d.mux(take, level, score);
    }
    let quiet = d.and(attacked, empty);
    let victim = d.mux(quiet, score, kind);
    let candidate = d.and(attacked, free);
    let zero = d.number(3, 0);
    let priority = d.mux(candidate, victim, zero);
    let priority = d.0.concat(&[candidate, priority]);
    d.output("priority", priority);
    d.0
}

fn arbiter() -> Module {
    let mut d = Draft(Module::new("arbiter", "The better of two."));
    let (a, b) = (d.input("a_priority", 4), d.input("b_priority", 4));
    let (x, y) = (d.input("a_square", 6), d.input("b_square", 6));
    let second = d.op(BinaryOp::Less, a, b);
    let second = d.named("second", second);
    let priority = d.mux(second, b, a);
    let square = d.mux(second, y, x);
    d.output("priority", priority);
    d.output("square", square);
    d.0
}

fn connect(
    d: &mut Draft,
    name: &str,
    module: ModuleId,
    parameters: Vec<(String, Value)>,
    inputs: Vec<(String, NodeId)>,
    outputs: &[(String, u32)],
) -> Vec<NodeId> {
    let signals: Vec<(String, SignalId)> = outputs
        .iter()
        .map(|(port, width)| (port.clone(), d.0.add_signal(format!("{name}_{port}"), *width)))
        .collect();
    let nodes = signals.iter().map(|(_, signal)| d.0.read(*signal)).collect();
    let instance = Instance {
        name: name.into(),
        module,
        parameters: parameters.into_iter().map(|(n, v)| (n, Argument::Value(v))).collect(),
        inputs,
        outputs: signals,
        comment: None,
        place: None,
        declared: Default::default(),
    };
    d.0.instances.push(instance);
    nodes
}

/// The whole board.
pub fn design() -> Design {
    let mut design = Design::new("mesh");
    let cell = design.add(cell()).unwrap();
    let arbiter = design.add(arbiter()).unwrap();
    let mut d = Draft(Module::new("mesh", "A board."));
    let clk = d.input("clk", 1);
    let reset = d.input("reset", 1);
    let seed = d.input("seed", 4);
    let one = d.number(1, 1);
    d.register("count", Value::zero(12), |d, held| {
        let step = d.number(12, 1);
        (d.op(BinaryOp::Add, held, step), one)
    });
    let clock = d.clock();
    let count = d.0.registers[0].output;
    d.0.registers[0].reset = Some(Reset { when: reset, value: Value::zero(12) });
    let count = d.0.read(count);
    let phase = d.0.slice(count, 0, 2).unwrap();
    let ply = d.0.slice(count, 2, 6).unwrap();
    let latched = d.0.add_signal("latched", 6);
    let winner = d.0.read(latched);
    // Ray wires exist before the cells that drive them.
    let mut wires = Vec::new();
    for square in 0..64 {
        for i in 0..8 {
            wires.push([
                d.0.add_signal(format!("ray_{square}_{i}"), 1),
                d.0.add_signal(format!("own_{square}_{i}"), 1),
            ]);
        }
    }
    let mut candidates = Vec::new();
    for square in 0..64i32 {
        let name = format!("square_{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1);
        let low = d.0.slice(count, 3, 4).unwrap();
        let data = d.op(BinaryOp::Xor, seed, low);
        let mut inputs = vec![
            ("clk".into(), clk),
            ("winner".into(), winner),
            ("phase".into(), phase),
            ("ply".into(), ply),
            ("data".into(), data),
        ];
        for (i, (dx, dy)) in DIRECTIONS.iter().enumerate() {
            let (x, y) = (square % 8 - dx, square / 8 - dy);
            let inside = (0..8).contains(&x) && (0..8).contains(&y);
            for (kind, port) in ["in", "own"].iter().enumerate() {
                let node = if inside {
                    d.0.read(wires[((y * 8 + x) * 8) as usize + i][kind])
                } else {
                    d.number(1, u64::from(kind == 0 && (square + i as i32) % 3 == 0))
                };
                inputs.push((format!("{port}{i}"), node));
            }
        }
        let parameter = ("SQUARE".to_string(), Value::new(6, square as u64));
        let priority =
            connect(&mut d, &name, cell, vec![parameter], inputs, &[("priority".into(), 4)]).remove(0);
        let outputs = &mut d.0.instances.last_mut().unwrap().outputs;
        for i in 0..8 {
            let [ray, own] = wires[square as usize * 8 + i];
            outputs.push((format!("out{i}"), ray));
            outputs.push((format!("out_own{i}"), own));
        }
        candidates.push((priority, d.number(6, square as u64)));
    }
    let mut level = 0;
    while candidates.len() > 1 {
        let mut better = Vec::new();
        for (n, pair) in candidates.chunks(2).enumerate() {
            let ((a, x), (b, y)) = (pair[0], pair[1]);
            let inputs = [("a_priority", a), ("b_priority", b), ("a_square", x), ("b_square", y)]
                .map(|(p, n)| (p.into(), n));
            let outputs = [("priority".to_string(), 4), ("square".to_string(), 6)];
            let name = format!("arbiter_l{level}_n{n}");
            let out = connect(&mut d, &name, arbiter, Vec::new(), inputs.to_vec(), &outputs);
            better.push((out[0], out[1]));
        }
        candidates = better;
        level += 1;
    }
    let (priority, square) = candidates[0];
    let found = d.0.slice(priority, 3, 1).unwrap();
    let spread = d.0.slice(count, 4, 6).unwrap();
    let next = d.mux(found, square, spread);
    let initial = Value::zero(6);
    d.0.registers.push(Register { output: latched, clock, next, enable: None, reset: None, initial });
    d.output("priority", priority);
    d.output("square", square);
    design.add(d.0).unwrap();
    design
}
