//! The order of operations: long batches of one opcode, because every change of opcode costs a
//! jump.

use super::lower::{Definition, Lowering, Word};
use super::program::{Batch, Opcode, Program, Slot};

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
            for used in operation.opcode.operand_places() {
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

/// The uses of definitions by definitions.
struct Graph {
    live: Vec<bool>,
    opcodes: Vec<Option<Opcode>>,
    /// Operands still to be computed.
    waiting: Vec<u32>,
    users: Vec<Vec<u32>>,
    ready: Vec<Vec<u32>>,
    /// Changes of opcode on the longest way from here to a root.
    heights: Vec<u32>,
}

impl Graph {
    fn new(lowering: &Lowering, roots: impl IntoIterator<Item = Word>) -> Self {
        let definitions = &lowering.definitions;
        let count = definitions.len();
        let mut graph = Self {
            live: lowering.live(roots),
            opcodes: vec![None; count],
            waiting: vec![0; count],
            users: vec![Vec::new(); count],
            ready: vec![Vec::new(); Opcode::Wide as usize + 1],
            heights: vec![0; count],
        };
        for index in (0..count).filter(|&index| graph.live[index]) {
            let Definition::Operation(operation) = &definitions[index] else { continue };
            graph.opcodes[index] = Some(operation.opcode);
            for operand in lowering.operands(index) {
                if matches!(definitions[operand], Definition::Operation(_)) {
                    graph.waiting[index] += 1;
                    graph.users[operand].push(index as u32);
                }
            }
            if graph.waiting[index] == 0 {
                graph.ready[operation.opcode as usize].push(index as u32);
            }
        }
        // Users come after what they use.
        for index in (0..count).rev() {
            let change = |user: usize| u32::from(graph.opcodes[user] != graph.opcodes[index]);
            let users = graph.users[index].iter().map(|&user| user as usize);
            graph.heights[index] = users.map(|user| graph.heights[user] + change(user)).max().unwrap_or(0);
        }
        graph
    }

    /// Batch after batch, each of the opcode on which the most other batches depend.
    fn batches(mut self) -> Vec<(Opcode, Vec<usize>)> {
        let mut batches = Vec::new();
        loop {
            let urgency = |ready: &Vec<u32>| {
                let highest = ready.iter().map(|&index| self.heights[index as usize]).max()?;
                Some((highest, ready.len()))
            };
            let urgencies =
                self.ready.iter().enumerate().filter_map(|(code, ready)| Some((urgency(ready)?, code)));
            let Some((_, code)) = urgencies.max() else { return batches };
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
}
