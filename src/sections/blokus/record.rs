//! A Blokus machine in the built-in simulator, recorded in every clock cycle.

use crate::blokus::cover::covers;
use crate::blokus::generator::BlokusMachine;
use crate::blokus::piece::LARGEST;
use crate::blokus::plane::SIDE;
use crate::blokus::search::{SearchMachine, Searched};
use crate::blokus::{Cell, Generated, Move, Piece, Placement, Position};
use crate::chess::classic::observe::ObserveError;
use crate::describe::states;
use crate::game::{Machine, PerftCount};
use crate::netlist::{Design, Direction};
use crate::sections::SectionError;
use crate::sections::seen::{Observe, Seen};
use crate::sections::waves::{PORT, Port};
use crate::simulate::{Net, SimulateError, Simulation};

/// The module of the control state machine.
const CONTROL: &str = "control";
/// The first of several search cores that share the root.
const FIRST_CORE: &str = "core_0";
/// The simulator's name in errors.
const SIMULATOR: &str = "built-in simulator";
/// The depth of the generator's walk.
pub(super) const WALK: u32 = 2;

/// The control lines with which the move held is that of the host, or goes to the evaluation or the
/// board.
const HOLDS: [&str; 4] = ["holds", "launch", "place", "take_back"];

/// A set of cells: a word a row from the top, column 1 in bit 0.
pub(super) type Rows = [u16; SIDE as usize];

/// The contents of the stream's stages between two edges; `None` if one is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stages {
    /// The first: a usable corner, and the squares of the pieces that are sought for it.
    pub corner: Option<(Cell, usize)>,
    /// The second: the corner whose surroundings are tested.
    pub window: Option<Cell>,
    /// The third: a corner, and the pieces that fit there and were not taken yet.
    pub pieces: Option<(Cell, Vec<Piece>)>,
    /// The last: a corner, and how many ways of a piece are left.
    pub ways: Option<(Cell, u32)>,
}

/// A clock cycle: the values between two edges, once the logic has settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    /// The command port.
    pub port: Port,
    /// The control's state: a number of [`Run::states`].
    pub state: u64,
    /// The control lines that are on, as places in [`Run::control`].
    pub control: Vec<usize>,
    /// The cells of both players.
    pub cells: [Rows; 2],
    /// The usable corners of the side to move.
    pub corners: Rows,
    /// Those that the first stage has not given yet for the present size.
    pub todo: Rows,
    /// The contents of the stages.
    pub stages: Stages,
    /// The move at the end of the stream.
    pub next: Option<Placement>,
    /// The move held.
    pub held: Option<Move>,
    /// The registers, in the order of [`Run::registers`].
    pub values: Vec<i64>,
}

/// A register shown beside the board: its name there, its path, and whether it is two's complement.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub name: &'static str,
    path: &'static str,
    signed: bool,
}

const fn number(name: &'static str, path: &'static str) -> Shown {
    Shown { name, path, signed: false }
}

const fn signed(name: &'static str, path: &'static str) -> Shown {
    Shown { name, path, signed: true }
}

/// The registers of the generator.
const OF_GENERATOR: [Shown; 3] =
    [number("player 2 to move", "second"), number("passes in a row", "passes"), number("ply", "ply")];

/// The registers of the search.
const OF_SEARCH: [Shown; 9] = [
    number("player 2 to move", "second"),
    number("plies below the children", "remaining"),
    signed("alpha", "alpha"),
    signed("beta", "beta"),
    number("a leaf value is there", "leaf_valid"),
    signed("value out of the evaluation", "evaluation.value"),
    number("nodes", "nodes"),
    number("leaves", "leaves"),
    number("sorted positions", "sorted_leaves"),
];

/// A run of a machine, cycle by cycle.
pub(super) struct Run {
    /// The names of the control's states, by number.
    pub states: Vec<(u64, String)>,
    /// The names of the control lines.
    pub control: Vec<String>,
    /// The registers shown beside the board.
    pub registers: &'static [Shown],
    /// From the cycle in which the first command waits to the one in which the last answer is
    /// taken.
    pub cycles: Vec<Cycle>,
    /// The cycles of answers with their text; for a search, also those in which a node below
    /// begins.
    pub answers: Vec<(usize, String)>,
}

impl Run {
    fn of(seen: &mut Seen<Observer>, answers: Vec<(usize, String)>) -> Self {
        let Seen { observer, cycles, .. } = seen;
        Self {
            states: std::mem::take(&mut observer.states),
            control: std::mem::take(&mut observer.control),
            registers: observer.registers,
            cycles: std::mem::take(cycles),
            answers,
        }
    }
}

