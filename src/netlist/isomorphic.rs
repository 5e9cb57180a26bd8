//! Whether two designs are the same, for tests.

use std::collections::{BTreeMap, HashMap};

use thiserror::Error;

use super::{Argument, Design, Direction, Instance, Memory, Module, Node, NodeId, Register};

/// The first difference between two designs.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{module}: {what}")]
pub struct Difference {
    /// The module, or the design where it is not within one.
    pub module: String,
    /// The thing that differs, and how.
    pub what: String,
}

/// Compares two designs by names: equal up to the order of modules, signals, assignments,
/// registers, memories, instances and expression pools. The order of ports, parameters and write
/// ports counts, and so do comments, docs and settings.
///
/// # Errors
/// The first difference, in the order of names.
pub fn isomorphic(a: &Design, b: &Design) -> Result<(), Difference> {
    let top = |design: &Design| design.top().map(|top| design.module(top).name.clone());
    for (thing, a, b) in [
        ("name", format!("{:?}", a.name), format!("{:?}", b.name)),
        ("settings", format!("{:?}", a.settings), format!("{:?}", b.settings)),
        ("top", format!("{:?}", top(a)), format!("{:?}", top(b))),
    ] {
        if a != b {
            return Err(Difference { module: "design".into(), what: format!("{thing} is {a} against {b}") });
        }
    }
    let (modules_a, modules_b) = (by_name(a), by_name(b));
    if let Some(name) = unmatched(&modules_a, &modules_b) {
        let what = format!(
            "{} modules of this name against {}",
            modules_a.get(name).map_or(0, Vec::len),
            modules_b.get(name).map_or(0, Vec::len)
        );
        return Err(Difference { module: name.into(), what });
    }
    for (name, modules) in &modules_a {
        for (x, y) in modules.iter().zip(modules_b.get(name).into_iter().flatten()) {
            Comparison::new(a, x, b, y)
                .difference()
                .map_or(Ok(()), |what| Err(Difference { module: (*name).to_string(), what }))?;
        }
    }
    Ok(())
}

fn by_name(design: &Design) -> BTreeMap<&str, Vec<&Module>> {
    let mut modules: BTreeMap<&str, Vec<&Module>> = BTreeMap::new();
    for module in design.modules() {
        modules.entry(&module.name).or_default().push(module);
    }
    modules
}

/// The first key under which two maps do not hold equally many things.
fn unmatched<'a, K: Ord + ?Sized, T>(
    a: &BTreeMap<&'a K, Vec<T>>,
    b: &BTreeMap<&'a K, Vec<T>>,
) -> Option<&'a K> {
    let count = |map: &BTreeMap<&'a K, Vec<T>>, key| map.get(key).map_or(0, Vec::len);
    a.keys().chain(b.keys()).find(|key| count(a, **key) != count(b, **key)).copied()
}

/// Something a module says about a thing of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fact {
    Text(String),
    Expression(NodeId),
}

/// The facts of a module, each under the name of the thing it is about.
type Facts = BTreeMap<String, Vec<Fact>>;

/// Two modules and the classes of their expressions: equal expressions have one class, in whichever
/// module they stand.
struct Comparison<'a> {
    modules: [&'a Module; 2],
    facts: [Facts; 2],
    classes: [Vec<u32>; 2],
}

impl<'a> Comparison<'a> {
    fn new(design_a: &Design, a: &'a Module, design_b: &Design, b: &'a Module) -> Self {
        let mut known = HashMap::new();
        let classes = [classes(a, &mut known), classes(b, &mut known)];
        Self { modules: [a, b], facts: [facts(design_a, a), facts(design_b, b)], classes }
    }

    fn difference(&self) -> Option<String> {
        let [a, b] = &self.facts;
        let none = Vec::new();
        let things: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
        things.into_iter().find_map(|thing| {
            let (x, y) = (a.get(thing).unwrap_or(&none), b.get(thing).unwrap_or(&none));
            if x.len() != y.len() {
                return Some(format!("{thing}: there {} times against {}", x.len(), y.len()));
            }
            x.iter().zip(y).find_map(|(x, y)| self.compare(x, y)).map(|how| format!("{thing}: {how}"))
        })
    }

    fn compare(&self, x: &Fact, y: &Fact) -> Option<String> {
        match (x, y) {
            (Fact::Expression(x), Fact::Expression(y)) => self.compare_expressions(*x, *y),
            _ if x == y => None,
            _ => Some(format!("{} against {}", self.show(0, x), self.show(1, y))),
        }
    }

