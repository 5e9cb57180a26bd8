//! Each rule broken once and kept once; messages name module and signal.

use crate::netlist::*;

mod loops;

/// A module that is being written down.
struct Draft(Module);

impl Draft {
    fn new(name: &str) -> Self {
        Self(Module::new(name, ""))
    }

    fn input(&mut self, name: &str, width: u32) -> NodeId {
        let signal = self.0.add_port(Direction::Input, name, width);
        self.0.read(signal)
    }

    fn output(&mut self, name: &str, node: NodeId) -> SignalId {
        let signal = self.0.add_port(Direction::Output, name, self.0.width(node));
        self.assign(signal, node);
        signal
    }

    fn signal(&mut self, name: &str, width: u32) -> (SignalId, NodeId) {
        let signal = self.0.add_signal(name, width);
        (signal, self.0.read(signal))
    }

    fn assign(&mut self, signal: SignalId, node: NodeId) {
        self.0.assigns.push(Assign { signal, node });
    }

    fn clock(&mut self) -> SignalId {
        self.0.add_port(Direction::Input, "clock", 1)
    }

    fn register(&mut self, output: SignalId, clock: SignalId, next: NodeId) -> &mut Register {
        let initial = Value::zero(self.0.signal(output).width);
        self.0.registers.push(Register { output, clock, next, enable: None, reset: None, initial });
        self.0.registers.last_mut().unwrap()
    }

    fn memory(&mut self, name: &str, width: u32, depth: u32) -> &mut Memory {
        self.0.memories.push(Memory {
            name: name.into(),
            width,
            depth,
            initial: Vec::new(),
            style: None,
            comment: None,
            writes: Vec::new(),
            reads: Vec::new(),
            declared: Default::default(),
        });
        self.0.memories.last_mut().unwrap()
    }

    fn instance(
        &mut self,
        name: &str,
        module: ModuleId,
        inputs: &[(&str, NodeId)],
        outputs: &[(&str, SignalId)],
    ) -> &mut Instance {
        self.0.instances.push(Instance {
            name: name.into(),
            module,
            parameters: Vec::new(),
            inputs: inputs.iter().map(|(port, node)| (port.to_string(), *node)).collect(),
            outputs: outputs.iter().map(|(port, signal)| (port.to_string(), *signal)).collect(),
            comment: None,
            place: None,
            declared: Default::default(),
        });
        self.0.instances.last_mut().unwrap()
    }

    fn binary(&mut self, op: BinaryOp, a: NodeId, b: NodeId) -> NodeId {
        self.0.binary(op, a, b).unwrap()
    }

    fn bit(&mut self, node: NodeId, bit: u32) -> NodeId {
        self.0.slice(node, bit, 1).unwrap()
    }
}

fn design(modules: impl IntoIterator<Item = Draft>) -> Design {
    let mut design = Design::new("core");
    for module in modules {
        design.add(module.0).unwrap();
    }
    design
}

/// The findings as text.
fn findings(design: &Design) -> String {
    design.validate().err().map(|errors| errors.to_string()).unwrap_or_default()
}

#[track_caller]
fn check(modules: impl IntoIterator<Item = Draft>, expected: &[&str]) {
    let found = findings(&design(modules));
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
}

/// `out = a`, one bit, with no register between.
fn wire(name: &str) -> Draft {
    let mut m = Draft::new(name);
    let a = m.input("a", 1);
    m.output("q", a);
    m
}