impl Run {
    /// The place of the cycle at which a replay opens: the first in which a move is held, or
    /// otherwise one is there.
    pub fn opens(&self) -> usize {
        let first = |shows: fn(&Cycle) -> bool| self.cycles.iter().position(shows);
        let placed = |cycle: &Cycle| matches!(cycle.held, Some(Move::Place(_)));
        first(placed).or_else(|| first(|cycle| cycle.next.is_some())).unwrap_or(0)
    }

    /// The cycle at which a replay opens; `None` for a run without cycles.
    pub fn opening(&self) -> Option<&Cycle> {
        self.cycles.get(self.opens())
    }
}

/// Runs a node of the generator: loads the position, asks for all its moves, then lets the walker
/// count.
///
/// # Errors
/// A signal that is to be seen is missing, or the machine does not answer as it should.
pub(super) fn node(
    design: &Design,
    stack: u32,
    position: &Position,
) -> Result<(Run, Vec<Generated>, PerftCount), SectionError> {
    let mut machine = BlokusMachine::new(watched(design, &OF_GENERATOR)?, SIMULATOR, stack)?;
    machine.load(position)?;
    machine.ports().looking = true;
    let (mut moves, mut answers) = (Vec::new(), Vec::new());
    while let Some(generated) = machine.next()? {
        answers.push((machine.ports().cycles.len() - 1, generated.mv.to_string()));
        moves.push(generated);
    }
    machine.ports().looking = false;
    let walk = machine.perft(WALK, false)?;
    Ok((Run::of(machine.ports(), answers), moves, walk))
}

/// Runs a search this many plies deep.
///
/// # Errors
/// See [`node`].
pub(super) fn search(
    design: &Design,
    position: &Position,
    depth: u32,
) -> Result<(Run, Searched), SectionError> {
    let mut machine = SearchMachine::new(watched(design, &OF_SEARCH)?, SIMULATOR)?;
    machine.load(position)?;
    machine.ports().looking = true;
    let searched = machine.search(depth)?;
    let seen = machine.ports();
    // Behind the answer the counters are read.
    let answered = |cycle: &Cycle| {
        let [.., response_valid, response_ready, _, _] = cycle.port;
        response_valid & response_ready == 1
    };
    let end = seen.cycles.iter().position(answered).unwrap_or(seen.cycles.len().saturating_sub(1));
    seen.cycles.truncate(end + 1);
    let place = seen.observer.control.iter().position(|line| line == "place");
    let below = seen.cycles.iter().enumerate().filter_map(|(at, cycle)| {
        let held = cycle.held.filter(|_| place.is_some_and(|place| cycle.control.contains(&place)))?;
        Some((at, format!("below {held}")))
    });
    let best = searched.found.best.map_or_else(|| "no move".into(), |best| format!("best: {best}"));
    let answers = below.chain([(end, best)]).collect();
    Ok((Run::of(seen, answers), searched))
}

fn watched(design: &Design, registers: &'static [Shown]) -> Result<Seen<Observer>, SectionError> {
    let simulation = Simulation::new(design)?;
    let observer = Observer::new(design, &simulation, registers).map_err(ObserveError::from)?;
    Ok(Seen::new(simulation, observer))
}

/// Knows the signals of a machine in a simulation.
struct Observer {
    states: Vec<(u64, String)>,
    control: Vec<String>,
    registers: &'static [Shown],
    /// The pieces in the order of the stream's third stage.
    order: Vec<Piece>,
    port: [Net; PORT.len()],
    state: Net,
    lines: Vec<Net>,
    /// Rows of the players' cells, the corners, and those to be done.
    sets: [Vec<Net>; 4],
    full: [Net; 2],
    /// Column and row of the corner at each stage.
    corners: [[Net; 2]; 4],
    size: Net,
    pieces: Net,
    ways: Net,
    ready: Net,
    cover: Net,
    held: [Net; 4],
    /// Signals of which each says that the move in the registers counts.
    holds: Vec<Net>,
    values: Vec<(Net, u32)>,
}

