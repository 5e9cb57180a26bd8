//! The unit that makes a key of chess move by move.

use super::constants::{Kept, memory, pieces, read};
use super::{KEY, KEYS_LATENCY};
use crate::chess::{Color, Piece, PieceKind, Square};
use crate::describe::{Builder, ModuleHandle, Project, Wire, concat, mux};
use crate::game::Refusal;
use crate::hash::hardware::chain::Chain;
use crate::hash::zobrist::Constants;
use crate::netlist::Design;
use crate::parts::decode::word;

/// Bits of a square, and of a piece.
const SQUARE: u32 = 6;
const PIECE: u32 = 4;

/// The codes of the kinds of piece of which more than the constants matter.
const PAWN: u64 = PieceKind::Pawn as u64;
const KING: u64 = PieceKind::King as u64;

/// The unit: the key after a move, a move in every clock cycle, [`KEYS_LATENCY`] cycles after it.
/// The same inputs with that key give the key before, so it takes moves back as well.
///
/// Ports: `key` (64 bits); `moving` and `captured` (4 bits, pieces; 0 for none, as where a pawn
/// takes en passant), `origin` and `destination` (6 bits), `promotion` (3 bits, a kind, 0 for
/// none); `castling` (4 bits in the order `KQkq`, the first the lowest, before the move);
/// `en_passant` (4 bits, before the move: the highest bit says that a pawn may be taken en passant,
/// the others on which file); `pawns` (8 bits, the files with pawns of the other side on the rank
/// of `destination`). Outputs, of the position after the move: `key_after`, `castling_after`,
/// `en_passant_after`, which a user gives back with the next move.
///
/// A move has to be pseudo-legal. Area: a memory of 1,024 words of 64 bits that is read three times
/// a cycle, 64 bits times about 5 LUT4, and about 600 flip-flops.
///
/// # Errors
/// The description breaks a rule of the netlist: a defect of it.
pub fn keys(name: &str, constants: &Constants) -> Result<Design, Refusal> {
    let mut project = Project::new(name);
    project.setting("seed", constants.seed());
    let pieces = pieces(&mut project, name, &of_pieces(constants))?;
    let files = memory(
        &mut project,
        &Kept {
            name: &format!("{name}_files"),
            about: "The constant of each file of an en passant, with bit 3 of the address.",
            contents: &of_files(constants),
            latency: 2,
        },
    )?;
    let b = Builder::new(
        name,
        format!(
            "The key of a chess position, made move by move, or taken back.\nIts constants are the numbers of splitmix64 from the seed {}. A key comes {KEYS_LATENCY} cycles after its move.",
            constants.seed()
        ),
    );
    let mv = Moved::input(&b);
    // A memory for each of the three: block memory has no third port to read from.
    let [leaving, arriving, taken] = mv.reads().map(|(name, address)| read(&b, &pieces, name, &address));
    let touched = mv.touched();
    let castling_after = &mv.castling & &!&touched;
    let after = mv.en_passant_after();
    let rest = mv.rest(constants, &files, &touched, &after);
    // Stage 3: everything but the pieces.
    let key = mv.key.later("key_1").later("key_2");
    let base = (&key ^ &rest).later("key_without_pieces");
    let key_after = &base ^ &(&leaving ^ &(&arriving ^ &taken));
    b.output("key_after", &key_after.later("made")).comment("the key after the move");
    let late = |wire: &Wire, name: &str| Chain::new(wire, name, 0, KEYS_LATENCY).at(KEYS_LATENCY);
    b.output("castling_after", &late(&castling_after, "rights")).comment("the rights to castle after it");
    b.output("en_passant_after", &late(&after, "file"))
        .comment("the file on which a pawn may be taken after it");
    project.add(b)?;
    Ok(project.finish()?)
}

/// The constant of each piece on each square, by the piece's code and the square; 0 for the codes
/// of no piece.
fn of_pieces(constants: &Constants) -> Vec<u64> {
    let of_code = |code: u8| {
        let piece = Piece::from_code(code);
        Square::all().map(move |square| piece.map_or(0, |piece| constants.piece(piece, square)))
    };
    (0..1 << PIECE).flat_map(of_code).collect()
}

/// The constant of each file, from 8 on; 0 below, where there is no en passant.
fn of_files(constants: &Constants) -> Vec<u64> {
    (0..16).map(|file| if file < 8 { 0 } else { constants.file(file % 8) }).collect()
}

/// The inputs.
struct Moved {
    key: Wire,
    moving: Wire,
    captured: Wire,
    from: Wire,
    to: Wire,
    promotion: Wire,
    castling: Wire,
    en_passant: Wire,
    pawns: Wire,
}

impl Moved {
    fn input(b: &Builder) -> Self {
        let input = |name: &str, width: u32, comment: &str| b.input(name, width).comment(comment);
        Self {
            key: input("key", KEY, "the key before the move; the one after it, to take the move back"),
            moving: input("moving", PIECE, "the piece that moves"),
            captured: input("captured", PIECE, "the piece where it arrives, 0 for none"),
            from: input("origin", SQUARE, "where it comes from"),
            to: input("destination", SQUARE, "where it goes"),
            promotion: input("promotion", PIECE - 1, "the kind that a pawn becomes, 0 for none"),
            castling: input("castling", 4, "the rights KQkq before the move, K the lowest bit"),
            en_passant: input(
                "en_passant",
                4,
                "8 and the file on which a pawn may be taken before the move, or 0",
            ),
            pawns: input("pawns", 8, "files with pawns of the other side on the rank of `destination`"),
        }
    }

