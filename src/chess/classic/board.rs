//! The array: 64 squares wired to their neighbours, the fan-out buffers, and the tree of 63
//! arbiters.

use super::square::{Broadcast, Cells, SightBroadcast, broadcast_width, bus_width, square};
use crate::bundle;
use crate::chess::{CHESS, KNIGHT_STEPS};
use crate::describe::{Builder, Bundle, ModuleHandle, Project, Wire, concat};
use crate::netlist::{NetlistError, Place};
use crate::parts::arbiter::{Candidate, best_of_blocks, candidate, tree_order};
use crate::parts::board::{Board, Compass};
use crate::parts::decode::{one_hot, word};
use crate::parts::fanout;

bundle! {
    /// Which squares the control selects: coordinates are rank (3 bits), file (3 bits).
    pub struct Selection {
        /// The victim found.
        victim: 6,
        /// The square pointed at is the victim's.
        point_victim: 1,
        /// The square to be read.
        asked: 6,
        /// The square pointed at is that one.
        point_asked: 1,
        /// The aggressor found, hidden from a find beside the square pointed at.
        aggressor: 6,
        /// The destination of a move.
        destination: 6,
        /// The origin of a move.
        origin: 6,
        /// En passant clears the square on the destination's file and the origin's rank.
        clear_beside: 1,
        /// En passant taken back: the square behind the destination is cleared.
        clear_behind: 1,
    }
}

bundle! {
    /// What checks first points at besides.
    pub struct SightSelection {
        /// The enemy king.
        king: 6,
        /// The square pointed at is the enemy king's.
        point_king: 1,
        /// The square pointed at is the aggressor's.
        point_aggressor: 1,
    }
}

bundle! {
    /// Castlings, in the order white king's side (bit 0), white queen's side, black king's side, black queen's side.
    pub struct CastlingSelection {
        /// The king's line may pass if the squares are empty.
        castle_open: 4,
        /// Where the king stands and passes is watched.
        castle_watch: 4,
    }
}

/// The squares a castling concerns: what must be empty, where the king passes, and what must not be attacked.
struct Castling {
    empty: &'static [u32],
    passes: u32,
    watched: [u32; 2],
}

/// In the order of [`CastlingSelection`].
const CASTLINGS: [Castling; 4] = [
    Castling { empty: &[5, 6], passes: 5, watched: [4, 5] },
    Castling { empty: &[1, 2, 3], passes: 3, watched: [4, 3] },
    Castling { empty: &[61, 62], passes: 61, watched: [60, 61] },
    Castling { empty: &[57, 58, 59], passes: 59, watched: [60, 59] },
];

