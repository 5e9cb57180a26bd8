//! The array: 64 squares wired to their neighbours, the fan-out buffers, and the tree of 63
//! arbiters.

use std::ops::Range;

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
    /// Castlings, in the order white king's side (bit 0), white queen's side, black king's side,
    /// black queen's side.
    pub struct CastlingSelection {
        /// The king's line may pass if the squares are empty.
        castle_open: 4,
        /// Where the king stands and passes is watched.
        castle_watch: 4,
    }
}

/// The squares a castling concerns: what must be empty, where the king passes, and what must not be
/// attacked.
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
    let inputs = Inputs::new(&b, board, plies, checks_first);
    let lines = SquareLines::new(&b, board);
    let ways = inputs.castling.as_ref().map(|castling| castle_ways(castling, &lines)).unwrap_or_default();
    for group in 0..board.squares().div_ceil(8) {
        let copy = fanout::copy(&b, &buffer, "broadcast", &format!("g{group}"), &inputs.broadcast);
        for at in group * 8..(group * 8 + 8).min(board.squares()) {
            place_square(&b, &squares[at as usize], at, &inputs, &lines, &ways, &copy);
        }
    }

    let candidates = tree_order(board)
        .into_iter()
        .map(|at| {
            let (file, rank) = board.coordinates(at);
            (
                candidate(b.constant(6, (rank * 8 + file).into()), lines.priorities[at as usize].clone()),
                board.area(at),
            )
        })
        .collect();
    if let Some(winner) = best_of_blocks(&b, arbiter, candidates) {
        Candidate::output(&winner, &b, "best_");
    }
    let here = pointed_piece(&b, board, &inputs.selects.point, &lines.pieces);
    b.output("pointed_piece", &here).comment("the piece on the square pointed at");
    if board == CHESS {
        let pawn = |squares: Range<usize>, pawn: u64| any(&b, 1, squares.map(|at| lines.pieces[at].is(pawn)));
        let (white, black) = (pawn(48..56, 0b0001), pawn(8..16, 0b1001));
        b.output("promotable", &concat(&[black, white]))
            .comment("a pawn is a step from promotion: bit 0 white's, bit 1 black's");
    }
    project.add(b)
}

/// The union of words of a width, or zero without any.
fn any(b: &Builder, width: u32, wires: impl IntoIterator<Item = Wire>) -> Wire {
    wires.into_iter().reduce(|a, c| a | c).unwrap_or_else(|| b.constant(width, 0))
}

/// What comes to the array.
struct Inputs {
    /// What all squares are told, in one word.
    broadcast: Wire,
    ply: Wire,
    selects: Selects,
    castling: Option<CastlingSelection>,
}

impl Inputs {
    fn new(b: &Builder, board: Board, plies: u32, checks_first: bool) -> Self {
        let broadcast = Broadcast::input(b, "");
        let sighting = checks_first.then(|| SightBroadcast::input(b, ""));
        let selection = Selection::input(b, "");
        let sight = checks_first.then(|| SightSelection::input(b, ""));
        let ply = b.input("ply", plies.trailing_zeros()).comment("the ply whose masks count");
        let selects = Selects::new(board, &selection, sight.as_ref());
        let packed = broadcast.packed();
        let broadcast = match &sighting {
            Some(sighting) => concat(&[sighting.packed(), packed]),
            None => packed,
        }
        .named("broadcast");
        let castling = (board == CHESS).then(|| CastlingSelection::input(b, ""));
        Self { broadcast, ply, selects, castling }
    }
}

/// The lines that squares drive, square by square.
struct SquareLines {
    board: Board,
    /// To the neighbours, in the order of [`Compass::ALL`].
    buses: Vec<Vec<Wire>>,
    knights: Vec<Wire>,
    pieces: Vec<Wire>,
    priorities: Vec<Wire>,
}

impl SquareLines {
    fn new(b: &Builder, board: Board) -> Self {
        let bus = |from: u32, d: &Compass| match board.step(from, d.step()) {
            Some(_) => b.forward(&format!("{}_{}", board.name(from), d.name()), bus_width(*d)),
            None => b.constant(bus_width(*d), 0),
        };
        let line = |name: &str, width: u32| -> Vec<Wire> {
            let line = |at| b.forward(&format!("{}_{name}", board.name(at)), width);
            (0..board.squares()).map(line).collect()
        };
        Self {
            board,
            buses: (0..board.squares())
                .map(|from| Compass::ALL.iter().map(|d| bus(from, d)).collect())
                .collect(),
            knights: line("knight", 1),
            pieces: line("piece", 4),
            priorities: line("prio", 7),
        }
    }

