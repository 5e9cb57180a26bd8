//! What Yosys is given to map a machine, and what it leaves.

use std::fs;
use std::path::Path;

use super::guide::Guidance;
use super::harness::{HARNESS, harness};
use super::{
    Hierarchy, Mapped, Resources, SynthError, Target, multiplier_registers, output_registers, resources,
};
use crate::emit::{Dialect, File, Language, emit, fingerprint};
use crate::flow::yosys::cells_of;
use crate::flow::{Folder, PINNED_YOSYS, Tool, digest, keep_log};
use crate::netlist::Design;
use crate::simulate::Interface;

/// The counts of cells.
pub(super) const STAT: &str = "yosys.stat.json";

/// The netlist of the machine alone.
pub(super) const NETLIST: &str = "netlist.json";

/// The netlist with the harness around it, for placement, if there is a clock.
pub(super) const PLACEABLE: &str = "placeable.json";

/// What Yosys said.
pub(super) const LOG: &str = "yosys.log";

const HARNESS_SOURCE: &str = "movewright_harness.v";

/// A machine about to be mapped.
pub(super) struct Mapping {
    pub target: &'static Target,
    pub yosys: Tool,
    top: String,
    netlist: String,
    /// The machine's sources, then what placement needs beside them.
    files: Vec<File>,
    script: String,
}

impl Mapping {
    /// # Errors
    /// The design cannot be emitted, or there is no Yosys that will do.
    pub fn new(design: &Design, target: &'static Target, hierarchy: Hierarchy) -> Result<Self, SynthError> {
        let yosys = Tool::find_pinned(PINNED_YOSYS)?;
        let top = design.top().ok_or_else(|| SynthError::NoTop { design: design.name.clone() })?;
        let top = design.module(top).name.clone();
        let mut files = emit(design, Language::Verilog, Dialect::Generic).map_err(Box::new)?;
        let netlist = fingerprint(&files);
        let kept = target.hierarchy[usize::from(hierarchy == Hierarchy::Keep)];
        let commands = target.commands(&top, &[kept, target.without_pads]);
        // Beside the modules there is a list of the files.
        let names = files.iter().map(|file| file.name.as_str()).filter(|name| name.ends_with(".v"));
        let mut script = format!(
            "read_verilog {}; {commands}; flatten; clean; tee -q -o {STAT} stat -json; write_json {NETLIST}",
            names.collect::<Vec<_>>().join(" ")
        );
        let interface = Interface::of(design)?;
        if let (Some(placer), Some(clock)) = (&target.placer, &interface.clock) {
            let own = placer.files.iter().map(|&(name, text)| (name, text.to_string()));
            let source = (HARNESS_SOURCE, harness(&interface, clock)?);
            files.extend(own.chain([source]).map(|(name, text)| File { name: name.into(), text }));
            let commands = target.commands(HARNESS, &[]);
            script += &format!(
                "; design -stash core; read_verilog {HARNESS_SOURCE}; {commands}; delete {top}; \
                 design -copy-from core -as {top} {top}; hierarchy -top {HARNESS}; flatten; clean; \
                 {}write_json {PLACEABLE}",
                placer.prepare
            );
        }
        Ok(Self { target, yosys, top, netlist, files, script })
    }

    /// A name for what Yosys makes of it: of all that it reads, and of the program itself.
    pub fn digest(&self) -> String {
        let program = self.yosys.identity();
        let texts = self.files.iter().flat_map(|file| [&file.name, &file.text]);
        digest([&program, &self.script].into_iter().chain(texts).map(String::as_str))
    }

    /// A new folder with all that is read.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn folder(&self) -> Result<Folder, SynthError> {
        let folder = Folder::temporary("movewright-").map_err(SynthError::file(std::env::temp_dir()))?;
        for file in &self.files {
            let path = folder.path().join(&file.name);
            fs::write(&path, &file.text).map_err(SynthError::file(path))?;
        }
        Ok(folder)
    }

    /// Has Yosys map it.
    ///
    /// # Errors
    /// Yosys fails, or a file cannot be written.
    pub fn run(&self) -> Result<Mapped, SynthError> {
        let folder = self.folder()?;
        let log = folder.path().join(LOG);
        self.yosys.run(&["-q", "-p", &self.script], folder.path(), &log).map_err(keep_log)?;
        let left = |name: &str| self.yosys.left(&folder.path().join(name), &log).map_err(keep_log);
        let (stat, _) = (left(STAT)?, left(NETLIST)?);
        let mut mapped = self.mapped(folder, &stat)?;
        let absorbed = mapped.absorb()?;
        mapped.resources.ff = mapped.resources.ff.saturating_sub(absorbed);
        Ok(mapped)
    }

    /// What lies in the folder, with this report of cells.
    ///
    /// # Errors
    /// The report is none.
    pub fn mapped(&self, folder: Folder, stat: &str) -> Result<Mapped, SynthError> {
        Ok(Mapped {
            folder,
            target: self.target,
            top: self.top.clone(),
            guidance: Guidance::None,
            netlist: self.netlist.clone(),
            resources: resources(self.target, &cells_of(stat, &self.top)?),
            yosys: self.yosys.version().into(),
            from_cache: false,
        })
    }
}

impl Mapped {
    /// Moves registers into the cells that have some to spare. Returns their number.
    fn absorb(&self) -> Result<u64, SynthError> {
        let Resources { bram, dsp, .. } = self.resources;
        let mut absorbed = 0;
        if self.target.placer.as_ref().is_some_and(|placer| placer.ecp5_cells) {
            if bram > 0 {
                absorbed += self.change_placeable(output_registers::absorb)?;
            }
            if dsp > 0 {
                absorbed += self.change_placeable(multiplier_registers::absorb)?;
            }
        }
        Ok(absorbed)
    }

    /// The folder of the tools' files.
    pub(super) fn place_of_files(&self) -> &Path {
        self.folder.path()
    }
}
