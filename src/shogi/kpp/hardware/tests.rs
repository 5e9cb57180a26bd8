//! Units beside their twin and beside the evaluation in software.

use super::dram::Chip;
use super::memory::Pace;
use super::run::{Counts, Run};
use super::shape::Held;
use super::twin::{Answer, Stored, Table};
use super::{KppOptions, Place, Rules, Shape, difference, exercise, kpp, whole_of};
use crate::netlist::testing::Random;
use crate::shogi::kpp::tests::{DIFFERENCES, VECTORS, lines};
use crate::shogi::kpp::{Evaluated, Numbering, Seeded, whole};
use crate::shogi::{Move, Position};
use crate::simulate::Simulation;

fn options(numbering: Numbering, word_bits: u32) -> KppOptions {
    KppOptions {
        name: "kpp".into(),
        shape: Shape::new(numbering.codes() as u32, 81, word_bits).unwrap(),
        rules: Rules::of(numbering),
        entries: if numbering == Numbering::Folded { 38 } else { 52 },
        outstanding: 32,
        scale_bits: 5,
        place: Place::Port,
    }
}

fn small(word_bits: u32, place: Place) -> KppOptions {
    KppOptions {
        shape: Shape::new(64, 3, word_bits).unwrap(),
        entries: 7,
        outstanding: 4,
        place,
        ..options(Numbering::Folded, word_bits)
    }
}

#[test]
fn a_word_is_where_its_weights_are_looked_for() {
    for (codes, kings, bits) in [(1548, 81, 128), (1476, 81, 16), (64, 3, 256), (33, 2, 32)] {
        let shape = Shape::new(codes, kings, bits).unwrap();
        let mut random = Random(1);
        for _ in 0..500 {
            let mut below = |limit: u32| random.below(limit as usize) as u32;
            let (king, row) = (below(kings), below(codes));
            let other = below(row + 1);
            let first = other / shape.lanes() * shape.lanes();
            let held = shape.held(shape.pair(king, row, other));
            assert_eq!(held, Some(Held::Pairs { king, row, first }));
            let kings = [below(kings), below(kings)];
            let held = shape.held(shape.with_kings(kings, other));
            assert_eq!(held, Some(Held::Kings { kings, first }));
        }
        assert_eq!(shape.held(shape.words()), None);
        assert_eq!(shape.words() - 1, shape.with_kings([kings - 1; 2], codes - 1));
    }
}

#[test]
fn units_are_their_twin() {
    for bits in [16, 32, 64, 128, 256] {
        let options = small(bits, Place::Port);
        exercise(&mut Simulation::new(&kpp(&options).unwrap()).unwrap(), &options).unwrap();
    }
    let classic =
        KppOptions { rules: Rules::of(Numbering::Classic), scale_bits: 0, ..small(32, Place::Port) };
    exercise(&mut Simulation::new(&kpp(&classic).unwrap()).unwrap(), &classic).unwrap();
    let on_chip = small(64, Place::OnChip);
    exercise(&mut Simulation::new(&kpp(&on_chip).unwrap()).unwrap(), &on_chip).unwrap();
}

#[test]
fn a_unit_of_the_usual_size_is_its_twin() {
    let options = options(Numbering::Folded, 128);
    exercise(&mut Simulation::new(&kpp(&options).unwrap()).unwrap(), &options).unwrap();
}

/// Values, sums and reads of all published positions, in both numberings.
#[test]
fn whole_sums_are_those_of_the_software() {
    for numbering in [Numbering::Folded, Numbering::Classic] {
        let weights = Seeded { numbering, seed: 0 };
        let table = Stored(weights);
        let options = options(numbering, 128);
        let mut simulation = Simulation::new(&kpp(&options).unwrap()).unwrap();
        let mut run = Run::new(&mut simulation, &options, &table, &Pace::steady(1)).unwrap();
        let mut compared = 0;
        for fields in lines(VECTORS) {
            let position: Position = fields[0].parse().unwrap();
            let sums = whole(&weights, &position);
            let found = run.sum(&whole_of(numbering, &position)).unwrap();
            let expected = Answer {
                value: sums.value(position.side),
                sums: [sums.kkp, sums.black, sums.white],
                reads: sums.reads,
            };
            assert_eq!(found, expected, "{position}");
            compared += 1;
        }
        assert_eq!(compared, 50);
    }
}

/// The sums after a move. A pair of two entries that change is read once, where the software reads
/// it three times: 8 reads fewer with two entries.
#[test]
fn differences_are_those_of_the_software() {
    let weights = Seeded { numbering: Numbering::Folded, seed: 0 };
    let table = Stored(weights);
    let options = options(Numbering::Folded, 128);
    let mut simulation = Simulation::new(&kpp(&options).unwrap()).unwrap();
    let mut run = Run::new(&mut simulation, &options, &table, &Pace::steady(1)).unwrap();
    let mut fewer = 0;
    for fields in lines(DIFFERENCES) {
        let before = Evaluated::new(&weights, fields[0].parse().unwrap());
        let mv: Move = fields[1].strip_prefix("M ").unwrap().parse().unwrap();
        let after = before.after(&weights, mv);
        run.sum(&whole_of(Numbering::Folded, &before.position)).unwrap();
        let found = run.sum(&difference(&before.position, &after.position)).unwrap();
        let sums = after.sums;
        assert_eq!(found.value, after.value(), "{fields:?}");
        assert_eq!(found.sums, [sums.kkp, sums.black, sums.white], "{fields:?}");
        let reads = if fields[2] == "move2" { sums.reads - 8 } else { sums.reads };
        fewer += u32::from(fields[2] == "move2");
        assert_eq!(found.reads, reads, "{fields:?}");
    }
    assert!(fewer > 3);
}

