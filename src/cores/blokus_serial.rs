//! The player behind a competition's serial line.

use super::blokus_generator::board;
use super::line::{BAUD_RATE, CLOCK, cycles_a_bit, uart};
use super::{
    Ability, Core, CoreError, CoreInfo, Help, ParameterInfo, Range, Setting, Settings, blokus_player,
};
use crate::blokus::BlokusText;
use crate::blokus::search;
use crate::blokus::serial::{self, BuildError, Options, Protocol, Time};
use crate::game::Root;
use crate::host::{HostError, SimulatedLine};
use crate::link::uart::UartOptions;
use crate::netlist::Design;
use crate::prove::Property;
use crate::sections::{self, Asked, Own};
use crate::simulate::{Ports, Simulation};

pub(super) static SERIAL: CoreInfo = CoreInfo {
    name: "blokus-serial",
    top: "blokus_serial",
    about: "Blokus Duo player that speaks the serial protocol of the FPT design competitions",
    game: &BlokusText,
    abilities: &[Ability::Board, Ability::Picture],
    core: &Competitor,
    parameters: &[
        blokus_player::LEAF_VALUE,
        blokus_player::VALUE_READING,
        blokus_player::EVALUATION_LEVELS,
        blokus_player::LISTED_MOVES,
        blokus_player::SEARCH_CORES,
        ParameterInfo {
            name: DEPTH,
            about: "plies it looks ahead; with time_ms, the most",
            range: Range::Number { low: 1, high: search::DEEPEST },
            default: Setting::Number(3),
            smallest: None,
            only_with: None,
        },
        ParameterInfo {
            name: TIME,
            about: "milliseconds of a move, in which it looks ahead one more ply each time; 0 for `depth` plies at once",
            range: Range::Number { low: 0, high: 20_000 },
            default: Setting::Number(0),
            smallest: None,
            only_with: None,
        },
        ParameterInfo {
            name: PROTOCOL,
            about: "the messages it understands: those of FPT 2013 or of HEART 2014",
            range: Range::Choice(&Protocol::NAMES),
            default: Setting::Word(Protocol::NAMES[1]),
            smallest: None,
            only_with: None,
        },
        ParameterInfo {
            name: TEAM,
            about: "its team code, the answer to a greeting: two letters or digits",
            range: Range::Pair,
            default: Setting::Pair(*b"MW"),
            smallest: None,
            only_with: None,
        },
        ParameterInfo { about: "the clock in Hz", only_with: None, ..CLOCK },
        ParameterInfo {
            about: "the baud rate; the clock divided by a whole number has to come within 2 %",
            only_with: None,
            ..BAUD_RATE
        },
        ParameterInfo {
            name: PAUSE_BITS,
            about: "bit times of an idle line that end an unfinished message",
            range: Range::Number { low: 20, high: 65_536 },
            default: Setting::Number(1024),
            smallest: None,
            only_with: None,
        },
    ],
};

const PROTOCOL: &str = "protocol";
const TEAM: &str = "team";
const DEPTH: &str = "depth";
const TIME: &str = "time_ms";
const PAUSE_BITS: &str = "pause_bits";

/// The options for these settings and this line, except the line's pause.
fn options(core: &CoreInfo, settings: &Settings, line: UartOptions) -> Options {
    let default = Options::default();
    let protocol = match settings.get(PROTOCOL) {
        Some(Setting::Word(name)) => Protocol::of(name),
        _ => None,
    };
    let team = match settings.get(TEAM) {
        Some(Setting::Pair(team)) => *team,
        _ => default.team,
    };
    let pause_bits = settings.number(PAUSE_BITS).unwrap_or(default.line.pause_bits);
    let line = UartOptions { pause_bits, ..line };
    Options {
        name: core.name.into(),
        search: blokus_player::options(&blokus_player::PLAYER, settings),
        time: settings.number(TIME).filter(|time| *time > 0).map(Time::Milliseconds),
        depth: settings.number(DEPTH).unwrap_or(default.depth),
        protocol: protocol.unwrap_or(default.protocol),
        team,
        line,
    }
}

fn build(core: &CoreInfo, options: &Options) -> Result<Design, CoreError> {
    serial::design(options).map_err(|error| of_building(core, error))
}

fn of_building(core: &CoreInfo, error: BuildError) -> CoreError {
    let setting = match &error {
        BuildError::Time { .. } => true,
        BuildError::Link(error) => error.is_setting(),
        _ => false,
    };
    if setting { CoreError::setting(core)(error) } else { CoreError::build(core)(error) }
}