/// The array of a chess board or of a smaller one. In: [`Broadcast`], [`SightBroadcast`] with
/// checks first, [`Selection`] with [`SightSelection`], `ply`. Out: the best [`Candidate`], the
/// piece pointed at, and which sides have a pawn one step from promotion (bit 0 white, bit 1
/// black).
///
/// On the chess board [`CastlingSelection`] comes in too. A find goes in and out in the same cycle:
/// transmitter, up to seven squares of ray, receiver, six arbiters.
///
/// # Errors
/// A mistake in the description.
pub fn board(
    project: &mut Project,
    cells: &Cells,
    arbiter: &ModuleHandle,
    board: Board,
    plies: u32,
    checks_first: bool,
) -> Result<ModuleHandle, NetlistError> {
    let buffer = fanout::buffer(project, "fanout_buffer", broadcast_width(checks_first))?;
    let squares = (0..board.squares())
        .map(|number| square(project, cells, board.coordinates(number).1, plies))
        .collect::<Result<Vec<_>, _>>()?;

    let b =
        Builder::new("board", "The board: squares, their neighbour and knight buses, and the arbiter tree.");
    let broadcast = Broadcast::input(&b, "");
    let sighting = checks_first.then(|| SightBroadcast::input(&b, ""));
    let selection = Selection::input(&b, "");
    let sight = checks_first.then(|| SightSelection::input(&b, ""));
    let ply = b.input("ply", plies.trailing_zeros()).comment("the ply whose masks count");
    let selects = Selects::new(board, &selection, sight.as_ref());
    let packed = broadcast.packed();
    let all_squares = match &sighting {
        Some(sighting) => concat(&[sighting.packed(), packed]),
        None => packed,
    }
    .named("broadcast");
    let castling = (board == CHESS).then(|| CastlingSelection::input(&b, ""));

    let buses: Vec<Vec<Wire>> = (0..board.squares())
        .map(|from| {
            Compass::ALL
                .iter()
                .map(|&d| match board.step(from, d.step()) {
                    Some(_) => b.forward(&format!("{}_{}", board.name(from), d.name()), bus_width(d)),
                    None => b.constant(bus_width(d), 0),
                })
                .collect()
        })
        .collect();
    let knights: Vec<Wire> =
        (0..board.squares()).map(|from| b.forward(&format!("{}_knight", board.name(from)), 1)).collect();
    let pieces: Vec<Wire> =
        (0..board.squares()).map(|at| b.forward(&format!("{}_piece", board.name(at)), 4)).collect();
    let priorities: Vec<Wire> =
        (0..board.squares()).map(|at| b.forward(&format!("{}_prio", board.name(at)), 7)).collect();

    let zero = b.bit(false);
    let empty = |at: u32| pieces[at as usize].none();
    // A king's line passes where the right holds and the squares between king and rook are empty.
    let castle_ways: Vec<(&Castling, Wire, Wire)> = match &castling {
        Some(castling) => {
            let open = |(ways, side): (&Castling, u32)| {
                ways.empty.iter().fold(castling.castle_open.bit(side), |open, &at| open & empty(at))
            };
            let ways: Vec<Wire> = CASTLINGS.iter().zip(0..).map(open).collect();
            let ways = word(&ways).named("castle_ways").bits();
            let watched = castling.castle_watch.bits();
            CASTLINGS.iter().zip(ways).zip(watched).map(|((ways, open), watch)| (ways, open, watch)).collect()
        }
        None => Vec::new(),
    };
    let any = |wires: Vec<Wire>| wires.into_iter().reduce(|a, c| a | c).unwrap_or_else(|| zero.clone());

    for group in 0..board.squares().div_ceil(8) {
        let copy = fanout::copy(&b, &buffer, "broadcast", &format!("g{group}"), &all_squares);
        for at in group * 8..(group * 8 + 8).min(board.squares()) {
            let name = board.name(at);
            let place = Place::Over(board.area(at));
            let mut instance = b.instance(&format!("square_{name}"), &squares[at as usize]).placed(place);
            for d in Compass::ALL {
                // The ray from a direction is the one the neighbour there sends the opposite way.
                let incoming = match board.step(at, d.step()) {
                    Some(neighbour) => buses[neighbour as usize][d.opposite() as usize].clone(),
                    None => b.constant(bus_width(d), 0),
                };
                instance = instance.input(&format!("from_{}", d.name()), &incoming);
                let to = format!("to_{}", d.name());
                instance = match board.step(at, d.step()) {
                    Some(_) => instance.drives(&to, &buses[at as usize][d as usize]),
                    None => instance.leave_open(&to),
                };
            }
            let jumps = KNIGHT_STEPS.map(|step| {
                board.step(at, step).map_or_else(|| zero.clone(), |from| knights[from as usize].clone())
            });
            let passes =
                castle_ways.iter().filter(|(ways, ..)| ways.passes == at).map(|(_, open, _)| open.clone());
            let watched = castle_ways
                .iter()
                .filter(|(ways, ..)| ways.watched.contains(&at))
                .map(|(.., watch)| watch.clone());
            for lines in [&selects.point, &selects.hidden, &selects.destination, &selects.origin] {
                instance = instance.input(lines.name, &lines.at(board, at));
            }
            instance
                .input("knights", &concat(&jumps))
                .input("broadcast", &copy)
                .input("ply", &ply)
                .input("clear_rank", &selects.clear_rank(at).unwrap_or_else(|| zero.clone()))
                .input("castle_pass", &any(passes.collect()))
                .input("watched", &any(watched.collect()))
                .drives("to_knights", &knights[at as usize])
                .drives("piece", &pieces[at as usize])
                .drives("prio", &priorities[at as usize])
                .outputs();
        }
    }

    let candidates = tree_order(board)
        .into_iter()
        .map(|at| {
            let (file, rank) = board.coordinates(at);
            (candidate(&b, rank * 8 + file, priorities[at as usize].clone()), board.area(at))
        })
        .collect();
    if let Some(winner) = best_of_blocks(&b, arbiter, candidates) {
        Candidate::output(&winner, &b, "best_");
    }
    // The file lines pick a piece of each rank, the rank lines one of these.
    let join = |wires: Vec<Wire>| wires.into_iter().reduce(|a, c| a | c).unwrap_or_else(|| b.constant(4, 0));
    let ranks = pieces.chunks(board.files as usize).zip(&selects.point.ranks).zip(1..);
    let of_ranks = ranks.map(|((rank, line), number)| {
        let of_files = rank.iter().zip(&selects.point.files).map(|(piece, line)| line.repeat(4) & piece);
        line.repeat(4) & join(of_files.collect()).named(&format!("pointed_on_rank_{number}"))
    });
    let here = join(of_ranks.collect());
    b.output("pointed_piece", &here).comment("the piece on the square pointed at");
    if board == CHESS {
        let white = any((48..56).map(|at: usize| pieces[at].is(0b0001)).collect());
        let black = any((8..16).map(|at: usize| pieces[at].is(0b1001)).collect());
        b.output("promotable", &concat(&[black, white]))
            .comment("a pawn is a step from promotion: bit 0 white's, bit 1 black's");
    }
    project.add(b)
}

