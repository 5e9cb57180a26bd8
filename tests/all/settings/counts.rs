//! Counts and moves of chess by a machine in any setting, and by the rules.

use movewright::blokus::Blokus;
use movewright::chess::classic::ClassicLanes;
use movewright::chess::evaluation::hardware::{EvaluateLanes, Found, Given};
use movewright::chess::fast::lanes::CountLanes;
use movewright::chess::fast::side::Side;
use movewright::chess::fast::stream::{ChessStream, Walks, all_moves, order, walk};
use movewright::chess::player::machine::{Model, Player, SearchMachine, Table};
use movewright::chess::{Move, Position, rules as library};
use movewright::cores::{self, Ability, CoreInfo, Settings};
use movewright::game::Game;
use movewright::shogi::machine::check::{ByteBoard, CheckLanes, Checks};
use movewright::shogi::machine::lanes::CountLanes as ShogiLanes;
use movewright::shogi::machine::side::Seen;
use movewright::shogi::machine::stream::{ShogiStream, order as shogi_order};
use movewright::shogi::{self, Shogi};
use movewright::simulate::Simulation;
use movewright::simulate::lanes::Lanes;
use movewright::stream::StreamDriver;

use super::combinations::Combination;
use crate::golden::{positions, rules};

/// Compares a machine's counts with the rules; of Blokus nothing.
pub fn by_the_rules(core: &CoreInfo, settings: &Settings, given: &Combination) {
    match core.name {
        "chess-classic" | "chess-perft" => walked(core, settings, given),
        "chess-small" => walked_alike(core, settings, given),
        // Its run compares it with its twin.
        "hash" | "hash-index" | "hash-keys" | "hash-memory" | "kpp" => {}
        "chess-evaluate" => evaluated(core, settings, given),
        "chess-player" => searched(core, settings, given),
        "chess-count" => counted(core, settings, given),
        "shogi-count" => counted_of_shogi(core, settings, given),
        "shogi-check" => checked_of_shogi(core, settings, given),
        "chess-stream" => streamed(core, settings, given),
        "shogi-stream" => streamed_of_shogi(core, settings, given),
        "shogi-perft" => walked_of_shogi(core, settings, given),
        name => assert_eq!(core.game.name(), Blokus::NAME, "{name} is compared with nothing"),
    }
}

/// Counts of every published position, compared with those that are stated.
fn counted_of_shogi(core: &CoreInfo, settings: &Settings, given: &Combination) {
    let table = core.game.table(include_str!("../../data/shogi_perft.txt")).unwrap();
    let seen: Vec<Seen> = table.iter().map(|(root, _)| Seen::of(root.of::<Shogi>().unwrap())).collect();
    let stated = table.iter().map(|(_, counts)| counts.iter().find(|(depth, _)| *depth == 1).unwrap().1);
    let machine = cores::shogi_count_machine(core, settings).unwrap();
    let counts = ShogiLanes::new(&machine).unwrap().counts(&seen).unwrap();
    assert_eq!(counts, stated.collect::<Vec<_>>(), "{given:?}");
}

/// The pieces found around the king of every published position and of those after its moves,
/// compared with those of the twin.
fn checked_of_shogi(core: &CoreInfo, settings: &Settings, given: &Combination) {
    let table = core.game.table(include_str!("../../data/shogi_perft.txt")).unwrap();
    let after =
        |root: &shogi::Position| -> Vec<_> { root.moves().iter().map(|mv| root.after(*mv)).collect() };
    let positions = table.iter().flat_map(|(root, _)| {
        let root = root.of::<Shogi>().unwrap();
        [vec![root.clone()], after(root)].concat()
    });
    let boards: Vec<ByteBoard> = positions.map(|position| ByteBoard::of(&position)).collect();
    assert!(boards.len() > 1_000, "{} boards", boards.len());
    let expected: Vec<Checks> = boards.iter().map(Checks::of).collect();
    let machine = cores::shogi_check_machine(core, settings).unwrap();
    let found = CheckLanes::new(&machine).unwrap().checks(&boards).unwrap();
    assert_eq!(found, expected, "{given:?}");
}

