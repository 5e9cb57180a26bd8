//! The core that plays chess: a position in, its best move out.

use super::chess_evaluate::{WEIGHTS, evaluating_weights};
use super::line::{BAUD_RATE, CLOCK, HOST, exercise_linked, inner};
use super::pipelines::{self, CUTS, LEVELS, THREADS};
use super::{Ability, Core, CoreError, CoreInfo, Help, ParameterInfo, Range, STACK_DEPTH, Setting, Settings};
use crate::chess::evaluation::Weights;
use crate::chess::player::machine::{self, Options, Player, SearchMachine, Searched};
use crate::chess::{Chess, ON_64_SQUARES};
use crate::game::{self, CommandPort, Root, Session};
use crate::netlist::Design;
use crate::prove::Property;
use crate::prove::properties::{self, States};
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

/// The core that plays chess.
pub static CHESS_PLAYER: CoreInfo = CoreInfo {
    name: "chess-player",
    top: "chess_player",
    about: "plays chess: alpha-beta with quiescence, a move made, evaluated and judged in every clock cycle",
    game: &ON_64_SQUARES,
    abilities: &[Ability::Search, Ability::Board],
    core: &Searcher,
    parameters: &[
        ParameterInfo { default: Setting::Number(12), ..LEVELS },
        CUTS,
        THREADS,
        ParameterInfo {
            name: STACK_DEPTH,
            about: "nodes of a thread's stack; the position after one more move is evaluated as it is",
            range: Range::PowerOfTwo { low: 4, high: 64 },
            default: Setting::Number(32),
            smallest: Some(Setting::Number(4)),
            only_with: None,
        },
        ParameterInfo {
            name: SELECTIVE,
            about: "leave out moves and plies that hardly change a value, and search checks a ply deeper",
            range: Range::Switch,
            default: Setting::Switch(true),
            smallest: Some(Setting::Switch(false)),
            only_with: None,
        },
        ParameterInfo {
            name: REPETITION,
            about: "a position that repeats the one four plies before it is a draw",
            range: Range::Switch,
            default: Setting::Switch(true),
            smallest: Some(Setting::Switch(false)),
            only_with: None,
        },
        ParameterInfo {
            name: WEIGHTS,
            about: "weights of the evaluation's terms; a term without weights takes no logic",
            range: Range::ChoiceOrFile(&Weights::NAMES),
            default: Setting::Word("medium"),
            smallest: Some(Setting::Word("lean")),
            only_with: None,
        },
        ParameterInfo {
            name: TABLE,
            about: "the hash table, which threads share",
            range: Range::Choice(&[ON_CHIP, NO_TABLE]),
            default: Setting::Word(ON_CHIP),
            smallest: Some(Setting::Word(NO_TABLE)),
            only_with: None,
        },
        ParameterInfo {
            name: ENTRIES,
            about: "entries of the table",
            range: Range::PowerOfTwo { low: 256, high: 65_536 },
            default: Setting::Number(16_384),
            smallest: Some(Setting::Number(256)),
            only_with: Some((TABLE, ON_CHIP)),
        },
        HOST,
        CLOCK,
        BAUD_RATE,
    ],
};

const SELECTIVE: &str = "selective";
const REPETITION: &str = "repetition";
const TABLE: &str = "table";
const NO_TABLE: &str = "none";
const ON_CHIP: &str = "on_chip";
const ENTRIES: &str = "entries";

fn stack_depth(settings: &Settings) -> u32 {
    settings.number(STACK_DEPTH).unwrap_or(32)
}

fn has_table(settings: &Settings) -> bool {
    settings.is(TABLE, ON_CHIP)
}

/// The machine of the core with these settings, and how it searches.
///
/// # Errors
/// The description breaks a rule of the netlist.
pub fn chess_player_machine(core: &CoreInfo, settings: &Settings) -> Result<Player, CoreError> {
    let (weights_name, weights) = evaluating_weights(core, settings)?;
    let options = Options {
        name: core.name.into(),
        levels: settings.number(LEVELS.name).unwrap_or(12),
        cuts: pipelines::cuts(settings),
        threads: pipelines::threads(settings),
        stack_depth: stack_depth(settings),
        selective: settings.is_on(SELECTIVE),
        repetition: settings.is_on(REPETITION),
        table: has_table(settings).then(|| settings.number(ENTRIES).unwrap_or(16_384)),
        weights,
        weights_name,
    };
    machine::player(&options).map_err(pipelines::failed(core))
}

/// The behaviour of the core.
#[derive(Debug)]
struct Searcher;

/// The modules that a property of the port leaves free.
const THREADS_OF: [&str; 1] = ["chess_player_threads"];

impl Core for Searcher {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "a search by all threads: what each makes, evaluates and judges in each cycle",
            notes: &[],
            examples: &[],
        }
    }

    /// Of a core linked to a host they are proven of the core, which is the same modules.
    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let design = &*inner(info, settings, design)?;
        let states =
            States { used: machine::STATES, settling: machine::SETTLING_STATE, most: machine::RESTING };
        Ok(vec![
            properties::command_port(design, &THREADS_OF)?,
            properties::answered_at_rest(design, states, &THREADS_OF)?,
        ])
    }

    /// Searches by one thread and by all, read back, refused, given up, and a reset in the middle
    /// of one. For a core linked to a host, the run drives the link.
    fn exercise(&self, info: &CoreInfo, settings: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        exercise_linked(info, settings, ports, |mut ports| {
            Ok(machine::exercise(&mut ports, stack_depth(settings), has_table(settings))?)
        })
    }

    fn session(&self, _info: &CoreInfo) -> Result<Session, CoreError> {
        Ok(machine::session()?)
    }

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        _design: &Design,
    ) -> Result<Own, CoreError> {
        let player = chess_player_machine(info, settings)?;
        Ok(sections::player(asked.position::<Chess>()?, &player)?)
    }

    fn deepest(&self, info: &CoreInfo, _settings: &Settings) -> Result<u32, CoreError> {
        Err(CoreError::NoWalker { core: info.name })
    }

    fn with_port(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        Ok(chess_player_machine(info, settings)?.design)
    }

    fn deepest_search(&self) -> Option<u32> {
        Some(machine::DEEPEST)
    }

    fn search(
        &self,
        info: &CoreInfo,
        port: &mut dyn CommandPort,
        root: &Root,
        depth: u32,
    ) -> Result<game::Searched, CoreError> {
        let mut machine = SearchMachine::behind(port, machine::DEEPEST + 1);
        machine.load(info.position::<Chess>(root)?)?;
        let Searched { best, score, nodes, cycles, .. } = machine.search(depth)?;
        Ok(game::Searched { best: best.map(|best| best.to_string()), score, leaves: nodes, cycles })
    }
}
