//! From expressions of any width to operations on words.

use std::collections::{HashMap, HashSet};

use super::program::{Opcode, Operation, Slot, Wide};
use crate::netlist::{BinaryOp, Module, Node, NodeId, UnaryOp, Value};

/// The source of the words of a flat signal, before any logic.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// State: an input or register, from this slot on.
    State(Slot),
    /// A memory read at an address. The words of a memory stand in planes of `depth` words, low
    /// words first.
    Memory { address: NodeId, start: u64, depth: u64 },
}

/// The source of the words of a word-level value: slots below the program's first are given, the
/// others are [`Definition`]s.
pub(super) type Word = u32;

/// The definition of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Definition {
    Constant(u64),
    Operation(Operation),
    /// A further word of the wide operation before it.
    Part,
}

/// The words of expressions, in order of dependence.
pub(super) struct Lowering<'a> {
    module: &'a Module,
    sources: &'a [Source],
    given: &'a HashMap<NodeId, Vec<Slot>>,
    /// Slots below this one are given.
    pub first: Slot,
    pub definitions: Vec<Definition>,
    pub wide: Vec<Wide>,
    /// The words of each node lowered here.
    pub words: HashMap<NodeId, Vec<Word>>,
    shared: HashMap<Definition, Word>,
    /// Of which word a word is the complement.
    complements: HashMap<Word, Word>,
    /// The bits of words that may be set, if not all may: of state, and of definitions.
    state_bits: HashMap<Word, u64>,
    bits: Vec<u64>,
}

impl<'a> Lowering<'a> {
    /// `given`: the slots of nodes that are worked out already.
    pub fn new(
        module: &'a Module,
        sources: &'a [Source],
        given: &'a HashMap<NodeId, Vec<Slot>>,
        first: Slot,
    ) -> Self {
        Self {
            module,
            sources,
            given,
            first,
            definitions: Vec::new(),
            wide: Vec::new(),
            words: HashMap::new(),
            shared: HashMap::new(),
            complements: HashMap::new(),
            state_bits: HashMap::new(),
            bits: Vec::new(),
        }
    }

    /// Lowers these expressions and all they need.
    pub fn lower(&mut self, roots: &[NodeId]) {
        let mut needed = Vec::new();
        let mut seen = HashSet::new();
        let mut stack = roots.to_vec();
        while let Some(id) = stack.pop() {
            if self.given.contains_key(&id) || !seen.insert(id) {
                continue;
            }
            needed.push(id);
            match self.module.node(id) {
                Node::Signal(signal) => {
                    if let Source::Memory { address, .. } = self.sources[signal.index()] {
                        stack.push(address);
                    }
                }
                node => stack.extend(node.operands()),
            }
        }
        // The pool's order is an order of dependence: a memory's word is made after its address.
        needed.sort_unstable();
        for id in needed {
            let words = self.node(id);
            self.words.insert(id, words);
        }
    }

    pub(super) fn constant(&mut self, number: u64) -> Word {
        self.define(Definition::Constant(number))
    }

    fn define(&mut self, definition: Definition) -> Word {
        if let Some(&word) = self.shared.get(&definition) {
            return word;
        }
        let word = self.first + self.definitions.len() as u32;
        self.bits.push(match definition {
            Definition::Constant(number) => number,
            Definition::Operation(made) => self.possible_bits(made.opcode, made.operands, made.immediate),
            Definition::Part => u64::MAX,
        });
        self.definitions.push(definition);
        self.shared.insert(definition, word);
        word
    }

    pub(super) fn operation(&mut self, opcode: Opcode, operands: &[Word], immediate: u64) -> Word {
        let mut all = [0; 3];
        all.iter_mut().zip(operands).for_each(|(slot, &operand)| *slot = operand);
        // One order for operands that have none, so that more is shared.
        if matches!(opcode, Opcode::And | Opcode::Or | Opcode::Xor | Opcode::Equal | Opcode::NotEqual) {
            all[..2].sort_unstable();
        }
        let mut immediate = immediate;
        // A mask that takes nothing away is always that of a shift without one.
        if opcode == Opcode::Extract && self.possible(all[0]) >> all[2] & !immediate == 0 {
            immediate = u64::MAX >> all[2];
        }
        if let Some(word) = self.simplified(opcode, all, immediate) {
            return word;
        }
        self.define(Definition::Operation(Operation { opcode, operands: all, immediate }))
    }

