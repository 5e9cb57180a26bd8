//! The square cell: piece register, transmitter, receiver, mask RAM and depth register.

use super::receiver::Receiver;
use super::sight::Sight;
use super::transmitter::Transmitter;
use crate::bundle;
use crate::describe::{
    Builder, Bundle, Connections, LowerError, ModuleHandle, Outputs, Project, Wire, concat, lower_commented,
    mux,
};
use crate::netlist::{self, NetlistError, RamStyle};
use crate::parts::board::Compass::{
    self, East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West,
};

bundle! {
    /// What the control tells all squares at once, through the fan-out buffers.
    pub struct Broadcast {
        /// The side whose pieces transmit or are sought is black.
        acting_black: 1,
        /// Pieces of the acting side other than pawns transmit.
        transmit_pieces: 1,
        /// Other pawns of the acting side transmit.
        transmit_pawns: 1,
        /// Pawns of the acting side one step from promotion transmit.
        transmit_promoting: 1,
        /// The super-piece, on the square pointed at, transmits every way but a pawn's.
        super_pieces: 1,
        /// The super-piece seeks black pawns that advance.
        advance_up: 1,
        /// The super-piece seeks white pawns that advance.
        advance_down: 1,
        /// The super-piece seeks black pawns that take.
        take_up: 1,
        /// The super-piece seeks white pawns that take.
        take_down: 1,
        /// The square pointed at transmits its own piece, whoever else does.
        point_alone: 1,
        /// The square pointed at lets rays through.
        point_lifted: 1,
        /// Own pieces are sought, not their targets.
        find_aggressor: 1,
        /// Only kings and watched squares are targets.
        attack: 1,
        /// No mask counts.
        ignore_masks: 1,
        /// The square pointed at and the aggressor's count as masked.
        hide: 1,
        /// The square selected as destination is masked.
        mask_destination: 1,
        /// The square selected as origin is masked.
        mask_origin: 1,
        /// Masks of the acting side's pieces are cleared.
        clear_own: 1,
        /// All other masks are cleared.
        clear_others: 1,
        /// Selected squares take their pieces.
        write: 1,
        /// The destination's new piece: colour, kind.
        destination_piece: 4,
        /// The origin's new piece: nothing, or what moved when a move is taken back.
        origin_piece: 4,
        /// The depth registers take the ply.
        load_depth: 1,
    }
}

bundle! {
    /// What checks first adds to the broadcast.
    pub struct SightBroadcast {
        /// Keep how the enemy king, now the super-piece, sees the square.
        keep_sight: 1,
        /// Victims must be pivots.
        find_pivot: 1,
        /// Victims must not be pivots.
        spare_pivots: 1,
        /// Own pieces the king sees are candidates.
        find_discoverer: 1,
    }
}

/// The leaf modules of a square, lowered from rust-hdl.
pub struct Cells {
    transmitter: ModuleHandle,
    receiver: ModuleHandle,
    sight: Option<ModuleHandle>,
}

/// The transmitter's module.
///
/// # Errors
/// The cell does not lower: a defect of the cell.
pub fn transmitter() -> Result<netlist::Module, LowerError> {
    let doc = "What a square's piece puts on the neighbour and knight buses.\nCombinational.";
    lower_commented::<Transmitter>("transmitter", doc, include_str!("transmitter.rs"))
}

/// The receiver's module.
///
/// # Errors
/// The cell does not lower: a defect of the cell.
pub fn receiver() -> Result<netlist::Module, LowerError> {
    let doc = "What arrives at a square, reduced to a priority for the arbiters.\nCombinational.";
    lower_commented::<Receiver>("receiver", doc, include_str!("receiver.rs"))
}

impl Cells {
    /// Adds the leaf modules to a project. `checks_first` adds the sight cells.
    ///
    /// # Errors
    /// A cell that does not lower, or a netlist rule: defects of the cells.
    pub fn add(project: &mut Project, checks_first: bool) -> Result<Self, super::BuildError> {
        let sight = if checks_first {
            let sight = lower_commented::<Sight>(
                "sight",
                "Checks first: how the enemy king sees the square, and whether it is a pivot.",
                include_str!("sight.rs"),
            )?;
            Some(project.add_module(sight)?)
        } else {
            None
        };
        Ok(Self {
            transmitter: project.add_module(transmitter()?)?,
            receiver: project.add_module(receiver()?)?,
            sight,
        })
    }
}

