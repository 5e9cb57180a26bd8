//! The core: the serial line, the messages on it, and the search core behind them.

use super::canonical::{MOVE, canonical};
use super::protocol::Protocol;
use super::reader::ProtocolReader;
use super::runner::GameRunner;
use super::writer::CodeWriter;
use super::{BuildError, Options, Time};
use crate::blokus::search::{self, DEEPEN, DEEPEST};
use crate::describe::{Builder, ModuleHandle, Project, concat, lower_commented, mux};
use crate::link::LinkError;
use crate::link::port::{Core, Drive};
use crate::link::uart::{PAUSE_WIDTH, line_in, line_out};
use crate::netlist::Design;
use crate::parts::uart::{receiver, transmitter, use_receiver, use_transmitter};

/// The bit of a move word that says it is a pass.
const PASS: u32 = 24;
/// The bit that says there is a move.
const THERE: u32 = 32;

/// Builds the whole machine. The ports of its top are those of [`crate::link::uart::wrap`]:
/// `clock`, `reset`, `serial_in`, `serial_out`, and three LEDs. `led_alive` blinks about once a
/// second. `led_busy` is lit while a message is being carried out. `led_error` is lit from a
/// message that was not carried out to the next one that is.
///
/// # Errors
/// The depth or the team code is out of range, the baud rate does not go with the clock, or the
/// search core cannot be built.
pub fn design(options: &Options) -> Result<Design, BuildError> {
    if !(1..=DEEPEST).contains(&options.depth) {
        return Err(BuildError::Depth { depth: options.depth });
    }
    if !options.team.iter().all(u8::is_ascii_alphanumeric) {
        let code = options.team.iter().map(|&character| char::from(character)).collect();
        return Err(BuildError::Team { code });
    }
    let top = options.name.replace('-', "_");
    let mut search = options.search.clone();
    if let Some(time) = options.time {
        let clock_hz = options.line.clock_hz;
        search.limit = time.cycles(clock_hz).ok_or(BuildError::Time { time, clock_hz })?;
    }
    Ok(around(options, &top, &search::design(&search)?)?)
}

/// The modules of the protocol.
struct Cells {
    receiver: ModuleHandle,
    transmitter: ModuleHandle,
    reader: ModuleHandle,
    runner: ModuleHandle,
    writer: ModuleHandle,
}

impl Cells {
    fn add(project: &mut Project) -> Result<Self, LinkError> {
        let reader =
            "Reads the messages of the competition from a serial line.\ndocs/blokus.md has the characters.";
        let runner = "Carries out messages at the port of the search core, and has them answered.";
        let writer = "Writes moves and the team code to a serial line.";
        Ok(Self {
            receiver: project.add_module(receiver()?)?,
            transmitter: project.add_module(transmitter()?)?,
            reader: project.add_module(lower_commented::<ProtocolReader>(
                "protocol_reader",
                reader,
                include_str!("reader.rs"),
            )?)?,
            runner: project.add_module(lower_commented::<GameRunner>(
                "game_runner",
                runner,
                include_str!("runner.rs"),
            )?)?,
            writer: project.add_module(lower_commented::<CodeWriter>(
                "code_writer",
                writer,
                include_str!("writer.rs"),
            )?)?,
        })
    }
}

