//! Arbiters and the tree of them that finds the best candidate of a board.

use rust_hdl::prelude::*;

use crate::bundle;
use crate::describe::{Builder, Bundle, LowerError, ModuleHandle, Wire, lower_commented};
use crate::netlist::{self, Area, Place};
use crate::parts::board::Board;
use crate::parts::decode::word;

bundle! {
    /// What an arbiter passes on: how good a candidate is, where it stands, and whether there are
    /// others. The width of `square` is that of a chess board; a tree takes candidates whose
    /// squares are of any one width.
    pub struct Candidate {
        /// How good it is, as a thermometer code ([`thermometer`]); 0: no candidate.
        prio: 7,
        /// The square it stands on.
        square: 6,
        /// There is at least one more candidate.
        several: 1,
    }
}

/// How an arbiter chooses between two candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The higher priority wins; the first when equal.
    Priority,
    /// Any candidate is as good as another and the first wins, but the highest priority (7) still
    /// beats all others.
    Plain,
}

/// The better of two candidates by priority; the first when equal.
///
/// Combinational. Priorities are thermometer codes, so that the better priority is the *or* of both
/// and no arbiter waits for the decision of the one below: a tree of six levels is three LUT4
/// levels of *or*, one decision of two, and a multiplexer, where binary priorities take three a
/// level. The decision costs 5 LUT4, the priority 7, the square up to one a bit. Source: the
/// arbiter of Boulé & Zilic 2002, with 3-bit priorities; `several` is ours too: it saves the cycle
/// that finds out that nothing is left.
#[derive(LogicBlock, Default)]
pub struct Arbiter<const SQUARE: usize> {
    /// First candidate.
    pub first_prio: Signal<In, Bits<7>>,
    /// First candidate.
    pub first_square: Signal<In, Bits<SQUARE>>,
    /// First candidate.
    pub first_several: Signal<In, Bit>,
    /// Second candidate.
    pub second_prio: Signal<In, Bits<7>>,
    /// Second candidate.
    pub second_square: Signal<In, Bits<SQUARE>>,
    /// Second candidate.
    pub second_several: Signal<In, Bit>,
    /// The better one.
    pub prio: Signal<Out, Bits<7>>,
    /// The better one.
    pub square: Signal<Out, Bits<SQUARE>>,
    /// More than one candidate below this arbiter.
    pub several: Signal<Out, Bit>,
    second_wins: Signal<Local, Bit>,
}

impl<const SQUARE: usize> Logic for Arbiter<SQUARE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.second_wins.next = (self.second_prio.val() & !self.first_prio.val()).any();
        self.prio.next = self.first_prio.val() | self.second_prio.val();
        if self.second_wins.val() {
            self.square.next = self.second_square.val();
        } else {
            self.square.next = self.first_square.val();
        }
        self.several.next = self.first_several.val()
            || self.second_several.val()
            || (self.first_prio.val().get_bit(0) && self.second_prio.val().get_bit(0));
    }
}

/// The first of two candidates, whatever their priorities; but the highest, 7, beats every other.
///
/// Combinational; 7 LUT4 larger than [`Arbiter`], and one level a level slower, because the winner
/// may be the lesser.
#[derive(LogicBlock, Default)]
pub struct PlainArbiter<const SQUARE: usize> {
    /// First candidate.
    pub first_prio: Signal<In, Bits<7>>,
    /// First candidate.
    pub first_square: Signal<In, Bits<SQUARE>>,
    /// First candidate.
    pub first_several: Signal<In, Bit>,
    /// Second candidate.
    pub second_prio: Signal<In, Bits<7>>,
    /// Second candidate.
    pub second_square: Signal<In, Bits<SQUARE>>,
    /// Second candidate.
    pub second_several: Signal<In, Bit>,
    /// The chosen one.
    pub prio: Signal<Out, Bits<7>>,
    /// The chosen one.
    pub square: Signal<Out, Bits<SQUARE>>,
    /// More than one candidate below this arbiter.
    pub several: Signal<Out, Bit>,
    second_wins: Signal<Local, Bit>,
}

