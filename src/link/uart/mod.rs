//! A core behind a serial line: messages of commands in, answers out. docs/protocol.md has them
//! byte by byte.

pub mod protocol;
mod reader;
mod runner;
#[cfg(test)]
mod tests;
mod writer;

use self::reader::MessageReader;
use self::runner::MessageRunner;
use self::writer::AnswerWriter;
use super::LinkError;
use super::port::{AnswerPort, Core, Drive};
use crate::describe::{Builder, Connections, ModuleHandle, Outputs, Project, Wire, lower_commented};
use crate::netlist::{Design, RamStyle};
use crate::parts::crc;
use crate::parts::uart::{BitTime, receiver, transmitter, use_receiver, use_transmitter};

/// The options of a serial line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UartOptions {
    /// The clock, in Hz.
    pub clock_hz: u32,
    /// The baud rate. A whole number of clock cycles a bit, at least 8, has to come within 2 % of
    /// it.
    pub baud: u32,
    /// Bit times of an idle line that end a message: longer than any between its bytes.
    pub pause_bits: u32,
}

impl Default for UartOptions {
    /// 115,200 baud from 50 MHz, and 9 ms of pause.
    fn default() -> Self {
        Self { clock_hz: 50_000_000, baud: 115_200, pause_bits: 1024 }
    }
}

impl UartOptions {
    /// Clock cycles a bit, and of the pause.
    pub(crate) fn times(&self) -> Result<(BitTime, u32), LinkError> {
        let time = BitTime::new(self.clock_hz, self.baud)?;
        let ticks = time.ticks();
        let most = ((1 << PAUSE_WIDTH) - 1) / ticks;
        if !(20..=most).contains(&self.pause_bits) {
            return Err(LinkError::Pause { pause_bits: self.pause_bits, ticks, most });
        }
        Ok((time, self.pause_bits * ticks))
    }
}

/// Bits of the counter of an idle line.
const PAUSE_WIDTH: u32 = 24;

/// The modules of the link.
struct Cells {
    receiver: ModuleHandle,
    transmitter: ModuleHandle,
    crc: ModuleHandle,
    reader: ModuleHandle,
    runner: ModuleHandle,
    writer: ModuleHandle,
}

impl Cells {
    fn add(project: &mut Project) -> Result<Self, LinkError> {
        let reader = "Reads messages from a serial line into the message buffer, and says whether they are right.\n\
                      docs/protocol.md has the bytes.";
        let runner = "Carries out messages at the core's command port, each once, and has them answered.";
        let writer = "Writes answers to a serial line, with their check.";
        Ok(Self {
            receiver: project.add_module(receiver()?)?,
            transmitter: project.add_module(transmitter()?)?,
            crc: crc::module(project)?,
            reader: project.add_module(lower_commented::<MessageReader>(
                "message_reader",
                reader,
                include_str!("reader.rs"),
            )?)?,
            runner: project.add_module(lower_commented::<MessageRunner>(
                "message_runner",
                runner,
                include_str!("runner.rs"),
            )?)?,
            writer: project.add_module(lower_commented::<AnswerWriter>(
                "answer_writer",
                writer,
                include_str!("writer.rs"),
            )?)?,
        })
    }
}

/// The line from the other end.
fn line_in(b: &Builder) -> Wire {
    b.input("serial_in", 1).comment("the line from the other end")
}

/// A reader of messages on the line: it hears bytes and faults, and whether the line is idle;
/// `pause` cycles of an idle line end a message. Returns its other inputs still to be connected,
/// and the byte heard.
pub(crate) fn hear(
    b: &Builder,
    receiver: &ModuleHandle,
    reader: &ModuleHandle,
    (time, pause): (BitTime, u32),
) -> (Connections, Wire) {
    let heard = use_receiver(b, receiver, time).input("line", &line_in(b)).outputs();
    let reader = ["octet", "valid", "fault", "active"]
        .iter()
        .fold(b.instance("reader", reader), |reader, port| reader.input(port, &heard.get(port)));
    (reader.input("pause", &b.constant(PAUSE_WIDTH, u64::from(pause))), heard.get("octet"))
}

/// The line that carries the bytes of a writer, which is told when it is `ready`.
pub(crate) fn speak(
    b: &Builder,
    transmitter: &ModuleHandle,
    time: BitTime,
    writer: &Outputs,
    ready: &Wire,
) -> Wire {
    use_transmitter(b, transmitter, time)
        .input("octet", &writer.get("octet"))
        .input("send", &writer.get("octet_valid"))
        .drives("ready", ready)
        .outputs()
        .get("line")
}

/// The line to the other end, and three LEDs.
pub(crate) fn line_out(b: &Builder, clock_hz: u32, line: &Wire, busy: &Wire, trouble: &Wire) {
    b.output("serial_out", line).comment("the line to the other end");
    b.output("led_alive", &heartbeat(b, clock_hz)).comment("changes about once a second");
    b.output("led_busy", busy).comment("a message is at work");
    b.output("led_error", trouble).comment("the last message was not carried out");
}

