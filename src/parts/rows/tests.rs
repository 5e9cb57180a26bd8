//! Every operation on boards of several sizes, against sets of squares in plain software.

use std::collections::BTreeSet;

use super::{Direction, Rows, row_name, union};
use crate::describe::{Builder, Project};
use crate::netlist::testing::Random;
use crate::parts::board::{Board, Compass};
use crate::simulate::Simulation;

/// Squares by column and row.
type Set = BTreeSet<(i32, i32)>;

const BOARDS: [Board; 4] = [
    Board { files: 8, ranks: 8 },
    Board { files: 9, ranks: 9 },
    Board { files: 14, ranks: 14 },
    Board { files: 5, ranks: 3 },
];

/// Jumps, the names of their outputs among them.
const JUMPS: [(&str, i32, i32); 4] = [("none", 0, 0), ("short", 1, 2), ("long", -3, 1), ("away", 2, -2)];

/// The results of operations on a set and another, by name.
fn operations(one: &Rows, other: &Rows) -> Vec<(String, Rows)> {
    let mut made = vec![
        ("both".into(), one & other),
        ("either".into(), one | other),
        ("neither".into(), !&(one | other)),
        ("union".into(), union(&[one.clone(), other.clone(), one.clone()])),
        ("middle".into(), one.without_ends()),
        ("edges".into(), one.edges()),
        ("diagonals".into(), one.diagonals()),
        ("twice".into(), one.transposed().transposed()),
    ];
    for (name, files, ranks) in JUMPS {
        made.push((name.into(), one.moved(files, ranks)));
    }
    for compass in Compass::ALL {
        let (files, ranks) = compass.step();
        let direction = Direction { name: compass.name(), files, ranks };
        made.push((compass.name().into(), one.ray(other, direction, &format!("ray_{}", compass.name()))));
    }
    made
}

/// The same in software.
fn expected(board: Board, name: &str, one: &Set, other: &Set) -> Set {
    let all = || (0..board.ranks as i32).flat_map(|y| (0..board.files as i32).map(move |x| (x, y)));
    let inside = |&(x, y): &(i32, i32)| board.square(x, y).is_some();
    let moved = |set: &Set, (files, ranks): (i32, i32)| -> Set {
        set.iter().map(|(x, y)| (x + files, y + ranks)).filter(inside).collect()
    };
    let touching = |wanted: fn((i32, i32)) -> bool| -> Set {
        let steps = Compass::ALL.map(Compass::step).into_iter().filter(|&step| wanted(step));
        steps.flat_map(|step| moved(one, step)).collect()
    };
    if let Some((_, files, ranks)) = JUMPS.iter().find(|(jump, ..)| *jump == name) {
        return moved(one, (*files, *ranks));
    }
    if let Some(compass) = Compass::ALL.into_iter().find(|compass| compass.name() == name) {
        let mut reached = moved(one, compass.step());
        loop {
            let on: Set = reached.intersection(other).copied().collect();
            let further: Set = reached.union(&moved(&on, compass.step())).copied().collect();
            if further == reached {
                return reached;
            }
            reached = further;
        }
    }
    match name {
        "both" => one & other,
        "either" | "union" => one | other,
        "neither" => all().filter(|square| !one.contains(square) && !other.contains(square)).collect(),
        "middle" => one.iter().copied().filter(|&(_, y)| y > 0 && y + 1 < board.ranks as i32).collect(),
        "edges" => touching(|(files, ranks)| files == 0 || ranks == 0),
        "diagonals" => touching(|(files, ranks)| files != 0 && ranks != 0),
        _ => one.clone(),
    }
}

/// The word of a row of a set.
fn row_of(set: &Set, y: usize) -> u64 {
    set.iter().filter(|&&(_, row)| row == y as i32).map(|(x, _)| 1 << x).sum()
}

#[test]
fn sets_of_any_size_do_what_software_does() {
    for board in BOARDS {
        let b = Builder::new("sets", "");
        let [one, other] = ["one", "other"].map(|name| Rows::input(&b, board, name, "a set"));
        let names: Vec<String> = operations(&one, &other)
            .into_iter()
            .map(|(name, set)| {
                set.output(&b, &name, "what is made of them");
                name
            })
            .collect();
        b.output("any", &one.any());
        b.output("occupied", &one.occupied());
        let mut project = Project::new("sets");
        project.add(b).unwrap();
        let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
        let mut random = Random(u64::from(board.files));
        for round in 0..60 {
            // Few squares and many, none at first.
            let mut draw = |one_in: usize| -> Set {
                let squares = (0..board.squares()).filter(|_| round > 0 && random.one_in(one_in));
                let place = |square| board.coordinates(square);
                squares.map(place).map(|(x, y)| (x as i32, y as i32)).collect()
            };
            let (one, other) = (draw(2 + round % 20), draw(2 + round % 3));
            for y in 0..board.ranks as usize {
                for (name, set) in [("one", &one), ("other", &other)] {
                    let net = simulation.find(&row_name(name, y)).unwrap();
                    simulation.poke(net, row_of(set, y)).unwrap();
                }
            }
            let mut seen = |name: &str| {
                let net = simulation.find(name).unwrap();
                simulation.peek(net)
            };
            for name in &names {
                let expected = expected(board, name, &one, &other);
                for y in 0..board.ranks as usize {
                    let row = row_name(name, y);
                    assert_eq!(seen(&row), row_of(&expected, y), "{row} of {board:?}: {one:?} {other:?}");
                }
            }
            assert_eq!(seen("any"), u64::from(!one.is_empty()));
            let rows: BTreeSet<i32> = one.iter().map(|&(_, y)| y).collect();
            assert_eq!(seen("occupied"), rows.into_iter().map(|y| 1 << y).sum::<u64>());
        }
    }
}

#[test]
fn a_set_in_one_word_is_in_the_order_of_squares() {
    for board in BOARDS.into_iter().filter(|board| board.squares() <= 64) {
        let b = Builder::new("one_word", "");
        let word = b.input("word", board.squares());
        let rows = Rows::of(board, &word);
        rows.output(&b, "row", "as rows");
        b.output("again", &rows.word());
        b.output("square", &rows.square(board.files - 2, 1));
        b.output("alone", &Rows::on_row(board, 2, &word.slice(0, board.files)).word());
        let mut project = Project::new("one_word");
        project.add(b).unwrap();
        let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
        let find = |name: &str| simulation.find(name).unwrap();
        let [word, again, square, alone, row] = ["word", "again", "square", "alone", "row_2"].map(find);
        let mask = (1 << board.files) - 1;
        for bit in 0..board.squares() {
            simulation.poke(word, 1 << bit).unwrap();
            assert_eq!(simulation.peek(again), 1 << bit);
            assert_eq!(simulation.peek(row), 1 << bit >> board.files & mask);
            assert_eq!(simulation.peek(square), u64::from(bit == 2 * board.files - 2));
            assert_eq!(simulation.peek(alone), (1 << bit & mask) << (2 * board.files));
        }
    }
}
