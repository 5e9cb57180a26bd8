//! The order in which operations are compiled, and their functions.

use crate::simulate::engine::Wanted;
use crate::simulate::program::{Opcode, Program, Slot};

/// Operations in a function.
const FUNCTION: usize = 2000;

/// A part of a program.
pub(super) enum Piece {
    /// One operation on values of more than one word, by number, and the slot of its first result.
    Wide(usize, Slot),
    /// Operations that become one function.
    Function(Function),
}

/// Operations in order, then the moves after them.
#[derive(Default)]
pub(super) struct Function {
    /// Operations by number, and the slots of their results.
    pub operations: Vec<(usize, Slot)>,
    /// From which slot to which.
    pub moves: Vec<(Slot, Slot)>,
}

/// The pieces in order.
pub(super) fn plan(program: &Program, wanted: &Wanted) -> Vec<Piece> {
    let mut planner = Planner::new(program);
    let roots = wanted.moved.iter().map(|&(from, _)| from).chain(wanted.kept.iter().copied());
    roots.for_each(|slot| planner.visit(slot));
    let Planner { results, stages, .. } = planner;
    let mut pieces = Vec::new();
    for (operations, wide) in stages {
        for chunk in operations.chunks(FUNCTION) {
            let operations = chunk.iter().map(|&operation| (operation, results[operation])).collect();
            pieces.push(Piece::Function(Function { operations, moves: Vec::new() }));
        }
        pieces.extend(wide.into_iter().map(|operation| Piece::Wide(operation, results[operation])));
    }
    place_moves(program, wanted, &mut pieces);
    pieces
}

/// Puts each move into the function that makes its source. Moves of state, constants and wide
/// results go into the last function.
fn place_moves(program: &Program, wanted: &Wanted, pieces: &mut Vec<Piece>) {
    let mut makers = vec![None; (program.end - program.first) as usize];
    for (piece, index) in pieces.iter().zip(0..) {
        if let Piece::Function(function) = piece {
            for &(_, result) in &function.operations {
                makers[(result - program.first) as usize] = Some(index);
            }
        }
    }
    let maker = |slot: Slot| -> Option<usize> { makers[slot.checked_sub(program.first)? as usize] };
    let mut others = Function::default();
    for &(from, to) in &wanted.moved {
        match maker(from).and_then(|index| pieces.get_mut(index)) {
            Some(Piece::Function(function)) => function.moves.push((from, to)),
            _ => others.moves.push((from, to)),
        }
    }
    if !others.moves.is_empty() {
        pieces.push(Piece::Function(others));
    }
}

struct Planner<'a> {
    program: &'a Program,
    /// The slot of each operation's first result.
    results: Vec<Slot>,
    /// The operation that makes each slot of the program; `None` for a constant.
    makers: Vec<Option<u32>>,
    /// For each operation, the number of wide operations before it on the longest way, once it is
    /// planned.
    levels: Vec<Option<usize>>,
    /// For each level, operations in order, then the wide ones that end it.
    stages: Vec<(Vec<usize>, Vec<usize>)>,
}

impl<'a> Planner<'a> {
    fn new(program: &'a Program) -> Self {
        let mut makers = vec![None; (program.end - program.first) as usize];
        let mut results = Vec::with_capacity(program.operations.len());
        for batch in &program.batches {
            let mut at = batch.result;
            for index in batch.start..batch.start + batch.count {
                let operation = &program.operations[index];
                let words = match operation.opcode {
                    Opcode::Wide => program.wide[operation.immediate as usize].words(),
                    _ => 1,
                };
                results.push(at);
                (at..at + words)
                    .for_each(|slot| makers[(slot - program.first) as usize] = Some(index as u32));
                at += words;
            }
        }
        let levels = vec![None; program.operations.len()];
        Self { program, results, makers, levels, stages: Vec::new() }
    }

    fn maker(&self, slot: Slot) -> Option<usize> {
        self.makers[slot.checked_sub(self.program.first)? as usize].map(|index| index as usize)
    }

    fn operands(&self, operation: usize) -> impl Iterator<Item = usize> + '_ {
        self.program.reads(operation).filter_map(|slot| self.maker(slot))
    }

    /// Plans the operations that a slot needs, depth first, so that operations that belong together
    /// stand together.
    fn visit(&mut self, slot: Slot) {
        let mut stack: Vec<usize> = self.maker(slot).into_iter().collect();
        while let Some(&operation) = stack.last() {
            if self.levels[operation].is_some() {
                stack.pop();
                continue;
            }
            let missing = self.operands(operation).filter(|&operand| self.levels[operand].is_none());
            let before = stack.len();
            stack.extend(missing.collect::<Vec<usize>>());
            if stack.len() == before {
                stack.pop();
                self.place(operation);
            }
        }
    }

    fn place(&mut self, operation: usize) {
        let is_wide = |index: usize| self.program.operations[index].opcode == Opcode::Wide;
        let after =
            |operand: usize| self.levels[operand].map_or(0, |level| level + usize::from(is_wide(operand)));
        let level = self.operands(operation).map(after).max().unwrap_or(0);
        let wide = is_wide(operation);
        self.levels[operation] = Some(level);
        if self.stages.len() <= level {
            self.stages.resize_with(level + 1, Default::default);
        }
        let (operations, wides) = &mut self.stages[level];
        if wide { wides } else { operations }.push(operation);
    }
}
