//! The project as a core of FuseSoC: lint, simulation and synthesis by its targets.

use askama::Template;

use super::{Project, rendered};
use crate::board::top::mhz;
use crate::board::{BuildError, Family};
use crate::emit::{File, Language};

#[derive(Template)]
#[template(path = "board/project/fusesoc.core", syntax = "hdl")]
struct CoreFile<'a> {
    top: &'a str,
    version: &'static str,
    about: &'a str,
    board: &'a crate::board::Board,
    sources: &'a [String],
    source_type: &'static str,
    ending: &'static str,
    vhdl: bool,
    /// The clock circuit needs one outside the vendor's tools.
    stand_in: bool,
    bench: &'a str,
    constraints: Vec<(&'a str, &'static str)>,
    tool: &'static str,
    options: Vec<String>,
}

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
    // FuseSoC makes a Quartus project of its own: the one here names the sources where they are not.
    let own = format!("{top}.qsf");
    let constraints = project.files.iter().filter(|file| file.name != own).filter_map(|file| {
        let ending = file.name.rsplit('.').next()?;
        let kind = KINDS.iter().find(|(known, _)| *known == ending)?.1;
        Some((file.name.as_str(), kind))
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
    let chosen = super::device_options(device.family, part).unwrap_or_default();
    let freq = mhz(project.board.clock.core_hz);
    let list = |name: &str, words: &[&str]| format!("{name}: [{}]", words.join(", "));
    match device.family {
        Family::Ecp5 => {
            let mut words: Vec<&str> = chosen.iter().map(String::as_str).collect();
            words.extend(["--package", package, "--speed", speed, "--freq", &freq]);
            let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
            ("trellis", vec![list("nextpnr_options", &quoted), list("yosys_synth_options", &["-nowidelut"])])
        }
        Family::Ice40 => {
            let mut words: Vec<&str> = chosen.iter().map(String::as_str).collect();
            words.extend(["--package", package, "--freq", &freq]);
            let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
            ("icestorm", vec![list("nextpnr_options", &quoted)])
        }
        Family::Gowin => {
            let family = chosen.first().map_or("", String::as_str);
            let words = ["\"--vopt\"", &format!("\"family={family}\"")].map(str::to_string);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            (
                "apicula",
                vec![
                    format!("device: {part}"),
                    list("nextpnr_options", &words),
                    list("yosys_synth_options", &["-nowidelut"]),
                ],
            )
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