#[test]
fn widths_are_compared() {
    let mut m = Draft::new("top");
    let clock = m.clock();
    let (a, b) = (m.input("a", 3), m.input("b", 2));
    let q = m.0.add_port(Direction::Output, "q", 4);
    m.assign(q, a);
    let count = m.0.add_port(Direction::Output, "count", 3);
    let register = m.register(count, clock, b);
    register.enable = Some(a);
    register.reset = Some(Reset { when: b, value: Value::zero(5) });
    register.initial = Value::zero(6);
    let data = m.0.add_port(Direction::Output, "word", 4);
    let ram = m.memory("ram", 8, 16);
    ram.initial = vec![Value::zero(8), Value::zero(7)];
    ram.writes.push(WritePort { clock, enable: a, address: b, data: b });
    ram.reads.push(ReadPort { address: a, data, clock: Some(ReadClock { clock, enable: Some(b) }) });
    check(
        [m],
        &[
            "top.q: 3 bits where 4 are needed; slice, extend or widen one side",
            "top.count: 2 bits where 3 are needed; slice, extend or widen one side",
            "top.count's initial value: 6 bits where 3 are needed; slice, extend or widen one side",
            "top.count's enable: 3 bits where 1 are needed; slice, extend or widen one side",
            "top.count's reset: 2 bits where 1 are needed; slice, extend or widen one side",
            "top.count's reset value: 5 bits where 3 are needed; slice, extend or widen one side",
            "top.ram's initial word 1: 7 bits where 8 are needed; slice, extend or widen one side",
            "top.ram's write port 0 enable: 3 bits where 1 are needed; slice, extend or widen one side",
            "top.ram's write port 0 address: 2 bits where 4 are needed; slice, extend or widen one side",
            "top.ram's write port 0 data: 2 bits where 8 are needed; slice, extend or widen one side",
            "top.ram's read port 0 address: 3 bits where 4 are needed; slice, extend or widen one side",
            "top.ram's read port 0 data: 4 bits where 8 are needed; slice, extend or widen one side",
            "top.ram's read port 0 enable: 2 bits where 1 are needed; slice, extend or widen one side",
        ],
    );
}

#[test]
fn a_module_with_everything_right_passes() {
    let mut m = Draft::new("top");
    let clock = m.clock();
    let (enable, reset) = (m.input("enable", 1), m.input("clear", 1));
    let (address, word) = (m.input("address", 4), m.input("word", 8));
    let count = m.0.add_port(Direction::Output, "count", 4);
    let now = m.0.read(count);
    let one = m.0.constant(Value::new(4, 1));
    let next = m.binary(BinaryOp::Add, now, one);
    let register = m.register(count, clock, next);
    register.enable = Some(enable);
    register.reset = Some(Reset { when: reset, value: Value::new(4, 3) });
    let async_out = m.0.add_port(Direction::Output, "async_out", 8);
    let sync_out = m.0.add_port(Direction::Output, "sync_out", 8);
    let ram = m.memory("ram", 8, 16);
    ram.initial = vec![Value::new(8, 1); 16];
    ram.writes.push(WritePort { clock, enable, address, data: word });
    ram.reads.push(ReadPort { address, data: async_out, clock: None });
    ram.reads.push(ReadPort { address: now, data: sync_out, clock: Some(ReadClock { clock, enable: None }) });
    check([m], &[]);
}

#[test]
fn connections_have_the_ports_widths() {
    let mut leaf = Draft::new("leaf");
    let a = leaf.input("a", 2);
    let p = leaf.0.add_parameter("rank", Value::zero(2));
    let p = leaf.0.parameter(p);
    let sum = leaf.binary(BinaryOp::Add, a, p);
    leaf.output("q", sum);
    let mut top = Draft::new("top");
    let b = top.input("b", 3);
    let out = top.0.add_port(Direction::Output, "sum", 4);
    let u0 = top.instance("u0", ModuleId(0), &[("a", b)], &[("q", out)]);
    u0.parameters.push(("rank".into(), Argument::Value(Value::zero(5))));
    check(
        [leaf, top],
        &[
            "top.u0.rank: 5 bits where 2 are needed; slice, extend or widen one side",
            "top.u0.a: 3 bits where 2 are needed; slice, extend or widen one side",
            "top.u0.q: 4 bits where 2 are needed; slice, extend or widen one side",
        ],
    );
}

