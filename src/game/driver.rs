//! The driver of a machine's command port, for any game and any port.

use std::marker::PhantomData;
use std::path::Path;

use super::{Game, Machine, MachineError, PerftCount, Walk, Word};
use crate::simulate::Ports;
use crate::simulate::command_port::{PATIENCE, Pins, Watch};

/// A way to the command port of a machine: pins in a simulator, or a line to a board.
pub trait CommandPort {
    /// Carries out commands in order, and returns the answer to the last one. No command takes more
    /// than `limit` cycles.
    ///
    /// # Errors
    /// The machine refused one, or does not answer.
    fn run(&mut self, commands: &[Word], limit: u64) -> Result<Response, MachineError>;

    /// Carries out a command of any length, which may be ended early. `goes_on` is asked again and
    /// again whether it may go on: in a simulator after each `piece` of clock cycles (at least 1),
    /// and it is told the cycles so far; over a line at each sign of life, and it is told 0. If it
    /// may not, the command is ended: by the command `stop`, where the machine sees it meanwhile.
    /// Else the machine is reset, and `None` says that it has to be loaded again.
    ///
    /// # Errors
    /// The machine refused it, or does not answer.
    fn run_while(
        &mut self,
        command: Word,
        stop: Word,
        piece: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Response>, MachineError>;

    /// The link to the machine, for errors.
    fn name(&self) -> &'static str;

    /// Sets the watcher that is told how long a command has taken; ignored by a machine whose clock
    /// is not at hand.
    fn watch(&mut self, _watch: Watch) {}

    /// Starts a waveform of the machine.
    ///
    /// # Errors
    /// The file cannot be written, or there are no waveforms here.
    fn trace(&mut self, path: &Path) -> Result<(), MachineError>;

    /// Ends the waveform, if there is one.
    ///
    /// # Errors
    /// The file cannot be written.
    fn finish_trace(&mut self) -> Result<(), MachineError>;
}

/// A port may be lent, or be one of several.
macro_rules! forwards {
    ($($port:ty),*) => {
        $(impl<C: CommandPort + ?Sized> CommandPort for $port {
            fn run(&mut self, commands: &[Word], limit: u64) -> Result<Response, MachineError> {
                (**self).run(commands, limit)
            }

            fn run_while(
                &mut self,
                command: Word,
                stop: Word,
                piece: u64,
                goes_on: &mut dyn FnMut(u64) -> bool,
            ) -> Result<Option<Response>, MachineError> {
                (**self).run_while(command, stop, piece, goes_on)
            }

            fn name(&self) -> &'static str {
                (**self).name()
            }

            fn watch(&mut self, watch: Watch) {
                (**self).watch(watch);
            }

            fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
                (**self).trace(path)
            }

            fn finish_trace(&mut self) -> Result<(), MachineError> {
                (**self).finish_trace()
            }
        })*
    };
}

forwards!(&mut C, Box<C>);

/// The answer to a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The word at the port.
    pub data: u64,
    /// Clock cycles from the edge that takes the command to the one that takes the answer.
    pub cycles: u64,
}

/// The pins of a machine in a simulator.
impl<P: Ports> CommandPort for Pins<P> {
    fn run(&mut self, commands: &[Word], limit: u64) -> Result<Response, MachineError> {
        let mut last = Response::default();
        for word in commands {
            let answer = self.command(*word, limit)?;
            last = Response { data: answer.data, cycles: answer.cycles };
        }
        Ok(last)
    }

    fn run_while(
        &mut self,
        command: Word,
        stop: Word,
        piece: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Response>, MachineError> {
        let answer = self.command_while(command, stop, piece, goes_on)?;
        Ok(Some(Response { data: answer.data, cycles: answer.cycles }))
    }

    fn name(&self) -> &'static str {
        self.simulator()
    }

    fn watch(&mut self, watch: Watch) {
        Self::watch(self, watch);
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        Ok(Self::trace(self, path)?)
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        Ok(Self::finish_trace(self)?)
    }
}

/// A machine of a game in a simulator.
pub type Simulated<G, P> = Driver<G, Pins<P>>;