    fn compare_expressions(&self, x: NodeId, y: NodeId) -> Option<String> {
        let differ = |x: NodeId, y: NodeId| self.classes[0][x.index()] != self.classes[1][y.index()];
        if !differ(x, y) {
            return None;
        }
        // Down to the smallest pair that explains it.
        let (mut x, mut y) = (x, y);
        loop {
            let [node_x, node_y] = [self.modules[0].node(x), self.modules[1].node(y)];
            let (operands_x, operands_y) = (node_x.operands(), node_y.operands());
            let same_operator =
                operands_x.len() == operands_y.len() && &node_y.with_operands(&operands_x) == node_x;
            let next = operands_x.into_iter().zip(operands_y).find(|&(x, y)| differ(x, y));
            match next {
                Some(pair) if same_operator => (x, y) = pair,
                _ => break,
            }
        }
        Some(format!("{} against {}", describe(self.modules[0], x), describe(self.modules[1], y)))
    }

    fn show(&self, side: usize, fact: &Fact) -> String {
        match fact {
            Fact::Text(text) => text.clone(),
            Fact::Expression(id) => describe(self.modules[side], *id),
        }
    }
}

/// The operator, with its operands one level deep.
fn describe(module: &Module, id: NodeId) -> String {
    let leaf = |id: NodeId| match module.node(id) {
        Node::Signal(signal) => module.signal(*signal).name.clone(),
        Node::Parameter(parameter) => module.parameters[parameter.index()].name.clone(),
        Node::Constant { value, name: None } => value.to_string(),
        Node::Constant { value, name: Some(name) } => format!("{name}={value}"),
        _ => "..".to_string(),
    };
    let operator = match module.node(id) {
        Node::Unary(op, _) => format!("{op:?}"),
        Node::Binary(op, ..) => format!("{op:?}"),
        Node::Mux { .. } => "Mux".into(),
        Node::Slice { low, width, .. } => format!("Slice[{}:{low}]", low + width - 1),
        Node::Concat(_) => "Concat".into(),
        _ => return leaf(id),
    };
    let operands: Vec<String> = module.node(id).operands().into_iter().map(leaf).collect();
    format!("{operator}({})", operands.join(", "))
}

/// A class for every expression: those of equal operators over equal operands are one class.
/// Signals and parameters go by name.
fn classes(module: &Module, known: &mut HashMap<(Node, Option<String>), u32>) -> Vec<u32> {
    let mut classes: Vec<u32> = Vec::with_capacity(module.nodes.len());
    for (_, node) in module.nodes() {
        let key = match node {
            Node::Signal(id) => (Node::Signal(super::SignalId(0)), Some(module.signal(*id).name.clone())),
            Node::Parameter(id) => {
                (Node::Parameter(super::ParameterId(0)), Some(module.parameters[id.index()].name.clone()))
            }
            node => {
                let operands: Vec<NodeId> =
                    node.operands().iter().map(|id| NodeId(classes[id.index()])).collect();
                (node.with_operands(&operands), None)
            }
        };
        let next = known.len() as u32;
        classes.push(*known.entry(key).or_insert(next));
    }
    classes
}

fn facts(design: &Design, module: &Module) -> Facts {
    let mut facts = Collector { module, facts: Facts::new() };
    facts.text("doc", &module.doc);
    for parameter in &module.parameters {
        facts.text("parameters", &format!("{} = {}", parameter.name, parameter.default));
    }
    for port in &module.ports {
        let direction = if port.direction == Direction::Input { "input" } else { "output" };
        facts.text("ports", &format!("{direction} {}", module.signal(port.signal).name));
    }
    for signal in &module.signals {
        let thing = format!("signal `{}`", signal.name);
        facts.text(
            &thing,
            &format!("{} bits, {:?}, comment {:?}", signal.width, signal.attributes, signal.comment),
        );
    }
    for assign in &module.assigns {
        facts.expression(&format!("assignment of `{}`", module.signal(assign.signal).name), assign.node);
    }
    module.registers.iter().for_each(|register| facts.register(register));
    module.memories.iter().for_each(|memory| facts.memory(memory));
    module.instances.iter().for_each(|instance| facts.instance(design, instance));
    facts.facts
}

struct Collector<'a> {
    module: &'a Module,
    facts: Facts,
}