    /// The bits of a word that may be set.
    pub(super) fn possible(&self, word: Word) -> u64 {
        let bits = match word.checked_sub(self.first) {
            Some(index) => self.bits.get(index as usize),
            None => self.state_bits.get(&word),
        };
        bits.copied().unwrap_or(u64::MAX)
    }

    pub(super) fn known(&self, word: Word) -> Option<u64> {
        match self.definitions.get(word.checked_sub(self.first)? as usize)? {
            Definition::Constant(number) => Some(*number),
            _ => None,
        }
    }

    /// The definitions that a definition reads; those of several words by their first.
    pub fn operands(&self, index: usize) -> Vec<usize> {
        let words = self.operand_words(index);
        let mut owners: Vec<usize> = words.into_iter().filter_map(|word| self.owner(word)).collect();
        owners.sort_unstable();
        owners.dedup();
        owners
    }

    /// The words that a definition reads.
    pub fn operand_words(&self, index: usize) -> Vec<Word> {
        let Definition::Operation(operation) = &self.definitions[index] else { return Vec::new() };
        if operation.opcode == Opcode::Wide {
            let wide = &self.wide[operation.immediate as usize];
            return [&wide.left[..], &wide.right].concat();
        }
        operation.operands[operation.opcode.operand_places()].to_vec()
    }

    /// The definitions that these words need.
    pub fn live(&self, roots: impl IntoIterator<Item = Word>) -> Vec<bool> {
        let mut live = vec![false; self.definitions.len()];
        let mut stack: Vec<usize> = roots.into_iter().filter_map(|word| self.owner(word)).collect();
        while let Some(index) = stack.pop() {
            if !std::mem::replace(&mut live[index], true) {
                stack.extend(self.operands(index));
            }
        }
        live
    }

    /// For each definition, the number of live ones that read it; a root is read from outside too.
    pub fn readers(&self, live: &[bool], roots: &[Word]) -> Vec<u32> {
        let mut readers = vec![0; self.definitions.len()];
        for index in (0..live.len()).filter(|&index| live[index]) {
            self.operands(index).into_iter().for_each(|operand| readers[operand] += 1);
        }
        let roots = roots.iter().filter_map(|root| root.checked_sub(self.first));
        roots.for_each(|root| readers[root as usize] += 1);
        readers
    }

    /// The definition that makes a word; `None` if the word is given.
    pub fn owner(&self, word: Word) -> Option<usize> {
        let mut index = word.checked_sub(self.first)? as usize;
        while self.definitions[index] == Definition::Part && index > 0 {
            index -= 1;
        }
        Some(index)
    }

    fn reduce(&mut self, opcode: Opcode, words: &[Word]) -> Word {
        let Some((&first, rest)) = words.split_first() else { return self.constant(0) };
        rest.iter().fold(first, |sum, &word| self.operation(opcode, &[sum, word], 0))
    }

    fn operand(&self, id: NodeId) -> Vec<Word> {
        self.words.get(&id).or_else(|| self.given.get(&id)).cloned().unwrap_or_default()
    }

    fn node(&mut self, id: NodeId) -> Vec<Word> {
        let module = self.module;
        let width = module.width(id);
        match module.node(id) {
            Node::Constant { value, .. } => self.value(value),
            // The flat module has no parameters.
            Node::Parameter(parameter) => self.value(&module.parameters[parameter.index()].default),
            Node::Signal(signal) => match self.sources[signal.index()] {
                Source::State(slot) => {
                    let words: Vec<Word> = (slot..slot + words_of(width)).collect();
                    self.state_bits
                        .extend(words.iter().zip(0..).map(|(&word, n)| (word, mask(width - n * 64))));
                    words
                }
                Source::Memory { address, start, depth } => {
                    let address = self.operand(address)[0];
                    let plane = |word: u32| start + u64::from(word) * depth;
                    (0..words_of(width)).map(|n| self.operation(Opcode::Read, &[address], plane(n))).collect()
                }
            },
            Node::Unary(op @ (UnaryOp::ReduceOr | UnaryOp::ReduceAnd), a) if self.is_joined(*a) => {
                vec![self.reduce_parts(*op, *a)]
            }
            Node::Unary(op, a) => {
                let a_width = module.width(*a);
                let a = self.operand(*a);
                self.unary(*op, &a, a_width)
            }
            Node::Binary(op, a, b) => {
                let widths = (module.width(*a), module.width(*b));
                let (a, b) = (self.operand(*a), self.operand(*b));
                self.binary(*op, &a, &b, widths, width)
            }
            Node::Mux { select, then, otherwise } => {
                let select = self.operand(*select)[0];
                let (then, otherwise) = (self.operand(*then), self.operand(*otherwise));
                let pairs = then.iter().zip(&otherwise);
                pairs.map(|(&t, &o)| self.operation(Opcode::Mux, &[select, t, o], 0)).collect()
            }
            Node::Slice { from, low, width } => {
                let from_words = self.operand(*from);
                let starts = (0..*width).step_by(64);
                starts.map(|at| self.bits(&from_words, low + at, (width - at).min(64))).collect()
            }
            Node::Concat(parts) => {
                let parts: Vec<(Vec<Word>, u32)> =
                    parts.iter().rev().map(|&part| (self.operand(part), module.width(part))).collect();
                let starts = (0..width).step_by(64);
                starts.map(|at| self.join(&parts, at, (width - at).min(64))).collect()
            }
        }
    }

