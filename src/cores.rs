//! What can be built: the cores, their parameters, and how a choice of values becomes a machine.

use std::fmt;
use std::path::Path;

use thiserror::Error;

use crate::chess::classic::{self, ClassicLanes, ClassicMachine};
use crate::chess::machine::{Machine, MachineError};
use crate::chess::{Position, Square};
use crate::emit::{self, Dialect, EmitError, File, Language};
use crate::host::{self, HostError, HostMachine, Line, SimulatedLine};
use crate::link::bus::BusOptions;
use crate::link::uart::UartOptions;
use crate::link::{self, LinkError};
use crate::netlist::Design;
use crate::parts::arbiter::Order;
use crate::parts::board::{Board, CHESS};
use crate::prove::{Property, PropertyError, properties};
use crate::simulate::lanes::Lanes;
use crate::simulate::outside::{self, OutsideError, Traces, Verilated};
use crate::simulate::transcript::{Recorder, Transcript};
use crate::simulate::{Interface, PortsError, SimulateError, Simulation};

/// A core the generator can build.
#[derive(Debug)]
pub struct CoreInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// The name of its top module.
    pub top: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// The board it plays on.
    pub board: Board,
    /// A position to begin with, as FEN. That of a smaller board stands in the corner at a1.
    pub start: &'static str,
    /// What can be chosen about it.
    pub parameters: &'static [ParameterInfo],
}

/// Something that can be chosen about a core.
#[derive(Debug)]
pub struct ParameterInfo {
    /// Its name, before the `=`.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The values it may have.
    pub range: Range,
    /// The value it has when nothing is said.
    pub default: Setting,
    /// The value that takes the least hardware, where that depends on it.
    pub smallest: Option<Setting>,
}

/// The values a parameter may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// `on` or `off`.
    Switch,
    /// A power of two.
    PowerOfTwo {
        /// The smallest.
        low: u32,
        /// The largest.
        high: u32,
    },
    /// A whole number.
    Number {
        /// The smallest.
        low: u32,
        /// The largest.
        high: u32,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
}

impl Range {
    fn parse(self, text: &str) -> Option<Setting> {
        match self {
            Self::Switch => match text {
                "on" => Some(Setting::Switch(true)),
                "off" => Some(Setting::Switch(false)),
                _ => None,
            },
            Self::PowerOfTwo { low, high } => {
                let number: u32 = text.parse().ok()?;
                ((low..=high).contains(&number) && number.is_power_of_two())
                    .then_some(Setting::Number(number))
            }
            Self::Number { low, high } => {
                let number = text.parse().ok().filter(|number| (low..=high).contains(number))?;
                Some(Setting::Number(number))
            }
            Self::Choice(words) => words.iter().find(|word| **word == text).map(|word| Setting::Word(word)),
        }
    }
}

impl fmt::Display for Range {
    /// All values, with `|` between them; of numbers the smallest and the largest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch => f.write_str("on|off"),
            Self::PowerOfTwo { low, high } => {
                let powers = std::iter::successors(Some(*low), |power| power.checked_mul(2));
                let powers: Vec<String> =
                    powers.take_while(|power| power <= high).map(|p| p.to_string()).collect();
                f.write_str(&powers.join("|"))
            }
            Self::Number { low, high } => write!(f, "{low}..{high}"),
            Self::Choice(words) => f.write_str(&words.join("|")),
        }
    }
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u32),
    /// One of the words of a [`Range::Choice`].
    Word(&'static str),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// A value for every parameter of a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings(Vec<(&'static str, Setting)>);

