//! Fuses two operations into one of three operands if nobody else reads the value between them.

use super::lower::{Definition, Lowering, Word};
use super::program::{Opcode, Operation};

/// The operation that takes in the operand that this opcode makes: `f(g(a, b), c)` as one.
fn fused(outer: Opcode, inner: Opcode) -> Option<Opcode> {
    Some(match (outer, inner) {
        (Opcode::And, Opcode::And) => Opcode::And3,
        (Opcode::And, Opcode::Or) => Opcode::OrAnd,
        (Opcode::AndNot, Opcode::And) => Opcode::AndAndNot,
        (Opcode::Or, Opcode::And) => Opcode::AndOr,
        (Opcode::Or, Opcode::Or) => Opcode::Or3,
        _ => return None,
    })
}

impl Lowering<'_> {
    /// Fuses what these words need.
    pub fn fuse(&mut self, roots: &[Word]) {
        let live = self.live(roots.iter().copied());
        let readers = self.readers(&live, roots);
        for index in (0..live.len()).filter(|&index| live[index]) {
            if let Some(fused) = self.fused(index, &readers) {
                self.definitions[index] = Definition::Operation(fused);
            }
        }
    }

    fn fused(&self, index: usize, readers: &[u32]) -> Option<Operation> {
        let Definition::Operation(outer) = self.definitions[index] else { return None };
        let [left, right, _] = outer.operands;
        // Only the left operand of `a & !b` is an operand of a conjunction.
        let pairs = [(left, right), (right, left)];
        let pairs = if outer.opcode == Opcode::AndNot { &pairs[..1] } else { &pairs };
        let candidates = pairs.iter().filter_map(|&(taken, kept)| {
            let place = taken.checked_sub(self.first)? as usize;
            let Definition::Operation(inner) = self.definitions[place] else { return None };
            let opcode = fused(outer.opcode, inner.opcode).filter(|_| readers[place] == 1)?;
            let [a, b, _] = inner.operands;
            Some(Operation { opcode, operands: [a, b, kept], immediate: 0 })
        });
        // The operand made last is the end of the longest chain, which becomes shorter.
        candidates.max_by_key(|operation| operation.operands[0].max(operation.operands[1]))
    }
}
