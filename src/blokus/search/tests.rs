use super::*;
use crate::blokus::evaluation::{COVERED, EACH, OWN, TERRITORY};
use crate::blokus::evaluation::{Evaluation, INFLUENCE};
use crate::blokus::reference::random_positions;
use crate::blokus::{Move, Placement, Player, Position};
use crate::game::MachineError;
use crate::netlist::testing::Random;
use crate::simulate::command_port::Pins;
use crate::simulate::{Simulation, command_port};

fn machine(options: &Options) -> SearchMachine<Pins<Simulation>> {
    let mut simulation = Simulation::new(&design(options).unwrap()).unwrap();
    simulation.compile();
    SearchMachine::new(simulation, "built-in simulator").unwrap()
}

/// Searches the same position in hardware and in software, with the same result.
fn compare(machine: &mut SearchMachine<Pins<Simulation>>, position: &Position, depth: u32) -> Searched {
    compare_by(&INFLUENCE, machine, position, depth)
}

/// The same of a machine with this evaluation.
fn compare_by(
    evaluation: &Evaluation,
    machine: &mut SearchMachine<Pins<Simulation>>,
    position: &Position,
    depth: u32,
) -> Searched {
    machine.load(position).unwrap();
    let searched = machine.search(depth).unwrap();
    let expected = search(position, evaluation, depth);
    assert_eq!(searched.found, expected, "{depth} plies of\n{position}{}", position.to_move());
    searched
}

#[test]
fn the_machine_finds_what_the_software_finds() {
    let mut machine = machine(&Options::default());
    let mut depths = [0; DEEPEST as usize + 1];
    for (number, position) in random_positions(150).iter().enumerate() {
        let depth = match position.count() {
            0..3 => DEEPEST - number as u32 % 3,
            3..8 => 4,
            8..30 => 3,
            30..150 => 2,
            _ => 1,
        };
        compare(&mut machine, position, depth);
        depths[depth as usize] += 1;
    }
    assert!([1, 2, 3, 4, 8].iter().all(|&depth| depths[depth] >= 3), "{depths:?}");
}

/// A leaf pipeline of one stage and one of many.
#[test]
fn the_length_of_the_evaluation_changes_cycles_alone() {
    let position =
        "64i1 a9e0 86n1 dco7 68s0 d9t4 4aq2 b6f1 b3l0 d3l0 34f3 8cg2 2dt6 5ck4 92a0".parse().unwrap();
    let cycles = [100, 1].map(|levels| {
        let options = Options { levels, ..Options::default() };
        compare(&mut machine(&options), &position, 3).cycles
    });
    assert!(cycles[0] < cycles[1], "{cycles:?}");
}

/// Nodes with more moves than a list has words, and with fewer, below each other and turned to
/// refutation.
#[test]
fn moves_that_are_too_many_for_a_list_come_as_they_are_generated() {
    let mut machine = machine(&Options { listed: 64, ..Options::default() });
    let mut unlike = 0;
    for position in random_positions(150).iter().filter(|position| (40..160).contains(&position.count())) {
        let depth = if position.count() < 80 { 3 } else { 2 };
        machine.load(position).unwrap();
        let found = machine.search(depth).unwrap().found;
        assert_eq!(found, model::search_listing(position, &INFLUENCE, depth, 64), "{position}");
        unlike += u32::from(found != search(position, &INFLUENCE, depth));
    }
    assert!(unlike > 10, "{unlike}");
    for listed in [32, 96, 4096] {
        let error = design(&Options { listed, ..Options::default() }).unwrap_err();
        assert!(error.to_string().contains("from 64 to 2048"), "{error}");
    }
}

/// Games from the first move to the end, each side at its own depth.
#[test]
fn whole_games_are_the_same() {
    let mut machine = machine(&Options::default());
    for (first, depths) in [(Player::One, [1, 2]), (Player::Two, [2, 1])] {
        let mut position = Position::start(first);
        let mut plies = 0;
        while let Some(mv) = {
            let depth = if position.count() < 20 { 3 } else { depths[plies % 2] };
            compare(&mut machine, &position, if plies < 8 { 1 } else { depth }).found.best
        } {
            position = position.play(mv).unwrap();
            plies += 1;
        }
        assert!(position.is_over() && plies > 20, "{position}");
    }
}

