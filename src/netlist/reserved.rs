//! Reserved words: no name may be one of them, in any target language.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The reason why each word is reserved, by the word in lower case.
static RESERVED: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lists = [
        (SUPPORT_PACKAGE, "the name of the support package"),
        (VHDL_EMITTED, "a name that the emitted VHDL uses itself"),
        (VERILATOR, "a C++ word that Verilator warns about"),
        (VHDL_STANDARD, "a name of VHDL's standard libraries"),
        (VHDL, "a reserved word of VHDL"),
        (SYSTEM_VERILOG, "a reserved word of SystemVerilog"),
        (VERILOG, "a reserved word of Verilog"),
    ];
    lists.iter().flat_map(|(words, why)| words.split_whitespace().map(move |word| (word, *why))).collect()
});

/// The package that the emitted VHDL brings with it.
const SUPPORT_PACKAGE: &str = "movewright_pkg";

/// The names that the support package declares, and the vendors' attributes: a signal with such a
/// name would hide them.
const VHDL_EMITTED: &str =
    "keep max_fanout maxfan ram_style ramstyle syn_keep syn_maxfan syn_ramstyle to_std";

/// The language that reserves the word, in any case of its letters; `None` if it is free.
pub(super) fn reserved(word: &str) -> Option<&'static str> {
    RESERVED.get(word.to_ascii_lowercase().as_str()).copied()
}

/// IEEE 1364-2005, annex B.
const VERILOG: &str = "
    always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config deassign default defparam
    design disable edge else end endcase endconfig endfunction endgenerate endmodule endprimitive endspecify
    endtable endtask event for force forever fork function generate genvar highz0 highz1 if ifnone incdir include
    initial inout input instance integer join large liblist library localparam macromodule medium module nand
    negedge nmos nor noshowcancelled not notif0 notif1 or output parameter pmos posedge primitive pull0 pull1
    pulldown pullup pulsestyle_ondetect pulsestyle_onevent rcmos real realtime reg release repeat rnmos rpmos
    rtran rtranif0 rtranif1 scalared showcancelled signed small specify specparam strong0 strong1 supply0 supply1
    table task time tran tranif0 tranif1 tri tri0 tri1 triand trior trireg unsigned use uwire vectored wait wand
    weak0 weak1 while wire wor xnor xor
";

/// IEEE 1800-2017, annex B: the words that it adds to Verilog.
const SYSTEM_VERILOG: &str = "
    accept_on alias always_comb always_ff always_latch assert assume before bind bins binsof bit break byte chandle
    checker class clocking const constraint context continue cover covergroup coverpoint cross dist do endchecker
    endclass endclocking endgroup endinterface endpackage endprogram endproperty endsequence enum eventually expect
    export extends extern final first_match foreach forkjoin global iff ignore_bins illegal_bins implements implies
    import inside int interconnect interface intersect join_any join_none let local logic longint matches modport
    nettype new nexttime null package packed priority program property protected pure rand randc randcase
    randsequence ref reject_on restrict return s_always s_eventually s_nexttime s_until s_until_with sequence
    shortint shortreal soft solve static string strong struct super sync_accept_on sync_reject_on tagged this
    throughout timeprecision timeunit type typedef union unique unique0 until until_with untyped var virtual void
    wait_order weak wildcard with within
";

/// IEEE 1076-2008, 15.10.
const VHDL: &str = "
    abs access after alias all and architecture array assert assume assume_guarantee attribute begin block body
    buffer bus case component configuration constant context cover default disconnect downto else elsif end entity
    exit fairness file for force function generate generic group guarded if impure in inertial inout is label
    library linkage literal loop map mod nand new next nor not null of on open or others out package parameter port
    postponed procedure process property protected pure range record register reject release rem report restrict
    restrict_guarantee return rol ror select sequence severity shared signal sla sll sra srl strong subtype then to
    transport type unaffected units until use variable vmode vprop vunit wait when while with xnor xor
";

/// Libraries, packages, types and functions that VHDL text uses by name: a signal with such a name
/// would hide them.
const VHDL_STANDARD: &str = "
    work ieee std standard textio std_logic_1164 numeric_std
    bit bit_vector boolean character false integer natural positive real severity_level signed std_logic
    std_logic_vector std_ulogic std_ulogic_vector string time true unsigned
    falling_edge resize rising_edge shift_left shift_right to_integer to_signed to_unsigned
";

/// C++ keywords and common words that Verilator reports as SYMRSVDWORD when a port has that name.
const VERILATOR: &str = "
    abort alignas alignof and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool catch char
    char16_t char32_t compl concept const_cast constexpr decltype delete double dynamic_cast explicit false float
    friend goto inline long map mutable namespace noexcept not_eq nullptr operator or_eq override private public
    queue register requires set short sizeof static_assert static_cast switch synchronized template thread_local
    throw true try typeid typename using vector volatile wchar_t xor_eq
";

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn lists_are_as_long_as_the_standards() {
        let verilog: BTreeSet<_> = VERILOG.split_whitespace().collect();
        let system: BTreeSet<_> = SYSTEM_VERILOG.split_whitespace().collect();
        assert_eq!((verilog.len(), system.len(), verilog.intersection(&system).count()), (124, 124, 0));
        assert_eq!(VHDL.split_whitespace().collect::<BTreeSet<_>>().len(), 115);
    }

    #[test]
    fn words_are_found_in_any_case() {
        assert_eq!(reserved("Always"), Some("a reserved word of Verilog"));
        assert_eq!(reserved("priority"), Some("a reserved word of SystemVerilog"));
        assert_eq!(reserved("REM"), Some("a reserved word of VHDL"));
        assert_eq!(reserved("std_logic"), Some("a name of VHDL's standard libraries"));
        assert_eq!(reserved("long"), Some("a C++ word that Verilator warns about"));
        assert_eq!(reserved("square"), None);
    }
}
