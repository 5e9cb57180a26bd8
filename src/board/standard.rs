//! The electrical side of a pin: I/O standards and resistors, as each family's tools spell and
//! offer them.

use super::{Family, Pull};

/// The I/O standards of one pin that a family's tools know, the usual one first; empty if the tools
/// take none.
///
/// From nextpnr's I/O types for ECP5, Gowin UG289, AMD UG471, Xilinx DS003 and Intel's Cyclone IV
/// handbook.
pub(super) fn standards(family: Family) -> &'static [&'static str] {
    match family {
        Family::Ecp5 => &[
            "LVCMOS33",
            "LVCMOS25",
            "LVCMOS18",
            "LVCMOS15",
            "LVCMOS12",
            "LVTTL33",
            "SSTL18_I",
            "SSTL18_II",
            "SSTL15_I",
            "SSTL15_II",
            "SSTL135_I",
            "SSTL135_II",
            "HSUL12",
        ],
        Family::Ice40 => &[],
        Family::Gowin => &[
            "LVCMOS33", "LVCMOS25", "LVCMOS18", "LVCMOS15", "LVCMOS12", "LVTTL33", "PCI33", "SSTL33_I",
            "SSTL25_I", "SSTL18_I", "SSTL15", "HSTL18_I", "HSTL15_I",
        ],
        Family::Vivado => &[
            "LVCMOS33",
            "LVCMOS25",
            "LVCMOS18",
            "LVCMOS15",
            "LVCMOS12",
            "LVTTL",
            "MOBILE_DDR",
            "SSTL18_I",
            "SSTL18_II",
            "SSTL15",
            "SSTL15_R",
            "SSTL135",
            "SSTL135_R",
            "SSTL12",
            "HSTL_I",
            "HSTL_II",
            "HSTL_I_18",
            "HSTL_II_18",
            "HSUL_12",
            "PCI33_3",
        ],
        Family::Quartus => &[
            "3.3-V LVTTL",
            "3.3-V LVCMOS",
            "3.0-V LVTTL",
            "3.0-V LVCMOS",
            "2.5 V",
            "1.8 V",
            "1.5 V",
            "1.2 V",
            "3.0-V PCI",
            "3.0-V PCI-X",
            "SSTL-2 Class I",
            "SSTL-2 Class II",
            "SSTL-18 Class I",
            "SSTL-18 Class II",
            "1.8-V HSTL Class I",
            "1.8-V HSTL Class II",
            "1.5-V HSTL Class I",
            "1.5-V HSTL Class II",
            "1.2-V HSTL Class I",
            "1.2-V HSTL Class II",
        ],
        Family::Ise => &[
            "LVTTL", "LVCMOS2", "PCI33_3", "PCI33_5", "PCI66_3", "GTL", "GTLP", "HSTL_I", "HSTL_III",
            "HSTL_IV", "SSTL3_I", "SSTL3_II", "SSTL2_I", "SSTL2_II", "CTT", "AGP",
        ],
    }
}

/// The resistors that a family's pins have, by their names in the file of a board.
pub(super) fn pulls(family: Family) -> &'static [(&'static str, Pull)] {
    match family {
        Family::Ice40 | Family::Quartus => &[("up", Pull::Up)],
        Family::Ecp5 | Family::Gowin | Family::Vivado | Family::Ise => {
            &[("up", Pull::Up), ("down", Pull::Down)]
        }
    }
}
