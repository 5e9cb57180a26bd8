//! The value of a range of bits of a signal, followed through assignments, ports, slices and
//! concatenations.
//!
//! Ranges are followed, not whole signals, so a bus whose bit 1 depends on its own bit 0 is no
//! loop. If a word-wide operator still closes a loop, the operators on it are taken apart into
//! bits; a loop that remains is a real one. The walk keeps its own stack, so long combinational
//! chains do not overflow the thread's.

use std::collections::{HashMap, HashSet};

use super::SimulateError;
use crate::netlist::{BinaryOp, Module, Node, NodeId, SignalId, UnaryOp, Value, WidthMismatch};

/// One use of a module.
pub(super) struct Place<'a> {
    pub module: &'a Module,
    /// The path from the top with a dot after it; empty for the top.
    pub prefix: String,
    /// The values of its parameters.
    pub parameters: Vec<Value>,
    /// The driver of each of its signals.
    pub drivers: Vec<SignalDriver>,
}

impl Place<'_> {
    /// The signal with its path from the top.
    pub fn path(&self, signal: SignalId) -> String {
        format!("{}{}", self.prefix, self.module.signal(signal).name)
    }
}

/// The driver of a signal.
#[derive(Clone, Copy, Debug)]
pub(super) enum SignalDriver {
    /// Nothing.
    None,
    /// A signal of the flat module: an input of the top or a register.
    Leaf(SignalId),
    /// A combinational memory read: the flat signal of the word, and the address here.
    Word { signal: SignalId, address: NodeId },
    /// An expression of this scope or of the one around it.
    Node { scope: usize, node: NodeId },
    /// A signal of an instance.
    Signal { scope: usize, signal: SignalId },
}

/// An expression or a signal of some scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    Node(NodeId),
    Signal(SignalId),
}

/// `width` bits of an item, from `low` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bits {
    pub scope: usize,
    pub item: Item,
    pub low: u32,
    pub width: u32,
}

/// The way that bits are made from others.
enum Shape {
    Constant(Value),
    /// A flat signal. An operand, if any, only has to exist before it.
    Signal(SignalId),
    /// The operands side by side, most significant first.
    Concat,
    Unary(UnaryOp),
    Binary(BinaryOp),
    Mux,
}

struct Recipe {
    shape: Shape,
    operands: Vec<Bits>,
    /// Low bit and width of the wanted part of it.
    part: Option<(u32, u32)>,
}

impl Recipe {
    fn same(bits: Bits) -> Self {
        Self { shape: Shape::Concat, operands: vec![bits], part: None }
    }
}

pub(super) struct Resolver<'a> {
    places: &'a [Place<'a>],
    /// The module under construction.
    pub flat: Module,
    /// The flat node of every range met; `None` while it is being worked out.
    known: HashMap<Bits, Option<NodeId>>,
    /// Operators that are taken apart into bits.
    split: HashSet<(usize, NodeId)>,
}

