//! The moves of a node as a stream, one a clock. The stages choose sizes, corners, pieces and ways;
//! each picks the first of what is left.
//!
//! Registers stand between the stages. A stage goes on when the next stage can take its result. A
//! stage says a cycle ahead that it gives its last, so the next set is there in time. A set that
//! turns out empty is dropped on the way. It takes no cycle of the stream while a later stage is
//! busy.

use super::fits::{port, runs};
use crate::blokus::piece::{LARGEST, PIECES, Piece};
use crate::blokus::plane::{BOARD, CELLS};
use crate::bundle;
use crate::describe::{Builder, Bundle, ModuleHandle, RegisterBuilder, Wire, mux};
use crate::parts::decode::word;
use crate::parts::pick::{Pick, choose, from_index, index, numbered, pick};
use crate::parts::rows::{Rows, row_name};

bundle! {
    /// A usable corner.
    pub struct Corner {
        /// Its column, from 0.
        x: 4,
        /// Its row, from 0.
        y: 4,
    }
}

/// Modules the stream is made of.
pub struct Cells {
    /// See [`super::window::around`].
    pub around: ModuleHandle,
    /// See [`super::fits::fits`].
    pub fits: ModuleHandle,
}

/// What the stream is told.
pub struct Node {
    /// The node's moves begin.
    pub start: Wire,
    /// They begin behind the move held.
    pub resume: Wire,
    /// The game is over: there is none.
    pub over: Wire,
    /// The next move is taken.
    pub take: Wire,
    /// The usable corners of the player to move.
    pub corners: Rows,
    /// The other open cells.
    pub rest: Rows,
    /// The pieces the player has, bit 0 for `a`.
    pub left: Wire,
    /// With `resume`, the move held is the first that may come, if it is one here.
    pub inclusive: Option<Wire>,
    /// The move held: its corner, piece, and which of the piece's ways.
    pub held: (Corner, Wire, Wire),
}

/// What it gives.
pub struct Next {
    /// The next move is there.
    pub ready: Wire,
    /// No further one will come.
    pub none: Wire,
    /// The corner that the move covers.
    pub corner: Corner,
    /// The number of its cover, a place in [`crate::blokus::cover::covers`].
    pub cover: Wire,
}

/// The number of a cover, and of a way within its piece.
pub const COVER: u32 = 9;
/// See [`COVER`].
pub const WAY: u32 = 6;

/// Puts the stream into a module. Latency: five cycles from `start` to the first move.
pub fn stream(b: &Builder, cells: &Cells, node: &Node) -> Next {
    let stream = Stream::new(b, node);
    let (corner, open) = stream.corners();
    let window = stream.windows(corner, &open, &cells.around);
    let (corner, fits) = stream.pieces(window, &cells.fits);
    stream.ways(&corner, &fits)
}

/// The registers that say what each stage has left, and whether it takes something new in this
/// cycle.
struct Stream<'a> {
    b: &'a Builder,
    node: &'a Node,
    /// The pieces in the order of the covers, see [`runs`].
    order: Vec<(Piece, usize, usize)>,
    /// Those the player has, in that order.
    left: Wire,
    /// The node begins behind the move held.
    resumes: Wire,
    ways: RegisterBuilder,
    way: Pick,
    ways_end: Wire,
    pieces: RegisterBuilder,
    piece: Pick,
    pieces_end: Wire,
    around_full: RegisterBuilder,
    around_ends: Wire,
    corner_full: RegisterBuilder,
    corner_ends: Wire,
    /// There may be further corners.
    seeking: RegisterBuilder,
}

/// A corner, and the size of the pieces that are sought for it.
struct Sought {
    corner: Corner,
    size: Wire,
}

impl<'a> Stream<'a> {
    /// From the last stage to the first: each stage can take something if it is empty or gives its
    /// last.
    fn new(b: &'a Builder, node: &'a Node) -> Self {
        let order = runs();
        let left = order.iter().map(|(piece, ..)| node.left.bit(piece.index() as u32));
        let left = word(&left.collect::<Vec<_>>()).named("left_by_size");
        let resumes = (&node.start & &node.resume).named("resumes");
        let most = order.iter().map(|&(_, _, count)| count as u32).max().unwrap_or(1);
        let ways = b.register("ways", most).comment("ways left of the piece");
        let way = pick(&ways, "way");
        let ways_end = (way.rest.none() & (&node.take | &ways.none())).named("ways_end");
        let pieces = b.register("pieces", PIECES as u32).comment("pieces left of the corner, largest first");
        let piece = pick(&pieces, "piece");
        let pieces_end = (piece.rest.none() & (&ways_end | &pieces.none())).named("pieces_end");
        let around_full = b.register("around_full", 1);
        let around_ends = (&pieces_end | !&*around_full).named("around_ends");
        let corner_full = b.register("corner_full", 1);
        let corner_ends = (&around_ends | !&*corner_full).named("corner_ends");
        let seeking = b.register("seeking", 1);
        Self {
            b,
            node,
            order,
            left,
            resumes,
            ways,
            way,
            ways_end,
            pieces,
            piece,
            pieces_end,
            around_full,
            around_ends,
            corner_full,
            corner_ends,
            seeking,
        }
    }

