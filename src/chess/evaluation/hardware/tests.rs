use super::*;
use crate::chess::evaluation::Pair;
use crate::chess::fast::scattered;
use crate::chess::{PieceKind, Position, reference};
use crate::describe::{EveryCycle, EveryCycleOptions};
use crate::netlist::testing::Random;

fn built(weights: &Weights, levels: u32) -> EveryCycle {
    evaluator(&EvaluatorOptions {
        machine: EveryCycleOptions { name: "chess-evaluate".into(), levels, cuts: Vec::new() },
        weights: weights.clone(),
        weights_name: "facts".into(),
    })
    .unwrap()
}

/// The machine's numbers for these positions are the software's.
fn agree(built: &EveryCycle, positions: &[Position], weights: &Weights) {
    let given: Vec<Given> = positions.iter().map(|position| Given::of(position, weights)).collect();
    let found = EvaluateLanes::new(built).unwrap().evaluate(&given).unwrap();
    assert_eq!(found.len(), positions.len());
    for (position, found) in positions.iter().zip(found) {
        assert_eq!(found, Found::expected(position, weights), "{}", position.to_fen());
    }
}

/// Positions of random games, some of them with random pieces added.
fn random_positions(count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random(seed);
    let (mut position, mut all) = (Position::start(), Vec::with_capacity(count));
    while all.len() < count {
        let moves = reference::legal_moves(&position);
        position = match moves.is_empty() || position.halfmove > 40 || random.one_in(150) {
            true => Position::start(),
            false => position.after(*random.pick(&moves)),
        };
        all.push(match random.one_in(8) {
            true => {
                let mut crowd = scattered(position.clone(), random.below(30), &mut random);
                // The machine takes pawns from the second rank to the seventh.
                let ends = crowd.board.iter_mut().enumerate().filter(|(at, _)| matches!(at / 8, 0 | 7));
                for (_, square) in ends {
                    *square = square.filter(|piece| piece.kind != PieceKind::Pawn);
                }
                crowd
            }
            false => position.clone(),
        });
    }
    all
}

#[test]
fn the_machine_gives_the_vectors() {
    let weights = Weights::default();
    let positions: Vec<Position> =
        crate::chess::evaluation::tests::vectors().into_iter().map(|(position, _)| position).collect();
    agree(&built(&weights, 100), &positions, &weights);
}

/// Weights without most terms, of few digits, some of them shared.
#[test]
fn weights_of_fewer_terms_give_the_same_in_the_machine() {
    for name in ["medium", "lean"] {
        let weights = Weights::named(name).unwrap();
        agree(&built(&weights, 100), &random_positions(5_000, 3), &weights);
    }
}

#[test]
fn twenty_thousand_positions_are_worth_what_the_software_says() {
    let weights = Weights::default();
    agree(&built(&weights, 2), &random_positions(20_000, 7), &weights);
}

/// Prints the lookup tables of every term alone, on a base without terms.
#[test]
#[ignore = "a measurement with Yosys"]
fn tables_of_each_term() {
    let all = Weights::default();
    let luts = |wanted: &dyn Fn(Term) -> bool| {
        let mut pairs = *all.pairs();
        for (feature, pair) in pairs.iter_mut().enumerate() {
            if !wanted(Term::of(feature)) {
                *pair = Pair::default();
            }
        }
        let built = built(&Weights::new(pairs).unwrap(), 100);
        let target = crate::synth::find("ecp5").unwrap();
        crate::synth::map(&built.design, target, crate::synth::Hierarchy::Flatten).unwrap().resources.luts()
    };
    let base = luts(&|_| false);
    println!("base {base}");
    for term in Term::ALL.into_iter().skip(1).filter(|term| *term != Term::Tempo) {
        println!("{term:16} {}", luts(&|other| other == term) as i64 - base as i64);
    }
    println!("all {}", luts(&|_| true));
}

#[test]
#[ignore = "a million positions, for `make bench`"]
fn a_million_positions_are_worth_what_the_software_says() {
    let weights = Weights::default();
    let built = built(&weights, 2);
    for seed in 0..20 {
        agree(&built, &random_positions(50_000, seed), &weights);
    }
}