/// Select lines: a rank line and a file line cross at the square they select.
struct Selects {
    board: Board,
    point: Lines,
    hidden: Lines,
    destination: Lines,
    origin: Lines,
    /// For each rank: en passant clears a square of this rank, on the destination's file.
    clear_ranks: Vec<Option<Wire>>,
}

struct Lines {
    name: &'static str,
    files: Vec<Wire>,
    ranks: Vec<Wire>,
}

impl Lines {
    fn new(board: Board, name: &'static str, square: &Wire) -> Self {
        Self::of(board, name, &[(square, None)])
    }

    /// The lines of the square whose gate is on. Each is decoded before they join: the gates are
    /// the last to come.
    fn of(board: Board, name: &'static str, squares: &[(&Wire, Option<&Wire>)]) -> Self {
        let lines = |axis: &str, low: u32, count: u32| {
            let decoded = squares.iter().map(|&(square, gate)| {
                let lines = word(&one_hot(&square.slice(low, 3), count));
                gate.map_or_else(|| lines.clone(), |gate| lines.when(gate))
            });
            let joined = decoded.reduce(|a, c| a | c).map(|lines| lines.named(&format!("{name}_{axis}")));
            joined.map(|lines| lines.bits()).unwrap_or_default()
        };
        Self { name, files: lines("files", 0, board.files), ranks: lines("ranks", 3, board.ranks) }
    }

    /// The two lines that cross at a square: rank, file.
    fn at(&self, board: Board, square: u32) -> Wire {
        let (file, rank) = board.coordinates(square);
        concat(&[self.ranks[rank as usize].clone(), self.files[file as usize].clone()])
    }
}

impl Selects {
    fn new(board: Board, selection: &Selection, sight: Option<&SightSelection>) -> Self {
        let mut pointed = vec![
            (&selection.victim, Some(&selection.point_victim)),
            (&selection.asked, Some(&selection.point_asked)),
        ];
        if let Some(sight) = sight {
            pointed.push((&sight.king, Some(&sight.point_king)));
            pointed.push((&selection.aggressor, Some(&sight.point_aggressor)));
        }
        let point = Lines::of(board, "point", &pointed);
        let hidden = Lines::new(board, "hidden", &selection.aggressor);
        let destination = Lines::new(board, "destination", &selection.destination);
        let origin = Lines::new(board, "origin", &selection.origin);
        // Made, it clears the captured pawn's square beside the origin; taken back, the one behind the pawn restored.
        let clear_rank = |rank: u32| {
            let (line, when) = match rank {
                2 => (destination.ranks.get(3)?, &selection.clear_behind),
                3 | 4 => (origin.ranks.get(rank as usize)?, &selection.clear_beside),
                5 => (destination.ranks.get(4)?, &selection.clear_behind),
                _ => return None,
            };
            Some((line & when).named(&format!("clear_rank_{}", rank + 1)))
        };
        let clear_ranks = (0..board.ranks).map(clear_rank).collect();
        Self { board, point, hidden, destination, origin, clear_ranks }
    }

    fn clear_rank(&self, square: u32) -> Option<Wire> {
        let (_, rank) = self.board.coordinates(square);
        self.clear_ranks.get(rank as usize)?.clone()
    }
}
