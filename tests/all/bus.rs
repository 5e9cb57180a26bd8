//! Machines on a Wishbone and an AXI4-Lite bus, before masters that others wrote, under cocotb.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::passed::{Inputs, unless_passed};
use cozy_chess::Board;
use movewright::chess::{Color, Position, Square};
use movewright::cores::{self, Settings};
use movewright::emit::{Dialect, Language, emit};
use movewright::flow::{IVERILOG, TOOLS_VARIABLE, Tool};

/// The files that run the tools and judge them.
const SOURCES: [&str; 4] =
    ["tests/all/bus.rs", "sim/cocotb/bus_test.py", "sim/cocotb/masters.py", "sim/cocotb/run.py"];

/// Checks, castlings, en passant, promotions, and a mate; white's king stands on e1 in the first,
/// which has 20 moves.
const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    Position::KIWIPETE,
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
];

/// The Python of the tools with all that the masters need.
pub fn python() -> Result<PathBuf, String> {
    let folder = env::var_os(TOOLS_VARIABLE).map_or_else(|| PathBuf::from(".tools"), PathBuf::from);
    let python = folder.join("bin/python");
    let python = std::path::absolute(&python).map_err(|error| error.to_string())?;
    let imports = "import cocotb, cocotb_bus, cocotbext.axi, cocotbext.wishbone";
    let found = Command::new(&python).args(["-c", imports]).output().map_err(|error| error.to_string())?;
    match found.status.success() {
        true => Ok(python),
        false => Err("cocotb and its bus masters are missing; run `make tools`".into()),
    }
}

/// The byte addresses whose reads load a position; docs/bus.md.
fn load(position: &Position) -> Vec<u64> {
    let command = |number: u64, data: u64| (number << 10 | data) << 2;
    let squares = Square::all().map(|square| {
        let piece = position.piece(square).map_or(0, |piece| u64::from(piece.code()));
        command(1, square.index() as u64 | piece << 6)
    });
    let rights = Position::castlings()
        .enumerate()
        .filter(|(_, (color, king_side))| position.castling.get(*color, *king_side))
        .fold(0, |rights, (bit, _)| rights | 1 << bit);
    let en_passant = position.en_passant.map_or(0, |square| 1 | u64::from(square.file()) << 1);
    let black = u64::from(position.side == Color::Black);
    squares.chain([command(2, black | rights << 1 | en_passant << 5 | 1 << 9)]).collect()
}

/// The legal moves: origin, destination, promotion as the move word says it.
fn legal(fen: &str) -> BTreeSet<(u64, u64, Option<u64>)> {
    let board: Board = fen.parse().unwrap();
    let mut moves = BTreeSet::new();
    board.generate_moves(|of_piece| {
        for mv in of_piece {
            let king = board.king(board.side_to_move());
            // A castling is a king that takes its own rook there, and a king that goes two files
            // here.
            let castling = mv.from == king && board.colors(board.side_to_move()).has(mv.to);
            let to = match castling {
                true if mv.to as u64 > mv.from as u64 => mv.from as u64 + 2,
                true => mv.from as u64 - 2,
                false => mv.to as u64,
            };
            let promotions = [
                cozy_chess::Piece::Queen,
                cozy_chess::Piece::Rook,
                cozy_chess::Piece::Bishop,
                cozy_chess::Piece::Knight,
            ];
            let promotion =
                mv.promotion.map(|piece| promotions.iter().position(|one| *one == piece).unwrap() as u64);
            moves.insert((mv.from as u64, to, promotion));
        }
        false
    });
    moves
}

fn moves_over(bus: &str) {
    let python = python();
    if !crate::required::all_found(
        bus,
        [Tool::find(IVERILOG).map(drop).map_err(|error| error.to_string()), python.clone().map(drop)],
    ) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let core = cores::find("chess-classic").unwrap();
    let settings = Settings::parse(core, &[("host", bus)]).unwrap();
    let design = cores::design(core, &settings).unwrap();
    for file in emit(&design, Language::Verilog, Dialect::Generic).unwrap() {
        std::fs::write(folder.path().join(file.name), file.text).unwrap();
    }
    let lines = POSITIONS.map(|fen| {
        let addresses = load(&Position::from_fen(fen).unwrap());
        addresses.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    });
    std::fs::write(folder.path().join("positions.txt"), lines.join("\n")).unwrap();
    let inputs = Inputs::new(&[IVERILOG], &SOURCES).with_files(folder.path());
    unless_passed(&format!("moves over {bus}"), inputs, || gives_moves(&python.unwrap(), bus, folder.path()));
}

/// The masters of a bus ask the machine in this folder for its moves, and the moves are right.
fn gives_moves(python: &Path, bus: &str, folder: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("sim/cocotb/run.py");
    let top = format!("chess_classic_{}", bus.replace('-', "_"));
    let output = Command::new(python)
        .arg(script)
        .args(["bus_test", bus, &top])
        .arg(folder)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("4 tests, 0 failed"), "{said}");
    let moves = std::fs::read_to_string(folder.join("moves.txt")).unwrap();
    assert_eq!(moves.lines().count(), POSITIONS.len());
    for (fen, line) in POSITIONS.iter().zip(moves.lines()) {
        let words: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let promotion = |word: u64| (word >> 21 & 7 == 2).then_some(word >> 18 & 3);
        let found: BTreeSet<_> =
            words.iter().map(|&word| (word & 63, word >> 6 & 63, promotion(word))).collect();
        assert_eq!(found.len(), words.len(), "{fen}: a move comes twice");
        assert_eq!(found, legal(fen), "{fen}");
    }
}

#[test]
fn moves_over_wishbone() {
    moves_over("wishbone");
}

#[test]
fn moves_over_axi4_lite() {
    moves_over("axi4-lite");
}