    fn is(&self, kind: u64) -> Wire {
        self.moving.slice(0, PIECE - 1).is(kind)
    }

    fn color(&self) -> Wire {
        self.moving.bit(PIECE - 1)
    }

    /// The names and the addresses of the pieces' constants: where it leaves, where it arrives,
    /// what is taken.
    fn reads(&self) -> [(&'static str, Wire); 3] {
        let b = self.key.builder();
        let pawn = self.is(PAWN);
        let becomes = concat(&[self.color(), self.promotion.clone()]);
        let arrives = mux(&(&pawn & self.promotion.any()), &becomes, &self.moving);
        let aside = self.from.slice(0, 3).ne(&self.to.slice(0, 3));
        let en_passant = pawn & aside & self.captured.none();
        let enemy = concat(&[!&self.color(), b.constant(PIECE - 1, PAWN)]);
        let beside = concat(&[self.from.slice(3, 3), self.to.slice(0, 3)]);
        let taken = mux(&en_passant, &enemy, &self.captured);
        let taken_at = mux(&en_passant, &beside, &self.to);
        [
            ("leaving", concat(&[self.moving.clone(), self.from.clone()])),
            ("arriving", concat(&[arrives, self.to.clone()])),
            ("taken", concat(&[taken, taken_at])),
        ]
    }

    /// The castlings whose king or rook the move moves, or whose rook it takes.
    fn touched(&self) -> Wire {
        let at = |file: u8, color: Color| {
            let square = u64::from(color.home_rank()) * 8 + u64::from(file);
            self.from.is(square) | self.to.is(square)
        };
        let corner = |king_side: bool| if king_side { 7 } else { 0 };
        let castlings = crate::chess::Position::castlings();
        word(
            &castlings
                .map(|(color, king_side)| at(4, color) | at(corner(king_side), color))
                .collect::<Vec<_>>(),
        )
    }

    /// The file on which the pawn that moves may be taken en passant.
    fn en_passant_after(&self) -> Wire {
        let file = self.to.slice(0, 3);
        // A pawn that moves two ranks keeps the lowest bit of its rank.
        let double = self.is(PAWN) & self.from.bit(3).eq(&self.to.bit(3));
        let beside = |file: u32| {
            let near = [file.checked_sub(1), Some(file + 1).filter(|&file| file < 8)];
            let near: Vec<Wire> = near.into_iter().flatten().map(|file| self.pawns.bit(file)).collect();
            word(&near).any()
        };
        let beside = (0..8).map(|number| file.is(u64::from(number)) & beside(number));
        let may = double & word(&beside.collect::<Vec<_>>()).any();
        concat(&[may.clone(), file.when(&may)])
    }

    /// What all but the pieces that move changes, 2 cycles later: the side to move, the rook of a
    /// castling, the rights that end, and the files of an en passant.
    fn rest(&self, constants: &Constants, files: &ModuleHandle, touched: &Wire, after: &Wire) -> Wire {
        let b = self.key.builder();
        let lost = (&self.castling & touched).later("rights_lost");
        let rights = crate::chess::Position::castlings().zip(lost.bits());
        let mut changes: Vec<Wire> = rights
            .map(|((color, king_side), lost)| {
                let side = if king_side { "KING" } else { "QUEEN" };
                let name = format!("{color}_{side}_SIDE").to_uppercase();
                b.named_constant(&name, KEY, constants.castling(color, king_side)).when(&lost)
            })
            .collect();
        let from_king = self.is(KING) & self.from.slice(0, 3).is(4);
        let castles = [(true, 6), (false, 2)].map(|(king_side, file)| {
            (king_side, (&from_king & self.to.slice(0, 3).is(file)).later(&format!("castles_to_{file}")))
        });
        let black = self.color().later("black_moves");
        for color in Color::ALL {
            for (king_side, castles) in &castles {
                let mine = if color == Color::Black { black.clone() } else { !&black };
                let side = if *king_side { "KING" } else { "QUEEN" };
                let name = format!("{color}_{side}_ROOK").to_uppercase();
                changes.push(
                    b.named_constant(&name, KEY, rook(constants, color, *king_side)).when(&(castles & &mine)),
                );
            }
        }
        let changed = changes
            .into_iter()
            .fold(b.named_constant("SIDE", KEY, constants.black()), |all, one| &all ^ &one);
        let before = read(b, files, "file_before", &self.en_passant);
        let after = read(b, files, "file_after", after);
        changed.later("others_changed") ^ &before ^ &after
    }
}

/// What the rook's part of a castling changes.
fn rook(constants: &Constants, color: Color, king_side: bool) -> u64 {
    let rook = Piece::new(color, PieceKind::Rook);
    let files = if king_side { [7, 5] } else { [0, 3] };
    let squares = files.into_iter().filter_map(|file| Square::at(file, color.home_rank()));
    squares.fold(0, |key, square| key ^ constants.piece(rook, square))
}
