//! The device families, and their options for the tools.

use crate::flow::{NEXTPNR_ECP5, NEXTPNR_GOWIN, NEXTPNR_ICE40, NEXTPNR_XILINX, Program};

/// A device family, with the device of it that figures are for.
#[derive(Debug)]
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// The device.
    pub device: &'static str,
    /// A description in a few words.
    pub about: &'static str,
    /// The inputs of its lookup tables.
    pub lut_inputs: u32,
    /// The commands of Yosys that map to it. `{top}` stands for the name of the top module, and
    /// `{options}` for the rest. `{memories}` lets memories become what the family has, whatever
    /// the design asks for.
    pub mapping: &'static str,
    /// The option that merges all modules before mapping, then the one that keeps them apart.
    pub(super) hierarchy: [&'static str; 2],
    /// The option that leaves the buffers of pins out, where they are put in otherwise.
    pub(super) without_pads: &'static str,
    /// The open tool that places and routes on it, if there is one.
    pub placer: Option<Placer>,
    /// The contents of its cells.
    pub(super) share: fn(&str) -> Share,
}

/// A tool that places and routes.
#[derive(Debug)]
pub struct Placer {
    /// The tool.
    pub program: Program,
    /// The options that choose the device.
    pub device: &'static [&'static str],
    /// Files that its options and `prepare` name, with their texts: the pins of the harness, where
    /// the tool does not choose pins by itself.
    pub(super) files: &'static [(&'static str, &'static str)],
    /// Commands of Yosys that make of the mapped machine what the tool takes.
    pub(super) prepare: &'static str,
    /// Whether its cells are those of ECP5, whose block memories have output registers that Yosys
    /// leaves unused.
    pub(super) ecp5_cells: bool,
    /// `make tools` has it; otherwise `make tools-full` does.
    pub(super) portable: bool,
}

impl Target {
    /// Whether registers can be given lookup tables of their own there.
    pub fn has_own_tables(&self) -> bool {
        self.placer.as_ref().is_some_and(|placer| placer.ecp5_cells)
    }

    /// The commands that map this top module and all below it as one, its ports at pins.
    pub(crate) fn flat_commands(&self, top: &str) -> String {
        self.commands(top, &[self.hierarchy[0]])
    }

    /// The commands that map this top module.
    pub(super) fn commands(&self, top: &str, options: &[&str]) -> String {
        // Once each module is there with its parameters.
        let any_memory = "hierarchy -top {top}; proc; setattr -unset ram_style */m:*; ";
        self.mapping
            .replace("{memories}", any_memory)
            .replace("{top}", top)
            .replace("{options}", &options.concat())
    }
}

/// The contents of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    /// Lookup tables, those that serve as memory or in a carry chain included.
    pub lut: u64,
    /// The lookup tables among them that serve as memory.
    pub lut_as_ram: u64,
    /// Flip-flops.
    pub ff: u64,
    /// Block memories.
    pub bram: u64,
    /// Multipliers.
    pub dsp: u64,
}

