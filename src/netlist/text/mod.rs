//! The text form of a design: one statement a line, with everything in it, and the same text for
//! the same design.

mod expression;
mod parse;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::HashMap;
use std::fmt::Write as _;

use super::{
    Area, Argument, Attribute, BinaryOp, Design, Direction, Instance, Memory, Module, ModuleId, Node, NodeId,
    ParameterId, Place, RamStyle, Register, SignalId, UnaryOp, Value,
};

/// The words for each operator in a line of the text. The parser reads the same table.
const UNARY: [(&str, UnaryOp); 4] = [
    ("not", UnaryOp::Not),
    ("reduce_and", UnaryOp::ReduceAnd),
    ("reduce_or", UnaryOp::ReduceOr),
    ("reduce_xor", UnaryOp::ReduceXor),
];

/// The same as [`UNARY`], for two operands.
const BINARY: [(&str, BinaryOp); 12] = [
    ("and", BinaryOp::And),
    ("or", BinaryOp::Or),
    ("xor", BinaryOp::Xor),
    ("add", BinaryOp::Add),
    ("sub", BinaryOp::Sub),
    ("mul", BinaryOp::Mul),
    ("equal", BinaryOp::Equal),
    ("not_equal", BinaryOp::NotEqual),
    ("less", BinaryOp::Less),
    ("less_signed", BinaryOp::LessSigned),
    ("shift_left", BinaryOp::ShiftLeft),
    ("shift_right", BinaryOp::ShiftRight),
];

/// The same as [`UNARY`], for the storage of a memory.
const STYLES: [(&str, RamStyle); 4] = [
    ("block", RamStyle::Block),
    ("unchecked_block", RamStyle::UncheckedBlock),
    ("distributed", RamStyle::Distributed),
    ("registers", RamStyle::Registers),
];

/// The number of words of a memory's initial contents on a line.
const WORDS_A_LINE: usize = 8;

impl Design {
    /// The whole design as text, see [`Design::from_text`]. It is stable to the byte, and
    /// independent of the order of the node pools and of nodes that nothing reads. A signal that is
    /// a port stands with the ports, before the inner signals.
    ///
    /// ```text
    /// design "counter"
    /// setting "width" "4"
    ///
    /// module counter
    ///   doc "Counts the clock."
    ///   parameter STEP 4'h1
    ///   input clock 1
    ///   input enable 1 comment "holds when low"
    ///   output count 4
    ///   signal full 1 keep max_fanout 8
    ///   %0 = reduce_and count
    ///   assign full %0
    ///   %1 = add count $STEP
    ///   register count next %1 clock clock initial 4'h0 enable enable
    ///   memory words width 8 depth 16 style block
    ///     init 8'h00 8'h01
    ///     write clock clock enable full address count data byte
    ///     read word address count clock clock
    ///   instance inner of leaf over 0 0 1 0
    ///     set STEP 4'h2
    ///     set START $STEP
    ///     in a %1
    ///     out b result
    ///
    /// top counter
    /// ```
    /// An operand is a signal, a literal (`4'h1`), a named constant (`LIMIT=4'h9`), a parameter
    /// (`$STEP`) or an operator's line (`%0`). Names that are not plain words are quoted. The
    /// second module of one name is `counter #2`. Blank lines and lines that start with `//` mean
    /// nothing.
    pub fn to_text(&self) -> String {
        let mut text = format!("design {}\n", quoted(&self.name));
        for (key, value) in &self.settings {
            let _ = writeln!(text, "setting {} {}", quoted(key), quoted(value));
        }
        let names = self.references();
        for (module, name) in self.modules().iter().zip(&names) {
            text.push('\n');
            text.push_str(&Printer::new(module, &names, Form::Whole).print(name));
        }
        if let Some(name) = self.top().and_then(|top| names.get(top.index())) {
            let _ = write!(text, "\ntop {name}\n");
        }
        text
    }

    /// The part of [`Design::to_text`] that is one module.
    pub fn module_text(&self, id: ModuleId) -> String {
        let names = self.references();
        Printer::new(self.module(id), &names, Form::Whole).print(&names[id.index()])
    }

    /// A 64-bit digest (FNV-1a) of [`Design::module_text`], for snapshots. It is the same on every
    /// machine and with every compiler. The modules that it instantiates count by name only.
    pub fn digest(&self, id: ModuleId) -> u64 {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        self.module_text(id).bytes().fold(0xcbf2_9ce4_8422_2325, step)
    }

    /// The reference to each module in the text: its name, with a number from the second module of
    /// one name on.
    fn references(&self) -> Vec<String> {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let reference = |module: &'_ Module, count: usize| match count {
            1 => word(&module.name),
            _ => format!("{} #{count}", word(&module.name)),
        };
        self.modules()
            .iter()
            .map(|module| {
                let count = seen.entry(&module.name).or_default();
                *count += 1;
                reference(module, *count)
            })
            .collect()
    }
}