/// The width of the bus in a direction: slide, king, and pawn where pawns move.
pub fn bus_width(direction: Compass) -> u32 {
    if direction.is_horizontal() { 2 } else { 3 }
}

const SLIDE: u32 = 0;
const KING: u32 = 1;
const PAWN: u32 = 2;

/// The width of the word that goes to every square: [`Broadcast`], above it [`SightBroadcast`] with
/// checks first.
pub fn broadcast_width(checks_first: bool) -> u32 {
    Broadcast::width() + if checks_first { SightBroadcast::width() } else { 0 }
}

/// A square of a rank. Its ports: `from_<direction>` and `to_<direction>` buses, `knights` and
/// `to_knights`, `broadcast` ([`broadcast_width`]), the select lines (file, rank) `point`,
/// `hidden`, `destination` and `origin`, and out `piece` (colour, kind) and `prio`.
///
/// State: piece 4 bits, depth log2(`plies`) bits, `plies` mask bits in LUT RAM, and 4 bits of sight
/// with checks first. Latency: a find goes in and out in the same cycle; writes take effect at its
/// end.
///
/// # Errors
/// A mistake in the description.
pub fn square(
    project: &mut Project,
    cells: &Cells,
    rank: u32,
    plies: u32,
) -> Result<ModuleHandle, NetlistError> {
    let b =
        Builder::new("square", "A square: its piece, what it transmits, what it receives, and its masks.");
    let rank = b.named_constant("RANK", 3, u64::from(rank));
    let inputs = Inputs::new(&b, plies, cells.sight.is_some());
    let piece = keep_piece(&b, &inputs);
    let masked = keep_masks(&b, &inputs, &piece.own, plies);
    let transmitted = transmit(&b, &cells.transmitter, &inputs, &piece, &rank);
    let prio = receive(&b, cells, &inputs, &piece, &masked);
    for d in Compass::ALL {
        let to = format!("what goes to the neighbour to the {}", d.name().replace('_', " "));
        b.output(&format!("to_{}", d.name()), &outgoing(&transmitted, d)).comment(&to);
    }
    b.output("to_knights", &transmitted.get("knight_line")).comment("to all squares a jump away");
    b.output("piece", &piece.word).comment("colour (1: black) and kind, 0 for none");
    b.output("prio", &prio).comment("how good a candidate the square is");
    project.add(b)
}

/// What comes to a square.
struct Inputs {
    /// The bus of each direction, in the order of [`Compass::ALL`].
    from: Vec<Wire>,
    knights: Wire,
    all: Broadcast,
    sighting: Option<SightBroadcast>,
    ply: Wire,
    /// Which of the selected squares this one is.
    pointed: Wire,
    is_hidden: Wire,
    destination: Wire,
    origin: Wire,
    /// En passant clears this square.
    clear: Wire,
    castle_pass: Wire,
    watched: Wire,
}

impl Inputs {
    /// The ports, and select lines joined: the square's file (bit 0) and rank (bit 1).
    fn new(b: &Builder, plies: u32, checks_first: bool) -> Self {
        let incoming = |d: &Compass| {
            let from = format!("what comes from the neighbour to the {}", d.name().replace('_', " "));
            b.input(&format!("from_{}", d.name()), bus_width(*d)).comment(&from)
        };
        let from = Compass::ALL.iter().map(incoming).collect();
        let knights = b.input("knights", 8).comment("knight lines from the squares a jump away");
        let broadcast =
            b.input("broadcast", broadcast_width(checks_first)).comment("what all squares are told");
        let (width, rest) = (Broadcast::width(), SightBroadcast::width());
        let all = Broadcast::unpacked(&broadcast.slice(0, width)).named("");
        let sighting =
            checks_first.then(|| SightBroadcast::unpacked(&broadcast.slice(width, rest)).named(""));
        let ply = b.input("ply", plies.trailing_zeros()).comment("the ply whose masks count");
        let pointed = b
            .input("point", 2)
            .comment("the square pointed at: bit 0 its file, bit 1 its rank")
            .all()
            .named("pointed");
        let is_hidden =
            b.input("hidden", 2).comment("a square that counts as masked").all().named("is_hidden");
        let lines = b.input("destination", 2).comment("the destination of what is written");
        let destination = lines.all().named("is_destination");
        let origin = b.input("origin", 2).comment("its origin").all().named("is_origin");
        // En passant clears a third square, on the destination's file.
        let clear = (lines.bit(0)
            & b.input("clear_rank", 1).comment("the rank of a pawn captured en passant"))
        .named("clear");
        let castle_pass = b.input("castle_pass", 1).comment("the king passes here while castling");
        let watched = b.input("watched", 1).comment("the king passes or stands here while castling");
        Self {
            from,
            knights,
            all,
            sighting,
            ply,
            pointed,
            is_hidden,
            destination,
            origin,
            clear,
            castle_pass,
            watched,
        }
    }

