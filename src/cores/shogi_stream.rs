//! The core that gives an ordered legal move of shogi in every clock cycle, to threads that take
//! turns.

use super::pipelines::{self, CUTS, LEVELS, NODES, THREADS};
use super::shogi_count::board;
use super::{Ability, Core, CoreError, CoreInfo, Help, ParameterInfo, Setting, Settings, Simulator, failed};
use crate::game::{Root, TextMachine, Told};
use crate::netlist::Design;
use crate::prove::{Property, properties};
use crate::sections::{self, Asked, Own};
use crate::shogi::ShogiText;
use crate::shogi::machine::stream::{self, ShogiStream, TELLING, shogi_stream};
use crate::simulate::Ports;
use crate::simulate::outside;
use crate::stream::{OneThread, Stream};

/// The text of its positions and moves.
static TEXT: ShogiText = ShogiText;

/// The module of its nodes and pipeline.
const PASSES: &str = "shogi_stream_passes";

pub(super) static SHOGI_STREAM: CoreInfo = CoreInfo {
    name: "shogi-stream",
    top: "shogi_stream",
    about: "gives an ordered legal move of shogi, and the position after it, in every clock cycle, to threads that take turns",
    game: &TEXT,
    abilities: &[Ability::Moves, Ability::Picture],
    core: &Streamer,
    parameters: &[
        ParameterInfo { default: Setting::Number(3), ..LEVELS },
        CUTS,
        THREADS,
        ParameterInfo { default: Setting::Number(32), ..NODES },
    ],
};

/// The machine of the core with these settings, and its times.
///
/// # Errors
/// The description breaks a rule of the netlist, a cut names no signal, or the threads do not fill
/// the pipeline.
pub fn shogi_stream_machine(core: &CoreInfo, settings: &Settings) -> Result<Stream, CoreError> {
    let options = pipelines::stream(core, settings);
    shogi_stream(&options).map_err(pipelines::failed(core))
}

/// The behaviour of the core.
#[derive(Debug)]
struct Streamer;

impl Core for Streamer {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "the board and the hands; all threads at work: the moves that come out of the pipeline; its stages",
            notes: &[("check", "shogi-stream has a long pipeline, and takes more than ten minutes.")],
            examples: &[("moves", "movewright moves --core shogi-stream --moves 7g7f 3c3d")],
        }
    }

    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        Ok(shogi_stream_machine(info, settings)?.design)
    }

    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let Stream { latency, threads, .. } = shogi_stream_machine(info, settings)?;
        Ok(vec![
            properties::answered_in_turn(design, PASSES, latency, threads)?,
            properties::taken_in_time(design, PASSES, latency, threads)?,
        ])
    }

    /// Threads that walk through games, commands that are refused, and a reset on the way.
    fn exercise(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        mut ports: &mut dyn Ports,
    ) -> Result<(), CoreError> {
        Ok(stream::exercise(&mut ports, shogi_stream_machine(info, settings)?.threads).map_err(failed)?)
    }

    /// The deepest node of a thread.
    fn deepest(&self, _info: &CoreInfo, settings: &Settings) -> Result<u32, CoreError> {
        Ok(pipelines::nodes(settings))
    }

    /// Its first thread walks, and the others rest.
    fn machine(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        simulator: Simulator,
    ) -> Result<Box<dyn TextMachine>, CoreError> {
        let machine = shogi_stream_machine(info, settings)?;
        let (ports, name) = simulator.run(&machine.design, &outside::default_cache())?;
        let depth = pipelines::nodes(settings);
        let walks = OneThread::<ShogiStream>::new(ports, name, &machine, depth, TELLING)?;
        let mut told = Told::new(&TEXT, walks);
        told.load(&info.start()?)?;
        Ok(Box::new(told))
    }

    fn picture(&self, info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
        board(info, root)
    }

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        _design: &Design,
    ) -> Result<Own, CoreError> {
        Ok(sections::shogi_streamer(asked, &shogi_stream_machine(info, settings)?)?)
    }
}
