//! Each rule by example: errors, and designs that look like loops but are none.

use crate::netlist::{
    Assign, BinaryOp, Design, Direction, Instance, Memory, Module, NodeId, ReadPort, Register, SignalId,
    UnaryOp, Value, WritePort,
};
use crate::simulate::{SimulateError, Simulation};

fn input(module: &mut Module, name: &str, width: u32) -> NodeId {
    let signal = module.add_port(Direction::Input, name, width);
    module.read(signal)
}

fn drive(module: &mut Module, name: &str, node: NodeId) -> SignalId {
    let signal = module.add_port(Direction::Output, name, module.width(node));
    module.assigns.push(Assign { signal, node });
    signal
}

fn only(module: Module) -> Result<Simulation, SimulateError> {
    let mut design = Design::new("one");
    design.add(module).unwrap();
    Simulation::new(&design)
}

fn error(module: Module) -> String {
    only(module).err().expect("an error").to_string()
}

fn register(output: SignalId, clock: SignalId, next: NodeId, width: u32) -> Register {
    Register { output, clock, next, enable: None, reset: None, initial: Value::zero(width) }
}

/// A complement with zeros before it is one of its own bits only.
#[test]
fn a_complement_ends_where_it_does() {
    let mut m = Module::new("m", "");
    let (a, b) = (input(&mut m, "a", 1), input(&mut m, "b", 8));
    let not = m.unary(UnaryOp::Not, a);
    let zeros = m.constant(Value::zero(7));
    let extended = m.concat(&[zeros, not]);
    let node = m.binary(BinaryOp::And, extended, b).unwrap();
    drive(&mut m, "y", node);
    let mut simulation = only(m).unwrap();
    let [a, b, y] = ["a", "b", "y"].map(|name| simulation.find(name).unwrap());
    simulation.poke(b, 0xFF).unwrap();
    assert_eq!(simulation.peek(y), 1);
    simulation.poke(a, 1).unwrap();
    assert_eq!(simulation.peek(y), 0);
}

#[test]
fn a_loop_is_told_by_its_signals() {
    let mut m = Module::new("m", "");
    let x = input(&mut m, "x", 4);
    let (a, b) = (m.add_signal("a", 4), m.add_signal("b", 4));
    let (read_a, read_b) = (m.read(a), m.read(b));
    let node = m.binary(BinaryOp::And, read_b, x).unwrap();
    m.assigns.push(Assign { signal: a, node });
    m.assigns.push(Assign { signal: b, node: read_a });
    let message = error(m);
    assert!(
        message.contains("loop through") && message.contains("a[") && message.contains("b["),
        "{message}"
    );
}

#[test]
fn words_whose_bits_depend_on_lower_bits_are_no_loop() {
    // y = (y << 1 | 1) & x, word by word through a module of its own.
    let mut design = Design::new("d");
    let mut link = Module::new("link", "");
    let (below, x) = (input(&mut link, "below", 70), input(&mut link, "x", 70));
    let sum = link.binary(BinaryOp::And, below, x).unwrap();
    drive(&mut link, "y", sum);
    let link = design.add(link).unwrap();
    let mut top = Module::new("top", "");
    let x = input(&mut top, "x", 70);
    let y = top.add_port(Direction::Output, "y", 70);
    let read = top.read(y);
    let low = top.slice(read, 0, 69).unwrap();
    let one = top.constant(Value::new(1, 1));
    let below = top.concat(&[low, one]);
    top.instances.push(Instance {
        name: "u".into(),
        module: link,
        parameters: Vec::new(),
        inputs: vec![("below".into(), below), ("x".into(), x)],
        outputs: vec![("y".into(), y)],
        comment: None,
        place: None,
        declared: Default::default(),
    });
    design.add(top).unwrap();
    let mut simulation = Simulation::new(&design).unwrap();
    let (x, y) = (simulation.find("x").unwrap(), simulation.find("y").unwrap());
    simulation.poke_value(x, &Value::from_words(70, &[u64::MAX >> 1, 63])).unwrap();
    assert_eq!(simulation.peek_value(y), Value::from_words(70, &[u64::MAX >> 1, 0]));
    simulation.poke_value(x, &Value::ones(70)).unwrap();
    assert_eq!(simulation.peek_value(y), Value::ones(70));
}

