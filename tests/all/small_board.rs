//! The classic machine on smaller boards, against rules written out square by square.

use movewright::chess::Position;
use movewright::chess::classic::{BuildError, ClassicMachine, Options, design};
use movewright::game::Machine;
use movewright::parts::arbiter::Order;
use movewright::parts::board::Board;
use movewright::simulate::Simulation;

/// King and rook against king; squares are file and rank, counted from 0.
#[derive(Clone, Debug, PartialEq)]
struct Game {
    files: i32,
    ranks: i32,
    /// The side to move is the one with the rook.
    strong: bool,
    king: (i32, i32),
    rook: Option<(i32, i32)>,
    lone: (i32, i32),
}

type Step = ((i32, i32), (i32, i32));

impl Game {
    fn on_board(&self, (file, rank): (i32, i32)) -> bool {
        (0..self.files).contains(&file) && (0..self.ranks).contains(&rank)
    }

    /// The squares a king on `from` goes to, by board alone.
    fn king_steps(&self, from: (i32, i32)) -> Vec<(i32, i32)> {
        let steps = (-1..=1).flat_map(|df| (-1..=1).map(move |dr| (from.0 + df, from.1 + dr)));
        steps.filter(|&to| to != from && self.on_board(to)).collect()
    }

    /// The squares the rook goes to, the lone king's among them where it attacks it.
    fn rook_steps(&self) -> Vec<(i32, i32)> {
        let mut steps = Vec::new();
        for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let Some(mut at) = self.rook else { break };
            loop {
                at = (at.0 + df, at.1 + dr);
                if !self.on_board(at) || at == self.king {
                    break;
                }
                steps.push(at);
                if at == self.lone {
                    break;
                }
            }
        }
        steps
    }

    /// The side that does not move could take a king.
    fn illegal(&self) -> bool {
        let adjacent = self.king_steps(self.king).contains(&self.lone);
        adjacent || (self.strong && self.rook_steps().contains(&self.lone))
    }

    fn moves(&self) -> Vec<Step> {
        let (from, own) = if self.strong { (self.king, self.rook) } else { (self.lone, None) };
        let king = self.king_steps(from).into_iter().filter(|&to| Some(to) != own).map(|to| (from, to));
        let rook = self.rook_steps().into_iter().filter(|_| self.strong);
        let rook = rook.filter_map(|to| Some((self.rook?, to)));
        king.chain(rook).filter(|&step| !self.after(step).illegal()).collect()
    }

    fn after(&self, (from, to): Step) -> Game {
        let mut next = Game { strong: !self.strong, ..self.clone() };
        match (self.strong, from == self.king) {
            (true, true) => next.king = to,
            (true, false) => next.rook = Some(to),
            (false, _) => {
                next.lone = to;
                next.rook = self.rook.filter(|&rook| rook != to);
            }
        }
        next
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.moves().into_iter().map(|step| self.after(step).perft(depth - 1)).sum(),
        }
    }

    /// The lower left corner of a chess board; `swap` gives the rook to black.
    fn fen(&self, swap: bool) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let mut row = String::new();
            for file in 0..8 {
                let at = (file, rank);
                row.push(match (at == self.king, Some(at) == self.rook, at == self.lone) {
                    (true, ..) if swap => 'k',
                    (true, ..) => 'K',
                    (_, true, _) if swap => 'r',
                    (_, true, _) => 'R',
                    (.., true) if swap => 'K',
                    (.., true) => 'k',
                    _ => '1',
                });
            }
            // Empty squares side by side are one number.
            let numbers = (2..=8).rev();
            rows.push(numbers.fold(row, |row, empty| row.replace(&"1".repeat(empty), &empty.to_string())));
        }
        let side = if self.strong == swap { 'b' } else { 'w' };
        format!("{} {side} - - 0 1", rows.join("/"))
    }

    /// Every position of the game that can stand on the board.
    fn all(files: i32, ranks: i32) -> Vec<Game> {
        let squares: Vec<_> = (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank))).collect();
        let mut games = Vec::new();
        for &king in &squares {
            for &rook in squares.iter().filter(|&&rook| rook != king) {
                for &lone in squares.iter().filter(|&&lone| lone != king && lone != rook) {
                    for strong in [true, false] {
                        let game = Game { files, ranks, strong, king, rook: Some(rook), lone };
                        games.extend((!game.illegal()).then_some(game));
                    }
                }
            }
        }
        games
    }

    /// The moves as text, sorted.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.moves().into_iter().map(|(from, to)| name(from) + &name(to)).collect();
        names.sort();
        names
    }
}

