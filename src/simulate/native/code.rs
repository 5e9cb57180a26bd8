//! From operations to Cranelift's intermediate form, a function at a time.

use std::collections::HashMap;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64, I64X2};
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlags, Value};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};

use super::call::Code;
use super::places::Places;
use super::plan::Function;
use crate::simulate::engine::Wanted;
use crate::simulate::program::{Opcode, Operation, Program, Slot};

/// The number of operations to its next use within which a result stays in a register.
const NEAR: usize = 16;

/// Programs of more slots are not compiled: one instruction cannot address the slots beyond.
const MOST_SLOTS: Slot = 1 << 27;

/// Makes the functions of a program.
pub(super) struct Assembler<'a> {
    program: &'a Program,
    memory: usize,
    module: JITModule,
    context: cranelift_codegen::Context,
    functions: Vec<FuncId>,
    places: Places,
    /// The slot after the last one that may be touched.
    end: Slot,
}

impl<'a> Assembler<'a> {
    /// None where Cranelift does not know this processor, or the program is too large.
    pub fn new(program: &'a Program, wanted: &Wanted, memory: usize, places: Places) -> Option<Self> {
        let mut flags = settings::builder();
        // What its optimiser would find is shared already, and it would undo the choice of what
        // stays in a register.
        let options = [("opt_level", "none"), ("enable_verifier", "false"), ("unwind_info", "false")];
        for (name, value) in options {
            flags.set(name, value).ok()?;
        }
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        let module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let end = wanted.moved.iter().map(|&(_, to)| to + 1).fold(program.end, Slot::max);
        let context = module.make_context();
        let assembler = Self { program, memory, module, context, functions: Vec::new(), places, end };
        (end < MOST_SLOTS).then_some(assembler)
    }

    /// Adds a function of the slots and the memory array.
    pub fn function(&mut self, function: &Function) -> Option<()> {
        let mut signature = self.module.make_signature();
        signature.params.extend([AbiParam::new(I64), AbiParam::new(I64)]);
        let id = self.module.declare_function(&self.functions.len().to_string(), Linkage::Local, &signature);
        let id = id.ok()?;
        self.context.func = ir::Function::with_name_signature(ir::UserFuncName::default(), signature);
        self.body(function);
        self.module.define_function(id, &mut self.context).ok()?;
        self.module.clear_context(&mut self.context);
        self.functions.push(id);
        Some(())
    }

    /// The functions, ready to be called.
    pub fn finish(mut self) -> Option<Code> {
        self.module.finalize_definitions().ok()?;
        Some(Code::new(self.module, &self.functions, self.end as usize, self.memory))
    }

    fn body(&mut self, function: &Function) {
        let program = self.program;
        let func = &mut self.context.func;
        let block = func.dfg.make_block();
        let slots = func.dfg.append_block_param(block, I64);
        let memory = func.dfg.append_block_param(block, I64);
        let mut cursor = FuncCursor::new(func);
        cursor.insert_block(block);
        let mut body = Body {
            cursor,
            program,
            places: &mut self.places,
            slots,
            memory,
            last_word: self.memory.saturating_sub(1) as u64,
            uses: uses(program, function),
            near: HashMap::new(),
        };
        let mut moves = HashMap::<Slot, Vec<Slot>>::new();
        function.moves.iter().for_each(|&(from, to)| moves.entry(from).or_default().push(to));
        for (at, &(operation, result)) in function.operations.iter().enumerate() {
            let value = body.operation(at, &program.operations[operation]);
            for to in moves.remove(&result).into_iter().flatten() {
                body.store(value, to);
            }
            if body.is_loaded_again(result, at) {
                let place = body.places.take(result);
                body.store(value, place);
            }
            body.keep_near(result, at, value);
        }
        // What is moved but not made here, two neighbours at once.
        let mut others = function.moves.iter().filter(|(from, _)| moves.contains_key(from)).peekable();
        while let Some(&(from, to)) = others.next() {
            if body.are_side_by_side(from) && others.next_if_eq(&&(from + 1, to + 1)).is_some() {
                body.move_two(from, to);
            } else {
                let value = body.value(from);
                body.store(value, to);
            }
        }
        body.cursor.ins().return_(&[]);
    }
}

/// The operations of a function that read each slot, by their place in it; listed twice if one
/// reads it twice.
fn uses(program: &Program, function: &Function) -> HashMap<Slot, Vec<usize>> {
    let mut uses = HashMap::<Slot, Vec<usize>>::new();
    for (at, &(operation, _)) in function.operations.iter().enumerate() {
        program.reads(operation).for_each(|slot| uses.entry(slot).or_default().push(at));
    }
    uses
}