#[test]
fn carries_come_from_below() {
    // s = x + {s[3:0], 0}: each bit from lower ones.
    let mut m = Module::new("m", "");
    let x = input(&mut m, "x", 5);
    let s = m.add_signal("s", 5);
    let read = m.read(s);
    let low = m.slice(read, 0, 4).unwrap();
    let zero = m.constant(Value::zero(1));
    let twice = m.concat(&[low, zero]);
    let node = m.binary(BinaryOp::Add, x, twice).unwrap();
    m.assigns.push(Assign { signal: s, node });
    let mut simulation = only(m).unwrap();
    let (x, s) = (simulation.find("x").unwrap(), simulation.find("s").unwrap());
    for number in 0..32u64 {
        simulation.poke(x, number).unwrap();
        // s = x + 2 s, so s = -x.
        assert_eq!(simulation.peek(s), number.wrapping_neg() & 31);
    }
}

#[test]
fn one_clock_only() {
    let two = |gated: bool| {
        let mut m = Module::new("m", "");
        let a = m.add_port(Direction::Input, "clk_a", 1);
        let b = m.add_port(Direction::Input, "clk_b", 1);
        let (p, q) = (m.add_signal("p", 1), m.add_signal("q", 1));
        let (read_a, read_b, read) = (m.read(a), m.read(b), m.read(p));
        let gate = m.add_signal("gate", 1);
        let node = m.binary(BinaryOp::And, read_a, read_b).unwrap();
        m.assigns.push(Assign { signal: gate, node });
        m.registers.push(register(p, a, read, 1));
        m.registers.push(register(q, if gated { gate } else { b }, read, 1));
        error(m)
    };
    assert_eq!(
        two(false),
        "q: its clock `clk_b` is the input `clk_b`, but other state is clocked by `clk_a`; drive every clock from \
         the same input of the top"
    );
    assert!(two(true).contains("`gate` does not come straight from an input"));
}

#[test]
fn drivers_and_depths_are_checked() {
    let mut m = Module::new("m", "");
    m.add_signal("lost", 3);
    assert!(error(m).starts_with("lost: nothing drives it"));
    let mut m = Module::new("m", "");
    let x = input(&mut m, "x", 3);
    let y = drive(&mut m, "y", x);
    m.assigns.push(Assign { signal: y, node: x });
    assert!(error(m).starts_with("y: driven twice"));
    let mut m = Module::new("m", "");
    let x = input(&mut m, "x", 3);
    let y = m.add_port(Direction::Output, "y", 4);
    m.assigns.push(Assign { signal: y, node: x });
    assert!(error(m).starts_with("y: 3 bits where 4 are needed"));
    let mut m = Module::new("m", "");
    m.add_port(Direction::Input, "nothing", 0);
    assert!(error(m).starts_with("nothing: 0 bits where 1 are needed"));
    assert!(matches!(Simulation::new(&Design::new("d")), Err(SimulateError::Empty)));
}