    /// The ray to a square from a direction: the neighbour there sends it the opposite way.
    fn incoming(&self, b: &Builder, at: u32, d: Compass) -> Wire {
        match self.board.step(at, d.step()) {
            Some(neighbour) => self.buses[neighbour as usize][d.opposite() as usize].clone(),
            None => b.constant(bus_width(d), 0),
        }
    }

    /// The knight lines from the squares a jump away.
    fn jumps(&self, b: &Builder, at: u32) -> Wire {
        let from = |step| match self.board.step(at, step) {
            Some(from) => self.knights[from as usize].clone(),
            None => b.bit(false),
        };
        concat(&KNIGHT_STEPS.map(from))
    }
}

/// A castling: its squares, whether the king's line passes, and whether its way is watched.
struct CastleWay {
    squares: &'static Castling,
    open: Wire,
    watch: Wire,
}

/// The castlings. A king's line passes where the right holds and the squares between king and rook
/// are empty.
fn castle_ways(castling: &CastlingSelection, lines: &SquareLines) -> Vec<CastleWay> {
    let open = |(squares, side): (&Castling, u32)| {
        let empty = |at: u32| lines.pieces[at as usize].none();
        squares.empty.iter().fold(castling.castle_open.bit(side), |open, &at| open & empty(at))
    };
    let ways: Vec<Wire> = CASTLINGS.iter().zip(0..).map(open).collect();
    let ways = word(&ways).named("castle_ways").bits();
    let watched = castling.castle_watch.bits();
    let way = |((squares, open), watch)| CastleWay { squares, open, watch };
    CASTLINGS.iter().zip(ways).zip(watched).map(way).collect()
}

/// A square, wired to its neighbours.
fn place_square(
    b: &Builder,
    square: &ModuleHandle,
    at: u32,
    inputs: &Inputs,
    lines: &SquareLines,
    ways: &[CastleWay],
    broadcast: &Wire,
) {
    let Inputs { ply, selects, .. } = inputs;
    let board = lines.board;
    let place = Place::Over(board.area(at));
    let mut instance = b.instance(&format!("square_{}", board.name(at)), square).placed(place);
    for d in Compass::ALL {
        instance = instance.input(&format!("from_{}", d.name()), &lines.incoming(b, at, d));
        let to = format!("to_{}", d.name());
        instance = match board.step(at, d.step()) {
            Some(_) => instance.drives(&to, &lines.buses[at as usize][d as usize]),
            None => instance.leave_open(&to),
        };
    }
    let passes = ways.iter().filter(|way| way.squares.passes == at).map(|way| way.open.clone());
    let watched = ways.iter().filter(|way| way.squares.watched.contains(&at)).map(|way| way.watch.clone());
    for lines in [&selects.point, &selects.hidden, &selects.destination, &selects.origin] {
        instance = instance.input(lines.name, &lines.at(board, at));
    }
    instance
        .input("knights", &lines.jumps(b, at))
        .input("broadcast", broadcast)
        .input("ply", ply)
        .input("clear_rank", &selects.clear_rank(at).unwrap_or_else(|| b.bit(false)))
        .input("castle_pass", &any(b, 1, passes))
        .input("watched", &any(b, 1, watched))
        .drives("to_knights", &lines.knights[at as usize])
        .drives("piece", &lines.pieces[at as usize])
        .drives("prio", &lines.priorities[at as usize])
        .outputs();
}

/// The piece on the square pointed at. The file lines pick a piece of each rank, the rank lines one
/// of these.
fn pointed_piece(b: &Builder, board: Board, point: &Lines, pieces: &[Wire]) -> Wire {
    let ranks = pieces.chunks(board.files as usize).zip(&point.ranks).zip(1..);
    let of_ranks = ranks.map(|((rank, line), number)| {
        let of_files = rank.iter().zip(&point.files).map(|(piece, line)| line.repeat(4) & piece);
        line.repeat(4) & any(b, 4, of_files).named(&format!("pointed_on_rank_{number}"))
    });
    any(b, 4, of_ranks)
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
        // Made, it clears the captured pawn's square beside the origin; taken back, the one behind
        // the pawn restored.
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
