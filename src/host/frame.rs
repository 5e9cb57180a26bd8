//! Messages and answers as bytes; docs/protocol.md has them one by one.

use crate::link::uart::protocol::{ANSWER_BYTES, ANSWER_LENGTH, ANSWER_START, MESSAGE_START, Status};
use crate::parts::crc;

/// The machine's answer to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerMessage {
    /// The sequence number of the message.
    pub sequence: u8,
    /// The fate of the message.
    pub status: Status,
    /// Commands carried out.
    pub count: u8,
    /// Clock cycles of the last command, from its acceptance to its answer; stops at the greatest
    /// number.
    pub cycles: u32,
    /// The answer of the last one.
    pub data: u64,
}

/// A command's word: its number and its operand.
pub fn word(command: u8, data: u64) -> u16 {
    u16::from(command & 0xf) << 12 | (data & 0x3ff) as u16
}

/// The commands that go into a message, at most.
pub const COMMANDS: usize = 127;

/// The bytes of a message of at most [`COMMANDS`] commands.
pub fn message(sequence: u8, words: &[u16]) -> Vec<u8> {
    let mut bytes = vec![MESSAGE_START, (words.len() * 2) as u8, sequence];
    bytes.extend(words.iter().flat_map(|word| word.to_be_bytes()));
    bytes.extend(crc::of(&bytes[1..]).to_be_bytes());
    bytes
}

/// The bytes of an answer.
pub fn answer(answer: &AnswerMessage) -> Vec<u8> {
    let mut bytes = vec![ANSWER_START, ANSWER_LENGTH, answer.sequence, answer.status as u8, answer.count];
    bytes.extend(answer.cycles.to_be_bytes());
    bytes.extend(answer.data.to_be_bytes());
    bytes.extend(crc::of(&bytes[1..]).to_be_bytes());
    bytes
}

/// Finds answers in a stream of bytes, whatever stands between and before them.
#[derive(Debug, Default)]
pub struct Parser {
    /// Bytes that may be the beginning of an answer.
    kept: Vec<u8>,
}

impl Parser {
    /// Takes a byte. Returns the answer that it completes.
    pub fn push(&mut self, byte: u8) -> Option<AnswerMessage> {
        self.kept.push(byte);
        loop {
            match parse(&self.kept) {
                Parsed::Begun => return None,
                Parsed::AnswerMessage(answer) => {
                    self.kept.clear();
                    return Some(answer);
                }
                // A later byte may begin one.
                Parsed::Nothing => {
                    self.kept.remove(0);
                }
            }
        }
    }

    /// Forgets what came so far.
    pub fn clear(&mut self) {
        self.kept.clear();
    }
}

enum Parsed {
    /// It may become an answer.
    Begun,
    AnswerMessage(AnswerMessage),
    /// It is none.
    Nothing,
}

fn parse(bytes: &[u8]) -> Parsed {
    let begins = [ANSWER_START, ANSWER_LENGTH];
    if bytes.iter().zip(begins).any(|(byte, wanted)| *byte != wanted) {
        return Parsed::Nothing;
    }
    let Some(whole) = bytes.first_chunk::<ANSWER_BYTES>() else { return Parsed::Begun };
    let [_, numbers @ .., _, _] = whole;
    let [_, sequence, status, count, c3, c2, c1, c0, d7, d6, d5, d4, d3, d2, d1, d0] = *numbers;
    match Status::of(status) {
        Some(status) if crc::of(&whole[1..]) == 0 => Parsed::AnswerMessage(AnswerMessage {
            sequence,
            status,
            count,
            cycles: u32::from_be_bytes([c3, c2, c1, c0]),
            data: u64::from_be_bytes([d7, d6, d5, d4, d3, d2, d1, d0]),
        }),
        _ => Parsed::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SAMPLE: AnswerMessage =
        AnswerMessage { sequence: 7, status: Status::Done, count: 1, cycles: 17, data: 0x1_0018_1c0c };

    fn parsed(bytes: &[u8]) -> Vec<AnswerMessage> {
        let mut parser = Parser::default();
        bytes.iter().filter_map(|byte| parser.push(*byte)).collect()
    }

    #[test]
    fn an_answer_reads_back_behind_noise_and_a_part_of_itself() {
        let bytes = answer(&SAMPLE);
        assert_eq!(bytes.len(), ANSWER_BYTES);
        assert_eq!(
            parsed(&[&[1, 0x5a, 0x5a, 14], &bytes[..9], &bytes[..], &bytes[..]].concat()),
            [SAMPLE; 2]
        );
    }

    #[test]
    fn no_changed_lost_or_doubled_byte_makes_another_answer() {
        let bytes = answer(&SAMPLE);
        for place in 0..bytes.len() {
            for change in 1..=255 {
                let mut wrong = bytes.clone();
                wrong[place] ^= change;
                assert_eq!(parsed(&wrong), [], "byte {place} changed by {change:#x}");
            }
            let mut wrong = bytes.clone();
            wrong.remove(place);
            assert_eq!(parsed(&wrong), [], "byte {place} lost");
            let mut wrong = bytes.clone();
            wrong.insert(place, bytes[place]);
            // A byte doubled at either end stands outside.
            let expected = if [0, bytes.len() - 1].contains(&place) { vec![SAMPLE] } else { vec![] };
            assert_eq!(parsed(&wrong), expected, "byte {place} doubled");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

        /// A frame found in noise is at least framed and checked, and a good answer after it is
        /// found.
        #[test]
        fn noise_neither_stops_nor_deceives_it(
            noise in prop::collection::vec(prop_oneof![Just(0x5a_u8), Just(14_u8), any::<u8>()], 0..60),
            sequence: u8, status in 0..8_u8, count: u8, cycles: u32, data: u64,
        ) {
            let sent = AnswerMessage { sequence, status: Status::of(status).unwrap(), count, cycles, data };
            let mut found = parsed(&[&noise[..], &answer(&sent)].concat());
            prop_assert_eq!(found.pop(), Some(sent));
            for made_up in found {
                let bytes = answer(&made_up);
                prop_assert!(noise.windows(ANSWER_BYTES).any(|window| window == bytes));
            }
        }
    }
}
