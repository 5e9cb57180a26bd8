use super::*;
use crate::chess::{Position, reference};
use crate::netlist::testing::Random;

/// FEN, sum for the middle and the end game, phase, scale, value.
const VECTORS: &str = include_str!("../../../tests/data/chess_evaluation_vectors.txt");

pub(super) fn vectors() -> Vec<(Position, [i32; 5])> {
    let lines = VECTORS.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let mut fields = line.split('|').map(str::trim);
        let position = Position::from_fen(fields.next().unwrap()).unwrap();
        let numbers: Vec<i32> = fields.map(|field| field.parse().unwrap()).collect();
        (position, numbers.try_into().unwrap())
    };
    lines.map(read).collect()
}

#[test]
fn all_parts_are_those_of_the_vectors() {
    let weights = Weights::default();
    let vectors = vectors();
    assert_eq!(vectors.len(), 200);
    let of = |position: &Position| {
        let Evaluation { sum, phase, scale, value, .. } =
            evaluate(&Sets::from(position), position.side, &weights);
        [sum.mg, sum.eg, phase, scale, value]
    };
    let found = vectors.iter().map(|(position, expected)| (position.to_fen(), of(position), *expected));
    let wrong: Vec<_> = found.filter(|(_, found, expected)| found != expected).collect();
    assert_eq!(wrong, [], "found, expected");
}

/// The positions of random games, with the moves between: a move changes what the node carries by
/// the pieces that come and go.
#[test]
fn what_a_node_carries_follows_its_moves() {
    let weights = Weights::default();
    let mut random = Random(1);
    for _ in 0..30 {
        let mut position = Position::start();
        let mut carried = Carried::of(&Sets::from(&position), &weights);
        for _ in 0..120 {
            let moves = reference::legal_moves(&position);
            let Some(mv) = (!moves.is_empty()).then(|| moves[random.below(moves.len())]) else { break };
            let next = position.after(mv);
            let mut by_piece = carried;
            for square in 0..64 {
                let [old, new] = [&position, &next].map(|position| position.board[square]);
                if old != new {
                    old.into_iter().for_each(|piece| by_piece.remove(piece, square, &weights));
                    new.into_iter().for_each(|piece| by_piece.add(piece, square, &weights));
                }
            }
            carried = carried.after(&Sets::from(&position), &Sets::from(&next), &weights);
            assert_eq!(by_piece, carried);
            position = next;
            let sets = Sets::from(&position);
            assert_eq!(carried, Carried::of(&sets, &weights), "{}", position.to_fen());
            let whole = evaluate(&sets, position.side, &weights);
            assert_eq!(value(&sets, position.side, &carried, &weights), whole.value);
            assert_eq!(carried.phase(), whole.phase);
        }
    }
}

#[test]
fn a_position_is_worth_as_much_with_the_colours_changed() {
    let weights = Weights::default();
    for (position, _) in vectors() {
        let sets = Sets::from(&position);
        let here = evaluate(&sets, position.side, &weights);
        let there = evaluate(&sets.flipped(), position.side.other(), &weights);
        let sum = -there.sum;
        assert_eq!(
            Evaluation { sum, terms: there.terms.map(|term| -term), ..there },
            here,
            "{}",
            position.to_fen()
        );
    }
}

/// Kings that are missing, or are many, give a value too.
#[test]
fn any_sets_have_a_value() {
    let weights = Weights::default();
    evaluate(&Sets::default(), Color::White, &weights);
    let mut random = Random(2);
    for _ in 0..200 {
        let mut sets = Sets::default();
        for square in 0..64 {
            let (color, kind) = (random.below(2), random.below(12));
            if kind < 6 {
                sets.colors[color] |= 1 << square;
                sets.kinds[kind] |= 1 << square;
            }
        }
        let value = evaluate(&sets, Color::White, &weights).value;
        assert_eq!(evaluate(&sets.flipped(), Color::Black, &weights).value, value);
    }
}

#[test]
fn a_library_board_has_the_same_sets() {
    for line in reference::suite() {
        assert_eq!(Sets::from(&reference::board(&line.position)), Sets::from(&line.position));
    }
}

#[test]
fn weights_are_written_as_they_are_read() {
    let weights = Weights::default();
    let text = weights.to_string();
    assert_eq!(Weights::parse(&text).unwrap(), weights);
    assert_eq!(weights[486], Pair { mg: 26, eg: 19 });
    let last = text.lines().last().unwrap();
    assert_eq!(last, "494 16 17");
    let without = |line: &str| text.replace(&format!("\n{line}\n"), "\n");
    let said = |text: &str| Weights::parse(text).unwrap_err().to_string();
    for (text, expected) in [
        (without("486 26 19"), "feature 486 (tempo) has no weight; add a line `486 MG EG`"),
        (
            text.clone() + "12 1 1 # again",
            "line 515 of the weights, `12 1 1`: feature 12 has a weight already; leave one of the two lines",
        ),
        (
            "3 4".into(),
            "line 1 of the weights, `3 4`: 2 words; write three: the feature, its weight in the middle game, in the end game",
        ),
        (
            "495 1 1".into(),
            "line 1 of the weights, `495 1 1`: the first word is no feature; features are 0 to 494",
        ),
        (
            "1 x 2048".into(),
            "line 1 of the weights, `1 x 2048`: `x` is no weight; write a whole number from -2047 to 2047",
        ),
        (
            "1 7 2048".into(),
            "line 1 of the weights, `1 7 2048`: `2048` is no weight; write a whole number from -2047 to 2047",
        ),
    ] {
        assert_eq!(said(&text), expected);
    }
    let mut pairs = *weights.pairs();
    pairs[7].eg = -2_048;
    assert_eq!(
        Weights::new(pairs).unwrap_err().to_string(),
        "the weight -2048 of feature 7 is too large; keep weights from -2047 to 2047"
    );
}

/// Prints what a position costs. Run it with `--release`.
#[test]
#[ignore = "a measurement: cargo test --release"]
fn a_position_takes_less_than_half_a_microsecond() {
    let weights = Weights::default();
    let positions: Vec<_> = (vectors().iter())
        .map(|(position, _)| {
            let sets = Sets::from(position);
            (sets, position.side, Carried::of(&sets, &weights))
        })
        .collect();
    let rounds = 5_000;
    let begin = std::time::Instant::now();
    let mut total = 0_i64;
    for _ in 0..rounds {
        for (sets, side, carried) in &positions {
            total += i64::from(value(std::hint::black_box(sets), *side, carried, &weights));
        }
    }
    let each = begin.elapsed().as_nanos() as f64 / (rounds * positions.len()) as f64;
    println!("{each:.0} ns a position ({total})");
    assert!(each < 500.0, "{each:.0} ns");
}