/// Counts of small trees of every published position, compared with those that are stated.
fn walked_of_shogi(core: &CoreInfo, settings: &Settings, given: &Combination) {
    let table = core.game.table(include_str!("../../data/shogi_perft.txt")).unwrap();
    let small = |(_, nodes): &&(u32, u64)| *nodes <= 10_000;
    let (jobs, stated): (Vec<_>, Vec<_>) = (table.iter())
        .flat_map(|(root, counts)| counts.iter().filter(small).map(move |count| (root, count)))
        .map(|(root, (depth, nodes))| ((root.of::<Shogi>().unwrap().clone(), *depth), *nodes))
        .unzip();
    assert!(jobs.len() > 80, "{}", jobs.len());
    let mut lanes = cores::lanes_of::<Shogi>(core, settings).unwrap();
    let counts = lanes.perft(&jobs, false, |_| {}).unwrap();
    assert_eq!(counts.iter().map(|count| count.nodes).collect::<Vec<_>>(), stated, "{given:?}");
}

/// Compares values with those of the software.
fn evaluated(core: &CoreInfo, settings: &Settings, given: &Combination) {
    let weights = cores::evaluating_weights(core, settings).unwrap().1;
    let positions = positions::all();
    let taken: Vec<Given> = positions.iter().map(|position| Given::of(position, &weights)).collect();
    let machine = cores::evaluator(core, settings).unwrap();
    let found = EvaluateLanes::new(&machine).unwrap().evaluate(&taken).unwrap();
    let expected: Vec<Found> = positions.iter().map(|one| Found::expected(one, &weights)).collect();
    assert_eq!(found, expected, "{given:?}");
}

/// Compares searches by all threads with those of the software model.
fn searched(core: &CoreInfo, settings: &Settings, given: &Combination) {
    let player = cores::chess_player_machine(core, settings).unwrap();
    let givens = player.givens();
    let Player { design, schedule, .. } = player;
    let mut simulation = Simulation::new(&design).unwrap();
    simulation.compile();
    let mut machine = SearchMachine::new(simulation, "built-in simulator", schedule.stack_depth).unwrap();
    let mut table = Table::new(schedule.table);
    for fen in [Position::START, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
        let position = Position::from_fen(fen).unwrap();
        let expected = Model::search_in(&mut table, &givens, schedule, &position, 2);
        machine.load(&position).unwrap();
        let found = machine.search(2).unwrap();
        assert_eq!((found.best, found.score), (expected.best, expected.score), "{given:?}: {fen}");
        assert_eq!((found.nodes, found.turns), (expected.nodes, expected.turns), "{given:?}: {fen}");
    }
}

/// Positions with small trees, kings that may step beside each other among them.
fn roots() -> Vec<Position> {
    let small = |position: &Position| library::leaves(position, 2).is_some_and(|leaves| leaves < 500);
    let beside = ["8/8/8/8/8/3k4/8/R3K3 w - - 0 1", "8/3r4/3b4/8/8/8/2RK2B1/5k2 b - - 0 1"];
    let beside = beside.map(|fen| Position::from_fen(fen).unwrap());
    beside.into_iter().chain(positions::all().into_iter().filter(small).step_by(2)).collect()
}

fn lanes(core: &CoreInfo, settings: &Settings) -> ClassicLanes {
    let design = match core.can(Ability::Moves) {
        true => core.core.with_port(core, settings).unwrap(),
        false => cores::design(core, settings).unwrap(),
    };
    ClassicLanes::new(Lanes::new(&design).unwrap(), cores::deepest(core, settings).unwrap()).unwrap()
}

/// Trees of two half moves. Without the legality filter the leaves are the pseudo-legal moves of
/// legal nodes.
fn walked(core: &CoreInfo, settings: &Settings, given: &Combination) {
    let legality = settings.get("legality").is_none() || settings.is_on("legality");
    let jobs: Vec<(Position, u32)> = roots().into_iter().map(|position| (position, 2)).collect();
    let expected: Vec<u64> = jobs
        .iter()
        .map(|(position, _)| {
            let board = rules::board(position);
            let tried = |depth| rules::perft(&board, depth, false).1;
            if legality { library::leaves(position, 2).unwrap() } else { tried(2) - tried(1) }
        })
        .collect();
    let mut lanes = lanes(core, settings);
    for checks_first in [false, true] {
        let found = lanes.perft(&jobs, checks_first, |_| ()).unwrap();
        for (((position, _), expected), found) in jobs.iter().zip(&expected).zip(found) {
            let context = format!("{} {given:?} {checks_first}: {}", core.name, position.to_fen());
            assert_eq!(found.nodes, *expected, "{context}");
        }
    }
}

