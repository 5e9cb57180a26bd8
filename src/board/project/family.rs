//! The input of each tool family: constraints, a project or scripts, and the steps to the
//! bitstream.

use askama::Template;

use super::{Parts, rendered};
use crate::board::parts::device_options;
use crate::board::steps::{Check, Step, Then};
use crate::board::top::{TopPort, mhz, nanoseconds, ports};
use crate::board::{BuildError, CircuitBoard, Family, Pull};
use crate::emit::File;
use crate::flow::{
    ECPPACK, GOWIN_PACK, ICEPACK, NEXTPNR_ECP5, NEXTPNR_GOWIN, NEXTPNR_ICE40, PINNED_YOSYS, Program,
};
use crate::synth;

macro_rules! frames {
    ($($frame:ident $path:literal)*) => {$(
        #[derive(Template)]
        #[template(path = $path, syntax = "hdl")]
        struct $frame<'a> {
            board: &'a CircuitBoard,
            ports: &'a [TopPort],
        }
    )*};
}

macro_rules! scripts {
    ($($frame:ident $path:literal)*) => {$(
        #[derive(Template)]
        #[template(path = $path, syntax = "hdl")]
        struct $frame<'a> {
            board: &'a CircuitBoard,
            top: &'a str,
            sources: &'a [String],
            vhdl: bool,
        }
    )*};
}

frames! {
    Lpf "board/project/ecp5.lpf"
    Pcf "board/project/ice40.pcf"
    Cst "board/project/gowin.cst"
    Xdc "board/project/vivado.xdc"
    Sdc "board/project/quartus.sdc"
    PinsQsf "board/project/quartus_pins.qsf"
    Ucf "board/project/ise.ucf"
}

scripts! {
    Tcl "board/project/vivado.tcl"
    Qsf "board/project/quartus.qsf"
}

#[derive(Template)]
#[template(path = "board/project/quartus.qpf", syntax = "hdl")]
struct Qpf<'a> {
    top: &'a str,
}

#[derive(Template)]
#[template(path = "board/project/ise.xst", syntax = "hdl")]
struct Xst<'a> {
    board: &'a CircuitBoard,
    top: &'a str,
}

#[derive(Template)]
#[template(path = "board/project/ise.prj", syntax = "hdl")]
struct Prj<'a> {
    sources: &'a [String],
}

#[derive(Template)]
#[template(path = "board/project/yosys.ys", syntax = "hdl")]
struct YosysScript<'a> {
    board: &'a CircuitBoard,
    top: &'a str,
    sources: &'a [String],
    commands: Vec<String>,
}

#[derive(Template)]
#[template(path = "board/project/build.sh", syntax = "hdl")]
struct BuildScript<'a> {
    board: &'a CircuitBoard,
    top: &'a str,
    steps: &'a [Step],
}

/// The files of a project besides its sources, and the steps to the bitstream.
pub(super) fn files(parts: &Parts) -> Result<(Vec<File>, Vec<Step>), BuildError> {
    let Parts { board, top, sources, .. } = parts;
    let (ports, vhdl) = (&ports(board)[..], parts.vhdl());
    let named = |ending: &str| format!("{top}.{ending}");
    let mut files = match board.device.family {
        Family::Ecp5 => vec![rendered(named("lpf"), &Lpf { board, ports })?],
        Family::Ice40 => vec![rendered(named("pcf"), &Pcf { board, ports })?],
        Family::Gowin => vec![rendered(named("cst"), &Cst { board, ports })?],
        Family::Vivado => vec![
            rendered(named("xdc"), &Xdc { board, ports })?,
            rendered(named("tcl"), &Tcl { board, top, sources, vhdl })?,
        ],
        Family::Quartus => vec![
            rendered(named("sdc"), &Sdc { board, ports })?,
            rendered(format!("{top}_pins.qsf"), &PinsQsf { board, ports })?,
            rendered(named("qsf"), &Qsf { board, top, sources, vhdl })?,
            rendered(named("qpf"), &Qpf { top })?,
        ],
        Family::Ise => vec![
            rendered(named("ucf"), &Ucf { board, ports })?,
            rendered(named("xst"), &Xst { board, top })?,
            rendered(named("prj"), &Prj { sources })?,
        ],
    };
    let mut steps = Vec::new();
    match open_steps(parts) {
        // The open tools read Verilog only.
        Some(_) if vhdl => {}
        Some(open) => {
            steps = open;
            let commands = mapping(parts);
            files.push(rendered(named("ys"), &YosysScript { board, top, sources, commands })?);
        }
        None => steps = vendor_steps(parts),
    }
    if !steps.is_empty() {
        files.push(build_script(board, top, &steps)?);
    }
    Ok((files, steps))
}