impl<'a> Resolver<'a> {
    pub fn new(places: &'a [Place<'a>], flat: Module) -> Self {
        Self { places, flat, known: HashMap::new(), split: HashSet::new() }
    }

    pub fn into_module(self) -> Module {
        self.flat
    }

    /// The flat node that is worth these bits.
    pub fn resolve(&mut self, wanted: Bits) -> Result<NodeId, SimulateError> {
        let mut stack = vec![wanted];
        loop {
            let bits = stack.last().copied().unwrap_or(wanted);
            if let Some(&Some(node)) = self.known.get(&bits) {
                stack.pop();
                if stack.is_empty() {
                    return Ok(node);
                }
                continue;
            }
            let recipe = self.recipe(bits)?;
            self.known.insert(bits, None);
            let mut missing = Vec::new();
            let mut again = None;
            for &operand in &recipe.operands {
                match self.known.get(&operand) {
                    Some(Some(_)) => {}
                    Some(None) => again = Some(operand),
                    None => missing.push(operand),
                }
            }
            if let Some(again) = again {
                self.open_loop(&mut stack, again)?;
            } else if missing.is_empty() {
                let node = self.build(bits, &recipe)?;
                self.known.insert(bits, Some(node));
            } else {
                stack.append(&mut missing);
            }
        }
    }

    /// The walk came back to `again`: takes the operators on the way apart, or tells the loop.
    fn open_loop(&mut self, stack: &mut Vec<Bits>, again: Bits) -> Result<(), SimulateError> {
        let start = stack.iter().rposition(|&bits| bits == again).unwrap_or(0);
        // The others wait for their turn: they are no part of the way.
        let active = |known: &HashMap<Bits, Option<NodeId>>, bits: &Bits| known.get(bits) == Some(&None);
        let way: Vec<Bits> =
            stack[start..].iter().copied().filter(|bits| active(&self.known, bits)).collect();
        let mut opened = false;
        for bits in &way {
            if let Item::Node(node) = bits.item
                && self.places[bits.scope].module.width(node) > 1
                && splits(self.places[bits.scope].module.node(node))
            {
                opened |= self.split.insert((bits.scope, node));
            }
        }
        if !opened {
            return Err(SimulateError::Loop { path: self.loop_names(&way) });
        }
        for bits in &way {
            self.known.remove(bits);
        }
        stack.truncate(start + 1);
        Ok(())
    }

    fn loop_names(&self, way: &[Bits]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for bits in way {
            let Item::Signal(signal) = bits.item else { continue };
            let place = &self.places[bits.scope];
            let mut name = place.path(signal);
            if place.module.signal(signal).width != bits.width {
                name += &match bits.width {
                    1 => format!("[{}]", bits.low),
                    width => format!("[{}:{}]", bits.low + width - 1, bits.low),
                };
            }
            if names.last() != Some(&name) {
                names.push(name);
            }
        }
        names.extend(names.first().cloned());
        names
    }

    fn recipe(&self, bits: Bits) -> Result<Recipe, SimulateError> {
        match bits.item {
            Item::Signal(signal) => self.signal_recipe(bits, signal),
            Item::Node(node) => Ok(self.node_recipe(bits, node)),
        }
    }

    fn signal_recipe(&self, bits: Bits, signal: SignalId) -> Result<Recipe, SimulateError> {
        let place = &self.places[bits.scope];
        let part = Some((bits.low, bits.width));
        Ok(match place.drivers[signal.index()] {
            SignalDriver::None => return Err(SimulateError::Undriven { signal: place.path(signal) }),
            SignalDriver::Leaf(flat) => Recipe { shape: Shape::Signal(flat), operands: Vec::new(), part },
            SignalDriver::Word { signal: flat, address } => {
                let width = place.module.width(address);
                let address = Bits { scope: bits.scope, item: Item::Node(address), low: 0, width };
                Recipe { shape: Shape::Signal(flat), operands: vec![address], part }
            }
            SignalDriver::Node { scope, node } => {
                Recipe::same(Bits { scope, item: Item::Node(node), ..bits })
            }
            SignalDriver::Signal { scope, signal } => {
                Recipe::same(Bits { scope, item: Item::Signal(signal), ..bits })
            }
        })
    }

    fn node_recipe(&self, bits: Bits, id: NodeId) -> Recipe {
        let place = &self.places[bits.scope];
        let module = place.module;
        let part = Some((bits.low, bits.width));
        let of = |node: NodeId, low: u32, width: u32| Bits { item: Item::Node(node), low, width, ..bits };
        let whole = module.width(id);
        let node = module.node(id);
        match node {
            Node::Constant { value, .. } => {
                return Recipe { shape: Shape::Constant(value.clone()), operands: Vec::new(), part };
            }
            Node::Parameter(parameter) => {
                let value = place.parameters[parameter.index()].clone();
                return Recipe { shape: Shape::Constant(value), operands: Vec::new(), part };
            }
            Node::Signal(signal) => return Recipe::same(Bits { item: Item::Signal(*signal), ..bits }),
            Node::Slice { from, low, .. } => return Recipe::same(of(*from, low + bits.low, bits.width)),
            Node::Concat(parts) => {
                let mut operands = Vec::new();
                let mut offset = 0;
                for &part in parts.iter().rev() {
                    let width = module.width(part);
                    let first = bits.low.max(offset);
                    let last = (bits.low + bits.width).min(offset + width);
                    if first < last {
                        operands.push(of(part, first - offset, last - first));
                    }
                    offset += width;
                }
                operands.reverse();
                return Recipe { shape: Shape::Concat, operands, part: None };
            }
            Node::Unary(..) | Node::Binary(..) | Node::Mux { .. } => {}
        }
        if self.split.contains(&(bits.scope, id)) {
            if bits.width > 1 {
                let operands = (bits.low..bits.low + bits.width).rev().map(|low| of(id, low, 1)).collect();
                return Recipe { shape: Shape::Concat, operands, part: None };
            }
            return bit_recipe(module, node, bits.low, of);
        }
        if bits.width < whole {
            return Recipe { shape: Shape::Concat, operands: vec![of(id, 0, whole)], part };
        }
        let operands = node.operands().iter().map(|&operand| of(operand, 0, module.width(operand))).collect();
        Recipe { shape: shape_of(node), operands, part: None }
    }

    fn build(&mut self, bits: Bits, recipe: &Recipe) -> Result<NodeId, SimulateError> {
        let known = &self.known;
        let operands: Vec<NodeId> =
            recipe.operands.iter().filter_map(|operand| known.get(operand).copied().flatten()).collect();
        self.make(recipe, &operands).map_err(|mismatch| SimulateError::Width {
            thing: match bits.item {
                Item::Signal(signal) => self.places[bits.scope].path(signal),
                Item::Node(_) => format!("{}an expression", self.places[bits.scope].prefix),
            },
            expected: mismatch.expected,
            found: mismatch.found,
        })
    }

    fn make(&mut self, recipe: &Recipe, operands: &[NodeId]) -> Result<NodeId, WidthMismatch> {
        let flat = &mut self.flat;
        let node = match (&recipe.shape, operands) {
            (Shape::Constant(value), _) => flat.constant(value.clone()),
            (Shape::Signal(signal), _) => flat.read(*signal),
            (Shape::Unary(op), &[a]) => flat.unary(*op, a),
            (Shape::Binary(op), &[a, b]) => flat.binary(*op, a, b)?,
            (Shape::Mux, &[select, then, otherwise]) => flat.mux(select, then, otherwise)?,
            (_, parts) => flat.concat(parts),
        };
        match recipe.part {
            Some((low, width)) => flat.slice(node, low, width),
            None => Ok(node),
        }
    }
}