/// A signal that blinks: the highest bit of a counter, which changes about once a second.
fn heartbeat(b: &Builder, clock_hz: u32) -> Wire {
    let width = clock_hz.max(2).ilog2() + 1;
    let heartbeat = b.register("heartbeat", width).resets_to(0);
    heartbeat.next(&(&*heartbeat + &b.constant(width, 1)));
    heartbeat.bit(width - 1)
}

/// A core behind a serial line. The new top is called `<core's top>_uart`. Its ports are:
///
/// | port | meaning |
/// | --- | --- |
/// | `clock`, `reset` | as the core's |
/// | `serial_in`, `serial_out` | the line, high when idle; `serial_in` needs no relation to the clock |
/// | `led_alive` | blinks about once a second |
/// | `led_busy` | a message is being carried out |
/// | `led_error` | the last message was not carried out |
///
/// A command is offered to the core 3 cycles after the stop bit is sampled. Each further command of
/// a message is offered 2 cycles after the last answer. A memory of 128 words of 14 bits holds a
/// message.
///
/// # Errors
/// The baud rate does not go with the clock, or the core has no command port.
pub fn wrap(core: &Design, options: &UartOptions) -> Result<Design, LinkError> {
    let (time, pause) = options.times()?;
    let (mut project, core) = Core::begin(core)?;
    let cells = Cells::add(&mut project)?;
    let b = Builder::new(
        format!("{}_uart", core.name()),
        format!("{} behind a serial line: docs/protocol.md has its messages.", core.name()),
    );
    b.clock();
    let reset = b.reset();
    let forward = Forward::new(&b);
    let (reader, octet) = hear(&b, &cells.receiver, &cells.reader, (time, pause));
    let message = read(&b, &cells.crc, reader, &octet, &forward.read_check);
    let mut runner = b.instance("runner", &cells.runner);
    for port in ["begins", "good", "bad", "problem", "sequence_number", "last_place"] {
        runner = runner.input(port, &message.get(port));
    }
    let runner = forward.answer.connect(runner);
    let run = runner.input("writer_ready", &forward.writer_ready).outputs();
    let data = ask_core(&b, &core, &reset, [&run, &message], &forward.answer);
    let written = write(&b, &cells, &run, &data, &forward);
    let line = speak(&b, &cells.transmitter, time, &written, &forward.line_ready);
    line_out(&b, options.clock_hz, &line, &run.get("busy"), &run.get("trouble"));
    project.add(b)?;
    Ok(project.finish()?)
}

/// Wires that are read before they are driven.
struct Forward {
    answer: AnswerPort,
    line_ready: Wire,
    writer_ready: Wire,
    read_check: Wire,
    written_check: Wire,
}

impl Forward {
    fn new(b: &Builder) -> Self {
        Self {
            answer: AnswerPort::new(b),
            line_ready: b.forward("line_ready", 1),
            writer_ready: b.forward("writer_ready", 1),
            read_check: b.forward("next_read_check", 16),
            written_check: b.forward("next_written_check", 16),
        }
    }
}

/// Messages from the line, and their check.
fn read(b: &Builder, crc: &ModuleHandle, reader: Connections, octet: &Wire, next_check: &Wire) -> Outputs {
    let message = reader.input("next_check", next_check).outputs();
    b.instance("read_check", crc)
        .input("check", &message.get("check"))
        .input("octet", octet)
        .drives("sum", next_check)
        .outputs();
    message
}

/// The message buffer, and the core that gets its commands. Returns the core's last answer.
fn ask_core(
    b: &Builder,
    core: &Core,
    reset: &Wire,
    [run, message]: [&Outputs; 2],
    answer: &AnswerPort,
) -> Wire {
    let buffer = b.memory("message", 14, 128).style(RamStyle::Block).comment("the commands of a message");
    let store = message.get("store") & run.get("storable");
    buffer.write(&store, &message.get("place"), &message.get("word"));
    let command = buffer.read_next("command_word", &run.get("place"));
    let drive = Drive {
        reset: &(reset | run.get("core_reset")).named("core_reset"),
        command_valid: &run.get("command_valid"),
        command: &command.slice(10, 4),
        command_data: &command.slice(0, 10),
        response_ready: &run.get("response_ready"),
    };
    let answered = core.place(b, &drive);
    answer.drive(b, &answered);
    let data = b.register("answer_data", 64).comment("the core's last answer");
    let taken = run.get("response_ready") & answer.valid();
    data.next_when(&taken, &answered.get("response_data").extend(64));
    data.output()
}

/// Answers, and their check.
fn write(b: &Builder, cells: &Cells, run: &Outputs, data: &Wire, forward: &Forward) -> Outputs {
    let writer = ["send", "status", "count", "cycles"]
        .iter()
        .fold(b.instance("writer", &cells.writer), |writer, port| writer.input(port, &run.get(port)));
    let written = writer
        .input("sequence_number", &run.get("answer_sequence"))
        .input("data", data)
        .input("next_check", &forward.written_check)
        .input("line_ready", &forward.line_ready)
        .drives("ready", &forward.writer_ready)
        .outputs();
    b.instance("written_check", &cells.crc)
        .input("check", &written.get("check"))
        .input("octet", &written.get("octet"))
        .drives("sum", &forward.written_check)
        .outputs();
    written
}
