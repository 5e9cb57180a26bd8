use super::node::{Board, Left};
use super::*;
use crate::chess::fast::side::seen_from;
use crate::chess::fast::tests::tree;
use crate::chess::reference::{legal_moves, suite};
use crate::chess::{Move, PieceKind, Position, Square};
use crate::describe::{Bundle, PipelineOptions, Project, pipeline};
use crate::netlist::Value;
use crate::simulate::lanes::Lanes;
use crate::simulate::{Net, Ports, Simulation};

/// The legal moves in the documented order, from the rules library.
fn ordered(position: &Position) -> Vec<Move> {
    let mut moves = legal_moves(position);
    moves.sort_by_key(|&mv| order::place(position, mv));
    moves
}

/// One pass after the other, 64 nodes at once.
struct Passes {
    lanes: Lanes,
    board: Vec<Net>,
    child: Vec<Net>,
    left: Vec<(Net, Net)>,
    fresh: Net,
    latency: u32,
}

impl Passes {
    fn new(levels: u32) -> Self {
        let mut project = Project::new("pass");
        let options = PipelineOptions::new(levels);
        let latency = pipeline(&mut project, step::logic("pass").unwrap(), &options).unwrap().latency;
        let mut lanes = Lanes::new(&project.finish().unwrap()).unwrap();
        lanes.compile();
        let find = |name: String| lanes.find(&name).unwrap();
        let fields =
            |prefix: &str| Board::FIELDS.iter().map(|(name, _)| find(format!("{prefix}{name}"))).collect();
        let left = |(name, _): &(&str, u32)| (find(format!("left_{name}")), find(format!("after_{name}")));
        Self {
            board: fields(""),
            child: fields("child_"),
            left: Left::FIELDS.iter().map(left).collect(),
            fresh: find("fresh".into()),
            latency,
            lanes,
        }
    }

    fn net(&self, name: &str) -> Net {
        self.lanes.find(name).unwrap()
    }

    fn poke(&mut self, net: Net, lane: usize, value: u64) {
        let value = Value::new(self.lanes.width(net), value);
        self.lanes.poke_value(net, lane as u32, &value).unwrap();
    }

    /// Walks through the nodes of up to 64 positions, and compares every move, its place, and the position after it.
    fn compare(&mut self, positions: &[Position]) {
        let expected: Vec<Vec<Move>> = positions.iter().map(ordered).collect();
        for (lane, position) in positions.iter().enumerate() {
            for (net, value) in self.board.clone().into_iter().zip(Board::values(position)) {
                self.poke(net, lane, value);
            }
        }
        self.lanes.poke_all(self.fresh, 1).unwrap();
        let most = expected.iter().map(Vec::len).max().unwrap();
        let names = ["found", "last", "origin", "destination", "moved", "captured", "stands"];
        let found = names.map(|name| self.net(name));
        for place in 0..most.max(1) {
            (0..self.latency).for_each(|_| self.lanes.step());
            for (lane, (position, moves)) in positions.iter().zip(&expected).enumerate() {
                let context = || format!("{} move {place}", position.to_fen());
                if place >= moves.len().max(1) {
                    continue;
                }
                let [any, last, from, to, moved, captured, stands] =
                    found.map(|net| self.lanes.peek(net, lane as u32));
                let Some(&mv) = moves.get(place) else {
                    assert_eq!(any, 0, "{}", context());
                    continue;
                };
                let square = |square: Square| u64::from(seen_from(position.side, square));
                assert_eq!((any, from, to), (1, square(mv.from), square(mv.to)), "{} {mv}", context());
                assert_eq!(last == 1, place + 1 == moves.len(), "{} {mv}", context());
                let child = position.after(mv);
                let kind = |position: &Position, square| {
                    position.piece(square).map_or(0, |piece| u64::from(piece.kind.code()))
                };
                let passing =
                    position.en_passant == Some(mv.to) && moved == u64::from(PieceKind::Pawn.code());
                let taken = if passing { 1 } else { kind(position, mv.to) };
                let kinds = (kind(position, mv.from), taken, kind(&child, mv.to));
                assert_eq!((moved, captured, stands), kinds, "{} {mv}", context());
                let words: Vec<u64> =
                    self.child.iter().map(|&net| self.lanes.peek(net, lane as u32)).collect();
                assert_eq!(words, Board::values(&child), "{} {mv}", context());
            }
            for (before, after) in self.left.clone() {
                let words: Vec<u64> = (0..64).map(|lane| self.lanes.peek(after, lane)).collect();
                words.into_iter().enumerate().for_each(|(lane, word)| self.poke(before, lane, word));
            }
            self.lanes.poke_all(self.fresh, 0).unwrap();
        }
    }
}

#[test]
fn every_move_comes_in_its_place_with_the_position_after_it() {
    let mut passes = Passes::new(1000);
    for positions in tree(2, 3000).chunks(64) {
        passes.compare(positions);
    }
}

/// A thread of a walk: the nodes from its root down, and the moves still expected at each.
#[derive(Default)]
struct Walker {
    nodes: Vec<(Position, std::vec::IntoIter<Move>)>,
}

