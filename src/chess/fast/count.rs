//! The number of legal moves of a position: every move is a bit on the square where it arrives, and
//! the bits are counted.
//!
//! Rays of unpinned pieces arrive at each square from eight directions, knights from eight more,
//! and pawns from three squares. So the circuit never forms the 1,792 pairs of origin and
//! destination. One bit a square says whether a move may go there at all; the first adders take
//! that bit in as well.

use super::masks::{Masks, Planes, masks};
use super::moves::{Arrivals, Origins, Specials};
use super::node::Board;
use super::prepared::Prepared;
use crate::chess::CHESS;
use crate::describe::{Builder, Bundle, Wire, concat};
use crate::parts::decode::word;
use crate::parts::population::Population;
use crate::parts::rows::Rows;

/// The description for the reader of the HDL.
const DOC: &str = "How many legal moves a position has.\nEvery move is a bit where it arrives: sliders by direction, knights by jump, pawns; the bits are counted.";

/// The logic of the counter as one combinational module: a position goes in, and the number of its
/// legal moves comes out (8 bits; the most known is 218). With `sets`, it can also count the moves
/// of one origin alone, and gives their destinations as a set.
pub fn logic(name: &str, sets: bool) -> Builder {
    let b = Builder::new(name, DOC);
    let planes = Planes::inputs(&b);
    let castling = b.input("castling", 2).comment("rights of the side to move: king's side, queen's side");
    let en_passant = b.input("en_passant", 4).comment("3: a pawn went two squares, 2..0: its file");
    let masks = masks(&planes);
    let from = match sets {
        false => planes.own.clone(),
        true => {
            let only = b.input("only", 1).comment("count the moves of one origin only");
            let origin = b.input("origin", 6).comment("that origin");
            Rows::from_rows(CHESS, |rank| {
                let here = origin.slice(3, 3).is(rank as u64) | !&only;
                let files: Vec<Wire> =
                    (0..8).rev().map(|file| (origin.slice(0, 3).is(file) | !&only) & &here).collect();
                (planes.own.row(rank) & &concat(&files)).named(&format!("from_{}", rank + 1))
            })
        }
    };
    let origins = Origins::new(&planes, &masks, &from);
    let arrivals = Arrivals::new(&planes, &origins, "");
    let specials = Specials::new(&planes, &masks, &origins, &castling, &en_passant);
    b.output("count", &counted(&masks, &arrivals, &specials)).comment("legal moves");
    if sets {
        b.output("destinations", &destinations(&masks, &arrivals, &specials).word())
            .comment("of each origin the legal destinations");
    }
    b
}

/// The same for a position as a node stores it. It counts all moves. Besides the count, it gives
/// the facts from which the moves at that node are found.
pub fn logic_of_node(name: &str) -> Builder {
    let b = Builder::new(name, DOC);
    // Of the rights only those of the side to move.
    let board = Board::from_wires(|name, width| b.input(name, if name == "castling" { 2 } else { width }));
    let planes = board.planes();
    let masks = masks(&planes);
    let origins = Origins::new(&planes, &masks, &planes.own);
    let arrivals = Arrivals::new(&planes, &origins, "");
    let specials = Specials::new(&planes, &masks, &origins, &board.castling, &board.en_passant);
    b.output("count", &counted(&masks, &arrivals, &specials)).comment("legal moves");
    Prepared::new(&planes.own, &masks, &arrivals, &specials).output(&b, "may_");
    b
}

/// The number of moves that arrive where they may: 8 bits.
fn counted(masks: &Masks, arrivals: &Arrivals, specials: &Specials) -> Wire {
    let [one, two, east, west] = &arrivals.pawns;
    // Of these at most one arrives at a square.
    let ahead = one | two;
    let mut population = Population::new(masks.in_check.builder(), "moves");
    for rank in 0..8 {
        let gate = masks.gate.row(rank);
        let pawns = [&ahead, east, west].map(|set| set.row(rank));
        let pieces: Vec<&Wire> =
            (arrivals.knights.iter().chain(&arrivals.sliders)).map(|set| set.row(rank)).collect();
        match rank {
            // A pawn that arrives at the last rank has four moves.
            7 => {
                population.gated(2, &pawns, gate);
                population.gated(0, &pieces, gate);
            }
            _ => population.gated(0, &[&pawns[..], &pieces].concat(), gate),
        }
    }
    population.add(0, &king_steps(&specials.king).named("king_steps"));
    population.add(0, &specials.castles);
    specials.passing.iter().for_each(|word| population.add(0, &word.any()));
    population.total(8)
}

/// The steps of a king in nine bits: no two squares around it have the same file and the same rank
/// modulo three.
fn king_steps(steps: &Rows) -> Wire {
    let bit = |class: u32| {
        let ranks = (0..8).filter(|rank| rank % 3 == class / 3);
        let files = |rank: u32| (0..8).filter(|file| file % 3 == class % 3).map(move |file| (file, rank));
        let squares: Vec<Wire> =
            ranks.flat_map(files).map(|(file, rank)| steps.square(file, rank as usize)).collect();
        word(&squares).any()
    };
    word(&(0..9).map(bit).collect::<Vec<_>>())
}

/// The squares where they arrive.
fn destinations(masks: &Masks, arrivals: &Arrivals, specials: &Specials) -> Rows {
    let Arrivals { sliders, knights, pawns } = arrivals;
    let (king, passing) = (specials.king_anywhere(), &specials.passing);
    let [first, others @ ..] = knights;
    let others: Vec<Rows> = others.iter().chain(sliders).chain(pawns).cloned().collect();
    let arriving = &first.union(&others) & &masks.gate;
    let taken = &passing[0] | &passing[1];
    Rows::from_rows(CHESS, |rank| {
        let word = arriving.row(rank) | king.row(rank);
        if rank == 5 { word | &taken } else { word }
    })
}
