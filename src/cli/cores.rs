//! `movewright cores`: the cores that can be built.

use anyhow::Result;
use serde::Serialize;

use super::Outcome;
use super::options::Format;
use super::results::Results;
use crate::cores::{CoreInfo, ParameterInfo, cores};

/// List the cores that can be built, with their parameters
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  movewright cores
  movewright cores --format json")]
pub struct Args {
    /// The format of the list
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

#[derive(Serialize)]
struct Core {
    name: &'static str,
    top: &'static str,
    about: &'static str,
    parameters: Vec<Parameter>,
}

#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    about: &'static str,
    range: String,
    default: String,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    match args.format {
        Format::Json => results.json(&cores().map(described).collect::<Vec<_>>())?,
        Format::Pretty => {
            for core in cores() {
                results.text(pretty(core))?;
            }
        }
    }
    Ok(Outcome::Success)
}

fn described(core: &CoreInfo) -> Core {
    let parameter = |known: &ParameterInfo| Parameter {
        name: known.name,
        about: known.about,
        range: known.range.to_string(),
        default: known.default.to_string(),
    };
    Core {
        name: core.name,
        top: core.top,
        about: core.about,
        parameters: core.parameters.iter().map(parameter).collect(),
    }
}

fn pretty(core: &CoreInfo) -> String {
    let mut text = format!("{}: {}\n  top module {}\n", core.name, core.about, core.top);
    let choices = |known: &ParameterInfo| format!("{}={}", known.name, known.range);
    let width =
        |text: fn(&ParameterInfo) -> String| core.parameters.iter().map(|known| text(known).len()).max();
    let (wide, deep) = (width(choices).unwrap_or(0), width(|known| known.default.to_string()).unwrap_or(0));
    for known in core.parameters {
        let (choices, default) = (choices(known), known.default.to_string());
        text += &format!("  --set {choices:<wide$}  default {default:<deep$}  {}\n", known.about);
    }
    text
}
