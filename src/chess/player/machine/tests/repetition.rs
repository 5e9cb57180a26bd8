//! Positions that repeat.

use super::*;
use crate::chess::Move;
use crate::netlist::testing::Random;

/// Games in which a position may repeat, and the plies to search then.
const GAMES: [(&str, &str, u32); 5] = [
    // The queen gives check for ever; once more, and the position repeats.
    ("6k1/5pp1/8/8/1q6/8/5PPP/Q5K1 b - - 0 1", "b4e1 g1h2 e1e5 h2g1", 3),
    ("8/8/4k3/8/8/4K3/8/R7 w - - 0 1", "a1a2 e6e7 a2a1", 3),
    // A pawn has just gone two squares, and a rook loses a right to castle.
    ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "e2e4 e8d8 a1b1 d8e8 b1a1", 3),
    ("4k2r/8/8/8/8/8/8/R3K3 b Qk - 0 1", "e8e7 e1d1 e7e8", 3),
    ("k7/8/1K6/8/8/8/8/1R6 b - - 0 1", "", 4),
];

/// The moves of a game.
fn moves(start: &Position, text: &str) -> (Vec<Move>, Position) {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for mv in text.split_whitespace() {
        moves.push(Move::from_uci(mv).unwrap());
        position = position.after(moves[moves.len() - 1]);
    }
    (moves, position)
}

/// Whether the last position is the one four plies before it, by what is to be seen on the boards.
pub fn repeats(path: &[Position]) -> bool {
    let [before, .., last] = path else { return false };
    let before = path.len().checked_sub(5).map_or(before, |place| &path[place]);
    path.len() > 4
        && (&last.board, last.side, last.castling) == (&before.board, before.side, before.castling)
        && before.en_passant.is_none()
}

#[test]
fn last_moves_tell_which_positions_repeat() {
    let (givens, mut random, mut found) = (Givens::default(), Random(3), 0);
    for fen in POSITIONS.iter().map(|(fen, _)| fen).chain(GAMES.iter().map(|(fen, ..)| fen)) {
        let start = Position::from_fen(fen).unwrap();
        let (mut path, mut made, mut trail) = (vec![start.clone()], Vec::<Move>::new(), Trail::begun(&start));
        for _ in 0..60 {
            let position = path[path.len() - 1].clone();
            let legal = reference::legal_moves(&position);
            if legal.is_empty() {
                break;
            }
            let before = made.len().checked_sub(2).map(|place| made[place]);
            let back = legal.iter().find(|mv| before.is_some_and(|b| (b.from, b.to) == (mv.to, mv.from)));
            let mv = *back.filter(|_| !random.one_in(4)).unwrap_or_else(|| random.pick(&legal));
            let (board, code) = (Board::of(&position, &givens), mv.into());
            let after = board.after(code, &givens);
            path.push(position.after(mv));
            made.push(mv);
            let repeated = trail.repeats(code, &board, &after);
            assert_eq!(repeated, repeats(&path), "{mv} in {}", position.to_fen());
            trail = trail.after(code, &board, &after);
            found += u32::from(repeated);
        }
        assert_eq!(trail, Trail::of(&start, &made), "{fen}");
    }
    assert!(found > 100, "{found} positions repeat");
}

#[test]
fn a_draw_by_repetition_is_found() {
    let (start, text, _) = GAMES[1];
    let start = Position::from_fen(start).unwrap();
    let (made, position) = moves(&start, text);
    // The king goes back to where it was: nobody else has a move that keeps the rook from winning.
    let trail = Trail::of(&start, &made);
    let (repeats, _) = trail.then(&position, Move::from_uci("e7e6").unwrap());
    assert!(repeats, "{trail:?}");
    let schedule = Schedule { repetition: true, ..Schedule::ALONE };
    let search =
        |trail| Model::search(&Givens::default(), schedule, Start { trail, ..Start::from(&position) }, 1);
    let (known, unknown) = (search(trail), search(Trail::begun(&position)));
    assert_eq!((known.best.map(|mv| mv.to_string()), known.score), (Some("e7e6".into()), 0));
    assert!(unknown.score < -300, "{unknown:?}");
}

#[test]
fn values_with_repetitions_are_those_of_plain_alpha_beta() {
    let givens = Givens::default();
    let position = Position::from_fen("8/8/8/8/8/5k2/r7/6K1 b - - 0 1").unwrap();
    let nodes = [false, true].map(|repetition| {
        let plain = Plain { weights: Weights::default(), repetition };
        let found = Model::search(&givens, Schedule { repetition, ..Schedule::ALONE }, &position, 5);
        let expected = plain.value(&mut vec![position.clone()], 5, [-INFINITE, INFINITE]);
        assert_eq!(found.score, expected, "repetition: {repetition}");
        found.nodes
    });
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}

#[test]
fn the_machine_knows_the_game_before_its_root() {
    let player = player(&options(100)).unwrap();
    let (mut machine, givens) = (machine(&player), Givens::default());
    let mut differ = 0;
    for (fen, text, most) in GAMES {
        let start = Position::from_fen(fen).unwrap();
        let (made, position) = moves(&start, text);
        for trail in [Trail::of(&start, &made), Trail::begun(&position)] {
            let start = Start { trail, ..Start::from(&position) };
            machine.load(start).unwrap();
            for depth in 1..=most {
                let schedule = player.schedule;
                let found = machine.search(depth).unwrap();
                let expected = Model::search(&givens, schedule, start, depth);
                assert_eq!(
                    (found.best, found.score),
                    (expected.best, expected.score),
                    "{depth}: {fen} {text}"
                );
                assert_eq!(
                    (found.nodes, found.turns),
                    (expected.nodes, expected.turns),
                    "{depth}: {fen} {text}"
                );
                differ += u32::from(Model::search(&givens, schedule, &position, depth) != expected);
            }
        }
    }
    assert!(differ > 2, "the game before makes a difference in {differ} searches");
}