    /// The first stage: sizes, and the usable corners of each. Returns the corner, and the cells
    /// open around it: the corners before it are closed, those after it open.
    fn corners(&self) -> (Sought, Rows) {
        let Self { b, node, resumes, corner_ends, seeking, .. } = self;
        let (registers, todo) = rows(b, "todo");
        let size = b.register("size", LARGEST as u32).comment("of the pieces, one-hot, the largest in bit 0");
        let row = pick(&todo.occupied(), "row");
        let column = pick(&choose(&row.first, todo.words()), "column");
        let found = row.first.any().named("corner_found");
        let again = (&**seeking & &!&found).named("next_size");
        let moves_on = (&node.start | corner_ends).named("corners_move_on");

        let sizes = self.sizes();
        let smaller: Vec<Wire> = (0..LARGEST as u32)
            .map(|place| match place {
                0 => b.bit(false),
                _ => size.slice(0, place).any() & sizes.bit(place),
            })
            .collect();
        let smaller = pick(&word(&smaller).named("smaller_sizes"), "smaller_size").first;
        let first = mux(resumes, &self.held_size(), &pick(&sizes, "size").first);
        size.next_when(&(&node.start | &(corner_ends & &again)), &mux(&node.start, &first, &smaller));
        let further = &**seeking & &(&found | &smaller.any());
        seeking.next_when(&moves_on, &mux(&node.start, &!&node.over, &further));

        let held = &node.held.0;
        let columns_from_held = from_index(&held.x, CELLS, false).named("columns_from_held");
        for (y, register) in registers.iter().enumerate() {
            let corners = node.corners.row(y);
            let here = b.constant(4, y as u64);
            let from = here.gt(&held.y).repeat(CELLS) | columns_from_held.when(&here.eq(&held.y));
            let begins = (corners & &(from | !&resumes.repeat(CELLS))).named(&row_name("begins", y));
            let left = todo.row(y) & !&column.first.when(&row.first.bit(y as u32));
            register.next_when(&moves_on, &mux(&node.start, &begins, &mux(&again, corners, &left)));
        }

        self.corner_full.next_when(&moves_on, &self.unless_started(&(&**seeking & &found)));
        let corner = Corner { x: index(&column.first, 4), y: index(&row.first, 4) };
        let corner = corner.registered(b, "corner_", corner_ends);
        let rest = Rows::from_rows(BOARD, |y| kept(b, &row_name("rest", y), &node.start, node.rest.row(y)));
        let open = rest.zip(&todo, |rest, todo| rest | todo);
        (Sought { corner, size: kept(b, "corner_size", corner_ends, &size) }, open)
    }

    /// The second stage: the cells around the corner.
    fn windows(&self, from: Sought, open: &Rows, around: &ModuleHandle) -> (Sought, Wire) {
        let Self { b, node, around_ends, .. } = self;
        let Sought { corner, size } = from;
        let mut connections = b.instance("corner_window", around).input("x", &corner.x).input("y", &corner.y);
        for (y, row) in open.words().iter().enumerate() {
            connections = connections.input(&row_name("cells", y), row);
        }
        let window = connections.outputs().get("around");
        self.around_full.next_when(&(&node.start | around_ends), &self.unless_started(&self.corner_full));
        let corner = corner.registered(b, "window_", around_ends);
        let size = kept(b, "window_size", around_ends, &size);
        (Sought { corner, size }, kept(b, "window", around_ends, &window))
    }

