//! The machine in a clock cycle, read in the built-in simulator by the names of its signals.

use thiserror::Error;

use crate::describe::states;
use crate::netlist::{Design, Direction};
use crate::parts::arbiter::{Join, joins, tree_order};
use crate::parts::board::{Board, Compass};
use crate::simulate::{Net, SimulateError, Simulation};

/// The module of the control state machine.
const CONTROL: &str = "sequencer";

/// Registers and ports of the top that are observed, in the order of [`Cycle::signals`].
pub const SIGNALS: [&str; 26] = [
    "command_valid",
    "command_ready",
    "command",
    "command_data",
    "response_valid",
    "response_ready",
    "response_data",
    "response_error",
    "phase",
    "side",
    "ply",
    "victim_square",
    "victim_priority",
    "aggressor_square",
    "aggressor_priority",
    "aggressor_several",
    "attacked",
    "checking",
    "sequencer.illegal",
    "current_move",
    "best_square",
    "best_priority",
    "best_several",
    "to_squares_acting_black",
    "to_squares_destination_piece",
    "to_squares_origin_piece",
];

/// The reasons why a machine cannot be observed.
#[derive(Debug, Error)]
pub enum ObserveError {
    /// A signal that is not there.
    #[error(transparent)]
    Signal(#[from] SimulateError),
    /// The control is not there.
    #[error("{design} has no module `{module}` to observe; observe a machine of `chess::classic::design`")]
    Module {
        /// The design.
        design: String,
        /// The module looked for.
        module: &'static str,
    },
}

/// A clock cycle: the values between two edges, once the logic has settled.
///
/// Sets of squares have bit `rank * files + file` set for each of their squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The control's state: a number of [`Observer::states`].
    pub state: u64,
    /// The control lines that are on, as places in [`Observer::control`].
    pub control: Vec<usize>,
    /// The values of [`SIGNALS`].
    pub signals: [u64; SIGNALS.len()],
    /// Each square's piece: colour (8: black) and kind, 0 for none.
    pub pieces: Vec<u8>,
    /// For each square, the directions (bit `n` for `Compass::ALL[n]`) in which it passes on or
    /// sends a ray.
    pub slides: Vec<u8>,
    /// The same of kings' lines.
    pub kings: Vec<u8>,
    /// The same of pawns' lines.
    pub pawns: Vec<u8>,
    /// Squares whose knight's line is on.
    pub knights: u64,
    /// Squares that send lines of their own, not only pass them on.
    pub transmits: u64,
    /// The square pointed at.
    pub pointed: u64,
    /// Squares with a mask at this ply.
    pub masks: u64,
    /// Squares that count as masked in this cycle.
    pub masked: u64,
    /// Squares written as the destination of a move.
    pub destination: u64,
    /// Squares written as its origin.
    pub origin: u64,
    /// Squares that an en passant clears beside the origin.
    pub cleared: u64,
    /// Each square's priority as its receiver tells it, 0 to 7.
    pub priorities: Vec<u8>,
    /// The output of each arbiter, in the order of [`Observer::tree`].
    pub choices: Vec<Choice>,
}

impl Cycle {
    /// The value of one of [`SIGNALS`]; 0 for another name.
    pub fn signal(&self, name: &str) -> u64 {
        SIGNALS.iter().position(|known| *known == name).map_or(0, |place| self.signals[place])
    }
}

/// The output of an arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// There is no candidate below it.
    Nothing,
    /// Its first candidate.
    First,
    /// Its second.
    Second,
}

/// Knows the signals of a machine in a simulation.
pub struct Observer {
    board: Board,
    states: Vec<(u64, String)>,
    control: Vec<String>,
    tree: Vec<Join>,
    state_net: Net,
    control_nets: Vec<Net>,
    signal_nets: [Net; SIGNALS.len()],
    squares: Vec<SquareNets>,
    /// For each arbiter: its best priority, and whether the second wins.
    arbiters: Vec<(Net, Net)>,
}

struct SquareNets {
    piece: Net,
    /// The buses by direction; `None` over the edge.
    buses: [Option<Net>; 8],
    knight: Net,
    /// Nets of which each says that the square sends lines of its own.
    sends: Vec<Net>,
    pointed: Net,
    mask: Net,
    masked: Net,
    write: Net,
    destination: Net,
    origin: Net,
    clear: Net,
    priority: Net,
}

impl Observer {
    /// Finds every signal that is observed of a machine on this board.
    ///
    /// # Errors
    /// One is missing: the design is of another machine, or the machine has changed.
    pub fn new(design: &Design, simulation: &Simulation, board: Board) -> Result<Self, ObserveError> {
        let missing = || ObserveError::Module { design: design.name.clone(), module: CONTROL };
        let control_module = design.module(design.find(CONTROL).ok_or_else(missing)?);
        let find = |path: &str| simulation.find(path);
        let outputs = control_module.ports_of(Direction::Output).map(|id| control_module.signal(id));
        let control: Vec<String> =
            outputs.filter(|signal| signal.width == 1).map(|signal| signal.name.clone()).collect();
        let control_nets = control.iter().map(|name| find(&format!("{CONTROL}.{name}")));
        let tree = joins(board.squares() as usize);
        let arbiter = |join: &Join| -> Result<(Net, Net), SimulateError> {
            let Join { level, number, .. } = join;
            let best = find(&format!("board.prio_l{level}_n{number}"))?;
            Ok((best, find(&format!("board.arbiter_l{level}_n{number}.second_wins"))?))
        };
        let mut signal_nets = [find(SIGNALS[0])?; SIGNALS.len()];
        for (net, name) in signal_nets.iter_mut().zip(SIGNALS) {
            *net = find(name)?;
        }
        Ok(Self {
            board,
            states: states(control_module),
            state_net: find(&format!("{CONTROL}.state"))?,
            control_nets: control_nets.collect::<Result<_, _>>()?,
            control,
            signal_nets,
            squares: (0..board.squares())
                .map(|at| SquareNets::new(simulation, board, at))
                .collect::<Result<_, _>>()?,
            arbiters: tree.iter().map(arbiter).collect::<Result<_, _>>()?,
            tree,
        })
    }

