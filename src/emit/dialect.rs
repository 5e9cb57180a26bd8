//! The netlist's neutral attributes, as each vendor's synthesis spells them.

use super::{Dialect, Language};
use crate::netlist::{Attribute, RamStyle};

/// The value of an attribute in its language's syntax, after its name.
pub(super) struct Spelling {
    /// The attribute's name.
    pub(super) name: &'static str,
    /// The VHDL type it is declared with.
    pub(super) vhdl_type: &'static str,
    /// The value, as a literal of the language asked for.
    pub(super) value: String,
}

/// The spelling of an attribute that keeps or copies a net.
pub(super) fn attribute(attribute: &Attribute, dialect: Dialect, language: Language) -> Spelling {
    match attribute {
        Attribute::Keep => {
            let (name, vhdl_type) = match dialect {
                Dialect::Xilinx => ("keep", "string"),
                Dialect::Generic | Dialect::Intel => ("keep", "boolean"),
                Dialect::Lattice => ("syn_keep", "boolean"),
                Dialect::Gowin => ("syn_keep", "integer"),
            };
            let value = match (vhdl_type, language) {
                ("string", _) => "\"true\"",
                ("boolean", Language::Vhdl) => "true",
                _ => "1",
            };
            Spelling { name, vhdl_type, value: value.into() }
        }
        Attribute::MaxFanout(limit) => {
            let name = match dialect {
                Dialect::Generic | Dialect::Xilinx => "max_fanout",
                Dialect::Intel => "maxfan",
                Dialect::Lattice | Dialect::Gowin => "syn_maxfan",
            };
            Spelling { name, vhdl_type: "integer", value: limit.to_string() }
        }
    }
}

/// A further attribute in Verilog, for Yosys: a word that is read at the edge of its write may be
/// anything. VHDL has no spelling for it.
pub(super) fn unchecked(style: RamStyle, dialect: Dialect) -> Option<&'static str> {
    (style == RamStyle::UncheckedBlock && dialect == Dialect::Generic).then_some("no_rw_check")
}

/// The text before a process in Verilog, for Yosys: it merges equal registers unless their process
/// is kept, whatever the registers' own attributes say.
pub(super) fn kept(dialect: Dialect) -> &'static str {
    if dialect == Dialect::Generic { "(* keep *) " } else { "" }
}

/// The storage that a memory becomes. Intel's names are those of Cyclone IV; its families without
/// LUT RAM then use logic.
pub(super) fn ram_style(style: RamStyle, dialect: Dialect) -> Spelling {
    let (name, value) = match (dialect, style) {
        (Dialect::Generic | Dialect::Xilinx, RamStyle::Block | RamStyle::UncheckedBlock) => {
            ("ram_style", "block")
        }
        (Dialect::Generic | Dialect::Xilinx, RamStyle::Distributed) => ("ram_style", "distributed"),
        (Dialect::Generic | Dialect::Xilinx, RamStyle::Registers) => ("ram_style", "registers"),
        (Dialect::Intel, RamStyle::Block) => ("ramstyle", "M9K"),
        (Dialect::Intel, RamStyle::UncheckedBlock) => ("ramstyle", "no_rw_check, M9K"),
        (Dialect::Intel, RamStyle::Distributed) => ("ramstyle", "MLAB"),
        (Dialect::Intel, RamStyle::Registers) => ("ramstyle", "logic"),
        (Dialect::Lattice | Dialect::Gowin, RamStyle::Block | RamStyle::UncheckedBlock) => {
            ("syn_ramstyle", "block_ram")
        }
        (Dialect::Lattice, RamStyle::Distributed) => ("syn_ramstyle", "distributed"),
        (Dialect::Gowin, RamStyle::Distributed) => ("syn_ramstyle", "distributed_ram"),
        (Dialect::Lattice | Dialect::Gowin, RamStyle::Registers) => ("syn_ramstyle", "registers"),
    };
    Spelling { name, vhdl_type: "string", value: format!("\"{value}\"") }
}

/// Every attribute name of a dialect with its VHDL type, for the support package.
pub(super) fn declarations(dialect: Dialect) -> [Spelling; 3] {
    [
        attribute(&Attribute::Keep, dialect, Language::Vhdl),
        attribute(&Attribute::MaxFanout(1), dialect, Language::Vhdl),
        ram_style(RamStyle::Block, dialect),
    ]
}
