//! Faults on the serial line, bit by bit: every byte of every kind of message and answer dropped,
//! doubled, flipped or broken, other baud rates, noise. The machine answers with an error or
//! nothing, and the next good message works.

use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

use movewright::chess::classic::{Options, design};
use movewright::chess::{Chess, Position};
use movewright::game::Machine;
use movewright::host::frame::{AnswerMessage, Parser, answer, message, word};
use movewright::host::{Client, HostMachine, Line, LineError, SimulatedLine};
use movewright::link::uart::protocol::{ANSWER_BYTES, Status};
use movewright::link::uart::{UartOptions, wrap};
use movewright::parts::board::Board;
use movewright::simulate::Simulation;

const PAUSE: u32 = 40;
/// More bytes' times than the pause and an answer take.
const PATIENCE: u32 = 30;
/// More than the commands of these tests take.
const WORK: Duration = Duration::from_secs(1);

/// King and rook against king on 4x4, behind a line of so many clock cycles a bit.
fn line(ticks: u32) -> SimulatedLine<Simulation> {
    let board = Board { files: 4, ranks: 4 };
    let options = Options { name: "king-and-rook".into(), board, stack_depth: 8, ..Options::default() };
    let uart = UartOptions { clock_hz: ticks * 1_000_000, baud: 1_000_000, pause_bits: PAUSE };
    let wrapped = wrap(&design(&options).unwrap(), &uart).unwrap();
    SimulatedLine::new(Simulation::new(&wrapped).unwrap(), u64::from(ticks) * 1000).unwrap()
}

/// White king a1, rook c1, black king d4; white to move.
fn load() -> Vec<u16> {
    let pieces = [(0, 6), (2, 4), (27, 14)];
    let square = |place: u64| {
        let piece = pieces.iter().find(|(square, _)| *square == place).map_or(0, |(_, piece)| *piece);
        word(1, place | piece << 6)
    };
    let squares = (0..4).flat_map(|rank| (0..4).map(move |file| rank * 8 + file)).map(square);
    squares.chain([word(2, 1 << 9)]).collect()
}

/// A kind of message: what comes before it, and its commands.
struct Kind {
    name: &'static str,
    before: Vec<u16>,
    commands: Vec<u16>,
}