/// Pieces count: their loss with the move at a leaf, on the stack, and after a pass; in positions
/// from all of a game and one to its end.
#[test]
fn by_territory_the_machine_finds_what_the_software_finds() {
    let mut machine = machine(&Options { evaluation: &TERRITORY, ..Options::default() });
    let mut compare =
        |position: &Position, depth| compare_by(&TERRITORY, &mut machine, position, depth).found;
    let mut depths = [0; DEEPEST as usize + 1];
    for position in random_positions(50) {
        let depth = match position.count() {
            0..3 => DEEPEST,
            3..30 => 3,
            30..150 => 2,
            _ => 1,
        };
        compare(&position, depth);
        depths[depth as usize] += 1;
    }
    assert!([1, 2, 3, 8].iter().all(|&depth| depths[depth] >= 3), "{depths:?}");
    let mut position = Position::start(Player::Two);
    while let Some(mv) = compare(&position, if position.count() < 60 { 2 } else { 1 }).best {
        position = position.play(mv).unwrap();
    }
    assert!(position.is_over(), "{position}");
}

/// The other readings of influence; of one of them the players' values are not opposite.
#[test]
fn by_other_readings_the_machine_finds_what_the_software_finds() {
    for evaluation in [&OWN, &EACH, &COVERED] {
        let mut machine = machine(&Options { evaluation, ..Options::default() });
        for position in random_positions(40).iter().filter(|position| position.count() < 60) {
            let depth = if position.count() < 20 { 3 } else { 2 };
            compare_by(evaluation, &mut machine, position, depth);
        }
    }
}

/// Games in which one side passes soon and the other comes to its last pieces, after which the game
/// is over.
#[test]
fn last_pieces_end_games_within_a_search() {
    let mut machine = machine(&Options::default());
    let mut last = [0; 4];
    for seed in 1..=16 {
        let mut random = Random(seed);
        let mut position = Position::start(Player::One);
        while !position.is_over() {
            let [first, second] = Player::BOTH.map(|player| position.left(player).bits().count_ones());
            let placements = position.placements();
            if first <= 3 && placements.len() < 60 {
                compare(&mut machine, &position, if placements.len() < 12 { 4 } else { 3 });
                last[first as usize] += 1;
            }
            let mv = match position.to_move() {
                // Some of the largest pieces, of these what leaves the most corners.
                Player::One => {
                    let largest = placements.iter().map(|one| one.piece().size()).max();
                    let large = placements.iter().filter(|one| Some(one.piece().size()) == largest);
                    let drawn = large.filter(|_| random.one_in(3)).take(12).copied();
                    let corners =
                        |one: &Placement| position.after(Move::Place(*one)).corners(Player::One).count();
                    drawn.max_by_key(corners).or(placements.first().copied())
                }
                Player::Two if second > 20 - seed as u32 % 4 => placements.first().copied(),
                Player::Two => None,
            };
            position = position.play(mv.map_or(Move::Pass, Move::Place)).unwrap();
        }
    }
    assert!(last[1..].iter().all(|&count| count >= 2), "{last:?}");
}

#[test]
fn a_leaf_takes_a_cycle_and_a_node_some() {
    let mut machine = machine(&Options::default());
    let position: Position = "45g2 9at5".parse().unwrap();
    let Searched { found, cycles, .. } = compare(&mut machine, &position, 1);
    assert_eq!((found.nodes, found.leaves), (1, 533));
    assert!(cycles <= 533 + 20, "{cycles}");
}

/// Searches one after the other: the same in all as in software, to the last.
#[test]
fn deepening_finds_what_the_software_finds() {
    let mut machine = machine(&Options::default());
    let mut depths = [0; DEEPEST as usize + 1];
    for position in random_positions(60) {
        let depth = match position.count() {
            0..3 => DEEPEST,
            3..30 => 3,
            30..150 => 2,
            _ => 1,
        };
        machine.load(&position).unwrap();
        let searched = machine.deepen(depth, LONGEST).unwrap();
        assert_eq!(searched.found, deepen(&position, &INFLUENCE, depth), "{position}");
        assert_eq!(searched.depth, if position.is_over() { 1 } else { depth }, "{position}");
        depths[depth as usize] += 1;
    }
    assert!([1, 2, 3, 8].iter().all(|&depth| depths[depth] >= 3), "{depths:?}");
}

/// Wherever the time ends, the answer is that of the last search that ended, soon after, and the
/// position is as it was.
#[test]
fn a_search_ends_when_its_time_is_over() {
    let mut machine = machine(&Options::default());
    let position: Position =
        "54m1 abm1 41o2 cal2 86f6 89e2 b4s2 57t0 c6l7 34o5 93k0 ddg2 12b0 d7d2 e4d1".parse().unwrap();
    machine.load(&position).unwrap();
    let mut reached = std::collections::BTreeSet::new();
    for limit in (0..12).chain((12..3_000).step_by(41)).chain((3_000..150_000).step_by(24_931)) {
        let Searched { found, depth, cycles } = machine.deepen(DEEPEST, limit).unwrap();
        let expected = deepen(&position, &INFLUENCE, depth);
        assert_eq!(
            (found.best, found.score),
            (expected.best, expected.score),
            "{depth} plies in {limit} cycles"
        );
        assert!(depth == 1 || cycles <= u64::from(limit) + 40, "{cycles} cycles, not {limit}");
        reached.insert(depth);
    }
    assert!(reached.len() >= 3, "{reached:?}");
    assert_eq!(machine.search(2).unwrap().found, search(&position, &INFLUENCE, 2));
}

