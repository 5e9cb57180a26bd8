//! A rust-hdl block against its lowered module: the same random stimulus, and the same values at
//! every port and register after every step.

use rust_hdl::prelude::{Bit, Bits, Block, Signed, ToBits, signed_cast, simulate};

use super::lower::observe::{Observed, observe};
use crate::netlist::{BinaryOp, Module, Node, NodeId, SignalId, UnaryOp};

/// Random numbers, the same at every run (SplitMix64), with the extremes more often than their
/// share.
pub(crate) struct Draw(u64);

impl Draw {
    /// A random value of the type the place has.
    pub fn value<T: Random>(&mut self) -> T {
        T::random(self)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// A type of signal with random values.
pub(crate) trait Random {
    /// A random value.
    fn random(draw: &mut Draw) -> Self;
}

impl Random for Bit {
    fn random(draw: &mut Draw) -> Self {
        draw.word() & 1 == 1
    }
}

impl<const N: usize> Random for Bits<N> {
    fn random(draw: &mut Draw) -> Self {
        let mut bits: Bits<N> = match draw.word() % 8 {
            0 => 0_u64.to_bits(),
            1 => !0_u64.to_bits::<N>(),
            2 => 1_u64.to_bits(),
            _ => {
                let mut bits = Bits::default();
                for place in 0..N {
                    bits = bits.replace_bit(place, draw.value());
                }
                return bits;
            }
        };
        if draw.word().is_multiple_of(4) {
            let place = draw.word() as usize % N;
            bits = bits.replace_bit(place, !bits.get_bit(place));
        }
        bits
    }
}

impl<const N: usize> Random for Signed<N> {
    fn random(draw: &mut Draw) -> Self {
        signed_cast(draw.value())
    }
}

/// Runs `steps` random stimuli. `poke` sets the inputs' `next`; `clock` sets that of the clock, for
/// blocks that have one. Panics at the first difference, and names block, step and signal.
pub(crate) fn differential<B: Block>(
    mut block: B,
    name: &str,
    steps: usize,
    mut poke: impl FnMut(&mut B, &mut Draw),
    clock: Option<fn(&mut B, bool)>,
) -> Module {
    let module = super::lower(&block, name, "").unwrap_or_else(|error| panic!("{error}"));
    let mut machine = Machine::new(&module);
    let mut draw = Draw(0x5eed);
    block.connect_all();
    let settle = |block: &mut B| assert!(simulate(block, 1000), "{name}: rust-hdl does not converge");
    for step in 0..steps {
        poke(&mut block, &mut draw);
        settle(&mut block);
        let seen = observe(&block);
        machine.poke(&seen);
        machine.compare(&seen, &format!("{name}, step {step}"));
        if let Some(clock) = clock {
            clock(&mut block, true);
            settle(&mut block);
            clock(&mut block, false);
            settle(&mut block);
            machine.step();
            machine.compare(&observe(&block), &format!("{name}, step {step} after the edge"));
        }
    }
    module
}

/// A plain evaluator of one module without instances and memories, written only from the
/// documentation of its nodes.
struct Machine<'a> {
    module: &'a Module,
    /// Inputs and registers hold their value, all else is computed.
    held: Vec<Option<u128>>,
}

impl<'a> Machine<'a> {
    fn new(module: &'a Module) -> Self {
        let mut held = vec![None; module.signals.len()];
        for register in &module.registers {
            let words = register.initial.words();
            held[register.output.index()] =
                Some(u128::from(words[0]) | u128::from(words.get(1).copied().unwrap_or(0)) << 64);
        }
        Self { module, held }
    }

    fn poke(&mut self, seen: &Observed) {
        for (name, value) in &seen.inputs {
            let signal = self.find(name);
            self.held[signal.index()] = Some(*value);
        }
    }

    fn find(&self, name: &str) -> SignalId {
        self.module.find_signal(name).unwrap_or_else(|| panic!("{} has no signal {name}", self.module.name))
    }

    fn compare(&self, seen: &Observed, place: &str) {
        let mut known = vec![None; self.module.nodes().count()];
        for (name, value) in &seen.others {
            let found = self.signal(self.find(name), &mut known);
            assert_eq!(found, *value, "{place}: `{name}` is {found:#x} here, {value:#x} in rust-hdl");
        }
    }

    fn step(&mut self) {
        let mut known = vec![None; self.module.nodes().count()];
        let next: Vec<_> =
            self.module.registers.iter().map(|r| (r.output, self.node(r.next, &mut known))).collect();
        for (signal, value) in next {
            self.held[signal.index()] = Some(value);
        }
    }

    fn signal(&self, signal: SignalId, known: &mut Vec<Option<u128>>) -> u128 {
        if let Some(value) = self.held[signal.index()] {
            return value;
        }
        let assign = self.module.assigns.iter().find(|assign| assign.signal == signal);
        let assign = assign.unwrap_or_else(|| panic!("{} is not driven", self.module.signal(signal).name));
        self.node(assign.node, known)
    }

    fn node(&self, id: NodeId, known: &mut Vec<Option<u128>>) -> u128 {
        if let Some(value) = known[id.index()] {
            return value;
        }
        let value = self.compute(id, known) & mask(self.module.width(id));
        known[id.index()] = Some(value);
        value
    }

    fn compute(&self, id: NodeId, known: &mut Vec<Option<u128>>) -> u128 {
        match self.module.node(id) {
            Node::Constant { value, .. } => value.low_wide(),
            Node::Parameter(_) => panic!("a lowered module has no parameters"),
            Node::Signal(signal) => self.signal(*signal, known),
            Node::Unary(op, a) => {
                let (width, a) = (self.module.width(*a), self.node(*a, known));
                match op {
                    UnaryOp::Not => !a,
                    UnaryOp::ReduceAnd => u128::from(a == mask(width)),
                    UnaryOp::ReduceOr => u128::from(a != 0),
                    UnaryOp::ReduceXor => u128::from(a.count_ones() & 1),
                }
            }
            Node::Binary(op, a, b) => {
                let width = self.module.width(*a);
                let (a, b) = (self.node(*a, known), self.node(*b, known));
                let places = u32::try_from(b).unwrap_or(u32::MAX);
                match op {
                    BinaryOp::And => a & b,
                    BinaryOp::Or => a | b,
                    BinaryOp::Xor => a ^ b,
                    BinaryOp::Add => a.wrapping_add(b),
                    BinaryOp::Sub => a.wrapping_sub(b),
                    BinaryOp::Mul => a.wrapping_mul(b),
                    BinaryOp::Equal => u128::from(a == b),
                    BinaryOp::NotEqual => u128::from(a != b),
                    BinaryOp::Less => u128::from(a < b),
                    BinaryOp::LessSigned => {
                        let signed = |x: u128| (x << (128 - width)) as i128;
                        u128::from(signed(a) < signed(b))
                    }
                    BinaryOp::ShiftLeft => a.checked_shl(places).unwrap_or(0),
                    BinaryOp::ShiftRight => a.checked_shr(places).unwrap_or(0),
                }
            }
            Node::Mux { select, then, otherwise } => {
                let taken = if self.node(*select, known) == 1 { then } else { otherwise };
                self.node(*taken, known)
            }
            Node::Slice { from, low, .. } => self.node(*from, known) >> low,
            Node::Concat(parts) => parts.iter().fold(0, |number, &part| {
                let value = self.node(part, known);
                number << self.module.width(part) | value
            }),
        }
    }
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}
