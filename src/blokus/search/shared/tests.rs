use crate::blokus::evaluation::{INFLUENCE, TERRITORY};
use crate::blokus::reference::random_positions;
use crate::blokus::search::{
    BuildError, DEEPEST, LONGEST, MOST_CORES, Options, SearchMachine, Searched, deepen, design, search,
};
use crate::blokus::{Move, Player, Position};
use crate::simulate::command_port::Pins;
use crate::simulate::{Simulation, command_port};

fn machine(options: Options) -> SearchMachine<Pins<Simulation>> {
    let mut simulation = Simulation::new(&design(&options).unwrap()).unwrap();
    simulation.compile();
    SearchMachine::new(simulation, "built-in simulator").unwrap()
}

fn players(players: u32) -> SearchMachine<Pins<Simulation>> {
    machine(Options { players, ..Options::default() })
}

/// Searches this position, which is on the board. Best move and score are those of the software.
fn compare(machine: &mut SearchMachine<Pins<Simulation>>, position: &Position, depth: u32) -> Searched {
    let searched = machine.search(depth).unwrap();
    let expected = search(position, &INFLUENCE, depth);
    let found = (searched.found.best, searched.found.score);
    assert_eq!(found, (expected.best, expected.score), "{depth} plies of\n{position}{}", position.to_move());
    searched
}

/// Positions from all of a game, forced passes and finished games among them; few moves and many.
#[test]
fn several_find_what_one_finds() {
    let mut depths = [0; DEEPEST as usize + 1];
    let mut passes = 0;
    for cores in 2..=MOST_CORES {
        let mut machine = players(cores);
        for (number, position) in random_positions(90).iter().enumerate() {
            let depth = match position.count() {
                0..3 => DEEPEST - number as u32 % 3,
                3..8 => 4,
                8..20 => 3,
                20..60 => 2,
                _ => 1,
            };
            machine.load(position).unwrap();
            compare(&mut machine, position, depth);
            depths[depth as usize] += 1;
            passes += u32::from(position.moves() == [Move::Pass]);
        }
    }
    assert!([1, 2, 3, 4, 8].iter().all(|&depth| depths[depth] >= 3), "{depths:?}");
    assert!(passes >= 3, "{passes}");
}

#[test]
fn by_territory_several_find_what_one_finds() {
    let mut machine = machine(Options { players: 3, evaluation: &TERRITORY, ..Options::default() });
    for position in random_positions(40).iter().filter(|position| position.count() < 30) {
        machine.load(position).unwrap();
        let found = machine.search(3).unwrap().found;
        let expected = search(position, &TERRITORY, 3);
        assert_eq!((found.best, found.score), (expected.best, expected.score), "{position}");
    }
}

/// One search after the other: each begins with the queue full again, and a time that ends finds
/// all cores in step.
#[test]
fn several_deepen_as_one_does() {
    let mut machine = players(3);
    let mut reached = [0; DEEPEST as usize + 1];
    for (number, position) in random_positions(60).iter().enumerate() {
        let (depth, limit) = match position.count() {
            0..3 => (DEEPEST, LONGEST),
            3..20 => (3, LONGEST),
            20..150 => (DEEPEST, 2_000 + 1_500 * number as u32),
            _ => (1, LONGEST),
        };
        machine.load(position).unwrap();
        let Searched { found, depth, .. } = machine.deepen(depth, limit).unwrap();
        let expected = deepen(position, &INFLUENCE, depth);
        assert_eq!((found.best, found.score), (expected.best, expected.score), "{depth} plies of {position}");
        compare(&mut machine, position, 1);
        reached[depth as usize] += 1;
    }
    assert!([1, 3, 4, 8].iter().all(|&depth| reached[depth] >= 2), "{reached:?}");
}

/// Work that all cores do alike is counted once.
#[test]
fn a_ply_is_counted_once() {
    let mut machine = players(3);
    let position: Position = "45g2 9at5".parse().unwrap();
    let over = random_positions(200).into_iter().find(Position::is_over).unwrap();
    for (position, depth) in [(&position, 1), (&over, 3)] {
        machine.load(position).unwrap();
        assert_eq!(compare(&mut machine, position, depth).found, search(position, &INFLUENCE, depth));
    }
}

/// The cores are in step after a search: the moves they give, place and search next are the same in
/// all.
#[test]
fn several_play_a_game_by_themselves() {
    for cores in 2..=MOST_CORES {
        let mut machine = players(cores);
        let mut position = Position::start(Player::One);
        assert!(machine.pass().is_err() && machine.play().is_err());
        for ply in 0.. {
            let depth = if position.count() < 60 { 2 } else { 1 };
            let Some(mut mv) = compare(&mut machine, &position, depth).found.best else { break };
            if ply % 3 == 1 {
                // Another move than that of the search.
                let moves = position.moves();
                mv = moves[ply % moves.len()];
                let given = (0..=ply % moves.len()).map(|_| machine.generate().unwrap()).last();
                assert_eq!(given.flatten().map(|given| given.mv), Some(mv));
            }
            if ply % 7 == 6 && position.play(Move::Pass).is_ok_and(|passed| !passed.is_over()) {
                mv = Move::Pass;
                machine.pass().unwrap();
            } else {
                machine.play().unwrap();
            }
            position = position.play(mv).unwrap();
            let first = machine.generate().unwrap().map(|given| given.mv);
            assert_eq!(first, position.moves().first().copied(), "{position}");
        }
        assert!(position.is_over(), "{position}");
    }
}

/// Wherever in a search the reset comes: before the first claim, within the moves, while some wait
/// for the last.
#[test]
fn a_reset_ends_a_search() {
    let mut machine = players(3);
    let position: Position =
        "64i1 a9e0 86n1 dco7 68s0 d9t4 4aq2 b6f1 b3l0 d3l0 34f3 8cg2 2dt6 5ck4 92a0".parse().unwrap();
    machine.load(&position).unwrap();
    let whole = compare(&mut machine, &position, 2).cycles;
    let last = (whole - 8..=whole + 1).chain((0..whole).step_by(whole as usize / 40));
    for cycles in last {
        machine.load(&position).unwrap();
        command_port::interrupt(machine.ports(), crate::blokus::search::Command::Search.into(), 2, cycles)
            .unwrap();
        compare(&mut machine, &Position::start(Player::One), 1);
        machine.load(&position).unwrap();
        compare(&mut machine, &position, 2);
    }
}

#[test]
fn several_are_quicker_than_one() {
    let position = "64i1 a9e0 86n1 dco7 68s0 d9t4 4aq2 b6f1 b3l0 d3l0".parse().unwrap();
    let [alone, shared] = [1, 3].map(|cores| {
        let mut machine = players(cores);
        machine.load(&position).unwrap();
        compare(&mut machine, &position, 3).cycles
    });
    assert!(alone * 10 > shared * 17, "{alone} {shared}");
}

#[test]
fn there_are_one_to_four() {
    for players in [0, MOST_CORES + 1] {
        let error = design(&Options { players, ..Options::default() }).unwrap_err();
        assert!(matches!(error, BuildError::Players { .. }), "{error}");
    }
}
