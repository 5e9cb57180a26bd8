//! Passes without threads, in a simulation of 64 copies: the nodes of 64 positions at once, with
//! every move compared with the expected one.

use super::super::FastError;
use super::super::node::{Board, Left};
use super::step;
use crate::chess::fast::side::seen_from;
use crate::chess::{Move, PieceKind, Position, Square};
use crate::describe::{Bundle, PipelineOptions, Project, pipeline};
use crate::netlist::{Design, Value};
use crate::simulate::lanes::{LANES, Lanes};
use crate::simulate::{Net, SimulateError};

/// A pass as a design of its own: a node at its inputs, the next move and the moves left at its
/// outputs.
pub struct Pass {
    design: Design,
    latency: u32,
    checks_first: bool,
}

impl Pass {
    /// A pass with registers after every `levels` lookup tables.
    ///
    /// # Errors
    /// `levels` is 0, or a defect in the description.
    pub fn new(levels: u32, checks_first: bool) -> Result<Self, FastError> {
        let mut project = Project::new("pass");
        let logic = step::logic("pass", checks_first);
        let latency = pipeline(&mut project, logic, &PipelineOptions::new(levels))?.latency;
        Ok(Self { design: project.finish()?, latency, checks_first })
    }
}

/// 64 passes side by side.
pub struct PassLanes {
    lanes: Lanes,
    latency: u32,
    fresh: Net,
    board: Vec<Net>,
    child: Vec<Net>,
    /// The moves left before a pass, and after it.
    left: Vec<(Net, Net)>,
    found: [Net; 7],
}

/// A node, and the expected results for it.
pub struct Expected {
    /// The position.
    pub position: Position,
    /// Its moves in order, and the positions after them.
    pub moves: Vec<(Move, Position)>,
}

/// The most positions at once.
pub const AT_ONCE: usize = LANES as usize;

impl PassLanes {
    /// Copies of this pass.
    ///
    /// # Errors
    /// The simulator cannot run it.
    pub fn new(pass: &Pass) -> Result<Self, SimulateError> {
        let Pass { design, latency, checks_first } = pass;
        let mut lanes = Lanes::new(design)?;
        lanes.compile();
        let fields = |prefix: &str| -> Result<Vec<Net>, SimulateError> {
            Board::FIELDS.iter().map(|(name, _)| lanes.find(&format!("{prefix}{name}"))).collect()
        };
        let (board, child) = (fields("")?, fields("child_")?);
        let left = Left::FIELDS.iter().map(|(name, _)| (format!("left_{name}"), format!("after_{name}")));
        let checks = checks_first.then(|| (step::LEFT_CHECKS.into(), step::AFTER_CHECKS.into()));
        let left = left.chain(checks).map(|(before, after)| Ok((lanes.find(&before)?, lanes.find(&after)?)));
        let left = left.collect::<Result<_, SimulateError>>()?;
        let mut found = [lanes.find("found")?; 7];
        let names = ["found", "last", "origin", "destination", "moved", "captured", "stands"];
        for (net, name) in found.iter_mut().zip(names) {
            *net = lanes.find(name)?;
        }
        Ok(Self { latency: *latency, fresh: lanes.find("fresh")?, board, child, left, found, lanes })
    }

    /// Goes through the nodes, at most [`AT_ONCE`], and compares every move, its place, and the
    /// position after it. Returns the first difference. Cycles: the greatest number of moves of a
    /// node, times the latency.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn compare(&mut self, nodes: &[Expected]) -> Result<Option<String>, SimulateError> {
        for (lane, node) in (0..).zip(nodes) {
            for (&net, value) in self.board.iter().zip(Board::values(&node.position)) {
                poke(&mut self.lanes, net, lane, value)?;
            }
        }
        self.lanes.poke_all(self.fresh, 1)?;
        let most = nodes.iter().map(|node| node.moves.len()).max().unwrap_or(0);
        for place in 0..most.max(1) {
            (0..self.latency).for_each(|_| self.lanes.step());
            for (lane, node) in (0..).zip(nodes) {
                if place < node.moves.len().max(1)
                    && let Some(difference) = self.differs(lane, node, place)
                {
                    return Ok(Some(difference));
                }
            }
            // All are read before one is written: what was written has to settle before the next is
            // read.
            let Self { lanes, left, .. } = self;
            let copies = nodes.len() as u32;
            let words: Vec<u64> = (left.iter())
                .flat_map(|&(_, after)| (0..copies).map(move |lane| (after, lane)))
                .map(|(after, lane)| lanes.peek(after, lane))
                .collect();
            let places = left.iter().flat_map(|&(before, _)| (0..copies).map(move |lane| (before, lane)));
            for ((before, lane), word) in places.zip(words) {
                poke(lanes, before, lane, word)?;
            }
            self.lanes.poke_all(self.fresh, 0)?;
        }
        Ok(None)
    }

    /// The difference of a lane's move from the expected one at this place.
    fn differs(
        &mut self,
        lane: u32,
        Expected { position, moves }: &Expected,
        place: usize,
    ) -> Option<String> {
        let lanes = &mut self.lanes;
        let found = self.found.map(|net| lanes.peek(net, lane));
        let (expected, child) = match moves.get(place) {
            None => {
                return (found[0] != 0).then(|| format!("{}: a move where there is none", position.to_fen()));
            }
            Some((mv, child)) => (mv, child),
        };
        let square = |square: Square| u64::from(seen_from(position.side, square));
        let kind = |position: &Position, square| {
            position.piece(square).map_or(0, |piece| u64::from(piece.kind.code()))
        };
        let pawn = u64::from(PieceKind::Pawn.code());
        let moved = kind(position, expected.from);
        let passing = moved == pawn && position.en_passant == Some(expected.to);
        let captured = if passing { pawn } else { kind(position, expected.to) };
        let last = u64::from(place + 1 == moves.len());
        let stands = kind(child, expected.to);
        let right = [1, last, square(expected.from), square(expected.to), moved, captured, stands];
        let after: Vec<u64> = self.child.iter().map(|&net| lanes.peek(net, lane)).collect();
        (found != right || after != Board::values(child)).then(|| {
            format!(
                "{} move {place}: {expected} is expected, found {found:?} and {after:x?}",
                position.to_fen()
            )
        })
    }
}

fn poke(lanes: &mut Lanes, net: Net, lane: u32, value: u64) -> Result<(), SimulateError> {
    lanes.poke_value(net, lane, &Value::new(lanes.width(net), value))
}