    /// The third stage: the pieces left, of this size, that fit, each with its ways.
    fn pieces(&self, (from, window): (Sought, Wire), fits: &ModuleHandle) -> (Corner, Vec<Wire>) {
        let Self { b, node, order, pieces_end, .. } = self;
        let fits = b.instance("corner_fits", fits).input("around", &window).outputs();
        let fits: Vec<Wire> = order.iter().map(|(piece, ..)| fits.get(&port(*piece))).collect();
        let fitting = order.iter().zip(&fits).zip(self.left.bits()).map(|(((piece, ..), fits), left)| {
            let of_size = from.size.bit((LARGEST - piece.size()) as u32);
            (fits.any() & left) & of_size
        });
        let fitting = word(&fitting.collect::<Vec<_>>());
        // Where the node goes on, not the pieces before the one held.
        let goes_on = self.first("first_pieces", &(&*self.around_full & pieces_end));
        let held: Vec<Wire> = order.iter().map(|(piece, ..)| node.held.1.is(piece.index() as u64)).collect();
        let from_held: Vec<Wire> = (1..=PIECES).map(|end| word(&held[..end]).any() | !&goes_on).collect();
        let fitting = (fitting & word(&from_held)).when(&self.around_full).named("fitting_pieces");
        let takes = (&node.start | pieces_end).named("takes_corner");
        let next = self.unless_started(&mux(pieces_end, &fitting, &self.piece.rest));
        self.pieces.next_when(&(&takes | &self.ways_end), &next);
        let keep = |((piece, ..), fits): (&(Piece, usize, usize), &Wire)| {
            kept(b, &format!("fitting_{piece}"), &takes, fits)
        };
        (from.corner.registered(b, "piece_", &takes), order.iter().zip(&fits).map(keep).collect())
    }

    /// The last stage: of the piece's ways, the first is the next move.
    fn ways(&self, corner: &Corner, fits: &[Wire]) -> Next {
        let Self { b, node, ways, ways_end, .. } = self;
        // Where the node goes on, the ways behind the one held.
        let goes_on = self.first("first_ways", &(self.pieces.any() & ways_end));
        let (held, count) = (&node.held.2, ways.width());
        let from_held = match &node.inclusive {
            None => from_index(held, count, true),
            Some(inclusive) => from_index(&(held + &(!inclusive).extend(WAY)), count, false),
        };
        let behind_held = from_held | !&goes_on.repeat(count);
        let chosen = choose(&self.piece.first, fits).named("chosen_ways") & behind_held;
        let next = self.unless_started(&mux(ways_end, &chosen, &self.way.rest));
        ways.next_when(&(&(&node.start | &node.take) | ways_end), &next);
        let firsts: Vec<u64> = self.order.iter().map(|&(_, first, _)| first as u64).collect();
        let first_cover = kept(b, "first_cover", ways_end, &numbered(&self.piece.first, &firsts, COVER));
        let ready = ways.any().named("move_ready");
        let full = (&*self.seeking | &*self.corner_full) | &*self.around_full;
        Next {
            none: (!&(full | &(self.pieces.any() | &ready))).named("no_more"),
            ready,
            corner: corner.registered(b, "way_", ways_end),
            cover: (&first_cover + &index(&self.way.first, WAY).extend(COVER)).named("next_cover"),
        }
    }

    /// The sizes of which the player has a piece, the largest in bit 0.
    fn sizes(&self) -> Wire {
        let sizes = (0..LARGEST).map(|place| {
            let of_size =
                self.order.iter().zip(0..).filter(|((piece, ..), _)| piece.size() == LARGEST - place);
            word(&of_size.map(|(_, bit)| self.left.bit(bit)).collect::<Vec<_>>()).any()
        });
        word(&sizes.collect::<Vec<_>>()).named("sizes")
    }

    /// The size of the piece held, one-hot.
    fn held_size(&self) -> Wire {
        let sizes = (0..LARGEST).map(|place| {
            let of_size = Piece::all().filter(|piece| piece.size() == LARGEST - place);
            of_size.fold(self.b.bit(false), |all, piece| all | self.node.held.1.is(piece.index() as u64))
        });
        word(&sizes.collect::<Vec<_>>()).named("held_size")
    }

    /// The output of a stage, which a beginning node clears.
    fn unless_started(&self, value: &Wire) -> Wire {
        value.when(&!&self.node.start)
    }

    /// Set from a node that goes on after the move held, until `passed`: the first result belongs
    /// to that move.
    fn first(&self, name: &str, passed: &Wire) -> Wire {
        let first = self.b.register(name, 1);
        first.next_when(&(&self.node.start | passed), &self.resumes);
        first.output()
    }
}

/// A register that takes this value at edges at which `enable` is set. Returns its output.
fn kept(b: &Builder, name: &str, enable: &Wire, value: &Wire) -> Wire {
    let register = b.register(name, value.width());
    register.next_when(enable, value);
    register.output()
}

/// A register a row, and their outputs.
fn rows(b: &Builder, name: &str) -> (Vec<RegisterBuilder>, Rows) {
    let registers: Vec<RegisterBuilder> =
        (0..CELLS as usize).map(|y| b.register(&row_name(name, y), CELLS)).collect();
    let outputs = Rows::from_rows(BOARD, |y| registers[y].output());
    (registers, outputs)
}
