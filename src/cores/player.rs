//! Cores with a command port that play on a board: their parameters, and their machines.

use std::borrow::Cow;

use super::{
    Ability, Core, CoreError, CoreInfo, Game, ParameterInfo, Range, STACK_DEPTH, Setting, Settings, failed,
};
use crate::chess::CHESS;
use crate::chess::Position;
use crate::chess::classic;
use crate::chess::classic::properties as array;
use crate::chess::machine::Machine;
use crate::host::{self, HostError, HostMachine, Line, SimulatedLine};
use crate::link::bus::BusOptions;
use crate::link::uart::UartOptions;
use crate::link::{self, LinkError};
use crate::netlist::Design;
use crate::parts::arbiter::Order;
use crate::parts::board::Board;
use crate::prove::{Property, properties};
use crate::report::{self, Own, ReportError, Request};
use crate::simulate::{Ports, Simulation};

/// The game of a core with a command port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// The board it plays on.
    pub board: Board,
    /// A position to begin with, as FEN. That of a smaller board stands in the corner at a1.
    pub start: &'static str,
}

/// The machine after Belle, which most commands take where none is named.
pub static CLASSIC: CoreInfo = CoreInfo {
    name: "chess-classic",
    top: "chess_classic",
    about: "64-square chess move generator after Belle, Deep Blue and Boulé & Zilic 2002",
    game: Game::Chess,
    abilities: ABILITIES,
    core: &Player { board: CHESS, start: Position::START },
    parameters: CLASSIC_PARAMETERS,
};

pub(super) static SMALL: CoreInfo = CoreInfo {
    name: "chess-small",
    top: "chess_small",
    about: "the same machine on 4 by 4 squares, without castling and promotion, for small devices",
    game: Game::Chess,
    abilities: ABILITIES,
    core: &Player { board: Board { files: 4, ranks: 4 }, start: "8/8/8/8/3k4/8/8/RK6 w - - 0 1" },
    parameters: CLASSIC_PARAMETERS,
};

const ABILITIES: &[Ability] = &[Ability::Moves, Ability::Perft, Ability::Board, Ability::Picture];

const CLASSIC_PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo {
        name: "checks_first",
        about: "moves that give check come before all others",
        range: Range::Switch,
        default: Setting::Switch(true),
        smallest: Some(Setting::Switch(false)),
        only_with: None,
    },
    ParameterInfo {
        name: "legality",
        about: "moves that leave the own king attacked are taken back and not reported",
        range: Range::Switch,
        default: Setting::Switch(true),
        smallest: Some(Setting::Switch(false)),
        only_with: None,
    },
    ParameterInfo {
        name: "order",
        about: "most valuable victim and least valuable aggressor first, or by square alone",
        range: Range::Choice(&["mvv_lva", "plain"]),
        default: Setting::Word("mvv_lva"),
        smallest: Some(Setting::Word("plain")),
        only_with: None,
    },
    ParameterInfo {
        name: STACK_DEPTH,
        about: "plies of masks and of the move stack: the deepest node",
        range: Range::PowerOfTwo { low: 8, high: 64 },
        default: Setting::Number(64),
        smallest: Some(Setting::Number(8)),
        only_with: None,
    },
    ParameterInfo {
        name: HOST,
        about: "the link to the core: its command port, a UART around it, or a bus slave",
        range: Range::Choice(&["port", "uart", "wishbone", "axi4-lite"]),
        default: Setting::Word("port"),
        smallest: Some(Setting::Word("port")),
        only_with: None,
    },
    CLOCK,
    BAUD_RATE,
];

pub(super) const CLOCK: ParameterInfo = ParameterInfo {
    name: CLOCK_HZ,
    about: "the clock in Hz, for host=uart",
    range: Range::Number { low: 1_000_000, high: 1_000_000_000 },
    default: Setting::Number(50_000_000),
    smallest: None,
    only_with: Some((HOST, "uart")),
};