#[test]
fn games_are_followed_by_differences() {
    followed(15);
}

#[test]
#[ignore = "half a minute; a part of `make bench`"]
fn two_hundred_games_are_followed_by_differences() {
    followed(200);
}

/// Games at random: the first position from nothing, then each by its difference, and every
/// sixteenth from nothing too.
fn followed(games: u32) {
    let weights = Seeded { numbering: Numbering::Folded, seed: 7 };
    let table = Stored(weights);
    let options = options(Numbering::Folded, 128);
    let mut simulation = Simulation::new(&kpp(&options).unwrap()).unwrap();
    simulation.compile();
    let mut run = Run::new(&mut simulation, &options, &table, &Pace::steady(1)).unwrap();
    let mut random = Random(35);
    let [mut wholes, mut differences] = [0; 2];
    for _ in 0..games {
        let mut here = Evaluated::new(&weights, Position::START.parse().unwrap());
        for ply in 0..80 {
            if ply % 16 == 0 {
                let found = run.sum(&whole_of(Numbering::Folded, &here.position)).unwrap();
                assert_eq!(found.value, here.value(), "{}", here.position);
                wholes += 1;
            }
            let moves = here.position.moves();
            if moves.is_empty() {
                break;
            }
            let after = here.after(&weights, *random.pick(&moves));
            let found = run.sum(&difference(&here.position, &after.position)).unwrap();
            let sums = after.sums;
            assert_eq!(found.sums, [sums.kkp, sums.black, sums.white], "{}", after.position);
            assert_eq!(found.value, after.value(), "{}", after.position);
            (differences, here) = (differences + 1, after);
        }
    }
    assert!(wholes > 4 * games && differences > 70 * games, "{wholes} whole, {differences} by difference");
}

/// Evaluations from nothing, one behind the other.
fn counted(options: &KppOptions, table: &dyn Table, pace: &Pace) -> Counts {
    let mut simulation = Simulation::new(&kpp(options).unwrap()).unwrap();
    let mut run = Run::new(&mut simulation, options, table, pace).unwrap();
    for fields in lines(VECTORS).take(12) {
        for command in whole_of(Numbering::Folded, &fields[0].parse().unwrap()) {
            run.give(&command).unwrap();
        }
    }
    run.settle().unwrap();
    run.counts()
}

/// Differences by published moves, each behind the position before it: what they are counted to be,
/// and how many there are.
fn counted_differences(options: &KppOptions, table: &dyn Table, pace: &Pace) -> (Counts, u64) {
    let mut simulation = Simulation::new(&kpp(options).unwrap()).unwrap();
    let mut run = Run::new(&mut simulation, options, table, pace).unwrap();
    let (mut all, mut count) = (Counts::default(), 0);
    for fields in lines(DIFFERENCES) {
        let before: Position = fields[0].parse().unwrap();
        let after = before.after(fields[1].strip_prefix("M ").unwrap().parse().unwrap());
        run.sum(&whole_of(Numbering::Folded, &before)).unwrap();
        let earlier = run.counts();
        run.sum(&difference(&before, &after)).unwrap();
        let Counts { cycles, words, .. } = run.counts().since(earlier);
        (all.cycles, all.words, count) = (all.cycles + cycles, all.words + words, count + 1);
    }
    (all, count)
}

/// The clock cycles of an evaluation are within 1.15 of the time that its words take on the wires.
#[test]
fn a_unit_is_as_fast_as_its_memory() {
    let table = Stored(Seeded { numbering: Numbering::Folded, seed: 0 });
    for (name, bits, pace) in [
        ("on chip", 16, Pace::steady(4)),
        ("sdr", 16, Pace::Chip(Chip::SDR)),
        ("sdr", 32, Pace::Chip(Chip::SDR)),
        ("ddr3", 128, Pace::Chip(Chip::DDR3)),
    ] {
        let options = options(Numbering::Folded, bits);
        let counts = counted(&options, &table, &pace);
        let ratio = counts.cycles as f64 / pace.bound(bits, counts.words);
        let (differences, count) = counted_differences(&options, &table, &pace);
        println!(
            "{name} {bits}: {:.0} cycles and {:.0} words a difference, {:.2}",
            differences.cycles as f64 / count as f64,
            differences.words as f64 / count as f64,
            differences.cycles as f64 / pace.bound(bits, differences.words)
        );
        assert!(differences.cycles < counts.cycles * count / counts.answers / 2, "{name} {bits}");
        println!(
            "{name} {bits}: {:?}, {:.0} cycles an evaluation, {ratio:.3}",
            counts,
            counts.cycles as f64 / counts.answers as f64
        );
        assert!(ratio > 1.0 && (ratio < 1.15 || (name == "sdr" && bits == 16)), "{name} {bits}: {ratio}");
    }
}