/// Walks through the trees of all positions to a depth, in as many threads as there are, and compares every move. Returns cycles in
/// which every thread had something to do, and moves in them.
fn walk(driver: &mut Driver<Simulation>, positions: &[Position], depth: usize) -> (u64, u64) {
    let node = |position: &Position| (position.clone(), ordered(position).into_iter());
    let mut waiting = positions.iter();
    let mut walkers: Vec<Walker> = (0..driver.threads()).map(|_| Walker::default()).collect();
    let mut offered: Option<(usize, &Position)> = None;
    let (mut cycles, mut moves, mut idle) = (0, 0, 0);
    while idle <= 3 * driver.threads() {
        if offered.is_none()
            && let Some(thread) = walkers.iter().position(|walker| walker.nodes.is_empty())
            && let Some(position) = waiting.next()
        {
            driver.offer(thread as u32, position).unwrap();
            offered = Some((thread, position));
        }
        let turn = driver
            .cycle(|thread| walkers[thread as usize].nodes.len().checked_sub(1).map(|ply| ply as u32))
            .unwrap();
        let busy = walkers.iter().all(|walker| !walker.nodes.is_empty());
        cycles += u64::from(busy);
        if turn.loaded
            && let Some((thread, position)) = offered.take()
        {
            walkers[thread].nodes.push(node(position));
        }
        idle = if turn.answer.is_some() || turn.loaded { 0 } else { idle + 1 };
        let Some(answer) = turn.answer else { continue };
        let walker = &mut walkers[answer.thread as usize];
        assert!(!answer.error && answer.ply as usize + 1 == walker.nodes.len(), "{answer:?}");
        let (position, expected) = walker.nodes.last_mut().unwrap();
        let context = position.to_fen();
        let below = match expected.next() {
            None => {
                assert!(!answer.found, "{context}");
                None
            }
            Some(mv) => {
                moves += u64::from(busy);
                let square = |square: Square| seen_from(position.side, square);
                let squares = [square(mv.from), square(mv.to)];
                assert_eq!((answer.found, answer.squares), (true, squares), "{context} {mv}");
                let child = position.after(mv);
                assert_eq!(answer.child, Board::values(&child), "{context} {mv}");
                assert_eq!(answer.last, expected.len() == 0, "{context} {mv}");
                Some(child)
            }
        };
        match below.filter(|_| walker.nodes.len() < depth) {
            Some(child) => walker.nodes.push(node(&child)),
            // Back to the last node with moves left.
            None => {
                while walker.nodes.last().is_some_and(|(_, moves)| moves.len() == 0) {
                    walker.nodes.pop();
                }
            }
        }
    }
    assert!(waiting.next().is_none() && walkers.iter().all(|walker| walker.nodes.is_empty()));
    (cycles, moves)
}

#[test]
fn threads_walk_through_trees_and_keep_the_pipeline_full() {
    let options = StreamOptions { name: "chess-stream".into(), levels: 2, threads: None, stack_depth: 8 };
    let built = stream(&options).unwrap();
    let mut driver = Driver::new(Simulation::new(&built.design).unwrap(), built.threads).unwrap();
    let positions: Vec<Position> = suite().iter().map(|line| line.position.clone()).collect();
    let (cycles, moves) = walk(&mut driver, &positions, 2);
    assert!(moves * 100 >= cycles * 97, "{moves} moves in {cycles} cycles");
}

/// What stands at `ply` while a position is loaded means nothing: only the first node is there then.
#[test]
fn a_loaded_position_is_the_first_node() {
    let options = StreamOptions { name: "chess-stream".into(), levels: 12, threads: None, stack_depth: 4 };
    let built = stream(&options).unwrap();
    let mut ports = Simulation::new(&built.design).unwrap();
    let mut driver = Driver::new(&mut ports, built.threads).unwrap();
    driver.offer(2, &Position::start()).unwrap();
    Ports::poke(&mut ports, "ply", 3).unwrap();
    assert!(Ports::step_until(&mut ports, "load_ready", 100).unwrap().is_some());
    Ports::step(&mut ports).unwrap();
    Ports::poke(&mut ports, "load_valid", 0).unwrap();
    let mut answer = |ply: u64| {
        while Ports::peek(&mut ports, "turn_of").unwrap() != 2 {
            Ports::step(&mut ports).unwrap();
        }
        Ports::poke(&mut ports, "ply", ply).unwrap();
        Ports::poke(&mut ports, "command_valid", 1).unwrap();
        Ports::step(&mut ports).unwrap();
        Ports::poke(&mut ports, "command_valid", 0).unwrap();
        assert!(Ports::step_until(&mut ports, "answer_valid", 100).unwrap().is_some());
        let found = ["answer_error", "answer_found"].map(|port| Ports::peek(&mut ports, port).unwrap());
        Ports::step(&mut ports).unwrap();
        found
    };
    assert_eq!(answer(3)[0], 1);
    assert_eq!(answer(0), [0, 1]);
    assert_eq!(answer(1), [0, 1]);
}

/// The memories of nodes count on it: what they read of a word that is being written may be anything.
#[test]
fn the_thread_whose_turn_it_is_is_not_the_one_whose_nodes_are_written() {
    for threads in [None, Some(40), Some(64)] {
        let options = StreamOptions { name: "chess-stream".into(), levels: 12, threads, stack_depth: 4 };
        let built = stream(&options).unwrap();
        let mut ports = Simulation::new(&built.design).unwrap();
        let (mut seen, mut writes) = (0u64, None);
        for _ in 0..2 * built.threads {
            let [turn, written] =
                ["turn_of", "answer_thread"].map(|port| Ports::peek(&mut ports, port).unwrap());
            assert_ne!(Some(turn), writes, "of {} threads", built.threads);
            // The word is written a cycle after the answer.
            writes = Some(written);
            seen |= 1 << turn;
            Ports::step(&mut ports).unwrap();
        }
        assert_eq!(seen.count_ones(), built.threads);
    }
}
