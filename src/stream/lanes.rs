//! Passes without threads, in a simulation of 64 copies: the nodes of 64 positions at once, with
//! every move compared with the expected one.

use std::marker::PhantomData;

use super::{FastError, MoveOf, PassLogic, PositionOf, Streamed};
use crate::describe::{Bundle, PipelineOptions, Project, pipeline};
use crate::netlist::{Design, Value};
use crate::simulate::lanes::{LANES, Lanes};
use crate::simulate::{Net, SimulateError};

/// A pass as a design of its own: a node at its inputs, the next move and the moves left at its
/// outputs.
pub struct LanePass<S> {
    design: Design,
    latency: u32,
    beside: Option<[&'static str; 2]>,
    game: PhantomData<S>,
}

impl<S: Streamed> LanePass<S> {
    /// A pass with registers after every `levels` lookup tables.
    ///
    /// # Errors
    /// `levels` is 0, or a defect in the description.
    pub fn new(levels: u32, pass: PassLogic) -> Result<Self, FastError> {
        let mut project = Project::new("pass");
        let PassLogic { logic, beside, .. } = pass;
        let latency = pipeline(&mut project, logic, &PipelineOptions::new(levels))?.latency;
        Ok(Self { design: project.finish()?, latency, beside, game: PhantomData })
    }
}

/// 64 passes side by side.
pub struct PassLanes<S> {
    lanes: Lanes,
    latency: u32,
    fresh: Net,
    board: Vec<Net>,
    child: Vec<Net>,
    /// The moves left before a pass, and after it.
    left: Vec<(Net, Net)>,
    found: Vec<Net>,
    game: PhantomData<S>,
}

/// A node, and the expected results for it.
pub struct Expected<S: Streamed> {
    /// The position.
    pub position: PositionOf<S>,
    /// Its moves in order, and the positions after them.
    pub moves: Vec<(MoveOf<S>, PositionOf<S>)>,
}

/// The most positions at once.
pub const AT_ONCE: usize = LANES as usize;

impl<S: Streamed> PassLanes<S> {
    /// Copies of this pass.
    ///
    /// # Errors
    /// The simulator cannot run it.
    pub fn new(pass: &LanePass<S>) -> Result<Self, SimulateError> {
        let LanePass { design, latency, beside, .. } = pass;
        let mut lanes = Lanes::new(design)?;
        lanes.compile();
        let fields = |prefix: &str| -> Result<Vec<Net>, SimulateError> {
            S::Board::FIELDS.iter().map(|(name, _)| lanes.find(&format!("{prefix}{name}"))).collect()
        };
        let (board, child) = (fields("")?, fields("child_")?);
        let left = S::Left::FIELDS.iter().map(|(name, _)| (format!("left_{name}"), format!("after_{name}")));
        let beside = beside.map(|[before, after]| (before.into(), after.into()));
        let left = left.chain(beside).map(|(before, after)| Ok((lanes.find(&before)?, lanes.find(&after)?)));
        let left = left.collect::<Result<_, SimulateError>>()?;
        let found = S::Found::FIELDS.iter().map(|(name, _)| lanes.find(name));
        let found = found.collect::<Result<_, SimulateError>>()?;
        let (fresh, game) = (lanes.find("fresh")?, PhantomData);
        Ok(Self { latency: *latency, fresh, board, child, left, found, lanes, game })
    }

    /// Goes through the nodes, at most [`AT_ONCE`], and compares every move, its place, and the
    /// position after it. Returns the first difference. Cycles: the greatest number of moves of a
    /// node, times the latency.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn compare(&mut self, nodes: &[Expected<S>]) -> Result<Option<String>, SimulateError> {
        for (lane, node) in (0..).zip(nodes) {
            for (&net, value) in self.board.iter().zip(S::board(&node.position)) {
                self.lanes.poke_value(net, lane, &value)?;
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
            let words: Vec<Value> = (left.iter())
                .flat_map(|&(_, after)| (0..copies).map(move |lane| (after, lane)))
                .map(|(after, lane)| lanes.peek_value(after, lane))
                .collect();
            let places = left.iter().flat_map(|&(before, _)| (0..copies).map(move |lane| (before, lane)));
            for ((before, lane), word) in places.zip(words) {
                lanes.poke_value(before, lane, &word)?;
            }
            self.lanes.poke_all(self.fresh, 0)?;
        }
        Ok(None)
    }

    /// The difference of a lane's move from the expected one at this place.
    fn differs(
        &mut self,
        lane: u32,
        Expected { position, moves }: &Expected<S>,
        place: usize,
    ) -> Option<String> {
        let lanes = &mut self.lanes;
        let found: Vec<u64> = self.found.iter().map(|&net| lanes.peek(net, lane)).collect();
        let Some((mv, child)) = moves.get(place) else {
            let any = found.first() != Some(&0);
            return any.then(|| format!("{}: a move where there is none", S::text(position)));
        };
        let right = S::found(position, *mv, place + 1 == moves.len());
        let after: Vec<Value> = self.child.iter().map(|&net| lanes.peek_value(net, lane)).collect();
        (found != right || after != S::board(child)).then(|| {
            format!(
                "{} move {place}: {mv} {right:?} is expected, found {found:?} and {after:x?}",
                S::text(position)
            )
        })
    }
}