impl Settings {
    /// The core's defaults, with these values in their place.
    ///
    /// # Errors
    /// A parameter the core does not have, one named twice, or a value out of its range.
    pub fn parse<N: AsRef<str>, V: AsRef<str>>(
        core: &CoreInfo,
        given: &[(N, V)],
    ) -> Result<Self, SettingsError> {
        let mut settings: Vec<_> = core.parameters.iter().map(|known| (known.name, known.default)).collect();
        for (index, (name, value)) in given.iter().enumerate() {
            let (name, value) = (name.as_ref(), value.as_ref());
            let unknown = || SettingsError::unknown(core, name);
            let place = core.parameters.iter().position(|known| known.name == name).ok_or_else(unknown)?;
            if given[..index].iter().any(|(earlier, _)| earlier.as_ref() == name) {
                return Err(SettingsError::Twice { parameter: name.into() });
            }
            let range = core.parameters[place].range;
            settings[place].1 = range.parse(value).ok_or_else(|| SettingsError::OutOfRange {
                parameter: name.into(),
                value: value.into(),
                range,
            })?;
        }
        Ok(Self(settings))
    }

    /// Names and values, in the order of the core's parameters.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Setting)> {
        self.0.iter().copied()
    }

    /// The value of a parameter, if the core has it.
    pub fn get(&self, name: &str) -> Option<Setting> {
        self.iter().find(|(known, _)| *known == name).map(|(_, setting)| setting)
    }
}

/// Why a choice of values is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SettingsError {
    /// The core has no such parameter.
    #[error("{core} has no parameter `{parameter}`; it has {known}")]
    Unknown {
        /// The core.
        core: &'static str,
        /// The name given.
        parameter: String,
        /// The names it has.
        known: String,
    },
    /// A parameter is given twice.
    #[error("parameter `{parameter}` is set twice; set it once")]
    Twice {
        /// The parameter.
        parameter: String,
    },
    /// A value the parameter cannot have.
    #[error("parameter `{parameter}` cannot be `{value}`; choose {range}")]
    OutOfRange {
        /// The parameter.
        parameter: String,
        /// The value given.
        value: String,
        /// The values it can have.
        range: Range,
    },
}

impl SettingsError {
    fn unknown(core: &CoreInfo, parameter: &str) -> Self {
        let known: Vec<&str> = core.parameters.iter().map(|known| known.name).collect();
        Self::Unknown { core: core.name, parameter: parameter.into(), known: known.join(", ") }
    }
}

/// What runs a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulator {
    /// Movewright's own; it needs no other program.
    BuiltIn,
    /// Verilator, on the emitted Verilog. What it compiles is kept, see [`outside::default_cache`].
    Verilator(Traces),
}

