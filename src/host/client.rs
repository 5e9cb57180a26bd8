//! The client of the serial protocol: sends messages until they are answered.

use std::time::Duration;

use thiserror::Error;

use super::frame::{AnswerMessage, Parser, message};
use super::line::{Line, LineError};
use crate::link::uart::protocol::{ANSWER_BYTES, LONGEST_MESSAGE, SESSION, Status, after};

/// A session with a machine at the other end of a line.
pub struct Client<L> {
    line: L,
    parser: Parser,
    /// A command that does nothing, with which a session begins.
    hello: u16,
    /// The sequence number of the last message.
    sequence: u8,
    /// The time that an answer may take, in byte times.
    patience: u32,
}

/// How long the line may bring bytes that are no answer, beyond the time that the message and its
/// answer take: some devices keep bytes back, or send them again.
const NOISE: Duration = Duration::from_secs(1);

/// The number of times that a message without an answer is sent.
const TRIES: u32 = 6;

/// The time that a machine may be busy, beyond the time that its commands may take.
const BUSY: Duration = Duration::from_secs(5);

/// The reasons why a message got no useful answer.
#[derive(Debug, Error)]
pub enum HostError {
    /// The line does not work.
    #[error(transparent)]
    Line(#[from] LineError),
    /// Nothing that is an answer came back.
    #[error(
        "no answer from the machine after {TRIES} tries ({heard}); check the wires, the baud rate, and that the board holds \
         a machine built with host=uart"
    )]
    Silent {
        /// The bytes that came instead.
        heard: String,
    },
    /// The machine says all the time that it is at work.
    #[error(
        "the machine has been busy for {seconds:.0} s, longer than these commands take: another program uses the line, \
         or the machine hangs; close that program, or load the board again"
    )]
    Busy {
        /// How long it was waited for, in seconds.
        seconds: f64,
    },
    /// The machine was reset, or another program speaks to it.
    #[error(
        "the machine does not know this session any more: it was reset, or another program uses the line; begin again"
    )]
    Session,
    /// More commands than a message holds.
    #[error("{commands} commands in a message; at most 127 go into one")]
    TooLong {
        /// The number of commands.
        commands: usize,
    },
}

impl<L: Line> Client<L> {
    /// Begins a session: the machine is reset, whatever it does. `pause_bits` are the bit times of
    /// an idle line that end a message, as the machine was built. `hello` is a command that does
    /// nothing.
    ///
    /// # Errors
    /// The line does not work, or nobody answers.
    pub fn connect(line: L, pause_bits: u32, hello: u16) -> Result<Self, HostError> {
        let patience = pause_bits.div_ceil(10) + 3 * ANSWER_BYTES as u32;
        let mut client = Self { line, parser: Parser::default(), hello, sequence: SESSION, patience };
        // What the line brought before is no answer to us. One that never goes quiet may still
        // bring an answer.
        let until = client.line.elapsed() + NOISE;
        while client.line.receive(1)?.is_some() && client.line.elapsed() < until {}
        client.begin()?;
        Ok(client)
    }

    /// Begins a session: the machine is reset, whatever it does.
    fn begin(&mut self) -> Result<(), HostError> {
        let answer = self.send(SESSION, &[self.hello], &mut within(Duration::ZERO))?;
        answer.map(drop).ok_or_else(|| busy(Duration::ZERO))
    }

    /// The line, for tests that disturb it.
    pub fn line(&mut self) -> &mut L {
        &mut self.line
    }

    /// Ends the session and gives the line back.
    pub fn into_line(self) -> L {
        self.line
    }

    pub(super) fn line_name(&self) -> &'static str {
        self.line.name()
    }

    /// Has commands carried out, once each and in order, and returns the answer. It waits for a
    /// busy machine as long as the commands may take, `work`, and five seconds more.
    ///
    /// # Errors
    /// The line does not work, nobody answers, the machine is busy for longer, or the session is
    /// lost. The message may have been carried out then.
    pub fn exchange(&mut self, words: &[u16], work: Duration) -> Result<AnswerMessage, HostError> {
        self.send(after(self.sequence), words, &mut within(work))?.ok_or_else(|| busy(work))
    }

    /// The same for commands that may be ended early. `goes_on` is asked whenever the machine says
    /// that it is at work. If it says no, a new session begins, which resets the machine, and there
    /// is no answer.
    ///
    /// # Errors
    /// As [`Client::exchange`], but for a machine that is busy: it is waited for as long as
    /// `goes_on` wishes.
    pub fn exchange_while(
        &mut self,
        words: &[u16],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<AnswerMessage>, HostError> {
        let answer = self.send(after(self.sequence), words, &mut |_| goes_on())?;
        if answer.is_none() {
            self.begin()?;
        }
        Ok(answer)
    }

    /// Sends a message until it is answered. `waits` is told how long the machine has been busy,
    /// and says whether to wait on; if not, there is no answer.
    fn send(
        &mut self,
        sequence: u8,
        words: &[u16],
        waits: &mut dyn FnMut(Duration) -> bool,
    ) -> Result<Option<AnswerMessage>, HostError> {
        if words.len() * 2 > LONGEST_MESSAGE {
            return Err(HostError::TooLong { commands: words.len() });
        }
        self.sequence = sequence;
        let bytes = message(sequence, words);
        let begun = self.line.elapsed();
        let mut tries = 0;
        let mut heard = String::from("nothing was heard");
        while tries < TRIES {
            tries += 1;
            self.parser.clear();
            self.line.send(&bytes)?;
            match self.answer(bytes.len() as u32)? {
                Heard::Answer(answer) => match answer.status {
                    Status::Done | Status::Refused if answer.sequence == sequence => return Ok(Some(answer)),
                    Status::Order => return Err(HostError::Session),
                    Status::Busy => {
                        if !waits(self.line.elapsed().saturating_sub(begun)) {
                            return Ok(None);
                        }
                        tries = 0;
                    }
                    status => heard = format!("the last answer was `{status:?}`"),
                },
                Heard::Noise(bytes) if bytes > 0 => heard = format!("{bytes} bytes came that are no answer"),
                Heard::Noise(_) => {}
            }
        }
        Err(HostError::Silent { heard })
    }

    /// The next answer to this message of `sent` bytes, or the news that the message was not
    /// understood.
    fn answer(&mut self, sent: u32) -> Result<Heard, HostError> {
        // The message may come back before its answer, and each byte twice.
        let until = self.line.elapsed() + self.line.time_of(2 * sent + self.patience) + NOISE;
        let mut bytes = 0;
        while let Some(byte) = self.line.receive(self.patience)? {
            bytes += 1;
            if let Some(answer) = self.parser.push(byte) {
                let misunderstood =
                    matches!(answer.status, Status::Damaged | Status::Length | Status::Short | Status::Line);
                // Another number: an answer to an earlier message, come late.
                if misunderstood || answer.sequence == self.sequence {
                    return Ok(Heard::Answer(answer));
                }
            }
            if self.line.elapsed() >= until {
                break;
            }
        }
        Ok(Heard::Noise(bytes))
    }
}

/// Waits for a busy machine as long as its commands may take, and five seconds more.
fn within(work: Duration) -> impl FnMut(Duration) -> bool {
    move |waited| waited < work.saturating_add(BUSY)
}

/// The error for a machine that was waited for so long.
fn busy(work: Duration) -> HostError {
    HostError::Busy { seconds: work.saturating_add(BUSY).as_secs_f64() }
}

enum Heard {
    Answer(AnswerMessage),
    /// So many bytes without an answer among them.
    Noise(u32),
}
