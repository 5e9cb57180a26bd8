//! Reading the text form of a design.

use std::collections::HashMap;

use super::STYLES;
use super::tokens::{Line, Token};
use crate::netlist::{
    Area, Argument, Assign, Attribute, Design, Direction, Instance, Memory, Module, ModuleId, NetlistError,
    NodeId, ParameterId, Place, ReadClock, ReadPort, Register, Reset, SignalId, WritePort,
};

/// The deepest memory the text form takes, in words.
const MAX_DEPTH: u32 = 1 << 24;
/// The largest memory the text form takes, in bits.
const MAX_MEMORY_BITS: u64 = 1 << 30;
/// The last column and row of blocks the text form takes.
const MAX_SIDE: u32 = (1 << 16) - 1;

pub(super) type Parsed<T> = Result<T, NetlistError>;

impl Design {
    /// Reads the output of [`Design::to_text`]. It checks widths, and builds and folds expressions
    /// as in a description. It does not check the other rules of a netlist.
    ///
    /// # Errors
    /// [`NetlistError::Text`] names the line and the remedy. Widths above 65,536 bits, memories
    /// deeper than 2^24 words or larger than 2^30 bits are errors too.
    pub fn from_text(text: &str) -> Result<Design, NetlistError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(index, text)| (index + 1, text.trim()))
            .filter(|(_, text)| !text.is_empty() && !text.starts_with("//"));
        let (number, first) = lines.next().unwrap_or((1, ""));
        let mut line = Line::new(number, first)?;
        line.expect("design")?;
        let mut parser = Parser { design: Design::new(line.name()?), names: HashMap::new(), current: None };
        line.end()?;
        for (number, text) in lines {
            let mut line = Line::new(number, text)?;
            parser.statement(&mut line)?;
            line.end()?;
        }
        parser.finish_module()?;
        Ok(parser.design)
    }
}

struct Parser {
    design: Design,
    /// The modules of each name, in order.
    names: HashMap<String, Vec<ModuleId>>,
    current: Option<Body>,
}

impl Parser {
    fn statement(&mut self, line: &mut Line) -> Parsed<()> {
        if line.accept("setting") {
            let setting = (line.name()?, line.name()?);
            self.design.settings.push(setting);
        } else if line.accept("module") {
            self.finish_module()?;
            let name = line.name()?;
            let place = occurrence(line)?;
            let known = self.names.get(&name).map_or(0, Vec::len);
            if place != known + 1 {
                let suffix = if known == 0 { String::new() } else { format!(" #{}", known + 1) };
                return Err(line.error(format!(
                    "the module must be `{name}{suffix}`: {known} of this name stand above"
                )));
            }
            self.current = Some(Body::new(name, line.number()));
        } else if line.accept("top") {
            self.finish_module()?;
            let top = self.module(line)?;
            self.design.set_top(top);
        } else if let Some(mut body) = self.current.take() {
            body.statement(self, line)?;
            self.current = Some(body);
        } else {
            return Err(line.unexpected("`setting`, `module` or `top`"));
        }
        Ok(())
    }

    /// A reference to a module that stands above.
    fn module(&self, line: &mut Line) -> Parsed<ModuleId> {
        let name = line.name()?;
        let place = occurrence(line)?;
        let found = self.names.get(&name).and_then(|ids| ids.get(place - 1));
        found.copied().ok_or_else(|| {
            line.error(format!(
                "no module `{name}` (number {place}) stands above; write it before it is used"
            ))
        })
    }

    fn finish_module(&mut self) -> Parsed<()> {
        if let Some(body) = self.current.take() {
            let Body { mut module, docs, line, .. } = body;
            module.doc = docs.join("\n");
            let name = module.name.clone();
            let id = self
                .design
                .add(module)
                .map_err(|error| NetlistError::Text { line, problem: format!("in this module: {error}") })?;
            self.names.entry(name).or_default().push(id);
        }
        Ok(())
    }
}

/// The number `#2` after the name of the second module of one name; 1 without it.
fn occurrence(line: &mut Line) -> Parsed<usize> {
    if line.accept_symbol('#') { Ok(line.up_to(2, u32::MAX)? as usize) } else { Ok(1) }
}

fn comment(line: &mut Line) -> Parsed<Option<String>> {
    if line.accept("comment") { line.prose().map(Some) } else { Ok(None) }
}

/// The place of an instance.
fn place(line: &mut Line) -> Parsed<Option<Place>> {
    if line.accept("beside_memory") {
        return Ok(Some(Place::BesideMemory));
    }
    if !line.accept("over") {
        return Ok(None);
    }
    let mut side = |least| line.up_to(least, MAX_SIDE);
    let (left, bottom) = (side(0)?, side(0)?);
    let (right, top) = (side(left)?, side(bottom)?);
    Ok(Some(Place::Over(Area { left, bottom, right, top })))
}