/// Why a core cannot be built or run.
#[derive(Debug, Error)]
pub enum CoreError {
    /// The core's description does not make a machine.
    #[error("{core}: {error}")]
    Build {
        /// The core.
        core: &'static str,
        /// What is wrong.
        error: Box<classic::BuildError>,
    },
    /// A position has pieces where the core has no squares.
    #[error(
        "{core} plays on {} by {} squares from a1, and there is a piece on {square}; give a position such as `{start}`",
        board.files, board.ranks
    )]
    OffBoard {
        /// The core.
        core: &'static str,
        /// Its board.
        board: Board,
        /// A square with a piece that is not on it.
        square: Square,
        /// A position that will do.
        start: &'static str,
    },
    /// The core's first position cannot be read: a defect of the core.
    #[error("{core}: its first position cannot be read: {problem}")]
    Start {
        /// The core.
        core: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// The core cannot be linked to its host.
    #[error("{core}: {error}")]
    Link {
        /// The core.
        core: &'static str,
        /// What is wrong.
        error: Box<LinkError>,
    },
    /// The machine has no command port outside.
    #[error(
        "{core} is driven at its command port here, and with host={host} it has none outside; leave host at port, or speak to \
         one with a UART by `movewright host --sim`"
    )]
    NoPort {
        /// The core.
        core: &'static str,
        /// What it has instead.
        host: &'static str,
    },
    /// The line to a simulated machine does not work.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The machine cannot be said in a hardware language.
    #[error(transparent)]
    Emit(#[from] Box<EmitError>),
    /// The built-in simulator refuses the machine.
    #[error(transparent)]
    Simulate(#[from] SimulateError),
    /// The machine does not answer as it should.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// An outside simulator cannot run the machine.
    #[error(transparent)]
    Outside(#[from] OutsideError),
    /// A property does not fit the machine.
    #[error(transparent)]
    Property(#[from] PropertyError),
}

const CLASSIC: CoreInfo = CoreInfo {
    name: "chess-classic",
    top: "chess_classic",
    about: "64-square chess move generator after Belle, Deep Blue and Boulé & Zilic 2002",
    board: CHESS,
    start: Position::START,
    parameters: CLASSIC_PARAMETERS,
};

const SMALL: CoreInfo = CoreInfo {
    name: "chess-small",
    top: "chess_small",
    about: "the same machine on 4 by 4 squares, without castling and promotion, for small devices",
    board: Board { files: 4, ranks: 4 },
    start: "8/8/8/8/3k4/8/8/RK6 w - - 0 1",
    parameters: CLASSIC_PARAMETERS,
};

const CLASSIC_PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo {
        name: "checks_first",
        about: "moves that give check come before all others",
        range: Range::Switch,
        default: Setting::Switch(true),
        smallest: Some(Setting::Switch(false)),
    },
    ParameterInfo {
        name: "legality",
        about: "moves that leave the own king attacked are taken back and not reported",
        range: Range::Switch,
        default: Setting::Switch(true),
        smallest: Some(Setting::Switch(false)),
    },
    ParameterInfo {
        name: "order",
        about: "most valuable victim and least valuable aggressor first, or by square alone",
        range: Range::Choice(&["mvv_lva", "plain"]),
        default: Setting::Word("mvv_lva"),
        smallest: Some(Setting::Word("plain")),
    },
    ParameterInfo {
        name: STACK_DEPTH,
        about: "plies of masks and of the move stack: the deepest node",
        range: Range::PowerOfTwo { low: 8, high: 64 },
        default: Setting::Number(64),
        smallest: Some(Setting::Number(8)),
    },
    ParameterInfo {
        name: HOST,
        about: "what the core is spoken to by: its command port, a UART around it, or a bus slave",
        range: Range::Choice(&["port", "uart", "wishbone", "axi4-lite"]),
        default: Setting::Word("port"),
        smallest: Some(Setting::Word("port")),
    },
    ParameterInfo {
        name: CLOCK_HZ,
        about: "the clock in Hz, for host=uart",
        range: Range::Number { low: 1_000_000, high: 1_000_000_000 },
        default: Setting::Number(50_000_000),
        smallest: None,
    },
    ParameterInfo {
        name: BAUD,
        about: "the baud rate, for host=uart; the clock divided by a whole number has to come within 2 %",
        range: Range::Number { low: 300, high: 12_000_000 },
        default: Setting::Number(115_200),
        smallest: None,
    },
];

const STACK_DEPTH: &str = "stack_depth";
const HOST: &str = "host";
const CLOCK_HZ: &str = "clock_hz";
const BAUD: &str = "baud";

/// All cores, in the order they are listed.
pub fn cores() -> &'static [CoreInfo] {
    &[CLASSIC, SMALL]
}

/// The core of this name.
pub fn find(name: &str) -> Option<&'static CoreInfo> {
    cores().iter().find(|core| core.name == name)
}

impl CoreInfo {
    /// Refuses a position with a piece on a square that the core has not.
    ///
    /// # Errors
    /// [`CoreError::OffBoard`].
    pub fn takes(&self, position: &Position) -> Result<(), CoreError> {
        let Board { files, ranks } = self.board;
        let off = |square: &Square| u32::from(square.file()) >= files || u32::from(square.rank()) >= ranks;
        let stray = Square::all().filter(off).find(|&square| position.piece(square).is_some());
        stray.map_or(Ok(()), |square| {
            Err(CoreError::OffBoard { core: self.name, board: self.board, square, start: self.start })
        })
    }
}

/// A core's position to begin with.
fn start(core: &CoreInfo) -> Result<Position, CoreError> {
    Position::from_fen(core.start)
        .map_err(|problem| CoreError::Start { core: core.name, problem: problem.to_string() })
}

