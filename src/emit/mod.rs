//! Prints a [`Design`] as Verilog-2005 or VHDL-2008, one file for each module, leaves first.
//!
//! One plan for both languages decides the order and the names of everything printed, so a name
//! means the same net in both. Then two printers write expressions and statements, and templates
//! write the frames around them. The text depends only on the design, the language and the dialect.

mod dialect;
mod error;
mod fingerprint;
mod frame;
mod inline;
mod layout;
mod lower;
mod map;
mod names;
mod plan;
#[cfg(feature = "snapshots")]
pub mod snapshot;
#[cfg(test)]
mod tests;
mod verilog;
mod vhdl;

use askama::Template;

pub use error::EmitError;
pub use fingerprint::fingerprint;
pub use map::{Mapped, map, map_text};
pub use names::NAMES_USED_BY_VHDL;

use crate::netlist::Design;
use plan::Plan;

/// The language of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// Verilog-2005, IEEE 1364-2005.
    Verilog,
    /// VHDL-2008, IEEE 1076-2008.
    Vhdl,
}

/// Whose synthesis reads it: how attributes of nets and memories are spelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The spellings that most tools know, Yosys among them.
    #[default]
    Generic,
    /// ISE and Vivado.
    Xilinx,
    /// Quartus.
    Intel,
    /// Diamond and Radiant.
    Lattice,
    /// Gowin EDA.
    Gowin,
}

/// An emitted file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, without a folder.
    pub name: String,
    /// Its text. Every line ends in a line feed.
    pub text: String,
}

/// The name of the VHDL support package and, with `.vhd`, of its file, after the design's prefix.
const SUPPORT: &str = "movewright_pkg";

/// The name of a design's support package.
fn support_name(design: &Design) -> String {
    format!("{}{SUPPORT}", design.prefix())
}

/// The VHDL library that a design's names are looked up in.
fn library(design: &Design) -> &str {
    design.library().unwrap_or("work")
}

/// The files of a design in order of compilation. In VHDL the support package comes first if it is
/// needed. Then comes each module in a file of its name, leaves first, and last a list of the files
/// (`CORE.f` or `CORE_vhdl.f`).
///
/// ```
/// use movewright::describe::{Builder, Project};
/// use movewright::emit::{Dialect, Language, emit};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let b = Builder::new("inverter", "Inverts a bit.");
/// b.output("low", &!&b.input("high", 1));
/// let mut project = Project::new("inverter");
/// project.add(b)?;
/// let files = emit(&project.finish()?, Language::Verilog, Dialect::Generic)?;
/// assert_eq!(files[0].name, "inverter.v");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A design that could not pass validation, or that writes one memory from two clocks.
pub fn emit(design: &Design, language: Language, dialect: Dialect) -> Result<Vec<File>, EmitError> {
    let generator = concat!("Movewright ", env!("CARGO_PKG_VERSION"));
    emit_signed(design, language, dialect, generator)
}

/// The comment at the top of a file that goes with a design, line by line and without comment
/// marks.
///
/// # Errors
/// The frame cannot be filled.
pub(crate) fn header(design: &Design, doc: &str) -> Result<Vec<String>, EmitError> {
    let generator = concat!("Movewright ", env!("CARGO_PKG_VERSION"));
    frame::header(design, doc, generator)
        .map_err(|reason| EmitError::Frame { file: design.name.clone(), reason: reason.to_string() })
}

/// [`emit`] with the name of the generator as it stands in the headers.
fn emit_signed(
    design: &Design,
    language: Language,
    dialect: Dialect,
    generator: &str,
) -> Result<Vec<File>, EmitError> {
    check_modules(design)?;
    let mut files = Vec::new();
    let mut support = false;
    for module in design.modules() {
        let extension = match language {
            Language::Verilog => "v",
            Language::Vhdl => "vhd",
        };
        let name = format!("{}.{extension}", module.name);
        plan::check_ids(design, module)?;
        let lowered = lower::lower(module).map_err(|mismatch| EmitError::Inconsistent {
            module: module.name.clone(),
            thing: "expressions".into(),
            problem: format!("{} bits where {} are needed", mismatch.found, mismatch.expected),
        })?;
        let plan = Plan::new(design, &lowered)?;
        let framed =
            |reason: askama::Error| EmitError::Frame { file: name.clone(), reason: reason.to_string() };
        let header = frame::header(design, &frame::doc(module), generator).map_err(framed)?;
        let text = match language {
            Language::Verilog => verilog::print(&plan, dialect, &header).map_err(framed)?,
            Language::Vhdl => {
                let (text, uses_support) = vhdl::print(&plan, dialect, &header).map_err(framed)?;
                support |= uses_support;
                text
            }
        };
        files.push(File { text: finished(text), name });
    }
    if support {
        let name = format!("{}.vhd", support_name(design));
        let framed =
            |reason: askama::Error| EmitError::Frame { file: name.clone(), reason: reason.to_string() };
        let doc = "Conversions and attributes that the entities of this core use.";
        let header = frame::header(design, doc, generator).map_err(framed)?;
        let text = vhdl::support(&support_name(design), dialect, &header).map_err(framed)?;
        files.insert(0, File { text: finished(text), name });
    }
    files.push(file_list(design, language, &files)?);
    Ok(files)
}

#[derive(Template)]
#[template(path = "files.txt", syntax = "hdl")]
struct FileList<'a> {
    files: Vec<&'a str>,
}

fn file_list(design: &Design, language: Language, files: &[File]) -> Result<File, EmitError> {
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    let core = design.prefix().chars().chain(design.name.chars().map(safe)).collect::<String>();
    let name = match language {
        Language::Verilog => format!("{core}.f"),
        Language::Vhdl => format!("{core}_vhdl.f"),
    };
    let list = FileList { files: files.iter().map(|file| file.name.as_str()).collect() };
    let text = list
        .render()
        .map_err(|reason| EmitError::Frame { file: name.clone(), reason: reason.to_string() })?;
    Ok(File { text: finished(text), name })
}

/// One line feed at the end.
fn finished(text: String) -> String {
    format!("{}\n", text.trim_end())
}

/// Module names become names of files, and have to differ even where case does not count.
fn check_modules(design: &Design) -> Result<(), EmitError> {
    if design.modules().is_empty() {
        return Err(EmitError::Empty { design: design.name.clone() });
    }
    let mut names = names::Names::new(&design.name);
    names.take(&support_name(design))?;
    for module in design.modules() {
        names.take(&module.name)?;
        for memory in &module.memories {
            let first = memory.writes.first().map(|write| write.clock);
            if memory.writes.iter().any(|write| Some(write.clock) != first) {
                return Err(EmitError::WriteClocks {
                    module: module.name.clone(),
                    memory: memory.name.clone(),
                });
            }
        }
    }
    Ok(())
}
