//! The content of a block: a walk over its signals, constants and flip-flops by rust-hdl's own
//! visitor.

use std::collections::BTreeMap;

use rust_hdl::prelude::{Atom, AtomKind, Bit, Block, DFFWithInit, Logic, Probe, TypeKind};

use super::error::LowerProblem;
use super::number;
use crate::netlist::Value;

/// The role of a name of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An input port.
    Input,
    /// An output port.
    Output,
    /// A signal inside.
    Local,
    /// A value fixed when the block is built.
    Constant,
    /// The `d` of a flip-flop.
    Next,
    /// The `q` of a flip-flop.
    State,
    /// The `clock` of a flip-flop.
    Clock,
}

/// A signal or constant of the block.
#[derive(Clone, Debug)]
pub struct Item {
    /// The probe's name: fields joined by `$`.
    pub path: String,
    /// Its role.
    pub role: Role,
    /// Width in bits.
    pub width: u32,
    /// Whether it is a two's complement number.
    pub signed: bool,
    /// The value of a constant, the initial value of a flip-flop.
    pub value: Value,
}

/// A flip-flop of the block.
#[derive(Clone, Debug)]
pub struct FlipFlop {
    /// The field's path.
    pub path: String,
    /// The value before the first edge.
    pub initial: Value,
}

/// A block's parts, in the order of its fields.
#[derive(Debug, Default)]
pub struct Cell {
    /// Signals and constants.
    pub items: Vec<Item>,
    /// Flip-flops.
    pub flip_flops: Vec<FlipFlop>,
    /// The variants of each enum that is the type of some signal, by the enum's name. The place of
    /// a variant is its encoding.
    pub enums: BTreeMap<String, Vec<String>>,
    by_path: BTreeMap<String, usize>,
}

impl Cell {
    /// The parts of a block.
    ///
    /// # Errors
    /// Sub-blocks that are no flip-flops, signals that are no bits or no plain ports.
    pub fn of(block: &dyn Block) -> Result<Self, LowerProblem> {
        let mut walk = Walk::default();
        block.accept("", &mut walk);
        match walk.problem {
            Some(problem) => Err(problem),
            None => Ok(walk.cell),
        }
    }

    /// The signal or constant of this name.
    pub fn find(&self, path: &str) -> Option<&Item> {
        self.by_path.get(path).map(|&place| &self.items[place])
    }

    /// The enum's width in bits, the variant's code and its name in the netlist, from a path that
    /// ends in `Enum$Variant`.
    pub fn variant(&self, path: &str) -> Option<(String, Value)> {
        let mut words = path.rsplit('$');
        let (variant, name) = (words.next()?, words.next()?);
        let variants = self.enums.get(name)?;
        let code = variants.iter().position(|known| known == variant)?;
        let constant = format!("{}_{}", upper_snake(name), upper_snake(variant));
        Some((constant, Value::new(bits_for(variants.len()), code as u64)))
    }
}

/// The bits that number `count` variants.
fn bits_for(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

/// `FindKing` as `FIND_KING`.
fn upper_snake(name: &str) -> String {
    let mut snake = String::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_uppercase() && before != '_' && !before.is_uppercase() {
            snake.push('_');
        }
        snake.extend(c.to_uppercase());
        before = c;
    }
    snake
}

/// A readable form of a path.
pub fn spoken(path: &str) -> String {
    path.replace('$', ".")
}

/// A sub-block under way.
struct SubBlock {
    path: String,
    /// It says that it is a DFF.
    plain: bool,
    /// It has the logic of a DFFWithInit.
    with_initial: bool,
    depth: usize,
    items: Vec<(String, Item)>,
}

#[derive(Default)]
struct Walk {
    cell: Cell,
    scopes: Vec<String>,
    entered: bool,
    sub_block: Option<SubBlock>,
    problem: Option<LowerProblem>,
}

impl Walk {
    fn path(&self, name: &str) -> String {
        self.scopes.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join("$")
    }