/// The part of a module that is the same in every module with which it can be shared, and the
/// places where it may differ.
pub(super) struct Skeleton {
    /// The text without the module's name, docs, comments, and the values of named constants and
    /// arguments.
    pub(super) text: String,
    /// The named constants that are read, in the order of the text.
    pub(super) constants: Vec<NodeId>,
}

/// The skeleton of a module whose instances are of the modules that `references` tell apart.
pub(super) fn skeleton(module: &Module, references: &[String]) -> Skeleton {
    let mut printer = Printer::new(module, references, Form::Skeleton);
    let text = printer.print("");
    Skeleton { text, constants: printer.constants }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Whole,
    Skeleton,
}

struct Printer<'a> {
    module: &'a Module,
    references: &'a [String],
    form: Form,
    text: String,
    /// The number of each operator's line, once printed.
    numbers: Vec<Option<usize>>,
    lines: usize,
    constants: Vec<NodeId>,
}

impl<'a> Printer<'a> {
    fn new(module: &'a Module, references: &'a [String], form: Form) -> Self {
        let numbers = vec![None; module.nodes.len()];
        Self { module, references, form, text: String::new(), numbers, lines: 0, constants: Vec::new() }
    }

    fn print(&mut self, name: &str) -> String {
        let module = self.module;
        self.line(0, format_args!("module {name}"));
        if self.form == Form::Whole && !module.doc.is_empty() {
            for line in module.doc.split('\n') {
                self.line(1, format_args!("doc {}", quoted(line)));
            }
        }
        for parameter in &module.parameters {
            self.line(1, format_args!("parameter {} {}", word(&parameter.name), parameter.default));
        }
        let mut is_port = vec![false; module.signals.len()];
        for port in &module.ports {
            is_port[port.signal.index()] = true;
            self.signal(if port.direction == Direction::Input { "input" } else { "output" }, port.signal);
        }
        for id in module.signal_ids().filter(|id| !is_port[id.index()]) {
            self.signal("signal", id);
        }
        for assign in &module.assigns {
            let node = self.expression(assign.node);
            self.line(1, format_args!("assign {} {node}", self.name_of(assign.signal)));
        }
        module.registers.iter().for_each(|register| self.register(register));
        module.memories.iter().for_each(|memory| self.memory(memory));
        module.instances.iter().for_each(|instance| self.instance(instance));
        std::mem::take(&mut self.text)
    }

