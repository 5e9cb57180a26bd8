//! The host's side of the protocol: talks to a player at the other end of a serial line, real or
//! simulated.

use std::time::Duration;

use thiserror::Error;

use super::protocol::{BEGIN, END, HELLO, HELLO_ANSWER, MOVES, Protocol, REPLY, START_ONE, START_TWO};
use crate::blokus::code::CodeError;
use crate::blokus::{Move, Player};
use crate::host::{Line, LineError};

/// A player at the other end of a line.
pub struct Competitor<L> {
    line: L,
    protocol: Protocol,
    /// The time to wait for an answer, in byte times.
    patience: u32,
    /// FPT 2013: the opponent's first move, which is sent with its second.
    untold: Option<Move>,
}

impl<L: Line> Competitor<L> {
    /// A player that has this many byte times for an answer: 11,520 are a second at 115,200 baud.
    pub fn new(line: L, protocol: Protocol, patience: u32) -> Self {
        Self { line, protocol, patience, untold: None }
    }

    /// The line, for tests that send texts that are no message.
    pub fn line(&mut self) -> &mut L {
        &mut self.line
    }

    /// See [`Line::elapsed`].
    pub fn elapsed(&self) -> Duration {
        self.line.elapsed()
    }

    /// Greets the player, which begins a new game. Returns its team code.
    ///
    /// # Errors
    /// The player does not answer, or not with a team code; as in every method.
    pub fn greet(&mut self) -> Result<String, ConversationError> {
        self.untold = None;
        let answer = self.exchange(&[HELLO], 3)?;
        match answer.split_at(1) {
            (first, team) if first.as_bytes() == [HELLO_ANSWER] => Ok(team.into()),
            _ => Err(ConversationError::NoTeam { answer }),
        }
    }

    /// The player's first move in the game, as this player. `told` is the opponent's move if the
    /// opponent began.
    ///
    /// # Errors
    /// The player does not answer, or not with a move.
    pub fn first(&mut self, player: Player, told: Option<Move>) -> Result<Move, ConversationError> {
        let start = match player {
            Player::One => START_ONE,
            Player::Two => START_TWO,
        };
        match (self.protocol, told) {
            (Protocol::Heart2014, Some(told)) => self.ask(&[REPLY, start], &[told]),
            (_, told) => {
                self.untold = told;
                self.ask(&[BEGIN, start], &[])
            }
        }
    }

    /// The player's next move, after this one of the opponent.
    ///
    /// # Errors
    /// The player does not answer, or not with a move.
    pub fn next(&mut self, told: Move) -> Result<Move, ConversationError> {
        match (self.protocol, self.untold.take()) {
            (Protocol::Heart2014, _) => self.ask(&[MOVES], &[told]),
            (Protocol::Fpt2013, None) => self.ask(&[REPLY], &[told]),
            (Protocol::Fpt2013, Some(first)) => self.ask(&[MOVES], &[first, told]),
        }
    }

    /// Says that the game is over.
    ///
    /// # Errors
    /// The line is gone.
    pub fn end(&mut self) -> Result<(), ConversationError> {
        self.untold = None;
        Ok(self.line.send(&[END])?)
    }

    /// Sends a message that ends with these moves. Its answer is a move.
    fn ask(&mut self, begin: &[u8], told: &[Move]) -> Result<Move, ConversationError> {
        let codes = told.iter().map(Move::to_string).collect::<String>();
        let message = [begin, codes.as_bytes()].concat();
        let answer = self.exchange(&message, 4)?;
        let wrong = |why| ConversationError::Code { message: String::from_utf8_lossy(&message).into(), why };
        answer.parse().map_err(wrong)
    }

    /// Sends a message whose answer has this many characters.
    fn exchange(&mut self, message: &[u8], length: usize) -> Result<String, ConversationError> {
        self.line.send(message)?;
        let mut answer = String::new();
        while answer.len() < length {
            let Some(byte) = self.line.receive(self.patience)? else {
                let message = String::from_utf8_lossy(message).into_owned();
                return Err(ConversationError::Silent { message, answer });
            };
            // What cannot be printed is no answer, whatever it is.
            answer.push(if byte.is_ascii_graphic() { char::from(byte) } else { '?' });
        }
        Ok(answer)
    }
}

fn heard(answer: &str) -> String {
    match answer {
        "" => "nothing was heard".into(),
        _ => format!("only `{answer}` came"),
    }
}

/// The reasons why there is no move.
#[derive(Debug, Error)]
pub enum ConversationError {
    /// The line does not work.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The player says nothing, or not enough.
    #[error(
        "the player does not answer `{message}` in time ({}); check the wires, the baud rate, and that it was built for this protocol",
        heard(answer)
    )]
    Silent {
        /// The message to the player.
        message: String,
        /// The player's answer.
        answer: String,
    },
    /// The answer to a greeting is another.
    #[error(
        "the player answers the greeting with `{answer}`, not with 1 and its team code; is it a player of Blokus Duo?"
    )]
    NoTeam {
        /// The player's answer.
        answer: String,
    },
    /// The answer should be a move, and is none.
    #[error("the player answers `{}` with what is no move", .message.escape_default())]
    Code {
        /// The message to the player.
        message: String,
        /// The problem of the answer.
        #[source]
        why: CodeError,
    },
}