/// A function under construction.
struct Body<'a> {
    cursor: FuncCursor<'a>,
    program: &'a Program,
    places: &'a mut Places,
    slots: Value,
    memory: Value,
    /// The last word of the memory array.
    last_word: u64,
    uses: HashMap<Slot, Vec<usize>>,
    /// The slots whose words are in registers.
    near: HashMap<Slot, Value>,
}

impl Body<'_> {
    /// Whether a result made at this place is read from its slot, by a later use here or by another
    /// function, or after a run.
    fn is_loaded_again(&self, slot: Slot, at: usize) -> bool {
        let uses = self.uses.get(&slot).map_or(&[][..], Vec::as_slice);
        let mut last = at;
        let far = uses.iter().any(|&next| next - std::mem::replace(&mut last, next) > NEAR);
        far || uses.len() < self.places.readers(slot)
    }

    /// Keeps a value in its register, if it is used soon after this place.
    fn keep_near(&mut self, slot: Slot, at: usize, value: Value) {
        let uses = self.uses.get(&slot).map_or(&[][..], Vec::as_slice);
        let next = uses.get(uses.partition_point(|&place| place <= at));
        if next.is_some_and(|&next| next - at <= NEAR) {
            self.near.insert(slot, value);
        } else {
            self.near.remove(&slot);
        }
    }

    /// The word of a slot.
    fn value(&mut self, slot: Slot) -> Value {
        if let Some(constant) = self.program.constant(slot) {
            return self.constant(constant);
        }
        match self.near.get(&slot) {
            Some(&value) => value,
            None => {
                let place = self.places.of(slot) as i32 * 8;
                self.cursor.ins().load(I64, MemFlags::trusted(), self.slots, place)
            }
        }
    }

    fn constant(&mut self, number: u64) -> Value {
        self.cursor.ins().iconst(I64, number as i64)
    }

    fn store(&mut self, value: Value, slot: Slot) {
        self.cursor.ins().store(MemFlags::trusted(), value, self.slots, slot as i32 * 8);
    }

    /// Whether a slot and the next one hold their own words.
    fn are_side_by_side(&self, slot: Slot) -> bool {
        [slot, slot + 1].into_iter().all(|slot| self.places.stored(slot) == Some(slot))
    }

    fn move_two(&mut self, from: Slot, to: Slot) {
        let flags = MemFlags::new().with_notrap();
        let both = self.cursor.ins().load(I64X2, flags, self.slots, from as i32 * 8);
        self.cursor.ins().store(flags, both, self.slots, to as i32 * 8);
    }

    /// 1 where the comparison holds.
    fn compare(&mut self, condition: IntCC, a: Value, b: Value) -> Value {
        let flag = self.cursor.ins().icmp(condition, a, b);
        self.cursor.ins().uextend(I64, flag)
    }

    fn masked(&mut self, value: Value, mask: u64) -> Value {
        let narrow = match mask {
            u64::MAX => return value,
            0xff => I8,
            0xffff => I16,
            0xffff_ffff => I32,
            _ => return self.cursor.ins().band_imm(value, mask as i64),
        };
        let low = self.cursor.ins().ireduce(narrow, value);
        self.cursor.ins().uextend(I64, low)
    }

    /// The value, or zero where the shift is by 64 or more.
    fn unless_far(&mut self, shifted: Value, by: Value) -> Value {
        let zero = self.constant(0);
        let near = self.cursor.ins().icmp_imm(IntCC::UnsignedLessThan, by, 64);
        self.cursor.ins().select(near, shifted, zero)
    }

    fn operation(&mut self, at: usize, operation: &Operation) -> Value {
        let Operation { opcode, operands, immediate } = *operation;
        if let Some(bytes) = self.bytes(at, operation) {
            return bytes;
        }
        let mut values = [self.slots; 3];
        for place in opcode.operand_places() {
            values[place] = self.value(operands[place]);
        }
        // Only now: one slot may be two operands.
        for place in opcode.operand_places() {
            self.keep_near(operands[place], at, values[place]);
            self.places.was_read(operands[place]);
        }
        let [a, b, c] = values;
        let shift = i64::from(operands[2]);
        match opcode {
            Opcode::And => self.cursor.ins().band(a, b),
            Opcode::Or => self.cursor.ins().bor(a, b),
            Opcode::Xor => self.cursor.ins().bxor(a, b),
            Opcode::AndNot => self.and_not(a, b),
            Opcode::And3 => {
                let both = self.cursor.ins().band(a, b);
                self.cursor.ins().band(both, c)
            }
            Opcode::Or3 => {
                let either = self.cursor.ins().bor(a, b);
                self.cursor.ins().bor(either, c)
            }
            Opcode::AndOr => {
                let both = self.cursor.ins().band(a, b);
                self.cursor.ins().bor(both, c)
            }
            Opcode::OrAnd => {
                let either = self.cursor.ins().bor(a, b);
                self.cursor.ins().band(either, c)
            }
            Opcode::AndAndNot => {
                let both = self.cursor.ins().band(a, b);
                self.and_not(both, c)
            }
            Opcode::Mux => self.cursor.ins().select(a, b, c),
            Opcode::Equal => self.compare(IntCC::Equal, a, b),
            Opcode::NotEqual => self.compare(IntCC::NotEqual, a, b),
            Opcode::Less => self.compare(IntCC::UnsignedLessThan, a, b),
            Opcode::LessSigned => {
                let a = self.cursor.ins().ishl_imm(a, immediate as i64);
                let b = self.cursor.ins().ishl_imm(b, immediate as i64);
                self.compare(IntCC::SignedLessThan, a, b)
            }
            Opcode::Add => {
                let sum = self.cursor.ins().iadd(a, b);
                self.masked(sum, immediate)
            }
            Opcode::Sub => {
                let difference = self.cursor.ins().isub(a, b);
                self.masked(difference, immediate)
            }
            Opcode::Mul => self.cursor.ins().imul(a, b),
            Opcode::ShiftLeft => {
                let shifted = self.cursor.ins().ishl(a, b);
                let shifted = self.unless_far(shifted, b);
                self.masked(shifted, immediate)
            }
            Opcode::ShiftRight => {
                let shifted = self.cursor.ins().ushr(a, b);
                self.unless_far(shifted, b)
            }
            Opcode::Extract => {
                let all = u64::MAX >> shift;
                match (shift, immediate & all) {
                    (0, mask) => self.masked(a, mask),
                    (_, mask) if mask == all => self.cursor.ins().ushr_imm(a, shift),
                    // A rotation is one instruction where a shift would need a copy first.
                    (_, mask) => {
                        let turned = self.cursor.ins().rotr_imm(a, shift);
                        self.masked(turned, mask)
                    }
                }
            }
            Opcode::Funnel => {
                let low = self.cursor.ins().ushr_imm(a, shift);
                let high = self.cursor.ins().ishl_imm(b, 64 - shift);
                let both = self.cursor.ins().bor(low, high);
                self.masked(both, immediate)
            }
            Opcode::Join => {
                // Nothing is lost at the top, so a rotation does, which needs no copy first.
                let high = self.cursor.ins().rotl_imm(b, immediate as i64);
                if self.program.constant(operands[0]) == Some(0) {
                    high
                } else {
                    self.cursor.ins().bor(a, high)
                }
            }
            Opcode::Parity => {
                let count = self.cursor.ins().popcnt(a);
                self.cursor.ins().band_imm(count, 1)
            }
            Opcode::Read => self.read(a, immediate),
            // Planned as a piece of its own.
            Opcode::Wide => self.constant(0),
        }
    }

    /// Whole bytes of a word that is stored, in one load.
    fn bytes(&mut self, at: usize, operation: &Operation) -> Option<Value> {
        let Operation { opcode: Opcode::Extract, operands: [slot, _, shift], immediate } = *operation else {
            return None;
        };
        let near = self.near.get(&slot).copied();
        let place = self.places.stored(slot).filter(|_| shift % 8 == 0 && (shift > 0 || near.is_none()))?;
        let offset = place as i32 * 8 + shift as i32 / 8;
        let (flags, slots) = (MemFlags::new().with_notrap(), self.slots);
        let word = match immediate & u64::MAX >> shift {
            0xff => self.cursor.ins().uload8(I64, flags, slots, offset),
            0xffff => self.cursor.ins().uload16(I64, flags, slots, offset),
            0xffff_ffff => self.cursor.ins().uload32(flags, slots, offset),
            _ => return None,
        };
        if let Some(value) = near {
            self.keep_near(slot, at, value);
        }
        self.places.was_read(slot);
        Some(word)
    }

    fn and_not(&mut self, a: Value, b: Value) -> Value {
        let other = self.cursor.ins().bnot(b);
        self.cursor.ins().band(a, other)
    }

    /// The word at `start + address` of the memory array, or the last word if that is beyond. So no
    /// load leaves the array, whatever the logic computes.
    fn read(&mut self, address: Value, start: u64) -> Value {
        let index = self.cursor.ins().iadd_imm(address, start as i64);
        let last = self.constant(self.last_word);
        let index = self.cursor.ins().umin(index, last);
        let offset = self.cursor.ins().ishl_imm(index, 3);
        let place = self.cursor.ins().iadd(self.memory, offset);
        self.cursor.ins().load(I64, MemFlags::trusted(), place, 0)
    }
}
