//! The moves of a node, and the positions after them.

use std::collections::BTreeSet;

use super::*;
use crate::hash::zobrist::{Constants, key_of};

/// All moves of a node in its order, each once. What it streams counts where it is tried.
fn moves(board: Board, depth: i32, rules: &Rules, random: &mut Random) -> Vec<Code> {
    let mut node = Node { depth, ..Node::at(board) };
    let mut moves = Vec::new();
    while let Some(step) = node.next(rules) {
        match step {
            Step::Move { code, quiet } => {
                assert_eq!(quiet, node.is_quiet(code));
                moves.push(code);
            }
            Step::Stream(code) => node.rank(code, random.below(100) as i32),
            Step::Null => {}
        }
    }
    moves
}

/// Every node of two plies: the moves are those of the rules library, none comes twice, and a
/// position after a move has the key and the sums of one that is read anew.
#[test]
fn a_node_has_the_moves_of_the_rules() {
    let (givens, constants) = (Givens::default(), Constants::new(Constants::SEED));
    let mut random = Random(5);
    let mut rules = Rules::default();
    let roots = reference::suite().iter().map(|line| line.position.clone());
    for root in roots.chain(reference::traps().into_iter().map(|(_, position)| position)) {
        let mut below = vec![(root.clone(), Board::of(&root, &givens))];
        for mv in reference::legal_moves(&root).into_iter().step_by(3) {
            below.push((root.after(mv), Board::of(&root, &givens).after(mv.into(), &givens)));
        }
        for (position, board) in below {
            let fen = position.to_fen();
            assert_eq!(board.key, key_of(&constants, &position), "{fen}");
            assert_eq!(board, Board { halfmove: board.halfmove, ..Board::of(&position, &givens) }, "{fen}");
            assert_eq!(board.checkers() != 0, !reference::board(&position).checkers().is_empty(), "{fen}");
            rules.puts_off = random.one_in(2);
            let depth = 1 + random.below(5) as i32;
            let found = moves(board, depth, &rules, &mut random);
            let set: BTreeSet<u32> = found.iter().map(|code| code.bits()).collect();
            assert_eq!(set.len(), found.len(), "{fen}: a move comes twice");
            let legal: BTreeSet<u32> =
                reference::legal_moves(&position).into_iter().map(|mv| Code::from(mv).bits()).collect();
            assert_eq!(set, legal, "{fen}");
            let danger = board.danger(board.checkers());
            assert_eq!(board.has_move(&danger), !legal.is_empty(), "{fen}");
            for _ in 0..40 {
                let code = Code::of_bits(random.next() as u32 & 0xffff);
                let known = legal.contains(&code.bits());
                assert_eq!(board.is_legal(&danger, code), known, "{fen}: {:?}", code.mv());
            }
            assert!(legal.iter().all(|bits| board.is_legal(&danger, Code::of_bits(*bits))), "{fen}");
        }
    }
}

/// The order of the machine's pass: promotions to queens, captures by victim and aggressor, quiet
/// moves, losing captures, other promotions; as the side to move sees the squares.
#[test]
fn a_node_has_the_order_of_the_machine() {
    let rules = Rules::default();
    let order = |fen: &str| {
        let board = Board::of(&position(fen), &Givens::default());
        let codes = moves(board, 1, &rules, &mut Random(1));
        codes.into_iter().filter_map(Code::mv).map(|mv| mv.to_string()).collect::<Vec<_>>()
    };
    let white = order("3r2k1/2P5/8/3p4/4P3/8/8/3QK3 w - - 0 1");
    assert_eq!(white[..4], ["c7c8q", "c7d8q", "e4d5", "d1a1"], "{white:?}");
    // The queen takes a guarded pawn after the quiet moves.
    assert_eq!(white[white.len() - 7..][..2], ["d1d5", "c7c8r"], "{white:?}");
    assert_eq!(white[white.len() - 3..], ["c7d8r", "c7d8b", "c7d8n"], "{white:?}");
    // Seen from black, the first square of a rank is still on the a-file.
    let black = order("4k3/8/8/8/8/8/p6p/4K3 b - - 0 1");
    assert_eq!(black[..2], ["a2a1q", "h2h1q"], "{black:?}");
}