/// All targets, in the order they are listed.
pub static TARGETS: [Target; 6] = [
    Target {
        name: "xcv",
        device: "Virtex",
        about: "the Virtex of 2002",
        lut_inputs: 4,
        // Here and below: Yosys buys wide multiplexers with more lookup tables.
        mapping: "synth_xilinx -family xcv -nowidelut{options} -top {top}",
        hierarchy: [" -flatten", ""],
        without_pads: "",
        placer: None,
        share: xilinx,
    },
    Target {
        name: "xc7",
        device: "XC7A35T-1CSG324",
        about: "Xilinx 7 series",
        lut_inputs: 6,
        mapping: "synth_xilinx -family xc7 -nowidelut{options} -top {top}",
        hierarchy: [" -flatten", ""],
        without_pads: " -noiopad",
        placer: Some(Placer {
            program: NEXTPNR_XILINX,
            device: &["--device", "xc7a35tcsg324-1", "--vopt", "xdc=pins.xdc"],
            // Pins of the Arty A7's package: its clock, another that drives a clock net, and two of
            // the rest.
            files: &[
                (
                    "pins.xdc",
                    "set_property PACKAGE_PIN E3 [get_ports clock]\nset_property PACKAGE_PIN D15 [get_ports harness_clock]\n\
                 set_property PACKAGE_PIN D9 [get_ports serial_in]\nset_property PACKAGE_PIN D10 [get_ports serial_out]\n\
                 set_property IOSTANDARD LVCMOS33 [get_ports clock]\nset_property IOSTANDARD LVCMOS33 [get_ports harness_clock]\n\
                 set_property IOSTANDARD LVCMOS33 [get_ports serial_in]\nset_property IOSTANDARD LVCMOS33 [get_ports serial_out]\n",
                ),
                ("xc7_memory.v", include_str!("../../templates/xc7_memory.v")),
                ("xc7_shift.v", include_str!("../../templates/xc7_shift.v")),
            ],
            // It finds no place for a shift register with a flip-flop behind it. Its script names
            // no cells after what they drive, as those of the other families do.
            prepare: "techmap -map xc7_memory.v; \
                      techmap -map xc7_shift.v t:FDRE %ci2:+[D,Q] t:SRL16E t:SRLC32E %u %i; clean; autoname; ",
            ecp5_cells: false,
            portable: false,
        }),
        share: xilinx,
    },
    Target {
        name: "cycloneive",
        device: "EP4CE115",
        about: "Intel Cyclone IV E",
        lut_inputs: 4,
        // Its map of block memories knows no contents to begin with, and refuses even zeros.
        mapping: "{memories}delete */t:$meminit*; synth_intel -family cycloneive{options} -top {top}",
        hierarchy: ["", " -noflatten"],
        without_pads: "",
        placer: None,
        share: intel,
    },
    Target {
        name: "ecp5",
        device: "LFE5U-85F-6BG381C",
        about: "Lattice ECP5",
        lut_inputs: 4,
        mapping: "synth_ecp5 -nowidelut{options} -top {top} -run begin:map_luts; abc -lut 4 -dress; clean; \
                  synth_ecp5 -nowidelut{options} -top {top} -run map_cells:edif",
        hierarchy: ["", " -noflatten"],
        without_pads: "",
        placer: Some(Placer {
            program: NEXTPNR_ECP5,
            device: &["--85k", "--speed", "6", "--package", "CABGA381", "--lpf-allow-unconstrained"],
            files: &[],
            prepare: "",
            ecp5_cells: true,
            portable: true,
        }),
        share: ecp5,
    },
    Target {
        name: "ice40",
        device: "iCE40HX8K-CT256",
        about: "Lattice iCE40",
        lut_inputs: 4,
        mapping: "{memories}synth_ice40{options} -top {top}",
        hierarchy: ["", " -noflatten"],
        without_pads: "",
        placer: Some(Placer {
            program: NEXTPNR_ICE40,
            device: &["--hx8k", "--package", "ct256"],
            files: &[],
            prepare: "",
            ecp5_cells: false,
            portable: true,
        }),
        share: ice40,
    },
    Target {
        name: "gowin",
        device: "GW2AR-LV18QN88C8/I7",
        about: "Gowin, as on the Tang Nano 20K",
        lut_inputs: 4,
        mapping: "synth_gowin -nowidelut{options} -top {top}",
        hierarchy: ["", " -noflatten"],
        without_pads: " -noiopads",
        placer: Some(Placer {
            program: NEXTPNR_GOWIN,
            device: &[
                "--device",
                "GW2AR-LV18QN88C8/I7",
                "--vopt",
                "family=GW2A-18C",
                "--vopt",
                "cst=pins.cst",
            ],
            files: &[(
                "pins.cst",
                "IO_LOC \"clock\" 4;\nIO_LOC \"harness_clock\" 10;\nIO_LOC \"serial_in\" 15;\nIO_LOC \"serial_out\" 16;\n",
            )],
            prepare: "",
            ecp5_cells: false,
            portable: true,
        }),
        share: gowin,
    },
];

/// The target of this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

fn luts(lut: u64) -> Share {
    Share { lut, ..Share::default() }
}

fn memory(lut: u64) -> Share {
    Share { lut, lut_as_ram: lut, ..Share::default() }
}

const NONE: Share = Share { lut: 0, lut_as_ram: 0, ff: 0, bram: 0, dsp: 0 };
const FF: Share = Share { ff: 1, ..NONE };
const BRAM: Share = Share { bram: 1, ..NONE };
const DSP: Share = Share { dsp: 1, ..NONE };

/// Whether the name is `LUT` and digits.
fn is_lut(cell: &str) -> bool {
    cell.strip_prefix("LUT").is_some_and(|inputs| inputs.parse::<u32>().is_ok())
}

fn xilinx(cell: &str) -> Share {
    if is_lut(cell) {
        return luts(1);
    }
    if cell.starts_with("SRL") {
        return memory(1);
    }
    if cell.starts_with("RAMB") {
        return BRAM;
    }
    if cell.starts_with("DSP") || cell.starts_with("MULT18") {
        return DSP;
    }
    if cell.starts_with("FD") {
        return FF;
    }
    memory(xilinx_memory(cell))
}

