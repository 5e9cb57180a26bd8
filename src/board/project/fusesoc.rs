//! The project as a core of FuseSoC: lint, simulation and synthesis by its targets.

use askama::Template;

use super::{Project, rendered};
use crate::board::parts::device_options;
use crate::board::top::mhz;
use crate::board::{BuildError, Family};
use crate::emit::{File, Language};

#[derive(Template)]
#[template(path = "board/project/fusesoc.core", syntax = "hdl")]
struct CoreFile<'a> {
    top: &'a str,
    version: &'static str,
    about: &'a str,
    board: &'a crate::board::CircuitBoard,
    sources: &'a [String],
    source_type: &'static str,
    ending: &'static str,
    vhdl: bool,
    /// The clock circuit needs one outside the vendor's tools.
    stand_in: bool,
    bench: &'a str,
    constraints: Vec<(&'a str, String)>,
    tool: &'static str,
    options: Vec<String>,
}

/// The end of the name of a floorplan's script, which nextpnr runs before placement.
pub(super) const SCRIPT: &str = "_floorplan.py";

/// The kinds of constraint files, by their endings, as FuseSoC calls them.
const KINDS: [(&str, &str); 7] = [
    ("lpf", "LPF"),
    ("pcf", "PCF"),
    ("cst", "CST"),
    ("xdc", "xdc"),
    ("sdc", "SDC"),
    ("qsf", "tclSource"),
    ("ucf", "UCF"),
];

/// The file that FuseSoC reads.
pub(super) fn core_file(project: &Project) -> Result<File, BuildError> {
    let Project { board, top, sources, bench, core, .. } = project;
    let vhdl = project.options.language == Language::Vhdl;
    // FuseSoC makes a Quartus project of its own: the one here names the sources where they are
    // not.
    let own = format!("{top}.qsf");
    let constraints = project.files.iter().filter(|file| file.name != own).filter_map(|file| {
        let name = file.name.as_str();
        if name.ends_with(SCRIPT) {
            // An option names the script, because it lies in the folder where FuseSoC runs nextpnr.
            return Some((name, format!("user, copyto : {name}")));
        }
        let ending = name.rsplit('.').next()?;
        let kind = KINDS.iter().find(|(known, _)| *known == ending)?.1;
        Some((name, kind.to_string()))
    });
    let (tool, options) = tool(project);
    let frame = CoreFile {
        top,
        version: env!("CARGO_PKG_VERSION"),
        about: core.name,
        board,
        sources,
        source_type: if vhdl { "vhdlSource-2008" } else { "verilogSource-2005" },
        ending: if vhdl { "vhd" } else { "v" },
        vhdl,
        stand_in: board.clock.dividers.is_some(),
        bench,
        constraints: constraints.collect(),
        tool,
        options,
    };
    rendered(format!("{top}.core"), &frame)
}

/// The tool that synthesises, and its options for the device.
fn tool(project: &Project) -> (&'static str, Vec<String>) {
    let device = &project.board.device;
    let (part, package, speed) = (&device.part, &device.package, &device.speed);
    let chosen = device_options(device.family, part).unwrap_or_default();
    let freq = mhz(project.board.clock.core_hz);
    let list = |name: &str, words: &[&str]| {
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        format!("{name}: [{}]", quoted.join(", "))
    };
    let script = project.files.iter().find(|file| file.name.ends_with(SCRIPT));
    let script: Vec<&str> = script.iter().flat_map(|file| ["--pre-place", &file.name]).collect();
    let placed = |words: &[&str]| list("nextpnr_options", &[words, script.as_slice()].concat());
    let no_wide_tables = || "yosys_synth_options: [-nowidelut]".to_string();
    let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
    match device.family {
        Family::Ecp5 => {
            let words = ["--package", package, "--speed", speed, "--freq", &freq];
            ("trellis", vec![placed(&[&chosen[..], &words].concat()), no_wide_tables()])
        }
        Family::Ice40 => {
            let words = ["--package", package, "--freq", &freq];
            ("icestorm", vec![placed(&[&chosen[..], &words].concat())])
        }
        Family::Gowin => {
            let family = format!("family={}", chosen.first().unwrap_or(&""));
            let options = vec![format!("device: {part}"), placed(&["--vopt", &family]), no_wide_tables()];
            ("apicula", options)
        }
        Family::Vivado => ("vivado", vec![format!("part: {part}")]),
        Family::Quartus => ("quartus", vec!["family: Cyclone IV E".into(), format!("device: {part}")]),
        Family::Ise => {
            let name = part.split('-').next().unwrap_or(part);
            (
                "ise",
                vec![
                    "family: virtex".into(),
                    format!("device: {name}"),
                    format!("package: \"{package}\""),
                    format!("speed: \"{speed}\""),
                ],
            )
        }
    }
}