/// The module being read.
pub(super) struct Body {
    pub(super) module: Module,
    docs: Vec<String>,
    /// The line it starts on.
    line: usize,
    pub(super) signals: HashMap<String, SignalId>,
    pub(super) parameters: HashMap<String, ParameterId>,
    /// The value of each operator's line.
    pub(super) lines: Vec<NodeId>,
}

impl Body {
    fn new(name: String, line: usize) -> Self {
        Self {
            module: Module::new(name, ""),
            docs: Vec::new(),
            line,
            signals: HashMap::new(),
            parameters: HashMap::new(),
            lines: Vec::new(),
        }
    }

    fn statement(&mut self, parser: &Parser, line: &mut Line) -> Parsed<()> {
        let keyword = match line.take() {
            Some(Token::Word(word)) => word,
            Some(Token::Line(number)) => return self.operator(number, line),
            _ => {
                return Err(
                    line.error("a line starts with a keyword such as `signal`, or with `%` and a number")
                );
            }
        };
        match keyword.as_str() {
            "doc" => self.docs.push(line.prose()?),
            "parameter" => self.parameter(line)?,
            "input" => self.signal(line, Some(Direction::Input))?,
            "output" => self.signal(line, Some(Direction::Output))?,
            "signal" => self.signal(line, None)?,
            "assign" => {
                let signal = self.known_signal(line)?;
                let node = self.operand_of(line, self.module.signal(signal).width)?;
                self.module.assigns.push(Assign { signal, node });
            }
            "register" => self.register(line)?,
            "memory" => self.memory(line)?,
            "init" | "write" | "read" => self.memory_part(&keyword, line)?,
            "instance" => {
                let name = line.name()?;
                line.expect("of")?;
                let module = parser.module(line)?;
                let (place, comment) = (place(line)?, comment(line)?);
                let (parameters, inputs, outputs) = Default::default();
                self.module.instances.push(Instance {
                    name,
                    module,
                    parameters,
                    inputs,
                    outputs,
                    comment,
                    place,
                    declared: Default::default(),
                });
            }
            "set" | "in" | "out" => self.instance_part(&keyword, parser, line)?,
            other => {
                return Err(line.error(format!(
                    "`{other}` is no statement of a module; see the docs of `Design::to_text`"
                )));
            }
        }
        Ok(())
    }

    fn parameter(&mut self, line: &mut Line) -> Parsed<()> {
        let name = line.name()?;
        let default = line.value(None)?;
        let id = self.module.add_parameter(name.clone(), default);
        if self.parameters.insert(name.clone(), id).is_some() {
            return Err(line.error(format!("a second parameter `{name}`; rename one of the two")));
        }
        Ok(())
    }

    fn signal(&mut self, line: &mut Line, port: Option<Direction>) -> Parsed<()> {
        let name = line.name()?;
        let width = line.width()?;
        let id = match port {
            Some(direction) => self.module.add_port(direction, name.clone(), width),
            None => self.module.add_signal(name.clone(), width),
        };
        if self.signals.insert(name.clone(), id).is_some() {
            return Err(line.error(format!("a second signal `{name}`; rename one of the two")));
        }
        let signal = self.module.signal_mut(id);
        loop {
            if line.accept("keep") {
                signal.attributes.push(Attribute::Keep);
            } else if line.accept("max_fanout") {
                signal.attributes.push(Attribute::MaxFanout(line.up_to(0, u32::MAX)?));
            } else {
                break;
            }
        }
        signal.comment = comment(line)?;
        Ok(())
    }

    fn known_signal(&self, line: &mut Line) -> Parsed<SignalId> {
        let name = line.name()?;
        let found = self.signals.get(&name).copied();
        found.ok_or_else(|| {
            line.error(format!("no signal `{name}` in this module; declare it on a line above"))
        })
    }

    fn register(&mut self, line: &mut Line) -> Parsed<()> {
        let output = self.known_signal(line)?;
        let width = self.module.signal(output).width;
        line.expect("next")?;
        let next = self.operand_of(line, width)?;
        line.expect("clock")?;
        let clock = self.known_signal(line)?;
        line.expect("initial")?;
        let initial = line.value(Some(width))?;
        let enable = self.enable(line)?;
        let reset = if line.accept("reset") {
            Some(Reset { when: self.operand_of(line, 1)?, value: line.value(Some(width))? })
        } else {
            None
        };
        self.module.registers.push(Register { output, clock, next, enable, reset, initial });
        Ok(())
    }

    fn enable(&mut self, line: &mut Line) -> Parsed<Option<NodeId>> {
        if line.accept("enable") { self.operand_of(line, 1).map(Some) } else { Ok(None) }
    }

