//! Bits packed into words: moved, computed side by side, and put together.

use super::random::Random;
use super::{Simulation, compare, compare_compiled};
use crate::describe::{Builder, Project, Wire, concat, mux};
use crate::netlist::Design;

/// A design of the output that some inputs of 64 bits give. It takes two operations for each input
/// besides.
fn design(inputs: usize, output: impl FnOnce(&[Wire]) -> Wire) -> Design {
    let b = Builder::new("bits", "An output of its inputs, and the same a clock cycle later.");
    b.clock();
    let inputs: Vec<Wire> = (0..inputs).map(|n| b.input(&format!("in_{n}"), 64)).collect();
    let output = output(&inputs);
    b.output("now", &output);
    // Every bit of an input has to be read.
    b.output("any", &inputs.iter().map(Wire::any).reduce(|a, b| a | b).unwrap());
    b.output("late", &output.later("held"));
    let mut project = Project::new("bits");
    project.add(b).unwrap();
    project.finish().unwrap()
}

/// Bits side by side, the lowest first.
fn joined(bits: impl IntoIterator<Item = Wire>) -> Wire {
    let mut bits: Vec<Wire> = bits.into_iter().collect();
    bits.reverse();
    concat(&bits)
}

/// The design agrees with the reference, interpreted and compiled, and takes this many operations
/// at most.
fn check(design: &Design, most: usize) {
    compare(design, 1, 20);
    compare_compiled(design, 2, 20, 0);
    let operations = Simulation::new(design).unwrap().operations();
    assert!(operations <= most, "{operations} operations");
}

/// One of the operations that go side by side, or the first operand as it is.
fn operation(number: usize, select: &Wire, a: &Wire, b: &Wire) -> Wire {
    match number {
        0 => a & b,
        1 => a | b,
        2 => a ^ b,
        3 => a & &!b,
        4 => mux(select, a, b),
        _ => a.clone(),
    }
}

#[test]
fn bits_that_keep_their_distances_move_together() {
    // All squares one file to the right, except those of the first file.
    let right = |board: &[Wire]| {
        let file = |square: u32| board[0].bit(if square.is_multiple_of(8) { square } else { square - 1 });
        joined((0..64).map(file))
    };
    check(&design(1, right), 5);
    let halves = |words: &[Wire]| concat(&[words[0].slice(0, 32), words[1].slice(32, 32)]);
    check(&design(2, halves), 7);
}

#[test]
fn a_column_takes_one_multiplication() {
    for column in 0..8 {
        let bits = |board: &[Wire]| joined((0..8).map(|row| board[0].bit(8 * row + column)));
        check(&design(1, bits), 5);
    }
}

#[test]
fn a_board_is_turned_over_its_diagonal() {
    // A column of each word is spread over the eight rows.
    let turned = |board: &[Wire]| joined((0..64).map(|square| board[0].bit(square % 8 * 8 + square / 8)));
    check(&design(1, turned), 62);
}

#[test]
fn equal_operations_on_bits_are_one() {
    // Each square with its right neighbour, or alone at the edge.
    let neighbours = |boards: &[Wire]| {
        let square = |n: u32| {
            let own = boards[0].bit(n) & boards[1].bit(n);
            if n % 8 == 7 { own } else { own | (boards[2].bit(n + 1) & !boards[1].bit(n)) }
        };
        joined((0..64).map(square))
    };
    check(&design(3, neighbours), 14);
    let chosen = |boards: &[Wire]| {
        let square = |n: u32| mux(&boards[2].bit(5), &boards[0].bit(n), &boards[1].bit(63 - n));
        joined((0..64).map(square))
    };
    compare(&design(3, chosen), 3, 20);
}

#[test]
fn bits_at_random_places_agree_with_the_reference() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let bits = |boards: &[Wire]| {
            let width = 1 + random.below(130);
            let bit = |_| {
                let mut one = || random.pick(boards).bit(random.below(8) as u32 * 9 % 64);
                let (a, b) = (one(), one());
                operation(random.below(7), &boards[0].bit(3), &a, &b)
            };
            joined((0..width).map(bit).collect::<Vec<Wire>>())
        };
        let design = design(2, bits);
        compare_compiled(&design, seed, 6, seed as u32 % 4);
    }
}

#[test]
fn zeros_within_a_word_stay() {
    // Each half has zeros above an operand of four bits.
    let halves = |operation: fn(&Wire, &Wire) -> Wire| {
        move |words: &[Wire]| {
            let half = |low: u32| operation(&words[0].slice(low, 8), &words[1].slice(low, 4).extend(8));
            concat(&[half(8), half(0)])
        }
    };
    let operations: [fn(&Wire, &Wire) -> Wire; 4] =
        [|a, b| a | b, |a, b| a ^ b, |a, b| a & b, |a, b| a & &!b];
    for operation in operations {
        check(&design(2, halves(operation)), 10);
    }
}

#[test]
fn fields_at_random_places_agree_with_the_reference() {
    for seed in 0..80 {
        let mut random = Random(seed);
        let fields = |boards: &[Wire]| {
            let field = |_| {
                let width = 1 + random.below(12) as u32;
                let narrow = 1 + random.below(width as usize) as u32;
                let place = |width: u32| [0, 8, 16, 13, 40][width as usize % 5];
                let a = random.pick(boards).slice(place(width), width);
                let b = random.pick(boards).slice(place(width), narrow).extend(width);
                match random.below(6) {
                    3 => &a & &!&b,
                    number => operation(number, &boards[0].bit(3), &b, &a),
                }
            };
            joined((0..2 + seed % 11).map(field).collect::<Vec<Wire>>())
        };
        compare_compiled(&design(2, fields), seed, 6, seed as u32 % 4);
    }
}