#[test]
fn a_parameter_may_be_passed_on() {
    let build = |width: u32| {
        let mut leaf = wire("leaf");
        let rank = leaf.0.add_parameter("rank", Value::zero(2));
        let rank = leaf.0.parameter(rank);
        leaf.output("rank_out", rank);
        let mut top = Draft::new("top");
        let a = top.input("a", 1);
        let outer = top.0.add_parameter("outer", Value::zero(width));
        let q = top.0.add_port(Direction::Output, "q", 1);
        let u0 = top.instance("u0", ModuleId(0), &[("a", a)], &[("q", q)]);
        u0.parameters.push(("rank".into(), Argument::Parameter(outer)));
        [leaf, top]
    };
    check(build(2), &[]);
    check(build(3), &["top.u0.rank: 3 bits where 2 are needed; slice, extend or widen one side"]);
    let [leaf, mut top] = build(2);
    top.0.parameters.clear();
    check(
        [leaf, top],
        &["top.u0.rank: it is given a parameter of another module; use the ids this module gave"],
    );
}

#[test]
fn clocks_are_one_bit() {
    let mut m = Draft::new("top");
    let clock = m.0.add_port(Direction::Input, "clock", 2);
    let d = m.input("d", 1);
    let q = m.0.add_port(Direction::Output, "q", 1);
    m.register(q, clock, d);
    check([m], &["top.q's clock: 2 bits where 1 are needed; slice, extend or widen one side"]);
}

#[test]
fn a_signal_widened_after_it_was_read_is_found() {
    let mut m = Draft::new("top");
    let a = m.input("a", 2);
    m.output("q", a);
    let id = m.0.find_signal("a").unwrap();
    m.0.signal_mut(id).width = 3;
    check([m], &["top.a: 3 bits where 2 are needed; slice, extend or widen one side"]);
}

#[test]
fn each_signal_has_one_driver() {
    let mut top = Draft::new("top");
    let clock = top.clock();
    let a = top.input("a", 1);
    top.signal("lost", 3);
    let q = top.output("q", a);
    top.register(q, clock, a);
    let r = top.0.add_port(Direction::Output, "r", 1);
    top.instance("u0", ModuleId(0), &[("a", a)], &[("q", r)]);
    top.memory("rom", 1, 2).reads.push(ReadPort { address: a, data: r, clock: None });
    let port = top.0.find_signal("a").unwrap();
    top.assign(port, a);
    check(
        [wire("wire_cell"), top],
        &[
            "top.a: driven by its input port and again by an assignment; keep one driver, or merge them with a mux",
            "top.lost: nothing drives it; assign it, connect it to an output, or remove it",
            "top.q: driven by an assignment and again by a register; keep one driver, or merge them with a mux",
            "top.r: driven by a read port of memory `rom` and again by output `q` of instance `u0`; \
             keep one driver, or merge them with a mux",
            "top.lost: never read; read it, remove it, or put `unused` in its name",
            "top: combinational loop through a[0] -> a[0]; break it with a register",
        ],
    );
}

#[test]
fn two_ports_cannot_share_a_signal() {
    let mut m = wire("top");
    let signal = m.0.ports[0].signal;
    m.0.ports.push(Port { direction: Direction::Output, signal });
    check([m], &["top.a: two ports have this signal; give each a signal of its own and assign it"]);
}

#[test]
fn instance_inputs_are_connected() {
    let mut top = Draft::new("top");
    let q = top.0.add_port(Direction::Output, "q", 1);
    top.instance("u0", ModuleId(0), &[], &[("q", q)]);
    let message = "top.u0: input `a` of `leaf` is not connected; connect a signal or a constant";
    check([wire("leaf"), top], &[message]);
}

#[test]
fn open_outputs_are_allowed() {
    let mut top = wire("top");
    let signal = top.0.ports[0].signal;
    let a = top.0.read(signal);
    top.instance("u0", ModuleId(0), &[("a", a)], &[]);
    check([wire("leaf"), top], &[]);
}

#[test]
fn unread_bits_are_listed() {
    let mut m = Draft::new("top");
    let a = m.input("a", 12);
    m.input("b", 2);
    m.input("c_unused", 2);
    let part = m.input("part_unused", 2);
    let low = m.0.slice(a, 1, 3).unwrap();
    let high = m.0.slice(a, 6, 4).unwrap();
    let dead = m.bit(a, 5);
    m.0.unary(UnaryOp::Not, dead);
    let part = m.bit(part, 0);
    let all = m.0.concat(&[low, high, part]);
    m.output("q", all);
    m.0.add_parameter("rank", Value::zero(3));
    m.0.add_parameter("unused_file", Value::zero(3));
    m.memory("scratch", 1, 2);
    check(
        [m],
        &[
            "top.a[11:10,5:4,0]: never read; read it, remove it, or put `unused` in its name",
            "top.b: never read; read it, remove it, or put `unused` in its name",
            "top.rank: never read; read it, remove it, or put `unused` in its name",
            "top.scratch: never read; read it, remove it, or put `unused` in its name",
        ],
    );
}