/// The options of the core for its settings.
pub fn competitor(settings: &Settings) -> Options {
    options(&SERIAL, settings, uart(settings))
}

/// Clock cycles of a byte on a simulated line.
pub const SIMULATED_BYTE: u32 = 80;

/// A player in the built-in simulator behind a serial line of eight clock cycles a bit, whatever
/// its own rate is. The line states the time at its own rate.
///
/// # Errors
/// See [`super::design`]; or the simulator cannot run it.
pub fn competitor_on_a_line(options: Options) -> Result<SimulatedLine<Simulation>, CoreError> {
    let time = options.time.map(|time| time.at(options.line.clock_hz)).transpose();
    let time = time.map_err(|error| of_building(&SERIAL, error))?;
    let stands_for = options.line;
    stands_for.times().map_err(CoreError::link(&SERIAL))?;
    let line = UartOptions { clock_hz: 8_000_000, baud: 1_000_000, pause_bits: 20 };
    let mut simulation = Simulation::new(&build(&SERIAL, &Options { line, time, ..options })?)?;
    simulation.compile();
    Ok(SimulatedLine::new(simulation, 8_000).map_err(HostError::from)?.standing_for(stands_for))
}

/// The same with these settings of blokus-player, for this many plies. With a limit, it searches
/// one ply deeper each time, as long as the limit in clock cycles lasts.
///
/// # Errors
/// See [`super::design`]; or the simulator cannot run it.
pub fn player_on_a_line(
    search: &Settings,
    protocol: Protocol,
    depth: u32,
    limit: Option<u32>,
) -> Result<SimulatedLine<Simulation>, CoreError> {
    let search = blokus_player::options(&blokus_player::PLAYER, search);
    let time = limit.map(Time::Cycles);
    competitor_on_a_line(Options { search, depth, time, protocol, ..Options::default() })
}

/// The behaviour of the core.
#[derive(Debug)]
struct Competitor;

impl Core for Competitor {
    fn help(&self, _info: &CoreInfo) -> Help {
        Help {
            page: "a search of one ply, or of two if there are at most 40 moves: window, leaves, values",
            notes: &[
                (
                    "build",
                    "blokus-serial has a line of its own (docs/blokus.md), at the board's clock and rate.",
                ),
                (
                    "host",
                    "`blokus` is the host of a Blokus Duo competition. The core blokus-serial plays four games, as each side\n\
and from each start, against the opponent of the competitions' conformance test. A move against the\n\
rules, or later than --seconds, is a fault: exit status 1.",
                ),
            ],
            examples: &[
                (
                    "build",
                    "movewright build blokus-serial --board de2-115 --set protocol=fpt2013 --set team=AB --project-only -o build/duo",
                ),
                ("host", "movewright host --set depth=2 blokus --sim"),
                ("host", "movewright host --serial /dev/ttyUSB0 --set protocol=fpt2013 blokus --seconds 1"),
            ],
        }
    }

    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        build(info, &options(info, settings, uart(settings)))
    }

    /// They are proven of the search core within, which is the same modules.
    fn properties(
        &self,
        _info: &CoreInfo,
        settings: &Settings,
        _design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let inner = &blokus_player::PLAYER;
        inner.core.properties(inner, settings, &inner.core.design(inner, settings)?)
    }

    /// Games over the line.
    fn exercise(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        mut ports: &mut dyn Ports,
    ) -> Result<(), CoreError> {
        let options = options(info, settings, uart(settings));
        Ok(serial::exercise(&mut ports, &options).map_err(HostError::from)?)
    }

    /// The player within, driven at its command port.
    fn page(
        &self,
        _info: &CoreInfo,
        settings: &Settings,
        asked: &Asked,
        _design: &Design,
    ) -> Result<Own, CoreError> {
        let inner = &blokus_player::PLAYER;
        let settings = settings.of(inner);
        let design = inner.core.design(inner, &settings)?;
        Ok(sections::searcher(asked, inner.name, settings.number(super::PLAYERS).unwrap_or(1), &design)?)
    }

    fn on_a_line(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        line: &UartOptions,
    ) -> Result<Design, CoreError> {
        build(info, &options(info, settings, *line))
    }

    fn picture(&self, info: &CoreInfo, root: &Root) -> Result<String, CoreError> {
        board(info, root)
    }

    fn cycles_over_a_line(&self, _info: &CoreInfo, settings: &Settings) -> Option<u64> {
        let line = uart(settings);
        Some(serial::glimpse_bits(&options(&SERIAL, settings, line))? * cycles_a_bit(&line))
    }
}