/// The deepest node a core with these settings reaches, in half moves below its root; `None` when nothing limits it.
pub fn deepest(settings: &Settings) -> Option<u32> {
    match settings.get(STACK_DEPTH) {
        Some(Setting::Number(depth)) => Some(depth),
        _ => None,
    }
}

fn order(settings: &Settings) -> Order {
    match settings.get("order") {
        Some(Setting::Word("plain")) => Order::Plain,
        _ => Order::Priority,
    }
}

fn number(settings: &Settings, name: &str, otherwise: u32) -> u32 {
    match settings.get(name) {
        Some(Setting::Number(number)) => number,
        _ => otherwise,
    }
}

/// What a core with these settings is spoken to by: `port`, `uart`, `wishbone` or `axi4-lite`.
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
        clock_hz: number(settings, CLOCK_HZ, default.clock_hz),
        baud: number(settings, BAUD, default.baud),
        ..default
    }
}

/// The netlist of a core with these settings, linked to its host.
///
/// # Errors
/// The description breaks a rule of the netlist, or the core cannot be linked so.
pub fn design(core: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
    let inner = unlinked(core, settings)?;
    let chosen = host(settings);
    let linked = match chosen {
        "uart" => link::uart::wrap(&inner, &uart(settings)),
        "wishbone" => link::bus::wishbone::wrap(&inner, &BusOptions::default()),
        "axi4-lite" => link::bus::axi4_lite::wrap(&inner, &BusOptions::default()),
        _ => return Ok(inner),
    };
    let link = |error: LinkError| CoreError::Link { core: core.name, error: Box::new(error) };
    let mut design = linked.map_err(link)?;
    design.settings.push((HOST.into(), chosen.into()));
    if chosen == "uart" {
        let UartOptions { clock_hz, baud, .. } = uart(settings);
        design.settings.extend([(CLOCK_HZ.into(), clock_hz.to_string()), (BAUD.into(), baud.to_string())]);
    }
    Ok(design)
}

/// The netlist of a core that has a command port outside.
fn with_port(core: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
    match host(settings) {
        "port" => unlinked(core, settings),
        host => Err(CoreError::NoPort { core: core.name, host }),
    }
}

/// The netlist of the core itself, with its command port outside whatever it is linked to.
///
/// # Errors
/// The description breaks a rule of the netlist.
pub fn unlinked(core: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
    let on = |name| settings.get(name) != Some(Setting::Switch(false));
    let options = classic::Options {
        name: core.name.into(),
        checks_first: on("checks_first"),
        legality: on("legality"),
        order: order(settings),
        board: core.board,
        stack_depth: deepest(settings).unwrap_or_else(|| classic::Options::default().stack_depth),
    };
    let build = |error: classic::BuildError| CoreError::Build { core: core.name, error: Box::new(error) };
    classic::design(&options).map_err(build)
}

/// The text of a core with these settings, a file a module.
///
/// # Errors
/// See [`design`]; or the emitter cannot say it in this language.
pub fn sources(core: &CoreInfo, settings: &Settings, language: Language) -> Result<Vec<File>, CoreError> {
    Ok(emit::emit(&design(core, settings)?, language, Dialect::Generic).map_err(Box::new)?)
}

/// A machine of a core with these settings, in a simulator, at the start of the game.
///
/// # Errors
/// See [`design`]; or the simulator cannot run it.
pub fn machine(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
) -> Result<Box<dyn Machine>, CoreError> {
    machine_in(core, settings, simulator, &outside::default_cache())
}

/// As [`machine`]; what Verilator compiles is kept in this folder.
///
/// # Errors
/// See [`machine`].
pub fn machine_in(
    core: &CoreInfo,
    settings: &Settings,
    simulator: Simulator,
    cache: &Path,
) -> Result<Box<dyn Machine>, CoreError> {
    let stack = deepest(settings).unwrap_or_else(|| classic::Options::default().stack_depth);
    let mut machine: Box<dyn Machine> = match simulator {
        Simulator::BuiltIn => {
            let simulation = Simulation::new(&with_port(core, settings)?)?;
            Box::new(ClassicMachine::new(simulation, "built-in simulator", stack)?)
        }
        Simulator::Verilator(traces) => {
            let design = with_port(core, settings)?;
            let simulation = Verilated::new(&design, traces, cache)?;
            Box::new(ClassicMachine::new(simulation, "verilator", stack)?)
        }
    };
    machine.load(&start(core)?)?;
    Ok(machine)
}

