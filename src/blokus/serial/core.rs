//! The core: the serial line, the messages on it, and the search core behind them.

use super::canonical::{MOVE, canonical};
use super::protocol::Protocol;
use super::reader::ProtocolReader;
use super::runner::GameRunner;
use super::writer::CodeWriter;
use super::{BuildError, Options, Time};
use crate::blokus::search::{self, DEEPEN, DEEPEST};
use crate::describe::{Builder, ModuleHandle, Outputs, Project, Wire, concat, lower_commented, mux};
use crate::link::LinkError;
use crate::link::port::{AnswerPort, Core, Drive};
use crate::link::uart::{hear, line_out, speak};
use crate::netlist::Design;
use crate::parts::uart::{BitTime, receiver, transmitter};

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

/// The settings of the line and the messages.
fn set(project: &mut Project, options: &Options) {
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
}

/// The top module around the search core.
fn around(options: &Options, top: &str, search: &Design) -> Result<Design, LinkError> {
    let (time, pause) = options.line.times()?;
    let (mut project, core) = Core::begin(search)?;
    set(&mut project, options);
    let cells = Cells::add(&mut project)?;
    let b = Builder::new(
        top,
        "Plays Blokus Duo by the serial protocol of the FPT design competitions.\n\
         docs/blokus.md has its messages.",
    );
    b.clock();
    let reset = b.reset();
    let forward = Forward::new(&b);
    let message = read(&b, &cells, options, (time, pause), &forward);
    let run = run(&b, &cells.runner, options, &message, &forward);
    let own = ask_core(&b, &core, &reset, [&run, &message], &forward);

    let [first, second] = options.team.map(u64::from);
    let written = b
        .instance("writer", &cells.writer)
        .input("send", &run.get("send"))
        .input("greets", &run.get("greets"))
        .input("code", &own)
        .input("team", &b.constant(16, first << 8 | second))
        .input("line_ready", &forward.line_ready)
        .drives("ready", &forward.writer_ready)
        .outputs();
    let line = speak(&b, &cells.transmitter, time, &written, &forward.line_ready);
    line_out(&b, options.line.clock_hz, &line, &forward.busy, &run.get("trouble"));
    project.add(b)?;
    let mut design = project.finish()?;
    design.name.clone_from(&options.name);
    Ok(design)
}

/// Wires that are read before they are driven.
struct Forward {
    answer: AnswerPort,
    line_ready: Wire,
    writer_ready: Wire,
    busy: Wire,
    /// The search core's answer: a move, whether it is a pass, and whether there is one.
    found: Wire,
    found_pass: Wire,
    found_any: Wire,
    /// The move that the runner looks at.
    looked_at: Wire,
}

impl Forward {
    fn new(b: &Builder) -> Self {
        let bit = |name: &str| b.forward(name, 1);
        Self {
            answer: AnswerPort::new(b),
            line_ready: bit("line_ready"),
            writer_ready: bit("writer_ready"),
            busy: bit("runner_busy"),
            found: b.forward("found", MOVE),
            found_pass: bit("found_pass"),
            found_any: bit("found_any"),
            looked_at: b.forward("looked_at", MOVE + 1),
        }
    }
}

/// The messages from the line. What comes while an answer is written is passed over too.
fn read(
    b: &Builder,
    cells: &Cells,
    options: &Options,
    times: (BitTime, u32),
    Forward { busy, writer_ready, .. }: &Forward,
) -> Outputs {
    let (reader, _) = hear(b, &cells.receiver, &cells.reader, times);
    reader
        .input("heart", &b.bit(options.protocol == Protocol::Heart2014))
        .input("busy", &(busy | !writer_ready).named("busy"))
        .outputs()
}

/// The runner, told of a message and of what the core answers.
fn run(b: &Builder, cell: &ModuleHandle, options: &Options, message: &Outputs, forward: &Forward) -> Outputs {
    let Forward { found, found_pass, looked_at, .. } = forward;
    let smallest = canonical(b, looked_at).named("looked_at_canonical");
    let pass = looked_at.bit(MOVE);
    let same = found.eq(&smallest) & !found_pass;
    let deepens = if options.time.is_some() { DEEPEN } else { 0 };
    let runner = ["hello", "ended", "complete", "wrong", "begins", "on_a", "tells", "two"]
        .iter()
        .fold(b.instance("runner", cell), |runner, port| runner.input(port, &message.get(port)))
        .input("pass", &pass)
        .input("same", &same.named("same_move"))
        .input("there", &forward.found_any)
        .input("wanted", &b.constant(5, u64::from(options.depth) | deepens));
    forward
        .answer
        .connect(runner)
        .input("writer_ready", &forward.writer_ready)
        .drives("busy", &forward.busy)
        .outputs()
}

/// The search core, and the move that the runner looks at. Returns the machine's last move.
fn ask_core(
    b: &Builder,
    core: &Core,
    reset: &Wire,
    [run, message]: [&Outputs; 2],
    forward: &Forward,
) -> Wire {
    let Forward { found, found_pass, found_any, .. } = forward;
    let drive = Drive {
        reset: &(reset | run.get("core_reset")).named("core_reset"),
        command_valid: &run.get("command_valid"),
        command: &run.get("command"),
        command_data: &run.get("command_data"),
        response_ready: &run.get("response_ready"),
    };
    // Score and corner of the move are not needed.
    let answer = core.connect(b, &drive).output("response_data", "answer_partly_unused").outputs();
    let word = answer.get("response_data");
    forward.answer.drive(b, &answer);
    b.drive(found, &word.slice(0, MOVE));
    b.drive(found_pass, &word.bit(PASS));
    b.drive(found_any, &word.bit(THERE));
    let own = b.register("own_move", MOVE + 1).comment("the machine's last move");
    own.next_when(&run.get("keeps"), &concat(&[found_pass | !found_any, found.clone()]));
    let told = mux(&run.get("look_at_former"), &message.get("former"), &message.get("told"));
    b.drive(&forward.looked_at, &mux(&run.get("look_at_own"), &own, &told));
    own.output()
}