impl Collector<'_> {
    fn push(&mut self, thing: &str, fact: Fact) {
        self.facts.entry(thing.to_string()).or_default().push(fact);
    }

    fn text(&mut self, thing: &str, text: &str) {
        self.push(thing, Fact::Text(text.to_string()));
    }

    fn expression(&mut self, thing: &str, id: NodeId) {
        self.push(thing, Fact::Expression(id));
    }

    fn optional(&mut self, thing: &str, id: Option<NodeId>) {
        if let Some(id) = id {
            self.expression(thing, id);
        }
    }

    fn register(&mut self, register: &Register) {
        let name = |id| &self.module.signal(id).name;
        let thing = format!("register `{}`", name(register.output));
        let clock = format!("clock {}, initially {}", name(register.clock), register.initial);
        self.text(&thing, &clock);
        self.expression(&format!("{thing} next"), register.next);
        self.optional(&format!("{thing} enable"), register.enable);
        if let Some(reset) = &register.reset {
            self.text(&format!("{thing} reset value"), &reset.value.to_string());
            self.expression(&format!("{thing} reset"), reset.when);
        }
    }

    fn memory(&mut self, memory: &Memory) {
        let name = |id| self.module.signal(id).name.clone();
        let thing = format!("memory `{}`", memory.name);
        let Memory { width, depth, initial, style, comment, .. } = memory;
        self.text(&thing, &format!("{depth} words of {width} bits, {style:?}, comment {comment:?}"));
        self.text(&format!("{thing} initial contents"), &format!("{initial:?}"));
        for (place, port) in memory.writes.iter().enumerate() {
            let thing = format!("{thing} write port {place}");
            self.text(&thing, &name(port.clock));
            self.expression(&format!("{thing} enable"), port.enable);
            self.expression(&format!("{thing} address"), port.address);
            self.expression(&format!("{thing} data"), port.data);
        }
        for port in &memory.reads {
            let thing = format!("{thing} read port `{}`", name(port.data));
            let clock = port.clock.as_ref().map_or("no clock".into(), |read| name(read.clock));
            self.text(&thing, &clock);
            self.expression(&format!("{thing} address"), port.address);
            self.optional(&format!("{thing} enable"), port.clock.as_ref().and_then(|read| read.enable));
        }
    }

    fn instance(&mut self, design: &Design, instance: &Instance) {
        let thing = format!("instance `{}`", instance.name);
        let of = &design.module(instance.module).name;
        let Instance { comment, place, .. } = instance;
        self.text(&thing, &format!("of {of}, comment {comment:?}, {place:?}"));
        for (name, argument) in &instance.parameters {
            let argument = match argument {
                Argument::Value(value) => value.to_string(),
                Argument::Parameter(id) => self.module.parameters[id.index()].name.clone(),
            };
            self.text(&format!("{thing} parameter `{name}`"), &argument);
        }
        for (name, node) in &instance.inputs {
            self.expression(&format!("{thing} input `{name}`"), *node);
        }
        for (name, signal) in &instance.outputs {
            let signal = self.module.signal(*signal).name.clone();
            self.text(&format!("{thing} output `{name}`"), &signal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netlist::testing::{OF_STRUCTURE, OF_VALUES, OF_WORDS, design_of, example, random_design};

    #[test]
    fn every_change_is_a_difference() {
        let before = design_of([example()]);
        isomorphic(&before, &before).unwrap();
        for (what, change) in OF_STRUCTURE.into_iter().chain(OF_VALUES).chain(OF_WORDS) {
            let mut changed = example();
            change(&mut changed);
            let after = design_of([changed]);
            assert!(isomorphic(&before, &after).is_err(), "{what}");
            assert!(isomorphic(&after, &before).is_err(), "{what}");
            let unit = before.top().unwrap();
            assert_ne!(before.digest(unit), after.digest(unit), "{what}");
        }
    }

    #[test]
    fn order_does_not_count() {
        // The statements of a text in another order: signals before the operators and operators
        // before the rest.
        let before = design_of([example()]);
        let text = before.to_text();
        let (head, unit) = text.split_at(text.find("module unit").unwrap());
        let (unit, tail) = unit.split_at(unit.find("\ntop").unwrap());
        let mut lines: Vec<&str> = unit.lines().collect();
        let kind = |line: &str| match line.split_whitespace().next().unwrap_or_default() {
            "module" | "doc" | "parameter" | "input" | "output" => 0,
            "signal" => 1,
            word if word.starts_with('%') => 2,
            "instance" | "in" | "out" | "set" => 3,
            "memory" | "init" | "write" | "read" => 4,
            _ => 5,
        };
        lines.sort_by_key(|line| kind(line));
        let signals = lines.iter().position(|line| kind(line) == 1).unwrap();
        lines.swap(signals, signals + 1);
        let after = Design::from_text(&format!("{head}{}\n{tail}", lines.join("\n"))).unwrap();
        assert_ne!(after.to_text(), text);
        isomorphic(&before, &after).unwrap();
    }

    #[test]
    fn a_difference_says_where_and_what() {
        let mut changed = example();
        let (_, change) = OF_VALUES[0];
        change(&mut changed);
        let difference = isomorphic(&design_of([example()]), &design_of([changed])).unwrap_err();
        assert_eq!(difference.to_string(), "unit: assignment of `full`: limit=4'h9 against limit=4'h8");
        let difference = isomorphic(&random_design(1), &random_design(2)).unwrap_err();
        assert_eq!(difference.module, "design");
    }
}