/// A machine of a core with these settings behind a serial line to the built-in simulator, at the start of the game. The line
/// takes eight clock cycles a bit, whatever `baud` is: it counts none of the machine's own.
///
/// # Errors
/// See [`design`]; or the simulator cannot run it.
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

/// The machine of a core with these settings at the other end of a serial line, at the start of the game; `pause_bits` are
/// the bit times of an idle line that end a message there.
///
/// # Errors
/// The line does not work, or nobody answers.
pub fn machine_on<L: Line>(
    line: L,
    pause_bits: u32,
    settings: &Settings,
) -> Result<HostMachine<L>, CoreError> {
    let stack = deepest(settings).unwrap_or_else(|| classic::Options::default().stack_depth);
    let mut machine = HostMachine::connect(line, pause_bits, stack)?;
    machine.load(&Position::start())?;
    Ok(machine)
}

/// What has to hold of a core with these settings; `design` is its netlist. Of a core linked to a host it is proven of the
/// core, which is the same modules.
///
/// # Errors
/// A property does not fit the core: a defect of one of them.
pub fn properties(core: &CoreInfo, settings: &Settings, design: &Design) -> Result<Vec<Property>, CoreError> {
    let inner = if host(settings) == "port" { None } else { Some(unlinked(core, settings)?) };
    let design = inner.as_ref().unwrap_or(design);
    let mut properties =
        vec![properties::arbiter_tree(order(settings), core.board)?, properties::one_square_a_line(design)?];
    if core.board == CHESS {
        // It is written for 64 squares.
        properties.push(properties::make_then_undo(design)?);
    }
    properties.push(properties::command_port(design)?);
    Ok(properties)
}

/// A run of a core in the built-in simulator through everything its port can do: positions with every special move, moves
/// one by one, down and up, walks, answers that wait, commands that are refused, a reset in the middle of a walk. A core
/// linked to a host is spoken to as the host does: a position, some moves, and what the link refuses.
///
/// # Errors
/// See [`design`]; or the machine does not answer as it should.
pub fn stimulus(core: &CoreInfo, settings: &Settings) -> Result<Transcript, CoreError> {
    let design = design(core, settings)?;
    let stack = deepest(settings).unwrap_or_else(|| classic::Options::default().stack_depth);
    let interface = Interface::of(&design)?;
    let failed = |error: PortsError| MachineError::Simulator {
        simulator: "built-in simulator",
        problem: error.to_string(),
    };
    let mut recorder = Recorder::new(Simulation::new(&design)?, interface).map_err(failed)?;
    match host(settings) {
        "uart" => host::exercise(&mut recorder, &uart(settings)).map_err(HostError::from)?,
        "wishbone" => link::bus::exercise(&mut recorder, link::bus::Bus::Wishbone).map_err(failed)?,
        "axi4-lite" => link::bus::exercise(&mut recorder, link::bus::Bus::Axi4Lite).map_err(failed)?,
        _ => classic::exercise(&mut recorder, core.board, stack)?,
    }
    Ok(recorder.into_transcript())
}

