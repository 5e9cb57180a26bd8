//! The call of compiled code: the only place of the crate where the compiler cannot check what
//! happens.
//!
//! Why it is safe:
//! - The code comes from [`super::code`]. It is nothing but straight lines of arithmetic, loads and
//!   stores, and one return: no call, no jump, nothing that traps. Cranelift compiles it for the
//!   present processor, with the signature of [`Function`] and the calling convention of
//!   `extern "C"`.
//! - Its stores go to the word at `slots + 8 n` for constants `n`, or to it and the next. Its loads
//!   go there, to whole words or to bytes of one, or to the word at `memory + 8 n` for an `n` that
//!   the code itself limits to the last one. All these words are below [`Code::slots`], which the
//!   assembler works out from the addresses it emits; [`Code::call`] checks both lengths. The
//!   borrows keep both arrays alive and apart.
//! - The code lives in memory that the module owns, which is freed when this value is dropped. The
//!   functions are private to this value, so none can be called later.
#![allow(unsafe_code)] // Compiled code can be called in no other way; the argument is above.

use cranelift_jit::JITModule;
use cranelift_module::FuncId;

type Function = unsafe extern "C" fn(*mut u64, *const u64);

/// Compiled functions and the memory they stand in.
pub(super) struct Code {
    /// Always there until this is dropped.
    module: Option<Box<JITModule>>,
    functions: Vec<Function>,
    slots: usize,
    memory: usize,
}

impl Code {
    /// Functions of a complete module. They were compiled with the signature of [`Function`]. They
    /// touch only the first `slots` slots, and a memory array of exactly `memory` words.
    pub fn new(module: JITModule, functions: &[FuncId], slots: usize, memory: usize) -> Self {
        let address = |&function: &FuncId| module.get_finalized_function(function);
        // SAFETY: the address is that of a function of this signature; see above.
        let callable = |address: *const u8| unsafe { std::mem::transmute::<*const u8, Function>(address) };
        let functions = functions.iter().map(address).map(callable).collect();
        Self { module: Some(Box::new(module)), functions, slots, memory }
    }

    /// Runs a function. Returns false, and does nothing, if there is none of this number or the
    /// arrays are too short.
    pub fn call(&self, function: usize, slots: &mut [u64], memory: &[u64]) -> bool {
        let fits = slots.len() >= self.slots && memory.len() == self.memory;
        match self.functions.get(function) {
            Some(function) if fits => {
                // SAFETY: the lengths are those the code was made for; see above.
                unsafe { function(slots.as_mut_ptr(), memory.as_ptr()) };
                true
            }
            _ => false,
        }
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: nothing runs in it: whoever calls a function borrows this value.
            unsafe { module.free_memory() };
        }
    }
}