#[test]
fn requests_that_cannot_be_met_say_so() {
    let mut m = Module::new("m", "");
    let clk = m.add_port(Direction::Input, "clk", 1);
    let x = input(&mut m, "command_valid", 3);
    let q = m.add_signal("state", 3);
    m.registers.push(register(q, clk, x, 3));
    m.memories.push(Memory {
        name: "stack".into(),
        width: 3,
        depth: 4,
        initial: vec![Value::new(3, 5)],
        style: None,
        comment: None,
        writes: Vec::new(),
        reads: Vec::new(),
        declared: Default::default(),
    });
    let mut simulation = only(m).unwrap();
    let unknown = simulation.find("command_vald").unwrap_err().to_string();
    assert!(unknown.starts_with("no signal `command_vald`; the nearest are `command_valid`"), "{unknown}");
    let [clk, x, q] = ["clk", "command_valid", "state"].map(|path| simulation.find(path).unwrap());
    assert!(simulation.poke(clk, 1).unwrap_err().to_string().contains("the clock"));
    assert!(simulation.poke(q, 1).unwrap_err().to_string().contains("not an input"));
    assert!(
        simulation.poke(x, 8).unwrap_err().to_string().contains("0x0000000000000008 does not fit 3 bits")
    );
    assert!(simulation.poke_value(x, &Value::new(200, 7)).is_ok());
    simulation.step();
    assert_eq!((simulation.peek(q), simulation.cycle()), (7, 1));
    assert!(simulation.memory("stak").unwrap_err().to_string().contains("`stack`"));
    let stack = simulation.memory("stack").unwrap();
    assert_eq!(simulation.read_word(stack, 0).unwrap(), Value::new(3, 5));
    assert!(simulation.read_word(stack, 4).is_err());
    assert!(simulation.write_word(stack, 1, &Value::new(4, 9)).is_err());
    simulation.write_word(stack, 1, &Value::new(3, 6)).unwrap();
    assert_eq!(simulation.read_word(stack, 1).unwrap(), Value::new(3, 6));
}

#[test]
fn the_later_write_port_wins_and_reads_see_old_data() {
    let mut m = Module::new("m", "");
    let clock = m.add_port(Direction::Input, "clk", 1);
    let (one, address) = (m.constant(Value::new(1, 1)), m.constant(Value::new(1, 0)));
    let (data, turned) = {
        let x = input(&mut m, "x", 66);
        (x, m.unary(UnaryOp::Not, x))
    };
    let (now, held) = (m.add_signal("now", 66), m.add_signal("held", 66));
    let write = |data| WritePort { clock, enable: one, address, data };
    m.memories.push(Memory {
        name: "words".into(),
        width: 66,
        depth: 2,
        initial: Vec::new(),
        style: None,
        comment: None,
        writes: vec![write(data), write(turned)],
        reads: vec![
            ReadPort { address, data: now, clock: None },
            ReadPort { address, data: held, clock: Some(crate::netlist::ReadClock { clock, enable: None }) },
        ],
        declared: Default::default(),
    });
    let mut simulation = only(m).unwrap();
    let [now, held] = ["now", "held"].map(|path| simulation.find(path).unwrap());
    simulation.step();
    assert_eq!(simulation.peek_value(now), Value::ones(66));
    assert_eq!(simulation.peek_value(held), Value::zero(66));
    simulation.step();
    assert_eq!(simulation.peek_value(held), Value::ones(66));
}

#[test]
fn long_chains_do_not_overflow_the_stack() {
    // More than 65,536 slots, too: the other kind of machine.
    let mut m = Module::new("m", "");
    let mut node = input(&mut m, "x", 1);
    let y = input(&mut m, "y", 1);
    let length = 100_001;
    for i in 0..length {
        let signal = m.add_signal(format!("s{i}"), 1);
        node = m.binary(if i % 2 == 0 { BinaryOp::Xor } else { BinaryOp::Or }, node, y).unwrap();
        m.assigns.push(Assign { signal, node });
        node = m.read(signal);
    }
    drive(&mut m, "z", node);
    let mut simulation = only(m).unwrap();
    let [x, y, z] = ["x", "y", "z"].map(|path| simulation.find(path).unwrap());
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        simulation.poke(x, a).unwrap();
        simulation.poke(y, b).unwrap();
        let expected = (0..length).fold(a, |sum, i| if i % 2 == 0 { sum ^ b } else { sum | b });
        assert_eq!(simulation.peek(z), expected);
    }
}