#[test]
fn names_are_legal_and_unique() {
    let mut m = Draft::new("Top");
    let mut parts = vec![m.input("signal", 1), m.input("Ray", 1), m.input("ray", 1), m.input("a__b", 1)];
    let (six, seven) = (Value::new(3, 6), Value::new(3, 7));
    parts.push(m.0.named_constant("king", six.clone()));
    parts.push(m.0.named_constant("king", seven));
    parts.push(m.0.named_constant("RAY", six));
    let all = m.0.concat(&parts);
    m.output("top", all);
    check(
        [m],
        &[
            "Top: the name `signal` is a reserved word of VHDL; choose another, for example `signal_1`",
            "Top: the name `ray` is, apart from case, already the name of a port, `Ray`; \
             choose another, for example `ray_1`",
            "Top: the name `a__b` has a double underscore, which VHDL forbids; choose another, for example `a_b`",
            "Top: the name `top` is, apart from case, already the name of the module itself, `Top`; \
             choose another, for example `top_1`",
            "Top: the name `king` is given to two constants, 3'h6 and 3'h7; choose another, for example `king_1`",
            "Top: the name `RAY` is, apart from case, already the name of a port, `Ray`; \
             choose another, for example `RAY_2`",
        ],
    );
}

#[test]
fn one_constant_may_be_used_twice() {
    let mut m = Draft::new("top");
    let a = m.input("a", 3);
    let king = m.0.named_constant("king", Value::new(3, 6));
    let same = m.0.named_constant("king", Value::new(3, 6));
    let (x, y) = (m.binary(BinaryOp::Equal, a, king), m.binary(BinaryOp::Less, a, same));
    let both = m.0.concat(&[x, y]);
    m.output("q", both);
    check([m], &[]);
}

#[test]
fn memories_and_instances_share_the_scope() {
    let mut top = wire("top");
    let a = top.0.ports[0].signal;
    let read = top.0.read(a);
    let (word, read_word) = top.signal("word", 1);
    top.memory("store", 1, 2).reads.push(ReadPort { address: read, data: word, clock: None });
    top.output("w", read_word);
    top.instance("Store", ModuleId(0), &[("a", read)], &[]);
    top.instance("entity", ModuleId(0), &[("a", read)], &[]);
    check(
        [wire("leaf"), top],
        &[
            "top: the name `Store` is, apart from case, already the name of a memory, `store`; \
             choose another, for example `Store_1`",
            "top: the name `entity` is a reserved word of VHDL; choose another, for example `entity_1`",
        ],
    );
}

#[test]
fn module_and_core_names_are_checked() {
    let mut core = design([wire("square"), wire("Square"), wire("work"), wire("movewright_pkg")]);
    core.name = "chess classic".into();
    assert_eq!(
        findings(&core).lines().collect::<Vec<_>>(),
        [
            "design: the name `chess classic` has ` `, where only letters, digits and _ may be; \
             choose another, for example `chess_classic`",
            "design: the name `Square` is, apart from case, already the name of a module, `square`; \
             choose another, for example `Square_1`",
            "design: the name `work` is a name of VHDL's standard libraries; choose another, for example `work_1`",
            "design: the name `movewright_pkg` is the name of the support package; \
             choose another, for example `movewright_pkg_1`",
        ]
    );
    let mut core = design([wire("square")]);
    core.name = "chess-classic".into();
    assert_eq!(findings(&core), "");
}