fn kinds() -> Vec<Kind> {
    let [next, down, up, perft, read, counter] =
        [word(3, 0), word(4, 0), word(5, 0), word(6, 2), word(7, 27), word(8, 1)];
    let kind = |name, more: &[u16], commands: &[u16]| Kind {
        name,
        before: [load(), more.to_vec()].concat(),
        commands: commands.to_vec(),
    };
    vec![
        Kind { name: "load", before: vec![counter], commands: load() },
        kind("next", &[], &[next]),
        kind("down", &[next], &[down]),
        kind("up", &[next, down], &[up]),
        kind("perft", &[], &[perft]),
        kind("read square", &[], &[read]),
        kind("read counter", &[], &[counter]),
        kind("refused", &[], &[up]),
        kind("several", &[next], &[next, read, next]),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Drop,
    Double,
    Flip(u8),
    /// Low for so many bits, before the byte.
    Break(u64),
}

const FAULTS: [Fault; 6] =
    [Fault::Drop, Fault::Double, Fault::Flip(0x01), Fault::Flip(0x90), Fault::Flip(0xff), Fault::Break(12)];

/// Sends bytes with a fault at one of them.
fn send_with<L: Holds>(line: &mut L, bytes: &[u8], place: usize, fault: Fault) {
    line.send(&bytes[..place]).unwrap();
    match fault {
        Fault::Drop => {}
        Fault::Double => line.send(&[bytes[place]; 2]).unwrap(),
        Fault::Flip(bits) => line.send(&[bytes[place] ^ bits]).unwrap(),
        Fault::Break(bits) => {
            line.hold(bits);
            line.send(&[bytes[place]]).unwrap();
        }
    }
    line.send(&bytes[place + 1..]).unwrap();
}

/// A line that can be held low.
trait Holds: Line {
    fn hold(&mut self, bits: u64);
}

impl Holds for SimulatedLine<Simulation> {
    fn hold(&mut self, bits: u64) {
        SimulatedLine::hold(self, false, bits).unwrap();
        SimulatedLine::hold(self, true, 1).unwrap();
    }
}

/// All answers that come until the line is quiet.
fn answers(line: &mut impl Line) -> Vec<AnswerMessage> {
    let mut parser = Parser::default();
    let mut found = Vec::new();
    while let Some(byte) = line.receive(PATIENCE).unwrap() {
        found.extend(parser.push(byte));
    }
    found
}

/// A session by hand: the sequence numbers and what a message is answered with.
struct Session<L> {
    line: L,
    sequence: u8,
}

impl Session<SimulatedLine<Simulation>> {
    fn new(ticks: u32) -> Self {
        let mut session = Self { line: line(ticks), sequence: 0 };
        session.begin();
        session
    }

    fn begin(&mut self) {
        self.sequence = 0;
        self.line.send(&message(0, &[word(8, 0)])).unwrap();
        let hello = answers(&mut self.line);
        assert!(matches!(hello[..], [AnswerMessage { status: Status::Done, sequence: 0, .. }]), "{hello:?}");
    }

    /// A message that is right; its answer.
    fn good(&mut self, commands: &[u16]) -> AnswerMessage {
        self.sequence = self.sequence.checked_add(1).unwrap_or(1);
        self.again(commands)
    }

    /// The same message again.
    fn again(&mut self, commands: &[u16]) -> AnswerMessage {
        self.line.send(&message(self.sequence, commands)).unwrap();
        let found = answers(&mut self.line);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].sequence, self.sequence);
        found[0]
    }

    /// What a kind of message is answered with, and a *next* after it.
    fn expected(&mut self, kind: &Kind) -> (AnswerMessage, AnswerMessage) {
        self.begin();
        self.good(&kind.before);
        (self.good(&kind.commands), self.good(&[word(3, 0)]))
    }

    /// Answers to a disturbed message: errors, or the right one where the fault left the message
    /// whole. Then the good message works, and the machine stands where it should.
    fn judge(
        &mut self,
        kind: &Kind,
        found: &[AnswerMessage],
        expected: &(AnswerMessage, AnswerMessage),
        context: &str,
    ) {
        for answer in found {
            let error = !matches!(answer.status, Status::Done | Status::Refused | Status::Busy);
            assert!(error || answer == &expected.0, "{context}: {answer:?}");
        }
        assert_eq!(self.again(&kind.commands), expected.0, "{context}");
        assert_eq!(self.good(&[word(3, 0)]), expected.1, "{context}, next");
    }

    /// All that is tried at one byte of a message of this kind.
    fn disturb(&mut self, kind: &Kind, expected: &(AnswerMessage, AnswerMessage), place: usize) {
        for fault in FAULTS {
            self.begin();
            self.good(&kind.before);
            self.sequence += 1;
            let bytes = message(self.sequence, &kind.commands);
            send_with(&mut self.line, &bytes, place, fault);
            let found = answers(&mut self.line);
            self.judge(kind, &found, expected, &format!("{}, byte {place}, {fault:?}", kind.name));
        }
    }
}

/// Every byte of every kind of message to the machine.
#[test]
fn a_message_with_a_fault_is_an_error_or_nothing() {
    let kinds = kinds();
    let work = |part: usize| {
        let mut session = Session::new(8);
        for kind in &kinds {
            let expected = session.expected(kind);
            assert_eq!(expected.0.status == Status::Refused, kind.name == "refused", "{expected:?}");
            for place in (0..message(0, &kind.commands).len()).filter(|place| place % 2 == part) {
                session.disturb(kind, &expected, place);
            }
        }
    };
    thread::scope(|scope| (0..2).for_each(|part| drop(scope.spawn(move || work(part)))));
}

