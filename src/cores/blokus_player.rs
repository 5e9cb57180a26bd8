//! The core that plays Blokus Duo: a position in, its best move out.

use super::blokus_generator::board;
use super::pipelines::LEVELS;
use super::{
    Ability, Core, CoreError, CoreInfo, Help, ParameterInfo, Range, Setting, Settings, Simulator, port,
};
use crate::blokus::evaluation::{Evaluation, INFLUENCE, OWN, READINGS, TERRITORY};
use crate::blokus::search::{self, Options, SearchMachine, Searched};
use crate::blokus::{Blokus, BlokusText};
use crate::game::{self, CommandPort, Root};
use crate::netlist::Design;
use crate::prove::{Property, properties};
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;
use crate::simulate::command_port::Pins;

/// The parameter that says what a leaf is worth.
const EVALUATION: &str = "evaluation";

/// The parameter that says by which reading.
const READING: &str = "reading";

/// The parameter that says how many moves of a node are put in order.
const LISTED: &str = "listed";

/// The parameter that says how many cores share the root.
pub const PLAYERS: &str = "players";

pub(super) static PLAYER: CoreInfo = CoreInfo {
    name: "blokus-player",
    top: "blokus_player",
    about: "Blokus Duo player: alpha-beta to 8 plies, a leaf in every clock cycle",
    game: &BlokusText,
    abilities: &[Ability::Moves, Ability::Search, Ability::Picture],
    core: &Searcher,
    parameters: &[LEAF_VALUE, VALUE_READING, EVALUATION_LEVELS, LISTED_MOVES, SEARCH_CORES],
};

/// The evaluation.
pub(super) const LEAF_VALUE: ParameterInfo = ParameterInfo {
    name: EVALUATION,
    about: "the value of a leaf: cells near usable corners, or pieces placed and cells in reach",
    range: Range::Choice(&[INFLUENCE.name, TERRITORY.name]),
    default: Setting::Word(INFLUENCE.name),
    smallest: Some(Setting::Word(INFLUENCE.name)),
    only_with: None,
};

/// The reading of the evaluation.
pub(super) const VALUE_READING: ParameterInfo = ParameterInfo {
    name: READING,
    about: "for influence: empty cells minus the opponent's; own cells alone; a cell for each corner that marks it; covered cells too",
    range: Range::Choice(&READINGS),
    default: Setting::Word(INFLUENCE.reading),
    smallest: Some(Setting::Word(OWN.reading)),
    only_with: Some((EVALUATION, INFLUENCE.name)),
};

/// The length of the evaluation's pipeline.
pub(super) const EVALUATION_LEVELS: ParameterInfo = ParameterInfo {
    about: "most lookup tables of four inputs between two registers of the evaluation",
    default: Setting::Number(6),
    ..LEVELS
};

/// The length of lists of moves in order.
pub(super) const LISTED_MOVES: ParameterInfo = ParameterInfo {
    name: LISTED,
    about: "most moves of a node that are put in order; if there are more, none are",
    range: Range::PowerOfTwo { low: search::FEWEST, high: search::MOST },
    default: Setting::Number(search::LISTED),
    smallest: Some(Setting::Number(search::FEWEST)),
    only_with: None,
};

/// The number of cores that search at once.
pub(super) const SEARCH_CORES: ParameterInfo = ParameterInfo {
    name: PLAYERS,
    about: "search cores that share the moves of the root",
    range: Range::Number { low: 1, high: search::MOST_CORES },
    default: Setting::Number(1),
    smallest: Some(Setting::Number(1)),
    only_with: None,
};

/// The evaluation of a core with these settings.
pub fn evaluation(settings: &Settings) -> &'static Evaluation {
    let word = |parameter| match settings.get(parameter) {
        Some(Setting::Word(word)) => word,
        _ => "",
    };
    Evaluation::find(word(EVALUATION), word(READING)).unwrap_or(Options::default().evaluation)
}

/// The options of the core for these settings.
pub(super) fn options(core: &CoreInfo, settings: &Settings) -> Options {
    let default = Options::default();
    Options {
        name: core.name.into(),
        evaluation: evaluation(settings),
        levels: settings.number(LEVELS.name).unwrap_or(default.levels),
        listed: settings.number(LISTED).unwrap_or(default.listed),
        players: settings.number(PLAYERS).unwrap_or(default.players),
        ..default
    }
}

/// The behaviour of the core.
#[derive(Debug)]
struct Searcher;

impl Core for Searcher {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "a search of one ply, or of two if there are at most 40 moves: window, leaves, values",
            notes: &[],
            examples: &[
                ("moves", "movewright moves --core blokus-player --position '45g2 9at5' --format json"),
                (
                    "trace",
                    "movewright trace --core blokus-player --position '45g2 9at5' --search 2 -o search.fst",
                ),
            ],
        }
    }

    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        search::design(&options(info, settings)).map_err(CoreError::build(info))
    }

    /// They hold whatever order its moves come in.
    fn properties(
        &self,
        _info: &CoreInfo,
        _settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        Ok(vec![properties::command_port(design, &[search::ORDER])?])
    }

    fn exercise(
        &self,
        _info: &CoreInfo,
        _settings: &Settings,
        mut ports: &mut dyn Ports,
    ) -> Result<(), CoreError> {
        Ok(search::exercise(&mut ports)?)
    }

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        design: &Design,
    ) -> Result<Own, CoreError> {
        Ok(sections::searcher(asked, info.name, settings.number(PLAYERS).unwrap_or(1), design)?)
    }

    fn deepest(&self, info: &CoreInfo, _settings: &Settings) -> Result<u32, CoreError> {
        Err(CoreError::NoWalker { core: info.name })
    }
    fn with_port(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        self.design(info, settings)
    }

    fn deepest_search(&self) -> Option<u32> {
        Some(search::DEEPEST)
    }

    fn search(
        &self,
        info: &CoreInfo,
        port: &mut dyn CommandPort,
        root: &Root,
        depth: u32,
    ) -> Result<game::Searched, CoreError> {
        let mut machine = SearchMachine::behind(port);
        machine.load(info.position::<Blokus>(root)?)?;
        let Searched { found, cycles, .. } = machine.search(depth)?;
        let best = found.best.map(|best| best.to_string());
        Ok(game::Searched { best, score: found.score, leaves: found.leaves, cycles })
    }

    fn picture(&self, info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
        board(info, root)
    }
}

/// A machine of the core with these settings, in a simulator, with an empty board.
///
/// # Errors
/// See [`super::design`]; or the simulator cannot run it.
pub fn search_machine(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
) -> Result<SearchMachine<Pins<Box<dyn Ports>>>, CoreError> {
    Ok(SearchMachine::behind(port(core, settings, simulator)?))
}