    fn memory(&mut self, line: &mut Line) -> Parsed<()> {
        let name = line.name()?;
        line.expect("width")?;
        let width = line.width()?;
        line.expect("depth")?;
        let depth = line.up_to(2, MAX_DEPTH)?;
        if !depth.is_power_of_two() {
            return Err(line.error(format!("a memory of {depth} words; use a power of two")));
        }
        if u64::from(width) * u64::from(depth) > MAX_MEMORY_BITS {
            return Err(
                line.error(format!("a memory of {depth} words of {width} bits; use at most 2^30 bits"))
            );
        }
        let style = if line.accept("style") {
            let style = line.name()?;
            let found = STYLES.iter().find(|(known, _)| *known == style);
            Some(
                found
                    .ok_or_else(|| {
                        line.error(format!("no style `{style}`; use block, distributed or registers"))
                    })?
                    .1,
            )
        } else {
            None
        };
        let comment = comment(line)?;
        let (initial, writes, reads) = Default::default();
        self.module.memories.push(Memory {
            name,
            width,
            depth,
            initial,
            style,
            comment,
            writes,
            reads,
            declared: Default::default(),
        });
        Ok(())
    }

    /// A line below a `memory` line.
    fn memory_part(&mut self, keyword: &str, line: &mut Line) -> Parsed<()> {
        let Some(memory) = self.module.memories.last() else {
            return Err(line.error(format!("`{keyword}` belongs below a `memory` line; write that first")));
        };
        let (width, depth, address_width) = (memory.width, memory.depth, memory.address_width());
        match keyword {
            "init" => {
                let mut words = vec![line.value(Some(width))?];
                while line.peek().is_some() {
                    words.push(line.value(Some(width))?);
                }
                if memory.initial.len() + words.len() > depth as usize {
                    return Err(
                        line.error(format!("more than {depth} initial words; leave the last ones out"))
                    );
                }
                self.last_memory(|memory| memory.initial.extend(words));
            }
            "write" => {
                line.expect("clock")?;
                let clock = self.known_signal(line)?;
                line.expect("enable")?;
                let enable = self.operand_of(line, 1)?;
                line.expect("address")?;
                let address = self.operand_of(line, address_width)?;
                line.expect("data")?;
                let data = self.operand_of(line, width)?;
                self.last_memory(|memory| memory.writes.push(WritePort { clock, enable, address, data }));
            }
            _ => {
                let data = self.known_signal(line)?;
                self.check_width(line, width, self.module.signal(data).width)?;
                line.expect("address")?;
                let address = self.operand_of(line, address_width)?;
                let clock = if line.accept("clock") {
                    Some(ReadClock { clock: self.known_signal(line)?, enable: self.enable(line)? })
                } else {
                    None
                };
                self.last_memory(|memory| memory.reads.push(ReadPort { address, data, clock }));
            }
        }
        Ok(())
    }

    fn last_memory(&mut self, change: impl FnOnce(&mut Memory)) {
        if let Some(memory) = self.module.memories.last_mut() {
            change(memory);
        }
    }

    /// A line below an `instance` line.
    fn instance_part(&mut self, keyword: &str, parser: &Parser, line: &mut Line) -> Parsed<()> {
        let Some(instance) = self.module.instances.last() else {
            return Err(line.error(format!("`{keyword}` belongs below an `instance` line; write that first")));
        };
        let of = parser.design.module(instance.module);
        let name = line.name()?;
        let width_of_port = |direction| of.find_port(direction, &name).map(|port| of.signal(port).width);
        let (kind, width) = match keyword {
            "set" => {
                let parameter = of.parameters.iter().find(|parameter| parameter.name == name);
                ("parameter", parameter.map(|parameter| parameter.default.width()))
            }
            "in" => ("input", width_of_port(Direction::Input)),
            _ => ("output", width_of_port(Direction::Output)),
        };
        let Some(width) = width else {
            return Err(line.error(format!("`{}` has no {kind} `{name}`; use one it declares", of.name)));
        };
        enum Connection {
            Set(Argument),
            In(NodeId),
            Out(SignalId),
        }
        let connection = match keyword {
            "set" if line.accept_symbol('$') => {
                let id = self.known_parameter(line)?;
                self.check_width(line, width, self.module.parameters[id.index()].default.width())?;
                Connection::Set(Argument::Parameter(id))
            }
            "set" => Connection::Set(Argument::Value(line.value(Some(width))?)),
            "in" => Connection::In(self.operand_of(line, width)?),
            _ => {
                let signal = self.known_signal(line)?;
                self.check_width(line, width, self.module.signal(signal).width)?;
                Connection::Out(signal)
            }
        };
        if let Some(instance) = self.module.instances.last_mut() {
            match connection {
                Connection::Set(argument) => instance.parameters.push((name, argument)),
                Connection::In(node) => instance.inputs.push((name, node)),
                Connection::Out(signal) => instance.outputs.push((name, signal)),
            }
        }
        Ok(())
    }

    pub(super) fn check_width(&self, line: &Line, expected: u32, found: u32) -> Parsed<()> {
        if expected == found {
            return Ok(());
        }
        Err(line.error(format!("{found} bits where {expected} are needed; slice, extend or widen one side")))
    }
}
