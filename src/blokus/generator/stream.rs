//! The moves of a node as a stream, one a clock: sizes, corners, pieces, ways, each stage picking the first of what is left.
//!
//! Between the stages stand registers; a stage goes on when the one behind it can take what it has. A stage says a cycle ahead
//! that it gives its last, so that the next set is there in time; what turns out empty is dropped on the way and takes no cycle
//! of the stream while a later stage is busy.

use super::fits::{port, runs};
use super::rows::{CELLS, Rows, row_name};
use super::window::AROUND;
use crate::blokus::piece::{LARGEST, PIECES, Piece};
use crate::bundle;
use crate::describe::{Builder, Bundle, ModuleHandle, RegisterBuilder, Wire, mux};
use crate::parts::decode::word;
use crate::parts::pick::{choose, from_index, index, numbered, pick};

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
pub fn stream(b: &Builder, cells: &Cells, node: &Node) -> Option<Next> {
    let order = runs();
    let in_order = |bits: &Wire| {
        word(&order.iter().map(|(piece, ..)| bits.bit(piece.index() as u32)).collect::<Vec<_>>())
    };
    let left = in_order(&node.left).named("left_by_size");
    let (held_corner, held_piece, held_way) = &node.held;
    let resumes = (&node.start & &node.resume).named("resumes");

    // Ways: the moves themselves.
    let ways = b
        .register("ways", order.iter().map(|&(_, _, count)| count as u32).max()?)
        .comment("ways left of the piece");
    let way = pick(&ways, "way");
    let ways_end = (way.rest.none() & (&node.take | &ways.none())).named("ways_end");

    // Pieces of a corner.
    let pieces = b.register("pieces", PIECES as u32).comment("pieces left of the corner, largest first");
    let piece = pick(&pieces, "piece");
    let pieces_end = (piece.rest.none() & (&ways_end | &pieces.none())).named("pieces_end");

    // A corner with the cells around it.
    let around_full = b.register("around_full", 1);
    let around_ends = (&pieces_end | !&*around_full).named("around_ends");
    // A corner on its own.
    let corner_full = b.register("corner_full", 1);
    let corner_ends = (&around_ends | !&*corner_full).named("corner_ends");

    // Sizes and corners.
    let todo = rows(b, "todo");
    let size = b.register("size", LARGEST as u32).comment("of the pieces, one-hot, the largest in bit 0");
    let seeking = b.register("seeking", 1);
    let sizes: Vec<Wire> = (0..LARGEST)
        .map(|place| {
            let of_size = order.iter().zip(0..).filter(|((piece, ..), _)| piece.size() == LARGEST - place);
            word(&of_size.map(|(_, bit)| left.bit(bit)).collect::<Vec<_>>()).any()
        })
        .collect();
    let sizes = word(&sizes).named("sizes");
    let row = pick(&Rows::occupied(&todo.1), "row");
    let column = pick(&choose(&row.first, todo.1.words())?, "column");
    let any = row.first.any().named("corner_found");
    let smaller: Vec<Wire> = (0..LARGEST as u32)
        .map(|place| match place {
            0 => b.bit(false),
            _ => size.slice(0, place).any() & sizes.bit(place),
        })
        .collect();
    let smaller = pick(&word(&smaller).named("smaller_sizes"), "smaller_size");
    let again = (&*seeking & &!&any).named("next_size");
    let held_size: Vec<Wire> = (0..LARGEST)
        .map(|place| {
            let of_size = Piece::all().filter(|piece| piece.size() == LARGEST - place);
            of_size.fold(b.bit(false), |all, piece| all | held_piece.is(piece.index() as u64))
        })
        .collect();
    let first_size = mux(&resumes, &word(&held_size), &pick(&sizes, "size").first);
    let moves_on = (&node.start | &corner_ends).named("corners_move_on");
    size.next_when(&(&node.start | &(&corner_ends & &again)), &mux(&node.start, &first_size, &smaller.first));
    seeking.next_when(
        &moves_on,
        &mux(&node.start, &!&node.over, &(&*seeking & &(any.clone() | smaller.first.any()))),
    );
    let row_of_held = |y: usize, after: bool| {
        let limit = b.constant(4, y as u64);
        if after { limit.gt(&held_corner.y) } else { limit.eq(&held_corner.y) }
    };
    let columns_from_held = from_index(&held_corner.x, CELLS, false).named("columns_from_held");
    for (y, register) in todo.0.iter().enumerate() {
        let corners = node.corners.row(y);
        let from = row_of_held(y, true).repeat(CELLS) | columns_from_held.when(&row_of_held(y, false));
        let begins = corners & &(from | !&resumes.repeat(CELLS));
        let left = todo.1.row(y) & !&column.first.when(&row.first.bit(y as u32));
        let next = mux(&node.start, &begins, &mux(&again, corners, &left));
        register.next_when(&moves_on, &next);
    }

    // The next stage takes the corner.
    let clear = |full: Wire| full & !&node.start;
    corner_full.next_when(&moves_on, &clear(&*seeking & &any));
    let found = Corner { x: index(&column.first, 4), y: index(&row.first, 4) };
    let corner = found.registered(b, "corner_", &corner_ends);
    let corner_size = held(b, "corner_size", &corner_ends, &size);

    // Corners before this one are closed, those behind it open.
    let rest = Rows::from_rows(|y| held(b, &row_name("rest", y), &node.start, node.rest.row(y)));
    let open = rest.zip(&todo.1, |rest, todo| rest | todo);
    let mut connections =
        b.instance("corner_window", &cells.around).input("x", &corner.x).input("y", &corner.y);
    for (y, row) in open.words().iter().enumerate() {
        connections = connections.input(&row_name("cells", y), row);
    }
    let window = connections.outputs().get("around");
    around_full.next_when(&(&node.start | &around_ends), &clear(corner_full.output()));
    let window = held(b, "window", &around_ends, &window);
    debug_assert_eq!(window.width(), AROUND);
    let window_corner = corner.registered(b, "window_", &around_ends);
    let window_size = held(b, "window_size", &around_ends, &corner_size);

    // Which ways fit there, of pieces that are left and of this size.
    let fits = b.instance("corner_fits", &cells.fits).input("around", &window).outputs();
    let fits: Vec<Wire> = order.iter().map(|(piece, ..)| fits.get(&port(*piece))).collect();
    let of_size = |piece: Piece| window_size.bit((LARGEST - piece.size()) as u32);
    let fitting: Vec<Wire> = order
        .iter()
        .zip(&fits)
        .zip(0..)
        .map(|(((piece, ..), fits), bit)| (fits.any() & left.bit(bit)) & of_size(*piece))
        .collect();
    let first_set = flag(b, "first_pieces", &resumes, &(&*around_full & &pieces_end), &node.start);
    let held_places: Vec<Wire> =
        order.iter().map(|(piece, ..)| held_piece.is(piece.index() as u64)).collect();
    let pieces_from_held: Vec<Wire> =
        (1..=PIECES).map(|end| word(&held_places[..end]).any() | !&first_set).collect();
    let fitting = (word(&fitting) & word(&pieces_from_held)).when(&around_full).named("fitting_pieces");
    let takes_corner = (&node.start | &pieces_end).named("takes_corner");
    let next_pieces = mux(&pieces_end, &fitting, &piece.rest);
    pieces.next_when(&(&takes_corner | &ways_end), &next_pieces.when(&!&node.start));
    let fits: Vec<Wire> = order
        .iter()
        .zip(&fits)
        .map(|((piece, ..), fits)| held(b, &format!("fitting_{piece}"), &takes_corner, fits))
        .collect();
    let piece_corner = window_corner.registered(b, "piece_", &takes_corner);

    // Which of the piece's ways.
    let first_ways = flag(b, "first_ways", &resumes, &(pieces.any() & &ways_end), &node.start);
    let ways_from_held = from_index(held_way, ways.width(), true) | !&first_ways.repeat(ways.width());
    let chosen = choose(&piece.first, &fits)?.named("chosen_ways") & ways_from_held;
    let next_ways = mux(&ways_end, &chosen, &way.rest);
    ways.next_when(&(&(&node.start | &node.take) | &ways_end), &next_ways.when(&!&node.start));
    let firsts: Vec<u64> = order.iter().map(|&(_, first, _)| first as u64).collect();
    let first_cover = held(b, "first_cover", &ways_end, &numbered(&piece.first, &firsts, COVER));
    let corner = piece_corner.registered(b, "way_", &ways_end);

    let ready = ways.any().named("move_ready");
    let none = !&(((&*seeking | &*corner_full) | &*around_full) | &(pieces.any() | &ready));
    Some(Next {
        ready,
        none: none.named("no_more"),
        corner,
        cover: (&first_cover + &index(&way.first, WAY).extend(COVER)).named("next_cover"),
    })
}

/// A register that takes this value at edges where `enable` is set; its output.
fn held(b: &Builder, name: &str, enable: &Wire, value: &Wire) -> Wire {
    let register = b.register(name, value.width());
    register.next_when(enable, value);
    register.output()
}

/// A register a row, and their outputs.
fn rows(b: &Builder, name: &str) -> (Vec<RegisterBuilder>, Rows) {
    let registers: Vec<RegisterBuilder> =
        (0..CELLS as usize).map(|y| b.register(&row_name(name, y), CELLS)).collect();
    let outputs = Rows::from_rows(|y| registers[y].output());
    (registers, outputs)
}

/// A flag that is set by `set` when the node begins, and stays until `clear`.
fn flag(b: &Builder, name: &str, set: &Wire, clear: &Wire, begin: &Wire) -> Wire {
    let flag = b.register(name, 1);
    flag.next_when(&(begin | clear), set);
    flag.output()
}
