//! Designs to print: small ones for one thing each, and one that has a little of everything.

use movewright::netlist::{
    Argument, Assign, Attribute, BinaryOp, Declared, Design, Direction, Instance, Memory, Module, NodeId,
    RamStyle, ReadClock, ReadPort, Register, Reset, SignalId, UnaryOp, Value, WritePort,
};

pub fn input(m: &mut Module, name: &str, width: u32) -> NodeId {
    let signal = m.add_port(Direction::Input, name, width);
    m.read(signal)
}

pub fn output(m: &mut Module, name: &str, node: NodeId) -> SignalId {
    let signal = m.add_port(Direction::Output, name, m.width(node));
    m.assigns.push(Assign { signal, node });
    signal
}

pub fn binary(m: &mut Module, op: BinaryOp, a: NodeId, b: NodeId) -> NodeId {
    m.binary(op, a, b).unwrap()
}

/// A register with everything optional; gives its output.
pub fn register(
    m: &mut Module,
    clock: SignalId,
    output: SignalId,
    next: NodeId,
    enable: Option<NodeId>,
    reset: Option<(NodeId, u64)>,
) {
    let width = m.signal(output).width;
    m.registers.push(Register {
        output,
        clock,
        next,
        enable,
        reset: reset.map(|(when, value)| Reset { when, value: Value::new(width, value) }),
        initial: Value::new(width, 1),
    });
}

/// The better of two candidates: parameters, open outputs and sharing are tried on it.
fn arbiter() -> Module {
    let mut m =
        Module::new("arbiter", "The better of two candidates; the first when equal.\n\nCombinational.");
    let bias = m.add_parameter("bias", Value::new(3, 0));
    let invert = m.add_parameter("invert", Value::new(1, 0));
    let a = input(&mut m, "a_rank", 3);
    let b = input(&mut m, "b_rank", 3);
    let a_square = input(&mut m, "a_square", 6);
    let b_square = input(&mut m, "b_square", 6);
    let bias = m.parameter(bias);
    let invert = m.parameter(invert);
    let biased = binary(&mut m, BinaryOp::Add, b, bias);
    let less = binary(&mut m, BinaryOp::Less, a, biased);
    let wins = binary(&mut m, BinaryOp::Xor, less, invert);
    let second = m.add_signal("second_wins", 1);
    m.signal_mut(second).comment = Some("b is better than a — “strictly”".into());
    m.signal_mut(second).attributes = vec![Attribute::Keep, Attribute::MaxFanout(16)];
    m.assigns.push(Assign { signal: second, node: wins });
    let second = m.read(second);
    let square = m.mux(second, b_square, a_square).unwrap();
    let priority = m.mux(second, b, a).unwrap();
    let out = output(&mut m, "square", square);
    m.signal_mut(out).comment = Some("Boulé & Zilic: coordinates".into());
    m.signal_mut(out).attributes = vec![Attribute::Keep];
    output(&mut m, "rank", priority);
    m
}

