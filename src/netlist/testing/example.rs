//! A small module with one of everything, and the changes that tests make in it.

use crate::netlist::{
    Area, Argument, Assign, Attribute, BinaryOp, Design, Direction, Instance, Memory, Module, ModuleId,
    Place, RamStyle, ReadClock, ReadPort, Register, Reset, Value, WritePort,
};

/// A design of a leaf and these modules, all of which may instantiate it.
pub(crate) fn design_of(modules: impl IntoIterator<Item = Module>) -> Design {
    let mut design = Design::new("example");
    design.settings.push(("width".into(), "4".into()));
    let mut leaf = Module::new("leaf", "");
    leaf.add_parameter("STEP", Value::new(4, 1));
    leaf.add_port(Direction::Input, "a", 4);
    let b = leaf.add_port(Direction::Output, "b", 4);
    let step = leaf.parameter(crate::netlist::ParameterId(0));
    leaf.assigns.push(Assign { signal: b, node: step });
    design.add(leaf).unwrap();
    for module in modules {
        design.add(module).unwrap();
    }
    design
}

/// One of everything, for [`design_of`].
pub(crate) fn example() -> Module {
    let mut m = Module::new("unit", "Counts.\n\nSaid \"twice\".");
    let parameter = m.add_parameter("STEP", Value::new(4, 1));
    let clock = m.add_port(Direction::Input, "clock", 1);
    let enable = m.add_port(Direction::Input, "enable", 1);
    m.signal_mut(enable).comment = Some("holds when low".into());
    let count = m.add_port(Direction::Output, "count", 4);
    let full = m.add_signal("full", 1);
    m.signal_mut(full).attributes = vec![Attribute::Keep, Attribute::MaxFanout(8)];
    let word = m.add_signal("word", 8);
    let result = m.add_signal("odd name", 4);

    let (count_now, enable_now, full_now) = (m.read(count), m.read(enable), m.read(full));
    let limit = m.named_constant("limit", Value::new(4, 9));
    let node = m.binary(BinaryOp::Equal, count_now, limit).unwrap();
    m.assigns.push(Assign { signal: full, node });
    let step = m.parameter(parameter);
    let next = m.binary(BinaryOp::Add, count_now, step).unwrap();
    let reset = Some(Reset { when: full_now, value: Value::new(4, 2) });
    let initial = Value::new(4, 3);
    m.registers.push(Register { output: count, clock, next, enable: Some(enable_now), reset, initial });
    let data = m.concat(&[next, count_now]);
    m.memories.push(Memory {
        name: "words".into(),
        width: 8,
        depth: 16,
        initial: vec![Value::new(8, 0x2a), Value::new(8, 1)],
        style: Some(RamStyle::Block),
        comment: Some("what was counted".into()),
        writes: vec![WritePort { clock, enable: full_now, address: count_now, data }],
        reads: vec![ReadPort {
            address: next,
            data: word,
            clock: Some(ReadClock { clock, enable: Some(enable_now) }),
        }],
        declared: Default::default(),
    });
    let read = m.read(word);
    let high = m.slice(read, 4, 4).unwrap();
    m.instances.push(Instance {
        name: "inner".into(),
        module: ModuleId(0),
        parameters: vec![("STEP".into(), Argument::Value(Value::new(4, 5)))],
        inputs: vec![("a".into(), high)],
        outputs: vec![("b".into(), result)],
        comment: Some("adds".into()),
        place: Some(Place::Over(Area { left: 0, bottom: 2, right: 1, top: 3 })),
        declared: Default::default(),
    });
    m
}

type Change = (&'static str, fn(&mut Module));

/// Changes of what the example is called and said to be.
pub(crate) const OF_WORDS: [Change; 5] = [
    ("name", |m| m.name = "other".into()),
    ("doc", |m| m.doc.clear()),
    ("signal comment", |m| m.signals[0].comment = Some("x".into())),
    ("memory comment", |m| m.memories[0].comment = None),
    ("instance comment", |m| m.instances[0].comment = None),
];

/// Changes of the example that modules can be shared in spite of.
pub(crate) const OF_VALUES: [Change; 2] = [
    ("named constant", |m| {
        let other = m.named_constant("limit", Value::new(4, 8));
        let count = m.find_signal("count").map(|count| m.read(count)).unwrap();
        m.assigns[0].node = m.binary(BinaryOp::Equal, count, other).unwrap();
    }),
    ("argument", |m| m.instances[0].parameters[0].1 = Argument::Value(Value::new(4, 6))),
];

/// Changes of the example's structure.
pub(crate) const OF_STRUCTURE: [Change; 33] = [
    ("parameter name", |m| m.parameters[0].name = "STRIDE".into()),
    ("parameter default", |m| m.parameters[0].default = Value::new(4, 2)),
    ("parameter added", |m| {
        m.add_parameter("MORE", Value::new(1, 0));
    }),
    ("port direction", |m| m.ports[1].direction = Direction::Output),
    ("port order", |m| m.ports.swap(0, 1)),
    ("port added", |m| {
        m.add_port(Direction::Input, "more", 1);
    }),
    ("signal name", |m| m.signals[5].name = "result".into()),
    ("signal width", |m| m.signals[5].width = 5),
    ("signal added", |m| {
        m.add_signal("more", 1);
    }),
    ("attribute dropped", |m| m.signals[3].attributes.truncate(1)),
    ("attribute value", |m| m.signals[3].attributes[1] = Attribute::MaxFanout(9)),
    ("assigned signal", |m| m.assigns[0].signal = m.registers[0].output),
    ("assigned value", |m| m.assigns[0].node = m.constant(Value::new(1, 1))),
    ("constant name", |m| {
        let other = m.named_constant("bound", Value::new(4, 9));
        let count = m.find_signal("count").map(|count| m.read(count)).unwrap();
        m.assigns[0].node = m.binary(BinaryOp::Equal, count, other).unwrap();
    }),
    ("register next", |m| m.registers[0].next = m.constant(Value::new(4, 1))),
    ("register clock", |m| m.registers[0].clock = m.assigns[0].signal),
    ("register initial", |m| m.registers[0].initial = Value::new(4, 4)),
    ("register enable", |m| m.registers[0].enable = None),
    ("register reset", |m| m.registers[0].reset = None),
    ("register reset value", |m| {
        m.registers[0].reset.iter_mut().for_each(|reset| reset.value = Value::new(4, 7));
    }),
    ("memory name", |m| m.memories[0].name = "store".into()),
    ("memory depth", |m| m.memories[0].depth = 32),
    ("memory initial word", |m| m.memories[0].initial[1] = Value::new(8, 2)),
    ("memory style", |m| m.memories[0].style = None),
    ("write enable", |m| m.memories[0].writes[0].enable = m.constant(Value::new(1, 1))),
    ("write address", |m| m.memories[0].writes[0].address = m.registers[0].next),
    ("write data", |m| m.memories[0].writes[0].data = m.constant(Value::new(8, 1))),
    ("write dropped", |m| m.memories[0].writes.clear()),
    ("read address", |m| m.memories[0].reads[0].address = m.constant(Value::new(4, 1))),
    ("read enable", |m| {
        m.memories[0].reads[0].clock.iter_mut().for_each(|clock| clock.enable = None);
    }),
    ("read clock", |m| m.memories[0].reads[0].clock = None),
    ("instance input", |m| m.instances[0].inputs[0].1 = m.constant(Value::new(4, 1))),
    ("instance output", |m| m.instances[0].outputs.clear()),
];