    /// The control's states, numbers and names as in the netlist, in lower case: `aggressor`.
    pub fn states(&self) -> &[(u64, String)] {
        &self.states
    }

    /// The names of the control lines.
    pub fn control(&self) -> &[String] {
        &self.control
    }

    /// The arbiters. Their leaves are the squares in [`tree_order`].
    pub fn tree(&self) -> &[Join] {
        &self.tree
    }

    /// The squares in the order in which they are the leaves of the tree.
    pub fn leaves(&self) -> Vec<u32> {
        tree_order(self.board)
    }

    /// The present cycle. All inputs of it are set.
    pub fn observe(&self, simulation: &mut Simulation) -> Cycle {
        let mut on = |net: Net| simulation.peek(net) & 1 == 1;
        let squares = |net: fn(&SquareNets) -> Net, on: &mut dyn FnMut(Net) -> bool| {
            let set = self.squares.iter().zip(0..).filter(|(square, _)| on(net(square)));
            set.fold(0, |set, (_, at)| set | 1_u64 << at)
        };
        let write = squares(|square| square.write, &mut on);
        let transmits =
            self.squares.iter().zip(0..).filter(|(square, _)| square.sends.iter().any(|&net| on(net)));
        let transmits = transmits.fold(0, |set, (_, at)| set | 1_u64 << at);
        let knights = squares(|square| square.knight, &mut on);
        let pointed = squares(|square| square.pointed, &mut on);
        let masks = squares(|square| square.mask, &mut on);
        let masked = squares(|square| square.masked, &mut on);
        let destination = write & squares(|square| square.destination, &mut on);
        let origin = write & squares(|square| square.origin, &mut on) & !destination;
        let cleared = write & squares(|square| square.clear, &mut on) & !destination & !origin;
        let control = (0..self.control.len()).filter(|&place| on(self.control_nets[place])).collect();
        let choices = self.arbiters.iter().map(|&(best, second_wins)| match (on(best), on(second_wins)) {
            (false, _) => Choice::Nothing,
            (true, false) => Choice::First,
            (true, true) => Choice::Second,
        });
        let choices = choices.collect();
        let mut of_squares = |value: &dyn Fn(&SquareNets, &mut Simulation) -> u64| -> Vec<u8> {
            self.squares.iter().map(|square| value(square, simulation) as u8).collect()
        };
        let mut lines = |bit: u32| {
            of_squares(&|square, simulation| {
                let on = |&(_, net): &(usize, Option<Net>)| {
                    net.is_some_and(|net| simulation.peek(net) >> bit & 1 == 1)
                };
                (0..8).zip(square.buses).filter(on).fold(0, |set, (way, _)| set | 1 << way)
            })
        };
        let (slides, kings, pawns): (_, _, Vec<u8>) = (lines(0), lines(1), lines(2));
        // The square pointed at sends the lines that seek pawns whatever stands on it.
        let seeks = (0..self.squares.len()).filter(|&at| pawns[at] != 0).fold(0, |set, at| set | 1_u64 << at);
        let transmits = transmits | pointed & seeks;
        let pieces = of_squares(&|square, simulation| simulation.peek(square.piece));
        // A thermometer code has as many bits set as its priority.
        let priorities =
            of_squares(&|square, simulation| simulation.peek(square.priority).count_ones().into());
        Cycle {
            state: simulation.peek(self.state_net),
            control,
            signals: self.signal_nets.map(|net| simulation.peek(net)),
            pieces,
            slides,
            kings,
            pawns,
            knights,
            transmits,
            pointed,
            masks,
            masked,
            destination,
            origin,
            cleared,
            priorities,
            choices,
        }
    }
}

impl SquareNets {
    fn new(simulation: &Simulation, board: Board, at: u32) -> Result<Self, SimulateError> {
        let name = board.name(at);
        let inside = |signal: &str| simulation.find(&format!("board.square_{name}.{signal}"));
        let outside = |signal: &str| simulation.find(&format!("board.{name}_{signal}"));
        let mut buses = [None; 8];
        for (bus, way) in buses.iter_mut().zip(Compass::ALL) {
            if board.step(at, way.step()).is_some() {
                *bus = Some(outside(way.name())?);
            }
        }
        let sends = ["straight", "diagonal", "king", "knight_line", "pawn"];
        let sends = sends.iter().map(|line| inside(&format!("transmitter.{line}")));
        Ok(Self {
            piece: outside("piece")?,
            buses,
            knight: outside("knight")?,
            sends: sends.collect::<Result<_, _>>()?,
            pointed: inside("pointed")?,
            mask: inside("mask")?,
            masked: inside("masked")?,
            write: inside("write")?,
            destination: inside("is_destination")?,
            origin: inside("is_origin")?,
            clear: inside("clear")?,
            priority: outside("prio")?,
        })
    }
}
