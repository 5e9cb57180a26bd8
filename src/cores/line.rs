//! Machines of cores behind a serial line, and the parameters of the line.

use std::borrow::Cow;

use super::machine::started;
use super::{CoreError, CoreInfo, ParameterInfo, Range, Setting, Settings, deepest, failed};
use crate::game::TextMachine;
use crate::host::{self, HostError, Line, SimulatedLine, connect};
use crate::link;
use crate::link::bus::{Bus, BusOptions};
use crate::link::uart::UartOptions;
use crate::netlist::Design;
use crate::simulate::{Ports, Simulation};

/// The parameter that says what a core is linked to.
pub const HOST: ParameterInfo = ParameterInfo {
    name: "host",
    about: "the link to the core: its command port, a UART around it, or a bus slave",
    range: Range::Choice(&["port", "uart", "wishbone", "axi4-lite"]),
    default: Setting::Word("port"),
    smallest: Some(Setting::Word("port")),
    only_with: None,
};

/// The parameter that says which clock a core with a UART has.
pub const CLOCK: ParameterInfo = ParameterInfo {
    name: "clock_hz",
    about: "the clock in Hz, for host=uart",
    range: Range::Number { low: 1_000_000, high: 1_000_000_000 },
    default: Setting::Number(50_000_000),
    smallest: None,
    only_with: Some((HOST.name, "uart")),
};

/// The parameter that says which rate a core's UART has.
pub const BAUD_RATE: ParameterInfo = ParameterInfo {
    name: "baud",
    about: "the baud rate, for host=uart; the clock divided by a whole number has to come within 2 %",
    range: Range::Number { low: 300, high: 12_000_000 },
    default: Setting::Number(115_200),
    smallest: None,
    only_with: Some((HOST.name, "uart")),
};

/// The link of a core with these settings: `port`, `uart`, `wishbone` or `axi4-lite`.
pub fn host(settings: &Settings) -> &'static str {
    match settings.get(HOST.name) {
        Some(Setting::Word(host)) => host,
        _ => "port",
    }
}

/// The netlist of a core whose command port is outside, linked to its host as its settings say.
///
/// # Errors
/// The core cannot be linked so.
pub fn linked(core: &CoreInfo, settings: &Settings, inner: Design) -> Result<Design, CoreError> {
    let chosen = host(settings);
    let linked = match chosen {
        "uart" => link::uart::wrap(&inner, &uart(settings)),
        "wishbone" => link::bus::wishbone::wrap(&inner, &BusOptions::default()),
        "axi4-lite" => link::bus::axi4_lite::wrap(&inner, &BusOptions::default()),
        _ => return Ok(inner),
    };
    let mut design = linked.map_err(CoreError::link(core))?;
    design.settings.push((HOST.name.into(), chosen.into()));
    if chosen == "uart" {
        let UartOptions { clock_hz, baud, .. } = uart(settings);
        let line = [(CLOCK.name.into(), clock_hz.to_string()), (BAUD_RATE.name.into(), baud.to_string())];
        design.settings.extend(line);
    }
    Ok(design)
}

/// The core within `design`, its netlist with a host around it: the same where there is no host.
pub(super) fn inner<'a>(
    core: &CoreInfo,
    settings: &Settings,
    design: &'a Design,
) -> Result<Cow<'a, Design>, CoreError> {
    Ok(match host(settings) {
        "port" => Cow::Borrowed(design),
        _ => Cow::Owned(core.core.with_port(core, settings)?),
    })
}

/// The serial line of a core with these settings.
pub fn uart(settings: &Settings) -> UartOptions {
    let default = UartOptions::default();
    UartOptions {
        clock_hz: settings.number(CLOCK.name).unwrap_or(default.clock_hz),
        baud: settings.number(BAUD_RATE.name).unwrap_or(default.baud),
        ..default
    }
}

/// Runs a core that [`linked`] made. Where it is linked to a host, the run drives the link with
/// the core's session: a position, some moves, and requests that the link refuses. Otherwise it is
/// `at_the_port`, which drives the command port.
///
/// # Errors
/// The simulator failed, `at_the_port` did, or the core has no session.
pub fn exercise_linked(
    core: &CoreInfo,
    settings: &Settings,
    mut ports: &mut dyn Ports,
    at_the_port: impl FnOnce(&mut dyn Ports) -> Result<(), CoreError>,
) -> Result<(), CoreError> {
    let bus = match self::host(settings) {
        "uart" => {
            let session = core.core.session(core)?;
            return Ok(host::exercise(&mut ports, &uart(settings), &session).map_err(HostError::from)?);
        }
        "wishbone" => Bus::Wishbone,
        "axi4-lite" => Bus::Axi4Lite,
        _ => return at_the_port(ports),
    };
    Ok(link::bus::exercise(&mut ports, bus, &core.core.session(core)?).map_err(failed)?)
}

/// Clock cycles of a run by [`exercise_linked`] over a serial line, about; `None` unless the core
/// with these settings has one.
pub(super) fn cycles_of_a_run(core: &CoreInfo, settings: &Settings) -> Option<u64> {
    let session = (host(settings) == "uart").then(|| core.core.session(core).ok()).flatten()?;
    Some(host::exercise_bits(&session) * cycles_a_bit(&uart(settings)))
}

/// Clock cycles of a bit on this line, about.
pub(super) fn cycles_a_bit(line: &UartOptions) -> u64 {
    u64::from(line.clock_hz / line.baud.max(1))
}

/// A machine of a core with these settings behind a serial line to the built-in simulator, at the
/// start of the game. The line takes eight clock cycles a bit, whatever `baud` is, because it
/// counts none of the machine's own cycles. All the same, the clock has to give that baud rate.
///
/// # Errors
/// See [`super::design`]; or the simulator cannot run it.
pub fn machine_on_a_line(core: &CoreInfo, settings: &Settings) -> Result<Box<dyn TextMachine>, CoreError> {
    uart(settings).times().map_err(CoreError::link(core))?;
    let quick = UartOptions { clock_hz: 8_000_000, baud: 1_000_000, pause_bits: 40 };
    let inner = core.core.with_port(core, settings)?;
    let design = link::uart::wrap(&inner, &quick).map_err(CoreError::link(core))?;
    let line = SimulatedLine::new(Simulation::new(&design)?, 8_000).map_err(HostError::from)?;
    machine_on(core, settings, line, quick.pause_bits)
}

/// The machine of a core with these settings at the other end of a serial line, at the start of the
/// game. `pause_bits` are the bit times of an idle line that end a message there.
///
/// # Errors
/// The line does not work, or nobody answers.
pub fn machine_on<L: Line + 'static>(
    core: &CoreInfo,
    settings: &Settings,
    line: L,
    pause_bits: u32,
) -> Result<Box<dyn TextMachine>, CoreError> {
    started(core, Box::new(connect(line, pause_bits)?), deepest(core, settings)?)
}