/// Every byte of the message that begins a session, sent in the middle of another one.
#[test]
fn a_session_begins_after_a_fault_at_its_beginning() {
    let mut session = Session::new(8);
    let kind = &kinds()[1];
    let expected = session.expected(kind);
    let hello = message(0, &[word(8, 0)]);
    for place in 0..hello.len() {
        for fault in FAULTS {
            session.begin();
            session.good(&kind.before);
            send_with(&mut session.line, &hello, place, fault);
            let context = format!("byte {place}, {fault:?}");
            for answer in answers(&mut session.line) {
                let begun = answer.sequence == 0 && answer.status == Status::Done;
                let error = !matches!(answer.status, Status::Done | Status::Refused | Status::Busy);
                assert!(begun || error, "{context}: {answer:?}");
            }
            assert_eq!(session.expected(kind), expected, "{context}");
        }
    }
}

/// A line that spoils one byte that comes back.
struct Spoilt<'a> {
    line: &'a mut SimulatedLine<Simulation>,
    fault: Option<(usize, Fault)>,
    received: usize,
    again: Option<u8>,
}

impl Line for Spoilt<'_> {
    fn name(&self) -> &'static str {
        "spoilt line"
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LineError> {
        self.line.send(bytes)
    }

    fn elapsed(&self) -> Duration {
        self.line.elapsed()
    }

    fn time_of(&self, bytes: u32) -> Duration {
        self.line.time_of(bytes)
    }

    fn receive(&mut self, byte_times: u32) -> Result<Option<u8>, LineError> {
        if let Some(byte) = self.again.take() {
            return Ok(Some(byte));
        }
        let Some(byte) = self.line.receive(byte_times)? else { return Ok(None) };
        self.received += 1;
        match self.fault {
            Some((place, fault)) if place + 1 == self.received => {
                self.fault = None;
                match fault {
                    Fault::Double => self.again = Some(byte),
                    Fault::Flip(bits) => return Ok(Some(byte ^ bits)),
                    Fault::Drop | Fault::Break(_) => return self.receive(byte_times),
                }
                Ok(Some(byte))
            }
            _ => Ok(Some(byte)),
        }
    }
}

/// Every byte of every kind of answer: the client asks again, the machine answers again and does
/// nothing twice.
#[test]
fn an_answer_with_a_fault_is_asked_for_again() {
    let kinds = kinds();
    let work = |part: usize| {
        let mut session = Session::new(8);
        for kind in &kinds {
            let expected = session.expected(kind);
            let mut line = &mut session.line;
            for place in (0..ANSWER_BYTES).filter(|place| place % 2 == part) {
                for fault in [Fault::Drop, Fault::Double, Fault::Flip(0x04), Fault::Flip(0xff)] {
                    let spoilt = Spoilt { line, fault: None, received: 0, again: None };
                    let mut client = Client::connect(spoilt, PAUSE, word(8, 0)).unwrap();
                    client.exchange(&kind.before, WORK).unwrap();
                    client.line().fault = Some((place, fault));
                    client.line().received = 0;
                    let context = format!("{}, byte {place}, {fault:?}", kind.name);
                    assert_eq!(client.exchange(&kind.commands, WORK).unwrap(), expected.0, "{context}");
                    assert_eq!(client.exchange(&[word(3, 0)], WORK).unwrap(), expected.1, "{context}, next");
                    line = client.into_line().line;
                }
            }
        }
    };
    thread::scope(|scope| (0..2).for_each(|part| drop(scope.spawn(move || work(part)))));
}

/// A line on which a byte comes every 50 ms, for ever, and nothing that is sent arrives.
#[derive(Default)]
struct Chatter {
    elapsed: Duration,
}