    /// A line of some directions' buses, the first direction uppermost.
    fn lines(&self, bit: u32, directions: &[Compass]) -> Wire {
        concat(&directions.iter().map(|&d| self.from[d as usize].bit(bit)).collect::<Vec<_>>())
    }
}

/// The piece on a square.
struct Piece {
    /// Colour and kind.
    word: Wire,
    kind: Wire,
    black: Wire,
    own: Wire,
}

/// The piece register: the destination takes one value, the origin the other, a third square is
/// cleared.
fn keep_piece(b: &Builder, inputs: &Inputs) -> Piece {
    let Inputs { all, destination, origin, clear, .. } = inputs;
    let piece = b.register("piece_register", 4).comment("colour (1: black) and kind, 0 for none");
    let next_piece = mux(destination, &all.destination_piece, &all.origin_piece.when(origin));
    piece.next_when(&(&all.write & &(destination | origin | clear)), &next_piece);
    let (kind, black) = (piece.slice(0, 3), piece.bit(3));
    let own = (&kind.any() & !(&black ^ &all.acting_black))
        .named("own")
        .comment("the acting side's piece stands here");
    Piece { word: piece.output(), kind, black, own }
}

/// The masks, one a ply. Returns whether the square is masked.
fn keep_masks(b: &Builder, inputs: &Inputs, own: &Wire, plies: u32) -> Wire {
    let Inputs { all, ply, pointed, is_hidden, destination, origin, .. } = inputs;
    let depth = b.register("depth_register", ply.width()).comment("the ply whose masks count");
    depth.next_when(&all.load_depth, ply);
    let masks = b.memory("masks", 1, plies).style(RamStyle::Distributed).comment("one mask bit a ply");
    let mask = masks.read_now("mask", &depth);
    let hidden = &all.hide & (pointed | is_hidden);
    let masked = (!&all.ignore_masks & (&mask | hidden)).named("masked");
    let set_mask = ((&all.mask_destination & destination) | (&all.mask_origin & origin)).named("set_mask");
    let clear_mask = (&all.clear_own & own) | (&all.clear_others & !own);
    masks.write(&(&set_mask | &clear_mask), &depth, &set_mask);
    masked
}

/// The transmitter of a square on the rank.
fn transmit(b: &Builder, cell: &ModuleHandle, inputs: &Inputs, piece: &Piece, rank: &Wire) -> Outputs {
    let all = &inputs.all;
    // White's double step goes on through the third rank, black's through the sixth.
    let double_step = mux(&all.acting_black, &rank.is(5), &rank.is(2)).named("double_step");
    let promoting = mux(&all.acting_black, &rank.is(1), &rank.is(6)).named("one_step_from_promotion");
    let transmit_pawns =
        mux(&promoting, &all.transmit_promoting, &all.transmit_pawns).named("transmit_pawns_here");

    let line = |bit: u32, direction: Compass| inputs.lines(bit, &[direction]);
    let slides = Compass::ALL.iter().fold(b.instance("transmitter", cell), |instance, &d| {
        instance.input(&format!("slide_from_{}", d.name()), &line(SLIDE, d))
    });
    slides
        .input("kind", &piece.kind)
        .input("black", &piece.black)
        .input("own", &piece.own)
        .input("transmit_pieces", &all.transmit_pieces)
        .input("transmit_pawns", &transmit_pawns)
        .input("pointed", &inputs.pointed)
        .input("super_pieces", &all.super_pieces)
        .input("advance_up", &all.advance_up)
        .input("advance_down", &all.advance_down)
        .input("take_up", &all.take_up)
        .input("take_down", &all.take_down)
        .input("point_alone", &all.point_alone)
        .input("point_lifted", &all.point_lifted)
        .input("double_step", &double_step)
        .input("castle_pass", &inputs.castle_pass)
        .input("pawn_from_south", &line(PAWN, South))
        .input("pawn_from_north", &line(PAWN, North))
        .input("king_from_west", &line(KING, West))
        .input("king_from_east", &line(KING, East))
        .outputs()
}