#[test]
fn clocks_come_from_ports() {
    let mut m = Draft::new("top");
    let clock = m.clock();
    let (enable, d) = (m.input("enable", 1), m.input("d", 1));
    let (alias, read_alias) = m.signal("alias_clock", 1);
    let read_clock = m.0.read(clock);
    m.assign(alias, read_clock);
    let (q, r) = (m.0.add_port(Direction::Output, "q", 1), m.0.add_port(Direction::Output, "r", 1));
    m.register(q, alias, d);
    let good = Draft(m.0.clone());
    let (gated, _) = m.signal("gated", 1);
    let and = m.binary(BinaryOp::And, read_alias, enable);
    m.assign(gated, and);
    m.register(r, gated, d);
    let message = "top.gated: it clocks register `r` but is driven by an assignment; \
                   clock that from an input port and use an enable";
    check([m], &[message]);
    let mut good = good;
    good.register(r, clock, enable);
    check([good], &[]);
}

#[test]
fn clocks_are_followed_into_instances() {
    let mut leaf = Draft::new("leaf");
    let clock = leaf.clock();
    let (d, q) = (leaf.input("d", 1), leaf.0.add_port(Direction::Output, "q", 1));
    leaf.register(q, clock, d);
    let mut top = Draft::new("top");
    let (clock, enable) = (top.clock(), top.input("enable", 1));
    let clock = top.0.read(clock);
    let gated = top.binary(BinaryOp::And, clock, enable);
    let (q, r) = (top.0.add_port(Direction::Output, "q", 1), top.0.add_port(Direction::Output, "r", 1));
    top.instance("fine", ModuleId(0), &[("clock", clock), ("d", enable)], &[("q", q)]);
    top.instance("wrong", ModuleId(0), &[("clock", gated), ("d", enable)], &[("q", r)]);
    let message = "top.wrong.clock: it clocks register `q` in `wrong` but is driven by an expression; \
                   clock that from an input port and use an enable";
    check([leaf, top], &[message]);
}

#[test]
fn sizes_no_tool_takes_are_refused() {
    let mut m = Draft::new("top");
    m.0.add_port(Direction::Input, "none", 0);
    m.0.add_port(Direction::Input, "vast", u32::MAX);
    m.memory("odd", 8, 12);
    m.memory("tiny", 0, 1);
    m.memory("full", 8, 2).initial = vec![Value::zero(8); 3];
    let table = m.memory("table", 8, 2);
    (table.style, table.initial) = (Some(RamStyle::Distributed), vec![Value::zero(8)]);
    check(
        [m],
        &[
            "top.none: 0 bits; a signal has 1 to 65536",
            "top.vast: 4294967295 bits; a signal has 1 to 65536",
            "top.odd: 12 words; make the depth a power of two, at least 2",
            "top.tiny: words of 0 bits; a memory has 1 to 65536",
            "top.tiny: 1 words; make the depth a power of two, at least 2",
            "top.full: 3 initial words for 2; drop some or deepen it",
            "top.table: LUT RAM has no initial words in most families; give the memory no style",
        ],
    );
}

#[test]
fn ids_of_other_modules_are_refused() {
    let mut big = Draft::new("big");
    let foreign: Vec<(SignalId, NodeId)> = (0..9).map(|i| big.signal(&format!("s{i}"), 1)).collect();
    let (signal, node) = foreign[8];
    let mut m = wire("top");
    m.assign(signal, node);
    m.0.ports.push(Port { direction: Direction::Output, signal });
    check(
        [m],
        &[
            "top.port 2: it uses a signal of another module; use the ids this module gave",
            "top.assignment 1: it uses a signal of another module; use the ids this module gave",
            "top.expressions: one belongs to another module; build it with this module's own methods",
        ],
    );
    let mut m = wire("top");
    m.0.signals.clear();
    m.0.ports.clear();
    m.0.assigns.clear();
    check([m], &["top.expressions: one reads a signal or parameter that was taken away; put it back"]);
}

#[test]
fn an_empty_design_and_a_foreign_top_are_refused() {
    assert_eq!(findings(&Design::new("core")), "design.core: the design has no modules; add at least one");
    let mut one = design([wire("leaf")]);
    one.set_top(ModuleId(7));
    assert_eq!(findings(&one), "design.core: its top is a module of another design; set one of its own");
}