impl Observer {
    fn new(
        design: &Design,
        simulation: &Simulation,
        registers: &'static [Shown],
    ) -> Result<Self, SimulateError> {
        // Of several search cores the first is looked at.
        let within = |path: &str| simulation.find(&format!("{FIRST_CORE}.{path}"));
        let find = |path: &str| simulation.find(path).or_else(|error| within(path).map_err(|_| error));
        let all = |paths: &mut dyn Iterator<Item = String>| {
            paths.map(|path| find(&path)).collect::<Result<Vec<Net>, _>>()
        };
        let rows = |set: &str| all(&mut (1..=SIDE).map(|row| format!("{set}_{row:x}")));
        let corner = |stage: &str| Ok([find(&format!("{stage}_x"))?, find(&format!("{stage}_y"))?]);
        let control_module = design.find(CONTROL).map(|id| design.module(id));
        let control: Vec<String> = control_module.map_or_else(Vec::new, |module| {
            let outputs = module.ports_of(Direction::Output).map(|id| module.signal(id));
            outputs.filter(|signal| signal.width == 1).map(|signal| signal.name.clone()).collect()
        });
        let known = |line: &&str| control.iter().any(|known| known == *line);
        let mut port = [find(PORT[0])?; PORT.len()];
        for (net, name) in port.iter_mut().zip(PORT) {
            *net = find(name)?;
        }
        let values = registers.iter().map(|shown| {
            let net = find(shown.path)?;
            Ok((net, if shown.signed { simulation.width(net) } else { 0 }))
        });
        let mut order: Vec<Piece> = covers().iter().map(|cover| cover.piece).collect();
        order.dedup();
        Ok(Self {
            state: find(&format!("{CONTROL}.state"))?,
            states: control_module.map_or_else(Vec::new, states),
            lines: all(&mut control.iter().map(|name| format!("{CONTROL}.{name}")))?,
            registers,
            order,
            port,
            sets: [rows("player_1")?, rows("player_2")?, rows("planes.corners")?, rows("todo")?],
            full: [find("corner_full")?, find("around_full")?],
            corners: [corner("corner")?, corner("window")?, corner("piece")?, corner("way")?],
            size: find("corner_size")?,
            pieces: find("pieces")?,
            ways: find("ways")?,
            ready: find("next_ready")?,
            cover: find("next_cover")?,
            held: [find("held_x")?, find("held_y")?, find("held_cover")?, find("held_pass")?],
            holds: all(&mut HOLDS.iter().filter(|line| known(line)).map(|line| format!("{CONTROL}.{line}")))?,
            control,
            values: values.collect::<Result<_, SimulateError>>()?,
        })
    }
}

impl Observe for Observer {
    type Cycle = Cycle;

    fn observe(&mut self, simulation: &mut Simulation) -> Cycle {
        let mut peek = |net: Net| simulation.peek(net);
        let mut rows = |set: &[Net]| {
            let mut rows = Rows::default();
            rows.iter_mut().zip(set).for_each(|(row, &net)| *row = peek(net) as u16);
            rows
        };
        let [first, second, corners, todo] = &self.sets;
        let (cells, corners, todo) = ([rows(first), rows(second)], rows(corners), rows(todo));
        let [at_corner, at_window, at_pieces, at_ways] =
            self.corners.map(|[x, y]| Cell { x: peek(x) as u8, y: peek(y) as u8 });
        let (pieces, ways) = (peek(self.pieces), peek(self.ways));
        // The largest size is in bit 0.
        let size = LARGEST - (peek(self.size).trailing_zeros() as usize).min(LARGEST);
        let waiting = self.order.iter().enumerate().filter(|(bit, _)| pieces >> bit & 1 == 1);
        let stages = Stages {
            corner: (peek(self.full[0]) == 1).then_some((at_corner, size)),
            window: (peek(self.full[1]) == 1).then_some(at_window),
            pieces: (pieces != 0).then(|| (at_pieces, waiting.map(|(_, piece)| *piece).collect())),
            ways: (ways != 0).then_some((at_ways, ways.count_ones())),
        };
        let placed = |cover: u64, over: Cell| covers().get(cover as usize)?.placed(over);
        let [x, y, cover, pass] = self.held.map(&mut peek);
        let held = match pass {
            1 => Some(Move::Pass),
            _ => placed(cover, Cell { x: x as u8, y: y as u8 }).map(Move::Place),
        };
        Cycle {
            port: self.port.map(&mut peek),
            state: peek(self.state),
            control: (0..self.lines.len()).filter(|&place| peek(self.lines[place]) == 1).collect(),
            cells,
            corners,
            todo,
            stages,
            next: if peek(self.ready) == 1 { placed(peek(self.cover), at_ways) } else { None },
            held: held.filter(|_| self.holds.iter().any(|&net| peek(net) == 1)),
            values: self.values.iter().map(|&(net, signed)| value(peek(net), signed)).collect(),
        }
    }
}

/// A word as a number; if `signed` is not 0, in two's complement of that many bits.
fn value(word: u64, signed: u32) -> i64 {
    match signed {
        1..64 => (word << (64 - signed)) as i64 >> (64 - signed),
        _ => word as i64,
    }
}