/// The lookup tables of a memory of 1-bit words, or of several such side by side.
fn xilinx_memory(cell: &str) -> u64 {
    // 7 series: four lookup tables hold 32 words of 6 bits or 64 of 3, with a port of their own for
    // each.
    if matches!(cell, "RAM32M" | "RAM64M") {
        return 4;
    }
    // Virtex: one lookup table for 16 words, and as many again for a second port.
    let shape = cell.strip_prefix("RAM").and_then(|cell| cell.split_once("X1"));
    let Some((words, ports)) = shape else { return 0 };
    let words = words.parse::<u64>().unwrap_or(0);
    let tables = words.div_ceil(if words > 32 { 64 } else { 16 });
    if ports.starts_with('D') { 2 * tables } else { tables }
}

fn intel(cell: &str) -> Share {
    match cell {
        "cycloneive_lcell_comb" => luts(1),
        "dffeas" => FF,
        "altsyncram" => BRAM,
        _ if cell.contains("mac_mult") => DSP,
        _ => NONE,
    }
}

fn ecp5(cell: &str) -> Share {
    match cell {
        "LUT4" => luts(1),
        "CCU2C" => luts(2),
        // Four hold the words; the write port takes the place of two more.
        "TRELLIS_DPR16X4" => memory(6),
        "TRELLIS_FF" => FF,
        "DP16KD" | "PDPW16KD" => BRAM,
        "MULT18X18D" | "ALU54B" => DSP,
        _ => NONE,
    }
}

fn ice40(cell: &str) -> Share {
    match cell {
        "SB_LUT4" => luts(1),
        "SB_RAM40_4K" => BRAM,
        "SB_MAC16" => DSP,
        _ if cell.starts_with("SB_DFF") => FF,
        _ => NONE,
    }
}

fn gowin(cell: &str) -> Share {
    match cell {
        "ALU" => luts(1),
        _ if is_lut(cell) => luts(1),
        // One for each bit of the word, and as many for the write port.
        _ if cell.starts_with("RAM16SDP") => memory(8),
        _ if cell.starts_with("DFF") => FF,
        "DPB" | "SDPB" | "SPX9" | "SP" | "DPX9B" | "SDPX9B" | "pROM" => BRAM,
        _ if cell.starts_with("MULT") => DSP,
        _ => NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        for target in &TARGETS {
            assert_eq!(find(target.name).map(|found| found.device), Some(target.device));
            assert!(target.mapping.contains("{top}") && target.mapping.contains("{options}"));
        }
        assert!(find("virtex").is_none());
    }

    #[test]
    fn cells_are_shared_out() {
        let share = |target, cell| {
            let Share { lut, lut_as_ram, ff, bram, dsp } = (find(target).unwrap().share)(cell);
            [lut, lut_as_ram, ff, bram, dsp]
        };
        for (target, cell, expected) in [
            ("xcv", "LUT3", [1, 0, 0, 0, 0]),
            ("xcv", "RAM16X1D", [2, 2, 0, 0, 0]),
            ("xcv", "RAM32X1S", [2, 2, 0, 0, 0]),
            ("xcv", "SRL16E", [1, 1, 0, 0, 0]),
            ("xcv", "FDSE", [0, 0, 1, 0, 0]),
            ("xcv", "RAMB4_S16_S16", [0, 0, 0, 1, 0]),
            ("xcv", "MUXCY", [0; 5]),
            ("xc7", "LUT6", [1, 0, 0, 0, 0]),
            ("xc7", "RAM64X1D", [2, 2, 0, 0, 0]),
            ("xc7", "RAM32M", [4, 4, 0, 0, 0]),
            ("xc7", "RAMB36E1", [0, 0, 0, 1, 0]),
            ("xc7", "DSP48E1", [0, 0, 0, 0, 1]),
            ("cycloneive", "cycloneive_lcell_comb", [1, 0, 0, 0, 0]),
            ("cycloneive", "dffeas", [0, 0, 1, 0, 0]),
            ("cycloneive", "altsyncram", [0, 0, 0, 1, 0]),
            ("ecp5", "CCU2C", [2, 0, 0, 0, 0]),
            ("ecp5", "TRELLIS_DPR16X4", [6, 6, 0, 0, 0]),
            ("ecp5", "PFUMX", [0; 5]),
            ("ecp5", "DP16KD", [0, 0, 0, 1, 0]),
            ("ice40", "SB_DFFESR", [0, 0, 1, 0, 0]),
            ("ice40", "SB_LUT4", [1, 0, 0, 0, 0]),
            ("ice40", "SB_CARRY", [0; 5]),
            ("ice40", "SB_MAC16", [0, 0, 0, 0, 1]),
            ("gowin", "ALU", [1, 0, 0, 0, 0]),
            ("gowin", "RAM16SDP4", [8, 8, 0, 0, 0]),
            ("gowin", "DFFRE", [0, 0, 1, 0, 0]),
            ("gowin", "MUX2_LUT5", [0; 5]),
        ] {
            assert_eq!(share(target, cell), expected, "{target} {cell}");
        }
    }
}