/// The top module around the search core.
fn around(options: &Options, top: &str, search: &Design) -> Result<Design, LinkError> {
    let (time, pause) = options.line.times()?;
    let (mut project, core) = Core::begin(search)?;
    project.setting("depth", options.depth);
    match options.time {
        None => project.setting("time_ms", 0),
        Some(Time::Milliseconds(time)) => project.setting("time_ms", time),
        Some(Time::Cycles(cycles)) => project.setting("time_cycles", cycles),
    }
    project.setting("protocol", options.protocol.name());
    project.setting("team", options.team.map(char::from).iter().collect::<String>());
    project.setting("clock_hz", options.line.clock_hz);
    project.setting("baud", options.line.baud);
    project.setting("pause_bits", options.line.pause_bits);
    let cells = Cells::add(&mut project)?;
    let b = Builder::new(
        top,
        "Plays Blokus Duo by the serial protocol of the FPT design competitions.\n\
         docs/blokus.md has its messages.",
    );
    b.clock();
    let reset = b.reset();
    let [command_ready, response_valid, response_error, line_ready, writer_ready, busy] =
        ["command_ready", "response_valid", "response_error", "line_ready", "writer_ready", "runner_busy"]
            .map(|name| b.forward(name, 1));
    // The search core's answer: a move, whether it is a pass, and whether there is one.
    let [found, found_pass, found_any, looked_at] =
        [("found", MOVE), ("found_pass", 1), ("found_any", 1), ("looked_at", MOVE + 1)]
            .map(|(name, width)| b.forward(name, width));

    let heard = use_receiver(&b, &cells.receiver, time).input("line", &line_in(&b)).outputs();
    let mut reader = b.instance("reader", &cells.reader);
    for port in ["octet", "valid", "fault", "active"] {
        reader = reader.input(port, &heard.get(port));
    }
    // What comes while an answer is written is passed over too.
    let message = reader
        .input("pause", &b.constant(PAUSE_WIDTH, u64::from(pause)))
        .input("heart", &b.bit(options.protocol == Protocol::Heart2014))
        .input("busy", &(&busy | !&writer_ready).named("busy"))
        .outputs();

    let smallest = canonical(&b, &looked_at).named("looked_at_canonical");
    let pass = looked_at.bit(MOVE);
    let same = found.eq(&smallest) & !&found_pass;
    let mut runner = b.instance("runner", &cells.runner);
    for port in ["hello", "ended", "complete", "wrong", "begins", "on_a", "tells", "two"] {
        runner = runner.input(port, &message.get(port));
    }
    let run = runner
        .input("pass", &pass)
        .input("same", &same.named("same_move"))
        .input("there", &found_any)
        .input(
            "wanted",
            &b.constant(5, u64::from(options.depth) | if options.time.is_some() { DEEPEN } else { 0 }),
        )
        .input("command_ready", &command_ready)
        .input("response_valid", &response_valid)
        .input("response_error", &response_error)
        .input("writer_ready", &writer_ready)
        .drives("busy", &busy)
        .outputs();

    let drive = Drive {
        reset: &(&reset | run.get("core_reset")).named("core_reset"),
        command_valid: &run.get("command_valid"),
        command: &run.get("command"),
        command_data: &run.get("command_data"),
        response_ready: &run.get("response_ready"),
    };
    // Score and corner of the move are not needed.
    let answer = core.connect(&b, &drive).output("response_data", "answer_partly_unused").outputs();
    let word = answer.get("response_data");
    for (port, wire) in [
        ("command_ready", &command_ready),
        ("response_valid", &response_valid),
        ("response_error", &response_error),
    ] {
        b.drive(wire, &answer.get(port));
    }
    b.drive(&found, &word.slice(0, MOVE));
    b.drive(&found_pass, &word.bit(PASS));
    b.drive(&found_any, &word.bit(THERE));
    let own = b.register("own_move", MOVE + 1).comment("the machine's last move");
    own.next_when(&run.get("keeps"), &concat(&[&found_pass | !&found_any, found]));
    let told = mux(&run.get("look_at_former"), &message.get("former"), &message.get("told"));
    b.drive(&looked_at, &mux(&run.get("look_at_own"), &own, &told));

    let [first, second] = options.team.map(u64::from);
    let written = b
        .instance("writer", &cells.writer)
        .input("send", &run.get("send"))
        .input("greets", &run.get("greets"))
        .input("code", &own)
        .input("team", &b.constant(16, first << 8 | second))
        .input("line_ready", &line_ready)
        .drives("ready", &writer_ready)
        .outputs();
    let spoken = use_transmitter(&b, &cells.transmitter, time)
        .input("octet", &written.get("octet"))
        .input("send", &written.get("octet_valid"))
        .drives("ready", &line_ready)
        .outputs();

    line_out(&b, options.line.clock_hz, &spoken.get("line"), &busy, &run.get("trouble"));
    project.add(b)?;
    let mut design = project.finish()?;
    design.name.clone_from(&options.name);
    Ok(design)
}