impl<const SQUARE: usize> Logic for PlainArbiter<SQUARE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.second_wins.next = !self.first_prio.val().get_bit(0)
            || (self.second_prio.val().get_bit(6) && !self.first_prio.val().get_bit(6));
        if self.second_wins.val() {
            self.prio.next = self.second_prio.val();
            self.square.next = self.second_square.val();
        } else {
            self.prio.next = self.first_prio.val();
            self.square.next = self.first_square.val();
        }
        self.several.next = self.first_several.val()
            || self.second_several.val()
            || (self.first_prio.val().get_bit(0) && self.second_prio.val().get_bit(0));
    }
}

/// The arbiter module of an order, for squares whose numbers are `SQUARE` bits wide. `highest` says
/// in the module's text which candidates have the highest priority.
///
/// # Errors
/// The cell does not lower: a defect of the cell.
pub fn arbiter<const SQUARE: usize>(order: Order, highest: &str) -> Result<netlist::Module, LowerError> {
    match order {
        Order::Priority => lower_commented::<Arbiter<SQUARE>>(
            "arbiter",
            "The better of two candidates; the first when equal.\nCombinational.",
            include_str!("arbiter.rs"),
        ),
        Order::Plain => lower_commented::<PlainArbiter<SQUARE>>(
            "plain_arbiter",
            &format!("The first of two candidates; only {highest}, priority 7, beats it.\nCombinational."),
            include_str!("arbiter.rs"),
        ),
    }
}

/// The best of all candidates: `n - 1` arbiters in `log2 n` levels.
///
/// Candidates are joined pairwise: neighbours on a rank first, then neighbouring pairs of ranks and
/// so on. So each arbiter stands between the blocks it joins. The list must be in that order;
/// [`tree_order`] gives it. The instances are called `arbiter_l<level>_n<number>`.
pub fn best(builder: &Builder, arbiter: &ModuleHandle, candidates: Vec<Candidate>) -> Option<Candidate> {
    join(builder, arbiter, candidates.into_iter().map(|candidate| (candidate, None)).collect())
}

/// The same as [`best`], for candidates that come from these blocks. Each arbiter is placed between
/// the blocks it joins.
pub fn best_of_blocks(
    builder: &Builder,
    arbiter: &ModuleHandle,
    candidates: Vec<(Candidate, Area)>,
) -> Option<Candidate> {
    join(builder, arbiter, candidates.into_iter().map(|(candidate, area)| (candidate, Some(area))).collect())
}

fn join(
    builder: &Builder,
    arbiter: &ModuleHandle,
    candidates: Vec<(Candidate, Option<Area>)>,
) -> Option<Candidate> {
    let mut level = 1;
    let mut candidates = candidates;
    while candidates.len() > 1 {
        let mut joined = Vec::with_capacity(candidates.len().div_ceil(2));
        for (number, pair) in candidates.chunks(2).enumerate() {
            joined.push(match pair {
                [first, second] => {
                    let name = format!("arbiter_l{level}_n{number}");
                    let mut connections = builder.instance(&name, arbiter);
                    let area = first.1.zip(second.1).map(|(first, second)| first.around(second));
                    if let Some(area) = area {
                        connections = connections.placed(Place::Over(area));
                    }
                    for (prefix, (candidate, _)) in [("first_", first), ("second_", second)] {
                        for (port, wire) in candidate.connections(prefix) {
                            connections = connections.input(&port, &wire);
                        }
                    }
                    for (field, _) in Candidate::FIELDS {
                        connections = connections.output(field, &format!("{field}_l{level}_n{number}"));
                    }
                    (Candidate::from_outputs(&connections.outputs(), ""), area)
                }
                single => single[0].clone(),
            });
        }
        candidates = joined;
        level += 1;
    }
    Some(candidates.pop()?.0)
}

/// The squares of a board in the order in which [`best`] joins neighbours: file and rank bits
/// interleaved.
pub fn tree_order(board: Board) -> Vec<u32> {
    let interleave = |square: &u32| {
        let (file, rank) = board.coordinates(*square);
        (0..8).fold(0, |key, bit| key | (file >> bit & 1) << (2 * bit) | (rank >> bit & 1) << (2 * bit + 1))
    };
    let mut squares: Vec<u32> = (0..board.squares()).collect();
    squares.sort_by_key(interleave);
    squares
}