/// The same on a board for which no library has rules: both walks count alike, and with the filter
/// what the core does by default.
fn walked_alike(core: &CoreInfo, settings: &Settings, given: &Combination) {
    let fens = ["8/8/8/8/3k4/8/8/RK6 w - - 0 1", "8/8/8/8/nq1k4/8/1N6/KBR5 w - - 0 1"];
    let jobs: Vec<(Position, u32)> =
        fens.iter().flat_map(|fen| (1..=3).map(|depth| (Position::from_fen(fen).unwrap(), depth))).collect();
    let nodes = |lanes: &mut ClassicLanes, checks_first| -> Vec<u64> {
        let counts = lanes.perft(&jobs, checks_first, |_| ()).unwrap();
        counts.iter().map(|count| count.nodes).collect()
    };
    let mut machine = lanes(core, settings);
    let plain = nodes(&mut machine, false);
    assert_eq!(nodes(&mut machine, true), plain, "{} {given:?}", core.name);
    if settings.is_on("legality") {
        let default = Settings::parse::<&str, &str>(core, &[]).unwrap();
        assert_eq!(nodes(&mut lanes(core, &default), false), plain, "{} {given:?}", core.name);
    }
}

fn counted(core: &CoreInfo, settings: &Settings, given: &Combination) {
    let roots = positions::all();
    let sides: Vec<Side> = roots.iter().map(Side::of).collect();
    let mut lanes = CountLanes::new(&cores::count_machine(core, settings).unwrap()).unwrap();
    let found = lanes.counts(&sides).unwrap();
    assert_eq!(found.len(), roots.len());
    for (position, found) in roots.iter().zip(found) {
        let expected = library::leaves(position, 1).unwrap();
        assert_eq!(found, expected, "{given:?}: {}", position.to_fen());
    }
}

fn streamed(core: &CoreInfo, settings: &Settings, given: &Combination) {
    let machine = cores::stream_machine(core, settings).unwrap();
    let simulation = Simulation::new(&machine.design).unwrap();
    let mut driver = StreamDriver::<_, ChessStream>::new(simulation, machine.threads).unwrap();
    let checks_first = settings.is_on("checks_first");
    let ordered = |position: &Position| {
        let check = |mv: Move| {
            let after = position.after(mv);
            checks_first && after.king(after.side).is_some_and(|king| after.attacked(king, position.side))
        };
        let mut moves = library::legal_moves(position).unwrap_or_default();
        moves.sort_by_key(|&mv| order::place(position, mv, check(mv)));
        moves
    };
    let seen = walk(&mut driver, &roots(), &Walks { depth: 1, ordered, wanted: all_moves }).unwrap();
    assert_eq!(seen.difference, None, "{given:?}");
    assert!(seen.moves > 500, "{given:?}: {}", seen.moves);
}

/// The first moves of every fourth published position, and some below them.
fn streamed_of_shogi(core: &CoreInfo, settings: &Settings, given: &Combination) {
    let table = core.game.table(include_str!("../../data/shogi_perft.txt")).unwrap();
    let roots: Vec<_> =
        table.iter().step_by(4).map(|(root, _)| root.of::<Shogi>().unwrap().clone()).collect();
    let machine = cores::shogi_stream_machine(core, settings).unwrap();
    let simulation = Simulation::new(&machine.design).unwrap();
    let mut driver = StreamDriver::<_, ShogiStream>::new(simulation, machine.threads).unwrap();
    let walks = Walks { depth: 2, ordered: shogi_order::ordered, wanted: |ply| [30, 2][ply] };
    let seen = walk(&mut driver, &roots, &walks).unwrap();
    assert_eq!(seen.difference, None, "{given:?}");
    assert!(seen.moves > 500, "{given:?}: {}", seen.moves);
}
