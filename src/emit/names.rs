//! Names in one module: those of the design, and new ones beside them.

use std::collections::{HashMap, HashSet};

use super::EmitError;

/// Names that emitted VHDL uses from its libraries and the support package, and the vendors'
/// attributes. A signal with such a name would hide them. They are not reserved words, so a
/// validator has to know this list too.
pub const NAMES_USED_BY_VHDL: [&str; 30] = [
    "boolean",
    "false",
    "ieee",
    "integer",
    "keep",
    "max_fanout",
    "maxfan",
    "movewright_pkg",
    "natural",
    "numeric_std",
    "ram_style",
    "ramstyle",
    "resize",
    "rising_edge",
    "shift_left",
    "shift_right",
    "signed",
    "std",
    "std_logic",
    "std_logic_1164",
    "std_logic_vector",
    "string",
    "syn_keep",
    "syn_maxfan",
    "syn_ramstyle",
    "to_integer",
    "to_std",
    "true",
    "unsigned",
    "work",
];

/// The names taken in one module, without regard to case.
pub(super) struct Names<'a> {
    module: &'a str,
    taken: HashSet<String>,
    /// Of wishes that were not free: the first number that may be.
    numbers: HashMap<String, u64>,
}

impl<'a> Names<'a> {
    pub(super) fn new(module: &'a str) -> Self {
        Self { module, taken: HashSet::new(), numbers: HashMap::new() }
    }

    /// Takes a name the design gives.
    pub(super) fn take(&mut self, name: &str) -> Result<(), EmitError> {
        if !is_identifier(name) {
            return Err(EmitError::Name { module: self.module.into(), name: name.into() });
        }
        if !self.taken.insert(name.to_ascii_lowercase()) {
            return Err(EmitError::DoubleName { module: self.module.into(), name: name.into() });
        }
        Ok(())
    }

    /// A name nobody has: the wish itself, or the wish and the first number from 2 that is free.
    pub(super) fn fresh(&mut self, wish: &str) -> String {
        let base = wish.to_ascii_lowercase();
        if self.taken.insert(base.clone()) {
            return wish.to_string();
        }
        // A name that was taken stays so, and nobody asks for its number again.
        let number = self.numbers.entry(base.clone()).or_insert(2);
        while !self.taken.insert(format!("{base}_{number}")) {
            *number += 1;
        }
        format!("{wish}_{number}")
    }
}

/// Letters, digits and single underscores inside, a letter first: what Verilog and VHDL both take.
pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !name.contains("__")
        && !name.ends_with('_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_design_may_hide_what_the_vhdl_uses() {
        for name in NAMES_USED_BY_VHDL {
            assert!(crate::netlist::name_problem(name).is_some(), "{name}");
        }
    }

    #[test]
    fn new_names_avoid_given_ones() {
        let mut names = Names::new("m");
        names.take("count").unwrap();
        assert_eq!(names.fresh("Count_sum"), "Count_sum");
        assert_eq!(names.fresh("count_sum"), "count_sum_2");
        names.take("count_sum_3").unwrap();
        assert_eq!(names.fresh("Count_sum"), "Count_sum_4");
        assert!(matches!(names.take("COUNT"), Err(EmitError::DoubleName { .. })));
        assert!(matches!(names.take("a__b"), Err(EmitError::Name { .. })));
    }
}