/// An arbiter of the tree that [`best`] builds, and what it joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// Its level, from 1.
    pub level: usize,
    /// Its number on that level, from 0, as in its instance's name.
    pub number: usize,
    /// What it takes first: a leaf below the number of leaves, else the arbiter in that place after
    /// them.
    pub first: usize,
    /// What it takes second.
    pub second: usize,
}

/// The arbiters that [`best`] makes for this many candidates, level by level.
pub fn joins(leaves: usize) -> Vec<Join> {
    let mut joins = Vec::new();
    let mut nodes: Vec<usize> = (0..leaves).collect();
    let mut level = 1;
    while nodes.len() > 1 {
        let mut joined = Vec::with_capacity(nodes.len().div_ceil(2));
        for (number, pair) in nodes.chunks(2).enumerate() {
            joined.push(match *pair {
                [first, second] => {
                    joins.push(Join { level, number, first, second });
                    leaves + joins.len() - 1
                }
                _ => pair[0],
            });
        }
        nodes = joined;
        level += 1;
    }
    joins
}

/// A 3-bit priority as a thermometer code: bit `n` is set if the priority is above `n`. One LUT4 a
/// bit.
pub fn thermometer(priority: &Wire) -> Wire {
    let above = |n: u64| priority.gt(&priority.builder().constant(3, n));
    word(&[0, 1, 2, 3, 4, 5, 6].map(above))
}

/// The 3-bit priority of a thermometer code: the reverse of [`thermometer`]. Two LUT4 levels.
pub fn priority(thermometer: &Wire) -> Wire {
    let above = |n: u32| thermometer.bit(n);
    let odd = (above(0) & !above(1)) | (above(2) & !above(3)) | (above(4) & !above(5)) | above(6);
    word(&[odd, (above(1) & !above(3)) | above(5), above(3)])
}