/// 64 machines of a core with these settings at once, in the built-in simulator.
///
/// # Errors
/// See [`machine`].
pub fn lanes(core: &CoreInfo, settings: &Settings) -> Result<ClassicLanes, CoreError> {
    let stack = deepest(settings).unwrap_or_else(|| classic::Options::default().stack_depth);
    Ok(ClassicLanes::new(Lanes::new(&with_port(core, settings)?)?, stack)?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NONE: [(&str, &str); 0] = [];

    #[test]
    fn every_default_is_in_its_range_and_reads_back() {
        for core in cores() {
            for parameter in core.parameters {
                assert_eq!(parameter.range.parse(&parameter.default.to_string()), Some(parameter.default));
                let text = parameter.range.to_string();
                for value in text.split('|').flat_map(|value| value.split("..")) {
                    let settings = Settings::parse(core, &[(parameter.name, value)]).unwrap();
                    assert_eq!(settings.get(parameter.name).unwrap().to_string(), value);
                }
            }
            assert_eq!(Settings::parse(core, &NONE).unwrap().iter().count(), core.parameters.len());
        }
    }

    #[test]
    fn a_wrong_setting_says_what_can_be_set() {
        let wrong = |given: &[(&str, &str)]| Settings::parse(&CLASSIC, given).unwrap_err().to_string();
        assert_eq!(
            wrong(&[("depth", "8")]),
            "chess-classic has no parameter `depth`; it has checks_first, legality, order, stack_depth, host, clock_hz, baud"
        );
        for value in ["128", "4", "12", "-8", "", "8.0"] {
            let expected = format!("parameter `stack_depth` cannot be `{value}`; choose 8|16|32|64");
            assert_eq!(wrong(&[("stack_depth", value)]), expected);
        }
        assert_eq!(
            wrong(&[("order", "random")]),
            "parameter `order` cannot be `random`; choose mvv_lva|plain"
        );
        assert_eq!(wrong(&[("legality", "yes")]), "parameter `legality` cannot be `yes`; choose on|off");
        assert!(wrong(&[("legality", "on"), ("legality", "off")]).contains("set twice"));
    }

    #[test]
    fn the_design_is_the_one_announced() {
        for core in cores() {
            let settings = Settings::parse(core, &NONE).unwrap();
            let design = design(core, &settings).unwrap();
            let top = design.module(design.top().unwrap());
            assert_eq!(top.name, core.top);
            let given: Vec<_> =
                settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            // What links it to a host is said where it is linked.
            assert_eq!(design.settings, given[..given.len() - 3]);
        }
    }

    #[test]
    fn a_host_is_said_in_the_header_and_the_rest_is_the_core() {
        let with = |given: &[(&str, &str)]| design(&CLASSIC, &Settings::parse(&CLASSIC, given).unwrap());
        let plain = with(&[]).unwrap();
        for (host, added) in [("uart", 3), ("wishbone", 1), ("axi4-lite", 1)] {
            let linked = with(&[("host", host)]).unwrap();
            assert_eq!(linked.settings.len(), plain.settings.len() + added);
            assert_eq!(linked.modules()[..plain.modules().len()].len(), plain.modules().len());
            for (inner, alone) in linked.modules().iter().zip(plain.modules()) {
                assert_eq!(inner.name, alone.name);
            }
        }
        let refused = with(&[("host", "uart"), ("clock_hz", "1000000")]).unwrap_err().to_string();
        assert!(refused.starts_with("chess-classic: 115200 baud from 1000000 Hz"), "{refused}");
        let settings = Settings::parse(&CLASSIC, &[("host", "uart")]).unwrap();
        let refused = machine(&CLASSIC, &settings, Simulator::BuiltIn).err().unwrap().to_string();
        assert!(refused.contains("with host=uart it has none outside; leave host at port"), "{refused}");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

        /// A value that is taken is one the parameter announces.
        #[test]
        fn no_setting_makes_it_panic(
            name in "checks_first|legality|order|stack_depth|host|clock_hz|baud|\\PC{0,12}",
            value in "on|off|plain|mvv_lva|[0-9]{1,22}|-?[0-9]{1,3}|\\PC{0,12}",
        ) {
            if let Ok(settings) = Settings::parse(&CLASSIC, &[(&name, &value)]) {
                let parameter = CLASSIC.parameters.iter().find(|known| known.name == name).unwrap();
                let taken = settings.get(&name).unwrap();
                let announced = match (parameter.range, taken) {
                    (Range::Number { low, high }, Setting::Number(number)) => (low..=high).contains(&number),
                    (range, taken) => range.to_string().split('|').any(|known| known == taken.to_string()),
                };
                prop_assert!(announced);
            }
        }
    }
}
