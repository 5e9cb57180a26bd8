//! A [`Program`] as machine code, made by Cranelift while the interpreter already runs it.
//!
//! [`plan`] orders the operations so that each stands close to its operands, and cuts them into
//! functions of some thousand, because the time to compile one grows faster than its length.
//! [`code`] translates them one by one. A result stays in a register while its next use is near. It
//! is stored only if a later use needs it, in a place that [`places`] finds for it. So the slots of
//! most results hold nothing of theirs; a reader of such a slot runs the interpreter. Arithmetic on
//! values of more than one word stays in Rust, between the functions.

mod call;
mod code;
mod places;
mod plan;

use call::Code;
use places::Places;
use plan::{Piece, plan};

use super::engine::Wanted;
use super::program::{Program, Wide};
use super::run::store_wide;

/// A program as machine code.
pub(super) struct Native {
    code: Code,
    steps: Vec<Step>,
}

enum Step {
    /// The function of this number.
    Call(usize),
    /// Arithmetic, and the slot of its first result.
    Wide(Wide, usize),
}

impl Native {
    /// Compiles a program that reads a memory array of `memory` words; `None` if Cranelift does not
    /// know this processor, or the program is too large for it.
    pub fn compile(program: &Program, wanted: &Wanted, memory: usize) -> Option<Self> {
        let pieces = plan(program, wanted);
        let places = Places::new(program, wanted, &pieces);
        let mut assembler = code::Assembler::new(program, wanted, memory, places)?;
        let mut steps = Vec::new();
        let mut functions = 0;
        for piece in pieces {
            match piece {
                Piece::Wide(operation, result) => {
                    let wide = program.wide.get(program.operations[operation].immediate as usize)?;
                    steps.push(Step::Wide(wide.clone(), result as usize));
                }
                Piece::Function(function) => {
                    assembler.function(&function)?;
                    steps.push(Step::Call(functions));
                    functions += 1;
                }
            }
        }
        Some(Self { code: assembler.finish()?, steps })
    }

    /// Computes the wanted slots from the state. Does nothing and returns false if the arrays are
    /// not the ones for which the program was compiled.
    pub fn run(&self, slots: &mut [u64], memory: &[u64]) -> bool {
        self.steps.iter().all(|step| match step {
            Step::Call(function) => self.code.call(*function, slots, memory),
            Step::Wide(wide, result) => {
                store_wide(wide, slots, *result);
                true
            }
        })
    }
}