/// A candidate alone on its square, whose number is as wide as the arbiters take it.
pub fn candidate(square: Wire, prio: Wire) -> Candidate {
    let several = square.builder().bit(false);
    Candidate { prio, square, several }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Project;
    use crate::describe::differential::differential;
    use crate::simulate::{Net, Simulation};

    const BOARD: Board = Board { files: 8, ranks: 8 };

    /// Random values for the inputs of either arbiter.
    macro_rules! compare {
        ($cell:ident, $name:literal) => {
            differential(
                $cell::<6>::default(),
                $name,
                20_000,
                |cell, draw| {
                    cell.first_prio.next = draw.value();
                    cell.first_square.next = draw.value();
                    cell.first_several.next = draw.value();
                    cell.second_prio.next = draw.value();
                    cell.second_square.next = draw.value();
                    cell.second_several.next = draw.value();
                },
                None,
            )
        };
    }

    /// rust-hdl's simulation against that of the module each is lowered to.
    #[test]
    fn cells_are_lowered_right() {
        compare!(Arbiter, "arbiter");
        compare!(PlainArbiter, "plain_arbiter");
    }

    /// A tree of arbiters in the simulator, its leaves on these squares.
    struct Tree {
        order: Order,
        squares: Vec<u32>,
        simulation: Simulation,
        leaves: Vec<Net>,
        found: [Net; 3],
    }

    impl Tree {
        fn new(order: Order, squares: &[u32]) -> Self {
            Self::on::<6>(order, squares)
        }

        /// The same, with squares whose numbers are `WIDTH` bits wide.
        fn on<const WIDTH: usize>(order: Order, squares: &[u32]) -> Self {
            let mut project = Project::new("tree");
            let arbiter = project.add_module(arbiter::<WIDTH>(order, "the best").unwrap()).unwrap();
            let b = Builder::new("tree", "");
            let leaf = |&square: &u32| {
                let prio = b.input(&format!("prio_{square}"), 3);
                candidate(b.constant(WIDTH as u32, square.into()), thermometer(&prio))
            };
            let winner = best(&b, &arbiter, squares.iter().map(leaf).collect()).unwrap();
            Candidate::output(&Candidate { prio: priority(&winner.prio), ..winner }, &b, "best_");
            project.add(b).unwrap();
            let simulation = Simulation::new(&project.finish().unwrap()).unwrap();
            let net = |name: &str| simulation.find(name).unwrap();
            Self {
                order,
                squares: squares.to_vec(),
                leaves: squares.iter().map(|square| net(&format!("prio_{square}"))).collect(),
                found: ["best_prio", "best_square", "best_several"].map(net),
                simulation,
            }
        }

        /// The tree finds the same as a program.
        fn compare(&mut self, priorities: &[u64]) {
            for (&leaf, &priority) in self.leaves.iter().zip(priorities) {
                self.simulation.poke(leaf, priority).unwrap();
            }
            let wanted = match self.order {
                Order::Plain if !priorities.contains(&7) => priorities.iter().find(|&&one| one > 0),
                _ => priorities.iter().max(),
            };
            let place = priorities.iter().position(|one| Some(one) == wanted);
            let candidates = priorities.iter().filter(|&&one| one > 0).count();
            let [prio, square, several] = self.found.map(|net| self.simulation.peek(net));
            let context = format!("{:?} {priorities:?}", self.order);
            assert_eq!(prio, wanted.copied().unwrap_or(0), "{context}");
            assert_eq!(several, u64::from(candidates > 1), "{context}");
            // Without a candidate the square means nothing.
            if candidates > 0 {
                assert_eq!(square, u64::from(self.squares[place.unwrap()]), "{context}");
            }
        }
    }

    /// Every choice of priorities for up to four candidates, an odd number among them.
    #[test]
    fn small_trees_find_what_a_program_finds() {
        for order in [Order::Priority, Order::Plain] {
            for leaves in 1..=4_u32 {
                let mut tree = Tree::new(order, &tree_order(BOARD)[..leaves as usize]);
                for choice in 0..8_u64.pow(leaves) {
                    let priorities: Vec<u64> = (0..leaves).map(|leaf| choice >> (3 * leaf) & 7).collect();
                    tree.compare(&priorities);
                }
            }
        }
    }

    /// A board of 20 by 12 squares, whose numbers take 8 bits.
    #[test]
    fn a_tree_on_another_board_finds_what_a_program_finds() {
        let squares = tree_order(Board { files: 20, ranks: 12 });
        let mut tree = Tree::on::<8>(Order::Priority, &squares);
        for first in [0, 1, 77, 239] {
            let priorities: Vec<u64> =
                (0..squares.len() as u64).map(|place| (place + first) * 31 % 240 % 9 % 8).collect();
            tree.compare(&priorities);
        }
    }

    /// Random priorities on the whole board, many candidates and few.
    #[test]
    fn the_board_s_tree_finds_what_a_program_finds() {
        for order in [Order::Priority, Order::Plain] {
            let mut tree = Tree::new(order, &tree_order(BOARD));
            let mut seed = 1_u64;
            let mut draw = |limit: u64| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33) % limit
            };
            for round in 0..10_000 {
                let (rare, highest) = ([1, 4, 32, 200][round % 4], 2 + draw(6));
                let one = |_| if draw(rare) == 0 { draw(highest + 1) } else { 0 };
                let priorities: Vec<u64> = (0..64).map(one).collect();
                tree.compare(&priorities);
            }
        }
    }

    /// For every number of candidates, the arbiters listed are the instances built, joined as the
    /// names of signals say.
    #[test]
    fn the_joins_told_are_those_built() {
        for leaves in 1..=13 {
            let tree = Tree::new(Order::Priority, &tree_order(BOARD)[..leaves]);
            let joins = joins(leaves);
            assert_eq!(joins.len(), leaves - 1);
            let name = |Join { level, number, .. }: &Join| format!("arbiter_l{level}_n{number}.second_wins");
            for join in &joins {
                assert!(tree.simulation.find(&name(join)).is_ok(), "{join:?} of {leaves}");
            }
            // Everything but the root is joined once.
            let mut joined: Vec<usize> = joins.iter().flat_map(|join| [join.first, join.second]).collect();
            joined.sort_unstable();
            assert_eq!(joined, (0..2 * leaves - 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_tree_joins_neighbours() {
        let order = tree_order(BOARD);
        let names: Vec<String> = order.iter().take(8).map(|&square| BOARD.name(square)).collect();
        assert_eq!(names, ["a1", "b1", "a2", "b2", "c1", "d1", "c2", "d2"]);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..64).collect::<Vec<_>>());
    }
}