    fn line(&mut self, indent: usize, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text, "{:1$}{line}", "", indent * 2);
    }

    fn name_of(&self, signal: SignalId) -> String {
        word(&self.module.signal(signal).name)
    }

    fn comment(&self, comment: &Option<String>) -> String {
        match comment {
            Some(comment) if self.form == Form::Whole => format!(" comment {}", quoted(comment)),
            _ => String::new(),
        }
    }

    fn signal(&mut self, kind: &str, id: SignalId) {
        let signal = self.module.signal(id);
        let mut attributes = String::new();
        for attribute in &signal.attributes {
            match attribute {
                Attribute::Keep => attributes.push_str(" keep"),
                Attribute::MaxFanout(loads) => {
                    let _ = write!(attributes, " max_fanout {loads}");
                }
            }
        }
        let comment = self.comment(&signal.comment);
        self.line(1, format_args!("{kind} {} {}{attributes}{comment}", self.name_of(id), signal.width));
    }

    fn register(&mut self, register: &Register) {
        let next = self.expression(register.next);
        let enable = register.enable.map(|enable| format!(" enable {}", self.expression(enable)));
        let reset = register
            .reset
            .as_ref()
            .map(|reset| format!(" reset {} {}", self.expression(reset.when), reset.value));
        self.line(
            1,
            format_args!(
                "register {} next {next} clock {} initial {}{}{}",
                self.name_of(register.output),
                self.name_of(register.clock),
                register.initial,
                enable.unwrap_or_default(),
                reset.unwrap_or_default(),
            ),
        );
    }

    fn memory(&mut self, memory: &Memory) {
        let style = memory.style.and_then(|style| STYLES.iter().find(|(_, known)| *known == style));
        let style = style.map(|(name, _)| format!(" style {name}")).unwrap_or_default();
        let comment = self.comment(&memory.comment);
        let (name, width, depth) = (word(&memory.name), memory.width, memory.depth);
        let mut ports = Vec::new();
        for port in &memory.writes {
            let [enable, address, data] =
                [port.enable, port.address, port.data].map(|id| self.expression(id));
            let clock = self.name_of(port.clock);
            ports.push(format!("write clock {clock} enable {enable} address {address} data {data}"));
        }
        for port in &memory.reads {
            let mut read =
                format!("read {} address {}", self.name_of(port.data), self.expression(port.address));
            if let Some(timing) = &port.clock {
                let _ = write!(read, " clock {}", self.name_of(timing.clock));
                if let Some(enable) = timing.enable {
                    let _ = write!(read, " enable {}", self.expression(enable));
                }
            }
            ports.push(read);
        }
        self.line(1, format_args!("memory {name} width {width} depth {depth}{style}{comment}"));
        for words in memory.initial.chunks(WORDS_A_LINE) {
            let words: Vec<String> = words.iter().map(Value::to_string).collect();
            self.line(2, format_args!("init {}", words.join(" ")));
        }
        for port in ports {
            self.line(2, format_args!("{port}"));
        }
    }

    fn instance(&mut self, instance: &Instance) {
        let of = &self.references[instance.module.index()];
        let comment = self.comment(&instance.comment);
        let inputs: Vec<String> = instance.inputs.iter().map(|(_, node)| self.expression(*node)).collect();
        let place = match instance.place {
            None => String::new(),
            Some(Place::Over(Area { left, bottom, right, top })) => {
                format!(" over {left} {bottom} {right} {top}")
            }
            Some(Place::BesideMemory) => " beside_memory".into(),
        };
        self.line(1, format_args!("instance {} of {of}{place}{comment}", word(&instance.name)));
        for (name, argument) in &instance.parameters {
            let argument = match argument {
                Argument::Parameter(id) => self.parameter(*id),
                Argument::Value(value) if self.form == Form::Whole => value.to_string(),
                Argument::Value(value) => format!("{}'?", value.width()),
            };
            self.line(2, format_args!("set {} {argument}", word(name)));
        }
        for ((name, _), node) in instance.inputs.iter().zip(inputs) {
            self.line(2, format_args!("in {} {node}", word(name)));
        }
        for (name, signal) in &instance.outputs {
            self.line(2, format_args!("out {} {}", word(name), self.name_of(*signal)));
        }
    }

    /// The operand that stands for the expression, after the lines of all operators it needs.
    fn expression(&mut self, root: NodeId) -> String {
        let module = self.module;
        let mut stack = vec![(root, false)];
        while let Some((id, operands_printed)) = stack.pop() {
            let node = module.node(id);
            if is_leaf(node) || self.numbers[id.index()].is_some() {
                continue;
            }
            if operands_printed {
                let (number, operator) = (self.lines, self.operator(node));
                self.line(1, format_args!("%{number} = {operator}"));
                self.numbers[id.index()] = Some(number);
                self.lines += 1;
            } else {
                stack.push((id, true));
                stack.extend(node.operands().into_iter().rev().map(|operand| (operand, false)));
            }
        }
        self.operand(root)
    }

    fn operator(&mut self, node: &Node) -> String {
        let operands: Vec<String> = node.operands().into_iter().map(|id| self.operand(id)).collect();
        let operands = operands.join(" ");
        match node {
            Node::Slice { low, width, .. } => format!("slice {operands} {}:{low}", low + width - 1),
            Node::Unary(op, _) => format!("{} {operands}", spelling(&UNARY, op)),
            Node::Binary(op, ..) => format!("{} {operands}", spelling(&BINARY, op)),
            Node::Mux { .. } => format!("mux {operands}"),
            Node::Concat(_) => format!("concat {operands}"),
            Node::Constant { .. } | Node::Parameter(_) | Node::Signal(_) => operands,
        }
    }

    fn parameter(&self, id: ParameterId) -> String {
        format!("${}", word(&self.module.parameters[id.index()].name))
    }

    fn operand(&mut self, id: NodeId) -> String {
        match self.module.node(id) {
            Node::Signal(signal) => self.name_of(*signal),
            Node::Parameter(parameter) => self.parameter(*parameter),
            Node::Constant { value, name: None } => value.to_string(),
            Node::Constant { value, name: Some(name) } if self.form == Form::Whole => {
                format!("{}={value}", word(name))
            }
            Node::Constant { value, name: Some(name) } => {
                let place = self.numbers[id.index()].unwrap_or_else(|| {
                    self.constants.push(id);
                    self.constants.len() - 1
                });
                self.numbers[id.index()] = Some(place);
                format!("{}={}'?{place}", word(name), value.width())
            }
            _ => format!("%{}", self.numbers[id.index()].unwrap_or_default()),
        }
    }
}

fn is_leaf(node: &Node) -> bool {
    matches!(node, Node::Constant { .. } | Node::Parameter(_) | Node::Signal(_))
}

fn spelling<T: PartialEq>(table: &[(&'static str, T)], wanted: &T) -> &'static str {
    table.iter().find(|(_, known)| known == wanted).map_or("", |(name, _)| name)
}

/// A name as a plain word where it is one, else quoted.
fn word(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.starts_with(|c: char| !c.is_ascii_digit());
    if plain { name.to_string() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
