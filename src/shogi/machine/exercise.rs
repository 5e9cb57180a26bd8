//! A stimulus to compare simulators with: positions in and counts out, for some thousand cycles.

use super::side::Seen;
use crate::netlist::testing::Random;
use crate::shogi::{Generated, Move, Position};
use crate::simulate::{Ports, PortsError};

/// The deepest tree of which the machine counts leaves. The rules in software walk it, one position
/// a clock cycle, so time ends sooner.
pub const DEEPEST: u32 = 64;

/// Cycles of the run.
const CYCLES: usize = 3_200;

/// Plies of a game at random, after which the next begins.
const PLIES: usize = 160;

/// Moves that are tried, one of which is legal nearly always.
const TRIES: usize = 20;

/// Where games begin: at the start, before a pawn drop that would give mate, with many pieces in
/// hand, and with kings in the open.
pub(super) const STARTS: [&str; 5] = [
    Position::START,
    "7lk/9/8G/9/9/9/9/9/K8 b P 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "4k4/9/4P4/9/9/9/9/9/4K4 b 2R2B4G4S4N4L8P 1",
];

/// Gives a counter the positions of games at random, with gaps between them.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports) -> Result<(), PortsError> {
    given_games(ports, 34, |ports, position, random| {
        let mut seen = Seen::of(position);
        if let Some(random) = random {
            scatter(&mut seen, random);
        }
        seen.poke(ports)
    })
}

/// Gives a machine the positions of games at random, with gaps between them, and a reset while some
/// are under way. In one cycle of three, `give` is given numbers too, to add pieces anywhere, which
/// make positions that no game has.
///
/// # Errors
/// The simulator failed.
pub(super) fn given_games<P: Ports>(
    ports: &mut P,
    seed: u64,
    give: impl Fn(&mut P, &Position, Option<&mut Random>) -> Result<(), PortsError>,
) -> Result<(), PortsError> {
    let mut random = Random(seed);
    let mut game = games(seed);
    for cycle in 0..CYCLES {
        let valid = !random.one_in(8);
        // The inputs stand still while there is no position: less to store.
        if let Some(position) = game.next().filter(|_| valid) {
            give(ports, &position, cycle.is_multiple_of(3).then_some(&mut random))?;
        }
        ports.poke("valid", valid.into())?;
        ports.poke("reset", u64::from(cycle == CYCLES / 2))?;
        ports.step()?;
    }
    Ok(())
}

/// Puts a position at the inputs of a counter.
///
/// # Errors
/// The simulator failed.
pub fn give(ports: &mut dyn Ports, position: &Position) -> Result<(), PortsError> {
    Seen::of(position).poke(ports)
}

/// The positions of games at random, without end: of five, the first begins at the start.
pub(super) fn games(seed: u64) -> impl Iterator<Item = Position> {
    let mut random = Random(seed);
    let (mut next, mut plies, mut begun) = (None, 0, 0);
    std::iter::from_fn(move || {
        let position: Position = match next.take().filter(|_| plies < PLIES) {
            Some(position) => position,
            None => {
                (plies, begun) = (0, begun + 1);
                // All of them read; a test says so.
                STARTS[(begun - 1) % STARTS.len()].parse().ok()?
            }
        };
        next = step(&position, &mut random);
        plies += 1;
        Some(position)
    })
}

/// The position after a move at random; in two of three, a drop if there is one. `None` where no
/// legal move was found soon.
fn step(position: &Position, random: &mut Random) -> Option<Position> {
    let all = position.pseudo_legal();
    let is_drop = |mv: &&Move| matches!(mv, Move::Drop { .. });
    let drops: Vec<Move> = all.iter().filter(is_drop).copied().collect();
    let from = if drops.is_empty() || random.one_in(3) { &all } else { &drops };
    let mut tries = (0..TRIES).filter_map(|_| from.get(random.below(from.len())).copied());
    tries.find(|mv| position.is_legal(*mv)).map(|mv| position.after(mv))
}

/// Adds pieces of any kind but kings to empty squares, and puts any kinds in hand.
fn scatter(seen: &mut Seen, random: &mut Random) {
    for _ in 0..random.below(30) {
        let square = 1_u128 << random.below(81);
        if seen.kinds.iter().any(|kind| kind & square != 0) {
            continue;
        }
        let code = [1, 2, 3, 4, 5, 6, 7, 14, 15][random.below(9)];
        seen.own |= if random.one_in(2) { square } else { 0 };
        for (bit, kind) in seen.kinds.iter_mut().enumerate() {
            *kind |= if code >> bit & 1 == 1 { square } else { 0 };
        }
    }
    seen.hand = random.below(128) as u8;
}

/// A move with the count of the position after it.
pub fn told(mv: Move, replies: u64, cycles: u64) -> Generated {
    Generated { mv, replies: Some(replies), cycles }
}