fn name((file, rank): (i32, i32)) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn options(files: u32, ranks: u32) -> Options {
    Options { name: format!("chess-{files}x{ranks}"), board: Board { files, ranks }, ..Options::default() }
}

fn machine(options: &Options) -> ClassicMachine<Simulation> {
    let simulation = Simulation::new(&design(options).unwrap()).unwrap();
    ClassicMachine::new(simulation, "built-in simulator", options.stack_depth).unwrap()
}

fn names(machine: &mut ClassicMachine<Simulation>) -> Vec<String> {
    std::iter::from_fn(|| machine.next().unwrap()).map(|found| found.mv.to_string()).collect()
}

/// Every `stride`th position: the set of moves in both modes, checks before all else in one; trees
/// to depth 3.
fn plays(options: &Options, stride: usize, swap: bool) {
    let mut machine = machine(options);
    let Board { files, ranks } = options.board;
    for (number, game) in Game::all(files as i32, ranks as i32).iter().enumerate().step_by(stride) {
        let fen = game.fen(swap);
        let position = Position::from_fen(&fen).unwrap();
        for checks_first in [false, true] {
            machine.load_in_order(&position, checks_first).unwrap();
            let found = names(&mut machine);
            let mut sorted = found.clone();
            sorted.sort();
            assert_eq!(sorted, game.names(), "{fen} checks first: {checks_first}");
            if checks_first && options.checks_first {
                let gives_check = |step: &Step| {
                    let next = game.after(*step);
                    Game { strong: true, ..next }.illegal()
                };
                let checks: Vec<_> = game.moves().into_iter().filter(gives_check).collect();
                let names: Vec<_> = checks.iter().map(|&(from, to)| name(from) + &name(to)).collect();
                assert!(found[..names.len()].iter().all(|found| names.contains(found)), "{fen}: {found:?}");
            }
        }
        if number % (7 * stride) == 0 {
            for depth in 1..=3 {
                machine.load(&position).unwrap();
                let count = machine.perft(depth, depth == 2).unwrap();
                assert_eq!(count.nodes, game.perft(depth), "{fen} depth {depth}");
            }
        }
    }
}

#[test]
fn every_position_on_four_by_four() {
    plays(&options(4, 4), 1, false);
    plays(&options(4, 4), 13, true);
}

#[test]
fn the_other_settings_and_boards() {
    plays(&Options { order: Order::Plain, ..options(4, 4) }, 17, false);
    plays(&Options { checks_first: false, stack_depth: 8, ..options(4, 4) }, 17, true);
    plays(&options(5, 4), 101, false);
    plays(&options(4, 7), 307, false);
    plays(&options(8, 5), 1009, true);
}

/// One line of Rust chooses the order; by priority the rook is taken first.
#[test]
fn order_is_one_line() {
    let position = Position::from_fen("8/8/8/8/3K4/8/1k6/2R5 b - - 0 1").unwrap();
    let moves = |order| {
        let mut machine = machine(&Options { order, ..options(4, 4) });
        machine.load_in_order(&position, false).unwrap();
        names(&mut machine)
    };
    assert_eq!(moves(Order::Priority), ["b2c1", "b2a2", "b2a3", "b2b3"]);
    assert_eq!(moves(Order::Plain), ["b2a2", "b2c1", "b2a3", "b2b3"]);
}

#[test]
fn boards_and_stacks_out_of_range_are_refused() {
    for (files, ranks) in [(3, 8), (8, 9), (0, 0), (4, u32::MAX)] {
        let error = design(&options(files, ranks)).unwrap_err();
        assert!(matches!(error, BuildError::Board { .. }), "{error}");
        assert!(error.to_string().ends_with("choose 4 to 8 files and ranks"), "{error}");
    }
    for stack_depth in [0, 4, 12, 128] {
        let error = design(&Options { stack_depth, ..Options::default() }).unwrap_err();
        assert!(error.to_string().contains("choose 8, 16, 32 or 64"), "{error}");
    }
}

/// The position that the figures of the smaller core come from.
#[test]
fn the_measured_position_has_as_many_leaves_as_stated() {
    let core = movewright::cores::find("chess-small").unwrap();
    let measured = movewright::bench::suite(core).unwrap();
    let game = Game { files: 4, ranks: 4, strong: true, king: (1, 0), rook: Some((0, 0)), lone: (3, 3) };
    assert_eq!(measured[0].position, Position::from_fen(&game.fen(false)).unwrap());
    assert_eq!(measured[0].nodes, game.perft(measured[0].depth));
}
