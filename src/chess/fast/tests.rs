use super::lanes::CountLanes;
use super::side::Side;
use super::*;
use crate::chess::Position;
use crate::chess::reference::{legal_moves, suite, traps};
use crate::emit::{Dialect, Language, emit};
use crate::netlist::Value;
use crate::simulate::lanes::Lanes;

/// The counts of positions, 64 at a time.
fn counts(options: &CountOptions, positions: &[Position]) -> Vec<u64> {
    let sides: Vec<Side> = positions.iter().map(Side::of).collect();
    let found = CountLanes::new(&count(options).unwrap()).unwrap().counts(&sides).unwrap();
    assert_eq!(found.len(), positions.len());
    found
}

fn options(levels: u32) -> CountOptions {
    let machine = EveryCycleOptions { name: "chess-count".into(), levels, cuts: Vec::new() };
    CountOptions { machine, sets: false }
}

/// This many of the suites' positions and the positions below them to this depth, evenly spread.
pub(super) fn tree(depth: u32, most: usize) -> Vec<Position> {
    let mut all: Vec<Position> = suite().iter().map(|line| line.position.clone()).collect();
    let mut last = all.clone();
    for _ in 0..depth {
        let mut next = Vec::new();
        for position in last.iter().step_by(last.len().div_ceil(4000)) {
            for mv in legal_moves(position) {
                let fen = crate::chess::reference::played(position, mv).to_string();
                next.push(Position::from_fen(&fen).unwrap());
            }
        }
        all.extend(next.iter().cloned());
        last = next;
    }
    let count = most.min(all.len());
    (0..count).map(|place| all[place * all.len() / count].clone()).collect()
}

#[test]
fn fifty_thousand_positions_have_as_many_moves_as_the_rules_give() {
    let positions = tree(3, 50_000);
    assert_eq!(positions.len(), 50_000);
    let found = counts(&options(2), &positions);
    for (position, found) in positions.iter().zip(found) {
        assert_eq!(found, legal_moves(position).len() as u64, "{}", position.to_fen());
    }
}

#[test]
fn no_trap_catches_the_counter() {
    let roots = traps();
    let below = roots.iter().flat_map(|(name, position)| {
        let after = legal_moves(position).into_iter().map(|mv| (*name, position.after(mv)));
        std::iter::once((*name, position.clone())).chain(after).collect::<Vec<_>>()
    });
    let (names, positions): (Vec<_>, Vec<_>) = below.unzip();
    assert!(names.len() > 2_000);
    for ((name, position), found) in names.iter().zip(&positions).zip(counts(&options(2), &positions)) {
        assert_eq!(found, legal_moves(position).len() as u64, "{name}: {}", position.to_fen());
    }
}

#[test]
fn the_count_does_not_depend_on_where_registers_are() {
    let positions = tree(1, 2000);
    let expected = counts(&options(2), &positions);
    for levels in [1, 3, 40] {
        assert_eq!(counts(&options(levels), &positions), expected, "{levels}");
    }
    let mut cut = options(40);
    cut.machine.cuts = vec!["king_steps".into()];
    assert_eq!(counts(&cut, &positions), expected);
    let latency = |options: &CountOptions| count(options).unwrap().latency;
    assert_eq!(latency(&cut), latency(&options(40)) + 1, "a register behind the signal that is named");
}

#[test]
fn no_file_is_too_long_to_read() {
    let built = count(&options(2)).unwrap();
    for (language, most) in [(Language::Verilog, 850), (Language::Vhdl, 900)] {
        let files = emit(&built.design, language, Dialect::Generic).unwrap();
        let long: Vec<_> = files
            .iter()
            .map(|file| (&file.name, file.text.lines().count()))
            .filter(|(_, lines)| *lines > most)
            .collect();
        assert_eq!(long, []);
        assert!(files.len() as u32 > built.latency, "a file a stage");
    }
}

/// Positions with a stated number of moves, which the rules library confirms.
fn have(positions: &[(&str, u64)]) {
    let read: Vec<Position> = positions.iter().map(|(fen, _)| Position::from_fen(fen).unwrap()).collect();
    let found = counts(&options(2), &read);
    let allowed = read.iter().map(|position| legal_moves(position).len() as u64);
    let found: Vec<_> = positions.iter().zip(found.into_iter().zip(allowed)).collect();
    let wrong = found.iter().filter(|((_, expected), found)| *found != (*expected, *expected));
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<&_>::new(), "counted, allowed");
}

#[test]
fn castling_needs_the_squares_between_to_be_empty_and_its_way_safe() {
    have(&[
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 16),
        // A piece on b1, where the king does not pass.
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", 15),
        ("rn2k3/8/8/8/8/8/8/4K3 b q - 0 1", 15),
        // Only b1 attacked; then d1.
        ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 16),
        ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", 13),
        // Out of check there is none.
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", 4),
    ]);
}

#[test]
fn en_passant_stays_on_the_board_and_uncovers_no_check() {
    have(&[
        // Pawns on the other edge do not reach around it.
        ("4k3/8/8/p6P/8/8/8/4K3 w - - 0 1", 6),
        ("4k3/8/8/pP5P/8/8/8/4K3 w - a6 0 1", 8),
        ("4k3/8/8/P5Pp/8/8/8/4K3 w - h6 0 1", 8),
        // Both pawns leave the king's rank at once.
        ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 6),
        ("4k3/8/8/KpP4r/8/8/8/8 w - b6 0 1", 5),
        // The pawn that gave check is taken.
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 9),
    ]);
}

#[test]
fn checks_are_answered_and_double_checks_by_the_king() {
    have(&[
        ("4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1", 3),
        // Mate, stalemate.
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 0),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
    ]);
}

#[test]
fn the_most_moves_known_are_counted() {
    have(&[("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218)]);
}

#[test]
fn a_promotion_is_four_moves() {
    have(&[("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 24), ("8/P6k/8/8/8/8/8/K7 w - - 0 1", 7)]);
}

/// Every origin of some positions and of every trap, with what may be gone to from there.
#[test]
fn the_moves_of_one_origin_are_a_set() {
    let options = CountOptions { sets: true, ..options(2) };
    let built = count(&options).unwrap();
    for position in tree(1, 60).into_iter().chain(traps().into_iter().map(|(_, position)| position)) {
        let mut lanes = Lanes::new(&built.design).unwrap();
        let find = |lanes: &Lanes, name: &str| lanes.find(name).unwrap();
        for (name, value) in Side::of(&position).ports() {
            let port = find(&lanes, name);
            let value = Value::new(lanes.width(port), value);
            (0..64).for_each(|lane| lanes.poke_value(port, lane, &value).unwrap());
        }
        let (only, origin) = (find(&lanes, "only"), find(&lanes, "origin"));
        for lane in 0..64 {
            lanes.poke(only, lane, 1).unwrap();
            lanes.poke(origin, lane, lane.into()).unwrap();
        }
        (0..built.latency).for_each(|_| lanes.step());
        let (found, destinations) = (find(&lanes, "count"), find(&lanes, "destinations"));
        let moves = legal_moves(&position);
        for square in 0..64 {
            let from = |mv: &&crate::chess::Move| side::seen_from(position.side, mv.from) == square;
            let here: Vec<_> = moves.iter().filter(from).collect();
            let set = here.iter().fold(0, |set, mv| set | 1_u64 << side::seen_from(position.side, mv.to));
            let expected = (here.len() as u64, set);
            let shown = (lanes.peek(found, square), lanes.peek(destinations, square));
            assert_eq!(shown, expected, "{} from {square}", position.to_fen());
        }
    }
}
