//! The unit that makes a key of shogi move by move.

use super::constants::{Kept, memory, pieces, read};
use super::{KEY, KEYS_LATENCY};
use crate::describe::{Builder, Project, Wire, concat, mux};
use crate::game::Refusal;
use crate::hash::hardware::chain::Chain;
use crate::hash::zobrist::shogi::Constants;
use crate::netlist::Design;
use crate::shogi::{Kind, Piece, Side, Square};

/// Bits of a square, of a piece, and of a number of pieces in hand.
const SQUARE: u32 = 7;
const PIECE: u32 = 5;
const HELD: u32 = 5;

/// Bits of the kind of a piece in hand.
const KIND: u32 = 3;

/// The unit: the key after a move, a move in every clock cycle, [`KEYS_LATENCY`] cycles after it.
/// The same inputs with that key give the key before, so it takes moves back as well.
///
/// Ports: `key` (64 bits); `moving` and `captured` (5 bits, [`Piece::code`]; 0 for none), `origin`
/// and `destination` (7 bits), `promotes`, `drop`; `held` (5 bits, the pieces that the side to move
/// has in hand before the move, of the kind that the move drops or captures). Outputs:
/// `key_after`, and `held_after` (5 bits), that number after a drop or a capture and 0 after
/// another move.
///
/// A move has to be pseudo-legal. Area: a memory of 4,096 words of 64 bits that is read three times
/// a cycle, one of 512 words, 64 bits times about 3 LUT4, and about 500 flip-flops.
///
/// # Errors
/// The description breaks a rule of the netlist: a defect of it.
pub fn shogi_keys(name: &str, constants: &Constants) -> Result<Design, Refusal> {
    let mut project = Project::new(name);
    project.setting("seed", constants.seed());
    let pieces = pieces(&mut project, name, &of_pieces(constants))?;
    let hands = memory(
        &mut project,
        &Kept {
            name: &format!("{name}_hands"),
            about: "The constant of each piece in hand, by side, kind, and how many others there are.",
            contents: &of_hands(constants),
            latency: 3,
        },
    )?;
    let b = Builder::new(
        name,
        format!(
            "The key of a shogi position, made move by move, or taken back.\nIts constants are the numbers of splitmix64 from the seed {}. A key comes {KEYS_LATENCY} cycles after its move.",
            constants.seed()
        ),
    );
    let mv = Moved::input(&b);
    let [leaving, arriving, taken] = mv.pieces().map(|(name, address)| read(&b, &pieces, name, &address));
    let (address, held_after) = mv.in_hand();
    let held = read(&b, &hands, "in_hand", &address);
    let changed = &mv.key.later("key_1").later("key_2") ^ &b.named_constant("SIDE", KEY, constants.white());
    let rest = &changed.later("key_without_pieces") ^ &held;
    let key_after = &rest ^ &(&leaving ^ &(&arriving ^ &taken));
    b.output("key_after", &key_after.later("made")).comment("the key after the move");
    b.output("held_after", &Chain::new(&held_after, "held", 0, KEYS_LATENCY).at(KEYS_LATENCY))
        .comment("the number of those pieces in hand after a drop or a capture, else 0");
    project.add(b)?;
    Ok(project.finish()?)
}

/// The constant of each piece on each square, by the piece's code and the square; 0 for the codes
/// of no piece and the numbers of no square.
fn of_pieces(constants: &Constants) -> Vec<u64> {
    let of_code = |code: u8| {
        let piece = Piece::from_code(code);
        (0..1 << SQUARE).map(move |square| {
            let on = piece.zip(Square::new(square));
            on.map_or(0, |(piece, square)| constants.piece(piece, square))
        })
    };
    (0..1 << PIECE).flat_map(of_code).collect()
}

/// The constant of each piece in hand, by side, kind, and the number of others before it.
fn of_hands(constants: &Constants) -> Vec<u64> {
    let of_kind = |side: Side, number: usize| {
        // The code of a kind is its place and one more, as in that of a piece.
        let kind = number.checked_sub(1).and_then(|place| Kind::IN_HAND.get(place)).copied();
        (0..1 << HELD).map(move |before| kind.map_or(0, |kind| constants.held(side, kind, before)))
    };
    Side::ALL
        .into_iter()
        .flat_map(|side| (0..1 << KIND).flat_map(move |number| of_kind(side, number)))
        .collect()
}

/// The inputs.
struct Moved {
    key: Wire,
    moving: Wire,
    captured: Wire,
    from: Wire,
    to: Wire,
    promotes: Wire,
    drop: Wire,
    held: Wire,
}

impl Moved {
    fn input(b: &Builder) -> Self {
        let input = |name: &str, width: u32, comment: &str| b.input(name, width).comment(comment);
        Self {
            key: input("key", KEY, "the key before the move; the one after it, to take the move back"),
            moving: input("moving", PIECE, "the piece that moves or is dropped"),
            captured: input("captured", PIECE, "the piece where it arrives, 0 for none"),
            from: input("origin", SQUARE, "where it comes from, unless it is dropped"),
            to: input("destination", SQUARE, "where it goes"),
            promotes: input("promotes", 1, "it promotes there"),
            drop: input("drop", 1, "it comes from the hand"),
            held: input(
                "held",
                HELD,
                "pieces in hand before the move, of the kind that is dropped or captured",
            ),
        }
    }

    /// The names and the addresses of the pieces' constants: where it leaves, where it arrives,
    /// what is taken. The code 0 has constants of 0.
    fn pieces(&self) -> [(&'static str, Wire); 3] {
        let Self { moving, from, to, .. } = self;
        let leaves = moving.when(&!&self.drop);
        let promoted = moving.bit(KIND) | &self.promotes;
        let arrives = concat(&[moving.bit(PIECE - 1), promoted, moving.slice(0, KIND)]);
        [
            ("leaving", concat(&[leaves, from.clone()])),
            ("arriving", concat(&[arrives, to.clone()])),
            ("taken", concat(&[self.captured.clone(), to.clone()])),
        ]
    }

    /// The address of the constant of the piece that leaves the hand or comes to it, and the number
    /// of its kind in hand then. The kind 0 has constants of 0: nothing is taken.
    fn in_hand(&self) -> (Wire, Wire) {
        let b = self.key.builder();
        let one = b.constant(HELD, 1);
        let fewer = &self.held - &one;
        let kind = mux(&self.drop, &self.moving.slice(0, KIND), &self.captured.slice(0, KIND));
        let before = mux(&self.drop, &fewer, &self.held);
        let side = self.moving.bit(PIECE - 1);
        let after = mux(&self.drop, &fewer, &(&self.held + &one));
        let changes = &self.drop | &self.captured.any();
        (concat(&[side, kind, before]), after.when(&changes))
    }
}