    /// Whether a node is a concatenation whose parts are at hand.
    fn is_joined(&self, id: NodeId) -> bool {
        matches!(self.module.node(id), Node::Concat(_)) && !self.given.contains_key(&id)
    }

    /// Whether any, or every, bit of a concatenation is set, without putting it together.
    fn reduce_parts(&mut self, op: UnaryOp, concat: NodeId) -> Word {
        let module = self.module;
        let mut all: Option<Word> = None;
        let mut wide = false;
        for &part in module.node(concat).operands().iter().rev() {
            let words = self.operand(part);
            let words = match op {
                UnaryOp::ReduceAnd if module.width(part) > 1 => self.unary(op, &words, module.width(part)),
                _ => words,
            };
            wide |= module.width(part) > 1;
            for word in words {
                all = Some(match (all, op) {
                    (None, _) => word,
                    (Some(all), UnaryOp::ReduceAnd) => self.and(all, word),
                    (Some(all), _) => self.operation(Opcode::Or, &[all, word], 0),
                });
            }
        }
        let all = all.unwrap_or_else(|| self.constant(0));
        if wide && op == UnaryOp::ReduceOr {
            let zero = self.constant(0);
            return self.operation(Opcode::NotEqual, &[all, zero], 0);
        }
        all
    }

    fn value(&mut self, value: &Value) -> Vec<Word> {
        value.words().iter().map(|&word| self.constant(word)).collect()
    }

    fn unary(&mut self, op: UnaryOp, a: &[Word], width: u32) -> Vec<Word> {
        let ones: Vec<Word> = (0..a.len() as u32).map(|n| self.constant(mask(width - n * 64))).collect();
        match op {
            UnaryOp::Not => {
                let words = self.each(Opcode::Xor, a, &ones);
                self.complements.extend(words.iter().copied().zip(a.iter().copied()));
                words
            }
            UnaryOp::ReduceAnd => {
                let full = self.each(Opcode::Equal, a, &ones);
                vec![self.reduce(Opcode::And, &full)]
            }
            UnaryOp::ReduceOr => {
                let any = self.reduce(Opcode::Or, a);
                let zero = self.constant(0);
                vec![self.operation(Opcode::NotEqual, &[any, zero], 0)]
            }
            UnaryOp::ReduceXor => {
                let sum = self.reduce(Opcode::Xor, a);
                vec![self.operation(Opcode::Parity, &[sum], 0)]
            }
        }
    }

    fn each(&mut self, opcode: Opcode, a: &[Word], b: &[Word]) -> Vec<Word> {
        a.iter().zip(b).map(|(&a, &b)| self.operation(opcode, &[a, b], 0)).collect()
    }

    /// `a & b`, in one operation where either is a complement.
    fn and(&mut self, a: Word, b: Word) -> Word {
        match (self.complement(a, b), self.complement(b, a)) {
            (_, Some(b)) => self.operation(Opcode::AndNot, &[a, b], 0),
            (Some(a), None) => self.operation(Opcode::AndNot, &[b, a], 0),
            (None, None) => self.operation(Opcode::And, &[a, b], 0),
        }
    }