/// Registers of every kind around a state machine.
fn control() -> Module {
    let mut m = Module::new("control", "State, a counter and a carry.");
    let clock = m.add_port(Direction::Input, "clock", 1);
    let reset = input(&mut m, "reset", 1);
    let enable = input(&mut m, "enable", 1);
    let data = input(&mut m, "data", 8);
    let idle = m.named_constant("idle", Value::new(2, 0));
    let busy = m.named_constant("busy", Value::new(2, 2));
    let state = m.add_signal("state", 2);
    m.signal_mut(state).comment = Some("what the machine does".into());
    let now = m.read(state);
    let is_idle = binary(&mut m, BinaryOp::Equal, now, idle);
    let start = m.slice(data, 7, 1).unwrap();
    let both = binary(&mut m, BinaryOp::And, start, enable);
    let begin = m.mux(both, busy, now).unwrap();
    let low = m.slice(data, 0, 2).unwrap();
    let end = m.mux(start, low, idle).unwrap();
    let next = m.mux(is_idle, begin, end).unwrap();
    register(&mut m, clock, state, next, None, Some((reset, 0)));
    output(&mut m, "is_idle", is_idle);

    let count = m.add_port(Direction::Output, "count", 8);
    let value = m.read(count);
    let zero = m.constant(Value::zero(1));
    let wide = m.concat(&[zero, value]);
    let wide_data = m.concat(&[zero, data]);
    let sum = binary(&mut m, BinaryOp::Add, wide, wide_data);
    let low_sum = m.slice(sum, 0, 8).unwrap();
    register(&mut m, clock, count, low_sum, Some(enable), Some((reset, 5)));
    // Only the carry of this one is used.
    let twice = binary(&mut m, BinaryOp::Add, sum, wide);
    let carry = m.slice(twice, 8, 1).unwrap();
    output(&mut m, "carry", carry);
    let held = m.add_port(Direction::Output, "held", 8);
    let either = binary(&mut m, BinaryOp::Or, is_idle, start);
    let flipped = m.unary(UnaryOp::Not, value);
    let held_now = m.read(held);
    let choice = m.mux(either, flipped, held_now).unwrap();
    register(&mut m, clock, held, choice, None, None);
    m
}

/// Every way to read and write.
pub fn store(depth: u32, width: u32) -> Module {
    let mut m = Module::new(format!("store_{depth}x{width}"), "A memory with every kind of port.");
    let clock = m.add_port(Direction::Input, "clock", 1);
    let address_width = depth.trailing_zeros();
    let names = ["first", "second"];
    let mut writes = Vec::new();
    for name in names {
        let enable = input(&mut m, &format!("{name}_enable"), 1);
        let address = input(&mut m, &format!("{name}_address"), address_width);
        let data = input(&mut m, &format!("{name}_data"), width);
        writes.push(WritePort { clock, enable, address, data });
    }
    let address = input(&mut m, "address", address_width);
    let read_enable = input(&mut m, "read_enable", 1);
    let flipped = m.unary(UnaryOp::Not, address);
    let now = m.add_port(Direction::Output, "now", width);
    let later = m.add_port(Direction::Output, "later", width);
    let held = m.add_port(Direction::Output, "held", width);
    let fixed_word = m.add_port(Direction::Output, "fixed_word", width);
    let read = |address, data, clock| ReadPort { address, data, clock };
    let words = |count: u32| (0..count).map(|word| Value::new(width, u64::from(word) * 77 + 5)).collect();
    m.memories.push(Memory {
        name: "words".into(),
        width,
        depth,
        initial: words(depth.min(3) - 1),
        style: Some(RamStyle::Distributed),
        comment: Some("written twice,\nread three ways".into()),
        writes,
        reads: vec![
            read(address, now, None),
            read(address, later, Some(ReadClock { clock, enable: None })),
            read(flipped, held, Some(ReadClock { clock, enable: Some(read_enable) })),
        ],
        declared: Declared::default(),
    });
    m.memories.push(Memory {
        name: "fixed".into(),
        width,
        depth,
        initial: words(depth),
        style: Some(RamStyle::Block),
        comment: None,
        writes: Vec::new(),
        reads: vec![read(address, fixed_word, None)],
        declared: Declared::default(),
    });
    m
}