/// The lines that the sight cell lets count.
const ALLOWS: [&str; 5] = ["allow_straight", "allow_diagonal", "allow_knight", "allow_king", "allow_pawn"];

/// The lines that arrived, which the sight cell reads.
const HITS: [&str; 4] = ["straight_hit", "diagonal_hit", "knight_hit", "take_hit"];

/// The receiver, and with checks first the sight cell beside it. Returns the square's priority.
fn receive(b: &Builder, cells: &Cells, inputs: &Inputs, piece: &Piece, masked: &Wire) -> Wire {
    let all = &inputs.all;
    let checks_first = cells.sight.is_some();
    let of_sight = |name: &str, otherwise: bool| {
        if checks_first { b.forward(name, 1) } else { b.bit(otherwise) }
    };
    let allows = ALLOWS.map(|name| (name, of_sight(name, true)));
    let sighted = of_sight("sighted", false);
    let received = b
        .instance("receiver", &cells.receiver)
        .input("kind", &piece.kind)
        .input("own", &piece.own)
        .input("masked", masked)
        .input("watched", &inputs.watched)
        .input("find_aggressor", &all.find_aggressor)
        .input("attack", &all.attack)
        .input("sighted", &sighted)
        .input("straight", &inputs.lines(SLIDE, &[West, South, East, North]))
        .input("diagonal", &inputs.lines(SLIDE, &[NorthWest, SouthWest, SouthEast, NorthEast]))
        .input("kings", &inputs.lines(KING, &Compass::ALL).named("king_lines"))
        .input("knights", &inputs.knights)
        .input("advances", &inputs.lines(PAWN, &[South, North]))
        .input("takes", &inputs.lines(PAWN, &[NorthWest, SouthWest, SouthEast, NorthEast]))
        .output("prio", "received_prio");
    let received = allows.iter().fold(received, |instance, (name, wire)| instance.input(name, wire));
    let received = name_or_open(received, checks_first, &HITS).outputs();

    if let (Some(sight), Some(sighting)) = (&cells.sight, &inputs.sighting) {
        let instance = b.instance("sight", sight).drives("sighted", &sighted);
        let instance = allows.iter().fold(instance, |instance, (name, wire)| instance.drives(name, wire));
        let instance = HITS.iter().fold(instance, |instance, hit| instance.input(hit, &received.get(hit)));
        sighting
            .connections("")
            .into_iter()
            .fold(instance, |instance, (port, wire)| instance.input(&port, &wire))
            .outputs();
    }
    received.get("prio")
}

/// The bus to the neighbour in a direction.
fn outgoing(transmitted: &Outputs, direction: Compass) -> Wire {
    let out = |line: &str| transmitted.get(line);
    let slide = out(&format!("slide_{}", direction.name()));
    match direction {
        East => concat(&[out("king_east"), slide]),
        West => concat(&[out("king_west"), slide]),
        North => concat(&[out("pawn_north"), out("king_line"), slide]),
        South => concat(&[out("pawn_south"), out("king_line"), slide]),
        NorthEast | NorthWest => concat(&[out("pawn_above"), out("king_line"), slide]),
        SouthEast | SouthWest => concat(&[out("pawn_below"), out("king_line"), slide]),
    }
}

/// Names outputs that the checks-first cells read; without those cells the outputs stay open.
fn name_or_open(connections: Connections, used: bool, outputs: &[&str]) -> Connections {
    outputs.iter().fold(connections, |instance, port| {
        if used { instance.output(port, port) } else { instance.leave_open(port) }
    })
}