/// The steps for a shell.
pub(super) fn build_script(board: &CircuitBoard, top: &str, steps: &[Step]) -> Result<File, BuildError> {
    rendered("build.sh".into(), &BuildScript { board, top, steps })
}

/// The commands of Yosys that map to the family, one a line.
fn mapping(parts: &Parts) -> Vec<String> {
    let target = synth::find(parts.board.device.family.target());
    let commands = target.map(|target| target.flat_commands(parts.top)).unwrap_or_default();
    commands.split(';').map(|command| command.trim().to_string()).collect()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

/// Synthesis, placement and packing with open tools, where they do.
fn open_steps(parts: &Parts) -> Option<Vec<Step>> {
    let Parts { board, top, options, .. } = parts;
    let device = &board.device;
    let chosen = device_options(device.family, &device.part)?;
    let (freq, seed, package) = (mhz(board.clock.core_hz), options.seed, &device.package);
    let common = format!("--json {top}.json --report {top}.report.json --freq {freq} --seed {seed}");
    let (placer, place, packer, pack, image): (Program, String, Program, String, &str) = match device.family {
        Family::Ecp5 => (
            NEXTPNR_ECP5,
            format!(
                "{} --package {package} --speed {} {common} --lpf {top}.lpf --textcfg {top}.config",
                chosen.join(" "),
                device.speed
            ),
            ECPPACK,
            format!("--compress {top}.config {top}.bit"),
            "bit",
        ),
        Family::Ice40 => (
            NEXTPNR_ICE40,
            format!("{} --package {package} {common} --pcf {top}.pcf --asc {top}.asc", chosen.join(" ")),
            ICEPACK,
            format!("{top}.asc {top}.bin"),
            "bin",
        ),
        Family::Gowin => (
            NEXTPNR_GOWIN,
            format!(
                "--device {} --vopt family={} --vopt cst={top}.cst {common} --write {top}.placed.json",
                device.part,
                chosen.first()?
            ),
            GOWIN_PACK,
            format!("-d {} -o {top}.fs {top}.placed.json", chosen.first()?),
            "fs",
        ),
        _ => return None,
    };
    let report = format!("{top}.report.json");
    Some(vec![
        Step {
            what: "map the machine to the device's cells",
            program: PINNED_YOSYS,
            arguments: words(&format!("-q -s {top}.ys")),
            makes: Vec::new(),
            scripted: false,
            check: None,
            then: Then::CheckFit,
        },
        Step {
            what: "place and route it",
            program: placer,
            arguments: words(&place),
            makes: vec![report],
            scripted: false,
            check: None,
            then: Then::CheckTiming,
        },
        Step {
            what: "pack the bitstream",
            program: packer,
            arguments: words(&pack),
            makes: vec![format!("{top}.{image}")],
            scripted: false,
            check: None,
            then: Then::GoOn,
        },
    ])
}

/// A tool of a vendor: told of in the script, never run from here.
const fn vendor(name: &'static str) -> Program {
    Program { name, version_option: "", oldest: "" }
}

fn vendor_steps(parts: &Parts) -> Vec<Step> {
    let top = parts.top;
    let step = |what, name, arguments: String| Step {
        what,
        program: vendor(name),
        arguments: words(&arguments),
        makes: Vec::new(),
        scripted: false,
        check: None,
        then: Then::GoOn,
    };
    match parts.board.device.family {
        Family::Vivado => vec![step(
            "make the project and the bitstream",
            "vivado",
            format!("-mode batch -source {top}.tcl -tclargs bitstream"),
        )],
        Family::Quartus => {
            vec![Step {
                check: Some(Check {
                    file: format!("output_files/{top}.sta.summary"),
                    line: "^Slack : -",
                    wanted: false,
                }),
                ..step("compile the project to output_files", "quartus_sh", format!("--flow compile {top}"))
            }]
        }
        Family::Ise => vec![
            step("map the machine to the device's cells", "xst", format!("-ifn {top}.xst -ofn {top}.syr")),
            step(
                "read the constraints",
                "ngdbuild",
                format!("-p {} -uc {top}.ucf {top}.ngc {top}.ngd", parts.board.device.part),
            ),
            step("map to slices", "map", format!("-o {top}_map.ncd {top}.ngd {top}.pcf")),
            step("place and route", "par", format!("-w {top}_map.ncd {top}.ncd {top}.pcf")),
            Step {
                check: Some(Check {
                    file: format!("{top}.twr"),
                    line: "^All constraints were met",
                    wanted: true,
                }),
                ..step("report the timing", "trce", format!("-v 10 {top}.ncd {top}.pcf -o {top}.twr"))
            },
            step("make the bitstream", "bitgen", format!("-w {top}.ncd {top}.bit {top}.pcf")),
        ],
        Family::Ecp5 | Family::Ice40 | Family::Gowin => Vec::new(),
    }
}