impl Line for Chatter {
    fn name(&self) -> &'static str {
        "chattering line"
    }

    fn send(&mut self, _bytes: &[u8]) -> Result<(), LineError> {
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        self.elapsed
    }

    fn time_of(&self, bytes: u32) -> Duration {
        Duration::from_micros(u64::from(bytes) * 87)
    }

    fn receive(&mut self, _byte_times: u32) -> Result<Option<u8>, LineError> {
        self.elapsed += Duration::from_millis(50);
        // The first byte of an answer, so that there may always be one to come.
        Ok(Some(0x5a))
    }
}

/// The wait for quiet and that for an answer both end.
#[test]
fn a_line_that_never_goes_quiet_is_given_up() {
    let mut line = Chatter::default();
    let refused = Client::connect(&mut line, 1024, word(8, 0)).err().unwrap().to_string();
    assert!(refused.starts_with("no answer from the machine after 6 tries ("), "{refused}");
    assert!(refused.contains(" bytes came that are no answer)"), "{refused}");
    assert!(line.elapsed < Duration::from_secs(10), "{:?}", line.elapsed);
}

/// A machine that answers every message at once with `busy`, and no other answer ever comes.
#[derive(Default)]
struct AlwaysBusy {
    elapsed: Duration,
    answers: VecDeque<u8>,
    /// So many messages are carried out before.
    carried_out: usize,
}

impl Line for AlwaysBusy {
    fn name(&self) -> &'static str {
        "busy line"
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LineError> {
        let status = if self.carried_out > 0 { Status::Done } else { Status::Busy };
        self.carried_out = self.carried_out.saturating_sub(1);
        let told = AnswerMessage { sequence: bytes[2], status, count: 0, cycles: 0, data: 0 };
        self.answers.extend(answer(&told));
        self.elapsed += Duration::from_millis(20);
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        self.elapsed
    }

    fn time_of(&self, bytes: u32) -> Duration {
        Duration::from_micros(u64::from(bytes) * 87)
    }

    fn receive(&mut self, _byte_times: u32) -> Result<Option<u8>, LineError> {
        Ok(self.answers.pop_front())
    }
}

/// A session that does not begin, and walks, which are waited for by their depth.
#[test]
fn a_machine_that_is_busy_for_ever_is_given_up() {
    let refused = |line: &AlwaysBusy, seconds: u64, error: String| {
        assert!(error.contains("the machine has been busy for "), "{error}");
        assert!(error.contains("longer than these commands take"), "{error}");
        let waited = line.elapsed.as_secs();
        assert!((seconds..seconds + 3).contains(&waited), "{waited} s, not {seconds}");
    };
    let mut line = AlwaysBusy::default();
    let error = Client::connect(&mut line, 1024, word(8, 0)).err().unwrap().to_string();
    refused(&line, 5, error);

    let walk = |depth| {
        let mut line = AlwaysBusy { carried_out: 2, ..AlwaysBusy::default() };
        let mut machine = HostMachine::<Chess, _>::connect(&mut line, 1024, 8).unwrap();
        machine.load(&Position::start()).unwrap();
        let error = machine.perft(depth, false).unwrap_err().to_string();
        (line, error)
    };
    for (depth, seconds) in [(1, 5), (2, 6), (3, 273)] {
        let (line, error) = walk(depth);
        refused(&line, seconds, error);
    }
}

/// A host whose rate is up to 2 % off is understood; one 5 % or 10 % off never is.
#[test]
fn another_baud_rate_works_or_is_an_error_or_nothing() {
    const NOMINAL: u64 = 16_000;
    let mut session = Session::new(16);
    for kind in kinds() {
        let expected = session.expected(&kind);
        for per_mille in [980, 1020] {
            session.line.set_bit(NOMINAL * per_mille / 1000);
            assert_eq!(session.expected(&kind), expected, "{} at {per_mille}", kind.name);
        }
        for per_mille in [900, 950, 1050, 1100] {
            session.line.set_bit(NOMINAL);
            session.begin();
            session.good(&kind.before);
            session.sequence += 1;
            session.line.set_bit(NOMINAL * per_mille / 1000);
            session.line.send(&message(session.sequence, &kind.commands)).unwrap();
            session.line.set_bit(NOMINAL);
            let found = answers(&mut session.line);
            let context = format!("{} at {per_mille}", kind.name);
            assert!(
                found.iter().all(|answer| !matches!(answer.status, Status::Done | Status::Refused)),
                "{context}: {found:?}"
            );
            session.judge(&kind, &found, &expected, &context);
        }
    }
}