/// A design that has a little of everything.
pub fn varied() -> Design {
    let mut design = Design::new("varied-core");
    design.settings = vec![("depth".into(), "64".into()), ("checks_first".into(), "on".into())];
    let arbiter_module = arbiter();
    let arbiter_id = design.add(arbiter_module).unwrap();
    let control_id = design.add(control()).unwrap();
    let mut m = Module::new("varied", "");
    let clock = m.add_port(Direction::Input, "clock", 1);
    let clock_now = m.read(clock);
    let reset = input(&mut m, "reset", 1);
    let squares = input(&mut m, "squares", 24);
    let priorities = input(&mut m, "priorities", 12);
    let mut level: Vec<(NodeId, NodeId)> = (0..4)
        .map(|i| (m.slice(priorities, 3 * i, 3).unwrap(), m.slice(squares, 6 * i, 6).unwrap()))
        .collect();
    let mut number = 0;
    while level.len() > 1 {
        let last = level.len() == 2;
        let mut next = Vec::new();
        for pair in level.chunks(2) {
            let name = format!("arbiter_{number}");
            let square = m.add_signal(format!("{name}_square"), 6);
            let priority = m.add_signal(format!("{name}_rank"), 3);
            let mut outputs = vec![("square".to_string(), square)];
            if !last {
                outputs.push(("rank".into(), priority));
            } else {
                m.signals.pop();
            }
            let two = m.constant(Value::new(3, 2));
            let raised = binary(&mut m, BinaryOp::Add, pair[1].0, two);
            m.instances.push(Instance {
                name,
                module: arbiter_id,
                parameters: vec![
                    ("bias".into(), Argument::Value(Value::new(3, number))),
                    ("invert".into(), Argument::Value(Value::new(1, 1))),
                ],
                inputs: vec![
                    ("a_rank".into(), pair[0].0),
                    ("b_rank".into(), raised),
                    ("a_square".into(), pair[0].1),
                    ("b_square".into(), pair[1].1),
                ],
                outputs,
                comment: Some(format!("level with {} candidates", level.len())),
                place: None,
                declared: Declared::default(),
            });
            let square = m.read(square);
            next.push((if last { square } else { m.read(priority) }, square));
            number += 1;
        }
        level = next;
    }
    let best = level[0].1;
    output(&mut m, "best", best);
    let count = m.add_port(Direction::Output, "count", 8);
    let carry = m.add_port(Direction::Output, "carry", 1);
    let enable = m.unary(UnaryOp::ReduceXor, best);
    let two = m.constant(Value::new(2, 1));
    let data = m.concat(&[two, best]);
    m.instances.push(Instance {
        name: "control".into(),
        module: control_id,
        parameters: Vec::new(),
        inputs: vec![
            ("clock".into(), clock_now),
            ("reset".into(), reset),
            ("enable".into(), enable),
            ("data".into(), data),
        ],
        outputs: vec![("count".into(), count), ("carry".into(), carry)],
        comment: None,
        place: None,
        declared: Declared::default(),
    });
    let many: Vec<NodeId> = (0..24).map(|i| m.slice(squares, i, 1).unwrap()).collect();
    let mut any = many[0];
    for (i, bit) in many.iter().enumerate().skip(1) {
        let prior = m.slice(priorities, (i % 12) as u32, 1).unwrap();
        let term = binary(&mut m, BinaryOp::And, *bit, prior);
        any = binary(&mut m, BinaryOp::Or, any, term);
    }
    output(&mut m, "any", any);
    let mut chosen = best;
    for i in (0..6u64).rev() {
        let square = m.slice(squares, 6, 6).unwrap();
        let wanted = m.constant(Value::new(6, 9 * i));
        let equal = binary(&mut m, BinaryOp::Equal, square, wanted);
        let value = binary(&mut m, BinaryOp::Sub, best, wanted);
        chosen = m.mux(equal, value, chosen).unwrap();
    }
    output(&mut m, "chosen", chosen);
    let rotated = m.slice(squares, 12, 6).unwrap();
    let odd = m.mux(enable, rotated, chosen).unwrap();
    let mixed = binary(&mut m, BinaryOp::Xor, odd, best);
    output(&mut m, "mixed", mixed);
    design.add(m).unwrap();
    for (depth, width) in [(2, 1), (16, 8), (64, 70)] {
        design.add(store(depth, width)).unwrap();
    }
    design.set_top(design.find("varied").unwrap());
    design
}