/// A machine of a game behind its command port.
#[derive(Debug)]
pub struct Driver<G, C> {
    port: C,
    stack: u32,
    /// Plies from the root to the present node.
    ply: u32,
    holding: bool,
    game: PhantomData<G>,
}

impl<G: Game, P: Ports> Driver<G, Pins<P>> {
    /// Resets the machine behind the ports; `stack` is its stack depth in plies, `simulator` a name
    /// for errors.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn new(ports: P, simulator: &'static str, stack: u32) -> Result<Self, MachineError> {
        Ok(Self::behind(Pins::new(ports, simulator)?, stack))
    }

    /// The ports, to look inside.
    pub fn ports(&mut self) -> &mut P {
        self.port.ports()
    }
}

impl<G: Game, C: CommandPort> Driver<G, C> {
    /// A machine that was just reset; `stack` is its stack depth in plies.
    pub fn behind(port: C, stack: u32) -> Self {
        Self { port, stack, ply: 0, holding: false, game: PhantomData }
    }

    /// The way to the machine.
    pub fn port(&mut self) -> &mut C {
        &mut self.port
    }

    /// The answer to a command that takes no time to speak of.
    ///
    /// # Errors
    /// The machine refused it, or does not answer.
    pub fn ask(&mut self, word: Word) -> Result<Response, MachineError> {
        self.port.run(&[word], PATIENCE)
    }

    /// Puts a position on the board, with its moves in the order in which the game reports them, or
    /// in that in which they are found fastest.
    ///
    /// # Errors
    /// The machine refused it, or does not answer.
    pub fn load_in_order(&mut self, position: &G::Position, ordered: bool) -> Result<(), MachineError> {
        self.port.run(&G::load(position, ordered), PATIENCE)?;
        self.ply = 0;
        self.holding = false;
        Ok(())
    }
}

impl<G: Game, C: CommandPort> Machine<G> for Driver<G, C> {
    fn load(&mut self, position: &G::Position) -> Result<(), MachineError> {
        self.load_in_order(position, true)
    }

    fn next(&mut self) -> Result<Option<G::Generated>, MachineError> {
        let Response { data, cycles } = self.ask(Walk::Next.with(0))?;
        let next = G::decode(data, cycles).ok_or_else(|| MachineError::Simulator {
            simulator: self.port.name(),
            problem: format!("{data:#x} is not a move word"),
        })?;
        self.holding = next.is_some();
        Ok(next)
    }

    fn down(&mut self) -> Result<(), MachineError> {
        let why = match self.holding {
            false => Some("no move is held; ask for one first"),
            true if self.ply + 1 >= self.stack => Some("the move stack is full; build a deeper one"),
            true => None,
        };
        if let Some(why) = why {
            return Err(MachineError::Walk { direction: "down", why });
        }
        self.ask(Walk::Down.with(0))?;
        self.ply += 1;
        self.holding = false;
        Ok(())
    }

    fn up(&mut self) -> Result<(), MachineError> {
        if self.ply == 0 {
            return Err(MachineError::Walk { direction: "up", why: "this is the root" });
        }
        self.ask(Walk::Up.with(0))?;
        self.ply -= 1;
        self.holding = true;
        Ok(())
    }

    fn perft(&mut self, depth: u32, ordered: bool) -> Result<PerftCount, MachineError> {
        if self.ply + depth > self.stack {
            return Err(MachineError::Depth { depth, stack: self.stack - self.ply });
        }
        let longest = G::longest_count(depth).max(PATIENCE);
        let nodes = self.port.run(&[G::count(depth, ordered)], longest)?.data;
        let cycles = self.ask(Walk::ReadCounter.with(1))?.data;
        let moves = if G::COUNTS_MOVES { self.ask(Walk::ReadCounter.with(2))?.data } else { nodes };
        Ok(PerftCount { nodes, cycles, moves })
    }

    fn watch(&mut self, watch: Watch) {
        self.port.watch(watch);
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        self.port.trace(path)
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        self.port.finish_trace()
    }
}