    fn fail(&mut self, problem: LowerProblem) {
        self.problem.get_or_insert(problem);
    }

    fn add(&mut self, item: Item) {
        self.cell.by_path.insert(item.path.clone(), self.cell.items.len());
        self.cell.items.push(item);
    }

    fn record_enums(&mut self, kind: &TypeKind, name: &str) {
        match kind {
            TypeKind::Enum(variants) => {
                let plain: Vec<String> =
                    variants.iter().map(|v| v.rsplit("::").next().unwrap_or(v).to_owned()).collect();
                let known = self.cell.enums.entry(name.to_owned()).or_insert_with(|| plain.clone());
                if *known != plain {
                    self.fail(LowerProblem::EnumClash { name: name.to_owned() });
                }
            }
            TypeKind::Composite(fields) => {
                for field in fields {
                    self.record_enums(&field.kind.kind, &field.kind.name);
                }
            }
            TypeKind::Bits(_) | TypeKind::Signed(_) => {}
        }
    }

    /// A finished sub-block as a flip-flop.
    fn finish(&mut self, sub: SubBlock) {
        let field = |name: &str| sub.items.iter().find(|(known, _)| known == name).map(|(_, item)| item);
        let names: Vec<&str> = sub.items.iter().map(|(name, _)| name.as_str()).collect();
        let parts = match names.as_slice() {
            ["d", "q", "clock"] if sub.plain => (field("d"), field("q"), field("clock"), field("q")),
            ["d", "q", "clock", "init"] if sub.with_initial => {
                (field("d"), field("q"), field("clock"), field("init"))
            }
            _ => (None, None, None, None),
        };
        let (Some(d), Some(q), Some(clock), Some(initial)) = parts else {
            self.fail(LowerProblem::SubBlock { name: spoken(&sub.path) });
            return;
        };
        for (part, role) in [(d, Role::Next), (q, Role::State), (clock, Role::Clock)] {
            self.add(Item { role, ..part.clone() });
        }
        self.cell.flip_flops.push(FlipFlop { path: sub.path.clone(), initial: initial.value.clone() });
    }
}

impl Probe for Walk {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        if !self.entered {
            self.entered = true;
            return;
        }
        if self.sub_block.is_none() {
            let init_logic = format!("{:?}", DFFWithInit::<Bit>::new(false).hdl());
            self.sub_block = Some(SubBlock {
                path: self.path(name),
                plain: node.timing().first().is_some_and(|timing| timing.name == "dff"),
                with_initial: format!("{:?}", node.hdl()) == init_logic,
                depth: self.scopes.len(),
                items: Vec::new(),
            });
        }
        self.scopes.push(name.to_owned());
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.scopes.pop();
        if let Some(sub) = self.sub_block.take_if(|sub| sub.depth == self.scopes.len())
            && self.entered
        {
            self.finish(sub);
        }
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.scopes.push(name.to_owned());
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        self.scopes.pop();
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let path = self.path(name);
        let descriptor = signal.descriptor();
        let width = signal.bits() as u32;
        if width == 0 {
            return self.fail(LowerProblem::NoBits { name: spoken(&path) });
        }
        let role = match signal.kind() {
            AtomKind::InputParameter => Role::Input,
            AtomKind::OutputParameter => Role::Output,
            AtomKind::LocalSignal => Role::Local,
            AtomKind::Constant => Role::Constant,
            other => {
                let kind = format!("an {other:?} port");
                return self.fail(LowerProblem::PortKind { name: spoken(&path), kind });
            }
        };
        let item = Item {
            path,
            role,
            width,
            signed: matches!(descriptor.kind, TypeKind::Signed(_)),
            value: number::value(&signal.verilog(), width),
        };
        self.record_enums(&descriptor.kind, &descriptor.name);
        match &mut self.sub_block {
            // The inner flip-flop of a DFFWithInit is not of interest.
            Some(sub) if sub.depth + 1 == self.scopes.len() => sub.items.push((name.to_owned(), item)),
            Some(_) => {}
            None => self.add(item),
        }
    }
}
