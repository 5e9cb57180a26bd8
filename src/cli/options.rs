//! Options that several commands share.

use anyhow::Result;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Usage;
use super::progress::Progress;
use crate::cores::{self, Ability, CoreInfo, Settings, Simulator};
use crate::game::{TextLanes, TextMachine};
use crate::simulate::Ports;
use crate::simulate::command_port::Pins;
use crate::simulate::outside::Traces;

/// The format of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Pretty,
    /// For programs: one JSON value a line.
    Json,
}

/// The simulator of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sim {
    /// Movewright's own simulator; needs nothing else.
    BuiltIn,
    /// Verilator, on the emitted Verilog.
    Verilator,
}

impl Sim {
    /// The simulator, with or without waveforms if it has to be compiled for them. It says which
    /// step takes long.
    pub fn simulator(self, traces: Traces, progress: &Progress) -> Simulator {
        match self {
            Self::BuiltIn => Simulator::BuiltIn,
            Self::Verilator => {
                progress.doing("compiling the machine with Verilator, once; this takes a minute".into());
                Simulator::Verilator(traces)
            }
        }
    }
}

/// The machine, its parameters, and its simulator. A command that some machines cannot carry out
/// takes only the others.
#[derive(Clone, Debug, clap::Args)]
pub struct MachineArgs {
    /// The core to simulate
    #[arg(long, value_name = "CORE", default_value = default_core(), value_parser = machine_parser())]
    core: &'static CoreInfo,
    #[command(flatten)]
    set: SetArgs,
    /// The simulator
    #[arg(long, value_enum, value_name = "SIMULATOR", default_value_t = Sim::BuiltIn)]
    sim: Sim,
}

/// Values for the core's parameters.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SetArgs {
    /// Set a parameter of the core; `movewright cores` lists them [may be repeated]
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_set)]
    set: Vec<(String, String)>,
}

impl SetArgs {
    /// These values, and those of others for what has none here.
    pub fn or(&self, others: &Self) -> Self {
        let more = others.set.iter().filter(|(name, _)| !self.sets(name));
        Self { set: self.set.iter().chain(more).cloned().collect() }
    }

    /// Whether this parameter is set.
    pub fn sets(&self, name: &str) -> bool {
        self.set.iter().any(|(known, _)| known == name)
    }

    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// Names and values.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.set
    }

    /// The parameters, with these values, of a core at the other end of a serial line. Settings of
    /// the line have an effect.
    pub fn settings_on_a_line(&self, core: &CoreInfo) -> Result<Settings> {
        let line = ("host".to_owned(), "uart".to_owned());
        let linked = !self.sets(&line.0) && core.parameters.iter().any(|known| known.name == line.0);
        let set: Vec<_> = self.set.iter().cloned().chain(linked.then_some(line)).collect();
        let settings = Settings::parse(core, &set).map_err(Usage::of)?;
        let host = cores::host(&settings);
        if settings.get(cores::HOST.name).is_some() && host != "uart" {
            let why = format!("a machine on a serial line has host=uart, not host={host}; leave it out");
            return Err(Usage(why).into());
        }
        Ok(settings)
    }

    /// The core's parameters with these values.
    pub fn settings(&self, core: &CoreInfo) -> Result<Settings> {
        Ok(Settings::parse(core, &self.set).map_err(Usage::of)?)
    }
}

impl MachineArgs {
    /// The core.
    pub fn core(&self) -> &'static CoreInfo {
        self.core
    }

    /// The same with this core.
    pub fn with(&self, core: &'static CoreInfo) -> Self {
        Self { core, ..self.clone() }
    }

    /// The simulator of the machine.
    pub fn sim(&self) -> Sim {
        self.sim
    }

    /// 64 of the machines at once.
    pub fn lanes(&self) -> Result<Box<dyn TextLanes>> {
        if self.sim != Sim::BuiltIn {
            return Err(Usage("only the built-in simulator has lanes; leave --sim out".into()).into());
        }
        Ok(cores::lanes(self.core, &self.settings()?)?)
    }

    /// The core's parameters.
    pub fn settings(&self) -> Result<Settings> {
        self.set.settings(self.core)
    }

    /// The machine, at the start of its game.
    pub fn machine(&self) -> Result<Box<dyn TextMachine>> {
        self.machine_with(Traces::Without)
    }

    /// The machine, with or without waveforms from a simulator that has to be compiled for them.
    pub fn machine_with(&self, traces: Traces) -> Result<Box<dyn TextMachine>> {
        let progress = Progress::new(1);
        let simulator = self.sim.simulator(traces, &progress);
        Ok(cores::machine(self.core, &self.settings()?, simulator)?)
    }

    /// The command port of the machine after a reset, with waveforms.
    pub fn traced_port(&self) -> Result<Pins<Box<dyn Ports>>> {
        let progress = Progress::new(1);
        let simulator = self.sim.simulator(Traces::Vcd, &progress);
        Ok(cores::port(self.core, &self.settings()?, simulator)?)
    }
}

/// Reads the name of a core.
pub fn core_parser() -> impl TypedValueParser<Value = &'static CoreInfo> {
    one_of(|_| true)
}

/// Reads the name of a core that takes commands, of whatever game.
fn machine_parser() -> impl TypedValueParser<Value = &'static CoreInfo> {
    one_of(CoreInfo::takes_commands)
}

/// Reads the name of a core that gives moves one by one, of whatever game.
pub fn generator_parser() -> impl TypedValueParser<Value = &'static CoreInfo> {
    one_of(|core| core.can(Ability::Moves))
}

/// Reads the name of a core that can stand behind a serial line and give moves there.
pub fn player_parser() -> impl TypedValueParser<Value = &'static CoreInfo> {
    one_of(on_a_line)
}

/// Whether the core gives moves on a board's serial line.
pub fn on_a_line(core: &CoreInfo) -> bool {
    core.can(Ability::Board) && core.can(Ability::Moves)
}

/// The core that commands take if none is named: the first that gives moves.
fn default_core() -> &'static str {
    cores::cores().find(|core| core.can(Ability::Moves)).map_or("", |core| core.name)
}

/// Reads the name of a core that has an array of squares, or plays on a board, that can be drawn.
pub fn array_parser() -> impl TypedValueParser<Value = &'static CoreInfo> {
    one_of(|core| core.can(Ability::Picture))
}

/// Reads the name of a core that can be built for a board: one that plays, or has its own serial
/// line.
pub fn board_parser() -> impl TypedValueParser<Value = &'static CoreInfo> {
    one_of(|core| core.can(Ability::Board))
}

fn one_of(wanted: impl Fn(&CoreInfo) -> bool) -> impl TypedValueParser<Value = &'static CoreInfo> {
    let known = cores::cores().filter(|core| wanted(core));
    PossibleValuesParser::new(known.map(|core| core.name).collect::<Vec<_>>())
        .try_map(|name| cores::find(&name).ok_or("no such core; the command `cores` lists them"))
}

fn parse_set(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) =
        text.split_once('=').ok_or("no `=` in it; write NAME=VALUE, such as checks_first=off")?;
    Ok((name.trim().into(), value.trim().into()))
}