    /// The word whose complement `word` is, over all bits that `other` may have. Zeros may stand
    /// before it.
    fn complement(&self, word: Word, other: Word) -> Option<Word> {
        let covers = self.possible(other) & !self.possible(word) == 0;
        self.complements.get(&word).copied().filter(|_| covers)
    }

    fn binary(&mut self, op: BinaryOp, a: &[Word], b: &[Word], widths: (u32, u32), width: u32) -> Vec<Word> {
        match op {
            BinaryOp::And => return a.iter().zip(b).map(|(&a, &b)| self.and(a, b)).collect(),
            BinaryOp::Or => return self.each(Opcode::Or, a, b),
            BinaryOp::Xor => return self.each(Opcode::Xor, a, b),
            BinaryOp::Equal => {
                let same = self.each(Opcode::Equal, a, b);
                return vec![self.reduce(Opcode::And, &same)];
            }
            BinaryOp::NotEqual => {
                let differ = self.each(Opcode::NotEqual, a, b);
                return vec![self.reduce(Opcode::Or, &differ)];
            }
            _ => {}
        }
        let (&[x], &[y]) = (a, b) else { return self.wide(op, a, b, widths.0, width) };
        let (opcode, immediate) = match op {
            BinaryOp::Add => (Opcode::Add, mask(width)),
            BinaryOp::Sub => (Opcode::Sub, mask(width)),
            BinaryOp::Mul if width <= 64 => (Opcode::Mul, 0),
            BinaryOp::Less => (Opcode::Less, 0),
            BinaryOp::LessSigned => (Opcode::LessSigned, u64::from(64 - widths.0)),
            BinaryOp::ShiftLeft => (Opcode::ShiftLeft, mask(width)),
            BinaryOp::ShiftRight => (Opcode::ShiftRight, 0),
            _ => return self.wide(op, a, b, widths.0, width),
        };
        vec![self.operation(opcode, &[x, y], immediate)]
    }

    fn wide(&mut self, op: BinaryOp, a: &[Word], b: &[Word], left_width: u32, width: u32) -> Vec<Word> {
        self.wide_words(Wide { op, left: a.to_vec(), right: b.to_vec(), left_width, width })
    }

    /// The words of arithmetic on several words.
    pub fn wide_words(&mut self, wide: Wide) -> Vec<Word> {
        let index = self.wide.len() as u64;
        let count = wide.words();
        self.wide.push(wide);
        let first = self.operation(Opcode::Wide, &[], index);
        self.definitions.extend((1..count).map(|_| Definition::Part));
        self.bits.resize(self.definitions.len(), u64::MAX);
        (first..first + count).collect()
    }

    /// `width` bits, at most 64, from bit `low` on.
    fn bits(&mut self, words: &[Word], low: u32, width: u32) -> Word {
        let (index, shift) = ((low / 64) as usize, low % 64);
        let word = words[index];
        let above = words.get(index + 1).copied();
        match above {
            Some(above) if shift + width > 64 => {
                self.operation(Opcode::Funnel, &[word, above, shift], mask(width))
            }
            Some(_) if shift == 0 && width == 64 => word,
            // The last word holds nothing above the value's width.
            _ => self.operation(Opcode::Extract, &[word, 0, shift], mask(width)),
        }
    }

    /// The `width` bits, at most 64, from bit `low` on of the parts side by side, least significant
    /// first.
    fn join(&mut self, parts: &[(Vec<Word>, u32)], low: u32, width: u32) -> Word {
        let mut sum: Option<Word> = None;
        let mut offset = 0;
        for (words, part_width) in parts {
            let first = low.max(offset);
            let last = (low + width).min(offset + part_width);
            if first < last {
                let whole = last - first == *part_width && *part_width <= 64;
                let piece = if whole { words[0] } else { self.bits(words, first - offset, last - first) };
                let shift = u64::from(first - low);
                sum = Some(match (sum, self.known(piece)) {
                    (None, _) if shift == 0 => piece,
                    (Some(below), Some(0)) => below,
                    (below, _) => {
                        let below = below.unwrap_or_else(|| self.constant(0));
                        self.operation(Opcode::Join, &[below, piece], shift)
                    }
                });
            }
            offset += part_width;
        }
        sum.unwrap_or_else(|| self.constant(0))
    }
}

/// Slots of a value of this width.
pub(super) fn words_of(width: u32) -> u32 {
    width.div_ceil(64)
}

/// The low `width` bits set, all from 64 on.
pub(super) fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}
