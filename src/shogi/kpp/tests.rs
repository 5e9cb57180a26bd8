//! The published vectors, and differences against whole sums.

use super::{Evaluated, Numbering, Seeded, Sums, whole};
use crate::netlist::testing::Random;
use crate::shogi::{Position, Side};

pub(super) const VECTORS: &str = include_str!("../../../tests/data/kpp_vectors.txt");
pub(super) const DIFFERENCES: &str = include_str!("../../../tests/data/kpp_difference_vectors.txt");

const FOLDED: Seeded = Seeded { numbering: Numbering::Folded, seed: 0 };
const CLASSIC: Seeded = Seeded { numbering: Numbering::Classic, seed: 0 };

pub(super) fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split(';').map(str::trim).collect())
}

#[test]
fn whole_sums_are_those_of_the_reference() {
    let mut compared = 0;
    for fields in lines(VECTORS) {
        let position: Position = fields[0].parse().unwrap();
        for (weights, field) in [(FOLDED, fields[1]), (CLASSIC, fields[2])] {
            let number = |name: &str| -> i32 {
                let word = field.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
                word.unwrap().parse().unwrap()
            };
            let sums = whole(&weights, &position);
            let found = [sums.kkp, sums.black, sums.white, sums.material, sums.raw()];
            assert_eq!(found, ["kkp", "bkpp", "wkpp", "mat", "raw"].map(number), "{position}");
            assert_eq!(sums.value(position.side), number("score"), "{position}");
            let entries = weights.numbering.entries(&position).len();
            assert_eq!(entries, number("n") as usize);
            if (weights.numbering, entries) == (Numbering::Folded, 38) {
                assert_eq!(sums.reads, 1444);
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 100);
}

#[test]
fn differences_are_those_of_the_reference_with_their_reads() {
    let mut compared = 0;
    for fields in lines(DIFFERENCES) {
        let numbers = |place: usize| -> Vec<i32> {
            fields[place].split(' ').map(|number| number.parse().unwrap()).collect()
        };
        let of = |sums: &Sums| vec![sums.black, sums.white, sums.kkp];
        let before = Evaluated::new(&FOLDED, fields[0].parse().unwrap());
        assert_eq!(of(&before.sums), numbers(3), "{fields:?}");
        let after = before.after(&FOLDED, fields[1].strip_prefix("M ").unwrap().parse().unwrap());
        assert_eq!(of(&after.sums), numbers(4), "{fields:?}");
        assert_eq!(after.sums.reads as i32, numbers(5)[0], "{fields:?}");
        compared += 1;
    }
    assert_eq!(compared, 36);
}

/// Games at random, with the board seen from both ends.
#[test]
fn a_difference_equals_the_whole_after_every_move() {
    let mut random = Random(34);
    for _ in 0..200 {
        let mut evaluated = Evaluated::new(&FOLDED, Position::START.parse().unwrap());
        for _ in 0..80 {
            let moves = evaluated.position.moves();
            if moves.is_empty() {
                break;
            }
            evaluated = evaluated.after(&FOLDED, *random.pick(&moves));
            let reads = evaluated.sums.reads;
            let sums = whole(&FOLDED, &evaluated.position);
            assert_eq!(evaluated.sums, Sums { reads, ..sums }, "{}", evaluated.position);
            let for_black = sums.value(Side::Black);
            assert_eq!(
                evaluated.value(),
                if evaluated.side() == Side::Black { for_black } else { -for_black }
            );
        }
    }
}

#[test]
fn a_code_turned_twice_is_itself() {
    for code in 1..1548 {
        let turned = Numbering::Folded.turned(code);
        if turned != 0 {
            assert_eq!(Numbering::Folded.turned(turned), code);
        }
    }
    assert_eq!(Numbering::Folded.turned(90), 171 + 80);
}