pub(super) const BAUD_RATE: ParameterInfo = ParameterInfo {
    name: BAUD,
    about: "the baud rate, for host=uart; the clock divided by a whole number has to come within 2 %",
    range: Range::Number { low: 300, high: 12_000_000 },
    default: Setting::Number(115_200),
    smallest: None,
    only_with: Some((HOST, "uart")),
};

const HOST: &str = "host";
const CLOCK_HZ: &str = "clock_hz";
const BAUD: &str = "baud";

/// The position that a core for chess begins with.
///
/// # Errors
/// It cannot be read, a defect of the core; or the core plays another game.
pub fn start(core: &CoreInfo) -> Result<Position, CoreError> {
    let fen = match (core.core.player(), core.game) {
        (Some(player), _) => player.start,
        (None, Game::Chess) => Position::START,
        (None, Game::Blokus) => return Err(CoreError::NoChess { core: core.name }),
    };
    Position::from_fen(fen)
        .map_err(|problem| CoreError::Start { core: core.name, problem: problem.to_string() })
}

/// The deepest node a core with these settings reaches, in half moves below its root.
fn deepest(settings: &Settings) -> u32 {
    settings.number(STACK_DEPTH).unwrap_or_else(|| classic::Options::default().stack_depth)
}

fn order(settings: &Settings) -> Order {
    match settings.get("order") {
        Some(Setting::Word("plain")) => Order::Plain,
        _ => Order::Priority,
    }
}

/// The link of a core with these settings: `port`, `uart`, `wishbone` or `axi4-lite`.
pub fn host(settings: &Settings) -> &'static str {
    match settings.get(HOST) {
        Some(Setting::Word(host)) => host,
        _ => "port",
    }
}

/// The serial line of a core with these settings.
pub fn uart(settings: &Settings) -> UartOptions {
    let default = UartOptions::default();
    UartOptions {
        clock_hz: settings.number(CLOCK_HZ).unwrap_or(default.clock_hz),
        baud: settings.number(BAUD).unwrap_or(default.baud),
        ..default
    }
}

/// The netlist of the core itself, with its command port outside whatever it is linked to.
///
/// # Errors
/// The description breaks a rule of the netlist.
pub fn unlinked(core: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
    let options = classic::Options {
        name: core.name.into(),
        checks_first: settings.is_on("checks_first"),
        legality: settings.is_on("legality"),
        order: order(settings),
        board: core.player()?.board,
        stack_depth: deepest(settings),
    };
    let build = |error: classic::BuildError| CoreError::Build { core: core.name, error: Box::new(error) };
    classic::design(&options).map_err(build)
}

/// A machine of a core with these settings behind a serial line to the built-in simulator, at the
/// start of the game. The line takes eight clock cycles a bit, whatever `baud` is, because it
/// counts none of the machine's own cycles.
///
/// # Errors
/// See [`super::design`]; or the simulator cannot run it.
pub fn machine_on_a_line(
    core: &CoreInfo,
    settings: &Settings,
) -> Result<HostMachine<SimulatedLine<Simulation>>, CoreError> {
    let quick = UartOptions { clock_hz: 8_000_000, baud: 1_000_000, pause_bits: 40 };
    let link = |error: LinkError| CoreError::Link { core: core.name, error: Box::new(error) };
    let design = link::uart::wrap(&unlinked(core, settings)?, &quick).map_err(link)?;
    let line = SimulatedLine::new(Simulation::new(&design)?, 8_000).map_err(HostError::from)?;
    machine_on(line, quick.pause_bits, settings)
}

/// The machine of a core with these settings at the other end of a serial line, at the start of the
/// game. `pause_bits` are the bit times of an idle line that end a message there.
///
/// # Errors
/// The line does not work, or nobody answers.
pub fn machine_on<L: Line>(
    line: L,
    pause_bits: u32,
    settings: &Settings,
) -> Result<HostMachine<L>, CoreError> {
    let mut machine = HostMachine::connect(line, pause_bits, deepest(settings))?;
    machine.load(&Position::start())?;
    Ok(machine)
}

