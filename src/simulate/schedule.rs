//! The order of operations: long batches of one opcode, because every change of opcode costs a jump.

use super::lower::{Definition, Lowering, Word};
use super::program::{Batch, Opcode, Operation, Program, Slot};

/// How far ahead the length of a batch is explored before one is chosen.
const LOOK_AHEAD: usize = 512;

/// A program that computes these words, and the slots they end up in.
///
/// Words that no root needs have no slot.
pub(super) fn schedule(
    lowering: &Lowering,
    roots: impl IntoIterator<Item = Word>,
) -> (Program, Vec<Option<Slot>>) {
    let first = lowering.first;
    let definitions = &lowering.definitions;
    let graph = Graph::new(lowering, roots);
    let mut program = Program { first, ..Program::default() };
    let mut slots: Vec<Option<Slot>> = vec![None; definitions.len()];
    let mut end = first;
    for (index, definition) in definitions.iter().enumerate() {
        if let (true, Definition::Constant(number)) = (graph.live[index], definition) {
            program.constants.push(*number);
            slots[index] = Some(end);
            end += 1;
        }
    }
    let place = |slots: &[Option<Slot>], word: Word| match word.checked_sub(first) {
        Some(index) => slots[index as usize].unwrap_or(0),
        None => word,
    };
    for (opcode, members) in graph.batches() {
        program.batches.push(Batch {
            opcode,
            start: program.operations.len(),
            count: members.len(),
            result: end,
        });
        for index in members {
            let Definition::Operation(mut operation) = definitions[index] else { continue };
            for used in operand_places(&operation) {
                operation.operands[used] = place(&slots, operation.operands[used]);
            }
            let mut words = 1;
            if opcode == Opcode::Wide {
                let mut wide = lowering.wide[operation.immediate as usize].clone();
                wide.left.iter_mut().chain(&mut wide.right).for_each(|word| *word = place(&slots, *word));
                words = wide.words();
                operation.immediate = program.wide.len() as u64;
                program.wide.push(wide);
            }
            program.operations.push(operation);
            for word in 0..words {
                slots[index + word as usize] = Some(end);
                end += 1;
            }
        }
    }
    program.end = end;
    (program, slots)
}

/// The operands of an operation that are slots.
fn operand_places(operation: &Operation) -> std::ops::Range<usize> {
    0..match operation.opcode {
        Opcode::Wide => 0,
        Opcode::Extract | Opcode::Parity | Opcode::Read => 1,
        Opcode::Mux => 3,
        _ => 2,
    }
}

/// Which definitions use which.
struct Graph {
    live: Vec<bool>,
    opcodes: Vec<Option<Opcode>>,
    /// Operands still to be computed.
    waiting: Vec<u32>,
    users: Vec<Vec<u32>>,
    ready: Vec<Vec<u32>>,
}

impl Graph {
    fn new(lowering: &Lowering, roots: impl IntoIterator<Item = Word>) -> Self {
        let definitions = &lowering.definitions;
        let owner = |mut index: usize| {
            while definitions[index] == Definition::Part && index > 0 {
                index -= 1;
            }
            index
        };
        let operands = |index: usize| -> Vec<usize> {
            let Definition::Operation(operation) = &definitions[index] else { return Vec::new() };
            let words: Vec<Word> = if operation.opcode == Opcode::Wide {
                let wide = &lowering.wide[operation.immediate as usize];
                wide.left.iter().chain(&wide.right).copied().collect()
            } else {
                operation.operands[operand_places(operation)].to_vec()
            };
            let mut owners: Vec<usize> = words
                .into_iter()
                .filter_map(|word| word.checked_sub(lowering.first))
                .map(|index| owner(index as usize))
                .collect();
            owners.sort_unstable();
            owners.dedup();
            owners
        };
        let count = definitions.len();
        let mut graph = Self {
            live: vec![false; count],
            opcodes: vec![None; count],
            waiting: vec![0; count],
            users: vec![Vec::new(); count],
            ready: vec![Vec::new(); Opcode::Wide as usize + 1],
        };
        let mut stack: Vec<usize> = roots
            .into_iter()
            .filter_map(|word| word.checked_sub(lowering.first))
            .map(|index| owner(index as usize))
            .collect();
        while let Some(index) = stack.pop() {
            if !std::mem::replace(&mut graph.live[index], true) {
                stack.extend(operands(index));
            }
        }
        for index in (0..count).filter(|&index| graph.live[index]) {
            let Definition::Operation(operation) = &definitions[index] else { continue };
            graph.opcodes[index] = Some(operation.opcode);
            for operand in operands(index) {
                if matches!(definitions[operand], Definition::Operation(_)) {
                    graph.waiting[index] += 1;
                    graph.users[operand].push(index as u32);
                }
            }
            if graph.waiting[index] == 0 {
                graph.ready[operation.opcode as usize].push(index as u32);
            }
        }
        graph
    }

    /// Batch after batch, each of the opcode that can run longest without another.
    fn batches(mut self) -> Vec<(Opcode, Vec<usize>)> {
        let mut batches = Vec::new();
        loop {
            let lengths = (0..self.ready.len()).map(|code| self.explore(code));
            let Some((code, length)) =
                lengths.enumerate().max_by_key(|&(code, length)| (length, std::cmp::Reverse(code)))
            else {
                return batches;
            };
            if length == 0 {
                return batches;
            }
            let mut members: Vec<usize> = Vec::new();
            let mut queue: std::collections::VecDeque<u32> = std::mem::take(&mut self.ready[code]).into();
            let mut opcode = None;
            while let Some(index) = queue.pop_front() {
                opcode = self.opcodes[index as usize];
                members.push(index as usize);
                for &user in &self.users[index as usize] {
                    let user = user as usize;
                    self.waiting[user] -= 1;
                    if let (0, Some(of)) = (self.waiting[user], self.opcodes[user]) {
                        if of as usize == code {
                            queue.push_back(user as u32);
                        } else {
                            self.ready[of as usize].push(user as u32);
                        }
                    }
                }
            }
            batches.extend(opcode.map(|opcode| (opcode, members)));
        }
    }

    /// How many operations of this opcode can run now, up to the look-ahead.
    fn explore(&mut self, code: usize) -> usize {
        let mut members = self.ready[code].clone();
        let mut next = 0;
        let mut touched = Vec::new();
        while next < members.len() && members.len() < LOOK_AHEAD {
            for &user in &self.users[members[next] as usize] {
                let opcode = self.opcodes[user as usize];
                if opcode.is_some_and(|opcode| opcode as usize == code) {
                    self.waiting[user as usize] -= 1;
                    touched.push(user);
                    if self.waiting[user as usize] == 0 {
                        members.push(user);
                    }
                }
            }
            next += 1;
        }
        for user in touched {
            self.waiting[user as usize] += 1;
        }
        members.len()
    }
}
