//! The core that evaluates: a position in every clock cycle, without commands.

use std::path::Path;

use super::pipelines::{self, CUTS, LEVELS};
use super::{Core, CoreError, CoreInfo, Help, ParameterInfo, Range, Setting, Settings, failed};
use crate::chess::evaluation::Weights;
use crate::chess::evaluation::hardware::{self, EvaluatorOptions};
use crate::chess::{Chess, ON_64_SQUARES};
use crate::describe::EveryCycle;
use crate::netlist::Design;
use crate::prove::Property;
use crate::prove::properties::{self, Comes};
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

/// The core that evaluates positions.
pub static EVALUATE: CoreInfo = CoreInfo {
    name: "chess-evaluate",
    top: "chess_evaluate",
    about: "says what a position is worth, for a whole position in every clock cycle",
    game: &ON_64_SQUARES,
    abilities: &[],
    core: &Evaluates,
    parameters: &[
        LEVELS,
        CUTS,
        ParameterInfo {
            name: WEIGHTS,
            about: "weights of the terms; a term without weights takes no logic",
            range: Range::ChoiceOrFile(&Weights::NAMES),
            default: Setting::Word(Weights::NAMES[0]),
            smallest: None,
            only_with: None,
        },
    ],
};

pub(super) const WEIGHTS: &str = "weights";

/// The name of the weights that are asked for, and the weights. Those of a file are called as the
/// file is, without its folder.
///
/// # Errors
/// The file cannot be read, or has no weights.
pub fn evaluating_weights(core: &CoreInfo, settings: &Settings) -> Result<(String, Weights), CoreError> {
    let name = match settings.get(WEIGHTS) {
        Some(Setting::File(path)) => {
            let path = Path::new(path);
            let name = path.file_name().unwrap_or_default().to_string_lossy().escape_default().to_string();
            return Ok((name, Weights::read(path).map_err(CoreError::setting(core))?));
        }
        Some(Setting::Word(name)) => name,
        _ => Weights::NAMES[0],
    };
    Ok((name.into(), Weights::named(name).map_err(CoreError::setting(core))?))
}

/// The machine of the core with these settings, and how long a position takes through it.
///
/// # Errors
/// The description breaks a rule of the netlist.
pub fn evaluator(core: &CoreInfo, settings: &Settings) -> Result<EveryCycle, CoreError> {
    let (weights_name, weights) = evaluating_weights(core, settings)?;
    let options = EvaluatorOptions { machine: pipelines::every_cycle(core, settings), weights, weights_name };
    hardware::evaluator(&options).map_err(pipelines::failed(core))
}

/// The behaviour of the core.
#[derive(Debug)]
struct Evaluates;

impl Core for Evaluates {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "the values of the positions of a game tree, one a cycle; the terms that have weights",
            notes: &[],
            examples: &[],
        }
    }

    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        Ok(evaluator(info, settings)?.design)
    }

    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let latency = evaluator(info, settings)?.latency;
        Ok(vec![properties::constant_latency(design, Comes::VALUE, latency)?])
    }

    /// Some thousand positions, with gaps between them and a reset on the way.
    fn exercise(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        mut ports: &mut dyn Ports,
    ) -> Result<(), CoreError> {
        Ok(hardware::exercise(&mut ports, &evaluating_weights(info, settings)?.1).map_err(failed)?)
    }

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        _design: &Design,
    ) -> Result<Own, CoreError> {
        let machine = evaluator(info, settings)?;
        Ok(sections::evaluation(
            asked.position::<Chess>()?,
            &machine,
            &evaluating_weights(info, settings)?.1,
        )?)
    }
}