/// Breaks of every length, and noise that is rich in beginnings of messages.
#[test]
fn breaks_and_noise_change_nothing() {
    let mut session = Session::new(8);
    let kinds = kinds();
    let kind = &kinds[8];
    let expected = session.expected(kind);
    let mut seed = 1_u64;
    let mut draw = |limit: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % limit
    };
    for round in 0..120 {
        session.begin();
        session.good(&kind.before);
        session.sequence += 1;
        let found = if round % 4 == 0 {
            session.line.hold(false, 5 + draw(200)).unwrap();
            session.line.hold(true, 1 + draw(30)).unwrap();
            answers(&mut session.line)
        } else {
            let noise: Vec<u8> = (0..1 + draw(60))
                .map(|_| match draw(4) {
                    0 => 0xa5,
                    1 => 2,
                    2 => session.sequence,
                    _ => draw(256) as u8,
                })
                .collect();
            session.line.send(&noise).unwrap();
            answers(&mut session.line)
        };
        assert!(found.iter().all(|answer| !matches!(answer.status, Status::Done)), "{found:?}");
        session.judge(kind, &found, &expected, &format!("round {round}"));
    }
}

/// What is said of a message that is not right, and of one out of order.
#[test]
fn each_error_has_its_status() {
    let mut session = Session::new(8);
    let mut status = |bytes: &[u8]| {
        session.line.send(bytes).unwrap();
        let found = answers(&mut session.line);
        found.iter().map(|answer| answer.status).collect::<Vec<_>>()
    };
    let right = message(1, &[word(8, 0)]);
    let mut damaged = right.clone();
    damaged[4] ^= 1;
    assert_eq!(status(&damaged), [Status::Damaged]);
    assert_eq!(status(&[0xa5, 3, 1, 0, 0, 0]), [Status::Length]);
    assert_eq!(status(&[0xa5, 0, 1]), [Status::Length]);
    assert_eq!(status(&right[..5]), [Status::Short]);
    assert_eq!(status(&message(3, &[word(8, 0)])), [Status::Order]);
    assert_eq!(status(&message(1, &[word(9, 0)])), [Status::Refused]);
    assert_eq!(status(&message(1, &[word(9, 0)])), [Status::Refused], "the answer kept");
    assert_eq!(status(&message(2, &[word(8, 0)])), [Status::Done]);
    session.line.send(&right[..3]).unwrap();
    session.line.hold(false, 30).unwrap();
    session.line.hold(true, 1).unwrap();
    assert_eq!(answers(&mut session.line)[0].status, Status::Line);
}

/// The bytes in docs/protocol.md are those on the line.
#[test]
fn the_worked_example_is_what_goes_over_the_line() {
    let documented = include_str!("../../docs/protocol.md");
    let mut line = line(8);
    let position = [&load()[..], &[word(3, 0)]].concat();
    let messages = [&[word(8, 0)][..], &position, &[word(3, 0)], &[word(5, 0)]];
    let mut seen = String::new();
    for (sequence, commands) in (0..).zip(messages) {
        let sent = message(sequence, commands);
        line.send(&sent).unwrap();
        let mut answer = Vec::new();
        while let Some(byte) = line.receive(PATIENCE).unwrap() {
            answer.push(byte);
        }
        seen += "```\n";
        for bytes in [sent, answer] {
            let shown: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            shown.chunks(20).for_each(|row| seen += &format!("{}\n", row.join(" ")));
        }
        seen += "```\n";
    }
    let blocks = documented.split("```\n").skip(1).step_by(2).map(|block| format!("```\n{block}```\n"));
    assert_eq!(blocks.collect::<String>(), seen);
}