/// The core within `design`, its netlist with a host around it: the same where there is no host.
fn inner<'a>(core: &CoreInfo, settings: &Settings, design: &'a Design) -> Result<Cow<'a, Design>, CoreError> {
    Ok(match host(settings) {
        "port" => Cow::Borrowed(design),
        _ => Cow::Owned(unlinked(core, settings)?),
    })
}

/// Clock cycles of a bit on this line, about.
pub(super) fn cycles_a_bit(line: &UartOptions) -> u64 {
    u64::from(line.clock_hz / line.baud.max(1))
}

impl Core for Player {
    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        let inner = unlinked(info, settings)?;
        let chosen = host(settings);
        let linked = match chosen {
            "uart" => link::uart::wrap(&inner, &uart(settings)),
            "wishbone" => link::bus::wishbone::wrap(&inner, &BusOptions::default()),
            "axi4-lite" => link::bus::axi4_lite::wrap(&inner, &BusOptions::default()),
            _ => return Ok(inner),
        };
        let link = |error: LinkError| CoreError::Link { core: info.name, error: Box::new(error) };
        let mut design = linked.map_err(link)?;
        design.settings.push((HOST.into(), chosen.into()));
        if chosen == "uart" {
            let UartOptions { clock_hz, baud, .. } = uart(settings);
            let line = [(CLOCK_HZ.into(), clock_hz.to_string()), (BAUD.into(), baud.to_string())];
            design.settings.extend(line);
        }
        Ok(design)
    }

    /// Of a core linked to a host they are proven of the core, which is the same modules.
    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let design = &*inner(info, settings, design)?;
        let mut properties = Vec::from(array::arbiter_tree(design, order(settings))?);
        properties.push(array::lines_exclude_each_other(design)?);
        properties.push(array::one_square_a_line(design)?);
        properties.push(array::make_then_undo(design, self.board)?);
        properties.push(properties::command_port(design, &[array::ARRAY])?);
        Ok(properties)
    }

    /// Positions with every special move, moves one by one, down and up, walks, answers that wait,
    /// commands that are refused, a reset in the middle of a walk. For a core linked to a host, the
    /// run drives the link: a position, some moves, and requests that the link refuses.
    fn exercise(
        &self,
        _info: &CoreInfo,
        settings: &Settings,
        mut ports: &mut dyn Ports,
    ) -> Result<(), CoreError> {
        match host(settings) {
            "uart" => host::exercise(&mut ports, &uart(settings)).map_err(HostError::from)?,
            "wishbone" => link::bus::exercise(&mut ports, link::bus::Bus::Wishbone).map_err(failed)?,
            "axi4-lite" => link::bus::exercise(&mut ports, link::bus::Bus::Axi4Lite).map_err(failed)?,
            _ => classic::exercise(&mut ports, self.board, deepest(settings))?,
        }
        Ok(())
    }

    /// The replay drives the core at its command port, whatever it is linked to outside.
    fn page(&self, request: &Request, design: &Design) -> Result<Own, ReportError> {
        let design = inner(request.core, &request.settings, design)?;
        report::array(request, self.board, &design, deepest(&request.settings))
    }

    fn deepest(&self, _info: &CoreInfo, settings: &Settings) -> Result<u32, CoreError> {
        Ok(deepest(settings))
    }

    fn with_port(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        match host(settings) {
            "port" => unlinked(info, settings),
            host => Err(CoreError::NoPort { core: info.name, host }),
        }
    }

    fn cycles_over_a_line(&self, settings: &Settings) -> Option<u64> {
        (host(settings) == "uart").then(|| host::EXERCISE_BITS * cycles_a_bit(&uart(settings)))
    }

    fn player(&self) -> Option<Player> {
        Some(*self)
    }
}
