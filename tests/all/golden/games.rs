//! Random games: after every make and every undo the board is the rules library's.

use cozy_chess::Board;
use movewright::chess::Generated;
use movewright::chess::classic::Options;
use movewright::chess::{Move, Position};
use movewright::game::Machine;

use super::machine::{Chess, for_each};
use super::{positions, rules};

const GAMES: usize = 500;
/// The longest game, in half moves: as deep as the stack goes.
const LONGEST: u64 = 63;
/// One game in so many is gone back through with every move that was left out.
const COMPLETE: usize = 5;
/// One game in so many has the board read through the command port too.
const READ: usize = 10;

/// Random numbers, the same at every run (SplitMix64).
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % limit
    }
}

/// A node of the game: its board and the moves generated there so far.
struct Node {
    board: Board,
    generated: Vec<Move>,
}

impl Node {
    fn new(board: Board) -> Self {
        Self { board, generated: Vec::new() }
    }

    /// The next move of the node, the board compared after it; or the node's own board when there
    /// is none left.
    fn next(&mut self, chess: &mut Chess) -> Option<Board> {
        let Some(Generated { mv, .. }) = chess.machine.next().unwrap() else {
            assert_eq!(chess.pieces(), rules::codes(&self.board), "{} with no move left", self.board);
            return None;
        };
        let legal = rules::legal(&self.board);
        let found = legal.iter().find(|(legal, _)| *legal == mv);
        let (_, known) = found.unwrap_or_else(|| panic!("{mv} is not legal in {}", self.board));
        let after = rules::played(&self.board, *known);
        assert_eq!(chess.pieces(), rules::codes(&after), "{} after {mv}", self.board);
        self.generated.push(mv);
        Some(after)
    }
}

/// Plays a game down and goes back up; returns how many moves were made.
fn play(chess: &mut Chess, number: usize, start: &Position) -> usize {
    let mut draw = Draw(number as u64);
    chess.machine.load_in_order(start, number % 2 == 1).unwrap();
    let mut nodes = vec![Node::new(rules::board(start))];
    let length = 8 + draw.below(LONGEST - 8);
    // Half of the games prefer what comes first, half any move.
    let choices = if draw.below(2) == 0 { 6 } else { 300 };
    while nodes.len() <= length as usize {
        let node = nodes.last_mut().unwrap();
        let moves = rules::legal(&node.board).len() as u64;
        let chosen = draw.below(choices.min(moves).max(1)) + 1;
        let mut after = None;
        for _ in 0..chosen {
            after = node.next(chess);
        }
        let Some(after) = after else {
            assert_eq!(moves, 0, "{} has moves", node.board);
            break;
        };
        chess.machine.down().unwrap();
        nodes.push(Node::new(after));
    }
    if number.is_multiple_of(READ) {
        let read = chess.machine.read_board().unwrap();
        let read = read.map(|piece| piece.map_or(0, |piece| u64::from(piece.code())));
        assert_eq!(read, rules::codes(&nodes.last().unwrap().board));
    }

    let mut made = 0;
    while let Some(mut node) = nodes.pop() {
        if number.is_multiple_of(COMPLETE) {
            while node.next(chess).is_some() {}
            let mut generated = node.generated.clone();
            generated.sort();
            let legal: Vec<Move> = rules::legal(&node.board).into_iter().map(|(mv, _)| mv).collect();
            assert_eq!(generated, legal, "{}", node.board);
        }
        made += node.generated.len();
        if !nodes.is_empty() {
            chess.machine.up().unwrap();
            assert_eq!(chess.pieces(), rules::codes(&node.board), "back in {}", node.board);
        }
    }
    made
}

#[test]
fn random_games() {
    let starts = positions::all();
    let made = for_each(&Options::default(), GAMES, |chess, number| {
        // Every other game begins where games begin.
        let start = match number % 4 {
            0 | 1 => Position::start(),
            _ => starts[number * 7 % starts.len()].clone(),
        };
        play(chess, number, &start)
    });
    println!("{} moves made and taken back in {GAMES} games", made.iter().sum::<usize>());
}
