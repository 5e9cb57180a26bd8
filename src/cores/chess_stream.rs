//! The core that gives an ordered legal move in every clock cycle, to threads that take turns.

use super::pipelines::{self, CUTS, LEVELS, NODES, THREADS};
use super::{Core, CoreError, CoreInfo, Help, ParameterInfo, Range, Setting, Settings, failed};
use crate::chess::ON_64_SQUARES;
use crate::chess::fast::stream::{self, ChessStream, Stream, stream};
use crate::netlist::Design;
use crate::prove::{Property, properties};
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

pub(super) static STREAM: CoreInfo = CoreInfo {
    name: "chess-stream",
    top: "chess_stream",
    about: "gives an ordered legal move, and the position after it, in every clock cycle, to threads that take turns",
    game: &ON_64_SQUARES,
    abilities: &[],
    core: &Streamer,
    parameters: &[
        LEVELS,
        CUTS,
        THREADS,
        NODES,
        ParameterInfo {
            name: CHECKS_FIRST,
            about: "moves that give check come before all others",
            range: Range::Switch,
            default: Setting::Switch(false),
            smallest: Some(Setting::Switch(false)),
            only_with: None,
        },
    ],
};

const CHECKS_FIRST: &str = "checks_first";

/// The module of its nodes and pipeline.
const PASSES: &str = "chess_stream_passes";

/// The machine of the core with these settings, and its times.
///
/// # Errors
/// The description breaks a rule of the netlist.
pub fn stream_machine(core: &CoreInfo, settings: &Settings) -> Result<Stream, CoreError> {
    let options = pipelines::stream(core, settings);
    stream(&options, settings.is_on(CHECKS_FIRST)).map_err(pipelines::failed(core))
}

/// The behaviour of the core.
#[derive(Debug)]
struct Streamer;

impl Core for Streamer {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "all threads at work: the moves that come out of the pipeline; its stages",
            notes: &[("check", "chess-stream has a long pipeline, and takes five to ten minutes.")],
            examples: &[("report", "movewright report chess-stream -o stream.html")],
        }
    }

    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        Ok(stream_machine(info, settings)?.design)
    }

    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let Stream { latency, threads, .. } = stream_machine(info, settings)?;
        Ok(vec![
            properties::answered_in_turn(design, PASSES, latency, threads)?,
            properties::taken_in_time(design, PASSES, latency, threads)?,
        ])
    }

    /// Trees walked by all threads at once, commands that are refused, and a reset on the way.
    fn exercise(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        mut ports: &mut dyn Ports,
    ) -> Result<(), CoreError> {
        Ok(stream::exercise(&mut ports, stream_machine(info, settings)?.threads).map_err(failed)?)
    }

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        _design: &Design,
    ) -> Result<Own, CoreError> {
        Ok(sections::streamer::<ChessStream>(asked, &stream_machine(info, settings)?)?)
    }
}