#[test]
fn a_finished_game_has_no_move() {
    let mut machine = machine(&Options::default());
    let over = random_positions(200).into_iter().find(Position::is_over).unwrap();
    let found = compare(&mut machine, &over, 3).found;
    assert_eq!((found.best, found.nodes, found.leaves), (None, 1, 1));
    let passes = random_positions(300).into_iter().find(|one| one.moves() == [Move::Pass]).unwrap();
    assert_eq!(compare(&mut machine, &passes, 1).found.best, Some(Move::Pass));
    assert_eq!(compare(&mut machine, &passes, 2).found.best, Some(Move::Pass));
}

/// Wherever in a search the reset comes, the next search is not touched by it.
#[test]
fn a_reset_ends_a_search() {
    let mut machine = machine(&Options::default());
    let position: Position = "45g2 9at5".parse().unwrap();
    let expected = search(&Position::start(Player::One), &INFLUENCE, 1);
    for cycles in [0, 1, 2, 3, 5, 8, 60, 600, 603, 1200, 1500, 1501, 1502, 1503] {
        machine.load(&position).unwrap();
        command_port::interrupt(machine.ports(), Command::Search.into(), 3, cycles).unwrap();
        assert_eq!(machine.search(1).unwrap().found, expected, "{cycles}");
    }
}

#[test]
fn depths_beyond_the_stack_are_refused() {
    let mut machine = machine(&Options::default());
    for depth in [0, DEEPEST + 1] {
        let error = machine.search(depth).unwrap_err();
        assert!(matches!(error, MachineError::Depth { .. }), "{error}");
        let answer =
            command_port::command(machine.ports(), Command::Search.into(), depth.into(), 10).unwrap();
        assert!(answer.refused, "{depth}");
    }
    // Higher bits are no depth.
    assert!(command_port::command(machine.ports(), Command::Search.into(), 0x21, 10).unwrap().refused);
}

/// The next move the machine gives.
fn next(machine: &mut SearchMachine<Pins<Simulation>>) -> Option<Move> {
    machine.generate().unwrap().map(|generated| generated.mv)
}

/// The moves one by one are those of the rules in the order of the generator, whatever came before;
/// a move, or a pass, is played for good.
#[test]
fn moves_are_given_one_by_one_and_played() {
    let mut machine = machine(&Options::default());
    for (number, position) in random_positions(40).iter().enumerate() {
        machine.load(position).unwrap();
        if number % 2 == 1 {
            machine.search(1).unwrap();
        }
        let moves = position.moves();
        let given: Vec<Move> = std::iter::from_fn(|| next(&mut machine)).collect();
        assert_eq!(given, moves, "{position}");
        assert!(machine.play().is_err(), "none is held behind the last");
        assert_eq!(next(&mut machine), moves.first().copied(), "they begin anew");
        let Some(&mv) = moves.get(number % moves.len().max(1)) else {
            assert!(position.is_over() && machine.pass().is_err());
            continue;
        };
        machine.search(1).unwrap();
        assert!((0..=number % moves.len()).map(|_| next(&mut machine)).last() == Some(Some(mv)));
        machine.play().unwrap();
        let after = position.play(mv).unwrap();
        assert_eq!(next(&mut machine), after.moves().first().copied(), "after {mv} on\n{position}");
        assert_eq!(
            machine.search(1).unwrap().found,
            search(&after, &INFLUENCE, 1),
            "after {mv} on\n{position}"
        );
        assert_eq!(machine.pass().is_ok(), after.play(Move::Pass).is_ok());
        if let Ok(passed) = after.play(Move::Pass) {
            assert_eq!(next(&mut machine), passed.moves().first().copied(), "{passed}");
        }
    }
}

#[test]
fn a_move_is_given_in_two_cycles_and_the_first_in_seven() {
    let mut machine = machine(&Options::default());
    let given = [0; 3].map(|_| command_port::command(machine.ports(), 3, 0, 100).unwrap().cycles);
    assert_eq!(given, [7, 2, 2]);
}

/// The result of a search can be played at once, and no first move is a pass.
#[test]
fn a_machine_plays_a_game_by_itself() {
    let mut machine = machine(&Options::default());
    let mut position = Position::start(Player::One);
    assert!(machine.pass().is_err() && machine.play().is_err());
    while let Some(mv) = machine.search(1).unwrap().found.best {
        machine.play().unwrap();
        position = position.play(mv).unwrap();
    }
    assert!(position.is_over(), "{position}");
}
