//! The runner of messages: a message becomes commands at the search core's port, and the core's
//! result becomes an answer.

mod commands;
mod every_cycle;
mod messages;

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

use crate::blokus::generator::Command;
use crate::blokus::search;
use crate::describe::kernel;
use crate::game::Walk;
use crate::parts::constant::constant;

/// What the runner is about.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Running {
    /// A message is awaited.
    Idle,
    /// The search core is reset: the board is empty.
    Clear,
    /// Says who is to move.
    Turn,
    /// Asks for moves until one is what was told.
    Seek,
    /// Places what was told.
    Place,
    /// Searches.
    Search,
    /// Places what was found.
    Reply,
    /// Has it sent.
    Answer,
    /// Has the greeting answered.
    Greet,
}

/// The runner: it gives the search core its commands one by one.
///
/// A message that is out of turn or tells a move against the rules changes nothing. Of two moves
/// told, the second may be found wrong when the first was placed: then the board is emptied, and
/// the machine's own move, the only other one, placed again.
#[derive(LogicBlock, SmartDefault)]
pub struct GameRunner {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// No game is on.
    pub reset: Signal<In, Bit>,
    /// A greeting came.
    pub hello: Signal<In, Bit>,
    /// The game is over.
    pub ended: Signal<In, Bit>,
    /// A message is complete.
    pub complete: Signal<In, Bit>,
    /// Something came that is no message.
    pub wrong: Signal<In, Bit>,
    /// The message says where the machine begins,
    pub begins: Signal<In, Bit>,
    /// and that is (a,a).
    pub on_a: Signal<In, Bit>,
    /// It tells a move,
    pub tells: Signal<In, Bit>,
    /// and another before it.
    pub two: Signal<In, Bit>,
    /// The move looked at is a pass.
    pub pass: Signal<In, Bit>,
    /// The core's answer is the move looked at.
    pub same: Signal<In, Bit>,
    /// The core's answer has a move.
    pub there: Signal<In, Bit>,
    /// Which search, as the core's command has it.
    pub wanted: Signal<In, Bits<5>>,
    /// The core takes the command.
    pub command_ready: Signal<In, Bit>,
    /// The core's answer is there.
    pub response_valid: Signal<In, Bit>,
    /// The core refused the command.
    pub response_error: Signal<In, Bit>,
    /// An answer can be sent.
    pub writer_ready: Signal<In, Bit>,
    /// A message is at work.
    pub busy: Signal<Out, Bit>,
    /// The last message was not carried out.
    pub trouble: Signal<Out, Bit>,
    /// Empties the board.
    pub core_reset: Signal<Out, Bit>,
    /// A command for the core.
    pub command_valid: Signal<Out, Bit>,
    /// Which.
    pub command: Signal<Out, Bits<4>>,
    /// Its data.
    pub command_data: Signal<Out, Bits<10>>,
    /// The core's answer is taken.
    pub response_ready: Signal<Out, Bit>,
    /// The move looked at is the earlier of two.
    pub look_at_former: Signal<Out, Bit>,
    /// The move looked at is the machine's own.
    pub look_at_own: Signal<Out, Bit>,
    /// The core's answer is the machine's own move.
    pub keeps: Signal<Out, Bit>,
    /// Sends an answer,
    pub send: Signal<Out, Bit>,
    /// to a greeting.
    pub greets: Signal<Out, Bit>,
    state: DFF<Running>,
    /// The core has taken the command.
    waiting: DFF<Bit>,
    /// A game is on,
    in_game: DFF<Bit>,
    /// and the machine has moved once, without being told a move.
    opened: DFF<Bit>,
    /// The machine is player 2.
    second: DFF<Bit>,
    /// The opponent is to move.
    theirs: DFF<Bit>,
    /// The earlier of two moves was placed.
    former_placed: DFF<Bit>,
    /// The machine's own move is placed again.
    restoring: DFF<Bit>,
    troubled: DFF<Bit>,
    /// The core answers in this cycle.
    answered: Signal<Local, Bit>,
    /// What was told is looked at next.
    looks: Signal<Local, Bit>,
    /// It is against the rules.
    refuses: Signal<Local, Bit>,
    #[default(constant(Command::LoadState as u64))]
    load_state: Constant<Bits<4>>,
    #[default(constant(Walk::Next as u64))]
    next_move: Constant<Bits<4>>,
    #[default(constant(search::Command::Play as u64))]
    play: Constant<Bits<4>>,
    #[default(constant(search::Command::Search as u64))]
    search: Constant<Bits<4>>,
}

kernel! {
    GameRunner: Beginning;
    match state: Running { Idle, Clear, Turn, Seek, Place, Search, Reply, Answer, Greet };
    Looks, Refused, Waits, Ended, Told
}
