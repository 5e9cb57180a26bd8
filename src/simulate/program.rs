//! The compiled form of a design's logic: a straight line of operations over 64-bit words.
//!
//! State is one array of words, the *slots*. A value of width `w` takes `ceil(w / 64)` slots, low
//! word first, and the bits above its width are always zero. The first slots hold the inputs and
//! registers. A program adds slots for its constants, and then one for every result in the order of
//! execution, so results need no destination field. Operations that share an opcode stand together
//! in a [`Batch`]. An operation may read the results of earlier ones of its own batch.
//!
//! There are no branches and no side effects: an edge of the clock copies slots and writes memories
//! afterwards. So the form is easy to compile to machine code.

use crate::netlist::BinaryOp;

/// The place of a word of state.
pub type Slot = u32;

/// The computation of an operation from its operands `a`, `b`, `c` (words) and its immediate `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Opcode {
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a & !b`.
    AndNot,
    /// `a & b & c`.
    And3,
    /// `a | b | c`.
    Or3,
    /// `a & b | c`.
    AndOr,
    /// `(a | b) & c`.
    OrAnd,
    /// `a & b & !c`.
    AndAndNot,
    /// `b` where `a` is 1, `c` where it is 0.
    Mux,
    /// 1 where `a == b`.
    Equal,
    /// 1 where `a != b`.
    NotEqual,
    /// 1 where `a < b`, unsigned.
    Less,
    /// 1 where `a < b` as two's complement numbers of `64 - i` bits.
    LessSigned,
    /// `(a + b) & i`.
    Add,
    /// `(a - b) & i`.
    Sub,
    /// The low word of `a * b`.
    Mul,
    /// `(a << b) & i`, zero from 64 on.
    ShiftLeft,
    /// `a >> b`, zero from 64 on.
    ShiftRight,
    /// The value `(a >> c) & i`; `c` is a number, not a slot.
    Extract,
    /// The value `(a >> c | b << (64 - c)) & i`; `c` is a number from 1 to 63, not a slot.
    Funnel,
    /// The value `a | b << i`; the bits do not overlap.
    Join,
    /// The parity of `a`.
    Parity,
    /// The word at `i + a` of the memory array.
    Read,
    /// The operation number `i` of [`Program::wide`], of one or more words.
    Wide,
}

impl Opcode {
    /// The operands that are slots.
    pub(super) fn operand_places(self) -> std::ops::Range<usize> {
        0..match self {
            Self::Wide => 0,
            Self::Extract | Self::Parity | Self::Read => 1,
            Self::Mux | Self::And3 | Self::Or3 | Self::AndOr | Self::OrAnd | Self::AndAndNot => 3,
            _ => 2,
        }
    }
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// Its computation.
    pub opcode: Opcode,
    /// The slots that it reads; unused ones are 0.
    pub operands: [Slot; 3],
    /// A constant of the operation.
    pub immediate: u64,
}

/// Operations of one opcode that run after each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The opcode of all of them.
    pub opcode: Opcode,
    /// The first one, in [`Program::operations`].
    pub start: usize,
    /// The number of operations.
    pub count: usize,
    /// The slot of the first result. The others follow it.
    pub result: Slot,
}

/// Arithmetic on values of more than one word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wide {
    /// `Add`, `Sub`, `Mul`, `Less`, `LessSigned`, `ShiftLeft` or `ShiftRight`.
    pub op: BinaryOp,
    /// The left operand's words.
    pub left: Vec<Slot>,
    /// The right operand's words.
    pub right: Vec<Slot>,
    /// The left operand's width in bits.
    pub left_width: u32,
    /// The result's width in bits.
    pub width: u32,
}

impl Wide {
    /// Words of the result.
    pub fn words(&self) -> u32 {
        self.width.div_ceil(64)
    }
}

/// Logic from slots before `first` to slots from `first` on.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The first slot that is this program's own: its constants, then its results.
    pub first: Slot,
    /// The constants.
    pub constants: Vec<u64>,
    /// The operations in order.
    pub operations: Vec<Operation>,
    /// The operations by opcode.
    pub batches: Vec<Batch>,
    /// Arithmetic on values of more than one word.
    pub wide: Vec<Wide>,
    /// The slot after the last result.
    pub end: Slot,
}

impl Program {
    /// The number that a slot always holds.
    pub(super) fn constant(&self, slot: Slot) -> Option<u64> {
        self.constants.get(slot.checked_sub(self.first)? as usize).copied()
    }

    /// The slots that an operation reads.
    pub(super) fn reads(&self, operation: usize) -> impl Iterator<Item = Slot> + '_ {
        let Operation { opcode, operands, immediate } = &self.operations[operation];
        let wide = (*opcode == Opcode::Wide).then(|| &self.wide[*immediate as usize]);
        let words = wide.into_iter().flat_map(|wide| wide.left.iter().chain(&wide.right));
        operands[opcode.operand_places()].iter().chain(words).copied()
    }
}
