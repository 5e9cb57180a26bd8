use std::collections::BTreeSet;

use super::position::{MoveProblem, RecordError};
use super::reference::{self, GAMES, PERFT, POSITIONS, random_positions, records};
use super::*;

fn sorted(position: &Position) -> BTreeSet<String> {
    let placements = position.placements();
    let codes: BTreeSet<String> = placements.iter().map(ToString::to_string).collect();
    assert_eq!(codes.len(), placements.len(), "a placement comes twice\n{position}");
    codes
}

/// FNV-1a, 64 bits, of the codes with a line end behind each.
fn hash(codes: &BTreeSet<String>) -> u64 {
    let bytes = codes.iter().flat_map(|code| code.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn reference_positions_have_the_moves_stated() {
    let mut compared = 0;
    for (record, stated) in records(POSITIONS, '|') {
        let position: Position = record.parse().unwrap();
        let value = |key: &str| {
            stated.split_whitespace().find_map(|word| word.strip_prefix(key)?.strip_prefix('=')).unwrap()
        };
        assert_eq!(position.to_move().index() + 1, value("stm").parse::<usize>().unwrap());
        for (player, count, fnv) in [(Player::One, "legal_p1", "h1"), (Player::Two, "legal_p2", "h2")] {
            let codes = sorted(&position.with_to_move(player));
            assert_eq!(codes.len().to_string(), value(count), "{record}");
            assert_eq!(format!("{:016x}", hash(&codes)), value(fnv), "{record}");
            assert_eq!(codes, reference::placements(&position, player), "{record}");
            compared += 1;
        }
    }
    assert_eq!(compared, 40);
}

#[test]
fn random_positions_have_the_moves_that_the_slow_generator_finds() {
    for position in random_positions(2000) {
        for player in Player::BOTH {
            let position = position.with_to_move(player);
            if !position.is_over() {
                assert_eq!(sorted(&position), reference::placements(&position, player), "{position}");
                assert_eq!(position.count(), position.placements().len() as u64);
            }
        }
    }
}

/// Largest first, then by the first corner covered.
#[test]
fn moves_come_in_the_documented_order() {
    for position in random_positions(300) {
        let corners: Vec<Cell> = position.corners(position.to_move()).cells().collect();
        let key = |placement: &Placement| {
            let first = corners.iter().position(|&corner| placement.cells().any(|cell| cell == corner));
            let piece = placement.piece();
            (5 - piece.size(), first.unwrap(), piece, placement.rotation())
        };
        assert!(position.placements().is_sorted_by_key(key), "{position}");
    }
}

#[test]
fn perft_from_the_empty_board() {
    let start = Position::start(Player::One);
    for (depth, nodes) in [(0, 1), (1, 414), (2, 171_396)] {
        assert_eq!(start.perft(depth), nodes);
    }
    assert_eq!(Position::start(Player::Two).perft(1), 414);
}

#[test]
fn perft_three_plies_deep() {
    assert_eq!(Position::start(Player::One).perft(3), 89_204_762);
}

#[test]
fn perft_of_reference_positions() {
    let (mut position, mut compared) = (Position::start(Player::One), 0);
    for line in PERFT.lines().filter(|line| !line.starts_with('#')) {
        if let Some((_, record)) = line.split_once(": ") {
            position = record.parse().unwrap();
        } else if let Some((depth, nodes)) =
            line.trim().strip_prefix("perft(").and_then(|rest| rest.split_once(") = "))
        {
            assert_eq!(position.perft(depth.parse().unwrap()).to_string(), nodes, "{position}");
            compared += 1;
        }
    }
    assert!(compared >= 18, "{compared}");
}

#[test]
fn recorded_games_end_with_the_squares_placed() {
    let mut played = 0;
    for (record, squares) in records(GAMES, '|') {
        let position: Position = record.parse().unwrap();
        assert!(position.is_over() && position.moves().is_empty(), "{record}");
        let placed = Player::BOTH.map(|player| position.cells(player).count().to_string());
        assert_eq!(placed.join(" "), squares.trim(), "{record}");
        for player in Player::BOTH {
            assert_eq!(position.score(player), position.cells(player).count() as i32 - 89, "{record}");
        }
        played += 1;
    }
    assert_eq!(played, 40);
}

/// All pieces placed, on a board cleared for each: 15 points, 20 if the single square is last.
#[test]
fn a_player_who_has_placed_all_ends_the_game() {
    for (last, points) in [('a', 20), ('u', 15)] {
        let mut position = Position::start(Player::One);
        let last = Piece::from_letter(last).unwrap();
        for piece in Piece::all().filter(|&piece| piece != last).chain([last]) {
            assert!(!position.is_over());
            let fits = |placement: &Placement| placement.piece() == piece;
            let placement = position.placements().into_iter().find(fits).unwrap();
            position = position.play(Move::Place(placement)).unwrap().lifted();
        }
        assert!(position.is_over() && position.moves().is_empty());
        assert_eq!(position.score(Player::One), points);
        assert_eq!(position.score(Player::Two), -89);
        assert_eq!((position.perft(1), position.perft(2)), (0, 0));
    }
}

#[test]
fn what_is_against_the_rules_is_named() {
    let position: Position = "45g2 9at5".parse().unwrap();
    let problem = |record: &str| match record.parse::<Position>() {
        Err(RecordError::Move { error, number }) => (number, error.problem),
        other => panic!("{record}: {other:?}"),
    };
    assert_eq!(problem("11a0"), (1, MoveProblem::Start(Cell { x: 4, y: 4 })));
    assert_eq!(problem("0000"), (1, MoveProblem::FirstPass));
    assert_eq!(problem("45g2 0000"), (2, MoveProblem::FirstPass));
    assert_eq!(problem("45g2 9at5 45g2"), (3, MoveProblem::Used(Piece::from_letter('g').unwrap())));
    assert!(matches!(problem("45g2 9at5 45a0"), (3, MoveProblem::Occupied(_))));
    assert_eq!(problem("45g2 9at5 eea0"), (3, MoveProblem::NoCorner));
    let edge =
        position.cells(Player::One).edges().cells().find(|&cell| !position.cells(Player::One).has(cell));
    let beside = Placement::new(Piece::from_letter('a').unwrap(), 0, edge.unwrap()).unwrap();
    assert!(matches!(position.play(Move::Place(beside)).unwrap_err().problem, MoveProblem::Edge(_)));
    assert_eq!(problem("45g2 9at5 0000 0000 11a0"), (5, MoveProblem::Over));
    let error = "45g2 9at5 9z".parse::<Position>().unwrap_err().to_string();
    assert!(error.starts_with("move 3: `9z` is no move: a code has four"), "{error}");
    // The start square says who moves first.
    assert_eq!("9at5".parse::<Position>().unwrap().to_move(), Player::One);
}

#[test]
fn the_board_is_drawn() {
    insta::assert_snapshot!("45g2 9at5".parse::<Position>().unwrap());
}