fn shape_of(node: &Node) -> Shape {
    match node {
        Node::Unary(op, _) => Shape::Unary(*op),
        Node::Binary(op, ..) => Shape::Binary(*op),
        Node::Mux { .. } => Shape::Mux,
        _ => Shape::Concat,
    }
}

/// Whether a bit of the operator's result depends on less than all bits of its operands.
fn splits(node: &Node) -> bool {
    use BinaryOp::{Add, And, Mul, Or, ShiftLeft, ShiftRight, Sub, Xor};
    matches!(
        node,
        Node::Unary(UnaryOp::Not, _)
            | Node::Mux { .. }
            | Node::Binary(And | Or | Xor | Add | Sub | Mul | ShiftLeft | ShiftRight, ..)
    )
}

/// Bit `low` of an operator for which [`splits`] holds, of as few bits of its operands as will do.
fn bit_recipe(module: &Module, node: &Node, low: u32, of: impl Fn(NodeId, u32, u32) -> Bits) -> Recipe {
    let (operands, part) = match *node {
        Node::Mux { select, then, otherwise } => {
            (vec![of(select, 0, 1), of(then, low, 1), of(otherwise, low, 1)], None)
        }
        // Carries come from below.
        Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
            (vec![of(a, 0, low + 1), of(b, 0, low + 1)], Some((low, 1)))
        }
        Node::Binary(BinaryOp::Mul, a, b) => {
            let upto = |operand| of(operand, 0, module.width(operand).min(low + 1));
            (vec![upto(a), upto(b)], Some((low, 1)))
        }
        Node::Binary(BinaryOp::ShiftLeft, a, by) => {
            (vec![of(a, 0, low + 1), of(by, 0, module.width(by))], Some((low, 1)))
        }
        Node::Binary(BinaryOp::ShiftRight, a, by) => {
            (vec![of(a, low, module.width(a) - low), of(by, 0, module.width(by))], Some((0, 1)))
        }
        _ => (node.operands().iter().map(|&operand| of(operand, low, 1)).collect(), None),
    };
    Recipe { shape: shape_of(node), operands, part }
}
